"""Counting states in pieces: workers share a layer, and the next layer begins once the whole layer is complete.

A piece is a slice of a layer. A worker places one more value in the states of its slice, and returns the resulting
states, with the number of ways to each state, sorted into shares. The rows of one share from all slices belong to one
slice of the next layer. The worker of this slice merges equal states, so the caller only passes rows on. If values are
placed from both ends of their order, the two sides meet in one layer, and products are added up share by share.

Initially, a slice consists of some shares. Once a worker has done the work of a piece, it returns the remaining states
in a few new pieces. The result depends neither on time nor on the workers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import PAUSED, UNLIMITED, is_latin, open_states, problem_of
from ..errors import MemoryLimit
from ..jobs import Answer, IsOver, Job, Journal, Piece, Workers, halved, run_job
from ..limits import Run, Stats, Watch
from ..model import Model, Solvable
from . import tuning
from .needs import full_memory
from .pieces import model_key, packed, unpacked, work_of
from .result import CountResult
from .session import checked_model

Words: TypeAlias = npt.NDArray[np.uint64]

SHARES = 128
"""Shares of a layer: `SHARES` of the engine."""


@dataclass
class Layer:
    """A layer reached from one side.

    Attributes
    ----------
    placed : int
        Number of values placed.
    ways : int
        Total number of ways to all states.
    runs : list of (SHARES + 1 + k * words of a row,) uint64
        The output of each slice: the start of each share, followed by k >= 1 rows.
    """

    placed: int
    ways: int
    runs: list[Words]

    @property
    def sizes(self) -> Words:
        """Number of rows in each share, (SHARES,)."""
        return sum((np.diff(run[: SHARES + 1]) for run in self.runs), np.zeros(SHARES, np.uint64))

    def rows(self, first: int, stop: int) -> Words:
        """Return the rows of some shares, (k, words of a row)."""
        return np.concatenate(
            [
                run[SHARES + 1 :].reshape(int(run[SHARES]), -1)[int(run[first]) : int(run[stop])]
                for run in self.runs
            ]
        )

    def slices(self) -> list[list[int]]:
        """Return the range [first, stop] of shares of each slice that has rows."""
        slices: list[list[int]] = []
        n_rows = 0
        for share, size in enumerate(self.sizes.tolist()):
            if size and slices and n_rows + size <= tuning.LAYER_ROWS:
                slices[-1][1] = share + 1
                n_rows += size
            elif size:
                slices.append([share, share + 1])
                n_rows = size
        return slices


def count_by_states(puzzle: Solvable[Any], run: Run, limit: int | None, memory: int) -> CountResult:
    """Count the states of a puzzle on the workers of an executor.

    Raises
    ------
    LimitReached
        If the time is up. The journal has the layers that were finished.
    MemoryLimit
        If the layers do not fit into memory.
    """
    model = checked_model(puzzle, engine="states", to_list=False)
    if not is_latin(model):
        raise ValueError("the engine 'states' divides only Latin squares into pieces")
    n = model.n_values
    job = Job("count", model_key("count", model, "states"), None, _push, list(range(n)), lambda step: [step])
    workers = Workers(run.executor)
    try:
        with nullcontext() if run.journal is None else Journal(run.journal, job) as kept:
            counting = _Counting(model, run, memory, workers)
            if kept is not None:
                counting.resume(kept)
            while counting.step < n:
                begun = run.seconds
                side = counting.advance()
                if kept is not None:
                    piece = Piece((counting.step - 1,), counting.step - 1)
                    data = {f"side {side}": (run.tobytes() for run in counting.layers[side].runs)}
                    kept.finish(piece, Answer(counting.told(side)), [], run.seconds - begun, data)
    finally:
        workers.close(stops_by_itself=run.is_late)
    number = counting.total
    if limit is None:
        return CountResult(number, True, "states", counting.stats)
    return CountResult(min(number, limit), number < limit, "states", counting.stats)


class _Counting:
    """A count that proceeds layer by layer.

    Attributes
    ----------
    layers : list of Layer
        The layer reached from each side.
    step : int
        Number of values placed, from both sides together.
    total : int
        Number of solutions, once all values are placed.
    """

    def __init__(self, model: Model, watch: Watch, memory: int, workers: Workers) -> None:
        self._model, self._watch, self._memory, self._workers = model, watch, memory, workers
        states = open_states(model, UNLIMITED)
        states.reset(problem_of(model))
        self._both_sides = states.both_sides
        n_key_words = -(-((model.n_values - 1) ** 2) // 64)
        first = np.array([0] + [1] * SHARES + [0] * n_key_words + [1], np.uint64)
        self.layers = [Layer(0, 1, [first]) for _ in range(2)]
        self.step = self.total = 0
        self._n_permutations = self._n_states = self._peak = 0

    @property
    def stats(self) -> Stats:
        """The effort so far."""
        seconds = self._watch.seconds
        return Stats(self._n_permutations, 0, seconds, "states", states=self._n_states, peak_bytes=self._peak)

    def advance(self) -> int:
        """Place one more value and return the side from which it was placed."""
        model, layers = self._model, self.layers
        side = 1 if self._both_sides and layers[1].sizes.sum() < layers[0].sizes.sum() else 0
        layer, other = layers[side], layers[1 - side]
        is_last = self.step + 1 == model.n_values
        meets = is_last and other.placed > 0
        common = (model, layer.placed, layer.ways, side, meets)

        def load(payload: Any) -> tuple[int, Words]:
            generation, what = payload
            return generation, layer.rows(*what) if isinstance(what[0], int) else unpacked(what)

        def halves(payload: Any) -> list[Any]:
            generation, rows = load(payload)
            return [[generation, packed(rows[k::2])] for k in range(2)] if len(rows) > 1 else [payload]

        slices = [[tuning.LAYER_GENERATION, each] for each in layer.slices()]
        results = self._results(_push, common, slices, halves, load)
        reached = Layer(layer.placed + 1, 0, [])
        for ways, n_permutations, n_states, run in results:
            reached.ways += ways
            self._n_permutations += n_permutations
            self._n_states += n_states
            if run is not None and run[SHARES]:
                reached.runs.append(run)
        if meets:
            reached = Layer(reached.placed, self._product(reached, other), [])
        if is_last:
            self.total = reached.ways
        layers[side] = reached
        self.step += 1
        return side

    def told(self, side: int) -> list[Any]:
        """Return the numbers of the last step that a journal keeps in addition to the layer."""
        layer = self.layers[side]
        return [
            side,
            *(layer.placed, layer.ways),
            *(self.total, self._n_permutations, self._n_states, self._peak),
        ]

    def resume(self, journal: Journal) -> None:
        """Restore the state after the steps of a journal."""
        results = journal.results()
        self.step = len(results)
        for place in sorted(results):
            side, placed, ways, *numbers = results[place]
            self.layers[side] = Layer(placed, ways, [])
            self.total, self._n_permutations, self._n_states, self._peak = numbers
        for side, layer in enumerate(self.layers):
            if layer.placed:
                layer.runs = [np.frombuffer(run, np.uint64) for run in journal.data(f"side {side}")]

    def _product(self, reached: Layer, other: Layer) -> int:
        """Sum up, for states that both sides reach, the ways from one side times the ways from the other side."""
        common = (self._model, other.placed, other.ways)
        sizes = other.sizes
        slices = [[a, b] for a, b in reached.slices() if sizes[a:b].any()]

        def load(part: list[int]) -> list[Words]:
            return [layer.rows(*part) for layer in (reached, other)]

        return sum(self._results(_multiply, common, slices, halved, load))

    def _results(
        self,
        work: Callable[[Any, Any, IsOver], Answer | None],
        common: Any,
        slices: list[Any],
        halves: Callable[[Any], list[Any]],
        load: Callable[[Any], Any],
    ) -> list[Any]:
        """Return the results of slices, in their order."""
        stage = f"{self.step} of {self._model.n_values} values placed, slices"
        job = Job("count", "", common, work, slices, halves, load, stage)
        n_bytes = sum(run.nbytes for layer in self.layers for run in layer.runs)

        def is_full(result: Any) -> bool:
            nonlocal n_bytes
            if isinstance(result, tuple) and result[3] is not None:
                n_bytes += result[3].nbytes
            self._peak = max(self._peak, n_bytes)
            return n_bytes > self._memory

        results, is_completed = run_job(job, self._workers, self._watch, None, is_full)
        if n_bytes > self._memory:
            results.clear()
            raise self._memory_limit(stage)
        if not is_completed:
            raise self._watch.late(self.stats, what=f" with {stage[:-8]}")
        return [results[place] for place in sorted(results)]

    def _memory_limit(self, stage: str) -> MemoryLimit:
        """Free the layers and return the error that estimates the memory they need."""
        stats = self.stats
        sizes = [(layer.placed, int(layer.sizes.sum())) for layer in self.layers]
        for layer in self.layers:
            layer.runs.clear()
        message = full_memory(self._memory, stage, self._model.n_values, sizes)
        return MemoryLimit(message, found=0, stats=stats)


def _push(
    common: tuple[Model, int, int, int, bool], what: tuple[int, Words], is_over: IsOver
) -> Answer | None:
    """Place one more value in the states of a slice.

    The result has the number of ways to the resulting states, the permutations placed, the states of the slice, and
    the run of rows. After the last value, the run is None.
    """
    (model, placed, ways, side, meets), (generation, rows) = common, what
    states = open_states(model, UNLIMITED)
    states.reset(problem_of(model))
    states.load(rows, placed, ways, side, meets)
    n_states = states.layer_size if generation == tuning.LAYER_GENERATION else 0
    left, rest = work_of(generation, tuning.DOUBLINGS), rows[:0]
    while states.run(tuning.STATES_SLICE) == PAUSED:
        if is_over():
            return None
        if 0 < left <= tuning.STATES_SLICE:
            rest = np.frombuffer(states.cut(), np.uint64).reshape(-1, rows.shape[1])
        left -= tuning.STATES_SLICE
    states.advance()
    payloads = [
        [generation + 1, packed(rest[k :: tuning.PARTS])] for k in range(min(tuning.PARTS, len(rest)))
    ]
    if (number := states.count()) is not None:
        return Answer((number, states.steps, n_states, None), payloads)
    ways, run = states.reached()
    return Answer((ways, states.steps, n_states, np.frombuffer(run, np.uint64)), payloads)


def _multiply(common: tuple[Model, int, int], rows: list[Words], is_over: IsOver) -> Answer | None:
    """Sum up the products of the counts of the states that both sides have."""
    (model, placed, ways), (states, others) = common, rows
    return Answer(open_states(model, UNLIMITED).product(states, others, placed, ways))
