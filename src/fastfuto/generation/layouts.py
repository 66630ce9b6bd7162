"""Valid layouts of Kakuro.

White cells are bits of one number, row by row. The first row and column are black, so a shift by one leads only to
neighbouring cells.
"""

from __future__ import annotations

MOST_RUN = 9
"""Largest number of cells in a run."""


def is_whole(white: int, columns: int) -> bool:
    """Return whether the white cells are connected and every run has at least two cells.

    The cells are bits, row by row; the first column is 0.
    """
    for step in (1, columns):
        if white & ~(white << step | white >> step):
            return False
    reached, before = white & -white, 0
    while reached != before:
        before = reached
        reached |= (reached << 1 | reached >> 1 | reached << columns | reached >> columns) & white
    return reached == white


def long_runs(white: int, columns: int) -> int:
    """Return the cells of runs that are too long, as bits; white cells are given as in `is_whole`."""
    found = 0
    for step in (1, columns):
        first = white
        for _ in range(MOST_RUN):
            first &= first >> step
        for k in range(MOST_RUN + 1):
            found |= first << k * step
    return found
