"""Steps name all that they rest on: they are derived from what they name."""

import dataclasses
from collections import Counter

import pytest

import fastfuto
from fastfuto import Step
from fastfuto.reference.premises import is_complete
from fastfuto.reference.rules import Rules

from ..cases import thorough
from ..oracles import tatham
from ..premises import BOUNDS, check, puzzles, sentence_follows


@pytest.mark.parametrize("count", [8, thorough(110)])
def test_steps_follow_from_what_they_name(count):
    seen = Counter()
    for number, puzzle in enumerate(puzzles(count, seed=7)):
        for step, failures in check(puzzle, "full"):
            assert not failures, (number, failures, step.text(), step)
            seen[step.technique] += 1
    assert len(seen) > 20, seen


@pytest.mark.thorough
def test_steps_of_the_other_rules_follow_from_what_they_name():
    for each in tatham()[::9]:
        for step, failures in check(fastfuto.parse(each.id), "tatham"):
            assert not failures, (each.name, failures, step.text(), step)


@pytest.mark.parametrize("field", ["candidates", "inequalities", "lines"])
def test_a_step_that_leaves_out_a_premise_does_not_follow(field):
    n_steps = n_refused = 0
    for each in tatham()[::12]:
        puzzle = fastfuto.parse(each.id)
        own = Rules(puzzle)
        for step in fastfuto.explain(puzzle).steps:
            if getattr(step, field):
                n_steps += 1
                n_refused += not is_complete(own, dataclasses.replace(step, **{field: ()}))
    # Some premises make a step shorter to tell, but it would follow without them.
    assert n_refused > 0.9 * n_steps > 100


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("r1c2 < r1c3, so r1c2 is at most 3 and r1c3 is at least 2.", False),
        ("r1c2 < r1c3, so r1c2 is at most 4 and r1c3 is at least 2.", True),
        ("r1c2 < r1c3 and r1c3 is at most 4 because r1c5 is 5, so r1c2 is at most 3.", True),
        ("r1c2 < r1c3 and r1c3 is at most 4 because r1c5 is 5, so r1c2 is at most 2.", False),
        ("r1c2 < r1c3, r1c2 is 4, and r1c3 can only be 3 or 5, so r1c3 is 5.", True),
        ("r1c2 < r1c3 and r1c2 is 4, so r1c3 is 5.", True),
        ("r1c2 < r1c3 and r1c2 is 3, so r1c3 is 5.", False),
        (
            "r1c1 < r1c2 < r1c3: three cells in ascending order, so r1c3 is at least 3 and r1c1 is at most 3.",
            True,
        ),
        ("r1c1 < r1c2 < r1c3: three cells in ascending order, so r1c3 is at least 4.", False),
        ("r1c2 < r1c3 and r1c2 is at least 2.", False),
    ],
)
def test_a_sentence_must_name_what_it_concludes_from(sentence, expected):
    assert sentence_follows(sentence, 5) is expected


def test_a_bound_without_its_reason_does_not_follow():
    puzzle = fastfuto.Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1))])
    bare = Step(
        "inequality bound", 1.6, (), (((0, 0), (2, 3)),), ((0, 0), (0, 1)), inequalities=(((0, 0), (0, 1)),)
    )
    assert not is_complete(Rules(puzzle), bare)
    assert is_complete(Rules(puzzle), dataclasses.replace(bare, candidates=(((0, 1), (1, 2)),)))
    assert set(BOUNDS) <= fastfuto.TECHNIQUES.keys()
