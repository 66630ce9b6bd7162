"""One model and one schedule behind several questions: a solution, whether it is the only one, how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from ..engines import EXHAUSTED, PAUSED, SOLUTION, UNLIMITED, EngineName, refusal
from ..errors import LimitReached, MemoryLimit
from ..limits import Watch
from ..model import Model, Options, Solvable
from .result import CountResult, Order, Result, Status
from .schedule import Schedule, race_schedules

__all__ = ["Inquiry", "checked_model", "time_is_up"]

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


def time_is_up(watch: Watch, schedule: Schedule, found: int, **kept: Any) -> LimitReached:
    """Return the error that says that the time is up, with what was found by then."""
    noun = "solution" if found == 1 else "solutions"
    message = f"the time limit of {watch.timeout} s has passed; {found} {noun} found so far"
    return LimitReached(message, found=found, stats=schedule.stats(watch), **kept)


def _is_racing(model: Model | Options, engine: EngineName) -> bool:
    """Return whether another seed makes a difference, so that several threads may race."""
    return isinstance(model, Model) and engine in ("auto", "search", "learner")


class Inquiry(Generic[S]):
    """Questions about one puzzle, asked one after the other and answered by one search.

    Parameters
    ----------
    puzzle : Puzzle or Model
    watch : Watch
    order, engine, seed, threads
        As for `fastfuto.solve`.
    to_list : bool
        Whether solutions themselves are asked for.
    """

    def __init__(
        self,
        puzzle: Solvable[S],
        watch: Watch,
        *,
        order: Order = "any",
        engine: EngineName = "auto",
        seed: int = 0,
        threads: int = 1,
        to_list: bool = True,
    ) -> None:
        self._puzzle: Any = puzzle
        self._watch = watch
        self._model = model = checked_model(puzzle, order=order, engine=engine, to_list=to_list)
        self._racing: list[Schedule] | None = None
        if threads > 1 and order == "any" and _is_racing(model, engine):
            self._racing = [
                Schedule(model, engine, order, seed, thread=k, threads=threads) for k in range(threads)
            ]
            self._schedule = self._racing[0]
        else:
            self._schedule = Schedule(model, engine, order, seed)

    def solve(self) -> Result[S]:
        """Look for a first solution."""
        model = self._model
        row = np.empty((1, model.n_cells), model.dtype)
        outcome = self._run(1, row)
        stats = self._schedule.stats(self._watch)
        if outcome == SOLUTION:
            return Result(Status.SATISFIABLE, self._puzzle.decode(row[0]), stats)
        return Result(Status.UNSATISFIABLE if outcome == EXHAUSTED else Status.UNKNOWN, None, stats)

    def is_unique(self) -> bool:
        """Return whether there is exactly one solution; raise LimitReached if the time is up before that is known."""
        if self._run(2, None) == PAUSED:
            raise time_is_up(self._watch, self._schedule, self._schedule.found)
        return self._schedule.answering.total == 1

    def count(self, limit: int | None, memory: int, threads: int) -> CountResult:
        """Count the solutions, up to the limit; raise LimitReached or MemoryLimit if that cannot be done."""
        watch, schedule = self._watch, self._schedule
        schedule.count_all(memory, threads)

        try:
            most = UNLIMITED if limit is None else min(limit, UNLIMITED)
            outcome = schedule.run(most, None, self._is_over(schedule))
        except MemoryError:
            if not schedule.states_stage:
                raise
            message = (
                f"the memory limit of {memory} bytes is full with {schedule.states_stage}; "
                "raise memory=, or try estimate_count()"
            )
            raise MemoryLimit(message, found=schedule.found, stats=schedule.stats(watch)) from None
        finally:
            schedule.close()
        if outcome == PAUSED:
            raise time_is_up(watch, schedule, schedule.found)
        stats = schedule.stats(watch)
        number = schedule.answering.total
        if method := AT_ONCE.get(stats.engine):
            is_exact = limit is None or number < limit
        else:
            method, is_exact = "enumeration", outcome == EXHAUSTED
        return CountResult(number if limit is None else min(number, limit), is_exact, method, stats)

    def spare(self) -> None:
        """Leave the search to the next puzzle, after the last question."""
        self._schedule.spare()

    def _run(self, limit: int, row: Any) -> int:
        if self._racing is not None:
            self._schedule, outcome = race_schedules(self._racing, limit, row, self._watch)
            self._racing = None
            return outcome
        return self._schedule.run(limit, row, self._is_over(self._schedule))

    def _is_over(self, schedule: Schedule) -> Callable[[int], bool]:
        """Return what a schedule asks after each slice."""
        watch = self._watch
        if not watch.is_reporting:
            return watch.is_over
        return lambda found: watch.is_over(schedule.found, stage=schedule.stage)
