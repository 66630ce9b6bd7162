"""Game ids of "Unequal" in Simon Tatham's puzzle collection: ``4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,``.

The size and the colon may be missing if the description has a flag. A description without a flag could be any list of
numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import read_tatham, write_tatham
from ..errors import ParseError
from ..puzzles import Adjacent, Cell, Futoshiki, cell_name
from ..puzzles.text import Scanner
from .codec import Both, check_held
from .tokens import index_of

SMALLEST, LARGEST = 3, 32

P = TypeVar("P")

_NEIGHBOURS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

# Blanks are allowed before each part, but not within it, because they would hide a missing flag.
_SIZE = re.compile(r"\s*([0-9]+)")
_MODE = re.compile(r"(a)")
_DIFFICULTY = re.compile(r"(d[tekxr])")
_COLON = re.compile(r"\s*(:)")
_WITHOUT_SIZE = re.compile(r"\s*(?=[a-z]*+[0-9]++[URDL]*+,)")
_CELLS = re.compile("[a-z]|[0-9]+")
_ANY_FLAG = re.compile("[URDL]")
_SKIP = re.compile(r"\s*([a-z])")
_VALUE = re.compile(r"\s*([0-9]+)")
_FLAG = re.compile(r"([URDL])")
_COMMA = re.compile(r"(,)")


def parse(text: str) -> Futoshiki | Adjacent:
    """Read a game id."""
    if (read := read_tatham(text)) is not None:
        return Futoshiki.from_arrays(*read)
    scan = Scanner(text)
    n, is_adjacent = _parse_params(scan)
    clues, flags = _parse_cells(scan, n, is_adjacent)
    if is_adjacent:
        for (first, second), where in flags.items():
            if (second, first) not in flags:
                message = (
                    f"flags contradict each other: {cell_name(first)} has a bar towards {cell_name(second)}"
                )
                raise scan.error(f"{message}, which has none towards {cell_name(first)}", where)
        return Adjacent(clues, [*flags])
    return Futoshiki(clues, [(other, at) for at, other in flags])


def embedded(scan: Scanner, text: str, at: int, read: Callable[[str], P]) -> P:
    """Read an id that begins at the index `at` of the text in `scan`, and shift the place of an error."""
    try:
        return read(text)
    except ParseError as error:
        place = index_of(text, error.line, error.column)
        raise scan.error(error.message, max(at + place, 0)) from None


def _parse_cells(
    scan: Scanner, n: int, is_adjacent: bool
) -> tuple[npt.NDArray[np.int32], dict[tuple[Cell, Cell], int]]:
    """Read the description: the numbers, and the place of each flag towards a neighbour in the text."""
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
            raise scan.error(f"too much data: expected {n * n} cells, found more")
        at = r, c = divmod(cell, n)
        value = scan.need(_VALUE, f"the number of {cell_name(at)}")
        if len(value) > 2 or int(value) > n or (value[0] == "0" and len(value) > 1):
            raise scan.error(f"out-of-range number at {cell_name(at)}: expected 0 to {n}, found {value[:20]}")
        clues[at] = int(value)
        while flag := scan.take(_FLAG):
            down, right = _NEIGHBOURS[flag]
            other = r + down, c + right
            if not (0 <= other[0] < n and 0 <= other[1] < n):
                raise scan.error(f"the flag {flag!r} of {cell_name(at)} points outside the grid")
            if not is_adjacent and (other, at) in flags:
                raise scan.error(
                    f"flags contradict each other: {cell_name(other)} is already greater than {cell_name(at)}"
                )
            flags[at, other] = scan.last
        cell += 1
        if scan.take(_COMMA) is None and cell < n * n and scan.found():
            raise scan.error(f"missing separator: expected ',' after {cell_name(at)}")
    if cell < n * n:
        raise scan.error(f"not enough data: expected {n * n} cells, found {cell}")
    return clues, flags


def _parse_params(scan: Scanner) -> tuple[int, bool]:
    """Read everything before the description, including the colon: the size, and whether the mode is Adjacent."""
    if _WITHOUT_SIZE.match(scan.signs):
        return _implied_size(scan), False
    size = scan.need(_SIZE, "the size n of the grid")
    if not (len(size) <= 3 and SMALLEST <= int(size) <= LARGEST):
        raise scan.error(f"the size of a game id must be from {SMALLEST} to {LARGEST}, found {size[:20]}")
    is_adjacent = scan.take(_MODE) is not None
    scan.take(_DIFFICULTY)
    if scan.found() == "#":
        raise scan.error("'#' begins the seed of a random game, not a puzzle: use the specific id, with ':'")
    scan.need(_COLON, "':' and the description")
    return int(size), is_adjacent


def _implied_size(scan: Scanner) -> int:
    """Return the size of a description without parameters: the square root of its number of cells."""
    cells = _CELLS.findall(scan.signs)
    count = sum(ord(cell) - ord("a") + 1 if cell.isalpha() else 1 for cell in cells)
    n = math.isqrt(count)
    if n * n != count or not SMALLEST <= n <= LARGEST:
        raise scan.error(
            f"expected n * n cells, with n from {SMALLEST} to {LARGEST}, in a game id without its size, found {count}"
        )
    if not _ANY_FLAG.search(scan.signs):
        raise scan.error(f"a game id that consists of numbers needs its size: write '{n}:' in front of it")
    return n


def _format(puzzle: Futoshiki | Adjacent) -> str:
    check_held(puzzle, "tatham", SMALLEST, LARGEST, puzzle.n)
    if isinstance(puzzle, Adjacent):
        return _format_adjacent(puzzle)
    return write_tatham(puzzle.clues, puzzle._inequalities)


def _format_adjacent(puzzle: Adjacent) -> str:
    """Return the game id of a puzzle that a game id can hold."""
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


BOTH = Both(parse, _format)
