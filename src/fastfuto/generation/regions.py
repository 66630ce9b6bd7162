"""Random regions for jigsaw Sudoku."""

from __future__ import annotations

import numpy as np

from ..engines import EXHAUSTED, Request, open_engine
from ..errors import PuzzleError
from ..model import IntArray
from ..puzzles import Sudoku
from ..solving.random import Random, derived_seed

SWAPS = 6
"""Number of attempted exchanges of two cells for each cell of the grid."""
WORK = {"search": 1_000_000, "learner": 5_000_000}
"""Engines that look for a grid that fits some regions, and their work, about 10 ms and 100 ms at most."""
LARGEST = 16
"""Largest n whose regions must be known to fit a grid; larger regions are accepted if they are not refuted."""


def random_regions(n: int, seed: int) -> IntArray:
    """Return n connected regions of n cells each, (n, n) int32, which fit a grid as far as is known."""
    regions, number = _exchanged(n, seed), 0
    while not _fit_a_grid(regions):
        regions, number = _exchanged(n, derived_seed(seed, number)), number + 1
    return regions


def _fit_a_grid(regions: IntArray) -> bool:
    # Values can be renamed, so the first row can be fixed.
    clues = np.zeros_like(regions)
    clues[0] = np.arange(1, len(regions) + 1)
    model = Sudoku(clues, regions=regions).model()
    for name, work in WORK.items():
        engine = open_engine(name, Request(model))
        is_done = engine.run(work, 1) == EXHAUSTED
        if is_done or engine.total:
            return engine.total > 0
    return len(regions) > LARGEST


def _exchanged(n: int, seed: int) -> IntArray:
    """Return boxes, or rows if n has no default boxes, after random exchanges of border cells."""
    random = Random(seed)
    try:
        region: list[int] = Sudoku(n).regions.ravel().tolist()
    except PuzzleError:
        region = np.arange(n).repeat(n).tolist()
    beside = [_neighbours(cell, n) for cell in range(n * n)]
    for _ in range(SWAPS * n * n):
        cell = random.below(n * n)
        others = [other for other in beside[cell] if region[other] != region[cell]]
        if not others:
            continue
        mine, theirs = region[cell], region[others[random.below(len(others))]]
        back = [
            other
            for other in range(n * n)
            if region[other] == theirs and any(region[each] == mine for each in beside[other] if each != cell)
        ]
        if not back:
            continue
        other = back[random.below(len(back))]
        region[cell], region[other] = theirs, mine
        if not (_is_connected(region, mine, beside) and _is_connected(region, theirs, beside)):
            region[cell], region[other] = mine, theirs
    return np.array(region, np.int32).reshape(n, n)


def _neighbours(cell: int, n: int) -> list[int]:
    r, c = divmod(cell, n)
    around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [row * n + column for row, column in around if 0 <= row < n and 0 <= column < n]


def _is_connected(region: list[int], number: int, beside: list[list[int]]) -> bool:
    cells = {cell for cell, each in enumerate(region) if each == number}
    waiting = [min(cells)]
    seen = set(waiting)
    while waiting:
        for other in beside[waiting.pop()]:
            if other in cells and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen == cells
