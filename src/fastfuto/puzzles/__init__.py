"""The puzzle families: immutable values that know their rules and clues."""

from .base import Problem, Puzzle
from .exact_cover import ExactCover
from .futoshiki import Futoshiki
from .grid import Grid
from .kakuro import Kakuro, Run
from .latin import LatinSquare
from .permutations import Permutations
from .sudoku import Sudoku

__all__ = [
    "ExactCover",
    "Futoshiki",
    "Grid",
    "Kakuro",
    "LatinSquare",
    "Permutations",
    "Problem",
    "Puzzle",
    "Run",
    "Sudoku",
]
