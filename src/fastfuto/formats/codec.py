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


class Codec(NamedTuple):
    """A text format with its reader and its writer.

    Attributes
    ----------
    name : str
    family : type, or a union of types
        Class of its puzzles; object for json, which also holds models.
    parse : callable
        Takes a text and returns the puzzle or the model; raises a ParseError for any other text.
    format : callable
        Takes a puzzle of the family and returns its text; raises a PuzzleError if the format cannot hold it.
    shape : re.Pattern
        Matches the beginning of every text in this format, after blanks and comments, and of few other texts.
        Detection tries only formats whose shape matches; if all fail, the error of the first is reported. It is
        matched on up to 4096 characters and must be fast.
    detected : bool
        Whether the format is detected; otherwise it must be named.
    is_clear : callable
        Takes a puzzle and returns whether its text is unambiguous; otherwise the format must be named for this text.
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
