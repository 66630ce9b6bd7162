"""Threads: the number that can run, races for the first answer, and work shared among several threads.

`concurrent.futures` is imported on use, because it would take 20 % of fastfuto's import time and most calls start no
thread. If the system starts fewer threads than requested, these threads do all the work. If the system starts no
thread, the calling thread does the work.
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
"""Jobs per thread that are submitted ahead of the next result."""


def cores() -> int:
    """Return the number of threads of this process that may run at the same time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Only Linux has this function.
        return os.cpu_count() or 1


@functools.cache
def _pool_class() -> type[ThreadPoolExecutor]:
    from concurrent.futures import ThreadPoolExecutor

    class Pool(ThreadPoolExecutor):
        def _adjust_thread_count(self) -> None:
            try:
                super()._adjust_thread_count()
            except RuntimeError:
                # The job is already queued, and the threads that have started will take it.
                if not self._threads:
                    raise

    return Pool


def _pool(threads: int) -> ThreadPoolExecutor | None:
    """Return a pool with at least one started thread, or None if the system starts none."""
    pool = _pool_class()(threads)
    try:
        pool.submit(int)
    except RuntimeError:
        return None
    return pool


def race(work: Callable[[int, Callable[[], bool]], T], threads: int) -> T:
    """Return the first result of ``work(thread, is_stopped)`` and stop the other threads.

    A thread that raises MemoryError leaves the race. If all threads have left the race, the last error is raised.
    """
    from concurrent.futures import FIRST_COMPLETED, wait

    stopped = Event()
    if (started := _pool(threads)) is None:
        return work(0, stopped.is_set)
    with started as pool:
        # Ctrl-C may arrive while threads are started, and leaving the pool waits for the running threads.
        try:
            pending = {pool.submit(work, thread, stopped.is_set) for thread in range(threads)}
            failed: MemoryError | None = None
            while pending:
                # A signal just before a wait does not end the wait, so each wait must be short.
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
    """Run all jobs until `is_over` returns True, in threads if there are several threads and jobs.

    A job takes a function that returns whether to stop, and returns the amount of finished work. `is_over` is called
    with the amount of finished work, only in the calling thread and at least every 10 ms. The first error in a job
    stops the other jobs and is raised.
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
    """Yield the results of jobs in order, while other threads, if any, run the next jobs.

    A job takes a function that returns whether to stop; it must return a result in any case. The calling thread creates
    the jobs, a few of them in advance. Only the calling thread calls `is_over`, at least every 10 ms. The first error
    in the order of the jobs is raised.
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
        # The time is checked even if the job is finished, because making jobs may take longest.
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
    """Workers for repeated parallel steps: the calling thread and one further thread per worker."""

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
        """Return ``work(worker)`` for all workers once all have finished; the caller is worker 0."""
        if self._pool is None:
            return [work(worker) for worker in range(self._workers)]
        from concurrent.futures import wait

        others = []
        # Ctrl-C may arrive while the other threads are started.
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
