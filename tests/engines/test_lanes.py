"""Lanes behind the door: the search and brute force agree, and neither width nor neighbours nor budgets matter."""

import random

import numpy as np
import pytest

from fastfuto.engines import HANDED_OVER, LANES_MOST_SIDE, solve_lanes
from fastfuto.engines._lanes import EXHAUSTED, MOST_SIDE, PAUSED, WIDTHS, Lanes
from fastfuto.engines._lanes import HANDED_OVER as COMPILED_HANDED_OVER

from .. import oracles
from ..calls import together
from ..cases import thorough
from ..strategies import rounds
from .lane_puzzles import compare, puzzle_of, random_lane_puzzle, solved

ALL = pytest.mark.parametrize("width", WIDTHS)


def mixture(seed, n, number):
    rng = random.Random(seed)
    return tuple(map(np.array, zip(*(random_lane_puzzle(rng, n) for _ in range(number)), strict=True)))


@pytest.mark.parametrize("n", range(1, MOST_SIDE + 1))
@pytest.mark.parametrize("limit", [thorough(1), 2, thorough(10)])
def test_the_search_agrees_and_all_widths_search_the_same_tree(n, limit):
    kinds = compare(random.Random(f"{n} {limit}"), n, max(30, len(rounds(300))), limit)
    assert n == 1 or {"none", "one"} <= {*kinds}


@ALL
def test_brute_force_agrees(width):
    for n in (1, 2, 3, 4):
        clues, signs = mixture(n, n, len(rounds(400)))
        grids, counts, _, _ = solved(clues, signs, 1000, width)
        for clue, sign, grid, found in zip(clues, signs, grids, counts.tolist(), strict=True):
            solutions = oracles.brute_force(puzzle_of(clue, sign)) if clue.max() <= n else []
            assert found == len(solutions)
            assert not found or grid.reshape(n, n).tolist() in np.array(solutions).tolist()


@ALL
@pytest.mark.parametrize("n", [4, thorough(7), 9, thorough(11), 14])
def test_neighbours_and_budgets_change_nothing(n, width):
    rng = random.Random(n)
    clues, signs = mixture(n + 100, n, 40)
    together = solved(clues, signs, 10, width)
    alone = [solved(clues[k : k + 1], signs[k : k + 1], 10, width, 1) for k in range(len(clues))]
    order = rng.sample(range(len(clues)), len(clues))
    shuffled = solved(clues[order], signs[order], 10, width, lambda: rng.randint(1, 30))
    for grids, counts, nodes, passes in (
        [np.concatenate(parts) for parts in zip(*(one[:2] for one in alone), strict=True)]
        + [sum(one[2] for one in alone), sum(one[3] for one in alone)],
        [array[np.argsort(order)] for array in shuffled[:2]] + [*shuffled[2:]],
    ):
        assert (grids == together[0]).all()
        assert (counts == together[1]).all()
        assert (nodes, passes) == together[2:]
    assert together[2]


@ALL
def test_what_takes_long_is_handed_over_whatever_lies_beside_it(width):
    for n, limit in ((8, 10**9), (9, 10**9), (13, 10**9)):
        clues, signs = mixture(n, n, 30)
        expected = solved(clues, signs, limit, width)[1]
        clues[3] = signs[3] = 0
        grids, counts, _, _ = solved(clues, signs, limit, width)
        assert counts[3] == HANDED_OVER == COMPILED_HANDED_OVER
        assert np.delete(counts, 3).tolist() == np.delete(expected, 3).tolist()
        # What was found before is a solution.
        assert n == 13 or grids[3].any()
        assert not grids[3].any() or puzzle_of(clues[3], signs[3]).is_solution(grids[3].reshape(n, n))


@ALL
def test_puzzles_may_share_their_signs(width):
    clues, signs = mixture(5, 6, 50)
    signs[:] = signs[7]
    for one, all_of_them in zip(
        solved(clues, signs[:1], 10, width), solved(clues, signs, 10, width), strict=True
    ):
        assert np.array_equal(one, all_of_them)


@ALL
@pytest.mark.parametrize("n", range(1, MOST_SIDE + 1))
def test_every_clue_and_sign_is_read_from_its_own_cell(n, width):
    square = np.add.outer(np.arange(n), np.arange(n)).astype(np.uint8) % n + 1
    clues = np.repeat(square.reshape(1, -1), n * n, 0)
    signs = np.zeros_like(clues)
    for cell in range(n * n):
        clues[cell, cell] = (cell % 3 == 0) * (clues[cell, cell] % n + 1) if n > 1 else 0
    counts = solved(clues, signs, 2, width)[1]
    assert counts.tolist() == [int(n == 1 or cell % 3 > 0) for cell in range(n * n)]
    right = np.where(square[:, :-1] < square[:, 1:], 1, 0)
    down = np.where(square[:-1] < square[1:], 4, 0)
    every = np.zeros((n, n), np.uint8)
    every[:, :-1] |= right.astype(np.uint8)
    every[:, 1:] |= (2 * (1 - right)).astype(np.uint8)
    every[:-1] |= down.astype(np.uint8)
    every[1:] |= (2 * (4 - down)).astype(np.uint8)
    full = square.reshape(1, -1)
    assert solved(full, every.reshape(1, -1), 2, width)[1].tolist() == [1]
    wrong = [every.ravel() for cell in np.flatnonzero(every)]
    for k, cell in enumerate(np.flatnonzero(every)):
        wrong[k] = every.ravel().copy()
        bit = int(every.flat[cell]).bit_length() - 1
        wrong[k][cell] ^= 1 << bit
        wrong[k][cell + (1, -1, n, -n)[bit]] |= 1 << (bit ^ 1)
    if wrong:
        assert not solved(np.repeat(full, len(wrong), 0), np.array(wrong), 2, width)[1].any()


