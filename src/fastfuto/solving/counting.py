"""How solutions are counted, one by one or by layers; and how they are drawn and estimated."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from fractions import Fraction
from itertools import accumulate
from time import perf_counter
from typing import Literal, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from ..engines import _permutations, _states, _states_wide
from ..model import Options
from ..model import Model, latin_skeleton, permutation_skeleton
from .strategy import (
    EXHAUSTED,
    FIRST_SLICE,
    PAUSED,
    SLICE,
    SOLUTION,
    UNLIMITED,
    Exhaustive,
    Permuter,
    exhaustive,
    searching,
)

__all__ = [
    "Counting",
    "CountingEngine",
    "Layered",
    "draw",
    "estimates",
    "is_layered",
    "is_permutation",
    "layering",
]

Layers: TypeAlias = _states.States | _states_wide.States
Layered: TypeAlias = Layers | _permutations.Subsets
"""Engines that count without walking through solutions."""
CountingEngine: TypeAlias = Literal["auto", "search", "layers", "cover", "cover-leftmost"]
Progress: TypeAlias = Callable[[int, str], object]

LAYERS_SLICE = 1_000_000
"""Work of one slice of the layers, places tried: about 10 ms."""
FIRST_LAYERS_SLICE = 20_000
"""Work of the first one."""
DIVES = 16
"""Ways down by which the number of solutions is guessed, to choose the engine that works most of the time."""
SHARE = 4
"""How many times as long that engine works as the other."""
LATE_SHARE = 2
"""How many times as long as layers the search works when layers have had half of the time it may take."""
QUICK = 0.005
"""Seconds that a search may be expected to take to be preferred,"""
QUICK_WIDE = 0.5
"""and in large grids, where there are many more states."""
SEARCHABLE = 600.0
"""Seconds that a search may be expected to take to be left to itself when memory is out."""
THIN = 1000
"""States of a layer that an estimate goes on with."""
MOST_PER_ESTIMATE = 200
"""Slices, 10 ms each, after which an estimate by layers is given up for dives."""
DIVES_PER_ESTIMATE = 1000


def is_layered(model: Model | Options) -> TypeGuard[Model]:
    """Return whether layers can count the model: a Latin square of order 3 to 32, with or without inequalities."""
    if isinstance(model, Options):
        return False
    n = model.n_values
    if len(model.sums.totals):
        return False
    return 3 <= n <= _states_wide.MAX_ROWS and model.n_cells == n * n and model.skeleton == latin_skeleton(n)


def is_permutation(model: Model | Options) -> TypeGuard[Model]:
    """Return whether subsets of positions can count the model: a permutation of up to 63 values."""
    return (
        isinstance(model, Model)
        and model.n_cells <= _permutations.MAX_POSITIONS
        and not len(model.sums.totals)
        and model.skeleton == permutation_skeleton(model.n_cells)
    )


def layering(model: Model, memory: int, threads: int = 1) -> Layers:
    """Return layers for the model's order, to be reset."""
    module = _states if model.n_values <= _states.MAX_ROWS else _states_wide
    layers: Layers = module.States(model.n_values, memory, threads)
    return layers


