import copy
import functools
import itertools
import math
import pickle
import random

import numpy as np
import pytest

from fastfuto import (
    Futoshiki,
    Model,
    PuzzleError,
    Skeleton,
    Status,
    all_solutions,
    count,
    is_unique,
    solutions,
    solve,
    split,
)
from fastfuto.model import MAX_CELLS, latin_skeleton, mask_words

from ..cases import some, thorough
from ..oracles import latin_squares
from ..strategies import neighbours, signed


def brute_force(model):
    """Return all solutions of a small model in lexicographic order, out of all assignments."""
    domains = [model.allowed(cell) for cell in range(model.n_cells)]
    units, inequalities = model.skeleton.units, model.inequalities.tolist()
    return [
        values
        for values in itertools.product(*domains)
        if all(len({values[cell] for cell in unit}) == len(unit) for unit in units)
        and all(values[a] < values[b] for a, b in inequalities)
    ]


def random_model(rng):
    """Return a model of at most 6 cells and 4 values with any units, inequalities in circles, and empty domains."""
    cells, values = rng.randint(1, 6), rng.randint(1, 4)
    units = [
        rng.sample(range(cells), rng.randint(0, min(cells, values + rng.choice([0, 0, 0, 1]))))
        for _ in range(rng.randint(0, 4))
    ]
    domains = [
        rng.choice([0, 0, 0, range(1, rng.randint(1, values) + 1), rng.sample(range(values + 2), 2)])
        for _ in range(cells)
    ]
    inequalities = [rng.sample(range(cells), 2) for _ in range(rng.randint(0, 4))] if cells > 1 else []
    return Model(Skeleton(cells, values, units), domains, inequalities)


def rows_of(grids):
    return [tuple(row) for row in grids.tolist()]


def latin_units(n):
    return [*(range(r * n, r * n + n) for r in range(n)), *(range(c, n * n, n) for c in range(n))]


def boxes(n, height, width):
    return [
        [r * n + c for r in range(top, top + height) for c in range(left, left + width)]
        for top in range(0, n, height)
        for left in range(0, n, width)
    ]


SMALL = Model(Skeleton(3, 3, [[0, 1, 2]]), [0, [1, 3], 0], [(0, 1)])  # 1 3 2, 2 3 1


# Construction ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1), "cells must be 1 to 16777216, got 0"),
        ((-1, 1), "cells must be 1 to 16777216, got -1"),
        ((MAX_CELLS + 1, 1), "cells must be"),
        ((2**100, 1), "cells must be"),
        ((2.0, 1), "cells must be a whole number, got 2.0"),
        (("2", 1), "cells must be a whole number, got '2'"),
        ((None, 1), "cells must be a whole number"),
        ((1, 0), "values must be 1 to 255, got 0"),
        ((1, 256), "values must be 1 to 255, got 256"),
        ((1, float("nan")), "values must be a whole number, got nan"),
        ((4, 4, [[0, 1], [1, 4]]), "unit 1: cell 4 is outside 0 to 3"),
        ((4, 4, [[0, 1], [2], [-1]]), "unit 2: cell -1 is outside 0 to 3"),
        ((4, 4, [[0, 2**63]]), "unit 0"),
        ((4, 4, [[0, 1], [1, 2, 1]]), "unit 1 has cell 1 twice"),
        ((4, 4, [[0, 1], [1.0, 2.0]]), "unit 1 must be"),
        ((4, 4, [[0, 1], [True, False]]), "unit 1 must be"),
        ((4, 4, [[0, 1], "01"]), "unit 1 must be"),
        ((4, 4, [[0, 1], [2**100]]), "unit 1 must be"),
        ((4, 4, [[0, 1], np.zeros((2, 2), int)]), "unit 1 must be"),
        ((4, 4, [[0, 1], np.array(0)]), "unit 1 must be"),
        ((4, 4, [[0, 1], [1, [2]]]), "unit 1 must be"),
        ((4, 4, [[0, 1], 2]), "unit 1 must be"),
        ((4, 4, [[0, 1], None]), "unit 1 must be"),
    ],
)
def test_skeleton_errors_name_the_place(arguments, message):
    with pytest.raises(PuzzleError, match=message):
        Skeleton(*arguments)


