"""Reductions of a count: independent parts, interchangeable values, and clues that symmetries make equal.

Each reduction replaces a model by smaller or more symmetric models, whose counts are multiplied. The page
docs/explanation/engines/counting.md has the argument for each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import is_latin
from ..model import Model, Skeleton, allowed_masks, frozen, mask_bits

Clue: TypeAlias = tuple[int, int, int]
"""Row, column and value, which the symmetries of Latin squares exchange."""
Sign: TypeAlias = tuple[int, int]
"""The smaller and the larger cell."""
Candidates: TypeAlias = npt.NDArray[np.bool_]
"""Shape (cells, values)."""

ROW, COLUMN, VALUE = range(3)
MOST_VALUES = 32
"""Most values of a model that is reduced: larger models can be counted only if propagation leaves little open."""


@dataclass
class Reduced:
    """Parts of a model: the number of its solutions is the product of theirs, times `factor`, divided by `divisor`.

    Attributes
    ----------
    parts : list of Model
    factor, divisor : int
    names : list of str
        The reductions that were used, in words.
    """

    parts: list[Model]
    factor: int = 1
    divisor: int = 1
    names: list[str] = field(default_factory=list)


def reduced(model: Model) -> Reduced | None:
    """Return the parts of a model after all reductions, or None if there is nothing to reduce."""
    if model.n_values > MOST_VALUES:
        return None
    if is_latin(model):
        return _peeled(model)
    candidates = mask_bits(model.domains, model.n_values)
    factor = _fix_interchangeable(model, candidates)
    _propagate(model, candidates)
    parts, n_free = _components(model, candidates)
    names = [f"interchangeable values x {factor:,}"] * (factor > 1) + [f"{len(parts)} parts"] * (
        len(parts) > 1
    )
    if len(parts) == 1 and factor * n_free == 1:
        return None
    return Reduced(parts, factor * n_free, names=names + [f"free cells x {n_free:,}"] * (n_free > 1))


def _propagate(model: Model, candidates: Candidates) -> None:
    """Take the values of fixed cells away from the other cells of their units, until nothing changes."""
    units = [np.array(unit) for unit in model.skeleton.units]
    n_before = -1
    while n_before != (n_before := int(candidates.sum())):
        for unit in units:
            rows = candidates[unit]
            is_fixed = rows.sum(axis=1) == 1
            candidates[unit] = rows & ~(rows[is_fixed].any(axis=0) & ~is_fixed[:, None])


# Interchangeable values -------------------------------------------------------------------------------------


def _fix_interchangeable(model: Model, candidates: Candidates) -> int:
    """Fix cells of a unit to interchangeable values, in `candidates`; return by what the count is to be multiplied.

    k cells of a unit that hold nothing but m interchangeable values hold k different ones. Exchanges of values carry
    each choice of these to each other one, so all m! / (m - k)! choices have equally many solutions.
    """
    if len(model.inequalities) or len(model.sums.totals):
        return 1
    matrices = mask_bits(model.relations.tables, model.n_values)
    units = model.skeleton.units
    factor = 1
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
            return factor
        factor *= math.perm(len(values), len(cells))
        candidates[cells] = False
        candidates[cells, values[: len(cells)]] = True


def _classes(candidates: Candidates, matrices: Candidates) -> list[list[int]]:
    """Return sets of two or more values, of which any two may be exchanged."""
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


def _components(model: Model, candidates: Candidates) -> tuple[list[Model], int]:
    """Return models of the parts that share no constraint, and the number of ways to fill the cells without any.

    Two cells of a unit share a constraint only if they have a candidate in common.
    """
    sums = [model.sums.cells[a:b].tolist() for a, b in pairwise(model.sums.starts.tolist())]
    totals = model.sums.totals.tolist()
    if any(total and not cells for cells, total in zip(sums, totals, strict=True)):
        return [], 0
    bonds = [*sums, *model.inequalities.tolist(), *model.relations.cells.tolist()]
    for unit in model.skeleton.units:
        members = np.array(unit, np.intp)
        bonds += [members[column].tolist() for column in candidates[members].T]
    groups = _connected(model.n_cells, bonds)
    bound = {cell for bond in bonds if len(bond) > 1 for cell in bond} | {
        cell for cells in sums for cell in cells
    }
    n_free = math.prod(int(candidates[cells[0]].sum()) for cells in groups if cells[0] not in bound)
    parts = [_part(model, candidates, cells) for cells in groups if cells[0] in bound]
    if [part.n_cells for part in parts] == [model.n_cells]:  # Engines know the skeletons of families.
        parts = [model.with_domains(frozen(allowed_masks(candidates)))]
    return parts, n_free


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


def _part(model: Model, candidates: Candidates, cells: list[int]) -> Model:
    """Return the model of a set of connected cells, with all constraints that it has."""
    number = {cell: k for k, cell in enumerate(cells)}
    units = [[number[cell] for cell in unit if cell in number] for unit in model.skeleton.units]
    sums = [model.sums.cells[a:b].tolist() for a, b in pairwise(model.sums.starts.tolist())]
    matrices = list(mask_bits(model.relations.tables, model.n_values))
    related = zip(model.relations.cells.tolist(), model.relations.table_numbers.tolist(), strict=True)
    return Model(
        Skeleton(len(cells), model.n_values, [unit for unit in units if len(unit) > 1]),
        None,
        [(number[a], number[b]) for a, b in model.inequalities.tolist() if a in number],
        [
            ([number[cell] for cell in group], total)
            for group, total in zip(sums, model.sums.totals.tolist(), strict=True)
            if group and group[0] in number
        ],
        [(number[a], number[b], matrices[table]) for (a, b), table in related if a in number],
    ).with_domains(frozen(allowed_masks(candidates[cells])))


# Clues of Latin squares -------------------------------------------------------------------------------------


def _peeled(model: Model) -> Reduced | None:
    """Return a Latin square without the clues and signs that symmetries of the others carry to all their alternatives.

    Every solution of the others has exactly one of the alternatives, and all of these have equally many solutions.
    """
    n = model.n_values
    candidates = mask_bits(model.domains, model.n_values)
    numbers = candidates.sum(axis=1)
    if not np.isin(numbers, (1, n)).all():
        return None
    given = [
        (*divmod(cell, n), int(candidates[cell].argmax())) for cell in np.flatnonzero(numbers == 1).tolist()
    ]
    square = _Square(n, set(given), {(a, b) for a, b in model.inequalities.tolist()})
    divisor = square.peel()
    if divisor == 1:
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
    name = f"{n_peeled} of {n_peeled + n_left} clues by symmetry, / {divisor:,}"
    return Reduced([part], divisor=divisor, names=[name])


class _Square:
    """The clues and signs of a Latin square."""

    def __init__(self, n: int, clues: set[Clue], signs: set[Sign]) -> None:
        self.n = n
        self.clues = clues
        self.signs = signs
        # How many clues are in each row and column and have each value, and how many share two of these.
        self._held = Counter(key for clue in clues for key in _keys(clue))

    def peel(self) -> int:
        """Leave out each clue that symmetries carry to its alternatives; return the divisor of the rest."""
        divisor, is_changed = 1, True
        while is_changed:
            is_changed = False
            for sign in sorted(self.signs):
                self.signs.remove(sign)
                if self._is_halved(sign):
                    divisor, is_changed = 2 * divisor, True
                else:
                    self.signs.add(sign)
            for clue in sorted(self.clues):
                self.clues.remove(clue)
                self._held.subtract(_keys(clue))
                if number := self._alternatives(clue):
                    divisor, is_changed = number * divisor, True
                else:
                    self.clues.add(clue)
                    self._held.update(_keys(clue))
        return divisor

    def _alternatives(self, clue: Clue) -> int:
        """Return the number of alternatives of a clue, itself included, or 0 if symmetries do not reach all of them."""
        if not self._is_open(clue):
            return 0
        for axis in (VALUE, COLUMN, ROW):
            number = 1
            for k in range(self.n):
                if k != clue[axis] and self._is_open(_replaced(clue, axis, k)):
                    if not self._is_exchange(axis, clue[axis], k):
                        break
                    number += 1
            else:
                return number
        return 0

    def _is_open(self, clue: Clue) -> bool:
        """Return whether a clue contradicts no other: none shares two of row, column and value with it."""
        return not any(self._held[key] for key in _keys(clue)[3:])

    def _is_exchange(self, axis: int, i: int, j: int) -> bool:
        """Return whether the exchange of two rows, columns or values maps the clues and signs to themselves."""
        # Two rows with a clue in the same place of both would contradict themselves, so both must be without.
        if self._held[axis, i] or self._held[axis, j]:
            return False
        if axis == VALUE:
            return not self.signs
        return {tuple(self._moved(cell, axis, i, j) for cell in sign) for sign in self.signs} == self.signs

    def _moved(self, cell: int, axis: int, i: int, j: int) -> int:
        """Return the place of a cell after the exchange of two rows or columns."""
        place = list(divmod(cell, self.n))
        place[axis] = {i: j, j: i}.get(place[axis], place[axis])
        return place[ROW] * self.n + place[COLUMN]

    def _is_halved(self, sign: Sign) -> bool:
        """Return whether half of the solutions of the other clues and signs have this one."""
        (r, c), (s, d) = (divmod(cell, self.n) for cell in sign)
        if sign[::-1] in self.signs or not (r == s or c == d):
            return False
        if not self.clues and not self.signs:  # With its values reversed, a square without the sign has it.
            return True
        return self._is_exchange(COLUMN, c, d) if r == s else self._is_exchange(ROW, r, s)


def _replaced(clue: Clue, axis: int, k: int) -> Clue:
    """Return the clue in another row or column, or with another value."""
    row, column, value = (k if number == axis else each for number, each in enumerate(clue))
    return row, column, value


def _keys(clue: Clue) -> list[tuple[int, ...]]:
    """Return row, column and value of a clue, each with its axis, and then each two of them with the axis left out."""
    row, column, value = clue
    return [
        (ROW, row),
        (COLUMN, column),
        (VALUE, value),
        (ROW, column, value),
        (COLUMN, row, value),
        (VALUE, row, column),
    ]
