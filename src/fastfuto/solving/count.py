"""Exact numbers of solutions."""

from __future__ import annotations

from copy import copy
from os import PathLike
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from ..engines import EngineName, is_latin, shared_by
from ..errors import LimitReached, MemoryLimit
from ..limits import ExecutorOption, ProgressOption, Run, Stats, at_least, check_memory
from ..model import Model, Solvable
from . import tuning
from .reductions import Reduced, cases, divided, reduced
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
    """Count the solutions of a puzzle exactly.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
        Number of solutions at which counting stops, at least 1. It is not an error to reach the limit. Default: none.
    timeout : float, optional
        Time limit in seconds, which the call exceeds by at most 50 ms. Default: none.
    engine : {"auto", "search", "learner", "states", "cover", "permutations"}
        The only engine to use; "auto" lets the suitable engines take turns. "states" places one value after another and
        remembers only which cells are filled. It takes Latin squares of order 3 to 32, with or without inequalities,
        permutations of up to 63 values, and chains: models whose cells all differ, and whose relations and inequalities
        only join consecutive cells in some order. "permutations" computes the number from a formula. The other engines
        are described in `solve`; they enumerate all solutions, several million per second on small grids.
    memory : int, optional
        Bytes that the states may take; with an executor, this limit applies to the calling process. Default: half of
        the machine's memory.
    threads : int
        Number of threads of the states engine. The answer does not depend on the number.
    executor : concurrent.futures.Executor, or callable that returns an executor, optional
        Executor whose workers count pieces of the work: processes on this machine or on a cluster. With the engines
        "auto" and "search", the search tree is split. With the engine "states", layers are split, which is faster for
        grids with many solutions. `threads` must be 1. If a callable is given, such as
        ``executor=ProcessPoolExecutor``, the count survives the loss of a worker. See docs/how-to/jobs.md.
    journal : path-like, optional
        An SQLite file that keeps finished pieces. A later call with the same puzzle and journal resumes the count, even
        with another executor. Without an executor, a single thread counts the pieces.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception from the
        callable ends the call. After one second, the `stage` of a report also gives the memory that the states take and
        the expected remaining time, which is often wrong by a factor of two or three.

    Returns
    -------
    int
        The exact number of solutions, or `limit` if there are at least that many.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `found` is a lower bound.
    MemoryLimit
        If the states do not fit into memory, and either `engine` is "states" or the search would probably take
        longer than ten minutes. If possible, the message estimates the bytes that the count needs.
    JobError
        If the executor, its workers or the journal fails.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.count_result : Count the solutions and report the method and effort.
    fastfuto.estimate_count : Estimate a number of solutions that cannot be counted.
    fastfuto.all_solutions : Return the solutions themselves.
    fastfuto.split : Split a puzzle into parts to be counted elsewhere.

    Notes
    -----
    The numbers of solutions of independent parts are multiplied. In a large Kakuro, for example, parts become
    independent once a few cells have values. Interchangeable values become a factor, and so do clues of a Latin square
    whose alternatives are symmetric: squares of order 8 with the first row and column given take as long as squares
    without clues. A few inequalities become clues, with one count for each pattern of equal values in their cells.
    These reductions are made only with the engine "auto", without an executor, and without a limit below one million.

    With up to 9 rows, a state takes 20 to 30 bytes. The number of states depends on the clues: an empty grid of order 8
    has a few hundred, and such a grid with a few inequalities has tens of millions.

    References
    ----------
    - McKay, B. D. and Rogoyski, E. (1995). *Latin squares of order 10*. Electronic Journal of Combinatorics 2.

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
    """Count the solutions of a puzzle and report the method and the effort.

    Parameters, errors and cost are the same as for `fastfuto.count`.

    Returns
    -------
    CountResult
        The count, whether it is exact, the method and the effort.

    Raises
    ------
    LimitReached, MemoryLimit, JobError, TypeError, ValueError, KeyboardInterrupt
        As for `fastfuto.count`.

    See Also
    --------
    fastfuto.count : Return only the number.
    fastfuto.to_json : Write the answer as JSON.

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
                raise ValueError(
                    "memory has no effect on work in pieces, except with the engine 'states'; omit memory"
                )
            return _count_pieces(puzzle, run, limit, engine)
        session = Session(puzzle, run, engine=engine, is_all=True, to_list=False)
        # Small puzzles have been counted before their reductions would be found.
        if (
            engine == "auto"
            and (limit is None or limit >= tuning.REDUCED_LIMIT)
            and session.begin_count(limit, bytes_, run.threads, tuning.BEGINNING)
            and isinstance(session.model, Model)
        ):
            parts = reduced(session.model, run.is_over)
            if parts is None and session.begin_count(limit, bytes_, run.threads, tuning.BEFORE_CASES):
                parts = _cases(session, limit, run, bytes_)
            if parts is not None:
                trial = copy(run)
                if limit is not None:
                    # The limit may be reached before the parts are counted.
                    trial.deadline = min(run.deadline, perf_counter() + session.left(limit))
                try:
                    return count_parts(parts, limit, trial, bytes_, session.found)
                except (LimitReached, MemoryLimit):
                    if limit is None or run.is_late:
                        raise
        result = session.count(limit, bytes_, run.threads)
        session.spare()
        return result


