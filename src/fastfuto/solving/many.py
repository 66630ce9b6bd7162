"""Solve many puzzles at once."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..engines import LANES_MOST_SIDE, UNLIMITED, lay_out
from ..errors import PuzzleError
from ..limits import ExecutorOption, ProgressOption, Run, Stats, at_least, cores, share
from ..model import Model, Solvable, not_solvable, refuse_masked
from ..puzzles import Futoshiki, Puzzle, Sudoku
from ..puzzles.grid import Grid, Inequalities
from . import tuning
from .lists import solve_list, solve_singly
from .result import Batch
from .rows import UNANSWERED, IsEnough, Rows

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

S = TypeVar("S", bound=np.generic)


@overload
def solve_many(
    puzzles: npt.NDArray[np.integer[Any]],
    *,
    inequalities: Inequalities | None = ...,
    limit: int = ...,
    timeout: float | None = ...,
    threads: int | None = ...,
    executor: ExecutorOption | None = ...,
    journal: str | PathLike[str] | None = ...,
    progress: ProgressOption = ...,
) -> Batch[npt.NDArray[np.uint8]]: ...
@overload
def solve_many(
    puzzles: Iterable[Solvable[S]],
    *,
    limit: int = ...,
    timeout: float | None = ...,
    threads: int | None = ...,
    executor: ExecutorOption | None = ...,
    journal: str | PathLike[str] | None = ...,
    progress: ProgressOption = ...,
) -> Batch[list[npt.NDArray[S] | None]]: ...
def solve_many(
    puzzles: Iterable[Solvable[Any]] | npt.NDArray[np.integer[Any]],
    *,
    inequalities: Inequalities | None = None,
    limit: int = 1,
    timeout: float | None = None,
    threads: int | None = None,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> Batch[Any]:
    """Solve many puzzles, and count the solutions of each puzzle up to a limit.

    Parameters
    ----------
    puzzles : (k, n, n) array of int, or iterable of Puzzle or Model
        An array of Sudoku grids with the default boxes of `Sudoku` and 0 for blank cells, or puzzles of any families.
    inequalities : iterable, mapping or array, optional
        Inequalities, given as for `fastfuto.Futoshiki`. With them, each grid of an array is a Futoshiki with all of
        these inequalities.
    limit : int
        Number of solutions at which to stop for each puzzle, at least 1. The default, 1, finds one solution; with a
        limit of 2, a count of 1 proves uniqueness.
    timeout : float, optional
        Time limit in seconds for all puzzles together. Default: none.
    threads : int, optional
        Number of threads that share the puzzles. Default: as many as can run at the same time, whereas functions for
        one puzzle use one thread by default.
    executor, journal : optional
        As for `count`: the workers share the puzzles, and `threads` must be left out. The puzzles must be picklable.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` from time to time; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    Batch
        A solution of each puzzle and the number of solutions found. The answer to a puzzle does not depend on the
        other puzzles, threads or workers.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `solutions` is the Batch so far; the count of an unanswered puzzle is -1.
    PuzzleError
        If an array has the wrong shape or dtype, a grid has a size that `Sudoku` refuses, or the inequalities are not
        valid for a Futoshiki. A value out of range is not an error; such a grid has no solution.
    TypeError
        If an item is neither a Puzzle nor a Model, or if `inequalities` is given with puzzles instead of an array.
    JobError
        If the executor, its workers or the journal fails.
    ValueError
        If an option is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    See Also
    --------
    fastfuto.solve : Solve one puzzle.
    fastfuto.solve_file : Solve the puzzles of a file.
    fastfuto.grade_many : Grade many puzzles.

    Notes
    -----
    Compiled code solves all 9 x 9 Sudokus together, and all Futoshiki and Latin squares of the same size up to 16 x 16.
    Each of these puzzles takes a few microseconds. Harder puzzles, and puzzles of other kinds, take as long as in
    `solve`.

    References
    ----------
    - JasonLion, champagne and Zhou Yundong. *JCZSolve*. The method for singles and locked candidates in 9 x 9 Sudokus.
    - Régin, J.-C. (1994). *A filtering algorithm for constraints of difference in CSPs*. AAAI. The method for filtering
      lines.

    Examples
    --------
    >>> import fastfuto
    >>> import numpy as np
    >>> grids = np.zeros((2, 9, 9), np.uint8)
    >>> grids[1, 0, :2] = 5
    >>> fastfuto.solve_many(grids, limit=1000).counts
    array([1000,    0])
    """
    with Run(timeout, progress, 1 if threads is None else threads, executor, journal) as run:
        limit = min(at_least(1, limit, "limit"), UNLIMITED)
        if isinstance(puzzles, np.ndarray):
            puzzles = _checked_array(puzzles)
            template = _template(puzzles, inequalities)
        elif inequalities is not None:
            raise TypeError(
                "inequalities are supported only with an array of grids; give them to each puzzle instead"
            )
        else:
            puzzles, template = _checked_list(puzzles), None
        if run.is_in_pieces:
            batch = _solve_pieces(puzzles, template, limit, run)
        else:
            n_threads = cores() if threads is None else run.threads
            is_over = run.counter(len(puzzles))
            batch = _solve(puzzles, template, limit, n_threads, is_over, tuning.BATCH_CHUNK)
        if left := np.count_nonzero(batch.counts == UNANSWERED):
            answered = len(batch.counts) - left
            what = f"; {answered} of {len(batch.counts)} puzzles answered"
            stats, found = Stats(0, 0, run.seconds, ""), int(batch.counts.clip(0).sum())
            raise run.late(stats, found, what=what, solutions=batch)
        return batch


def _checked_array(puzzles: npt.NDArray[Any]) -> npt.NDArray[np.integer[Any]]:
    refuse_masked(puzzles, "puzzles")
    if puzzles.ndim != 3 or puzzles.shape[1] != puzzles.shape[2] or puzzles.dtype.kind not in "iu":
        raise PuzzleError(
            f"an array of grids must be whole numbers of shape (k, n, n), got shape {puzzles.shape} of "
            f"type {puzzles.dtype}"
        )
    return puzzles


def _template(puzzles: npt.NDArray[np.integer[Any]], inequalities: Inequalities | None) -> Grid | None:
    """Return a puzzle with the rules of the grids, or None for 9 x 9 Sudokus and for empty arrays."""
    if not len(puzzles) or (inequalities is None and puzzles.shape[1] == 9):
        return None
    return Sudoku(puzzles[0]) if inequalities is None else Futoshiki(puzzles[0], inequalities)


def _checked_list(puzzles: Iterable[Any]) -> list[Any]:
    if not np.iterable(puzzles):
        raise not_solvable(puzzles, "an iterable of puzzles")
    listed = list(puzzles)
    # Each type is checked once, because isinstance is slow for abstract classes.
    for each in dict.fromkeys(map(type, listed)):
        if not issubclass(each, (Puzzle, Model)):
            raise TypeError(f"every item of puzzles must be a puzzle or a Model, got {each.__name__}")
    return listed


def _solve(
    puzzles: list[Any] | npt.NDArray[np.integer[Any]],
    template: Grid | None,
    limit: int,
    threads: int,
    is_over: IsEnough,
    chunk: int,
) -> Batch[Any]:
    """Solve puzzles, or grids with the rules of the template, or 9 x 9 Sudoku grids if there is no template."""
    if isinstance(puzzles, list):
        return solve_list(puzzles, limit, threads, is_over, chunk)
    if not len(puzzles):
        return Batch(np.zeros(puzzles.shape, np.uint8), np.zeros(0, np.int64))
    if template is None:
        return _solve_rows(puzzles, None, limit, threads, is_over)
    if isinstance(template, Futoshiki) and template.n <= LANES_MOST_SIDE:
        _, signs = lay_out([template], np.zeros(1, np.int64), template.n)
        batch = _solve_rows(puzzles, signs, limit, threads, is_over)
        if (batch.counts != UNANSWERED).all() or is_over():
            return batch
    else:
        batch = Batch(np.zeros(puzzles.shape, np.uint8), np.full(len(puzzles), UNANSWERED, np.int64))
    left = np.flatnonzero(batch.counts == UNANSWERED)
    others = [template.with_clues(grid) for grid in puzzles[left]]
    found = solve_singly(others, limit, threads, is_over, chunk)
    batch.counts[left] = found.counts
    for k, grid in zip(left.tolist(), found.grids, strict=True):
        if grid is not None:
            batch.grids[k] = grid
    return batch


def _solve_rows(
    puzzles: npt.NDArray[np.integer[Any]],
    signs: npt.NDArray[np.uint8] | None,
    limit: int,
    threads: int,
    is_over: IsEnough,
) -> Batch[npt.NDArray[np.uint8]]:
    rows = Rows(puzzles, signs, limit)
    share(rows.jobs(threads), threads, is_over)
    return Batch(rows.grids, rows.counts)


def _solve_pieces(
    puzzles: list[Any] | npt.NDArray[np.integer[Any]],
    template: Grid | None,
    limit: int,
    run: Run,
) -> Batch[Any]:
    """Return the answers that the workers of an executor find within the time limit."""
    from ..jobs import Job, digest, halved, ranges, run_pieces
    from .pieces import unpacked

    counts = np.full(len(puzzles), UNANSWERED, np.int64)
    grids: Any = [None] * len(puzzles)
    size, data = tuning.BATCH_CHUNK, puzzles
    if isinstance(puzzles, np.ndarray):
        grids = np.zeros(puzzles.shape, np.uint8)
        size, data = tuning.NINES if template is None else tuning.BATCH_CHUNK, [puzzles]
    # The key is made only for a journal, because the workers wait for it.
    key = "" if run.journal is None else digest(repr(limit), pickle.dumps(template), *map(pickle.dumps, data))
    job = Job(
        "solve_many",
        key,
        (limit, template),
        _solve_piece,
        ranges(0, len(puzzles), size),
        halved,
        lambda part: [part[0], puzzles[slice(*part)]],
    )
    results, _ = run_pieces(job, run)
    for numbers, some, stacks in results.values():
        counts[numbers] = some
        for solved, stack in stacks:
            if isinstance(grids, np.ndarray):
                grids[solved] = unpacked(stack)
            else:
                for k, grid in zip(solved, unpacked(stack), strict=True):
                    grids[k] = grid
    return Batch(grids, counts)


def _solve_piece(common: tuple[int, Grid | None], part: tuple[int, Any], is_over: IsOver) -> Answer | None:
    """Return the indices of answered puzzles, their numbers of solutions, and the grids in the form of `_stacks`."""
    from ..jobs import Answer, halved

    (limit, template), (first, puzzles) = common, part
    start, done = perf_counter(), 0

    def is_enough(more: int = 0) -> bool:
        nonlocal done
        done += more
        return is_over() or (done > 0 and perf_counter() - start > tuning.PIECE_SECONDS)

    batch = _solve(puzzles, template, limit, 1, is_enough, chunk=1)
    is_answered = batch.counts != UNANSWERED
    numbers = np.flatnonzero(is_answered)
    if not len(numbers):
        return None
    # Each run of unanswered puzzles becomes two pieces.
    edges = np.flatnonzero(np.diff(~is_answered, prepend=False, append=False)).reshape(-1, 2) + first
    rest = [each for a, b in edges.tolist() for each in halved([a, b])]
    stacks = _stacks(batch.grids, np.flatnonzero(batch.counts > 0), first)
    return Answer([(numbers + first).tolist(), batch.counts[numbers].tolist(), stacks], rest)


def _stacks(grids: Sequence[Any] | npt.NDArray[Any], solved: npt.NDArray[np.intp], first: int) -> list[Any]:
    """Return stacks of grids with the same shape and dtype, each with the indices of its puzzles."""
    from .pieces import packed

    if isinstance(grids, np.ndarray):
        return [[(solved + first).tolist(), packed(grids[solved])]]
    alike: dict[tuple[npt.DTypeLike, tuple[int, ...]], list[int]] = {}
    for k in solved.tolist():
        alike.setdefault((grids[k].dtype, grids[k].shape), []).append(k)
    return [
        [[first + k for k in some], packed(np.stack([grids[k] for k in some]))] for some in alike.values()
    ]
