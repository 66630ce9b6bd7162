"""Solve puzzles in a pool of threads, and stop all threads on Ctrl-C."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import fastfuto

cancelled = threading.Event()


class Cancelled(Exception):
    """Raised by the progress callable of a verb to end the verb."""


def stop_if_cancelled(progress: fastfuto.Progress) -> None:
    """Raise Cancelled, which ends the verb that reports its progress, if the event is set."""
    if cancelled.is_set():
        raise Cancelled


def solve(n: int) -> fastfuto.Result[np.uint8]:
    """Solve an empty grid of order n."""
    return fastfuto.solve(fastfuto.LatinSquare(n), progress=stop_if_cancelled)


with ThreadPoolExecutor(2) as pool:
    futures = [pool.submit(solve, n) for n in range(5, 30)]
    try:
        for future in futures:
            print(future.result().status.value)
    except KeyboardInterrupt:
        # Ctrl-C interrupts only the main thread. The verbs in other threads end at their next report, within about
        # 10 ms.
        cancelled.set()
        pool.shutdown(cancel_futures=True)
        raise
