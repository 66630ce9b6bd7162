"""Grades: the levels of the generator, the slow twin, and what no grade depends on."""

import itertools
import random
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from hypothesis import given

import fastfuto
from fastfuto import (
    ExactCover,
    Futoshiki,
    Grade,
    JobError,
    Level,
    Model,
    PuzzleError,
    Recipe,
    Rules,
    Skeleton,
    Sudoku,
    grade,
    grade_many,
)
from fastfuto.logic.technique import RULE_SETS, RULES

from ..oracles import tatham
from ..relations import random_related
from ..strategies import perturbed_puzzle, puzzles, random_puzzle, rounds
from .test_clues import agrees, random_adjacent, random_kakuro, random_sums

LEVELS = {"t": "trivial", "e": "easy", "k": "tricky", "x": "extreme", "r": "recursive"}
EXAMPLES = Path(__file__).parents[2] / "examples"
FULL = ["trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical", "search"]


@pytest.mark.parametrize("each", tatham(), ids=lambda each: each.name)
def test_levels_are_those_asked_of_the_generator(each):
    puzzle = fastfuto.parse(each.id)
    assert grade(puzzle, rules="tatham").level == LEVELS[each.grade]
    assert grade(puzzle).level != "search"


def golden(name):
    lines = (Path(__file__).parents[1] / "golden" / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("case", golden("recursive.tsv"), ids=range(20))
def test_recursive_puzzles_are_recursive(case):
    assert grade(fastfuto.parse(case[0]), rules="tatham").level == "recursive"


@pytest.mark.parametrize("case", golden("large.tsv"), ids=lambda case: case[0].partition(":")[0])
def test_large_puzzles_have_the_level_that_was_asked_for(case):
    game_id, level = case
    assert grade(fastfuto.parse(game_id), rules="tatham").level == level


def agrees_under_both(puzzle):
    """Compare with the slow twin under both sets of rules; return how it ends under Tatham's."""
    return [agrees(puzzle, rules) for rules in ("full", "tatham")][1]


def test_the_slow_twin_agrees_on_random_puzzles():
    rng = random.Random(16)
    ends = set()
    for _ in rounds(100):
        make = rng.choice([random_puzzle, random_puzzle, perturbed_puzzle])
        n = rng.choice([2, 3, 4, 4, 5])
        ends.add(agrees_under_both(make(rng, n, rng.choice([0, 0.1, 0.2]), rng.choice([0.3, 0.5, 0.7]))))
    assert ends == {"solved", "stuck", "contradiction"}


@pytest.mark.thorough
def test_the_slow_twin_agrees_on_puzzles_of_the_generator():
    small = [fastfuto.parse(each.id) for each in tatham() if each.id.startswith(("5:", "6:"))]
    assert len(small) > 5
    for puzzle in small[::2]:
        assert agrees_under_both(puzzle) == (
            "stuck" if grade(puzzle, rules="tatham").level == "recursive" else "solved"
        )


@pytest.mark.thorough
def test_the_slow_twin_agrees_on_sudokus():
    rng = random.Random(4)
    for seed in range(15):
        square = fastfuto.sample(Sudoku([[0] * 4] * 4), 1, seed=seed)[0]
        agrees_under_both(
            Sudoku(np.where(np.array([[rng.random() < 0.35 for _ in range(4)] for _ in range(4)]), square, 0))
        )


def small_puzzles(rng):
    """Yield puzzles and models of every kind, among them some without a solution or with several."""
    for _ in range(50):
        yield random_puzzle(rng, rng.randint(1, 7), rng.choice([0, 0.1, 0.2]), rng.choice([0.3, 0.5, 0.7]))
        yield perturbed_puzzle(rng, rng.randint(2, 6), rng.choice([0, 0.1, 0.2]), rng.choice([0.3, 0.5, 0.7]))
        yield random_adjacent(rng, rng.randint(2, 6), rng.choice([0.1, 0.3]))
        yield random_sums(rng)[0]
        yield random_related(rng).model
    for seed in range(15):
        yield random_kakuro(rng, rng.randint(2, 5), rng.randint(2, 5))
        yield fastfuto.generate(9, family="sudoku", seed=seed).puzzle
        yield fastfuto.generate(6, seed=seed).puzzle
    yield from (fastfuto.parse(each.id) for each in tatham() if each.id.startswith(("4:", "5:", "6:", "7:")))


def test_the_score_is_that_of_the_hardest_step():
    """A contradiction is found by a rule, but shown by a step of its own, without a score."""
    ends = set()
    for puzzle in small_puzzles(random.Random(12)):
        for rules in ("full", "tatham"):
            if rules == "tatham" and len(puzzle.model().sums.totals):
                continue
            explanation, found = fastfuto.explain(puzzle, rules=rules), grade(puzzle, rules=rules)
            by_rules = list(itertools.takewhile(lambda step: step.technique != "search", explanation.steps))
            hardest = max((step.score for step in by_rules), default=0.0)
            if explanation.contradiction:
                assert found.score >= hardest
            else:
                assert found.score == hardest
            is_solved = explanation.solved and len(by_rules) == len(explanation)
            assert (found.level not in ("search", "recursive", None)) == is_solved
            ends.add((explanation.solved, explanation.contradiction, found.level))
    assert len(ends) > 9


def turned(puzzle, how):
    """Return a puzzle after a quarter turn, a reflection, or the complement of its values."""
    n = puzzle.n
    clues = puzzle.clues.copy()
    if how == "complement":
        pairs = [(b, a) for a, b in puzzle.inequalities]
        return Futoshiki(np.where(clues > 0, n + 1 - clues, 0), pairs)

    def move(cell):
        r, c = cell
        return (c, n - 1 - r) if how == "turn" else (c, r)

    moved = np.rot90(clues, -1) if how == "turn" else clues.T
    return Futoshiki(moved, [(move(a), move(b)) for a, b in puzzle.inequalities])


@pytest.mark.parametrize("how", ["turn", "transpose", "complement"])
def test_grades_do_not_depend_on_symmetry(how):
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n <= 9:
            for rules in ("full", "tatham"):
                assert grade(turned(puzzle, how), rules=rules) == grade(puzzle, rules=rules), each.name


def test_grades_do_not_depend_on_the_order_of_inequalities():
    puzzle = fastfuto.parse(next(each.id for each in tatham() if each.grade == "r"))
    model = puzzle.model()
    for seed in range(5):
        pairs = np.random.default_rng(seed).permutation(model.inequalities)
        assert grade(Model(model.skeleton, [model.allowed(c) for c in range(model.n_cells)], pairs)) == grade(
            puzzle
        )


def test_a_clue_more_never_raises_the_level():
    rng = random.Random(5)
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n > 8:
            continue
        before = FULL.index(grade(puzzle).level)
        for _ in range(5):
            clues = puzzle.clues.copy()
            r, c = rng.randrange(puzzle.n), rng.randrange(puzzle.n)
            clues[r, c] = each.solution[r][c]
            assert FULL.index(grade(puzzle.with_clues(clues)).level) <= before, (each.name, r, c)


def test_levels_ascend_with_scores():
    for rules, levels in (("full", FULL), ("tatham", list(LEVELS.values()))):
        grades = [grade(fastfuto.parse(each.id), rules=rules) for each in tatham()]
        by_level = {level: [each.score for each in grades if each.level == level] for level in levels[:-1]}
        ranges = [(min(scores), max(scores)) for scores in by_level.values() if scores]
        assert len(ranges) > 3
        assert all(a[1] < b[0] for a, b in itertools.pairwise(ranges))


@given(puzzles(1, 5))
def test_any_puzzle_has_a_grade(puzzle):
    found = grade(puzzle)
    assert found.solutions == fastfuto.count(puzzle, limit=2)
    assert found.level in {0: [None], 1: FULL, 2: ["search"]}[found.solutions]
    assert found.exact
    assert found.hardest is None or found.hardest in RULES


def test_a_full_grid_needs_no_technique():
    assert grade(Futoshiki([[1, 2], [2, 1]])) == Grade("trivial", None, 0.0, 0.0, 0, minutes=0.0)
    assert grade(Futoshiki([[1]])).level == "trivial"


@pytest.mark.parametrize("rules", get_args(Rules))
@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        (Futoshiki([[1, 2], [2, 1]], [((0, 1), (0, 0))]), 0),
        (Futoshiki([[1, 1], [0, 0]]), 0),
        (Futoshiki([[1, 2], [1, 2]]), 0),
        (Futoshiki([[3]]), 0),
        (fastfuto.load(EXAMPLES / "no_solution.txt"), 0),
        (fastfuto.parse(golden("recursive.tsv")[1][0]), 1),
        (fastfuto.load(EXAMPLES / "empty5.txt"), 2),
        (Model(Skeleton(3, 3, [range(3)]), inequalities=[(0, 1)]), 2),
    ],
)
def test_a_grade_shows_how_many_solutions_there_are(puzzle, solutions, rules):
    found = grade(puzzle, rules=rules)
    open_level = RULE_SETS[rules].open_level
    assert (found.solutions, found.level) == (solutions, open_level if solutions else None)
    assert grade_many([puzzle], rules=rules) == [found]


