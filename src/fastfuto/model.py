"""The flat description that engines understand: cells, values, units and order arcs, nothing of puzzles."""

from __future__ import annotations

import functools
import heapq
import itertools
import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from .errors import PuzzleError

__all__ = [
    "MAX_CELLS",
    "MAX_VALUES",
    "NO_ARCS",
    "NO_SUMS",
    "Model",
    "Skeleton",
    "Sums",
    "latin_skeleton",
    "mask_words",
    "permutation_skeleton",
]

MAX_VALUES = 255
"""Largest number of values: solutions are uint8 and 0 means blank."""

MAX_CELLS = 1 << 24
"""Cells are packed beside a value into 32 bits on the engines' trail."""

UintArray = npt.NDArray[np.uint64]
IntArray = npt.NDArray[np.int32]


def mask_words(values: int) -> int:
    """Return how many uint64 words the mask of a set of `values` values takes: 1 up to 64 values, else 4."""
    return 1 if values <= 64 else 4


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a C-contiguous copy of `array` whose data nobody can make writeable again."""
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)


class Sums(NamedTuple):
    """Sums in compressed rows: the values of ``cells[starts[k]:starts[k + 1]]`` add up to ``totals[k]``.

    Attributes
    ----------
    starts : (sums + 1,) int32, read-only
    cells : (members,) int32, read-only
    totals : (sums,) int32, read-only
    """

    starts: IntArray
    cells: IntArray
    totals: IntArray


NO_ARCS = frozen(np.empty((0, 2), np.int32))
NO_SUMS = Sums(frozen(np.zeros(1, np.int32)), frozen(np.empty(0, np.int32)), frozen(np.empty(0, np.int32)))


class Skeleton:
    """The part of a Model that puzzles of one family and size share: cells, values and units.

    A unit is a set of cells that all differ. Units lie in compressed rows: unit `u` holds
    ``unit_cells[unit_starts[u]:unit_starts[u + 1]]``.

    Parameters
    ----------
    cells : int
        Number of cells, 1 to 2**24.
    values : int
        Number of values, 1 to 255; a cell takes one of 1..values.
    units : sequence of sequences of int
        Cell indices of each unit, no cell twice in a unit.

    Attributes
    ----------
    cells, values : int
    unit_starts : (units + 1,) int32, read-only
    unit_cells : (sum of unit sizes,) int32, read-only

    Raises
    ------
    PuzzleError
        For a number out of range, or a unit with an unknown or a repeated cell.
    """

    __slots__ = ("cells", "unit_cells", "unit_starts", "values")

    cells: int
    values: int
    unit_starts: IntArray
    unit_cells: IntArray

    def __init__(self, cells: int, values: int, units: Iterable[Sequence[int] | IntArray] = ()) -> None:
        self.cells = _whole(cells, "cells", 1, MAX_CELLS)
        self.values = _whole(values, "values", 1, MAX_VALUES)
        rows = [_unit(unit, number, self.cells) for number, unit in enumerate(units)]
        self.unit_starts = frozen(np.cumsum([0, *map(len, rows)], dtype=np.int32))
        self.unit_cells = frozen(np.concatenate([np.empty(0, np.int32), *rows]))

    @classmethod
    def from_arrays(cls, cells: int, values: int, unit_starts: IntArray, unit_cells: IntArray) -> Skeleton:
        """Build a Skeleton from arrays already in the engines' layout, without a copy.

        Nothing is checked here: the engines check shapes and ranges at their own door.
        """
        self = object.__new__(cls)
        self.cells, self.values = cells, values
        self.unit_starts, self.unit_cells = unit_starts, unit_cells
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Skeleton):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<Skeleton: {self.cells} cells, {self.values} values, {len(self.unit_starts) - 1} units>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Skeleton, (self.cells, self.values, self.units)

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Cell indices of each unit."""
        cells, starts = self.unit_cells.tolist(), self.unit_starts.tolist()
        return tuple(tuple(cells[a:b]) for a, b in itertools.pairwise(starts))

    def _key(self) -> tuple[int, int, bytes, bytes]:
        return self.cells, self.values, self.unit_starts.tobytes(), self.unit_cells.tobytes()


