"""The removable clues of puzzles and models, with one record per family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..model import Model, Relations, Sums, frozen, value_masks
from .exact_cover import ExactCover
from .grid import Grid
from .kakuro import Kakuro
from .permutations import Permutations

P = TypeVar("P")
Kept = npt.NDArray[np.bool_]


class Clue(NamedTuple):
    """A removable constraint of a puzzle; removing it never loses a solution.

    Attributes
    ----------
    cells : tuple of tuple of int
        The constrained cells, as indices of a solution. The smaller cell of an inequality comes first.
    name : str
        A short form of the constraint, with rows and columns counted from 1: ``r1c2 = 3``, ``r1c2 < r1c3``.
    value : int
        The value of a clue that fixes one cell; 0 for any other constraint.
    """

    cells: tuple[tuple[int, ...], ...]
    name: str
    value: int = 0


def clues_of(puzzle: Any) -> list[Clue]:
    """Return the clues of a puzzle or a model. A family without a record has no removable clues."""
    record = _record(puzzle)
    return [] if record is None else record.listed(puzzle)


def keeping(puzzle: P, kept: Kept) -> P:
    """Return the puzzle with only the clues for which `kept` is true, in the order of `clues_of`."""
    record = _record(puzzle)
    kept_alone: P = puzzle if record is None else record.keeping(puzzle, kept)
    return kept_alone


class _Record(NamedTuple):
    """The functions that list the clues of a family and keep some of them."""

    listed: Callable[[Any], list[Clue]]
    keeping: Callable[[Any, Kept], Any]


def _record(puzzle: Any) -> _Record | None:
    return next((_RECORDS[each] for each in type(puzzle).__mro__ if each in _RECORDS), None)


def _name(cell: tuple[int, int]) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


# Square grids -------------------------------------------------------------------------------------------


def _of_grid(puzzle: Grid) -> list[Clue]:
    numbers = [((r, c), int(puzzle.clues[r, c])) for r, c in np.argwhere(puzzle.clues).tolist()]
    return [
        *(Clue((cell,), f"{_name(cell)} = {value}", value) for cell, value in numbers),
        *(Clue((a, b), f"{_name(a)} < {_name(b)}") for a, b in puzzle.inequalities),
    ]


def _grid_keeping(puzzle: Grid, kept: Kept) -> Grid:
    # The bars of an Adjacent stay, because a missing bar is also a constraint.
    numbers = np.flatnonzero(puzzle.clues)
    clues = puzzle.clues.copy()
    clues.flat[numbers[~kept[: len(numbers)]]] = 0
    pairs = np.array(puzzle.inequalities, int).reshape(-1, 2, 2)[kept[len(numbers) :]]
    return puzzle.with_clues(clues).with_inequalities(pairs)


# Kakuro -------------------------------------------------------------------------------------------------


def _totals(puzzle: Kakuro) -> list[tuple[int, int, int]]:
    """Return the row and column of each total, with its direction: 0 for down, 1 for right."""
    return [
        (r, c, k)
        for r, row in enumerate(puzzle.rows)
        for c, entry in enumerate(row)
        if isinstance(entry, tuple)
        for k in range(2)
        if entry[k]
    ]


def _of_kakuro(puzzle: Kakuro) -> list[Clue]:
    digits = np.asarray(puzzle)
    clues = [
        Clue(((r, c),), f"{_name((r, c))} = {digits[r, c]}", int(digits[r, c]))
        for r, c in np.argwhere(digits).tolist()
    ]
    runs = {(run.cells[0], run.direction): run for run in puzzle.runs}
    for r, c, k in _totals(puzzle):
        direction = ("down", "right")[k]
        run = runs.get(((r, c + 1) if k else (r + 1, c), direction))
        entry: Any = puzzle.rows[r][c]
        cells = ((r, c),) if run is None else run.cells
        clues.append(Clue(cells, f"{entry[k]} {direction} of {_name((r, c))}"))
    return clues


def _kakuro_keeping(puzzle: Kakuro, kept: Kept) -> Kakuro:
    rows: list[list[Any]] = [list(row) for row in puzzle.rows]
    digits = np.argwhere(np.asarray(puzzle)).tolist()
    for r, c in (cell for cell, stays in zip(digits, kept, strict=False) if not stays):
        rows[r][c] = 0
    for (r, c, k), stays in zip(_totals(puzzle), kept[len(digits) :], strict=True):
        if not stays:
            down, right = rows[r][c]
            rows[r][c] = (down, 0) if k else (0, right)
    return type(puzzle)(rows)


# Permutations and exact covers --------------------------------------------------------------------------


def _of_permutations(puzzle: Permutations) -> list[Clue]:
    return [
        *(Clue(((a,), (b,)), f"{a} < {b}") for a, b in puzzle.order),
        *(Clue(((position,),), f"{position} != {value}") for position, value in puzzle.forbidden),
        *(Clue((), f"{v} !~ {w}") for v, w in puzzle.forbidden_neighbours),
    ]


def _permutations_keeping(puzzle: Permutations, kept: Kept) -> Permutations:
    stays = iter(kept)
    order, forbidden, neighbours = (
        [rule for rule in rules if next(stays)]
        for rules in (puzzle.order, puzzle.forbidden, puzzle.forbidden_neighbours)
    )
    return type(puzzle)(puzzle.n, order=order, forbidden=forbidden, forbidden_neighbours=neighbours)


def _of_cover(cover: ExactCover) -> list[Clue]:
    """Return the primary items, each of which must be covered."""
    return [Clue((), str(item)) for item in cover.items[: cover.n_primary]]


def _cover_keeping(cover: ExactCover, kept: Kept) -> ExactCover:
    # The other primary items become secondary items, which need not be covered.
    primary = [item for item, stays in zip(cover.items, kept, strict=False) if stays]
    others = set(primary)
    options: Any = cover.options
    if cover.names is not None:
        options = dict(zip(cover.names, options, strict=True))
    secondary = [item for item in cover.items if item not in others]
    return type(cover)(options, primary=primary, secondary=secondary)


# Models -------------------------------------------------------------------------------------------------


def _of_model(model: Model) -> list[Clue]:
    clues = []
    for cell in _restricted(model):
        values = model.allowed(cell)
        name = f"cell {cell} = {values[0]}" if len(values) == 1 else f"cell {cell} in {values}"
        clues.append(Clue(((cell,),), name, values[0] if len(values) == 1 else 0))
    clues += [Clue(((a,), (b,)), f"cell {a} < cell {b}") for a, b in model.inequalities.tolist()]
    starts, members, totals = model.sums
    for k, total in enumerate(totals.tolist()):
        cells = members[starts[k] : starts[k + 1]].tolist()
        clues.append(Clue(tuple((cell,) for cell in cells), f"sum of cells {cells} = {total}"))
    pairs = model.relations.cells.tolist()
    clues += [Clue(((a,), (b,)), f"relation of cells {a} and {b}") for a, b in pairs]
    return clues


def _model_keeping(model: Model, kept: Kept) -> Model:
    restricted = _restricted(model)
    starts, members, totals = model.sums
    sizes = np.cumsum([len(restricted), len(model.inequalities), len(totals)])
    in_domains, in_pairs, in_sums, in_relations = np.split(kept, sizes)
    domains = model.domains.copy()
    domains[restricted[~in_domains]] = value_masks(model.n_values)[0]
    lengths = np.diff(starts)
    sums = Sums(
        frozen(np.append(0, np.cumsum(lengths[in_sums])).astype(np.int32)),
        frozen(members[np.repeat(in_sums, lengths)]),
        frozen(totals[in_sums]),
    )
    cells, numbers, tables = model.relations
    relations = Relations(frozen(cells[in_relations]), frozen(numbers[in_relations]), tables)
    inequalities = frozen(model.inequalities[in_pairs])
    return Model.from_arrays(model.skeleton, frozen(domains), inequalities, sums, relations)


def _restricted(model: Model) -> npt.NDArray[np.intp]:
    """Return the cells for which some value is excluded."""
    return np.flatnonzero((model.domains != value_masks(model.n_values)[0]).any(axis=1))


_RECORDS: dict[type[Any], _Record] = {
    Grid: _Record(_of_grid, _grid_keeping),
    Kakuro: _Record(_of_kakuro, _kakuro_keeping),
    Permutations: _Record(_of_permutations, _permutations_keeping),
    ExactCover: _Record(_of_cover, _cover_keeping),
    Model: _Record(_of_model, _model_keeping),
}
