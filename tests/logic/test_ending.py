"""How explanations end: with the solution, a contradiction, several solutions, or a limit of work."""

import dataclasses
import json
import random
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Step, explain, hint
from fastfuto.engines import Logic, Verdict
from fastfuto.logic import ending
from fastfuto.logic.technique import RULE_SETS
from fastfuto.model import single_value_masks

from ..oracles import tatham
from ..premises import check
from ..relations import random_related
from ..strategies import random_puzzle
from .test_clues import random_adjacent, random_sums

HARD = next(each for each in tatham() if each.grade == "r" and each.id.startswith("6:"))


def puzzles():
    """Yield small puzzles of all kinds with no solution, one, or several, and the rules to explain them by."""
    hard = fastfuto.parse(HARD.id)
    clues = hard.clues.tolist()
    clues[0][1] = 2  # A wrong value, which these rules do not refute.
    yield from ((hard, "tatham"), (hard.with_clues(clues), "tatham"))
    rng = random.Random(23)
    for _ in range(40):
        yield random_puzzle(rng, rng.randint(2, 5), rng.choice([0, 0.2]), 0.5), rng.choice(("full", "tatham"))
        yield random_adjacent(rng, rng.randint(3, 5), 0.3), rng.choice(("full", "tatham"))
        yield random_related(rng).model, rng.choice(("full", "tatham"))
        yield random_sums(rng)[0], "full"


def test_every_explanation_says_how_many_solutions_there_are():
    ends = set()
    for puzzle, rules in puzzles():
        explanation = explain(puzzle, rules=rules)
        assert explanation.exact
        solutions = fastfuto.all_solutions(puzzle, limit=2)
        found = "none" if not len(solutions) else "one" if len(solutions) == 1 else "several"
        assert explanation.solved == (found == "one")
        assert explanation.contradiction == (found == "none")
        assert len(explanation.several) == (2 if found == "several" else 0)
        for step, failures in check(puzzle, rules):
            assert not failures, (step, failures)
        if found == "one":
            assert (explanation.grid == solutions[0]).all()
        if found == "several":
            one, other = explanation.several
            assert (one != other).any()
            assert all(map(partial(is_solution, puzzle), explanation.several))
        ends.add((found, any(map(ending.is_searched, explanation.steps))))
    assert ends == {("none", False), ("none", True), ("one", False), ("one", True), ("several", False)}


def is_solution(puzzle, grid):
    model = puzzle.model()
    masks = single_value_masks(model.n_values)[np.asarray(grid).ravel()]
    return fastfuto.solve(model.with_domains(masks & model.domains)).grid is not None


def test_a_search_tells_a_number_and_the_rules_go_on():
    puzzle = fastfuto.parse(HARD.id)
    explanation = explain(puzzle, rules="tatham")
    assert explanation.solved
    assert explanation.ending == "The grid is full."
    (at, step), *_ = [(k, step) for k, step in enumerate(explanation.steps) if step.technique == "search"]
    states = list(explanation.states())
    ((cell, value),) = step.placed
    assert HARD.solution[cell[0]][cell[1]] == value
    # Nothing is to be found where the search begins, and something is behind it.
    logic = Logic(puzzle.model(), RULE_SETS["tatham"].scores, is_plain=True)
    assert logic.run(10**9) == Verdict.STUCK
    assert (states[at].reshape(-1, puzzle.n) == logic.candidates()).all()
    assert len(explanation.steps) > at + 1
    assert explain(puzzle, rules="tatham", steps=at).steps == explanation.steps[:at]
    assert explain(puzzle, rules="tatham", steps=at + 1).steps == explanation.steps[: at + 1]


