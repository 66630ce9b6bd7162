"""Random Latin squares by the walk of Jacobson and Matthews."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .loading import module

VISITS = 10_000
"""Proper squares that are visited between two checks for Ctrl-C, at most 50 ms."""


def random_square(n: int, visits: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return the Latin square of order n, (n, n) uint8, that the walk reaches after `visits` proper squares."""
    squares = module("_latin").Squares(n, seed)
    while visits:
        some = min(visits, VISITS)
        squares.run(some)
        visits -= some
    square = np.empty((n, n), np.uint8)
    squares.read(square)
    return square
