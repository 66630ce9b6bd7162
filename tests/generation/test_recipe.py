"""Recipes: what contradicts itself is refused with both ends named, and so is what is out of range."""

import dataclasses
import inspect
import pickle
import re

import numpy as np
import pytest

import fastfuto
from fastfuto import TECHNIQUES, PuzzleError, Recipe, generate_many
from fastfuto.generation.recipe import RecipeFields
from fastfuto.logic.technique import RULE_SETS


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"n": 256}, "n must be 1 to 255, got 256"),
        ({"n": 0}, "n must be 1 to 255, got 0"),
        ({"n": 65, "family": "sudoku"}, "n must be 1 to 64, got 65"),
        ({"numbers": 0, "inequalities": 0}, "numbers=0 and inequalities=0 leave no clues"),
        ({"numbers": 0, "family": "latin"}, "numbers=0 leaves no clues for family='latin'"),
        (
            {"level": "easy", "technique": "x-wing"},
            "technique='x-wing' has the level 'hard', above level='easy'",
        ),
        ({"level": "easy", "score": 5.6}, "score=5.6 is not possible with level='easy'"),
        ({"technique": "x-wing", "score": 3.0}, "technique='x-wing' has the score 5.6, above score=3.0"),
        ({"technique": "hill", "rules": "tatham"}, "technique='hill' is not in rules='tatham'"),
        ({"technique": "naked single"}, "technique='naked single' cannot be required"),
        (
            {"level": "search", "technique": "x-wing"},
            "technique='x-wing' is not possible with level='search'",
        ),
        ({"level": "search", "minimal": False}, "level='search' is not possible with minimal=0.0"),
        ({"level": ("tricky", "easy")}, "the lowest level, 'tricky', is above the highest, 'easy'"),
        ({"level": "easy", "n": 31}, "level='easy' is supported only up to n = 30, but n = 31"),
        ({"level": "easy", "inequalities": 0}, "level='easy' needs inequalities"),
        ({"level": "easy", "family": "sudoku"}, "level='easy' needs inequalities"),
        ({"level": "trivial", "numbers": 0}, "level='trivial' needs numbers, got numbers=0"),
        ({"technique": "hill", "variant": "adjacent"}, "needs inequalities, but .* variant='adjacent'"),
        ({"pattern": np.ones((5, 5), bool)}, r"pattern must be 9 x 9 for n = 9, got shape \(5, 5\)"),
        (
            {"numbers": 30, "pattern": np.eye(9, dtype=bool)},
            "numbers=30 is too large: the pattern has only 9 cells",
        ),
        ({"inequalities": 3, "family": "latin"}, "inequalities=3 is not possible with family='latin'"),
        ({"numbers": 82}, "numbers=82 is too large: at most 81 are possible"),
        ({"numbers": (5, 4)}, "the lowest value, 5, is above the highest, 4"),
        ({"score": (3, 2)}, r"score=\(3, 2\): the lowest value, 3, is above the highest, 2"),
        (
            {"minutes": (10, 5)},
            r"minutes=\(10, 5\): the lowest value, 10, is above the highest, 5",
        ),
        ({"minutes": -1}, "minutes=-1 must be at least 0"),
        ({"minutes": float("nan")}, "minutes=nan must be at least 0"),
        ({"minutes": (4.01, 4.09)}, r"minutes=\(4.01, 4.09\) must contain a multiple of 0.1"),
        (
            {"minutes": 5, "level": "search"},
            "minutes=5.0 is not possible with level='search'",
        ),
        (
            {"variant": "adjacent", "numbers": 0},
            "numbers=0 is not possible with variant='adjacent'",
        ),
        (
            {"technique": "hill", "inequalities": 0},
            "technique='hill' needs inequalities, but .* inequalities=0",
        ),
        ({"technique": "ordered set", "family": "sudoku"}, "needs inequalities, but .* family='sudoku'"),
        ({"technique": "locked candidates"}, "needs regions, but there are none with family='futoshiki'"),
        (
            {"technique": "run bounds", "family": "latin"},
            "needs sums, but there are none with family='latin'",
        ),
        ({"technique": "relation"}, "needs relations, but there are none with family='futoshiki'"),
        ({"technique": "swordfish", "n": 5}, "needs n = 6 or more, but n = 5"),
        (
            {"level": "moderate", "family": "latin"},
            "no technique .* family='latin' has .* fits level='moderate'",
        ),
        ({"level": "tricky", "n": 3}, "no technique for n = 3 and .* fits level='tricky'"),
        ({"score": 6.2, "family": "latin"}, "no technique .* family='latin' has .* fits score=6.2"),
        ({"score": (2.1, 2.2)}, r"no technique .* fits score=\(2.1, 2.2\)"),
        ({"n": (5, 6)}, r"n must be a whole number, got \(5, 6\)"),
    ],
    ids=str,
)
def test_contradictions_name_both_ends(wishes, message):
    with pytest.raises(PuzzleError, match=message):
        Recipe(**wishes)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"n": 2}, "n must be 3 to 16, got 2"),
        ({"n": (5, 17)}, "n must be 3 to 16, got 17"),
        ({"n": (4, 11)}, r"n=\(4, 11\): such a narrow grid would have runs of more than 9 cells"),
        ({"n": (5, 6, 7)}, r"n must be a whole number or a \(rows, columns\) pair"),
        ({"rules": "tatham"}, "rules='tatham' cannot be combined with family='kakuro'"),
        ({"numbers": 3}, "numbers=3 is not possible with family='kakuro', whose clues are the totals"),
        ({"minimal": False}, "minimal=0.0 is not possible with family='kakuro'"),
        ({"level": "tricky"}, "no technique .* family='kakuro' has .* fits level='tricky'"),
        ({"level": "trivial"}, "no technique .* family='kakuro' has .* fits level='trivial'"),
        ({"technique": "x-wing"}, "technique='x-wing' is never needed in a Kakuro"),
        ({"n": (6, 8), "symmetry": "diagonal"}, r"symmetry='diagonal' needs a square grid, got n=\(6, 8\)"),
        (
            {"n": 4, "pattern": np.ones((4, 4), bool)},
            "the first row and the first column of a Kakuro must be black",
        ),
        (
            {"n": 3, "pattern": [[False] * 3, [False, True, True], [False] * 3]},
            "must be connected, in runs of 2 to 9 cells",
        ),
    ],
    ids=str,
)
def test_contradictions_of_a_kakuro_name_both_ends(wishes, message):
    with pytest.raises(PuzzleError, match=message):
        Recipe(family="kakuro", **wishes)


