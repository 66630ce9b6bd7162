"""The table of the text formats. Each format has a row here and a module."""

from __future__ import annotations

import re
from functools import partial

from ..errors import nearest
from ..model import MAX_VALUES
from ..puzzles import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku
from .codec import Codec

_BLANKS = r"[^\S\n]"
_CLUE = r"(?:[0-9]+|[Xx_.?])"
_SYNLOGIC = (
    rf"\[\[\s*{_CLUE}\s+{_CLUE}[\s,]|This is a [0-9]{{1,3}}\s?x\s?[0-9]{{1,3}} Futoshiki|X(?: [X0-9])+\s*\n"
)
_NUMBER = r"-?[0-9]{1,9}+(?![0-9])"
_SOURCE = (
    rf"(?a:{_NUMBER}(?:\s+{_NUMBER}){{0,2}}\s*(?:[|<>]|\Z)|{_NUMBER}(?:{_BLANKS}+{_NUMBER})?{_BLANKS}*\n)"
)
"""Up to three numbers and a sign, or a line of at most two numbers."""
_SIGNS = r"[^\w\n<>(){}\[\]\"',:;|]|[_v]"
_PLAIN = (
    rf"(?=[^\n]{{0,17}}+{_BLANKS}*+\n)(?:[^A-Za-uw-z|\n(){{}}\[\]]*?[<>][^A-Za-uw-z|\n]*\n"
    rf"|(?:(?:{_SIGNS}|[0-9])*+\n)?(?:{_SIGNS})*+\n)"
)
"""A line with a sign, or a first line that is followed by a line without values."""
_PICTURE = rf"[0-9._·](?: [<>| ] [0-9._·]){{1,8}}{_BLANKS}*\n[\^v \t\r]*(?:\n|\Z)"
_CSV = (
    rf"(?m:[0-9]{{1,3}}[,;]?{_BLANKS}*+(?:#[^\n]*)?\n(?:\s*+#[^\n]*\n)*+"
    rf"\s*+[0-9]++{_BLANKS}*+(?:[,;]?{_BLANKS}*+[0-9]|[,;]?$))"
)
_RELATIONS = (
    rf"[0-9]{{1,{len(str(MAX_VALUES))}}}{_BLANKS}*\n"
    rf"\s*+-?[0-9]++(?:{_BLANKS}++-?[0-9]++)*+{_BLANKS}*+(?:[\n#]|\Z)"
)
"""The size and a line of numbers, in which a Futoshiki in the format source would have signs."""
_CLUSTERS = rf"[0-9]++(?:{_BLANKS}+[0-9]+)+{_BLANKS}*\n(?:[0-9 \t]+\n)+\s*\n[<>0][<>0 \t]*\n"
_VALUE = r"(?:[0-9]{1,9}|[._])"
_MATRIX = rf"[01]\s*\Z|{_VALUE}(?:{_BLANKS}++{_VALUE})++{_BLANKS}*\n{_BLANKS}*{_VALUE}{_BLANKS}+{_VALUE}"
"""Only 0 or 1, or two rows. A Futoshiki in the format source begins with its size instead."""
_LONG = rf"(?:\.|-?[0-9]{{1,{len(str(MAX_VALUES))}}}(?![0-9]))"
_LATIN = rf"\s*{_LONG}(?:{_BLANKS}+{_LONG}){{2,}}{_BLANKS}*\n{_BLANKS}*{_LONG}{_BLANKS}+{_LONG}"
"""Rows of numbers. A bare matrix is ambiguous, so this format must be named. Longer numbers are rather candidates."""
_CELL = r"[0-9._*xX-]"
_SUDOKU = (
    r"[0-9A-Za-z._*-]{16,1225}+\s*\Z"  # a run
    r"|[-+=|]+[-+=| \t]*\n|[.:'*][-+.:'* \t]{12,}\n"  # a frame
    rf"|(?=(?:[| \t]*+{_CELL}){{4}})[|]?[ \t]*+{_CELL}[ \t]*+{_CELL}(?:[ \t]*+[|]?[ \t]*+{_CELL})++[ \t]*[|]?[ \t]*\n"
    r"|[0-9A-Za-z.]{16,64}\n"
)
_CANDIDATES = r"(?=[1-9])1?+2?+3?+4?+5?+6?+7?+8?+9?+"
_SUDOKU_CANDIDATES = (
    r"[0-9.]{729}\s*+\Z"
    rf"|(?:[-+.:'*|= \t]++\n\s*+)?[|: \t]*+{_CANDIDATES}(?:[|: \t]++{_CANDIDATES}){{8}}[|: \t]*+\n"
)
_FUTOSHIKI_CANDIDATES = (
    r"(?=[1-9])(?=[1-9<>^v|.\s-]*?[1-9]{2})"
    rf"{_CANDIDATES}(?:(?:[ \t|]++|(?=[<>]))(?:[<>][ \t|]*+)?{_CANDIDATES})++[ \t]*+\n"
)
_TOTAL = r"[0-9]{0,9}"
_START_REL = r"[0-9]{1,3}\s+START:"
_PUZZLEKIT = r"[0-9]{1,9}+[ \t]+[0-9]{1,9}+[ \t]*\n\s*(?:-|[0-9]+,|,[0-9])"
_COVER = (
    r"(?=[^\n]*+\n\s*+\S)(?![^\n]*\n\t|[^\n]*\t\t)(?:\|[^\n]*\n\s*)*+(?![^\n]*?(?:&#?\w{1,9}+;|</?\w{1,9}+ ?/?>))"
    r"(?=\S++[^\S\n]++\S)(?=[^\n]*?[^\W\d_])(?=[^\n]*\n(?:\s*\|[^\n]*\n)*\s*(?P<item>[^\s:]+))"
    r"(?:[^\s|]+[^\S\n]+)*?(?:\|[^\S\n]*)?(?:[^\s|]+[^\S\n]+)*?(?P=item)(?!\S)"
    r"(?!(?:[^\n]*\n)*?[^\S\n]*\|[^\n]*\|[^\S\n]*(?:\n|\Z))"
)
"""A line with a letter that contains the first item of the next line, which excludes prose.

It has no entity or tag of a web page, whose letters belong to a sign or to nothing. A comment does not end with a bar,
unlike the row of a table.
"""

