"""Executors of all kinds as workers."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from fastfuto import Interrupted, JobError
from fastfuto.jobs import Answer, Job, Workers, run, run_job, workers_of
from fastfuto.limits import Watch

from ..calls import raising
from ..cases import some
from . import kills

posix = pytest.mark.skipif(os.name != "posix", reason="signals and forks of POSIX")


def plus_one(common, payload, is_over):
    return Answer(payload + 1)


def sleep_long(common, payload, is_over):
    """Work without looking at anything, as long as nobody ends the process."""
    if os.path.isdir(common):
        Path(common, str(payload)).touch()
    time.sleep(60)


def make(work=plus_one, first=(1, 2, 3), **options):
    return Job("test", "key", options.get("common"), work, [*first], lambda payload: [payload])


class Theirs:
    """A future of a cluster that is closed, as Dask has them."""

    def __init__(self, outcome):
        self._outcome = outcome

    def add_done_callback(self, callback):
        threading.Thread(target=callback, args=(self,)).start()

    def result(self):
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome

    def cancel(self):
        raise RuntimeError("the client is closed")


class Client:
    def __init__(self, outcomes=()):
        self.outcomes, self.calls = list(outcomes), []
        self.scheduler = SimpleNamespace(ncores=lambda: {"one": 2, "other": 3})

    def sync(self, function, callback_timeout):
        return function()

    def submit(self, function, *args, **options):
        self.calls.append(options)
        outcome = self.outcomes.pop(0) if self.outcomes else function(*args)
        return Theirs(outcome)


class OnCluster(Executor):
    """What `distributed.Client.get_executor` returns, as far as it matters."""

    def __init__(self, client):
        self._client, self._kwargs, self._shutdown = client, {"resources": {"GPU": 1}}, False

    def submit(self, *args, **options):
        raise AssertionError("the futures of this executor may never be done")

    def shutdown(self, wait=True):
        self._shutdown = True


def test_a_result_of_dask_that_cannot_be_fetched_is_a_lost_worker():
    client = Client([RuntimeError("the result is gone")])
    results, is_completed = run_job(make(), OnCluster(client), Watch(20))
    assert is_completed
    assert results == {(0,): 2, (1,): 3, (2,): 4}
    assert len(client.calls) == 4
    assert client.calls[0] == {"resources": {"GPU": 1}, "pure": False}


def test_workers_of_a_cluster():
    assert workers_of(OnCluster(Client())) == 5


def test_a_cluster_that_does_not_answer_keeps_its_workers():
    client = Client()
    workers = Workers(OnCluster(client))
    assert workers.number == 5

    def ncores():
        raise TimeoutError("timed out after 0.5 s.")

    client.scheduler.ncores = ncores
    assert workers.number == 5
    assert Workers(OnCluster(client)).number >= 1


def test_a_cluster_that_is_lost_is_an_error_and_no_more(caplog):
    client = Client([CancelledError()] * 9)
    with pytest.raises(JobError, match="another program cancelled them, or the cluster was lost"):
        run_job(make(first=range(9)), OnCluster(client), Watch(20))
    assert not caplog.records


def test_a_cluster_that_is_shut_down_is_refused():
    executor = OnCluster(Client())
    executor.shutdown()
    with pytest.raises(JobError, match="accepts no work: cannot schedule new futures after shutdown"):
        run_job(make(), executor, Watch(20))


def test_whatever_an_executor_says_against_work_is_in_the_message():
    class Closed(Executor):
        def submit(self, *args):
            raise OSError("no connection")

    with pytest.raises(JobError, match="the executor accepts no work: no connection"):
        run_job(make(), Closed(), Watch(20))


@pytest.mark.forks
@pytest.mark.parametrize("common", [lambda: 3, threading.Lock()], ids=["lambda", "lock"])
def test_what_cannot_be_pickled_is_named(common):
    with pytest.raises(JobError, match=r"cannot be pickled for the workers: .*pickle"):
        run_job(make(common=common), partial(ProcessPoolExecutor, 1), Watch(20))
    # Threads need no pickles.
    assert run_job(make(common=common), partial(ThreadPoolExecutor, 1), Watch(20))[1]


def test_executors_that_always_break_end_the_job():
    class Breaks(Executor):
        def submit(self, *args):
            raise BrokenExecutor("at once")

    with pytest.raises(JobError, match="has failed repeatedly, because its worker ended"):
        run_job(make(), Breaks, Watch(20))


def test_workers_go_on_with_another_job():
    made = []

    def pool():
        made.append(ThreadPoolExecutor(2))
        return made[-1]

    workers = Workers(pool)
    for _ in range(3):
        assert run_job(make(), workers, Watch(20))[0] == {(0,): 2, (1,): 3, (2,): 4}
    workers.close(stops_by_itself=False)
    assert len(made) == 1
    with pytest.raises(RuntimeError, match="shutdown"):
        made[0].submit(int)


def no_child_is_left():
    return not multiprocessing.active_children()


@posix
@pytest.mark.forks
def test_processes_that_are_not_needed_any_more_are_ended(tmp_path):
    """They have ended when the call returns, although they ignore SIGTERM, as their parent does."""
    made, processes = [], []

    def pool():
        made.append(ProcessPoolExecutor(2))
        return made[-1]

    def report(progress):
        if len(list(tmp_path.iterdir())) == 2:
            processes.extend(made[0]._processes.values())
            raise ZeroDivisionError

    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(ZeroDivisionError):
            run_job(make(sleep_long, common=str(tmp_path)), pool, Watch(None, report))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [process.exitcode for process in processes] == [-signal.SIGKILL] * 2


@pytest.mark.forks
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pieces_that_wait_do_not_disturb_the_end_of_a_pool(method):
    """Otherwise its thread would fail on them, and its traceback would be printed."""
    pool = partial(ProcessPoolExecutor, 5, multiprocessing.get_context(method))

    with pytest.raises(ZeroDivisionError):
        run_job(make(sleep_long, range(30), common=os.devnull), pool, Watch(None, raising(ZeroDivisionError)))
    assert no_child_is_left()


def die_while_sending(common, payload, is_over):
    """Be killed when half of the result is sent, but only once."""
    path = Path(common, "died")
    if payload == 0 and not path.exists():
        path.touch()

        def send(connection, data):
            os.write(connection.fileno(), data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        multiprocessing.connection.Connection._send = send
    return Answer("x" * 100_000)


@posix
@pytest.mark.forks
def test_a_process_that_is_killed_while_it_sends_a_result_is_replaced(tmp_path, monkeypatch):
    """Its pool waits for the rest of the result, and does not notice."""
    monkeypatch.setattr(run, "LOOK", 0.1)
    job = make(die_while_sending, range(5), common=str(tmp_path))
    results, is_completed = run_job(job, partial(ProcessPoolExecutor, 2), Watch(60))
    assert is_completed
    assert [*results.values()] == ["x" * 100_000] * 5
    assert no_child_is_left()


@posix
@pytest.mark.forks
def test_a_job_that_is_late_does_not_wait_for_half_a_result(tmp_path):
    """The program could not end otherwise, because the thread of the pool would wait for ever."""

    def report(progress):
        while not watch.is_late:
            time.sleep(0.01)

    before, watch = threading.enumerate(), Watch(2, report)
    job = make(die_while_sending, [0], common=str(tmp_path))
    assert run_job(job, partial(ProcessPoolExecutor, 1), watch) == ({}, False)
    assert no_child_is_left()
    assert threading.enumerate() == before


@posix
@pytest.mark.forks
def test_idle_processes_that_do_not_end_are_killed(monkeypatch):
    """They wait for ever if one of them was killed that had the lock of what they read from."""
    monkeypatch.setattr("fastfuto.jobs.workers.PATIENCE", 0.2)
    made = []

    def pool():
        made.append(ProcessPoolExecutor(3))
        return made[-1]

    def report(progress):
        if progress.done == progress.total:
            for pid in made[0]._processes:
                os.kill(pid, signal.SIGSTOP)

    assert run_job(make(), pool, Watch(None, report))[1]
    assert no_child_is_left()


@posix
@pytest.mark.forks
@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (
            BlockingIOError(11, "Resource temporarily unavailable"),
            "accepts no work: .*temporarily unavailable",
        ),
        (KeyboardInterrupt(), "0 of 3 pieces are done"),
    ],
)
def test_a_pool_that_cannot_start_all_its_processes_leaves_none(error, raised, monkeypatch):
    """The program would wait at its end for processes that wait for work."""
    forked, fork = [], os.fork

    def fork_one():
        if forked:
            raise error
        forked.append(fork())
        return forked[0]

    monkeypatch.setattr(os, "fork", fork_one)
    pool = partial(ProcessPoolExecutor, 2, multiprocessing.get_context("fork"))
    with pytest.raises((JobError, Interrupted), match=raised):
        run_job(make(), pool, Watch(20))
    assert no_child_is_left()


@pytest.mark.forks
def test_a_pool_that_cannot_start_its_thread_leaves_no_process(start_threads):
    start_threads(0)
    with pytest.raises(JobError, match="accepts no work: can't start new thread"):
        run_job(make(), partial(ProcessPoolExecutor, 2), Watch(20))
    assert no_child_is_left()


def test_finished_pieces_count_whatever_ends_the_job():
    """A piece that is done when Ctrl-C comes is done."""
    futures = []

    class Slow(Executor):
        def submit(self, function, *args):
            futures.append((Future(), function, args))
            return futures[-1][0]

    def report(progress):
        future, function, args = futures[0]
        future.set_result(function(*args))
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        run_job(make(), Slow(), Watch(None, report))
    assert caught.value.results == {(0,): 2}


linux = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


ONE_PIECE = """
import multiprocessing, sys, time
from concurrent.futures import ProcessPoolExecutor
import fastfuto

