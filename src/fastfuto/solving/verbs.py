"""The verbs: plain functions that take any Puzzle or Model, run an engine within limits and give arrays.

Each call has engines of its own, so every verb is safe from many threads at once. The engine runs without
the GIL in slices of about 10 ms; between two of them Python sees signals, deadlines and progress.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, factorial, floor, inf, isnan, log, nan, sqrt
from operator import index
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .counting import (
    LAYERS_SLICE,
    Counting,
    CountingEngine,
    Layered,
    Random,
    draw,
    estimates,
    is_layered,
    is_permutation,
    layering,
    told,
)
from ..model import Options
from ..errors import LimitReached, MemoryLimit, NoSolution
from ..model import Model
from ..puzzles import Puzzle
from .result import CountResult, EstimateResult, Result, Stats, Status
from .strategy import (
    EXHAUSTED,
    PAUSED,
    SLICE,
    SOLUTION,
    Engine,
    EngineName,
    Exhaustive,
    Learner,
    Order,
    Permuter,
    Search,
    Strategy,
    exhaustive,
)

__all__ = [
    "all_solutions",
    "count",
    "count_result",
    "estimate_count",
    "is_unique",
    "sample",
    "solutions",
    "solve",
]

COVERS = ("cover", "cover-leftmost")
Progress: TypeAlias = Callable[[int], object]
Grids: TypeAlias = npt.NDArray[Any]


def solve(
    puzzle: Puzzle | Model,
    *,
    timeout: float | None = None,
    order: Order = "any",
    engine: EngineName = "auto",
    seed: int = 0,
    threads: int = 1,
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
    engine : {"auto", "search", "learner", "cover", "cover-leftmost"}
        "search" is exhaustive depth-first search; "learner" learns from conflicts, which is far better on
        large and on tight grids, but knows no order; "auto" lets them take turns unless there is one.
        "cover" puts the puzzle as an exact cover, if it has no inequalities, for dancing links, which is what
        an `ExactCover` always takes; "cover-leftmost" does not choose the item with the fewest options, for
        comparison. Covers know no order.
    seed : int
        0 to 2**64 - 1; breaks ties, so that another seed may find another solution. The same seed finds the
        same one on every machine. Without effect on ``order="lexicographic"``.
    threads : int
        With more than 1, engines with other seeds work at the same time and the first answer counts, so
        that which solution it is may change from call to call. Without effect on ``order="lexicographic"``.
    progress : callable, optional
        Called about every 10 ms with the number of solutions found so far.

    Returns
    -------
    Result
        `status` is UNKNOWN if the time was up; `grid`, (n, n) uint8, belongs to the caller. For an
        `ExactCover` it holds the options chosen, (k,) int32.

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
    A few microseconds plus the engines' work, which is exponential in the worst case. Memory of 4 bytes a
    candidate (n cubed of them in a Latin square); where the learner works, another 220 for each that is still
    open after propagation, at most 840 MiB.

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
    if engine not in ("auto", "search", "learner", *COVERS):
        raise ValueError(f"engine must be 'auto', 'search', 'learner' or 'cover', got {engine!r}")
    deadline = _deadline(start, timeout)
    model = _model(puzzle, order, seed, engine)
    strategy = Strategy(model, engine, order, seed, _threads(threads))
    row = np.empty((1, model.n_cells), model.dtype)
    outcome = strategy.run(1, row, deadline, progress)
    stats = _stats(start, strategy.answering, strategy.engines)
    if outcome == SOLUTION:
        return Result(Status.SATISFIABLE, puzzle.decode(row[0]), stats)
    return Result(Status.UNSATISFIABLE if outcome == EXHAUSTED else Status.UNKNOWN, None, stats)


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
    model = _model(puzzle, order, seed)
    most = _at_least_one(limit)
    _deadline(0.0, timeout)
    return _solutions(puzzle, model, order, seed, most, timeout, progress)


def _solutions(
    puzzle: Puzzle | Model,
    model: Model | Options,
    order: Order,
    seed: int,
    most: float,
    timeout: float | None,
    progress: Progress | None,
) -> Iterator[Grids]:
    start = perf_counter()
    deadline = _deadline(start, timeout)
    strategy = Strategy(model, "auto", order, seed)
    first = np.empty((1, model.n_cells), model.dtype)
    outcome = strategy.run(1, first, deadline, progress)
    if outcome == PAUSED:
        raise _time_is_up(0, start, timeout, strategy.answering, strategy.engines)
    if outcome == EXHAUSTED:
        return
    yield puzzle.decode(first[0])
    # The search will find all solutions. Until it finds its first, a learner that did gives more of its own.
    search, known = strategy.engines[0], set[bytes]()
    engines = [search]
    if strategy.answering is not search:
        engines.append(strategy.answering)
        known.add(first.tobytes())
    found, chunk = 1, 2
    while found < most:
        for engine in engines.copy():
            rows: Grids = np.empty((int(min(chunk, most - found)), model.n_cells), model.dtype)
            try:
                outcome = engine.run(SLICE, len(rows), rows)
            except MemoryError:
                engines.remove(engine)
                continue
            for row in rows[: engine.found]:
                if engine is not search:
                    known.add(row.tobytes())
                elif row.tobytes() in known:
                    continue
                found += 1
                yield puzzle.decode(row.copy())
            if outcome == EXHAUSTED or found >= most:
                return
            if progress is not None:
                progress(found)
            if perf_counter() >= deadline:
                raise _time_is_up(found, start, timeout, engine, strategy.engines)
            if engine is search and search.found:
                chunk = min(2 * chunk, 1024)
                engines = [search]
                break


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
    model = _model(puzzle, order, seed)
    search = exhaustive(model, order=order, seed=seed)
    width, size = model.n_cells, max(model.n_cells * np.dtype(model.dtype).itemsize, 1)
    most = _at_least_one(limit)
    room = max(_memory(memory) // size, 1)
    first: float = max(1, 65536 // size)
    if isinstance(search, Permuter):
        # Growing costs several times what permutations do, and their number is known.
        first = most = min(most, factorial(width))
    rows: Grids = np.empty((int(min(most, room, first)), width), model.dtype)
    outcome = SOLUTION
    while outcome == SOLUTION and search.total < most:
        if search.total == len(rows):
            if len(rows) == room:
                outcome, _ = _run(search, 1, None, deadline)
                if outcome == SOLUTION:
                    raise _memory_is_full(search, start, room * size, size, limit)
                break
            # In place: nothing else refers to this array, and large blocks are not even copied.
            rows.resize((int(min(most, room, 2 * len(rows))), width), refcheck=False)
        outcome, _ = _run(search, len(rows) - search.total, rows[search.total :], deadline)
    if outcome == PAUSED:
        raise _time_is_up(search.total, start, timeout, search)
    rows.resize((search.total, width), refcheck=False)
    return puzzle.decode(rows)


def count(
    puzzle: Puzzle | Model,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    engine: CountingEngine = "auto",
    memory: int | None = None,
    threads: int = 1,
) -> int:
    """Count the solutions, exactly.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
        Stop at that many, at least 1; reaching it is no error. Default: count all.
    timeout : float, optional
        Seconds after which to raise, kept within 50 ms.
    engine : {"auto", "search", "layers", "cover", "cover-leftmost"}
        The search walks through all solutions, some millions a second on small grids. Layers place one
        value after the other and keep only which cells are filled: they take Latin squares of order 3 to
        32, with or without inequalities, and permutations. By default the two work in turn. Covers are as
        for `solve`.
    memory : int, optional
        Bytes that layers may take. Default: half of the memory there is.
    threads : int
        Threads for the layers; the answer is the same.

    Returns
    -------
    int
        The number of solutions, of any size, or `limit` if there are at least that many.

    Raises
    ------
    LimitReached
        If the time is up; its attribute `found` has a lower bound.
    MemoryLimit
        If layers do not fit into memory, and the search would probably take longer than ten minutes.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`; also if layers are asked for and cannot do the model.

    Notes
    -----
    Layers take 20 to 30 bytes a state with up to 9 rows. How many states there are depends on clues and
    inequalities: some hundred on an empty grid of order 8, tens of millions with a few inequalities.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.count(fastfuto.Futoshiki([[0] * 8] * 8))  # OEIS A002860
    108776032459082956800
    """
    return count_result(
        puzzle, limit=limit, timeout=timeout, engine=engine, memory=memory, threads=threads
    ).count


def count_result(
    puzzle: Puzzle | Model,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    engine: CountingEngine = "auto",
    memory: int | None = None,
    threads: int = 1,
    progress: Callable[[int, str], object] | None = None,
) -> CountResult:
    """Count the solutions, and tell how.

    Parameters, errors and cost are those of `count`.

    Parameters
    ----------
    puzzle : Puzzle or Model
    limit : int, optional
    timeout : float, optional
    engine : {"auto", "search", "layers", "cover", "cover-leftmost"}
    memory : int, optional
    threads : int
    progress : callable, optional
        Called about every 10 ms with the number of solutions found one by one, and with a text that says how
        far layers are, empty without them.

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
    if engine not in ("auto", "search", "layers", *COVERS):
        raise ValueError(f"engine must be 'auto', 'search', 'layers' or 'cover', got {engine!r}")
    model = _model(puzzle, engine=engine)
    _at_least_one(limit)
    if engine == "layers" and not is_layered(model) and not is_permutation(model):
        raise ValueError("layers count Latin squares of order 3 to 32 and permutations of up to 63 values")
    bytes_ = _memory(memory)
    counting = Counting(model, engine, bytes_, _threads(threads))
    try:
        outcome = counting.run(limit, deadline, progress)
    except MemoryError:
        assert counting.layers is not None
        raise MemoryLimit(
            f"the memory limit of {bytes_} bytes is full with {told(counting.layers)}; "
            "raise memory=, or try estimate_count()",
            found=counting.count,
            stats=_stats(start, counting.layers),
        ) from None
    answering = counting.answering
    if outcome == PAUSED:
        raise _time_is_up(counting.count, start, timeout, answering)
    if answering is not counting.layers:
        method = "formula" if isinstance(answering, Permuter) else "enumeration"
        return CountResult(counting.count, outcome == EXHAUSTED, method, _stats(start, answering))
    is_exact = limit is None or counting.count < limit
    return CountResult(counting.count, is_exact, "layers", _stats(start, answering))


def sample(
    puzzle: Puzzle | Model,
    k: int = 1,
    *,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> Grids:
    """Draw solutions at random, all equally likely and independently of each other.

    Parameters
    ----------
    puzzle : Puzzle or Model
    k : int
        Number of solutions, 0 or more; the same one may come more than once.
    seed : int
        0 to 2**64 - 1; the same seed draws the same solutions everywhere.
    timeout : float, optional
        Seconds after which to raise.
    memory : int, optional
        Bytes that the layers may take. Default: half of the memory there is.

    Returns
    -------
    numpy.ndarray of uint8
        Shape (k, n, n) for Futoshiki.

    Raises
    ------
    NoSolution
        If there is no solution to draw; it is a ValueError.
    LimitReached
        If the time is up.
    MemoryLimit
        If all layers do not fit into memory together. For a model that is no Latin square of order 3 to
        32: if all its solutions do not.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    The layers of `count` are all kept, read backwards once to number the solutions behind each state, and
    gone through again by all samples together: some milliseconds each. Uniform to the last bit: weights are
    whole numbers.

    Examples
    --------
    >>> import fastfuto
    >>> squares = fastfuto.sample(fastfuto.Futoshiki([[0] * 6] * 6), 3, seed=1)
    >>> squares.shape, bool((squares.sum(axis=1) == 21).all())
    ((3, 6, 6), True)
    """
    start = perf_counter()
    deadline = _deadline(start, timeout)
    model = _model(puzzle, seed=seed)
    if index(k) < 0:
        raise ValueError(f"k must be at least 0, got {k}")
    bytes_ = _memory(memory)
    if not is_layered(model):
        left = None if timeout is None else max(deadline - perf_counter(), 0.0)
        all_of_them = all_solutions(puzzle, timeout=left, memory=bytes_)
        if not len(all_of_them):
            raise NoSolution("there is no solution to draw")
        random = Random(seed)
        chosen: Grids = all_of_them[[random.below(len(all_of_them)) for _ in range(k)]]
        return chosen
    layers = layering(model, bytes_)
    try:
        layers.reset(model.domains, model.inequalities, keeps=True)
        while True:
            if layers.run(LAYERS_SLICE) == EXHAUSTED and not layers.advance():
                break
            if perf_counter() >= deadline:
                raise _time_is_up(0, start, timeout, layers)
        if not layers.count():
            raise NoSolution("there is no solution to draw")
        for grids in draw(layers, model.n_values, k, seed):
            if perf_counter() >= deadline and grids is None:
                raise _time_is_up(0, start, timeout, layers)
    except MemoryError:
        raise MemoryLimit(
            f"the memory limit of {bytes_} bytes is full with {told(layers)}, all of which a "
            "sample needs; raise memory=, or take solutions(seed=...), which are not equally likely",
            found=0,
            stats=_stats(start, layers),
        ) from None
    assert grids is not None
    return puzzle.decode(grids.reshape(k, model.n_cells))


def estimate_count(
    puzzle: Puzzle | Model, *, samples: int = 32, seed: int = 0, timeout: float | None = None
) -> EstimateResult:
    """Estimate the number of solutions, without bias.

    Parameters
    ----------
    puzzle : Puzzle or Model
    samples : int
        Independent estimates to take the mean of, at least 2.
    seed : int
        0 to 2**64 - 1.
    timeout : float, optional
        Seconds after which to make do with the samples there are, if these are at least 2.

    Returns
    -------
    EstimateResult
        The mean, its standard error, an interval, the logarithm and the method.

    Raises
    ------
    LimitReached
        If the time is up before there are two samples.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    A sample goes through the layers of `count` and leaves all but about 1000 states of each out, at random,
    such that the mean of the ways that are counted stays (threshold sampling; Duffield, Lund and Thorup,
    2007): a few per cent of error with the default number of samples. Where the model is no Latin square, or
    its first layers are too wide, it is the mean of a thousand random ways down the search (Knuth, 1975),
    which may be off by much where most of these end in contradictions; then the interval is too short.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.estimate_count(fastfuto.Futoshiki([[0] * 6] * 6))
    >>> result.estimate, result.exact
    (812851200, True)
    """
    start = perf_counter()
    deadline = _deadline(start, timeout)
    model = _model(puzzle, seed=seed)
    if isinstance(model, Options):
        raise ValueError("estimates are for puzzles with cells, not for exact covers; count() is exact")
    if index(samples) < 2:
        raise ValueError(f"samples must be at least 2, got {samples}")
    numbers: list[Fraction] = []
    method, is_exact = "", False
    for estimate in estimates(model, seed, _memory(None)):
        if estimate is not None:
            if numbers and method != estimate[2]:
                numbers = []
            number, is_exact, method = estimate
            numbers.append(number)
        if is_exact or len(numbers) == samples:
            break
        if perf_counter() >= deadline:
            if len(numbers) < 2:
                message = f"the time limit of {timeout} s has passed with {len(numbers)} estimates"
                raise LimitReached(message, found=0, stats=Stats(0, 0, perf_counter() - start, method))
            break
    mean = sum(numbers, Fraction()) / len(numbers)
    error = 0.0
    if not is_exact:
        error = _relative_error(numbers, mean)
    half = Fraction(0 if isnan(error) else _t_quantile(len(numbers) - 1) * error) * mean
    return EstimateResult(
        estimate=round(mean),
        standard_error=error,
        interval=(max(0, floor(mean - half)), ceil(mean + half)),
        log=log(mean.numerator) - log(mean.denominator) if mean else -inf,
        exact=is_exact,
        samples=len(numbers),
        method=method,
        seconds=perf_counter() - start,
    )


def is_unique(puzzle: Puzzle | Model, *, timeout: float | None = None, threads: int = 1) -> bool:
    """Tell whether there is exactly one solution.

    Parameters
    ----------
    puzzle : Puzzle or Model
    timeout : float, optional
        Seconds after which to raise, kept within 50 ms.
    threads : int
        As for `solve`; the answer is the same.

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
    strategy = Strategy(_model(puzzle), threads=_threads(threads))
    outcome = strategy.run(2, None, _deadline(start, timeout))
    if outcome == PAUSED:
        raise _time_is_up(strategy.answering.total, start, timeout, strategy.answering, strategy.engines)
    return strategy.answering.total == 1


def _relative_error(numbers: Sequence[Fraction], mean: Fraction) -> float:
    """Return the standard error of the mean over the mean."""
    if not mean:
        return nan
    squares = sum(float(number / mean - 1) ** 2 for number in numbers)
    return sqrt(squares / (len(numbers) - 1) / len(numbers))


def _t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (Hill's expansion, 1970; exact for 1 and 2)."""
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _model(
    puzzle: Puzzle | Model, order: Order = "any", seed: int = 0, engine: str = "auto"
) -> Model | Options:
    """Return the puzzle's model, and check what every verb takes."""
    if not isinstance(puzzle, (Puzzle, Model)):
        raise TypeError(f"a Puzzle or a Model is wanted, got {type(puzzle).__name__}")
    if order not in ("any", "lexicographic"):
        raise ValueError(f"order must be 'any' or 'lexicographic', got {order!r}")
    if not 0 <= index(seed) < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
    model = puzzle.model()
    if isinstance(model, Options) and engine not in ("auto", *COVERS):
        raise ValueError(f"an exact cover is for the engine 'cover', not for {engine!r}")
    if engine == "learner" and isinstance(model, Model) and len(model.sums.totals):
        raise ValueError("the learner knows no sums; leave them to the search")
    is_cover = isinstance(model, Options) or engine in COVERS
    if order == "lexicographic" and (is_cover or engine == "learner"):
        name = "learner" if engine == "learner" else "exact cover"
        raise ValueError(f"the {name} finds solutions in no order; ask the search for a lexicographic one")
    return model


def _run(
    search: Exhaustive, limit: int, rows: Grids | None, deadline: float, progress: Progress | None = None
) -> tuple[int, int]:
    """Run until `limit` more solutions are found, there are no more, or the deadline has passed (PAUSED).

    Returns the outcome and the number of solutions found, which fill `rows` from the first on.
    """
    found = 0
    while True:
        outcome = search.run(SLICE, limit - found, rows)
        found += search.found
        if outcome != PAUSED:
            return outcome, found
        if rows is not None:
            rows = rows[search.found :]
        if progress is not None:
            progress(search.total)
        if perf_counter() >= deadline:
            return outcome, found


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


def _threads(threads: int) -> int:
    if index(threads) < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    return index(threads)


def _memory(memory: int | None) -> int:
    if memory is None:
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
        except (AttributeError, OSError, ValueError):  # Windows has no sysconf
            return 2 << 30
    if index(memory) < 1:
        raise ValueError(f"memory must be at least 1 byte, got {memory}")
    return index(memory)


def _stats(start: float, answering: Engine | Layered, engines: Sequence[Engine] = ()) -> Stats:
    seconds = perf_counter() - start
    if not isinstance(answering, Engine):
        peak = answering.peak_bytes
        return Stats(answering.steps, 0, seconds, "layers", peak_bytes=peak, states=answering.states)
    peak = sum(engine.bytes for engine in engines or (answering,))
    if not isinstance(answering, Learner):
        name = "search" if isinstance(answering, Search) else "cover"
        return Stats(answering.nodes, answering.backtracks, seconds, name, peak_bytes=peak)
    return Stats(
        answering.nodes,
        answering.conflicts,
        seconds,
        "learner",
        answering.restarts,
        answering.learned,
        peak,
    )


def _time_is_up(
    found: int,
    start: float,
    timeout: float | None,
    answering: Engine | Layered,
    engines: Sequence[Engine] = (),
) -> LimitReached:
    message = f"the time limit of {timeout} s has passed; {found} solutions found so far"
    return LimitReached(message, found=found, stats=_stats(start, answering, engines))


def _memory_is_full(search: Exhaustive, start: float, full: int, size: int, limit: int | None) -> MemoryLimit:
    needed = f"{limit} solutions take up to {limit * size} bytes" if limit else "there are more"
    message = (
        f"the memory limit of {full} bytes is full with {search.total - 1} solutions of {size} bytes, and "
        f"{needed}; raise memory=, or use solutions(), which keeps none, or count()"
    )
    return MemoryLimit(message, found=search.total, stats=_stats(start, search))
