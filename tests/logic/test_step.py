"""Steps: JSON, words, and the refusal of altered ones."""

import contextlib
import dataclasses
import json
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, PuzzleError, Step, explain

from ..oracles import tatham


def examples(most=9):
    """Yield (puzzle, solution, candidates, step) for the steps of small puzzles of all grades."""
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n <= most:
            explanation = explain(puzzle)
            for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
                yield puzzle, each.solution, candidates, step


def test_json_goes_both_ways():
    names = set()
    for _, _, _, step in examples():
        again = Step.from_json(step.to_json())
        assert again == step
        assert hash(again) == hash(step)
        names.add(step.technique)
    assert len(names) > 15


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"technique": "guess"}',
        "[" * 100_000,
    ],
)
def test_what_is_not_a_step_is_refused(text):
    with pytest.raises(PuzzleError, match="invalid step"):
        Step.from_json(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("technique", ["hill"]),
        ("score", "1"),
        ("placed", [[[0, 0], 1.5]]),
        ("placed", 7),
        ("removed", [[[0, 0]]]),
        ("cells", [["a", 0]]),
        ("values", [True]),
        ("links", [[1, 2, 3]]),
        ("cases", [3]),
    ],
)
def test_a_field_of_another_type_is_refused(field, value):
    fields = json.loads(Step("naked single", 1.2, (((0, 0), 1),)).to_json())
    with pytest.raises(PuzzleError, match="invalid step"):
        Step.from_fields(fields | {field: value})


def altered(rng, puzzle, step):
    """Return the step with one part of it changed at random."""
    n = puzzle.n
    cell = (rng.randrange(n), rng.randrange(n))
    value = rng.randint(1, n)
    parts = ["technique", "cells", "values", "lines", "inequalities", "links", "cases"]
    part = rng.choice([p for p in parts if getattr(step, p)] + ["conclusion"] * 2)
    if part == "technique":
        technique = rng.choice(list(fastfuto.TECHNIQUES.values()))
        return dataclasses.replace(step, technique=technique.name, score=technique.score)
    if part == "conclusion":
        if step.placed and not (step.removed and rng.random() < 0.5):
            kept = rng.choice([((cell, step.placed[0][1]),), ((step.placed[0][0], value),)])
            return dataclasses.replace(step, placed=kept)
        return dataclasses.replace(step, removed=((cell, (value,)), *step.removed[1:]))
    listed = list(getattr(step, part))
    at = rng.randrange(len(listed))
    if rng.random() < 0.3:
        del listed[at]
    elif part == "cells":
        listed[at] = cell
    elif part == "values":
        listed[at] = value
    elif part == "lines":
        listed[at] = rng.choice([("row", rng.randrange(n)), ("column", rng.randrange(n)), ("box", 0)])
    elif part == "inequalities":
        listed[at] = rng.choice([listed[at][::-1], (listed[at][0], cell), (cell, listed[at][1])])
    elif part == "links":
        one, other, kind = listed[at]
        listed[at] = rng.choice(
            [(one, (cell, other[1]), kind), (one, (other[0], value), kind), (one, other, "weak")]
        )
    else:
        listed[at] = altered(rng, puzzle, listed[at])
    return dataclasses.replace(step, **{part: tuple(listed)})


def test_steps_without_candidates_are_read_verified_and_told_as_before():
    told = 0
    for puzzle, _, candidates, step in examples(7):
        fields = json.loads(step.to_json())
        for each in (
            fields,
            *fields["cases"],
            *(inner for case in fields["cases"] for inner in case["cases"]),
        ):
            del each["candidates"]
        old = Step.from_fields(fields)
        assert old.verify(puzzle, candidates)
        assert old.text()
        told += bool(step.candidates)
    assert told > 100


def test_a_step_that_names_other_candidates_is_refused():
    refused = 0
    for puzzle, _, candidates, step in examples(7):
        for at, (cell, values) in enumerate(step.candidates):
            changed = list(step.candidates)
            changed[at] = (cell, values[1:])
            assert not dataclasses.replace(step, candidates=tuple(changed)).verify(puzzle, candidates)
            refused += 1
    assert refused > 100


def test_altered_steps_are_refused_unless_they_still_hold():
    rng = random.Random(7)
    steps = list(examples(7))
    rng.shuffle(steps)
    refused = 0
    for puzzle, solution, candidates, step in steps[:1500]:
        other = altered(rng, puzzle, step)
        if not other.verify(puzzle, candidates):
            refused += 1
            continue
        # What is accepted must be true, and rest on what is there.
        assert all(solution[r][c] == v for (r, c), v in other.placed)
        assert all(solution[r][c] not in values for (r, c), values in other.removed)
        assert set(puzzle.inequalities).issuperset(other.inequalities)
        assert all(candidates[r][c][v - 1] for (r, c), values in other.removed for v in values)
    assert refused > 1000


