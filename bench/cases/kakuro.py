"""Kakuro grids: the six of the source, and random ones, each with at least one solution.

A random grid is a choice of black cells, point-symmetric as published grids are, with no run longer than
nine; its white cells are filled at random, by the search, and every run is told its total.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fastfuto import Kakuro, solve

SOURCE = Path(__file__).parents[1] / "data" / "kakuro_source.json"


def source_grids() -> list[Kakuro]:
    """Return the six grids of the source."""
    tests = json.loads(SOURCE.read_text(encoding="utf-8"))["tests"]
    return [
        Kakuro(
            [[tuple(entry) if isinstance(entry, list) else entry for entry in row] for row in test["rows"]]
        )
        for test in tests
    ]


def random_grid(n_rows: int, n_columns: int, black: float, seed: int) -> Kakuro:
    """Return a grid with about that share of black cells, besides those of the first row and column."""
    rng = random.Random(f"kakuro {n_rows} {n_columns} {black} {seed}")
    white = np.zeros((n_rows, n_columns), bool)
    white[1:, 1:] = True
    inner = [(r, c) for r in range(1, n_rows) for c in range(1, n_columns)]
    for r, c in rng.sample(inner, round(black * len(inner) / 2)):
        white[r, c] = white[n_rows - r, n_columns - c] = False
    while (run := next((run for run in _empty(white).runs if len(run.cells) > 9), None)) is not None:
        r, c = rng.choice(run.cells[1:-1])
        white[r, c] = white[n_rows - r, n_columns - c] = False
    empty = _empty(white)
    filled = solve(empty, seed=rng.randrange(1, 2**32)).grid
    assert filled is not None
    rows: list[list[int | tuple[int, int] | None]] = [
        [0 if w else None for w in line] for line in white.tolist()
    ]
    for run in empty.runs:
        total = sum(int(filled[cell]) for cell in run.cells)
        r, c = run.cells[0]
        r, c = (r, c - 1) if run.direction == "right" else (r - 1, c)
        down, right = rows[r][c] or (0, 0)
        rows[r][c] = (down, total) if run.direction == "right" else (total, right)
    return Kakuro(rows)


def _empty(white: npt.NDArray[np.bool_]) -> Kakuro:
    return Kakuro([[0 if w else None for w in line] for line in white.tolist()])
