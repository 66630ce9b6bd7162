"""The lines of grids typed by hand: rows with signs between their cells, and sign lines below them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ..puzzles.text import Scanner

LARGEST = 99
"""Most cells of a row."""
BLANK = r"[._·•∙xX*~#oO○◯]"
_A_CELL = rf"\[\s*(?:[0-9]{{1,3}}|{BLANK}|-)?\s*\]|\(\s*(?:[0-9]{{1,3}}|{BLANK}|-)?\s*\)|[0-9]{{1,3}}|{BLANK}"
_CELL = re.compile(_A_CELL)
_TOKEN = re.compile(rf"(?P<cell>{_A_CELL})|(?P<sign>[<>])|(?P<filler>[|-])|\S")
_DASHED = re.compile(rf"(?P<cell>-1(?!\S)|-|{_A_CELL})|(?P<sign>[<>])|(?P<filler>\|)|\S")
"""The tokens of a row, without and with dashes as blank cells."""
_ORDERED = re.compile(rf"(?:{BLANK}|[-0^v])+")
"""A word of signs and fillers."""
_UNDER_WORD = re.compile(r"[^\s|]+")
NUMBER = re.compile(r"[0-9]+")


class CellText(NamedTuple):
    """A value, 0 for a blank cell, and its indices in the text from `start` up to `end`."""

    value: int
    start: int
    end: int


class Row(NamedTuple):
    """The cells of a row, the sign or "" after each cell except the last, and its line.

    Bars or dashes before each cell and after the last cell have no meaning.
    """

    cells: list[CellText]
    signs: list[str]
    line: Line
    fillers: list[str]


class Line(NamedTuple):
    """A line, its index in the text, and its number."""

    text: str
    at: int
    number: int

    @property
    def is_under(self) -> bool:
        """Whether the line has signs between two rows."""
        return "^" in self.text or "v" in self.text

    @property
    def is_rule(self) -> bool:
        """Whether the line may be part of a frame, or a line without signs between rows."""
        return not set(self.text) - set("-=+| \t") and bool(set(self.text) & set("-=+"))

    @property
    def is_bars(self) -> bool:
        """Whether the line has only bars."""
        return not set(self.text) - set("| \t")

    @property
    def is_framed(self) -> bool:
        """Whether the line begins and ends with a bar."""
        return len(inside := self.text.strip()) > 1 and inside[0] == inside[-1] == "|"


def typed_row(scan: Scanner, line: Line, tokens: re.Pattern[str] = _TOKEN) -> Row:
    """Read a row whose cells are all written."""
    cells, signs, fillers = list[CellText](), list[str](), [""]
    at, end = line.at, line.at + len(line.text)
    for token in tokens.finditer(scan.signs, at, end):
        start, kind = token.start(), token.lastgroup
        if kind == "cell":
            at = token.end()
            cells.append(CellText(_value(token[0]), start, at))
            signs.append("")
            fillers.append("")
            if len(cells) > LARGEST:
                raise scan.error(f"expected a row of at most {LARGEST} cells, found more", at)
        elif kind == "sign":
            if not cells:
                raise scan.error(f"the sign {token[0]!r} is before the first cell of its row", start)
            if signs[-1]:
                raise scan.error("there are two signs between two cells", start)
            signs[-1] = token[0]
        elif kind == "filler":
            fillers[-1] += token[0]
        else:
            raise scan.error(f"expected a value, a blank cell or a sign, found {scan.text[start]!r}", start)
    if signs and signs.pop():
        raise scan.error("there is a sign after the last cell of this row", line.at)
    return Row(cells, signs, line, fillers)


def dashed_row(scan: Scanner, line: Line) -> Row:
    """Read a row in which a dash is a blank cell."""
    return typed_row(scan, line, _DASHED)


def framed_row(scan: Scanner, line: Line) -> Row:
    """Read a row with bars at both ends, and bars or signs between its cells, which may be empty."""
    spans = _spans(line, "|<>")
    signs = [line.text[end].replace("|", "") for _, end in spans[:-1]]
    return Row([_framed_cell(scan, line, *span) for span in spans], signs, line, [])


def table_row(scan: Scanner, line: Line) -> Row:
    """Read a row with bars between its cells, and signs in their own fields."""
    spans = _spans(line, "|")
    if len(spans) % 2 == 0:
        raise scan.error(
            f"expected an odd number of fields in a row of cells and signs, found {len(spans)}",
            start_of(line),
        )
    signs = [line.text[start:end].strip() for start, end in spans[1::2]]
    for (start, _), sign in zip(spans[1::2], signs, strict=True):
        if sign not in ("", "<", ">"):
            raise scan.error(
                f"expected '<', '>' or nothing between two cells, found {sign!r}", line.at + start
            )
    return Row([_framed_cell(scan, line, *span) for span in spans[::2]], signs, line, [])


def _spans(line: Line, between: str) -> list[tuple[int, int]]:
    """Return the start and end of each piece of a line between two of these characters."""
    bars = [j for j, character in enumerate(line.text) if character in between]
    return [(one + 1, other) for one, other in pairwise(bars)]


def _framed_cell(scan: Scanner, line: Line, start: int, end: int) -> CellText:
    inside = line.text[start:end].strip()
    if inside not in ("", "-") and not _CELL.fullmatch(inside):
        raise scan.error(
            f"expected one value or a blank cell between two bars, found {inside!r}", line.at + start
        )
    return CellText(_value(inside), line.at + start, line.at + end)


def _value(cell: str) -> int:
    digits = NUMBER.search(cell)
    return int(digits[0]) if digits and "-" not in cell else 0


def columns_in_order(line: Line, n: int) -> dict[int, int]:
    """Return the columns of signs by their places, if the line has a sign or a filler for each column."""
    words = list(_UNDER_WORD.finditer(line.text))
    if not all(_ORDERED.fullmatch(word[0]) for word in words):
        return {}
    if len(words) == 1 and set(words[0][0]) - {"^", "v"}:
        places = list(range(*words[0].span()))
    elif all(len(word[0]) == 1 for word in words):
        places = [word.start() for word in words]
    else:
        return {}
    if len(places) == 2 * n - 1 and all(line.text[at] == "-" for at in places[1::2]):
        places = places[::2]
    return {at: c for c, at in enumerate(places)} if len(places) == n else {}


def start_of(line: Line) -> int:
    """Return the index of a line's first non-blank character."""
    return line.at + len(line.text) - len(line.text.lstrip())
