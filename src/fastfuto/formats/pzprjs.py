"""Kakuro addresses of pzprjs sites: ``https://.../p?kakuro/columns/rows/...``, without the first row and column."""

from __future__ import annotations

import re

from ..errors import PuzzleError
from ..model import MAX_CELLS
from ..puzzles import Kakuro, cell_name
from .codec import Both
from .tokens import Reader

NAME = "pzprjs"
PAGE = "https://puzz.link/p?kakuro"
LARGEST = 45
"""The largest total with a character."""

_ADDRESS = re.compile(r"(\S*?\bkakuro/)(?:v:/)?")
_SLASH = re.compile(r"(/)")
_TOTALS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SKIPS = "klmnopqrstuvwxyz"
"""Characters for runs of 1 to 16 white cells."""


def _parse(text: str) -> Kakuro:
    scan = Reader(text)
    scan.need(_ADDRESS, "an address with kakuro/columns/rows/")
    n_columns = scan.number("the number of columns", 1, MAX_CELLS)
    scan.need(_SLASH, "'/'")
    n_rows = scan.number("the number of rows", 1, MAX_CELLS)
    scan.need(_SLASH, "'/'")
    if (n_columns + 1) * (n_rows + 1) > MAX_CELLS:
        raise scan.error(f"the grid has more than {MAX_CELLS} cells")
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
    try:
        return Kakuro([top, *([first, *row] for first, row in zip(left, inner, strict=True))])
    except PuzzleError as error:
        raise scan.error(str(error), 0) from None


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


def _format(puzzle: Kakuro) -> str:
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
    return f"{PAGE}/{n_columns - 1}/{n_rows - 1}/{text}"


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
