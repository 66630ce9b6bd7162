"""What holds for the puzzles of all families: text, fields, solutions, completion."""

import copy
import inspect
import itertools
import json
import math
import pickle
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import fastfuto
from fastfuto import (
    Adjacent,
    ExactCover,
    Kakuro,
    LatinSquare,
    ParseError,
    Permutations,
    Puzzle,
    PuzzleError,
    Sudoku,
)
from fastfuto.formats import CODECS, format_puzzle, parse
from fastfuto.languages import ENGLISH
from fastfuto.puzzles import FAMILIES, cell_name
from fastfuto.puzzles.fields import FieldReader
from fastfuto.puzzles.grid import Grid
from fastfuto.puzzles.text import Scanner

from ..strategies import cells, neighbours, puzzles, squares

JIGSAW = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 3, 3, 3], [2, 2, 2, 3]]


@st.composite
def sudokus(draw):
    n = draw(st.sampled_from([1, 2, 3, 4, 6, 9, 12, 16]))
    clues = np.zeros((n, n), int)
    for cell in draw(st.lists(st.sampled_from(cells(n)), max_size=8)):
        clues[cell] = draw(st.integers(1, n) | st.sampled_from([0, -1, 9, 10, 300, 10**9]))
    shape = {}
    if n == 4:
        shape = draw(st.sampled_from([{}, {"regions": JIGSAW}, {"box": (1, 4)}, {"box": (2, 2)}]))
    signs = draw(st.lists(st.sampled_from(neighbours(n)), max_size=2)) if n > 1 else []
    return Sudoku(clues, inequalities=signs, **shape)


@st.composite
def latin_squares(draw):
    square = draw(squares(1, 12))
    for r, c in draw(st.lists(st.sampled_from(cells(len(square))), max_size=30)):
        square[r][c] = draw(st.sampled_from([0, 0, 0, 1, 13, -1, 2**31 - 1, -(2**31)]))
    return LatinSquare(square)


@st.composite
def adjacents(draw):
    clues = np.array(draw(latin_squares()).clues)
    bars = draw(st.lists(st.sampled_from(neighbours(len(clues))), max_size=9)) if len(clues) > 1 else []
    return Adjacent(clues, bars)


@st.composite
def kakuros(draw):
    totals = st.tuples(st.integers(0, 45), st.integers(0, 45) | st.just(2**31 - 1))
    entry = st.none() | st.just(0) | st.just(0) | st.integers(0, 10) | totals
    n_rows, n_columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = [[draw(entry) for _ in range(n_columns)] for _ in range(n_rows)]
    rows[-1][-1] = 0
    return Kakuro(rows)


@st.composite
def permutations(draw, max_n=12):
    n = draw(st.integers(1, max_n))
    positions = st.integers(0, n - 1)
    forbidden = draw(st.lists(st.tuples(positions, st.integers(1, n)), max_size=5))
    order = draw(
        st.lists(st.tuples(positions, positions).filter(lambda pair: pair[0] != pair[1]), max_size=3)
    )
    return Permutations(n, forbidden=forbidden, order=order)


@st.composite
def covers(draw):
    words = st.sampled_from(["a", "b", "c2", "éé", "0", "-", "#", "permutations", "{"])
    items = draw(st.lists(words, unique=True, max_size=6))
    n_primary = draw(st.integers(0, len(items)))
    colours = draw(st.booleans())
    options = []
    for _ in range(draw(st.integers(0, 5))):
        option = draw(st.lists(st.sampled_from(items), unique=True)) if items else []
        if colours:
            colour = st.sampled_from([None, "red", "blue"])
            option = {item: draw(colour) if items.index(item) >= n_primary else None for item in option}
        options.append(option)
    if draw(st.booleans()):
        options = {f"option {k}": option for k, option in enumerate(options)}
    return ExactCover(options, primary=items[:n_primary], secondary=items[n_primary:])


class Kind(NamedTuple):
    """A strategy for the puzzles of a family, the family's native format, and a small puzzle.

    All solutions of the small puzzle, and all arrays of their shape, can be listed.
    """

    strategy: st.SearchStrategy
    native: str
    small: Puzzle


