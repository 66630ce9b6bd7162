import copy
import itertools
import pickle
import random

import numpy as np
import pytest
from hypothesis import given

import fastfuto
from fastfuto import (
    Futoshiki,
    LatinSquare,
    Puzzle,
    PuzzleError,
    Sudoku,
    Violation,
    all_solutions,
    count,
    reference,
)

from ..cases import some, thorough
from ..oracles import brute_force, tatham
from ..strategies import contradictory, neighbours, perturbed_puzzle, puzzles, random_puzzle, random_square

BLANK = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]


def kinds(puzzle):
    return [violation.kind for violation in puzzle.violations()]


def messages(puzzle):
    return [violation.message for violation in puzzle.violations()]


def signs_at_random(rng, n, share):
    """Return signs that no square was asked for, so that they may run in circles."""
    pairs = [pair for pair in neighbours(n) if rng.random() < share]
    return [pair if rng.random() < 0.5 else pair[::-1] for pair in pairs]


# What cannot be a puzzle -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ([], "square"),
        ([[]], "square"),
        (np.zeros((0, 0), int), "n must be 1 to 255, got 0"),
        (np.zeros((256, 256), int), "n must be 1 to 255, got 256"),
        (0, "n must be 1 to 255, got 0"),
        (None, "square"),
        ("0", "square"),
        ([0, 0], "square"),
        ([0], r"square grid \(n, n\), got shape \(1,\)"),
        ([0] * 80, r"square grid \(n, n\), got shape \(80,\)"),
        ([0, 0, 0, True], "row 2, column 2: a clue must be an int, got True"),
        (np.zeros(4), "row 1, column 1: a clue must be an int"),
        (np.zeros(256**2, int), "n must be 1 to 255, got 256"),
        ([[1, 2], [0], [0], [0]], "square, got rows of 1, 2 values"),
        (np.zeros((2, 3), int), r"square .* \(2, 3\)"),
        (np.zeros((2, 2, 2), int), r"square .* \(2, 2, 2\)"),
        ([[0, 0], [0]], "square, got rows of 1, 2 values"),
        ([[0, 0], 0], "square"),
        ([[0, [0]], [0, 0]], "row 1, column 2"),
        ([np.array([0, 0]), np.array([0])], "square, got rows of 1, 2 values"),
        ([[0, 0], [0, float("nan")]], "row 2, column 2: a clue must be an int, got nan"),
        ([[0, 0], [True, 0]], "row 2, column 1: a clue must be an int, got True"),
        ([[0, np.True_], [0, 0]], "row 1, column 2: a clue must be an int, got np.True_"),
        ([np.array([True, False]), [0, 0]], "row 1, column 1: a clue must be an int, got np.True_"),
        ([np.ma.masked_array([1, 2], [1, 0]), [0, 0]], "row 1, column 1: a clue must be an int, got masked"),
        (["__", "__"], "square"),
        (np.ma.masked_array([[0, 0], [0, 0]], [[1, 0], [0, 0]]), "masked array"),
        ([[1.0, 0], [0, 0]], "row 1, column 1: a clue must be an int, got 1.0"),
        ("a", r"clues must be a square grid \(n, n\), got 'a'"),
        (2.0, r"clues must be a square grid \(n, n\), got 2.0"),
        ([[0, "1"], [0, 0]], "row 1, column 2: a clue must be an int, got '1'"),
        (np.array([[0, 1.5], [0, 0]], object), "row 1, column 2: a clue must be an int, got 1.5"),
        (np.array([[0, 0], [float("nan"), 0]], object), "row 2, column 1: .* got nan"),
        (np.zeros((2, 2)), "row 1, column 1: a clue must be an int"),
        (np.zeros((2, 2), complex), "row 1, column 1: a clue must be an int"),
        (np.zeros((2, 2), bool), "row 1, column 1: a clue must be an int"),
        (np.array([[0, True], [0, 0]], object), "row 1, column 2: a clue must be an int, got True"),
        (np.zeros((2, 2), "U1"), "row 1, column 1: a clue must be an int"),
        (np.zeros((2, 2), "M8[s]"), "row 1, column 1: a clue must be an int"),
        (np.zeros((2, 2), "i4,i4"), "row 1, column 1: a clue must be an int"),
        ([[0, 2**31], [0, 0]], "row 1, column 2: a clue must fit in 32 bits, got 2147483648"),
        ([[0, 0], [-(2**31) - 1, 0]], "row 2, column 1: a clue must fit in 32 bits, got -2147483649"),
        ([[0, 0], [0, 10**30]], "row 2, column 2: a clue must fit in 32 bits, got 1" + "0" * 30),
        (np.full((1, 1), 2**64 - 1, np.uint64), "row 1, column 1: a clue must fit in 32 bits"),
    ],
)
def test_wrong_clues(clues, message):
    with pytest.raises(PuzzleError, match=message):
        Futoshiki(clues)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (((0, 0), (1, 1)), "the cells are not neighbours"),
        (((0, 0), (0, 2)), "the cells are not neighbours"),
        (((2, 0), (0, 0)), "the cells are not neighbours"),
        (((0, 2), (1, 0)), "the cells are not neighbours"),  # one after the other, but in another row
        (((1, 1), (1, 1)), "the cells are not neighbours"),
        (((0, 2), (0, 3)), "a cell is outside the 3 x 3 grid"),
        (((2, 1), (3, 1)), "a cell is outside the 3 x 3 grid"),
        (((0, 0), (0, -1)), "a cell is outside the 3 x 3 grid"),
        (((-1, 0), (0, 0)), "a cell is outside the 3 x 3 grid"),
        (((0, 0), (0, 2**40)), "a cell is outside the 3 x 3 grid"),
        (((0, 0), (0, 2**100)), ""),
        (((0, 0), (0, 1.0)), "expected"),
        (((0, 0), (0, float("nan"))), "expected"),
        (((0, 0), (0, "1")), "expected"),
        (((0, 0), (0, True)), "expected"),
        ([[0, 0], [np.False_, 1]], "expected"),
        ((np.array([0, 0]), np.array([False, True])), "expected"),
        (frozenset({(0, 0), (0, 1)}), "expected"),  # which does not say which cell is the lesser
        (((0, 0), (0, None)), "expected"),
        (((0, 0), (0, 1), (0, 2)), "expected"),
        (((0, 0, 0), (0, 1, 0)), "expected"),
        (((0, 0),), "expected"),
        ((0, 1), "expected"),
        ((), "expected"),
        (3, "expected"),
        (None, "expected"),
        ("<", "expected"),
    ],
)
def test_wrong_inequalities(pair, message):
    with pytest.raises(PuzzleError, match=f"inequality 1.*{message}"):
        Futoshiki(BLANK, [((0, 0), (0, 1)), pair])


