"""Many Sudoku grids of 9 x 9 at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .loading import module
from .protocol import EXHAUSTED

__all__ = ["solve_sudoku9"]

SLICE = 5_000
"""Work between two looks at `is_stopped`: some milliseconds."""


def solve_sudoku9(
    puzzles: npt.NDArray[np.uint8],
    grids: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
    limit: int,
    is_stopped: Callable[[], bool],
) -> None:
    """Solve Sudoku grids of 9 x 9, each up to a number of solutions.

    Parameters
    ----------
    puzzles : (k, 81) uint8
        Clues, 0 where blank; a value above 9 leaves no solution.
    grids : (k, 81) uint8
        Receives a solution of each puzzle that has one.
    counts : (k,) int64
        Receives the numbers of solutions, at most `limit`; stays as it is where the work was stopped before.
    limit : int
    is_stopped : callable
        Asked from time to time; ends the work if it returns True.
    """
    solver = module("_sudoku9").Sudoku9(puzzles, grids, counts, limit)
    while solver.run(SLICE) != EXHAUSTED and not is_stopped():
        pass
