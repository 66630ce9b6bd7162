"""Grids of one size, solved together by compiled code: Futoshikis, Latin squares, and 9 x 9 Sudokus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import solve_lanes, solve_sudoku9
from . import tuning

UNANSWERED: Final = -1
"""The count of a puzzle without an answer, because the time was up or because other engines must solve it."""

Work: TypeAlias = Callable[[Callable[[], bool]], int]
"""A function that works on some puzzles until its argument returns True, and returns the number of finished puzzles."""

IsEnough: TypeAlias = Callable[..., bool]
"""A function that takes the number of newly finished puzzles and returns whether to stop."""


def solve_rows(
    clues: npt.NDArray[np.uint8],
    signs: npt.NDArray[np.uint8] | None,
    grids: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
    limit: int,
    is_over: Callable[[], bool],
) -> None:
    """Solve puzzles with `solve_lanes` or, if `signs` is None, 9 x 9 Sudokus with `solve_sudoku9`."""
    if signs is None:
        solve_sudoku9(clues, grids, counts, limit, is_over)
    else:
        solve_lanes(clues, signs, grids, counts, limit, is_over)


class Rows:
    """The grids of an array: Futoshikis with these inequalities, or 9 x 9 Sudokus.

    Parameters
    ----------
    puzzles : (k, n, n) array of int
    signs : (1, n * n) uint8, or None for Sudokus
        As for `solve_lanes`.
    limit : int

    Attributes
    ----------
    grids : (k, n, n) uint8
        Solutions; zeros for a grid without a solution or an answer.
    counts : (k,) int64
    """

    def __init__(
        self, puzzles: npt.NDArray[np.integer[Any]], signs: npt.NDArray[np.uint8] | None, limit: int
    ) -> None:
        k, n, _ = puzzles.shape
        if puzzles.dtype != np.uint8:
            puzzles = np.where((puzzles < 0) | (puzzles > n), n + 1, puzzles).astype(np.uint8)
        self._clues = np.ascontiguousarray(puzzles).reshape(k, n * n)
        self._signs = signs
        self._limit = limit
        self.grids: npt.NDArray[np.uint8] = np.zeros((k, n, n), np.uint8)
        self.counts: npt.NDArray[np.int64] = np.full(k, UNANSWERED, np.int64)

    def jobs(self, threads: int) -> list[Work]:
        """Return jobs that solve all grids, several for each thread."""
        k = len(self._clues)
        size = max(tuning.BATCH_CHUNK, -(-k // (8 * threads)))
        return [self._job(slice(at, at + size)) for at in range(0, k, size)]

    def _job(self, part: slice) -> Work:
        def solve(is_over: Callable[[], bool]) -> int:
            clues, counts = self._clues[part], self.counts[part]
            grids = self.grids[part].reshape(clues.shape)
            solve_rows(clues, self._signs, grids, counts, self._limit, is_over)
            # Unanswered grids may already hold a solution.
            grids[counts < 1] = 0
            return int(np.count_nonzero(counts != UNANSWERED))

        return solve
