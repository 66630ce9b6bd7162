"""Puzzles that are made: unique, at their level, minimal, the same everywhere; and what happens where none is found."""

import itertools
import pickle

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Adjacent,
    Futoshiki,
    LatinSquare,
    PuzzleError,
    Recipe,
    RecipeNotMet,
    Sudoku,
    generate,
    generate_many,
    grade,
)
from fastfuto.generation.regions import random_regions
from fastfuto.logic.technique import RULE_SETS, TECHNIQUES
from fastfuto.reference import all_solutions
from fastfuto.reference.rounds import rounds

from ..calls import raising, together
from ..cases import some, thorough
from ..strategies import rounds as repeats

LEVELS = ("trivial", "easy", "tricky", "extreme", "recursive")


def check(made):
    """Check a puzzle by independent code: its solution, its grade and its recipe."""
    solutions = fastfuto.all_solutions(made.puzzle, limit=2)
    assert solutions.tolist() == [made.solution.tolist()]
    assert made.grade == grade(made.puzzle, rules=made.recipe.rules)
    assert generate(recipe=made.recipe) == made
    return made


def without(puzzle):
    """Yield the puzzle without each of its clues."""
    clues = puzzle.clues
    for cell in np.argwhere(clues).tolist():
        fewer = clues.copy()
        fewer[tuple(cell)] = 0
        yield puzzle.with_clues(fewer)
    inequalities = getattr(puzzle, "inequalities", ())
    for pair in inequalities:
        rest = [each for each in inequalities if each != pair]
        yield Futoshiki(clues, rest) if isinstance(puzzle, Futoshiki) else puzzle.with_inequalities(rest)


def n_numbers(made):
    return int(np.count_nonzero(made.puzzle.clues))


