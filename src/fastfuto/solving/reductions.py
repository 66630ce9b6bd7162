"""Reductions of counts and samples: independent parts, interchangeable values, and clues that symmetries make equal.

Each reduction replaces a model by smaller or more symmetric models. The counts of the new models are multiplied, and
random solutions of the new models are combined into a solution of the original model. The page
docs/explanation/engines/counting.md proves each reduction.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import is_latin
from ..model import Model, Skeleton, allowed_masks, frozen, mask_bits
from .random import Random

Clue: TypeAlias = tuple[int, int, int]
"""Row, column and value, which the symmetries of Latin squares exchange."""
Sign: TypeAlias = tuple[int, int]
"""The smaller and the larger cell."""
Candidates: TypeAlias = npt.NDArray[np.bool_]
"""Shape (cells, values)."""
Solutions: TypeAlias = npt.NDArray[Any]
"""Shape (k, cells)."""

ROW, COLUMN, VALUE = range(3)
MOST_VALUES = 32
"""Most values of a model that is reduced: larger models can be counted only if propagation leaves little open."""


@dataclass
class Reduced:
    """Parts of a model; the product of their counts, times `factor`, divided by `divisor`, is the model's count.

    Attributes
    ----------
    parts : list of (list of int, Model)
        The cells of each part, and its model.
    factor, divisor : int
    names : list of str
        The reductions that were used, in words.
    free : list of (int, list of int)
        The cells without any constraint, and the values of each.
    undo : list of callable
        For each reduction, in reverse order, a function that takes solutions and random numbers, and changes the
        solutions to undo the reduction. Together the functions turn uniform solutions of the parts into uniform
        solutions of the model.
    """

    parts: list[tuple[list[int], Model]]
    factor: int = 1
    divisor: int = 1
    names: list[str] = field(default_factory=list)
    free: list[tuple[int, list[int]]] = field(default_factory=list)
    undo: list[Callable[[Solutions, Random], None]] = field(default_factory=list)


def reduced(model: Model, is_over: Callable[[], bool] = lambda: False) -> Reduced | None:
    """Return the parts of a model after all reductions, or None if there is nothing to reduce.

    `is_over` is called regularly and returns whether to stop looking for reductions.
    """
    if model.n_values > MOST_VALUES:
        return None
    if is_latin(model):
        return _peeled(model, is_over)
    candidates = mask_bits(model.domains, model.n_values)
    result = Reduced([])
    _fix_interchangeable(model, candidates, result)
    _propagate(model, candidates)
    _split(model, candidates, result)
    return None if len(result.parts) == 1 and result.factor == 1 else result


def _propagate(model: Model, candidates: Candidates) -> None:
    """Remove the values of fixed cells from the other cells of their units, until nothing changes."""
    units = [np.array(unit, np.intp) for unit in model.skeleton.units]
    n_before = -1
    while n_before != (n_before := int(candidates.sum())):
        for unit in units:
            rows = candidates[unit]
            is_fixed = rows.sum(axis=1) == 1
            candidates[unit] = rows & ~(rows[is_fixed].any(axis=0) & ~is_fixed[:, None])


# Interchangeable values -------------------------------------------------------------------------------------


def _fix_interchangeable(model: Model, candidates: Candidates, result: Reduced) -> None:
    """Fix cells of a unit to interchangeable values, in `candidates`, and multiply the count.

    If k cells of a unit can only hold m interchangeable values, they hold k different values among these. Exchanges of
    values map each choice of these values to each other choice, so all m! / (m - k)! choices have equally many
    solutions.
    """
    if len(model.inequalities) or len(model.sums.totals):
        return
    matrices = mask_bits(model.relations.tables, model.n_values)
    units = model.skeleton.units
    while True:
        best: tuple[list[int], list[int]] = [], []
        for values in _classes(candidates, matrices):
            is_only = candidates[:, values].all(axis=1) & (candidates.sum(axis=1) == len(values))
            # Any cell is a unit by itself.
            for unit in (*units, np.flatnonzero(is_only)[:1].tolist()):
                cells = [cell for cell in unit if is_only[cell]]
                if len(best[0]) < len(cells) <= len(values):
                    best = cells, values
        cells, values = best
        if not cells:
            break
        result.factor *= math.perm(len(values), len(cells))
        result.undo.append(partial(_rename, values))
        candidates[cells] = False
        candidates[cells, values[: len(cells)]] = True
    if result.factor > 1:
        result.names.append(f"interchangeable values x {result.factor:,}")


def _rename(values: list[int], solutions: Solutions, random: Random) -> None:
    """Exchange interchangeable values, counted from 0, at random."""
    names = np.arange(values[-1] + 2, dtype=solutions.dtype)
    for solution in solutions:
        drawn = values.copy()
        random.shuffle(drawn)
        names[np.add(values, 1)] = np.add(drawn, 1)
        is_named = solution < len(names)
        solution[is_named] = names[solution[is_named]]


def _classes(candidates: Candidates, matrices: Candidates) -> list[list[int]]:
    """Return sets of two or more values; any two values of a set may be exchanged."""
    classes: dict[bytes, list[list[int]]] = {}
    for value, column in enumerate(candidates.T):
        known = classes.setdefault(column.tobytes(), [])
        for members in known:
            if _is_exchange(matrices, members[0], value):
                members.append(value)
                break
        else:
            known.append([value])
    return [members for known in classes.values() for members in known if len(members) > 1]


def _is_exchange(matrices: Candidates, v: int, w: int) -> bool:
    """Return whether the exchange of two values maps tables to themselves."""
    if not len(matrices):
        return True
    order = np.arange(matrices.shape[-1])
    order[[v, w]] = w, v
    return np.array_equal(matrices, matrices[:, order][:, :, order])


# Independent parts ------------------------------------------------------------------------------------------


def _split(model: Model, candidates: Candidates, result: Reduced) -> None:
    """Find the models of the parts, which share no constraints, and the cells without constraints.

    Two cells of a unit share a constraint only if they have a candidate in common.
    """
    groups = (model.sums.cells[a:b].tolist() for a, b in pairwise(model.sums.starts.tolist()))
    sums = list(zip(groups, model.sums.totals.tolist(), strict=True))
    if any(total and not cells for cells, total in sums):
        result.factor = 0
        return
    bonds = [*(cells for cells, _ in sums), *model.inequalities.tolist(), *model.relations.cells.tolist()]
    for unit in model.skeleton.units:
        members = np.array(unit, np.intp)
        bonds += [members[column].tolist() for column in candidates[members].T]
    connected = _connected(model.n_cells, bonds)
    bound = {cell for bond in bonds if len(bond) > 1 for cell in bond} | {
        cell for cells, _ in sums for cell in cells
    }
    result.free = [
        (cell, np.flatnonzero(candidates[cell]).tolist())
        for cell in range(model.n_cells)
        if cell not in bound
    ]
    n_free = math.prod(len(values) for _, values in result.free)
    result.factor *= n_free
    result.parts = [
        (cells, _part(model, candidates, cells, sums)) for cells in connected if cells[0] in bound
    ]
    if len(result.parts) == 1 and not result.free:  # Engines know the skeletons of families.
        result.parts = [(connected[0], model.with_domains(frozen(allowed_masks(candidates))))]
    if len(result.parts) > 1:
        result.names.append(f"{len(result.parts)} parts")
    if n_free > 1:
        result.names.append(f"free cells x {n_free:,}")


def _connected(n_cells: int, bonds: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the sets of cells that are connected by bonds, each in ascending order."""
    parent = list(range(n_cells))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = cell = parent[parent[cell]]
        return cell

    for bond in bonds:
        for a, b in pairwise(bond):
            parent[root(a)] = root(b)
    groups: dict[int, list[int]] = {}
    for cell in range(n_cells):
        groups.setdefault(root(cell), []).append(cell)
    return list(groups.values())


