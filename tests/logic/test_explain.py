"""Explanations: every step follows, the steps lead to the solution, and the easiest comes first."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Model, Step, Sudoku, explain, grade
from fastfuto.engines import Logic, Verdict
from fastfuto.logic.board import names_of, start
from fastfuto.logic.decoding import Decoder, play
from fastfuto.logic.explain import trace
from fastfuto.logic.grade import MOST_WORK
from fastfuto.logic.technique import RULE_SETS, RULES, TECHNIQUES, braid_score
from fastfuto.reference.logic import SCORES
from fastfuto.reference.rounds import FULL, _settle, lost_to
from fastfuto.reference.rules import Rules

from ..oracles import tatham
from ..strategies import puzzles

GOLDEN = Path(__file__).parents[1] / "golden" / "steps.tsv"


def plays(puzzle, explanation):
    """Verify every step before its state, and return the last state."""
    states = list(explanation.states())
    assert len(states) == len(explanation.steps) == len(explanation)
    for step, candidates in zip(explanation.steps, states, strict=True):
        assert step.verify(puzzle, candidates), step
    return states


@pytest.mark.parametrize(
    "each", [each for each in tatham() if int(each.id.split(":")[0]) <= 9], ids=lambda e: e.name
)
def test_every_step_follows_and_leads_to_the_solution(each):
    puzzle = fastfuto.parse(each.id)
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    assert explanation.solved
    assert explanation.exact
    assert explanation.grid.tolist() == [list(row) for row in each.solution]
    found = grade(puzzle)
    # A chain of inequalities is shown as one step, and graded as what it repeats.
    dearest = max((step for step in explanation.steps), key=lambda step: step.score)
    assert dearest.score == found.score or (found.score == 1.6 and dearest.score <= 1.8)


@pytest.mark.parametrize("each", [each for each in tatham() if each.grade in "kx"], ids=lambda e: e.name)
def test_the_rules_of_the_generator_solve_its_puzzles(each):
    puzzle = fastfuto.parse(each.id)
    explanation = explain(puzzle, rules="tatham")
    assert explanation.solved
    names = {step.technique for step in explanation.steps}
    assert not names & {"full house", "hill", "valley", "same-line order", "x-chain", "ordered set", "braid"}
    assert "chain across inequalities" not in names
    if puzzle.n <= 9:
        plays(puzzle, explanation)


def has_easier_way(rules, grid, known, score):
    """Return whether rules that score less lead to a number; braids are left out."""
    while True:
        for name in ("full house", "naked single", "hidden single"):
            if SCORES[name] < score and any(_settle(rules, dict(grid), set(known), [name])):
                return True
        lost = set()
        for name in ("inequality bound", "relation", "run combinations"):
            if SCORES[name] < score:
                lost |= lost_to(name, rules, grid)
        for name, rule in FULL:
            if not lost and SCORES[name] < score:
                lost = rule(rules, grid)
        if not lost:
            return False
        for cell, value in lost:
            grid[cell] = grid[cell] - {value}


def test_no_easier_steps_lead_to_a_number():
    n_hard = 0
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n > 5:
            continue
        rules, explanation = Rules(puzzle), explain(puzzle)
        known = {cell for cell in rules.peers if puzzle.clues[cell]}
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            grid = {cell: set((np.flatnonzero(candidates[cell]) + 1).tolist()) for cell in rules.peers}
            assert not has_easier_way(rules, grid, known, step.score), (each.name, step)
            known |= {cell for cell, _ in step.placed}
            n_hard += step.score > 2
    assert n_hard > 10


@pytest.mark.thorough
def test_no_step_can_be_spared():
    """Without any one of the steps that place no number, some later step does not follow."""
    n_steps = 0
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        explanation = explain(puzzle)
        if puzzle.n > 7:
            continue
        names = names_of(puzzle, puzzle.model())
        for spared, one in enumerate(explanation.steps):
            if not one.removed:
                continue
            masks = start(puzzle.model().domains, names)
            for step in explanation.steps[:spared]:
                play(step, names, masks)
            for step in explanation.steps[spared + 1 :]:
                state = np.array([[mask >> v & 1 for v in range(puzzle.n)] for mask in masks], bool)
                if not step.verify(puzzle, names.spread(state)):
                    break
                play(step, names, masks)
            else:
                pytest.fail(f"{each.name}: step {spared + 1} can be spared: {one.text()}")
            n_steps += 1
    assert n_steps > 100


def test_a_step_that_leaves_one_value_places_it():
    """No later step repeats a number that an earlier step has concluded."""
    n_placed = n_steps = 0
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        explanation = explain(puzzle)
        known = set()
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            left = {
                cell: set((np.flatnonzero(candidates[cell]) + 1).tolist()).difference(lost)
                for cell, lost in step.removed
            }
            fixed = {(cell, value) for cell, (value, *others) in left.items() if not others}
            assert not step.removed or set(step.placed) == fixed
            assert known.isdisjoint(step.placed)
            known |= set(step.placed)
            n_placed += len(fixed)
        n_steps += len(explanation)
    assert n_steps > 8000
    assert n_placed > 500


def test_a_step_that_places_what_it_does_not_leave_does_not_follow():
    puzzle = Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1)), ((0, 1), (0, 2))])
    step, *_ = explain(puzzle).steps
    candidates = np.ones((3, 3, 3), bool)
    assert step.placed == (((0, 0), 1), ((0, 1), 2), ((0, 2), 3))
    assert step.verify(puzzle, candidates)
    for placed in ((((0, 0), 2),), (((1, 0), 1),), (*step.placed, ((2, 2), 1))):
        assert not replace(step, placed=placed).verify(puzzle, candidates)
    lost = (((0, 0), (3,)), *step.removed[1:])
    assert not replace(step, removed=lost).verify(puzzle, candidates)
    assert replace(step, placed=step.placed[1:], removed=lost).verify(puzzle, candidates)


def test_numbers_that_a_step_leaves_contradict_each_other():
    domains = [0, 0, (2, 3, 4), (2, 3, 4), (1, 2), (1, 2), *[0] * 10]
    puzzle = Model(Sudoku([[0] * 4] * 4).model().skeleton, domains)
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    step, last = explanation.steps
    assert (step.technique, step.placed) == ("locked candidates", (((4,), 2),))
    assert [(cell, values) for cell, values in step.removed] == [((4,), (1,)), ((5,), (1,))]
    assert (last.technique, last.cells) == ("contradiction", ((5,),))


def test_the_way_ends_with_the_first_number_that_a_step_places():
    """The step after that has nothing to exclude in this puzzle."""
    puzzle = fastfuto.parse(
        "9:0,3,0,0R,0,0R,0,0,0L,0,0D,0R,0U,0R,0D,0,0,0,0,0R,0UR,0R,0,0,0,0,0,0,0,0,0D,0L,0U,0"
        ",0R,0D,0,0,0,6,0,0U,0,7,0,0,9,0,0,0,0,0L,0D,0,0D,0,0,0D,0,0,0,0L,0,0,0,0U,0RL,0D,0U,"
        "0,0L,0L,0,0L,0R,0R,0R,0R,0,0,5,"
    )
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    assert explanation.solved


def test_no_explanation_is_longer_than_it_was():
    before = dict(line.split("\t") for line in GOLDEN.read_text(encoding="utf-8").splitlines()[1:])
    ratios = []
    for each in tatham():
        n_steps = len(explain(fastfuto.parse(each.id)))
        assert n_steps <= int(before[each.name]), each.name
        ratios.append(n_steps / int(before[each.name]))
    assert sum(ratios) / len(ratios) < 0.92


def test_between_slices_the_candidates_are_those_after_the_last_step():
    """Steps that have been found and not told leave no trace in them."""
    n_pauses = 0
    for each in tatham()[::8]:
        puzzle = fastfuto.parse(each.id)
        model = puzzle.model()
        names = names_of(puzzle, model)
        logic = Logic(model, RULE_SETS["full"].scores, is_tracing=True)
        while logic.trace(30, 10**9) == Verdict.PAUSED and n_pauses < 400:
            masks = start(model.domains, names)
            for step in Decoder(model, names).steps(logic.log(), logic.cases()):
                play(step, names, masks)
            # The clues may not have acted yet.
            if logic.n_steps:
                assert masks == logic.masks()[:, 0].tolist()
                n_pauses += 1
    assert n_pauses > 100


def test_impatience_takes_the_easiest_step():
    n_different = 0
    for each in tatham():
        model = fastfuto.parse(each.id).model()
        if model.n_cells <= 49:
            way, whole, hasty = (
                trace(model, "full", 1, lambda: False, **options)[0].log().tolist()
                for options in ({}, {"is_whole": True}, {"patience": 1})
            )
            assert hasty in (way, whole)
            n_different += way != whole == hasty
    assert n_different > 5


def test_every_step_is_told_if_that_takes_fewer():
    puzzle = fastfuto.parse("5:0,0,0,0,5,0,0,0,0R,0,0U,0L,0U,0U,0,0,0L,0,0,0,0,0R,0,0,0,")
    model = puzzle.model()
    way, verdict, _ = trace(model, "full", 1000, lambda: False)
    whole, its_verdict, _ = trace(model, "full", 1000, lambda: False, is_whole=True)
    assert verdict == its_verdict == Verdict.SOLVED
    assert way.n_steps > whole.n_steps
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    assert len(explanation) == whole.n_steps
    for limit in (1, 10, len(explanation) - 1):
        assert explain(puzzle, steps=limit).steps == explanation.steps[:limit]


@given(puzzles(1, 4))
def test_any_puzzle_is_explained(puzzle):
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    ends = [step.technique == "contradiction" for step in explanation.steps]
    assert explanation.contradiction == any(ends)
    assert not any(ends[:-1])
    solutions = fastfuto.all_solutions(puzzle)
    assert explanation.solved <= (len(solutions) == 1)
    assert explanation.contradiction <= (len(solutions) == 0)
    for solution in solutions:
        # No step excludes any solution.
        assert np.take_along_axis(explanation.candidates, solution[..., None].astype(int) - 1, axis=2).all()


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (Futoshiki([[1, 1], [0, 0]]), "r1c2 has no candidate left."),
        (
            Futoshiki(
                [[0, 0], [0, 0]], [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
            ),
            None,
        ),
        (Futoshiki([[3, 0], [0, 0]]), "r1c1 has no candidate left."),
    ],
)
def test_a_contradiction_is_shown(puzzle, text):
    explanation = explain(puzzle)
    last = explanation.steps[-1]
    assert last.technique == "contradiction"
    assert explanation.contradiction
    assert not explanation.solved
    assert text is None or last.text() == text
    plays(puzzle, explanation)


def test_the_steps_end_where_no_rule_applies():
    explanation = explain(LatinSquare([[0, 0], [0, 0]]))
    assert len(explanation) == 0
    assert not explanation.solved
    assert not explanation.contradiction
    assert explanation.candidates.all()
    assert not explanation.grid.any()


def test_a_limit_keeps_the_first_steps():
    puzzle = fastfuto.parse(tatham()[20].id)
    everything = explain(puzzle).steps
    some = explain(puzzle, steps=5)
    assert some.steps == everything[:5]
    assert some.exact
    assert not some.solved
    assert explain(puzzle, steps=10**6).solved
    with pytest.raises(ValueError, match="steps must be at least 1"):
        explain(puzzle, steps=0)


def test_a_sudoku_is_explained_with_its_boxes():
    puzzle = Sudoku.parse("..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4..")
    explanation = explain(puzzle)
    plays(puzzle, explanation)
    assert explanation.solved
    assert any(line[0] == "box" for step in explanation.steps for line in step.lines)


def test_explanations_with_the_same_steps_are_equal():
    one, same = (explain(LatinSquare([[1, 0], [0, 0]])) for _ in range(2))
    assert (one, hash(one)) == (same, hash(same))
    assert one != explain(LatinSquare([[1, 0], [0, 0]]), steps=1)
    assert one != explain(LatinSquare([[1, 0], [0, 0]]), rules="tatham")
    assert one != explain(LatinSquare([[2, 0], [0, 0]]))
    assert one != one.steps


def test_an_explanation_is_one_json_object():
    explanation = explain(Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    fields = json.loads(explanation.to_json())
    assert fields["solved"] is True
    assert tuple(map(Step.from_fields, fields["steps"])) == explanation.steps


def test_a_time_limit_keeps_the_steps_so_far():
    with pytest.raises(fastfuto.LimitReached) as stopped:
        explain(Sudoku([[0] * 36] * 36), timeout=0.05)
    assert len(stopped.value.solutions) == stopped.value.found == 0


def test_the_rule_tables_agree():
    scored = {name: each.score for name, each in TECHNIQUES.items() if each.score}
    assert scored | {"contradiction": 0.0} == SCORES
    assert len(RULES) == len(RULE_SETS["full"].scores)
    scores = [TECHNIQUES[name].score for name in RULES]
    assert scores == sorted(scores)
    assert [braid_score(length) for length in (1, 4, 5, 7, 9, 13, 17, 25, 33)] == [
        7.0, 7.0, 7.1, 7.2, 7.3, 7.4, 7.5, 7.6, 7.7,
    ]  # fmt: skip
    assert all(each.description.endswith(".") for each in TECHNIQUES.values())
    assert TECHNIQUES["naked pair"].page.endswith("/naked-pair.md")


def test_a_limit_may_be_any_number():
    puzzle = LatinSquare([[1, 0], [0, 0]])
    assert (
        len(explain(puzzle, steps=10**30)) == len(explain(puzzle, steps=2**62)) == len(explain(puzzle)) == 3
    )
    with pytest.raises(ValueError, match="timeout is too large"):
        explain(puzzle, timeout=10**400)


class Endless:
    """Rules that never come to an end, and what work they were asked for."""

    n_steps = 0
    result = (-1, 0, 0, 0)

    def __init__(self, domains):
        self.work, self.domains = 0, domains

    def run(self, budget, limit=0, patience=0):
        self.work += budget
        assert self.work <= 2 * MOST_WORK
        return Verdict.PAUSED

    trace = run

    def log(self):
        return np.zeros((0, 3), np.int32)

    cases = log

    def masks(self):
        return self.domains


@pytest.mark.parametrize("n", [2, 70])
@pytest.mark.parametrize("verb", ["explain", "grade"])
def test_rules_are_given_up_after_their_budget_of_work(n, verb, monkeypatch):
    endless = Endless(LatinSquare(n).model().domains)
    for name in ("explain", "grade"):
        module = sys.modules[f"fastfuto.logic.{name}"]
        monkeypatch.setattr(module, "take_logic", lambda *args, **options: endless)
        monkeypatch.setattr(module, "spare_logic", lambda *args: None, raising=False)
    assert not getattr(fastfuto, verb)(LatinSquare(n)).exact
    assert endless.work == MOST_WORK


@pytest.mark.parametrize("rules", ["full", "tatham"])
@pytest.mark.parametrize("family", [Futoshiki, LatinSquare, Sudoku])
def test_a_blank_1_x_1_takes_one_step(family, rules):
    explanation = explain(family([[0]]), rules=rules)
    assert explanation.solved
    ((placed,),) = [step.placed for step in explanation.steps]
    assert placed == ((0, 0), 1)
    plays(family([[0]]), explanation)
    assert explain(family([[1]]), rules=rules).steps == ()
