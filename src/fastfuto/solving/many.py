"""Many puzzles at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..engines import PAUSED, SOLUTION, UNLIMITED, solve_sudoku9
from ..errors import LimitReached, PuzzleError
from ..limits import ProgressOption, Stats, Watch, at_least, check_threads, cores, share
from ..model import Model, Solvable, refuse_masked
from ..puzzles import Futoshiki, Puzzle, Sudoku
from ..puzzles.grid import Inequalities
from .result import Batch
from .schedule import Schedule

__all__ = ["UNANSWERED", "solve_many"]

S = TypeVar("S", bound=np.generic)

CHUNK = 64
"""Puzzles that a thread takes at a time."""
UNANSWERED = -1
"""The count of a puzzle for which there was no time."""

Job: TypeAlias = Callable[[Callable[[], bool]], int]
"""A function that works on some puzzles until it is told to stop, and returns how many these are."""


@overload
def solve_many(
    puzzles: npt.NDArray[np.integer[Any]],
    *,
    inequalities: Inequalities | None = ...,
    limit: int = ...,
    timeout: float | None = ...,
    threads: int | None = ...,
    progress: ProgressOption = ...,
) -> Batch[npt.NDArray[np.uint8]]: ...
@overload
def solve_many(
    puzzles: Iterable[Solvable[S]],
    *,
    limit: int = ...,
    timeout: float | None = ...,
    threads: int | None = ...,
    progress: ProgressOption = ...,
) -> Batch[list[npt.NDArray[S] | None]]: ...
def solve_many(
    puzzles: Iterable[Solvable[Any]] | npt.NDArray[np.integer[Any]],
    *,
    inequalities: Inequalities | None = None,
    limit: int = 1,
    timeout: float | None = None,
    threads: int | None = None,
    progress: ProgressOption = None,
) -> Batch[Any]:
    """Solve many puzzles, each up to a number of solutions.

    Parameters
    ----------
    puzzles : (k, n, n) array of int, or iterable of Puzzle or Model
        Sudoku grids with the boxes that `Sudoku` takes by default, 0 where blank; or puzzles of any families.
    inequalities : iterable, mapping or array, optional
        Makes the grids of an array Futoshiki, all with these inequalities, given as for `fastfuto.Futoshiki`.
    limit : int
        Number of solutions to look for in each puzzle. With a limit of 2, a count of 1 is proved.
    timeout : float, optional
        Time limit in seconds for all puzzles together. Default: none.
    threads : int, optional
        Number of threads. Default: as many as can run at the same time.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` from time to time; True shows a bar on standard error. What the
        callable raises ends the call.

    Returns
    -------
    Batch
        A solution of each puzzle, and how many were found. The result does not depend on the number of threads.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `solutions` is the Batch so far, with a count of -1 where there was no
        answer yet.
    PuzzleError
        If an array has another shape, does not hold whole numbers, or has grids of a size that `Sudoku` refuses;
        if the inequalities cannot be those of a Futoshiki. A value out of range is not an error, but leaves no
        solution.
    TypeError
        If one of the puzzles is neither a Puzzle nor a Model, or inequalities are given for puzzles that have their
        own.
    ValueError
        If an option is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    Notes
    -----
    A Sudoku of 9 x 9 takes some microseconds, without Python in between. Every other puzzle takes as long as in
    `solve`.

    Examples
    --------
    >>> import numpy as np
    >>> empty = np.zeros((2, 9, 9), np.uint8)
    >>> empty[1, 0, :2] = 5
    >>> solve_many(empty, limit=1000).counts
    array([1000,    0])
    """
    watch = Watch(timeout, progress)
    try:
        limit = min(at_least(1, limit, "limit"), UNLIMITED)
        threads = cores() if threads is None else check_threads(threads)
        if isinstance(puzzles, np.ndarray):
            batch: Batch[Any] = _solve_array(_checked_array(puzzles), inequalities, limit, threads, watch)
        elif inequalities is not None:
            raise TypeError("inequalities are shared by the grids of an array; puzzles have their own")
        else:
            batch = _solve_list(list(puzzles), limit, threads, watch)
        answered = int((batch.counts != UNANSWERED).sum())
        if answered < len(batch.counts):
            message = f"the time limit of {timeout} s has passed; {answered} of {len(batch.counts)} puzzles answered"
            found = int(batch.counts.clip(0).sum())
            raise LimitReached(message, found=found, stats=Stats(0, 0, watch.seconds, ""), solutions=batch)
        return batch
    finally:
        watch.close()


def _checked_array(puzzles: npt.NDArray[Any]) -> npt.NDArray[np.integer[Any]]:
    refuse_masked(puzzles, "puzzles")
    if puzzles.ndim != 3 or puzzles.shape[1] != puzzles.shape[2] or puzzles.dtype.kind not in "iu":
        raise PuzzleError(
            f"an array of grids must be (k, n, n) whole numbers, got {puzzles.dtype} {puzzles.shape}"
        )
    return puzzles


def _solve_array(
    puzzles: npt.NDArray[np.integer[Any]],
    inequalities: Inequalities | None,
    limit: int,
    threads: int,
    watch: Watch,
) -> Batch[npt.NDArray[np.uint8]]:
    if inequalities is None and puzzles.shape[1] == 9:
        nines = _Nines(puzzles, limit)
        _share(nines.jobs(threads), len(puzzles), threads, watch)
        return Batch(nines.grids.reshape(-1, 9, 9), nines.counts)
    if not len(puzzles):
        return Batch(np.zeros(puzzles.shape, np.uint8), np.zeros(0, np.int64))
    first = Sudoku(puzzles[0]) if inequalities is None else Futoshiki(puzzles[0], inequalities)
    found = _solve_list([first.with_clues(grid) for grid in puzzles], limit, threads, watch)
    grids = np.zeros(puzzles.shape, np.uint8)
    for grid, solved in zip(grids, found.grids, strict=True):
        if solved is not None:
            grid[:] = solved
    return Batch(grids, found.counts)


def _solve_list(
    puzzles: list[Any], limit: int, threads: int, watch: Watch
) -> Batch[list[npt.NDArray[Any] | None]]:
    # Each type is checked only once, because a check for instances of an abstract class takes a while.
    types = dict.fromkeys(map(type, puzzles))
    for each in types:
        if not issubclass(each, (Puzzle, Model)):
            raise TypeError(f"expected puzzles, got {each.__name__}")
    sudokus = {each for each in types if issubclass(each, Sudoku)}
    counts = np.full(len(puzzles), UNANSWERED, np.int64)
    grids: list[npt.NDArray[Any] | None] = [None] * len(puzzles)

    def job(chunk: list[int]) -> Job:
        def solve(is_over: Callable[[], bool]) -> int:
            def is_slice_over(found: int) -> bool:
                return is_over()

            for done, k in enumerate(chunk):
                if not _solve_one(puzzles[k], k, limit, counts, grids, is_slice_over):
                    return done
            return len(chunk)

        return solve

    nine = [k for k, puzzle in enumerate(puzzles) if type(puzzle) in sudokus and _is_nine(puzzle)]
    others = sorted({*range(len(puzzles))}.difference(nine))
    jobs = [job(others[k : k + CHUNK]) for k in range(0, len(others), CHUNK)]
    if nine:
        nines = _Nines(np.stack([puzzles[k].clues for k in nine]), limit)
        jobs += nines.jobs(threads)
    _share(jobs, len(puzzles), threads, watch)
    if nine:
        counts[nine] = nines.counts
        for k, grid, count in zip(nine, nines.grids.reshape(-1, 9, 9), nines.counts.tolist(), strict=True):
            grids[k] = grid if count > 0 else None
    return Batch(grids, counts)


def _share(jobs: list[Job], n_puzzles: int, threads: int, watch: Watch) -> None:
    """Do all jobs, each of which returns the number of its puzzles."""
    done = 0

    def is_over(more: int = 0) -> bool:
        nonlocal done
        done += more
        return watch.is_over(done=done, total=n_puzzles)

    share(jobs, threads, is_over)


def _is_nine(puzzle: Sudoku) -> bool:
    """Return whether a Sudoku is 9 x 9 with square boxes and without inequalities."""
    return puzzle.n == 9 and puzzle.has_default_boxes and not puzzle.inequalities


class _Nines:
    """Sudoku grids of 9 x 9, solved without Python in between."""

    def __init__(self, puzzles: npt.NDArray[Any], limit: int) -> None:
        k = len(puzzles)
        if puzzles.dtype != np.uint8:
            puzzles = np.where((puzzles < 0) | (puzzles > 9), 10, puzzles).astype(np.uint8)
        self._clues = np.ascontiguousarray(puzzles).reshape(k, 81)
        self._limit = limit
        self.grids = np.zeros((k, 81), np.uint8)
        self.counts = np.full(k, UNANSWERED, np.int64)

    def jobs(self, threads: int) -> list[Job]:
        """Return jobs that solve all grids, several for each thread."""
        k = len(self._clues)
        size = max(CHUNK, -(-k // (8 * threads)))
        return [self._job(slice(at, min(at + size, k))) for at in range(0, k, size)]

    def _job(self, part: slice) -> Job:
        def solve(is_over: Callable[[], bool]) -> int:
            solve_sudoku9(self._clues[part], self.grids[part], self.counts[part], self._limit, is_over)
            is_answered = self.counts[part] != UNANSWERED
            # A solution was found where the number of solutions is not known yet.
            self.grids[part][~is_answered] = 0
            return int(is_answered.sum())

        return solve


def _solve_one(
    puzzle: Puzzle[Any] | Model,
    k: int,
    limit: int,
    counts: npt.NDArray[np.int64],
    grids: list[npt.NDArray[Any] | None],
    is_over: Callable[[int], bool],
) -> bool:
    """Note the number of solutions of puzzle k, up to the limit, and one of them; False if the time is up before."""
    model = puzzle.model()
    row: npt.NDArray[Any] = np.empty((1, model.n_cells), model.dtype)
    schedule = Schedule(model, is_all=limit > 2)
    outcome = schedule.run(1, row, is_over)
    if outcome == SOLUTION and limit > 1:
        outcome = schedule.run(limit, None, is_over)
    if outcome == PAUSED:
        return False
    counts[k] = found = min(schedule.answering.total, limit)
    grids[k] = puzzle.decode(row[0]) if found else None
    return True
