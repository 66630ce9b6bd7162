"""Sudoku: sets of 9 x 9 grids by difficulty, and random grids of any order."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import fastfuto
from fastfuto import Sudoku

Grid = npt.NDArray[np.uint8]

SEVENTEEN = "000000012000035000000600070700000300000400800100000000000120000080000040050000600"
"""The source's grid with 17 clues."""


def seventeen() -> Grid:
    """Return the source's grid with 17 clues."""
    return np.array(list(map(int, SEVENTEEN)), np.uint8).reshape(9, 9)


@functools.cache
def solved() -> Grid:
    """Return the solution of the grid with 17 clues, from which all grids are made."""
    return np.asarray(fastfuto.solve(Sudoku(seventeen())).grid)


def shuffled(grid: Grid, rng: random.Random) -> Grid:
    """Return a grid with its rows, columns and digits exchanged as the rules allow."""
    rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    transposed = grid.T if rng.random() < 0.5 else grid
    return digits[transposed[rows][:, columns]]


def reduced(grid: Grid, least: int, rng: random.Random) -> Grid:
    """Return a grid without some of its clues and with one solution still.

    It keeps `least` clues, or as few as it can where all of its clues are tried.
    """
    grid = grid.copy()
    for cell in rng.sample(range(81), 81):
        if grid.flat[cell] and np.count_nonzero(grid) > least:
            value, grid.flat[cell] = grid.flat[cell], 0
            if fastfuto.solve_many(grid[None], limit=2, threads=1).counts[0] > 1:
                grid.flat[cell] = value
    return grid


def easy(size: int) -> Iterator[Grid]:
    """Yield grids with 36 clues."""
    rng = random.Random("sudoku easy")
    for _ in range(size):
        yield reduced(shuffled(solved(), rng), 36, rng)


def few(size: int) -> Iterator[Grid]:
    """Yield grids without a clue to spare."""
    rng = random.Random("sudoku few")
    for _ in range(size):
        yield reduced(shuffled(solved(), rng), 0, rng)


def seventeens(size: int) -> Iterator[Grid]:
    """Yield forms of the grid with 17 clues."""
    rng = random.Random("sudoku 17")
    for _ in range(size):
        yield shuffled(seventeen(), rng)


def hard(size: int) -> Iterator[Grid]:
    """Yield forms of grids that take much search; there is one such grid for every eight.

    Each is the best of 300 small changes to a grid without a clue to spare, judged by the nodes that its
    solution takes.
    """
    rng = random.Random("sudoku hard")
    bases = []
    for _ in range(max(3, size // 8)):
        solution = shuffled(solved(), rng)
        best = reduced(solution, 0, rng)
        for _ in range(300):
            changed = best.copy()
            for cell in rng.sample([k for k in range(81) if not best.flat[k]], 3):
                changed.flat[cell] = solution.flat[cell]
            changed = reduced(changed, 0, rng)
            best = max(best, changed, key=nodes_of)
        bases.append(best)
    for _ in range(size):
        yield shuffled(rng.choice(bases), rng)


KINDS = {
    "easy (36 clues)": easy,
    "few (as few clues as can be)": few,
    "17 clues": seventeens,
    "hard (by hill climbing)": hard,
}


@functools.cache
def batch(kind: str, size: int) -> Grid:
    """Return grids of a kind as an array (size, 9, 9)."""
    return np.stack(list(KINDS[kind](size)))


def nodes_of(grid: Grid) -> int:
    """Return how many values the search tries until it finds a solution."""
    return fastfuto.solve(Sudoku(grid), engine="search").stats.nodes


def random_grid(n: int, share: float, seed: int) -> Sudoku:
    """Return a grid of order n with that share of the numbers of a random solution."""
    rng = random.Random(f"sudoku {n} {share} {seed}")
    empty = Sudoku(np.zeros((n, n), int))
    full = fastfuto.solve(empty, seed=rng.randrange(1, 2**32), timeout=60).grid
    if full is None:
        raise RuntimeError(f"no random Sudoku of order {n} was found")
    grid = np.zeros((n, n), np.int64)
    for cell in rng.sample(range(n * n), round(share * n * n)):
        grid.flat[cell] = full.flat[cell]
    return Sudoku(grid)