def test_a_symmetry_that_no_number_of_cells_fits_is_refused():
    with pytest.raises(PuzzleError, match="numbers=3 is not possible with symmetry='half-turn'"):
        next(generate_many(1, 6, numbers=3, symmetry="half-turn"))


@pytest.mark.parametrize(
    ("wishes", "error", "message"),
    [
        ({"family": "hitori"}, ValueError, "family must be 'futoshiki'"),
        ({"level": "hardest"}, ValueError, "level must be one of trivial"),
        ({"rules": "none"}, ValueError, "rules must be"),
        ({"remove": "last"}, ValueError, "remove must be"),
        ({"symmetry": "round"}, ValueError, "symmetry must be"),
        ({"variant": "jigsaw"}, ValueError, "variant must be 'adjacent'"),
        (
            {"technique": "magic"},
            ValueError,
            "there is no technique 'magic'; the techniques are: full house, .*braid",
        ),
        (
            {"technique": "search"},
            ValueError,
            "there is no technique 'search'; the techniques are: full house",
        ),
        ({"minimal": 2}, ValueError, "minimal must be"),
        ({"minimal": "yes"}, TypeError, "minimal must be"),
        ({"numbers": 1.5}, TypeError, "numbers must be a whole number"),
        ({"numbers": (1, 2, 3)}, TypeError, r"numbers must be a whole number or a \(lowest, highest\) pair"),
        ({"score": "high"}, TypeError, "score must be a number"),
        ({"score": "3"}, TypeError, "score must be a number"),
        ({"score": (1, True)}, TypeError, "score must be a number"),
        (
            {"minutes": "long"},
            TypeError,
            r"minutes must be a number or a \(lowest, highest\) pair, got 'long'",
        ),
        ({"minutes": (1, 2, 3)}, TypeError, r"minutes must be a number or a \(lowest, highest\) pair"),
        ({"pattern": [[1, 0], [0, 1]], "n": 2}, TypeError, "array of booleans"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"n": 5.0}, PuzzleError, "n must be a whole number"),
    ],
    ids=str,
)
def test_other_arguments_are_refused_by_name(wishes, error, message):
    with pytest.raises(error, match=message):
        Recipe(**wishes)


