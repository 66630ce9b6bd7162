"""Solve many 9 x 9 Sudoku grids at once, or one from text to text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .loading import module
from .protocol import EXHAUSTED

SLICE = 5_000
"""Work between two calls of `is_stopped`, some milliseconds."""

_spare: list[Any] = []
"""Engines that are not in use."""


def solve_sudoku9(
    puzzles: npt.NDArray[np.uint8],
    grids: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
    limit: int,
    is_stopped: Callable[[], bool],
) -> None:
    """Solve 9 x 9 Sudoku grids, each up to a number of solutions.

    Parameters
    ----------
    puzzles : (k, 81) uint8
        The clues, with 0 for a blank cell. A puzzle with a value above 9 has no solution.
    grids : (k, 81) uint8
        Receives a solution of each puzzle that has a solution.
    counts : (k,) int64
        Receives the numbers of solutions, at most `limit`. An entry stays unchanged if the work is stopped before the
        puzzle is finished.
    limit : int
        Number of solutions at which a puzzle is finished.
    is_stopped : callable
        Called from time to time; the work ends if it returns True.
    """
    solver = module("_sudoku9").Sudoku9(puzzles, grids, counts, limit)
    while solver.run(SLICE) != EXHAUSTED and not is_stopped():
        pass


def solve_line(text: str) -> str | None:
    """Return the solution of a Sudoku of 81 digits or dots as a line, or "" if there is none.

    Returns None for any other text, or if the search takes more than some milliseconds.
    """
    try:
        engine = _spare.pop()
    except IndexError:
        blank = np.zeros((0, 81), np.uint8)
        engine = module("_sudoku9").Sudoku9(blank, blank, np.zeros(0, np.int64), 1)
    answer: str | None = engine.solve_line(text, SLICE)
    _spare.append(engine)
    return answer