@pytest.mark.parametrize(
    "inequalities",
    [
        np.zeros((1, 2, 2)),
        np.zeros((1, 2, 2), bool),
        np.zeros((2, 4), int),
        np.zeros((2, 2), int),
        np.zeros((1, 2, 3), int),
        "<>",
        {((0, 0), (0, 1)): "<", "no": "<"},
    ],
)
def test_wrong_arrays_of_inequalities(inequalities):
    with pytest.raises(PuzzleError, match=r"inequality \d"):
        Futoshiki(BLANK, inequalities)


def test_a_mapping_gives_each_pair_its_sign():
    signs = {((0, 0), (0, 1)): ">", ((1, 0), (1, 1)): "<", ((2, 0), (1, 0)): "<"}
    pairs = [((0, 1), (0, 0)), ((1, 0), (1, 1)), ((2, 0), (1, 0))]
    assert Futoshiki(BLANK, signs) == Futoshiki(BLANK, pairs)
    assert Futoshiki(BLANK).with_inequalities(signs) == Futoshiki(BLANK, pairs)
    assert Sudoku([[0] * 4] * 4, inequalities=signs).inequalities == Futoshiki(BLANK, pairs).inequalities


@pytest.mark.parametrize("sign", ["=", "", "<>", "^", True, None, 1, np.array(["<", ">"])], ids=repr)
def test_a_sign_that_is_neither_less_nor_greater_is_refused(sign):
    with pytest.raises(PuzzleError, match=r"inequality 0.*expected the sign '<' or '>'"):
        Futoshiki(BLANK, {((0, 0), (0, 1)): sign})


@pytest.mark.parametrize("sign", ["<", ">"])
@pytest.mark.parametrize("pair", ["ab", frozenset({(0, 0), (0, 1)}), ((0, 0), (0, True)), (0, 1)], ids=repr)
def test_a_mapping_of_anything_but_pairs_is_refused(pair, sign):
    with pytest.raises(PuzzleError, match="inequality 0"):
        Futoshiki(BLANK, {pair: sign})


