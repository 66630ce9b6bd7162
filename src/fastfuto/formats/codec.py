"""What a text format is: one name, both directions."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import UnionType
from typing import Any, NamedTuple

import numpy as np

from ..errors import PuzzleError
from ..model import IntArray, Model
from ..puzzles import Puzzle, cell_name

MAX_TEXT = 1 << 24
"""Limit for a text, in characters, and for a file, in bytes: a grid of 255 x 255 takes about four million."""


class Codec(NamedTuple):
    """One text format, both directions, so that reader and writer cannot drift apart.

    Attributes
    ----------
    name : str
    family : type, or a union of types
        Class of the puzzles that it holds; for json, which also holds models, object.
    parse : callable
        Takes a text and returns the puzzle, or the model; raises ParseError for any text that is not in this format.
    format : callable
        Takes a puzzle of the family and returns its text; raises PuzzleError for one that cannot be held.
    shape : re.Pattern
        Matches the beginning of every text in this format, from the first character that is not blank and not
        in a comment on, and of few others. Only the formats whose shape matches try to read a text that is
        to be recognised, and the first of them shows its error if none can. It is tried on 4096 characters,
        so it must not take long.
    detected : bool
        Whether a text may be recognised as being in this format; otherwise the format must be named.
    is_clear : callable
        Takes a puzzle that was read, and returns whether its text may be recognised; otherwise the format
        must be named for this text, because it could be nearly anything.
    """

    name: str
    family: type | UnionType
    parse: Callable[[str], Puzzle[Any] | Model]
    format: Callable[[Any], str]
    shape: re.Pattern[str]
    detected: bool = True
    is_clear: Callable[[Any], bool] = lambda puzzle: True


def check_values(values: IntArray, most: int, holder: str) -> None:
    """Raise for the first value of a grid that is not 0 to `most`; `holder` says who holds what, in the message."""
    outside = (values < 0) | (values > most)
    if outside.any():
        r, c = np.argwhere(outside)[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: {holder} 0 to {most}, not {values[r, c]}")
