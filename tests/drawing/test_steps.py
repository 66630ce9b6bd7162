"""Steps in pictures: what is marked, and which steps are refused."""

import dataclasses
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    PuzzleError,
    Step,
    Sudoku,
    draw,
    explain,
    hint,
)

from ..oracles import tatham
from .puzzles import FIVE

CLIMB = Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1)), ((0, 1), (0, 2))])


def classes(drawing):
    """Return the classes of all elements of a picture."""
    root = ElementTree.fromstring(drawing.svg)
    return [each.get("class") for each in root.iter() if each.get("class")]


def count(drawing, *names):
    """Return how many elements have all of these classes."""
    return sum(set(names) <= set(each.split()) for each in classes(drawing))


def test_steps_of_every_kind_are_drawn():
    kinds = set()
    puzzles = [fastfuto.parse(each.id) for each in tatham()[::5]]
    for puzzle in (puzzle for puzzle in puzzles if puzzle.n <= 7):
        explanation = explain(puzzle)
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            if step.technique in kinds:
                continue
            kinds.add(step.technique)
            drawing = draw(puzzle, candidates=candidates, step=step)
            lost = sum(len(values) for _, values in step.removed)
            assert count(drawing, "strike") == lost
            assert count(drawing, "cell", "placed") == len(step.placed) == count(drawing, "disc")
            assert count(drawing, "link") == len(step.links) == count(drawing, "head")
            assert count(drawing, "sign", "used") >= len(step.inequalities)
            assert drawing.text.endswith(step.text() + "\n")
            if step.cells and not step.placed:
                assert count(drawing, "cell", "premise") >= 1
    assert len(kinds) > 10


def test_used_signs_and_removed_candidates():
    step = hint(CLIMB)
    assert step.technique.startswith("ascending chain")
    drawing = draw(CLIMB, step=step)
    assert count(drawing, "sign", "used") == 2
    assert count(drawing, "strike") == sum(len(values) for _, values in step.removed)
    assert count(drawing, "cell", "premise") + count(drawing, "cell", "placed") == 3


def test_a_chain_has_numbered_arrows():
    puzzle = LatinSquare([[0, 0, 3], [0, 0, 0], [0, 0, 0]])
    candidates = np.ones((3, 3, 3), bool)
    links = (
        (((1, 0), 1), ((1, 0), 2), "strong"),
        (((1, 0), 2), ((1, 1), 2), "weak"),
        (((1, 1), 2), ((1, 1), 1), "strong"),
    )
    step = Step("xy-chain", 6.6, removed=(((2, 2), (1,)),), links=links)
    drawing = draw(puzzle, step=step)
    assert count(drawing, "link", "strong") == 2
    assert count(drawing, "link", "weak") == 1
    root = ElementTree.fromstring(drawing.svg)
    labels = [group for group in root.iter() if group.get("class") == "order"]
    assert [text.text for group in labels for text in group] == ["1", "2", "3"]
    with pytest.raises(PuzzleError, match="the step does not follow from the given candidates"):
        draw(puzzle, candidates=candidates, step=step)


def test_a_contradiction_marks_its_cells():
    puzzle = Futoshiki(
        [[0] * 3] * 3, [((1, 0), (1, 1)), ((1, 1), (1, 2)), ((0, 0), (0, 1)), ((0, 1), (0, 2))]
    )
    explanation = explain(puzzle)
    assert explanation.contradiction
    *_, candidates = explanation.states()
    drawing = draw(puzzle, candidates=candidates, step=explanation.steps[-1])
    assert count(drawing, "cell", "conflict") > 0
    assert count(drawing, "edge") == count(drawing, "cell", "conflict")


def test_a_mistake_is_marked_and_stays_readable():
    entries = np.zeros((5, 5), int)
    entries[0, 1] = 1
    step = hint(FIVE, entries)
    assert step.technique == "mistake"
    drawing = draw(FIVE, entries, step=step)
    assert "cell r1 c2 solved premise conflict" in classes(drawing)


def test_entries_and_solutions_go_with_steps():
    entries = np.zeros((5, 5), int)
    entries[0] = [5, 3, 4, 2, 0]
    step = hint(FIVE, entries)
    assert step.placed == (((0, 4), 1),)
    drawing = draw(FIVE, entries, step=step)
    assert count(drawing, "cell", "solved") == 3
    assert "cell r1 c5 empty placed" in classes(drawing)
    # With a whole solution the cells that the step touches show what it is about.
    solved = draw(FIVE, fastfuto.solve(FIVE).grid, step=hint(FIVE))
    assert count(solved, "cell", "empty") == len(
        {cell for cell, _ in hint(FIVE).removed} | set(hint(FIVE).cells)
    )


