"""The record of a text format: its name, its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import UnionType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..errors import PuzzleError
from ..model import IntArray, Model, is_outside
from ..puzzles import Grid, Puzzle, cell_name

MAX_TEXT = 1 << 24
"""Most characters of a text, and most bytes of a file. A grid of 255 x 255 takes about four million."""
SEVERAL = "the text can be read in the formats "
"""The beginning of the error of an ambiguous text."""
MOST_HEAD = 4096
"""Characters of a text from which its format is detected."""


class Both(NamedTuple):
    """The reader and the writer of a format, which share a module.

    Attributes
    ----------
    parse : callable
        Takes a text and returns the puzzle or the model; raises a ParseError for any other text.
    format : callable
        Takes a puzzle of the family and returns its text; raises a PuzzleError if the format cannot hold it.
    is_clear : callable
        Takes a puzzle and returns whether its text is unambiguous; if it is not, the format must be named to read this
        text.
    """

    parse: Callable[[str], Puzzle[Any] | Model]
    format: Callable[[Any], str]
    is_clear: Callable[[Any], bool] = lambda puzzle: True


@dataclass(frozen=True, eq=False)
class Codec:
    """A text format: a row of the table of formats.

    The first use of a format imports its reader and writer.

    Attributes
    ----------
    name : str
    family : type, or a union of types
        Class of the format's puzzles; object for json, which also holds models.
    writers : str
        Programs, sites and people that write the format.
    begins : str
        A regular expression that matches the beginning of every text in this format, after blanks and comments, and of
        few other texts. Detection tries only formats whose expressions match. If all these formats fail, the error of
        the first format is reported. The expression is matched against at most 4096 characters, must be fast, and must
        refer to groups by name.
    place : str
        The format's module in this folder and, after a colon, the name of its `Both`. Default: the format's name with
        ``_`` in place of ``-`` and ``.``, and BOTH.
    detected : bool
        Whether the format is detected; if not, it must be named.
    has_comments : bool
        Whether a line that begins with ``#`` above the text is skipped. The command ``generate`` writes such a line.
    has_header : bool
        Whether the first line of a text is certainly neither a title nor a row of a grid. In a file of several puzzles,
        such a line begins a puzzle.
    is_like_titles : bool
        Whether the beginning of a text may also be a title above a grid in another format.
    has_rules : bool
        Whether the format also holds the rules of variants.
    line : str
        A regular expression that matches one-line puzzles after blanks, but no row of a grid. If a format has no such
        expression, a puzzle in a file of several puzzles ends with its grid or at a blank line.
    """

    name: str
    family: type | UnionType
    writers: str
    begins: str
    place: str = ""
    detected: bool = True
    has_comments: bool = False
    has_header: bool = False
    is_like_titles: bool = False
    has_rules: bool = False
    line: str = ""

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """The compiled expression of `begins`."""
        return re.compile(self.begins)

    @cached_property
    def parse(self) -> Callable[[str], Puzzle[Any] | Model]:
        """The reader of `Both`."""
        return self._both.parse

    @cached_property
    def format(self) -> Callable[[Any], str]:
        """The writer of `Both`."""
        return self._both.format

    @cached_property
    def is_clear(self) -> Callable[[Any], bool]:
        """The function `is_clear` of `Both`."""
        return self._both.is_clear

    @property
    def _both(self) -> Both:
        """The functions of the format, imported on first use."""
        module, _, name = (self.place or re.sub("[-.]", "_", self.name)).partition(":")
        both: Both = getattr(import_module(f".{module}", __package__), name or "BOTH")
        return both


Reading: TypeAlias = tuple[Codec, Puzzle[Any] | Model]
"""A format and the puzzle or model that it has read."""


def check_values(values: IntArray, most: int, holder: str) -> None:
    """Raise a PuzzleError for the first value of a grid outside 0 to `most`; `holder` begins the message."""
    if is_outside(values, most):
        r, c = np.argwhere((values < 0) | (values > most))[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: {holder} from 0 to {most}, not {values[r, c]}")


def check_held(puzzle: Grid, name: str, least_n: int = 1, most_n: int = 255, most: int = 2**31 - 1) -> None:
    """Raise a PuzzleError if the format cannot hold the size of a puzzle, or a clue is not 0 to `most`."""
    if not least_n <= puzzle.n <= most_n:
        raise PuzzleError(
            f"the format {name} holds only grids with n from {least_n} to {most_n}, not n = {puzzle.n}"
        )
    check_values(puzzle.clues, most, f"the format {name} holds values")
