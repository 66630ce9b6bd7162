"""The record of a text format: its name, its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import UnionType
from typing import Any, NamedTuple

import numpy as np

from ..errors import PuzzleError
from ..model import IntArray, Model
from ..puzzles import Puzzle, cell_name

MAX_TEXT = 1 << 24
"""Limit for a text, in characters, and for a file, in bytes: a grid of 255 x 255 takes about four million."""


class Both(NamedTuple):
    """Both directions of a format, in one module, so that reader and writer cannot drift apart.

    Attributes
    ----------
    parse : callable
        Takes a text and returns the puzzle or the model; raises a ParseError for any other text.
    format : callable
        Takes a puzzle of the family and returns its text; raises PuzzleError for one that cannot be held.
    is_clear : callable
        Takes a puzzle and returns whether its text is unambiguous; otherwise the format must be named for this text.
    """

    parse: Callable[[str], Puzzle[Any] | Model]
    format: Callable[[Any], str]
    is_clear: Callable[[Any], bool] = lambda puzzle: True


@dataclass(frozen=True, eq=False)
class Codec:
    """One text format: a row of the table of formats.

    Reader and writer are imported when the format is used for the first time.

    Attributes
    ----------
    name : str
    family : type, or a union of types
        Class of the puzzles that it holds; for json, which also holds models, object.
    writers : str
        Programs, sites and people that write it.
    begins : str
        A regular expression that matches the beginning of every text in this format, from the first character that is
        not blank and not in a comment on, and of few others. Only the formats whose expression matches try to read a
        text that is to be recognised, and the first of them shows its error if none can. It is tried on 4096
        characters, so it must not take long.
    place : str
        The module of this folder and, after a colon, the name in it of its `Both`. Default: the module with the name of
        the format, in which ``-`` and ``.`` become ``_``, and BOTH.
    detected : bool
        Whether a text may be recognised as being in this format; otherwise the format must be named.
    has_comments : bool
        Whether a line above the text is skipped that begins with ``#``. The command ``generate`` writes one there.
    is_like_titles : bool
        Whether the beginning of a text may also be a title above a grid in another format.
    line : str
        A regular expression that matches every line that is a puzzle by itself, and no row of a grid, from the first
        character that is not blank on. Without one, a text among others ends where its grid does, or at a blank line.
    """

    name: str
    family: type | UnionType
    writers: str
    begins: str
    place: str = ""
    detected: bool = True
    has_comments: bool = False
    is_like_titles: bool = False
    line: str = ""

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """The compiled expression with which texts begin."""
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
        """The question of `Both`."""
        return self._both.is_clear

    @property
    def _both(self) -> Both:
        """The functions of the format, whose module is imported if it was not yet."""
        module, _, name = (self.place or re.sub("[-.]", "_", self.name)).partition(":")
        both: Both = getattr(import_module(f".{module}", __package__), name or "BOTH")
        return both


def check_values(values: IntArray, most: int, holder: str) -> None:
    """Raise a PuzzleError for the first value of a grid out of 0 to `most`; `holder` begins the message."""
    outside = (values < 0) | (values > most)
    if outside.any():
        r, c = np.argwhere(outside)[0].tolist()
        raise PuzzleError(f"{cell_name((r, c))}: {holder} 0 to {most}, not {values[r, c]}")
