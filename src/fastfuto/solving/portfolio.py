"""The engines that find solutions, and how they take turns: the search and two learners.

The search begins. The learner that chooses by size joins it after a turn, and the learner that chooses by activity
when the other one has met with some conflicts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ..engines import Engine, Request, open_learner
from ..model import Model, Options
from . import tuning
from .exchange import Exchange

__all__ = ["Portfolio", "turns_alone"]


class Portfolio:
    """Engines that find solutions of one model and take turns.

    Parameters
    ----------
    request : Request
        What each of them is opened for.
    exchange : Exchange
        Where the learners share clauses.
    threads : int
        The number of portfolios among which the memory of the learners is divided.
    is_all : bool
        Whether all or many solutions are asked for, and not only one or two.

    Attributes
    ----------
    working : list of Engine
        Those that take turns now. If the search is among them, it is the first one.
    engines : dict of Engine to str
        All engines opened so far, with their names.
    is_all : bool
    """

    def __init__(self, request: Request, exchange: Exchange, threads: int, is_all: bool) -> None:
        self._request = request
        self._exchange = exchange
        self._threads = threads
        self.is_all = is_all
        self.working: list[Engine] = []
        self.engines: dict[Engine, str] = {}

    def open(self, name: str, engine: Engine) -> Engine:
        """Note an engine that begins to work."""
        self.engines[engine] = name
        self.working.append(engine)
        return engine

    @property
    def total(self) -> int:
        """The number of solutions that the search has found."""
        search = self._search()
        return search.total if search is not None else 0

    @property
    def done(self) -> float:
        """The part of the search that is over, 0 to 1."""
        search = self._search()
        return search.done if search is not None else 0.0

    @property
    def is_plenty(self) -> bool:
        """Whether all solutions are asked for and the search finds them easily."""
        return self.is_all and self.total >= tuning.PLENTY

    def turns(self, size: int) -> Iterator[tuple[Engine, int]]:
        """Yield turns of the engines, which join one by one, with slices that grow from `size` on."""
        learners = self._learners()
        rounds = itertools.count()
        while not self.is_plenty:
            try:
                next(learners, None)
            except MemoryError:
                if not self.working:
                    raise
            for engine in self._round(size, next(rounds)):
                if engine in self.working:
                    yield engine, self._work(engine, size)
            size = min(2 * size, tuning.SLICE)
        # There are too many solutions for learners to exclude them one by one.
        self.working[1:] = []
        yield from turns_alone(self.working[0], size, tuning.SLICE)

    def _search(self) -> Any:
        """Return the search, or None if it does not work."""
        first = self.working[0] if self.working else None
        return first if first is not None and self.engines[first] == "search" else None

    def _learners(self) -> Iterator[None]:
        """Open the learners one after the other, each when its time has come."""
        memory = tuning.LEARNER_MEMORY // self._threads
        by_size = open_learner(self._request._replace(memory=memory), share=True)
        self._exchange.join(self.open("learner", by_size))
        yield
        while by_size.conflicts < tuning.EASY * _patience(self._request.model):
            yield
        memory -= by_size.bytes
        by_activity = open_learner(self._request._replace(memory=memory), by_activity=True, share=True)
        self._exchange.join(self.open("learner", by_activity))

    def _round(self, size: int, number: int) -> list[Engine]:
        """Return the engines of a round, in the order of their turns; rounds are numbered from 0 on."""
        turns = self.working.copy()
        active = 1
        if size == tuning.SLICE and getattr(turns[-1], "by_activity", False):
            conflicts = max((getattr(engine, "conflicts", 0) for engine in turns[:-1]), default=0)
            conflicts //= _patience(self._request.model)
            active = next(k for least, k in tuning.ACTIVE_TURNS if conflicts >= least)
            turns += turns[-1:] * (active - 1)
        if self.is_all and len(turns) > 1 and self.total:
            # The search is likely to find the other solutions too, so it gets half of the time.
            search, *learners = turns
            turns = [each for learner in learners for each in (search, learner)]
        elif active > 1 and number % tuning.SEARCH_ROUNDS and self.engines[turns[0]] == "search":
            del turns[0]
        return turns

    def _work(self, engine: Engine, size: int) -> int:
        """Return the work that the engine may do in a slice of that size."""
        if self.engines[engine] == "search":
            return size if self.is_all and engine.total else min(size, tuning.LONGEST_SEARCH)
        learner: Any = engine
        return (size if learner.by_activity else max(size, tuning.LEAST_LEARNED)) // tuning.LEARNER_SHARE


def turns_alone(engine: Engine, size: int, most: int) -> Iterator[tuple[Engine, int]]:
    """Yield turns of one engine without end; the size of its slices doubles from `size` on, up to `most`."""
    while True:
        yield engine, size
        size = min(2 * size, most)


def _patience(model: Model | Options) -> int:
    """Return how many conflicts of the learner by size count as one when the learner by activity gets its turns."""
    return tuning.PATIENCE if isinstance(model, Model) and model.n_values >= tuning.MANY_VALUES else 1