def test_recipes_are_values():
    recipe = Recipe(np.int64(5), numbers=np.int8(3), pattern=np.ones((5, 5), bool), level=["easy", "tricky"])
    assert recipe == Recipe(5, numbers=3, pattern=[[True] * 5] * 5, level=("easy", "tricky"))
    assert hash(recipe) == hash(pickle.loads(pickle.dumps(recipe)))
    assert recipe.levels == ("easy", "tricky")
    assert Recipe(5).levels == ("trivial", "search")
    assert Recipe(5, seed=None).seed is not None


@pytest.mark.parametrize(
    ("n", "options", "message"),
    [
        (40, {"score": 0}, "score=0.0 is supported only up to n = 30"),
        (40, {"minutes": 9}, "minutes=9.0 is supported only up to n = 30"),
        (2, {"minutes": 9}, "minutes=9.0 is not possible with n = 2"),
        (5, {"score": float("inf")}, "is too high: the highest score with rules='full' is"),
        (5, {"score": 99}, "is too high: the highest score with rules='full' is"),
        (2, {"score": 5}, "score=5.0 is not possible with n = 2"),
        (2, {"technique": "x-wing"}, "is not possible with n = 2"),
    ],
)
def test_scores_and_techniques_that_cannot_be(n, options, message):
    with pytest.raises(PuzzleError, match=message):
        Recipe(n, **options)


