"""The arguments of recipes in normal form, with errors that name the argument."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError, nearest
from ..limits import at_least, real
from ..model import MAX_VALUES, array_of, whole_within
from .layouts import MOST_RUN

LEAST_SIDE, MOST_SIDE = 3, 16
"""Smallest and largest number of rows and columns of a Kakuro."""
NARROW = 4
"""Rows or columns of a Kakuro in which a black cell isolates another cell or disconnects the rest."""


def check_name(value: object, what: str, names: tuple[str, ...]) -> None:
    """Raise an error if a value is not one of the names."""
    if value not in names:
        raise ValueError(
            f"{what} must be {', '.join(map(repr, names))}, got {value!r}{nearest(value, names)}"
        )


def share_of(minimal: object) -> float:
    """Return `minimal` as a number, or raise an error if it is not True, False, or a number from 0 to 1."""
    if not isinstance(minimal, (bool, int, float, np.bool_, np.integer, np.floating)):
        raise TypeError(f"minimal must be True, False, or a number from 0 to 1, got {minimal!r}")
    if not 0 <= minimal <= 1:
        raise ValueError(f"minimal must be True, False, or a number from 0 to 1, got {minimal!r}")
    return float(minimal)


def size_of(n: object, family: str) -> int | tuple[int, int]:
    """Return n in normal form: one number, or a pair of different numbers of rows and columns."""
    if family != "kakuro":
        return whole_within(n, "n", 1, 64 if family == "sudoku" else MAX_VALUES)
    if not isinstance(n, (tuple, list)):
        return whole_within(n, "n", LEAST_SIDE, MOST_SIDE)
    if len(n) != 2:
        raise PuzzleError(f"n must be a whole number or a (rows, columns) pair, got {n!r}")
    rows, columns = (whole_within(side, "n", LEAST_SIDE, MOST_SIDE) for side in n)
    if min(rows, columns) <= NARROW and max(rows, columns) > MOST_RUN + 1:
        raise PuzzleError(
            f"n={(rows, columns)}: such a narrow grid would have runs of more than {MOST_RUN} cells"
        )
    return rows if rows == columns else (rows, columns)


def pattern_of(
    pattern: npt.ArrayLike | None, n: Any, shape: tuple[int, int]
) -> tuple[tuple[bool, ...], ...] | None:
    """Return a pattern as rows of booleans; raise an error for any other value."""
    if pattern is None:
        return None
    array = array_of(pattern)
    if array.dtype != bool:
        raise TypeError("pattern must be an array of booleans")
    if array.shape != shape:
        raise PuzzleError(f"pattern must be {shape[0]} x {shape[1]} for n = {n}, got shape {array.shape}")
    rows: Any = array.tolist()
    return tuple(tuple(row) for row in rows)


def counts_of(value: Any, what: str, most: int) -> int | tuple[int, int] | None:
    """Return a number of clues or a (lowest, highest) pair; raise an error for any other value."""
    if value is None:
        return None
    is_pair = isinstance(value, (tuple, list))
    try:
        least, greatest = value if is_pair else (value, value)
    except ValueError:
        raise TypeError(f"{what} must be a whole number or a (lowest, highest) pair, got {value!r}") from None
    least, greatest = at_least(0, least, what), at_least(0, greatest, what)
    if least > greatest:
        raise PuzzleError(f"{what}={value!r}: the lowest value, {least}, is above the highest, {greatest}")
    if least > most:
        raise PuzzleError(f"{what}={value!r} is too large: at most {most} are possible")
    return (least, greatest) if is_pair else least


def range_of(value: Any, what: str) -> float | tuple[float, float] | None:
    """Return a number or a (lowest, highest) pair; raise an error for any other value."""
    if value is None:
        return None
    is_pair = isinstance(value, (tuple, list))
    try:
        least, greatest = (real(each) for each in (value if is_pair else [value, value]))
    except OverflowError:
        raise ValueError(f"{what} is too large for a float") from None
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a number or a (lowest, highest) pair, got {value!r}") from None
    if least > greatest:
        raise PuzzleError(
            f"{what}={value!r}: the lowest value, {least:g}, is above the highest, {greatest:g}"
        )
    if not least >= 0:
        raise PuzzleError(f"{what}={value!r} must be at least 0, or a (lowest, highest) pair of such numbers")
    return (least, greatest) if is_pair else least


def pair_of(value: Any, default: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return a value, a (lowest, highest) pair or None as a pair."""
    if value is None:
        return default
    return value if isinstance(value, tuple) else (value, value)
