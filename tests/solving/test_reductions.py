"""Reductions of counts, against trying all values and against the search."""

import itertools
import math
import random
from collections import Counter
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, LimitReached, Model, Skeleton, Sudoku
from fastfuto.solving import reductions, tuning
from fastfuto.solving.reductions import reduced
from fastfuto.solving.squares import Square

SEEDS = range(2)
EACH = 80


def number_of(model):
    """Return the number of solutions by the reductions, whose parts the search counts, and whether there were any."""
    result = reduced(model)
    if result is None:
        return fastfuto.count(model, engine="search"), False
    return _number_of_parts(result), True


def _number_of_parts(result):
    number = result.factor * math.prod(fastfuto.count(part, engine="search") for _, part in result.parts)
    if result.cases:
        number *= sum(weight * _number_of_parts(case) for weight, case in result.cases)
    assert number % result.divisor == 0
    return number // result.divisor


def random_fields(rng):
    """Return the parts of a small model, of which many have symmetries or are independent."""
    n_cells, n_values = rng.randint(1, 6), rng.randint(1, 4)
    cells, values = range(n_cells), range(1, n_values + 1)
    pairs = list(itertools.product(values, repeat=2))
    units = [rng.sample(cells, rng.randint(0, min(n_cells, n_values + 1))) for _ in range(rng.randint(0, 3))]
    domains = [
        rng.choice(
            (list(values), list(values), [rng.choice(values)], rng.sample(values, rng.randint(1, n_values)))
        )
        for _ in cells
    ]
    two = partial(rng.sample, cells, 2)
    some = [pair for pair in pairs if rng.random() < 0.6]
    tables = (
        [(v, v) for v in values],
        [(v, w) for v, w in pairs if v != w],
        [(v, w) for v, w in pairs if abs(v - w) != 1],
        some,
    )
    is_related = n_cells > 1
    inequalities = [tuple(two()) for _ in range(rng.choice((0, 0, 0, 1, 2)) * is_related)]
    relations = [(*two(), rng.choice(tables)) for _ in range(rng.choice((0, 0, 1, 2)) * is_related)]
    sums = [
        (rng.sample(cells, rng.randint(1, n_cells)), rng.randint(1, 12)) for _ in range(rng.choice((0, 0, 1)))
    ]
    return n_values, units, domains, inequalities, sums, relations


