"""Search and learner with relations, called directly: against brute force, and at their limits."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Model, Skeleton
from fastfuto.engines import _learner, _learner_wide, _search, _search_wide
from fastfuto.engines._search import EXHAUSTED
from fastfuto.engines.loading import units_of

from ..cases import some, thorough
from ..relations import random_related, spread
from .problems import made
from .test_search import drain

SEARCHES = pytest.mark.parametrize("build", [_search, thorough(_search_wide)], ids=["narrow", "wide"])
LEARNERS = pytest.mark.parametrize("build", [_learner, thorough(_learner_wide)], ids=["narrow", "wide"])
WAYS = pytest.mark.parametrize("by_activity", [False, True], ids=["by-size", "by-activity"])


def searching(build, model, lexicographic=False, seed=0):
    search = build.Search(units_of(model.skeleton))
    search.reset(made(model, build.WORDS), lexicographic, seed)
    return search


def learning(build, model, seed=0, by_activity=False, memory=2**40):
    learner = build.Learner(units_of(model.skeleton), memory)
    learner.reset(made(model, build.WORDS), seed, by_activity)
    return learner


def some_related(seed, count):
    """Yield models with their solutions."""
    rng = random.Random(seed)
    for _ in range(count):
        related = random_related(rng)
        yield related.model, related.solutions()


# Answers -----------------------------------------------------------------------------------------------


@SEARCHES
@pytest.mark.parametrize("seed", some(range(4), 4))
def test_the_search_agrees_with_brute_force(build, seed):
    for k, (model, expected) in enumerate(some_related(seed, 150)):
        assert drain(searching(build, model, lexicographic=True), model.n_cells) == expected
        assert sorted(drain(searching(build, model, seed=k), model.n_cells)) == expected


@LEARNERS
@WAYS
@pytest.mark.parametrize("seed", some(range(4), 4))
def test_the_learner_agrees_with_brute_force(build, by_activity, seed):
    for k, (model, expected) in enumerate(some_related(seed, 150)):
        if len(expected) <= 300:
            found = drain(learning(build, model, k % 3, by_activity), model.n_cells)
            assert sorted(found) == expected


@pytest.mark.parametrize("n_values", [65, thorough(128), 255])
def test_wide_tables(n_values):
    rng = random.Random(n_values)
    for _ in range(4000 // n_values):
        related = spread(rng, random_related(rng), n_values)
        model, expected = related.model, related.solutions()
        assert drain(searching(_search_wide, model, lexicographic=True), model.n_cells) == expected
        if len(expected) <= 300:
            for by_activity in (False, True):
                found = drain(learning(_learner_wide, model, 0, by_activity), model.n_cells)
                assert sorted(found) == expected


@pytest.mark.parametrize("budget", [1, 7, 100])
def test_small_budgets_find_the_same(budget):
    for model, expected in some_related(budget, 60):
        if len(expected) <= 300:
            for engine in (searching(_search, model), learning(_learner, model)):
                assert sorted(drain(engine, model.n_cells, budget, limit=1)) == expected


def hard(seed, n=12):
    """Return an unsatisfiable or tight model: random tables on a random graph near the threshold."""
    rng = random.Random(seed)
    pairs = list(itertools.combinations(range(20), 2))
    tables = [rng.sample(list(itertools.product(range(1, n + 1), repeat=2)), 64) for _ in range(4)]
    return Model(
        Skeleton(20, n, [range(12), range(8, 20)]),
        relations=[(a, b, rng.choice(tables)) for a, b in rng.sample(pairs, 36)],
    )


@WAYS
def test_learned_clauses_hold_in_every_solution(by_activity):
    n_clauses = n_conflicts = 0
    for seed in range(12):
        model = hard(seed)
        learner = learning(_learner, model, seed, by_activity)
        learner.run(3000, 1)
        n_conflicts += learner.conflicts
        clauses = [] if learner.total else learner.clauses()
        n_clauses += len(clauses)
        solutions = fastfuto.all_solutions(model, limit=2000)
        for clause in clauses:
            for solution in solutions.tolist():
                assert any((solution[cell] == value) == holds for cell, value, holds in clause)
    assert n_conflicts > 100
    assert n_clauses > 50


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_search_and_learner_agree_on_hard_models(seed):
    model = hard(seed)
    assert fastfuto.count(model, engine="search", limit=300) == fastfuto.count(
        model, engine="learner", limit=300
    )


def test_sums_and_relations_together():
    model = Model(
        Skeleton(4, 9, [range(4)]),
        sums=[(range(4), 20)],
        relations=[(0, 1, [(v, v + 1) for v in range(1, 9)])],
    )
    expected = [
        grid for grid in itertools.permutations(range(1, 10), 4) if sum(grid) == 20 and grid[1] == grid[0] + 1
    ]
    assert fastfuto.all_solutions(model, order="lexicographic").tolist() == [list(grid) for grid in expected]
    assert sorted(map(tuple, fastfuto.all_solutions(model).tolist())) == expected


def test_engines_can_be_reset_with_and_without_relations():
    related = Model(Skeleton(3, 3), relations=[(0, 1, [(1, 1)]), (1, 2, [(1, 3)])])
    plain = Model(Skeleton(3, 3))
    for engine in (searching(_search, related), learning(_learner, related)):
        for model, count in ((plain, 27), (related, 1), (plain, 27)):
            engine.reset(made(model))
            assert engine.run(10**6, 100) == EXHAUSTED
            assert engine.total == count


# Estimates ---------------------------------------------------------------------------------------------


def test_probes_keep_to_relations():
    for seed in range(30):
        related = random_related(random.Random(seed), 6, 5)
        expected = len(related.solutions())
        result = fastfuto.estimate_count(related.model, samples=4)
        assert result.method == ("probes" if expected else "enumeration")
        if not expected:
            assert result.estimate == 0
        elif expected < 10:
            assert 0.5 * expected < result.estimate < 2 * expected


# The door ----------------------------------------------------------------------------------------------


def test_bits_beyond_the_values_are_ignored():
    model = Model(Skeleton(2, 2), relations=[(0, 1, [(1, 2)])])
    model.relations = model.relations._replace(tables=model.relations.tables | np.uint64(0xF0))
    for engine in (searching(_search, model), learning(_learner, model)):
        assert drain(engine, 2) == [(1, 2)]


def test_the_learner_counts_the_memory_of_relations():
    rng = np.random.default_rng(1)
    tables = [rng.random((200, 200)) < 0.5 for _ in range(50)]
    model = Model(Skeleton(100, 200), relations=[(k, k + 1, table) for k, table in enumerate(tables)])
    plain = learning(_learner_wide, Model(Skeleton(100, 200)))
    assert learning(_learner_wide, model).bytes - plain.bytes >= 2 * model.relations.tables.nbytes
    with pytest.raises(MemoryError, match="50 relations do not fit"):
        learning(_learner_wide, model, memory=plain.bytes + 10_000)


# Limits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["search", "learner", "auto"])
def test_many_relations_are_loaded_within_the_time_limit(engine):
    n_cells = 40_000
    allowed = ~np.eye(200, dtype=bool)
    hub = [(0, cell, allowed) for cell in range(1, n_cells)]
    chain = [(cell, cell + 1, allowed) for cell in range(n_cells - 1)]
    model = Model(Skeleton(n_cells, 200), relations=hub + chain)
    assert fastfuto.solve(model, engine=engine, timeout=0).status is fastfuto.Status.UNKNOWN
