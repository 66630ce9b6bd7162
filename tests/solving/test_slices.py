"""Counting states in pieces, against counting them in one process."""

import itertools
import random
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Interrupted, JobError, LatinSquare, LimitReached, MemoryLimit
from fastfuto.engines import _states, problem_of
from fastfuto.jobs import summary
from fastfuto.solving import slices

from ..cases import some
from ..strategies import perturbed_puzzle, random_puzzle
from .test_pieces import Mortal

THREADS = partial(ThreadPoolExecutor, 2)


@pytest.fixture
def small_slices(tuned):
    """Slices of a few states, some of which are cut again."""
    tuned(LAYER_ROWS=20, STATES_SLICE=1000, FIRST_PIECE=50)


def test_the_engine_has_as_many_shares():
    assert slices.SHARES == _states.SHARES


def by_slices(puzzle, **options):
    return fastfuto.count_result(puzzle, engine="states", **{"executor": THREADS, **options})


@pytest.mark.parametrize("seed", some(range(30), 2))
def test_slices_add_up(seed, small_slices):
    rng = random.Random(seed)
    make = rng.choice([random_puzzle, perturbed_puzzle])
    puzzle = make(rng, rng.randint(3, 5), rng.choice([0, 0.1, 0.3]), rng.choice([0, 0.1, 0.3]))
    result = by_slices(puzzle)
    assert (result.count, result.exact, result.method) == (fastfuto.count(puzzle), True, "states")


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_both_sides_meet(seed):
    """Inequalities of a random grid, which leave no symmetry and are too many for merged states."""
    rng = random.Random(seed)
    grid = fastfuto.LatinSquare.random(6, seed=seed).clues
    pairs = []
    for _ in range(36):
        r, c = rng.randrange(6), rng.randrange(5)
        a, b = (r, c), (r, c + 1)
        pairs.append((a, b) if grid[a] < grid[b] else (b, a))
    puzzle = Futoshiki([[0] * 6] * 6, pairs)
    model = puzzle.model()
    states = _states.States(6)
    states.reset(problem_of(model))
    assert states.both_sides
    expected = fastfuto.count_result(puzzle, engine="states")
    result = by_slices(puzzle)
    assert result.count == expected.count > 0
    assert result.stats.nodes < 2 * expected.stats.nodes


@pytest.mark.parametrize("n", [3, 5, 8, 10])
def test_symmetric_forms(n, small_slices, tuned):
    """Keys of order 10 have two words."""
    if n > 5:
        tuned(STATES_SLICE=10**6)
    if n == 10:
        grid = fastfuto.LatinSquare.random(10, seed=1).clues
        puzzle = Futoshiki(np.where(grid > 4, grid, 0))
    else:
        puzzle = LatinSquare(n)
    assert by_slices(puzzle).count == fastfuto.count(puzzle, engine="states")


def test_grids_without_a_choice_or_a_solution(small_slices):
    grid = fastfuto.LatinSquare.random(5, seed=1).clues
    assert by_slices(Futoshiki(grid)).count == 1
    assert by_slices(Futoshiki(grid, [((0, 0), (0, 1)), ((0, 1), (0, 2))])).count in (0, 1)
    assert by_slices(Futoshiki([[1, 1, 0], [0, 0, 0], [0, 0, 0]])).count == 0
    circle = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)]
    assert by_slices(Futoshiki([[0] * 5] * 5, [*itertools.pairwise(circle)])).count == 0


def test_limits_and_effort():
    result = by_slices(LatinSquare(6), limit=1000)
    assert (result.count, result.exact, result.method) == (1000, False, "states")
    result = by_slices(LatinSquare(6), limit=10**9)
    assert (result.count, result.exact) == (812851200, True)
    assert result.stats.engine == "states"
    assert result.stats.nodes == fastfuto.count_result(LatinSquare(6), engine="states").stats.nodes
    assert result.stats.states > 5
    assert result.stats.peak_bytes > 0


