"""Samples and estimates by states: uniform, unbiased, and the same for the same seed."""

import math
import random
import statistics
from collections import Counter

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Futoshiki,
    LatinSquare,
    Model,
    NoSolution,
    Skeleton,
    count,
    estimate_count,
    sample,
    solutions,
)
from fastfuto.engines import _states

from ..cases import thorough
from ..strategies import random_puzzle, rounds
from .problems import made
from .test_states import BUILDS


def chi_square(counts, expected):
    """Return how many standard deviations the chi-square statistic lies above its mean."""
    statistic = sum((n - expected) ** 2 / expected for n in counts)
    freedom = len(counts) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


CASES = {
    "empty": Futoshiki([[0] * 4] * 4),
    "one clue": Futoshiki([[1, 0, 0, 0]] + [[0] * 4] * 3),
    "one sign": Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))]),
    "transposed signs": Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((0, 0), (1, 0))]),
    "a column of signs": Futoshiki([[0] * 4] * 4, [((r, 1), (r, 2)) for r in range(2)]),
    "two orders": Futoshiki([[0] * 5] * 5, [((r, c), (r, c + 1)) for r in (0, 2) for c in (0, 1, 2)]),
    "order 5": random_puzzle(random.Random(4), 5, 0.1, 0.3),
    "order 2": Futoshiki([[0, 0], [0, 0]]),
}


@pytest.mark.parametrize("name", [thorough(name) if name == "empty" else name for name in CASES])
def test_samples_are_uniform(name):
    puzzle = CASES[name]
    everything = [grid.tobytes() for grid in solutions(puzzle)]
    k = 20 * len(everything)
    drawn = Counter(grid.tobytes() for grid in sample(puzzle, k, seed=7))
    assert set(drawn) <= set(everything)
    assert abs(chi_square([drawn[grid] for grid in everything], 20)) < 4.5


@pytest.mark.thorough
def test_samples_of_a_symmetric_puzzle_of_order_6_are_uniform():
    # Too many solutions to see them all: the value of a cell, and the first row, are uniform too.
    grids = sample(Futoshiki([[0] * 6] * 6), 3000, seed=3)
    for row, column in ((0, 0), (2, 3), (5, 5)):
        assert chi_square(np.bincount(grids[:, row, column], minlength=7)[1:], 500) < 4.5
    rows = Counter(grid[2].tobytes() for grid in grids)
    assert chi_square([*rows.values(), *[0] * (720 - len(rows))], 3000 / 720) < 4.5
    signed = sample(Futoshiki([[0] * 6] * 6, [((0, 0), (0, 1))]), 100)
    assert (signed[:, 0, 0] < signed[:, 0, 1]).all()


def test_samples():
    puzzle = random_puzzle(random.Random(8), 7, 0.1, 0.3)
    grids = sample(puzzle, 20, seed=5)
    assert grids.shape == (20, 7, 7)
    assert grids.dtype == np.uint8
    assert all(puzzle.with_clues(grid).is_valid for grid in grids)
    np.testing.assert_array_equal(grids, sample(puzzle, 20, seed=5))
    assert sample(puzzle, 0).shape == (0, 7, 7)
    assert sample(Model(Skeleton(3, 3, [range(3)])), 5).shape == (5, 3)
    with pytest.raises(ValueError, match="k must be"):
        sample(puzzle, -1)
    with pytest.raises(ValueError, match="seed must be"):
        sample(puzzle, seed=-1)
    for nothing in (Futoshiki([[1, 1, 0], [0] * 3, [0] * 3]), Futoshiki([[1, 1], [0, 0]])):
        with pytest.raises(NoSolution):
            sample(nothing)


@pytest.mark.thorough
def test_estimates_cover_the_count():
    rng = random.Random(6)
    covered = total = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 7, rng.choice([0, 0.05]), 0.35)
        number = count(puzzle)
        result = estimate_count(puzzle, seed=rng.randrange(2**32), samples=12)
        if result.exact:
            assert result.estimate == number
            continue
        low, high = result.interval
        covered += low <= number <= high
        total += 1
        assert result.log == pytest.approx(math.log(result.estimate), abs=1e-3)
    assert total >= 20
    assert covered >= 0.85 * total


