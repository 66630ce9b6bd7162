"""Sudoku as a string of digits or a grid of them, in which ``.`` or 0 is a blank cell."""

from __future__ import annotations

import re

import numpy as np

from ..errors import PuzzleError
from ..puzzles import Sudoku, cell_name
from ..puzzles.sudoku import GREATEST_CHARACTER, GREATEST_NUMBER
from ..puzzles.text import clean, parse_error
from .codec import Codec

__all__ = ["CODEC"]

MIN_ROWS = 4
"""Smaller grids are read only if the format is named: any number could be one."""


def _parse(text: str) -> Sudoku:
    given, text = text, clean(text)
    lines = text.rstrip().split("\n")
    if len(lines) > 1 and not any(line.strip() for line in lines[1::2]):
        # Such a grid could not be told from a Futoshiki without signs.
        raise parse_error(text, 0, "a Sudoku has no blank line below every row")
    if len(lines) > 1 and len(lines[0].strip()) in (16, 36, 64, 81):
        raise parse_error(text, 0, "this seems to be a grid on each line: `fastfuto batch` reads them")
    try:
        puzzle = Sudoku.parse(given)
    except PuzzleError as error:
        raise parse_error(text, 0, str(error)) from None
    return puzzle


def _is_clear(puzzle: Sudoku) -> bool:
    return puzzle.n >= MIN_ROWS


def _format(puzzle: Sudoku) -> str:
    if not puzzle.has_default_boxes:
        raise PuzzleError("the format sudoku holds no regions except the usual boxes; json holds them")
    if puzzle.inequalities:
        raise PuzzleError("the format sudoku holds no inequalities; json holds them")
    greatest = GREATEST_CHARACTER if puzzle.n <= 9 else GREATEST_NUMBER
    outside = (puzzle.clues < 0) | (puzzle.clues > greatest)
    if outside.any():
        r, c = np.argwhere(outside)[0].tolist()
        what = f"holds values 0 to {greatest}, not {puzzle.clues[r, c]}"
        raise PuzzleError(f"{cell_name((r, c))}: the format sudoku {what}")
    return str(puzzle)


CODEC = Codec("sudoku", Sudoku, _parse, _format, re.compile(r"\s*[0-9.]{16,}"), is_clear=_is_clear)
