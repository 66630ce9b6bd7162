"""Permutations, and the engines for them."""

import itertools
import math
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LimitReached, MemoryLimit, ParseError, Permutations, PuzzleError
from fastfuto.engines import problem_of, refusal
from fastfuto.engines._permutations import EXHAUSTED, PAUSED, SOLUTION, Permuter, Subsets

from ..calls import is_refused


def brute_force(puzzle):
    forbidden = set(puzzle.forbidden)
    return [
        row
        for row in itertools.permutations(range(1, puzzle.n + 1))
        if not any((k, value) in forbidden for k, value in enumerate(row))
        and all(row[a] < row[b] for a, b in puzzle.order)
        and not set(itertools.pairwise(row)) & set(puzzle.forbidden_neighbours)
    ]


def random_rules(rng, n, neighbours=0.3):
    forbidden = [
        (k, v) for k in range(n) for v in range(1, n + 1) if rng.random() < rng.choice((0, 0.2, 0.5))
    ]
    order = [rng.sample(range(n), 2) for _ in range(rng.choice((0, 1, 3)))] if n > 1 else []
    beside = np.array([[rng.random() < 0.3 for _ in range(n)] for _ in range(n)]) & (
        rng.random() < neighbours
    )
    return Permutations(n, forbidden=forbidden, order=order, forbidden_neighbours=beside)


@pytest.mark.thorough
def test_random_rules():
    rng = random.Random(1)
    some = 0
    for _ in range(400):
        puzzle = random_rules(rng, rng.randint(1, 6))
        known = brute_force(puzzle)
        assert fastfuto.count(puzzle) == len(known)
        if refusal("states", puzzle.model(), to_list=False) is None:
            assert fastfuto.count(puzzle, engine="states") == len(known)
        assert fastfuto.count(puzzle, engine="search") == len(known)
        assert [tuple(row) for row in fastfuto.solutions(puzzle, order="lexicographic")] == known
        assert sorted(map(tuple, fastfuto.all_solutions(puzzle))) == known
        assert (fastfuto.solve(puzzle).grid is not None) == bool(known)
        if puzzle.violations():
            assert not known
        if not puzzle.order and not puzzle.forbidden_neighbours:
            assert fastfuto.count(puzzle, engine="cover") == len(known)
        some += bool(known)
    assert 100 < some < 390


@pytest.mark.thorough
def test_all_of_them():
    for n in range(1, 9):
        rows = fastfuto.all_solutions(Permutations(n))
        assert rows.tolist() == [list(row) for row in itertools.permutations(range(1, n + 1))]
        assert fastfuto.count(Permutations(n)) == math.factorial(n)
    first = next(fastfuto.solutions(Permutations(255)))
    assert first.tolist() == list(range(1, 256))
    some = fastfuto.all_solutions(Permutations(12), limit=5000)
    assert len(some) == 5000
    assert some[4999].tolist() == next(
        list(row) for row in itertools.islice(itertools.permutations(range(1, 13)), 4999, None)
    )
    with pytest.raises(MemoryLimit):
        fastfuto.all_solutions(Permutations(12), memory=10**6)
    with pytest.raises(LimitReached):
        fastfuto.all_solutions(Permutations(13), timeout=0.01)