@pytest.mark.forks
def test_workers_do_not_matter(small_slices):
    puzzle = random_puzzle(random.Random(5), 5, 0.0, 0.1)
    results = [
        by_slices(puzzle, executor=executor)
        for executor in (
            partial(ThreadPoolExecutor, 1),
            partial(ThreadPoolExecutor, 5),
            partial(ProcessPoolExecutor, 2),
        )
    ]
    told = {(each.count, each.stats.nodes, each.stats.states) for each in results}
    assert len(told) == 1


def test_what_cannot_be_counted_in_slices():
    with pytest.raises(ValueError, match="divides only Latin squares into pieces"):
        by_slices(fastfuto.Model(fastfuto.Skeleton(5, 5, [range(5)])))
    with pytest.raises(ValueError, match="states"):
        by_slices(fastfuto.Sudoku([[0] * 9] * 9))
    with pytest.raises(ValueError, match="omit threads"):
        by_slices(LatinSquare(5), threads=2)


def test_time_and_memory():
    with pytest.raises(LimitReached, match=r"of 10 values placed"):
        by_slices(LatinSquare(10), timeout=0.1)
    with pytest.raises(
        MemoryLimit, match=r"memory limit of 3000 bytes was reached with . of 6 values placed, slices"
    ):
        by_slices(LatinSquare(6), memory=3000)


def test_a_journal_keeps_layers(tmp_path):
    puzzle, path = random_puzzle(random.Random(3), 7, 0.1, 0.2), tmp_path / "journal"
    expected = fastfuto.count(puzzle, engine="states")

    def report(progress):
        if progress.stage.startswith("4 of"):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        by_slices(puzzle, journal=path, progress=report)
    assert (summary(path).done, summary(path).total) == (4, 7)
    stages = set()
    result = by_slices(puzzle, journal=path, executor=None, progress=lambda told: stages.add(told.stage[:1]))
    assert result.count == expected
    assert not stages & {"0", "1", "2", "3"}
    again = by_slices(puzzle, journal=path)
    assert (again.count, again.stats.nodes, again.stats.states) == (
        expected,
        result.stats.nodes,
        result.stats.states,
    )
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        fastfuto.count(puzzle, journal=path)


@pytest.mark.thorough
def test_a_count_that_is_killed_goes_on(tmp_path):
    journal = tmp_path / "journal"
    script = textwrap.dedent(
        """
        import os, signal, sys
        import fastfuto

        def report(progress):
            if progress.stage.startswith(sys.argv[2]):
                os.kill(os.getpid(), signal.SIGKILL)

        print(fastfuto.count(fastfuto.LatinSquare(7), engine="states", journal=sys.argv[1], progress=report))
        """
    )
    for stage in ("0", "3", "x"):
        run = subprocess.run(
            [sys.executable, "-c", script, str(journal), stage], capture_output=True, text=True, check=False
        )
    assert run.stdout == "61479419904000\n", run.stderr


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_workers(kills, small_slices, monkeypatch):
    rng = random.Random(kills)
    puzzle = random_puzzle(rng, 5, 0.0, 0.1)
    expected = fastfuto.count(puzzle)
    monkeypatch.setattr(Mortal, "kills", 0)
    while Mortal.kills < kills:
        assert by_slices(puzzle, executor=partial(Mortal, rng, kills)).count == expected


class Weak(ThreadPoolExecutor):
    """Workers without memory for more than a few rows."""

    def submit(self, function, version, work, common, loaded, stop):
        def starve():
            if work is slices._push and any(len(rows) > 40 for _, rows in loaded):
                raise MemoryError
            return function(version, work, common, loaded, stop)

        return super().submit(starve)


def test_slices_that_are_too_large_are_split():
    puzzle = random_puzzle(random.Random(4), 5, 0.0, 0.2)
    assert by_slices(puzzle, executor=partial(Weak, 2)).count == fastfuto.count(puzzle)
