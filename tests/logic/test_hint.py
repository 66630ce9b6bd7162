"""Hints: mistakes first, then the easiest step from where the player stands."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Model, PuzzleError, Skeleton, hint

from ..oracles import tatham

PUZZLE = fastfuto.parse(next(each.id for each in tatham() if each.grade == "k"))
SOLUTION = fastfuto.solve(PUZZLE).grid.astype(int)


def test_hints_lead_from_the_clues_to_the_solution():
    entries = np.zeros(PUZZLE.shape, int)
    marks = np.ones((*PUZZLE.shape, PUZZLE.n), bool)
    steps = 0
    while (step := hint(PUZZLE, entries, candidates=marks)) is not None:
        assert step.technique not in ("mistake", "contradiction")
        for cell, value in step.placed:
            entries[cell] = value
        for cell, values in step.removed:
            for value in values:
                marks[(*cell, value - 1)] = False
        steps += 1
    assert steps > PUZZLE.n
    assert (np.where(entries, entries, PUZZLE.clues) == SOLUTION).all()


def test_the_first_hint_is_the_first_step():
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n <= 9:
            assert hint(puzzle) == fastfuto.explain(puzzle, limit=1).steps[0]


def test_a_wrong_entry_is_a_mistake():
    rng = random.Random(2)
    for _ in range(20):
        entries = np.where(np.random.default_rng(rng.randrange(99)).random(PUZZLE.shape) < 0.5, SOLUTION, 0)
        r, c = rng.randrange(PUZZLE.n), rng.randrange(PUZZLE.n)
        entries[r, c] = SOLUTION[r, c] % PUZZLE.n + 1
        step = hint(PUZZLE, entries)
        assert (step.technique, step.removed) == ("mistake", (((r, c), (int(entries[r, c]),)),))
        assert step.text() == f"The {entries[r, c]} in r{r + 1}c{c + 1} is wrong."


def test_an_entry_that_contradicts_a_clue_is_a_mistake():
    puzzle = Futoshiki([[1, 0], [0, 0]])
    assert hint(puzzle, [[2, 0], [0, 0]]).technique == "mistake"
    assert hint(puzzle, [[1, 0], [0, 0]]).technique == "full house"


def test_an_entry_that_leaves_the_other_side_no_value_is_a_mistake():
    """There are many solutions, and none of them has the entry."""
    puzzle = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))])
    for entries, cell in (({(0, 0): 4}, (0, 0)), ({(0, 1): 1}, (0, 1)), ({(0, 0): 3, (0, 1): 2}, (0, 0))):
        grid = np.zeros((4, 4), int)
        for at, value in entries.items():
            grid[at] = value
        step = hint(puzzle, grid)
        assert (step.technique, step.cells) == ("mistake", (cell,))
    step = hint(puzzle, [[3, 4, 0, 0], *[[0] * 4] * 3])
    assert step is None or step.technique != "mistake"


def test_marks_that_leave_out_the_solution_are_a_mistake():
    marks = np.ones((*PUZZLE.shape, PUZZLE.n), bool)
    r, c = np.argwhere(PUZZLE.clues == 0)[3]
    marks[r, c, SOLUTION[r, c] - 1] = False
    step = hint(PUZZLE, candidates=marks)
    assert (step.technique, step.cells, step.removed) == ("mistake", ((r, c),), ())
    assert "leave out" in step.text()


def test_a_full_grid_needs_no_hint():
    assert hint(PUZZLE, SOLUTION) is None
    assert hint(Futoshiki([[1, 2], [2, 1]])) is None


def test_several_solutions_allow_what_all_of_them_allow():
    puzzle = Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))])
    solutions = fastfuto.all_solutions(puzzle)
    entries = np.zeros((3, 3), int)
    step = hint(puzzle, entries)
    for cell, values in step.removed:
        assert not np.isin(solutions[:, cell[0], cell[1]], values).any()
    assert hint(puzzle, [[1, 1, 0], [0] * 3, [0] * 3]).removed == (((0, 0), (1,)),)
    assert hint(puzzle, [[3, 2, 0], [0] * 3, [0] * 3]).technique == "mistake"
    assert hint(LatinSquare([[0, 0], [0, 0]])) is None


def test_without_a_solution_the_contradiction_is_the_hint():
    assert hint(Futoshiki([[1, 1], [0, 0]])).technique == "contradiction"


def test_without_time_the_rules_are_asked():
    puzzle = fastfuto.Sudoku([[0] * 36] * 36)
    entries = np.zeros((36, 36), int)
    entries[0, :2] = 5
    assert hint(puzzle, entries, timeout=0).technique == "mistake"
    with pytest.raises(fastfuto.LimitReached, match="no step found"):
        hint(puzzle, timeout=0.05)


def test_a_model_has_hints():
    model = Model(Skeleton(3, 3, [range(3)]), inequalities=[(0, 1), (1, 2)])
    assert hint(model).cells == ((0,), (1,), (2,))
    assert (
        hint(model, [1, 2, 0]).text() == "Only cell 3 is empty in unit 1, and 3 is missing. So cell 3 is 3."
    )


@pytest.mark.parametrize(
    ("entries", "match"),
    [
        ([[0]], "of shape"),
        ([[0, 0], [0]], "of shape"),
        ([[0, 0], [0, 3]], "row 2, column 2 must hold 0 to 2, got 3"),
        ([[0, -1], [0, 0]], "row 1, column 2"),
        ([[0, 0.5], [0, 0]], "whole numbers"),
        ([[True, False], [False, False]], "whole numbers"),
    ],
)
def test_entries_that_cannot_be_are_refused(entries, match):
    with pytest.raises(PuzzleError, match=match):
        hint(Futoshiki([[0, 0], [0, 0]]), entries)


def test_candidates_that_cannot_be_are_refused():
    puzzle = Futoshiki([[0, 0], [0, 0]])
    for candidates in (np.ones((2, 2), bool), np.ones((2, 2, 2), int), [[[True]], []]):
        with pytest.raises(PuzzleError, match="candidates must be booleans"):
            hint(puzzle, candidates=candidates)
    with pytest.raises(ValueError, match="timeout"):
        hint(puzzle, timeout=-1)