@pytest.mark.parametrize(
    ("domains", "message"),
    [
        ([0], "expected 3 domains, one for each cell, got 1"),
        ([0, 0, 0, 0], "expected 3 domains, one for each cell, got 4"),
        ([], "expected 3 domains, one for each cell, got 0"),
        ([0, 0, 1.0], "domain of cell 2"),
        ([0, float("nan"), 0], "domain of cell 1"),
        ([None, 0, 0], "domain of cell 0"),
        ([0, "1", 0], "domain of cell 1"),
        ([0, [1, 2.0], 0], "domain of cell 1"),
        ([0, 0, [[1]]], "domain of cell 2"),
        (np.array([0.0, 1.0, 2.0]), "domain of cell 0"),
    ],
)
def test_domain_errors_name_the_place(domains, message):
    with pytest.raises(PuzzleError, match=message):
        Model(Skeleton(3, 3), domains)


@pytest.mark.parametrize(
    ("inequalities", "message"),
    [
        ([(0, 1), (1, 3)], r"inequality 1, \(1, 3\): a cell is outside 0 to 2"),
        ([(0, 1), (-1, 0)], r"inequality 1, \(-1, 0\): a cell is outside 0 to 2"),
        ([(0, 1), (1, 2**63)], "inequality 1"),
        ([(0, 1), (1, 2**100)], "inequality 1"),
        ([(0, 1), (1, 2), (2, 2)], "inequality 2 compares cell 2 with itself"),
        ([(0, 1), (1, 2.0)], "inequality 1"),
        ([(0, 1), (0, 1, 2)], "inequality 1"),
        ([(0, 1), 2], "inequality 1"),
        ([(0, 1), None], "inequality 1"),
        ([(0, 1), "01"], "inequality 1"),
        (np.zeros((2, 3), int), "inequality 0"),
        (np.zeros((1, 2)), "inequality 0"),
    ],
)
def test_inequality_errors_name_the_inequality(inequalities, message):
    with pytest.raises(PuzzleError, match=message):
        Model(Skeleton(3, 3), inequalities=inequalities)


@pytest.mark.parametrize("skeleton", [None, 3, [[0, 1]], Model(Skeleton(1, 1))])
def test_a_model_needs_a_skeleton(skeleton):
    with pytest.raises(PuzzleError, match="skeleton must be a Skeleton"):
        Model(skeleton)


def test_skeleton_arrays():
    skeleton = Skeleton(5, 3, [[4, 0], [], np.array([1, 2, 3], np.uint8), range(2), (x for x in (3, 2))])
    assert skeleton.units == ((4, 0), (), (1, 2, 3), (0, 1), (3, 2))
    assert skeleton.unit_starts.tolist() == [0, 2, 2, 5, 7, 9]
    assert skeleton.unit_cells.dtype == skeleton.unit_starts.dtype == np.int32
    assert Skeleton(1, 1).unit_starts.tolist() == [0]


@pytest.mark.parametrize(
    ("domain", "allowed"),
    [
        (0, [1, 2, 3, 4]),
        (2, [2]),
        (4, [4]),
        (5, []),
        (-1, []),
        (2**100, []),
        (np.int8(3), [3]),
        (np.int8(-1), []),
        ([], []),
        ([0], []),
        ([3, 1, 1], [1, 3]),
        ((9, 2, -3, 0), [2]),
        ([2**100, 2], [2]),
        ({1, 4}, [1, 4]),
        (range(2, 10), [2, 3, 4]),
        (np.array([1, 3]), [1, 3]),
        (np.array([3]), [3]),
        (np.array([], int), []),
    ],
)
def test_domains(domain, allowed):
    model = Model(Skeleton(3, 4), [1, domain, 0])
    assert [model.allowed(cell) for cell in range(3)] == [[1], allowed, [1, 2, 3, 4]]
    assert model.domains.dtype == np.uint64
    assert model.domains.shape == (3, 1)
    assert model.domains[1, 0] == sum(1 << (v - 1) for v in allowed)
    assert count(model) == 4 * len(allowed)


@pytest.mark.parametrize("whole", [[1, 0, 3], (1, 0, 3), np.array([1, 0, 3]), np.array([1, 0, 3], ">u2")])
def test_domains_as_one_array(whole):
    assert [Model(Skeleton(3, 3), whole).allowed(cell) for cell in range(3)] == [[1], [1, 2, 3], [3]]


def test_domains_as_a_table():
    table = np.array([[1, 2], [3, 3], [0, 2]])
    assert [Model(Skeleton(3, 3), table).allowed(cell) for cell in range(3)] == [[1, 2], [3], [2]]