def test_masked_inequalities_are_refused():
    with pytest.raises(PuzzleError, match="inequalities: masked arrays are not supported"):
        Futoshiki(BLANK, np.ma.masked_array(np.zeros((1, 2, 2), int)))


@pytest.mark.parametrize(
    "clues", [[[None, "_"], [0, 1]], ((None, "_"), (0, 1)), np.array([[None, "_"], [0, 1]])]
)
def test_none_and_an_underscore_are_blank(clues):
    assert Futoshiki(clues).clues.tolist() == LatinSquare(clues).clues.tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize("inequalities", [None, 3, np.array(3)])
def test_inequalities_must_be_a_collection(inequalities):
    with pytest.raises((PuzzleError, TypeError), match=r"inequalities|iterable"):
        Futoshiki(BLANK, inequalities)


@pytest.mark.parametrize(
    "pairs",
    [
        [((0, 0), (0, 1)), ((0, 1), (0, 0))],
        [((1, 0), (1, 1)), ((2, 2), (1, 2)), ((0, 0), (0, 1)), ((1, 2), (2, 2))],
    ],
)
def test_both_signs_on_a_pair(pairs):
    with pytest.raises(
        PuzzleError, match=r"inequality \d, \(.*\) < \(.*\): the opposite inequality is also given"
    ):
        Futoshiki(BLANK, pairs)


# What can ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [-1, -(2**31), 4, 64, 256, 300, 2**31 - 1])
def test_values_out_of_range_are_kept_and_reported(value):
    puzzle = Futoshiki([[0, 0, 0], [0, value, 0], [0, 0, 0]])
    assert puzzle.clues[1, 1] == value
    assert not puzzle.is_valid
    hint = " (0 and None are blank)" if value < 0 else ""
    assert puzzle.violations() == [
        Violation("range", ((1, 1),), f"row 2, column 2: value {value} is outside 1 to 3{hint}")
    ]
    assert count(puzzle) == 0
    assert eval(repr(puzzle)) == puzzle


SQUARE = np.array([[1, 2, 0], [0, 0, 0], [0, 0, 3]])


@pytest.mark.parametrize(
    "clues",
    [
        SQUARE.tolist(),
        tuple(map(tuple, SQUARE.tolist())),
        list(SQUARE),
        [list(row) for row in SQUARE],
        SQUARE.astype(np.int8),
        SQUARE.astype(np.uint8),
        SQUARE.astype(np.uint64),
        SQUARE.astype(np.int32),
        SQUARE.astype(">i4"),
        SQUARE.astype(">i2"),
        SQUARE.astype(object),
        np.asfortranarray(SQUARE),
        np.asfortranarray(SQUARE, np.int32),
        np.repeat(np.repeat(SQUARE.astype(np.int32), 2, axis=0), 2, axis=1)[::2, ::2],
        SQUARE.astype(np.int32)[::-1, ::-1][::-1, ::-1],
        np.broadcast_to(SQUARE, (2, 3, 3))[1],
        np.frombuffer(SQUARE.astype(np.int32).tobytes(), np.int32).reshape(3, 3),
        np.frombuffer(b"x" + SQUARE.astype(np.int32).tobytes(), np.int32, offset=1).reshape(3, 3),
        SQUARE.view(np.matrix),
    ],
)
def test_clues_of_every_kind(clues):
    puzzle = Futoshiki(clues)
    assert puzzle.clues.tolist() == SQUARE.tolist()
    assert puzzle.clues.dtype == np.int32
    assert puzzle.clues.dtype.isnative
    assert puzzle.clues.flags.c_contiguous
    assert type(puzzle.clues) is np.ndarray
    assert puzzle == Futoshiki(SQUARE)
    assert count(puzzle) == len(brute_force(puzzle))


PAIRS = [((0, 0), (0, 1)), ((1, 1), (0, 1)), ((2, 2), (2, 1))]


