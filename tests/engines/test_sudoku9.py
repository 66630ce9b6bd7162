"""Sudoku in batches behind the door: registers of all widths search the same tree, and the twin agrees."""

import random

import numpy as np
import pytest

from fastfuto import Sudoku, count
from fastfuto.engines._sudoku9 import EXHAUSTED, PAUSED, WIDTHS, Sudoku9
from fastfuto.reference import sudoku_solutions

from ..cases import thorough

SOLUTION = np.array([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)], np.uint8)
ALL = pytest.mark.parametrize("width", WIDTHS)


def solved(grids, limit, width, budget=2**40):
    """Return solutions, numbers of solutions and nodes."""
    values = np.ascontiguousarray(grids, np.uint8).reshape(-1, 81)
    found, counts = np.zeros_like(values), np.full(len(values), -1, np.int64)
    solver = Sudoku9(values, found, counts, limit, width)
    assert solver.width == width
    while solver.run(budget) == PAUSED:
        pass
    assert solver.run(1) == EXHAUSTED
    return found.reshape(-1, 9, 9), counts, solver.nodes


def shuffled(rng):
    rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    return digits[SOLUTION[rows][:, columns]]


def mixture(rng, number, least=0):
    """Return grids with one solution, several, none, repeated clues, and values that are out of range."""
    grids = []
    for _ in range(number):
        grid = shuffled(rng)
        grid.flat[rng.sample(range(81), 81 - rng.randint(least, 81))] = 0
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            grid.flat[rng.randrange(81)] = rng.randint(1, 9)
        if rng.random() < 0.02:
            grid.flat[rng.randrange(81)] = rng.choice((10, 127, 128, 255))
        grids.append(grid)
    return np.array(grids)


@ALL
def test_the_twin_agrees(width):
    grids = mixture(random.Random(1), 60, least=24)
    found, counts, _ = solved(grids, 3, width)
    for grid, solution, number in zip(grids, found, counts.tolist(), strict=True):
        if grid.max() > 9:
            assert number == 0
            continue
        twins = []
        for twin in sudoku_solutions(Sudoku(grid)):
            twins.append(np.array(twin).tolist())
            if len(twins) == 3:
                break
        assert number == len(twins)
        assert Sudoku(grid).is_solution(solution) if number else not solution.any()
    assert {0, 1, 3} <= set(counts.tolist())


@ALL
def test_a_line_is_solved_as_its_puzzle_in_an_array(width):
    rng = random.Random(6)
    grids = [grid for grid in mixture(rng, 300) if grid.max() <= 9]
    found, counts, _ = solved(grids, 1, width)
    blank = np.zeros((0, 81), np.uint8)
    solver = Sudoku9(blank, blank, np.zeros(0, np.int64), 1, width)
    for grid, solution, number in zip(grids, found, counts.tolist(), strict=True):
        text = "".join(str(value) if value else rng.choice("0.") for value in grid.ravel().tolist())
        expected = "".join(map(str, solution.ravel().tolist())) + "\n" if number else ""
        assert solver.solve_line(text, 2**40) == expected
    for text in (
        "",
        "1" * 80,
        "1" * 82,
        "." * 81 + "\n",
        "." * 80 + "x",
        "." * 80 + "\u0661",
        "." * 80 + "\0",
    ):
        assert solver.solve_line(text, 2**40) is None
    assert solver.solve_line("." * 81, 0) is None
    assert solver.solve_line("." * 81, 2**40)[81:] == "\n"
    with pytest.raises(TypeError):
        solver.solve_line(b"." * 81, 1)


@ALL
def test_the_search_agrees(width):
    grids = mixture(random.Random(2), 400)
    found, counts, _ = solved(grids, 30, width)
    for grid, solution, number in zip(grids, found, counts.tolist(), strict=True):
        if grid.max() <= 9:
            assert number == count(Sudoku(grid), limit=30, engine="search")
            assert Sudoku(grid).is_solution(solution) if number else not solution.any()
    assert {0, 1, 30} < set(counts.tolist())


@pytest.mark.parametrize("limit", [thorough(1), 2, thorough(20)])
def test_all_widths_search_the_same_tree(limit):
    grids = mixture(random.Random(limit), 3000)
    portable = solved(grids, limit, 32)
    assert portable[2] > 1000
    for width in WIDTHS:
        found, counts, nodes = solved(grids, limit, width)
        assert (found == portable[0]).all()
        assert (counts == portable[1]).all()
        assert nodes == portable[2]


@ALL
def test_budgets_change_nothing(width):
    grids = mixture(random.Random(7), 60)
    results = [solved(grids, 20, width, budget) for budget in (1, 3, 10**6)]
    assert len({(found.tobytes(), counts.tobytes(), nodes) for found, counts, nodes in results}) == 1


@ALL
def test_every_value_is_read_from_its_own_cell(width):
    for cell in range(81):
        for value in (0, 1, 9, 10, 255):
            grid = SOLUTION.copy()
            grid.flat[cell] = value
            expected = int(value in (0, SOLUTION.flat[cell]))
            found, counts, _ = solved(grid[None], 2, width)
            assert counts.tolist() == [expected]
            assert (found[0] == SOLUTION * expected).all()


@ALL
def test_it_begins_with_what_its_arrays_contain(width):
    first, others = (np.stack(mixture(random.Random(seed), 8)).reshape(-1, 81) for seed in (1, 2))
    values = np.ascontiguousarray(first, np.uint8)
    found, counts = np.zeros_like(values), np.zeros(len(values), np.int64)
    solver = Sudoku9(values, found, counts, 2, width)
    assert solver.run(1) == PAUSED
    values[:] = others
    solver.begin(10)
    assert solver.run(2**40) == EXHAUSTED
    expected, numbers, nodes = solved(others, 10, width)
    assert (counts == numbers).all()
    assert solver.nodes == nodes
    assert (found[numbers > 0] == expected.reshape(-1, 81)[numbers > 0]).all()
    with pytest.raises(ValueError, match="limit must be at least 1"):
        solver.begin(0)


def test_the_widest_registers_are_used():
    assert list(WIDTHS) == sorted({*WIDTHS, 32}, reverse=True)
    grids = np.zeros((1, 81), np.uint8)
    assert Sudoku9(grids, grids.copy(), np.zeros(1, np.int64), 1).width == WIDTHS[0]
    for width in (0, 31, 1024, "512"):
        with pytest.raises(ValueError, match="expected a width of"):
            Sudoku9(grids, grids.copy(), np.zeros(1, np.int64), 1, width)