@pytest.mark.parametrize("values", [1, 63, 64, 65, 128, 129, 192, 193, 255])
def test_domains_of_many_values(values):
    chosen = sorted({1, values, *(v for v in (63, 64, 65, 127, 128, 129, 192, 193, 254) if v <= values)})
    model = Model(Skeleton(3, values), [chosen, values, 0])
    assert model.domains.shape == (3, mask_words(values)) == (3, 1 if values <= 64 else 4)
    assert model.allowed(0) == chosen
    assert model.allowed(1) == [values]
    assert model.allowed(2) == list(range(1, values + 1))
    for v in chosen:
        assert int(model.domains[0, (v - 1) // 64]) >> (v - 1) % 64 & 1


def test_arcs_keep_their_order():
    inequalities = [(2, 1), (0, 2), (2, 1)]
    model = Model(Skeleton(3, 3), inequalities=(inequality for inequality in inequalities))
    assert model.inequalities.tolist() == list(map(list, inequalities))
    assert model.inequalities.dtype == np.int32
    assert Model(Skeleton(3, 3)).inequalities.shape == (0, 2)
    assert Model(Skeleton(3, 3), inequalities=np.array(inequalities, ">i8")) == model


# Values ------------------------------------------------------------------------------------------------


def test_equality_and_hash():
    skeleton = Skeleton(3, 3, [[0, 1]])
    same = Skeleton(3, 3, [np.array([0, 1])])
    assert skeleton == same
    assert hash(skeleton) == hash(same)
    others = [Skeleton(4, 3, [[0, 1]]), Skeleton(3, 4, [[0, 1]]), Skeleton(3, 3, [[1, 0]]), Skeleton(3, 3)]
    assert all(skeleton != other for other in [*others, "skeleton", None])
    model = Model(skeleton, [0, 2, [3]], [(0, 1)])
    same = Model(same, [[1, 2, 3], {2}, 3], np.array([[0, 1]]))
    assert model == same
    assert hash(model) == hash(same)
    assert len({model, same, Model(skeleton)}) == 2
    assert len({hash(Model(skeleton, [v, 0, 0])) for v in range(4)}) == 4
    others = [
        Model(skeleton, [0, 2, 3]),
        Model(skeleton, [0, 2, 2], [(0, 1)]),
        Model(skeleton, inequalities=[(0, 1)]),
    ]
    assert all(model != other for other in [*others, skeleton, None])
    # Two units of one cell are not one unit of two.
    assert Skeleton(2, 2, [[0], [1]]) != Skeleton(2, 2, [[0, 1]])


@pytest.mark.parametrize("copied", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("model", [SMALL, Model(Skeleton(1, 1)), Model(Skeleton(2, 200), [0, 150], [(0, 1)])])
def test_pickle_and_copy(model, copied):
    assert copied(model) == model
    assert copied(model.skeleton) == model.skeleton
    assert count(copied(model)) == count(model)


def test_skeletons_are_shared():
    puzzle = Futoshiki([[0] * 4] * 4)
    assert puzzle.model().skeleton is Futoshiki([[1] * 4] * 4).model().skeleton is latin_skeleton(4)
    assert all(part.skeleton is SMALL.skeleton for part in split(SMALL, 4))


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(SMALL, id="built"),
        pytest.param(split(SMALL, 2)[1], id="split"),
        pytest.param(pickle.loads(pickle.dumps(SMALL)), id="pickled"),
    ],
)
@pytest.mark.parametrize("name", ["unit_starts", "unit_cells", "domains", "inequalities"])
def test_arrays_stay_read_only(model, name):
    array = getattr(model.skeleton if name.startswith("unit") else model, name)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


def test_arrays_are_copied():
    domains, inequalities, unit = np.array([0, 2, 0]), np.array([[0, 1]]), np.array([0, 1, 2])
    model = Model(Skeleton(3, 3, [unit]), domains, inequalities)
    again = Model(Skeleton(3, 3, [[0, 1, 2]]), [0, 2, 0], [(0, 1)])
    domains[:] = inequalities[:] = unit[:] = 1
    assert model == again


def test_repr_and_shape():
    assert repr(SMALL) == "<Model: 3 cells, 3 values, 1 inequalities>"
    assert repr(SMALL.skeleton) == "<Skeleton: 3 cells, 3 values, 1 units>"
    assert SMALL.shape == (SMALL.n_cells,) == (3,)
    assert SMALL.n_values == 3
    assert SMALL.model() is SMALL


@pytest.mark.parametrize(
    "units", [[[0, True]], [(np.False_, 1)], np.ma.masked_array([[0, 1]]), [np.zeros(2, bool)]]
)
def test_units_of_booleans_or_masked_arrays_are_refused(units):
    with pytest.raises(PuzzleError, match="unit 0 must be a list of whole numbers"):
        Skeleton(2, 2, units)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"domains": [0, True]}, "domain of cell 1"),
        ({"domains": [0, [np.True_]]}, "domain of cell 1"),
        ({"domains": np.zeros(2, bool)}, "domain of cell 0"),
        ({"domains": np.ma.masked_array([1, 0])}, "domains: masked arrays are not supported"),
        ({"domains": [np.ma.masked_array([1, 2], [1, 0]), 0]}, "domain of cell 0"),
        ({"inequalities": [(0, 1), (0, True)]}, "inequality 1: expected a pair of cells"),
        ({"inequalities": [np.zeros(2, bool)]}, "inequality 0: expected a pair of cells"),
        ({"inequalities": np.ma.masked_array([[0, 1]])}, "inequalities: masked arrays are not supported"),
        ({"sums": [([0, True], 3)]}, "sum 0"),
        ({"sums": [([0, 1], True)]}, "total of sum 0 must be a whole number"),
    ],
)
def test_booleans_and_masked_arrays_are_refused(rules, message):
    with pytest.raises(PuzzleError, match=message):
        Model(Skeleton(2, 2), **rules)


