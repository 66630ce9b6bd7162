"""The turns that engines take over one model: which engine works, how much, and why.

On most puzzles, one engine answers at once and another would need hours, but it is not known in advance which engine is
fast. Therefore engines take turns, in slices that grow, and each engine has its share of the time. Slices are measured
in work, not in time, so the solution found does not depend on the machine. Only counting compares seconds, because the
number of solutions is the same for every engine.

The session itself takes the first turn, with the search. The learner by size joins after another turn of the search.
The learner by activity joins once the learner by size has met some conflicts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias, cast

from ..engines import (
    LEARNER,
    SEARCH,
    STATES,
    Engine,
    EngineKind,
    Learner,
    Request,
    Search,
    StatesCounter,
    can_count_by_states,
    open_learner,
)
from ..model import Model, Options
from . import tuning
from .exchange import Exchange
from .shares import Shares, Side, is_small

Why: TypeAlias = Literal["first", "alone", "round", "count"]
"""The reason for a turn.

- first: the search works once more before learners join.
- alone: the engine is the only one that works, from the beginning or by now.
- round: the engine takes its turn in a round of the engines that find solutions.
- count: solutions are counted, by states or by a search that learners have not joined yet.
"""


class Seat(NamedTuple):
    """An engine that takes turns.

    Attributes
    ----------
    engine : Engine
    kind : EngineKind
        The registry's record of the engine.
    learner : Learner or None
        The engine, if it is a learner that shares clauses.
    """

    engine: Engine
    kind: EngineKind
    learner: Learner | None = None


class Turn(NamedTuple):
    """A turn: the seat, the work that it may do, and the reason why it comes next.

    Attributes
    ----------
    seat : Seat
    work : int
    why : str
    """

    seat: Seat
    work: int
    why: Why


class Turns:
    """The endless sequence of turns of engines over one model.

    Parameters
    ----------
    model : Model or Options
    alone : EngineKind or None
        The only engine that may work, if there is just one.
    order : {"any", "lexicographic"}
    seed : int
    is_all : bool
        Whether all or many solutions are requested, rather than one or two.
    thread, threads : int
        The index of these turns in a race with different seeds, and the number of racing threads.
    exchange : Exchange, optional
        The exchange through which the learners of all threads share clauses.
    begun : Search, optional
        A search that has had the first turn. Otherwise, learners begin, unless another engine works alone.

    Attributes
    ----------
    seats : list of Seat
        All engines opened so far.
    working : list of Seat
        The seats that find solutions and take turns now. If the search takes part, it is the first seat.
    states : StatesCounter or None
        The engine that counts states, if it takes part.
    """

    def __init__(
        self,
        model: Model | Options,
        alone: EngineKind | None = None,
        order: str = "any",
        seed: int = 0,
        *,
        is_all: bool = False,
        thread: int = 0,
        threads: int = 1,
        exchange: Exchange | None = None,
        begun: Search | None = None,
    ) -> None:
        self.alone = alone
        self.exchange: Exchange = exchange or Exchange()
        self.seats: list[Seat] = []
        self.working: list[Seat] = []
        self.states: StatesCounter | None = None
        self._model = model
        self._request = Request(model, order, (seed + thread) % 2**64)
        self._shares: Shares | None = None
        self._threads = threads
        self._is_all = is_all
        self._is_counting = self._is_full = False
        self._begun = 0.0
        self._search = begun
        if begun is not None:
            self._sit(Seat(begun, SEARCH))

    def __iter__(self) -> Iterator[Turn]:
        finders = self._finders()
        while not (self._is_counting and self.alone is None and can_count_by_states(self._model)):
            yield next(finders)
        yield from self._beside_states(finders)

    def count_all(self, memory: int, threads: int, begun: float) -> None:
        """Count all solutions from now on.

        If the states engine can count the model, it joins with `memory` bytes and `threads` threads. `begun` is the
        time of `time.perf_counter` when counting began, or 0 if the session answered another question before.
        """
        self._is_all = self._is_counting = True
        self._request = self._request._replace(memory=memory, threads=threads)
        self._begun = begun

    def lose(self, seat: Seat) -> bool:
        """Continue without an engine that ran out of memory; return whether another engine works."""
        if seat.kind is STATES and self.alone is None:
            self._is_full = True
            return True
        self.working.remove(seat)
        if seat.engine is self._search:
            self._search = None
        return bool(self.working)

    def left(self, seconds: float) -> float:
        """Return the expected remaining seconds of a count after these seconds, or infinity if they are unknown."""
        if self._shares is not None:
            return self._shares.left
        done = self._done if self.states is None else self.states.done
        return seconds / done - seconds if done else math.inf

    @property
    def is_plenty(self) -> bool:
        """Whether all solutions are requested and the search finds them easily."""
        return self._is_all and self._total >= tuning.PLENTY

    @property
    def _total(self) -> int:
        """The number of solutions that the search has found."""
        return 0 if self._search is None else self._search.total

    @property
    def _done(self) -> float:
        """The part of the search that is done, 0 to 1."""
        return 0.0 if self._search is None else self._search.done

    def _sit(self, seat: Seat) -> Seat:
        """Add an engine that takes turns from now on."""
        self.seats.append(seat)
        self.working.append(seat)
        return seat

    def _finders(self) -> Iterator[Turn]:
        """Yield turns of a lone engine, or of all engines that find solutions."""
        if self.alone is not None and not self.alone.can_share:
            yield from self._lone(self.alone)
        # In a race, only the first thread has a search.
        if not self.working:
            yield from self._rounds(tuning.FIRST_SLICE)
        if self._is_counting and is_small(self._model):
            # Learners do not help on small models.
            yield from _turns_alone(self.working[0], 2 * tuning.SMALL_SLICE, tuning.SLICE)
        work = 0
        for turn in _turns_alone(self.working[0], 2 * tuning.FIRST_SLICE, tuning.SLICE, "count"):
            if not self._is_counting or work >= tuning.COUNTED_ALONE:
                break
            work += turn.work
            yield turn
        if not self._is_counting and not self.is_plenty:
            yield Turn(self.working[0], 2 * tuning.FIRST_SLICE, "first")
        yield from self._rounds(2 * tuning.FIRST_SLICE)

    def _lone(self, kind: EngineKind) -> Iterator[Turn]:
        """Yield turns of a lone engine; open it unless it has begun already."""
        size, most = tuning.SLICE, tuning.SLICE
        if not self.working:
            seat = self._sit(Seat(kind.open(self._request), kind))
            if kind is SEARCH:
                self._search = cast("Search", seat.engine)
            if isinstance(seat.engine, StatesCounter):
                self.states = seat.engine
                size, most = tuning.FIRST_STATES_SLICE, tuning.STATES_SLICE
        yield from _turns_alone(self.working[0], size, most)

    def _rounds(self, size: int) -> Iterator[Turn]:
        """Yield rounds of turns, in slices that grow from `size` on; engines join one by one."""
        learners = self._learners()
        rounds = itertools.count(1)
        while not self.is_plenty:
            try:
                next(learners, None)
            except MemoryError:
                if not self.working:
                    raise
            for seat in self._round(size, next(rounds)):
                if seat in self.working:
                    yield Turn(seat, self._work(seat, size), "round")
            size = min(2 * size, tuning.SLICE)
        # Learners would have to exclude too many solutions one by one.
        self.working[1:] = []
        yield from _turns_alone(self.working[0], size, tuning.SLICE)

    def _learners(self) -> Iterator[None]:
        """Open the learners one by one when they are due."""
        memory = tuning.LEARNER_MEMORY // self._threads
        by_size = open_learner(self._request._replace(memory=memory), share=True)
        self.exchange.join(by_size)
        self._sit(Seat(by_size, LEARNER, by_size))
        yield
        assert isinstance(self._model, Model)
        is_large = self._model.n_values >= tuning.MANY_VALUES
        least = tuning.MANY_CONFLICTS if is_large else self._model.n_cells // tuning.EASY
        while by_size.conflicts < least:
            yield
        memory -= by_size.bytes
        by_activity = open_learner(self._request._replace(memory=memory), by_activity=True, share=True)
        self.exchange.join(by_activity)
        self._sit(Seat(by_activity, LEARNER, by_activity))

    @property
    def _patience(self) -> int:
        """How many conflicts of the learner by size count as one conflict when the other learner gets its turns."""
        many = isinstance(self._model, Model) and self._model.n_values >= tuning.MANY_VALUES
        return tuning.PATIENCE if many else 1

    def _round(self, size: int, number: int) -> list[Seat]:
        """Return the seats of a round in the order of their turns; rounds are numbered from 1."""
        seats = self.working.copy()
        last = seats[-1].learner
        if size == tuning.SLICE and last is not None and last.by_activity:
            conflicts = max(
                (seat.learner.conflicts for seat in seats[:-1] if seat.learner is not None), default=0
            )
            conflicts //= self._patience
            active = next(k for least, k in tuning.ACTIVE_TURNS if conflicts >= least)
            seats += seats[-1:] * (active - 1)
        if self._is_all and len(seats) > 1 and self._total:
            # The search is likely to find the other solutions as well, so it gets half of the time.
            search, *learners = seats
            seats = [each for learner in learners for each in (search, learner)]
        elif len(seats) > 1 and seats[0].engine is self._search and number % tuning.SEARCH_ROUNDS:
            del seats[0]
        return seats

    def _work(self, seat: Seat, size: int) -> int:
        """Return the work that an engine may do in a slice of that size."""
        if seat.learner is None:
            return size if self._is_all and seat.engine.total else min(size, tuning.LONGEST_SEARCH)
        return -(-size // tuning.LEARNER_SHARE)

    def _beside_states(self, finders: Iterator[Turn]) -> Iterator[Turn]:
        """Yield turns of the engines that find solutions and of the states engine, by the seconds they have worked."""
        self.states = states = StatesCounter(self._request)
        counters = _turns_of_states(Seat(states, STATES), states)
        self.seats.append(Seat(states, STATES))
        # The first turn is over. Work done before counting began took negligible time.
        finding = perf_counter() - self._begun if self._begun else tuning.FIRST_SECONDS
        self._shares = shares = Shares(self._model, finding)
        while not self._is_full or shares.finding < tuning.TRIAL:
            start = perf_counter()
            side: Side = "finding"
            if not self._is_full:
                side = shares.next(self._done, states.n_left, states.layer_done, states.done)
            yield next(finders if side == "finding" else counters)
            shares.add(side, perf_counter() - start)
        if shares.expected(self._done) > tuning.SEARCHABLE:
            raise MemoryError("the states do not fit into the memory limit")
        states.close()
        self.states = self._shares = None
        yield from finders


def _turns_alone(seat: Seat, size: int, most: int, why: Why = "alone") -> Iterator[Turn]:
    """Yield endless turns of one engine; its slices double from `size` up to `most`."""
    while True:
        yield Turn(seat, size, why)
        size = min(2 * size, most)


def _turns_of_states(seat: Seat, states: StatesCounter) -> Iterator[Turn]:
    """Yield endless turns of the states engine; a slice doubles if the last slice did not finish a layer."""
    size = tuning.FIRST_STATES_SLICE
    while True:
        n_left = states.n_left
        yield Turn(seat, size, "count")
        if states.n_left == n_left:
            size = min(2 * size, tuning.STATES_SLICE)
