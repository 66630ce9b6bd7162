"""Sudoku: batches of 9 x 9 grids by difficulty, and random grids of any order."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fastfuto
from fastfuto import Sudoku

FILE = Path(__file__).parents[1] / "data" / "sudoku.tsv"
KINDS = ("easy", "few", "17 clues", "hard")
"""36 clues, minimal grids, the source's grid with 17 clues, and grids that need much search."""
FAMOUS = {
    "Inkala 2010": "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "Golden Nugget": "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
    "Easter Monster": "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
    "Platinum Blonde": "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
}
"""Single puzzles that the literature calls the hardest: Arto Inkala's of 2010, published in newspapers, and three of
the players' forum (forum.enjoysudoku.com) with their names there; Easter Monster is by JPF, 2007.
"""
FORMS = 250
"""Forms of each famous puzzle."""

Grid = npt.NDArray[np.uint8]


@functools.cache
def batch(kind: str, size: int) -> Grid:
    """Return shuffled forms of the stored grids of a kind as an array (size, 9, 9)."""
    rng = random.Random(f"sudoku {kind}")
    lines = FILE.read_text(encoding="utf-8").splitlines()
    texts = [line.split("\t")[1] for line in lines if line.startswith(f"{kind}\t")]
    grids = [np.array(list(map(int, text)), np.uint8).reshape(9, 9) for text in texts]
    return np.stack([shuffled(grids[k % len(grids)], rng) for k in range(size)])


@functools.cache
def famous() -> Grid:
    """Return `FORMS` shuffled forms of each famous puzzle as an array (4 * FORMS, 9, 9)."""
    rng = random.Random("sudoku famous")
    grids = [np.array(list(map(int, text)), np.uint8).reshape(9, 9) for text in FAMOUS.values()]
    return np.stack([shuffled(grid, rng) for grid in grids for _ in range(FORMS)])


@functools.cache
def minimal(size: int, seed: int = 0) -> Grid:
    """Return minimal grids, as an array (size, 9, 9).

    The clues of random solutions are removed one by one, in a random order, while the solution stays unique.
    """
    rng = random.Random(f"sudoku minimal {seed}")
    grids = np.stack([random_grid(9, 1.0, rng.randrange(2**32)).clues for _ in range(size)]).astype(np.uint8)
    orders = np.array([rng.sample(range(81), 81) for _ in range(size)])
    puzzles = np.arange(size)
    for cells in orders.T:
        fewer = grids.copy()
        fewer.reshape(size, 81)[puzzles, cells] = 0
        is_unique = fastfuto.solve_many(fewer, limit=2).counts == 1
        grids[is_unique] = fewer[is_unique]
    return grids


def shuffled(grid: Grid, rng: random.Random) -> Grid:
    """Return a grid after random permutations of rows, columns and digits that keep the rules."""
    rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    transposed = grid.T if rng.random() < 0.5 else grid
    return digits[transposed[rows][:, columns]]


def random_grid(n: int, share: float, seed: int) -> Sudoku:
    """Return a grid of order n with that fraction of the numbers of a random solution."""
    rng = random.Random(f"sudoku {n} {share} {seed}")
    empty = Sudoku(np.zeros((n, n), int))
    full = fastfuto.solve(empty, seed=rng.randrange(1, 2**32), timeout=60).grid
    if full is None:
        raise RuntimeError(f"no random Sudoku of order {n} was found")
    grid = np.zeros((n, n), np.int64)
    for cell in rng.sample(range(n * n), round(share * n * n)):
        grid.flat[cell] = full.flat[cell]
    return Sudoku(grid)
