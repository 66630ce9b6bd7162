"""Conversion of many puzzles from lines of text to flat arrays, and of their answers to lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .loading import module

if TYPE_CHECKING:
    from ._lines import Lines as Lines
else:
    Lines = Any

LONGEST_LINE: Final = 4096
"""Most bytes of a line that is read by compiled code. If the text may continue, more bytes than this must follow."""

LineAnswer: TypeAlias = Literal["solution", "unique", "count", "json"]
"""The contents of an answer: a solution, a unique solution, a solution and the number found, or all this as JSON."""


def open_lines(text: bytes, at: int, is_end: bool, format: str | None = None) -> Lines:
    """Return a line reader that begins at a position of a text and reads one format or all supported formats.

    `is_end` is true if nothing follows the text.
    """
    compiled = module("_lines")
    formats: dict[str, int] = compiled.FORMATS
    lines: Lines = compiled.Lines(
        text, at, is_end, sum(formats.values()) if format is None else formats.get(format, 0)
    )
    return lines


def read_sizes(puzzles: list[Any], families: tuple[type, ...]) -> npt.NDArray[np.uint8]:
    """Return n for each n x n puzzle of these families that fits into a lane, and 0 for all other puzzles."""
    sizes = np.empty(len(puzzles), np.uint8)
    module("_lines").read_sizes(puzzles, families, sizes)
    return sizes


def lay_out(
    puzzles: list[Any], numbers: npt.NDArray[np.int64], n: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the clues and signs of the puzzles with these numbers, all n x n, in the form of lanes."""
    shape = len(numbers), n * n
    clues, signs = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
    module("_lines").lay_out(puzzles, numbers, n, clues, signs)
    return clues, signs
