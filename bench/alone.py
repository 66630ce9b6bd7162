"""Let someone answer in a process of its own: its memory is its own, and it can always be stopped."""

from __future__ import annotations

import contextlib
import multiprocessing
import resource
import sys
from multiprocessing.connection import Connection

from fastfuto import Futoshiki

from .rivals import Outcome, Rival, Task

GRACE = 60
"""Seconds for the start of a process and for building; then it is ended, if it does not end itself."""
QUICK = 1
"""Seconds up to which an answer is taken REPEATS times; the median counts."""
REPEATS = 5


def measure(
    rival: Rival, puzzle: Futoshiki, task: Task, limit: float, warm_up: Futoshiki, grace: float = GRACE
) -> Outcome:
    """Let a rival do a task in a process of its own; whoever is ended there has timed out.

    It does the task on another puzzle before, so that nobody is timed while being loaded.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, rival, puzzle, task, limit, warm_up), daemon=True)
    process.start()
    sender.close()
    outcome = Outcome(0, 0, limit, timed_out=True)
    if receiver.poll(limit + grace):
        with contextlib.suppress(EOFError):
            outcome = receiver.recv()
    else:
        process.kill()
    process.join()
    if process.exitcode == 1:
        raise RuntimeError(f"{rival} failed")
    return outcome


def _answer(
    sender: Connection, rival: Rival, puzzle: Futoshiki, task: Task, limit: float, warm_up: Futoshiki
) -> None:
    rival(warm_up, task, limit)
    outcomes = [rival(puzzle, task, limit)]
    if outcomes[0].solve < QUICK:
        outcomes += [rival(puzzle, task, limit) for _ in range(REPEATS - 1)]
    outcome = sorted(outcomes, key=lambda outcome: outcome.solve)[len(outcomes) // 2]
    unit = 1 if sys.platform == "darwin" else 1024
    outcome.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    sender.send(outcome)
