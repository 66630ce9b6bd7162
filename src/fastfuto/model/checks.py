"""Checks of what callers pass, with messages that name the parameter."""

from __future__ import annotations

import sys
from itertools import chain

import numpy as np

from ..errors import PuzzleError
from ..limits import whole


def refuse_masked(array: object, name: str) -> None:
    """Raise a PuzzleError for a masked array: what lies under its mask would be read as if it were not masked."""
    if _is_masked(array):
        raise PuzzleError(f"{name}: a masked array is not taken; fill it first, as in array.filled(0)")


def is_misread(numbers: object) -> bool:
    """Return whether NumPy would misread numbers in nested lists: True as 1, or what is masked as if it were not."""
    level = [numbers]
    while (types := set(map(type, level))) - {int}:
        if not types.isdisjoint((bool, np.bool_)):
            return True
        if any(_is_masked(each) or each.dtype == bool for each in level if isinstance(each, np.ndarray)):
            return True
        level = list(chain.from_iterable(each for each in level if isinstance(each, (list, tuple))))
    return False


def _is_masked(array: object) -> bool:
    # Nobody has a masked array before numpy.ma is imported, and importing it takes a while.
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(array, masked.MaskedArray)


def whole_within(number: object, name: str, least: int, greatest: int) -> int:
    """Return `number` as an int, or raise a PuzzleError with its `name`."""
    try:
        checked = whole(number)
    except TypeError:
        raise PuzzleError(f"{name} must be a whole number, got {number!r}") from None
    if not least <= checked <= greatest:
        raise PuzzleError(f"{name} must be {least} to {greatest}, got {checked}")
    return checked
