"""The runs of a Kakuro grid, random layouts, and random walks to digits that the totals of the runs determine."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..model import IntArray, Skeleton, Sums
from .loading import module, units_of


def find_runs(values: IntArray, totals: IntArray) -> tuple[IntArray, IntArray, Sums, IntArray]:
    """Find the runs and the sums of a Kakuro grid, in the form that models use.

    Parameters
    ----------
    values : (rows, columns) int32
        The digit of a white cell, 0 for a blank white cell, or -1 for a black cell.
    totals : (rows, columns, 2) int32
        The totals (down, right) of black cells, 0 for none.

    Returns
    -------
    starts, cells : int32
        The runs as units in compressed rows.
    sums : Sums
    white : (n_cells,) int32
        The values of the white cells, row by row.
    """
    # One array for all lists costs less than an array for each list.
    size = values.size
    out = np.empty(12 * size + 2, np.int32)
    n_cells, n_runs, n_sums, n_members = module("_kakuro").find_runs(values, totals, out)
    out.flags.writeable = False
    starts, cells = out[: n_runs + 1], out[2 * size + 1 : 2 * (size + n_cells) + 1]
    sums = Sums(
        out[4 * size + 1 : 4 * size + n_sums + 2],
        out[6 * size + 2 : 6 * size + n_members + 2],
        out[8 * size + 2 : 8 * size + n_sums + 2],
    )
    return starts, cells, sums, out[11 * size + 2 : 11 * size + n_cells + 2]


def draw_layout(
    orbits: npt.NDArray[np.uint32], n_columns: int, n_white: int, state: int
) -> tuple[npt.NDArray[np.bool_], int] | None:
    """Draw a random layout without isolated white cells in a row or column, and without runs of more than 9 cells.

    Parameters
    ----------
    orbits : (orbits, rows) uint32
        Groups of cells with one colour. Bit c of word r represents the cell in row r and column c. Cells in no orbit
        are black.
    n_columns : int
        Number of columns, up to 32; the number of rows has the same limit.
    n_white : int
        Number of white cells at which the layout is accepted, and no more cells are made black.
    state : int
        The state of the random generator splitmix64, like the initial state of ``solving.random.Random``.

    Returns
    -------
    (rows, columns) bool, int
        The white cells, and the new state of the random generator. None if no layout was found.
    """
    white = np.empty((orbits.shape[1], n_columns), np.uint8)
    after = module("_kakuro").draw_layout(orbits, n_white, state, white)
    return None if after is None else (white.view(np.bool_), int(after))


class RunWalker:
    """A random walk to digits that the totals of their runs determine.

    Parameters
    ----------
    skeleton : Skeleton
        The runs of a layout. Each cell is in two runs.
    """

    def __init__(self, skeleton: Skeleton) -> None:
        self._shapes = skeleton.n_cells, len(skeleton.unit_starts) - 1
        self._walker: Any = module("_kakuro").RunWalker(units_of(skeleton))

    def begin(self, seed: int, *, is_plain: bool) -> bool:
        """Fill in random digits; return whether the grid is full.

        If `is_plain` is set, runs are filtered only by their totals and filled cells; otherwise they are filtered
        exactly.
        """
        return bool(self._walker.begin(seed, is_plain))

    def walk(self, steps: int, wide: int) -> int:
        """Make up to `steps` changes; return the number of cells that are not determined.

        Once at most `wide` cells are left, a search looks for them, and the rules are no longer applied.
        """
        return int(self._walker.walk(steps, wide))

    def read(self) -> tuple[npt.NDArray[np.uint8], IntArray]:
        """Return the digits of the cells and the totals of the runs."""
        digits, totals = np.empty(self._shapes[0], np.uint8), np.empty(self._shapes[1], np.int32)
        self._walker.read(digits, totals)
        return digits, totals
