"""The verbs: plain functions that take any Puzzle or Model, run an engine within limits and give arrays.

Each call has engines of its own, so every verb is safe from many threads at once. The engine runs without
the GIL in slices of about 10 ms; between two of them Python sees signals, deadlines and progress.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from math import inf, isnan
from operator import index
from time import perf_counter
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _learner, _learner_wide, _search, _search_wide
from .errors import LimitReached, MemoryLimit
from .model import Model
from .puzzles import Puzzle
from .result import CountResult, Result, Stats, Status

__all__ = ["all_solutions", "count", "count_result", "is_unique", "solutions", "solve"]

Order: TypeAlias = Literal["any", "lexicographic"]
Engine: TypeAlias = Literal["auto", "search", "learner"]
Progress: TypeAlias = Callable[[int], object]
Grids: TypeAlias = npt.NDArray[np.uint8]
Search: TypeAlias = _search.Search | _search_wide.Search
Learner: TypeAlias = _learner.Learner | _learner_wide.Learner

SLICE = 300_000
"""Work of one slice: dropped candidates and cells looked at; 2 to 20 ms."""
FIRST_SLICE = 30_000
"""Work of the first slice where the learner is to have its turn after the search, about 1 ms."""
MOST_SEARCHED = 75_000
"""Work up to which the slices of the search grow then."""
MOST_CANDIDATES = 1 << 20
"""Cells by values up to which "auto" lets the learner work: its memory and its start take time."""
LEARNER_SHARE = 4
"""How many times as long the learner's unit of work takes: literals and clauses looked at."""


