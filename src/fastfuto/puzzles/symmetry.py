"""Symmetric forms of square grids: turned, mirrored, and with each value v replaced by n + 1 - v."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ..limits import whole
from ..model import IntArray

FORMS = tuple(itertools.product(range(4), (False, True), (False, True)))
"""All ways to transform a grid: quarter turns clockwise, whether it is mirrored then, whether values are replaced."""


class Move(NamedTuple):
    """Where the cells of an n x n grid go when it is turned and then mirrored.

    Attributes
    ----------
    sources : (n, n) int
        The number of the cell that comes to each cell.
    targets : (n * n,) int
        The number of the cell that each cell goes to.
    """

    sources: IntArray
    targets: IntArray

    @classmethod
    def of(cls, n: int, rotation: int, mirror: bool) -> Move:
        """Return the move of so many quarter turns clockwise and then, if asked for, left to right.

        Raises
        ------
        TypeError
            If `rotation` is not a whole number.
        """
        sources = np.rot90(np.arange(n * n, dtype=np.int32).reshape(n, n), -whole(rotation))
        if mirror:
            sources = sources[:, ::-1]
        targets = np.empty(n * n, np.int32)
        targets[sources.ravel()] = np.arange(n * n, dtype=np.int32)
        return cls(np.ascontiguousarray(sources), targets)


def moved_values(values: IntArray, move: Move, complement: bool) -> IntArray:
    """Return the values of a grid, (n, n), after a move; blanks and values out of 1..n are not replaced."""
    moved: IntArray = values.ravel()[move.sources]
    n = len(values)
    return np.where((moved >= 1) & (moved <= n), n + 1 - moved, moved) if complement else moved


def moved_inequalities(pairs: IntArray, move: Move, complement: bool) -> IntArray:
    """Return pairs of cells, (k, 2), the lesser first, after a move, sorted."""
    moved = move.targets[pairs]
    if complement:
        moved = moved[:, ::-1]
    return np.ascontiguousarray(moved[np.lexsort((moved[:, 1], moved[:, 0]))])
