import itertools
import math
import random

import pytest
from hypothesis import given

from fastfuto import Futoshiki, parse, reference
from fastfuto.reference import Backtracking, FutoshikiState, State

from ..cases import some
from ..formats.samples import PUZZLE
from ..oracles import LATIN_SQUARES, brute_force, fits, latin_squares, tatham
from ..strategies import (
    contradictory,
    full,
    neighbours,
    perturbed_puzzle,
    puzzles,
    random_puzzle,
    rounds,
    signed,
)


class Permutation(State[int]):
    """All arrangements of 0..n-1, element by element."""

    def __init__(self, n):
        self.n = n
        self.chosen = []

    def is_final(self):
        return len(self.chosen) == self.n

    def is_dead(self):
        return False

    def moves(self):
        return [i for i in range(self.n) if i not in self.chosen]

    def place(self, move):
        self.chosen.append(move)

    def remove(self, move):
        assert self.chosen.pop() == move


class ZeroLast(Permutation):
    """Arrangements that end with 0: dead as soon as it stands anywhere else."""

    def is_dead(self):
        return 0 in self.chosen


# The template ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "calls"), list(enumerate([1, 2, 5, 16, 65, 326, 1957, 13700])))
def test_calls_of_permutations(n, calls):
    search = Backtracking(Permutation(n))
    assert [tuple(state.chosen) for state in search] == list(itertools.permutations(range(n)))
    assert search.calls == calls == sum(math.perm(n, k) for k in range(n + 1))
    assert search.state.chosen == []


def test_dead_states_are_called_but_not_entered():
    search = Backtracking(ZeroLast(3))
    assert [tuple(state.chosen) for state in search] == [(1, 2, 0), (2, 1, 0)]
    assert search.calls == len([(), (0,), (1,), (1, 0), (1, 2), (1, 2, 0), (2,), (2, 0), (2, 1), (2, 1, 0)])


def test_search_is_lazy():
    search = Backtracking(Permutation(200))
    assert next(iter(search)).chosen == list(range(200))
    assert search.calls == 201


def test_moves_may_be_anything():
    class Anything(Permutation):
        def moves(self):
            return [None, False, ()]

    assert [state.chosen[0] for state in Backtracking(Anything(1))] == [None, False, ()]


# The four cases --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clues", "inequalities", "complete", "valid"),
    [
        ([[1, 2], [2, 1]], [], True, True),
        ([[1, 2], [2, 1]], [((0, 0), (0, 1))], True, True),
        ([[1, 2], [2, 1]], [((0, 1), (0, 0))], True, False),
        ([[1, 2], [1, 2]], [], True, False),
        ([[1, 1], [2, 2]], [], True, False),
        ([[1, 3], [3, 1]], [], True, False),
        ([[1, -1], [-1, 1]], [], True, False),
        ([[0, 0], [0, 0]], [], False, True),
        ([[0, 0], [1, 0]], [((0, 0), (1, 0))], False, True),
        ([[1, 0], [1, 0]], [], False, False),
        ([[0, 0], [2, 2]], [], False, False),
        ([[0, 0], [0, 3]], [], False, False),
        ([[0, -1], [0, 0]], [], False, False),
        ([[2, 0], [1, 0]], [((0, 0), (1, 0))], False, False),
        ([[1]], [], True, True),
        ([[0]], [], False, True),
        ([[2]], [], True, False),
    ],
)
def test_classify(clues, inequalities, complete, valid):
    puzzle = Futoshiki(clues, inequalities)
    assert reference.classify(puzzle) == (complete, valid)
    if complete and valid:
        assert reference.all_solutions(puzzle) == [tuple(map(tuple, clues))]
    if not valid:
        search = Backtracking(FutoshikiState(puzzle))
        assert list(search) == []
        assert search.calls == 1  # nothing to solve
        assert reference.first_solution(puzzle) is None
        assert reference.count(puzzle) == 0


def test_incomplete_and_valid_may_have_no_solution():
    puzzle = Futoshiki([[1, 0, 0], [0, 2, 0], [0, 0, 0]], [((0, 1), (1, 1)), ((2, 0), (2, 1))])
    assert reference.classify(puzzle) == (False, True)
    assert reference.count(puzzle) == 0
    assert reference.first_solution(puzzle) is None


@given(puzzles(1, 6))
def test_classify_agrees_with_the_puzzle(puzzle):
    assert reference.classify(puzzle) == (puzzle.is_complete, puzzle.is_valid)


@given(contradictory(1, 4))
def test_contradictions_have_problems_and_no_solution(puzzle):
    assert puzzle.violations()
    assert brute_force(puzzle) == []