def test_an_assumption_and_a_mistake_do_not_follow():
    puzzle = Futoshiki([[0, 0], [0, 0]])
    candidates = np.ones((2, 2, 2), bool)
    assert not Step("assumption", 0.0, (((0, 0), 1),)).verify(puzzle, candidates)
    assert not Step("mistake", 0.0, removed=(((0, 0), (1,)),)).verify(puzzle, candidates)
    with pytest.raises(PuzzleError, match="candidates must be booleans"):
        Step("mistake", 0.0).verify(puzzle, candidates[0])


def test_texts_are_sentences_of_growing_detail():
    seen = set()
    for _, _, _, step in examples():
        texts = [step.text(detail) for detail in range(4)]
        for text in texts:
            assert text.endswith(".")
            assert "  " not in text
            assert "[" not in text
            assert "(" not in text
        assert texts[0].startswith("Look at ")
        assert step.technique in texts[1]
        assert len(texts[3]) >= len(texts[2])
        assert all(f"r{r + 1}c{c + 1}" in texts[3] for (r, c), _ in (*step.placed, *step.removed))
        assert "\n" not in step.notation()
        seen.add(step.technique)
    assert {"naked pair", "x-wing", "braid"} <= seen
    with pytest.raises(ValueError, match="detail must be 0, 1, 2 or 3"):
        step.text(4)


@pytest.mark.parametrize(
    ("step", "text", "notation"),
    [
        (
            Step(
                "inequality bound",
                1.6,
                (),
                (((3, 4), (6, 7)),),
                ((3, 4), (3, 5)),
                inequalities=(((3, 4), (3, 5)),),
                candidates=(((3, 5), (2, 3, 4, 5, 6)), ((1, 5), (7,))),
            ),
            "r4c5 < r4c6, and r4c6 is at most 6 because r2c6 is 7, so r4c5 is at most 5.",
            "inequality bound: r4c5<r4c6 ==> r4c5 != 6,7",
        ),
        (
            Step(
                "hidden pair",
                3.4,
                (),
                (((4, 5), (1,)), ((4, 7), (1,))),
                ((4, 5), (4, 7)),
                (7, 9),
                (("row", 4),),
            ),
            "In row 5, only r5c6 and r5c8 can hold 7 and 9, so they hold nothing else: r5c6 and r5c8 are not 1.",
            "hidden pair: r5 {r5c6 r5c8} {n7 n9} ==> r5c6 != 1, r5c8 != 1",
        ),
        (
            Step(
                "hill",
                2.0,
                (),
                (((1, 3), (1, 2)),),
                ((1, 2), (1, 4)),
                lines=(("row", 1),),
                inequalities=(((1, 2), (1, 3)), ((1, 4), (1, 3))),
            ),
            "r2c4 is larger than r2c3 and r2c5, two different numbers in row 2, so r2c4 is at least 3.",
            "hill: r2 r2c3<r2c4 r2c5<r2c4 ==> r2c4 != 1,2",
        ),
        (
            Step(
                "braid",
                7.0,
                (),
                (((7, 5), (2,)),),
                ((7, 5),),
                (2,),
                cases=(
                    Step("assumption", 0.0, (((7, 5), 2),)),
                    Step("hidden single", 1.5, (((7, 7), 1),), (), ((7, 7),), (1,), (("row", 7),)),
                    Step("contradiction", 0.0, cells=((7, 6),), candidates=(((7, 6), (1, 2)),)),
                ),
            ),
            "Suppose that r8c6 is 2. Then r8c8 is 1, because 1 has no other place in row 8. "
            "But then r8c7, which could only be 1 or 2, has no candidate left. So r8c6 is not 2.",
            "braid[2]: r8c6{n2} - r8n1{r8c8} - r8c7{.} ==> r8c6 != 2",
        ),
    ],
)
def test_words_of_single_steps(step, text, notation):
    assert step.text() == text
    assert step.notation() == notation