class Counting:
    """Search and layers over one model that work in turn until one of them has the number of solutions.

    Parameters
    ----------
    model : Model or Options
    engine : {"auto", "search", "layers", "cover", "cover-leftmost"}
    memory : int
        Bytes that layers may take.
    threads : int
        For the layers.

    Attributes
    ----------
    answering : Exhaustive or Layered
        After `run`, the engine that has the answer, or worked last.
    count : int
        The number of solutions, or as many as were found by then.
    """

    answering: Exhaustive | Layered

    def __init__(self, model: Model | Options, engine: CountingEngine, memory: int, threads: int) -> None:
        self._model = model if is_layered(model) or is_permutation(model) else None
        self._threads = threads
        self.search = None if engine == "layers" else exhaustive(model, engine)
        self._width = model.n_cells
        self.layers: Layered | None = None
        if self._model is not None and engine in ("auto", "layers"):
            if is_permutation(self._model):
                self.layers = _permutations.Subsets(self._model.n_cells, memory)
            else:
                self.layers = layering(self._model, memory, threads)
        self.count = 0
        self._pool: ThreadPoolExecutor | None = None

    def run(self, limit: int | None, deadline: float, progress: Progress | None) -> int:
        """Run until the number is known or reaches the limit, or the deadline has passed; MemoryError."""
        if isinstance(self.search, Permuter):
            # All permutations: their number is known.
            self.answering = self.search
            self.count = math.factorial(self._width)
            if limit is not None and self.count >= limit:
                self.count = limit
                return SOLUTION
            return EXHAUSTED
        with ThreadPoolExecutor(self._threads) if self._threads > 1 else nullcontext() as self._pool:
            return self._run(limit, deadline, progress)

    def _run(self, limit: int | None, deadline: float, progress: Progress | None) -> int:
        search, layers, model = self.search, self.layers, self._model
        most = UNLIMITED if limit is None else min(limit, UNLIMITED)
        is_large = model is not None and model.n_values > _states.MAX_ROWS
        # Where dives take their time the search has some more before.
        alone = QUICK if is_large else 0.0
        quick = QUICK_WIDE if is_large else QUICK
        searched = layered = 0.0
        expected: float | None = None  # seconds of search
        size, layers_size = FIRST_SLICE, FIRST_LAYERS_SLICE
        while True:
            start = perf_counter()
            if search is not None and (layers is None or _is_searched(expected, quick, searched, layered)):
                self.answering = search
                outcome = search.run(size, most - search.total)
                size = min(2 * size, SLICE)
                self.count = search.total
                searched += perf_counter() - start
                if outcome != PAUSED:
                    return outcome
            elif layers is not None and model is not None:
                self.answering = layers
                try:
                    if not layered:
                        layers.reset(model.domains, model.inequalities)
                    outcome = self._step(layers, layers_size)
                    layers_size = min(2 * layers_size, LAYERS_SLICE)
                    if outcome == EXHAUSTED and not layers.advance():
                        count = layers.count()
                        assert count is not None
                        self.count = count if limit is None else min(count, limit)
                        return EXHAUSTED
                except MemoryError:
                    if search is None or (expected or 0.0) > SEARCHABLE:
                        raise
                    self.layers = layers = None
                layered += perf_counter() - start
            if progress is not None:
                progress(self.count, "" if layers is None else told(layers))
            if perf_counter() >= deadline:
                return PAUSED
            if expected is None and search and layers and model and searched >= alone:
                expected = _expected(model, search, searched)
                searched = layered = 0.0

    def _step(self, layers: Layered, work: int) -> int:
        """Let the layers work for one slice, in all threads; EXHAUSTED if the layer is finished."""
        if self._pool is None or isinstance(layers, _permutations.Subsets):
            return layers.run(work)
        outcomes = self._pool.map(lambda worker: layers.run(work, worker), range(self._threads))
        return EXHAUSTED if all(outcome == EXHAUSTED for outcome in list(outcomes)) else PAUSED


def _expected(model: Model, search: Exhaustive, seconds: float) -> float:
    """Return the seconds that the search is likely to take, by its rate so far and some dives."""
    weights = np.empty(DIVES)
    searching(model, seed=1).dive(weights)
    most = weights.max()
    if most == -math.inf:
        return 0.0
    log_solutions = most + math.log(np.exp(weights - most).mean())
    log_rate = math.log(max(search.total / seconds, 1e5))
    return math.exp(min(log_solutions - log_rate, 100.0))


def _is_searched(expected: float | None, quick: float, searched: float, layered: float) -> bool:
    """Return whether it is the turn of the search, by the seconds of each so far; None: not known."""
    if expected is None:
        return True
    if expected < quick:
        return layered * SHARE >= searched
    if layered < expected / 2:
        return layered > searched * SHARE
    return layered * LATE_SHARE >= searched  # layers had their chance


def told(layers: Layered) -> str:
    """Say how far layers are."""
    n = len(layers.order_of_values[0])
    return f"{layers.placed} of {n} values placed, {layers.layer_size} states in the last layer"


