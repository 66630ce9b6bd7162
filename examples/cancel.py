"""Solve puzzles in a pool of threads and stop all of them on Ctrl-C."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import fastfuto

cancelled = threading.Event()


class Cancelled(Exception):
    """Raised inside a verb, from its progress, to end it."""


def stop_if_cancelled(progress: fastfuto.Progress) -> None:
    """End the verb that reports."""
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
        # Only the main thread is interrupted. The others end within some 10 ms, at their next report.
        cancelled.set()
        pool.shutdown(cancel_futures=True)
        raise
