"""The independent parts of a model, and the few cells whose values divide a connected model into such parts.

The page docs/explanation/engines/counting.md explains how counts use both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..model import Model, Skeleton, allowed_masks, frozen, mask_bits

Candidates: TypeAlias = npt.NDArray[np.bool_]
"""Shape (cells, values)."""

LEAST_SHARE = 0.2
"""Least share of the cells on each side of a separator."""


class Components:
    """The constraints of a model between cells with several candidates.

    Parameters
    ----------
    model : Model
    candidates : (cells, values) bool
        The candidates, in place of the model's. The array is changed.

    Attributes
    ----------
    candidates : (cells, values) bool
        The candidates that are left after the values of single candidates were removed from their units, inequalities
        and relations.
    is_solvable : bool
        False if a sum cannot reach its total. Another contradiction leaves a cell without candidates, or is left to the
        engines.
    bonds : list of list of int
        Cells that share a constraint: cells of a unit with a candidate in common, and cells of the same sum, inequality
        or relation.
    """

    def __init__(self, model: Model, candidates: Candidates) -> None:
        self.candidates = candidates
        self._model = model
        self._units = [np.array(unit, np.intp) for unit in model.skeleton.units]
        starts, cells, totals = model.sums
        groups = (cells[a:b].tolist() for a, b in pairwise(starts.tolist()))
        self._sums: list[tuple[list[int], int]] = list(zip(groups, totals.tolist(), strict=True))
        self._inequalities: list[tuple[int, int]] = [(a, b) for a, b in model.inequalities.tolist()]
        self._relations = [
            (a, b, table)
            for (a, b), table in zip(
                model.relations.cells.tolist(), model.relations.table_numbers.tolist(), strict=True
            )
        ]
        self._matrices = mask_bits(model.relations.tables, model.n_values)
        n_before = -1
        while n_before != (n_before := int(candidates.sum())):
            self._drop_fixed()
        self.is_solvable: bool = all(
            len(cells) <= total <= len(cells) * model.n_values for cells, total in self._sums
        )
        self.bonds: list[list[int]] = [cells for cells, _ in self._sums]
        self.bonds += [[a, b] for a, b in self._inequalities]
        self.bonds += [[a, b] for a, b, _ in self._relations]
        for unit in self._units:
            self.bonds += [unit[column].tolist() for column in candidates[unit].T]

    def _drop_fixed(self) -> None:
        """Remove what cells with a single candidate exclude, and these cells from sums, inequalities and relations."""
        candidates = self.candidates
        for unit in self._units:
            rows = candidates[unit]
            is_fixed = rows.sum(axis=1) == 1
            candidates[unit] = rows & ~(rows[is_fixed].any(axis=0) & ~is_fixed[:, None])
        value = {
            cell: int(candidates[cell].argmax())
            for cell in np.flatnonzero(candidates.sum(axis=1) == 1).tolist()
        }
        for k, (cells, total) in enumerate(self._sums):
            fixed = sum(value[cell] + 1 for cell in cells if cell in value)
            self._sums[k] = [cell for cell in cells if cell not in value], total - fixed
        for a, b in self._inequalities:
            if a in value:
                candidates[b, : value[a] + 1] = False
            elif b in value:
                candidates[a, value[b] :] = False
        for a, b, table in self._relations:
            if a in value:
                candidates[b] &= self._matrices[table][value[a]]
            elif b in value:
                candidates[a] &= self._matrices[table][:, value[b]]
        self._inequalities = [pair for pair in self._inequalities if value.keys().isdisjoint(pair)]
        self._relations = [each for each in self._relations if value.keys().isdisjoint(each[:2])]

    def free(self) -> list[tuple[int, list[int]]]:
        """Return the cells that share no constraint with others, and the candidates of each."""
        bound = {cell for bond in self.bonds if len(bond) > 1 for cell in bond}
        bound |= {cell for cells, _ in self._sums for cell in cells}
        return [
            (cell, np.flatnonzero(row).tolist())
            for cell, row in enumerate(self.candidates)
            if cell not in bound
        ]

    def parts(self) -> list[tuple[list[int], Model]]:
        """Return the cells of each part, in ascending order, and the model of all constraints between them."""
        free = {cell for cell, _ in self.free()}
        groups = [cells for cells in connected(len(self.candidates), self.bonds) if cells[0] not in free]
        part = {cell: k for k, cells in enumerate(groups) for cell in cells}
        number = {cell: k for cells in groups for k, cell in enumerate(cells)}
        units: list[list[list[int]]] = [[] for _ in groups]
        for unit in self._model.skeleton.units:
            inside: dict[int, list[int]] = {}
            for cell in unit:
                if cell in part:
                    inside.setdefault(part[cell], []).append(number[cell])
            for k, cells in inside.items():
                if len(cells) > 1:
                    units[k].append(cells)
        inequalities: list[list[tuple[int, int]]] = [[] for _ in groups]
        for a, b in self._inequalities:
            inequalities[part[a]].append((number[a], number[b]))
        sums: list[list[tuple[list[int], int]]] = [[] for _ in groups]
        for cells, total in self._sums:
            if cells:
                sums[part[cells[0]]].append(([number[cell] for cell in cells], total))
        relations: list[list[tuple[int, int, Candidates]]] = [[] for _ in groups]
        for a, b, table in self._relations:
            relations[part[a]].append((number[a], number[b], self._matrices[table]))
        n_values = self._model.n_values
        return [
            (
                cells,
                Model(
                    Skeleton(len(cells), n_values, units[k]), None, inequalities[k], sums[k], relations[k]
                ).with_domains(frozen(allowed_masks(self.candidates[cells]))),
            )
            for k, cells in enumerate(groups)
        ]

    def separator(self) -> tuple[float, list[int]]:
        """Return how many combinations of candidates the cells between two sides of a part have, and these cells.

        Cells are in layers by their distance from the cell that is farthest from some other cell. Between two layers,
        either the cells of the first layer that share a constraint with the second layer are used, or the reverse. Each
        side must have at least `LEAST_SHARE` of the cells; without such layers, the number is infinite.
        """
        bonds = [bond for bond in self.bonds if len(bond) > 1]
        if not bonds:
            return math.inf, []
        around: list[list[int]] = [[] for _ in self.candidates]
        for k, bond in enumerate(bonds):
            for cell in bond:
                around[cell].append(k)
        level = _distances(bonds, around, bonds[0][0])
        level = _distances(bonds, around, int(level.argmax()))
        sizes = np.bincount(level[level >= 0])
        borders: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in sizes]
        distances = level.tolist()
        for bond in bonds:
            low = min(distances[cell] for cell in bond)
            for cell in bond if low >= 0 and any(distances[cell] > low for cell in bond) else ():
                borders[low][distances[cell] - low].add(cell)
        n_candidates = self.candidates.sum(axis=1).tolist()
        n_cells, n_below = int(sizes.sum()), 0
        best: tuple[float, int, list[int]] = math.inf, 0, []
        for size, layers in zip(sizes.tolist(), borders, strict=True):
            n_below += size
            for k, cells in enumerate(layers):
                sides = [n_below, n_cells - n_below]
                sides[k] -= len(cells)
                if min(sides) >= LEAST_SHARE * n_cells:
                    number = math.prod(n_candidates[cell] for cell in cells)
                    best = min(best, (number, -min(sides), sorted(cells)))
        return best[0], best[2]


def _distances(bonds: list[list[int]], around: list[list[int]], start: int) -> npt.NDArray[np.intp]:
    """Return the distance of each cell from one cell, or -1 if they are not connected.

    `around` has the indices of each cell's bonds.
    """
    distances = np.full(len(around), -1)
    is_seen = [False] * len(bonds)
    layer, distance = [start], 0
    while layer:
        distances[layer] = distance
        distance += 1
        near = {k for cell in layer for k in around[cell] if not is_seen[k]}
        for k in near:
            is_seen[k] = True
        layer = [cell for cell in {cell for k in near for cell in bonds[k]} if distances[cell] < 0]
    return distances


def connected(n_cells: int, bonds: Iterable[Sequence[int]]) -> list[list[int]]:
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
