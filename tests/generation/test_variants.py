"""Generated variants, and puzzles from given grids and models: unique, minimal, and the same for a seed."""

import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Futoshiki,
    LatinSquare,
    Model,
    NoSolution,
    PuzzleError,
    Recipe,
    RecipeNotMet,
    Skeleton,
    Sudoku,
    generate,
    generate_many,
    is_unique,
)
from fastfuto.logic.technique import RULE_SETS, TECHNIQUES
from fastfuto.puzzles import clues_of, keeping
from fastfuto.puzzles.variants import RULES
from fastfuto.tasks.boards import Boards

from ..cases import some

CELLS = np.arange(9).reshape(3, 3)
LINES = [*CELLS, *CELLS.T, np.diag(CELLS), np.diag(CELLS[:, ::-1])]
MAGIC = Model(Skeleton(9, 9, [range(9)]), sums=[(line.tolist(), 15) for line in LINES])
KINDS = [
    *((family, n, name) for family in ("sudoku", "latin") for n in (4, 6, 9) for name in RULES),
]


def is_possible(family, n, name):
    if name == "windows":
        return n != 6
    if name == "disjoint-groups":
        return family == "sudoku"
    return n != 4 or name not in ("anti-king", "non-consecutive")


def is_minimal(puzzle):
    """Return whether the puzzle has several solutions without any one of its numbers."""
    numbers = [k for k, clue in enumerate(clues_of(puzzle)) if clue.value]
    kept = np.ones(len(clues_of(puzzle)), bool)
    for k in numbers:
        kept[k] = False
        if is_unique(keeping(puzzle, kept)):
            return False
        kept[k] = True
    return True


@pytest.mark.parametrize(
    ("family", "n", "name"),
    some([kind for kind in KINDS if is_possible(*kind)], 2),
)
def test_puzzles_of_each_variant_are_unique_and_minimal(family, n, name):
    is_slow = n == 9 and name in ("anti-knight", "non-consecutive")
    wishes = {"level": "moderate"} if is_slow else {}
    for made in generate_many(1 if is_slow else 3, n, family=family, variant=name, seed=n, **wishes):
        assert made.puzzle.names == (name,)
        assert made.puzzle.is_solution(made.solution)
        assert is_unique(made.puzzle)
        assert made.is_minimal
        assert is_slow or is_minimal(made.puzzle)
        assert made.grade == fastfuto.grade(made.puzzle)
        assert made.grade.level == "moderate" or not is_slow
        assert generate(recipe=made.recipe) == made
        assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize(("family", "n", "name"), [kind for kind in KINDS if not is_possible(*kind)])
def test_a_variant_that_there_is_not_is_refused(family, n, name):
    with pytest.raises((PuzzleError, NoSolution)) as caught:
        generate(n, family=family, variant=name, seed=1)
    if isinstance(caught.value, NoSolution):
        assert (
            f"there is no solution of a {'Sudoku' if family == 'sudoku' else 'Latin square'} 4 x 4 ({name})"
            in str(caught.value)
        )
    else:
        assert f"the rule {name!r} needs" in str(caught.value)


def test_cages_cover_the_grid():
    for made in generate_many(5, 9, family="sudoku", variant="killer", level=("trivial", "tricky"), seed=2):
        cells = [cell for cage, _ in made.puzzle.cages for cell in cage]
        assert len(cells) == len({*cells}) == 81
        assert max(len(cage) for cage, _ in made.puzzle.cages) <= 5
        assert sum(len(cage) == 1 for cage, _ in made.puzzle.cages) < 4


@pytest.mark.parametrize("level", ["trivial", "moderate", "tricky", "hard"])
def test_levels_numbers_and_symmetry(level):
    for made in generate_many(
        3,
        9,
        family="sudoku",
        variant="diagonals",
        level=level,
        symmetry="half-turn",
        numbers=(22, 32),
        seed=5,
    ):
        shown = made.puzzle.clues > 0
        assert made.grade.level == level
        assert (shown == shown[::-1, ::-1]).all()
        assert 22 <= shown.sum() <= 32
        assert is_unique(made.puzzle)


