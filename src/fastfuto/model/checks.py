"""Checks of arguments, with messages that name the parameter."""

from __future__ import annotations

import sys
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..limits import whole


def refuse_masked(array: object, name: str) -> None:
    """Raise PuzzleError for a masked array, whose masked entries would be read as ordinary values."""
    if _is_masked(array):
        raise PuzzleError(
            f"{name}: masked arrays are not supported; fill the array first, as in array.filled(0)"
        )


def array_of(values: Any) -> npt.NDArray[Any]:
    """Return values as an array, or an empty array if they are ragged."""
    try:
        return np.asarray(values)
    except ValueError:
        return np.empty(0)


def is_misread(numbers: object) -> bool:
    """Return whether NumPy would misread numbers in nested lists: booleans as 0 and 1, or masked entries."""
    level = [numbers]
    while (types := set(map(type, level))) - {int}:
        if not types.isdisjoint((bool, np.bool_)):
            return True
        if any(_is_masked(each) or each.dtype == bool for each in level if isinstance(each, np.ndarray)):
            return True
        level = list(chain.from_iterable(each for each in level if isinstance(each, (list, tuple))))
    return False


def _is_masked(array: object) -> bool:
    # Before numpy.ma is imported, which takes time, there are no masked arrays.
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(array, masked.MaskedArray)


def whole_within(number: object, name: str, least: int, greatest: int) -> int:
    """Return `number` as an int, or raise PuzzleError with its `name`."""
    try:
        checked = whole(number)
    except TypeError:
        raise PuzzleError(f"{name} must be a whole number, got {number!r}") from None
    if not least <= checked <= greatest:
        raise PuzzleError(f"{name} must be {least} to {greatest}, got {checked}")
    return checked
