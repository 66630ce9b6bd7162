"""Pieces: the lines of one puzzle in a text of many puzzles."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..puzzles.text import late_pattern
from .codec import MAX_TEXT
from .codecs import CODECS, is_begun
from .detection import REMARK
from .in_line import ON_CELLS, span_in_line
from .lines import TextLines
from .unwrapping import (
    FACT_LINE,
    FENCE,
    LIST,
    OBJECT,
    RELATION_HEADING,
    RELATIONS,
    RULE,
    SIGN_ROW,
    is_row_like,
    is_words,
)

_BY_ITSELF = rf"\s*(?:{'|'.join(codec.line for codec in CODECS.values() if codec.line)}|"
_WHOLE_LINE = late_pattern(rf"{_BY_ITSELF}(?![+=<\u2500-\u257f])[^\s,;|]{{36,}}\s*$|\{{.*\}}\s*$)")
"""A line that is a puzzle by itself."""
_QUESTION = r"Solve the following [0-9]{1,3}x[0-9]{1,3} Futoshiki"
_OTHER_PUZZLE = late_pattern(
    rf"\{{(?!\s*[0-9._])|{_QUESTION}|{_BY_ITSELF}(?=\S*[0-9.])[0-9A-Za-z.*_-]{{36,}}\s*$)"
)
"""A line that is a puzzle or the first line of a puzzle, but not a row of a grid or a part of an object."""
_COLUMNS = late_pattern(r"\t[a-z]{4,}\t(?:hardest step )?[0-9.]+\t(?:seed )?[0-9]+\s*$")
"""The columns of ``fastfuto generate`` after a puzzle: level, score and seed, which had no names before 0.2.0."""
_HEADER = late_pattern(r" *([0-9]{1,3})(?:\s+([0-9]{1,3}))?[ \r\n]*$")
"""The size of a grid. A number with a tab before or after it is a row with blank cells."""
_NUMBERS = late_pattern(r"[\s0-9.,;-]+$")
_NUMBER = late_pattern(r"\s*-?[0-9]{1,3}\s*$")
_SIGNED_ROW = late_pattern(r"\s*-?[0-9]+(?:\s*[|<>]\s*-?[0-9]+)*\s*$")
_HEADING = late_pattern(
    r"\s*(?:#+[ \t]*|[-=*]{2,}[ \t]*|[(\[])?(?:"
    r"(?!(?:[vxo]+|row|line|zeile)\b)(?:[^\W\d_]{2,20}[ \t]+){0,2}(?:[^\W\d_]{2,20}|no[.]|nr[.]|#)[ \t]*#?[0-9]{1,6}"
    r"(?:[ \t]*[-:,(.)\]][^<>|^\n]{0,80}|[ \t]*[-=*#]+[ \t]*)?"
    r"|[0-9]{1,6}(?:[.):\]]|[ \t]*[-=*#]{2,}))\s*$",
    re.IGNORECASE,
)
"""A line with the number of a puzzle, such as ``Grid 01``, ``Puzzle 3 (easy)`` and ``2.``."""
_QUOTED = late_pattern(r"\"[^\"]*\"|'[^']*'")
_RELATION = late_pattern(r"\s*\([0-9]+,\s*[0-9]+\)\s*[<>]")
"""A line with a sign of the format synlogic, below its list."""
_BITS = late_pattern(r"[01\s,;]+$")
"""A row of an exact cover, which may have more rows than columns."""
_PROGRAM = late_pattern(r"\s*(?:language\s+E|letting\s|(?:[nN]|values|lt|start)\s*=)")
"""The first line of a program for a solver."""
_STATEMENT = late_pattern(r"^\s*(?:letting\s+)?(language\b|\w+(?=\s*(?:=|be\b)))")
"""The name that a statement sets."""
_NO_STATEMENT = late_pattern(r"\s*(?:(?:#|//).*)?$")
"""A blank line or a comment between the lists of a program."""
_ROW = late_pattern(
    r"\s*(?:[0-9._*xX?-]{4,64}|[0-9A-Za-z._*?-]{1,3}(?:[ \t,;]+[0-9A-Za-z._*?-]{1,3})+)[,;]?\s*$"
)
"""A row of cells without signs."""
_SHORTEST_RUN = 36
"""Fewest characters of a puzzle among other text of its line, which are no row of a larger puzzle."""
_MOST_ABOVE = 9
"""Most lines with words, and blank lines below them, above a puzzle."""
_BOX_HEIGHTS = {9: 3, 16: 4}
"""The rows of a box of the usual Sudokus."""
_XML = late_pattern(
    r"\s*<(?:\?xml|!|/folder|opensudoku|folder|name|author|description|comment|created|source|level|game).*>\s*$"
)
"""A line of a document of OpenSudoku above or below a game."""
_BELOW_GAME = late_pattern(r"\s*</(?:folder|opensudoku)>\s*$")
_GAME = late_pattern(r"<game\b[^<>]*(?:/>|>\s*</game>)")
_UNDER = late_pattern(r"[-\s^vV∧∨]*$")
_BLACK_ROW = late_pattern(r"[\s0-9(),]*[*(][\s0-9(),*]*$")
_HASHES = late_pattern(
    r"(?:#[ \t]+)+(?:#|[0-9]*\\[0-9]*|[0-9]{1,2}(?=[ \t]+[#0-9]))(?=\s)"
    r"|#+[0-9][0-9#]*#[0-9#]*\s*$|#[ \t]*[<>][#0-9<> \t]*$"
)
"""A row that begins with a black or a blank cell, and is not a comment."""
_VALUE = r"[^\s<>|()\[\]]"
_PICTURES = (
    (late_pattern(rf"{_VALUE}(?:[ <>]{_VALUE})+\s*$"), 2),
    (late_pattern(rf"{_VALUE}(?: [ <>|] {_VALUE})+\s*$"), 4),
)
"""The first row of a picture, and the distance between its values."""
_MOST_CANDIDATES = 9
"""Most values of a grid whose cells have lists of candidates."""
_MOST_LINES = 17
"""Lines of the largest picture."""
_BLANK_CELL = late_pattern(r"[^\s1-9<>|]")
_SIGNS = late_pattern(r"[ ^vV∧∨]*$")


class Piece(NamedTuple):
    """The lines of one puzzle, the number of the first line, and how many lines of words are above the puzzle."""

    first: int
    lines: list[str]
    n_above: int = 0

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "".join(self.lines)

    @property
    def is_grid(self) -> bool:
        """Whether the piece is a grid without a header such as "adjacent 5:"; words after it are not a puzzle."""
        lines = self.lines[self.n_above :]
        return len(lines) > 1 and not is_begun(lines[0])

    @property
    def is_words(self) -> bool:
        """Whether there are only words."""
        return self.n_above == len(self.lines)

    @property
    def has_picture(self) -> bool:
        """Whether an early line may be a row of a picture, in which blank lines do not end the puzzle."""
        return any(
            pattern.match(line)
            for pattern, _ in _PICTURES
            for line in self.lines[self.n_above :][:_MOST_LINES]
        )

    @property
    def is_picture(self) -> bool:
        """Whether only the width of the first line determines the end of the piece."""
        below = self.n_above + 1
        return len(self.lines) > below and _SIGNS.match(self.lines[below]) is not None


def next_piece(rest: TextLines, room: int = MAX_TEXT) -> Piece | None:
    """Take the lines of the next puzzle, of about `room` characters at most; return None at the end."""
    above = list[str]()
    first = 0
    while (line := rest.take()) is not None:
        if "\t" in line:
            line = _COLUMNS.sub("", line)
        if not above:
            if line.startswith("#") and not _HASHES.match(line) and not ON_CELLS.search(line):
                continue
            # The usual lines are recognised first, because files may have many of them.
            if _WHOLE_LINE.match(line) and not line.startswith("(solve"):
                return Piece(rest.number, [line])
            if _HEADER.match(line):
                first, rest.room = rest.number, room - len(line)
                lines = _lines_of_grid(rest, line)
                _take_relations(rest, lines)
                return Piece(first, lines)
            if REMARK.fullmatch(line.rstrip()):
                continue
        if not above and _XML.match(line) and not _is_whole(line):
            if not (games := _GAME.findall(line)):
                continue
            number = rest.number
            if len(games) > 1:
                return Piece(number, [line])
            while (below := rest.peek()) is not None and _BELOW_GAME.match(below):
                rest.take()
            return Piece(number, games)
        is_rule = FENCE.fullmatch(line) or (
            RULE.fullmatch(line) and (line[0] in "=~#" or not (rest.peek() or "").strip())
        )
        if not line.strip() or is_rule:
            above += [line] if above else []
            continue
        if not above:
            first, rest.room = rest.number, room
        is_number = _is_heading(line) and not is_row_like(line, rest.peek() or "")
        rest.room -= len(line)
        if _is_whole(line):
            if above and not _is_heading(above[0]):
                break
            return Piece(first, [*above, line], len(above))
        if (not is_number and not is_words(line)) or LIST.search(line) or is_begun(line):
            if above and not is_number and is_begun(line):
                break
            lines = _lines_of_grid(rest, line)
            _take_relations(rest, lines)
            return Piece(first, above + lines, len(above))
        above.append(line)
        if len(above) > _MOST_ABOVE:
            while _take_line(rest, above):
                pass
            return Piece(first, above, len(above))
    if line is not None:
        rest.give_back(1)
    return Piece(first, above, len(above)) if above else None


def next_clusters(rest: TextLines, room: int = MAX_TEXT) -> Piece | None:
    """Take the three blocks of the next puzzle in the format clusters; return None at the end.

    A block whose first line has another number of words than expected begins another puzzle.
    """
    lines = list[str]()
    first = n = 0
    for k in range(3):
        n_above = 0
        while (line := rest.peek()) is not None and (not line.strip() or line.startswith("#")):
            rest.take()
            n_above += 1
        n_words = len((line or "").split())
        if not k:
            first, n, rest.room = rest.number + 1, n_words, room
        elif n_words != n - k % 2 or n == 1:
            rest.give_back(n_above)
            break
        else:
            lines += ["\n"] * n_above
        while (line := rest.peek() or "").strip() and not line.startswith("#") and _take(rest, lines):
            pass
    return Piece(first, lines) if lines else None


def _is_whole(line: str) -> bool:
    """Return whether a line is a puzzle by itself, perhaps among other text."""
    if _WHOLE_LINE.match(line):
        return not line.startswith("(solve")
    span = span_in_line(line)
    return span is not None and span[1] - span[0] >= _SHORTEST_RUN


def _is_heading(line: str) -> bool:
    """Return whether a line has the number of a puzzle but is not a part of the puzzle."""
    return _HEADING.match(line) is not None and not is_begun(line)


def _lines_of_grid(rest: TextLines, line: str) -> list[str]:
    """Return the lines of a puzzle that begins with `line`, without the next puzzle's lines."""
    taken = [line]
    if re.match(_QUESTION, line):
        _take_blank(rest, taken)
        if not _take_line(rest, taken):
            return taken
        line = taken[-1]
    header, below = _HEADER.match(line), rest.peek() or ""
    # Two different numbers above a line without numbers are the first row of a picture.
    if header and (header[2] in (None, header[1]) or below.strip()) and not (header[2] and _is_signs(below)):
        _take_rows(rest, taken, int(header[1]), header[2])
    elif LIST.search(line) and not OBJECT.match(line):
        _take_list(rest, taken)
    elif _PROGRAM.match(line):
        _take_program(rest, taken)
    elif line.startswith("{"):
        while taken[-1].rstrip() != "}" and _take_line(rest, taken):
            pass
    elif line.startswith("(solve"):
        while not taken[-1].rstrip().endswith(")") and _take_line(rest, taken):
            pass
    else:
        for picture, pitch in _PICTURES:
            if picture.match(line) and _SIGNS.match(below):
                _take_picture(rest, taken, (len(line.rstrip()) + pitch - 1) // pitch)
                break
        else:
            _take_block(rest, taken)
    return taken


def _take_list(rest: TextLines, taken: list[str]) -> None:
    """Take a list, or lists without brackets around all of them, and the lists of relations that follow."""
    has_relations = RELATIONS.match(taken[0]) is not None
    while True:
        depth, deepest = _depth(taken[-1])
        is_open = depth > 0
        while (depth > 0 or (not is_open and deepest < 2 and LIST.search(rest.peek() or ""))) and _take_line(
            rest, taken
        ):
            depth += _depth(taken[-1])[0]
        if not _take_related(rest, taken, has_relations):
            break
    while _RELATION.match(rest.peek() or "") and _take_line(rest, taken):
        pass


def _take_program(rest: TextLines, taken: list[str]) -> None:
    """Take the statements of a program, between which blank lines may be, up to a name that was set before."""
    names = {"language", *_STATEMENT.findall(taken[0])}
    while True:
        above = list[str]()
        while (line := rest.peek()) and not line.strip() and _take(rest, above):
            pass
        found = {*_STATEMENT.findall(line or "")}
        if not line or (above and not found) or found & names or _is_other(line) or not _take(rest, above):
            rest.give_back(len(above))
            return
        taken += above
        names |= found


def _has_signs(lines: list[str]) -> bool:
    """Return whether there are signs."""
    return any(sign in line for sign in "<>^" for line in lines)


def _take_relations(rest: TextLines, taken: list[str]) -> None:
    """Take signs and values by the names of their cells, or lines of signs only, below a grid without signs."""
    above = list[str]()
    while (line := rest.peek()) is not None and len(above) < _MOST_ABOVE:
        if (line.strip() and not RELATION_HEADING.fullmatch(line.rstrip())) or not _take(rest, above):
            break
    pattern = FACT_LINE if FACT_LINE.match(line or "") else SIGN_ROW
    found = list[str]()
    while (line := rest.peek()) is not None and pattern.match(line) and _take(rest, found):
        pass
    if _has_signs(found) > _has_signs(taken) and (pattern is FACT_LINE or len(found) > 1):
        taken += above + found
    else:
        rest.give_back(len(above) + len(found))


def _take_related(rest: TextLines, taken: list[str], has_relations: bool) -> bool:
    """Take the first line of the relations or signs in a list below a grid, or of a grid below its relations.

    Comments and blank lines may be above this line.
    """
    above = list[str]()
    while _NO_STATEMENT.match(rest.peek() or "x") and len(above) < _MOST_ABOVE and _take(rest, above):
        pass
    line = rest.peek() or ""
    is_list = LIST.search(line) is not None
    is_related = RELATIONS.match(line) or (
        is_list and (has_relations or _has_signs([line]) > _has_signs(taken))
    )
    if is_related and _take(rest, above):
        taken += above
        return True
    rest.give_back(len(above))
    return False


def _depth(line: str) -> tuple[int, int]:
    """Return the number of brackets that a line leaves open, and the largest number that are open in it."""
    depth = deepest = 0
    for character in _QUOTED.sub("", line):
        if character in "[({":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "])}":
            depth -= 1
    return depth, deepest


def _take_picture(rest: TextLines, taken: list[str], n: int) -> None:
    """Take the lines of a picture of n rows; lines of signs may be blank."""
    has_blank_cells = _BLANK_CELL.search(taken[-1]) is not None
    for _ in range(2 * n - 2):
        line = rest.peek() or ""
        # If blank cells are written, no row is blank, so two blank lines separate puzzles.
        is_end = has_blank_cells and not line.strip() and not taken[-1].strip()
        if is_end or _is_other(line) or not _take(rest, taken):
            return


def _is_signs(line: str) -> bool:
    """Return whether a line has signs between two rows of a picture."""
    return bool(line.strip()) and _SIGNS.match(line) is not None


def _is_other(line: str) -> bool:
    """Return whether a line is certainly the first line of another puzzle."""
    return _OTHER_PUZZLE.match(line) is not None


def _take(rest: TextLines, taken: list[str]) -> bool:
    """Take the next line; return False at the end, or if the lines are already too long for a puzzle."""
    if rest.room <= 0 or (line := rest.take()) is None:
        return False
    taken.append(line)
    return True


def _take_line(rest: TextLines, taken: list[str]) -> bool:
    """Take the next line unless it is blank or begins another puzzle."""
    line = rest.peek() or ""
    is_blank = not line.strip() and not ("\t" in line and "\t" in taken[0])
    return not is_blank and not _is_other(line) and _take(rest, taken)


def _take_block(rest: TextLines, taken: list[str]) -> None:
    """Take all lines up to a blank line, a one-line puzzle, or the header of a grid with signs or black cells."""
    n_cells = _n_cells(taken[0])
    n_rows = 1
    has_bits = _BITS.match(taken[0]) is not None
    words = taken[0].split()
    has_candidates = n_cells == len(words) <= _MOST_CANDIDATES and any(len(word) > 1 for word in words)
    while not (
        (n_rows == n_cells == _n_cells(rest.peek() or "") and not has_bits)
        or _is_end(rest.peek() or "", n_cells or _n_cells(taken[-1]))
    ) and (_take_line(rest, taken) or _take_gap(rest, taken, n_rows, n_cells)):
        has_bits = has_bits and _BITS.match(taken[-1]) is not None
        # Between the candidates of two rows, a dash is no cell.
        is_row = n_cells > 0 and _n_cells(taken[-1]) == n_cells
        n_rows += is_row and not (has_candidates and {*taken[-1].split()} == {"-"})
        header = _HEADER.match(taken[-2])
        # Two relations below their number look like a row of two cells, but no signs follow.
        may_be_row = _BLACK_ROW.match(taken[-1]) or _UNDER.match(rest.peek() or "")
        if header and len(taken) > 2 and may_be_row and _is_first_row(int(header[1]), header[2], taken[-1]):
            taken[-2:] = []
            rest.give_back(2)
            return


def _is_end(line: str, n_cells: int) -> bool:
    """Return whether a line is a fence, or the heading of the next puzzle and not a row of n cells."""
    return FENCE.fullmatch(line) is not None or (_is_heading(line) and len(line.strip()) != n_cells)


def _take_gap(rest: TextLines, taken: list[str], n_rows: int, n_cells: int) -> bool:
    """Take the blank line between the boxes of a Sudoku, and the next row."""
    height = _BOX_HEIGHTS.get(n_cells)
    line = rest.peek()
    if (
        not height
        or line is None
        or line.strip()
        or n_rows % height
        or n_rows == n_cells
        or not _take(rest, taken)
    ):
        return False
    if _n_cells(rest.peek() or "") == n_cells:
        return _take(rest, taken)
    taken.pop()
    rest.give_back(1)
    return False


def _n_cells(line: str) -> int:
    """Return the number of cells of a row without signs, or 0."""
    if not _ROW.match(line):
        return 0
    words = re.split(r"[\s,;]+", line.strip(" \t\r\n,;"))
    if len(words) == 1:
        return len(words[0])
    return len(words) if all(len(word) == 1 or word.isdigit() for word in words) else 0


def _is_first_row(n: int, n_columns: str | None, row: str) -> bool:
    """Return whether a line is the first row of a grid with signs or black cells below the header of its size."""
    if _BLACK_ROW.match(row):
        return True
    is_square = (n_columns is None or int(n_columns) == n) and (n > 1 or _NUMBER.match(row) is not None)
    return is_square and _SIGNED_ROW.match(row) is not None and len(re.findall("[0-9]+", row)) == n


def _take_rows(rest: TextLines, taken: list[str], n: int, n_columns: str | None) -> None:
    """Take the lines of a grid with a number of rows in its header, otherwise all lines up to a blank line."""
    _take_blank(rest, taken)
    if _HEADER.fullmatch((rest.peek() or "").rstrip()) and n > 1:  # The header repeats n in a second line.
        _take(rest, taken)
        _take_blank(rest, taken)
    row = rest.peek() or ""
    if n == 1 and _NUMBER.match(row):
        _take(rest, taken)
        if _HEADER.match(row) and _is_first_row(int(row), None, rest.peek() or ""):
            taken.pop()
            rest.give_back(1)
    elif _is_first_row(n, n_columns, row):
        # The header of the next grid shows that lines of this grid are missing.
        for _ in range(n if _BLACK_ROW.match(row) else 2 * n - 1):
            line = rest.peek() or ""
            if _is_other(line) or _HEADER.match(line) or not _take(rest, taken):
                return
            _take_blank(rest, taken)
    elif taken[-1].strip() or _NUMBERS.match(row):
        _take_block(rest, taken)


def _take_blank(rest: TextLines, taken: list[str]) -> None:
    """Take blank lines."""
    while (line := rest.peek()) and not line.strip() and _take(rest, taken):
        pass
