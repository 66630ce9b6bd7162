"""Many Sudoku grids, one a line: ``.`` or ``0`` for blank, the digits 1 to 9."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ..puzzles.text import clean, parse_error

__all__ = ["format_line", "parse_lines"]

_DIGITS = np.full(256, 255, np.uint8)
_DIGITS[np.frombuffer(b"0123456789.", np.uint8)] = [*range(10), 0]


def parse_lines(text: str) -> npt.NDArray[np.uint8]:
    r"""Return the grids, (k, n, n) uint8 with n = 4, 6, 8 or 9.

    Empty lines and lines that begin with ``#`` are skipped.

    Raises
    ------
    ParseError
        If a line is not a grid, or is not as long as the first one; the message names the line and the
        column.

    Examples
    --------
    >>> parse_lines("1....4...3.....2\n# another\n..........3.....\n").shape
    (2, 4, 4)
    """
    text = clean(text)
    lines, starts, at = [], [], 0
    for line in text.split("\n"):
        stripped = line.rstrip()
        if stripped and not stripped.startswith("#"):
            lines.append(stripped)
            starts.append(at)
        at += len(line) + 1
    if not lines:
        raise parse_error(text, 0, "expected a line for each grid, but there is none")
    size = len(lines[0])
    if size not in (16, 36, 64, 81):
        raise parse_error(text, starts[0], f"expected a line of 16, 36, 64 or 81 characters, found {size}")
    for line, start in zip(lines, starts, strict=True):
        if len(line) != size:
            raise parse_error(
                text, start, f"expected a line of {size} characters, like the first one, found {len(line)}"
            )
    codes = "".join(lines).encode("ascii", "replace")
    values = _DIGITS[np.frombuffer(codes, np.uint8)]
    n = math.isqrt(size)
    wrong = np.flatnonzero(values > n)
    if len(wrong):
        k, column = divmod(int(wrong[0]), size)
        found = lines[k][column]
        raise parse_error(text, starts[k] + column, f"expected a digit up to {n} or '.', found {found!r}")
    return values.reshape(-1, n, n)


def format_line(grid: npt.NDArray[np.uint8]) -> str:
    r"""Return a grid as one line.

    Examples
    --------
    >>> format_line(np.array([[1, 2], [2, 1]], np.uint8))
    '1221\n'
    """
    return (grid.ravel() + 48).astype(np.uint8).tobytes().decode("ascii") + "\n"
