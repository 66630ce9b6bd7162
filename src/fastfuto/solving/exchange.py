"""Learners over one model in several threads: how many have room, and the short clauses that they hand on."""

from __future__ import annotations

from collections import deque
from threading import Lock

import numpy as np

from ..engines import Learner
from ..model import Model
from . import tuning


def racing_threads(model: Model, threads: int) -> int:
    """Return how many of some threads have room for a learner within the memory that they share, at least one."""
    if threads == 1:
        return 1
    n_candidates = int(np.unpackbits(model.domains.view(np.uint8)).sum())
    room = tuning.LEARNER_MEMORY // (tuning.CANDIDATE_BYTES * max(n_candidates, 1))
    return max(1, min(threads, room))


class Exchange:
    """Offers of learners over one model, which may work in several threads.

    A learner hands on its offers and receives those of others after each of its turns, in the thread that it works in.
    So where learners take turns in one thread, what they receive does not depend on the time.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Learner, deque[memoryview]] = {}

    def join(self, learner: Learner) -> None:
        """Let a learner that shares take part from now on."""
        with self._lock:
            self._waiting[learner] = deque(maxlen=tuning.MOST_WAITING)

    def hand_on(self, learner: Learner) -> None:
        """Exchange clauses after a turn of a learner; it may raise MemoryError."""
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
