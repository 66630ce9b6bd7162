"""Braids in a line: the deductions lead to a contradiction, and hardly any is more than it takes."""

import dataclasses
import itertools

import pytest

import fastfuto
from fastfuto.logic.board import names_of


def braids():
    """Yield (puzzle, candidates, step) for the braids in a line of some puzzles."""
    for made in fastfuto.generate_many(25, 7, level="hard", remove="inequalities-first", seed=1):
        explanation = fastfuto.explain(made.puzzle)
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            if step.technique.endswith("in a line"):
                yield made.puzzle, candidates, step


def arrangements(puzzle, candidates, line):
    """Return the candidates of a line that an arrangement of its values which keeps its inequalities has."""
    names = names_of(puzzle, puzzle.model())
    cells = [names.cells[cell] for cell in names.units[names.lines.index(line)]]
    less = [(a, b) for a, b in puzzle.inequalities if a in cells and b in cells]
    kept = set()
    for values in itertools.permutations(range(1, puzzle.n + 1)):
        at = dict(zip(cells, values, strict=True))
        if all(candidates[cell][value - 1] for cell, value in at.items()) and all(
            at[a] < at[b] for a, b in less
        ):
            kept |= set(at.items())
    return kept


@pytest.mark.thorough
def test_what_is_refuted_is_in_no_arrangement_and_hardly_any_deduction_is_too_much():
    n_refuted = n_told = n_needed = 0
    for puzzle, candidates, step in braids():
        lost = [(cell, value) for cell, values in step.removed for value in values]
        assert [case.placed for case in step.cases] == [(mark,) for mark in lost]
        assert not arrangements(puzzle, candidates, step.lines[0]) & set(lost)
        for at, case in enumerate(step.cases):
            *told, last = case.cases
            assert last.technique == "contradiction"
            assert {each.technique for each in told} <= {"naked single", "hidden single", "inequality bound"}
            placed = [*case.placed, *(mark for each in told for mark in each.placed)]
            assert len(placed) == len(dict(placed))
            for k in range(len(told)):
                fewer = dataclasses.replace(case, cases=(*told[:k], *told[k + 1 :], last))
                cases = (*step.cases[:at], fewer, *step.cases[at + 1 :])
                n_told += 1
                n_needed += not dataclasses.replace(step, cases=cases).verify(puzzle, candidates)
            n_refuted += 1
    assert n_refuted > 30
    # A line can refute a candidate in several ways.
    assert n_needed > 0.9 * n_told > 30