# Splitting ---------------------------------------------------------------------------------------------


def check_split(model, k, expected):
    parts = split(model, k)
    assert len(parts) == k
    found = [row for part in parts for row in brute_force(part)]
    assert sorted(found) == expected
    assert [count(part) for part in parts] == [len(brute_force(part)) for part in parts]


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_split(seed):
    rng = random.Random(seed)
    for _ in range(20):
        model = random_model(rng)
        assignments = math.prod(len(model.allowed(cell)) for cell in range(model.n_cells))
        expected = brute_force(model)
        for k in {1, 2, 3, rng.randint(1, 20), min(assignments, 60) + 1}:
            check_split(model, k, expected)


@pytest.mark.parametrize(
    "domains",
    [
        pytest.param([1, 2, 3], id="complete"),
        pytest.param([1, 1, 0], id="no solution"),
        pytest.param([[], 0, 0], id="no assignment"),
        pytest.param([0, 0, 0], id="empty"),
        pytest.param([[1, 2], 0, 3], id="six assignments"),
    ],
)
def test_split_beyond_the_assignments(domains):
    model = Model(Skeleton(3, 3, [range(3)]), domains)
    for k in range(1, 31):
        check_split(model, k, brute_force(model))


@pytest.mark.parametrize("k", [*range(1, 20), 100, thorough(1000)])
def test_split_of_a_grid(k):
    parts = split(Futoshiki([[0] * 4] * 4).model(), k)
    assert len(parts) == k
    assert sum(map(count, parts)) == 576


def test_split_of_many_values():
    model = Model(Skeleton(2, 200, [[0, 1]]), inequalities=[(0, 1)])
    parts = split(model, 70)
    rows = [row for part in parts for row in rows_of(all_solutions(part))]
    assert sorted(rows) == list(itertools.combinations(range(1, 201), 2))


def test_split_parts_are_even():
    parts = split(Model(Skeleton(4, 4)), 16)
    assert [count(part) for part in parts] == [16] * 16
    assert [count(part) for part in split(Model(Skeleton(4, 4)), 256)] == [1] * 256


@pytest.mark.parametrize(
    ("k", "message"), [(0, "k must be 1 to"), (-1, "got -1"), (1.5, "whole number"), (None, "whole number")]
)
def test_split_errors(k, message):
    with pytest.raises(PuzzleError, match=message):
        split(SMALL, k)


# Variants ----------------------------------------------------------------------------------------------

SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SUDOKU_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SUDOKU_SKELETON = Skeleton(81, 9, latin_units(9) + boxes(9, 3, 3))


def test_sudoku():
    model = Model(SUDOKU_SKELETON, list(map(int, SUDOKU)))
    assert "".join(map(str, solve(model).grid.tolist())) == SUDOKU_SOLUTION
    assert is_unique(model)


