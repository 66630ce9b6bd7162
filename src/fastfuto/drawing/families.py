"""How families look: here each family has its record, and one without is shown as text."""

from __future__ import annotations

from typing import Any

from ..puzzles import Adjacent, ExactCover, Futoshiki, Grid, Kakuro, LatinSquare, Permutations, Puzzle, Sudoku
from .cover import EXACT_COVER
from .kakuro import KAKURO
from .permutations import PERMUTATIONS
from .squares import ADJACENT, FUTOSHIKI, GRID, LATIN, SUDOKU
from .text import PLAIN
from .view import Appearance, View

__all__ = ["APPEARANCES", "appearance_of", "view_of"]

APPEARANCES: dict[type[Any], Appearance] = {
    Futoshiki: FUTOSHIKI,
    LatinSquare: LATIN,
    Adjacent: ADJACENT,
    Sudoku: SUDOKU,
    Grid: GRID,
    Kakuro: KAKURO,
    Permutations: PERMUTATIONS,
    ExactCover: EXACT_COVER,
}


def appearance_of(puzzle: Puzzle[Any]) -> Appearance:
    """Return how the family of a puzzle looks, or else the family that it is derived from."""
    return next((APPEARANCES[each] for each in type(puzzle).__mro__ if each in APPEARANCES), PLAIN)


def view_of(puzzle: Puzzle[Any], solution: Any = None, candidates: Any = None) -> View:
    """Return what is to be seen of a puzzle, or say what is wrong with the solution or the candidates.

    Raises
    ------
    PuzzleError
        If they do not have the shape and type that the family needs.
    """
    view = View(puzzle, appearance_of(puzzle))
    view.appearance.view(view, solution, candidates)
    if candidates is not None and view.marks is not None:
        empty = {cell for cell, marks in enumerate(view.marks) if not marks and not view.values[cell]}
        view.conflicts |= empty - view.black
    return view
