"""Latin squares, and random ones."""

import pickle
from collections import Counter

import numpy as np
import pytest

from fastfuto import LatinSquare, PuzzleError, count, solve
from fastfuto.engines._latin import Squares


def test_values():
    partial = LatinSquare([[1, 0, 0], [0, 0, 2], [0, 0, 0]])
    for same in (eval(repr(partial)), pickle.loads(pickle.dumps(partial)), partial.with_clues(partial.clues)):
        assert same == partial
    assert repr(LatinSquare(4)) == "LatinSquare(4)"
    assert str(partial) == "1 0 0\n0 0 2\n0 0 0\n"
    assert count(LatinSquare(4)) == 576
    assert solve(partial).grid[0, 0] == 1
    assert [problem.kind for problem in LatinSquare([[1, 1], [0, 0]]).problems()] == ["row"]
    for wrong in (0, 256, True, [[1, 2]]):
        with pytest.raises(PuzzleError):
            LatinSquare(wrong)


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