@pytest.mark.parametrize(
    "inequalities",
    [
        PAIRS,
        PAIRS[::-1],
        PAIRS + PAIRS,
        tuple(PAIRS),
        set(PAIRS),
        (pair for pair in PAIRS),
        [[[0, 0], [0, 1]], [[1, 1], [0, 1]], [[2, 2], [2, 1]]],
        [np.array(pair) for pair in PAIRS],
        np.array(PAIRS),
        np.array(PAIRS, np.uint8),
        np.array(PAIRS, ">i8"),
        np.asfortranarray(PAIRS),
        np.array(PAIRS)[::-1],
    ],
)
def test_inequalities_of_every_kind(inequalities):
    puzzle = Futoshiki(BLANK, inequalities)
    assert puzzle.inequalities == (((0, 0), (0, 1)), ((1, 1), (0, 1)), ((2, 2), (2, 1)))
    assert all(type(x) is int for pair in puzzle.inequalities for cell in pair for x in cell)
    assert puzzle == Futoshiki(BLANK, PAIRS)
    assert hash(puzzle) == hash(Futoshiki(BLANK, PAIRS))


@pytest.mark.parametrize("inequalities", [(), [], np.empty((0, 2, 2), int), np.empty(0), iter([])])
def test_no_inequalities(inequalities):
    assert Futoshiki(BLANK, inequalities).inequalities == ()


def test_inequalities_are_sorted_by_their_cells():
    pairs = [pair[::-1] for pair in neighbours(5)]
    random.Random(0).shuffle(pairs)
    assert Futoshiki([[0] * 5] * 5, pairs * 2).inequalities == tuple(sorted(pairs))


@pytest.mark.parametrize("n", [1, 2, 9, 64, 65, 255])
def test_sizes(n):
    puzzle = Futoshiki(np.zeros((n, n), int), [((n - 1, n - 2), (n - 1, n - 1))] if n > 1 else [])
    assert puzzle.n == n
    assert puzzle.shape == (n, n)
    assert puzzle.model().n_cells == n * n
    assert puzzle.model().n_values == n
    assert puzzle.violations() == []


def test_model():
    puzzle = Futoshiki([[0, 2], [-1, 3]], [((1, 0), (0, 0)), ((0, 0), (0, 1))])
    model = puzzle.model()
    assert [model.allowed(cell) for cell in range(4)] == [[1, 2], [2], [], []]
    assert model.inequalities.tolist() == [[0, 1], [2, 0]]
    assert model.skeleton.units == ((0, 1), (2, 3), (0, 2), (1, 3))
    assert isinstance(puzzle, Puzzle)


@pytest.mark.parametrize("n", [64, 65, 255])
def test_model_of_the_greatest_values(n):
    clues = np.zeros((n, n), int)
    clues[0, :4] = n, n + 1, n - 1, -n
    model = Futoshiki(clues).model()
    assert [model.allowed(cell) for cell in range(5)] == [[n], [], [n - 1], [], list(range(1, n + 1))]


def test_decode():
    puzzle = Futoshiki(BLANK)
    values = np.arange(18, dtype=np.uint8)
    assert puzzle.decode(values[:9]).tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert puzzle.decode(values.reshape(2, 9)).shape == (2, 3, 3)
    assert np.shares_memory(puzzle.decode(values[:9]), values)


# A constant value --------------------------------------------------------------------------------------