def number_by_trying(n_values, units, domains, inequalities, sums, relations):
    return sum(
        all(len({solution[k] for k in unit}) == len(unit) for unit in units)
        and all(solution[a] < solution[b] for a, b in inequalities)
        and all(sum(solution[k] for k in cells) == total for cells, total in sums)
        and all((solution[a], solution[b]) in allowed for a, b, allowed in relations)
        for solution in itertools.product(*domains)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_random_models(seed):
    rng = random.Random(seed)
    n_reduced = 0
    for _ in range(EACH):
        fields = random_fields(rng)
        n_values, units, domains, inequalities, sums, relations = fields
        model = Model(Skeleton(len(domains), n_values, units), domains, inequalities, sums, relations)
        number, is_reduced = number_of(model)
        assert number == number_by_trying(*fields), fields
        n_reduced += is_reduced
    assert n_reduced > EACH // 4


def random_square(rng):
    """Return a Futoshiki of order 3 to 5, of which many have symmetries on purpose."""
    n = rng.randint(3, 5)
    clues = np.zeros((n, n), int)
    numbers = np.arange(1, n + 1)
    k = rng.randint(0, n)
    style = rng.randrange(6)
    if style < 2:
        clues[0, :k] = numbers[:k]
    if style == 1:
        clues[:k, 0] = numbers[:k]
    if style in (2, 3):
        clues[range(k), range(k)] = 1 if style == 2 else numbers[:k]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        clues[rng.randrange(n), rng.randrange(n)] = rng.randint(1, n)
    neighbours = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    neighbours += [(b[::-1], a[::-1]) for a, b in neighbours]
    signs = rng.sample(neighbours, min(len(neighbours), rng.choice((0, 0, 1, 1, 2, 3, 4))))
    return Futoshiki(clues, [rng.choice((pair, pair[::-1])) for pair in signs])


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("order", [3, reductions.LEAST_ORDER], ids=["patterns", "usual"])
def test_random_squares(seed, order, monkeypatch):
    monkeypatch.setattr(reductions, "LEAST_ORDER", order)
    rng = random.Random(seed)
    n_reduced = 0
    for _ in range(EACH):
        puzzle = random_square(rng)
        number, is_reduced = number_of(puzzle.model())
        assert number == fastfuto.count(puzzle, engine="search"), puzzle
        n_reduced += is_reduced
    assert n_reduced > EACH // 4


def square(n, clues):
    grid = np.zeros((n, n), int)
    for r, c, value in clues:
        grid[r, c] = value
    return LatinSquare(grid)


SQUARES_8, REDUCED_8 = 108776032459082956800, 535281401856
"""All squares of order 8 and those with the first row and column in order: OEIS A002860 and A000315."""
ROW = [(0, k, k + 1) for k in range(8)]
COLUMN = [(k, 0, k + 1) for k in range(8)]


@pytest.mark.parametrize(
    ("puzzle", "number", "method"),
    [
        (square(8, ROW[:1]), SQUARES_8 // 8, "states; 1 of 1 clues by symmetry, / 8"),
        (square(8, ROW), SQUARES_8 // math.factorial(8), "states; 8 of 8 clues by symmetry, / 40,320"),
        (square(8, COLUMN), SQUARES_8 // math.factorial(8), "states; 8 of 8 clues by symmetry, / 40,320"),
        (square(8, {*ROW, *COLUMN}), REDUCED_8, "states; 15 of 15 clues by symmetry, / 203,212,800"),
        (
            square(8, [(k, k, 1) for k in range(8)]),
            SQUARES_8 // math.factorial(8),
            "states; 8 of 8 clues by symmetry, / 40,320",
        ),
        (
            Futoshiki(np.zeros((8, 8), int), [((0, 0), (0, 1))]),
            SQUARES_8 // 2,
            "states; 1 of 1 clues by symmetry, / 2",
        ),
        (
            Futoshiki(np.zeros((8, 8), int), [((0, 0), (0, 1)), ((0, 1), (0, 2))]),
            SQUARES_8 // 6,
            "states; 1 pattern of 2 signs",
        ),
        (Sudoku(np.zeros((6, 6), int)), 28200960, "enumeration; interchangeable values x 720"),
        (
            Model(Skeleton(16, 9)),
            9**16,
            f"interchangeable values x 9; free cells x {9**15:,}",
        ),
        (
            Model(Skeleton(16, 8, [range(8), range(8, 16)])),
            math.factorial(8) ** 2,
            "formula; interchangeable values x 40,320",
        ),
        (
            # The search cannot list the solutions of a part before the states are counted.
            Model(
                Skeleton(36, 12, [range(k, k + 12) for k in (0, 12, 24)]), None, [(0, 1), (12, 13), (24, 25)]
            ),
            (math.factorial(12) // 2) ** 3,
            "states; 3 parts",
        ),
    ],
    ids=["clue", "row", "column", "reduced", "ones", "sign", "signs", "sudoku", "free", "units", "parts"],
)
def test_known_numbers(puzzle, number, method, monkeypatch):
    # The method must not depend on what the first milliseconds count.
    monkeypatch.setattr(tuning, "BEGINNING", 0.0)
    result = fastfuto.count_result(puzzle)
    assert (result.count, result.exact, result.method) == (number, True, method)


def test_patterns_of_signs(monkeypatch, tuned):
    """The engine itself does not add cases."""
    monkeypatch.setattr(reductions, "LEAST_ORDER", 6)
    tuned(BEGINNING=0.0)
    for n_signs in (2, 4):
        signs = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (2, 1)), ((4, 3), (4, 4))][:n_signs]
        puzzle = Futoshiki([[0] * 6] * 5 + [[0, 0, 3, 0, 0, 0]], signs)
        result = fastfuto.count_result(puzzle)
        assert "pattern" in result.method
        assert result.count == fastfuto.count(puzzle, engine="states")


def diagonal(n):
    """Return the model of diagonal Latin squares of order n."""
    rows = np.arange(n * n).reshape(n, n)
    return Model(Skeleton(n * n, n, [*rows, *rows.T, rows.diagonal(), rows[::-1].diagonal()]))


def test_equivalent_clues_get_the_same_numbers():
    rng = random.Random(1)
    n, n_equal = 6, 0
    for _ in range(100):
        clues = {
            (r, c, (r * c + c) % n) for r, c in [divmod(cell, n) for cell in rng.sample(range(n * n), 5)]
        }
        names = [rng.sample(range(n), n) for _ in range(3)]
        others = {tuple(name[k] for name, k in zip(names, clue, strict=True)) for clue in clues}
        renumbered = []
        for each in (clues, others):
            renumbered.append(Square(n, each, set()))
            renumbered[-1].renumber()
        n_equal += renumbered[0].clues == renumbered[1].clues
        # Lines are renamed one by one, so as many rows, columns and values have one clue, two clues, ...
        for axis in range(3):
            before = Counter(Counter(clue[axis] for clue in clues).values())
            assert before == Counter(Counter(clue[axis] for clue in renumbered[0].clues).values())
    assert n_equal > 90


def test_diagonal_squares():
    """OEIS A274806."""
    assert [fastfuto.count(diagonal(n)) for n in range(1, 7)] == [1, 0, 0, 48, 960, 92160]


def test_two_rows():
    """Two rows of order 8, with each type of cycles: together they are in all squares with this first row."""
    types = {
        (8,): 5040,
        (6, 2): 3360,
        (5, 3): 2688,
        (4, 4): 1260,
        (4, 2, 2): 1260,
        (3, 3, 2): 1120,
        (2, 2, 2, 2): 105,
    }
    total = 0
    for lengths, n_permutations in types.items():
        second, start = [], 1
        for length in lengths:
            second += [*range(start + 1, start + length), start]
            start += length
        puzzle = LatinSquare([range(1, 9), second, *[[0] * 8] * 6])
        result = fastfuto.count_result(puzzle)
        assert "rows as values" in result.method
        total += n_permutations * result.count
    assert total == SQUARES_8 // math.factorial(8)


@pytest.mark.thorough
def test_a_diagonal():
    """Idempotent squares of order 8: the mean number of transversals, 61.05 (McKay, McLeod and Wanless, 2006)."""
    result = fastfuto.count_result(LatinSquare(np.diag(np.arange(1, 9))))
    assert result.count == 4084683374592
    assert round(result.count * math.factorial(8) ** 2 / SQUARES_8, 2) == 61.05


@pytest.mark.thorough
@pytest.mark.parametrize(
    "puzzle",
    [
        square(4, {*ROW[:4], *COLUMN[:4]} - {(0, 0, 1)}),
        square(4, [(k, k, 1) for k in range(4)]),
        square(4, [(2, 1, 3)]),
        LatinSquare([[1, 2, 3, 4, 5], [2, 1, 4, 5, 3], *[[0] * 5] * 3]),
        Futoshiki(np.zeros((4, 4), int), [((0, 0), (0, 1))]),
        Futoshiki(np.zeros((4, 4), int), [((0, 0), (0, 1)), ((2, 2), (3, 2))]),
        Sudoku(np.zeros((4, 4), int)),
        Model(Skeleton(6, 3, [(0, 1, 2), (3, 4)])),
        Model(Skeleton(5, 3, [(0, 1)]), None, [(2, 3)]),
    ],
    ids=["reduced", "ones", "clue", "rows", "sign", "signs", "sudoku", "free", "parts"],
)
def test_samples_of_reduced_models_are_uniform(puzzle):
    k = 2000
    solutions = {solution.tobytes(): 0 for solution in fastfuto.all_solutions(puzzle)}
    for drawn in fastfuto.sample(puzzle, k, seed=1):
        solutions[drawn.tobytes()] += 1
    expected = k / len(solutions)
    chi_squared = sum((number - expected) ** 2 / expected for number in solutions.values())
    freedom = len(solutions) - 1
    assert chi_squared < freedom + 4 * math.sqrt(2 * freedom)


def test_no_solution_of_a_reduced_model_is_drawn():
    for puzzle in (square(4, [(0, 0, 1), (0, 2, 1)]), Model(Skeleton(5, 3, [range(4)]))):
        with pytest.raises(fastfuto.NoSolution):
            fastfuto.sample(puzzle)


def test_limits():
    with pytest.raises(LimitReached) as caught:
        fastfuto.count(diagonal(9), timeout=0.1)
    assert caught.value.found > 0
    assert fastfuto.count(diagonal(6), limit=100) == 100


@pytest.mark.parametrize("limit", [10**9, REDUCED_8, REDUCED_8 + 1, 10**400])
def test_a_large_limit_is_reached_by_parts(limit):
    grid = [[r + c + 1 if r * c == 0 else 0 for c in range(8)] for r in range(8)]
    result = fastfuto.count_result(LatinSquare(grid), limit=limit)
    assert (result.count, result.exact) == (min(limit, REDUCED_8), limit > REDUCED_8)


@pytest.mark.thorough
def test_a_limit_is_reached_where_parts_cannot_be_counted():
    result = fastfuto.count_result(square(14, [(0, 0, 1)]), limit=1_500_000)
    assert result.count == 1_500_000
    assert not result.exact


def test_a_part_without_solutions_ends_the_count():
    assert fastfuto.count(Model(Skeleton(40, 9, [range(3), range(20, 29)]), sums=[(range(3), 30)])) == 0
