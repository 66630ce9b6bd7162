"""One search for the solutions of a puzzle, to which a verb can put several questions in succession."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import copy
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import (
    ENGINES,
    EXHAUSTED,
    PAUSED,
    SEARCH,
    SOLUTION,
    UNLIMITED,
    Engine,
    EngineKind,
    EngineName,
    lone_engine,
    refusal,
)
from ..errors import MemoryLimit
from ..limits import Run, Stats, lasting, race
from ..model import Model, Options, Solvable, not_solvable
from . import tuning
from .exchange import Exchange, racing_threads
from .needs import full_memory
from .opening import Opening
from .result import CountResult, Order, Result, Status
from .turns import Seat, Turn, Turns

S = TypeVar("S", bound=np.generic)

Rows: TypeAlias = npt.NDArray[Any]

LOST = 3
"""The outcome of a turn in which the engine ran out of memory and other engines continue."""


def checked_model(
    puzzle: Solvable[Any], *, order: Order = "any", engine: EngineName = "auto", to_list: bool = True
) -> Model | Options:
    """Return the model of a puzzle, or raise an error if the engine does not support it."""
    describe = getattr(puzzle, "model", None)
    if describe is None or isinstance(puzzle, type):
        raise not_solvable(puzzle)
    # Defaults need no check, which would take 1 % of a small puzzle's time.
    is_chosen = engine != "auto" or order != "any"
    if is_chosen and order not in ("any", "lexicographic"):
        raise ValueError(f"order must be 'any' or 'lexicographic', got {order!r}")
    model: Model | Options = describe()
    if is_chosen and (why := refusal(engine, model, order, to_list)):
        raise ValueError(why)
    return model


def _most(limit: int | None) -> int:
    """Return the number of solutions at which engines stop."""
    return UNLIMITED if limit is None else min(limit, UNLIMITED)


class Session(Generic[S]):
    """One search for the solutions of a puzzle, in which engines take turns until each question is answered.

    Verbs put questions to a session and wrap its answers. Only verbs whose workers share the work of one engine have no
    session.

    Parameters
    ----------
    puzzle : Puzzle or Model
    run : Run
    order, engine, seed
        As for `fastfuto.solve`.
    is_all : bool
        Whether all or many solutions are requested, rather than one or two.
    to_list : bool
        Whether the solutions themselves are requested.
    is_handed_over : bool
        Whether an engine for batches has handed over the puzzle.

    Attributes
    ----------
    model : Model or Options
    engine : Engine
        The engine that found the answer or, before that, worked last.
    kind : EngineKind
        The registry's record of this engine.
    """

    model: Model | Options
    engine: Engine
    kind: EngineKind = SEARCH
    _coming: Iterator[Turn]

    # The first turn answers most puzzles and uses few of these attributes, so they are set on demand.
    _outcome: int | None = None
    _opening: Opening | None = None
    _turns: Turns | None = None
    _turn: Turn | None = None
    _counting: tuple[int, int, float] | None = None
    _left = 0
    _known: _Known | None = None

    def __init__(
        self,
        puzzle: Solvable[S],
        run: Run,
        *,
        order: Order = "any",
        engine: EngineName = "auto",
        seed: int = 0,
        is_all: bool = False,
        to_list: bool = True,
        is_handed_over: bool = False,
    ) -> None:
        self.model = model = checked_model(puzzle, order=order, engine=engine, to_list=to_list)
        self._puzzle: Any = puzzle
        self._run = run
        self._order = order
        self._named = named = ENGINES.get(engine)
        self._seed = seed
        self._is_all = is_all
        # Only a model with as many cells as values can have a lone engine other than the search.
        if isinstance(model, Model) and (
            (named is None and model.skeleton.n_cells != model.skeleton.n_values)
            or self._alone in (None, SEARCH)
        ):
            with_batches = named is None and not (is_all or seed or is_handed_over) and order == "any"
            skeleton = model.skeleton
            self._opening = opening = skeleton.spare.pop("opening", None) or Opening(skeleton)
            opening.begin(model, order, seed, with_batches)

    # Questions ----------------------------------------------------------------------------------------------

    def solve(self) -> Result[S]:
        """Look for a first solution."""
        row: Rows = np.empty((1, self.model.n_cells), self.model.dtype)
        outcome = self.run(1, row)
        if outcome == SOLUTION:
            return Result(Status.SATISFIABLE, self._puzzle.decode(row[0]), self.stats)
        return Result(Status.UNSATISFIABLE if outcome == EXHAUSTED else Status.UNKNOWN, None, self.stats)

    def is_unique(self) -> bool:
        """Return whether there is exactly one solution; raise LimitReached if the time runs out first."""
        if self.run(2, None) == PAUSED:
            raise self._run.late(self.stats, self.found)
        return self.engine.total == 1

    def count(self, limit: int | None, memory: int, threads: int) -> CountResult:
        """Count the solutions up to the limit; raise LimitReached or MemoryLimit if that is impossible.

        If the states engine can count the model, it joins with `memory` bytes and `threads` threads.
        """
        self._prepare_count(memory, threads)
        outcome = None
        try:
            try:
                outcome = self.run(_most(limit), None)
            except MemoryError:
                if self._states_stage is None:
                    raise
            if outcome is None:
                raise self._memory_limit(memory)
        finally:
            if self._turns is not None and self._turns.states is not None:
                self._turns.states.close()
        if outcome == PAUSED:
            raise self._run.late(self.stats, self.found)
        method, number = self.kind.method, self.total
        is_exact = outcome == EXHAUSTED if method == "enumeration" else limit is None or number < limit
        return CountResult(number if limit is None else min(number, limit), is_exact, method, self.stats)

    def begin_count(self, limit: int | None, memory: int, threads: int, seconds: float) -> bool:
        """Work on a count up to the limit for these seconds; return whether more is to be done, which `count` does."""
        self._prepare_count(memory, threads)
        end = perf_counter() + seconds

        def is_over(found: int) -> bool:
            return self._is_over(found) or perf_counter() > end

        return self.run(_most(limit), None, is_over) == PAUSED

    def left(self, limit: int | None) -> float:
        """Return the expected remaining seconds of a count up to the limit, or infinity if they are unknown."""
        assert self._counting is not None
        if self._turns is None:
            return math.inf
        seconds = perf_counter() - self._counting[2]
        left = self._turns.left(seconds)
        if limit is not None and self.found:
            left = min(left, seconds * (_most(limit) / self.found - 1))
        return left

    def _prepare_count(self, memory: int, threads: int) -> None:
        """Let engines know that all solutions are counted from now on."""
        if self._counting is None:
            self._counting = memory, threads, perf_counter() if self._outcome is None else 0.0
            if self._turns is not None:
                self._turns.count_all(*self._counting)

    def blocks(self, room: Callable[[], Rows], limit: int | None, found: int = 0) -> Iterator[int]:
        """Find solutions that no engine has found before, up to the limit.

        Parameters
        ----------
        room : callable
            Returns the rows, (k, n_cells), that receive the next solutions.
        limit : int, optional
        found : int
            Number of solutions found elsewhere, which count towards the limit.

        Yields
        ------
        int
            The number of new solutions, at least 1, which are in the first rows.

        Raises
        ------
        LimitReached
            If the time is up.
        """
        while found != limit:
            rows = room()
            outcome = self._work(UNLIMITED, rows)
            n_new = 0 if outcome == LOST else self.engine.found
            # The only batch of solutions needs no comparison with others.
            is_last = outcome == EXHAUSTED or found + n_new == limit
            if n_new and not (is_last and self._known is None):
                n_new = self._keep_new(rows[:n_new])
            found += n_new
            if n_new:
                yield n_new
            if outcome == EXHAUSTED:
                return
            if self._run.is_over(found) and found != limit:
                raise self._run.late(self.stats, found)

    def run(self, limit: int, row: Rows | None, is_over: Callable[[int], bool] | None = None) -> int:
        """Run until some engine has found `limit` solutions or all solutions, or until `is_over` is true (PAUSED).

        A later call continues from the end of this call. `row`, (1, n_cells), receives the last solution. After each
        turn, `is_over` is called with the number of solutions; by default it checks the time.
        """
        if self._outcome is None:
            if self._run.threads > 1 and self._is_race:
                assert isinstance(self.model, Model)
                if (threads := racing_threads(self.model, self._run.threads)) > 1:
                    return self._race(limit, row, threads)
        elif self._outcome == EXHAUSTED or (self._outcome == SOLUTION and self.engine.total >= limit):
            return self._outcome
        while True:
            outcome = self._work(limit, row)
            if outcome == EXHAUSTED or (outcome == SOLUTION and self.engine.total >= limit):
                return outcome
            if (is_over or self._is_over)(self.engine.total):
                return PAUSED

    # What is known ------------------------------------------------------------------------------------------

    @property
    def seats(self) -> list[Seat]:
        """All engines opened so far."""
        return [Seat(self.engine, self.kind)] if self._turns is None else self._turns.seats

    @property
    def total(self) -> int:
        """The number of solutions that the current engine has found."""
        return self.engine.total

    @property
    def found(self) -> int:
        """The largest number of solutions that any engine has found."""
        return max(seat.engine.total for seat in self.seats)

    @property
    def known_number(self) -> int | None:
        """The number of solutions, if it follows from the model."""
        alone = None if self._opening is not None else self._alone
        return None if alone is None or alone.number is None else alone.number(self.model)

    @property
    def stats(self) -> Stats:
        """The effort so far."""
        engine, turns = self.engine, self._turns
        peak = engine.bytes if turns is None else sum(seat.engine.bytes for seat in turns.seats)
        return self.kind.stats(engine, self._run.seconds, peak)

    def spare(self) -> None:
        """After the last question, keep the engines of the opening for the next puzzle, unless turns took them."""
        if self._turns is None and self._opening is not None:
            self._opening.keep()

    @property
    def _alone(self) -> EngineKind | None:
        """The only engine that may work, if there is just one."""
        return self._named or lone_engine(self.model, self._order, self._seed)

    @property
    def _states_stage(self) -> str | None:
        """The progress of the states engine in words; None if it does not take part."""
        return None if self._turns is None or self._turns.states is None else self._turns.states.stage

    # Work ---------------------------------------------------------------------------------------------------

    def _work(self, limit: int, rows: Rows | None) -> int:
        """Run the next turn and return its outcome, or LOST if the engine ran out of memory.

        The engine fills the rows, (k, n_cells), or finds solutions up to the limit. The search runs once before the
        turns are created, because creating turns takes longer than most small searches. On large grids, a learner's
        turn may take long, so it is divided into stretches, between which the time is checked.
        """
        if self._turn is None and (opening := self._opening) is not None:
            outcome = opening.run(self._outcome, limit, rows, self._counting is not None)
            if outcome is not None:
                self.engine, self.kind, self._outcome = opening.engine, opening.kind, outcome
                return outcome
        turns, turn = self._opened(), self._next()
        self._turn = turn
        engine, self.kind, learner = turn.seat
        self.engine = engine
        work = turn.work if learner is None else min(turn.work, tuning.STRETCH)
        self._left = 0
        try:
            outcome = engine.run(work, limit - engine.total if rows is None else len(rows), rows)
            if learner is not None and outcome == PAUSED:
                turns.exchange.hand_on(learner)
                if work < turn.work:
                    # A learner does no work while it sets itself up.
                    self._left = turn.work if learner.is_preparing else turn.work - work
        except MemoryError:
            if not turns.lose(turn.seat):
                raise
            self._outcome = PAUSED
            return LOST
        self._outcome = outcome
        return outcome

    def _next(self) -> Turn:
        """Return the next turn, or the last turn again if it is unfinished.

        After finding as many solutions as requested, the search or a lone engine keeps its turn.
        """
        if self._turn is not None:
            if self._outcome == SOLUTION and self._turn.seat.learner is None:
                return self._turn
            if self._left:
                return self._turn._replace(work=self._left)
        return next(self._coming)

    def _opened(self, thread: int = 0, threads: int = 1, exchange: Exchange | None = None) -> Turns:
        """Return the turns, which are created for a race or after a first slice without an answer."""
        if self._turns is None:
            if thread:
                self._opening = None
            self._turns = Turns(
                self.model,
                self._alone,
                self._order,
                self._seed,
                is_all=self._is_all,
                thread=thread,
                threads=threads,
                exchange=exchange,
                begun=None if self._opening is None else self._opening.search(),
            )
            if self._counting is not None:
                self._turns.count_all(*self._counting)
            # The session keeps the iterator: kept by the turns, it would form a cycle and keep engines alive.
            self._coming = iter(self._turns)
        return self._turns

    def _is_over(self, found: int) -> bool:
        """Report progress and return whether the time is up."""
        if not self._run.is_reporting:
            return self._run.is_over(found)
        stage = self._states_stage or self.kind.stage(self.engine)
        return self._run.is_over(self.found, stage=self._outlook() + stage)

    def _outlook(self) -> str:
        """Return the expected memory and remaining time of a long count, as far as they are known."""
        seconds = self._run.seconds
        if self._counting is None or self._turns is None or seconds < tuning.LONG_COUNT:
            return ""
        states, left = self._turns.states, self._turns.left(seconds)
        memory = "" if states is None else f"{states.tables.bytes / 1e6:.0f} MB, "
        return memory if left == math.inf else f"about {lasting(left)} left, {memory}"

    @property
    def _is_race(self) -> bool:
        """Whether threads with different seeds may race for the first answer."""
        return (
            self._turns is None
            and self._counting is None
            and self._order == "any"
            and isinstance(self.model, Model)
            and (self._named is None or self._named.has_ties)
        )

    def _race(self, limit: int, row: Rows | None, threads: int) -> int:
        """Run sessions with different seeds at the same time, and continue as the first session that answers."""
        exchange = Exchange()
        rivals = [copy(self) for _ in range(threads)]
        for thread, rival in enumerate(rivals):
            rival._opened(thread, threads, exchange)
        rows = [None if row is None else np.empty_like(row) for _ in rivals]

        def work(thread: int, is_stopped: Callable[[], bool]) -> tuple[int, int]:
            # Only the first thread reports progress, so a user's function is never called by two threads at once.
            def is_over(found: int) -> bool:
                return is_stopped() or (self._run.is_late if thread else rivals[0]._is_over(found))

            return thread, rivals[thread].run(limit, rows[thread], is_over)

        thread, outcome = race(work, threads)
        vars(self).update(vars(rivals[thread]))
        if row is not None and (found := rows[thread]) is not None:
            row[:] = found
        return outcome

    def _keep_new(self, rows: Rows) -> int:
        """Move the new solutions to the front and return their number."""
        turns = self._opened()
        if turns.alone is not None and not turns.alone.can_share:
            return len(rows)
        if self._known is None:
            self._known = _Known()
        is_shared = len(turns.working) > 1 or not turns.is_plenty
        return self._known.keep_new(rows, self._turn is None or self._turn.seat.learner is None, is_shared)

    def _memory_limit(self, memory: int) -> MemoryLimit:
        """Free the states and return the error that estimates the memory they need."""
        states = self._opened().states
        assert states is not None
        assert isinstance(self.model, Model)
        message = full_memory(memory, states.stage, self.model.n_values, states.layers)
        found, stats = self.found, self.stats
        states.clear()
        return MemoryLimit(message, found=found, stats=stats)


class _Known:
    """The solutions that several engines find independently, used to report each solution once.

    A solution found by a learner stays in `_pending` until the search finds it. Once the learners have left and
    `_pending` is empty, no comparison is needed.
    """

    def __init__(self) -> None:
        self._seen = set[bytes]()
        self._pending = set[bytes]()

    def keep_new(self, rows: Rows, is_search: bool, is_shared: bool) -> int:
        """Move the new solutions to the front of the rows and return their number.

        `is_search` means that the search found the solutions, and `is_shared` that learners may also find solutions.
        """
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