def test_clues_stay_read_only():
    given_clues = SQUARE.astype(np.int32)
    for puzzle in (Futoshiki(given_clues), Futoshiki(BLANK).with_clues(given_clues)):
        before = hash(puzzle)
        with pytest.raises(ValueError, match="read-only"):
            puzzle.clues[0, 0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            puzzle.clues.flags.writeable = True
        base = puzzle.clues.base
        with pytest.raises(ValueError, match="WRITEABLE"):
            base.flags.writeable = True
        given_clues[0, 0] = 3
        assert puzzle.clues.tolist() == SQUARE.tolist()
        assert hash(puzzle) == before
        given_clues[0, 0] = 1


def test_a_puzzle_does_not_depend_on_the_array_of_its_inequalities():
    pairs = np.array(PAIRS)
    puzzle = Futoshiki(BLANK, pairs)
    pairs[:] = 0
    assert puzzle.inequalities == tuple(sorted(PAIRS))


@pytest.mark.parametrize(
    "name", ["n", "shape", "clues", "inequalities", "is_complete", "is_valid", "violations", "other"]
)
def test_attributes_cannot_be_set(name):
    puzzle = Futoshiki(BLANK)
    with pytest.raises(AttributeError):
        setattr(puzzle, name, 1)
    with pytest.raises(AttributeError):
        delattr(puzzle, name)


def test_violations_cannot_be_changed():
    (violation,) = Futoshiki([[2]]).violations()
    with pytest.raises(AttributeError):
        violation.kind = "row"
    assert str(violation) == violation.message


def test_equality_and_hash():
    puzzle = Futoshiki(BLANK, PAIRS)
    others = [
        Futoshiki(SQUARE, PAIRS),
        Futoshiki(BLANK, PAIRS[:2]),
        Futoshiki(BLANK, [pair[::-1] for pair in PAIRS]),
        Futoshiki(BLANK),
        Futoshiki([[0] * 4] * 4, PAIRS),
        BLANK,
        repr(puzzle),
        None,
    ]
    assert all(puzzle != other for other in others)
    assert len({puzzle, Futoshiki(BLANK, PAIRS * 2), *others[:5]}) == 6


@given(puzzles(1, 6))
def test_round_trips(puzzle):
    copies = [
        eval(repr(puzzle), {"Futoshiki": Futoshiki}),
        *(pickle.loads(pickle.dumps(puzzle, protocol)) for protocol in range(2, 6)),
        copy.copy(puzzle),
        copy.deepcopy(puzzle),
        Futoshiki(puzzle.clues, puzzle.inequalities),
        Futoshiki([[0] * puzzle.n] * puzzle.n, puzzle.inequalities).with_clues(puzzle.clues),
    ]
    for other in copies:
        assert other == puzzle
        assert hash(other) == hash(puzzle)
        assert other.clues.dtype == np.int32
        assert not other.clues.flags.writeable
        assert repr(other) == repr(puzzle)
        assert other.model() == puzzle.model()


def test_with_clues():
    puzzle = Futoshiki(BLANK, PAIRS)
    other = puzzle.with_clues(SQUARE)
    assert other.clues.tolist() == SQUARE.tolist()
    assert other.inequalities == puzzle.inequalities
    assert puzzle.clues.tolist() == BLANK


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ([[0, 0], [0, 0]], "clues must be 3 x 3, got 2 x 2"),
        (np.zeros((3, 3)), "row 1, column 1: a clue must be an int"),
        (np.zeros((3, 2), int), "square"),
        (None, "square"),
    ],
)
def test_with_wrong_clues(clues, message):
    with pytest.raises(PuzzleError, match=message):
        Futoshiki(BLANK).with_clues(clues)


def test_with_inequalities():
    puzzle = Futoshiki(SQUARE, PAIRS)
    other = puzzle.with_inequalities([((0, 1), (0, 0))])
    assert other == Futoshiki(SQUARE, [((0, 1), (0, 0))])
    assert other.model() == Futoshiki(SQUARE, [((0, 1), (0, 0))]).model()
    assert puzzle.inequalities == tuple(sorted(PAIRS))
    assert puzzle.with_inequalities(np.empty((0, 2, 2), int)) == Futoshiki(SQUARE)
    assert Futoshiki(SQUARE).with_inequalities(iter(PAIRS)) == puzzle
    with pytest.raises(PuzzleError, match=r"inequality 0.* not neighbours"):
        puzzle.with_inequalities([((0, 0), (1, 1))])


