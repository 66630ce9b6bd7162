"""Kakuro that are made: layouts, one solution, levels."""

import itertools

import numpy as np
import pytest

import fastfuto
from fastfuto import Kakuro, RecipeNotMet, generate, generate_many, grade
from fastfuto.generation.layouts import is_whole, long_runs

LEVELS = ("easy", "moderate", "extreme")


def brute_force(puzzle):
    """Return all solutions by filling runs to the right with all sets of digits, and checking the others."""
    runs = puzzle.runs
    found = []

    def fill(grid, waiting):
        if not waiting:
            found.append(grid.copy())
            return
        run, *rest = waiting
        for digits in itertools.permutations(range(1, 10), len(run.cells)):
            if run.total is not None and sum(digits) != run.total:
                continue
            for cell, digit in zip(run.cells, digits, strict=True):
                grid[cell] = digit
            if all(fits(grid, other) for other in runs if other.direction == "down"):
                fill(grid, rest)
            for cell in run.cells:
                grid[cell] = 0

    def fits(grid, run):
        digits = [grid[cell] for cell in run.cells if grid[cell]]
        if len(set(digits)) < len(digits):
            return False
        return run.total is None or (
            sum(digits) == run.total if len(digits) == len(run.cells) else sum(digits) < run.total
        )

    fill(np.zeros(puzzle.shape, int), [run for run in runs if run.direction == "right"])
    return found


def check(made):
    """Check a puzzle by independent code: its layout, its solution, its grade and its recipe."""
    puzzle = made.puzzle
    assert type(puzzle) is Kakuro
    assert puzzle.violations() == []
    assert all(run.total is not None and 2 <= len(run.cells) <= 9 for run in puzzle.runs)
    assert fastfuto.all_solutions(puzzle, limit=2).tolist() == [made.solution.tolist()]
    assert puzzle.is_solution(made.solution)
    assert made.grade == grade(puzzle)
    assert generate(recipe=made.recipe) == made
    return made


def test_small_puzzles_agree_with_brute_force():
    for made in generate_many(6, 5, family="kakuro", seed=1):
        assert [grid.tolist() for grid in brute_force(check(made).puzzle)] == [made.solution.tolist()]


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_have_the_level_that_was_asked(level):
    for made in generate_many(2, 7, family="kakuro", level=level):
        assert check(made).grade.level == level


@pytest.mark.parametrize("shape", [(3, 3), (4, 9), (10, 10), (12, 8)])
def test_shapes(shape):
    made = check(generate(shape, family="kakuro", level=("easy", "moderate")))
    assert made.puzzle.shape == made.recipe.shape == shape


@pytest.mark.parametrize(
    ("symmetry", "image"),
    [
        ("half-turn", lambda cells: np.rot90(cells, 2)),
        ("quarter-turn", np.rot90),
        ("vertical", np.fliplr),
        ("diagonal", np.transpose),
    ],
)
def test_layouts_are_symmetric(symmetry, image):
    made = check(generate(9, family="kakuro", symmetry=symmetry))
    white = made.solution[1:, 1:] > 0
    assert not white.all()
    assert (image(white) == white).all()


def test_a_pattern_says_which_cells_are_white():
    pattern = np.zeros((5, 6), bool)
    pattern[1:3, 1:4] = pattern[2:5, 3:6] = True
    made = check(generate((5, 6), family="kakuro", pattern=pattern))
    assert ((made.solution > 0) == pattern).all()


def test_a_technique_and_a_score_can_be_required():
    made = check(generate(8, family="kakuro", technique="run combinations from candidates"))
    assert any(
        step.technique == "run combinations from candidates" for step in fastfuto.explain(made.puzzle).steps
    )
    assert check(generate(6, family="kakuro", score=1.7)).grade.score == 1.7


@pytest.mark.thorough
def test_threads_do_not_change_the_puzzles():
    wishes = {"family": "kakuro", "level": "extreme", "seed": 3}
    assert generate(7, threads=3, **wishes) == generate(7, **wishes)
    assert list(generate_many(5, 6, threads=2, **wishes)) == list(generate_many(5, 6, **wishes))


def test_time_limits_are_kept_and_the_nearest_miss_is_told():
    with pytest.raises(RecipeNotMet, match=r"time limit of 0\.1 s has passed after \d+ tries") as caught:
        generate(9, family="kakuro", level="search", timeout=0.1)
    assert caught.value.nearest is None or fastfuto.is_unique(caught.value.nearest.puzzle)


@pytest.mark.parametrize(
    ("rows", "whole", "short"),
    [
        (["000", "011", "011"], True, True),
        (["000", "011", "010"], False, True),
        (["000000", "011000", "011011", "000011"], False, True),
        (["000000", "011000", "011110", "000110"], True, True),
        (["0" * 11, "0" + "1" * 10, "0" + "1" * 10], True, False),
    ],
)
def test_what_a_layout_is(rows, whole, short):
    white = sum(1 << k for k, cell in enumerate("".join(rows)) if cell == "1")
    assert is_whole(white, len(rows[0])) == whole
    assert (long_runs(white, len(rows[0])) == 0) == short
