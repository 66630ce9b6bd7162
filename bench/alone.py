"""Measurement of a contestant in its own process, with its own memory, that can always be ended."""

from __future__ import annotations

import contextlib
import multiprocessing
import resource
import sys
from multiprocessing.connection import Connection
from typing import Any

from .tasks import Outcome, Rival, Task, late

QUICK = 0.2
"""Seconds below which an answer is repeated REPEATS times; the median counts."""
REPEATS = 5


def measure(rival: Rival, puzzle: Any, task: Task, limit: float, warm_up: Any, grace: float = 60) -> Outcome:
    """Let a rival do a task in its own process; if the process must be ended, the rival has timed out.

    The rival first does the task on the puzzle `warm_up`, so loading is not timed. Beyond the limit the process has
    `grace` seconds to build its model.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    arguments = (sender, rival, puzzle, task, limit, warm_up)
    process = context.Process(target=_answer, args=arguments, daemon=True)
    process.start()
    sender.close()
    outcome = late(limit)
    with contextlib.suppress(EOFError):  # If the process has ended itself.
        receiver.recv()  # The process is ready.
        if receiver.poll(limit + grace):
            outcome = receiver.recv()
        else:
            process.kill()
    process.join()
    if process.exitcode == 1:
        raise RuntimeError(f"{rival} failed")
    return outcome


def _answer(sender: Connection, rival: Rival, puzzle: Any, task: Task, limit: float, warm_up: Any) -> None:
    rival(warm_up, task, limit)
    sender.send(None)
    outcomes = [rival(puzzle, task, limit)]
    if outcomes[0].solve < QUICK:
        outcomes += [rival(puzzle, task, limit) for _ in range(REPEATS - 1)]
    outcome = sorted(outcomes, key=lambda outcome: outcome.solve)[len(outcomes) // 2]
    unit = 1 if sys.platform == "darwin" else 1024
    outcome.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    sender.send(outcome)