def _part(model: Model, candidates: Candidates, cells: list[int], sums: list[tuple[list[int], int]]) -> Model:
    """Return the model of a set of connected cells, with all constraints between them."""
    number = {cell: k for k, cell in enumerate(cells)}
    units = [[number[cell] for cell in unit if cell in number] for unit in model.skeleton.units]
    matrices = list(mask_bits(model.relations.tables, model.n_values))
    related = zip(model.relations.cells.tolist(), model.relations.table_numbers.tolist(), strict=True)
    return Model(
        Skeleton(len(cells), model.n_values, [unit for unit in units if len(unit) > 1]),
        None,
        [(number[a], number[b]) for a, b in model.inequalities.tolist() if a in number],
        [([number[cell] for cell in group], total) for group, total in sums if group and group[0] in number],
        [(number[a], number[b], matrices[table]) for (a, b), table in related if a in number],
    ).with_domains(frozen(allowed_masks(candidates[cells])))


# Clues of Latin squares -------------------------------------------------------------------------------------


def _peeled(model: Model, is_over: Callable[[], bool]) -> Reduced | None:
    """Return a Latin square without the clues and signs that symmetries of the rest map to all their alternatives.

    Every solution of the other clues has exactly one of the alternatives, and each alternative has equally many
    solutions.
    """
    n = model.n_values
    # More signs hardly ever have symmetries, and small grids are counted before the symmetries would be found.
    if len(model.inequalities) > n:
        return None
    candidates = mask_bits(model.domains, model.n_values)
    numbers = candidates.sum(axis=1)
    if not ((numbers == 1) | (numbers == n)).all():
        return None
    given = [
        (*divmod(cell, n), int(candidates[cell].argmax())) for cell in np.flatnonzero(numbers == 1).tolist()
    ]
    square = _Square(n, set(given), {(a, b) for a, b in model.inequalities.tolist()})
    divisor = square.peel(is_over)
    axis = VALUE if square.signs else _best_layers(n, square.clues)
    exchanged = {_exchanged(clue, axis) for clue in square.clues}
    # Clues that contradict each other would be in the same cell.
    if axis != VALUE and len({clue[:VALUE] for clue in exchanged}) == len(exchanged):
        square.undo.append(partial(_exchange_roles, n, axis))
        square.clues = exchanged
    else:
        axis = VALUE
    if not square.undo:
        return None
    candidates[:] = True
    for row, column, value in square.clues:
        candidates[row * n + column] = np.arange(n) == value
    signs = np.array(sorted(square.signs), np.int32).reshape(-1, 2)
    part = Model.from_arrays(
        model.skeleton, frozen(allowed_masks(candidates)), frozen(signs), model.sums, model.relations
    )
    n_left = len(square.clues) + len(square.signs)
    n_peeled = len(given) + len(model.inequalities) - n_left
    names = [f"{n_peeled} of {n_peeled + n_left} clues by symmetry, / {divisor:,}"] * (divisor > 1)
    if axis != VALUE:
        names.append(f"{('rows', 'columns')[axis]} as values")
    return Reduced([(list(range(n * n)), part)], divisor=divisor, names=names, undo=square.undo)


