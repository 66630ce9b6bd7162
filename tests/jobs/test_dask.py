"""Jobs on Dask, where it is installed."""

import contextlib
import os
import random
import signal
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare
from fastfuto.cli import main
from fastfuto.jobs import Answer, Job, run_job, workers_of
from fastfuto.limits import Watch

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")


@contextlib.contextmanager
def two_workers():
    import dask

    settings = {
        "distributed.scheduler.allowed-failures": 0,  # A lost worker is ours to get over.
        "distributed.worker.daemon": False,
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client():
    with two_workers() as client:
        yield client


def kill_one(client, rng):
    """Kill a worker with -9; its nanny starts another one."""
    if pids := [pid for pid in client.run(os.getpid, on_error="return").values() if isinstance(pid, int)]:
        os.kill(rng.choice(pids), signal.SIGKILL)


def test_the_number_of_workers(client):
    client.wait_for_workers(2, timeout=60)
    assert workers_of(client.get_executor()) == 2


def test_verbs(client, tmp_path):
    square = LatinSquare(5)
    executor = client.get_executor()
    assert fastfuto.count(square, executor=executor, journal=tmp_path / "journal") == 161280
    assert fastfuto.count(square, journal=tmp_path / "journal") == 161280
    puzzles = [LatinSquare(n) for n in range(2, 8)]
    batch = fastfuto.solve_many(puzzles, executor=executor)
    assert all(puzzle.is_solution(grid) for puzzle, grid in zip(puzzles, batch.grids, strict=True))
    drawn = fastfuto.sample(square, 10, executor=executor)
    np.testing.assert_array_equal(drawn, fastfuto.sample(square, 10))


def test_the_command_line(client, tmp_path, capsys):
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(fastfuto.format_puzzle(LatinSquare(5), "json"))
    assert main(["count", str(puzzle), "--scheduler", client.scheduler.address]) == 0
    assert capsys.readouterr().out == "161280\n"


def die_twice(common, payload, is_over):
    for number in range(2):
        path = Path(common, f"{payload}-{number}")
        if not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return Answer(payload)


def test_a_piece_goes_out_again_as_another_call(client, tmp_path):
    """Dask has the answer to a call that it knows already, which is that the worker was lost."""
    job = Job("test", "key", str(tmp_path), die_twice, [1, 2], lambda payload: [payload])
    results, is_completed = run_job(job, client.get_executor(), Watch(120))
    assert is_completed
    assert results == {(0,): 1, (1,): 2}


@pytest.mark.parametrize("runs", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_workers(tmp_path, runs):
    """Each solution is there once, whenever a worker was killed.

    Each run has a cluster of its own, because a nanny gives a worker up that dies soon after it has started.
    """
    rng, square, killed = random.Random(runs), LatinSquare(5), 0
    for run in range(runs):
        left = rng.randrange(40)

        def report(progress):
            nonlocal left, killed
            left -= 1
            if left == 0:
                killed += 1
                kill_one(client, rng)

        folder = tmp_path / str(run)
        with two_workers() as client:
            executor = client.get_executor()
            assert fastfuto.save_solutions(square, folder, executor=executor, progress=report) == 161280
        grids = np.concatenate([np.load(path) for path in folder.glob("part-*.npy")])
        assert len(grids) == 161280
        assert len(np.unique(grids.reshape(-1, 25), axis=0)) == 161280
    assert killed
