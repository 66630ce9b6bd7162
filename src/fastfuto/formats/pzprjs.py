"""Addresses of pzprjs sites: ``https://.../p?kakuro/columns/rows/...``, without the first row and column.

``p?sudoku/columns/rows/...`` is a Sudoku with the usual boxes.
"""

from __future__ import annotations

import math
import re

import numpy as np

from ..errors import PuzzleError
from ..model import MAX_CELLS
from ..puzzles import Kakuro, Sudoku, cell_name
from .codec import Both, check_values
from .tokens import Reader

NAME = "pzprjs"
PAGE = "https://puzz.link/p?"
LARGEST = 45
"""The largest total with a character."""

_ADDRESS = re.compile(r"\S*?\b(kakuro|sudoku)/(?:v:/)?")
_TOTALS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SKIPS = "klmnopqrstuvwxyz"
"""Characters for runs of 1 to 16 white cells."""


_NUMBER = re.compile("([0-9a-f]|-[0-9a-f]{2}|[g-z])")
_FIRST_SKIP = 15
"""The digit in base 36 before ``g``, which is one blank cell."""


def _parse(text: str) -> Kakuro | Sudoku:
    scan = Reader(text)
    family = scan.need(_ADDRESS, "an address with kakuro/columns/rows/ or sudoku/columns/rows/")
    n_columns = scan.number("the number of columns", 1, MAX_CELLS)
    scan.expect("/")
    n_rows = scan.number("the number of rows", 1, MAX_CELLS)
    scan.expect("/")
    if (n_columns + 1) * (n_rows + 1) > MAX_CELLS:
        raise scan.error(f"the grid has more than {MAX_CELLS} cells")
    return (_kakuro if family == "kakuro" else _sudoku)(scan, n_rows, n_columns)


def _sudoku(scan: Reader, n_rows: int, n_columns: int) -> Sudoku:
    if n_rows != n_columns or not _has_boxes(n_rows):
        raise scan.error(f"expected a Sudoku with n = 4, 6, 9, 16 or 25, found {n_columns} x {n_rows} cells")
    cells: list[int] = []
    if blank := re.search(r"\s", scan.signs[scan.at :].rstrip()):
        raise scan.error("expected an address without blanks", scan.at + blank.start())
    while len(cells) < n_rows * n_columns:
        number = scan.need(_NUMBER, f"the {n_rows} x {n_columns} cells of the grid")
        if number >= "g":
            cells += [0] * (int(number, 36) - _FIRST_SKIP)
        elif not 1 <= (value := int(number.removeprefix("-"), 16)) <= n_rows:
            raise scan.error(f"expected 1 to {n_rows}, found {value}")
        else:
            cells.append(value)
    if len(cells) > n_rows * n_columns:
        raise scan.error(f"expected {n_rows} x {n_columns} cells, found more")
    scan.finish()
    return scan.made(lambda: Sudoku(cells), 0)


def _has_boxes(n: int) -> bool:
    """Return whether the boxes of n x n cells are known: the sites draw other sizes with boxes of other shapes."""
    return n == 6 or (n > 1 and math.isqrt(n) ** 2 == n)


def _kakuro(scan: Reader, n_rows: int, n_columns: int) -> Kakuro:
    cells: list[int | tuple[int, int] | None] = []
    while len(cells) < n_columns * n_rows:
        character = _next(scan, "a cell")
        if character in _SKIPS:
            cells += [0] * (_SKIPS.index(character) + 1)
        elif character == ".":
            cells.append(None)
        else:
            down = _total(scan, character)
            cells.append((down, _total(scan, _next(scan, "a total"))))
    if len(cells) > n_columns * n_rows:
        raise scan.error(f"expected {n_rows} x {n_columns} cells, found more", scan.at - 1)
    inner = [cells[r * n_columns : (r + 1) * n_columns] for r in range(n_rows)]
    top: list[int | tuple[int, int] | None] = [None] * (n_columns + 1)
    for c in range(n_columns):
        if inner[0][c] == 0:
            top[c + 1] = (_total(scan, _next(scan, f"the total above column {c + 1}")), 0)
    left: list[tuple[int, int] | None] = [None] * n_rows
    for r in range(n_rows):
        if inner[r][0] == 0:
            left[r] = (0, _total(scan, _next(scan, f"the total left of row {r + 1}")))
    scan.finish()
    rows = [top, *([first, *row] for first, row in zip(left, inner, strict=True))]
    return scan.made(lambda: Kakuro(rows), 0)