def test_solutions_that_a_search_does_not_find_are_unknown(monkeypatch, tuned):
    monkeypatch.setattr(sys.modules["fastfuto.logic.ending"], "MOST_TURNS", 0)
    tuned(FIRST_SLICE=1)
    found = grade(Futoshiki([[0] * 9] * 9))
    assert (found.solutions, found.level, found.exact) == (None, "search", True)


def test_large_grids_are_graded_by_the_wide_engine():
    n = 70
    square = (np.add.outer(np.arange(n), np.arange(n)) % n) + 1
    clues = np.where(np.eye(n, dtype=bool), 0, square)
    assert grade(Futoshiki(clues)).level == "trivial"


def test_a_model_can_be_graded():
    model = Model(Skeleton(3, 3, [range(3)]), inequalities=[(0, 1), (1, 2)])
    assert grade(model).hardest == "inequality bound"
    assert grade(Model(Skeleton(3, 3, [range(3)]), inequalities=[(0, 1)])).level == "search"


def test_many_grades_are_the_same_in_threads():
    listed = [fastfuto.parse(each.id) for each in tatham()]
    alone = [grade(puzzle) for puzzle in listed]
    assert grade_many(listed) == grade_many(iter(listed), threads=3) == alone
    assert grade_many([]) == []


def test_a_time_limit_ends_the_work():
    hard = Sudoku([[0] * 36] * 36)
    with pytest.raises(fastfuto.LimitReached):
        grade(hard, timeout=0.05)
    with pytest.raises(fastfuto.LimitReached) as stopped:
        grade_many([Futoshiki([[1]]), hard], timeout=0.05)
    assert stopped.value.solutions[0].level == "trivial"
    assert stopped.value.solutions[1] is None


