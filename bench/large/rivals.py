"""Who answers, each time in a process of its own: its memory is its own, and it can always be stopped."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import resource
import sys
from multiprocessing.connection import Connection

from fastfuto import Futoshiki

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

GRACE = 60
"""Seconds for the start of a process and for building, after which it is ended."""


def measure(solver: str, puzzle: Futoshiki, task: Task, limit: float) -> Outcome:
    """Let a solver do a task in a process of its own; whoever is ended there has timed out."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=answer, args=(sender, solver, puzzle, task, limit), daemon=True)
    process.start()
    sender.close()
    outcome = Outcome(0, 0, limit, timed_out=True)
    if receiver.poll(limit + GRACE):
        with contextlib.suppress(EOFError):
            outcome = receiver.recv()
    else:
        process.kill()
    process.join()
    if process.exitcode == 1:
        raise RuntimeError(f"{solver} failed")
    return outcome


QUICK = 1
"""Seconds up to which an answer is taken REPEATS times; the median counts."""
REPEATS = 5


def answer(sender: Connection, solver: str, puzzle: Futoshiki, task: Task, limit: float) -> None:
    """Send the outcome; another grid goes before, so that nobody is timed while being loaded."""
    rival = SOLVERS[solver]
    rival(Futoshiki([[0] * 12] * 12), task, limit)
    outcomes = [rival(puzzle, task, limit)]
    if outcomes[0].solve < QUICK:
        outcomes += [rival(puzzle, task, limit) for _ in range(REPEATS - 1)]
    outcome = sorted(outcomes, key=lambda outcome: outcome.solve)[len(outcomes) // 2]
    unit = 1 if sys.platform == "darwin" else 1024
    outcome.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    sender.send(outcome)