def test_futoshiki_with_boxes():
    values = list(map(int, SUDOKU_SOLUTION))
    square = [values[r : r + 9] for r in range(0, 81, 9)]
    inequalities = [
        (a * 9 + b, c * 9 + d) for (a, b), (c, d) in (signed(square, pair) for pair in neighbours(9))
    ]
    signs_alone = Model(SUDOKU_SKELETON, inequalities=inequalities)
    assert rows_of(all_solutions(signs_alone, order="lexicographic", limit=10)) == [tuple(values)]
    without_boxes = Model(latin_skeleton(9), inequalities=inequalities)
    some = all_solutions(without_boxes, limit=1000)
    in_boxes = [
        row for row in rows_of(some) if all(len({row[cell] for cell in box}) == 9 for box in boxes(9, 3, 3))
    ]
    assert in_boxes == [tuple(values)]


def test_sudoku_4x4():
    assert count(Model(Skeleton(16, 4, latin_units(4) + boxes(4, 2, 2)))) == 288


@pytest.mark.slow
def test_sudoku_6x6():
    assert count(Model(Skeleton(36, 6, latin_units(6) + boxes(6, 2, 3)))) == 28200960


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 0, 0, 48, 960, 92160], start=1)))
def test_diagonal_latin_squares(n, expected):  # OEIS A274806
    diagonals = [range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1) if n > 1 else [0]]
    assert count(Model(Skeleton(n * n, n, latin_units(n) + diagonals))) == expected


@pytest.mark.parametrize("inequalities", [[(0, 15)], [(3, 12), (0, 15)], [(0, 10), (10, 7), (7, 12)]])
def test_arcs_between_distant_cells(inequalities):
    model = Model(latin_skeleton(4), inequalities=inequalities)
    flat = [sum(square, ()) for square in latin_squares(4)]
    expected = [grid for grid in flat if all(grid[a] < grid[b] for a, b in inequalities)]
    assert 0 < len(expected) < 576
    assert rows_of(all_solutions(model, order="lexicographic")) == expected


@pytest.mark.parametrize(
    ("size", "values"), [(1, 1), (2, 5), (4, 4), (3, 9), (2, 64), (2, 65), (2, 255), (5, 8)]
)
def test_partial_all_different(size, values):
    assert count(Model(Skeleton(size, values, [range(size)]))) == math.perm(values, size)


@pytest.mark.parametrize(("cells", "values"), [(1, 1), (5, 1), (5, 3), (2, 255), (30, 1)])
def test_cells_in_no_unit(cells, values):
    assert count(Model(Skeleton(cells, values))) == values**cells


@pytest.mark.parametrize(("length", "values"), [(1, 1), (2, 1), (3, 5), (5, 5), (6, 5), (2, 255), (30, 31)])
def test_chains_of_arcs(length, values):
    model = Model(Skeleton(length, values), inequalities=itertools.pairwise(range(length)))
    assert count(model) == math.comb(values, length)


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 1, 2, 5, 16, 61, 272, 1385, 7936], start=1)))
def test_zigzag_permutations(n, expected):  # OEIS A000111
    inequalities = [(k, k + 1) if k % 2 else (k + 1, k) for k in range(n - 1)]
    assert count(Model(Skeleton(n, n, [range(n)]), inequalities=inequalities)) == expected


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(Model(Skeleton(4, 3, [range(4)])), id="unit too large"),
        pytest.param(Model(Skeleton(70, 65, [[0], range(66)])), id="wide unit too large"),
        pytest.param(Model(Skeleton(2, 1, [[0, 1]])), id="one value"),
        pytest.param(Model(Skeleton(2, 1), inequalities=[(0, 1)]), id="one value and an inequality"),
        pytest.param(Model(Skeleton(2, 5), inequalities=[(0, 1), (1, 0)]), id="both inequalities"),
        pytest.param(
            Model(Skeleton(30, 9), inequalities=[(k, (k + 1) % 30) for k in range(30)]),
            id="circle of inequalities",
        ),
        pytest.param(Model(Skeleton(1, 1), [2]), id="value out of range"),
        pytest.param(Model(Skeleton(1, 1), [[]]), id="empty domain"),
        pytest.param(Model(Skeleton(40, 9), [0] * 39 + [[]]), id="last domain empty"),
        pytest.param(Model(Skeleton(3, 3, [range(3)]), [[1, 2]] * 3), id="three cells share two values"),
        pytest.param(Model(Skeleton(3, 3, [range(3)]), [[1, 2]] * 3, [(0, 1)]), id="and an inequality"),
    ],
)
def test_no_solution(model):
    result = solve(model)
    assert result.status is Status.UNSATISFIABLE
    assert result.grid is None
    assert count(model) == 0
    assert not is_unique(model)
    assert all_solutions(model).shape == (0, model.n_cells)
    assert list(solutions(model)) == []
    assert [count(part) for part in split(model, 3)] == [0, 0, 0]


