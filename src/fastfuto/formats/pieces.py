"""Pieces: the lines of one puzzle in a text of many puzzles."""

from __future__ import annotations

import re
from typing import NamedTuple

from .codec import MAX_TEXT
from .codecs import CODECS
from .detection import REMARK
from .lines import TextLines

_BY_ITSELF = rf"\s*(?:{'|'.join(codec.line for codec in CODECS.values() if codec.line)}|"
_WHOLE_LINE = re.compile(rf"{_BY_ITSELF}\S{{36,}}\s*$|\{{.*\}}\s*$)")
"""A line that is a puzzle by itself."""
_QUESTION = r"Solve the following [0-9]{1,3}x[0-9]{1,3} Futoshiki"
_OTHER_PUZZLE = re.compile(rf"\{{|{_QUESTION}|{_BY_ITSELF}(?=\S*[0-9.])[0-9A-Za-z.*_-]{{36,}}\s*$)")
"""A line that is a puzzle or the first line of a puzzle, but not a row of a grid or a part of an object."""
_COLUMNS = re.compile(r"\t[a-z]*\t(?:hardest step )?[0-9.]+\t(?:seed )?[0-9]+\s*$")
"""The columns of ``fastfuto generate`` after a puzzle: level, score and seed, which had no names before 0.2.0."""
_HEADER = re.compile(r"\s*([0-9]{1,3})(?:\s+([0-9]{1,3}))?\s*$")
_NUMBERS = re.compile(r"[\s0-9.,;-]+$")
_NUMBER = re.compile(r"\s*-?[0-9]{1,10}\s*$")
_SIGNED_ROW = re.compile(r"\s*-?[0-9]+(?:\s*[|<>]\s*-?[0-9]+)*\s*$")
_UNDER = re.compile(r"[-\s^vV∧∨]*$")
_BLACK_ROW = re.compile(r"[\s0-9(),]*[*(][\s0-9(),*]*$")
_VALUE = r"[^\s<>|()\[\]]"
_PICTURES = (
    (re.compile(rf"{_VALUE}(?:[ <>]{_VALUE})+\s*$"), 2),
    (re.compile(rf"{_VALUE}(?: [ <>|] {_VALUE})+\s*$"), 4),
)
"""The first row of a picture, and the distance between its values."""
_MOST_LINES = 17
"""Lines of the largest picture."""
_BLANK_CELL = re.compile(r"[^\s1-9<>|]")
_SIGNS = re.compile(r"[ ^vV∧∨]*$")


class Piece(NamedTuple):
    """The lines of one puzzle and the number of the first line."""

    first: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "".join(self.lines)

    @property
    def has_picture(self) -> bool:
        """Whether an early line may be a row of a picture, in which blank lines do not end the puzzle."""
        return any(pattern.match(line) for pattern, _ in _PICTURES for line in self.lines[:_MOST_LINES])

    @property
    def is_picture(self) -> bool:
        """Whether only the width of the first line determines the end of the piece."""
        return len(self.lines) > 1 and _SIGNS.match(self.lines[1]) is not None


def next_piece(rest: TextLines, room: int = MAX_TEXT) -> Piece | None:
    """Take the lines of the next puzzle, of about `room` characters at most; return None at the end."""
    while (line := rest.take()) is not None:
        if line.startswith("#"):
            continue
        if "\t" in line:
            line = _COLUMNS.sub("", line)
        if _WHOLE_LINE.match(line) and not line.startswith("(solve"):
            return Piece(rest.number, [line])
        if line.strip() and not REMARK.fullmatch(line.rstrip()):
            first, rest.room = rest.number, room - len(line)
            return Piece(first, _lines_of_grid(rest, line))
    return None


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
    return bool(line.strip()) and not _is_other(line) and _take(rest, taken)


def _take_block(rest: TextLines, taken: list[str]) -> None:
    """Take all lines up to a blank line, a one-line puzzle, or the header of a grid with signs or black cells."""
    while _take_line(rest, taken):
        header = _HEADER.match(taken[-2])
        # Two relations below their number look like a row of two cells, but no signs follow.
        is_row = _BLACK_ROW.match(taken[-1]) or _UNDER.match(rest.peek() or "")
        if header and len(taken) > 2 and is_row and _is_first_row(int(header[1]), header[2], taken[-1]):
            taken[-2:] = []
            rest.give_back(2)
            return


def _is_first_row(n: int, n_columns: str | None, row: str) -> bool:
    """Return whether a line is the first row of a grid with signs or black cells below the header of its size."""
    if _BLACK_ROW.match(row):
        return True
    is_square = n_columns is None or int(n_columns) == n
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
