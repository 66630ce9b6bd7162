"""Exact covers for engines, as options in compressed rows, and the encoding of other models as exact covers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from .arrays import IntArray, frozen, mask_words
from .model import Model

MAX_MEMBERSHIPS = 2**30
"""Most memberships, options and items together, which the engine numbers with 32 bits."""

PIECE = 1 << 16
"""Most memberships, and most options, of a piece with more than one option, which loads in about 5 ms."""

Piece: TypeAlias = tuple[IntArray, IntArray, IntArray | None]
"""Some options: the start of each option and the end of the last option, as indices of the arrays of items and
colours."""


class Options:
    """Items to cover and options to choose from.

    Option `k` has the items ``option_items[option_starts[k]:option_starts[k + 1]]``.

    Attributes
    ----------
    option_starts : (options + 1,) int32, read-only
    option_items : (memberships,) int32, read-only
        Items, counted from 0; primary items come first.
    colours : (memberships,) int32, read-only
        The colour of each membership, counted from 1, or 0 for none.
    n_items, n_primary : int
    """

    __slots__ = ("colours", "n_items", "n_primary", "option_items", "option_starts")

    dtype: ClassVar[type[np.int32]] = np.int32
    """Dtype of a solution, which holds option numbers, padded with -1."""

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
        _check_size(len(option_items), len(option_starts) - 1, n_items)
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

    @property
    def n_options(self) -> int:
        """Number of options."""
        return len(self.option_starts) - 1

    @property
    def n_memberships(self) -> int:
        """Number of items in all options together."""
        return len(self.option_items)

    def pieces(self) -> Iterator[Piece]:
        """Yield all options in pieces."""
        first = 0
        while first < self.n_options:
            last = int(self.option_starts.searchsorted(self.option_starts[first] + PIECE, "right")) - 1
            last = min(max(last, first + 1), first + PIECE)
            yield self.option_starts[first : last + 1], self.option_items, self.colours
            first = last

    def _key(self) -> tuple[object, ...]:
        arrays = self.option_starts, self.option_items, self.colours
        return self.n_items, self.n_primary, *(array.tobytes() for array in arrays)


class CandidateOptions:
    """A model that is encoded piece by piece as an exact cover.

    Each candidate is an option. The items are the cells, and the values of each unit; the values are primary if the
    unit is full. A Sudoku has 4 n ** 2 items and at most n ** 3 options.

    Parameters
    ----------
    model : Model

    Attributes
    ----------
    candidates : (options,) uint32
        The candidate of each option: ``cell * n_values + value``, with values counted from 0. An entry is set once
        `pieces` has yielded the option.
    n_options, n_memberships, n_items, n_primary : int

    Raises
    ------
    PuzzleError
        If the model has inequalities, sums or relations, or too many candidates.
    ValueError
        If the arrays of the model or its skeleton do not fit together.
    """

    def __init__(self, model: Model) -> None:
        if len(model.inequalities) or len(model.sums.totals) or len(model.relations.cells):
            raise PuzzleError(
                "a model with inequalities, sums or relations cannot be encoded as an exact cover"
            )
        _check_arrays(model)
        cells, values = model.n_cells, model.n_values
        units, sizes = model.skeleton.unit_cells, np.diff(model.skeleton.unit_starts)
        self._n_values, self._domains = values, model.domains.astype("<u8").view(np.uint8)
        # The units of each cell, in compressed rows. Full units come first, because their items are primary.
        rank = np.empty(len(sizes), np.intp)
        rank[np.argsort(sizes != values, kind="stable")] = np.arange(len(sizes))
        self._unit_ranks = np.repeat(rank, sizes)[np.argsort(units, kind="stable")]
        self._degree = np.bincount(units, minlength=cells)
        self._first = np.cumsum(self._degree) - self._degree
        # The sums fit into bytes, because there are at most 255 values, and summing bytes is 4 times as fast.
        n_left = self._bits(0, cells).sum(axis=1, dtype=np.uint8)
        self.n_options: int = int(n_left.sum())
        self.n_memberships: int = int((n_left * (1 + self._degree)).sum())
        self.n_items: int = cells + len(sizes) * values
        self.n_primary: int = cells + int((sizes == values).sum()) * values
        _check_size(self.n_memberships, self.n_options, self.n_items)
        self.candidates: npt.NDArray[np.uint32] = np.empty(self.n_options, np.uint32)

    def pieces(self) -> Iterator[Piece]:
        """Yield all options, in pieces of some cells each."""
        cells, values = len(self._degree), self._n_values
        step = max(PIECE // (values * (1 + int(self._degree.max()))), 1)
        done = 0
        for begin in range(0, cells, step):
            cell, value = np.nonzero(self._bits(begin, begin + step))
            cell += begin
            self.candidates[done : done + len(cell)] = cell * values + value
            done += len(cell)
            degree = self._degree[cell]
            starts = np.zeros(len(cell) + 1, np.int32)
            np.cumsum(1 + degree, out=starts[1:])
            items = np.empty(starts[-1], np.int32)
            is_cell = np.zeros(len(items), bool)
            is_cell[starts[:-1]] = True
            items[is_cell] = cell
            # The units of a cell follow the cell.
            owner = np.repeat(np.arange(len(cell)), degree)
            within = np.arange(len(owner)) - np.repeat(starts[:-1] - np.arange(len(cell)), degree)
            rank = self._unit_ranks[self._first[cell[owner]] + within]
            items[~is_cell] = cells + rank * values + value[owner]
            yield starts, items, None

    def _bits(self, begin: int, end: int) -> npt.NDArray[np.uint8]:
        """Return which values each of these cells may take, (cells, n_values)."""
        return np.unpackbits(self._domains[begin:end], axis=1, bitorder="little")[:, : self._n_values]


def _check_size(n_memberships: int, n_options: int, n_items: int) -> None:
    if (total := n_memberships + n_options + n_items) >= MAX_MEMBERSHIPS:
        raise PuzzleError(
            f"an exact cover must have fewer than {MAX_MEMBERSHIPS} memberships, options and items in all, got {total}"
        )


def _check_arrays(model: Model) -> None:
    """Raise ValueError if unchecked arrays are inconsistent."""
    starts, members = model.skeleton.unit_starts, model.skeleton.unit_cells
    if model.domains.shape != (model.n_cells, mask_words(model.n_values)):
        raise ValueError(
            f"domains must have shape ({model.n_cells}, {mask_words(model.n_values)}), got {model.domains.shape}"
        )
    if not (
        len(starts) and starts[0] == 0 and starts[-1] == len(members) and (starts[1:] >= starts[:-1]).all()
    ):
        raise ValueError(
            "unit_starts must begin with 0, never decrease, and end with the number of memberships"
        )
    if len(members) and not 0 <= members.min() <= members.max() < model.n_cells:
        raise ValueError(f"unit_cells must be cells from 0 to {model.n_cells - 1}")
    units = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    # This order groups the memberships by cell, unit by unit.
    order = np.argsort(members, kind="stable")
    repeated = (np.diff(members[order]) == 0) & (np.diff(units[order]) == 0)
    if repeated.any():
        at = order[int(np.argmax(repeated))]
        raise ValueError(f"unit {units[at]} has cell {members[at]} twice")
