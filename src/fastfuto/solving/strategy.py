"""Which engine works when: the search and two ways of learning, in turn, in one thread or in several.

On most puzzles one of the three has the answer at once and another would need hours, and nobody knows before
which. In turn, with slices that grow, no puzzle takes much more than three times what its best engine needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Event
from time import perf_counter
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import _cover, _learner, _learner_wide, _search, _search_wide
from ..engines._permutations import Permuter
from ..model import Options, candidate_options
from ..model import Model, permutation_skeleton, value_masks

__all__ = [
    "EXHAUSTED",
    "PAUSED",
    "SOLUTION",
    "UNLIMITED",
    "Engine",
    "EngineName",
    "Exhaustive",
    "Learner",
    "Order",
    "Permuter",
    "Search",
    "Strategy",
    "exhaustive",
    "learning",
    "searching",
]

Search: TypeAlias = _search.Search | _search_wide.Search
Learner: TypeAlias = _learner.Learner | _learner_wide.Learner
Progress: TypeAlias = Callable[[int], object]
Rows: TypeAlias = npt.NDArray[Any]
EngineName: TypeAlias = Literal["auto", "search", "learner", "cover", "cover-leftmost"]
Order: TypeAlias = Literal["any", "lexicographic"]

EXHAUSTED, SOLUTION, PAUSED = _search.EXHAUSTED, _search.SOLUTION, _search.PAUSED
"""How a run ends: no more solutions, as many as were asked for, or neither yet."""

UNLIMITED = 2**62
"""Solutions that no engine will ever have found."""

SLICE = 300_000
"""Work of one slice: dropped candidates and cells looked at; 2 to 20 ms."""
FIRST_SLICE = 30_000
"""Work of the first slice where several engines take turns, about 1 ms."""
MOST_SEARCHED = 75_000
"""Work up to which the slices of the search grow then: what it can do it mostly does soon."""
LEAST_LEARNED = 8 * FIRST_SLICE
"""Work of the first slices of the learner by size, best where grids are large with many solutions."""
EASY = 300
"""Conflicts of the learner by size, up to which the learner by activity is not set up."""
ACTIVE_TURNS = 3
"""Slices of the learner by activity for each other one, once slices are long: only tight grids take that."""
LEARNER_SHARE = 4
"""How many times as long the learner's unit of work takes: literals and clauses looked at."""
LEARNER_MEMORY = 840 << 20
"""Bytes that the learners of a call may take together; enough for an empty grid of n = 200."""


def searching(model: Model, order: str = "any", seed: int = 0) -> Search:
    """Return a search over the model, at its start."""
    skeleton = model.skeleton
    module = _search if skeleton.n_values <= 64 else _search_wide
    search: Search = module.Search(skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values)
    # An empty array costs a microsecond, too.
    sums = model.sums if len(model.sums.totals) else ()
    search.reset(model.domains, model.inequalities, order == "lexicographic", seed, *sums)
    return search


def learning(model: Model, by_activity: bool, seed: int, memory: int) -> Learner:
    """Return a learner over the model, at its start, that keeps within `memory` bytes."""
    skeleton = model.skeleton
    module = _learner if skeleton.n_values <= 64 else _learner_wide
    learner: Learner = module.Learner(
        skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values, memory
    )
    learner.reset(model.domains, model.inequalities, seed, by_activity)
    return learner


class CandidateCover:
    """A model put as an exact cover: one option a candidate. Runs as the other engines do."""

    _CHUNK = 256

    def __init__(self, model: Model, leftmost: bool) -> None:
        options, self._cell, self._value = candidate_options(model)
        self._cover = _covering(options, leftmost)
        self._n_primary, self._cells = options.n_primary, model.n_cells
        self.found = 0

    def run(self, budget: int, limit: int, out: Rows | None = None) -> int:
        """Go on searching, as `Search.run`; it may pause early."""
        if out is None:
            outcome = self._cover.run(budget, limit)
            self.found = self._cover.found
            return outcome
        most = min(limit, self._CHUNK)
        chosen = np.empty((most, self._n_primary), np.int32)
        outcome = self._cover.run(budget, most, chosen)
        self.found = self._cover.found
        # Each option covers one cell, so that there are as many.
        chosen = chosen[: self.found, : self._cells]
        out[np.arange(self.found)[:, None], self._cell[chosen]] = self._value[chosen]
        return PAUSED if outcome == SOLUTION and self.found < limit else outcome

    @property
    def nodes(self) -> int:
        """Options tried."""
        return self._cover.nodes

    @property
    def backtracks(self) -> int:
        """Items that no option was left for."""
        return self._cover.backtracks

    @property
    def total(self) -> int:
        """Solutions so far."""
        return self._cover.total

    @property
    def bytes(self) -> int:
        """Memory taken."""
        return self._cover.bytes


Exhaustive: TypeAlias = Search | Permuter | _cover.Cover | CandidateCover
"""Engines that find all solutions."""
Engine: TypeAlias = Exhaustive | Learner


def exhaustive(
    model: Model | Options, engine: EngineName = "auto", order: Order = "any", seed: int = 0
) -> Exhaustive:
    """Return the engine that finds all solutions of a model, at its start."""
    if isinstance(model, Options):
        return _covering(model, engine == "cover-leftmost")
    if engine in ("cover", "cover-leftmost"):
        return CandidateCover(model, engine == "cover-leftmost")
    if engine == "auto" and seed == 0 and _is_free(model):
        return Permuter(model.n_values)
    return searching(model, order, seed)


