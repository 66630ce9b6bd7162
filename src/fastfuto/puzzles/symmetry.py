"""Symmetric forms of square grids: rotated, mirrored, and with each value v replaced by n + 1 - v."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ..limits import whole
from ..model import IntArray

FORMS = tuple(itertools.product(range(4), (False, True), (False, True)))
"""All 16 transformations: the number of clockwise quarter turns, whether a reflection follows, and whether values are
complemented."""


class Move(NamedTuple):
    """A permutation of the cells of an n x n grid: a rotation followed by a reflection.

    Attributes
    ----------
    sources : (n, n) int
        The number of the cell that moves to each cell.
    targets : (n * n,) int
        The number of the cell to which each cell moves.
    """

    sources: IntArray
    targets: IntArray

    @classmethod
    def of(cls, n: int, rotation: int, mirror: bool) -> Move:
        """Return the move of `rotation` clockwise quarter turns and then, if `mirror`, a left-right exchange.

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
    """Return the values of a grid, (n, n), after a move; the complement keeps blanks and values outside 1..n."""
    moved: IntArray = values.ravel()[move.sources]
    n = len(values)
    return np.where((moved >= 1) & (moved <= n), n + 1 - moved, moved) if complement else moved


def moved_inequalities(pairs: IntArray, move: Move, complement: bool) -> IntArray:
    """Return the inequalities, sorted (lesser, greater) pairs of cells, (k, 2), after a move."""
    moved = move.targets[pairs]
    if complement:
        moved = moved[:, ::-1]
    return np.ascontiguousarray(moved[np.lexsort((moved[:, 1], moved[:, 0]))])
