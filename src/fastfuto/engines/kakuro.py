"""The runs of a Kakuro grid."""

from __future__ import annotations

import numpy as np

from ..model import IntArray, Sums
from .loading import module

__all__ = ["find_runs"]


def find_runs(values: IntArray, totals: IntArray) -> tuple[IntArray, IntArray, Sums, IntArray]:
    """Find the runs and the sums of a Kakuro grid, in the layout that models have.

    Parameters
    ----------
    values : (rows, columns) int32
        The digit of a white cell, 0 for a blank white cell, -1 for a black cell.
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
    # One array for all lists costs less than an array for each.
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
