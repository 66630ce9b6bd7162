"""Conversion of square grids from lists and text to arrays, and from arrays to text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..model import NO_INEQUALITIES, IntArray, Skeleton, UintArray
from .lines import Lines
from .loading import module

_WORD = np.dtype(np.uint64)
"""The dtype of masks: an instance, because NumPy takes 30 ns to make it from the type."""


def read_clues(rows: Sequence[Any]) -> IntArray | None:
    """Return the clues of a square of nested lists or tuples, (n, n) int32, read-only.

    Returns None for anything but ints that fit into 32 bits, n from 1 to 255.
    """
    data: bytes | None = module("_text").read_clues(rows)
    return None if data is None else _square(len(rows), data)


def read_pairs(pairs: Sequence[Any] | dict[Any, Any], n: int) -> IntArray | None:
    """Return pairs of neighbouring cells as sorted cell numbers, (k, 2) int32, read-only, without repetitions.

    If the pairs are a dict, it gives the sign between the cells of each pair, "<" or ">". Returns None if a pair occurs
    in both directions or its cells are not neighbours on an n x n grid. Also returns None for anything but lists and
    tuples of ((row, column), (row, column)).
    """
    data: bytes | None = module("_text").read_pairs(pairs, n)
    return None if data is None else _pairs(data)


def read_masks(clues: IntArray) -> UintArray:
    """Return the domains, (n * n, words) uint64, read-only, that the clues, (n, n) int32, leave."""
    data: bytes = module("_text").read_masks(clues)
    n_cells = clues.size
    return np.ndarray((n_cells, len(data) // (8 * n_cells)), _WORD, data)


def read_source(text: str) -> tuple[IntArray, IntArray] | None:
    """Return clues, (n, n) int32, and inequalities, (k, 2) int32, of a text in the source format.

    Returns None for any wrong or unusual text. Both arrays are read-only, and the pairs of cells (lesser, greater) are
    sorted.
    """
    return _grid(module("_text").read_source(text))


def read_tatham(text: str) -> tuple[IntArray, IntArray] | None:
    """Return the clues and inequalities of a game id of Tatham's collection, like `read_source`."""
    return _grid(module("_text").read_tatham(text))


def read_digits(text: str) -> IntArray | None:
    """Return the cells, (n, n) int32, read-only, of a line of n * n digits or dots, n up to 9; None for other text."""
    read: tuple[int, bytes] | None = module("_text").read_digits(text)
    return None if read is None else _square(*read)


def read_line(lines: Lines, k: int) -> tuple[IntArray, IntArray | None]:
    """Return the clues and inequalities of puzzle k of some lines, like `read_source`.

    A Sudoku has None instead of inequalities. The clues must not have been replaced by a solution.
    """
    n, clues, pairs = lines.puzzle(k)
    return (_square(n, clues), _pairs(pairs)) if n else (_square(9, clues), None)


def write_source(clues: IntArray, inequalities: IntArray) -> str:
    """Return clues, (n, n) int32, and inequalities, (k, 2) int32, in the source format."""
    text: str = module("_text").write_source(clues, inequalities)
    return text


def write_digits(clues: IntArray) -> str | None:
    """Return clues, (n, n) int32, n up to 9, as a line of digits and dots, or None if a value has no digit."""
    text: str | None = module("_text").write_digits(clues)
    return text


def write_tatham(clues: IntArray, inequalities: IntArray) -> str:
    """Return clues and inequalities as a game id of Tatham's collection, with the arguments of `write_source`."""
    text: str = module("_text").write_tatham(clues, inequalities)
    return text


def find_violations(clues: IntArray, skeleton: Skeleton, inequalities: IntArray) -> tuple[bool, bool]:
    """Return whether clues, int32, contradict a unit of a skeleton or an inequality, and whether a chain is impossible.

    An impossible chain of inequalities forms a cycle or leaves no value for its last cell. Chains are tested only if
    nothing else is wrong.
    """
    found: tuple[bool, bool] = module("_text").find_violations(
        clues.ravel(), skeleton.n_values, skeleton.unit_starts, skeleton.unit_cells, inequalities
    )
    return found


def _grid(read: tuple[int, bytes, bytes] | None) -> tuple[IntArray, IntArray] | None:
    if read is None:
        return None
    n, clues, pairs = read
    return _square(n, clues), _pairs(pairs)


def _square(n: int, data: bytes) -> IntArray:
    # An array over bytes cannot be made writeable, and becomes part of a puzzle without a copy.
    return np.ndarray((n, n), np.int32, data)


def _pairs(data: bytes) -> IntArray:
    return np.ndarray((len(data) // 8, 2), np.int32, data) if data else NO_INEQUALITIES
