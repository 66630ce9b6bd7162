"""Kakuro grids: the six grids of the source, and random grids, each with at least one solution.

The black cells of a random grid are drawn point-symmetrically, as in published grids, with no run longer than nine.
The search fills its white cells at random, and every run gets its total.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fastfuto import Kakuro, solve

SOURCE = Path(__file__).parents[1] / "data" / "kakuro_source.json"


def source_grid(k: int) -> Kakuro:
    """Return one of the six grids of the source, 0 to 5."""
    rows = json.loads(SOURCE.read_text(encoding="utf-8"))["tests"][k]["rows"]
    return Kakuro([[tuple(entry) if isinstance(entry, list) else entry for entry in row] for row in rows])


def random_grid(n_rows: int, n_columns: int, black: float, seed: int) -> Kakuro:
    """Return a grid with about that fraction of black cells besides the first row and column."""
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
    if filled is None:
        raise RuntimeError("the white cells of a random Kakuro grid were not filled")
    return with_totals(empty, filled)


def with_totals(empty: Kakuro, filled: npt.ArrayLike, off: int = 0) -> Kakuro:
    """Return the grid in which each run has the total of its filled cells.

    `off` is added to the total of the first run. There is then no solution, because columns and rows differ.
    """
    values: list[list[int]] = np.asarray(filled).tolist()
    rows: list[list[Any]] = [list(row) for row in empty.rows]
    for run in empty.runs:
        total = sum(values[r][c] for r, c in run.cells) + off
        off = 0
        r, c = run.cells[0]
        r, c = (r, c - 1) if run.direction == "right" else (r - 1, c)
        down, right = rows[r][c] or (0, 0)
        rows[r][c] = (down, total) if run.direction == "right" else (total, right)
    return Kakuro(rows)


def _empty(white: npt.NDArray[np.bool_]) -> Kakuro:
    return Kakuro([[0 if w else None for w in line] for line in white.tolist()])
