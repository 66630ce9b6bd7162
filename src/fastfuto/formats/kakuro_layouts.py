"""Kakuro in rows of cells: with pipes, with blanks, as csv, and in the forms of cross_sums and puzzlekit.

A clue has the total of the run below, a character, and the total of the run to the right; either total may be
missing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import PuzzleError
from ..puzzles import Kakuro, cell_name
from .codec import Both
from .tokens import Reader

MAX_CELLS = 1 << 16
MAX_LINE = 1 << 16
"""Most characters of a line."""
_WORD = re.compile(r"\S+")


class _Layout(NamedTuple):
    """The layout of a format's cells.

    Attributes
    ----------
    name : str
    between : str
        The separator of cells: "|", "," or a blank.
    colon : str
        The separator between the totals of a clue.
    black, white : str
        The texts of cells without a clue or a digit; the writer uses the first of each.
    has_size : bool
        Whether the text begins with the numbers of rows and columns.
    """

    name: str
    between: str
    colon: str
    black: tuple[str, ...]
    white: tuple[str, ...]
    has_size: bool = False

    def parse(self, text: str) -> Kakuro:
        """Read a puzzle."""
        scan = Reader(text, "" if "#" in self.black else "#")
        size = None
        if self.has_size:
            size = [scan.number(f"the number of {what}", 1, MAX_CELLS) for what in ("rows", "columns")]
        rows: list[list[int | tuple[int, int] | None]] = []
        end = 0
        while scan.found():
            above, (start, end) = end, scan.line()
            cells = self._cells(scan, start, end)
            expected = size[1] if size else len(rows[0]) if rows else len(cells)
            if len(cells) != expected:
                raise scan.error(
                    f"expected {expected} cells in row {len(rows) + 1}, found {len(cells)}", start
                )
            if size and len(rows) == size[0]:
                raise scan.error(f"expected {size[0]} rows, but the text continues", start)
            if (len(rows) + 1) * len(cells) > MAX_CELLS:
                raise scan.error(f"the grid has more than {MAX_CELLS} cells", start)
            rows.append([self._entry(scan, cell, at) for cell, at in cells])
            is_apart = len(rows) > 1 and scan.text.count("\n", above, start) > 1
            if is_apart and not any(isinstance(entry, int) for entry in rows[-1]):
                why = "put each puzzle into a text of its own, or read the text with load_many()"
                raise scan.error(f"this seems to be the first row of another Kakuro: {why}", start)
            scan.at = end
        if size and len(rows) < size[0]:
            raise scan.error(f"expected {size[0]} rows, found {len(rows)}", len(scan.text.rstrip()))
        # A backslash before a white cell may be the rest of a clue.
        if self.between == " " and len(found := sorted({*scan.text.split()} & {*self.white})) > 1:
            ways = " and as ".join(map(repr, found))
            raise scan.error(f"the white cells are written as {ways}: use only one of them", 0)
        if all(isinstance(entry, int) for row in rows for entry in row):
            raise scan.error("a Kakuro needs at least one black cell", 0)
        return scan.made(lambda: Kakuro(rows), 0)

    def _cells(self, scan: Reader, start: int, end: int) -> list[tuple[str, int]]:
        """Return the texts of the cells in a line with their places."""
        line = scan.signs[start:end].rstrip()
        if len(line) > MAX_LINE:
            raise scan.error(
                f"the line is too long: expected at most {MAX_LINE} characters, found {len(line)}", start
            )
        if self.between == " ":
            return [(word[0], start + word.start()) for word in _WORD.finditer(line)]
        if self.between == "|":
            if not (len(line) > 1 and line[0] == line[-1] == "|"):
                raise scan.error("expected a row of cells between pipes: | x | 17\\ | - |", start)
            start, line = start + 1, line[1:-1]
        cells, at = [], start
        for cell in line.split(self.between):
            cells.append((cell.strip(), at + len(cell) - len(cell.lstrip()) if cell.strip() else at))
            at += len(cell) + 1
        return cells

    def _entry(self, scan: Reader, cell: str, at: int) -> int | tuple[int, int] | None:
        if cell in self.black:
            return None
        if cell in self.white:
            return 0
        if len(cell) == 1 and cell in "123456789":
            return int(cell)
        totals = re.fullmatch(rf"([0-9]{{0,9}})\s*{re.escape(self.colon)}\s*([0-9]{{0,9}})", cell)
        if totals is None or not (totals[1] or totals[2]):
            expected = f"a clue such as 17{self.colon}24, {self.black[0]!r}, {self.white[0]!r} or a digit"
            raise scan.error(f"expected {expected}, found {cell[:20]!r}", at)
        return int(totals[1] or 0), int(totals[2] or 0)

    def format(self, puzzle: Kakuro) -> str:
        """Write a puzzle."""
        if puzzle.shape[0] * puzzle.shape[1] > MAX_CELLS:
            raise PuzzleError(f"the format {self.name} holds only grids of at most {MAX_CELLS} cells")
        rows = [
            [self._text(entry, (r, c)) for c, entry in enumerate(row)] for r, row in enumerate(puzzle.rows)
        ]
        if all(isinstance(entry, int) for row in puzzle.rows for entry in row):
            raise PuzzleError(f"the format {self.name} cannot hold a grid without black cells")
        lines = [self.between.join(row) for row in rows]
        if not all(lines):
            raise PuzzleError(f"the format {self.name} cannot hold a row that consists of one blank cell")
        if self.between == "|":
            width = max(len(cell) for row in rows for cell in row)
            lines = [f"| {' | '.join(cell.rjust(width) for cell in row)} |" for row in rows]
        head = ["{} {}".format(*puzzle.shape)] if self.has_size else []
        return "\n".join(head + lines) + "\n"

    def _text(self, entry: int | tuple[int, int] | None, cell: tuple[int, int]) -> str:
        if entry is None:
            return self.black[0]
        if isinstance(entry, tuple):
            if max(entry) >= 10**9:
                raise PuzzleError(
                    f"{cell_name(cell)}: the format {self.name} holds only totals below {10**9}"
                )
            return f"{entry[0] or ''}{self.colon}{entry[1] or ''}"
        if entry > 9:
            raise PuzzleError(
                f"{cell_name(cell)}: the format {self.name} holds only digits from 0 to 9, not {entry}"
            )
        return str(entry) if entry else self.white[0]


def _is_usual(puzzle: Kakuro) -> bool:
    """Return whether there is a clue, and the first cell of each row is black; other texts could be tables."""
    has_clue = any(isinstance(entry, tuple) for row in puzzle.rows for entry in row)
    return has_clue and not any(isinstance(row[0], int) for row in puzzle.rows)


PIPES, ROWS, CSV, CROSS_SUMS, PUZZLEKIT = (
    Both(layout.parse, layout.format, _is_usual)
    for layout in (
        _Layout("kakuro-pipes", "|", "\\", ("x", "\\", "X"), ("-", "", "0", "_")),
        _Layout("kakuro-rows", " ", "\\", ("\\", "x", "X", "#"), ("_", ".", "0", "-")),
        _Layout("kakuro-csv", ",", "\\", ("\\", "x", "X", "#"), ("", "0", "-", "_")),
        _Layout("cross-sums", " ", ":", (":",), ("_", "0")),
        _Layout("puzzlekit", " ", ",", ("-",), ("0",), True),
    )
)
