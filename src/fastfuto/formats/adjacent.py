"""Adjacent puzzles in their own format, and the description of game ids in Adjacent mode."""

from __future__ import annotations

import re

import numpy as np

from ..puzzles import Adjacent, Cell, cell_name
from ..puzzles.text import Scanner
from .codec import Codec

__all__ = ["CODEC", "format_cells", "parse_cells"]

_NEIGHBOURS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

_SKIP = re.compile(r"\s*([a-z])")
_VALUE = re.compile(r"\s*([0-9]+)")
_FLAG = re.compile(r"\s*([URDL])")
_COMMA = re.compile(r"\s*(,)")


def parse_cells(scan: Scanner, n: int) -> Adjacent:
    """Read the description of a game id in Adjacent mode, which follows the colon."""
    clues = np.zeros((n, n), np.int32)
    flags: dict[tuple[Cell, Cell], int] = {}
    cell = 0
    while scan.found():
        if skip := scan.take(_SKIP):
            cell += ord(skip) - ord("a") + 1
            if cell > n * n:
                raise scan.error(f"too much data: {skip!r} skips past the last of the {n * n} cells")
            continue
        if cell == n * n:
            raise scan.error(f"too much data: the grid has {n * n} cells")
        at = r, c = divmod(cell, n)
        value = scan.need(_VALUE, f"the number of {cell_name(at)}")
        if len(value) > 2 or int(value) > n:
            raise scan.error(f"out-of-range number at {cell_name(at)}: expected 0 to {n}, found {value[:20]}")
        clues[at] = int(value)
        while flag := scan.take(_FLAG):
            down, right = _NEIGHBOURS[flag]
            other = r + down, c + right
            if not (0 <= other[0] < n and 0 <= other[1] < n):
                raise scan.error(f"flags go off grid: {flag!r} at {cell_name(at)}")
            flags[at, other] = scan.last
        cell += 1
        if scan.take(_COMMA) is None and cell < n * n and scan.found():
            raise scan.error(f"missing separator: expected ',' after {cell_name(at)}")
    if cell < n * n:
        raise scan.error(f"not enough data: {cell} of {n * n} cells")
    for (first, second), where in flags.items():
        if (second, first) not in flags:
            message = f"flags contradict each other: {cell_name(first)} has a bar towards {cell_name(second)}"
            raise scan.error(f"{message}, which has none back", where)
    return Adjacent(clues, flags)


def format_cells(puzzle: Adjacent) -> str:
    """Return the game id of a puzzle whose size and clues an id can hold."""
    flags: dict[Cell, list[str]] = {}
    for pair in puzzle.bars:
        for at, other in (pair, pair[::-1]):
            step = other[0] - at[0], other[1] - at[1]
            flags.setdefault(at, []).append(next(flag for flag, each in _NEIGHBOURS.items() if each == step))
    cells = [
        f"{value}{''.join(sorted(flags.get(cell, ()), key='URDL'.index))},"
        for cell, value in np.ndenumerate(puzzle.clues)
    ]
    return f"{puzzle.n}a:{''.join(cells)}"


CODEC = Codec("adjacent", Adjacent, Adjacent.parse, str, re.compile(r"adjacent\b"))
