"""The runs of a Kakuro grid."""

from __future__ import annotations

from ..model import IntArray
from .loading import module

__all__ = ["find_runs"]


def find_runs(values: IntArray, totals: IntArray, out: IntArray) -> tuple[int, int, int, int]:
    """Find the runs and sums of a Kakuro grid, in the layout that models have.

    Parameters
    ----------
    values : (rows, columns) int32
        The digit of a white cell, 0 if it is blank, -1 for a black cell.
    totals : (rows, columns, 2) int32
        Totals (down, right) of black cells, 0 for none.
    out : (12 * size + 2,) int32
        Receives the arrays one after the other.

    Returns
    -------
    tuple of int
        The numbers of white cells, of runs, of sums, and of the cells in all sums together.
    """
    counts: tuple[int, int, int, int] = module("_kakuro").find_runs(values, totals, out)
    return counts
