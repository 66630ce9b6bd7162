"""All solutions: what a limit leaves of them, how they come in blocks, and what their iterators refuse."""

import copy
import importlib
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
    LimitReached,
    MemoryLimit,
    Model,
    Permutations,
    Skeleton,
    Sudoku,
    all_solutions,
    count,
    load,
    sample,
    solution_blocks,
    solutions,
    solve,
)
from fastfuto.limits import sized

from ..strategies import puzzles

enumerate_module = importlib.import_module("fastfuto.solving.enumerate")

EMPTY5, EMPTY9 = (Futoshiki(np.zeros((n, n), int)) for n in (5, 9))
ITERATORS = pytest.mark.parametrize("iterate", [solutions, solution_blocks])


def are_different_solutions(puzzle, grids):
    return len({grid.tobytes() for grid in grids}) == len(grids) and all(map(puzzle.is_solution, grids))


# Limits ------------------------------------------------------------------------------------------------


def test_a_time_limit_keeps_the_solutions_that_were_found():
    with pytest.raises(LimitReached) as caught:
        all_solutions(EMPTY9, timeout=0.05)
    found = caught.value.solutions
    assert len(found) == caught.value.found > 0
    assert are_different_solutions(EMPTY9, found[:: max(1, len(found) // 100)])


@pytest.mark.parametrize("memory", [25, 100, 25 * 1000, 25 * 161279])
def test_a_memory_limit_keeps_the_solutions_that_fit(memory):
    with pytest.raises(MemoryLimit, match=f"the memory limit of {sized(memory)} was reached") as caught:
        all_solutions(EMPTY5, memory=memory)
    found = caught.value.solutions
    assert found.shape == (memory // 25, 5, 5)
    assert are_different_solutions(EMPTY5, found[:1000])


def test_what_a_limit_keeps_comes_back_from_a_pickle():
    with pytest.raises(MemoryLimit) as caught:
        all_solutions(EMPTY5, memory=100)
    assert np.array_equal(pickle.loads(pickle.dumps(caught.value)).solutions, caught.value.solutions)


def test_a_sample_of_listed_solutions_repeats_the_memory_limit():
    cover = ExactCover([[k] for k in range(5)] * 6)
    with pytest.raises(MemoryLimit, match="the memory limit of 1000 bytes was reached"):
        sample(cover, memory=1000)


@pytest.mark.parametrize("n", [6, 10])
def test_a_time_limit_of_a_sample_says_what_was_being_done(n):
    with pytest.raises(LimitReached, match=r"time limit of 0 s has passed while the (states|samples) are"):
        sample(LatinSquare(n), timeout=0)


def test_a_time_limit_is_not_taken_for_a_file_that_cannot_be_read(tmp_path):
    def answer():
        try:
            return count(EMPTY9, timeout=0.01)
        except OSError:
            return None

    assert not issubclass(LimitReached, OSError)
    with pytest.raises(LimitReached):
        answer()
    with pytest.raises(OSError):
        load(tmp_path / "missing")


# Blocks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 7, 100, 65536])
def test_blocks_hold_the_solutions_in_their_order(size):
    blocks = list(solution_blocks(EMPTY5, size=size, order="lexicographic", limit=1000))
    assert max(map(len, blocks)) <= size
    assert np.array_equal(np.concatenate(blocks), all_solutions(EMPTY5, order="lexicographic", limit=1000))


def test_blocks_are_large_and_belong_to_the_caller():
    blocks = list(solution_blocks(EMPTY5))
    assert sum(map(len, blocks)) == 161280
    assert len(blocks) < 30
    for block in blocks:
        block[:] = 0


@pytest.mark.thorough
def test_a_block_takes_at_most_sixteen_megabytes():
    cells = Model(Skeleton(4096, 2))
    sizes = [block.nbytes for block in solution_blocks(cells, limit=5000)]
    assert sum(sizes) == 5000 * 4096
    assert max(sizes) <= 16 << 20


@pytest.mark.parametrize("size", [0, -1])
def test_blocks_have_a_size(size):
    with pytest.raises(ValueError, match="size must be at least 1"):
        solution_blocks(EMPTY5, size=size)


# Resuming ----------------------------------------------------------------------------------------------

IN_ORDER = {
    "futoshiki": Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 1), (1, 1))]),
    "kakuro": Kakuro([[None, (7, 0), (0, 0)], [None, 0, 0], [(0, 6), 0, 0]]),
    "all permutations": Permutations(4),
    "permutations": Permutations(4, forbidden=[(1, 2)], order=[(0, 2)]),
    "sudoku": Sudoku([[0, 0, 0, 3], [0] * 4, [0] * 4, [0] * 4]),
    "model": Model(Skeleton(5, 3, [[0, 4], [1, 2, 3]]), [0, [3, 1], 0, 0, 0], [(0, 3)], [([0, 2, 4], 6)]),
    "one cell": LatinSquare(1),
}


def after(puzzle, grid, **options):
    blocks = list(solution_blocks(puzzle, order="lexicographic", after=grid, **options))
    return np.concatenate([*blocks, np.empty((0, *np.shape(grid)), np.uint8)])