def check_minimal(made, level):
    """See to it that without any clue the puzzle would not have the level."""
    assert made.is_minimal
    for fewer in without(made.puzzle):
        if level == "recursive":
            assert not fastfuto.is_unique(fewer)
        else:
            assert LEVELS.index(grade(fewer, rules="tatham").level) > LEVELS.index(level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", [5, 7])
def test_puzzles_have_the_level_that_was_asked_and_no_clue_too_many(n, level):
    for made in generate_many(4, n, level=level, rules="tatham", seed=n):
        assert check(made).grade.level == level
        check_minimal(made, level)


@pytest.mark.parametrize("level", ["trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical"])
def test_all_levels_of_all_rules_are_made(level):
    assert check(generate(6, level=level, seed=3)).grade.level == level


def check_grade(made):
    """Compare the grade of a puzzle with that of the slow twin of the rules."""
    grade, slow = made.grade, rounds(made.puzzle)
    assert (grade.hardest, grade.total, grade.steps) == (slow.hardest, slow.total, slow.steps)


def test_small_puzzles_agree_with_the_published_search_and_the_slow_twin_of_the_rules():
    for made in generate_many(12, 4, level=("easy", "tricky")):
        assert all_solutions(made.puzzle) == [tuple(map(tuple, made.solution.tolist()))]
        check_grade(made)


@pytest.mark.parametrize("level", ["trivial", "easy", "tricky", "extreme", "recursive"])
def test_adjacent_puzzles_have_the_level_that_was_asked_and_no_clue_too_many(level):
    for made in generate_many(3, 6, variant="adjacent", level=level, rules="tatham", seed=6):
        assert type(check(made).puzzle) is Adjacent
        assert made.grade.level == level
        check_minimal(made, level)


@pytest.mark.parametrize("level", ["moderate", "hard", "diabolical"])
def test_adjacent_puzzles_of_all_rules(level):
    assert check(generate(6, variant="adjacent", level=level)).grade.level == level


def test_adjacent_puzzles_without_a_level_have_no_clue_too_many():
    for made in generate_many(5, 5, variant="adjacent"):
        assert check(made).is_minimal
        assert not any(fastfuto.is_unique(fewer) for fewer in without(made.puzzle))


def test_small_adjacent_puzzles_agree_with_the_slow_twin_of_the_rules():
    for made in generate_many(10, 4, variant="adjacent", level=("easy", "tricky")):
        check_grade(made)


@pytest.mark.parametrize("remove", ["numbers-first", "mixed", "inequalities-first"])
def test_without_a_level_no_clue_can_go(remove):
    for made in generate_many(3, 5, remove=remove):
        assert check(made).is_minimal
        assert not any(fastfuto.is_unique(fewer) for fewer in without(made.puzzle))


@pytest.mark.thorough
def test_grids_without_numbers_are_made_where_few_squares_are_determined_by_their_inequalities():
    for n, level in ((9, None), (11, None), (10, "extreme"), (12, "easy")):
        made = generate(n, numbers=0, level=level, rules="tatham", seed=1, timeout=120)
        assert n_numbers(made) == 0
        assert fastfuto.count_result(made.puzzle, limit=2).count == 1
        assert (fastfuto.solve(made.puzzle).grid == made.solution).all()
        assert level in (None, grade(made.puzzle, rules="tatham").level)


@pytest.mark.parametrize("n", [6, 7, 8])
def test_no_inequality_can_go_from_a_minimal_grid_without_numbers(n):
    made = check(generate(n, numbers=0, seed=5))
    assert made.is_minimal
    assert not any(fastfuto.is_unique(fewer) for fewer in without(made.puzzle))


def test_the_order_of_removal_decides_what_the_puzzle_looks_like():
    counts = [
        sum(map(n_numbers, generate_many(5, 9, level="easy", remove=remove, seed=1)))
        for remove in ("numbers-first", "mixed")
    ]
    assert counts[0] < 50 < counts[1]


@pytest.mark.parametrize(
    "wishes",
    [
        {"numbers": 0},
        {"inequalities": 0, "level": "tricky"},
        {"numbers": (6, 8), "inequalities": (5, 12)},
        {"numbers": 10, "inequalities": (0, 40)},
        {"inequalities": 20, "remove": "mixed"},
    ],
    ids=str,
)
def test_the_numbers_of_clues_are_kept(wishes):
    made = check(generate(6, rules="tatham", **wishes))
    counts = {"numbers": n_numbers(made), "inequalities": len(made.puzzle.inequalities)}
    for name in wishes.keys() & counts.keys():
        asked = wishes[name]
        least, greatest = asked if isinstance(asked, tuple) else (asked, asked)
        assert least <= counts[name] <= greatest


@pytest.mark.parametrize(
    ("symmetry", "image"),
    [
        ("half-turn", lambda cells: np.rot90(cells, 2)),
        ("quarter-turn", np.rot90),
        ("horizontal", np.flipud),
        ("vertical", np.fliplr),
        ("diagonal", np.transpose),
        ("antidiagonal", lambda cells: np.rot90(cells, 2).T),
    ],
)
def test_cells_with_numbers_are_symmetric(symmetry, image):
    for family in ("futoshiki", "sudoku"):
        n = 9 if family == "sudoku" else 6
        made = check(generate(n, family=family, symmetry=symmetry, remove="mixed"))
        cells = made.puzzle.clues > 0
        assert cells.any()
        assert (image(cells) == cells).all()


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn", "diagonal"])
def test_a_range_of_numbers_is_kept_with_a_symmetry(symmetry):
    """Cells come and go in groups of different sizes, and none goes that would leave too few."""
    for least in (9, 10, 11):
        for made in generate_many(6, 5, symmetry=symmetry, numbers=(least, least + 5)):
            assert least <= n_numbers(check(made)) <= least + 5


def test_numbers_stand_in_the_pattern_only():
    pattern = np.eye(7, dtype=bool) | np.eye(7, dtype=bool)[::-1]
    made = check(generate(7, pattern=pattern, remove="mixed", level="tricky", rules="tatham"))
    assert not made.puzzle.clues[~pattern].any()
    assert (np.array(made.recipe.pattern) == pattern).all()


NEEDED = {
    "inequality bound": {"n": 5},
    "ascending chain": {"n": 5},
    "ascending chain from candidates": {"n": 5},
    "relation": {"n": 5, "variant": "adjacent"},
    "run combinations": {"n": 6, "family": "kakuro"},
    "relation from candidates": {"n": 5, "variant": "adjacent"},
    "same-line order": {"n": 7},
    "locked candidates": {"n": 9, "family": "sudoku"},
    "run combinations from candidates": {"n": 6, "family": "kakuro"},
    "generalized intersection": {"n": 6, "family": "sudoku", "variant": "jigsaw"},
    "naked pair": {"n": 8},
    "naked triple": {"n": 9},
    "naked quadruple": {"n": 10},
    "naked set": {"n": 11},
    "swordfish": {"n": 7},
    "larger fish": {"n": 10},
    "x-chain": {"n": 6, "family": "sudoku"},
    "ordered set": {"n": 6},
    "braid": {"n": 5},
    "forcing cell": {"n": 8},
    "forcing line": {"n": 8},
    # Where the dearer rules of the level are left out.
    "hill": {"n": 6, "score": 2.0},
    "valley": {"n": 6, "score": 2.0},
    "run bounds": {"n": 6, "family": "kakuro", "score": 2.4},
    "hidden pair": {"n": 7, "score": 3.4},
    "hidden triple": {"n": 8, "score": 4.0},
    "hidden quadruple": {"n": 9, "score": 4.8},
    "x-wing": {"n": 6, "score": 5.6},
    "short braid in a line": {"n": 6, "score": 5.2},
    "braid in a line": {"n": 7, "score": 6.1},
    "xy-chain": {"n": 6, "score": 6.6},
    "chain across inequalities": {"n": 6, "score": 6.6},
}
"""Every technique that can be required, with what makes it quick."""


def test_every_technique_can_be_required_or_says_why_not():
    singles = {"full house", "naked single", "hidden single"}
    assert NEEDED.keys() | singles == {name for name, each in TECHNIQUES.items() if each.score}


RARE = {"forcing cell", "forcing line", "larger fish", "ordered set"}


@pytest.mark.parametrize(
    "technique",
    [thorough(name) if name in RARE else name for name in NEEDED],
)
@pytest.mark.parametrize("seed", repeats(5))
def test_a_technique_can_be_required(technique, seed, monkeypatch):
    """The other rules of the level that the puzzle has, or up to the score, do not solve it."""
    wishes = NEEDED[technique]
    made = check(generate(**wishes, technique=technique, seed=seed))
    rules = RULE_SETS["full"]
    most = made.recipe.scores[1]
    assert TECHNIQUES[technique].score <= made.grade.score <= most
    assert made.grade.level == TECHNIQUES[technique].level
    scores = np.where(rules.scores <= 10 * most + 1e-6, rules.scores, 0)
    scores[TECHNIQUES[technique].rule] = 0
    monkeypatch.setitem(RULE_SETS, "full", rules._replace(scores=scores.astype(np.int32)))
    assert fastfuto.grade(made.puzzle).level == "search"
    assert "search" in {step.technique for step in fastfuto.explain(made.puzzle).steps}


@pytest.mark.parametrize(
    ("technique", "n"), [("naked pair", 8), ("x-wing", 6), thorough(("swordfish", 6)), ("xy-chain", 6)]
)
def test_a_technique_of_other_rules_can_be_required(technique, n, monkeypatch):
    rules = RULE_SETS["tatham"]
    for made in generate_many(3, n, rules="tatham", technique=technique):
        most = check(made).recipe.scores[1]
        scores = np.where(rules.scores <= 10 * most + 1e-6, rules.scores, 0)
        scores[TECHNIQUES[technique].rule] = 0
        with monkeypatch.context() as changed:
            changed.setitem(RULE_SETS, "tatham", rules._replace(scores=scores.astype(np.int32)))
            assert fastfuto.grade(made.puzzle, rules="tatham").level == "recursive"


def test_a_technique_can_be_required_in_a_range_of_levels():
    """The rules finish, although the range goes on beyond them."""
    for made in generate_many(4, 6, rules="tatham", technique="xy-chain", level=("tricky", "recursive")):
        assert check(made).grade.level == "extreme"


def test_a_range_of_scores_can_be_required():
    for made in generate_many(5, 7, score=(3.0, 3.4)):
        assert 3.0 <= check(made).grade.score <= 3.4


def test_a_share_of_the_redundant_clues_can_be_kept():
    counts = [
        len(check(generate(7, level="easy", minimal=share)).puzzle.inequalities)
        for share in (False, 0.5, True)
    ]
    assert counts[0] > counts[1] > counts[2]
    assert not generate(7, level="easy", minimal=0.5).is_minimal


@pytest.mark.parametrize(
    ("wishes", "family"),
    [
        ({"n": 6, "variant": "adjacent"}, Adjacent),
        ({"n": 6, "family": "latin"}, LatinSquare),
        ({"n": 8, "family": "latin", "level": "tricky"}, LatinSquare),
        ({"n": 9, "family": "sudoku"}, Sudoku),
        ({"n": 6, "family": "sudoku", "level": "moderate"}, Sudoku),
        ({"n": 9, "family": "sudoku", "level": "tricky", "symmetry": "half-turn"}, Sudoku),
        ({"n": 9, "family": "sudoku", "variant": "jigsaw"}, Sudoku),
        ({"n": 6, "family": "sudoku", "variant": "inequalities", "numbers": 0}, Sudoku),
    ],
    ids=str,
)
def test_families_and_variants(wishes, family):
    made = check(generate(**wishes))
    assert type(made.puzzle) is family
    if "level" in wishes:
        assert made.grade.level == wishes["level"]
    if "numbers" in wishes:
        assert not made.puzzle.clues.any()


def test_minimal_sudokus():
    made = check(generate(9, family="sudoku", seed=5))
    assert not any(fastfuto.is_unique(fewer) for fewer in without(made.puzzle))


@pytest.mark.parametrize("symmetry", [None, "half-turn"])
def test_no_number_can_go_from_a_moderate_sudoku(symmetry):
    for made in generate_many(3, 9, family="sudoku", level="moderate", symmetry=symmetry, seed=6):
        clues = check(made).puzzle.clues
        assert made.is_minimal
        for row, column in np.argwhere(clues).tolist():
            fewer = clues.copy()
            fewer[row, column] = 0
            if symmetry:
                fewer[8 - row, 8 - column] = 0
            # Harder rules may solve it.
            assert grade(Sudoku(fewer)).score > 2.6 or grade(Sudoku(fewer)).level == "search"


@pytest.mark.parametrize("seed", [259, 261, 265, 355, 380, *some(range(200), 20)])
def test_regions_of_jigsaws_fit_a_grid(seed):
    """The first regions of the five seeds fit none, which a short search does not notice."""
    regions = random_regions(9, seed)
    assert (np.bincount(regions.ravel()) == 9).all()
    assert fastfuto.solve(Sudoku(np.zeros((9, 9), int), regions=regions)).grid is not None


@pytest.mark.parametrize("n", [3, 5, 7])
def test_jigsaws_without_default_boxes_begin_with_rows(n):
    made = generate(n, family="jigsaw", seed=n)
    assert sorted(np.bincount(made.puzzle.regions.ravel())) == [n] * n
    assert made.puzzle.words == f"Jigsaw {n} x {n}"
    assert fastfuto.count(made.puzzle) == 1


def test_jigsaws_have_regions_of_their_own():
    first, second = generate_many(2, 6, family="sudoku", variant="jigsaw")
    assert not first.puzzle.has_default_boxes
    assert (first.puzzle.regions != second.puzzle.regions).any()
    # The first regions that these seeds lead to fit no grid.
    assert len(list(generate_many(9, 6, family="sudoku", variant="jigsaw", seed=4))) == 9


def test_the_smallest_grids_give_what_there_is():
    assert n_numbers(check(generate(1))) == 0
    assert check(generate(1, level=("trivial", "tricky"))).grade.level == "trivial"
    for rules, level in itertools.product(("full", "tatham"), ("trivial", "easy")):
        for made in generate_many(5, 2, level=level, rules=rules):
            assert check(made).grade.level == level
    for n, levels in ((1, ("easy", "tricky")), (2, ("tricky",))):
        for level in levels:
            with pytest.raises(
                PuzzleError, match=rf"'{level}' is not possible with n = {n}: the highest level is"
            ):
                generate(n, level=level)
    with pytest.raises(PuzzleError, match="level='easy' needs inequalities"):
        generate(2, family="latin", level="easy")
    with pytest.raises(RecipeNotMet, match="the nearest miss is trivial"):
        generate(2, level="easy", numbers=1)


def test_large_grids_are_made_without_a_level():
    for n in (31, 65):
        made = generate(n)
        assert not made.is_minimal
        assert fastfuto.is_unique(made.puzzle)
        assert (fastfuto.solve(made.puzzle).grid == made.solution).all()


@pytest.mark.thorough
def test_no_two_puzzles_of_a_stream_are_equal_up_to_symmetry():
    made = list(generate_many(300, 4, level=("easy", "tricky")))
    assert len({each.puzzle.canonical() for each in made}) > 250
    made = list(generate_many(200, 7, level="easy"))
    assert len({each.puzzle.canonical() for each in made}) == 200


def test_threads_do_not_change_the_puzzles():
    wishes = {"level": "extreme", "rules": "tatham", "seed": 11}
    alone = list(generate_many(20, 5, **wishes))
    assert list(generate_many(20, 5, threads=3, **wishes)) == alone
    assert list(generate_many(12, 5, start=8, threads=2, **wishes)) == alone[8:]
    assert generate(5, threads=3, **wishes) == generate(5, **wishes)
    # One square gives many puzzles here, and few of them are right.
    wishes = {"family": "sudoku", "level": "moderate", "numbers": (0, 24), "symmetry": "half-turn"}
    made = generate(9, **wishes)
    assert made.attempts > 2
    assert generate(9, threads=3, **wishes) == made


def test_puzzles_can_be_made_in_many_threads_at_once():
    expected = generate(6, level="tricky")
    found = []
    together(lambda _: found.append(generate(6, level="tricky")), 4)
    assert found == [expected] * 4


@pytest.mark.parametrize(
    ("wishes", "text"),
    [
        ({"n": 5, "level": "easy"}, "5:0R,0,0D,0,0,0,0L,0R,0U,0U,0,0,0,0,0,0,0,0URL,0,5,0,0L,1,0,0,"),
        (
            {"n": 5, "level": "recursive", "rules": "tatham"},
            "5:0,0,0D,0,0,0,0U,0R,0U,0UD,0,0,0,0,0,0,0,0U,0,5,0,0L,1,0,0,",
        ),
        (
            {"n": 6, "level": "tricky", "symmetry": "half-turn", "remove": "mixed", "seed": 3},
            "6:0,0,0,5,0,0,2U,0,0,1,0,0U,0R,4,0,0,0,0,0,0,0,0,5,0,0D,0,6,0R,0,1,0,0,3,0L,0,0,",
        ),
        (
            {"n": 5, "variant": "adjacent", "level": "tricky"},
            "5a:0,0,0,0RD,0DL,0D,0,0R,0UL,0U,4U,0,0,0,0D,0D,0RD,0L,0D,0U,0UR,0UL,0,0UR,0L,",
        ),
        (
            {"n": 6, "family": "kakuro", "level": "moderate", "seed": 2},
            "6 6 * (12,0) (11,0) * * * (0,16) 0 0 (21,0) (8,0) (9,0) (0,15) 0 0 0 0 0 "
            "* (12,0) (9,23) 0 0 0 (0,21) 0 0 0 * * (0,7) 0 0 0 * *",
        ),
        ({"n": 6, "family": "sudoku", "seed": 1}, "4.........6...5.....651..1.6....2.51"),
        (
            {"n": 9, "family": "sudoku", "level": "moderate", "symmetry": "half-turn", "seed": 1},
            "2...165...8..5...3..7.........6..49.32.....56.49..2.........2..9...6..1...192...8",
        ),
    ],
    ids=str,
)
def test_a_seed_gives_the_same_puzzle_everywhere(wishes, text):
    # A change of the generator that changes these puzzles belongs into the changelog.
    assert generate(**wishes).puzzle == fastfuto.parse(text)


@pytest.mark.fresh
def test_a_fresh_seed_is_reported():
    first, second = generate(5, seed=None), generate(5, seed=None)
    assert first.seed != second.seed
    assert check(first).recipe.seed == first.seed


def test_streams_are_lazy():
    stream = generate_many(10**9, 5, level="easy")
    assert len(list(itertools.islice(stream, 3))) == 3


def test_results_can_be_pickled():
    made = generate(5)
    assert pickle.loads(pickle.dumps(made)) == made


def test_what_cannot_be_met_is_reported_with_the_nearest_miss():
    with pytest.raises(RecipeNotMet, match="the nearest miss is easy") as caught:
        generate(3, level="extreme", rules="tatham", threads=2)
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.attempts == 20_000
    assert error.nearest.grade.level == "easy"
    assert fastfuto.is_unique(error.nearest.puzzle)
    assert isinstance(error, fastfuto.LimitReached)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "wishes", [{"n": 20, "numbers": 0}, {"n": 200}, {"n": 16, "numbers": 0, "threads": 2}]
)
def test_time_limits_are_told(wishes):
    with pytest.raises(RecipeNotMet, match=r"time limit of 0\.1 s"):
        generate(timeout=0.1, **wishes)
    with pytest.raises(RecipeNotMet, match="time limit of 0 s"):
        next(generate_many(5, 14, numbers=0, timeout=0))