def _next(scan: Reader, what: str) -> str:
    if scan.at == len(scan.text) or scan.text[scan.at].isspace():
        raise scan.error(f"expected {what}, but the text ends", scan.at)
    scan.at += 1
    return scan.text[scan.at - 1]


def _total(scan: Reader, character: str) -> int:
    if character == "-":
        return 0
    if character not in _TOTALS:
        raise scan.error(f"expected a total, found {character!r}", scan.at - 1)
    return _TOTALS.index(character)


def _format(puzzle: Kakuro | Sudoku) -> str:
    return _format_sudoku(puzzle) if isinstance(puzzle, Sudoku) else _format_kakuro(puzzle)


def _format_sudoku(puzzle: Sudoku) -> str:
    n = puzzle.n
    if not (puzzle.has_default_boxes and _has_boxes(n)) or puzzle.inequalities:
        raise PuzzleError(f"the format {NAME} holds only Sudokus with the usual boxes and no inequalities")
    check_values(puzzle.clues, n, f"the format {NAME} holds values")
    cells = puzzle.clues.ravel().tolist()
    text = "".join("." if not clue else f"{clue:x}" if clue < 16 else f"-{clue:x}" for clue in cells)
    text = re.sub(r"\.{1,20}", lambda run: np.base_repr(len(run[0]) + _FIRST_SKIP, 36).lower(), text)
    return f"{PAGE}sudoku/{n}/{n}/{text}"


def _format_kakuro(puzzle: Kakuro) -> str:
    (n_rows, n_columns), rows = puzzle.shape, puzzle.rows
    if n_rows < 2 or n_columns < 2:
        raise PuzzleError(f"the format {NAME} holds only grids with at least 2 rows and 2 columns")
    for r, row in enumerate(rows):
        for c, entry in enumerate(row):
            if isinstance(entry, int) and entry:
                raise PuzzleError(f"{cell_name((r, c))}: the format {NAME} cannot hold digits")
    top, left = rows[0], [row[0] for row in rows]
    for c, entry in enumerate(top):
        _check_edge(entry, (0, c), totals=1 if c and rows[1][c] == 0 else 0)
    for r, entry in enumerate(left[1:], 1):
        _check_edge(entry, (r, 0), totals=2 if rows[r][1] == 0 else 0)
    text = ""
    for r, row in enumerate(rows[1:], 1):
        for c, entry in enumerate(row[1:], 1):
            if entry is None:
                text += "."
            elif isinstance(entry, tuple):
                text += _totals(entry, (r, c))
            else:
                text += "k"
    text = re.sub("k{1,16}", lambda run: _SKIPS[len(run[0]) - 1], text)
    for c in range(1, n_columns):
        if rows[1][c] == 0:
            text += _totals(top[c] or (0, 0), (0, c))[0]
    for r in range(1, n_rows):
        if rows[r][1] == 0:
            text += _totals(left[r] or (0, 0), (r, 0))[1]
    return f"{PAGE}kakuro/{n_columns - 1}/{n_rows - 1}/{text}"


def _check_edge(entry: object, cell: tuple[int, int], totals: int) -> None:
    """Raise if a cell of the first row (totals = 1) or column (2) holds more than the total of an inner run."""
    if entry is not None and not (isinstance(entry, tuple) and totals and not entry[2 - totals]):
        raise PuzzleError(
            f"{cell_name(cell)}: the format {NAME} holds only black cells and totals of inner runs at the edge"
        )


def _totals(entry: object, cell: tuple[int, int]) -> str:
    assert isinstance(entry, tuple)
    if max(entry) > LARGEST:
        raise PuzzleError(
            f"{cell_name(cell)}: the format {NAME} holds only totals up to {LARGEST}, not {max(entry)}"
        )
    return _TOTALS[entry[0]] + _TOTALS[entry[1]]


BOTH = Both(_parse, _format)
