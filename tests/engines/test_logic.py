"""The logic engine: its door, its builds, and that no result depends on how the work is cut."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, Model, Skeleton
from fastfuto.engines import Log, Logic, Verdict
from fastfuto.engines.loading import module, units_of
from fastfuto.logic.decoding import NAMES
from fastfuto.logic.technique import RULE_SETS, RULES, SINGLES
from fastfuto.model import latin_skeleton

from ..calls import is_refused
from ..logic.test_clues import random_kakuro, random_sums
from ..oracles import adjacent_game_ids, tatham
from ..relations import random_related
from ..strategies import random_puzzle, rounds
from ..work import golden, sudokus
from .problems import made

SCORES = RULE_SETS["full"].scores
BUILDS = ("_generation", "_generation_wide")


def opened(name, model, scores=SCORES, **options):
    """Return a compiled engine over a model, whichever build it is."""
    built = module(name)
    logic = built.Logic(units_of(model.skeleton))
    logic.reset(made(model, built.WORDS), scores, **options)
    return logic


def results(logic):
    return logic.hardest, logic.top, logic.length, logic.steps, logic.total


def logs(logic):
    return logic.read_log(), logic.read_cases()


@pytest.mark.parametrize("name", BUILDS)
def test_the_builds_know_the_same_numbers(name):
    built = module(name)
    assert len(SCORES) == built.RULES
    assert tuple(Verdict) == (built.PAUSED, built.SOLVED_BY_RULES, built.RULES_ARE_STUCK, built.CONTRADICTION)


def test_both_builds_agree():
    for each in tatham():
        model = fastfuto.parse(each.id).model()
        narrow, wide = (opened(name, model) for name in BUILDS)
        assert narrow.run(10**9) == wide.run(10**9) == Verdict.SOLVED
        assert results(narrow) == results(wide)
        if model.n_cells <= 81:
            narrow, wide = (opened(name, model, is_tracing=True) for name in BUILDS)
            assert narrow.trace(10**9, 10**9) == wide.trace(10**9, 10**9) == Verdict.SOLVED
            assert logs(narrow) == logs(wide)


def test_results_do_not_depend_on_budgets():
    for each in tatham():
        if each.grade not in "xr" or int(each.id.split(":")[0]) > 8:
            continue
        model = fastfuto.parse(each.id).model()
        at_once, in_slices = opened("_generation", model), opened("_generation", model)
        verdict = at_once.run(10**9)
        pauses = 0
        while (sliced := in_slices.run(50)) == Verdict.PAUSED:
            pauses += 1
        assert pauses > 5
        assert sliced == verdict
        assert results(in_slices) == results(at_once)
        at_once, in_slices = (opened("_generation", model, is_tracing=True) for _ in range(2))
        verdict = at_once.trace(10**9, 10**9)
        while (sliced := in_slices.trace(50, 10**9)) == Verdict.PAUSED:
            pass
        assert sliced == verdict
        assert logs(in_slices) == logs(at_once)


def clued(seed):
    """Return models with relations and with sums."""
    rng = random.Random(seed)
    yield from (random_related(rng).model for _ in range(30))
    yield from (random_sums(rng)[0] for _ in range(30))
    yield from (random_kakuro(rng, 5, 6, 0.2).model() for _ in range(10))
    yield from (fastfuto.parse(game_id).model() for game_id, _ in adjacent_game_ids())


def test_relations_and_sums_are_the_same_in_both_builds_and_in_slices():
    pauses = 0
    for model in clued(3):
        narrow, wide, sliced = (opened(name, model) for name in (*BUILDS, "_generation"))
        verdict = narrow.run(10**9)
        assert wide.run(10**9) == verdict
        while (again := sliced.run(20)) == Verdict.PAUSED:
            pauses += 1
        assert again == verdict
        assert results(narrow) == results(wide) == results(sliced)
        narrow, wide, sliced = (opened(name, model, is_tracing=True) for name in (*BUILDS, "_generation"))
        verdict = narrow.trace(10**9, 10**9)
        assert wide.trace(10**9, 10**9) == verdict
        while (again := sliced.trace(20, 10**9)) == Verdict.PAUSED:
            pauses += 1
        assert again == verdict
        assert logs(narrow) == logs(wide) == logs(sliced)
    assert pauses > 100


def test_a_reset_forgets_relations_and_sums():
    for model in clued(4):
        logic = opened("_generation", model)
        logic.run(10**9)
        plain = Model.from_arrays(model.skeleton, model.domains, model.inequalities)
        logic.reset(made(plain), SCORES)
        expected = opened("_generation", plain)
        assert logic.run(10**9) == expected.run(10**9)
        assert results(logic) == results(expected)


def test_an_engine_can_be_reset():
    models = [fastfuto.parse(each.id).model() for each in tatham() if each.id.startswith("7:")]
    assert len(models) > 3
    logic = module("_generation").Logic(units_of(models[0].skeleton))
    for model in (*models, *models[::-1]):
        logic.reset(made(model), SCORES)
        logic.run(10**9)
        fresh = opened("_generation", model)
        fresh.run(10**9)
        assert results(logic) == results(fresh)


@pytest.mark.parametrize(
    ("rules", "pauses"),
    [
        (RULES, range(20, 3000, 100)),
        (["xy-chain"], range(20, 100)),
        (["forcing cell"], range(20, 600, 20)),
        (["braid"], range(20, 600, 20)),
    ],
    ids=["all", "chain", "forcing", "braid"],
)
def test_a_reset_forgets_where_rules_have_paused(rules, pauses):
    # With the same puzzle on its side, the rules reach standstills after as many lost candidates, but elsewhere.
    scores = np.where(np.isin(RULES, (*SINGLES, *rules)), SCORES, 0).astype(np.int32)
    turned = np.arange(81, dtype=np.int32).reshape(9, 9).T.ravel()
    for puzzle in (*golden("recursive.tsv")[:2], *sudokus("hard")[:2]):
        model = puzzle.model()
        other = Model.from_arrays(model.skeleton, model.domains[turned], turned[model.inequalities])
        for before, after in ((model, other), (other, model)):
            expected = opened("_generation", after, scores, is_tracing=True)
            expected.trace(10**9, 10**9)
            for slices in pauses:
                logic = opened("_generation", before, scores, is_tracing=True)
                for _ in range(slices):
                    logic.trace(1, 10**9)
                logic.reset(made(after), scores, is_tracing=True)
                logic.trace(10**9, 10**9)
                assert logs(logic) == logs(expected)


def test_the_log_and_the_candidates_are_read():
    model = Model(Skeleton(2, 2, [range(2)]), inequalities=[(1, 0)])
    logic = Logic(model, SCORES, is_tracing=True)
    assert logic.trace(10**6, 1) == Verdict.PAUSED
    assert logic.log().tolist() == [
        [Log.STEP, 3, 16], [Log.LESS, 1, 0],
        [Log.REMOVED, 1, 1], [Log.REMOVED, 0, 0], [Log.PLACED, 1, 0], [Log.PLACED, 0, 1],
    ]  # fmt: skip
    assert logic.candidates().tolist() == [[False, True], [True, False]]
    assert logic.trace(10**6, 10**6) == Verdict.SOLVED
    assert logic.n_steps == 1


def test_the_cases_of_a_braid_are_read():
    """Two of four cells have the same two values, and the last one has no part in what the third one cannot take."""
    model = Model(Skeleton(4, 4, [range(3)]), [[1, 2], [1, 2], [1, 2, 3], 0])
    braids_alone = np.where(np.array(RULES) == "braid", SCORES, 0).astype(np.int32)
    logic = Logic(model, braids_alone, is_tracing=True)
    assert logic.trace(10**6, 1) == Verdict.PAUSED
    braid, naked_single, contradiction, assumption = (NAMES.index(name) for name in (
        "braid", "naked single", "contradiction", "assumption",
    ))  # fmt: skip
    assert logic.log().tolist() == [[Log.STEP, braid, 70], [Log.CASE, 2, 0], [Log.REMOVED, 2, 0]]
    assert logic.cases().tolist() == [
        [Log.STEP, braid, 2],
        [Log.STEP, assumption, 0], [Log.PLACED, 2, 0],
        [Log.STEP, naked_single, 0], [Log.LEFT, 0, 0], [Log.LEFT, 0, 1], [Log.PLACED, 0, 1],
        [Log.STEP, contradiction, 0], [Log.CELL, 1, 0], [Log.LEFT, 1, 0], [Log.LEFT, 1, 1],
    ]  # fmt: skip


def test_a_unit_with_too_many_cells_has_no_solution():
    model = Model(Skeleton(3, 2, [range(3)]))
    assert opened("_generation", model).run(100) == Verdict.CONTRADICTION
    explanation = fastfuto.explain(model)
    assert explanation.contradiction
    assert explanation.steps[0].verify(model, np.ones((3, 2), bool))


@pytest.mark.parametrize("units", [[], [range(4)], [range(3), range(1, 4), [0, 3]]])
def test_models_of_any_shape_are_taken(units):
    model = Model(Skeleton(4, 4, units), [[1, 2], [2, 3], 0, 0], [(0, 1), (1, 2), (1, 3)])
    assert opened("_generation", model).run(10**6) in (Verdict.SOLVED, Verdict.STUCK)
    explanation = fastfuto.explain(model)
    for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
        assert step.verify(model, candidates), step


def test_wrong_arguments_are_refused():
    problem = made(LatinSquare(2).model())
    logic = module("_generation").Logic(problem.units)
    with pytest.raises(ValueError, match="call reset"):
        logic.run(1)
    for wrong, match in (
        ((made(LatinSquare(3).model()), SCORES), "other units"),
        ((problem, SCORES[:5]), "scores"),
        ((problem, SCORES[::-1].copy()), "ascend"),
        ((problem, -SCORES), "ascend"),
        ((problem, SCORES, -1), "longest"),
        ((problem, SCORES, 0, False, True, np.ones(3, np.uint8)), "filled"),
    ):
        with pytest.raises(ValueError, match=match):
            logic.reset(*wrong)
    logic.reset(problem, SCORES)
    with pytest.raises(ValueError, match="budget"):
        logic.run(0)
    with pytest.raises(ValueError, match="is_tracing"):
        logic.trace(1, 1)
    with pytest.raises(ValueError, match="shape"):
        logic.read_candidates(np.empty((3, 1), np.uint64))
    logic.reset(problem, SCORES, 0, False, True)
    with pytest.raises(ValueError, match="limit"):
        logic.trace(1, 0)
    assert logs(logic) == (b"", b"")
    with pytest.raises(ValueError, match="call reset"):
        logic.run(1)


@pytest.mark.thorough
def test_an_engine_that_runs_in_another_thread_is_refused():
    puzzle = fastfuto.Sudoku([[0] * 36] * 36)
    logic = opened("_generation", puzzle.model())
    assert is_refused(lambda: logic.run(1), lambda: logic.run(100_000_000))


def test_spare_rules_are_as_good_as_new_ones():
    rng = random.Random(16)
    spare = latin_skeleton(5).spare
    verbs = [
        fastfuto.grade,
        lambda puzzle: fastfuto.grade(puzzle, rules="tatham"),
        fastfuto.hint,
        lambda puzzle: fastfuto.explain(puzzle).steps,
    ]
    for _ in rounds(3000):
        puzzle = random_puzzle(rng, 5, 0.2, rng.choice([0.1, 0.4]))
        verb = rng.choice(verbs)
        again = verb(puzzle)
        spare.pop("logic", None)
        assert again == verb(puzzle)
        rng.choice(verbs)(random_puzzle(rng, 5, 0.3, 0.3))


def test_large_rules_are_not_kept():
    puzzle = fastfuto.LatinSquare(17)
    fastfuto.grade(puzzle)
    assert "logic" not in puzzle.model().skeleton.spare


def pauses(model, rule):
    """Return how often one rule pauses beyond singles, with a budget of 1, on an empty grid without its steps."""
    counts = []
    for names in ((), (rule,)):
        scores = np.where(np.isin(RULES, names), SCORES, 0).astype(np.int32)
        logic = opened("_generation", model, scores)
        counts.append(0)
        while logic.run(1) == Verdict.PAUSED:
            counts[-1] += 1
    return counts[1] - counts[0]


def crossing(n):
    """Return a model of n x n cells in runs of 9, across and down."""
    cells = np.arange(n * n).reshape(n, n)
    runs = [line[k : k + 9] for square in (cells, cells.T) for line in square for k in range(0, n, 9)]
    return Model(Skeleton(n * n, 9, runs))


def test_times_are_checked_and_counted():
    model = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]).model()
    logic = opened("_generation", model)
    n = module("_generation").RULES
    for shape in ((2, n - 1), (1, n), (3, n)):
        with pytest.raises(ValueError, match=rf"times must have shape \(2, {n}\)"):
            logic.set_times(np.ones(shape, np.int32))
    for wrong in (-1, 10**9):
        with pytest.raises(ValueError, match=f"times must be 0 to 100000000, got 1 and {wrong} for rule 3"):
            logic.set_times(np.array([[1] * n, [1, 1, 1, wrong] + [1] * (n - 4)], np.int32))
    assert logic.run(10**6) == Verdict.SOLVED
    assert logic.time == 0
    logic.set_times(np.array([[1000] * n, [1] * n], np.int32))
    logic.reset(made(model), SCORES)
    assert logic.run(10**6) == Verdict.SOLVED
    # Two cells lose a value by the inequality, and then all four of them are singles.
    assert logic.time == 1000 + 2 + 1000 + 4


def test_the_units_that_overlap_are_listed_in_slices_and_in_linear_time():
    """Each unit takes a slice when its overlaps are counted, and one when they are stored; the first ends no pause.

    Each cell takes a slice when what it sees is listed.
    """
    assert [pauses(crossing(n), "locked candidates") for n in (18, 36, 72)] == [
        143 + 324,
        575 + 1296,
        2303 + 5184,
    ]
    boxes = fastfuto.Sudoku([[0] * 9] * 9).model()
    # Each of 9 boxes overlaps with 6 lines, in both orders.
    assert pauses(boxes, "locked candidates") == 2 * 27 + 2 * 9 * 6 - 1


def test_candidates_of_related_cells_are_looked_at_in_slices():
    n = 6
    pairs = [(cell, cell + 1) for cell in range(n * n - 1)]
    every = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    model = Model(latin_skeleton(n), relations=[(*pair, every) for pair in pairs])
    assert pauses(model, "relation from candidates") == 2 * len(pairs) - 1


@pytest.mark.parametrize(("rule", "n_cases"), [("braid", 125), ("forcing cell", 125 + 2 * 125)])
def test_assumptions_are_made_one_at_a_time(rule, n_cases):
    assert n_cases <= pauses(fastfuto.LatinSquare(5).model(), rule) <= n_cases + 25


def test_a_trace_takes_over_its_clues_in_slices():
    n = 12
    square = (np.add.outer(np.arange(n), np.arange(n)) % n) + 1
    model = fastfuto.LatinSquare(np.where(np.arange(n)[:, None] < n // 2, square, 0)).model()
    logic = opened("_generation", model, is_tracing=True)
    masks, n_slices, n_left = np.zeros((n * n, 1), np.uint64), 0, 0
    # The clues of half of the rows leave half of the values to each cell of the other half.
    while n_left != n * n // 2 * n // 2:
        assert logic.trace(1, 1 << 40) == Verdict.PAUSED
        logic.read_candidates(masks)
        n_left = int(np.unpackbits(masks[n * n // 2 :].view(np.uint8)).sum())
        n_slices += 1
    assert n_slices >= n * n // 2