def test_what_has_no_rules_is_refused():
    with pytest.raises(fastfuto.PuzzleError, match="sums"):
        grade(Model(Skeleton(2, 9, [range(2)]), sums=[(range(2), 4)]), rules="tatham")
    with pytest.raises(fastfuto.PuzzleError, match="exact covers"):
        grade(fastfuto.ExactCover([[0]]))
    with pytest.raises(TypeError, match="expected a Puzzle"):
        grade([[0]])
    with pytest.raises(ValueError, match="'full' or 'tatham'"):
        grade(Futoshiki([[1]]), rules="all")
    with pytest.raises(ValueError, match="threads"):
        grade_many([], threads=0)


@pytest.mark.forks
def test_many_puzzles_on_an_executor(tmp_path):
    rng = random.Random(5)
    puzzles = [random_puzzle(rng, rng.randint(3, 6), 0.3, 0.5) for _ in range(100)]
    expected = grade_many(puzzles)
    journal = tmp_path / "journal"
    for executor in (partial(ProcessPoolExecutor, 2), None):
        assert grade_many(puzzles, executor=executor, journal=journal) == expected
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        grade_many(puzzles[1:], journal=journal)
    with pytest.raises(ValueError, match="omit threads"):
        grade_many(puzzles, journal=journal, threads=2)
    with pytest.raises(PuzzleError, match="rules do not support exact covers"):
        grade_many([*puzzles, ExactCover([["a"]])], executor=partial(ThreadPoolExecutor, 1))


def test_the_type_of_levels_lists_those_of_both_sets_of_rules():
    full, tathams = ([name for _, name in RULE_SETS[rules].levels] for rules in get_args(Rules))
    assert get_args(Level) == (*full, *(name for name in tathams if name not in full))
    assert get_type_hints(Grade)["level"] == Level | None
    assert get_type_hints(Recipe)["level"] == Level | tuple[Level, Level] | None


@pytest.mark.parametrize("rules", ["full", "tatham"])
def test_a_blank_1_x_1_has_the_grade_of_its_step(rules):
    puzzle = fastfuto.LatinSquare([[0]])
    (step,) = fastfuto.explain(puzzle, rules=rules).steps
    found = grade(puzzle, rules=rules)
    assert (found.level, found.hardest, found.score) == ("trivial", step.technique, step.score)
    assert found.minutes > 0
    assert grade(fastfuto.LatinSquare([[1]]), rules=rules).hardest is None
