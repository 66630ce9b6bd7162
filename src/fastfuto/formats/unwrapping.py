"""Removal of text around a puzzle and normalization of its characters.

After the removal of quoting, entities, titles, code fences, and other characters for blank cells, signs and frames,
the usual formats can read the text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import ParseError
from ..puzzles.text import late_pattern, parse_error
from .codec import MOST_HEAD
from .codecs import is_begun
from .in_line import ON_CELLS, span_in_line
from .tokens import index_of

LONGEST = 1 << 16
"""Most characters of a text that is unwrapped; longer texts are only read unchanged."""

USUAL = {
    ord(other): usual
    for usual, others in {
        ".": "?？□▢☐⬜◻◽▫",
        " ": "\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        # Arrows and triangles point to the smaller number, as the usual signs do; neighbours are never equal.
        "<": "‹〈⟨﹤«≪⋘≤⩽≦⪇≨←⇐⟵⟸⬅◁◀◂◃◄◅⊲",
        ">": "›〉⟩﹥»≫⋙≥⩾≧⪈≩→⇒⟶⟹➡▷▶▸▹►▻⊳",
        "^": "\u02c4\u2303\ufe3f\u22c0↑⇑⬆△▲▴▵",
        "v": "\u02c5\u2304\ufe40\u22c1↓⇓⬇▽▼▾▿",
        "|": "│┃║╎╏┆┇┊┋￨",
        "-": "‐‑‒–—−",
        "+": "─━═┄┅┈┉┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰╞╡╪╤╧╟╢╫╥╨",
        "[": "［【",
        "]": "］】",
    }.items()
    for other in others
}
_ENTITIES = {
    **dict.fromkeys(("lt", "#60", "#x3c"), "<"),
    **dict.fromkeys(("gt", "#62", "#x3e"), ">"),
    **dict.fromkeys(("nbsp", "#160", "#xa0"), " "),
    **dict.fromkeys(("and", "wedge", "#8743"), "^"),
    **dict.fromkeys(("or", "vee", "#8744"), "v"),
}
_ESCAPED = r"<>_*^.|\[\]?-"
_REPLACED = late_pattern(
    rf"&({'|'.join(_ENTITIES)});"
    rf"|^([^\S\n]*+)\\(?=[{_ESCAPED}])|\\(?=([{_ESCAPED}]))"  # escapes in Markdown
    r"|[\u200b-\u200d\u2060\ufe0e\ufe0f]|(?:(?<=[0-9])|(?<=[0-9]\ufe0f))\u20e3"  # characters without a width
    r"|</?(?:pre|code|tt)>|<br ?/?>(?=(?:[^\S\n]|<br ?/?>){0,9}(?:\n|\Z))|(<br ?/?>)",
    re.IGNORECASE | re.MULTILINE,
)
_BREAK = late_pattern(r"<br ?/?>\Z", re.IGNORECASE)
_CAPITALS = late_pattern(r"^[ \tAVv^]*A[ \tAVv^]*$", re.MULTILINE)
"""A line of signs that are typed as letters."""
_DEEPEST = 9
"""Most quoting marks before a line."""
FENCE = late_pattern(r"\s*(?:```|~~~)\s*\w*\s*")
_WORD = late_pattern(r"[^\W\d_]{2,}")
_ONLY_WORDS = late_pattern(
    r"(?:\s*[#*(\"'-]*+(?:[^\W\d_]++(?:['’-][^\W\d_]++)*+|[0-9]{1,4})[)\"'.,:;!?*-]*+(?!\S))*+\s*"
)
"""A line of words and numbers, which what is left of a damaged address or game id is not."""
_BETWEEN_CELLS = late_pattern(r"(?!\|-?\s*\Z)[|\\]")
"""A character of a grid, which no title has, except for the bar of YAML at its end."""
NO_VALUE = ("NaN", "nan", "None", "null", "nil")
"""Words for a missing value."""
_LONGEST_TITLE = 5
"""Most lines of a title."""
MAKER = r"(?:(?:\[\]){0,3}(?:(?<![\w.:])[A-Za-z_][\w.:]{0,30}!?)?(?:<[^<>\n]{0,20}>)?)"
"""The name or type of what a list becomes, such as ``np.array``, ``vec!``, ``Arrays.asList`` and ``[]int``."""
LIST = late_pattern(
    rf"{MAKER}(?!\[[0-9, ]*\]\s*\{{)(?:[\[({{]\|?\s*+'?{MAKER}[\[({{](?!\w{{2,}}\s*[;\]])|[\[({{]\s*+[\"']"
    r"|[\[{(]\s*+(?:-?[0-9]+|[._?x]|None|null)(?:\s*+,\s*+(?!(?!None|null|nil|nan)[A-Za-z]|[\[({])|\s)"
    r"|[\[({]\|?[ \t]*(?://[^\n]*)?(?:\n|\Z))"
)
"""The beginning of a list of lists, of strings or of numbers, whose opening bracket may end a line."""
BULLET = r"(?:[-*•]\s+|[0-9]{1,3}[.)]\s+)?"
"""What may be before an item of a list in a text."""
RELATION_HEADING = late_pattern(
    r"\s*(?:constraints|inequalities|relations|signs|clues|givens|rules|values)\s*:?\s*", re.IGNORECASE
)
"""A line above values or signs by the names of their cells."""
CELL_NAME = (
    r"(?:[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})|([A-Za-z])([0-9]{1,2})|\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\))"
)
"""The name of a cell, whose groups are two numbers, a letter and a number, and two numbers."""
FACT_LINE = late_pattern(
    rf"\s*{BULLET}{CELL_NAME}\s*(?:[<>≤≥=-]+\s*{CELL_NAME}|(?:=|:|is)\s*[0-9]{{1,3}})\s*[,;.]?\s*$"
)
"""A line with a sign between two cells by name, or with a value of a cell."""
SIGN_ROW = late_pattern(r"(?=[^\n]*\S)[ \t<>^v.|_-]+$")
"""A line of signs without cells."""
RELATION_WORDS = r"(?<![a-z])(?:comparison|constraint|inequalit|less|greater|lt|gt|relation|rule|sign)"
"""Words in the names of lists of relations."""
RELATIONS = late_pattern(
    rf"\s*(?:\w+\s+){{0,3}}\w*{RELATION_WORDS}\w*[^=\n]{{0,40}}?[=:]\s*[\w.:!<>]{{0,20}}[\[({{]",
    re.IGNORECASE,
)
"""The beginning of a list of relations in a program."""
OBJECT = late_pattern(r'\s*\{\s*(?:"[^"\n]*"\s*:|\}|\Z)')
"""The beginning of a JSON object."""
_LONGEST_LINE = 200
"""Most characters of a line of words."""
_HEADING = late_pattern(
    r"\s*+(?:[#([]*+\s*+[0-9]{1,6}(?:[.):\]]|\)\.)|#+\s*[0-9]{1,6}|(?P<rule>[-=*#])(?P=rule)*\s*[0-9]{1,6}\s*(?P=rule)+)\s*"
)
"""A line with the number of a puzzle."""
RULE = late_pattern(r"\s*([-=*_~#])\1{2,}\s*")
_LONG_QUOTE = late_pattern("\"\"\"|'''")
_GRID_LIKE = late_pattern(
    r"[0-9.]{12}|[<>^|\[\]{}]|(?:(?<![^\s,;&])[0-9.][\s,;&]+|(?<!\S)[0-9.]$){4}|(?i:\br[0-9]+c[0-9])|(?:[,;\t]\s*[0-9]+\s*){2}"
    r"|(?i:(?:\brow|\bline|\bzeile|\br)\s*[0-9]{1,2}\s*[:|]\s*[0-9._?-](?!\S))"
)
_ANY = (
    r"killer|diagonal|\bdiag\b|thermo|kropki|knight|chess|windoku|sandwich|samurai|jigsaw|renban|whisper|palindrom"
    r"|skyscraper|\banti|\bcages?\b|consecutive|aufeinanderfolg|\bdiffer|\bodd\b|(?:are|is|be|only) even\b|even cells"
    r"|arrow|pfeil|reversed|\bwrong\b|\bextra (?:box|region|rule)|extra [0-9]"
    r"|(?:digits?|numbers?|values?|ziffern|zahlen|from|von) 0"
    r"|диагонал|対角|對角|对角|diagonaal|przekątn|only json holds"
)
VARIANTS = late_pattern(_ANY)
"""Words for rules that a grid does not show, in lower case: of puzzles of any family."""
SUDOKU_VARIANTS = late_pattern(
    rf"{_ANY}|region|inequalit|irregular|arrow|hyper|consecutive|greater|squiggl|nonomino|geometr|toroid|disjoint|argyle"
    r"|asterisk|quadrupl|colou?r sudoku|\bsums?\b|\bodd\b|\beven\b|\bxv\b|\bx-?sudoku|sudoku[ -]x\b"
)
"""The same of Sudokus, whose grids have no signs."""


class Unwrapped(NamedTuple):
    """A text without its wrapping.

    Attributes
    ----------
    text : str
    places : list of int
        The original index of each index in the text and of its end.
    title : str
        The lines with words above the puzzle.
    is_changed : bool
        Whether anything except a title was removed or replaced.
    """

    text: str
    places: list[int]
    title: str
    is_changed: bool

    def error(self, message: str, at: int) -> ParseError:
        """Return the error `message` for an index of the text."""
        return parse_error(self.text, at, message)

    def part(self, start: int, end: int) -> Unwrapped:
        """Return a part of the text."""
        return Unwrapped(self.text[start:end], self.places[start : end + 1], self.title, True)


def _is_break(text: str, tag: re.Match[str]) -> bool:
    """Return whether a tag for a line break separates two parts of a line outside a table."""
    start = text.rfind("\n", 0, tag.start()) + 1
    before = text[max(start, tag.start() - 80) : tag.start()].rstrip()
    return before != "" and not text.startswith("|", start) and not _BREAK.search(before)


def unwrap(text: str) -> Unwrapped:
    """Remove the wrapping around the puzzle in a text whose lines end with newlines."""
    pieces, places, at = list[str](), list[int](), 0
    # Within a line a backslash is an escape only if every character of that kind has one.
    unescaped = {sign for sign in _ESCAPED if "\\" in text and text.count(f"\\{sign}") < text.count(sign)}
    for match in _REPLACED.finditer(text):
        if match[3] in unescaped:
            continue
        usual = _ENTITIES[match[1].lower()] if match[1] else match[2] or ""
        if match[4] and _is_break(text, match):
            usual = "\n"
        pieces += text[at : match.start()], usual
        places += range(at, match.start() + len(usual))
        at = match.end()
    pieces.append(text[at:])
    places += range(at, len(text) + 1)
    usual = "".join(pieces).translate(USUAL)
    if {*filter(str.isalpha, usual)} <= {"A", "V", "v"}:
        usual = _CAPITALS.sub(lambda line: line[0].replace("A", "^"), usual)
    is_changed = usual != text
    lines, start = list[tuple[str, int]](), 0
    for line in usual.split("\n"):
        lines.append((line, start))
        start += len(line) + 1
    for _ in range(_DEEPEST):
        if not (quote := _quote(lines)):
            break
        lines = [(line[quote:], start + min(quote, len(line))) for line, start in lines]
        is_changed = True
    lines, is_fenced = _unfenced(lines)
    n_lines, title = len(lines), list[str]()
    if not are_letters([line for line, _ in lines]):
        lines, title = _untitled(_unruled(lines))
        lines, _ = _unfenced(_unfooted(lines))
        lines = _unruled(_unfooted(lines))
    is_changed = is_changed or is_fenced or len(lines) < n_lines - len(title)
    kept = [places[start + k] for line, start in lines for k in range(len(line) + 1)]
    return Unwrapped("\n".join(line for line, _ in lines), kept, "\n".join(title), is_changed)


def _untitled(lines: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the lines below a title, and the title; too many lines with words are not a title."""
    rest, title, end = lines, list[str](), lines[-1][1] + len(lines[-1][0])
    while _is_title(rest[first := _span(rest)[0]][0]) and not is_row_like(
        rest[first][0], rest[min(first + 1, len(rest) - 1)][0]
    ):
        title.append(rest[first][0])
        if len(title) > _LONGEST_TITLE or _BETWEEN_CELLS.search(title[-1]):
            return lines, []
        # Any further blank line may be a row of blank cells.
        is_blank = len(rest) > first + 1 and not rest[first + 1][0].strip()
        rest = rest[first + 1 + is_blank :] or [("", end)]
    is_whole = any(line.strip() for line, _ in rest) and not are_letters(title)
    return (rest, title) if is_whole else (lines, [])