def test_a_stream_that_is_too_late_says_how_many_tries_were_made_and_what_came_nearest():
    with pytest.raises(RecipeNotMet, match=r"after [1-9]\d* tries, .* nearest miss is") as caught:
        next(generate_many(1, 4, level="diabolical", timeout=0.1))
    assert caught.value.attempts > 0
    assert fastfuto.is_unique(caught.value.nearest.puzzle)


@pytest.mark.parametrize(
    "wishes",
    [
        {"n": 5, "minutes": (3, 4)},
        {"n": 7, "minutes": (5, 10), "level": "tricky"},
        thorough({"n": 7, "minutes": (8.5, 9.5), "symmetry": "half-turn"}),
        {"n": 6, "minutes": (12, 20), "level": "hard", "numbers": (0, 4)},
        {"n": 6, "minutes": (0, 6), "rules": "tatham", "variant": "adjacent"},
        {"n": 9, "minutes": (4, 5), "family": "sudoku"},
        {"n": 6, "minutes": (4.2, 5), "family": "latin"},
        {"n": (7, 8), "minutes": (6, 7), "family": "kakuro"},
    ],
    ids=str,
)
def test_minutes_are_kept_by_every_seed_and_number_of_threads(wishes):
    least, greatest = wishes["minutes"]
    for seed in range(2):
        made = check(generate(**wishes, seed=seed))
        assert least <= made.grade.minutes <= greatest
        assert generate(**wishes, seed=seed, threads=2) == made
    stream = list(generate_many(2, **wishes))
    assert all(least <= each.grade.minutes <= greatest for each in stream)
    assert list(generate_many(2, **wishes, threads=2)) == stream


