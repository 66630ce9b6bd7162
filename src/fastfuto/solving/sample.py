"""Random solutions, all equally likely."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import EXHAUSTED, States, is_latin, open_states
from ..errors import LimitReached, MemoryLimit, NoSolution
from ..limits import ProgressOption, Stats, Watch, at_least, check_memory, fresh_seed
from ..model import Model, Solvable
from .enumerate import all_solutions
from .inquiry import checked_model
from .random import Random
from .schedule import STATES_SLICE

__all__ = ["sample"]

S = TypeVar("S", bound=np.generic)


def sample(
    puzzle: Solvable[S],
    k: int = 1,
    *,
    seed: int | None = 0,
    timeout: float | None = None,
    memory: int | None = None,
    progress: ProgressOption = None,
) -> npt.NDArray[S]:
    """Draw solutions at random, independently of each other; all are equally likely.

    Parameters
    ----------
    puzzle : Puzzle or Model
    k : int
        Number of solutions, at least 0. A solution may be drawn more than once.
    seed : int, optional
        0 to 2**64 - 1. A seed draws the same solutions on every machine; None draws others at each call.
    timeout : float, optional
        Time limit in seconds. Default: none.
    memory : int, optional
        Bytes that the states may take, or an array of all solutions. Default: half of the machine's memory.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the
        callable raises ends the call.

    Returns
    -------
    (k, n, n) uint8
        The k solutions, each in the puzzle's shape.

    Raises
    ------
    NoSolution
        If there is no solution to draw. This error is a ValueError.
    LimitReached
        If the time is up.
    MemoryLimit
        If the layers do not all fit into memory, or, for a model that is not a Latin square of order 3 to 32, if
        its solutions do not.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    Notes
    -----
    All layers of the states engine are kept. They are read backwards once to count the solutions behind each
    state. Then all samples go through them together, which takes some milliseconds for each sample. Samples are
    exactly uniform, because the weights are whole numbers. For a model that is not a Latin square of order 3 to
    32, all solutions are found first.

    Examples
    --------
    >>> import fastfuto
    >>> squares = fastfuto.sample(fastfuto.Futoshiki([[0] * 6] * 6), 3, seed=1)
    >>> squares.shape, bool((squares.sum(axis=1) == 21).all())
    ((3, 6, 6), True)
    """
    watch = Watch(timeout, progress)
    try:
        model = checked_model(puzzle)
        seed, k = fresh_seed(seed), at_least(0, k, "k")
        bytes_ = check_memory(memory)
        if is_latin(model):
            return puzzle.decode(_from_states(model, k, seed, bytes_, watch).reshape(k, model.n_cells))
        grids = all_solutions(puzzle, timeout=watch.left, memory=bytes_, progress=progress)
        if not len(grids):
            raise NoSolution("there is no solution to draw")
        random = Random(seed)
        drawn: npt.NDArray[S] = grids[[random.below(len(grids)) for _ in range(k)]]
        return drawn
    finally:
        watch.close()


def _from_states(model: Model, k: int, seed: int, memory: int, watch: Watch) -> npt.NDArray[np.uint8]:
    """Return k solutions of a Latin square, (k, n, n)."""
    states = open_states(model, memory)

    def check(stage: str) -> None:
        if watch.is_over(stage=stage):
            stats = Stats(states.steps, 0, watch.seconds, "states", states=states.states)
            message = f"the time limit of {watch.timeout} s has passed while {stage}"
            raise LimitReached(message, found=0, stats=stats)

    try:
        states.reset(model.domains, model.inequalities, keeps=True)
        while True:
            if states.run(STATES_SLICE) == EXHAUSTED and not states.advance():
                break
            check("the states are counted")
        if not states.count():
            raise NoSolution("there is no solution to draw")
        for grids in _draw(states, model.n_values, k, seed):
            if grids is not None:
                return grids
            check("the samples are drawn")
        raise AssertionError("drawing ends with the grids")
    except MemoryError:
        n_placed, n = states.placed, model.n_values
        raise MemoryLimit(
            f"the memory limit of {memory} bytes is full with the states of {n_placed} of {n} values, and a "
            "sample needs all layers; raise memory=, or use solutions(seed=...), which are not equally likely",
            found=0,
            stats=Stats(states.steps, 0, watch.seconds, "states", states=states.states),
        ) from None


class _Sample:
    """A grid that is being drawn: what is placed so far, and how its cells lie in the state's symmetric form."""

    __slots__ = ("columns", "grid", "is_transposed", "rows")

    def __init__(self, n: int) -> None:
        self.grid = np.zeros((n, n), np.uint8)
        self.rows = np.arange(n)
        self.columns = np.arange(n)
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


def _draw(states: States, n: int, k: int, seed: int) -> Iterator[npt.NDArray[np.uint8] | None]:
    """Draw k solutions from layers that are kept; all solutions are equally likely.

    None is yielded from time to time, so that the caller can stop, and the grids, (k, n, n), are yielded last.

    All samples go down the layers together, so a state's successors are listed once for all samples that are in
    it. The weight with which a permutation is drawn is the number of solutions that follow from it.
    """
    random = Random(seed)
    order, n_alike = states.order_of_values
    samples = [_Sample(n) for _ in range(k)]
    bits = np.uint32(1) << np.arange(n, dtype=np.uint32)
    there = {bytes(4 * n): samples}
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
                    # The permutation stands for all those that exchange the columns of equal rows.
                    exchanged = chosen[group].tolist()
                    random.shuffle(exchanged)
                    chosen[group] = exchanged
                sample.place(chosen, value)
                after = rows | bits[chosen]
                is_transposed, row_at, column_at, form = states.relabel(after)
                sample.relabel(is_transposed, row_at, column_at)
                following[form].append(sample)
            yield None
        there = following
    grids = np.stack([sample.grid for sample in samples]) if samples else np.zeros((0, n, n), np.uint8)
    alike = order[n - n_alike :]
    for grid in grids:
        exchanged = alike.copy()
        random.shuffle(exchanged)
        table = np.arange(n + 1, dtype=np.uint8)
        table[alike] = exchanged
        grid[:] = table[grid]
    yield grids
