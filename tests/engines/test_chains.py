"""Chains: cells of different values, with rules between neighbours in some order of the cells."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LimitReached, MemoryLimit, Model, Skeleton
from fastfuto.engines import Request, problem_of
from fastfuto.engines._permutations import PAUSED, Subsets
from fastfuto.engines.states import StatesCounter, can_count_by_states, chain_of

from ..strategies import rounds


def chain_model(n, is_allowed, domains=None, is_closed=False):
    """Return n cells of n different values, whose neighbours satisfy a predicate."""
    values = range(1, n + 1)
    table = np.array([[is_allowed(v, w) for w in values] for v in values], bool)
    pairs = [(k, (k + 1) % n) for k in range(n if is_closed else n - 1)]
    return Model(Skeleton(n, n, [range(n)]), domains, relations=[(a, b, table) for a, b in pairs])


def by_trying(model, relations):
    """Count the solutions of a model with these relations by trying all fillings."""
    domains = [model.allowed(cell) for cell in range(model.n_cells)]
    return sum(
        all(len({row[cell] for cell in unit}) == len(unit) for unit in model.skeleton.units)
        and all(row[a] < row[b] for a, b in model.inequalities.tolist())
        and all(table[row[a] - 1, row[b] - 1] for a, b, table in relations)
        for row in itertools.product(*domains)
    )


def random_model(rng):
    """Return a random model that is a chain or nearly one, its relations, and whether it is one."""
    n = rng.randint(1, 5)
    m = rng.randint(max(1, n - 2), n)
    order = rng.sample(range(m), m)
    pairs = [pair for pair in itertools.pairwise(order) if rng.random() < 0.9]
    is_chain = True
    if m > 2 and len(pairs) == m - 1 and rng.random() < 0.3:
        pairs.append((order[-1], order[0]))
    elif m > 2 and rng.random() < 0.2:
        a, b, c = rng.sample(order, 3)  # A cell with three neighbours, or a circle beside other cells.
        pairs += [(a, b), (b, c), (c, a)]
        is_chain = m == 3
    units = [rng.sample(range(m), m)]
    if m > 1 and rng.random() < 0.2:
        units = rng.choice(([units[0][1:]], [*units, units[0][:2]]))
        is_chain = False
    inequalities, relations = [], []
    for pair in pairs * rng.choice((1, 1, 2)):
        a, b = rng.sample(pair, 2)
        if rng.random() < 0.3:
            inequalities.append((a, b))
        else:
            relations.append((a, b, np.array([[rng.random() < 0.75 for _ in range(n)] for _ in range(n)])))
    domains = [[v for v in range(1, n + 1) if rng.random() < 0.9] for _ in range(m)]
    return Model(Skeleton(m, n, units), domains, inequalities, relations=relations), relations, is_chain


def test_random_chains_and_models_that_are_nearly_chains():
    rng = random.Random(1)
    kinds = set()
    for _ in rounds(10_000):
        model, relations, is_chain = random_model(rng)
        number = by_trying(model, relations)
        assert fastfuto.count(model) == number
        assert (chain_of(model) is not None) == is_chain
        if can_count_by_states(model):
            assert fastfuto.count(model, engine="states") == number
        else:
            with pytest.raises(ValueError, match="rules between neighbours"):
                fastfuto.count(model, engine="states")
        kinds.add((is_chain, number > 0, model.n_cells < model.n_values))
    assert len(kinds) == 8


def test_known_numbers():
    def far(n):  # OEIS A381461
        domains = [[v for v in range(1, n + 1) if v != k] for k in range(1, n + 1)]
        return chain_model(n, lambda v, w: abs(v - w) >= 3, domains)

    assert [fastfuto.count(far(n), engine="states") for n in (8, 13)] == [115, 30534802]
    assert fastfuto.count(far(13)) == 30534802
    kings = [fastfuto.count(chain_model(n, lambda v, w: abs(v - w) > 1)) for n in range(1, 11)]
    assert kings == [1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306]  # OEIS A002464
    # The counts need two words.
    assert fastfuto.count(chain_model(21, lambda v, w: v != w)) == 51090942171709440000
    circles = [
        fastfuto.count(chain_model(n, lambda v, w: abs(v - w) > 1, is_closed=True), engine="states")
        for n in range(4, 10)
    ]
    assert circles == [0, 10, 60, 462, 3920, 36954]  # OEIS A002493


def test_chains_with_large_numbers_are_counted_without_listing_solutions():
    model = chain_model(17, lambda v, w: abs(v - w) >= min(v, w))
    result = fastfuto.count_result(model)
    assert (result.count, result.method) == (8294400, "states")
    assert result.stats.states < 17 << 17


def test_a_chain_of_some_of_many_values():
    # Three cells of 63 values, in ascending order.
    model = Model(Skeleton(3, 63, [range(3)]), None, [(0, 1), (1, 2)])
    assert fastfuto.count(model, engine="states") == 63 * 62 * 61 // 6
    assert chain_of(Model(Skeleton(3, 64, [range(3)]), None, [(0, 1), (1, 2)])) is None
    # More cells than values have no solution, and are not a chain.
    assert chain_of(Model(Skeleton(3, 2, [range(3)]))) is None


def test_budgets_do_not_change_the_number():
    rng = random.Random(2)
    for _ in range(100):
        model, _, is_chain = random_model(rng)
        if is_chain:
            numbers = set()
            for budget in (1, 100, 10**9):
                subsets = Subsets(model.n_values)
                subsets.reset(problem_of(model), chain_of(model))
                while subsets.run(budget) == PAUSED or subsets.advance():
                    pass
                numbers.add(subsets.count())
            assert len(numbers) == 1


def test_the_part_that_is_done_rises_to_one():
    for is_closed in (False, True):
        counter = StatesCounter(Request(chain_model(9, lambda v, w: abs(v - w) > 1, is_closed=is_closed)))
        done = [counter.done]
        while counter.run(5000, 1) == PAUSED:
            done.append(counter.done)
        assert done[0] == 0
        assert done == sorted(done)
        assert 0.9 < done[-1] <= counter.done == 1


def test_limits_of_memory_and_time():
    model = chain_model(27, lambda v, w: abs(v - w) > 1)
    with pytest.raises(MemoryLimit, match="of 27 cells filled"):
        fastfuto.count(model, engine="states", memory=10**6)
    stages = []
    with pytest.raises(LimitReached):
        fastfuto.count(model, engine="states", timeout=0.1, progress=lambda now: stages.append(now.stage))
    assert any("cells filled" in stage for stage in stages)


def test_rules_between_other_cells_are_refused_at_the_door():
    model = Model(Skeleton(4, 4, [range(4)]), None, [(0, 2)])
    subsets = Subsets(4)
    with pytest.raises(ValueError, match="cells 0 and 2 are not neighbours"):
        subsets.reset(problem_of(model), np.arange(4, dtype=np.int32))
    with pytest.raises(ValueError, match="each of 4 cells once"):
        subsets.reset(problem_of(model), np.array([0, 1, 2, 2], np.int32))
    with pytest.raises(ValueError, match="call reset first"):
        subsets.run(1)
    subsets.reset(problem_of(model), np.array([1, 0, 2, 3], np.int32))
    with pytest.raises(ValueError, match="at most 3 cells"):
        Subsets(3).reset(problem_of(model), np.arange(4, dtype=np.int32))
