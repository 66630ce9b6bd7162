"""The family of a grid of numbers without signs, which follows from its size.

9 x 9 is a Sudoku. 4 x 4, 6 x 6, 16 x 16 and 25 x 25 may also be Latin squares, so their format must be named, unless
they are complete. All other sizes are Futoshikis without signs, which are Latin squares.
"""

from __future__ import annotations

import re

import numpy as np

from ..puzzles import Futoshiki, Sudoku
from ..puzzles.text import clean, parse_error
from .codec import SEVERAL, Reading
from .codecs import CODECS

_SUDOKU, _MATRIX, _PLAIN = (CODECS[name] for name in ("sudoku", "matrix", "plain"))
_SIGN = re.compile("[<>^v]")
_CHARACTERS = frozenset("0123456789._*xX?- \t\r\n")
"""The characters of a grid of numbers without letters, frames and signs."""
_USUAL = 9
_AMBIGUOUS = (4, 6, 16, 25)
"""The usual sizes of Sudokus except 9."""


def by_size(text: str, accepted: list[Reading]) -> Reading | None:
    """Return the usual reading of a grid without signs if several formats can read it, or None for other texts.

    Raises
    ------
    ParseError
        If the family or the size is ambiguous.
    """
    puzzles = dict(accepted)
    if "\n" in text.rstrip() and not _SIGN.search(text):
        for codec in (_SUDOKU, _MATRIX, _PLAIN):
            if isinstance(grid := puzzles.get(codec), Sudoku | Futoshiki):
                _check_zeros(text, codec.name, grid)
    sudoku, matrix, plain = (puzzles.get(codec) for codec in (_SUDOKU, _MATRIX, _PLAIN))
    if isinstance(sudoku, Sudoku):
        # A single reading of the usual size needs no closer look.
        if (len(accepted) == 1 and sudoku.n == _USUAL) or "\n" not in text.rstrip() or not _is_bare(text):
            return None
        return _sudoku_or_latin(text, sudoku)
    grid = matrix or plain
    if len(accepted) > 1 or not isinstance(grid, Futoshiki) or _SIGN.search(text) or not _is_bare(text):
        return None
    if grid.n == _USUAL:
        return _SUDOKU, Sudoku(grid.clues)  # With a blank line below each row.
    n = sum(bool(line.strip()) for line in text.splitlines())
    if n != grid.n:
        sizes = f"plain ({grid.n} x {grid.n}) and matrix ({n} x {n})"
        raise parse_error(clean(text), 0, f"{SEVERAL}{sizes}: name one of them with the option format")
    return None


def _check_zeros(text: str, name: str, grid: Sudoku | Futoshiki) -> None:
    """Check that the zeros of a grid are neither values nor in the matrix of an exact cover."""
    clues = grid.clues
    if grid.n > 1 and all((np.sort(each, axis=1) == np.arange(grid.n)).all() for each in (clues, clues.T)):
        why = "and 0 may also be a value; write . for blank cells, or count from 1"
        raise parse_error(clean(text), 0, f"this is in the format {name}, {why}, unless the format is named")
    if clues.max() == 1 and not grid.is_valid:
        raise parse_error(
            clean(text), 0, f"{SEVERAL}{name} and cover-matrix: name one of them with the option format"
        )


def _is_bare(text: str) -> bool:
    """Return whether a text has rows of cells, but nothing that shows its family, such as boxes."""
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    lengths = {tuple(map(len, row)) for row in rows}
    has_boxes = len(lengths) == 1 and 1 < len(rows[0]) < len(rows)
    is_square = all(len(row) == len(rows) or sum(map(len, row)) == len(rows) for row in rows)
    return len(rows) > 1 and is_square and not has_boxes and not any(map(str.strip, {*text} - _CHARACTERS))


def _sudoku_or_latin(text: str, sudoku: Sudoku) -> Reading:
    """Return a grid that may be a Sudoku or a Latin square as a puzzle of the family that its size suggests."""
    if sudoku.n == _USUAL:
        return _SUDOKU, sudoku
    if sudoku.n not in _AMBIGUOUS:
        return _MATRIX, Futoshiki(sudoku.clues)
    if sudoku.is_complete and not sudoku.violations():
        return _SUDOKU, sudoku  # Its rows and columns are also those of a Latin square.
    clean_text = clean(text)
    at = len(clean_text) - len(clean_text.lstrip())
    raise parse_error(
        clean_text,
        at,
        f"{SEVERAL}matrix, sudoku and latin: name one of them with the option format",
    )