def test_a_range_of_minutes_costs_tries_and_changes_no_puzzle_within_it():
    made = generate(7, level="tricky", seed=3)
    assert generate(7, level="tricky", seed=3, minutes=made.grade.minutes).puzzle == made.puzzle
    longer = generate(7, level="tricky", seed=3, minutes=(made.grade.minutes + 0.1, 99))
    assert longer.attempts > made.attempts


@pytest.mark.parametrize(
    ("n", "seed"),
    [
        (5, 8620827245307010542),
        (5, 7711275822085429007),
        (5, 11162941547016816987),
        (6, 9146263407883352456),
        (6, 1623460158392086637),
        (6, 12706340698159229787),
    ],
)
def test_inequalities_that_a_chain_has_crossed_are_not_thrown_away(n, seed):
    """They do not exclude anything by themselves, but without them there would be several solutions."""
    check_minimal(check(generate(n, seed=seed)), "recursive")


@pytest.mark.thorough
def test_minutes_that_no_puzzle_takes_are_not_met():
    with pytest.raises(
        RecipeNotMet, match=r"the nearest miss is easy \(1.6, about \d.\d minutes\) with"
    ) as caught:
        generate(4, level="easy", minutes=(60, 90))
    assert 0 < caught.value.nearest.grade.minutes < 60
    with pytest.raises(RecipeNotMet, match="the nearest miss"):
        generate(4, family="kakuro", minutes=(0, 0.1))