def report(progress):
    # Other processes than forked ones are started when there is work for them.
    if len(pool._processes) == 3 or (method != "fork" and progress.done > 9):
        print(len(pool._processes), flush=True)
        time.sleep(600)

def make():
    global pool
    pool = ProcessPoolExecutor(3, multiprocessing.get_context(method))
    return pool

if __name__ == "__main__":
    method = sys.argv[1]
    fastfuto.count(fastfuto.LatinSquare(8), executor=make, progress=report)
"""


@pytest.mark.thorough
@linux
@pytest.mark.forks
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.parametrize("by", ["SIGKILL", "SIGTERM"])
def test_workers_do_not_outlive_the_program(method, by, tmp_path):
    """Nor do those that have not had any work, and hold the pipes by which others would notice."""
    mark = f"{os.getpid()} {method} {by}"
    with kills.start(kills.Job(["-c", ONE_PIECE, method]), tmp_path, mark) as job:
        assert int(job.stdout.readline()) > 1
        job.send_signal(getattr(signal, by))
    assert kills.have_ended(mark)


WITH_OWN_EXECUTOR = """
import time
from concurrent.futures import ProcessPoolExecutor
import fastfuto

def report(progress):
    if progress.done > 9:
        print(flush=True)
        time.sleep(600)

with ProcessPoolExecutor(1) as pool:
    fastfuto.count(fastfuto.LatinSquare(8), executor=pool, progress=report)
"""


@pytest.mark.thorough
@linux
@pytest.mark.forks
def test_processes_of_the_callers_executor_end_once_they_have_had_work(tmp_path):
    mark = f"{os.getpid()} own"
    with kills.start(kills.Job(["-c", WITH_OWN_EXECUTOR]), tmp_path, mark) as job:
        job.stdout.readline()
        job.kill()
    assert kills.have_ended(mark)


@pytest.mark.thorough
@linux
@pytest.mark.forks
@pytest.mark.parametrize(
    ("name", "by"), some(zip(("one hard puzzle", "count", "spawn, class"), kills.SIGNALS, strict=True), 3)
)
def test_kills_at_random_moments(name, by, tmp_path):
    """``python -m tests.jobs.kills`` does so with all jobs, 300 times."""
    outcome = kills.Kills(tmp_path).kill(name, by)
    assert outcome.seconds < 2 * kills.PATIENCE
    assert outcome.is_right
