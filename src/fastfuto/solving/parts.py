"""Split a puzzle into parts whose solutions are disjoint."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..engines import EXHAUSTED, UNLIMITED, Prober, Request, Search, open_search
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
from . import tuning
from .session import checked_model

S = TypeVar("S", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Part(Generic[S]):
    """A part of a puzzle, whose solutions are some of the puzzle's solutions in the same shape.

    Every verb accepts a part in place of a puzzle. `fastfuto.split` makes the parts.

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
        """Shape of a solution of the puzzle."""
        return self.puzzle.shape

    def model(self) -> Model:
        """Return the flat description for the engines."""
        return self.restricted

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[S]:
        """Return an engine's solutions, (..., n_cells), in the puzzle's shape."""
        return self.puzzle.decode(values)


@overload
def split(puzzle: Model, k: int) -> list[Model]: ...
@overload
def split(puzzle: Solvable[S], k: int) -> list[Part[S]]: ...
def split(puzzle: Solvable[Any], k: int) -> list[Model] | list[Part[Any]]:
    """Split a puzzle into k parts, such that each solution of the puzzle is a solution of exactly one part.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle or model with cells. An exact cover is refused.
    k : int
        Number of parts, 1 to 2**24.

    Returns
    -------
    list
        Exactly k parts, which functions such as `fastfuto.count` accept in place of a puzzle. Solutions of a part have
        the puzzle's shape. Parts of a model are models on the same skeleton. The part with the longest expected search
        is always divided next, at the first choice of the search. Parts do not contain candidates that propagation
        excludes, and parts without solutions are rare. If the puzzle has fewer than k solutions, the remaining parts
        have none.

    Raises
    ------
    PuzzleError
        If `k` is less than 1 or greater than 2**24, or the puzzle is an exact cover.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.

    See Also
    --------
    fastfuto.count : Count solutions, optionally on an executor.
    fastfuto.save_solutions : Write all solutions to files, optionally on an executor.

    Notes
    -----
    The size of each part is estimated by a short search and by probes. For a large puzzle, this takes a few seconds in
    total, or a few milliseconds per part if there are hundreds of parts. `count` and `save_solutions` with an executor
    do not need parts: they cut the search into pieces while it runs.

    References
    ----------
    - Knuth, D. E. (1975). *Estimating the efficiency of backtrack programs*. Mathematics of Computation 29.

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
    models = _divided(model, whole_within(k, "k", 1, MAX_CELLS))
    return models if isinstance(puzzle, Model) else [Part(puzzle, each) for each in models]


def _divided(model: Model, k: int) -> list[Model]:
    made = 0
    # A heap ordered by (minus the logarithm of the size, age). `whole` has the parts that cannot be divided.
    parts: list[tuple[float, int, Model]] = []
    whole: list[Model] = []
    pending = [model]
    budget = max(tuning.LEAST_SPLIT_WORK, tuning.SPLIT_WORK // k)
    while True:
        for each in filter(None, map(propagated, pending)):
            size = _log_size(each, budget)
            if size is None:
                continue
            if _open_cells(each).any():
                heapq.heappush(parts, (-size, made := made + 1, each))
            else:
                whole.append(each)
        if not parts or len(parts) + len(whole) >= k:
            break
        pending = _branches(heapq.heappop(parts)[2])
    found = whole + [each for _, _, each in parts]
    found.sort(key=lambda part: [part.allowed(cell)[0] for cell in range(part.n_cells)])
    return found + [model.with_domains(np.zeros_like(model.domains))] * (k - len(found))


def _open_cells(model: Model) -> npt.NDArray[np.bool_]:
    """Return which cells have more than one candidate."""
    several: npt.NDArray[np.bool_] = np.unpackbits(model.domains.view(np.uint8), axis=1).sum(axis=1) > 1
    return several


def _branches(model: Model) -> list[Model]:
    """Divide a model at the first choice of the search: with the chosen value, and without it.

    If the search needs no choice, divide the candidates of the first open cell into halves.
    """
    parts = first_choice(model)
    if len(parts) > 1:
        return parts
    cell = int(_open_cells(model).argmax())
    values = model.allowed(cell)
    parts = []
    for half in (values[: len(values) // 2], values[len(values) // 2 :]):
        domains = model.domains.copy()
        domains[cell] = np.bitwise_or.reduce(single_value_masks(model.n_values)[half], axis=0)
        parts.append(model.with_domains(domains))
    return parts


def first_choice(model: Model) -> list[Model]:
    """Return the model with the first choice of the search made, and the model without that value.

    Candidates that the search removes before this choice are in neither model. If the search finds a solution before
    its first choice, the list has only the model itself. If no value can be left out, the list has one model; if there
    is no solution, it is empty.
    """
    engine = open_search(Request(model))
    engine.stay_cuttable(tuning.MOST_PLACED)
    work = 0
    while engine.branches < 2 and not engine.total:
        # Loading a large model takes most of the work; small budgets are enough afterwards.
        budget = 1 + work // 16
        if engine.run(budget, UNLIMITED) == EXHAUSTED:
            break
        work += budget
    if engine.total:
        return [model]
    branches = cut(engine, model)
    # The search may have made more choices after its first.
    return branches if len(branches) < 2 else [_union(branches[:-1]), branches[-1]]


def cut(engine: Search, model: Model) -> list[Model]:
    """Take the remaining branches away from a search and return them as disjoint models."""
    domains = np.empty((engine.branches, *model.domains.shape), np.uint64)
    engine.cut(domains)
    # A branch with an empty domain has no solution, which the search has not noticed yet.
    return [model.with_domains(each) for each in domains if each.any(axis=1).all()]


def propagated(model: Model) -> Model | None:
    """Return the model after the propagation that precedes the first choice; None if there is no solution."""
    parts = first_choice(model)
    return _union(parts) if parts else None


def _union(models: list[Model]) -> Model:
    """Return the smallest model that contains all of the models."""
    return models[0].with_domains(np.bitwise_or.reduce([each.domains for each in models], axis=0))


def _log_size(model: Model, budget: int) -> float | None:
    """Return the logarithm of the work of the search: exact for a small model, otherwise estimated.

    The search and the probes each have this budget. The result is None if the search ends without a solution.
    """
    search = open_search(Request(model))
    step = budget // tuning.SPLIT_STEPS
    for work in range(step, budget + step, step):
        if search.run(step, UNLIMITED) == EXHAUSTED:
            return math.log(work) if search.total else None
    prober = Prober(Request(model, seed=1), tuning.SPLIT_PROBES)
    prober.run(budget)
    return max(math.log(budget), prober.log_work)


def cells_of(puzzle: Solvable[Any], model: Model, grid: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Return the values of the model's cells, (n_cells,), from a grid in the puzzle's shape.

    Raises
    ------
    ValueError
        If the grid has another shape, or anything but values from 1 to n_values in its cells.
    """
    # The number of the cell, counted from 1, at each place of the grid.
    where = puzzle.decode(np.arange(1, model.n_cells + 1))
    values = np.asarray(grid)
    if values.shape != where.shape or values.dtype.kind not in "iu" or is_misread(grid):
        raise ValueError(
            f"expected whole numbers of shape {where.shape}, got shape {values.shape} of type {values.dtype}"
        )
    cells = np.empty(model.n_cells, np.intp)
    is_cell = where > 0
    cells[where[is_cell] - 1] = values[is_cell]
    if not 1 <= cells.min() <= cells.max() <= model.n_values:
        raise ValueError(f"expected a solution with values from 1 to {model.n_values}")
    return cells


def beyond(model: Model, row: npt.NDArray[np.intp]) -> Iterator[Model]:
    """Yield models whose solutions, taken in order, are the solutions after `row` in lexicographic order.

    The first model opens only the last cell, the next model the last two cells, and so on. The first open cell takes
    larger values than in the row, and the cells before it keep their values.
    """
    kept = value_masks(model.n_values)[row]
    # Solutions agree with the row at most up to the first cell whose value is outside its domain.
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
    """Return a table that gives for each value the mask of all larger values."""
    at_least = np.bitwise_or.accumulate(single_value_masks(n_values)[::-1], axis=0)[::-1]
    return np.concatenate([at_least[1:], np.zeros_like(at_least[:1])])


def _units_of_cells(model: Model) -> list[list[npt.NDArray[np.int32]]]:
    """Return the units of each cell."""
    starts, cells = model.skeleton.unit_starts, model.skeleton.unit_cells
    units_of: list[list[npt.NDArray[np.int32]]] = [[] for _ in range(model.n_cells)]
    for unit in np.split(cells, starts[1:-1]):
        for cell in unit.tolist():
            units_of[cell].append(unit)
    return units_of
