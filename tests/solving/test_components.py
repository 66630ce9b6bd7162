"""Independent parts of models, and models that a few cells divide, against the search."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

import fastfuto
from fastfuto import LimitReached, Model, Skeleton
from fastfuto.model import mask_bits
from fastfuto.solving.components import Components
from fastfuto.solving.reductions import cases, divided

SEEDS = range(2)
EACH = 30


def long_model(rng):
    """Return a model whose constraints join only cells that are near each other, so few cells divide it."""
    n_cells, n_values = rng.randint(8, 11), rng.randint(3, 4)
    values = range(1, n_values + 1)

    def near(k):
        start = rng.randrange(n_cells - 3)
        return rng.sample(range(start, start + 4), k)

    domains = [rng.sample(values, n_values - rng.choice((0, 0, 0, 0, 0, 1, 2))) for _ in range(n_cells)]
    matrix = [(v, w) for v in values for w in values if rng.random() < 0.8]
    return Model(
        Skeleton(n_cells, n_values, [near(rng.randint(2, 3)) for _ in range(rng.randint(1, n_cells // 2))]),
        domains,
        [near(2) for _ in range(rng.choice((0, 0, 1, 2)))],
        [(near(3), rng.randint(5, 3 * n_values - 2)) for _ in range(rng.choice((0, 1, 2)))],
        [(*near(2), matrix) for _ in range(rng.choice((0, 1, 3)))],
    )


def number_of(model):
    """Return the number of solutions of a model, which is divided as long as possible, and how often it was divided."""
    if (division := divided(model, 10**9)) is None:
        return len(fastfuto.all_solutions(model)), 0
    number, n_divided = 0, 1
    found = cases(division)
    assert found is not None
    for weight, case in found.cases:
        counts = [number_of(part) for _, part in case.parts]
        number += weight * case.factor * math.prod(count for count, _ in counts)
        n_divided += sum(n for _, n in counts)
    return number, n_divided


@pytest.mark.parametrize("seed", SEEDS)
def test_models_that_few_cells_divide(seed):
    rng = random.Random(seed)
    total = 0
    for _ in range(EACH):
        model = long_model(rng)
        number, n_divided = number_of(model)
        assert number == len(fastfuto.all_solutions(model)), model
        total += n_divided
    assert total > EACH


def blocks(k, total):
    """Return k squares of 3 x 3 cells in a chain, with a common corner cell; all rows and columns have a total."""
    units = []
    for start in range(0, 8 * k, 8):
        cells = np.arange(start, start + 9).reshape(3, 3)
        units += [*cells.tolist(), *cells.T.tolist()]
    return Model(Skeleton(8 * k + 1, 9, units), None, [], [(unit, total) for unit in units])


@pytest.mark.thorough
def test_a_chain_of_blocks():
    """The number of fillings of a chain is a product of matrices, one for each block."""
    corners = np.zeros((9, 9), int)
    for solution in fastfuto.all_solutions(blocks(1, 15)).tolist():
        corners[solution[0] - 1, solution[8] - 1] += 1
    for k in (2, 8):
        result = fastfuto.count_result(blocks(k, 15))
        assert result.count == np.linalg.matrix_power(corners.astype(object), k).sum()
        assert result.method == "enumeration; parts below choices"


def test_samples_of_a_divided_model_are_uniform(tuned):
    tuned(FEW_SOLUTIONS=2)
    units = [(0, 1, 2), (2, 3), (3, 4, 5), (5, 6, 7)]
    model = Model(
        Skeleton(8, 4, units), None, [(1, 3)], [([2, 3, 4], 7)], [(4, 6, [(1, 2), (2, 1), (2, 4), (4, 4)])]
    )
    drawn = Counter(map(bytes, fastfuto.sample(model, 5000, seed=1)))
    everything = list(map(bytes, fastfuto.all_solutions(model)))
    assert drawn.keys() <= set(everything)
    expected = 5000 / len(everything)
    chi_squared = sum((drawn[each] - expected) ** 2 / expected for each in everything)
    assert 40 < len(everything) < 1000
    assert abs(chi_squared - len(everything)) < 4 * math.sqrt(2 * len(everything))


@pytest.mark.thorough
@pytest.mark.parametrize("number", [3, 8])
def test_samples_of_a_chain_of_blocks(number):
    drawn = fastfuto.sample(blocks(number, 15), 3, seed=1)
    assert (drawn == fastfuto.sample(blocks(number, 15), 3, seed=1)).all()
    for solution in drawn:
        for unit in blocks(number, 15).skeleton.units:
            assert len(set(solution[list(unit)])) == 3
            assert sum(solution[list(unit)]) == 15


def test_parts_have_all_constraints():
    """A fixed cell joins nothing, and its value is taken from the total of its sum."""
    units = [range(3), range(3, 6)]
    model = Model(
        Skeleton(6, 4, units),
        [0, 0, 4, 0, 0, 0],
        [(3, 4)],
        [([0, 1, 2], 9), ([2, 3], 5)],
        [(2, 5, [(4, 2), (4, 3)])],
    )
    components = Components(model, mask_bits(model.domains, 4))
    assert components.is_solvable
    assert components.free() == [(2, [3])]
    (first, left), (second, right) = components.parts()
    assert (first, second) == ([0, 1], [3, 4, 5])
    assert sorted(map(tuple, fastfuto.all_solutions(left).tolist())) == [(2, 3), (3, 2)]
    expected = [each[3:6] for each in fastfuto.all_solutions(model).tolist()]
    both = itertools.product([(2, 3), (3, 2)], fastfuto.all_solutions(right).tolist())
    assert sorted(expected) == sorted(part for _, part in both)


def test_no_separator_of_a_clique_or_without_constraints():
    for units in ([range(5)], []):
        model = Model(Skeleton(5, 5, units))
        assert Components(model, mask_bits(model.domains, 5)).separator() == (float("inf"), [])


def test_large_models_are_not_divided():
    assert divided(Model(Skeleton(66, 33, [range(34), range(33, 66)])), 10**9) is None


@pytest.mark.thorough
def test_the_time_limit_holds_below_choices():
    with pytest.raises(LimitReached) as late:
        fastfuto.count(blocks(60, 15), timeout=0.3)
    assert late.value.stats.seconds < 5
