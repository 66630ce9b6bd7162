"""The clues and signs of a Latin square, and the reductions that its symmetries allow.

The page docs/explanation/engines/counting.md proves each reduction.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..model import Model, allowed_masks, frozen
from .random import Random

Clue: TypeAlias = tuple[int, int, int]
"""Row, column and value, which the symmetries of Latin squares exchange."""
Sign: TypeAlias = tuple[int, int]
"""The smaller and the larger cell."""
Solutions: TypeAlias = npt.NDArray[Any]
"""Shape (k, cells)."""

AXES = ROW, COLUMN, VALUE = range(3)
OTHERS = (VALUE, ROW, COLUMN), (ROW, COLUMN, VALUE), (COLUMN, ROW, VALUE)
"""Each axis with the other two axes."""
ROUNDS = 3
"""Rounds in which the colours of rows, columns and values are refined to renumber them."""
LEAST_GAIN = 8.0
"""How much the logarithms of symmetries must grow, in total, before rows or columns take the place of values.
Measured: docs/notebook/states.md, "Squares with few symmetries"."""
MOST_SIGNED, MOST_PATTERNS = 10, (100, 300)
"""Most cells with signs, and most patterns of equal values in these cells, up to order 7 and above. Each pattern is a
count of its own. Up to order 7, the states engine counts squares with more patterns within seconds."""


class Square:
    """The clues and signs of a Latin square; the clues do not contradict each other.

    Attributes
    ----------
    undo : list of callable
        For each clue or sign that was left out, a function that changes solutions of the other clues to satisfy it.
    """

    def __init__(self, n: int, clues: set[Clue], signs: set[Sign]) -> None:
        self.n = n
        self.clues: set[Clue] = clues
        self.signs = signs
        self.undo: list[Callable[[Solutions, Random], None]] = []
        # For each axis, line and other axis, the numbers that the line's clues have on the other axis, as bits.
        self._held = [[[0, 0, 0] for _ in range(n)] for _ in AXES]
        for clue in clues:
            self._toggle(clue)
        self._signs_in: defaultdict[tuple[int, int], set[Sign]] = defaultdict(set)
        for sign in signs:
            for line in self._lines(sign):
                self._signs_in[line].add(sign)

    def peel(self, is_over: Callable[[], bool]) -> int:
        """Leave out each clue that symmetries map to all its alternatives; return the divisor of the count."""
        given = self.clues.copy()
        divisor, is_changed = 1, True
        while is_changed:
            is_changed = False
            for sign in sorted(self.signs):
                if is_over():
                    return divisor
                self.signs.remove(sign)
                if (change := self._halved(sign)) is not None:
                    divisor, is_changed = 2 * divisor, True
                    self.undo.append(change)
                    for line in self._lines(sign):
                        self._signs_in[line].remove(sign)
                else:
                    self.signs.add(sign)
            for clue in sorted(self.clues):
                if is_over():
                    return divisor
                self._toggle(clue)
                axis, number = self._alternatives(clue)
                if number:
                    self.clues.remove(clue)
                    divisor, is_changed = number * divisor, True
                    self.undo.append(partial(_carry, self.n, clue, axis))
                else:
                    self._toggle(clue)
        if divisor == 1:
            # Without clues that follow from the others, there are only more states.
            self.clues = given
            self.undo.clear()
        return divisor

    def choose_layers(self) -> int:
        """Exchange the roles of rows or columns and values if that helps the states engine; return the axis."""
        axis = VALUE if self.signs else _best_layers(self.n, self.clues)
        if axis != VALUE:
            self.undo.append(partial(_exchange_roles, self.n, axis))
            self.clues = {_exchanged(clue, axis) for clue in self.clues}
        return axis

    def renumber(self) -> None:
        """Renumber rows, columns and values: most sets of clues that differ only in these numbers become equal."""
        colours: dict[tuple[int, ...], int] = {key: 0 for clue in self.clues for key in enumerate(clue)}
        for _ in range(ROUNDS):
            around = defaultdict[tuple[int, ...], list[list[int]]](list)
            for clue in self.clues:
                for key in enumerate(clue):
                    around[key].append([colours[other] for other in enumerate(clue)])
            kinds = {key: (key[0], sorted(each)) for key, each in around.items()}
            order = sorted(kinds.values())
            colours = {key: order.index(kind) for key, kind in kinds.items()}
        names: tuple[dict[int, int], ...] = {}, {}, {}
        for clue in sorted(self.clues, key=lambda clue: [colours[key] for key in enumerate(clue)]):
            for name, number in zip(names, clue, strict=True):
                name.setdefault(number, len(name))
        self.clues = {(names[ROW][r], names[COLUMN][c], names[VALUE][v]) for r, c, v in self.clues}

    def model(self, whole: Model) -> Model:
        """Return the model of these clues and signs, on the skeleton of the whole model."""
        candidates = np.ones((self.n**2, self.n), np.bool_)
        for row, column, value in self.clues:
            candidates[row * self.n + column] = np.arange(self.n) == value
        signs = np.array(sorted(self.signs), np.int32).reshape(-1, 2)
        return Model.from_arrays(
            whole.skeleton, frozen(allowed_masks(candidates)), frozen(signs), whole.sums, whole.relations
        )

    def patterns(self) -> Counter[frozenset[Clue]]:
        """Return the patterns of equal values in the cells with signs, or nothing if there are too many.

        A pattern is given by clues: each value that is not a clue's is represented by any other value. It has as many
        solutions as with any other choice of these values, and its weight is the number of choices that satisfy the
        signs.
        """
        found: Counter[frozenset[Clue]] = Counter()
        signed = {cell for sign in self.signs for cell in sign}
        fixed = {row * self.n + column: value for row, column, value in self.clues}
        named = set(fixed.values())
        cells = sorted(signed - set(fixed))
        if len(cells) > MOST_SIGNED:
            return found
        free = [value for value in range(self.n) if value not in named]
        n_tried, most = 0, MOST_PATTERNS[self.n > 7]

        def extend(k: int, values: dict[int, int], n_new: int) -> bool:
            """Give a value to cell k and all later cells; return whether there are not too many patterns."""
            nonlocal n_tried
            if k == len(cells):
                n_tried += 1
                less = {(values[a], values[b]) for a, b in self.signs}
                clues = frozenset((*divmod(cell, self.n), value) for cell, value in values.items())
                found[clues] = _ways_to_order(self.n, less, named, free[:n_new])
                return n_tried <= most
            row, column = divmod(cells[k], self.n)
            taken = {
                value for cell, value in values.items() if row == cell // self.n or column == cell % self.n
            }
            options = [(value, n_new) for value in {*named, *free[:n_new]} - taken]
            options += [(value, n_new + 1) for value in free[n_new : n_new + 1]]
            return all(extend(k + 1, {**values, cells[k]: value}, number) for value, number in options)

        return +found if extend(0, fixed, 0) else Counter()

    def _lines(self, sign: Sign) -> set[tuple[int, int]]:
        """Return the rows and columns of a sign's cells, each with its axis."""
        return {(axis, line) for cell in sign for axis, line in enumerate(divmod(cell, self.n))}

    def _toggle(self, clue: Clue) -> None:
        """Add a clue to its lines, or remove it from them."""
        for axis, one, other in OTHERS:
            held = self._held[axis][clue[axis]]
            held[one] ^= 1 << clue[one]
            held[other] ^= 1 << clue[other]

    def _alternatives(self, clue: Clue) -> tuple[int, int]:
        """Return an axis, and how many places on it the clue could have; 0 if symmetries do not exchange them all."""
        for axis, one, other in OTHERS:
            line = clue[axis]
            taken = self._held[one][clue[one]][axis] | self._held[other][clue[other]][axis]
            number = self.n - taken.bit_count()
            if number > 1 and any(self._held[axis][line]):
                continue  # As in `_is_exchange`, but often.
            if all(taken >> k & 1 or k == line or self._is_exchange(axis, line, k) for k in range(self.n)):
                return axis, number
        return VALUE, 0

    def _is_exchange(self, axis: int, i: int, j: int) -> bool:
        """Return whether the exchange of two rows, columns or values maps the clues and signs to themselves."""
        # If two rows have clues, their exchange cannot map the clues to themselves, so both rows must be without clues.
        if any(self._held[axis][i]) or any(self._held[axis][j]):
            return False
        if axis == VALUE:
            return not self.signs
        return all(
            tuple(self._moved(cell, axis, i, j) for cell in sign) in self.signs
            for line in (i, j)
            for sign in self._signs_in[axis, line]
            if sign in self.signs
        )

    def _moved(self, cell: int, axis: int, i: int, j: int) -> int:
        """Return the place of a cell after the exchange of two rows or columns."""
        place = list(divmod(cell, self.n))
        place[axis] = {i: j, j: i}.get(place[axis], place[axis])
        return place[ROW] * self.n + place[COLUMN]

    def _halved(self, sign: Sign) -> Callable[[Solutions, Random], None] | None:
        """Return the change that reverses a sign, if half of the solutions of the other clues satisfy it, or None."""
        (r, c), (s, d) = (divmod(cell, self.n) for cell in sign)
        if sign[::-1] in self.signs or not (r == s or c == d):
            return None
        axis, i, j = (COLUMN, c, d) if r == s else (ROW, r, s)
        if not self.clues and not self.signs:  # Reversing the values reverses the sign.
            axis = VALUE
        elif not self._is_exchange(axis, i, j):
            return None
        return partial(_turn, self.n, sign, axis)


