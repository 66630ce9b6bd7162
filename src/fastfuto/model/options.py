"""Exact covers as the engine takes them: options in compressed rows. Other models can be encoded as such."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from .arrays import IntArray, frozen, mask_words
from .model import Model

__all__ = ["MAX_MEMBERSHIPS", "Options", "candidate_options"]

MAX_MEMBERSHIPS = 2**30
"""Most memberships, options and items together, which the engine numbers with 32 bits."""


class Options:
    """Items to cover, and options to choose from.

    Option `k` has the items ``option_items[option_starts[k]:option_starts[k + 1]]``.

    Attributes
    ----------
    option_starts : (options + 1,) int32, read-only
    option_items : (memberships,) int32, read-only
        Items, counted from 0; the primary ones come first.
    colours : (memberships,) int32, read-only
        The colour of each membership, from 1 on, or 0 for none.
    n_items, n_primary : int
    """

    __slots__ = ("colours", "n_items", "n_primary", "option_items", "option_starts")

    dtype: ClassVar[type[np.int32]] = np.int32
    """Type of a solution, which holds option numbers, followed by -1."""

    option_starts: IntArray
    option_items: IntArray
    colours: IntArray
    n_items: int
    n_primary: int

    def __init__(
        self,
        option_starts: IntArray,
        option_items: IntArray,
        colours: IntArray | None,
        n_items: int,
        n_primary: int,
    ) -> None:
        if len(option_items) + len(option_starts) + n_items > MAX_MEMBERSHIPS:
            raise PuzzleError(f"more than {MAX_MEMBERSHIPS} memberships, options and items together")
        self.option_starts = frozen(option_starts)
        self.option_items = frozen(option_items)
        self.colours = frozen(np.zeros(len(option_items), np.int32) if colours is None else colours)
        self.n_items = n_items
        self.n_primary = n_primary

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Options):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = (np.array(self.option_starts), np.array(self.option_items), np.array(self.colours))
        return Options, (*arrays, self.n_items, self.n_primary)

    @property
    def n_cells(self) -> int:
        """Length of a solution, which has at most as many options as there are primary items."""
        return self.n_primary

    def _key(self) -> tuple[object, ...]:
        arrays = self.option_starts, self.option_items, self.colours
        return self.n_items, self.n_primary, *(array.tobytes() for array in arrays)


def candidate_options(model: Model) -> tuple[Options, npt.NDArray[np.intp], npt.NDArray[np.uint8]]:
    """Return a model encoded as an exact cover, and the cell and the value that each option stands for.

    Each candidate is an option. The items are the cells and, for each unit, its values, which are primary where
    the unit needs all of them. A Sudoku has 4 n ** 2 items and at most n ** 3 options.

    Raises
    ------
    PuzzleError
        If the model has inequalities or sums.
    ValueError
        If the arrays of the model or its skeleton do not fit together.
    """
    if len(model.inequalities) or len(model.sums.totals):
        raise PuzzleError("inequalities and sums cannot be encoded as an exact cover")
    _check_arrays(model)
    cells, values = model.n_cells, model.n_values
    units, sizes = model.skeleton.unit_cells, np.diff(model.skeleton.unit_starts)
    bits = np.unpackbits(model.domains.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    cell, value = np.nonzero(bits[:, :values])
    # These are the units of each cell, in compressed rows.
    by_cell = np.argsort(units, kind="stable")
    unit_of = np.repeat(np.arange(len(sizes)), sizes)[by_cell]
    degree = np.bincount(units, minlength=cells)
    first = np.cumsum(degree) - degree
    # The items of full units come first, because primary items must.
    rank = np.empty(len(sizes), np.intp)
    rank[np.argsort(sizes != values, kind="stable")] = np.arange(len(sizes))
    starts = np.zeros(len(cell) + 1, np.int32)
    np.cumsum(1 + degree[cell], out=starts[1:])
    items = np.empty(starts[-1], np.int32)
    is_cell = np.zeros(len(items), bool)
    is_cell[starts[:-1]] = True
    items[is_cell] = cell
    owner = np.repeat(np.arange(len(cell)), degree[cell])
    within = np.arange(len(owner)) - np.repeat(starts[:-1] - np.arange(len(cell)), degree[cell])
    items[~is_cell] = cells + rank[unit_of[first[cell[owner]] + within]] * values + value[owner]
    n_primary = cells + int((sizes == values).sum()) * values
    options = Options(starts, items, None, cells + len(sizes) * values, n_primary)
    return options, cell, (value + 1).astype(np.uint8)


def _check_arrays(model: Model) -> None:
    """Raise a ValueError if arrays that were taken without a look do not fit together."""
    starts, members = model.skeleton.unit_starts, model.skeleton.unit_cells
    if model.domains.shape != (model.n_cells, mask_words(model.n_values)):
        raise ValueError(
            f"domains must be ({model.n_cells}, {mask_words(model.n_values)}), got {model.domains.shape}"
        )
    if not (
        len(starts) and starts[0] == 0 and starts[-1] == len(members) and (starts[1:] >= starts[:-1]).all()
    ):
        raise ValueError("unit_starts must rise from 0 to the number of memberships")
    if len(members) and not 0 <= members.min() <= members.max() < model.n_cells:
        raise ValueError(f"unit_cells must be 0 to {model.n_cells - 1}")
    units = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if len(np.unique(units * model.n_cells + members)) < len(members):
        raise ValueError("a cell occurs twice in a unit")
