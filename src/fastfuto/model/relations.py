"""Relations between two cells, as masks of the allowed values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..limits import whole
from .arrays import IntArray, UintArray, frozen, mask_words
from .checks import array_of, refuse_masked

Allowed: TypeAlias = npt.ArrayLike | Iterable[tuple[int, int]]
"""The allowed pairs of values: a boolean matrix, or the pairs themselves."""


class Relations(NamedTuple):
    """Pairs of cells, each with a table of allowed pairs of values.

    Relations may share tables: row ``v - 1`` of table ``table_numbers[k]`` is the mask of the values that the cell
    ``cells[k, 1]`` may have if the cell ``cells[k, 0]`` has value v.

    Attributes
    ----------
    cells : (relations, 2) int32, read-only
    table_numbers : (relations,) int32, read-only
    tables : (tables, n_values, words) uint64, read-only
        Bit ``(w - 1) % 64`` of word ``(w - 1) // 64`` of a row is value w, as in the domains of a Model.
    """

    cells: IntArray
    table_numbers: IntArray
    tables: UintArray


NO_RELATIONS = Relations(
    frozen(np.empty((0, 2), np.int32)), frozen(np.empty(0, np.int32)), frozen(np.empty((0, 0, 0), np.uint64))
)


def allowed_masks(allowed: npt.NDArray[np.bool_]) -> UintArray:
    """Return booleans, (..., n_values), as masks, (..., words) uint64."""
    n = allowed.shape[-1]
    padded = np.zeros((*allowed.shape[:-1], 64 * mask_words(n)), bool)
    padded[..., :n] = allowed
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def read_relations(relations: Iterable[tuple[int, int, Allowed]], n_cells: int, n_values: int) -> Relations:
    """Return the relations, with one table for all relations that allow the same pairs.

    Raises
    ------
    PuzzleError
        If a relation does not consist of two different cells and either a boolean matrix (n_values, n_values) or pairs
        of values.
    """
    cells, numbers = list[tuple[int, int]](), list[int]()
    tables: dict[bytes, int] = {}
    # Each object is read once and kept here, which keeps its id unique.
    read: dict[int, tuple[object, int]] = {}
    for k, relation in enumerate(relations):
        try:
            first, second, allowed = relation
            pair = whole(first), whole(second)
        except (TypeError, ValueError):
            raise PuzzleError(f"relation {k}: expected (cell, cell, allowed), got {relation!r}") from None
        if unknown := [cell for cell in pair if not 0 <= cell < n_cells]:
            raise PuzzleError(f"relation {k}: cell {unknown[0]} is outside 0 to {n_cells - 1}")
        if pair[0] == pair[1]:
            raise PuzzleError(f"relation {k} relates cell {pair[0]} to itself")
        if id(allowed) not in read:
            matrix = _matrix(allowed, k, n_values)
            read[id(allowed)] = allowed, tables.setdefault(matrix.tobytes(), len(tables))
        cells.append(pair)
        numbers.append(read[id(allowed)][1])
    if not cells:
        return NO_RELATIONS
    matrices = np.frombuffer(b"".join(tables), bool).reshape(-1, n_values, n_values)
    return Relations(
        frozen(np.array(cells, np.int32)),
        frozen(np.array(numbers, np.int32)),
        frozen(allowed_masks(matrices)),
    )


def _matrix(allowed: Any, number: int, n: int) -> npt.NDArray[np.bool_]:
    """Return the allowed pairs of one relation as a boolean matrix."""
    refuse_masked(allowed, f"relation {number}")
    try:
        listed = allowed if isinstance(allowed, np.ndarray) else list(allowed)
    except TypeError:
        raise PuzzleError(
            f"relation {number}: expected a boolean matrix or pairs of values, got {allowed!r}"
        ) from None
    array = array_of(listed)
    if array.dtype == bool:
        if array.shape != (n, n):
            raise PuzzleError(f"relation {number}: the matrix must be {n} x {n}, got shape {array.shape}")
        return array
    matrix = np.zeros((n, n), bool)
    for pair in listed:
        try:
            v, w = map(whole, pair)
        except (TypeError, ValueError):
            raise PuzzleError(f"relation {number}: expected a pair of values, got {pair!r}") from None
        if not (1 <= v <= n and 1 <= w <= n):
            raise PuzzleError(f"relation {number}: the pair {(v, w)} has a value outside 1 to {n}")
        matrix[v - 1, w - 1] = True
    return matrix