def test_one_cell_one_value():
    model = Model(Skeleton(1, 1, [[0]]))
    assert is_unique(model)
    assert solve(model).grid.tolist() == [1]


def test_order_of_cells_and_units_is_of_no_importance():
    rng = random.Random(1)
    for _ in range(50):
        model = random_model(rng)
        to = rng.sample(range(model.n_cells), model.n_cells)
        units = [rng.sample([to[cell] for cell in unit], len(unit)) for unit in model.skeleton.units]
        domains = [model.allowed(cell) for _, cell in sorted(zip(to, range(model.n_cells), strict=True))]
        moved = Model(
            Skeleton(model.n_cells, model.n_values, rng.sample(units, len(units))),
            domains,
            [(to[a], to[b]) for a, b in model.inequalities.tolist()],
        )
        assert sorted(
            tuple(row[to[cell]] for cell in range(model.n_cells)) for row in brute_force(moved)
        ) == (brute_force(model))
        assert count(moved) == count(model)


# Brute force -------------------------------------------------------------------------------------------


@functools.cache
def random_models(seed):
    rng = random.Random(seed)
    return [(model, brute_force(model)) for model in (random_model(rng) for _ in range(150))]


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_brute_force_agrees(seed):
    for model, expected in random_models(seed):
        assert rows_of(all_solutions(model, order="lexicographic")) == expected
        assert sorted(rows_of(all_solutions(model, seed=seed))) == expected
        assert [tuple(row.tolist()) for row in solutions(model, order="lexicographic")] == expected
        assert count(model) == len(expected)
        assert is_unique(model) == (len(expected) == 1)
        result = solve(model)
        assert result.status is (Status.SATISFIABLE if expected else Status.UNSATISFIABLE)
        assert result.grid is None if not expected else tuple(result.grid.tolist()) in expected


def test_random_models_are_of_every_kind():
    counts = [len(expected) for seed in range(10) for _, expected in random_models(seed)]
    assert min(counts.count(0), counts.count(1)) > 50
    assert sum(number > 1 for number in counts) > 500


def test_rules_are_added_to_a_model():
    cells = np.arange(16).reshape(4, 4)
    lines, diagonals = [*cells, *cells.T], [cells.diagonal(), cells[:, ::-1].diagonal()]
    far, same = [(1, 3), (3, 1), (2, 4), (4, 2)], [(v, v) for v in range(1, 5)]
    whole = Model(
        Skeleton(16, 4, [*lines, *diagonals]), None, [(0, 1)], [((0, 5), 5)], [(0, 1, far), (1, 4, same)]
    )
    parts = Model(Skeleton(16, 4, lines), None, [], [], [(0, 1, far)])
    parts = parts.with_units(diagonals).with_inequalities([(0, 1)]).with_sums([((0, 5), 5)])
    assert parts.with_relations([(1, 4, same)]) == whole
    assert parts.with_units([]).with_inequalities([]).with_sums([]).with_relations([]) == parts
    assert parts.with_relations([(1, 4, same)]).with_relations(
        [(2, 8, far)]
    ).relations.table_numbers.tolist() == [0, 1, 2]
    blank = Model(Skeleton(16, 4, lines))
    assert blank.with_relations([(0, 1, far)]) == Model(Skeleton(16, 4, lines), relations=[(0, 1, far)])
    assert blank == Model(Skeleton(16, 4, lines))


@pytest.mark.parametrize(
    ("add", "wrong", "message"),
    [
        ("with_units", [[0, 16]], "unit 0"),
        ("with_inequalities", [(0, 0)], "inequality 0 compares cell 0 with itself"),
        ("with_sums", [((0, 1), 3), ((0, 16), 5)], "sum 1: cell 16 is outside"),
        ("with_relations", [(0, 16, [(1, 2)])], "relation 0: cell 16 is outside"),
    ],
)
def test_rules_that_do_not_fit_are_refused(add, wrong, message):
    model = Model(Skeleton(16, 4))
    with pytest.raises(PuzzleError, match=message):
        getattr(model, add)(wrong)