def test_patterns_scores_minutes_and_shares():
    pattern = np.ones((6, 6), bool)
    pattern[2:4] = False
    made = generate(6, family="sudoku", variant="diagonals", pattern=pattern, seed=3)
    assert not made.puzzle.clues[~pattern].any()
    made = generate(9, family="latin", variant="diagonals", score=(2.0, 4.0), minutes=(1, 60), seed=3)
    assert 2.0 <= made.grade.score <= 4.0
    assert 1 <= made.grade.minutes <= 60
    full, half, none = (
        generate(9, family="sudoku", variant="windows", minimal=share, seed=3) for share in (1, 0.5, 0)
    )
    assert (full.is_minimal, half.is_minimal, none.is_minimal) == (True, False, False)
    numbers = [np.count_nonzero(made.puzzle.clues) for made in (full, half, none)]
    assert numbers == sorted(numbers)
    assert numbers[0] < numbers[2]


@pytest.mark.parametrize(
    ("n", "wishes", "technique"),
    [
        (9, {"family": "sudoku", "variant": "anti-knight"}, "generalized intersection"),
        (9, {"family": "sudoku", "variant": "diagonals", "level": "tricky"}, "naked pair"),
        (9, {"family": "sudoku", "variant": "windows"}, "x-wing"),
        (9, {"family": "sudoku", "variant": "even-odd", "score": 3.4}, "hidden pair"),
        (6, {"family": "latin", "variant": "non-consecutive"}, "relation"),
        (6, {"family": "latin", "variant": "killer"}, "run combinations"),
        (Futoshiki(5, [((0, 0), (0, 1)), ((1, 1), (2, 1)), ((3, 3), (4, 3))]), {}, "inequality bound"),
        (MAGIC, {"score": 2.4}, "run bounds"),
    ],
)
def test_a_technique_can_be_required(n, wishes, technique, monkeypatch):
    made = generate(n, technique=technique, seed=1, **wishes)
    assert is_unique(made.puzzle)
    rules, most = RULE_SETS["full"], made.recipe.scores[1]
    assert TECHNIQUES[technique].score <= made.grade.score <= most
    scores = np.where(rules.scores <= 10 * most + 1e-6, rules.scores, 0)
    scores[TECHNIQUES[technique].rule] = 0
    monkeypatch.setitem(RULE_SETS, "full", rules._replace(scores=scores.astype(np.int32)))
    assert fastfuto.grade(made.puzzle).level == "search"


@pytest.mark.parametrize(
    "given",
    [
        Sudoku(9).with_rules("diagonals", "windows"),
        LatinSquare(6).with_rules(even=[(0, 0)], cages=[([(1, 1), (1, 2)], 5)]),
        Futoshiki(np.zeros((5, 5), int), [((0, 0), (0, 1)), ((1, 1), (2, 1))]),
        LatinSquare([[1, 2, 3, 4], [0] * 4, [0] * 4, [0] * 4]),
        MAGIC,
    ],
    ids=repr,
)
def test_a_given_puzzle_keeps_its_rules_and_clues(given):
    for made in generate_many(3, given, seed=1):
        assert is_unique(made.puzzle)
        assert made.is_minimal
        assert made.solution.shape == given.shape
        if isinstance(given, Model):
            assert made.puzzle.skeleton == given.skeleton
            assert (made.puzzle.domains & ~given.domains).sum() == 0
        else:
            assert made.puzzle.is_solution(made.solution)
            assert made.puzzle.with_clues(given.clues) == given
            assert (made.puzzle.clues[given.clues > 0] == given.clues[given.clues > 0]).all()
        assert generate(recipe=made.recipe) == made
        assert pickle.loads(pickle.dumps(made.recipe)) == made.recipe


@pytest.mark.parametrize("n", [MAGIC, Sudoku(6).with_rules("diagonals")], ids=repr)
def test_threads_and_workers_make_the_same_puzzles(n):
    alone = list(generate_many(4, n, seed=7))
    assert alone == list(generate_many(4, n, seed=7, executor=ThreadPoolExecutor(2)))
    assert alone == list(generate_many(4, n, seed=7, threads=2))
    assert generate(n, seed=7) == generate(n, seed=7, threads=2)
    assert len({made.solution.tobytes() for made in alone}) > 1


def test_certificates_of_variants():
    for made in generate_many(2, 6, family="sudoku", variant="killer", seed=1, certificates=True):
        assert fastfuto.verify(made.certificate, made.puzzle)


