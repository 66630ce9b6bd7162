"""Many puzzles from lines of text to flat arrays, and their answers to lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .loading import module

if TYPE_CHECKING:
    from ._lines import Lines
else:
    Lines = Any

__all__ = ["LONGEST_LINE", "LineAnswer", "Lines", "lay_out", "open_lines", "read_sizes"]

LONGEST_LINE: Final = 4096
"""Most bytes of a line that is read here. Where the text may go on, more must follow than a line may have."""

LineAnswer: TypeAlias = Literal["solution", "unique", "count", "json"]
"""What a line says: a solution, or one if it is the only one, or one and how many were found, or all this as JSON."""


def open_lines(text: bytes, at: int, is_end: bool, format: str | None = None) -> Lines:
    """Return what reads the lines of a text from a place on, in one format or in all that it knows.

    `is_end` tells whether nothing follows the text.
    """
    compiled = module("_lines")
    formats: dict[str, int] = compiled.FORMATS
    lines: Lines = compiled.Lines(
        text, at, is_end, sum(formats.values()) if format is None else formats.get(format, 0)
    )
    return lines


def read_sizes(puzzles: list[Any], families: tuple[type, ...]) -> npt.NDArray[np.uint8]:
    """Return n of each puzzle n x n that belongs to one of the families and that lanes take, and 0 of all others."""
    sizes = np.empty(len(puzzles), np.uint8)
    module("_lines").read_sizes(puzzles, families, sizes)
    return sizes


def lay_out(
    puzzles: list[Any], numbers: npt.NDArray[np.int64], n: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the clues and signs of the puzzles with these numbers, all n x n, as lanes take them."""
    shape = len(numbers), n * n
    clues, signs = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
    module("_lines").lay_out(puzzles, numbers, n, clues, signs)
    return clues, signs
