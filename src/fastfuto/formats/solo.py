"""Game ids of "Solo" in Simon Tatham's puzzle collection, which are Sudokus: ``2x2:1d4c3e2``, ``9j:...``.

Letters are runs of 1 to 26 blank cells, and ``_`` separates two numbers. The size is the height and the width of a box,
or the size of the grid and ``j``. In this case the regions follow the cells and a comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..errors import PuzzleError
from ..model import IntArray
from ..puzzles import Adjacent, Futoshiki, Sudoku
from . import tatham
from .codec import Both, check_values
from .codecs import CODECS
from .tokens import Reader

LARGEST = 31
"""Largest n, above which the program has no characters."""

_BOX = re.compile(r"([0-9]{1,2}x[0-9]{1,2}|[0-9]{1,2}j)")
_RULE = re.compile("([xk])")
_SETTINGS = re.compile("((?:a|r[24]|md?[248])?(?:d[tbiaeu])?)")
_END = re.compile("([:#])")
_CELL = re.compile("([a-z_]|[0-9]{1,3})")
_RUN = re.compile("([a-z_])")
_LONGEST_RUN = 25
"""Edges within regions that one character counts; ``z`` counts as many, and no edge between regions follows."""


def _parse(text: str) -> Sudoku:
    scan = Reader(text)
    size = scan.need(_BOX, "the height and the width of a box, such as 3x3, or the size of the grid and 'j'")
    at = scan.last
    height, _, width = size.partition("x")
    is_jigsaw = size.endswith("j")
    n = int(size[:-1]) if is_jigsaw else int(height) * int(width)
    if not 2 <= n <= LARGEST or min(int(height.rstrip("j")), int(width or 2)) < 2:
        raise scan.error(f"expected a grid of 2 x 2 to {LARGEST} x {LARGEST} cells, found {size}", at)
    if rule := scan.take(_RULE):
        name = {"x": "diagonals", "k": "killer cages"}[rule]
        raise scan.error(f"this game has {name}, which a Sudoku does not have", scan.last)
    scan.take(_SETTINGS)
    if scan.need(_END, "':' and the cells") == "#":
        raise scan.error("'#' begins the seed of a random game, not a puzzle: use the specific id, with ':'")
    clues = _cells(scan, n)
    regions, box = None, None if is_jigsaw else (int(height), int(width))
    if is_jigsaw:
        scan.expect(",", "',' and the regions")
        at = scan.at
        regions = _regions(scan, n)
    scan.finish()
    return scan.made(lambda: Sudoku(clues, regions=regions, box=box), at)


def parse_game(text: str) -> Futoshiki | Adjacent | Sudoku:
    """Read a game id of Solo or Unequal."""
    return _parse(text) if CODECS["solo"].shape.match(text) else tatham.parse(text)


def _cells(scan: Reader, n: int) -> IntArray:
    """Return the clues of a game."""
    values: list[int] = []
    token = ""
    while len(values) < n * n:
        before, token = token, scan.need(_CELL, f"the {n * n} cells of the grid")
        if "_" in (before, token) and not (before + token).strip("_").isdigit():
            raise scan.error("expected '_' only between two numbers")
        if token.isdigit():
            if not 1 <= int(token) <= n or token[0] == "0":
                raise scan.error(f"expected 1 to {n}, found {token}")
            values.append(int(token))
        elif token != "_":
            values += [0] * (ord(token) - 96)
    if len(values) > n * n:
        raise scan.error(f"expected {n * n} cells, found {len(values)}")
    return np.array(values, np.int32).reshape(n, n)


def _edges(n: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbours in the order of a game: row by row, then column by column."""
    cells = np.arange(n * n).reshape(n, n)
    for lines in (cells, cells.T):
        yield from zip(lines[:, :-1].ravel().tolist(), lines[:, 1:].ravel().tolist(), strict=True)


def _regions(scan: Reader, n: int) -> IntArray:
    """Return the region of each cell. A run of edges within regions ends with an edge between two regions."""
    region: IntArray = np.arange(n * n, dtype=np.int32)
    edges = _edges(n)
    left = 2 * n * (n - 1)
    while left >= 0:
        run = scan.need(_RUN, "the regions of all cells").replace("_", "`")
        count = min(ord(run) - 96, _LONGEST_RUN)
        if count > left:
            raise scan.error(f"the regions have {count - left} more edges than a grid of {n} x {n} cells")
        for _ in range(count):
            a, b = next(edges)
            region[region == region[b]] = region[a]
        if run != "z":
            next(edges, None)
        left -= count + (run != "z")
    return region.reshape(n, n)


def _format(puzzle: Sudoku) -> str:
    n = puzzle.n
    if not 2 <= n <= LARGEST or puzzle.inequalities:
        raise PuzzleError(
            f"the format solo holds only grids with n from 2 to {LARGEST}, without inequalities"
        )
    check_values(puzzle.clues, n, "the format solo holds values")
    cells = _written("".join("." if not clue else f"{clue}_" for clue in puzzle.clues.ravel().tolist()))
    regions = puzzle.regions.ravel()
    width = int((regions == 0).nonzero()[0][-1]) % n + 1
    height = n // width
    rows, columns = np.divmod(np.arange(n * n), n)
    if width < n and width * height == n and (regions == rows // height * height + columns // width).all():
        return f"{height}x{width}:{cells}"
    runs, run = "", 0
    for a, b in [*_edges(n), (0, 0)]:
        if (a, b) != (0, 0) and regions[a] == regions[b]:
            run += 1
        else:
            runs += "z" * ((run - 1) // _LONGEST_RUN) + (
                chr(96 + (run - 1) % _LONGEST_RUN + 1) if run else "_"
            )
            run = 0
    return f"{n}j:{cells},{runs}"


def _written(cells: str) -> str:
    """Return numbers with ``_`` after each of them, and blank cells as dots, as a game writes them."""
    runs = re.sub(r"\.{1,26}", lambda run: chr(96 + len(run[0])), cells)
    return re.sub(r"_(?![0-9])", "", runs)


BOTH = Both(_parse, _format)