def test_values_above_n_have_no_solution():
    for n in (4, 8, 9, 12, 16):
        clues = np.zeros((3, n * n), np.uint8)
        clues[1, -1], clues[2, 0] = n + 1, 255
        grids, counts, _, _ = solved(clues, np.zeros_like(clues), 2, WIDTHS[0])
        assert counts.tolist() == [2, 0, 0]
        assert not grids[1:].any()


@pytest.mark.parametrize(("n", "bits"), [(4, 32), (5, 64), (8, 64), (9, 32), (10, 64), (16, 64)])
def test_registers_are_as_wide_as_there_are_puzzles(n, bits):
    assert list(WIDTHS) == sorted({*WIDTHS, 64}, reverse=True)
    for k in range(1, 40):
        clues = np.zeros((k, n * n), np.uint8)
        width = Lanes(clues, clues, clues.copy(), np.zeros(k, np.int64), 1).width
        enough = [each for each in WIDTHS if (each // bits if each > 64 else 1) >= k]
        assert width == (enough[-1] if enough else WIDTHS[0])


def test_there_may_be_no_puzzles():
    clues = np.zeros((0, 81), np.uint8)
    assert Lanes(clues, clues, clues, np.zeros(0, np.int64), 1).run(1) == EXHAUSTED


def test_the_door_refuses_what_is_out_of_range():
    def lanes(columns=9, rows=2, n_signs=2, n_counts=2, limit=1, width=None, signs=None, sign_columns=9):
        clues = np.zeros((rows, columns), np.uint8)
        if signs is None:
            signs = np.zeros((n_signs, sign_columns), np.uint8)
        return Lanes(clues, signs, clues.copy(), np.zeros(n_counts, np.int64), limit, width)

    with pytest.raises(ValueError, match="n \\* n columns, n from 1 to 16, got 10"):
        lanes(columns=10)
    for columns in (0, 17 * 17):
        with pytest.raises(ValueError, match=f"got {columns}"):
            lanes(columns=columns)
    with pytest.raises(ValueError, match="signs and grids must have 9 columns, as clues, got 8 and 9"):
        lanes(sign_columns=8)
    with pytest.raises(ValueError, match="expected 2 grids and counts, got 2 and 3"):
        lanes(n_counts=3)
    with pytest.raises(ValueError, match="expected signs of 2 puzzles or of all, got 3"):
        lanes(n_signs=3)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        lanes(limit=0)
    for width in (0, 63, 1024, "512"):
        with pytest.raises(ValueError, match="expected a width of"):
            lanes(width=width)
    with pytest.raises(ValueError, match="budget must be at least 1"):
        lanes().run(0)
    # Signs that point off the grid, on each of its sides, and unknown bits.
    for cell, bit in ((2, 1), (8, 1), (0, 2), (3, 2), (6, 4), (8, 4), (0, 8), (2, 8), (4, 16), (4, 128)):
        signs = np.zeros((2, 9), np.uint8)
        signs[1, cell] = bit
        with pytest.raises(ValueError, match=f"cell \\({cell // 3}, {cell % 3}\\) of the signs 1 .*: {bit}"):
            lanes(signs=signs)


@ALL
def test_lanes_begin_with_what_their_arrays_contain(width):
    (clues, signs), others = mixture(1, 6, 20), mixture(2, 6, 20)
    grids, counts = np.zeros_like(clues), np.zeros(len(clues), np.int64)
    lanes = Lanes(clues, signs, grids, counts, 2, width)
    assert lanes.run(5) == PAUSED
    clues[:], signs[:] = others
    lanes.begin(10)
    assert lanes.run(2**40) == EXHAUSTED
    expected, numbers, *work = solved(*others, 10, width)
    assert (counts == numbers).all()
    assert [lanes.nodes, lanes.passes] == work
    assert (grids[numbers > 0] == expected[numbers > 0]).all()
    with pytest.raises(ValueError, match="limit must be at least 1"):
        lanes.begin(0)
    signs[3, 5] = 1
    with pytest.raises(ValueError, match=r"cell \(0, 5\) of the signs 3"):
        lanes.begin(2)


def test_one_of_two_threads_is_refused():
    clues = np.zeros((900, 64), np.uint8)
    lanes = Lanes(clues, clues[:1], clues.copy(), np.zeros(len(clues), np.int64), 10**9)
    outcomes = []

    def work(_):
        try:
            outcomes.append(lanes.run(10**7))
        except RuntimeError as error:
            outcomes.append(str(error))

    together(work, 2)
    # They may also have run one after the other.
    assert {EXHAUSTED} <= {*outcomes} <= {EXHAUSTED, "these puzzles are being solved in another thread"}


def test_the_python_door_stops_when_it_is_told():
    clues, signs = mixture(1, 9, 30)
    assert LANES_MOST_SIDE == MOST_SIDE
    grids, counts = np.zeros_like(clues), np.full(len(clues), -7, np.int64)
    solve_lanes(clues, signs, grids, counts, 2, lambda: False)
    assert (counts == solved(clues, signs, 2, WIDTHS[0])[1]).all()
    clues = np.zeros((900, 64), np.uint8)
    counts = np.full(len(clues), -7, np.int64)
    solve_lanes(clues, clues[:1], clues.copy(), counts, 10**9, lambda: True)
    assert counts[-1] == -7
    assert PAUSED != EXHAUSTED