_FLAGGED = "(?:[a-z]*+[0-9]{1,2}+,[ \\t]*+)*+[a-z]*+[0-9]{1,2}[URDL]"
"""The beginning of a game id without its size, up to the first flag."""
_SOLO = "[0-9]{1,2}(?:x[0-9]{1,2}|j)[a-z0-9]{0,9}[:#]"
_BIT_ROW = r"[ \t]*+(?:[^\s,:;]++[ \t,:;]++)??[01](?:[ \t,;]*+[01])*+[ \t,;]*+"
_COVER_MATRIX = (
    r"(?=[^\n]*+\n.)(?!order\s)(?:[^\s,;]++(?:[ \t,;]++[^\s,;]++)++[ \t]*+\n)?"
    rf"{_BIT_ROW}\n{_BIT_ROW}(?:\n|\Z)"
)
"""Two rows of 0 and 1, below a line of items or not; a Latin square of the suites begins with its order."""
_COURSES = "exercises of courses"

_named = partial(Codec, detected=False)
"""Texts that are read only if the format is named."""

_FORMATS = (
    Codec("sadman", Sudoku, "SadMan Software", r"\[Puzzle\]", has_comments=True, has_header=True),
    Codec("pycsp3", Futoshiki, "PyCSP3", r'\{\s*"(?:size|numHints|opHints)"'),
    Codec("dimacs", object, "this project, for SAT solvers", r"(?:c(?: [^\n]*)?\n){0,9}?(?:c [{]\n|p cnf )"),
    Codec("json", object, "this project", r"\s*[\[{]"),
    Codec(
        "tatham",
        Futoshiki | Adjacent,
        "Simon Tatham's puzzle collection (Unequal), and its ports",
        rf"(?!{_SOLO})[0-9]{{1,9}}+[A-Za-z]{{0,9}}+[:#]|{_FLAGGED}",
        line=rf"[0-9]+[a-z]*[:#](?:\S|\s*$)|{_FLAGGED}",
    ),
    Codec(
        "solo",
        Sudoku,
        "Simon Tatham's puzzle collection (Solo), and its ports",
        _SOLO,
        line=rf"{_SOLO}\S",
    ),
    Codec(
        "tatham-save",
        Futoshiki | Adjacent | Sudoku,
        "Simon Tatham's puzzle collection",
        "SA[Vv]EFILE:",
        has_header=True,
    ),
    Codec(
        "url",
        Futoshiki | Sudoku,
        "sites that run that collection, Sudoku sites",
        r"[a-z]{2,9}://[^\s#]*(?:#|\?(?:bd|s)=)",
        line=r"\S*#[0-9]+[a-z0-9]*:",
        has_header=True,
    ),
    Codec(
        "f-puzzles",
        Sudoku,
        "f-puzzles, SudokuPad",
        r"[a-z]{2,9}://(?:\w{1,20}\.)?(?:f-puzzles|sudokupad|crackingthecryptic)\.",
        has_header=True,
        has_rules=True,
    ),
    Codec(
        "pzprjs",
        Kakuro | Sudoku,
        "puzz.link and pzprjs",
        r"[a-z]{2,9}://[^\s]{1,99}?[?](?:kakuro|sudoku)/[0-9v]",
        line=r"[a-z]{2,9}://\S+\s*$",
        has_header=True,
    ),
    Codec(
        "opensudoku",
        Sudoku,
        "OpenSudoku",
        r"<(?:\?xml|!|opensudoku|game)",
        line=r"<opensudoku.*</opensudoku>\s*$",
    ),
    Codec(
        "futorules",
        Futoshiki,
        "FutoRules",
        r'\(\s*solve|[0-9]{1,3}\s+"',
        line=r'[0-9]+\s+"|\(solve',
        has_header=True,
    ),
    Codec(
        "futoshiki.org",
        Futoshiki,
        "futoshiki.org",
        r"(?:[0-9.][_()]){1,8}[0-9.]_*[\^v_]",
        line=r"(?=\S{25}|(?:[0-9.][_()][0-9.][_^v]_[_^v]){1,2}[0-9.])(?:[0-9.][_()]){1,8}[0-9.]_*[\^v_]\S*\s*$",
    ),
    Codec(
        "janko",
        Futoshiki,
        "janko.at",
        r"(?:(?!problem)[a-z][^\n]*\n\s*+){1,20}problem\s",
        has_comments=True,
        has_header=True,
    ),
    Codec("adjacent", Adjacent, "this project", r"adjacent\b", "native:ADJACENT", has_header=True),
    Codec(
        "permutations",
        Permutations,
        "this project",
        r"permutations\b",
        "native:PERMUTATIONS",
        has_comments=True,
        has_header=True,
    ),
    Codec("synlogic", Futoshiki, "SynLogic", _SYNLOGIC, has_header=True),
    Codec("chuk", Futoshiki, "chuk-puzzles-gym", r"\|\s1\s{1,9}2\s"),
    Codec(
        "reasoning-gym",
        Futoshiki,
        "reasoning-gym",
        r"Solve the following [0-9]{1,3}x[0-9]{1,3} Futoshiki puzzle:",
        has_header=True,
    ),
    Codec(
        "sudoku-extreme",
        Sudoku,
        "Sudoku-Extreme",
        r"source,question,answer,rating\s|[^,\n]{0,200},[0-9.]{81},",
        line=r"[^,]{0,200},[0-9.]{81},",
    ),
    Codec(
        "sudoku-candidates",
        Sudoku,
        "solvers, people",
        _SUDOKU_CANDIDATES,
        "candidates:SUDOKU",
        line=r"[0-9.]{729}\s*$",
    ),
    Codec(
        "futoshiki-candidates",
        Futoshiki,
        "people",
        _FUTOSHIKI_CANDIDATES,
        "candidates:FUTOSHIKI",
    ),
    Codec(
        "kakuro-pipes",
        Kakuro,
        "solvers with pictures in their code",
        r"\|(?:[ \t]*+(?:[0-9]*\\[0-9]*|[xX0-9_-])[ \t]*+\|)++[ \t]*+(?:\n|\Z)",
        "kakuro_layouts:PIPES",
        has_comments=True,
    ),
    Codec(
        "kakuro-rows",
        Kakuro,
        "people, solvers",
        rf"(?:[xX#][ \t]++)*+{_TOTAL}\\{_TOTAL}[ \t]++(?:[0-9\\_.xX#-]++[ \t]*+)++\n",
        "kakuro_layouts:ROWS",
    ),
    Codec(
        "kakuro-csv",
        Kakuro,
        "solvers that read tables",
        rf"{_TOTAL}\\{_TOTAL}\s*,",
        "kakuro_layouts:CSV",
    ),
    _named(
        "cross-sums",
        Kakuro,
        "cross_sums",
        rf"{_TOTAL}:{_TOTAL}[ \t]+[0-9:_]",
        "kakuro_layouts:CROSS_SUMS",
        has_comments=True,
    ),
    _named("puzzlekit", Kakuro, "puzzlekit", _PUZZLEKIT, "kakuro_layouts:PUZZLEKIT", has_comments=True),
    Codec(
        "kakuro",
        Kakuro,
        "the documents on which this project is based",
        r"[0-9]++\s++[0-9]++[\s0-9]*+[*(]",
        "native:KAKURO",
    ),
    _named("start-rel-lesser", Futoshiki, _COURSES, _START_REL, "start_rel:LESSER_FIRST"),
    _named("start-rel-greater", Futoshiki, _COURSES, _START_REL, "start_rel:GREATER_FIRST"),
    Codec(
        "minizinc",
        Futoshiki | LatinSquare,
        "MiniZinc models, CSPLib",
        r"(?:%[^\n]*\n\s*)*+(?:[nN]|values|lt|start)\s*=[^;]*;",
        has_header=True,
    ),
    _named(
        "asp",
        Futoshiki,
        "answer set programs",
        r"(?:%[^\n]*\n\s*)*(?:riga|colonna|riempi|maggiore)\s*\(",
        has_header=True,
    ),
    Codec(
        "essence",
        Futoshiki | LatinSquare,
        "Conjure, Savile Row, CSPLib",
        r"(?:\$[^\n]*\n\s*)*+(?:language\s+E(?i:SSENCE)|letting\s)",
        has_header=True,
    ),
    Codec("picture", Futoshiki, "this project, tomwhite, reasoning-gym", _PICTURE),
    Codec("csv", Futoshiki, _COURSES, _CSV, has_comments=True),
    _named("relations-cells", Futoshiki, _COURSES, _RELATIONS, "relations:CELLS", has_comments=True),
    _named(
        "relations-lesser",
        Futoshiki,
        "exercises of the USP, MiniZinc models",
        _RELATIONS,
        "relations:LESSER_FIRST",
        has_comments=True,
    ),
    _named(
        "relations-greater", Futoshiki, _COURSES, _RELATIONS, "relations:GREATER_FIRST", has_comments=True
    ),
    _named(
        "counts-first",
        Futoshiki,
        _COURSES,
        rf"1{_BLANKS}*\n\s*+[0-9]{{1,3}}{_BLANKS}+[0-9]",
        "relations:COUNTS_FIRST",
        has_comments=True,
    ),
    _named("clusters", Futoshiki, _COURSES, _CLUSTERS),
    Codec("matrix", Futoshiki, "people, spreadsheets", _MATRIX),
    _named("latin", LatinSquare, "this project, people", _LATIN, "native:LATIN"),
    Codec("qcp", LatinSquare, "lsencode, the suites QWH and QCP", r"order\s", has_header=True),
    Codec(
        "sudoku",
        Sudoku,
        "most Sudoku programs (also SDK and SDM)",
        _SUDOKU,
        has_comments=True,
        is_like_titles=True,
        line=r"[0-4.]{16}\s*$",
    ),
    Codec(
        "source", Futoshiki, "this project and the documents on which it is based", _SOURCE, "native:SOURCE"
    ),
    Codec("plain", Futoshiki, "josephw, CodinGame, people", _PLAIN),
    Codec("cover", ExactCover, "Knuth's programs (DLX, XCC)", _COVER, is_like_titles=True),
    Codec(
        "cover-matrix",
        ExactCover,
        "exercises of courses, solvers",
        _COVER_MATRIX,
        has_comments=True,
        is_like_titles=True,
    ),
    Codec("typed", Futoshiki, "people: emails, chats, tables", "", has_comments=True, is_like_titles=True),
)
"""If a text begins like texts in several formats, the first of these formats is assumed."""

CODECS: dict[str, Codec] = {codec.name: codec for codec in _FORMATS}
"""All formats."""

NAMES = tuple(CODECS)
"""Names of all formats."""


def codec_of(name: str) -> Codec:
    """Return the format of this name.

    Raises
    ------
    ValueError
        If there is no such format.
    """
    try:
        return CODECS[name]
    except KeyError:
        known = nearest(name, NAMES) or f"; the formats are {', '.join(NAMES)}"
        raise ValueError(f"there is no format {name!r}{known}") from None


_HEADERS = (
    *(codec.shape for codec in _FORMATS if codec.has_header),
    re.compile(r"c [A-Za-z]{2}|c [{]|p cnf "),  # The shape of dimacs has several lines.
)


def is_begun(text: str) -> bool:
    """Return whether a text begins like a format whose first line cannot be a title or a row of a grid."""
    return any(header.match(text) for header in _HEADERS)
