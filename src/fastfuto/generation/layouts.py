"""What a layout of Kakuro may be: which cells are white.

White cells are bits of one number, row by row. The cells of the first row and column are black, so no shift leads from
a white cell to another one that is not beside it.
"""

from __future__ import annotations

MOST_RUN = 9
"""Greatest number of cells of a run."""


def is_whole(white: int, columns: int) -> bool:
    """Return whether white cells hang together and none is alone in its row or column.

    They are bits, row by row, and those of the first column are 0.
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
    """Return the cells of runs that are too long, as bits; white cells are given as for `is_whole`."""
    found = 0
    for step in (1, columns):
        first = white
        for _ in range(MOST_RUN):
            first &= first >> step
        for k in range(MOST_RUN + 1):
            found |= first << k * step
    return found
