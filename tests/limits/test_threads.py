"""Many threads at once, signals, and no leaks."""

import _thread
import os
import random
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Model, Skeleton
from fastfuto.engines import EXHAUSTED, PAUSED, Request, _search, open_engine, problem_of
from fastfuto.engines.loading import units_of
from fastfuto.limits import Crew, in_order, race, share

from ..calls import together
from ..cases import thorough
from ..strategies import random_puzzle

EMPTY6 = Futoshiki(np.zeros((6, 6), int))


def every_verb(puzzle):
    return (
        fastfuto.solve(puzzle, order="lexicographic").grid is not None,
        fastfuto.solve(puzzle, seed=3).status,
        fastfuto.is_unique(puzzle),
        fastfuto.count(puzzle, limit=2000),
        fastfuto.all_solutions(puzzle, limit=500).tobytes(),
        [grid.tobytes() for grid in fastfuto.solutions(puzzle, limit=50)],
        puzzle.violations(),
    )


def test_verbs_in_many_threads_give_what_they_give_in_one():
    rng = random.Random("threads")
    puzzles = [random_puzzle(rng, rng.randint(4, 7), 0.2, 0.3) for _ in range(120)]
    expected = [every_verb(puzzle) for puzzle in puzzles]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(every_verb, puzzles * 2)) == expected * 2


def test_one_puzzle_in_many_threads():
    puzzle = random_puzzle(random.Random("one"), 6, 0.1, 0.3)
    expected = every_verb(puzzle)
    with ThreadPoolExecutor(8) as pool:
        assert all(result == expected for result in pool.map(every_verb, [puzzle] * 60))


def test_others_run_while_the_engine_does():
    """A single run, not cut into slices, lets another thread count on: with the GIL kept it could not."""
    model = EMPTY6.model()
    skeleton = model.skeleton
    search = _search.Search(units_of(skeleton))
    search.reset(problem_of(model))
    begun, done = threading.Event(), threading.Event()

    def work():
        begun.set()
        search.run(1 << 60, 5_000_000)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    ticks = 0
    while not done.is_set():
        ticks += 1
    thread.join()
    assert search.total == 5_000_000
    assert ticks > 100


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_jobs(threads):
    begun, given = [], []

    def jobs():
        for k in range(40):
            # Only some jobs are begun before the first results are taken.
            assert k - len(given) <= 3 * threads + 1
            begun.append(k)
            yield partial(job, k)

    def job(k, is_stopped):
        assert not is_stopped()
        time.sleep(0.001 * (k % 3))
        return k

    for result in in_order(jobs(), threads, lambda: False):
        given.append(result)
    assert given == begun == [*range(40)]
    assert list(in_order([], threads, lambda: False)) == []
    assert list(in_order([partial(job, 1)], threads, lambda: False)) == [1]


@pytest.mark.parametrize("threads", [1, 3])
def test_jobs_that_are_told_to_stop_have_results_too(threads):
    def job(k, is_stopped):
        while not is_stopped():
            time.sleep(0.001)
        return k

    calls = []

    def is_over():
        assert threading.current_thread() is threading.main_thread()
        calls.append(1)
        return len(calls) > 3

    assert list(in_order([partial(job, k) for k in range(20)], threads, is_over)) == [*range(20)]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_time_is_looked_at_where_no_job_is_waited_for(threads):
    stopped = []

    def jobs():
        for _ in range(20):
            time.sleep(0.002)
            yield job

    def job(is_stopped):
        stopped.append(is_stopped())
        return is_stopped()

    assert list(in_order(jobs(), threads, lambda: True))[-1]
    assert any(stopped)


@pytest.mark.parametrize("how", ["an error", "nobody asks"])
def test_what_ends_early_ends_the_jobs_that_were_begun(how):
    begun, ended = threading.Event(), threading.Event()

    def job(k, is_stopped):
        if k == 0:
            begun.wait()
            if how == "an error":
                raise ZeroDivisionError
            return k
        begun.set()
        while not is_stopped():
            time.sleep(0.001)
        ended.set()
        return k

    results = in_order([partial(job, k) for k in range(5)], 2, lambda: False)
    if how == "an error":
        with pytest.raises(ZeroDivisionError):
            next(results)
    else:
        assert next(results) == 0
        results.close()
    assert ended.is_set()


def empty(n):
    return Futoshiki(np.zeros((n, n), int))


def pandiagonal(n):
    """A Latin square of even order whose broken diagonals differ, too, does not exist, and nobody finds out."""
    at = np.arange(n * n).reshape(n, n)
    down = [[at[r, (r + k) % n] for r in range(n)] for k in range(n)]
    up = [[at[r, (k - r) % n] for r in range(n)] for k in range(n)]
    return Model(Skeleton(n * n, n, [*at, *at.T, *down, *up]))


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to threads")
@pytest.mark.parametrize(
    "work",
    [
        lambda: fastfuto.count(empty(7), engine="search"),
        thorough(lambda: fastfuto.count(empty(12))),
        lambda: fastfuto.count(empty(10), engine="states"),
        lambda: fastfuto.sample(empty(9)),
        lambda: fastfuto.estimate_count(empty(11), samples=10**9),
        thorough(lambda: fastfuto.all_solutions(empty(7))),
        lambda: sum(1 for _ in fastfuto.solutions(empty(7))),
        lambda: fastfuto.count(empty(120)),
        thorough(lambda: fastfuto.count(empty(255))),
        lambda: fastfuto.solve(pandiagonal(90), engine="learner"),
        lambda: fastfuto.solve(pandiagonal(20)),
        lambda: fastfuto.is_unique(pandiagonal(20), threads=3),
    ],
)
def test_interrupts_are_answered(work):
    """Each of these calls would take hours; how soon it answers is measured by bench.promises."""
    timer = threading.Timer(0.05, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    assert fastfuto.count(empty(4)) == 576


@pytest.mark.parametrize("name", ["search", "learner"])
def test_threads_that_share_an_engine_are_kept_apart(name):
    """A thread that comes while another one is at work is refused, so that together they find each solution once."""
    engine = open_engine(name, Request(LatinSquare(4).model()))
    start, total, refused = threading.Barrier(4), [], []

    def work(_):
        start.wait()
        outcome = PAUSED
        while outcome != EXHAUSTED:
            try:
                outcome = engine.run(60, 1)
            except RuntimeError as error:
                refused.append(str(error))
        total.append(engine.total)

    together(work, 4)
    assert total == [576] * 4
    assert all("in another thread" in message for message in refused)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="needs a free-threaded Python")
