"""Who answers."""

from __future__ import annotations

import functools

from fastfuto import Futoshiki

from .. import alone
from ..rivals import RIVALS, Outcome, Rival, Task, fastfuto_call, sat

SOLVERS: dict[str, Rival] = {
    "fastfuto": fastfuto_call,
    "CP-SAT": RIVALS["CP-SAT tuned"],
    "CaDiCaL": functools.partial(sat, solver="cadical195", slices=False, stabilizeonly=1),
}
"""The best of what was tried on up to 25 of the instances, some 10 s each.

CP-SAT: without its preparations 2 to 4 times faster than with them (two instances apart), and in the mean 1.8
times faster than with a Boolean variable a candidate, which is up to twice as fast on critical instances and
3 to 5 times as slow on wide ones; worse are fixed search on the smallest domain and quick restarts. CaDiCaL:
in its stable mode alone up to 30 times faster on wide instances, up to 2 on critical ones, and level where
there is no solution; signs by order literals instead of support are faster on 3 of 10 and slower on 6.
"""


def measure(solver: str, puzzle: Futoshiki, task: Task, limit: float) -> Outcome:
    """Let a solver do a task in a process of its own."""
    return alone.measure(SOLVERS[solver], puzzle, task, limit, Futoshiki([[0] * 12] * 12))
