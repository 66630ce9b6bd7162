"""How many solutions there are, exactly."""

from __future__ import annotations

from os import PathLike
from typing import TypeVar

import numpy as np

from ..engines import EngineName, shared_by
from ..limits import ExecutorOption, ProgressOption, Run, at_least, check_memory
from ..model import Solvable
from .result import CountResult
from .session import Session

S = TypeVar("S", bound=np.generic)


def count(
    puzzle: Solvable[S],
    *,
    limit: int | None = None,
    timeout: float | None = None,
    engine: EngineName = "auto",
    memory: int | None = None,
    threads: int = 1,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> int:
    """Count the solutions, exactly.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
        Number of solutions to stop at, at least 1. Reaching it is not an error. Default: none.
    timeout : float, optional
        Time limit in seconds, kept within 50 ms. Default: none.
    engine : {"auto", "search", "learner", "states", "cover", "permutations"}
        The engine that works alone; "auto" lets the suitable ones take turns. "states" places one value after
        the other and keeps only which cells are filled. It takes Latin squares of order 3 to 32, with or
        without inequalities, and permutations of up to 63 values. "permutations" knows the number by a formula.
        The others are as for `solve`: they find all solutions, some millions a second on small grids.
    memory : int, optional
        Bytes that the states may take; with an executor, those of the caller. Default: half of the machine's memory.
    threads : int
        Number of threads of the states engine. The answer does not depend on it.
    executor : concurrent.futures.Executor, or callable that returns one, optional
        Counts in pieces, which its workers share: processes of this machine, or those of a cluster. The pieces are
        parts of the search if the engine is "auto" or "search", and slices of layers if it is "states", which is better
        on grids with many solutions. `threads` is 1 then. With a callable, such as ``executor=ProcessPoolExecutor``,
        the count goes on when a worker is lost. See docs/how-to/jobs.md.
    journal : path-like, optional
        An SQLite file that keeps finished pieces. A second call with the same puzzle and file goes on where the first
        one was stopped, also with another executor. Without an executor one thread works.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the
        callable raises ends the call.

    Returns
    -------
    int
        The number of solutions, of any size, or `limit` if there are at least that many.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `found` is a lower bound.
    MemoryLimit
        If the states do not fit into memory, and either `engine` is "states" or the search would probably take
        longer than ten minutes. Where it can, the message says about how many bytes and states the count would take.
    JobError
        If the executor, its workers or the journal fail.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    With up to 9 rows a state takes 20 to 30 bytes. The number of states depends on the clues: an empty grid of
    order 8 has some hundred, and a grid with a few inequalities has tens of millions.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.count(fastfuto.Futoshiki([[0] * 8] * 8))  # OEIS A002860
    108776032459082956800
    """
    return count_result(
        puzzle,
        limit=limit,
        timeout=timeout,
        engine=engine,
        memory=memory,
        threads=threads,
        executor=executor,
        journal=journal,
        progress=progress,
    ).count


def count_result(
    puzzle: Solvable[S],
    *,
    limit: int | None = None,
    timeout: float | None = None,
    engine: EngineName = "auto",
    memory: int | None = None,
    threads: int = 1,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> CountResult:
    """Count the solutions, and say how they were counted.

    Parameters, errors and cost are those of `count`.

    Returns
    -------
    CountResult
        The count, whether it is exact, the method and the effort.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.count_result(fastfuto.Futoshiki([[0] * 4] * 4), limit=100)
    >>> result.count, result.exact, result.method
    (100, False, 'enumeration')
    """
    with Run(timeout, progress, threads, executor, journal) as run:
        if limit is not None:
            limit = at_least(1, limit, "limit")
        bytes_ = check_memory(memory)
        if run.is_in_pieces:
            if shared_by(engine) == "layers":
                from .slices import count_by_states

                return count_by_states(puzzle, run, limit, bytes_)
            if memory is not None:
                raise ValueError("memory is for states, and pieces are searched: leave it out")
            return _count_pieces(puzzle, run, limit, engine)
        session = Session(puzzle, run, engine=engine, to_list=False)
        result = session.count(limit, bytes_, run.threads)
        session.spare()
        return result


def _count_pieces(puzzle: Solvable[S], run: Run, limit: int | None, engine: EngineName) -> CountResult:
    """Count in pieces."""
    from ..jobs import run_pieces
    from .pieces import count_piece, effort_of, search_job

    job = search_job("count", puzzle, engine, count_piece, run)
    found = 0

    def is_enough(result: list[int]) -> bool:
        nonlocal found
        found += result[0]
        return limit is not None and found >= limit

    results, is_completed = run_pieces(job, run, is_enough)
    stats = effort_of(results, run)
    if not is_completed:
        raise run.late(stats, found)
    if limit is not None and found >= limit:
        return CountResult(limit, False, "enumeration", stats)
    return CountResult(found, True, "enumeration", stats)
