"""The measurement of the parts' balance."""

import random

import pytest

import fastfuto
from bench.split import KINDS, PARTS, Kind, ever_looser, is_even, measured, sized


@pytest.mark.parametrize("kind", KINDS[:5])
def test_kinds(kind):
    puzzles = list(ever_looser(kind, random.Random(1)))
    assert {(puzzle.clues > 0).sum() for puzzle in puzzles} == {kind.n_clues}
    assert [len(puzzle.inequalities) for puzzle in puzzles] == list(
        range(60, 4 if kind.is_sorted else -1, -1)
    )
    first = [((0, c), (0, c + 1)) for c in range(kind.n - 1)]
    assert not kind.is_sorted or set(puzzles[-1].inequalities) == set(first)


def test_a_row_of_the_table():
    kind = Kind(6, 3, True)
    puzzle = sized(kind, random.Random(1), 0.001)
    row = measured(kind, puzzle)
    assert row["nodes"] == fastfuto.count_result(puzzle, engine="search").stats.nodes
    assert row["n"] == 6
    assert row["without solutions"] == 0
    assert 1 <= row["largest"]["nodes"] <= PARTS


def test_what_is_uneven():
    good = {
        "largest": {"nodes": 9, "seconds": 3.0},
        "total": {"nodes": 9, "seconds": 1.1},
        "without solutions": 0,
    }
    assert is_even(good)
    assert not is_even({**good, "without solutions": 1})
    assert not is_even({**good, "largest": {"seconds": 3.1}})
    assert not is_even({**good, "total": {"seconds": 1.2}})