def test_a_step_of_another_kakuro_or_adjacent_puzzle_is_refused():
    bars = Adjacent([[1, 0, 0, 0], *[[0] * 4] * 3], [((0, 0), (0, 1))])
    others = Adjacent([[1, 0, 0, 0], *[[0] * 4] * 3], [((1, 0), (1, 1))])
    step = next(
        each for each in explain(bars).steps if any(kind == "differ by 1" for *_, kind in each.relations)
    )
    draw(bars, step=step)
    with pytest.raises(
        PuzzleError, match=r"does not belong to this puzzle: there is no relation .* between \(1, 1\) and"
    ):
        draw(others, step=step)
    kakuro, other = (
        Kakuro([[None, (down, 0), (10 - down, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]]) for down in (4, 3)
    )
    step = next(each for each in explain(kakuro).steps if (((1, 1), (2, 1)), 4) in each.sums)
    draw(kakuro, step=step)
    with pytest.raises(
        PuzzleError, match="this step does not belong to this puzzle: there is no sum 4 of the"
    ):
        draw(other, step=step)


def test_permutations_have_steps():
    puzzle = Permutations(4, order=[(0, 1), (1, 3)])
    drawing = draw(puzzle, step=hint(puzzle))
    assert count(drawing, "sign", "used") == 2
    assert count(drawing, "order", "used") == 1


STEP = Step("naked single", 1.2, placed=(((0, 1), 3),), cells=((0, 1),), values=(3,))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (dataclasses.replace(STEP, cells=((0, 5),)), r"there is no cell \(1, 6\)"),
        (dataclasses.replace(STEP, placed=(((-1, 0), 1),)), r"there is no cell \(0, 1\)"),
        (dataclasses.replace(STEP, cells=((0,),)), r"there is no cell \(1,\)"),
        (dataclasses.replace(STEP, values=(6,)), "expected a value from 1 to 5, got 6"),
        (dataclasses.replace(STEP, removed=(((1, 1), (0,)),)), "expected a value from 1 to 5, got 0"),
        (dataclasses.replace(STEP, lines=(("box", 0),)), "there is no box 1"),
        (dataclasses.replace(STEP, inequalities=(((0, 0), (0, 1)),)), "there is no inequality"),
        (dataclasses.replace(STEP, links=((((9, 9), 1), ((0, 0), 1), "weak"),)), "there is no cell"),
        (dataclasses.replace(STEP, cells=([0, 1],)), "unhashable"),
        (dataclasses.replace(STEP, values=("3",)), "not supported"),
        (
            dataclasses.replace(STEP, links=((((0, 1), 3), ((0, 2), 3), '"><script>'),)),
            "no kind of link",
        ),
        (dataclasses.replace(STEP, cases=(dataclasses.replace(STEP, values=(7,)),)), "got 7"),
        (dataclasses.replace(STEP, placed=(((0, 1), 5),)), r"5 is not a candidate of cell \(1, 2\)"),
        (dataclasses.replace(STEP, placed=(((0, 0), 4),)), r"4 is not a candidate of cell \(1, 1\)"),
    ],
)
def test_a_step_of_another_puzzle_is_refused(step, message):
    draw(FIVE, step=STEP)
    with pytest.raises(PuzzleError, match=f"this step does not belong to this puzzle.*{message}"):
        draw(FIVE, step=step)


def test_with_candidates_a_step_must_follow_from_them():
    explanation = explain(FIVE)
    states = list(explanation.states())
    other = Sudoku(np.zeros((4, 4), int))
    for step, candidates in zip(explanation.steps[:5], states, strict=False):
        draw(FIVE, candidates=candidates, step=step)
    with pytest.raises(PuzzleError, match="is not a candidate of cell"):
        draw(FIVE, candidates=states[-1], step=explanation.steps[0])
    late = next(step for step in explanation.steps if step.technique == "full house")
    with pytest.raises(PuzzleError, match="the step does not follow from the given candidates"):
        draw(FIVE, candidates=states[0], step=late)
    with pytest.raises(PuzzleError, match="this step does not belong to this puzzle"):
        draw(other, step=explanation.steps[0])


@pytest.mark.parametrize(
    "puzzle",
    [
        Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]]),
        fastfuto.parse("adjacent 3:\n0 | 0 | 0\n.   -   -\n0 . 0 | 0\n-   .   -\n0 | 0 . 0\n"),
    ],
    ids=["sums", "bars"],
)
def test_steps_with_sums_and_bars_are_drawn(puzzle):
    explanation = explain(puzzle)
    used = 0
    for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
        drawing = draw(puzzle, candidates=candidates, step=step)
        assert count(drawing, "strike") == sum(len(values) for _, values in step.removed)
        assert count(drawing, "cell", "placed") == len(step.placed)
        assert not count(drawing, "cell", "conflict")
        assert count(drawing, "bar", "used") <= len(step.relations)
        used += len(step.relations) + len(step.sums)
        if step.sums:
            assert count(drawing, "cell", "premise") + count(drawing, "cell", "placed") >= 2
    assert used > 1


@pytest.mark.parametrize("puzzle", [ExactCover([["a"]])])
def test_families_without_rules_have_no_steps(puzzle):
    with pytest.raises(PuzzleError, match="rules do not support exact covers"):
        draw(puzzle, step=STEP)