@functools.lru_cache(maxsize=64)
def latin_skeleton(n: int) -> Skeleton:
    """Return the shared skeleton of an n x n Latin square: cell ``row * n + column``, rows then columns."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    return Skeleton(n * n, n, [*cells, *cells.T])


@functools.lru_cache(maxsize=64)
def permutation_skeleton(n: int) -> Skeleton:
    """Return the shared skeleton of a permutation of 1..n: one unit."""
    return Skeleton(n, n, [range(n)])


class Model:
    """Cells, values, units and order arcs: what every engine takes.

    Any tool can build one directly, so that a variant of a puzzle costs nothing but its units and arcs.

    Parameters
    ----------
    skeleton : Skeleton
        Cells, values and units; share one between models of the same shape.
    domains : array_like of int or sequence of iterables of int, optional
        The allowed values of each cell, one entry a cell: a whole number (0: any value; otherwise that value
        alone) or a collection of values. A value out of 1..values is allowed nowhere, so a cell that has
        only such values makes the model unsatisfiable. Default: any value everywhere.
    arcs : iterable of (int, int), optional
        Pairs of cells (lesser, greater).
    sums : iterable of (cells, int), optional
        Cells and what their values add up to. That they differ is not implied: name a unit for that. With a
        unit and at most 9 values every value is dropped that is in no way to make the total, otherwise least
        and greatest values are compared with it.

    Attributes
    ----------
    skeleton : Skeleton
    domains : (cells, words) uint64, read-only
        Bit ``(v - 1) % 64`` of word ``(v - 1) // 64`` is set where the cell may take value v; words as given
        by `mask_words`.
    arcs : (arcs, 2) int32, read-only
        Cells (lesser, greater), in the order given.
    sums : Sums

    Raises
    ------
    PuzzleError
        For the wrong number of domains, a domain that is no whole number, an arc with an unknown cell or
        from a cell to itself, a sum with an unknown cell or a total below 0.

    Examples
    --------
    A diagonal Latin square of order 4 with 3 in its first cell:

    >>> import fastfuto
    >>> rows = [range(4 * r, 4 * r + 4) for r in range(4)]
    >>> columns = [range(c, 16, 4) for c in range(4)]
    >>> skeleton = Skeleton(16, 4, [*rows, *columns, range(0, 16, 5), range(3, 13, 3)])
    >>> fastfuto.count(Model(skeleton, [3] + 15 * [0]))
    12

    Three different digits that add up to 8:

    >>> fastfuto.count(Model(Skeleton(3, 9, [range(3)]), sums=[(range(3), 8)]))
    12
    """

    __slots__ = ("arcs", "domains", "skeleton", "sums")

    skeleton: Skeleton
    domains: UintArray
    arcs: IntArray
    sums: Sums

    def __init__(
        self,
        skeleton: Skeleton,
        domains: Sequence[int | Iterable[int]] | npt.NDArray[np.integer[Any]] | None = None,
        arcs: Iterable[tuple[int, int]] | npt.NDArray[np.integer[Any]] = (),
        sums: Iterable[tuple[Iterable[int], int]] = (),
    ) -> None:
        if not isinstance(skeleton, Skeleton):
            raise PuzzleError(f"skeleton must be a Skeleton, got {type(skeleton).__name__}")
        self.skeleton = skeleton
        self.domains = frozen(_domain_masks(domains, skeleton))
        self.arcs = frozen(_arc_array(arcs, skeleton.cells))
        self.sums = _sums(sums, skeleton.cells)

    @classmethod
    def from_arrays(
        cls, skeleton: Skeleton, domains: UintArray, arcs: IntArray, sums: Sums = NO_SUMS
    ) -> Model:
        """Build a Model from arrays already in the engines' layout, without a copy.

        Parameters
        ----------
        skeleton : Skeleton
        domains : (cells, words) uint64, C-contiguous
        arcs : (arcs, 2) int32, C-contiguous
        sums : Sums, optional

        Notes
        -----
        Nothing is checked here: the engines check shapes and ranges at their own door.
        """
        self = object.__new__(cls)
        self.skeleton = skeleton
        self.domains = domains
        self.arcs = arcs
        self.sums = sums
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        sums = f", {len(self.sums.totals)} sums" if len(self.sums.totals) else ""
        return f"<Model: {self.cells} cells, {self.values} values, {len(self.arcs)} arcs{sums}>"

    def __reduce__(self) -> tuple[Any, ...]:
        sums = tuple(map(np.array, self.sums))
        return _rebuild_model, (self.skeleton, np.array(self.domains), np.array(self.arcs), sums)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.skeleton.cells

    @property
    def values(self) -> int:
        """Number of values."""
        return self.skeleton.values

    dtype: ClassVar[type[np.uint8]] = np.uint8
    """Of a solution: values from 1 on."""

    @property
    def width(self) -> int:
        """Numbers in a solution: one a cell."""
        return self.skeleton.cells

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution: (cells,)."""
        return (self.skeleton.cells,)

    def model(self) -> Model:
        """Return the model itself, as a puzzle returns its model."""
        return self

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return `values`, (..., cells), as they are: a bare model has no shape of its own."""
        return values

    def allowed(self, cell: int) -> list[int]:
        """Return the values that `cell` may take, in ascending order."""
        bits = int.from_bytes(self.domains[cell].astype("<u8").tobytes(), "little")
        return [v for v in range(1, self.values + 1) if bits >> (v - 1) & 1]

    def split(self, k: int) -> list[Model]:
        """Split the model into k models whose solutions are disjoint and together are its own.

        Parameters
        ----------
        k : int
            Number of parts, at least 1.

        Returns
        -------
        list of Model
            Exactly k models on the same skeleton. Domains are halved one after the other, the largest part
            first; where there are fewer than k assignments the rest are models without a solution.

        Raises
        ------
        PuzzleError
            If `k` is below 1.

        Examples
        --------
        >>> import fastfuto
        >>> parts = fastfuto.Futoshiki([[0] * 4] * 4).model().split(3)
        >>> [fastfuto.count(part) for part in parts]
        [144, 144, 288]
        """
        k = _whole(k, "k", 1, MAX_CELLS)
        bits = _bit_masks(self.values)
        domains = [self.allowed(cell) for cell in range(self.cells)]
        made = 0
        # A heap of parts by (minus the number of assignments, age); only the changed domains are kept.
        parts: list[tuple[int, int, dict[int, list[int]]]] = [(-math.prod(map(len, domains)), 0, {})]
        while len(parts) < k and parts[0][0] < -1:
            size, _, changed = heapq.heappop(parts)
            cell = next(c for c, d in enumerate(domains) if len(changed.get(c, d)) > 1)
            values = changed.get(cell, domains[cell])
            for half in (values[: len(values) // 2], values[len(values) // 2 :]):
                share = size // len(values) * len(half)
                heapq.heappush(parts, (share, made := made + 1, changed | {cell: half}))
        models = []
        for _, _, changed in sorted(parts, key=lambda part: sorted(part[2].items())):
            masks = self.domains.copy()
            for cell, values in changed.items():
                masks[cell] = np.bitwise_or.reduce(bits[values], axis=0)
            models.append(Model.from_arrays(self.skeleton, frozen(masks), self.arcs, self.sums))
        nothing = Model.from_arrays(self.skeleton, frozen(np.zeros_like(self.domains)), self.arcs, self.sums)
        return models + [nothing] * (k - len(models))

    def _key(self) -> tuple[object, ...]:
        return self.skeleton, self.domains.tobytes(), self.arcs.tobytes(), *(a.tobytes() for a in self.sums)


def _rebuild_model(
    skeleton: Skeleton, domains: UintArray, arcs: IntArray, sums: tuple[IntArray, ...]
) -> Model:
    return Model.from_arrays(skeleton, frozen(domains), frozen(arcs), Sums(*map(frozen, sums)))


@functools.lru_cache(maxsize=64)
def value_masks(values: int) -> UintArray:
    """Return the domain that a printed value leaves, as a table to be indexed by that value.

    Row 0 (blank) holds all values, row v the value v alone, row ``values + 1`` nothing: the row for
    whatever is out of range. Shape (values + 2, words) uint64, read-only.
    """
    bits = _bit_masks(values)
    table = np.concatenate([np.bitwise_or.reduce(bits, axis=0)[None], bits[1:], bits[:1]])
    return frozen(table)


@functools.lru_cache(maxsize=64)
def _bit_masks(values: int) -> UintArray:
    """Return the mask of each single value, indexed by value; row 0 is empty."""
    masks = np.zeros((values + 1, mask_words(values)), np.uint64)
    for v in range(1, values + 1):
        masks[v, (v - 1) // 64] = 1 << (v - 1) % 64
    return masks


def _index(number: object) -> int:
    """Return a whole number as an int; TypeError for anything else, True and False included."""
    if isinstance(number, (bool, np.bool_)):
        raise TypeError(f"a whole number is wanted, got {number!r}")
    return operator.index(number)  # type: ignore[arg-type]


def _whole(number: int, name: str, least: int, most: int) -> int:
    """Return `number` as an int, or say what is wrong with it."""
    try:
        whole = _index(number)
    except TypeError:
        raise PuzzleError(f"{name} must be a whole number, got {number!r}") from None
    if not least <= whole <= most:
        raise PuzzleError(f"{name} must be {least} to {most}, got {whole}")
    return whole


def _unit(unit: Sequence[int] | IntArray, number: int, cells: int) -> IntArray:
    try:
        members = np.asarray(unit if isinstance(unit, np.ndarray) else list(unit))
    except (TypeError, ValueError):
        raise PuzzleError(f"unit {number} must be a list of whole numbers") from None
    if members.size == 0:
        return np.empty(0, np.int32)
    if members.ndim != 1 or members.dtype.kind not in "iu":
        raise PuzzleError(f"unit {number} must be a list of whole numbers")
    if members.min() < 0 or members.max() >= cells:
        bad = members[(members < 0) | (members >= cells)][0]
        raise PuzzleError(f"unit {number} has cell {bad}, out of 0 to {cells - 1}")
    ordered = np.sort(members)
    if (repeated := ordered[1:][ordered[1:] == ordered[:-1]]).size:
        raise PuzzleError(f"unit {number} has cell {repeated[0]} twice")
    return members.astype(np.int32)


def _domain_masks(
    domains: Sequence[int | Iterable[int]] | npt.NDArray[np.integer[Any]] | None, skeleton: Skeleton
) -> UintArray:
    table = value_masks(skeleton.values)
    if domains is None:
        return np.repeat(table[:1], skeleton.cells, axis=0)
    if len(domains) != skeleton.cells:
        raise PuzzleError(f"domains must have one entry a cell, {skeleton.cells}, got {len(domains)}")
    bits = _bit_masks(skeleton.values)
    masks = np.zeros((skeleton.cells, table.shape[1]), np.uint64)
    for cell, domain in enumerate(domains):
        try:
            if np.iterable(domain):
                values = [v for v in map(_index, domain) if 0 < v <= skeleton.values]
                masks[cell] = np.bitwise_or.reduce(bits[values], axis=0) if values else 0
            else:
                value = _index(domain)
                masks[cell] = table[value if 0 <= value <= skeleton.values else -1]
        except (TypeError, ValueError):
            raise PuzzleError(f"domain of cell {cell}: whole numbers wanted, got {domain!r}") from None
    return masks


def _arc_array(arcs: Iterable[tuple[int, int]] | npt.NDArray[np.integer[Any]], cells: int) -> IntArray:
    listed = arcs if isinstance(arcs, np.ndarray) else list(arcs)
    if not len(listed):
        return np.empty((0, 2), np.int32)
    try:
        pairs = np.asarray(listed)
    except ValueError:
        pairs = np.empty(0)
    if pairs.shape[1:] != (2,) or pairs.dtype.kind not in "iu":
        for at, pair in enumerate(listed):
            one = np.asarray(pair)
            if one.shape != (2,) or one.dtype.kind not in "iu":
                raise PuzzleError(f"arc {at}: a pair of cells (lesser, greater) wanted, got {pair!r}")
        raise PuzzleError("arcs must be pairs of cells (lesser, greater)")
    wrong = (pairs < 0).any(axis=1) | (pairs >= cells).any(axis=1)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise PuzzleError(f"arc {at}, {tuple(pairs[at].tolist())}, has a cell out of 0 to {cells - 1}")
    if (pairs[:, 0] == pairs[:, 1]).any():
        at = int(np.argmax(pairs[:, 0] == pairs[:, 1]))
        raise PuzzleError(f"arc {at} leads from cell {pairs[at, 0]} to itself")
    return pairs.astype(np.int32)


def _sums(sums: Iterable[tuple[Iterable[int], int]], cells: int) -> Sums:
    starts, members, totals = [0], list[int](), list[int]()
    for number, each in enumerate(sums):
        try:
            group, total = each
            group = [_index(cell) for cell in group]
        except (TypeError, ValueError):
            raise PuzzleError(f"sum {number}: cells and a total wanted, got {each!r}") from None
        if unknown := [cell for cell in group if not 0 <= cell < cells]:
            raise PuzzleError(f"sum {number} has cell {unknown[0]}, out of 0 to {cells - 1}")
        members += group
        starts.append(len(members))
        totals.append(_whole(total, f"total of sum {number}", 0, 2**31 - 1))
    return Sums(*(frozen(np.array(numbers, np.int32)) for numbers in (starts, members, totals)))
