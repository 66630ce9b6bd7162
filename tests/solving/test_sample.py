"""Samples in pieces, against the same without workers."""

import importlib
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, JobError, LatinSquare, LimitReached, MemoryLimit, NoSolution, Sudoku

module = importlib.import_module("fastfuto.solving.sample")

THREADS = partial(ThreadPoolExecutor, 3)
PUZZLE = Futoshiki([[0] * 5] * 5, [((0, 0), (0, 1)), ((3, 2), (2, 2))])


@pytest.fixture(autouse=True)
def _small_blocks(tuned):
    tuned(TOGETHER=7)


@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, partial(ProcessPoolExecutor, 2), None])
def test_workers_draw_the_same_samples(executor, tmp_path):
    expected = fastfuto.sample(PUZZLE, 40, seed=5)
    journal = tmp_path / "journal"
    for _ in range(2):
        np.testing.assert_array_equal(
            fastfuto.sample(PUZZLE, 40, seed=5, executor=executor, journal=journal), expected
        )
    assert all(PUZZLE.is_solution(grid) for grid in expected)
    assert len({grid.tobytes() for grid in expected}) > 30
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        fastfuto.sample(PUZZLE, 40, seed=6, journal=journal)


def test_a_worker_with_another_puzzle_counts_again():
    with ThreadPoolExecutor(1) as pool:
        for puzzle in (PUZZLE, LatinSquare(4), PUZZLE):
            drawn = fastfuto.sample(puzzle, 10, executor=pool)
            np.testing.assert_array_equal(drawn, fastfuto.sample(puzzle, 10))


def test_no_samples_and_no_solutions():
    assert fastfuto.sample(PUZZLE, 0, executor=THREADS).shape == (0, 5, 5)
    with pytest.raises(NoSolution):
        fastfuto.sample(Futoshiki([[1, 1, 0], [0] * 3, [0] * 3]), executor=THREADS)


def test_limits_of_workers():
    large = Futoshiki([[0] * 12] * 12, [((k, 0), (k, 1)) for k in range(6)])
    with pytest.raises(
        MemoryLimit, match=r"the memory limit of 97.7 KiB was reached with . of 12 values placed"
    ):
        fastfuto.sample(large, executor=THREADS, memory=100_000)
    with pytest.raises(LimitReached, match="has passed while the samples are drawn"):
        fastfuto.sample(large, executor=THREADS, timeout=0.1)


def test_what_is_not_a_latin_square_is_refused():
    with pytest.raises(ValueError, match="only samples of Latin squares of order 3 to 32"):
        fastfuto.sample(Sudoku([[0] * 4] * 4), executor=THREADS)


def test_samples_have_their_seed():
    puzzle = LatinSquare(5)
    first, second = fastfuto.sample(puzzle, 2), fastfuto.sample(puzzle, 2, seed=3)
    assert second.seed == 3
    assert (fastfuto.sample(puzzle, 2, seed=first.seed) == first).all()
    assert first.copy().seed == first[0].seed == first.seed
    assert pickle.loads(pickle.dumps(second)).tolist() == second.tolist()


def test_too_many_solutions_are_refused_before_they_are_listed():
    with pytest.raises(MemoryLimit, match=r"a list of about \d\.\de16 solutions") as refused:
        fastfuto.sample(fastfuto.Sudoku(9), seed=1)
    assert refused.value.found == 0
    stats = refused.value.stats
    assert (stats.nodes, stats.backtracks, stats.engine) == (0, 0, "probes")
    assert stats.seconds < 10
    assert "solutions(puzzle, seed=...)" in refused.value.__notes__[0]


@pytest.mark.parametrize("puzzle", [LatinSquare(2), Sudoku(4), fastfuto.Permutations(5)])
def test_the_time_limit_holds_while_solutions_are_drawn(puzzle):
    reports = []
    with pytest.raises(LimitReached, match="has passed while the sample is drawn"):
        fastfuto.sample(puzzle, 10**8, timeout=0.2, progress=reports.append)
    assert reports[-1].total == 10**8