def test_a_line_shows_a_contradiction_only_if_its_open_cells_cannot_share_its_values():
    puzzle = Futoshiki([[0, 0, 0]] * 3, [((0, 0), (0, 1)), ((0, 1), (0, 2))])
    step = Step("contradiction", 0.0, lines=(("row", 0),))
    candidates = np.ones((3, 3, 3), bool)
    candidates[0, 2] = [True, True, False]
    assert step.verify(puzzle, candidates)
    candidates[0, 2] = [True, False, False]  # Two open cells, with three values.
    assert not step.verify(puzzle, candidates)
    candidates[0] = np.eye(3, dtype=bool)
    assert not step.verify(puzzle, candidates)


def test_a_contradiction_names_the_cells_of_one_line_and_nothing_else():
    # Three cells of a row share two values.
    candidates = np.ones((4, 4, 4), bool)
    candidates[1, :3, 2:] = False
    cells = ((1, 0), (1, 1), (1, 2))
    step = Step("contradiction", 0.0, cells=cells, lines=(("row", 1),))
    assert step.verify(LatinSquare(4), candidates)
    for wrong in (
        {"values": (1,)},
        {"lines": (("row", 0),)},
        {"lines": (("row", 1), ("column", 0))},
        {"lines": ()},
        {"cells": cells[:2]},
        {"cells": (*cells, (2, 0))},
        {"sums": ((cells, 6),)},
    ):
        assert not dataclasses.replace(step, **wrong).verify(LatinSquare(4), candidates), wrong


class Unfit:
    """Something that no step is made of."""

    def __repr__(self):
        return "Unfit()"


def short(value):
    """Return a value in a few characters, the same in every process."""
    return value.__name__ if isinstance(value, type) else repr(value)[:30]


@pytest.mark.parametrize(
    "fields", [np.array([3]), np.int64(3), None, 3, "x", [], ["technique"], Unfit()], ids=short
)
def test_what_is_not_a_dict_of_fields_is_refused(fields):
    with pytest.raises(PuzzleError, match="invalid step"):
        Step.from_fields(fields)


def test_a_step_with_a_further_field_is_refused():
    fields = Step("naked single", 1.2, (((0, 0), 1),)).fields()
    with pytest.raises(PuzzleError, match="invalid step: expected 13 fields, got 14"):
        Step.from_fields(fields | {"time": 1})


def test_numbers_that_are_too_great_for_a_field_are_refused():
    fields = Step("naked single", 1.2, (((0, 0), 1),)).fields()
    with pytest.raises(PuzzleError, match="invalid step"):
        Step.from_fields(fields | {"score": 10**400})


@pytest.mark.parametrize("puzzle", ["x", None, 3, [[0]], Unfit(), Futoshiki], ids=short)
def test_only_puzzles_have_steps_to_verify(puzzle):
    with pytest.raises(TypeError, match="expected a Puzzle or a Model"):
        Step("mistake", 0.0).verify(puzzle, np.ones((2, 2, 2), bool))


@pytest.mark.parametrize("candidates", [None, "x", 3, [[[True]], []], np.ones((2, 2, 2))], ids=short)
def test_candidates_that_cannot_be_are_refused(candidates):
    with pytest.raises(PuzzleError, match="candidates must be booleans"):
        Step("mistake", 0.0).verify(Futoshiki([[0, 0], [0, 0]]), candidates)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Step)])
@pytest.mark.parametrize(
    "value", [None, 3, 10**400, "x", (None,), ((0,),), ((Unfit(), 1),), Unfit()], ids=short
)
def test_a_step_of_something_else_has_no_words_and_does_not_follow(field, value):
    """What is wrong is a PuzzleError or a TypeError, as the docstrings say."""
    puzzle = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    for step in fastfuto.explain(puzzle).steps:
        odd = dataclasses.replace(step, **{field: value})
        assert not odd.verify(puzzle, np.zeros((2, 2, 2), bool))
        for tell in (odd.text, odd.notation, odd.fields, odd.to_json):
            with contextlib.suppress(PuzzleError, TypeError):
                tell()


def test_fields_that_do_not_belong_together_have_no_words():
    """Some mixtures have words all the same; the others raise a PuzzleError."""
    rng = random.Random(5)
    steps = [step for _, _, _, step in examples(6)]
    names = [field.name for field in dataclasses.fields(Step) if field.name != "score"]
    refused = []
    for _ in range(2000):
        one, other = rng.choice(steps), rng.choice(steps)
        mixed = dataclasses.replace(one, **{name: getattr(other, name) for name in rng.sample(names, 3)})
        for tell in (mixed.text, mixed.notation):
            try:
                assert tell()
            except PuzzleError as error:
                refused.append(str(error))
    assert len(refused) > 400
    assert all("do not match its technique" in message for message in refused)
