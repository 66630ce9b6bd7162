"""Permutations: every value once, with positions that some must not take and an order that some must keep."""

from __future__ import annotations

import graphlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import MAX_VALUES, IntArray, Model, frozen, permutation_skeleton, value_masks
from .base import Problem, Puzzle

__all__ = ["Permutations"]


class Permutations(Puzzle):
    """The permutations of 1..n, or those that keep to rules.

    Parameters
    ----------
    n : int
        1 to 255.
    forbidden : iterable of (position, value), or (n, n) array of bool
        Values that must not stand at a position; in an array where row `position`, column ``value - 1`` is
        true. Positions count from 0, values from 1.
    order : iterable of (position, position)
        The value at the first must be less than the one at the second. A permutation that keeps to it is a
        linear extension.

    Raises
    ------
    PuzzleError
        For n, a position or a value out of range, or a position that must be less than itself.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.all_solutions(Permutations(3)).tolist()
    [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
    >>> fastfuto.count(Permutations(60))  # 60!
    8320987112741390144276341183223364380754172606361245952449277696409600000000000000
    >>> derangements = Permutations(9, forbidden=[(k, k + 1) for k in range(9)])
    >>> fastfuto.count(derangements)  # OEIS A000166
    133496
    >>> up_and_down = Permutations(5, order=[(0, 1), (2, 1), (2, 3), (4, 3)])
    >>> fastfuto.count(up_and_down)  # OEIS A000111
    16
    """

    __slots__ = ("_inequalities", "_forbidden", "_n")

    _n: int
    _forbidden: npt.NDArray[np.bool_]
    _inequalities: IntArray

    def __init__(
        self,
        n: int,
        *,
        forbidden: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
        order: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= MAX_VALUES:
            raise PuzzleError(f"n must be 1 to {MAX_VALUES}, got {n!r}")
        self._n = int(n)
        self._forbidden = frozen(_forbidden(forbidden, self._n))
        pairs = _pairs(order, "order", "(position, position)")
        _within(pairs, (0, 0), (self._n - 1, self._n - 1), "order")
        if (pairs[:, 0] == pairs[:, 1]).any():
            k = int(np.argmax(pairs[:, 0] == pairs[:, 1]))
            raise PuzzleError(f"order {k}: position {pairs[k, 0]} cannot be less than itself")
        self._inequalities = frozen(np.unique(pairs, axis=0).astype(np.int32))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Permutations):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self._n, self._forbidden.tobytes(), self._inequalities.tobytes()

    def __repr__(self) -> str:
        extra = f", forbidden={list(self.forbidden)}" if self._forbidden.any() else ""
        extra += f", order={list(self.order)}" if len(self._inequalities) else ""
        return f"Permutations({self._n}{extra})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._n, np.array(self._forbidden), np.array(self._inequalities))

    @property
    def n(self) -> int:
        """Number of positions and of values."""
        return self._n

    @property
    def forbidden(self) -> tuple[tuple[int, int], ...]:
        """Pairs (position, value), sorted."""
        return tuple((position, value + 1) for position, value in np.argwhere(self._forbidden).tolist())

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """Pairs of positions, the lesser first, sorted."""
        return tuple((a, b) for a, b in self._inequalities.tolist())

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a permutation: (n,)."""
        return (self._n,)

    def problems(self) -> list[Problem]:
        """Return the contradictions in the rules: an order in a circle, or no choice left.

        Returns
        -------
        list of Problem
            Kinds "cycle", "position" and "value"; they have no cells.

        Examples
        --------
        >>> print(*Permutations(2, forbidden=[(1, 1), (1, 2)]).problems())
        position 1 may take no value
        """
        found = []
        below: dict[int, list[int]] = {}
        for a, b in self.order:
            below.setdefault(b, []).append(a)
        try:
            list(graphlib.TopologicalSorter(below).static_order())
        except graphlib.CycleError as error:
            circle = " < ".join(map(str, error.args[1]))
            found.append(Problem("cycle", (), f"positions in a circle: {circle}"))
        for position in np.flatnonzero(self._forbidden.all(axis=1)).tolist():
            found.append(Problem("position", (), f"position {position} may take no value"))
        for value in np.flatnonzero(self._forbidden.all(axis=0)).tolist():
            found.append(Problem("value", (), f"value {value + 1} may stand nowhere"))
        return found

    def model(self) -> Model:
        """Return the flat description for the engines: a cell for each position."""
        skeleton = permutation_skeleton(self._n)
        domains = np.repeat(value_masks(self._n)[:1], self._n, axis=0)
        for position, value in np.argwhere(self._forbidden).tolist():
            domains[position, value // 64] &= ~np.uint64(1 << value % 64)
        return Model.from_arrays(skeleton, domains, self._inequalities)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a permutation as numbers in a line."""
        return " ".join(map(str, solution.tolist())) + "\n"

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return permutations as they are, (..., n)."""
        return values


def _rebuild(n: int, forbidden: npt.NDArray[np.bool_], order: IntArray) -> Permutations:
    return Permutations(n, forbidden=forbidden, order=order)


def _forbidden(forbidden: Iterable[tuple[int, int]] | npt.NDArray[Any], n: int) -> npt.NDArray[np.bool_]:
    """Return where a value must not stand, (position, value - 1)."""
    if isinstance(forbidden, np.ndarray) and forbidden.dtype == bool:
        if forbidden.shape != (n, n):
            raise PuzzleError(f"forbidden must have shape ({n}, {n}), got {forbidden.shape}")
        return forbidden
    pairs = _pairs(forbidden, "forbidden", "(position, value)")
    _within(pairs, (0, 1), (n - 1, n), "forbidden")
    table = np.zeros((n, n), bool)
    table[pairs[:, 0], pairs[:, 1] - 1] = True
    return table


def _pairs(
    pairs: Iterable[tuple[int, int]] | npt.NDArray[Any], name: str, wanted: str
) -> npt.NDArray[np.int64]:
    try:
        listed = pairs if isinstance(pairs, np.ndarray) else list(pairs)
        array = np.asarray(listed) if len(listed) else np.empty((0, 2), np.int64)
    except (TypeError, ValueError):
        raise PuzzleError(f"{name} must be pairs {wanted}") from None
    if array.shape[1:] != (2,) or array.dtype.kind not in "iu":
        raise PuzzleError(f"{name} must be pairs {wanted} of whole numbers")
    return array.astype(np.int64)


def _within(pairs: npt.NDArray[np.int64], least: tuple[int, int], most: tuple[int, int], name: str) -> None:
    wrong = ((pairs < least) | (pairs > most)).any(axis=1)
    if wrong.any():
        k = int(np.argmax(wrong))
        raise PuzzleError(f"{name} {k}, {tuple(pairs[k].tolist())}, is out of {least} to {most}")