def _ways_to_order(n: int, less: set[tuple[int, int]], named: set[int], new: list[int]) -> int:
    """Return the number of ways to rename the new values such that the first value of each pair is smaller.

    The new names are different values that are not `named`. Values are given in ascending order, and the ways to give
    the values so far to each set of names are counted.
    """
    smaller = {value: {a for a, b in less if b == value} for value in (*named, *new)}
    ways: Counter[frozenset[int]] = Counter({frozenset(): 1})
    for value in range(n):
        following = Counter[frozenset[int]]() if value in named else ways.copy()
        for done, number in ways.items():
            for name in [value] if value in named else new:
                if name not in done and smaller[name] <= done:
                    following[done | {name}] += number
        ways = following
    return ways[frozenset(smaller)]


def _exchanged(clue: Clue, axis: int) -> Clue:
    """Return the clue with its value exchanged for its row or column."""
    row, column, value = clue
    return (value, column, row) if axis == ROW else (row, value, column)


def _best_layers(n: int, clues: set[Clue]) -> int:
    """Return the axis that, used for the layers of the states engine, leaves the most lines without later clues.

    Rows and columns are used only if they leave clearly more than values, because the difference predicts only large
    gains.
    """

    def freedom(axes: tuple[int, int, int]) -> float:
        axis, one, other = axes
        named = [0] * n
        for clue in clues:
            named[clue[axis]] |= 1 << clue[one] | 1 << n + clue[other]
        # The engine places the layers in this order, from the last on.
        seen, total = 0, 0.0
        while named:
            least = min(named, key=lambda each: (each & ~seen).bit_count())
            named.remove(least)
            seen |= least
            for lines in (seen >> n, seen & ~(-1 << n)):
                total += math.lgamma(n - lines.bit_count() + 1)
        return total

    values, *others = ((freedom(axes), axes[0]) for axes in OTHERS)
    best = max(others)
    return best[1] if best[0] > values[0] + LEAST_GAIN else VALUE


