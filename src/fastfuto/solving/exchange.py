"""Learners over one model in several threads: how many fit into memory, and how they exchange short clauses."""

from __future__ import annotations

from collections import deque
from threading import Lock

import numpy as np

from ..engines import Learner
from ..model import Model
from . import tuning


def racing_threads(model: Model, threads: int) -> int:
    """Return the number of threads, at least one, whose learners fit into the memory that they share."""
    if threads == 1:
        return 1
    n_candidates = int(np.unpackbits(model.domains.view(np.uint8)).sum())
    room = tuning.LEARNER_MEMORY // (tuning.CANDIDATE_BYTES * max(n_candidates, 1))
    return max(1, min(threads, room))


class Exchange:
    """The exchange of clauses between learners over one model, possibly in several threads.

    After each of its turns, a learner hands on its offers and receives the offers of others, in its own thread.
    If learners take turns in one thread, the exchange is therefore deterministic.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Learner, deque[memoryview]] = {}

    def join(self, learner: Learner) -> None:
        """Add a learner that shares clauses."""
        with self._lock:
            self._waiting[learner] = deque(maxlen=tuning.MOST_WAITING)

    def hand_on(self, learner: Learner) -> None:
        """Exchange clauses after a learner's turn; this may raise MemoryError."""
        if learner.is_preparing:
            return
        offers = learner.take_offers()
        with self._lock:
            mine = self._waiting[learner]
            received = list(mine)
            mine.clear()
            if offers:
                for other, waiting in self._waiting.items():
                    if other is not learner:
                        waiting.append(offers)
        for each in received:
            learner.receive(each)
