"""Kakuro as the numbers of rows and columns and then a token for each cell."""

from __future__ import annotations

import re

import numpy as np

from ..errors import PuzzleError
from ..puzzles import Kakuro, cell_name
from .codec import Codec

__all__ = ["CODEC"]


def _format(puzzle: Kakuro) -> str:
    values = np.array([[entry if isinstance(entry, int) else 0 for entry in row] for row in puzzle.rows])
    if (values > 9).any():
        r, c = np.argwhere(values > 9)[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: the format kakuro holds digits 0 to 9, not {values[r, c]}")
    return str(puzzle)


def _is_clear(puzzle: Kakuro) -> bool:
    """Return whether there are black cells: without them it could be a Futoshiki without signs."""
    return any(not isinstance(entry, int) for row in puzzle.rows for entry in row)


_SHAPE = re.compile(r"[0-9]++\s++[0-9]++[\s0-9]*+[*(]")

CODEC = Codec("kakuro", Kakuro, Kakuro.parse, _format, _SHAPE, is_clear=_is_clear)