KINDS = {
    "adjacent": Kind(
        adjacents(),
        "adjacent",
        Adjacent([[0, 2], [0, 0]], [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]),
    ),
    "futoshiki": Kind(puzzles(1, 6), "source", fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])),
    "sudoku": Kind(sudokus(), "sudoku", Sudoku([[0, 0], [0, 0]], inequalities=[((0, 0), (1, 0))])),
    "latin_square": Kind(latin_squares(), "latin", LatinSquare([[0, 2], [0, 0]])),
    "kakuro": Kind(kakuros(), "kakuro", Kakuro([[None, (3, 0), 0], [(0, 4), 0, 0]])),
    "permutations": Kind(
        permutations(), "permutations", Permutations(4, forbidden=[(0, 1), (2, 4)], order=[(1, 3)])
    ),
    "exact_cover": Kind(
        covers(), "cover", ExactCover([["a", "b"], ["a"], ["b", "x"], ["b"], ["x"]], secondary=["x"])
    ),
}
SUBCLASSES = {name: type(f"Own{name}", (family,), {"__slots__": ()}) for name, family in FAMILIES.items()}
globals().update({each.__name__: each for each in SUBCLASSES.values()})  # where pickle looks for them
for each in SUBCLASSES.values():
    each.__module__ = __name__
EVERY_FAMILY = pytest.mark.parametrize("name", FAMILIES)


def test_all_families_are_registered_by_their_names():
    def concrete(cls):
        return {cls} - {cls if inspect.isabstract(cls) else None} | {
            sub for below in cls.__subclasses__() for sub in concrete(below)
        }

    families = {cls.__name__ for cls in concrete(Puzzle) if cls.__module__.startswith("fastfuto.")}
    # A variant belongs to the family of its grid.
    assert {family.__name__ for family in FAMILIES.values()} == families - {"Variant"}
    assert all(family.family == name for name, family in FAMILIES.items())
    assert set(KINDS) == set(FAMILIES)


