"""The workers of a job: an executor, and another one in its place when it breaks."""

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
"""Seconds between two looks of a process at its parent."""
ANSWER = 0.5
"""Seconds in which a cluster must tell how many workers it has."""
PATIENCE = 5.0
"""Seconds in which the idle processes of a pool must end by themselves."""


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
        self._has_taken = True
        self._number = cores()
        self._lost: set[int] = set()

    @property
    def number(self) -> int:
        """The number of workers, which changes as they come and go on a cluster; the last one that it told."""
        with suppress(Exception):  # A cluster that does not answer soon may still be at work.
            self._number = workers_of(self._executor)
        return self._number

    def submit(self, function: Callable[..., Any], arguments: tuple[Any, ...], stop: Any) -> Future[Any]:
        """Let a worker call a function with arguments and, last, with what tells it to stop.

        Raises
        ------
        JobError
            If the executor takes no work, or what its processes need cannot be sent to them.
        BrokenExecutor
            If it is broken.
        """
        submit = self._executor.submit if _dask_client(self._executor) is None else self._to_dask
        if isinstance(self._executor, ProcessPoolExecutor):
            # A thread of the pool would find out too late what cannot be sent, and may wait for ever for its lock. How
            # much time is left is looked at when the call is sent.
            function, arguments = _as_child, (_packed(function, arguments),)
        self._has_taken = False
        try:
            future = submit(function, *arguments, stop)
        except BrokenExecutor:
            raise
        except Exception as error:
            raise JobError(f"the executor takes no work: {error}") from error
        self._has_taken = True
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

        def cancel(future: Future[Any]) -> None:
            if future.cancelled():
                with suppress(Exception):  # The client may be closed.
                    theirs.cancel()

        # Dask forgets calls whose futures nobody holds, so this one holds theirs.
        future.add_done_callback(cancel)
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
        if (pool := _pool(self._executor)) is not None:
            _end(pool, 0.0)
        else:
            self._executor.shutdown(wait=False)
        self._executor = _made(self._make)
        self._sent.clear()
        self._lost.clear()

    def is_stuck(self) -> bool:
        """Return whether a process was lost before the last call, and its pool has not noticed that yet.

        A pool of the standard library never does if the process was killed while it sent a result: it waits for the
        rest, and the other processes wait for their turn to send.
        """
        before, self._lost = self._lost, _lost(self._executor)
        return bool(before & self._lost)

    def close(self, *, stops_by_itself: bool) -> None:
        """Shut the executor down if a function has made it.

        Processes that still work are killed, unless they stop by themselves: otherwise the program could not end before
        they have finished their pieces. A pool that has lost a process, or has not taken the last call, may not have
        started all of itself, and its processes would wait for work for ever: they are killed, too.
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
    """Return an executor that is a pool of the standard library, or one of loky, which is made like it; or None."""
    is_pool = isinstance(executor, ProcessPoolExecutor) or hasattr(executor, "_executor_manager_thread")
    return executor if is_pool else None


def _lost(executor: Executor) -> set[int]:
    """Return the numbers of processes that have ended, of a pool that has not noticed that yet."""
    processes = dict(getattr(_pool(executor), "_processes", None) or {})
    return {pid for pid, process in processes.items() if wait([process.sentinel], 0)}


class _Unheard(Future[Any]):
    """The future of work that nobody waits for any more.

    A pool that ends sets the futures of its work from two threads, and fails where one is set or cancelled already.
    """

    def set_running_or_notify_cancel(self) -> bool:
        return False

    def set_result(self, result: Any) -> None:
        pass

    def set_exception(self, exception: BaseException | None) -> None:
        pass


def _end(pool: Any, patience: float) -> None:
    """Shut a pool down and kill the processes that have not ended after some seconds; when this returns, all have.

    An idle process that was killed may have the lock by which the others would learn that the pool is shut down.
    SIGTERM would not do, because a forked process inherits what its parent does on that.
    """
    processes = dict(pool._processes or {})
    manager, results = pool._executor_manager_thread, pool._result_queue
    for item in list(pool._pending_work_items.values()):
        item.future = _Unheard()
    # A pool that is broken may be locked until its processes have ended.
    if not getattr(pool, "_broken", False):
        pool.shutdown(wait=False)
    left, deadline = [process.sentinel for process in processes.values()], perf_counter() + patience
    while left and (seconds := deadline - perf_counter()) > 0:
        ended = wait(left, seconds)
        left = [each for each in left if each not in ended]
    for process in processes.values():
        try:
            process.kill()
        except AttributeError:  # Those of loky inherit nothing.
            process.terminate()
    # The thread of the pool may wait for the rest of a result, until nobody can write any more.
    if results is not None:
        results._writer.close()
    if manager is not None and manager.is_alive():
        manager.join()
    for process in processes.values():
        process.join()
    pool.shutdown(wait=False)


def workers_of(executor: Executor) -> int:
    """Return how many workers an executor has, as far as it tells; raise whatever a cluster does that is lost."""
    for name in ("_max_workers", "max_workers"):
        if isinstance(number := getattr(executor, name, None), int) and number > 0:
            return number
    client = _dask_client(executor)
    if client is not None:
        # What `client.ncores` does, which waits for an answer for ever.
        return max(1, int(sum(client.sync(client.scheduler.ncores, callback_timeout=ANSWER).values())))
    return cores()


def _packed(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:
        raise JobError(f"what the workers need cannot be sent to them: {error}") from error


def _as_child(packed: bytes, stop: Any) -> Any:
    """Call a function in a process that ends with its parent."""
    _end_with_parent(os.getpid())
    function, arguments = pickle.loads(packed)
    return function(*arguments, stop)


def _begin(initializer: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    """Begin a process that ends with its parent, whether it ever has work or not."""
    _end_with_parent(os.getpid())
    if initializer is not None:
        initializer(*arguments)


@functools.cache
def _end_with_parent(pid: int) -> None:
    """End this process soon after its parent has ended, even if that was killed with -9.

    Otherwise processes of the standard library wait for work for ever. The number of this process is an argument
    because a process that is forked from it inherits the cache.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    began_under = os.getppid()
    pipe = [] if parent.sentinel is None else [parent.sentinel]  # Processes of loky have none.

    def watch() -> None:
        # The parent's end of the pipe is inherited by every process that is forked later, so the pipe may stay open
        # after the parent has ended. A process of a fork server is not a child of its parent.
        while os.getppid() == began_under and _exists(parent.pid) and not wait(pipe, WATCH):
            pass
        os._exit(1)

    try:
        threading.Thread(target=watch, daemon=True).start()
    except RuntimeError:  # The system starts no more threads, and the job gets over a process that is lost.
        os._exit(1)


def _exists(pid: int | None) -> bool:
    """Return whether there is a process with this number, as far as that can be known without doing it any harm."""
    if os.name == "posix" and pid is not None:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
    return True


def _made(make: Callable[[], Executor]) -> Executor:
    """Return the executor that a function makes; the processes of a pool end with this one."""
    executor = make() if callable(make) else make  # Whatever else it is, the message names it.
    if not isinstance(executor, Executor):
        raise TypeError(f"expected an Executor, or a function that returns one, got {executor!r}")
    if (pool := _pool(executor)) is not None:
        pool._initializer, pool._initargs = _begin, (pool._initializer, pool._initargs)
    return executor


def _dask_client(executor: Executor) -> Any:
    """Return the client of an executor of Dask, or None."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "sync") and hasattr(client, "submit") else None
