import pickle
import random

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
    count_result,
    is_unique,
    sample,
    solve,
    split,
)
from fastfuto.engines import EXHAUSTED, Request, open_engine
from fastfuto.solving.parts import beyond

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


def latin_clues(n, seed, n_clues, n_pairs, is_sorted):
    """Return a puzzle with some clues of a random square, whose first row may be sorted."""
    rng = random.Random(seed)
    grid = LatinSquare.random(n, seed=seed).clues
    if is_sorted:
        grid = grid[:, np.argsort(grid[0])]
    numbers = np.zeros((n, n), int)
    for cell in rng.sample(range(n if is_sorted else 0, n * n), n_clues):
        numbers.flat[cell] = grid.flat[cell]
    pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    chosen = [pair for pair in pairs if is_sorted and pair[0][0] == 0] + rng.sample(pairs, n_pairs)
    return Futoshiki(numbers, {(a, b) if grid[a] < grid[b] else (b, a) for a, b in chosen})


def work(part):
    """Return the work of the search, in steps."""
    search = open_engine("search", Request(part.model()))
    steps = 1
    while search.run(50, 10**9) != EXHAUSTED:
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("n", "n_clues", "n_pairs", "is_sorted"),
    [(6, 3, 4, True), (6, 7, 3, False), (7, 14, 2, False), (7, 9, 4, True), (8, 24, 2, False)],
)
def test_parts_take_alike(n, n_clues, n_pairs, is_sorted):
    puzzle = latin_clues(n, 5, n_clues, n_pairs, is_sorted)
    parts = split(puzzle, 64)
    counts = list(map(count, parts))
    assert sum(counts) == count(puzzle)
    assert all(counts)
    works = list(map(work, parts))
    assert max(works) <= 3 * sum(works) / 64


@pytest.mark.thorough
def test_parts_together_take_as_long_as_the_whole():
    puzzle = Futoshiki([[0] * 6] * 6, [((0, c), (0, c + 1)) for c in range(5)])
    nodes = [count_result(part, engine="search").stats.nodes for part in split(puzzle, 64)]
    assert sum(nodes) <= 1.15 * count_result(puzzle, engine="search").stats.nodes


@pytest.mark.thorough
def test_what_propagation_rules_out_is_in_no_part():
    # The first row has one order only.
    puzzle = Futoshiki([[0] * 6] * 6, [((0, c), (0, c + 1)) for c in range(5)])
    for part in split(puzzle, 1) + split(puzzle, 10):
        assert [part.model().allowed(c) for c in range(6)] == [[v] for v in range(1, 7)]


def test_more_parts_than_solutions():
    parts = split(LatinSquare(3), 20)
    assert sorted(map(count, parts)) == [0] * 8 + [1] * 12


def test_no_model_beyond_a_solution_breaks_a_unit_at_once():
    [model] = beyond(LatinSquare(2).model(), np.array([1, 2, 2, 1]))
    assert all_solutions(model).tolist() == [[2, 1, 1, 2]]
