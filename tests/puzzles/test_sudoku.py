"""Sudoku: boxes and regions, its text, its contradictions, and its solutions against plain backtracking."""

import random

import numpy as np
import pytest

from fastfuto import ParseError, PuzzleError, Sudoku, count, is_unique, reference, sample, solutions, solve

from ..cases import some

SOURCE = "000000012000035000000600070700000300000400800100000000000120000080000040050000600"  # 17 clues
JIGSAW = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 3, 3, 3], [2, 2, 2, 3]]


def fits(puzzle, grid):
    """Whether a grid follows all rules, said once more in plain Python."""
    n, everything = puzzle.n, set(range(1, puzzle.n + 1))
    lines = [*map(set, grid.tolist()), *map(set, grid.T.tolist())]
    lines += [set(grid[puzzle.regions == k].tolist()) for k in range(n)]
    kept = ((puzzle.clues == 0) | (puzzle.clues == grid)).all()
    signs = all(grid[a] < grid[b] for a, b in puzzle.inequalities)
    return kept and signs and all(line == everything for line in lines)


def brute_force(puzzle):
    """Return all solutions by plain backtracking, row by row."""
    n, grid, found = puzzle.n, puzzle.clues.copy(), []

    def fill(cell):
        if cell == n * n:
            if fits(puzzle, grid):
                found.append(grid.copy())
            return
        r, c = divmod(cell, n)
        if puzzle.clues[r, c]:
            fill(cell + 1)
            return
        seen = {*grid[r], *grid[:, c], *grid[puzzle.regions == puzzle.regions[r, c]]}
        for value in set(range(1, n + 1)) - seen:
            grid[r, c] = value
            fill(cell + 1)
        grid[r, c] = 0

    fill(0)
    return found


def test_the_source_s_puzzle_with_17_clues():
    puzzle = Sudoku.parse(SOURCE)
    result = solve(puzzle)
    assert fits(puzzle, result.grid)
    assert is_unique(puzzle)
    assert count(puzzle) == 1


def test_counts_of_small_empty_grids():
    assert count(Sudoku([[0] * 4] * 4)) == 288  # OEIS A107739
    assert count(Sudoku([[0] * 6] * 6)) == 28200960  # OEIS A291187 with boxes of 2 x 3
    assert count(Sudoku([[0] * 4] * 4, box=(1, 4))) == 576


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_brute_force_agrees(seed):
    rng = random.Random(seed)
    shape = rng.choice([{}, {"regions": JIGSAW}, {"box": (4, 1)}])
    clues = np.zeros((4, 4), int)
    for _ in range(rng.randrange(6)):
        clues[rng.randrange(4), rng.randrange(4)] = rng.randint(1, 4)
    signs = [
        ((r, c), (r, c + 1))
        for r, c in ((rng.randrange(4), rng.randrange(3)) for _ in range(rng.randrange(3)))
    ]
    puzzle = Sudoku(clues, inequalities=signs, **shape)
    expected = sorted(grid.tobytes() for grid in map(np.uint8, brute_force(puzzle)))
    assert sorted(grid.tobytes() for grid in solutions(puzzle)) == expected
    assert bool(puzzle.violations()) <= (not expected)


@pytest.mark.parametrize(("n", "box"), [(6, (2, 3)), (6, (3, 2)), (12, (3, 4)), (16, (4, 4)), (25, (5, 5))])
def test_other_sizes(n, box):
    puzzle = Sudoku(np.zeros((n, n), int), box=box)
    assert fits(puzzle, solve(puzzle, timeout=20).grid)
    assert len(np.unique(puzzle.regions[: box[0], : box[1]])) == 1


def test_samples():
    puzzle = Sudoku([[0] * 4] * 4, inequalities=[((0, 0), (0, 1))])
    assert all(fits(puzzle, grid) for grid in sample(puzzle, 20))


def test_values():
    puzzle = Sudoku(np.zeros((4, 4), int), regions=JIGSAW, inequalities=[((0, 0), (1, 0))])
    other = Sudoku([[0] * 4] * 4, regions=np.array(JIGSAW) * 7 + 3, inequalities=[((0, 0), (1, 0))])
    assert puzzle == other
    assert hash(puzzle) == hash(other)
    assert puzzle != Sudoku([[0] * 4] * 4)
    assert puzzle.with_clues(puzzle.clues) == puzzle
    assert repr(Sudoku([[0]])) == "Sudoku([[0]])"
    assert Sudoku.parse(SOURCE) == Sudoku.parse(str(Sudoku.parse(SOURCE)))


def test_a_text_that_does_not_say_everything_says_so_and_is_not_read():
    negative = Sudoku([[0] * 4, [0, -1, 0, 0], *[[0] * 4] * 2])
    for puzzle, missing in (
        (Sudoku([[0] * 4] * 4, regions=JIGSAW), "regions"),
        (Sudoku([[0] * 4] * 4, inequalities=[((0, 0), (1, 0))]), "inequalities"),
        (negative, "values outside 0 to 9"),
        (Sudoku([[10] * 4] * 4, box=(1, 4)), "regions and values outside 0 to 9"),
        (Sudoku(np.full((10, 10), -1)), "values outside 0 to 999999999"),
    ):
        *grid, note = str(puzzle).splitlines()
        assert note == f"(only JSON holds the {missing} of this puzzle)"
        with pytest.raises(ParseError):
            Sudoku.parse(str(puzzle))
        assert puzzle.show(puzzle.clues).splitlines() == grid
    with pytest.raises(ParseError, match="at least 0, found '-1'") as caught:
        Sudoku.parse(negative.show(negative.clues))
    assert (caught.value.line, caught.value.column) == (2, 4)
    assert Sudoku.parse("1.|..\n4.|..\n--+--\n.3|..\n..|.2").clues[1, 0] == 4


