import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    PuzzleError,
    Sudoku,
    all_solutions,
    count,
    is_unique,
    sample,
    solve,
    split,
)

from ..strategies import puzzles

PUZZLES = {
    "futoshiki": Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 1), (1, 1))]),
    "kakuro": Kakuro([[None, (7, 0), (0, 0)], [None, 0, 0], [(0, 6), 0, 0]]),
    "permutations": Permutations(5, forbidden=[(1, 2)]),
    "sudoku": Sudoku([[0, 0, 0, 3], [0] * 4, [0] * 4, [0] * 4]),
    "latin square": LatinSquare([[1, 2], [2, 1]]),
}


def rows(grids):
    return sorted(grid.tobytes() for grid in grids)


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("k", [1, 2, 7, 40])
def test_the_solutions_of_parts_are_those_of_the_puzzle(name, k):
    puzzle = PUZZLES[name]
    parts = split(puzzle, k)
    assert len(parts) == k
    found = [all_solutions(part) for part in parts]
    assert all(
        grids.shape[1:] == part.shape == puzzle.shape for grids, part in zip(found, parts, strict=True)
    )
    assert rows(np.concatenate(found)) == rows(all_solutions(puzzle))
    assert [count(part) for part in parts] == list(map(len, found))


@given(puzzle=puzzles(1, 4), k=st.integers(1, 9))
def test_parts_of_any_puzzle(puzzle, k):
    found = np.concatenate([all_solutions(part) for part in split(puzzle, k)])
    assert rows(found) == rows(all_solutions(puzzle))


def test_a_part_is_a_value_that_verbs_take():
    parts = split(LatinSquare(3), 3)
    again = pickle.loads(pickle.dumps(parts))
    assert again == parts
    assert len(set(parts)) == 3
    for part in again:
        assert LatinSquare(3).is_solution(solve(part).grid)
        assert is_unique(part) == (count(part) == 1)
        assert sample(part, 2).shape == (2, 3, 3)


def test_what_has_no_cells_is_not_split():
    with pytest.raises(PuzzleError, match="an exact cover cannot be split"):
        split(ExactCover([["a"]]), 2)
    with pytest.raises(TypeError, match="expected a Puzzle or a Model, got list"):
        split([[1]], 2)