def below_title(text: str) -> list[Unwrapped]:
    """Return the puzzle below a title if the puzzle also begins with words, as links and program files do."""
    start = n_above = 0
    for line in text.splitlines(keepends=True):
        if n_above and (is_begun(text[start : start + MOST_HEAD]) or span_in_line(f"x {line}")):
            return [Unwrapped(text[start:], [*range(start, len(text) + 1)], text[:start], False)]
        n_above += bool(line.strip())
        if n_above > _LONGEST_TITLE or not _ONLY_WORDS.fullmatch(line):
            break
        start += len(line)
    return []


def _quote(lines: list[tuple[str, int]]) -> int:
    """Return the number of quoting characters at the beginning of each line."""
    filled = [line.rstrip() for line, _ in lines if line.strip()]
    if not filled or not all(line.startswith(">") for line in filled):
        return 0
    return 2 if all(line[1:2] in ("", " ") for line in filled) else 1


def _unfenced(lines: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], bool]:
    """Return lines without code fences above and below, and whether there were any."""
    first, last = _span(lines)
    if first == last or not FENCE.fullmatch(lines[first][0]):
        return lines, False
    inner = lines[first + 1 : last if FENCE.fullmatch(lines[last][0]) else None]
    return inner or [("", lines[first][1])], True


