"""Jobs on loky, where it is installed."""

import os
import random
import signal
import sys
import threading
import time

import pytest

import fastfuto
from fastfuto import LatinSquare

from . import kills

loky = pytest.importorskip("loky")

pytestmark = [pytest.mark.forks, pytest.mark.filterwarnings("default")]


@pytest.fixture
def pool():
    """Return what makes executors, and the list of those that it has made."""
    made = []

    def make():
        made.append(loky.get_reusable_executor(max_workers=2))
        return made[-1]

    make.made = made
    return make


def test_verbs(pool, tmp_path):
    assert fastfuto.count(LatinSquare(5), executor=pool, journal=tmp_path / "journal") == 161280
    assert (
        fastfuto.solve_many([LatinSquare(n) for n in range(2, 6)], executor=pool).counts.tolist() == [1] * 4
    )


@pytest.mark.parametrize("runs", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_workers(pool, runs):
    """Also those that are killed when the pool is shut down, and have the lock by which the others would notice."""
    rng = random.Random(runs)

    def kill():
        time.sleep(rng.uniform(0, 0.5))
        if pids := list(pool.made[-1]._processes):
            os.kill(rng.choice(pids), signal.SIGKILL)

    for _ in range(runs):
        killing = []

        def report(progress, killing=killing):
            if not killing:
                killing.append(threading.Thread(target=kill))
                killing[0].start()

        assert fastfuto.count(LatinSquare(5), engine="search", executor=pool, progress=report) == 161280
        killing[0].join()


COUNT = """
import time
from functools import partial
from loky import ProcessPoolExecutor
import fastfuto

def report(progress):
    if progress.done > 5:
        print(flush=True)
        time.sleep(600)

if __name__ == "__main__":
    fastfuto.count(fastfuto.LatinSquare(8), executor=partial(ProcessPoolExecutor, 2), progress=report)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_workers_do_not_outlive_the_program(tmp_path):
    mark = f"{os.getpid()} loky"
    with kills.start(kills.Job(["-c", COUNT]), tmp_path, mark) as job:
        job.stdout.readline()
        job.kill()
        assert kills.have_ended(mark)
