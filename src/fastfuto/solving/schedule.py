"""The one scheduler: which engine works when, until one of them has the answer.

On most puzzles one engine has the answer at once and another one would need hours, and nobody knows in advance
which is which. So engines take turns, in slices that grow, and each of them has its share of the time. Slices are
measured in work, never in time, so which solution is found does not depend on the machine. Only counting compares
seconds, because the number of solutions does not depend on which engine found it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, TypeAlias

import numpy.typing as npt

from ..engines import (
    EXHAUSTED,
    PAUSED,
    SOLUTION,
    Engine,
    Request,
    StatesCounter,
    can_count_by_states,
    effort,
    is_all_permutations,
    is_latin,
    open_engine,
    spare_search,
)
from ..limits import Stats, Watch
from ..model import Model, Options
from . import tuning
from .exchange import Exchange
from .needs import Needs, states_needs
from .portfolio import Portfolio, turns_alone
from .shares import Shares, is_small

__all__ = ["Rows", "Schedule"]

Rows: TypeAlias = npt.NDArray[Any]


class Schedule:
    """Engines over one model that take turns until one of them has the answer.

    Parameters
    ----------
    model : Model or Options
    engine : str
        Name of the engine that works alone, or "auto".
    order : {"any", "lexicographic"}
    seed : int
    is_all : bool
        Whether all or many solutions are asked for, and not only one or two.
    thread, threads : int
        The number of this schedule among those that race with different seeds, and how many these are.
    exchange : Exchange, optional
        Where the learners of these schedules share clauses.

    Attributes
    ----------
    answering : Engine
        After a run, the engine that has the answer, or the one that worked last.
    """

    answering: Engine

    # Most puzzles are answered in the first turn and change none of these, so they are set when they are needed.
    _counting: tuple[int, int] | None = None
    _begun = 0.0
    _states: StatesCounter | None = None
    _is_full = False
    _again: tuple[Engine, int] | None = None
    _rest: tuple[Any, int] | None = None
    _seen: set[bytes] | None = None
    _pending: set[bytes]
    _is_exhausted = False
    _turns: Iterator[tuple[Engine, int]] | None = None
    _finders: Iterator[tuple[Engine, int]] | None = None

    def __init__(
        self,
        model: Model | Options,
        engine: str = "auto",
        order: str = "any",
        seed: int = 0,
        *,
        is_all: bool = False,
        thread: int = 0,
        threads: int = 1,
        exchange: Exchange | None = None,
    ) -> None:
        self._model = model
        self._request = Request(model, order, (seed + thread) % 2**64)
        self._thread = thread
        self._exchange = exchange or Exchange()
        self._alone = _lone_engine(model, order, seed) if engine == "auto" else engine
        self._portfolio = Portfolio(self._request, self._exchange, threads, is_all)

    def go_on(self, search: Engine, outcome: int, rows: Rows | None = None) -> None:
        """Take over a search that has had its first turn, which ended with `outcome`.

        `rows`, (k, n_cells), are the solutions that it has found, if they are kept.
        """
        self.answering = self._portfolio.open("search", search)
        self._is_exhausted = outcome == EXHAUSTED
        if outcome == SOLUTION:
            self._again = search, tuning.FIRST_SLICE
        if rows is not None and self._alone is None:
            self._keep_new(search, rows)

    @property
    def engines(self) -> dict[Engine, str]:
        """All engines opened so far, with their names."""
        return self._portfolio.engines

    @property
    def known_number(self) -> int | None:
        """The number of solutions, if it follows from the model."""
        return math.factorial(self._model.n_cells) if self._alone == "permutations" else None

    @property
    def found(self) -> int:
        """The most solutions that one engine has found."""
        return max((engine.total for engine in self.engines), default=0)

    @property
    def states_stage(self) -> str:
        """How far the states engine has come, in words; empty if it does not work."""
        return "" if self._states is None else self._states.stage

    @property
    def stage(self) -> str:
        """What is being done, in words."""
        engine: Any = self.answering
        name = self.engines[engine]
        effort = f"{engine.conflicts} conflicts" if name == "learner" else f"{engine.nodes} nodes"
        return self.states_stage or f"{name}: {effort}"

    def stats(self, watch: Watch) -> Stats:
        """Return the effort that the answer took."""
        answering = self.answering
        peak = answering.bytes if len(self.engines) == 1 else sum(engine.bytes for engine in self.engines)
        return effort(self.engines[answering], answering, watch.seconds, peak)

    def spare(self) -> None:
        """Leave the search to the next puzzle, if it worked alone; this schedule must not be run again."""
        if len(self.engines) == 1 and self.engines.get(self.answering) == "search":
            spare_search(self.answering, self._model)

    def states_needs(self, is_over: Callable[[], bool]) -> Needs | None:
        """Estimate what the states engine would have taken, which is out of memory and gives its layers back."""
        assert self._states is not None
        assert self._counting is not None
        self._states.clear()
        return states_needs(self._model, self._counting[0], is_over) if is_latin(self._model) else None

    def close(self) -> None:
        """End the threads of the states engine."""
        if self._states is not None:
            self._states.close()

    def count_all(self, memory: int, threads: int, begun: float = 0.0) -> None:
        """Ask for the number of all solutions from now on.

        The states engine joins where it can count them. It may take `memory` bytes and work in `threads` threads.
        `begun` is the time of `time.perf_counter` when the first turn began, if that was a turn at counting.
        """
        self._portfolio.is_all = True
        self._begun = begun
        self._counting = memory, threads
        self._turns = None

    def run(self, limit: int, row: Rows | None, is_over: Callable[[int], bool]) -> int:
        """Run until some engine has found `limit` solutions or all of them, or `is_over` says so (PAUSED).

        A later call goes on where this one ended. `row`, (1, n_cells), receives the last solution that
        `answering` found. `is_over` is given the number of solutions after each slice.
        """
        if self._is_exhausted:
            return EXHAUSTED
        if self._again is not None and self.answering.total >= limit:
            return SOLUTION
        while True:
            engine, work = self._next()
            self.answering = engine
            try:
                # The row has room for one solution at a time.
                outcome = self._take_turn(engine, work, 1 if row is not None else limit - engine.total, row)
            except MemoryError:
                self._lose(engine)
                continue
            if outcome == EXHAUSTED:
                self._is_exhausted = True
                return EXHAUSTED
            if outcome == SOLUTION:
                self._again = engine, work
                if engine.total >= limit:
                    return SOLUTION
            if is_over(engine.total):
                return PAUSED

    def fill(self, rows: Rows) -> tuple[int, int]:
        """Work for one slice, and put solutions that no engine has found before into `rows`, (k, n_cells).

        Returns the outcome, EXHAUSTED if there are no other solutions, and the number of new ones.
        """
        engine, work = self._next()
        self.answering = engine
        try:
            outcome = self._take_turn(engine, work, len(rows), rows)
        except MemoryError:
            self._lose(engine)
            return PAUSED, 0
        if outcome == SOLUTION:
            self._again = engine, work
        # There is nothing to compare where nothing was found before, or where one engine works alone.
        is_first = outcome == EXHAUSTED and self._seen is None
        if is_first or not engine.found or self._alone not in (None, "learner"):
            return outcome, engine.found
        return outcome, self._keep_new(engine, rows[: engine.found])

    def _take_turn(self, engine: Engine, work: int, limit: int, rows: Rows | None) -> int:
        """Let an engine work, and return how that ended. Learners exchange clauses."""
        outcome = engine.run(work, limit, rows)
        if outcome == PAUSED and self.engines[engine] == "learner":
            self._exchange.hand_on(engine)
        return outcome

    def _next(self) -> tuple[Engine, int]:
        """Return the engine whose turn it is, and the work it may do.

        The search gets a new turn after one in which it found as many solutions as were asked for. The turn of a
        learner comes in stretches, between which the time is looked at: its work may take long on large grids.
        """
        if self._again is not None:
            turn, self._again, self._rest = self._again, None, None
            if self.engines[turn[0]] == "search":
                return turn
        elif self._rest is not None:
            learner, work = self._rest
            # While a learner sets itself up it does no work.
            return self._stretch(learner, work if learner.is_preparing else work - tuning.STRETCH)
        if self._turns is None:
            if not self.engines and self._alone != "states":
                return self._first_turn()
            self._turns = self._later_turns()
        engine, work = next(self._turns)
        return self._stretch(engine, work) if self.engines[engine] == "learner" else (engine, work)

    def _stretch(self, learner: Any, work: int) -> tuple[Engine, int]:
        """Return a stretch of a learner's turn, and note how much of it is left."""
        self._rest = (learner, work) if work > tuning.STRETCH else None
        return learner, min(work, tuning.STRETCH)

    def _lose(self, engine: Engine) -> None:
        """Go on without an engine that ran out of memory, or raise its error if no other works."""
        self._rest = None
        if engine is self._states:
            if self._alone is not None:
                raise
            self._is_full = True
        else:
            self._portfolio.working.remove(engine)
            if not self._portfolio.working:
                raise

    def _keep_new(self, engine: Engine, rows: Rows) -> int:
        """Move the solutions that were not known to the front, and return how many these are.

        What the learners found waits in `_pending` until the search finds it too. When the learners have left and
        nothing waits any more, nothing has to be compared.
        """
        if self._seen is None:
            self._seen, self._pending = set[bytes](), set[bytes]()
        is_search = self.engines[engine] == "search"
        is_shared = len(self._portfolio.working) > 1 or not self._portfolio.is_plenty
        if not is_shared:
            self._seen.clear()
            if not self._pending:
                return len(rows)
        n_new = 0
        for row in rows:
            key = row.tobytes()
            if key in self._pending:
                if is_search:
                    self._pending.remove(key)
                    self._seen.add(key)
                continue
            if key in self._seen:
                continue
            if not is_search:
                self._pending.add(key)
            elif is_shared:
                self._seen.add(key)
            rows[n_new] = row
            n_new += 1
        return n_new

    # Turns --------------------------------------------------------------------------------------------------

    def _first_turn(self) -> tuple[Engine, int]:
        """Open the engine that begins, and return it with its work."""
        if self._counting is not None:
            self._begun = perf_counter()
        name = self._alone or "search"
        # Among schedules that race, only the first one has a search, unless no other engine may work.
        if name == "learner" or (self._thread and self._alone is None):
            self._finders = self._turns = self._portfolio.turns(tuning.FIRST_SLICE)
            return next(self._turns)
        engine = self._portfolio.open(name, open_engine(name, self._request))
        return engine, tuning.FIRST_SLICE if self._alone is None else tuning.SLICE

    def _later_turns(self) -> Iterator[tuple[Engine, int]]:
        """Return the turns that follow the first one."""
        if self._alone == "states":
            return self._states_alone()
        if self._finders is None:
            if self._alone is not None:
                self._finders = turns_alone(self._portfolio.working[0], tuning.SLICE, tuning.SLICE)
            elif self._counting is not None and is_small(self._model):
                # Learners are of no use there.
                self._finders = turns_alone(self._portfolio.working[0], 2 * tuning.SMALL_SLICE, tuning.SLICE)
            else:
                self._finders = self._portfolio.turns(2 * tuning.FIRST_SLICE)
        if self._alone is None and self._counting is not None and can_count_by_states(self._model):
            return self._turns_with_states(self._finders)
        return self._finders

    def _open_states(self) -> StatesCounter:
        """Open the states engine, which is loaded when it first runs."""
        assert self._counting is not None
        memory, threads = self._counting
        self._states = StatesCounter(Request(self._model, memory=memory, threads=threads))
        return self._states

    def _states_alone(self) -> Iterator[tuple[Engine, int]]:
        """Return the turns of the states engine."""
        states = self._portfolio.open("states", self._open_states())
        return turns_alone(states, tuning.FIRST_STATES_SLICE, tuning.STATES_SLICE)

    def _turns_with_states(self, finders: Iterator[tuple[Engine, int]]) -> Iterator[tuple[Engine, int]]:
        """Yield turns of the engines that find solutions and of the states engine, by the seconds they have had."""
        states = self._open_states()
        counters = turns_alone(states, tuning.FIRST_STATES_SLICE, tuning.STATES_SLICE)
        # The first turn is over. What was found before counting was asked for did not take time that matters.
        first = perf_counter() - self._begun if self._begun else tuning.FIRST_SECONDS
        shares = Shares(self._model, first)
        self.engines[states] = "states"
        while not self._is_full or shares.finding < tuning.TRIAL:
            start = perf_counter()
            side = "finding" if self._is_full else shares.next(self._portfolio.done, states.n_left)
            yield next(finders if side == "finding" else counters)
            shares.add(side, perf_counter() - start)
        if shares.expected(self._portfolio.done) > tuning.SEARCHABLE:
            raise MemoryError("the states do not fit into memory")
        states.close()
        self._states = None
        yield from finders


def _lone_engine(model: Model | Options, order: str, seed: int) -> str | None:
    """Return the engine that works alone on the model, or None if several take turns."""
    if isinstance(model, Options):
        return "cover"
    if seed == 0 and is_all_permutations(model):
        return "permutations"
    return "search" if order == "lexicographic" or len(model.sums.totals) else None