def _span(lines: list[tuple[str, int]]) -> tuple[int, int]:
    """Return the numbers of the first and the last non-blank line, or of the first line if all are blank."""
    first, last = 0, len(lines) - 1
    while last and not lines[last][0].strip():
        last -= 1
    while first < last and not lines[first][0].strip():
        first += 1
    return (first, last) if lines[last][0].strip() else (0, 0)


def are_letters(lines: list[str]) -> bool:
    """Return whether the lines are words with as many letters as there are words: the rows of a square in letters."""
    words = [line.strip() for line in lines if line.strip()]
    return len(words) > 1 and all(len(word) == len(words) and " " not in word for word in words)


def _unfooted(lines: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the lines above the lines of words at the end; too many lines with words are not removed."""
    end, count = _span(lines)[1], 0
    while end and count <= _LONGEST_TITLE and is_words(lines[end][0]) and not _is_puzzle(lines[end][0]):
        end, count = _span(lines[:end])[1], count + 1
    is_words_only = 0 < count <= _LONGEST_TITLE and not are_letters([line for line, _ in lines[end + 1 :]])
    return lines[: end + 1] if is_words_only else lines


def _is_puzzle(line: str) -> bool:
    """Return whether a line has a puzzle, or the beginning of a list."""
    return LIST.search(line) is not None or span_in_line(line) is not None


def _is_title(line: str) -> bool:
    # A line of a program ends with a semicolon.
    is_title = (len(_words(line)) > 0 and not line.rstrip().endswith(";")) or _HEADING.fullmatch(
        line
    ) is not None
    return is_title and not (
        _is_puzzle(line) or _LONG_QUOTE.search(line) or FENCE.fullmatch(line) or ON_CELLS.search(line)
    )


def _unruled(lines: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return lines without the drawn rules above and below them, because such rules are not rows."""
    first, last = _span(lines)
    while first < last and _is_rule(lines[first][0], lines[first + 1][0]):
        first += 1
    while first < last and _is_rule(lines[last][0], lines[last - 1][0]):
        last -= 1
    return lines[first : last + 1] if (first, last) != _span(lines) else lines


def _is_rule(line: str, other: str) -> bool:
    """Return whether a line is a drawn rule; `other` is the line next to it."""
    return RULE.fullmatch(line) is not None and len(line.strip()) != len(other.strip())


def is_row_like(line: str, below: str) -> bool:
    """Return whether a line may be a row of digits as long as the row below it, and is not a puzzle's number."""
    return len(line.strip()) == len(below.strip()) and not set(line.strip() + below.strip()) - set(
        "0123456789._*"
    )


def is_words(line: str) -> bool:
    """Return whether a line has words, and nothing that looks like a part of a grid."""
    return (
        len(line) <= _LONGEST_LINE
        and any(len(word) > 2 for word in _words(line))
        and not _GRID_LIKE.search(line)
        and not ON_CELLS.search(line)
    )


def _words(line: str) -> list[str]:
    """Return the words of a line that do not consist of signs or blank cells."""
    return [word for word in _WORD.findall(line) if not set(word) <= set("vVxXoO") and word not in NO_VALUE]


def original(error: ParseError, inside: Unwrapped, text: str) -> ParseError:
    """Convert an error in an unwrapped text to an error in the original text."""
    return parse_error(text, inside.places[index_of(inside.text, error.line, error.column)], error.message)