@EVERY_FAMILY
@given(data=st.data())
def test_native_text_round_trip(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    codec = CODECS[KINDS[name].native]
    assert codec.family is FAMILIES[name]
    try:
        text = codec.format(puzzle)
    except PuzzleError:
        return
    assert text == str(puzzle)
    assert text.endswith("\n")
    again = FAMILIES[name].parse(text)
    assert type(again) is FAMILIES[name]
    assert again == puzzle
    assert hash(again) == hash(puzzle)


@EVERY_FAMILY
@given(data=st.data())
def test_fields_round_trip(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    family = FAMILIES[name]
    fields = puzzle.fields()
    assert tuple(fields) == family.json_fields
    text = json.dumps(fields)
    assert family.from_fields(FieldReader(Scanner(text)), json.loads(text)) == puzzle
    assert parse(format_puzzle(puzzle, "json"), "json") == puzzle


@EVERY_FAMILY
@given(data=st.data())
def test_copies_and_texts_of_a_subclass(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    family = FAMILIES[name]
    own = SUBCLASSES[name].from_fields(FieldReader(Scanner("{}")), json.loads(json.dumps(puzzle.fields())))
    assert own == puzzle
    for each in (puzzle, own):
        for again in (pickle.loads(pickle.dumps(each)), copy.deepcopy(each)):
            assert type(again) is type(each)
            assert again == puzzle
            assert hash(again) == hash(puzzle)
    assert repr(own) == repr(puzzle).replace(family.__name__, SUBCLASSES[name].__name__, 1)
    assert eval(repr(puzzle), vars(fastfuto)) == puzzle
    assert parse(format_puzzle(own, "json"), "json") == puzzle


@EVERY_FAMILY
@given(data=st.data())
def test_text_that_can_be_read_says_everything(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    try:
        text = str(puzzle)
        again = FAMILIES[name].parse(text)
    except ParseError:
        return
    except PuzzleError:
        assert name == "exact_cover"
        assert not puzzle.n_primary
        return
    # A comment says what the text of a cover leaves out.
    assert again == puzzle or (name == "exact_cover" and text.startswith("| "))


@EVERY_FAMILY
@given(data=st.data())
def test_what_a_format_writes_it_reads(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    for codec in CODECS.values():
        if isinstance(puzzle, codec.family):
            try:
                text = codec.format(puzzle)
            except PuzzleError:
                continue
            again = codec.parse(text)
            assert again == puzzle


@EVERY_FAMILY
def test_is_solution_holds_for_the_solutions_and_nothing_else(name):
    puzzle = KINDS[name].small
    found = {tuple(grid.ravel().tolist()) for grid in fastfuto.solutions(puzzle)}
    assert found
    if name == "exact_cover":
        arrays = [k for size in range(4) for k in itertools.combinations(range(5), size)]
    elif name == "kakuro":
        arrays = [(a, 0, b, c, d, e) for a, b, c, d, e in itertools.product(range(2), *[range(5)] * 4)]
        found &= set(arrays)
    else:
        arrays = itertools.product(range(-1, max(puzzle.shape) + 2), repeat=math.prod(puzzle.shape))
    shape = (-1,) if name == "exact_cover" else puzzle.shape
    told = {array for array in arrays if puzzle.is_solution(np.reshape(array, shape).astype(int))}
    assert told == found


@EVERY_FAMILY
@given(data=st.data())
def test_is_solution_agrees_with_the_engines(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    assume(math.prod(puzzle.shape) <= 100)
    grid = fastfuto.solve(puzzle).grid
    if grid is None:
        return
    assert puzzle.is_solution(grid)
    assert puzzle.is_solution(grid.tolist())
    assert puzzle.is_solution(grid.astype(np.uint64))
    assert puzzle.violations() == []
    if grid.size > 1:
        other = grid.copy()
        k = data.draw(st.integers(0, grid.size - 1))
        other.flat[k] = data.draw(st.integers(0, 12))
        if name == "exact_cover":
            solutions = {frozenset(row.tolist()) - {-1} for row in fastfuto.all_solutions(puzzle, limit=5000)}
            repeats = len(set(other.tolist())) < len(other)
            assert puzzle.is_solution(other) == (not repeats and frozenset(other.tolist()) in solutions)
        else:
            model = puzzle.model()
            known = (other == grid).all() or keeps_to(model, puzzle, other)
            assert puzzle.is_solution(other) == known


def keeps_to(model, puzzle, grid):
    """Check a grid against the model, cell by cell."""
    if isinstance(puzzle, Kakuro):
        white = np.array([[isinstance(entry, int) for entry in row] for row in puzzle.rows])
        if grid[~white].any():
            return False
        grid = grid[white]
    values = grid.ravel().tolist()
    starts, members, totals = (array.tolist() for array in model.sums)
    return (
        all(value in model.allowed(cell) for cell, value in enumerate(values))
        and all(len({values[cell] for cell in unit}) == len(unit) for unit in model.skeleton.units)
        and all(values[a] < values[b] for a, b in model.inequalities.tolist())
        and all(
            sum(values[cell] for cell in members[a:b]) == total
            for a, b, total in zip(starts, starts[1:], totals, strict=False)
        )
    )


@EVERY_FAMILY
@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "12",
        3,
        [[1, 2], [3]],
        [[[1]]],
        [0.0],
        [True],
        ["1"],
        [None],
        [2**70],
        [[]],
        np.zeros((0, 3), int),
    ],
    ids=repr,
)
def test_what_is_no_array_of_the_shape_is_no_solution(name, wrong):
    assert KINDS[name].small.is_solution(wrong) is False


@EVERY_FAMILY
def test_solutions_of_other_types_and_sizes(name):
    puzzle = KINDS[name].small
    grid = fastfuto.solve(puzzle).grid
    assert puzzle.is_solution(grid) is True
    wide = grid.astype(np.int64)
    for wrong in (grid.astype(float), grid[None], wide + 2**32, wide - 2**32):
        assert puzzle.is_solution(wrong) is False


def test_solutions_of_a_cover_may_be_padded_and_in_any_order():
    cover = ExactCover([["a"], ["b"], ["c"], ["a", "b", "c"]])
    for solution in ([0, 1, 2], [2, 0, 1], [3], [3, -1, -1], np.array([2, 1, 0], np.uint8)):
        assert cover.is_solution(solution)
    for wrong in ([], [0, 1], [0, 1, 2, 2], [0, 1, 2, 3], [4], [-2, 3]):
        assert not cover.is_solution(wrong)
    assert ExactCover([]).is_solution([])
    coloured = ExactCover([{"a": None, "x": "r"}, {"b": None, "x": "r"}, {"b": None, "x": "s"}, {"x": None}],
                          primary=["a", "b"], secondary=["x"])  # fmt: skip
    assert coloured.is_solution([0, 1])
    assert not coloured.is_solution([0, 2])
    assert not coloured.is_solution([0, 1, 3])


@EVERY_FAMILY
@given(data=st.data())
def test_completion(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    assume(math.prod(puzzle.shape) <= 100)
    grid = fastfuto.solve(puzzle).grid
    if not puzzle.fillable:
        assert not puzzle.is_complete
        assert puzzle.is_valid == (not puzzle.violations())
        assert grid is None or puzzle.filled(grid) is None
    elif grid is not None:
        filled = puzzle.filled(grid)
        assert type(filled) is type(puzzle)
        assert filled == puzzle.with_clues(grid)
        assert filled.is_complete
        assert filled.is_valid
        assert filled.is_solution(grid)
        assert filled.with_clues(np.zeros(puzzle.shape, int)).fields().keys() == puzzle.fields().keys()
        assert str(filled).startswith(puzzle.show(grid))


@EVERY_FAMILY
@given(data=st.data())
def test_broken_rules_are_listed_and_have_sentences(name, data):
    puzzle = data.draw(KINDS[name].strategy)
    violations = puzzle.violations()
    kinds = {violation.kind for violation in violations}
    assert puzzle.is_valid == (kinds <= {"cycle", "chain"} if isinstance(puzzle, Grid) else not kinds)
    assert {violation.kind for violation in violations if violation.cells} <= ENGLISH.violations.keys()


def test_puzzles_of_different_families_differ():
    same = [LatinSquare(4), Sudoku([[0] * 4] * 4, box=(1, 4)), fastfuto.Futoshiki([[0] * 4] * 4)]
    assert all(a != b for a, b in itertools.combinations(same, 2))


def test_cells_are_named_as_people_count():
    assert cell_name((0, 1)) == "row 1, column 2"


@EVERY_FAMILY
def test_a_masked_array_or_a_boolean_is_not_a_solution(name):
    puzzle = KINDS[name].small
    grid = fastfuto.solve(puzzle).grid
    assert puzzle.is_solution(grid)
    assert not puzzle.is_solution(np.ma.masked_array(grid))
    booleans = np.where(grid <= 1, grid == 1, grid.astype(object))
    assert not puzzle.is_solution(booleans.tolist())


@pytest.mark.parametrize("name", [name for name in FAMILIES if FAMILIES[name].fillable and name != "kakuro"])
def test_a_puzzle_as_an_array_is_its_clues(name):
    puzzle = KINDS[name].small
    array = np.asarray(puzzle)
    assert np.array_equal(array, puzzle.clues)
    assert not np.may_share_memory(np.array(puzzle), puzzle.clues)
    assert np.asarray(puzzle, np.float64).dtype == np.float64
    with pytest.raises(ValueError, match="without a copy"):
        puzzle.__array__(np.float64, copy=False)


@pytest.mark.parametrize(
    "kind", [list, tuple, np.array, lambda values: [None if v == 0 else v for v in values]]
)
@pytest.mark.parametrize(
    ("puzzle", "again"),
    [
        (fastfuto.Futoshiki([[1, 0], [0, 0]], [((1, 0), (1, 1))]), {"inequalities": [((1, 0), (1, 1))]}),
        (Adjacent([[1, 0], [0, 0]], [((1, 0), (1, 1))]), {"bars": [((1, 0), (1, 1))]}),
        (LatinSquare([[1, 0, 3], [0, 3, 0], [0, 0, 2]]), {}),
        (Sudoku.parse("1....4...3.....2"), {}),
        (Sudoku(np.diag(range(1, 5)), regions=JIGSAW), {"regions": np.ravel(JIGSAW).tolist()}),
        (Sudoku.parse("." * 80 + "9"), {}),
    ],
    ids=lambda each: getattr(each, "family", ""),
)
def test_clues_may_be_flat(puzzle, again, kind):
    flat = kind(puzzle.clues.ravel().tolist())
    assert type(puzzle)(flat, **again) == puzzle.with_clues(flat) == puzzle


@pytest.mark.parametrize("family", [fastfuto.Futoshiki, fastfuto.LatinSquare, fastfuto.Sudoku])
def test_a_number_is_a_blank_grid(family):
    assert family(4) == family(np.zeros((4, 4), int))
    with pytest.raises(PuzzleError, match="n must be 1 to 255, got 256"):
        family(256)
