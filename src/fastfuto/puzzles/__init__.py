"""The puzzle families: immutable values with rules and clues."""

from .base import Cell, Puzzle, Violation, cell_name, family_name
from .clues import Clue, clues_of, keeping
from .families import FAMILIES, Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku
from .grid import Grid, Inequality
from .kakuro import Run

__all__ = [
    "FAMILIES",
    "Adjacent",
    "Cell",
    "Clue",
    "ExactCover",
    "Futoshiki",
    "Grid",
    "Inequality",
    "Kakuro",
    "LatinSquare",
    "Permutations",
    "Puzzle",
    "Run",
    "Sudoku",
    "Violation",
    "cell_name",
    "clues_of",
    "family_name",
    "keeping",
]
