"""Threads: how many can run, a race of several for the first answer, and work that is shared out among them.

`concurrent.futures` is imported where it is used, because it would take a fifth of the time in which fastfuto is
imported, and most calls start no thread. Where the system starts fewer threads than were asked for, these do all the
work, and where it starts none, the caller's thread does.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")

_AHEAD = 2
"""Jobs for each thread that wait while the result of one is waited for."""


def cores() -> int:
    """Return how many threads of this process may run at the same time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Only Linux has it.
        return os.cpu_count() or 1


@functools.cache
def _pool_class() -> type[ThreadPoolExecutor]:
    from concurrent.futures import ThreadPoolExecutor

    class Pool(ThreadPoolExecutor):
        def _adjust_thread_count(self) -> None:
            try:
                super()._adjust_thread_count()
            except RuntimeError:
                # The job is in the queue already, and the threads that have started take it from there.
                if not self._threads:
                    raise

    return Pool


def _pool(threads: int) -> ThreadPoolExecutor | None:
    """Return a pool of which at least one thread has started, or None if the system starts none."""
    pool = _pool_class()(threads)
    try:
        pool.submit(int)
    except RuntimeError:
        return None
    return pool


def race(work: Callable[[int, Callable[[], bool]], T], threads: int) -> T:
    """Return the first result of ``work(thread, is_stopped)``, and tell the other threads to stop.

    A thread that raises MemoryError is out of the race. If all threads do, the last error is raised.
    """
    from concurrent.futures import FIRST_COMPLETED, wait

    stopped = Event()
    if (started := _pool(threads)) is None:
        return work(0, stopped.is_set)
    with started as pool:
        # Ctrl-C may come while threads are started, and leaving the pool waits for those that run.
        try:
            pending = {pool.submit(work, thread, stopped.is_set) for thread in range(threads)}
            failed: MemoryError | None = None
            while pending:
                # A signal that arrives just before a wait does not end it, so no wait may be long.
                done, pending = wait(pending, timeout=0.01, return_when=FIRST_COMPLETED)
                for future in done:
                    try:
                        return future.result()
                    except MemoryError as error:
                        failed = error
            assert failed is not None
            raise failed
        finally:
            stopped.set()


def share(
    jobs: Sequence[Callable[[Callable[[], bool]], int]], threads: int, is_over: Callable[..., bool]
) -> None:
    """Do all jobs until `is_over` says that the time is up, in threads if there are several threads and jobs.

    A job takes a function that tells it whether to stop, and returns how much it has done. `is_over` is called
    with that amount. Only the caller's thread calls `is_over`, at least every 10 ms. The first error that a job
    raises stops the others and is raised.
    """
    if threads == 1 or len(jobs) < 2 or (started := _pool(min(threads, len(jobs)))) is None:
        for job in jobs:
            if is_over(job(is_over)):
                break
        return
    from concurrent.futures import FIRST_EXCEPTION, wait

    stopped = Event()
    with started as pool:
        try:
            pending = {pool.submit(job, stopped.is_set) for job in jobs}
            while pending and not stopped.is_set():
                done, pending = wait(pending, timeout=0.01, return_when=FIRST_EXCEPTION)
                if is_over(sum(future.result() for future in done)):
                    break
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


def in_order(
    jobs: Iterable[Callable[[Callable[[], bool]], T]], threads: int, is_over: Callable[[], bool]
) -> Iterator[T]:
    """Yield what the jobs return, in their order, where threads do the next ones meanwhile if there are several.

    A job takes a function that tells it whether to stop, and is done nevertheless. The jobs are made in the caller's
    thread, a few ahead. Only this thread calls `is_over`, at least every 10 ms. The first error, in the order of the
    jobs, is raised.
    """
    rest = iter(jobs)
    first = list(itertools.islice(rest, 2))
    if threads == 1 or len(first) < 2 or (started := _pool(threads)) is None:
        for job in itertools.chain(first, rest):
            yield job(is_over)
        return
    from concurrent.futures import Future, wait

    stopped = Event()

    def result(future: Future[T]) -> T:
        # Where making the jobs takes longest, none is waited for, and the time is looked at nevertheless.
        while True:
            if is_over():
                stopped.set()
            if wait([future], timeout=0.01).done:
                return future.result()

    with started as pool:
        pending: deque[Future[T]] = deque()
        try:
            for job in itertools.chain(first, rest):
                pending.append(pool.submit(job, stopped.is_set))
                while pending and (pending[0].done() or len(pending) > _AHEAD * threads):
                    yield result(pending.popleft())
            while pending:
                yield result(pending.popleft())
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


class Crew:
    """Workers that are sent out together again and again: the caller's thread, and a thread for each of the others."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = _pool(workers - 1) if workers > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def all_do(self, work: Callable[[int], T]) -> list[T]:
        """Return ``work(worker)`` for all workers, once all of them are back; the caller is worker 0."""
        if self._pool is None:
            return [work(worker) for worker in range(self._workers)]
        from concurrent.futures import wait

        others = []
        # Ctrl-C may come while the others are sent out, too.
        try:
            for worker in range(1, self._workers):
                others.append(self._pool.submit(work, worker))
            own = work(0)
        finally:
            wait(others)
        return [own, *(other.result() for other in others)]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