def test_a_search_is_verified_by_another_one():
    puzzle = fastfuto.parse(HARD.id)
    explanation = explain(puzzle, rules="tatham")
    step, state = next(
        (step, state)
        for step, state in zip(explanation.steps, explanation.states(), strict=True)
        if step.technique == "search"
    )
    assert step.verify(puzzle, state)
    ((cell, value),) = step.placed
    wrong = value % puzzle.n + 1
    assert not dataclasses.replace(step, placed=((cell, wrong),), values=(wrong,)).verify(puzzle, state)
    assert not dataclasses.replace(step, lines=(("row", 0),)).verify(puzzle, state)
    assert not Step("contradiction", 0.0).verify(puzzle, state)
    assert not Step("search", 0.0).verify(puzzle, state)
    several = LatinSquare([[0] * 3] * 3)
    assert not Step("search", 0.0, (((0, 0), 1),), (), ((0, 0),), (1,)).verify(
        several, np.ones((3, 3, 3), bool)
    )


@pytest.mark.thorough
def test_what_a_contradiction_rests_on_is_told():
    rng = random.Random(5)
    lengths = []
    for seed in range(60):
        n = rng.randint(4, 7)
        puzzle = fastfuto.generate(n, seed=seed).puzzle
        clues = puzzle.clues.astype(int).copy()
        clues[rng.randrange(n), rng.randrange(n)] = rng.randint(1, n)
        changed = Futoshiki(clues, puzzle.inequalities)
        explanation = explain(changed)
        assert explanation.contradiction == (fastfuto.solve(changed).grid is None)
        for step, failures in check(changed, "full"):
            assert not failures, (seed, step, failures)
        lengths.append(explanation.contradiction * len(explanation))
    assert len(set(lengths)) > 10


def test_a_contradiction_that_only_a_search_finds_is_said():
    puzzle = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))])
    model = puzzle.model()
    logic = Logic(model, np.zeros_like(RULE_SETS["full"].scores), is_tracing=True)
    assert logic.trace(10**6, 10**6) == Verdict.STUCK
    logic.go_on(-1, 0)
    assert logic.n_steps == 1
    text = Step("contradiction", 0.0).text()
    assert text == "No further rule applies, but a search finds no solution."
    assert Step("contradiction", 0.0).text(0) == "Look at the whole grid."


def test_only_behind_the_rules_a_number_can_be_told():
    model = LatinSquare(3).model()
    logic = Logic(model, RULE_SETS["full"].scores, is_tracing=True)
    with pytest.raises(ValueError, match="no end of the rules"):
        logic.go_on(0, 1)
    assert logic.trace(10**6, 10**6) == Verdict.STUCK
    for cell, value in ((9, 1), (-2, 1), (0, 4)):
        with pytest.raises(ValueError, match="there is no cell"):
            logic.go_on(cell, value)
    logic.go_on(0, 1)
    assert logic.trace(10**6, 10**6) == Verdict.STUCK


def test_work_and_time_of_a_search_are_limited(monkeypatch, tuned):
    monkeypatch.setattr(ending, "MOST_TURNS", 0)
    tuned(FIRST_SLICE=1)
    explanation = explain(LatinSquare(9))
    assert not explanation.exact
    assert explanation.several == ()
    assert explanation.ending == "The work limit has been reached."
    assert "limit of work" in repr(explanation)
    with pytest.raises(fastfuto.LimitReached) as stopped:
        explain(LatinSquare(9), timeout=0)
    assert not stopped.value.solutions.several


def test_several_solutions_are_told():
    explanation = explain(Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))]))
    assert repr(explanation) == "<Explanation: 1 step, several solutions>"
    assert explanation.ending == "The puzzle has several solutions: r3c1 is 3 in one and 4 in another."
    fields = json.loads(explanation.to_json())
    assert fields["several"] == [solution.tolist() for solution in explanation.several]


def test_a_hint_tells_a_number_where_no_rule_applies():
    puzzle = fastfuto.parse(HARD.id)
    explanation = explain(puzzle, rules="tatham")
    at, state = next(
        (k, state)
        for k, (step, state) in enumerate(zip(explanation.steps, explanation.states(), strict=True))
        if step.technique == "search"
    )
    entries = np.zeros(puzzle.shape, int)
    for step in explanation.steps[:at]:
        for cell, value in step.placed:
            entries[cell] = value
    assert hint(puzzle, entries, candidates=state, rules="tatham") == explanation.steps[at]