def _is_free(model: Model) -> bool:
    """Return whether all permutations are solutions."""
    return (
        model.n_cells == model.n_values
        and len(model.skeleton.unit_starts) == 2
        and not len(model.inequalities)
        and not len(model.sums.totals)
        and model.skeleton == permutation_skeleton(model.n_values)
        and bool((model.domains == value_masks(model.n_values)[0]).all())
    )


def _covering(options: Options, leftmost: bool) -> _cover.Cover:
    cover = _cover.Cover(
        options.option_starts, options.option_items, options.colours, options.n_items, options.n_primary
    )
    cover.reset(leftmost)
    return cover


class Strategy:
    """Engines over one model that work in turn until one of them has the answer.

    Parameters
    ----------
    model : Model or Options
    engine : {"auto", "search", "learner", "cover", "cover-leftmost"}
    order : {"any", "lexicographic"}
        Lexicographic order is for the search alone.
    seed : int
    threads : int
        Each thread has engines of its own, with other seeds; the first answer counts.

    Attributes
    ----------
    answering : Engine
        After `run`, the engine that has the answer, or worked last.
    engines : list of Engine
        All that have been set up so far.
    """

    __slots__ = ("_alone", "_engine", "_model", "_order", "_seed", "_threads", "answering", "engines")

    answering: Engine
    engines: list[Engine]

    def __init__(
        self,
        model: Model | Options,
        engine: EngineName = "auto",
        order: Order = "any",
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self._model = model
        self._engine = engine
        self._order = order
        self._seed = seed
        is_cover = isinstance(model, Options) or engine.startswith("cover")
        # These do the same whatever the seed is, and a second thread would.
        self._threads = 1 if order == "lexicographic" or is_cover else threads
        has_sums = not isinstance(model, Options) and len(model.sums.totals) > 0
        self._alone = engine == "search" or order == "lexicographic" or is_cover or has_sums
        self.engines = []

    def run(self, limit: int, row: Rows | None, deadline: float, progress: Progress | None = None) -> int:
        """Run once until some engine has found `limit` solutions or all of them, or the deadline has passed.

        Returns the outcome. `row`, (1, cells), receives the last solution that `answering` found.
        """

        def is_over(found: int) -> bool:
            if progress is not None:
                progress(found)
            return perf_counter() >= deadline

        if self._threads == 1:
            outcome, self.answering = self._take_turns(0, limit, row, is_over)
            return outcome
        return self._race(limit, row, is_over)

    def _engines_of(self, thread: int) -> Iterator[Engine | None]:
        """Set up the engines of a thread, in the order in which they begin; None: not yet."""
        seed = (self._seed + thread) % 2**64
        if self._engine != "learner" and (thread == 0 or self._alone):
            yield exhaustive(self._model, self._engine, self._order, seed)
        if not self._alone:
            assert isinstance(self._model, Model)
            memory = LEARNER_MEMORY // self._threads
            first = learning(self._model, False, seed, memory)
            yield first
            while first.conflicts < EASY:
                yield None
            yield learning(self._model, True, seed, memory - first.bytes)

    def _take_turns(
        self, thread: int, limit: int, row: Rows | None, is_over: Callable[[int], bool]
    ) -> tuple[int, Engine]:
        """Run the engines of one thread in turn, one more each round."""
        waiting = self._engines_of(thread)
        working: list[Engine] = []
        size = SLICE if self._alone else FIRST_SLICE
        while True:
            try:
                if (begun := next(waiting, None)) is not None:
                    working.append(begun)
                    self.engines.append(begun)
            except MemoryError:
                if not working:
                    raise
            turns = working.copy()
            if size == SLICE and isinstance(turns[-1], Learner) and turns[-1].by_activity:
                turns += turns[-1:] * (ACTIVE_TURNS - 1)
            for engine in turns:
                if engine not in working:
                    continue
                if self._alone:
                    work = size
                elif isinstance(engine, Learner):
                    work = (size if engine.by_activity else max(size, LEAST_LEARNED)) // LEARNER_SHARE
                else:
                    work = min(size, MOST_SEARCHED)
                try:
                    # One solution at a time: all engines write into the same row.
                    outcome = engine.run(work, 1 if row is not None else limit - engine.total, row)
                except MemoryError:
                    working.remove(engine)
                    if not working:
                        raise
                    continue
                if outcome == EXHAUSTED or engine.total >= limit or is_over(engine.total):
                    return outcome, engine
            size = min(2 * size, SLICE)

    def _race(self, limit: int, row: Rows | None, is_over: Callable[[int], bool]) -> int:
        """Let threads take turns each; the first answer stops the others within one slice."""
        stopped = Event()
        rows = [row if row is None else np.empty_like(row) for _ in range(self._threads)]

        def work(thread: int) -> tuple[int, Engine]:
            # Deadline and progress are the first thread's: no two call a user's function at once.
            def is_done(found: int) -> bool:
                return stopped.is_set() or (thread == 0 and is_over(found))

            return self._take_turns(thread, limit, rows[thread], is_done)

        with ThreadPoolExecutor(self._threads) as pool:
            racing = {pool.submit(work, thread): rows[thread] for thread in range(self._threads)}
            try:
                for number, future in enumerate(as_completed(racing), 1):
                    try:
                        outcome, self.answering = future.result()
                    except MemoryError:
                        if number == self._threads:
                            raise
                        continue
                    if row is not None and (found := racing[future]) is not None:
                        row[:] = found
                    break
            finally:
                stopped.set()
        return outcome