def thinned(build, puzzle, seed, limit=4, budget=10**6, workers=1):
    """Return an estimate by layers that keep about so many states, and how many states the layers had."""
    model = puzzle.model()
    layers = build.States(model.n_values, 2**40, workers)
    layers.reset(made(model), symmetric=False, both_sides=False)
    sizes = []
    while True:
        for worker in range(workers):
            while layers.run(budget, worker) != build.EXHAUSTED:
                pass
        if not layers.advance():
            return layers.count(), sizes
        if layers.thin(limit, seed + len(sizes)):
            sizes.append(layers.layer_size)
            assert not layers.thin(limit, seed)  # It is under way.


@pytest.mark.thorough
@pytest.mark.parametrize("build", BUILDS)
def test_thinned_counts_are_unbiased(build):
    rng = random.Random(12)
    for _ in rounds(10):
        puzzle = random_puzzle(rng, 5, 0, 0.15)
        numbers = [thinned(build, puzzle, 1000 * seed)[0] for seed in range(1500)]
        error = statistics.stdev(numbers) / len(numbers) ** 0.5
        assert error > 0
        assert abs(statistics.mean(numbers) - count(puzzle)) < 5 * error


@pytest.mark.parametrize("build", BUILDS)
def test_thinning_may_be_interrupted(build):
    puzzle = random_puzzle(random.Random(3), 6, 0, 0.3)
    number, sizes = thinned(build, puzzle, 7)
    assert max(sizes) > 50
    for budget in (1, 3, 100):
        assert thinned(build, puzzle, 7, budget=budget) == (number, sizes)
    assert thinned(build, puzzle, 7, limit=10**6) == (count(puzzle), [])
    assert thinned(build, puzzle, 7, workers=3)[1][0] == sizes[0]


@pytest.mark.parametrize("limit", [1, 20, 1000])
def test_thinning_keeps_about_as_many_states_as_it_is_asked_to(limit):
    model = LatinSquare(7).model()
    layers = _states.States(7)
    layers.reset(made(model), symmetric=False, both_sides=False)
    while layers.layer_size < 5040:
        while layers.run(10**6) != _states.EXHAUSTED:
            pass
        assert layers.advance()
    assert layers.thin(limit, 5)
    for _ in range(2):
        while layers.run(1000) != _states.EXHAUSTED:
            pass
        assert layers.advance()
    assert abs(layers.layer_size - limit) < 5 * limit**0.5
    assert not layers.thin(1, 5)


@pytest.mark.thorough
def test_dives_are_unbiased(monkeypatch):
    monkeypatch.setattr("fastfuto.solving.estimate.is_latin", lambda model: False)
    rng = random.Random(6)
    for _ in rounds(20):
        puzzle = random_puzzle(rng, 5, 0, 0.1)
        result = estimate_count(puzzle, samples=40, seed=rng.randrange(2**32))
        assert result.method == "probes"
        assert result.estimate == pytest.approx(count(puzzle), rel=5 * result.relative_error)


@pytest.mark.thorough
def test_estimates_of_nothing_and_of_much():
    nothing = estimate_count(Futoshiki([[1, 1, 0], [0] * 3, [0] * 3]))
    assert (nothing.estimate, nothing.interval, nothing.log) == (0, (0, 0), -math.inf)
    much = estimate_count(Model(Skeleton(100, 20)), samples=2)
    assert much.log == pytest.approx(100 * math.log(20), rel=1e-6)
    with pytest.raises(ValueError, match="samples must be"):
        estimate_count(Futoshiki([[0]]), samples=1)


def test_same_seed_same_estimate():
    puzzle = random_puzzle(random.Random(8), 8, 0, 0.4)
    first, second = (estimate_count(puzzle, samples=4, seed=3) for _ in range(2))
    assert first.estimate == second.estimate
    assert fastfuto.estimate_count(puzzle, samples=4, seed=4).estimate != first.estimate
