"""Many puzzles at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from operator import index
from threading import Event
from typing import Any, TypeGuard, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines._sudoku9 import EXHAUSTED, Sudoku9
from ..errors import PuzzleError
from ..model import Model
from ..puzzles import Puzzle, Sudoku
from .strategy import FIRST_SLICE, PAUSED, SOLUTION, UNLIMITED, Strategy, exhaustive

__all__ = ["Batch", "solve_many"]

T = TypeVar("T")

BANDS_SLICE = 5_000
"""Work of one slice, some milliseconds."""
SQUARE_BOXES = np.arange(9)[:, None] // 3 * 3 + np.arange(9) // 3
CHUNK = 64
"""Puzzles that a thread takes at a time."""


@dataclass(slots=True, eq=False)
class Batch:
    """Answer of `fastfuto.solve_many`.

    Attributes
    ----------
    grids : (k, n, n) uint8, or list of numpy.ndarray or None
        A solution of each puzzle. In an array 0 stands where there is none, in a list None does. An array if
        one was given, otherwise a list.
    counts : (k,) int64
        Solutions found of each puzzle, at most the limit: with a limit of 2, 1 means that it is the only one.
    """

    grids: npt.NDArray[np.uint8] | list[npt.NDArray[Any] | None]
    counts: npt.NDArray[np.int64]


def solve_many(
    puzzles: Iterable[Puzzle | Model] | npt.NDArray[np.integer[Any]],
    *,
    limit: int = 1,
    threads: int | None = None,
) -> Batch:
    """Solve many puzzles, each up to a number of solutions.

    Parameters
    ----------
    puzzles : (k, n, n) array of int, or iterable of Puzzle or Model
        Sudoku grids with the boxes that `Sudoku` takes by default, 0 where blank; or puzzles of any families.
    limit : int
        Solutions to look for in each; with 2 it is proved that there is only one.
    threads : int, optional
        Default: as many as the process may use.

    Returns
    -------
    Batch
        A solution of each puzzle, and how many were found. The same whatever the number of threads.

    Raises
    ------
    PuzzleError
        If an array has another shape or no whole numbers; a value out of range leaves no solution.
    TypeError
        If one of the puzzles is none.
    ValueError
        If an option is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    Notes
    -----
    A Sudoku of 9 x 9 takes some microseconds, without Python in between; the others what `solve` takes.

    Examples
    --------
    >>> import numpy as np
    >>> empty = np.zeros((2, 9, 9), np.uint8)
    >>> empty[1, 0, :2] = 5
    >>> solve_many(empty, limit=1000).counts
    array([1000,    0])
    """
    if index(limit) < 1:
        raise ValueError(f"limit must be at least 1, got {limit}")
    limit = min(index(limit), UNLIMITED)
    if threads is None:
        threads = _cores()
    elif index(threads) < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    if isinstance(puzzles, np.ndarray):
        return _solve_array(puzzles, limit, threads)
    puzzles = list(puzzles)
    for puzzle in puzzles:
        if not isinstance(puzzle, (Puzzle, Model)):
            raise TypeError(f"puzzles are wanted, got {type(puzzle).__name__}")
    counts = np.zeros(len(puzzles), np.int64)
    grids: list[npt.NDArray[Any] | None] = [None] * len(puzzles)
    nine = [k for k, puzzle in enumerate(puzzles) if _is_nine(puzzle)]
    if nine:
        clues = np.stack([puzzles[k].clues for k in nine])  # type: ignore[union-attr]
        found = _solve_nines(clues, limit, threads)
        counts[nine] = found.counts
        for k, grid, count in zip(nine, found.grids, found.counts.tolist(), strict=True):
            grids[k] = grid if count else None
    others = np.setdiff1d(np.arange(len(puzzles)), nine).tolist()

    def solve(chunk: list[int], is_stopped: Callable[[], bool]) -> None:
        for k in chunk:
            counts[k], grids[k] = _solve_one(puzzles[k], limit, is_stopped)

    _share([others[k : k + CHUNK] for k in range(0, len(others), CHUNK)], solve, threads)
    return Batch(grids, counts)


def _is_nine(puzzle: Puzzle | Model) -> TypeGuard[Sudoku]:
    """Return whether a puzzle is a Sudoku of 9 x 9 with square boxes and nothing else."""
    return (
        isinstance(puzzle, Sudoku)
        and puzzle.n == 9
        and np.array_equal(puzzle.regions, SQUARE_BOXES)
        and not puzzle.inequalities
    )


def _solve_array(puzzles: npt.NDArray[Any], limit: int, threads: int) -> Batch:
    if puzzles.ndim != 3 or puzzles.shape[1] != puzzles.shape[2] or puzzles.dtype.kind not in "iu":
        raise PuzzleError(
            f"an array of grids must be (k, n, n) whole numbers, got {puzzles.dtype} {puzzles.shape}"
        )
    if puzzles.shape[1] == 9:
        return _solve_nines(puzzles, limit, threads)
    found = solve_many([Sudoku(grid) for grid in puzzles], limit=limit, threads=threads)
    grids = np.zeros(puzzles.shape, np.uint8)
    for grid, solved in zip(grids, found.grids, strict=True):
        if solved is not None:
            grid[:] = solved
    return Batch(grids, found.counts)


def _solve_nines(puzzles: npt.NDArray[Any], limit: int, threads: int) -> Batch:
    """Solve Sudoku grids of 9 x 9, (k, 9, 9)."""
    k = len(puzzles)
    if puzzles.dtype != np.uint8:
        puzzles = np.where((puzzles < 0) | (puzzles > 9), 10, puzzles).astype(np.uint8)
    flat = np.ascontiguousarray(puzzles).reshape(k, 81)
    grids, counts = np.zeros((k, 81), np.uint8), np.zeros(k, np.int64)

    def solve(part: slice, is_stopped: Callable[[], bool]) -> None:
        bands = Sudoku9(flat[part], grids[part], counts[part], limit)
        while bands.run(BANDS_SLICE) != EXHAUSTED and not is_stopped():
            pass

    size = max(CHUNK, -(-k // (8 * threads)))
    _share([slice(at, at + size) for at in range(0, k, size)], solve, threads)
    return Batch(grids.reshape(k, 9, 9), counts)


def _solve_one(
    puzzle: Puzzle | Model, limit: int, is_stopped: Callable[[], bool]
) -> tuple[int, npt.NDArray[Any] | None]:
    """Return the number of solutions, up to the limit, and one of them."""
    model = puzzle.model()
    row: npt.NDArray[Any] = np.empty((1, model.n_cells), model.dtype)
    # Most puzzles are answered at once; only the others need engines to take turns.
    search = exhaustive(model)
    outcome = search.run(FIRST_SLICE, 1, row)
    if outcome == SOLUTION and limit > 1:
        outcome = search.run(FIRST_SLICE, limit - 1)
    if outcome != PAUSED:
        return search.total, puzzle.decode(row[0]) if search.total else None

    def stop(_: int) -> None:
        if is_stopped():
            raise _Stopped

    strategy = Strategy(model)
    strategy.run(limit, row, inf, stop)
    found = min(strategy.answering.total, limit)
    return found, puzzle.decode(row[0]) if found else None


class _Stopped(Exception):
    """Another thread was interrupted."""


def _share(work: list[T], solve: Callable[[T, Callable[[], bool]], None], threads: int) -> None:
    """Do all pieces of work, in threads if there are several."""
    if threads == 1 or len(work) < 2:
        for piece in work:
            solve(piece, bool)
        return
    stopped = Event()
    with ThreadPoolExecutor(min(threads, len(work))) as pool:
        futures = [pool.submit(solve, piece, stopped.is_set) for piece in work]
        try:
            for future in futures:
                future.result()
        except BaseException:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _cores() -> int:
    """Return how many threads may run at the same time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1
