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
"""36 clues, none to spare, the source's grid with 17 clues, and grids that take much search."""

Grid = npt.NDArray[np.uint8]


@functools.cache
def batch(kind: str, size: int) -> Grid:
    """Return shuffled forms of the stored grids of a kind as an array (size, 9, 9)."""
    rng = random.Random(f"sudoku {kind}")
    lines = FILE.read_text(encoding="utf-8").splitlines()
    texts = [line.split("\t")[1] for line in lines if line.startswith(f"{kind}\t")]
    grids = [np.array(list(map(int, text)), np.uint8).reshape(9, 9) for text in texts]
    return np.stack([shuffled(grids[k % len(grids)], rng) for k in range(size)])


def shuffled(grid: Grid, rng: random.Random) -> Grid:
    """Return a grid with its rows, columns and digits exchanged as the rules allow."""
    rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    transposed = grid.T if rng.random() < 0.5 else grid
    return digits[transposed[rows][:, columns]]


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
