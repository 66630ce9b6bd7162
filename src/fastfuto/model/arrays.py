"""Arrays that engines share with Python: masks of values, and immutable data."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_VALUES = 255
"""Largest number of values, because solutions are uint8 and 0 means blank."""

UintArray = npt.NDArray[np.uint64]
IntArray = npt.NDArray[np.int32]

Packed = tuple[str, tuple[int, ...], bytes]
"""An array in a pickle: its dtype with the byte order, its shape and its data."""


def mask_words(n_values: int) -> int:
    """Return the number of uint64 words in a mask of values: 1 up to 64 values, otherwise 4."""
    return 1 if n_values <= 64 else 4


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a C-contiguous copy of `array` whose data can never be made writeable."""
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)


def is_outside(values: IntArray, most: int) -> bool:
    """Return whether any value is outside 0 to `most`. Negative values are large when they are read as unsigned."""
    return bool(values.view(np.uint32).max() > most)


def packed(array: npt.NDArray[Any]) -> Packed:
    """Return an array in a form that `unpacked` restores and that is cheaper to pickle than the array."""
    return array.dtype.str, array.shape, array.tobytes()


def unpacked(data: Packed) -> npt.NDArray[Any]:
    """Return a packed array, frozen and in the byte order of this machine."""
    dtype, shape, content = data
    if not content:
        return frozen(np.empty(shape, np.dtype(dtype).newbyteorder("=")))
    array = np.frombuffer(content, dtype).reshape(shape)
    return array if array.dtype.isnative else frozen(array.astype(array.dtype.newbyteorder("=")))


def mask_bits(masks: UintArray, n_values: int) -> npt.NDArray[np.bool_]:
    """Return masks of values, (..., words), as booleans, (..., n_values)."""
    bits = np.unpackbits(masks.astype("<u8", copy=False).view(np.uint8), axis=-1, bitorder="little")
    return bits[..., :n_values].view(np.bool_)


@functools.lru_cache(maxsize=64)
def value_masks(n_values: int) -> UintArray:
    """Return a table of the domain that each printed value leaves.

    Row 0 (blank) holds all values, and row v holds only the value v. Row ``n_values + 1`` is empty and serves all
    values out of range. The table is (n_values + 2, words) uint64, read-only.
    """
    bits = single_value_masks(n_values)
    table = np.concatenate([np.bitwise_or.reduce(bits, axis=0)[None], bits[1:], bits[:1]])
    return frozen(table)


@functools.lru_cache(maxsize=64)
def single_value_masks(n_values: int) -> UintArray:
    """Return the mask of each single value, indexed by value; row 0 is empty."""
    masks = np.zeros((n_values + 1, mask_words(n_values)), np.uint64)
    for v in range(1, n_values + 1):
        masks[v, (v - 1) // 64] = 1 << (v - 1) % 64
    return masks