def solve(
    puzzle: Puzzle | Model,
    *,
    timeout: float | None = None,
    order: Order = "any",
    engine: Engine = "auto",
    seed: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Find a solution, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle or Model
    timeout : float, optional
        Seconds after which to give up, kept within 50 ms. Default: never.
    order : {"any", "lexicographic"}
        Which solution: whichever is found fastest, or the first in row-major lexicographic order.
    engine : {"auto", "search", "learner"}
        "search" is exhaustive depth-first search; "learner" learns from conflicts, which is far better on
        large and on tight grids, but knows no order; "auto" lets them take turns unless there is one.
    seed : int
        0 to 2**64 - 1; breaks ties, so that another seed may find another solution. The same seed finds the
        same one on every machine. Without effect on ``order="lexicographic"``.
    progress : callable, optional
        Called about every 10 ms with the number of solutions found so far.

    Returns
    -------
    Result
        `status` is UNKNOWN if the time was up; `grid`, (n, n) uint8, belongs to the caller.

    Raises
    ------
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.
    ValueError
        If an option is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    Notes
    -----
    A few microseconds plus the search, which is exponential in the worst case; memory of about 4 bytes a
    candidate (n cubed of them in a Latin square).

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 1]], [((0, 0), (0, 1)), ((0, 1), (0, 2))])
    >>> result = fastfuto.solve(puzzle)
    >>> result.status
    <Status.SATISFIABLE: 'satisfiable'>
    >>> result.grid
    array([[1, 2, 3],
           [3, 1, 2],
           [2, 3, 1]], dtype=uint8)
    """
    start = perf_counter()
    if engine not in ("auto", "search", "learner"):
        raise ValueError(f"engine must be 'auto', 'search' or 'learner', got {engine!r}")
    if engine == "learner" and order == "lexicographic":
        raise ValueError("the learner finds solutions in no order; ask the search for a lexicographic one")
    deadline = _deadline(start, timeout)
    search, model = _searching(puzzle, order, seed)
    rows = np.empty((1, model.cells), np.uint8)
    if engine == "search" or order == "lexicographic":
        outcome, _ = _run(search, 1, rows, deadline, progress)
        answering: Search | Learner = search
    else:
        outcome, answering = _run_in_turn(search, model, engine, seed, 1, rows, deadline, progress)
    if outcome == _search.SOLUTION:
        return Result(Status.SATISFIABLE, puzzle.decode(rows[0]), _stats(answering, start))
    status = Status.UNSATISFIABLE if outcome == _search.EXHAUSTED else Status.UNKNOWN
    return Result(status, None, _stats(answering, start))


def solutions(
    puzzle: Puzzle | Model,
    *,
    order: Order = "any",
    limit: int | None = None,
    timeout: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Iterator[Grids]:
    """Iterate over the solutions, finding them as they are asked for.

    Parameters
    ----------
    puzzle : Puzzle or Model
    order : {"any", "lexicographic"}
        The order they come in: whichever is fastest, or row-major lexicographic.
    limit : int, optional
        Stop after that many, at least 1. Default: all.
    timeout : float, optional
        Seconds of searching and waiting, from the first solution asked for, after which to raise.
    seed : int
        As for `solve`: another seed may give another order.
    progress : callable, optional
        Called with the number of solutions found so far, at least every 10 ms of searching.

    Yields
    ------
    numpy.ndarray of uint8
        A solution in the puzzle's shape, owned by the caller. At most about 1000 of them are found ahead.

    Raises
    ------
    LimitReached
        When the time is up, after everything found by then was given out.
    TypeError, ValueError
        As for `solve`, at the call.
    ValueError
        If two threads ask the same iterator at once.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    Examples
    --------
    >>> import fastfuto
    >>> for grid in fastfuto.solutions(fastfuto.Futoshiki([[0, 0], [0, 0]]), order="lexicographic"):
    ...     print(grid.tolist())
    [[1, 2], [2, 1]]
    [[2, 1], [1, 2]]
    """
    search, model = _searching(puzzle, order, seed)
    most = _at_least_one(limit)
    _deadline(0.0, timeout)
    return _solutions(puzzle, search, model.cells, most, timeout, progress)


def _solutions(
    puzzle: Puzzle | Model,
    search: Search,
    cells: int,
    most: float,
    timeout: float | None,
    progress: Progress | None,
) -> Iterator[Grids]:
    start = perf_counter()
    deadline = _deadline(start, timeout)
    chunk, outcome = 1, _search.PAUSED
    while outcome != _search.EXHAUSTED and search.total < most:
        wanted = int(min(chunk, most - search.total))
        rows = np.empty((wanted, cells), np.uint8)
        outcome = search.run(SLICE, wanted, rows)
        for row in rows[: search.found]:
            yield puzzle.decode(row.copy())
        if progress is not None:
            progress(search.total)
        if outcome != _search.EXHAUSTED and search.total < most and perf_counter() >= deadline:
            raise _time_is_up(search, start, timeout)
        chunk = min(2 * chunk, 1024)


def all_solutions(
    puzzle: Puzzle | Model,
    *,
    order: Order = "any",
    limit: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    seed: int = 0,
) -> Grids:
    """Find all solutions, in one array.

    Parameters
    ----------
    puzzle : Puzzle or Model
    order : {"any", "lexicographic"}
        Order of the rows: whichever is fastest, or row-major lexicographic.
    limit : int, optional
        Stop after that many, at least 1. Default: all.
    timeout : float, optional
        Seconds after which to raise, kept within 50 ms.
    memory : int, optional
        Bytes that the array may take. Default: half of the machine's memory.
    seed : int
        As for `solve`.

    Returns
    -------
    (k, n, n) uint8
        The k solutions, each in the puzzle's shape; owned by the caller.

    Raises
    ------
    MemoryLimit
        If the solutions take more than `memory`; the message says what was found and what it takes.
    LimitReached
        If the time is up.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    The array grows in chunks, to twice its size each; one byte a cell and solution.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.all_solutions(fastfuto.Futoshiki([[0] * 4] * 4)).shape
    (576, 4, 4)
    """
    start = perf_counter()
    deadline = _deadline(start, timeout)
    search, model = _searching(puzzle, order, seed)
    cells = model.cells
    most = _at_least_one(limit)
    room = max(_memory(memory) // cells, 1)
    rows = np.empty((int(min(most, room, max(1, 65536 // cells))), cells), np.uint8)
    outcome = _search.SOLUTION
    while outcome == _search.SOLUTION and search.total < most:
        if search.total == len(rows):
            if len(rows) == room:
                outcome, _ = _run(search, 1, None, deadline)
                if outcome == _search.SOLUTION:
                    raise _memory_is_full(search, start, room * cells, cells, limit)
                break
            # In place: nothing else refers to this array, and large blocks are not even copied.
            rows.resize((int(min(most, room, 2 * len(rows))), cells), refcheck=False)
        outcome, _ = _run(search, len(rows) - search.total, rows[search.total :], deadline)
    if outcome == _search.PAUSED:
        raise _time_is_up(search, start, timeout)
    rows.resize((search.total, cells), refcheck=False)
    return puzzle.decode(rows)


def count(puzzle: Puzzle | Model, *, limit: int | None = None, timeout: float | None = None) -> int:
    """Count the solutions.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
        Stop at that many, at least 1; reaching it is no error. Default: count all.
    timeout : float, optional
        Seconds after which to raise, kept within 50 ms.

    Returns
    -------
    int
        The number of solutions, or `limit` if there are at least that many.

    Raises
    ------
    LimitReached
        If the time is up; its attribute `found` has a lower bound.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    All solutions are walked through, some millions a second on small grids.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.count(fastfuto.Futoshiki([[0] * 5] * 5))  # OEIS A002860
    161280
    """
    return count_result(puzzle, limit=limit, timeout=timeout).count


def count_result(
    puzzle: Puzzle | Model,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> CountResult:
    """Count the solutions, and tell how.

    Parameters, errors and cost are those of `count`.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
    timeout : float, optional
    progress : callable, optional
        Called about every 10 ms with the number of solutions found so far.

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
    start = perf_counter()
    deadline = _deadline(start, timeout)
    search, _ = _searching(puzzle, "any", 0)
    most = _at_least_one(limit)
    outcome, found = _run(search, int(min(most, 2**62)), None, deadline, progress)
    if outcome == _search.PAUSED:
        raise _time_is_up(search, start, timeout)
    return CountResult(found, outcome == _search.EXHAUSTED, "enumeration", _stats(search, start))


