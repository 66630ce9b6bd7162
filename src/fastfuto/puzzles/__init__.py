"""The puzzle families: immutable values that know their rules and clues."""

from .base import Problem, Puzzle
from .futoshiki import Futoshiki
from .latin import LatinSquare
from .sudoku import Sudoku

__all__ = ["Futoshiki", "LatinSquare", "Problem", "Puzzle", "Sudoku"]
