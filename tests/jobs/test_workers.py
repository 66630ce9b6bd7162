"""Executors of all kinds as workers."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import pytest

from fastfuto import Interrupted, JobError
from fastfuto.jobs import Answer, Job, Workers, run_job, workers_of
from fastfuto.limits import Watch


def plus_one(common, payload, is_over):
    return Answer(payload + 1)


def sleep_long(common, payload, is_over):
    """Work without looking at anything, as long as nobody ends the process."""
    time.sleep(60)


def make(work=plus_one, first=(1, 2, 3), **options):
    return Job("test", "key", options.get("common"), work, [*first], lambda payload: [payload])


class Theirs:
    """A future of a cluster, as Dask has them."""

    def __init__(self, outcome):
        self._outcome = outcome
        self.is_cancelled = False

    def add_done_callback(self, callback):
        threading.Thread(target=callback, args=(self,)).start()

    def result(self):
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome

    def cancel(self):
        self.is_cancelled = True


class Client:
    def __init__(self, outcomes=()):
        self.outcomes, self.calls = list(outcomes), []

    def ncores(self):
        return {"one": 2, "other": 3}

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


def test_a_cluster_that_is_shut_down_is_refused():
    executor = OnCluster(Client())
    executor.shutdown()
    with pytest.raises(JobError, match="takes no work: cannot schedule new futures after shutdown"):
        run_job(make(), executor, Watch(20))


def test_whatever_an_executor_says_against_work_is_in_the_message():
    class Closed(Executor):
        def submit(self, *args):
            raise OSError("no connection")

    with pytest.raises(JobError, match="the executor takes no work: no connection"):
        run_job(make(), Closed(), Watch(20))


@pytest.mark.forks
@pytest.mark.parametrize("common", [lambda: 3, threading.Lock()], ids=["lambda", "lock"])
def test_what_cannot_be_pickled_is_named(common):
    with pytest.raises(JobError, match=r"cannot be sent to them: .*pickle"):
        run_job(make(common=common), partial(ProcessPoolExecutor, 1), Watch(20))
    # Threads need no pickles.
    assert run_job(make(common=common), partial(ThreadPoolExecutor, 1), Watch(20))[1]


def test_executors_that_always_break_end_the_job():
    class Breaks(Executor):
        def submit(self, *args):
            raise BrokenExecutor("at once")

    with pytest.raises(JobError, match="has lost its worker again and again"):
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


@pytest.mark.forks
def test_processes_that_are_not_needed_any_more_are_ended():
    """A program would wait for them at its end."""
    made = []

    def pool():
        made.append(ProcessPoolExecutor(1))
        return made[-1]

    def report(progress):
        if made[0]._processes:
            processes.extend(made[0]._processes.values())
            raise ZeroDivisionError

    processes = []
    with pytest.raises(ZeroDivisionError):
        run_job(make(sleep_long), pool, Watch(None, report))
    for process in processes:
        process.join()
        assert process.exitcode == -signal.SIGTERM


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


@pytest.mark.forks
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_workers_do_not_outlive_the_program(tmp_path):
    script = textwrap.dedent(
        """
        import sys, time
        from concurrent.futures import ProcessPoolExecutor
        from functools import partial
        import fastfuto

        def report(progress):
            if progress.done >= 3:
                print(*pool._processes, flush=True)
                time.sleep(60)

        def make():
            global pool
            pool = ProcessPoolExecutor(2)
            return pool

        fastfuto.count(fastfuto.LatinSquare(8), executor=make, progress=report)
        """
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as job:
        workers = job.stdout.readline().split()
        job.kill()
    assert len(workers) == 2
    while any(os.path.exists(f"/proc/{pid}") for pid in workers):
        time.sleep(0.05)
