"""Grids on a terminal: numbered rows and columns, signs between their cells, borders of regions, and colours."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from .view import View

BOLD, DIM, FOUND, CONFLICT, _END = "\033[1m", "\033[2m", "\033[36m", "\033[1;31m", "\033[0m"
WIDTH = 80
"""Columns of a terminal whose width is unknown."""
_BLANK, _BROKEN = ".", "!"
_NONE: Mapping[Any, Any] = MappingProxyType({})


class Parts(NamedTuple):
    """The parts of a grid that differ between families.

    Attributes
    ----------
    signs : mapping
        The sign between two neighbouring cells (first, second).
    regions : list of int, or None
        The region of each cell, if borders are drawn.
    totals : mapping
        The two numbers of a black cell, (down, right), each as text.
    broken : collection of (int, int)
        Neighbours (first, second) whose sign does not hold.
    below : str
        A line below the grid, with its line break.
    """

    signs: Mapping[tuple[int, int], str] = _NONE
    regions: list[int] | None = None
    totals: Mapping[int, tuple[str, str]] = _NONE
    broken: Collection[tuple[int, int]] = ()
    below: str = ""


def board(view: View, width: int, *, has_colours: bool) -> str:
    """Return a grid as lines of at most `width` columns, provided that at least one cell fits into a line.

    A grid that is too wide has less space between its cells; if that is not enough, it is divided into groups of
    columns, one below the other. Printed numbers are bold, found numbers have a colour, and contradictions are red. An
    exclamation mark follows each contradiction, so colours are not needed.
    """
    assert view.appearance.parts is not None
    parts = view.appearance.parts(view)
    for is_roomy, is_whole in ((True, True), (False, True), (True, False)):
        layout = _Layout(view, parts, width, is_roomy, has_colours)
        if not is_whole or layout.fits:
            break
    return layout.text() + parts.below


class _Layout:
    """The columns of text that each part of a grid takes."""

    def __init__(self, view: View, parts: Parts, width: int, is_roomy: bool, has_colours: bool) -> None:
        self._view, self._parts, self._has_colours = view, parts, has_colours
        self._n_columns = n = view.columns
        self._n_rows = len(view.clues) // n
        self._tail = max([bool(view.conflicts), *(len(right) for _, right in parts.totals.values())])
        values = {str(value) for value in view.values}
        self._head = max(map(len, (*values, str(n)))) if values else 1
        self._head = max([self._head, *(len(down) + 1 for down, _ in parts.totals.values())])
        self._cells = self._texts(width)
        self._margin = len(str(self._n_rows)) + 2
        roomy = [bool(parts.signs) or self._has_wall(c) for c in range(n)]
        self._gaps = [3 if is_roomy and wide else 1 for wide in roomy]
        self._room = width - self._margin
        self._has_signs_below = any(second - first > 1 for first, second in parts.signs)

    @property
    def fits(self) -> bool:
        """Whether all columns fit beside each other."""
        return len(list(self._groups())) == 1

    def text(self) -> str:
        """Return the lines of all groups of columns."""
        return "\n".join(self._group(columns) for columns in self._groups())

    def _texts(self, width: int) -> list[list[str]]:
        """Return the lines of each cell: its value, or its pencil marks beside each other or in a block."""
        view = self._view
        texts = [[str(value) if value else _BLANK] for value in view.values]
        if view.marks is not None:
            joint = "" if view.n_values <= 9 else ","
            size = max((len(joint.join(map(str, marks))) for marks in view.marks), default=1)
            in_a_line = (size + self._tail + 3) * self._n_columns <= width
            row = view.n_values if in_a_line else math.isqrt(view.n_values - 1) + 1
            for cell, marks in enumerate(view.marks):
                if not view.values[cell] and cell not in view.black:
                    lines = [joint.join(map(str, part)) for part in _divided(marks, row)]
                    texts[cell] = lines or ["-"]
            self._head = max(self._head, *(len(line) for lines in texts for line in lines))
        return texts

    def _groups(self) -> Iterator[range]:
        """Yield the columns of each group."""
        first, room = 0, self._room
        for c in range(self._n_columns):
            size = self._head + self._tail
            if c > first and room < size:
                yield range(first, c)
                first, room = c, self._room
            room -= size + self._gaps[c]
        yield range(first, self._n_columns)

    def _group(self, columns: range) -> str:
        n = self._n_columns
        names = "".join(self._padded(str(c + 1)) + " " * self._gaps[c] for c in columns)
        lines = [" " * self._margin + self._painted(names.rstrip(), DIM)]
        for r in range(self._n_rows):
            height = max(len(self._cells[r * n + c]) for c in columns)
            for k in range(height):
                name = self._painted(str(r + 1).rjust(self._margin - 2), DIM) if k == height // 2 else ""
                line = "".join(
                    self._cell(r, c, k, height) + self._beside(r, c, k == height // 2) for c in columns
                )
                lines.append((name or " " * (self._margin - 2)) + "  " + line.rstrip())
            if r + 1 < self._n_rows and self._has_line(r):
                line = "".join(self._below(r, c) + self._crossing(r, c) for c in columns)
                lines.append((" " * self._margin + line).rstrip())
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def _padded(self, text: str) -> str:
        return text.rjust(self._head) + " " * self._tail

    def _cell(self, r: int, c: int, line: int, height: int) -> str:
        """Return one text line of a cell, which may be several lines high."""
        view, cell = self._view, r * self._n_columns + c
        if cell in view.black:
            down, right = self._parts.totals.get(cell, ("", ""))
            if not (down or right):
                return "#" * (self._head + self._tail)
            slash = _BROKEN if cell in view.conflicts else "\\"
            text = (down + slash).rjust(self._head) + right.ljust(self._tail)
            return self._painted(text, CONFLICT if cell in view.conflicts else BOLD)
        lines = self._cells[cell]
        at = line - (height - len(lines)) // 2
        if not 0 <= at < len(lines):
            return " " * (self._head + self._tail)
        look = (
            CONFLICT
            if cell in view.conflicts
            else BOLD
            if view.clues[cell]
            else FOUND
            if view.solved[cell]
            else ""
        )
        mark = _BROKEN if cell in view.conflicts else ""
        padding = " " * (self._head - len(lines[at]))
        return padding + self._painted(lines[at] + mark, look) + " " * (self._tail - len(mark))

    def _beside(self, r: int, c: int, is_middle: bool) -> str:
        """Return the text between a cell and its right neighbour."""
        gap, cell = self._gaps[c], r * self._n_columns + c
        if c + 1 == self._n_columns:
            return ""
        pair = cell, cell + 1
        sign = self._parts.signs.get(pair, "") if is_middle else ""
        if not sign and self._differ(*pair):
            sign = "|"
        if pair in self._parts.broken and sign:
            return self._painted(f" {sign}{_BROKEN}" if gap == 3 else sign, CONFLICT)
        return (sign or " ").center(gap)

    def _below(self, r: int, c: int) -> str:
        """Return the text between a cell and the cell below it."""
        cell = r * self._n_columns + c
        pair = cell, cell + self._n_columns
        sign = self._parts.signs.get(pair, "")
        if pair in self._parts.broken and sign:
            text = f"{sign}{_BROKEN}".rjust(self._head + 1)
            return self._painted(text, CONFLICT) + " " * (self._tail - 1)
        if not sign and self._differ(*pair):
            return "-" * (self._head + self._tail)
        return self._padded(sign)

    def _crossing(self, r: int, c: int) -> str:
        """Return the text at the corner of four cells."""
        if c + 1 == self._n_columns:
            return ""
        cell, n = r * self._n_columns + c, self._n_columns
        left, right = self._differ(cell, cell + n), self._differ(cell + 1, cell + n + 1)
        up, down = self._differ(cell, cell + 1), self._differ(cell + n, cell + n + 1)
        middle = " "
        if left or right:
            middle = "+" if up or down else "-"
        elif up or down:
            middle = "|"
        if self._gaps[c] == 1:
            return middle
        return f"{'-' if left else ' '}{middle}{'-' if right else ' '}"

    def _differ(self, cell: int, other: int) -> bool:
        regions = self._parts.regions
        return regions is not None and regions[cell] != regions[other]

    def _has_wall(self, c: int) -> bool:
        n = self._n_columns
        return c + 1 < n and any(self._differ(cell, cell + 1) for cell in range(c, len(self._view.clues), n))

    def _has_line(self, r: int) -> bool:
        """Return whether there is a line below a row; signs between any two rows require a line below every row."""
        row = range(r * self._n_columns, (r + 1) * self._n_columns)
        return self._has_signs_below or any(self._differ(cell, cell + self._n_columns) for cell in row)

    def _painted(self, text: str, look: str) -> str:
        return f"{look}{text}{_END}" if look and self._has_colours else text


def _divided(values: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yield the values in groups of at most `size`."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
