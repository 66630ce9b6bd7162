"""`solve_text` gives the same answers as `parse`, `solve` and `format_puzzle`."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import LimitReached, ParseError, Sudoku, format_puzzle, parse, solve_text

from ..formats.test_formats import TEXTS
from ..strategies import random_puzzle

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("is_named", [False, True])
def test_the_answer_is_in_the_format_of_the_text(name, is_named):
    answer = solve_text(TEXTS[name], name if is_named else None)
    puzzle = parse(TEXTS[name], name)
    assert answer == format_puzzle(puzzle.filled(fastfuto.solve(puzzle).grid), name)


@pytest.mark.parametrize("format", [None, "sudoku"])
def test_a_sudoku_of_a_line(format):
    for text in (SUDOKU, SUDOKU.replace(".", "0"), SUDOKU + "\n"):
        answer = solve_text(text, format)
        assert Sudoku.parse(SUDOKU).is_solution(Sudoku.parse(answer).clues)
        assert answer.endswith("\n")
    assert solve_text("55" + SUDOKU[2:], format) is None


def test_what_cannot_be_answered():
    assert solve_text("3:1,1,0,0,0,0,0,0,0,") is None
    for text in ("", "3:?", SUDOKU[:-1]):
        with pytest.raises(ParseError):
            solve_text(text)
    with pytest.raises(ParseError):
        solve_text(SUDOKU, "tatham")
    with pytest.raises(ValueError, match="sudoko"):
        solve_text(SUDOKU, "sudoko")
    with pytest.raises(TypeError, match="str"):
        solve_text(SUDOKU.encode())
    for text in (SUDOKU, TEXTS["source"]):
        with pytest.raises(ValueError, match="timeout"):
            solve_text(text, timeout=-1)
    hard = format_puzzle(random_puzzle(random.Random(0), 60, 0.4, 0.4), "json")
    with pytest.raises(LimitReached, match="the time limit"):
        solve_text(hard, timeout=0.1)


def test_texts_of_numpy():
    for text in np.array([SUDOKU, TEXTS["tatham"]]):
        assert solve_text(text) == solve_text(str(text))
        assert parse(text) == parse(str(text))


def test_a_family_without_a_grid_to_fill():
    assert solve_text(format_puzzle(fastfuto.Permutations(3), "json")).split() == ["1", "2", "3"]