@pytest.mark.thorough
def test_an_unmet_recipe_reports_how_far_it_came():
    with pytest.raises(RecipeNotMet, match="nearest miss is trivial") as caught:
        generate(4, family="sudoku", variant="diagonals", level="hard", seed=1)
    assert caught.value.attempts == 1000
    assert is_unique(caught.value.nearest.puzzle)
    with pytest.raises(RecipeNotMet, match="the nearest miss is "):
        generate(MAGIC, level="extreme", seed=1)
    with pytest.raises(NoSolution, match="there is no solution of a model with 2 cells and 1 values"):
        generate(Model(Skeleton(2, 1, [(0, 1)])), seed=1)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"n": Sudoku(9), "family": "sudoku"}, "family='sudoku' is not possible with a given puzzle"),
        (
            {"n": Sudoku(9), "variant": "adjacent"},
            "variant='adjacent' is not possible with the given Sudoku 9 x 9",
        ),
        (
            {"n": LatinSquare(4), "inequalities": 3},
            "inequalities=3 is not possible with the given Latin square 4 x 4",
        ),
        ({"n": MAGIC, "symmetry": "half-turn"}, "symmetry='half-turn' is not possible with the given model"),
        ({"n": MAGIC, "rules": "tatham"}, "rules='tatham' do not support the sums of such a puzzle"),
        (
            {"family": "latin", "variant": "killer", "rules": "tatham"},
            "rules='tatham' do not support the sums",
        ),
        ({"n": MAGIC, "technique": "relation"}, "needs relations, but there are none with the given model"),
        (
            {"n": MAGIC, "technique": "x-wing", "level": "hard"},
            "'x-chain' gives the same conclusion; score=5.6 leaves harder rules out",
        ),
        ({"n": MAGIC, "numbers": 10}, "numbers=10 is too large: at most 9 are possible"),
        (
            {"family": "sudoku", "variant": "killer", "technique": "ordered set"},
            "needs inequalities, but there are none with family='sudoku', variant='killer'",
        ),
        (
            {"family": "latin", "variant": "even-odd", "level": "moderate"},
            "no technique for n = 9 and family='latin', variant='even-odd' has a score that fits level='moderate'",
        ),
        (
            {"n": Sudoku(4).with_rules("diagonals"), "level": "easy"},
            "no technique for the given Sudoku 4 x 4 (diagonals) has a score that fits level='easy'; "
            "the nearest score is 1.5",
        ),
        ({"family": "sudoku", "variant": "windows", "numbers": 0}, "numbers=0 leaves no clues"),
        (
            {"family": "latin", "variant": "disjoint-groups"},
            "the rule 'disjoint-groups' needs boxes of one shape",
        ),
        ({"family": "futoshiki", "variant": "killer"}, "variant must be 'adjacent' for family='futoshiki'"),
    ],
)
def test_recipes_that_contradict_themselves(wishes, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Recipe(**wishes)


@pytest.mark.parametrize(
    ("recipe", "kind"),
    [
        ({"n": 4, "family": "sudoku", "variant": "diagonals"}, "variant='diagonals'"),
        ({"n": Sudoku(4).with_rules("diagonals")}, "a Sudoku 4 x 4 (diagonals)"),
        ({"n": MAGIC}, "a model with 9 cells and 9 values"),
    ],
)
def test_tasks_do_not_have_the_rules_of_variants(recipe, kind, tmp_path):
    message = re.escape(f"questions, arrays and environments do not have the rules of {kind}")
    with pytest.raises(PuzzleError, match=message):
        next(fastfuto.tasks(1, seed=1, **recipe))
    for suffix in ("jsonl", "npz"):
        with pytest.raises(PuzzleError, match=message):
            fastfuto.save_dataset(1, tmp_path / f"x.{suffix}", seed=1, **recipe)
    with pytest.raises(PuzzleError, match=message):
        Boards(1, "solved", None, 1, {"seed": 1, **recipe})


@pytest.mark.parametrize("name", ["diagonals", "killer", "even-odd"])
def test_one_cell_is_a_grid(name):
    made = generate(1, family="sudoku", variant=name, seed=1)
    assert made.puzzle.names == (name,)
    assert made.grade == fastfuto.grade(made.puzzle)
