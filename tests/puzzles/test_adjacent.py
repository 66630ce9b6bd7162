"""Adjacent: the family, its text, its game ids, and its solutions against brute force."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Adjacent, Futoshiki, ParseError, PuzzleError
from fastfuto.engines import ENGINES

from ..oracles import adjacent_brute_force, adjacent_game_ids, latin_squares
from ..strategies import cells, kept, neighbours, random_square, rounds

BARS = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((2, 0), (2, 1))]
BARS += [((1, 0), (2, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 2), (2, 2))]
SQUARE = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]


def barred(square):
    """Return the bars of a complete grid."""
    pairs = neighbours(len(square))
    return [(a, b) for a, b in pairs if abs(square[a[0]][a[1]] - square[b[0]][b[1]]) == 1]


def random_adjacent(rng, n):
    """Return a puzzle with or, now and then, without a solution."""
    square = random_square(rng, n)
    bars = barred(square)
    if n > 1 and rng.random() < 0.3:
        bars = sorted({*bars} ^ {rng.choice(neighbours(n))})
    return Adjacent(kept(square, rng.sample(cells(n), rng.randint(0, n))), bars)


# The value ---------------------------------------------------------------------------------------------


def test_bars_are_sorted_without_direction_and_repeats():
    puzzle = Adjacent([[0] * 3] * 3, [(b, a) for a, b in reversed(BARS)] + BARS)
    assert puzzle == Adjacent([[0] * 3] * 3, BARS) == Adjacent(np.zeros((3, 3), int), np.array(BARS))
    assert puzzle.bars == tuple(sorted(BARS))
    assert hash(puzzle) == hash(Adjacent([[0] * 3] * 3, BARS))
    assert puzzle != Adjacent([[0] * 3] * 3, BARS[:-1])
    assert puzzle != Futoshiki([[0] * 3] * 3)


def test_other_clues_keep_the_bars():
    puzzle = Adjacent([[1, 0, 0], [0, 0, 0], [0, 0, 7]], BARS)
    assert puzzle.with_clues([[0] * 3] * 3).bars == puzzle.bars


def test_an_adjacent_has_no_inequalities():
    puzzle = Adjacent(SQUARE, BARS)
    assert puzzle.inequalities == ()
    assert puzzle.with_inequalities([]) == puzzle
    with pytest.raises(PuzzleError, match="an Adjacent puzzle cannot have inequalities"):
        puzzle.with_inequalities([((0, 0), (0, 1))])


@pytest.mark.parametrize(
    ("bars", "message"),
    [
        (5, "bars must be pairs of cells, got 5"),
        ({((0, 0), (0, 1)): "="}, "bars must be pairs of cells, got {"),
        ([((0, 0), (1, 1))], r"bar 0, \(0, 0\) and \(1, 1\): the cells are not neighbours"),
        ([BARS[0], ((0, 2), (0, 3))], r"bar 1, \(0, 2\) and \(0, 3\): a cell is outside the 3 x 3 grid"),
        ([((-1, 0), (0, 0))], "outside the 3 x 3 grid"),
        ([((0, 0), (0, 10**30))], "outside the 3 x 3 grid"),
        ([((0, 0), (0, True))], r"bar 0: expected \(\(row, column\), \(row, column\)\)"),
        ([((0, 0), (0, 1.0))], "bar 0: expected"),
        ([(0, 1)], "bar 0: expected"),
        ([None], "bar 0: expected"),
        (np.zeros((1, 2)), "bar 0: expected"),
        (np.ma.masked_array([[[0, 0], [0, 1]]]), "bars: masked arrays are not supported"),
    ],
)
def test_what_is_no_bar_is_refused(bars, message):
    with pytest.raises(PuzzleError, match=message):
        Adjacent([[0] * 3] * 3, bars)


# Rules -------------------------------------------------------------------------------------------------


def test_a_complete_grid_is_valid_with_exactly_its_bars():
    for square in latin_squares(3):
        bars = barred(square)
        assert Adjacent(square, bars).is_valid
        assert Adjacent([[0] * 3] * 3, bars).is_solution(square)
        for pair in neighbours(3):
            puzzle = Adjacent(square, {*bars} ^ {pair})
            assert not puzzle.is_valid
            assert [violation.cells for violation in puzzle.violations()] == [pair]
            assert not Adjacent([[0] * 3] * 3, {*bars} ^ {pair}).is_solution(square)


def test_violations_are_in_words():
    clues = [[1, 3, 2], [0, 0, 0], [0, 0, 9]]
    assert [(p.kind, p.message) for p in Adjacent(clues, [((0, 0), (0, 1))]).violations()] == [
        ("range", "row 3, column 3: value 9 is outside 1 to 3"),
        (
            "bar",
            "row 1, column 1 and row 1, column 2 have a bar between them and must differ by 1, but hold 1 and 3",
        ),
        (
            "bar",
            "row 1, column 2 and row 1, column 3 have no bar between them and must not differ by 1, "
            "but hold 3 and 2",
        ),
    ]
    extremes = Adjacent([[2**31 - 1, -(2**31)], [0, 0]])
    assert [violation.kind for violation in extremes.violations()] == ["range", "range"]


# Text --------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_small_and_large_grids_have_a_text():
    for puzzle in (Adjacent([[1]]), Adjacent([[0]]), Adjacent([[0, -5], [300, 0]], [((0, 0), (1, 0))])):
        assert fastfuto.parse(str(puzzle)) == puzzle
    large = Adjacent(np.zeros((255, 255), int), [((254, 253), (254, 254))])
    assert Adjacent.parse(str(large)) == large


def test_other_formats_refuse_it():
    puzzle = Adjacent(SQUARE, BARS)
    for name in ("source", "plain", "sudoku", "latin"):
        with pytest.raises(PuzzleError, match="not for Adjacent"):
            fastfuto.format_puzzle(puzzle, name)
    with pytest.raises(PuzzleError, match="Futoshiki or Adjacent, not for LatinSquare"):
        fastfuto.format_puzzle(fastfuto.LatinSquare(3), "tatham")
    with pytest.raises(PuzzleError, match="n from 3 to 32"):
        fastfuto.format_puzzle(Adjacent([[1]]), "tatham")
    with pytest.raises(
        PuzzleError, match="row 1, column 1: the format tatham holds values from 0 to 3, not 4"
    ):
        fastfuto.format_puzzle(Adjacent([[4, 0, 0]] + [[0] * 3] * 2), "tatham")


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "the text is empty", 1),
        ("adjacency 2:", "expected the word 'adjacent', found 'adjacency'", 1),
        ("adjacent x", "expected the size n of the grid, found 'x'", 10),
        ("adjacent 0:", "the size n must be 1 to 255, found 0", 10),
        ("adjacent 256:", "the size n must be 1 to 255, found 256", 10),
        ("adjacent 2 0", "expected ':' after the size, found '0'", 12),
        ("adjacent 2: 0 < 0", "expected '|' or '.' between columns 1 and 2 of row 1, found '<'", 15),
        ("adjacent 2: 0 | 0 - v", "expected '-' or '.' between rows 1 and 2 in column 2, found 'v'", 21),
        ("adjacent 2: 0 | a", "expected the value of row 1, column 2, found 'a'", 17),
        (
            "adjacent 2: 0 | 3000000000",
            "the value of row 1, column 2 must fit in 32 bits, found 3000000000",
            17,
        ),
        ("adjacent 1: " + "9" * 50, "must fit in 32 bits, found a number of 50 characters", 13),
        ("adjacent 1: 1 1", "the puzzle ends with row 1, but the text continues with '1'", 15),
        ("adjacent 2: 0 | 0", "expected '-' or '.' between rows 1 and 2 in column 1, but the text ends", 18),
    ],
)
def test_errors_name_the_place(text, message, column):
    with pytest.raises(ParseError) as caught:
        Adjacent.parse(text)
    assert message in caught.value.message
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3a:0,0,0,0,0,0,0,0", "not enough data: expected 9 cells, found 8"),
        ("3a:0,0,0,0,0,0,0,0,0,0", "too much data: expected 9 cells, found more"),
        ("3a:0,0,z", "too much data: 'z' skips past the last of the 9 cells"),
        ("3a:4,h", "out-of-range number at row 1, column 1: expected 0 to 3, found 4"),
        ("3a:0L,h", "the flag 'L' of row 1, column 1"),
        (
            "3a:0R,h",
            "row 1, column 1 has a bar towards row 1, column 2, which has none towards row 1, column 1",
        ),
        ("3a:0R0L,g", "missing separator: expected ',' after row 1, column 1"),
        ("3a:x", "too much data"),
        ("3a#12345", "'#' begins the seed of a random game"),
        ("3ad:i", "expected ':' and the description"),
    ],
)
def test_errors_in_game_ids(text, message):
    with pytest.raises(ParseError) as caught:
        fastfuto.parse(text, "tatham")
    assert message in caught.value.message


def test_game_ids_with_skipped_cells_and_grades():
    puzzle = fastfuto.parse("3adk:0R,0L,a3D,b0U,b")
    assert puzzle == Adjacent([[0, 0, 0], [3, 0, 0], [0, 0, 0]], [((0, 0), (0, 1)), ((1, 0), (2, 0))])


# Solutions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_brute_force_agrees_through_every_verb(seed):
    rng = random.Random(seed)
    for _ in rounds(400):
        puzzle = random_adjacent(rng, rng.randint(1, 6) if seed else rng.randint(1, 4))
        expected = adjacent_brute_force(puzzle)
        grids = [np.array(grid).tolist() for grid in expected]
        assert fastfuto.all_solutions(puzzle, order="lexicographic").tolist() == grids
        assert sorted(fastfuto.all_solutions(puzzle).tolist()) == grids
        assert sorted(grid.tolist() for grid in fastfuto.solutions(puzzle)) == grids
        blocks = fastfuto.solution_blocks(puzzle, size=2)
        assert sorted(itertools.chain.from_iterable(block.tolist() for block in blocks)) == grids
        assert fastfuto.count(puzzle) == len(grids)
        assert fastfuto.is_unique(puzzle) == (len(grids) == 1)
        assert sum(fastfuto.count(part) for part in fastfuto.split(puzzle.model(), 3)) == len(grids)
        assert fastfuto.solve_many([puzzle], limit=10**6).counts.tolist() == [len(grids)]
        found = fastfuto.solve(puzzle).grid
        assert (found is None and not grids) or found.tolist() in grids
        if grids:
            assert fastfuto.sample(puzzle, 1, seed=seed)[0].tolist() in grids
        else:
            with pytest.raises(fastfuto.NoSolution):
                fastfuto.sample(puzzle, 1)
        for name in ("search", "learner"):
            assert fastfuto.count(puzzle, engine=name) == len(grids)
            assert (fastfuto.solve(puzzle, engine=name).grid is None) == (not grids)


@pytest.mark.parametrize(
    "options", [{"rotation": 1}, {"rotation": 2}, {"mirror": True}, {"complement": True}]
)
def test_bars_are_turned_with_the_grid(options):
    for square in latin_squares(4)[::97]:
        puzzle = Adjacent(np.where(np.eye(4, dtype=bool), square, 0), barred(square))
        other = puzzle.transformed(**options)
        assert other.bars == tuple(sorted(other.bars))
        turned = {puzzle.filled(grid).transformed(**options) for grid in fastfuto.all_solutions(puzzle)}
        assert {other.filled(grid) for grid in fastfuto.all_solutions(other)} == turned
        assert other.canonical() == puzzle.canonical()


def test_estimates_are_made_by_probes():
    puzzle = Adjacent([[0] * 4] * 4, barred(latin_squares(4)[7]))
    result = fastfuto.estimate_count(puzzle, samples=4)
    assert result.method == "probes"
    assert result.interval[0] <= fastfuto.count(puzzle) <= result.interval[1]


@pytest.mark.parametrize("name", sorted({*ENGINES} - {"search", "learner"}))
def test_other_engines_refuse_bars(name):
    puzzle = Adjacent(SQUARE, BARS)
    for verb in (fastfuto.solve, fastfuto.count):
        with pytest.raises(ValueError, match=f"the engine '{name}'"):
            verb(puzzle, engine=name)


def test_generated_ids_have_one_solution_each():
    for game_id, solution in adjacent_game_ids():
        puzzle = fastfuto.parse(game_id)
        assert isinstance(puzzle, Adjacent)
        assert fastfuto.all_solutions(puzzle).tolist() == [np.array(solution).tolist()]
        assert puzzle.is_solution(solution)
        assert fastfuto.format_puzzle(puzzle, "tatham") == game_id
