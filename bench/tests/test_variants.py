"""Puzzles of variants are made and checked."""

import dataclasses

import pytest

import fastfuto
from fastfuto.puzzles.variants import RULES

from ..check import WrongAnswer
from ..variants import checked, measured


@pytest.mark.parametrize("name", RULES)
def test_few_puzzles_of_each_variant_are_right(name):
    row = measured(6, "sudoku", name, 3)
    assert (row is None) == (name == "windows")


def test_wrong_puzzles_are_found():
    made = fastfuto.generate(4, family="sudoku", variant="diagonals", level="trivial", seed=1)
    checked([made], "trivial")
    with pytest.raises(WrongAnswer, match="is not hard"):
        checked([made], "hard")
    more = dataclasses.replace(made, puzzle=made.puzzle.with_clues(made.solution))
    with pytest.raises(WrongAnswer, match="is not minimal"):
        checked([more], "trivial")
    fewer = dataclasses.replace(made, puzzle=made.puzzle.with_clues(0 * made.solution))
    with pytest.raises(WrongAnswer, match="does not have one solution"):
        checked([fewer], "trivial")
