"""Kakuro as the numbers of rows and columns and then a token for each cell."""

from __future__ import annotations

import re

import numpy as np

from ..errors import PuzzleError
from ..puzzles import Kakuro, cell_name
from ..puzzles.text import clean, parse_error
from .codec import Codec

__all__ = ["CODEC"]

_BLACK = re.compile(r"[*(]")
_NO_BLACK = "a Kakuro has black cells"
"""Without them it could not be told from a Futoshiki without signs."""


def _parse(text: str) -> Kakuro:
    puzzle = Kakuro.parse(text)
    if not _BLACK.search(text):
        raise parse_error(clean(text), 0, _NO_BLACK)
    return puzzle


def _format(puzzle: Kakuro) -> str:
    text = str(puzzle)
    if not _BLACK.search(text):
        raise PuzzleError(f"the format kakuro cannot hold this grid: {_NO_BLACK}")
    values = np.array([[entry if isinstance(entry, int) else 0 for entry in row] for row in puzzle.rows])
    if (values > 9).any():
        r, c = np.argwhere(values > 9)[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: the format kakuro holds digits 0 to 9, not {values[r, c]}")
    return text


CODEC = Codec("kakuro", Kakuro, _parse, _format, re.compile(r"\s*[0-9]+\s+[0-9]+\s*[*(]"))