@given(full(1, 6))
def test_complete_schemes_are_their_own_solution(puzzle):
    grid = tuple(map(tuple, puzzle.clues.tolist()))
    assert reference.all_solutions(puzzle) == ([grid] if puzzle.is_valid else [])


# The solver ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize("n", range(1, 5))
def test_empty_grids(n, prune):
    puzzle = Futoshiki([[0] * n] * n)
    assert reference.count(puzzle, prune=prune) == LATIN_SQUARES[n]
    assert tuple(reference.all_solutions(puzzle, prune=prune)) == latin_squares(n)


@given(puzzles(1, 4))
def test_brute_force_agrees(puzzle):
    expected = brute_force(puzzle)
    for prune in (False, True):
        assert reference.all_solutions(puzzle, prune=prune) == expected
        assert reference.count(puzzle, prune=prune) == len(expected)
        assert reference.first_solution(puzzle, prune=prune) == next(iter(expected), None)


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_brute_force_agrees_on_random_puzzles(seed):
    rng = random.Random(seed)
    for _ in rounds(600):
        make = rng.choice([random_puzzle, perturbed_puzzle])
        puzzle = make(rng, rng.randint(2, 4), rng.uniform(0, 0.5), rng.uniform(0, 1))
        expected = brute_force(puzzle)
        assert reference.all_solutions(puzzle) == reference.all_solutions(puzzle, prune=True) == expected
        if make is random_puzzle:
            assert expected


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_pruning_changes_no_result_and_adds_no_calls(seed):
    rng = random.Random(seed)
    spared = 0
    for _ in range(30):
        make = rng.choice([random_puzzle, perturbed_puzzle])
        puzzle = make(rng, rng.randint(3, 6), rng.uniform(0.15, 0.5), rng.uniform(0.3, 1))
        plain, pruned = (Backtracking(FutoshikiState(puzzle, prune=prune)) for prune in (False, True))
        assert [str(state.grid) for state in plain] == [str(state.grid) for state in pruned]
        assert pruned.calls <= plain.calls
        spared += plain.calls - pruned.calls
    assert spared > 0


@pytest.mark.parametrize(("others", "values"), [("lesser", {3, 4}), ("greater", {1, 2})])
@pytest.mark.parametrize("line", [[(0, 0), (0, 1), (0, 2)], [(1, 3), (2, 3), (3, 3)]])
def test_pruning_rule_in_the_middle_of_three(line, others, values):
    first, (r, c), last = line
    pairs = [(first, (r, c)), (last, (r, c))]
    puzzle = Futoshiki([[0] * 4] * 4, pairs if others == "lesser" else [(b, a) for a, b in pairs])
    expected = brute_force(puzzle)
    assert reference.all_solutions(puzzle, prune=True) == expected
    assert {grid[r][c] for grid in expected} == values


def test_solutions_come_lazily_and_in_lexicographic_order():
    puzzle = random_puzzle(random.Random(1), 5, 0.1, 0.1)
    grids = reference.all_solutions(puzzle)
    assert len(grids) > 100
    assert grids == sorted(set(grids))
    assert all(fits(puzzle, grid) for grid in grids)
    lazy = reference.solutions(Futoshiki([[0] * 9] * 9))
    assert next(lazy) < next(lazy)
    assert reference.first_solution(puzzle) == grids[0]


def test_the_source_example():
    assert reference.all_solutions(PUZZLE) == [((4, 2, 3, 1), (2, 1, 4, 3), (3, 4, 1, 2), (1, 3, 2, 4))]


@pytest.mark.parametrize(
    "case", [case for case in tatham() if len(case.solution) <= 5], ids=lambda case: case.name
)
def test_puzzles_made_for_people(case):
    puzzle = parse(case.id, format="tatham")
    assert reference.all_solutions(puzzle) == [case.solution]
    assert reference.all_solutions(puzzle, prune=True) == [case.solution]


def test_no_depth_is_too_great():
    n = 40
    square = [[(r + c) % n + 1 for c in range(n)] for r in range(n)]
    signs = [signed(square, pair) for pair in neighbours(n)]
    puzzle = Futoshiki([[0] * n] * n, signs)
    search = Backtracking(FutoshikiState(puzzle))
    assert next(iter(search)).grid == square
    assert search.calls > n * n


@pytest.mark.parametrize("n", range(9))
def test_permutations_in_the_source_s_number_of_calls(n):
    search = reference.Backtracking(reference.PermutationState(n))
    assert sum(1 for _ in search) == math.factorial(n)
    assert search.calls == [1, 2, 5, 16, 65, 326, 1957, 13700, 109601][n]
    if n < 7:
        assert list(reference.permutations(n)) == list(itertools.permutations(range(n)))