@pytest.mark.thorough
def test_known_numbers():
    assert fastfuto.count(Permutations(63), engine="states") == math.factorial(63)
    assert fastfuto.count(Permutations(255)) == math.factorial(255)
    assert fastfuto.count_result(Permutations(5), limit=120).exact is False
    assert fastfuto.count_result(Permutations(5)).method == "formula"
    assert fastfuto.count(Permutations(40), limit=7) == 7
    derangements = [fastfuto.count(Permutations(n, forbidden=np.eye(n, dtype=bool))) for n in range(1, 13)]
    assert derangements == [0, 1, 2, 9, 44, 265, 1854, 14833, 133496, 1334961, 14684570, 176214841]  # A000166
    # Ménage (A000179): neither k nor k + 1 at position k.
    menage = []
    for n in range(3, 14):
        forbidden = [(k, v) for k in range(n) for v in (k + 1, (k + 1) % n + 1)]
        menage.append(fastfuto.count(Permutations(n, forbidden=forbidden)))
    assert menage == [1, 2, 13, 80, 579, 4738, 43387, 439792, 4890741, 59216642, 775596313]
    zigzag = []
    for n in range(2, 21):
        order = [(k, k + 1) if k % 2 == 0 else (k + 1, k) for k in range(n - 1)]
        zigzag.append(fastfuto.count(Permutations(n, order=order)))
    assert zigzag[:8] == [1, 2, 5, 16, 61, 272, 1385, 7936]  # A000111
    assert zigzag[-1] == 370371188237525
    # Permutations without neighbours that differ by 1 (A002464), the ways to place kings.
    kings = []
    for n in (4, 5, 6, 7, 20):
        near = [(v, w) for v in range(1, n + 1) for w in (v - 1, v + 1) if 1 <= w <= n]
        kings.append(fastfuto.count(Permutations(n, forbidden_neighbours=near)))
    assert kings == [2, 14, 90, 646, 327460573946510746]
    # Standard Young tableaux of 2 x k: Catalan numbers.
    ladder = [(k, k + 2) for k in range(38)] + [(2 * k, 2 * k + 1) for k in range(20)]
    assert fastfuto.count(Permutations(40, order=ladder)) == math.comb(40, 20) // 21
    # A permanent: J - I of order 20, with each position's own class.
    assert fastfuto.count(Permutations(20, forbidden=np.eye(20, dtype=bool))) == 895014631192902121


def test_an_antichain_of_pairs_goes_beyond_a_word():
    order = [(2 * k, 2 * k + 1) for k in range(11)]
    assert fastfuto.count(Permutations(24, order=order), engine="states") == math.factorial(24) >> 11


@pytest.mark.thorough
def test_a_permanent_beyond_a_word():
    assert (
        fastfuto.count(Permutations(21, forbidden=np.eye(21, dtype=bool))) == 18795307255050944540
    )  # A000166


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Permutations(0), "n must be 1 to 255"),
        (lambda: Permutations(256), "n must be 1 to 255"),
        (lambda: Permutations(True), "n must be"),
        (lambda: Permutations(2.0), "n must be"),
        (lambda: Permutations(3, forbidden=[(0, 0)]), r"forbidden 0: \(0, 0\) is outside"),
        (lambda: Permutations(3, forbidden=[(0, 1), (3, 1)]), "forbidden 1"),
        (lambda: Permutations(3, forbidden=[1]), "forbidden must contain pairs"),
        (lambda: Permutations(3, forbidden=5), "forbidden must contain pairs"),
        (lambda: Permutations(3, forbidden=np.zeros((2, 3), bool)), "forbidden must have shape"),
        (lambda: Permutations(3, order=[(0, 3)]), "order 0"),
        (lambda: Permutations(3, forbidden_neighbours=[(1, 2), (0, 3)]), r"forbidden_neighbours 1: \(0, 3\)"),
        (lambda: Permutations(3, order=[(0, 1), (1, 1)]), "order 1 compares position 1"),
        (lambda: Permutations(3, order=[(0.5, 1)]), "order must contain pairs"),
    ],
)
def test_what_are_no_rules(make, message):
    with pytest.raises(PuzzleError, match=message):
        make()


def test_values():
    assert Permutations(3, order=[(0, 1), (0, 1)]) == Permutations(3, order=[(0, 1)]) != Permutations(3)
    assert [violation.kind for violation in Permutations(3, order=[(0, 1), (1, 0)]).violations()] == ["cycle"]
    assert [p.kind for p in Permutations(2, forbidden=[(0, 1), (1, 1)]).violations()] == ["value"]