# Solutions of Latin squares ---------------------------------------------------------------------------------


def _carry(n: int, clue: Clue, axis: int, solutions: Solutions, _: Random) -> None:
    """In each solution, exchange two rows, columns or values, one of which has an alternative of the clue."""
    grids = solutions.reshape(-1, n, n)
    row, column, value = clue
    each = np.arange(len(grids))
    if axis == VALUE:
        found = grids[:, row, column].copy()[:, None, None]
        grids[:] = np.where(grids == found, value + 1, np.where(grids == value + 1, found, grids))
    else:
        lines = grids if axis == ROW else grids.transpose(0, 2, 1)
        at = (lines[:, :, column if axis == ROW else row] == value + 1).argmax(axis=1)
        there, here = lines[each, at], lines[each, clue[axis]]
        lines[each, at], lines[each, clue[axis]] = here, there


def _turn(n: int, sign: Sign, axis: int, solutions: Solutions, _: Random) -> None:
    """Exchange the rows or columns of a sign, or reverse all values, in the solutions that have the opposite sign."""
    is_turned = solutions[:, sign[0]] > solutions[:, sign[1]]
    grids = solutions.reshape(-1, n, n)[is_turned]
    if axis == VALUE:
        grids = n + 1 - grids
    else:
        i, j = (divmod(cell, n)[axis] for cell in sign)
        lines = grids if axis == ROW else grids.transpose(0, 2, 1)
        lines[:, [i, j]] = lines[:, [j, i]]
    solutions[is_turned] = grids.reshape(-1, n * n)


def _exchange_roles(n: int, axis: int, solutions: Solutions, _: Random) -> None:
    """Exchange the values of each solution for its rows or columns."""
    grids = solutions.reshape(-1, n, n)
    each, row, column = np.ogrid[: len(grids), :n, :n]
    values = grids.astype(np.intp) - 1
    if axis == ROW:
        grids[each, values, column] = row + 1
    else:
        grids[each, row, values] = column + 1