@pytest.mark.parametrize("name", IN_ORDER)
def test_blocks_go_on_after_any_solution(name):
    puzzle = IN_ORDER[name]
    grids = all_solutions(puzzle, order="lexicographic")
    assert len(grids)
    for k, grid in enumerate(grids):
        assert np.array_equal(after(puzzle, grid), grids[k + 1 :])
        assert np.array_equal(after(puzzle, grid.tolist(), size=3, limit=5), grids[k + 1 : k + 6])


@given(puzzle=puzzles(1, 4), data=st.data())
def test_blocks_go_on_after_any_values(puzzle, data):
    grids = all_solutions(puzzle, order="lexicographic")
    values = st.integers(1, puzzle.n)
    row = data.draw(st.lists(values, min_size=puzzle.n**2, max_size=puzzle.n**2))
    expected = [grid for grid in grids if grid.ravel().tolist() > row]
    assert np.array_equal(
        after(puzzle, np.reshape(row, puzzle.shape)), np.reshape(expected, (-1, *puzzle.shape))
    )


@pytest.mark.thorough
def test_many_values_and_a_large_grid_go_on_at_once():
    model = Model(Skeleton(3, 200, [[0, 1, 2]]), inequalities=[(2, 0)])
    assert after(model, [70, 200, 68])[:2].tolist() == [[70, 200, 69], [71, 1, 2]]
    square = LatinSquare(16)
    blocks = solution_blocks(square, order="lexicographic", size=1000)
    grids = np.concatenate([next(blocks) for _ in range(8)])
    assert np.array_equal(after(square, grids[100], limit=50), grids[101:151])


def test_a_time_limit_of_blocks_that_go_on():
    blocks = solution_blocks(
        LatinSquare(16), order="lexicographic", after=solve(LatinSquare(16)).grid, timeout=0.05
    )
    with pytest.raises(LimitReached):
        for _ in blocks:
            pass


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"after": [[1]]}, "after is supported only with order"),
        (
            {"after": [[1]], "order": "lexicographic"},
            "whole numbers of shape .5, 5., got shape .1, 1. of type int64",
        ),
        ({"after": np.ones((5, 5)), "order": "lexicographic"}, "of type float64"),
        ({"after": np.ones((5, 5), bool), "order": "lexicographic"}, "of type bool"),
        ({"after": np.zeros((5, 5), int), "order": "lexicographic"}, "values from 1 to 5"),
        ({"after": np.full((5, 5), 6), "order": "lexicographic"}, "values from 1 to 5"),
    ],
)
def test_what_blocks_cannot_go_on_after(options, message):
    with pytest.raises(ValueError, match=message):
        solution_blocks(EMPTY5, **options)


# Iterators ---------------------------------------------------------------------------------------------


@ITERATORS
@pytest.mark.parametrize("dump", [pickle.dumps, copy.copy, copy.deepcopy])
def test_an_iterator_says_that_it_cannot_be_pickled_and_what_to_do(iterate, dump):
    with pytest.raises(TypeError, match=r"cannot be pickled.*send the puzzle"):
        dump(iterate(EMPTY5))


@ITERATORS
def test_a_closed_iterator_has_no_more_solutions(iterate):
    grids = iterate(EMPTY5)
    next(grids)
    grids.close()
    assert list(grids) == []


@pytest.mark.thorough
@pytest.mark.parametrize("limit", [None, 3000])
def test_solutions_that_are_decoded_block_by_block(limit, tuned):
    tuned(FIRST_BYTES=1000, GROWTH_BYTES=10_000)
    grids = all_solutions(Kakuro([[None, 0, 0, 0], [None, 0, 0, 0]]), limit=limit)
    # Of 504 second rows 3 * 56 - 3 * 7 + 1 agree with the first one somewhere.
    assert len(np.unique(grids, axis=0)) == len(grids) == (limit or 504 * 356)
    assert not grids[:, :, 0].any()
    assert (grids[:, :, 1:] > 0).all()
    assert (grids[:, 0, 1:] != grids[:, 1, 1:]).all()
    assert (np.diff(np.sort(grids[:, :, 1:], axis=2), axis=2) > 0).all()


def test_covers_of_different_lengths_are_decoded_block_by_block(tuned):
    tuned(FIRST_BYTES=100)
    cover = ExactCover([*([i] for i in range(10)), *([i, i + 1] for i in range(0, 10, 2))])
    listed = [row[row >= 0].tolist() for row in all_solutions(cover)]
    assert sorted(listed) == sorted(row.tolist() for row in solutions(cover))
    assert {len(row) for row in listed} == {5, 6, 7, 8, 9, 10}
    assert len(listed) == 32


def test_decoded_solutions_count_towards_the_memory():
    puzzle = Kakuro([[None] * 9 + [0, 0, 0], [None] * 9 + [0, 0, 0]])
    with pytest.raises(MemoryLimit) as caught:
        all_solutions(puzzle, memory=24_000)
    assert caught.value.solutions.shape == (1000, 2, 12)
    assert caught.value.solutions.nbytes == 24_000
