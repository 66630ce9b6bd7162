"""What a text format is: one name, both directions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..puzzles import Puzzle

__all__ = ["Codec"]


@dataclass(frozen=True, slots=True)
class Codec:
    """One text format, both directions, so that reader and writer cannot drift apart.

    Attributes
    ----------
    name : str
    family : type
        Class of the puzzles it holds.
    parse : callable
        Takes a text, returns the puzzle; raises ParseError for any text that is not in this format.
    format : callable
        Takes a puzzle of the family, returns its text; raises PuzzleError for one that cannot be held.
    shape : re.Pattern
        Matches the beginning of a text that was meant for this format, right or wrong: it picks the error
        to show when no format can read a text.
    """

    name: str
    family: type
    parse: Callable[[str], Puzzle]
    format: Callable[[Any], str]
    shape: re.Pattern[str]