# Violations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clues", "pairs", "violation"),
    [
        (
            [[0, -7], [0, 0]],
            [],
            ("range", ((0, 1),), "row 1, column 2: value -7 is outside 1 to 2 (0 and None are blank)"),
        ),
        (
            [[0, 0, 0], [0, 0, 0], [2, 0, 2]],
            [],
            ("row", ((2, 0), (2, 2)), "row 3: value 2 occurs in columns 1 and 3"),
        ),
        (
            [[1, 1, 1], [0, 0, 0], [0, 0, 0]],
            [],
            ("row", ((0, 0), (0, 1), (0, 2)), "row 1: value 1 occurs in columns 1, 2 and 3"),
        ),
        (
            [[0, 3, 0], [0, 0, 0], [0, 3, 0]],
            [],
            ("column", ((0, 1), (2, 1)), "column 2: value 3 occurs in rows 1 and 3"),
        ),
        (
            [[0, 0, 0], [0, 1, 0], [0, 2, 0]],
            [((2, 1), (1, 1))],
            (
                "inequality",
                ((2, 1), (1, 1)),
                "row 3, column 2 must be less than row 2, column 2, but they hold 2 and 1",
            ),
        ),
        (
            BLANK,
            [((1, 1), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2)), ((1, 2), (1, 1))],
            (
                "cycle",
                ((0, 1), (0, 2), (1, 2), (1, 1)),
                "the inequalities form a cycle: row 1, column 2 < row 1, column 3 < row 2, column 3 < "
                "row 2, column 2 < row 1, column 2",
            ),
        ),
        (
            [[0, 0], [0, 0]],
            [((0, 0), (0, 1)), ((0, 1), (1, 1))],
            (
                "chain",
                ((0, 0), (0, 1), (1, 1)),
                "row 2, column 2: the chain of inequalities from row 1, column 1 leaves no value",
            ),
        ),
        (
            [[3, 0, 0], [0, 0, 0], [0, 0, 0]],
            [((0, 0), (0, 1))],
            (
                "chain",
                ((0, 0), (0, 1)),
                "row 1, column 2: the chain of inequalities from row 1, column 1 (which holds 3) "
                "leaves no value",
            ),
        ),
        (
            [[0, 0, 2], [0, 0, 0], [0, 0, 0]],
            [((0, 0), (0, 1)), ((0, 1), (0, 2))],
            (
                "chain",
                ((0, 0), (0, 1), (0, 2)),
                "row 1, column 3: 2 is too small for the chain of inequalities from row 1, column 1",
            ),
        ),
        (
            [[2, 0, 3], [0, 0, 0], [0, 0, 0]],
            [((0, 0), (0, 1)), ((0, 1), (0, 2))],
            (
                "chain",
                ((0, 0), (0, 1), (0, 2)),
                "row 1, column 3: 3 is too small for the chain of inequalities from row 1, column 1 "
                "(which holds 2)",
            ),
        ),
    ],
)
def test_one_violation(clues, pairs, violation):
    puzzle = Futoshiki(clues, pairs)
    assert puzzle.violations() == [Violation(*violation)]
    assert puzzle.is_valid == (violation[0] in ("cycle", "chain"))
    assert count(puzzle) == 0


def ring(r, c):
    """Return four signs in a circle, clockwise from (r, c)."""
    corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def test_two_circles():
    puzzle = Futoshiki([[0] * 4] * 4, ring(0, 0) + ring(2, 2))
    assert kinds(puzzle) == ["cycle", "cycle"]
    assert {violation.cells for violation in puzzle.violations()} == {
        ((0, 0), (0, 1), (1, 1), (1, 0)),
        ((2, 2), (2, 3), (3, 3), (3, 2)),
    }


def test_the_cells_of_a_circle_are_in_order():
    rng = random.Random(3)
    found = 0
    for _ in range(300):
        puzzle = Futoshiki([[0] * 5] * 5, signs_at_random(rng, 5, 0.8))
        for violation in puzzle.violations():
            if violation.kind == "cycle":
                found += 1
                pairs = set(zip(violation.cells, violation.cells[1:] + violation.cells[:1], strict=True))
                assert pairs <= set(puzzle.inequalities)
                assert violation.cells[0] == min(violation.cells)
    assert found > 100


def test_a_chain_goes_through_clues():
    clues = [[0] * 5 for _ in range(5)]
    clues[0][1] = 4
    puzzle = Futoshiki(clues, [((0, k), (0, k + 1)) for k in range(3)])
    assert messages(puzzle) == [
        "row 1, column 4: the chain of inequalities from row 1, column 2 (which holds 4) leaves no value"
    ]
    assert puzzle.violations()[0].cells == ((0, 1), (0, 2), (0, 3))


def test_all_violations_are_told():
    clues = [[5, 0, 0, 0], [3, 3, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0]]
    puzzle = Futoshiki(clues, [((0, 0), (1, 0)), ((3, 1), (3, 0)), *ring(2, 2)])
    assert kinds(puzzle) == ["range", "row", "column", "inequality", "cycle"]


def test_equal_clues_break_a_sign():
    assert kinds(Futoshiki([[1, 1], [0, 0]], [((0, 0), (0, 1))])) == ["row", "inequality"]


def test_the_longest_chain_that_fits():
    n = 6
    cells = [(0, c) for c in range(n)]
    assert not Futoshiki([[0] * n] * n, list(itertools.pairwise(cells))).violations()
    assert kinds(Futoshiki([[0] * n] * n, list(itertools.pairwise([*cells, (1, n - 1)])))) == ["chain"]


