"""The puzzle families: immutable values that know their rules and clues."""

from .base import Problem, Puzzle
from .exact_cover import ExactCover
from .futoshiki import Futoshiki
from .kakuro import Kakuro, Run
from .latin import LatinSquare
from .sudoku import Sudoku

__all__ = ["ExactCover", "Futoshiki", "Kakuro", "LatinSquare", "Problem", "Puzzle", "Run", "Sudoku"]
