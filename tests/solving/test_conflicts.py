"""Conflicting clues: no solution, and none can be spared."""

import random

import numpy as np
import pytest

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    LimitReached,
    Model,
    Permutations,
    PuzzleError,
    Skeleton,
    Sudoku,
    conflicting_clues,
    count,
    split,
)
from fastfuto.puzzles import clues_of, keeping
from fastfuto.solving import tuning

from ..cases import some, thorough
from ..model.test_model import brute_force, random_model
from ..strategies import perturbed_puzzle, random_puzzle, rounds


def has_solution(puzzle):
    return bool(count(puzzle, limit=1))


def check(puzzle):
    """Check the conflicting clues of a puzzle without a solution, and return them."""
    conflict = conflicting_clues(puzzle)
    assert type(conflict) is type(puzzle)
    clues = clues_of(conflict)
    assert {clue.name for clue in clues} <= {clue.name for clue in clues_of(puzzle)}
    assert not has_solution(conflict)
    for k in range(len(clues)):
        assert has_solution(keeping(conflict, np.arange(len(clues)) != k))
    return clues


def names(puzzle):
    return [clue.name for clue in check(puzzle)]


def contradictory(rng):
    """Return small puzzles of all families, most of which have no solution."""
    n = rng.choice([2, 3, 4])
    clues = [[rng.choice([0, 0, *range(1, n + 1)]) for _ in range(n)] for _ in range(n)]
    boxes = [[rng.choice([0, 0, 1, 2, 3, 4]) for _ in range(4)] for _ in range(4)]
    pairs = [((r, c), (r, c + 1))[:: rng.choice([1, -1])] for r in range(n) for c in range(n - 1)]
    return [
        Futoshiki(clues, pairs),
        LatinSquare(clues),
        Sudoku(boxes, inequalities=[((0, 0), (0, 1)), ((0, 1), (1, 1))]),
        Adjacent(clues, pairs[: rng.randint(0, 3)]),
        Kakuro(
            [
                [None, (rng.randint(3, 9), 0), (rng.randint(3, 9), 0)],
                [(0, rng.randint(3, 9)), rng.choice([0, 1]), 0],
                [(0, rng.randint(3, 9)), 0, rng.choice([0, 2])],
            ]
        ),
        Permutations(
            n,
            forbidden=[(rng.randrange(n), rng.randint(1, n)) for _ in range(2 * n)],
            order=[tuple(rng.sample(range(n), 2)) for _ in range(n - 1)],
        ),
        ExactCover(
            [rng.sample("abcde", rng.choice([1, 2, 3])) for _ in range(4)],
            primary=list("abc"),
            secondary=list("de"),
        ),
    ]


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_none_can_be_spared_in_any_family(seed):
    rng = random.Random(seed)
    n_checked = 0
    for _ in range(15):
        for puzzle in contradictory(rng):
            if has_solution(puzzle):
                with pytest.raises(PuzzleError, match="the puzzle has a solution"):
                    conflicting_clues(puzzle)
            else:
                check(puzzle)
                n_checked += 1
    assert n_checked > 40


@pytest.mark.parametrize("memory", [tuning.LEARNER_MEMORY, 1000])
@pytest.mark.parametrize("seed", some(range(4), 2))
def test_models(tuned, seed, memory):
    # Without memory for a learner, all clues are found by halving.
    tuned(LEARNER_MEMORY=memory)
    rng = random.Random(seed)
    n_checked = 0
    for _ in rounds(2000):
        model = random_model(rng)
        if not brute_force(model):
            check(model)
            n_checked += 1
    assert n_checked > 10


@pytest.mark.parametrize("n", [5, 7, thorough(9)])
def test_grids_without_simple_contradictions(n):
    rng = random.Random(n)
    n_checked = 0
    for _ in rounds(600):
        puzzle = perturbed_puzzle(rng, n, 0.3, 0.5)
        if not puzzle.violations() and not has_solution(puzzle):
            assert len(check(puzzle)) >= 2
            n_checked += 1
    assert n_checked > 5


def test_the_first_problem_is_named():
    puzzle = Futoshiki([[3, 0, 3, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]], [((0, 1), (0, 0))])
    assert names(puzzle) == ["r1c1 = 3", "r1c3 = 3"]
    assert names(LatinSquare([[1, 0], [0, 7]])) == ["r2c2 = 7"]
    circle = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    assert sorted(names(Futoshiki(np.zeros((4, 4), int), circle))) == [
        "r1c1 < r1c2",
        "r1c2 < r2c2",
        "r2c1 < r1c1",
        "r2c2 < r2c1",
    ]
    assert names(Kakuro([[None, (3, 0), (4, 0)], [(0, 30), 0, 0], [(0, 3), 0, 0]])) == ["30 right of r2c1"]
    assert names(Kakuro([[(5, 0), (0, 4), 0, 0]])) == ["5 down of r1c1"]


def test_rules_that_cannot_be_kept_need_no_clues():
    assert names(Kakuro([[(0, 45)] + [0] * 10])) == []
    assert names(Model(Skeleton(3, 2, [range(3)]), [1, 0, 0])) == []


def test_bars_stay():
    puzzle = Adjacent([[1, 0, 3], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1))])
    conflict = conflicting_clues(puzzle)
    assert conflict.bars == puzzle.bars
    assert not has_solution(conflict)


def test_an_item_that_is_left_out_need_not_be_covered():
    cover = ExactCover({"A": ["p", "q"], "B": ["q", "r"], "C": ["s"]})
    conflict = conflicting_clues(cover)
    assert conflict.items[: conflict.n_primary] == ("p", "r")
    assert set(conflict.items[2:]) == {"q", "s"}
    assert conflict.names == cover.names


def test_the_time_limit():
    puzzle = random_puzzle(random.Random(3), 30, 0.45, 0.8)
    with pytest.raises(LimitReached, match="the conflicting clues are not known yet"):
        conflicting_clues(puzzle, timeout=0.001)


def test_only_puzzles_and_models():
    for each in ("2 1 1", split(LatinSquare(3), 2)[0]):
        with pytest.raises(TypeError, match="expected a Puzzle or a Model"):
            conflicting_clues(each)
