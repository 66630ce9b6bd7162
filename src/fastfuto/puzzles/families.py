"""The families of puzzles, by their names in JSON: here each family is registered, and nowhere else."""

from __future__ import annotations

from typing import Any

from .base import Puzzle
from .exact_cover import ExactCover
from .futoshiki import Futoshiki
from .kakuro import Kakuro
from .latin import LatinSquare
from .permutations import Permutations
from .sudoku import Sudoku

__all__ = ["FAMILIES"]

FAMILIES: dict[str, type[Puzzle[Any]]] = {
    family.family: family for family in (Futoshiki, Sudoku, LatinSquare, Kakuro, Permutations, ExactCover)
}