def test_other_clues_and_inequalities_keep_the_regions():
    puzzle = Sudoku([[0] * 4] * 4, regions=JIGSAW, inequalities=[((0, 0), (1, 0))])
    clues = np.eye(4, dtype=int)
    assert puzzle.with_clues(clues) == Sudoku(clues, regions=JIGSAW, inequalities=[((0, 0), (1, 0))])
    assert puzzle.with_inequalities([]) == Sudoku([[0] * 4] * 4, regions=JIGSAW)
    assert (puzzle.with_clues(clues).regions == puzzle.regions).all()


def test_default_boxes():
    assert Sudoku([[0] * 4] * 4).has_default_boxes
    assert Sudoku([[0] * 6] * 6, box=(2, 3)).has_default_boxes
    assert not Sudoku([[0] * 6] * 6, box=(3, 2)).has_default_boxes
    assert not Sudoku([[0] * 4] * 4, regions=JIGSAW).has_default_boxes
    assert not Sudoku([[0] * 7] * 7, box=(1, 7)).has_default_boxes


def test_texts():
    grid = [[1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 3, 0], [0, 4, 0, 0]]
    for text in (
        "1......2..3..4..",
        "1000 0002\n0030 0400",
        "+----+\n|1.|..|\n|..|.2|\n+--+\n|..|3.|\n|.4|..|",
    ):
        assert Sudoku.parse(text).clues.tolist() == grid
    large = Sudoku(np.arange(256).reshape(16, 16) % 17)
    assert Sudoku.parse(str(large)) == large
    for text, message in (("1..x", "found 'x'"), ("1...2", "5 cells"), ("", "empty")):
        with pytest.raises(ParseError, match=message):
            Sudoku.parse(text)


def test_violations():
    puzzle = Sudoku([[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 2, 0]], inequalities=[((2, 2), (2, 1))])
    kinds = [violation.kind for violation in puzzle.violations()]
    assert kinds == ["range", "column", "region", "region"]
    assert "row 1, column 1; row 2, column 2" in str(puzzle.violations()[2])
    assert not puzzle.is_valid
    assert solve(puzzle).grid is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"box": (3, 3)}, "a box must have 4 cells, got 3 x 3"),
        ({"box": (0, 4)}, "a box must have 4 cells, got 0 x 4"),
        ({"box": 4}, "box must be"),
        ({"box": (2, 2, 1)}, "box must be"),
        ({"box": (2.0, 2)}, "box must be"),
        ({"box": (2, 2), "regions": JIGSAW}, "box and regions cannot be combined"),
        ({"regions": [[0] * 4] * 4}, "expected 4 regions, got 1"),
        (
            {"regions": [[0, 0, 0, 0], [0, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]},
            "region 0 must have 4 cells, got 5",
        ),
        ({"regions": [[0, 1], [0, 1]]}, "regions must be 4 x 4"),
        ({"inequalities": [((0, 0), (2, 0))]}, "not neighbours"),
        ({"regions": np.ma.masked_array(JIGSAW)}, "regions: masked arrays are not supported"),
        ({"regions": [[True, 0, 1, 1], *JIGSAW[1:]]}, "regions must be whole numbers, not booleans"),
    ],
)
def test_what_is_no_sudoku(options, message):
    with pytest.raises(PuzzleError, match=message):
        Sudoku([[0] * 4] * 4, **options)


def test_sizes_without_boxes():
    with pytest.raises(PuzzleError, match="no default box for n = 7"):
        Sudoku(np.zeros((7, 7), int))
    with pytest.raises(PuzzleError, match="n must be 1 to 64"):
        Sudoku(np.zeros((65, 65), int))


@pytest.mark.thorough
def test_the_reference_makes_the_source_s_calls():
    search = reference.Backtracking(reference.SudokuState(Sudoku.parse(SOURCE)))
    grid = next(iter(search)).grid
    assert search.calls == 10374
    assert grid == solve(Sudoku.parse(SOURCE)).grid.tolist()


@pytest.mark.thorough
def test_the_reference_makes_the_source_s_calls_after_the_solution():
    search = reference.Backtracking(reference.SudokuState(Sudoku.parse(SOURCE)))
    assert len(list(search)) == 1
    assert search.calls == 34615


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_the_reference_agrees(seed):
    rng = random.Random(seed)
    clues = np.zeros((6, 6), int)
    for _ in range(8):
        clues[rng.randrange(6), rng.randrange(6)] = rng.randint(1, 6)
    puzzle = Sudoku(clues, inequalities=[((0, 0), (0, 1)), ((3, 2), (2, 2))])
    expected = sorted(tuple(map(tuple, grid)) for grid in reference.sudoku_solutions(puzzle))
    assert sorted(tuple(map(tuple, grid.tolist())) for grid in solutions(puzzle)) == expected


def test_the_error_of_a_grid_that_is_not_square_stands_behind_its_last_cell():
    with pytest.raises(ParseError, match="5 cells do not make a square grid") as caught:
        Sudoku.parse("1..\t\n\x0c.2\n\n")
    assert (caught.value.line, caught.value.column, caught.value.source) == (2, 4, "\x0c.2")