@pytest.mark.parametrize("variant", [None, "jigsaw"])
def test_a_stream_refuses_what_cannot_be_at_once(variant):
    with pytest.raises(PuzzleError, match="is not possible with symmetry"):
        generate_many(1, 6, family="sudoku", numbers=3, symmetry="half-turn", variant=variant)


def test_progress_is_told_and_may_stop_the_work():
    told = []
    list(generate_many(5, 5, progress=told.append))
    assert (told[-1].done, told[-1].total) == (5, 5)

    with pytest.raises(KeyboardInterrupt):
        generate(14, numbers=0, progress=raising(KeyboardInterrupt))


def test_a_recipe_stands_alone():
    with pytest.raises(TypeError, match="recipe cannot be combined with n"):
        generate(5, recipe=Recipe(6))
    with pytest.raises(TypeError, match="must be a Recipe"):
        generate(recipe={"n": 5})
    assert generate(recipe=Recipe(5, level="easy")) == generate(5, level="easy")
    assert next(generate_many(1, recipe=Recipe(5))).puzzle.n == 5


@pytest.mark.parametrize(("family", "variant"), [("adjacent", "futoshiki"), ("jigsaw", "sudoku")])
def test_two_variants_are_families_of_their_own(family, variant):
    recipe = Recipe(6, family=family)
    assert recipe == Recipe(6, family=variant, variant=family)
    assert (
        generate(6, family=family, seed=3).puzzle
        == generate(6, family=variant, variant=family, seed=3).puzzle
    )
    with pytest.raises(ValueError, match="variant must be"):
        Recipe(6, family=family, variant="inequalities")


def test_wrong_names_have_a_suggestion():
    with pytest.raises(ValueError, match=r"Did you mean 'tricky'\?"):
        Recipe(6, level="trickey")
    with pytest.raises(ValueError, match=r"Did you mean 'naked pair'\?"):
        Recipe(6, technique="naked-pair")
    with pytest.raises(
        PuzzleError, match="the nearest level is 'moderate', and the levels of such puzzles are trivial, "
    ):
        Recipe(9, family="sudoku", level="easy")