def is_unique(puzzle: Puzzle | Model, *, timeout: float | None = None) -> bool:
    """Tell whether there is exactly one solution.

    Parameters
    ----------
    puzzle : Puzzle or Model
    timeout : float, optional
        Seconds after which to raise, kept within 50 ms.

    Returns
    -------
    bool
        False also when there is no solution.

    Raises
    ------
    LimitReached
        If the time is up.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.is_unique(fastfuto.Futoshiki([[0, 0], [0, 0]]))
    False
    >>> fastfuto.is_unique(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    True
    """
    start = perf_counter()
    search, model = _searching(puzzle, "any", 0)
    outcome, answering = _run_in_turn(search, model, "auto", 0, 2, None, _deadline(start, timeout))
    if outcome == _search.PAUSED:
        raise _time_is_up(answering, start, timeout)
    return answering.total == 1


def _searching(puzzle: Puzzle | Model, order: Order, seed: int) -> tuple[Search, Model]:
    """Return a search over the puzzle, at its start, and the puzzle's model."""
    if not isinstance(puzzle, (Puzzle, Model)):
        raise TypeError(f"a Puzzle or a Model is wanted, got {type(puzzle).__name__}")
    if order not in ("any", "lexicographic"):
        raise ValueError(f"order must be 'any' or 'lexicographic', got {order!r}")
    if not 0 <= index(seed) < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
    model = puzzle.model()
    skeleton = model.skeleton
    module = _search if skeleton.values <= 64 else _search_wide
    search = module.Search(skeleton.unit_starts, skeleton.unit_cells, skeleton.cells, skeleton.values)
    search.reset(model.domains, model.arcs, order == "lexicographic", seed)
    return search, model


