"""The native format of each family, which the family's method `parse` reads and `str` writes."""

from __future__ import annotations

import numpy as np

from ..puzzles import Adjacent, Futoshiki, Kakuro, LatinSquare, Permutations
from .codec import Both, check_values


def _format_kakuro(puzzle: Kakuro) -> str:
    check_values(np.asarray(puzzle), 9, "the format kakuro holds digits")
    return str(puzzle)


def _has_black_cells(puzzle: Kakuro) -> bool:
    """Return whether there are black cells; without them, the text could be a Futoshiki without signs."""
    return any(not isinstance(entry, int) for row in puzzle.rows for entry in row)


SOURCE = Both(Futoshiki.parse, str)
LATIN = Both(LatinSquare.parse, str)
ADJACENT = Both(Adjacent.parse, str)
PERMUTATIONS = Both(Permutations.parse, str)
KAKURO = Both(Kakuro.parse, _format_kakuro, _has_black_cells)
