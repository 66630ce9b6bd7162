"""Game ids of "Unequal" in Simon Tatham's puzzle collection: ``4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,``."""

from __future__ import annotations

import re

import numpy as np

from ..engines import read_tatham, write_tatham
from ..errors import PuzzleError
from ..puzzles import Adjacent, Cell, Futoshiki, Inequality, cell_name
from ..puzzles.text import Scanner
from .adjacent import format_cells, parse_cells
from .codec import Codec

__all__ = ["CODEC"]

SMALLEST, LARGEST = 3, 32

_NEIGHBOURS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

_SIZE = re.compile(r"\s*([0-9]+)")
_MODE = re.compile(r"\s*(a)")
_DIFFICULTY = re.compile(r"\s*(d[tekxr])")
_COLON = re.compile(r"\s*(:)")
_SKIP = re.compile(r"\s*([a-z])")
_VALUE = re.compile(r"\s*([0-9]+)")
_FLAG = re.compile(r"\s*([URDL])")
_COMMA = re.compile(r"\s*(,)")


def _parse(text: str) -> Futoshiki | Adjacent:
    if (read := read_tatham(text)) is not None:
        return Futoshiki.from_arrays(*read)
    scan = Scanner(text)
    n, is_adjacent = _parse_params(scan)
    if is_adjacent:
        return parse_cells(scan, n)
    clues = [0] * (n * n)
    inequalities: set[Inequality] = set()
    cell = 0
    while scan.found():
        if skip := scan.take(_SKIP):
            cell += ord(skip) - ord("a") + 1
            if cell > n * n:
                raise scan.error(f"too much data: {skip!r} skips past the last of the {n * n} cells")
            continue
        if cell == n * n:
            raise scan.error(f"too much data: the grid has {n * n} cells")
        name = cell_name(divmod(cell, n))
        value = scan.need(_VALUE, f"the number of {name}")
        if len(value) > 2 or int(value) > n:
            raise scan.error(f"out-of-range number at {name}: expected 0 to {n}, found {value[:20]}")
        clues[cell] = int(value)
        while flag := scan.take(_FLAG):
            inequalities.add(_flagged(scan, n, inequalities, divmod(cell, n), flag))
        cell += 1
        if scan.take(_COMMA) is None and cell < n * n and scan.found():
            raise scan.error(f"missing separator: expected ',' after {name}")
    if cell < n * n:
        raise scan.error(f"not enough data: {cell} of {n * n} cells")
    return Futoshiki(np.reshape(clues, (n, n)), inequalities)


def _parse_params(scan: Scanner) -> tuple[int, bool]:
    """Read everything before the description, including the colon: the size, and whether the mode is Adjacent."""
    if not scan.found():
        raise scan.error("the text is empty", 0)
    size = scan.need(_SIZE, "the size n of the grid")
    if not (len(size) <= 3 and SMALLEST <= int(size) <= LARGEST):
        raise scan.error(f"the size of a game id must be {SMALLEST} to {LARGEST}, found {size[:20]}")
    is_adjacent = scan.take(_MODE) is not None
    scan.take(_DIFFICULTY)
    if scan.found() == "#":
        raise scan.error("'#' begins the seed of a random game, not a puzzle: use the specific id, with ':'")
    scan.need(_COLON, "':' and the description")
    return int(size), is_adjacent


def _flagged(scan: Scanner, n: int, known: set[Inequality], cell: Cell, flag: str) -> Inequality:
    """Return the inequality of a flag: the cell is greater than its neighbour in that direction."""
    down, right = _NEIGHBOURS[flag]
    other = (cell[0] + down, cell[1] + right)
    if not (0 <= other[0] < n and 0 <= other[1] < n):
        raise scan.error(f"flags go off grid: {flag!r} at {cell_name(cell)}")
    if (cell, other) in known:
        raise scan.error(
            f"flags contradict each other: {cell_name(other)} is already greater than {cell_name(cell)}"
        )
    return other, cell


def _format(puzzle: Futoshiki | Adjacent) -> str:
    n = puzzle.n
    if not SMALLEST <= n <= LARGEST:
        raise PuzzleError(
            f"a tatham id holds grids with n from {SMALLEST} to {LARGEST}, and this one has n = {n}"
        )
    clues = puzzle.clues
    outside = (clues < 0) | (clues > n)
    if outside.any():
        r, c = np.argwhere(outside)[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: a tatham id holds values 0 to {n}, not {clues[r, c]}")
    if isinstance(puzzle, Adjacent):
        return format_cells(puzzle)
    return write_tatham(clues, puzzle._inequalities)


CODEC = Codec("tatham", Futoshiki | Adjacent, _parse, _format, re.compile(r"[0-9]{1,9}+[A-Za-z]{0,9}+[:#]"))