def _run(
    search: Search, limit: int, rows: Grids | None, deadline: float, progress: Progress | None = None
) -> tuple[int, int]:
    """Run until `limit` more solutions are found, there are no more, or the deadline has passed (PAUSED).

    Returns the outcome and the number of solutions found, which fill `rows` from the first on.
    """
    found = 0
    while True:
        outcome = search.run(SLICE, limit - found, rows)
        found += search.found
        if outcome != _search.PAUSED:
            return outcome, found
        if rows is not None:
            rows = rows[search.found :]
        if progress is not None:
            progress(search.total)
        if perf_counter() >= deadline:
            return outcome, found


def _run_in_turn(
    search: Search,
    model: Model,
    engine: Engine,
    seed: int,
    limit: int,
    rows: Grids | None,
    deadline: float,
    progress: Progress | None = None,
) -> tuple[int, Search | Learner]:
    """Let the search and the learner work in turn, in growing slices, until one of them has the answer.

    What the search can do it mostly does soon, so its slices stop growing first. With the engine "learner"
    it has no turn. Returns the outcome, PAUSED once the deadline has passed, and the engine that has it.
    """
    size = FIRST_SLICE
    learner: Learner | None = None
    while True:
        if engine == "auto":
            outcome = search.run(min(size, MOST_SEARCHED), limit - search.total, rows)
            if outcome != _search.PAUSED or perf_counter() >= deadline:
                return outcome, search
        if learner is None:
            if engine == "auto" and model.cells * model.values > MOST_CANDIDATES:
                return _run(search, limit - search.total, rows, deadline, progress)[0], search
            learner = _learning(model, seed)
        outcome = learner.run(max(1, size // LEARNER_SHARE), limit - learner.total, rows)
        if outcome != _search.PAUSED:
            return outcome, learner
        if progress is not None:
            progress(max(search.total, learner.total))
        if perf_counter() >= deadline:
            return outcome, learner
        size = min(2 * size, SLICE)


def _learning(model: Model, seed: int) -> Learner:
    """Return a learner over the model, at its start."""
    skeleton = model.skeleton
    module = _learner if skeleton.values <= 64 else _learner_wide
    learner: Learner = module.Learner(
        skeleton.unit_starts, skeleton.unit_cells, skeleton.cells, skeleton.values
    )
    learner.reset(model.domains, model.arcs, seed)
    return learner


def _deadline(start: float, timeout: float | None) -> float:
    if timeout is None:
        return inf
    if isnan(timeout) or timeout < 0:
        raise ValueError(f"timeout must be 0 or more seconds, got {timeout}")
    return start + timeout


def _at_least_one(limit: int | None) -> float:
    if limit is None:
        return inf
    if index(limit) < 1:
        raise ValueError(f"limit must be at least 1, got {limit}")
    return index(limit)


def _memory(memory: int | None) -> int:
    if memory is None:
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
        except (AttributeError, OSError, ValueError):  # Windows has no sysconf
            return 2 << 30
    if index(memory) < 1:
        raise ValueError(f"memory must be at least 1 byte, got {memory}")
    return index(memory)


def _stats(engine: Search | Learner, start: float) -> Stats:
    seconds = perf_counter() - start
    if isinstance(engine, Search):
        return Stats(engine.nodes, engine.backtracks, seconds, "search")
    return Stats(engine.nodes, engine.conflicts, seconds, "learner", engine.restarts, engine.learned)


def _time_is_up(search: Search | Learner, start: float, timeout: float | None) -> LimitReached:
    message = f"the time limit of {timeout} s has passed; {search.total} solutions found so far"
    return LimitReached(message, found=search.total, stats=_stats(search, start))


def _memory_is_full(search: Search, start: float, full: int, cells: int, limit: int | None) -> MemoryLimit:
    needed = f"{limit} solutions take up to {limit * cells} bytes" if limit else "there are more"
    message = (
        f"the memory limit of {full} bytes is full with {search.total - 1} solutions of {cells} bytes, and "
        f"{needed}; raise memory=, or use solutions(), which keeps none, or count()"
    )
    return MemoryLimit(message, found=search.total, stats=_stats(search, start))
