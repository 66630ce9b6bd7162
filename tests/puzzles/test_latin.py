"""Latin squares, and random ones."""

from collections import Counter

import numpy as np
import pytest

from fastfuto import LatinSquare, ParseError, PuzzleError, count, solve
from fastfuto.engines._latin import Squares


def test_values():
    partial = LatinSquare([[1, 0, 0], [0, 0, 2], [0, 0, 0]])
    assert partial.with_clues(partial.clues) == partial
    assert repr(LatinSquare(4)) == "LatinSquare(4)"
    assert str(partial) == "1 0 0\n0 0 2\n0 0 0\n"
    assert count(LatinSquare(4)) == 576
    assert solve(partial).grid[0, 0] == 1
    assert [violation.kind for violation in LatinSquare([[1, 1], [0, 0]]).violations()] == ["row"]
    for wrong in (0, 256, True, [[1, 2]]):
        with pytest.raises(PuzzleError):
            LatinSquare(wrong)


def test_texts():
    square = LatinSquare([[1, 0, 0], [0, 0, 12], [0, -5, 0]])
    for text in (str(square), "\ufeff1 . 0\r\n\r\n .\t. 12\n0 -5 00\n\n", "1 . .\n. . 12\n. -5 ."):
        assert LatinSquare.parse(text) == square
    assert LatinSquare.parse("2147483647") == LatinSquare([[2**31 - 1]])
    large = LatinSquare.random(255, steps=0)
    assert LatinSquare.parse(str(large)) == large


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the text is empty"),
        ("\n \n", 1, 1, "the text is empty"),
        ("1 2\n2 x\n", 2, 3, "expected a number of 32 bits or '.' for row 2, column 2, found 'x'"),
        ("1 2\n2 1.5\n", 2, 3, "found '1.5'"),
        ("2147483648", 1, 1, "found '2147483648'"),
        ("9" * 5000, 1, 1, "found '99999999999999999999'"),
        ("1 2\n\n2\n", 3, 2, "row 2 has 1 numbers, not 2"),
        ("1 2\n2 1 3\n", 2, 5, "row 2 has more than 2 numbers"),
        ("1 2\n2 1\n\n1 2", 4, 1, "the square ends with row 2, but the text continues"),
        ("1 2 3\n2 3 1\n\n", 2, 6, "expected row 3 of 3, but the text ends"),
        ("1 " * 256, 1, 511, "row 1 has more than 255 numbers"),
    ],
)
def test_texts_that_are_no_square(text, line, column, message):
    with pytest.raises(ParseError) as caught:
        LatinSquare.parse(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_square_has_no_inequalities():
    square = LatinSquare(3)
    assert square.with_inequalities([]) == square
    with pytest.raises(PuzzleError, match="a Latin square cannot have inequalities"):
        square.with_inequalities([((0, 0), (0, 1))])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 20, 100, 255])
def test_random_squares_are_squares(n):
    square = LatinSquare.random(n, seed=n, steps=min(n**3, 100_000))
    assert square.is_complete
    assert square.is_valid


def test_random_squares_of_order_4_are_about_uniform():
    squares = Counter(LatinSquare.random(4, seed=seed).clues.tobytes() for seed in range(11520))
    assert len(squares) == 576
    statistic = sum((squares[square] - 20) ** 2 / 20 for square in squares)
    assert statistic < 575 + 5 * (2 * 575) ** 0.5


def test_seeds_and_steps():
    assert LatinSquare.random(8, seed=3) == LatinSquare.random(8, seed=3)
    assert LatinSquare.random(8, seed=3) != LatinSquare.random(8, seed=4)
    cyclic = LatinSquare.random(5, steps=0).clues
    assert (cyclic == (np.arange(5)[:, None] + np.arange(5)) % 5 + 1).all()
    for options in ({"steps": -1}, {"seed": -1}, {"seed": 2**64}):
        with pytest.raises(ValueError, match=r"steps|seed"):
            LatinSquare.random(5, **options)
    for n in (0, 256, True):
        with pytest.raises(PuzzleError, match="n must be"):
            LatinSquare.random(n)


def test_the_walk_called_directly():
    squares = Squares(6, 1)
    squares.run(100)
    assert squares.visits == 100
    assert squares.moves > 100
    with pytest.raises(ValueError, match="order must be"):
        Squares(0, 1)
    with pytest.raises(ValueError, match="visits"):
        squares.run(-1)
    with pytest.raises(ValueError, match="shape"):
        squares.read(np.empty((5, 6), np.uint8))
