"""The puzzle families: one import here registers each of them."""

from __future__ import annotations

from typing import Any

from .adjacent import Adjacent
from .base import Puzzle
from .exact_cover import ExactCover
from .futoshiki import Futoshiki
from .kakuro import Kakuro
from .latin import LatinSquare
from .permutations import Permutations
from .sudoku import Sudoku

__all__ = [
    "FAMILIES",
    "Adjacent",
    "ExactCover",
    "Futoshiki",
    "Kakuro",
    "LatinSquare",
    "Permutations",
    "Sudoku",
]

FAMILIES: dict[str, type[Puzzle[Any]]] = {
    name.family: name
    for name in [*globals().values()]
    if isinstance(name, type) and issubclass(name, Puzzle) and name is not Puzzle
}
"""Classes by the family's name in JSON."""