@pytest.mark.parametrize(
    ("wishes", "error", "message"),
    [
        ({"score": 10**400}, ValueError, "score is too large for a float"),
        (
            {"level": ("easy",)},
            ValueError,
            r"level must be the name of a level or a \(lowest, highest\) pair",
        ),
        (
            {"level": ["easy", "hard", "hard"]},
            ValueError,
            r"level must be the name of a level or a \(lowest, highest\) pair",
        ),
        ({"technique": 3}, TypeError, "technique must be the name of a technique, got 3"),
        ({"technique": np.array([None])}, TypeError, "technique must be the name of a technique"),
        ({"numbers": 10**30}, PuzzleError, "is too large: at most 81"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_other_kinds_and_great_numbers_are_refused(wishes, error, message):
    with pytest.raises(error, match=message):
        Recipe(**wishes)


@pytest.mark.parametrize(
    "wishes",
    [
        {"numbers": (0, 10**30)},
        {"inequalities": (0, 10**30)},
        {"score": (0, 1e300)},
    ],
    ids=str,
)
def test_the_greatest_number_may_be_any(wishes):
    assert next(generate_many(1, 4, **wishes)).recipe == Recipe(4, **wishes).with_seed(
        next(generate_many(1, 4)).seed
    )


def test_streams_end_somewhere():
    assert next(generate_many(2**63 - 1, 3)).attempts >= 1
    assert next(generate_many(1, 3, start=2**63 - 2)).attempts >= 1
    for k, start in ((10**30, 0), (1, 10**30), (2**62, 2**62)):
        with pytest.raises(ValueError, match=r"the last puzzle's number must be at most"):
            generate_many(k, 3, start=start)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (
            {"technique": "hill"},
            "not needed with rules up to the score 2.6: 'same-line order' .* score=2.0 leaves",
        ),
        ({"technique": "hidden pair"}, "not needed with rules up to the score 5.0: 'naked set'"),
        (
            {"technique": "hidden triple", "rules": "tatham"},
            "not needed with rules up to the score 5.0: 'naked set'",
        ),
        (
            {"technique": "hidden pair", "level": ("easy", "hard")},
            "not needed with rules up to the score 6.2",
        ),
        ({"technique": "x-wing"}, "not needed with rules up to the score 6.2: 'x-chain'"),
        (
            {"technique": "x-chain"},
            "not needed with rules up to the score 6.2: 'larger fish' gives the same conclusion; the nearest ",
        ),
        ({"technique": "xy-chain"}, "not needed with rules up to the score 7.1: 'braid'"),
        (
            {"technique": "run bounds", "family": "kakuro"},
            "not needed with rules up to the score 2.6: 'run combinations from candidates'",
        ),
        ({"technique": "naked pair", "n": 6}, "needs n = 7 or more, but n = 6: a hidden set suffices in"),
        ({"technique": "naked triple", "n": 7}, "needs n = 8 or more, but n = 7: a hidden set suffices in"),
        (
            {"technique": "naked quadruple", "n": 8},
            "needs n = 9 or more, but n = 8: a hidden set suffices in",
        ),
    ],
    ids=str,
)
def test_a_technique_that_dearer_rules_do_without_is_refused(wishes, message):
    level = RULE_SETS[wishes.get("rules", "full")].level(TECHNIQUES[wishes["technique"]].score)
    with pytest.raises(PuzzleError, match=message):
        Recipe(**{"level": level} | wishes)
    # Without a level, the harder rules are left out.
    if "level" not in wishes and wishes["technique"] not in ("x-chain", "xy-chain"):
        assert Recipe(**wishes).scores[1] == TECHNIQUES[wishes["technique"]].score


def test_verbs_list_the_fields_of_a_recipe():
    fields = [field.name for field in dataclasses.fields(Recipe)]
    assert ["n", *RecipeFields.__annotations__] == fields
    for verb, own in (
        (fastfuto.generate, {"threads", "recipe", "timeout", "progress"}),
        (
            fastfuto.generate_many,
            {"k", "start", "threads", "executor", "journal", "recipe", "certificates", "timeout", "progress"},
        ),
    ):
        listed = inspect.signature(verb).parameters
        assert [name for name in listed if name not in own] == fields
        assert set(listed) == {*fields, *own}
        defaults = {name: listed[name].default for name in fields}
        assert Recipe(**defaults | {"seed": 0}) == Recipe()
        assert defaults["seed"] is None
        with pytest.raises(TypeError, match="unexpected keyword argument 'levle'"):
            verb(1, levle="easy")


@pytest.mark.parametrize(
    "wishes",
    [
        {"n": 4},
        {"n": 4, "score": (1.0, 5.6)},
        {"n": 6, "variant": "adjacent", "level": "hard"},
        {"family": "sudoku", "rules": "tatham"},
        {"family": "kakuro"},
    ],
    ids=str,
)
def test_a_refused_technique_has_a_possible_one_beside_it(wishes):
    named = set()
    for technique in TECHNIQUES:
        try:
            Recipe(**wishes, technique=technique)
        except ValueError as error:
            named |= set(re.findall("; the nearest that is possible is '(.*)'", str(error)))
    assert named
    for technique in named:
        assert Recipe(**wishes, technique=technique).technique == technique


def test_a_refused_score_has_a_possible_one_beside_it():
    with pytest.raises(PuzzleError, match=r"has a score that fits score=3\.0; the nearest score is 2\.3$"):
        Recipe(3, score=3.0)
    assert Recipe(3, score=2.3).score == 2.3
    with pytest.raises(
        PuzzleError, match=r"an easier technique suffices in smaller grids; .* is 'short braid in a line'$"
    ):
        Recipe(6, technique="naked quadruple")