# Estimates ------------------------------------------------------------------------------------------------


def estimates(model: Model, seed: int, memory: int) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield unbiased estimates of the number of solutions, without end: number, whether exact, method.

    None in between, about every 10 ms, for whoever wants to stop.
    """
    random = Random(seed)
    if is_layered(model):
        with suppress(MemoryError):
            yield from _by_layers(model, random, memory)
    yield from _by_dives(model, random)


def _by_layers(model: Model, random: Random, memory: int) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield estimates by thinned layers, as long as one of them does not take too much time."""
    layers = layering(model, memory)
    while True:
        layers.reset(model.domains, model.inequalities, both_sides=False)
        is_exact = True
        slices = 0
        while True:
            if layers.run(LAYERS_SLICE) == PAUSED:
                slices += 1
                yield None
                if slices > MOST_PER_ESTIMATE:
                    return
            elif not layers.advance():
                break
            elif layers.thin(THIN, random.word()):
                is_exact = False
        number = layers.count()
        assert number is not None
        yield Fraction(number), is_exact, "layers"


def _by_dives(model: Model, random: Random) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield means of random ways down."""
    search = searching(model, seed=random.word() or 1)
    weights = np.empty(DIVES)
    while True:
        total = 0
        for _ in range(DIVES_PER_ESTIMATE // DIVES):
            search.dive(weights)
            total += sum(map(_exponential, weights.tolist()))
            yield None
        yield Fraction(total, DIVES_PER_ESTIMATE // DIVES * DIVES), False, "dives"


def _exponential(x: float) -> int:
    """Return e**x as a whole number, also where it is no float."""
    if x < 700:
        return round(math.exp(x))
    bits = int(x / math.log(2)) - 64
    return round(math.exp(x - bits * math.log(2))) << bits


# Drawing --------------------------------------------------------------------------------------------------


class Random:
    """The generator splitmix64 (Steele, Lea and Flood, 2014): the same numbers on every platform."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % 2**64
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a whole number below n, all equally likely, however large n is."""
        bits = (n - 1).bit_length()
        while True:
            x = 0
            for _ in range(0, bits, 64):
                x = x << 64 | self.word()
            x &= (1 << bits) - 1
            if x < n:
                return x

    def shuffle(self, items: list[int]) -> None:
        """Bring the items into an order, all equally likely."""
        for k in range(len(items) - 1, 0, -1):
            j = self.below(k + 1)
            items[k], items[j] = items[j], items[k]


class _Sample:
    """A grid being drawn: what is placed so far, and how its cells lie in the symmetric form of its state."""

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


def draw(layers: Layers, n: int, k: int, seed: int) -> Iterator[npt.NDArray[np.uint8] | None]:
    """Draw k solutions, all equally likely, from layers that are kept.

    Yields None now and then, for whoever wants to stop, and in the end the grids, (k, n, n).

    All samples go down the layers together, so that a state's successors are listed once for all that are
    there. A permutation is drawn with the number of solutions behind it for its weight.
    """
    random = Random(seed)
    order, n_alike = layers.order_of_values
    samples = [_Sample(n) for _ in range(k)]
    bits = np.uint32(1) << np.arange(n, dtype=np.uint32)
    there = {bytes(4 * n): samples}
    for layer, value in enumerate(order):
        following: defaultdict[bytes, list[_Sample]] = defaultdict(list)
        for key, arrived in there.items():
            rows = np.frombuffer(key, np.uint32)
            listed, weights, groups = layers.expand(layer, rows)
            columns = np.frombuffer(listed, np.uint8).reshape(-1, n)
            sums = list(accumulate(weights))
            for sample in arrived:
                chosen = columns[bisect_right(sums, random.below(sums[-1]))].astype(np.intp)
                for group in groups:
                    # It stands for all that exchange the columns of rows that are the same.
                    exchanged = chosen[group].tolist()
                    random.shuffle(exchanged)
                    chosen[group] = exchanged
                sample.place(chosen, value)
                after = rows | bits[chosen]
                is_transposed, row_at, column_at, form = layers.relabel(after)
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
