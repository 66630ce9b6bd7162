"""Steps of variants: sound, in words of every language, with the names of their lines."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, Sudoku, explain
from fastfuto.languages.language import LANGUAGES

from ..cases import thorough

CAGE = [(0, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (Sudoku(9).with_rules("diagonals"), "diagonal"),
        thorough((Sudoku(9).with_rules("windows"), "window")),
        (Sudoku(9).with_rules("disjoint-groups"), "group"),
        thorough((Sudoku(9).with_rules("anti-knight"), "box")),
        (LatinSquare(7).with_rules("anti-king", even=[(2, 3)]), "pair"),
        thorough((LatinSquare(6).with_rules("non-consecutive"), "row")),
        (Sudoku(6).with_rules(cages=[(CAGE, 9)], odd=[(4, 4)]), "row"),
    ],
    ids=lambda given: getattr(given, "words", given),
)
def test_steps_follow_and_have_words(puzzle, kind):
    rng = random.Random(kind)
    named = set()
    for seed in range(8):
        solution = fastfuto.solve(puzzle, seed=seed).grid
        share = rng.choice([0.1, 0.15, 0.2])
        shown = np.array([rng.random() < share for _ in range(solution.size)]).reshape(solution.shape)
        given = puzzle.with_clues(solution * shown)
        explanation = explain(given)
        for k, (step, before) in enumerate(zip(explanation.steps, explanation.states(), strict=False)):
            named |= {line[0] for line in step.lines}
            for language in LANGUAGES:
                assert step.text(language=language)
            assert k % 5 or step.verify(given, before)
            fastfuto.draw(given, step=step, candidates=before)
    assert kind in named


@pytest.mark.parametrize(
    ("puzzle", "clues", "text"),
    [
        (
            Sudoku(4).with_rules("diagonals"),
            {(0, 3): 1, (1, 2): 2, (2, 1): 3},
            "Only r4c1 is empty on diagonal 2",
        ),
        (
            LatinSquare(4).with_rules("windows"),
            {(1, 1): 1, (1, 2): 2, (2, 2): 3},
            "Only r3c2 is empty in window 1",
        ),
        (
            Sudoku(4).with_rules("disjoint-groups"),
            {(0, 0): 1, (0, 2): 2, (2, 0): 3},
            "r3c3 is empty in group 1",
        ),
    ],
)
def test_lines_have_the_names_of_their_rules(puzzle, clues, text):
    grid = np.zeros((4, 4), int)
    for cell, value in clues.items():
        grid[cell] = value
    assert any(text in step.text() for step in explain(puzzle.with_clues(grid)).steps)
