"""The workers of a job: an executor, which is replaced if it breaks."""

from __future__ import annotations

import functools
import multiprocessing
import os
import pickle
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
from multiprocessing.connection import wait
from time import perf_counter
from typing import Any

from ..errors import JobError
from ..limits import ExecutorOption, cores

WATCH = 0.5
"""Seconds between two checks by a process that its parent is alive."""
ANSWER = 0.5
"""Seconds in which a cluster must report its number of workers."""
PATIENCE = 5.0
"""Seconds in which the idle processes of a pool must end on their own."""


class Workers:
    """Workers for the pieces of one or more jobs.

    Parameters
    ----------
    executor : Executor or callable, optional
        A function that makes executors, which are shut down at the end, or an executor, which stays open. Default:
        one thread.

    Raises
    ------
    TypeError
        If `executor` is of another type, or the function does not return an executor.
    """

    def __init__(self, executor: ExecutorOption | None = None) -> None:
        if executor is None:
            executor = functools.partial(ThreadPoolExecutor, 1)
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else _made(executor)
        self._sent: set[Future[Any]] = set()
        self._has_taken = True
        self._number = cores()
        self._lost: set[int] = set()

    @property
    def number(self) -> int:
        """The number of workers that the executor reported last; on a cluster it may change."""
        with suppress(Exception):  # A cluster that does not report in time may still be working.
            self._number = workers_of(self._executor)
        return self._number

    def submit(self, function: Callable[..., Any], arguments: tuple[Any, ...], stop: Any) -> Future[Any]:
        """Submit a call of a function with arguments followed by `stop`.

        Raises
        ------
        JobError
            If the executor accepts no work, or the call cannot be pickled.
        BrokenExecutor
            If the executor is broken.
        """
        submit = self._executor.submit if _dask_client(self._executor) is None else self._to_dask
        if isinstance(self._executor, ProcessPoolExecutor):
            # The call is pickled here, because the pool's thread would notice a failure too late and might wait for
            # its lock forever. `stop` is pickled later, so its seconds left are correct.
            function, arguments = _as_child, (_packed(function, arguments),)
        self._has_taken = False
        try:
            future = submit(function, *arguments, stop)
        except BrokenExecutor:
            raise
        except Exception as error:
            raise JobError(f"the executor accepts no work: {error}") from error
        self._has_taken = True
        self._sent.add(future)
        future.add_done_callback(self._sent.discard)
        return future

    def _to_dask(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Submit a call to a Dask cluster.

        The future of Dask's own executor never completes if the result cannot be fetched. This happens if a worker is
        lost after finishing a call, and the worker that repeats the call is lost as well.
        """
        executor: Any = self._executor
        if executor._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        # Dask answers a pure call with the result of an earlier call with the same arguments. A lost piece would be
        # lost again, so no call is pure.
        theirs = executor._client.submit(function, *args, **{**executor._kwargs, "pure": False})
        future: Future[Any] = Future()

        def settle(theirs: Any) -> None:
            with suppress(InvalidStateError):  # The future may have been cancelled.
                try:
                    result = theirs.result()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)

        def cancel(future: Future[Any]) -> None:
            if future.cancelled():
                with suppress(Exception):  # The client may be closed.
                    theirs.cancel()

        # Dask drops a call whose future nothing refers to, so our future refers to Dask's future.
        future.add_done_callback(cancel)
        theirs.add_done_callback(settle)
        return future

    def replace(self) -> None:
        """Replace a broken executor.

        Raises
        ------
        JobError
            If there is no function that makes executors.
        """
        if self._make is None:
            raise JobError(
                "the executor is broken, because a worker was lost; to continue with a new executor, pass a function "
                "that makes executors, such as executor=ProcessPoolExecutor"
            )
        if (pool := _pool(self._executor)) is not None:
            _end(pool, 0.0)
        else:
            self._executor.shutdown(wait=False)
        self._executor = _made(self._make)
        self._sent.clear()
        self._lost.clear()

    def is_stuck(self) -> bool:
        """Return whether a process that was already lost at the last call has not been noticed by its pool.

        A pool of the standard library never notices if the process was killed while it sent a result. The pool then
        waits for the rest of the result, and the other processes wait for their turn to send.
        """
        before, self._lost = self._lost, _lost(self._executor)
        return bool(before & self._lost)

    def close(self, *, stops_by_itself: bool) -> None:
        """Shut down an executor that a function has made.

        Working processes are killed unless they stop on their own; otherwise the program would have to wait for their
        pieces. Processes are also killed if the pool has lost a process or has not taken the last call. A pool that
        failed in one of these ways may be only partly started, and its processes would wait for work forever.
        """
        if self._make is None:
            return
        is_busy = any(not future.done() for future in self._sent.copy())
        must_end = not self._has_taken or (is_busy and not stops_by_itself) or bool(_lost(self._executor))
        pool = _pool(self._executor)
        if pool is not None and (must_end or not is_busy):
            _end(pool, 0.0 if must_end else PATIENCE)
        else:
            self._executor.shutdown(wait=not is_busy)


def _pool(executor: Executor) -> Any:
    """Return the executor if it is a process pool of the standard library or of loky, otherwise None."""
    is_pool = isinstance(executor, ProcessPoolExecutor) or hasattr(executor, "_executor_manager_thread")
    return executor if is_pool else None


def _lost(executor: Executor) -> set[int]:
    """Return the numbers of ended processes that their pool has not noticed yet."""
    processes = dict(getattr(_pool(executor), "_processes", None) or {})
    return {pid for pid, process in processes.items() if wait([process.sentinel], 0)}


class _Unheard(Future[Any]):
    """The future of work whose result is no longer needed.

    A pool that shuts down sets its futures from two threads, and fails if a future is already set or cancelled.
    """

    def set_running_or_notify_cancel(self) -> bool:
        return False

    def set_result(self, result: Any) -> None:
        pass

    def set_exception(self, exception: BaseException | None) -> None:
        pass


def _end(pool: Any, patience: float) -> None:
    """Shut a pool down and kill the processes that have not ended after `patience` seconds; wait for all of them.

    A killed idle process may hold the lock that the other processes need to learn of the shutdown. SIGTERM is not
    enough, because a forked process inherits its parent's handler.
    """
    processes = dict(pool._processes or {})
    manager, results = pool._executor_manager_thread, pool._result_queue
    for item in list(pool._pending_work_items.values()):
        item.future = _Unheard()
    # A broken pool may be locked until its processes have ended.
    if not getattr(pool, "_broken", False):
        pool.shutdown(wait=False)
    left, deadline = [process.sentinel for process in processes.values()], perf_counter() + patience
    while left and (seconds := deadline - perf_counter()) > 0:
        ended = wait(left, seconds)
        left = [each for each in left if each not in ended]
    for process in processes.values():
        try:
            process.kill()
        except AttributeError:  # Processes of loky inherit no handler.
            process.terminate()
    # The pool's thread may wait for the rest of a result until the last writer is closed.
    if results is not None:
        results._writer.close()
    if manager is not None and manager.is_alive():
        manager.join()
    for process in processes.values():
        process.join()
    pool.shutdown(wait=False)


def workers_of(executor: Executor) -> int:
    """Return the number of an executor's workers or, if unknown, of cores; a lost cluster may raise any error."""
    for name in ("_max_workers", "max_workers"):
        if isinstance(number := getattr(executor, name, None), int) and number > 0:
            return number
    client = _dask_client(executor)
    if client is not None:
        # The call below is `client.ncores` with a timeout.
        return max(1, int(sum(client.sync(client.scheduler.ncores, callback_timeout=ANSWER).values())))
    return cores()


def _packed(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:
        raise JobError(f"the work cannot be pickled for the workers: {error}") from error


def _as_child(packed: bytes, stop: Any) -> Any:
    """Call a function in a process that ends with its parent."""
    _end_with_parent(os.getpid())
    function, arguments = pickle.loads(packed)
    return function(*arguments, stop)


def _begin(initializer: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    """Start a process that ends with its parent, even if it never receives work."""
    _end_with_parent(os.getpid())
    if initializer is not None:
        initializer(*arguments)


@functools.cache
def _end_with_parent(pid: int) -> None:
    """End this process soon after its parent, even if the parent was killed with SIGKILL.

    Otherwise, the processes of a ProcessPoolExecutor would wait for work forever. The number of this process is an
    argument because forked processes inherit the cache.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    began_under = os.getppid()
    pipe = [] if parent.sentinel is None else [parent.sentinel]  # Processes of loky have no sentinel.

    def watch() -> None:
        # Processes forked later inherit the parent's end of the pipe, so the pipe may stay open after the parent has
        # ended. A process of a fork server is not a child of its parent.
        while os.getppid() == began_under and _exists(parent.pid) and not wait(pipe, WATCH):
            pass
        os._exit(1)

    try:
        threading.Thread(target=watch, daemon=True).start()
    except RuntimeError:  # The system starts no more threads, and the job recovers from a lost process.
        os._exit(1)


def _exists(pid: int | None) -> bool:
    """Return whether a process with this number exists; return True if this cannot be determined safely."""
    if os.name == "posix" and pid is not None:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
    return True


def _made(make: Callable[[], Executor]) -> Executor:
    """Return the executor that a function makes; the processes of a pool end with this process."""
    executor = make() if callable(make) else make  # The message below names any other object.
    if not isinstance(executor, Executor):
        raise TypeError(
            f"executor must be an Executor or a function that returns an Executor, got {executor!r}"
        )
    if (pool := _pool(executor)) is not None:
        pool._initializer, pool._initargs = _begin, (pool._initializer, pool._initargs)
    return executor


def _dask_client(executor: Executor) -> Any:
    """Return the client of a Dask executor, or None."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "sync") and hasattr(client, "submit") else None