def test_texts():
    puzzle = Permutations(
        5, forbidden=[(0, 3), (4, 1)], order=[(0, 1), (2, 1)], forbidden_neighbours=[(5, 1)]
    )
    assert str(puzzle) == "permutations 5\n0 < 1\n2 < 1\n0 != 3\n4 != 1\n5 !~ 1\n"
    for text in (
        str(puzzle),
        "# all of them\r\n\r\n permutations  5 # n\n0!=3\n 4 !=1\n\n2<1#x\n0\t< 1\n5!~1\n0 < 1",
    ):
        assert Permutations.parse(text) == puzzle
    assert Permutations.parse("permutations 255") == Permutations(255)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the text is empty"),
        ("# nothing\n", 1, 1, "expected 'permutations' and n, but the text ends"),
        ("\n 0 < 1\n", 2, 2, "expected 'permutations' and n, found '0'"),
        ("Permutations 3", 1, 1, "found 'Permutations'"),
        ("permutations # 3", 1, 13, "expected the number n, but the line ends"),
        ("permutations x", 1, 14, "expected the number n, found 'x'"),
        ("permutations 3 4", 1, 16, "expected the end of the line, found '4'"),
        ("permutations 0", 1, 14, "n must be 1 to 255, found 0"),
        ("permutations -3", 1, 14, "n must be 1 to 255, found -3"),
        ("permutations 256", 1, 14, "n must be 1 to 255, found 256"),
        ("permutations " + "9" * 5000, 1, 14, "n must be 1 to 255, found 9999"),
        ("permutations 3\n0", 2, 2, "expected '<', '!=' or '!~', but the line ends"),
        ("permutations 3\n0 <  # 1\n", 2, 4, "expected a number, but the line ends"),
        ("permutations 3\n0 > 1", 2, 3, "expected '<', '!=' or '!~', found '>'"),
        ("permutations 3\n0 = 1", 2, 3, "expected '<', '!=' or '!~', found '='"),
        ("permutations 3\na < 1", 2, 1, "expected a position or a value, found 'a'"),
        ("permutations 3\n-1 < 1", 2, 1, "expected a position or a value, found '-1'"),
        ("permutations 3\n0 < 1 < 2", 2, 7, "expected the end of the line, found '<'"),
        ("permutations 3\n0 < " + "9" * 5000, 2, 5, "expected a number, found '99999999999999999999'"),
        ("permutations 3\n3 < 1", 2, 1, "a position must be 0 to 2, found 3"),
        ("permutations 3\n0 < 3", 2, 5, "a position must be 0 to 2, found 3"),
        ("permutations 3\n0 != 0", 2, 6, "a value must be 1 to 3, found 0"),
        ("permutations 3\n3 !~ 4", 2, 6, "a value must be 1 to 3, found 4"),
        ("permutations 3\n0 !~ 1", 2, 1, "a value must be 1 to 3, found 0"),
        ("permutations 3\n0 != 4", 2, 6, "a value must be 1 to 3, found 4"),
        ("permutations 3\n\n1 < 1", 3, 5, "position 1 cannot be less than itself"),
    ],
)
def test_texts_that_are_no_rules(text, line, column, message):
    with pytest.raises(ParseError) as caught:
        Permutations.parse(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_budgets_and_memory():
    rng = random.Random(3)
    for _ in range(100):
        model = random_rules(rng, 7, neighbours=0).model()
        known = None
        for budget in (10**9, 1, 7):
            subsets = Subsets(7)
            subsets.reset(problem_of(model))
            while subsets.run(budget) == PAUSED or subsets.advance():
                pass
            assert known in (None, subsets.count())
            known = subsets.count()
            assert subsets.run(1) == EXHAUSTED
            assert not subsets.advance()
    # Positions that all differ, and a sign, so that nothing but the sets helps.
    hard = Permutations(24, forbidden=np.eye(24, dtype=bool), order=[(0, 1)])
    model = hard.model()
    subsets = Subsets(24, 1 << 20)
    subsets.reset(problem_of(model))
    with pytest.raises(MemoryError):
        drain(subsets)
    assert subsets.peak_bytes <= 1 << 20
    with pytest.raises(MemoryError):
        subsets.run(1)
    with pytest.raises(MemoryLimit):
        fastfuto.count(hard, memory=1 << 20)


def test_large_tables_grow_within_the_budget():
    rng = random.Random(3)
    pairs = [(k, rng.randint(1, 29)) for k in range(30) for _ in range(12)]
    model = Permutations(30, forbidden=pairs, order=[(0, 1)]).model()
    subsets = Subsets(30)
    subsets.reset(problem_of(model))
    shrinks = 0
    while subsets.layer_size < 100_000:
        before = subsets.bytes
        if subsets.run(10_000) == EXHAUSTED:
            subsets.advance()
        else:
            shrinks += subsets.bytes < before
    assert subsets.peak_bytes > 10_000_000
    # A table that has been outgrown is emptied bit by bit, and freed by a later run than the one in which it was.
    assert shrinks > 5


def drain(subsets):
    while subsets.run(10**7) == PAUSED or subsets.advance():
        pass


def test_permanents_of_random_matrices():
    """By sets and by Ryser's formula: an order of no effect keeps to the sets."""
    rng = random.Random(4)
    for n in (10, 12, 14):
        for _ in range(12):
            forbidden = np.array([[rng.random() < 0.4 for _ in range(n)] for _ in range(n)])
            forbidden[0, 1:] = True  # the value at 0 is 1, which is less than what is at 1
            forbidden[1, 0] = True
            by_formula = fastfuto.count(Permutations(n, forbidden=forbidden), engine="states")
            by_sets = fastfuto.count(Permutations(n, forbidden=forbidden, order=[(0, 1)]), engine="states")
            assert by_formula == by_sets
            forbidden[0] = False
            by_formula = fastfuto.count(Permutations(n, forbidden=forbidden), engine="states")
            ways = [
                fastfuto.count(Permutations(n, forbidden=forbidden, order=order), engine="states")
                for order in ([(0, 1)], [(1, 0)])
            ]
            assert by_formula == sum(ways)


def test_the_door():
    with pytest.raises(ValueError, match="1 to 63"):
        Subsets(64)
    subsets = Subsets(3)
    with pytest.raises(ValueError, match="reset"):
        subsets.run(1)
    with pytest.raises(ValueError, match="must have 3 cells and 3 values"):
        subsets.reset(problem_of(Permutations(2).model()))
    subsets.reset(problem_of(Permutations(3).model()))
    with pytest.raises(ValueError, match="budget"):
        subsets.run(0)
    with pytest.raises(RuntimeError, match="not finished"):
        subsets.advance()
    for n in (0, 256):
        with pytest.raises(ValueError, match="1 to 255"):
            Permuter(n)
    permuter = Permuter(3)
    for arguments in ((0, 1), (1, 0), (1, 2, np.zeros((1, 3), np.uint8)), (1, 1, np.zeros((1, 2), np.uint8))):
        with pytest.raises(ValueError, match="must"):
            permuter.run(*arguments)
    assert permuter.run(2, 10) == PAUSED
    assert permuter.run(10, 4) == SOLUTION
    assert permuter.run(10, 4) == EXHAUSTED
    assert permuter.total == 6


def test_one_that_runs_elsewhere_is_refused():
    permuter = Permuter(14)
    assert is_refused(lambda: permuter.run(1, 1), lambda: permuter.run(100_000_000, 2**60))


@pytest.mark.parametrize(
    "rules",
    [
        {"order": [(0, True)]},
        {"order": [(np.False_, 1)]},
        {"forbidden": [(True, 1)]},
        {"forbidden": [(0, 1), [1, np.True_]]},
        {"forbidden": np.ma.masked_array([[0, 1]], [[1, 0]])},
        {"order": np.ma.masked_array([[0, 1]])},
    ],
    ids=repr,
)
def test_booleans_and_masked_arrays_are_refused(rules):
    with pytest.raises(PuzzleError, match=next(iter(rules))):
        Permutations(3, **rules)


def test_each_circle_of_the_order_is_a_violation():
    order = [(k, k + 1) for k in range(0, 100, 2)] + [(k + 1, k) for k in range(0, 100, 2)]
    found = Permutations(100, order=order).violations()
    assert [violation.kind for violation in found] == ["cycle"] * 50
    assert str(found[1]) == "the order of positions has a cycle: 2 < 3 < 2"
