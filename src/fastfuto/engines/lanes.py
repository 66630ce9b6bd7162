"""Many Futoshiki grids and Latin squares of one size at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .loading import module
from .protocol import EXHAUSTED

HANDED_OVER = -1
"""The count of a puzzle that takes too long, which a general engine must solve."""
LANES_MOST_SIDE = 16
"""Largest size of a puzzle."""
SLICE = 20_000
"""Work between two calls of `is_stopped`, some milliseconds."""


def solve_lanes(
    clues: npt.NDArray[np.uint8],
    signs: npt.NDArray[np.uint8],
    grids: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
    limit: int,
    is_stopped: Callable[[], bool],
) -> None:
    """Solve Futoshiki grids of one size, each up to a number of solutions.

    Parameters
    ----------
    clues : (k, n * n) uint8
        The values row by row, with 0 for a blank cell; n is 1 to `LANES_MOST_SIDE`. A puzzle with a value above n has
        no solution.
    signs : (k, n * n) or (1, n * n) uint8
        The inequalities of each puzzle, or of all puzzles. The entry of a cell is a sum over its larger neighbours: 1
        for the right neighbour, 2 for the left, 4 for the lower, and 8 for the upper neighbour.
    grids : (k, n * n) uint8
        Receives a solution of each puzzle that has a solution and is not handed over.
    counts : (k,) int64
        Receives the numbers of solutions, at most `limit`. `HANDED_OVER` means that counting would take more than a
        fixed amount of work. An entry stays unchanged if the work is stopped before the puzzle is finished.
    limit : int
        Number of solutions at which a puzzle is finished.
    is_stopped : callable
        Called from time to time; the work ends if it returns True.

    Raises
    ------
    ValueError
        If a shape, a sign or the limit is out of range.
    """
    solver = module("_lanes").Lanes(clues, signs, grids, counts, limit)
    while solver.run(SLICE) != EXHAUSTED and not is_stopped():
        pass
