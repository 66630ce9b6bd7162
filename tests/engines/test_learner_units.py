"""All-different filtering of whole units in the learner: what it finds, and that it finds nothing that is wrong."""

import random

import numpy as np
import pytest

from fastfuto import LatinSquare, Model, Skeleton
from fastfuto.engines import _learner, _learner_wide
from fastfuto.engines._learner import EXHAUSTED, PAUSED

from ..cases import some, thorough
from ..model.test_model import brute_force
from ..strategies import random_puzzle
from .test_learner import learning
from .test_search import HUGE, drain

BUILDS = pytest.mark.parametrize("build", [_learner, thorough(_learner_wide)], ids=["narrow", "wide"])


def partial_model(rng):
    """Return a model of 5 or 6 cells, most of them open, with units that are full and others."""
    cells, values = rng.randint(5, 6), rng.randint(4, 6)
    units = [rng.sample(range(cells), rng.randint(3, min(cells, values))) for _ in range(rng.randint(1, 3))]
    domains = [
        0 if rng.random() < 0.4 else rng.sample(range(1, values + 1), rng.randint(2, 3)) for _ in range(cells)
    ]
    inequalities = [rng.sample(range(cells), 2) for _ in range(rng.randint(0, 2))]
    return Model(Skeleton(cells, values, units), domains, inequalities)


@BUILDS
@pytest.mark.parametrize("seed", some(range(6), 2))
def test_units_of_every_kind_against_brute_force(build, seed):
    rng = random.Random(seed)
    n_solutions = []
    for _ in range(20):
        model = partial_model(rng)
        expected = brute_force(model)
        assert sorted(drain(learning(build, model, seed, True), model.n_cells)) == sorted(
            map(tuple, expected)
        )
        n_solutions.append(len(expected))
    assert max(n_solutions) > 50


@BUILDS
@pytest.mark.parametrize("n_values", [7, 9], ids=["full", "partial"])
def test_a_unit_with_too_few_values_needs_no_decision(build, n_values):
    # Four of seven cells have three values between them, and there is no single.
    model = Model(Skeleton(7, n_values, [range(7)]), [[1, 2, 3]] * 4 + [0] * 3)
    filtering, clausal = (learning(build, model, 0, True, clausal=each) for each in (False, True))
    for learner in (filtering, clausal):
        assert learner.run(HUGE, 1) == EXHAUSTED
        assert learner.total == 0
    assert filtering.nodes == 0
    assert clausal.nodes > 0


@BUILDS
def test_what_belongs_to_a_set_is_taken_from_the_other_cells(build):
    # Three cells have 1, 2 and 3 between them, so the others hold 4 to 7, whatever the first decision is.
    model = Model(Skeleton(7, 7, [range(7)]), [[1, 2, 3]] * 3 + [0] * 4)
    filtering, clausal = (learning(build, model, 0, True, clausal=each) for each in (False, True))
    for learner in (filtering, clausal):
        assert len(drain(learner, 7)) == 6 * 24
    assert filtering.conflicts == 0
    assert clausal.conflicts > 0


def test_values_that_nobody_needs_keep_cells_out_of_every_set():
    # Five of six values are needed, so nothing follows.
    model = Model(Skeleton(5, 6, [range(5)]), [[1, 2, 3], [1, 2, 3], [3, 4], [4, 5], [5, 6]])
    assert len(drain(learning(_learner, model, 0, True), 5)) == len(brute_force(model))


def test_grids_with_many_numbers_are_not_filtered():
    model = random_puzzle(random.Random(1), 20, 0.35, 0.5).model()
    rows = [learning(_learner, model, 3, True, clausal=clausal) for clausal in (False, True)]
    for learner in rows:
        learner.run(1_000_000, 10)
    assert rows[0].nodes == rows[1].nodes
    model = random_puzzle(random.Random(1), 20, 0.05, 0.5).model()
    rows = [learning(_learner, model, 3, True, clausal=clausal) for clausal in (False, True)]
    for learner in rows:
        learner.run(1_000_000, 10)
    assert rows[0].nodes != rows[1].nodes


@BUILDS
@pytest.mark.parametrize("budget", [1, thorough(5), thorough(300)])
def test_small_budgets_change_nothing(build, budget):
    model = random_puzzle(random.Random(2), 12, 0.1, 0.7).model()
    expected = drain(learning(build, model, 1, True), model.n_cells, limit=5, most=20)
    assert drain(learning(build, model, 1, True), model.n_cells, budget=budget, limit=5, most=20) == expected


@pytest.mark.thorough
def test_filtering_a_wide_grid_lets_others_look_at_the_budget():
    model = LatinSquare([[0] * 150] * 150).model()
    learner = learning(_learner_wide, model, 0, True)
    row = np.zeros((1, 150 * 150), np.uint8)
    while learner.is_preparing:
        learner.run(20_000, 1, row)
    # Units of 150 open cells are charged as 704 clauses each, so the first filtering takes several runs.
    n_runs = 0
    while learner.nodes == 0 and learner.run(20_000, 1, row) == PAUSED:
        n_runs += 1
    assert n_runs > 5


@BUILDS
def test_memory_for_sets_is_part_of_the_memory(build):
    model = random_puzzle(random.Random(3), 14, 0, 0.8).model()
    needed = learning(build, model, 0, True)
    needed.run(400_000, 10**6)
    short = learning(build, model, 0, True, memory=needed.bytes - 1)
    with pytest.raises(MemoryError):
        short.run(400_000, 10**6)
