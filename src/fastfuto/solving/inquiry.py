"""One model and one schedule behind several questions: a solution, whether it is the only one, how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from ..engines import (
    EXHAUSTED,
    PAUSED,
    SOLUTION,
    UNLIMITED,
    Engine,
    EngineName,
    effort,
    refusal,
    spare_search,
    take_search,
)
from ..errors import MemoryLimit
from ..limits import Run, Stats, race
from ..model import Model, Options, Solvable
from . import tuning
from .exchange import Exchange
from .needs import full_memory
from .result import CountResult, Order, Result, Status
from .schedule import Rows, Schedule
from .shares import is_small

__all__ = ["Inquiry", "begin", "checked_model"]

S = TypeVar("S", bound=np.generic)

AT_ONCE = {"states": "states", "permutations": "formula"}
"""The engines that count all solutions at once, whatever the limit is, and the names of their methods."""


def checked_model(
    puzzle: Solvable[Any], *, order: Order = "any", engine: EngineName = "auto", to_list: bool = True
) -> Model | Options:
    """Return the model of a puzzle, or raise an error if the engine cannot do what is asked for."""
    if isinstance(puzzle, type) or not hasattr(puzzle, "model"):
        raise TypeError(f"expected a Puzzle or a Model, got {type(puzzle).__name__}")
    if order not in ("any", "lexicographic"):
        raise ValueError(f"order must be 'any' or 'lexicographic', got {order!r}")
    model = puzzle.model()
    if engine != "auto":
        if why := refusal(engine, model, order=order, to_list=to_list):
            raise ValueError(why)
    elif order == "lexicographic" and isinstance(model, Options):
        raise ValueError("the solutions of an exact cover come in no order: leave order at 'any'")
    return model


def begin(
    model: Model | Options,
    order: str,
    seed: int,
    limit: int,
    out: Rows | None,
    work: int = tuning.FIRST_SLICE,
) -> tuple[Engine, int] | None:
    """Let the search have its first turn before there is a schedule, which takes longer than most small puzzles.

    Returns the search and how its turn ended, or None where another engine may be better from the beginning.
    """
    if isinstance(model, Options) or model.n_cells == model.n_values:  # These may be all permutations.
        return None
    search = take_search(model, order, seed)
    return search, search.run(work, limit, out)


class Inquiry(Generic[S]):
    """Questions about one puzzle, asked one after the other and answered by one search.

    Parameters
    ----------
    puzzle : Puzzle or Model
    run : Run
    order, engine, seed
        As for `fastfuto.solve`.
    to_list : bool
        Whether solutions themselves are asked for.
    """

    # Most puzzles are answered by the first turn and need no schedule.
    _begun: tuple[Engine, int] | None = None
    _schedule: Schedule | None = None

    def __init__(
        self,
        puzzle: Solvable[S],
        run: Run,
        *,
        order: Order = "any",
        engine: EngineName = "auto",
        seed: int = 0,
        to_list: bool = True,
    ) -> None:
        self._puzzle: Any = puzzle
        self._watch = run
        self._model = checked_model(puzzle, order=order, engine=engine, to_list=to_list)
        self._engine = engine
        self._order = order
        self._seed = seed
        self._threads = run.threads

    def solve(self) -> Result[S]:
        """Look for a first solution."""
        model = self._model
        row = np.empty((1, model.n_cells), model.dtype)
        outcome = self._run(1, row)
        stats = self._stats()
        if outcome == SOLUTION:
            return Result(Status.SATISFIABLE, self._puzzle.decode(row[0]), stats)
        return Result(Status.UNSATISFIABLE if outcome == EXHAUSTED else Status.UNKNOWN, None, stats)

    def is_unique(self) -> bool:
        """Return whether there is exactly one solution; raise LimitReached if the time is up before that is known."""
        if self._run(2, None) == PAUSED:
            schedule = self._scheduled()
            raise self._watch.late(schedule.stats(self._watch), schedule.found)
        return self._answering.total == 1

    def count(self, limit: int | None, memory: int, threads: int) -> CountResult:
        """Count the solutions, up to the limit; raise LimitReached or MemoryLimit if that cannot be done."""
        most = UNLIMITED if limit is None else min(limit, UNLIMITED)
        is_full = False
        try:
            try:
                outcome = self._run(most, None, (memory, threads))
            except MemoryError:
                if not self._scheduled().states_stage:
                    raise
                is_full = True
            if is_full:
                raise self._memory_limit(memory)
        finally:
            if self._schedule is not None:
                self._schedule.close()
        if outcome == PAUSED:
            schedule = self._scheduled()
            raise self._watch.late(schedule.stats(self._watch), schedule.found)
        stats = self._stats()
        number = self._answering.total
        if method := AT_ONCE.get(stats.engine):
            is_exact = limit is None or number < limit
        else:
            method, is_exact = "enumeration", outcome == EXHAUSTED
        return CountResult(number if limit is None else min(number, limit), is_exact, method, stats)

    def _memory_limit(self, memory: int) -> MemoryLimit:
        """Give the states back, and return the error that says what they would take."""
        schedule = self._scheduled()
        found, stage, stats = schedule.found, schedule.states_stage, self._stats()
        needs = schedule.states_needs(
            lambda: self._watch.is_over(found, stage="estimating what states would take")
        )
        return MemoryLimit(full_memory(memory, stage, needs), found=found, stats=stats)

    def spare(self) -> None:
        """Leave the search to the next puzzle, after the last question."""
        if self._schedule is not None:
            self._schedule.spare()
        elif self._begun is not None:
            spare_search(self._begun[0], self._model)

    @property
    def _is_first(self) -> bool:
        """Whether nothing was asked before."""
        return self._schedule is None and self._begun is None

    @property
    def _answering(self) -> Engine:
        """The engine that has the answer, or the one that worked last."""
        if self._schedule is not None:
            return self._schedule.answering
        assert self._begun is not None
        return self._begun[0]

    def _stats(self) -> Stats:
        """Return the effort that the answer took."""
        if self._schedule is not None:
            return self._schedule.stats(self._watch)
        search = self._answering
        return effort("search", search, self._watch.seconds, search.bytes)

    def _scheduled(self) -> Schedule:
        """Return the schedule, which goes on where the first turn ended."""
        if self._schedule is None:
            self._schedule = Schedule(self._model, self._engine, self._order, self._seed)
            if self._begun is not None:
                self._schedule.go_on(*self._begun)
        return self._schedule

    def _run(self, limit: int, row: Rows | None, counting: tuple[int, int] | None = None) -> int:
        """Look for solutions, up to the limit; `row`, (1, n_cells), receives the last one.

        To count all of them, `counting` is the memory and the threads that states may take.
        """
        begun = 0.0
        if self._is_first:
            if counting is None and self._is_racing():
                return self._race(limit, row)
            if self._engine == "auto":
                work = (
                    tuning.FIRST_SLICE
                    if counting is None or not is_small(self._model)
                    else tuning.SMALL_SLICE
                )
                self._begun = begin(self._model, self._order, self._seed, limit, row, work)
            if self._begun is not None:
                search, outcome = self._begun
                if outcome != PAUSED:
                    return outcome
                if self._watch.is_over(search.total):
                    return PAUSED
                begun = self._watch.start
        schedule = self._scheduled()
        if counting is not None:
            schedule.count_all(*counting, begun)
        return schedule.run(limit, row, self._is_over(schedule))

    def _is_racing(self) -> bool:
        """Return whether several threads work, and another seed makes a difference to them."""
        return (
            self._threads > 1
            and self._order == "any"
            and isinstance(self._model, Model)
            and self._engine in ("auto", "search", "learner")
        )

    def _race(self, limit: int, row: Rows | None) -> int:
        """Let schedules with different seeds run at the same time, and keep the one that answers first."""
        watch, threads = self._watch, self._threads
        options: dict[str, Any] = {"threads": threads, "exchange": Exchange()}
        schedules = [
            Schedule(self._model, self._engine, self._order, self._seed, thread=k, **options)
            for k in range(threads)
        ]
        self._schedule = schedules[0]
        rows = [None if row is None else np.empty_like(row) for _ in schedules]

        def work(thread: int, is_stopped: Callable[[], bool]) -> tuple[int, int]:
            # Deadline and progress belong to the first thread, so that no two threads call a user's function at once.
            is_over = self._is_over(schedules[0])

            def is_ended(found: int) -> bool:
                if thread == 0:
                    return is_stopped() or is_over(found)
                return is_stopped() or watch.is_late

            return thread, schedules[thread].run(limit, rows[thread], is_ended)

        thread, outcome = race(work, threads)
        self._schedule = schedules[thread]
        if row is not None and (found := rows[thread]) is not None:
            row[:] = found
        return outcome

    def _is_over(self, schedule: Schedule) -> Callable[[int], bool]:
        """Return what a schedule asks after each slice."""
        watch = self._watch
        if not watch.is_reporting:
            return watch.is_over
        return lambda found: watch.is_over(schedule.found, stage=schedule.stage)
