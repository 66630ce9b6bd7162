"""Uniform random solutions."""

from __future__ import annotations

import functools
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from os import PathLike
from threading import local
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import EXHAUSTED, States, is_latin, open_states, problem_of
from ..errors import LimitReached, MemoryLimit, NoSolution
from ..limits import (
    ExecutorOption,
    ProgressOption,
    Run,
    Stats,
    at_least,
    check_memory,
    counted,
    fresh_seed,
    rounded,
    sized,
)
from ..model import Model, Solvable
from . import tuning
from .count import count_parts
from .enumerate import all_solutions
from .estimate import estimate_count
from .random import Random, derived_seed
from .reductions import Division, Reduced, cases, divided, reduced
from .session import checked_model

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

S = TypeVar("S", bound=np.generic)


class Samples(np.ndarray[tuple[int, ...], np.dtype[S]]):
    """An array of samples with their seed; a copy or a view of it has the same seed."""

    seed: int | None

    def __array_finalize__(self, source: object) -> None:
        self.seed = getattr(source, "seed", None)


def sample(
    puzzle: Solvable[S],
    k: int = 1,
    *,
    seed: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> Samples[S]:
    """Draw independent solutions uniformly at random.

    Parameters
    ----------
    puzzle : Puzzle or Model
    k : int
        Number of solutions, at least 0. A solution may be drawn more than once.
    seed : int, optional
        Seed, 0 to 2**64 - 1. A seed draws the same solutions on every machine. Default: different solutions in each
        call.
    timeout : float, optional
        Time limit in seconds. Default: none.
    memory : int, optional
        Bytes that the states, or an array of all solutions, may take. Default: half of the machine's memory.
    executor, journal : optional
        As for `count`, but only for Latin squares of order 3 to 32. The workers share the samples in blocks of 4096.
        Each worker first counts the states and keeps them until it samples another puzzle; `memory` applies to each
        worker.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    (k, n, n) uint8
        The k solutions, each in the puzzle's shape, in an array with the attribute `seed`. For a given seed, they do
        not depend on the number of workers.

    Raises
    ------
    NoSolution
        If the puzzle has no solution. NoSolution is a subclass of ValueError.
    LimitReached
        If the time is up.
    MemoryLimit
        If the layers do not fit into memory together or, for a model that is not a Latin square of order 3 to 32, if
        all its solutions do not.
    JobError
        If the executor, its workers or the journal fails.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.solutions : Iterate over all solutions; with a seed, in a random order that is not uniform.
    fastfuto.estimate_count : Estimate the number of solutions.
    fastfuto.LatinSquare.random : Draw a random Latin square.

    Notes
    -----
    For a Latin square of order 3 to 32, the states engine keeps all its layers, and a backward pass counts the
    completions of each state. The samples then pass through the layers, some thousands at a time; a sample with n = 7
    takes about half a millisecond. Samples are exactly uniform, because the weights are whole numbers. Any other model
    is divided into independent parts, also by the values of a few cells, which are drawn in proportion to the numbers
    of solutions. All solutions of each part are then found.

    References
    ----------
    - McKay, B. D. and Rogoyski, E. (1995). *Latin squares of order 10*. Electronic Journal of Combinatorics 2.

    Examples
    --------
    >>> import fastfuto
    >>> squares = fastfuto.sample(fastfuto.Futoshiki([[0] * 6] * 6), 3, seed=1)
    >>> squares.shape, bool((squares.sum(axis=1) == 21).all()), squares.seed
    ((3, 6, 6), True, 1)
    """
    seed = fresh_seed(seed)
    with Run(timeout, progress, executor=executor, journal=journal) as run:
        samples: Samples[S] = _sampled(puzzle, k, seed, memory, run).view(Samples)
    samples.seed = seed
    return samples


def _sampled(puzzle: Solvable[S], k: int, seed: int, memory: int | None, run: Run) -> npt.NDArray[S]:
    model = checked_model(puzzle)
    k = at_least(0, k, "k")
    bytes_ = check_memory(memory)
    size = k * model.n_cells * np.dtype(model.dtype).itemsize
    if size > bytes_:
        raise MemoryLimit(
            f"{counted(k, 'solution')} would take {sized(size)}, more than the memory limit of "
            f"{sized(bytes_)}; draw fewer solutions at a time",
            found=0,
            stats=Stats(0, 0, run.seconds, ""),
        )
    if run.is_in_pieces and not is_latin(model):
        raise ValueError("only samples of Latin squares of order 3 to 32 can be divided into pieces")
    if not isinstance(model, Model):
        return _from_all(puzzle, k, seed, bytes_, run)
    if (parts := reduced(model, run.is_over, may_add=False)) is None:
        return puzzle.decode(_drawn(model, k, seed, bytes_, run))
    if not parts.factor:
        raise NoSolution("there is no solution to sample")
    return puzzle.decode(_joined(parts, model, k, seed, bytes_, run))


def _joined(parts: Reduced, model: Model, k: int, seed: int, memory: int, run: Run) -> npt.NDArray[np.uint8]:
    """Return k solutions of a model that was reduced to parts, (k, cells)."""
    random = Random(derived_seed(seed, len(parts.parts)))
    rows = np.zeros((k, model.n_cells), model.dtype)
    for number, (cells, part) in enumerate(parts.parts):
        rows[:, cells] = _drawn(part, k, derived_seed(seed, number), memory, run)
    for cell, values in parts.free:
        rows[:, cell] = np.array(values)[_repeated(functools.partial(random.below, len(values)), k, run)] + 1
    for change in reversed(parts.undo):
        change(rows, random)
    return rows


def _drawn(model: Model, k: int, seed: int, memory: int, run: Run) -> npt.NDArray[np.uint8]:
    """Return k solutions of a model that is not reduced any further, (k, cells)."""
    if is_latin(model):
        draw = _from_pieces if run.is_in_pieces else _from_states
        return draw(model, k, seed, memory, run).reshape(k, model.n_cells)
    return _from_all(model, k, seed, memory, run)


def _from_cases(division: Division, k: int, seed: int, memory: int, run: Run) -> npt.NDArray[np.uint8]:
    """Return k solutions of a model, (k, cells), whose cases are drawn in proportion to their numbers of solutions."""
    model, found = division.model, cases(division)
    assert found is not None
    parts = [case for _, case in found.cases]
    ends = list(accumulate(count_parts(case, None, run, memory, 0).count for case in parts))
    random = Random(seed)
    chosen = np.array(_repeated(lambda: bisect_right(ends, random.below(ends[-1])), k, run))
    rows = np.zeros((k, model.n_cells), model.dtype)
    for number, case in enumerate(parts):
        drawn = np.flatnonzero(chosen == number)
        if len(drawn):
            rows[drawn] = _joined(case, model, len(drawn), derived_seed(seed, number), memory, run)
    return rows


def _from_all(puzzle: Solvable[S], k: int, seed: int, memory: int, run: Run) -> npt.NDArray[S]:
    """Return k solutions, drawn from an array of all solutions."""
    grids = _listed(puzzle, tuning.FEW_SOLUTIONS, memory, run)
    if len(grids) == tuning.FEW_SOLUTIONS:
        if isinstance(puzzle, Model) and (division := divided(puzzle, tuning.SAMPLED_CASES)) is not None:
            rows: Any = _from_cases(division, k, seed, memory, run)
            return rows
        _check_number(puzzle, memory, run)
        grids = _listed(puzzle, None, memory, run)
    if not len(grids):
        raise NoSolution("there is no solution to sample")
    random = Random(seed)
    drawn: npt.NDArray[S] = grids[_repeated(lambda: random.below(len(grids)), k, run)]
    return drawn


def _repeated(draw: Callable[[], int], k: int, run: Run) -> list[int]:
    """Return k numbers that are drawn one after the other; raise LimitReached if the time is up before."""
    drawn: list[int] = []
    while len(drawn) < k:
        if run.is_over(done=len(drawn), total=k):
            raise run.late(Stats(0, 0, run.seconds, ""), what=" while the sample is drawn")
        drawn += [draw() for _ in range(min(tuning.DRAWN_AT_ONCE, k - len(drawn)))]
    return drawn


def _listed(puzzle: Solvable[S], limit: int | None, memory: int, run: Run) -> npt.NDArray[S]:
    """Return all solutions, or `limit` of them."""
    try:
        return all_solutions(puzzle, limit=limit, timeout=run.left, memory=memory, progress=run.report)
    except LimitReached as error:
        what = " while all solutions are listed, to draw from them"
        raise run.late(error.stats, error.found, what=what) from None
    except MemoryLimit as error:
        message = (
            f"the memory limit of {sized(memory)} was reached with {counted(error.found, 'solution')}, "
            "but a sample of this puzzle needs all solutions; raise the limit"
        )
        raise _too_many(message, error.found, error.stats) from None


def _check_number(puzzle: Solvable[S], memory: int, run: Run) -> None:
    """Raise MemoryLimit if all solutions almost certainly do not fit into memory.

    Listing them would show this much later. An estimate is right on average. By Markov's inequality, it is
    `tuning.FAR_TOO_MANY` times too large for at most one in `tuning.FAR_TOO_MANY` puzzles.
    """
    seconds = tuning.ESTIMATE_SECONDS if run.left is None else min(run.left, tuning.ESTIMATE_SECONDS)
    try:
        number = estimate_count(puzzle, samples=2, seed=0, timeout=seconds).estimate
    except LimitReached:
        return  # Listing the solutions reports it.
    if number * math.prod(puzzle.shape) > memory * tuning.FAR_TOO_MANY:
        message = (
            f"a sample of this puzzle needs a list of about {rounded(number)} solutions, which does not fit into the "
            f"memory limit of {sized(memory)}"
        )
        raise _too_many(message, 0, Stats(0, 0, run.seconds, "probes"))


def _too_many(message: str, found: int, stats: Stats) -> MemoryLimit:
    """Return the error, with a note that names the function that helps in Python."""
    error = MemoryLimit(message, found=found, stats=stats)
    error.add_note("fastfuto.solutions(puzzle, seed=...) draws solutions that are not uniform.")
    return error


def _from_states(model: Model, k: int, seed: int, memory: int, run: Run) -> npt.NDArray[np.uint8]:
    """Return k solutions of a Latin square, (k, n, n)."""
    stage, done = "the states are counted", 0
    states = _new_states(model, memory - k * model.n_cells)

    def is_over() -> bool:
        return run.is_over(done=done, total=k, stage=stage)

    is_finished = _count(states, model, memory, is_over)
    stage = "the samples are drawn"
    grids = np.zeros((k, model.n_values, model.n_values), np.uint8)
    for number, done in enumerate(range(0, k, tuning.TOGETHER)):
        is_finished = is_finished and _draw_block(
            states, grids[done : done + tuning.TOGETHER], seed, number, is_over
        )
    if not is_finished:
        stats = Stats(states.steps, 0, run.seconds, "states", states=states.states)
        raise run.late(stats, what=f" while {stage}")
    return grids


def _from_pieces(model: Model, k: int, seed: int, memory: int, run: Run) -> npt.NDArray[np.uint8]:
    """Return the same solutions as `_from_states`, drawn by the workers of an executor."""
    from ..jobs import Job, run_pieces
    from .pieces import model_key, unpacked

    key = model_key("sample", model, k, seed)
    blocks = [
        [number, min(tuning.TOGETHER, k - at)] for number, at in enumerate(range(0, k, tuning.TOGETHER))
    ]
    job = Job("sample", key, (key, model, seed, memory), _sample_piece, blocks, lambda block: [block])
    results, is_completed = run_pieces(job, run)
    if not is_completed:
        raise run.late(Stats(0, 0, run.seconds, "states"), what=" while the samples are drawn")
    n = model.n_values
    drawn = [unpacked(results[place]) for place in sorted(results)]
    return np.concatenate([np.zeros((0, n, n), np.uint8), *drawn])


_counted = local()
"""The key of a job and its states, which each worker counts once."""


def _sample_piece(
    common: tuple[str, Model, int, int], block: tuple[int, int], is_over: IsOver
) -> Answer | None:
    """Draw the samples of a block."""
    from ..jobs import Answer
    from .pieces import packed

    (key, model, seed, memory), (number, size) = common, block
    if getattr(_counted, "key", None) != key:
        _counted.key = _counted.states = None
        states = _new_states(model, memory)
        if not _count(states, model, memory, is_over):
            return None
        _counted.key, _counted.states = key, states
    grids = np.zeros((size, model.n_values, model.n_values), np.uint8)
    if not _draw_block(_counted.states, grids, seed, number, is_over):
        return None
    return Answer(packed(grids))


def _new_states(model: Model, memory: int) -> States:
    try:
        states = open_states(model, max(1, memory))
        states.reset(problem_of(model), keeps=True)
    except MemoryError:
        raise MemoryLimit(
            f"a memory limit of {sized(memory)} is too small for the first states; raise the limit",
            found=0,
            stats=Stats(0, 0, 0.0, "states"),
        ) from None
    return states


def _count(states: States, model: Model, memory: int, is_over: Callable[[], bool]) -> bool:
    """Count the completions of each state; return False if the time runs out first."""
    try:
        while states.run(tuning.STATES_SLICE) != EXHAUSTED or states.advance():
            if is_over():
                return False
        is_solvable = states.count()
    except MemoryError:
        n = model.n_values
        message = (
            f"the memory limit of {sized(memory)} was reached with {states.placed} of {n} values placed, "
            "but a sample needs all of them; raise the limit"
        )
        stats = Stats(states.steps, 0, 0.0, "states", states=states.states)
        raise _too_many(message, 0, stats) from None
    if not is_solvable:
        raise NoSolution("there is no solution to sample")
    return True


def _draw_block(
    states: States, grids: npt.NDArray[np.uint8], seed: int, number: int, is_over: Callable[[], bool]
) -> bool:
    """Draw the samples of the block with this number into `grids`; return False if the time runs out first."""
    random = Random(derived_seed(seed, number))
    return not any(is_over() for _ in _draw(states, grids, random))


class _Sample:
    """A partially drawn grid, with the rows and columns of its cells in the state's symmetric form."""

    __slots__ = ("columns", "grid", "is_transposed", "rows")

    def __init__(self, grid: npt.NDArray[np.uint8]) -> None:
        self.grid = grid
        self.rows = np.arange(len(grid))
        self.columns = np.arange(len(grid))
        self.is_transposed = False

    def place(self, columns: npt.NDArray[np.integer], value: int) -> None:
        """Place a value in each row of the symmetric form."""
        at = self.columns[columns]
        if self.is_transposed:
            self.grid[at, self.rows] = value
        else:
            self.grid[self.rows, at] = value

    def relabel(self, is_transposed: bool, row_at: list[int], column_at: list[int]) -> None:
        """Follow the state into its next symmetric form."""
        rows, columns = (self.columns, self.rows) if is_transposed else (self.rows, self.columns)
        self.rows, self.columns = rows[row_at], columns[column_at]
        self.is_transposed ^= is_transposed


def _draw(states: States, grids: npt.NDArray[np.uint8], random: Random) -> Iterator[None]:
    """Draw uniform solutions into `grids`, (k, n, n), from the layers.

    The generator yields regularly, so the caller can stop it.

    All samples pass through the layers together, so the successors of a state are listed once for all its samples.
    Each permutation is drawn with a weight: the number of solutions that follow from it.
    """
    n = grids.shape[1]
    order, n_alike = states.order_of_values
    bits = np.uint32(1) << np.arange(n, dtype=np.uint32)
    there = {bytes(4 * n): [_Sample(grid) for grid in grids]}
    n_drawn = 0
    for layer, value in enumerate(order):
        following: defaultdict[bytes, list[_Sample]] = defaultdict(list)
        for key, arrived in there.items():
            rows = np.frombuffer(key, np.uint32)
            listed, weights, groups = states.expand(layer, rows)
            columns = np.frombuffer(listed, np.uint8).reshape(-1, n)
            sums = list(accumulate(weights))
            for sample in arrived:
                chosen = columns[bisect_right(sums, random.below(sums[-1]))].astype(np.intp)
                for group in groups:
                    # The permutation represents all permutations that result from exchanging the columns of equal rows.
                    exchanged = chosen[group].tolist()
                    random.shuffle(exchanged)
                    chosen[group] = exchanged
                sample.place(chosen, value)
                after = rows | bits[chosen]
                is_transposed, row_at, column_at, form = states.relabel(after)
                sample.relabel(is_transposed, row_at, column_at)
                following[form].append(sample)
                n_drawn += 1
                if n_drawn % tuning.UNWATCHED == 0:
                    yield
        there = following
    alike = order[n - n_alike :]
    for grid in grids:
        exchanged = alike.copy()
        random.shuffle(exchanged)
        table = np.arange(n + 1, dtype=np.uint8)
        table[alike] = exchanged
        grid[:] = table[grid]
    yield
