"""The engines of batches with a single puzzle: the answers of the reference, and puzzles that they leave to others."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, Model, Skeleton, Sudoku
from fastfuto.engines import EXHAUSTED, PAUSED, SOLUTION, Request, Single, open_search, problem_of
from fastfuto.reference import solutions, sudoku_solutions

from ..strategies import perturbed_puzzle, rounds
from .test_sudoku9 import mixture

HUGE = 2**40


def answers(puzzle, limit):
    """Return the outcome of a run, the number of solutions, and the first solution."""
    single = Single(Request(puzzle.model()))
    row = np.zeros((1, puzzle.n**2), np.uint8)
    outcome = single.run(HUGE, limit, row)
    assert single.found == single.total <= limit
    return outcome, single.total, row.reshape(puzzle.n, puzzle.n)


def test_futoshikis_have_the_solutions_of_the_reference():
    rng = random.Random(1)
    for _ in rounds(300):
        puzzle = perturbed_puzzle(rng, rng.randint(1, 5), rng.choice([0.1, 0.3]), rng.choice([0.0, 0.2, 0.4]))
        expected = [np.asarray(grid).tolist() for grid in solutions(puzzle)]
        if puzzle.n == 1 and not expected:
            continue
        for limit in (1, 2, 50):
            outcome, number, grid = answers(puzzle, limit)
            assert number == min(limit, len(expected))
            assert outcome == (SOLUTION if number == limit else EXHAUSTED)
            assert not number or grid.tolist() in expected


def test_sudokus_have_the_solutions_of_the_reference():
    for grid in mixture(random.Random(2), 40, least=26):
        if grid.max() > 9:
            continue
        puzzle = Sudoku(grid)
        listed = sudoku_solutions(puzzle)
        expected = [np.array(each).tolist() for each, _ in zip(listed, range(3), strict=False)]
        outcome, number, solution = answers(puzzle, 3)
        assert (outcome, number) == (SOLUTION if len(expected) == 3 else EXHAUSTED, len(expected))
        assert not number or puzzle.is_solution(solution)


def test_a_second_question_counts_from_the_first():
    single = Single(Request(Sudoku([[0] * 9] * 9).model()))
    assert [single.run(HUGE, 1), single.total, single.run(HUGE, 1), single.total] == [
        SOLUTION,
        1,
        SOLUTION,
        2,
    ]
    assert single.found == 1
    assert single.nodes > 0
    assert single.run(1, 5) == PAUSED
    assert (single.found, single.total) == (0, 2)


def test_a_hard_puzzle_is_handed_over():
    single = Single(Request(LatinSquare(14).model()))
    assert single.run(HUGE, 2) == PAUSED


ROWS = [range(7 * r, 7 * r + 7) for r in range(7)]
COLUMNS = [range(c, 49, 7) for c in range(7)]


@pytest.mark.parametrize(
    "model",
    [
        Sudoku([[0] * 9] * 9, regions=[list(range(9))] * 9).model(),
        Sudoku([[0] * 9] * 9, inequalities=[((0, 0), (0, 1))]).model(),
        Sudoku([[0] * 8] * 8).model(),
        Model(Skeleton(49, 7, [*COLUMNS, *ROWS])),
        Model(Skeleton(49, 7, ROWS)),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), [[1, 2]] + 48 * [0]),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), [[]] + 48 * [0]),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), inequalities=[(6, 7)]),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), inequalities=[(0, 8)]),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), sums=[([0, 8], 5)]),
        Model(Skeleton(49, 7, [*ROWS, *COLUMNS]), relations=[(0, 8, [(1, 1)])]),
        Model(Skeleton(48, 7, ROWS[:6])),
    ],
)
def test_other_models_are_left_to_other_engines(model):
    assert Single(Request(model)).name == ""
    # The first turns leave such a model to the search.
    expected = fastfuto.solve(model, engine="search")
    found = fastfuto.solve(model)
    assert (found.status, found.stats.engine) == (expected.status, "search")


def test_arrays_of_another_shape_are_refused():
    problem = problem_of(LatinSquare(3).model())
    right = np.zeros((1, 9), np.uint8)
    for wrong in (np.zeros((1, 8), np.uint8), np.zeros((2, 9), np.uint8)):
        for arrays in ((right, wrong), (wrong, right)):
            with pytest.raises(ValueError, match="expected arrays of 1 row and 9 columns"):
                problem.lay_out(*arrays)


def test_a_search_that_pauses_after_backtracks_finds_the_same():
    rng = random.Random(3)
    for _ in rounds(60):
        puzzle = perturbed_puzzle(rng, rng.choice([6, 7, 8]), 0.15, 0.3)
        whole, parts = (open_search(Request(puzzle.model())) for _ in range(2))
        rows = np.zeros((2, 3, puzzle.n**2), np.uint8)
        outcome = whole.run(HUGE, 3, rows[0])
        most, found = 0, 0
        while True:
            most += 2
            again = parts.run(HUGE, 3 - found, rows[1, found:], most)
            found += parts.found
            if again != PAUSED:
                break
            assert parts.backtracks >= most
        assert (again, found, parts.nodes) == (outcome, whole.found, whole.nodes)
        np.testing.assert_array_equal(rows[0], rows[1])
