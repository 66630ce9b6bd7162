"""Skeletons: cells, values and units, which all puzzles of one family and size share."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import PuzzleError
from .arrays import MAX_VALUES, IntArray, Packed, frozen, packed, unpacked
from .checks import is_misread, whole_within

MAX_CELLS = 1 << 24
"""Most cells of a model, because a cell and a value share 32 bits on the trail of an engine."""


class Skeleton:
    """The cells, values and units of a Model, which puzzles of one family and size share.

    A unit is a set of cells whose values all differ. Units are stored in compressed rows: unit `u` has the cells
    ``unit_cells[unit_starts[u]:unit_starts[u + 1]]``.

    Parameters
    ----------
    n_cells : int
        Number of cells, 1 to 2**24.
    n_values : int
        Number of values, 1 to 255. Values are 1..n_values.
    units : sequence of sequences of int
        Cell indices of each unit, without repetitions.

    Attributes
    ----------
    n_cells, n_values : int
    unit_starts : (units + 1,) int32, read-only
    unit_cells : (sum of unit sizes,) int32, read-only
    spare : dict of str
        Idle engines, kept for the next puzzle by the package that opened them.
    compiled : object or None
        The form that compiled engines take, cached by `fastfuto.engines`.

    Raises
    ------
    PuzzleError
        If a number is out of range, or a unit has an unknown or a repeated cell.

    See Also
    --------
    fastfuto.Model : Add domains, inequalities, sums and relations.

    Examples
    --------
    The rows and columns of a Latin square of order 3:

    >>> import fastfuto
    >>> units = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
    >>> skeleton = fastfuto.Skeleton(9, 3, units)
    >>> fastfuto.count(fastfuto.Model(skeleton))
    12
    """

    __slots__ = ("compiled", "n_cells", "n_values", "spare", "unit_cells", "unit_starts")

    n_cells: int
    n_values: int
    unit_starts: IntArray
    unit_cells: IntArray
    spare: dict[str, Any]
    compiled: Any

    def __init__(self, n_cells: int, n_values: int, units: Iterable[Sequence[int] | IntArray] = ()) -> None:
        self.n_cells = whole_within(n_cells, "n_cells", 1, MAX_CELLS)
        self.n_values = whole_within(n_values, "n_values", 1, MAX_VALUES)
        rows = [_unit(unit, number, self.n_cells) for number, unit in enumerate(units)]
        self.unit_starts = frozen(np.cumsum([0, *map(len, rows)], dtype=np.int32))
        self.unit_cells = frozen(np.concatenate([np.empty(0, np.int32), *rows]))
        self.spare = {}
        self.compiled = None

    @classmethod
    def from_arrays(
        cls, n_cells: int, n_values: int, unit_starts: IntArray, unit_cells: IntArray
    ) -> Skeleton:
        """Build a Skeleton from arrays in the engines' layout, without copying them.

        The arrays are not checked here; engines check their shapes and ranges.
        """
        self = object.__new__(cls)
        self.n_cells, self.n_values = n_cells, n_values
        self.unit_starts, self.unit_cells = unit_starts, unit_cells
        self.spare = {}
        self.compiled = None
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Skeleton):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<Skeleton: {self.n_cells} cells, {self.n_values} values, {len(self.unit_starts) - 1} units>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_skeleton, (
            self.n_cells,
            self.n_values,
            packed(self.unit_starts),
            packed(self.unit_cells),
        )

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Cell indices of each unit."""
        cells, starts = self.unit_cells.tolist(), self.unit_starts.tolist()
        return tuple(tuple(cells[a:b]) for a, b in itertools.pairwise(starts))

    def _key(self) -> tuple[int, int, bytes, bytes]:
        return self.n_cells, self.n_values, self.unit_starts.tobytes(), self.unit_cells.tobytes()


def _rebuild_skeleton(n_cells: int, n_values: int, unit_starts: Packed, unit_cells: Packed) -> Skeleton:
    return Skeleton.from_arrays(n_cells, n_values, unpacked(unit_starts), unpacked(unit_cells))


@functools.lru_cache(maxsize=64)
def latin_skeleton(n: int) -> Skeleton:
    """Return the shared skeleton of an n x n Latin square: cell ``row * n + column``, rows then columns."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    return Skeleton(n * n, n, [*cells, *cells.T])


@functools.lru_cache(maxsize=64)
def permutation_skeleton(n: int) -> Skeleton:
    """Return the shared skeleton of a permutation of 1..n: one unit."""
    return Skeleton(n, n, [range(n)])


def _unit(unit: Sequence[int] | IntArray, number: int, n_cells: int) -> IntArray:
    try:
        listed = unit if isinstance(unit, np.ndarray) else list(unit)
        members = np.asarray(listed)
    except (TypeError, ValueError):
        raise PuzzleError(f"unit {number} must be a list of whole numbers") from None
    if members.size == 0:
        return np.empty(0, np.int32)
    if members.ndim != 1 or members.dtype.kind not in "iu" or is_misread(listed):
        raise PuzzleError(f"unit {number} must be a list of whole numbers")
    if members.min() < 0 or members.max() >= n_cells:
        bad = members[(members < 0) | (members >= n_cells)][0]
        raise PuzzleError(f"unit {number}: cell {bad} is outside 0 to {n_cells - 1}")
    ordered = np.sort(members)
    if (repeated := ordered[1:][ordered[1:] == ordered[:-1]]).size:
        raise PuzzleError(f"unit {number} has cell {repeated[0]} twice")
    return members.astype(np.int32)
