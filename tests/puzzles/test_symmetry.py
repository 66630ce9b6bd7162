"""Symmetric forms of Futoshiki, Latin squares and Sudoku."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastfuto import Futoshiki, Kakuro, LatinSquare, Sudoku, all_solutions, count

from ..strategies import puzzles
from .test_families import latin_squares, sudokus

FORMS = list(itertools.product(range(4), (False, True), (False, True)))
EVERY_FORM = pytest.mark.parametrize("form", FORMS)
JIGSAW = [[0, 0, 0, 1], [0, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]]
PUZZLES = [
    Futoshiki([[0] * 4, [0, 2, 0, 0], *[[0] * 4] * 2], [((0, 0), (0, 1)), ((2, 3), (1, 3))]),
    LatinSquare([[1, 0, 0, 0], [0, 0, 2, 0], *[[0] * 4] * 2]),
    Sudoku([[0, 3, 0, 0], *[[0] * 4] * 3], inequalities=[((1, 0), (0, 0)), ((2, 1), (2, 2))]),
    Sudoku([[0, 3, 0, 0], *[[0] * 4] * 3], regions=JIGSAW),
]
ANY = st.one_of(puzzles(1, 5), latin_squares(), sudokus())


def of_grid(grid, n, rotation, mirror, complement):
    """Return the form of a complete grid, said once more in plain Python."""
    for _ in range(rotation):
        grid = [[grid[n - 1 - c][r] for c in range(n)] for r in range(n)]
    if mirror:
        grid = [row[::-1] for row in grid]
    return [[n + 1 - v for v in row] for row in grid] if complement else [list(row) for row in grid]


@EVERY_FORM
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.family)
def test_the_solutions_of_a_form_are_the_forms_of_the_solutions(puzzle, form):
    transformed = puzzle.transformed(*form)
    assert type(transformed) is type(puzzle)
    solutions = all_solutions(puzzle).tolist()
    assert solutions
    expected = sorted(of_grid(grid, puzzle.n, *form) for grid in solutions)
    assert sorted(all_solutions(transformed).tolist()) == expected
    for grid in solutions[:5]:
        moved = puzzle.filled(grid).transformed(*form)
        assert moved.clues.tolist() == of_grid(grid, puzzle.n, *form)
        assert transformed.is_solution(moved.clues)


@given(puzzle=ANY, form=st.sampled_from(FORMS))
def test_contradictions_go_along(puzzle, form):
    transformed = puzzle.transformed(*form)
    assert transformed.is_valid == puzzle.is_valid
    assert bool(transformed.violations()) == bool(puzzle.violations())
    assert np.count_nonzero(transformed.clues) == np.count_nonzero(puzzle.clues)
    assert len(transformed.inequalities) == len(puzzle.inequalities)


@given(puzzle=ANY, turns=st.integers(-9, 9))
def test_transformations_follow_each_other(puzzle, turns):
    assert puzzle.transformed() == puzzle
    assert puzzle.transformed(turns) == puzzle.transformed(turns % 4)
    assert puzzle.transformed(turns).transformed(np.int64(-turns)) == puzzle
    assert puzzle.transformed(1, True, True) == puzzle.transformed(1).transformed(mirror=True).transformed(
        complement=True
    )
    for option in ("mirror", "complement"):
        assert puzzle.transformed(**{option: True}).transformed(**{option: True}) == puzzle


@given(puzzle=ANY)
def test_all_forms_have_one_canonical_form(puzzle):
    forms = {puzzle.transformed(*form) for form in FORMS}
    assert 16 % len(forms) == 0
    canonical = puzzle.canonical()
    assert canonical in forms
    assert {form.canonical() for form in forms} == {canonical}
    regions = canonical.regions.tolist() if isinstance(puzzle, Sudoku) else []
    for form in forms:
        other = form.regions.tolist() if isinstance(form, Sudoku) else []
        assert (regions, canonical.clues.tolist(), canonical.inequalities) <= (
            other,
            form.clues.tolist(),
            form.inequalities,
        )


@given(puzzle=puzzles(1, 4))
def test_forms_have_as_many_solutions(puzzle):
    assume(puzzle.is_valid)
    assert count(puzzle.canonical()) == count(puzzle)


def test_a_puzzle_has_16_forms():
    assert len({PUZZLES[0].transformed(*form) for form in FORMS}) == 16


def test_boxes_that_are_not_square_turn():
    puzzle = Sudoku([[0] * 6] * 6)
    assert puzzle.transformed(rotation=1) == Sudoku([[0] * 6] * 6, box=(3, 2))
    assert puzzle.transformed(rotation=2, mirror=True, complement=True) == puzzle
    assert puzzle.transformed(rotation=1).canonical() == puzzle


def test_values_out_of_range_stay():
    puzzle = Futoshiki([[3, -1], [2, 0]])
    assert puzzle.transformed(complement=True).clues.tolist() == [[3, -1], [1, 0]]


@pytest.mark.parametrize("rotation", [1.0, "1", None])
def test_a_rotation_is_a_whole_number(rotation):
    with pytest.raises(TypeError):
        PUZZLES[0].transformed(rotation)


def test_a_kakuro_has_no_other_forms():
    assert not hasattr(Kakuro, "transformed")
