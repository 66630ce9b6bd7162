"""Layouts of Kakuro: which cells are white.

White cells are bits of one number, row by row. The cells of the first row and column are black, so no shift leads from
a white cell to another one that is not beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..solving.random import Random

__all__ = ["MOST_RUN", "is_whole", "long_runs", "random_layout"]

MOST_RUN = 9
"""Greatest number of cells of a run."""
BLACK_SHARE = 0.34
"""Share of the cells behind the first row and column that are black, where that leaves no white cell alone."""


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


def random_layout(orbits: Sequence[int], columns: int, random: Random) -> int | None:
    """Return a random layout, or None if this one has come to nothing.

    Parameters
    ----------
    orbits : sequence of int
        Cells that have the same colour by the symmetry of the layout, as bits.
    columns : int
    random : Random
    """
    white = sum(orbits)
    n_white = (1 - BLACK_SHARE) * white.bit_count()
    order = list(range(len(orbits)))
    random.shuffle(order)
    # Runs that are too long are cut first, while there is most freedom to do so.
    too_long = long_runs(white, columns)
    for k in order + order:
        if too_long:
            if not too_long & orbits[k]:
                continue
        elif white.bit_count() <= n_white:
            break
        fewer = white & ~orbits[k]
        if fewer and is_whole(fewer, columns):
            white = fewer
            too_long = too_long and long_runs(white, columns)
    return None if too_long else white