def test_without_a_gil_it_stays_away():
    script = "import sys, fastfuto; print(sys._is_gil_enabled())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"


@pytest.mark.thorough
@pytest.mark.memory
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads the resident size from /proc")
def test_no_leaks():
    puzzle = Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 1]], [((0, 0), (0, 1))])
    broken = puzzle.with_clues([[1, 1, 0], [0, 0, 0], [0, 0, 0]])

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def calls(times):
        for _ in range(times):
            fastfuto.solve(puzzle)
            fastfuto.count(broken)
            fastfuto.all_solutions(puzzle)
            next(fastfuto.solutions(puzzle))

    calls(2_000)
    before = resident()
    calls(10_000)
    assert resident() - before < 2 << 20


@pytest.fixture
def interrupted_start(monkeypatch):
    """Ctrl-C when a pool has its first job and is to get another one."""
    submit = ThreadPoolExecutor.submit
    calls = []

    def submit_one(pool, *job):
        calls.append(job)
        if len(calls) > 2:  # The first call sees whether a thread can be started.
            raise KeyboardInterrupt
        return submit(pool, *job)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit_one)


@pytest.mark.parametrize(
    "begin",
    [
        lambda work: race(lambda thread, is_stopped: work(is_stopped), 2),
        lambda work: share([work, work], 2, lambda *done: False),
    ],
    ids=["race", "share"],
)
def test_an_interrupt_while_threads_start_stops_those_that_run(begin, interrupted_start):
    outcomes = []

    def work(is_stopped):
        for _ in range(1000):
            if is_stopped():
                outcomes.append("stopped")
                return 0
            time.sleep(0.01)
        outcomes.append("never stopped")
        return 0

    with pytest.raises(KeyboardInterrupt):
        begin(work)
    assert outcomes in ([], ["stopped"])  # The thread may not have begun with its job.


def until_stopped(*arguments):
    """Work until the last argument says stop."""
    while not arguments[-1]():
        time.sleep(0.001)
    return 1


@pytest.mark.parametrize(
    "wait",
    [lambda: race(until_stopped, 2), lambda: share([until_stopped] * 2, 2, lambda done=0: False)],
    ids=["race", "share"],
)
def test_an_interrupt_that_wakes_nobody_is_answered(wait):
    # So it is with a signal that arrives just before the main thread begins to wait.
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        wait()
    timer.join()


def test_a_crew_is_back_when_one_of_it_fails():
    """What they work on may be freed then."""
    back = []

    def work(worker):
        if worker == 0:
            raise KeyboardInterrupt
        time.sleep(0.05)
        back.append(worker)

    with Crew(3) as crew:
        with pytest.raises(KeyboardInterrupt):
            crew.all_do(work)
        assert sorted(back) == [1, 2]
        assert crew.all_do(lambda worker: worker) == [0, 1, 2]


def test_a_crew_is_back_when_it_cannot_be_sent_out_as_a_whole(interrupted_start):
    back = []

    def work(worker):
        time.sleep(0.05)
        back.append(worker)

    with Crew(3) as crew:
        with pytest.raises(KeyboardInterrupt):
            crew.all_do(work)
        assert back == [1]


def raced():
    return race(lambda thread, is_stopped: "first", 3)


def shared():
    total = []
    share([lambda is_over: 1] * 5, 3, lambda done=0: total.append(done))
    return sum(total)


def ordered():
    return list(in_order([partial(lambda k, is_over: k, k) for k in range(9)], 3, lambda: False))


def sent_out():
    with Crew(3) as crew:
        return crew.all_do(lambda worker: worker)


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    ("call", "expected"),
    [(raced, "first"), (shared, 5), (ordered, [*range(9)]), (sent_out, [0, 1, 2])],
)
def test_the_threads_that_can_be_started_do_all_the_work(call, expected, number, start_threads):
    start_threads(number)
    assert call() == expected


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("threads", [None, 4])
def test_verbs_answer_with_fewer_threads(threads, number, start_threads):
    puzzles = [random_puzzle(random.Random(seed), 6, 0.2, 0.4) for seed in range(20)]
    counts = [fastfuto.count(puzzle, limit=2) for puzzle in puzzles]
    start_threads(number)
    assert fastfuto.solve_many(puzzles, limit=2, threads=threads).counts.tolist() == counts
    assert fastfuto.count(LatinSquare(7), engine="states", threads=threads or 2) == 61479419904000
    puzzle = next(puzzle for puzzle, count in zip(puzzles, counts, strict=True) if count)
    assert puzzle.is_solution(fastfuto.solve(puzzle, threads=threads or 2).grid)
