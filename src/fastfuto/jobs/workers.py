"""The workers of a job: an executor, and another one in its place when it breaks."""

from __future__ import annotations

import functools
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from typing import Any

from ..errors import JobError
from ..limits import ExecutorOption, cores

__all__ = ["Workers", "workers_of"]


class Workers:
    """Workers for the pieces of one job or of several.

    Parameters
    ----------
    executor : Executor or callable, optional
        A function makes executors that are shut down in the end. An executor is left as it is. Default: one thread.

    Raises
    ------
    TypeError
        If it is something else, or the function returns something else.
    """

    def __init__(self, executor: ExecutorOption | None = None) -> None:
        if executor is None:
            executor = functools.partial(ThreadPoolExecutor, 1)
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else _made(executor)
        self._sent: set[Future[Any]] = set()

    @property
    def number(self) -> int:
        """The number of workers, which changes as they come and go on a cluster."""
        return workers_of(self._executor)

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Let a worker call a function.

        Raises
        ------
        JobError
            If the executor takes no work.
        BrokenExecutor
            If it is broken.
        """
        submit = self._executor.submit if _dask_client(self._executor) is None else self._to_dask
        try:
            if isinstance(self._executor, ProcessPoolExecutor):
                future = submit(_as_child, function, *args)
            else:
                future = submit(function, *args)
        except BrokenExecutor:
            raise
        except Exception as error:
            raise JobError(f"the executor takes no work: {error}") from error
        self._sent.add(future)
        future.add_done_callback(self._sent.discard)
        return future

    def _to_dask(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Submit a call to a Dask cluster.

        The future of Dask's own executor is never done if the result cannot be fetched, as when a worker is lost after
        it has finished a call, and another one that repeats it.
        """
        executor: Any = self._executor
        if executor._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        # Dask takes a call with the same arguments for the same call, and has the answer already. A piece whose worker
        # was lost would be lost again, so no call is pure.
        theirs = executor._client.submit(function, *args, **{**executor._kwargs, "pure": False})
        future: Future[Any] = Future()

        def settle(theirs: Any) -> None:
            with suppress(InvalidStateError):  # It may be cancelled meanwhile.
                try:
                    result = theirs.result()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)

        # Dask forgets calls whose futures nobody holds, so this one holds theirs.
        future.add_done_callback(lambda future: theirs.cancel() if future.cancelled() else None)
        theirs.add_done_callback(settle)
        return future

    def replace(self) -> None:
        """Take another executor in place of one that is broken.

        Raises
        ------
        JobError
            If there is no function that makes one.
        """
        if self._make is None:
            raise JobError(
                "the executor has broken, because a worker was lost; give a function that makes executors, such as "
                "executor=ProcessPoolExecutor, and the job goes on with another one"
            )
        self._executor.shutdown(wait=False)
        self._executor = _made(self._make)

    def close(self, *, stops_by_itself: bool) -> None:
        """Shut the executor down if a function has made it.

        Processes that still work are ended, unless they stop by themselves: otherwise the program could not end before
        they have finished their pieces.
        """
        if self._make is None:
            return
        is_busy = any(not future.done() for future in self._sent.copy())
        processes = {}
        if is_busy and not stops_by_itself and isinstance(self._executor, ProcessPoolExecutor):
            processes = dict(self._executor._processes or {})
        self._executor.shutdown(wait=not is_busy)
        for process in processes.values():
            process.terminate()


def workers_of(executor: Executor) -> int:
    """Return how many workers an executor has, as far as it tells."""
    for name in ("_max_workers", "max_workers"):
        if isinstance(number := getattr(executor, name, None), int) and number > 0:
            return number
    client = _dask_client(executor)
    if client is not None:
        return max(1, int(sum(client.ncores().values())))
    return cores()


def _as_child(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function in a process that ends with its parent."""
    _end_with_parent()
    return function(*args)


@functools.cache
def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, even if that was killed with -9.

    Otherwise processes of the standard library wait for work for ever.
    """
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _made(make: Callable[[], Executor]) -> Executor:
    """Return the executor that a function makes."""
    executor = make() if callable(make) else make  # Whatever else it is, the message names it.
    if not isinstance(executor, Executor):
        raise TypeError(f"expected an Executor, or a function that returns one, got {executor!r}")
    return executor


def _dask_client(executor: Executor) -> Any:
    """Return the client of an executor of Dask, or None."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "ncores") and hasattr(client, "submit") else None
