"""Jobs on executors that do what they should, and on others."""

import math
import os
import pickle
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from fastfuto import Interrupted, JobError, MemoryLimit, Stats
from fastfuto.jobs import Answer, Job, Journal, run, run_job, workers_of
from fastfuto.jobs.dispatch import Dispatcher
from fastfuto.jobs.run import Stop
from fastfuto.limits import Watch


def square(common, payload, is_over):
    """Count the cells of a square, some rows now and the others later."""
    rows, columns = payload
    return Answer(common * min(rows, 3) * columns, [[rows - 3, columns]] if rows > 3 else [])


def fail(common, payload, is_over):
    raise ZeroDivisionError(f"payload {payload}")


def die(common, payload, is_over):
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(common, payload, is_over):
    folder, number = common, payload
    path = os.path.join(folder, str(number))
    if not os.path.exists(path):
        open(path, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return Answer(number)


def run_out(common, payload, is_over):
    raise MemoryError


def keep_whole(payload):
    return [payload]


def make(work=square, common=1, first=((10, 7), (2, 2), (5, 1)), halves=keep_whole):
    return Job("test", "key", common, work, [*first], halves)


def total(results):
    return sum(results.values())


@pytest.mark.forks
@pytest.mark.parametrize("executor", [partial(ThreadPoolExecutor, 3), partial(ProcessPoolExecutor, 2)])
def test_everything_is_done(executor):
    results, is_completed = run_job(make(), executor, Watch())
    assert is_completed
    assert total(results) == 79
    assert sorted(results) == [(0,), (0, 0), (0, 0, 0), (0, 0, 0, 0), (1,), (2,), (2, 0)]


def test_an_executor_is_left_as_it_is():
    with ThreadPoolExecutor(2) as pool:
        assert run_job(make(), pool, Watch())[1]
        assert pool.submit(int, "3").result() == 3
    with pytest.raises(JobError, match=r"accepts no work.*shutdown"):
        run_job(make(), pool, Watch())


@pytest.mark.forks
def test_what_goes_wrong_in_the_work_comes_out():
    with pytest.raises(ZeroDivisionError, match="payload"):
        run_job(make(fail), partial(ProcessPoolExecutor, 1), Watch())


@pytest.mark.forks
def test_lost_workers_are_replaced(tmp_path):
    job = make(die_once, str(tmp_path), range(5))
    results, is_completed = run_job(job, partial(ProcessPoolExecutor, 2), Watch())
    assert is_completed
    assert total(results) == 10


@pytest.mark.forks
def test_a_broken_executor_without_another_one_is_an_error():
    with ProcessPoolExecutor(1) as pool, pytest.raises(JobError, match="executor=ProcessPoolExecutor"):
        run_job(make(die), pool, Watch())


@pytest.mark.forks
@pytest.mark.parametrize("work", [die, run_out])
def test_a_piece_that_kills_its_workers_is_reported(work):
    with pytest.raises(JobError, match=r"piece [0-9a-f]{32} has failed repeatedly, because its worker ended"):
        run_job(make(work, first=[1]), partial(ProcessPoolExecutor, 1), Watch())


def small(common, payload, is_over):
    if payload > 10:
        raise MemoryError
    return Answer(payload)


def split(payload):
    return [payload // 2, payload - payload // 2] if payload > 1 else [payload]


def test_workers_that_are_short_of_memory_get_smaller_pieces():
    job = make(small, first=[40], halves=split)
    results, is_completed = run_job(job, partial(ThreadPoolExecutor, 1), Watch())
    assert is_completed
    assert total(results) == 40
    assert max(results.values()) == 10


def test_the_pieces_in_place_of_a_lost_one_are_in_the_journal(tmp_path):
    job = make(small, first=[40], halves=split)
    with Journal(tmp_path / "journal", job) as journal:
        results, is_completed = run_job(job, partial(ThreadPoolExecutor, 1), Watch(), journal)
        assert is_completed
        assert journal.results() == results
        assert not journal.open_pieces()
    assert total(results) == 40


class Elsewhere(Executor):
    """Workers that lack fastfuto, or have another version."""

    def __init__(self, error=None, version=None):
        self._error, self._version = error, version

    def submit(self, function, version, *args):
        future = Future()
        if self._error is not None:
            future.set_exception(self._error)
        else:
            future.set_result(function(self._version, *args))
        return future


def test_workers_without_fastfuto_are_named():
    with pytest.raises(JobError, match=r"the workers cannot import fastfuto.*No module"):
        run_job(make(), Elsewhere(ModuleNotFoundError("No module named 'fastfuto'")), Watch())


def test_workers_with_another_version_are_named():
    with pytest.raises(JobError, match=r"the workers have fastfuto .*, not 9\.9"):
        run_job(make(), Elsewhere(version="9.9"), Watch())


class BrokenAtFirst(Executor):
    """Workers of whom the first ones break with everything that is on the way to them."""

    _max_workers = 3
    made = 0

    def __init__(self):
        type(self).made += 1
        self._is_broken = self.made == 1
        self._waiting = []

    def submit(self, function, *args):
        future = Future()
        if not self._is_broken:
            future.set_result(function(*args))
            return future
        self._waiting.append(future)
        if len(self._waiting) == 3:
            for each in self._waiting:
                each.set_exception(BrokenExecutor())
        return future


def test_executors_that_break_are_replaced_once():
    results, is_completed = run_job(make(first=[(1, 1)] * 30), BrokenAtFirst, Watch(60))
    assert is_completed
    assert total(results) == 30
    assert BrokenAtFirst.made == 2


def test_enough_is_enough():
    results, is_completed = run_job(
        make(first=[(1, 1)] * 500), partial(ThreadPoolExecutor, 1), Watch(), None, lambda result: True
    )
    assert is_completed
    assert len(results) < 500


def test_time_is_kept_and_nothing_is_lost(tmp_path):
    begun, go_on = threading.Event(), threading.Event()

    def wait(common, payload, is_over):
        begun.set()
        go_on.wait()
        return Answer(payload)

    job = make(wait, first=[1, 2, 3])
    with ThreadPoolExecutor(1) as pool:
        with Journal(tmp_path / "journal", job) as journal:
            assert run_job(job, pool, Watch(0.1), journal) == ({}, False)
        assert begun.is_set()
        go_on.set()
    with Journal(tmp_path / "journal", job) as journal:
        results, is_completed = run_job(job, partial(ThreadPoolExecutor, 1), Watch(), journal)
    assert is_completed
    assert total(results) == 6


def go_on(common, payload, is_over):
    """Work until somebody says stop, and tell when that began and ended."""
    Path(common, f"{payload} began").touch()
    while not is_over():
        time.sleep(0.001)
    Path(common, f"{payload} ended").touch()


@pytest.mark.forks
@pytest.mark.parametrize("executor", [partial(ThreadPoolExecutor, 2), partial(ProcessPoolExecutor, 2)])
def test_workers_stop_when_the_time_is_up(executor, tmp_path):
    assert run_job(make(go_on, str(tmp_path), range(2)), executor, Watch(1)) == ({}, False)
    while len(list(tmp_path.glob("* ended"))) < 2:
        time.sleep(0.01)


def test_threads_stop_after_an_interrupt(tmp_path):
    def report(progress):
        if len(list(tmp_path.glob("* began"))) == 2:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool, pytest.raises(Interrupted):
        run_job(make(go_on, str(tmp_path), range(2)), pool, Watch(None, report))
    assert len(list(tmp_path.glob("* ended"))) == 2


def test_what_tells_workers_to_stop_takes_the_time_that_is_left_along():
    stop = Stop(100)
    assert not stop()
    assert not pickle.loads(pickle.dumps(stop))()
    stop.now()
    assert stop()
    assert pickle.loads(pickle.dumps(stop))()
    assert not pickle.loads(pickle.dumps(Stop(math.inf)))()


class Twice(ThreadPoolExecutor):
    """Workers whose clock is fast: at first they take the time for up."""

    tries = 0

    def submit(self, function, *args):
        self.tries += 1
        return super().submit(function, *args[:-1], Stop(0 if self.tries < 4 else 100))


def test_pieces_that_come_back_undone_go_out_again():
    results, is_completed = run_job(make(), partial(Twice, 1), Watch())
    assert is_completed
    assert total(results) == 79


@pytest.mark.forks
def test_a_memory_limit_is_no_lost_worker():
    with pytest.raises(MemoryLimit, match="full"):
        run_job(make(fill), partial(ProcessPoolExecutor, 1), Watch())


def fill(common, payload, is_over):
    raise MemoryLimit("full", found=3, stats=Stats(0, 0, 0.0, ""))


def test_the_number_of_workers_may_grow(monkeypatch):
    monkeypatch.setattr(run, "LOOK", 0)

    class Growing(ThreadPoolExecutor):
        most = pending = 0

        def submit(self, function, *args):
            self.pending += 1
            type(self).most = max(self.most, self.pending)
            future = super().submit(function, *args)
            future.add_done_callback(lambda _: setattr(self, "pending", self.pending - 1))
            return future

    with Growing(1) as pool:

        def report(progress):
            pool._max_workers = 4

        assert run_job(make(nap, None, range(40)), pool, Watch(None, report))[1]
    assert Growing.most > 2


def nap(common, payload, is_over):
    time.sleep(0.002)
    return Answer(payload)


def test_an_interrupt_keeps_what_is_done(tmp_path):
    def report(progress):
        if progress.done >= 2:
            raise KeyboardInterrupt

    job = make(first=[(1, 1)] * 50)
    with Journal(tmp_path / "journal", job) as journal:
        with pytest.raises(Interrupted) as caught:
            run_job(job, partial(ThreadPoolExecutor, 1), Watch(None, report), journal)
        assert caught.value.results == journal.results()
        assert 2 <= len(caught.value.results) < 50
        n_done = int(str(caught.value).removesuffix(" of 50 pieces are done"))
        assert 2 <= n_done <= len(caught.value.results)
        results, is_completed = run_job(job, partial(ThreadPoolExecutor, 1), Watch(), journal)
    assert is_completed
    assert total(results) == 50


def fail_at_two(common, payload, is_over):
    if payload == 2:
        raise ZeroDivisionError
    return Answer(payload)


def test_pieces_of_a_batch_behind_one_that_fails_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(Dispatcher, "_batch_size", lambda self: 3)
    job = make(fail_at_two, first=[4, 2, 5])
    with Journal(tmp_path / "journal", job) as journal:
        with pytest.raises(ZeroDivisionError):
            run_job(job, partial(ThreadPoolExecutor, 1), Watch(), journal)
        assert journal.results() == {(0,): 4, (2,): 5}


@pytest.mark.parametrize("executor", [5, "x", lambda: None])
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(
        TypeError, match="executor must be an Executor or a function that returns an Executor"
    ):
        run_job(make(), executor, Watch())


def test_numbers_of_workers():
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        assert workers_of(threads) == 3
        assert workers_of(processes) == 2
    assert workers_of(Elsewhere()) >= 1