def test_one_long_chain_is_told_in_pieces():
    n = 20
    path = [(r, c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]
    violations = Futoshiki([[0] * n] * n, list(itertools.pairwise(path))).violations()
    assert [violation.kind for violation in violations] == ["chain"] * (n * n // (n + 1))
    for k, violation in enumerate(violations):
        assert list(violation.cells) == path[k * (n + 1) : (k + 1) * (n + 1)]


# The four cases ----------------------------------------------------------------------------------------


@given(puzzles(1, 6))
def test_the_reference_classifies_alike(puzzle):
    assert (puzzle.is_complete, puzzle.is_valid) == reference.classify(puzzle)


@given(contradictory(1, 5))
def test_contradictions_are_told(puzzle):
    assert puzzle.violations()
    assert count(puzzle) == 0


def below(pairs):
    """Return for each cell all that are below it, following the signs."""
    found = {}
    for lesser, greater in pairs:
        found.setdefault(greater, set()).add(lesser)
    for middle in list(found):
        for cells in found.values():
            if middle in cells:
                cells |= found[middle]
    return found


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_a_puzzle_with_violations_has_no_solution(seed):
    rng = random.Random(seed)
    told = 0
    for _ in range(100):
        n = rng.randint(2, 4)
        square = random_square(rng, n)
        clues = [[value if rng.random() < 0.2 else 0 for value in row] for row in square]
        if rng.random() < 0.3:
            clues[rng.randrange(n)][rng.randrange(n)] = rng.randint(-1, n + 1)
        puzzle = Futoshiki(clues, signs_at_random(rng, n, rng.uniform(0, 0.6)))
        violations = puzzle.violations()
        told += bool(violations)
        if violations:
            assert brute_force(puzzle) == []
            assert count(puzzle) == 0
        rules = {"range", "row", "column", "inequality"}
        assert puzzle.is_valid == rules.isdisjoint(violation.kind for violation in violations)
        assert puzzle.is_valid == reference.classify(puzzle).valid
        circles = any(cell in cells for cell, cells in below(puzzle.inequalities).items())
        assert circles == ("cycle" in kinds(puzzle))
    assert 20 < told < 90


@pytest.mark.parametrize("seed", some(range(5), 2))
def test_a_puzzle_with_a_solution_has_no_violations(seed):
    rng = random.Random(seed)
    for _ in range(100):
        n = rng.randint(1, 9)
        puzzle = random_puzzle(rng, n, rng.random(), rng.random())
        assert puzzle.violations() == []
        assert puzzle.is_valid
    for _ in range(100):
        puzzle = perturbed_puzzle(rng, rng.randint(2, 4), rng.random(), rng.random())
        if brute_force(puzzle):
            assert puzzle.violations() == []


def test_puzzles_made_for_people_have_no_violations():
    for case in tatham():
        solved = Futoshiki(case.solution)
        assert solved.is_complete
        assert solved.is_valid
        assert solved.violations() == []
        assert all_solutions(solved).tolist() == [list(map(list, case.solution))]


# Many circles ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "number"), [(6, 9), (20, 100), thorough((255, 100))])
def test_violations_lists_each_circle_up_to_a_hundred(n, number):
    rings = [ring(r, c) for r in range(0, n - 1, 2) for c in range(0, n - 1, 2)]
    found = Futoshiki(np.zeros((n, n), int), itertools.chain(*rings)).violations()
    assert [violation.kind for violation in found] == ["cycle"] * number
    assert [violation.cells[0] for violation in found] == [each[0][0] for each in rings[:number]]


@pytest.mark.parametrize("n", [60, thorough(255)])
def test_violations_of_a_large_grid_full_of_tangled_circles_are_found(n):
    signs = signs_at_random(random.Random(1), n, 1.0)
    found = Futoshiki(np.zeros((n, n), int), signs).violations()
    assert 1 <= len(found) <= 100
    signs = set(signs)
    for violation in found:
        assert set(itertools.pairwise([*violation.cells, violation.cells[0]])) <= signs


def test_violations_lists_at_most_a_hundred_of_any_kind():
    assert len(Futoshiki(np.full((20, 20), 99)).violations()) == 100
    assert not Futoshiki(np.full((20, 20), 99)).is_valid


def test_the_old_names_of_violations_warn():
    puzzle = Futoshiki([[2]])
    with pytest.warns(DeprecationWarning, match=r"violations\(\)"):
        assert puzzle.problems() == puzzle.violations() != []
    with pytest.warns(DeprecationWarning, match="Violation"):
        assert fastfuto.Problem is Violation
    assert "Problem" not in fastfuto.__all__
