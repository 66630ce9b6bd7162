"""Cutting a puzzle into parts whose solutions add up."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import (
    MAX_CELLS,
    Model,
    Solvable,
    UintArray,
    is_misread,
    single_value_masks,
    value_masks,
    whole_within,
)
from .inquiry import checked_model

__all__ = ["Part", "beyond", "cells_of", "split"]

S = TypeVar("S", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Part(Generic[S]):
    """A part of a puzzle: its solutions are some of the puzzle's, in the puzzle's shape.

    Every verb takes a part in place of a puzzle. `fastfuto.split` makes the parts.

    Attributes
    ----------
    puzzle : Puzzle
        The whole puzzle.
    restricted : Model
        The puzzle's model with smaller domains.
    """

    puzzle: Solvable[S]
    restricted: Model

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution, as the puzzle has it."""
        return self.puzzle.shape

    def model(self) -> Model:
        """Return the flat description for the engines."""
        return self.restricted

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[S]:
        """Return what an engine found, (..., n_cells), in the puzzle's shape."""
        return self.puzzle.decode(values)


@overload
def split(puzzle: Model, k: int) -> list[Model]: ...
@overload
def split(puzzle: Solvable[S], k: int) -> list[Part[S]]: ...
def split(puzzle: Solvable[Any], k: int) -> list[Model] | list[Part[Any]]:
    """Split a puzzle into k parts whose solutions are disjoint and together are its own.

    Parameters
    ----------
    puzzle : Puzzle or Model
        Not an exact cover, which has no cells.
    k : int
        Number of parts, at least 1.

    Returns
    -------
    list
        Exactly k parts, which all verbs take. Parts of a puzzle return solutions in its shape; parts of a model are
        models on the same skeleton. The largest part is halved first, at the domain of its first open cell. If there
        are fewer than k assignments, the remaining parts have no solution.

    Raises
    ------
    PuzzleError
        If `k` is not 1 to 2**24, or the puzzle is an exact cover.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.

    Examples
    --------
    >>> import fastfuto
    >>> parts = fastfuto.split(fastfuto.LatinSquare(4), 3)
    >>> [fastfuto.count(part) for part in parts]
    [144, 144, 288]
    >>> fastfuto.solve(parts[2]).grid.shape
    (4, 4)
    """
    model = checked_model(puzzle)
    if not isinstance(model, Model):
        raise PuzzleError("an exact cover cannot be split: it has no cells")
    models = _halved(model, whole_within(k, "k", 1, MAX_CELLS))
    return models if isinstance(puzzle, Model) else [Part(puzzle, each) for each in models]


def _halved(model: Model, k: int) -> list[Model]:
    bits = single_value_masks(model.n_values)
    domains = [model.allowed(cell) for cell in range(model.n_cells)]
    made = 0
    # The parts are a heap, ordered by (minus the number of assignments, age). Only the changed domains are kept.
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
        masks = model.domains.copy()
        for cell, values in changed.items():
            masks[cell] = np.bitwise_or.reduce(bits[values], axis=0)
        models.append(model.with_domains(masks))
    return models + [model.with_domains(np.zeros_like(model.domains))] * (k - len(models))


def cells_of(puzzle: Solvable[Any], model: Model, grid: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Return the values of the model's cells, (n_cells,), from a grid in the puzzle's shape.

    Raises
    ------
    ValueError
        If the grid has another shape, or anything but values from 1 on in its cells.
    """
    # Where the puzzle puts each cell of a solution, counted from 1, is where the grid has the value of the cell.
    where = puzzle.decode(np.arange(1, model.n_cells + 1))
    values = np.asarray(grid)
    if values.shape != where.shape or values.dtype.kind not in "iu" or is_misread(grid):
        raise ValueError(
            f"expected whole numbers in the shape {where.shape}, got {values.dtype} in {values.shape}"
        )
    cells = np.empty(model.n_cells, np.intp)
    is_cell = where > 0
    cells[where[is_cell] - 1] = values[is_cell]
    if not 1 <= cells.min() <= cells.max() <= model.n_values:
        raise ValueError(f"expected a solution with values from 1 to {model.n_values}")
    return cells


def beyond(model: Model, row: npt.NDArray[np.intp]) -> Iterator[Model]:
    """Yield models whose solutions, one model after the other, are those beyond `row` in lexicographic order.

    The first of them leaves only the last cell open, the next one the last two, and so on: each cell in turn takes
    greater values than in the row, while the cells before it keep theirs.
    """
    kept = value_masks(model.n_values)[row]
    # The row may leave the domains, but no solution has more in common with it than the cells up to there.
    outside = np.flatnonzero(~(kept & model.domains).any(axis=1))
    last = int(outside[0]) if len(outside) else model.n_cells - 1
    greater = _greater_masks(model.n_values)
    units_of = _units_of_cells(model)
    for cell in range(last, -1, -1):
        open_ = model.domains[cell] & greater[row[cell]]
        before = np.concatenate([unit[unit < cell] for unit in units_of[cell]] or [np.empty(0, np.intp)])
        if len(before):
            open_ &= ~np.bitwise_or.reduce(kept[before], axis=0)
        if open_.any():
            masks = model.domains.copy()
            masks[:cell] = kept[:cell]
            masks[cell] = open_
            yield model.with_domains(masks)


def _greater_masks(n_values: int) -> UintArray:
    """Return the mask of all values that are greater than a value, as a table to be indexed by that value."""
    at_least = np.bitwise_or.accumulate(single_value_masks(n_values)[::-1], axis=0)[::-1]
    return np.concatenate([at_least[1:], np.zeros_like(at_least[:1])])


def _units_of_cells(model: Model) -> list[list[npt.NDArray[np.int32]]]:
    """Return the units that each cell is in."""
    starts, cells = model.skeleton.unit_starts, model.skeleton.unit_cells
    units_of: list[list[npt.NDArray[np.int32]]] = [[] for _ in range(model.n_cells)]
    for unit in np.split(cells, starts[1:-1]):
        for cell in unit.tolist():
            units_of[cell].append(unit)
    return units_of
