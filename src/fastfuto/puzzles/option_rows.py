"""Conversion of exact cover options, from collections of items or a 0-1 matrix, to compressed rows."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import nonzero_rows
from ..errors import PuzzleError
from ..model import MAX_MEMBERSHIPS, IntArray, is_misread, refuse_masked

Option: TypeAlias = Iterable[Hashable] | Mapping[Hashable, Hashable | None]


class Items(NamedTuple):
    """The items of an exact cover, with their numbers.

    Attributes
    ----------
    names : tuple
        Primary items, then secondary items.
    n_primary : int
    number : dict
        The position of each item in `names`.
    """

    names: tuple[Hashable, ...]
    n_primary: int
    number: dict[Hashable, int]


def group(
    found: Iterable[Hashable], primary: Iterable[Hashable] | None, secondary: Iterable[Hashable]
) -> Items:
    """Return the named items. If `primary` is not given, all items found that are not secondary are primary."""
    _refuse_text(primary, "primary")
    _refuse_text(secondary, "secondary")
    others = dict.fromkeys(secondary)
    if primary is None:
        primary = (item for item in found if item not in others)
    first = dict.fromkeys(primary)
    names = (*first, *others)
    number = {item: k for k, item in enumerate(names)}
    if len(number) < len(names):
        both = next(item for item in others if item in first)
        raise PuzzleError(f"item {both!r} is both primary and secondary")
    return Items(names, len(first), number)


def collection_rows(
    options: Sequence[Option],
) -> tuple[IntArray, list[Hashable], IntArray | None, tuple[Hashable, ...]]:
    """Return the starts of the options, their items in sequence, the items' colours and the colours' names.

    Colours are numbers from 1, or 0 for none. The result has None for the colours if no option is a mapping.
    """
    starts = np.zeros(len(options) + 1, np.int32)
    for option in options:
        _refuse_text(option, "an option")
    try:
        listed = [option if isinstance(option, (list, tuple, dict)) else list(option) for option in options]
        flat: list[Hashable] = list(itertools.chain.from_iterable(listed))
        np.cumsum([len(option) for option in listed], out=starts[1:])
        dict.fromkeys(flat)
    except TypeError as error:
        raise PuzzleError(f"an option must be a collection of hashable items: {error}") from None
    if not any(isinstance(option, Mapping) for option in options):
        return starts, flat, None, ()
    given = [
        colour
        for option, items in zip(options, listed, strict=True)
        for colour in (
            [option[item] for item in items] if isinstance(option, Mapping) else [None] * len(items)
        )
    ]
    names = tuple(dict.fromkeys(colour for colour in given if colour is not None))
    number = {colour: k for k, colour in enumerate(names, 1)} | {None: 0}
    return starts, flat, np.array([number[colour] for colour in given], np.int32), names


def _refuse_text(items: object, name: str) -> None:
    """Raise a PuzzleError for a text in place of a collection of items."""
    if isinstance(items, (str, bytes)):
        raise PuzzleError(f"{name} must be a collection of items, not a string; got {items!r}")


def matrix_rows(matrix: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return a 0-1 matrix in compressed rows: the start of each row, and the columns of all ones."""
    refuse_masked(matrix, "options")
    if matrix.ndim != 2:
        raise PuzzleError(f"an array of options must have two axes, got shape {matrix.shape}")
    if matrix.dtype.kind not in "biu":
        raise PuzzleError(f"an array of options must be of an integer or boolean type, got {matrix.dtype}")
    ones = np.ascontiguousarray(matrix)
    if ones.itemsize > 1:
        # Without this check, other numbers could become 1 by losing their high bits.
        ones = np.where((ones == 0) | (ones == 1), ones, 2)
    rows = nonzero_rows(ones.view(np.uint8) if ones.itemsize == 1 else ones.astype(np.uint8))
    if rows is None:
        other = np.argwhere((matrix != 0) & (matrix != 1))
        if not len(other):
            raise PuzzleError(f"an array of options must have at most {MAX_MEMBERSHIPS} ones")
        option, item = other[0].tolist()
        raise PuzzleError(f"option {option}: item {item} must be 0 or 1, got {matrix[option, item]}")
    return rows


def renumbered(columns: IntArray, starts: IntArray, number: dict[Hashable, int], n_columns: int) -> IntArray:
    """Return the numbers of the items in the columns of a matrix."""
    table = np.full(n_columns, -1, np.int32)
    for item, k in number.items():
        if not isinstance(item, (int, np.integer)) or not 0 <= item < n_columns:
            raise PuzzleError(f"item {item!r} must be the number of a column, 0 to {n_columns - 1}")
        table[item] = k
    items: IntArray = table[columns]
    if (items < 0).any():
        at = int(np.argmax(items < 0))
        raise PuzzleError(
            f"option {option_at(starts, at)}: item {columns[at]} is neither primary nor secondary"
        )
    return items


def option_at(starts: npt.NDArray[np.integer[Any]], membership: int) -> int:
    """Return the number of the option that a membership belongs to."""
    return int(np.searchsorted(starts, membership, "right")) - 1


def whole_list(array: npt.ArrayLike, name: str) -> npt.NDArray[np.integer[Any]]:
    """Return a list of integers as an array; raise an error for any other value."""
    refuse_masked(array, name)
    numbers = np.asarray(array)
    if numbers.size == 0:
        numbers = numbers.astype(np.int32)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu" or is_misread(array):
        raise PuzzleError(f"{name} must be a list of whole numbers")
    return numbers
