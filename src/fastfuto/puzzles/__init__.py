"""The puzzle families: immutable values that know their rules and clues."""

from .base import Cell, Problem, Puzzle, cell_name
from .exact_cover import ExactCover
from .families import FAMILIES
from .futoshiki import Futoshiki
from .grid import Grid, Inequality
from .kakuro import Kakuro, Run
from .latin import LatinSquare
from .permutations import Permutations
from .sudoku import Sudoku

__all__ = [
    "FAMILIES",
    "Cell",
    "ExactCover",
    "Futoshiki",
    "Grid",
    "Inequality",
    "Kakuro",
    "LatinSquare",
    "Permutations",
    "Problem",
    "Puzzle",
    "Run",
    "Sudoku",
    "cell_name",
]