def _cases(session: Session[Any], limit: int | None, run: Run, memory: int) -> Reduced | None:
    """Return cases of a model whose count has begun, if counting them probably takes less time than the rest.

    The session continues until it is expected to need more time than the cases. Its first predictions are poor.
    """
    assert isinstance(session.model, Model)
    if (division := divided(session.model, tuning.MOST_CASES)) is None:
        return None
    seconds, doubt = tuning.CASE_SECONDS * division.n_cases, tuning.DOUBT
    while not run.is_late:
        if session.left(limit) > doubt * seconds:
            return cases(division, run.is_over)
        if not session.begin_count(limit, memory, run.threads, seconds):
            break
        doubt = 1
    return None


def count_parts(whole: Reduced, limit: int | None, run: Run, memory: int, found: int) -> CountResult:
    """Return the count of a model from those of its parts and cases, when `found` of its solutions are known.

    Parts are counted only until the limit is certain to be reached.
    """
    stats, methods = Stats(0, 0, 0.0, "auto"), list[str]()
    known: dict[Model, int] = {}

    def number_of(parts: Reduced, most: int | None) -> int:
        """Return the number of solutions of some parts, or any number from `most` on if there are so many."""
        nonlocal found
        number = parts.factor
        most = None if most is None else most * parts.divisor
        for k, (_, part) in enumerate(parts.parts):
            if not number:
                break
            try:
                number *= number_of_part(part, _per(most, number))
            except LimitReached as error:
                # Before the last part there may still be no solution. A case is not the whole.
                if k == len(parts.parts) - 1 and parts is whole:
                    found = max(found, -(-number * error.found // parts.divisor))
                raise run.late(_added(stats, error.stats, run), found) from None
        if parts.cases and number:
            total, most = 0, _per(most, number)
            for weight, case in parts.cases:
                if most is not None and total >= most:
                    break
                total += weight * number_of(case, _per(most and most - total, weight))
            number *= total
        return number // parts.divisor

    def number_of_part(part: Model, most: int | None) -> int:
        """Return the number of solutions of a part, or any number from `most` on if there are so many."""
        nonlocal stats
        if part in known:
            return known[part]
        session = Session(part, run, is_all=True, to_list=False)
        if (
            not is_latin(part)
            and session.begin_count(most, memory, run.threads, tuning.BEGINNING)
            and (parts := _cases(session, most, run, memory)) is not None
        ):
            try:
                number = number_of(parts, most)
            except LimitReached as error:
                # The solutions found belong to a case.
                raise run.late(error.stats, 0) from None
            methods.extend(parts.names)
        else:
            result = session.count(most, memory, run.threads)
            stats = _added(stats, result.stats, run)
            methods.append(result.method)
            number = result.count
        if most is None or number < most:
            known[part] = number
        return number

    number = number_of(whole, limit)
    method = "; ".join(dict.fromkeys([*methods, *whole.names]))
    if limit is not None and number >= limit:
        return CountResult(limit, False, method, stats)
    return CountResult(number, True, method, stats)


def _per(most: int | None, factor: int) -> int | None:
    """Return the smallest number that is at least `most` when it is multiplied by a factor; None if `most` is None."""
    return None if most is None else -(-most // factor)


def _added(one: Stats, other: Stats, run: Run) -> Stats:
    """Return the effort of two parts of a call."""
    return Stats(
        one.nodes + other.nodes,
        one.backtracks + other.backtracks,
        run.seconds,
        other.engine,
        one.restarts + other.restarts,
        one.learned + other.learned,
        max(one.peak_bytes, other.peak_bytes),
        one.states + other.states,
    )


def _count_pieces(puzzle: Solvable[S], run: Run, limit: int | None, engine: EngineName) -> CountResult:
    """Count the pieces of the search on the workers of an executor."""
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