class _Square:
    """The clues and signs of a Latin square.

    Attributes
    ----------
    undo : list of callable
        For each clue or sign that was left out, a function that changes solutions of the other clues to satisfy it.
    """

    def __init__(self, n: int, clues: set[Clue], signs: set[Sign]) -> None:
        self.n = n
        self.clues = clues
        self.signs = signs
        self.undo: list[Callable[[Solutions, Random], None]] = []
        # How many clues are in each row and column and have each value, and how many share two of these.
        self._held = Counter(key for clue in clues for key in _keys(clue))
        self._signs_in: defaultdict[tuple[int, int], set[Sign]] = defaultdict(set)
        for sign in signs:
            for line in self._lines(sign):
                self._signs_in[line].add(sign)

    def peel(self, is_over: Callable[[], bool]) -> int:
        """Leave out each clue that symmetries map to all its alternatives; return the divisor of the count."""
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
                self.clues.remove(clue)
                self._held.subtract(_keys(clue))
                axis, number = self._alternatives(clue)
                if number:
                    divisor, is_changed = number * divisor, True
                    self.undo.append(partial(_carry, self.n, clue, axis))
                else:
                    self.clues.add(clue)
                    self._held.update(_keys(clue))
        return divisor

    def _lines(self, sign: Sign) -> set[tuple[int, int]]:
        """Return the rows and columns of a sign's cells, each with its axis."""
        return {(axis, line) for cell in sign for axis, line in enumerate(divmod(cell, self.n))}

    def _alternatives(self, clue: Clue) -> tuple[int, int]:
        """Return an axis, and how many places on it the clue could have; 0 if symmetries do not exchange them all."""
        if not self._is_open(clue):
            return VALUE, 0
        for axis in (VALUE, COLUMN, ROW):
            number = 1
            for k in range(self.n):
                if k != clue[axis] and self._is_open(_replaced(clue, axis, k)):
                    if not self._is_exchange(axis, clue[axis], k):
                        break
                    number += 1
            else:
                return axis, number
        return VALUE, 0

    def _is_open(self, clue: Clue) -> bool:
        """Return whether no other clue contradicts this clue by sharing two of row, column and value with it."""
        return not any(self._held[key] for key in _keys(clue)[3:])

    def _is_exchange(self, axis: int, i: int, j: int) -> bool:
        """Return whether the exchange of two rows, columns or values maps the clues and signs to themselves."""
        # If two rows have clues, their exchange cannot map the clues to themselves, so both rows must be without clues.
        if self._held[axis, i] or self._held[axis, j]:
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


def _replaced(clue: Clue, axis: int, k: int) -> Clue:
    """Return the clue in another row or column, or with another value."""
    row, column, value = (k if number == axis else each for number, each in enumerate(clue))
    return row, column, value


def _exchanged(clue: Clue, axis: int) -> Clue:
    """Return the clue with its value exchanged for its row or column."""
    row, column, value = clue
    return (value, column, row) if axis == ROW else (row, value, column)


def _keys(clue: Clue) -> list[tuple[int, ...]]:
    """Return row, column and value of a clue, each with its axis, and then each pair of them with the third axis."""
    row, column, value = clue
    return [
        (ROW, row),
        (COLUMN, column),
        (VALUE, value),
        (ROW, column, value),
        (COLUMN, row, value),
        (VALUE, row, column),
    ]


def _best_layers(n: int, clues: set[Clue]) -> int:
    """Return the axis that, used for the layers of the states engine, leaves the most lines without later clues."""

    def freedom(axis: int) -> float:
        named: list[set[tuple[int, int]]] = [set() for _ in range(n)]
        for clue in clues:
            named[clue[axis]] |= {(other, clue[other]) for other in (ROW, COLUMN, VALUE) if other != axis}
        # The engine places the layers in this order, from the last on.
        seen: set[tuple[int, int]] = set()
        total = 0.0
        while named:
            least = min(range(len(named)), key=lambda k: len(named[k] - seen))
            seen |= named.pop(least)
            numbers = Counter(other for other, _ in seen)
            total += sum(
                math.lgamma(n - numbers[other] + 1) for other in (ROW, COLUMN, VALUE) if other != axis
            )
        return total

    return max((VALUE, ROW, COLUMN), key=freedom)


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
