"""A puzzle's candidates in plain Python, the names of its cells and lines, and the effects of steps."""

from __future__ import annotations

import itertools
import math
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import Model, Skeleton, not_solvable
from .shelf import Shelf, kept

T = TypeVar("T", bound=np.generic)

Cell = tuple[int, ...]
"""Row and column, or the number of a cell of a model without rows; counted from 0."""
Line = tuple[str, int] | tuple[str, int, int, int, int]
"""A kind of line and its number, counted from 0.

The kinds are "row", "column", "box", "region", "unit" and "permutation", and "diagonal", "window" and "group" in
variants. The kinds "run", in a grid with black cells, and "pair" and "cage", in a variant, are followed by the row and
the column of the first and of the last cell instead of a number.
"""


MOST_BYTES = 1 << 26
"""Most bytes of cached names and neighbours, which later puzzles of the same size use again."""
BYTES_OF_CELL, BYTES_OF_MEMBER = 400, 24
"""Approximate bytes of names and neighbours for each cell, and for each cell of each unit."""


class Layout:
    """Names and neighbours of the cells and units of one skeleton, each computed on first use.

    Parameters
    ----------
    skeleton : Skeleton
    shape : tuple of int
        The shape of a solution.
    places : tuple of int or None
        The index of each cell in a flat solution; None if every place is a cell.
    extra : tuple of Line
        The names of the last units, if these do not follow from the positions of the cells.
    """

    shape: tuple[int, ...]
    places: tuple[int, ...] | None

    def __init__(
        self,
        skeleton: Skeleton,
        shape: tuple[int, ...],
        places: tuple[int, ...] | None,
        extra: tuple[Line, ...] = (),
    ) -> None:
        self.shape, self.places = shape, places
        self._extra = extra
        self._skeleton = skeleton

    @kept
    def cells(self) -> tuple[Cell, ...]:
        """The name of each cell."""
        everywhere = tuple(itertools.product(*map(range, self.shape)))
        return everywhere if self.places is None else tuple(everywhere[place] for place in self.places)

    @kept
    def numbers(self) -> dict[Cell, int]:
        """The number of each cell, by its name."""
        return {name: number for number, name in enumerate(self.cells)}

    @kept
    def lines(self) -> tuple[Line, ...]:
        """The name of each unit."""
        cells = self.cells
        if self.places is not None:
            return tuple(_run(cells[unit[0]], cells[unit[-1]]) for unit in self.units)
        units = self.units[: len(self.units) - len(self._extra)]
        return *_names([[cells[cell] for cell in unit] for unit in units], self.shape), *self._extra

    @kept
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each unit."""
        return self._skeleton.units

    @kept
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """The units of each cell."""
        units_of: list[list[int]] = [[] for _ in range(self._skeleton.n_cells)]
        for u, unit in enumerate(self.units):
            for cell in unit:
                units_of[cell].append(u)
        return tuple(map(tuple, units_of))

    @kept
    def is_full(self) -> tuple[bool, ...]:
        """Whether each unit needs every value."""
        return tuple(len(unit) == self._skeleton.n_values for unit in self.units)

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes once every attribute has been computed."""
        return BYTES_OF_CELL * self._skeleton.n_cells + BYTES_OF_MEMBER * len(self._skeleton.unit_cells)

    def gather(self, grid: npt.NDArray[T]) -> npt.NDArray[T]:
        """Return the entries of the cells, (cells, ...), from an array in a solution's shape with any further axes."""
        flat = grid.reshape(-1, *grid.shape[len(self.shape) :])
        return flat if self.places is None else flat[list(self.places)]

    def spread(self, values: npt.NDArray[T]) -> npt.NDArray[T]:
        """Return an array (cells, ...) in the shape of a solution, with 0 in places without a cell."""
        if self.places is None:
            return values.reshape(*self.shape, *values.shape[1:])
        grid = np.zeros((math.prod(self.shape), *values.shape[1:]), values.dtype)
        grid[list(self.places)] = values
        return grid.reshape(*self.shape, *values.shape[1:])


def logic_model(puzzle: Any, rules: str = "full") -> Model:
    """Return the model of a puzzle, or raise an error if there are no rules for it."""
    check_puzzle(puzzle)
    model = puzzle.model()
    if not isinstance(model, Model):
        raise PuzzleError("the logic rules do not support exact covers, which have no cells")
    check_sums(model, rules)
    return model


def check_puzzle(puzzle: Any) -> None:
    """Raise an error if the argument is neither a Puzzle nor a Model."""
    if isinstance(puzzle, type) or not all(hasattr(puzzle, name) for name in ("model", "shape", "decode")):
        raise not_solvable(puzzle)


def check_sums(model: Model, rules: str) -> None:
    """Raise an error if a model has sums and the set of rules does not support them."""
    if rules == "tatham" and len(model.sums.totals):
        raise PuzzleError("the rules 'tatham' do not support sums; use the rules 'full'")


def filled_cells(puzzle: Any, model: Model) -> npt.NDArray[np.uint8] | None:
    """Return which cells of a puzzle are filled when a trace begins; None means all cells with a single value.

    Only a blank 1 x 1 grid has an unfilled cell with a single value.
    """
    is_blank = model.n_values == 1 and not getattr(puzzle, "is_complete", True)
    return np.zeros(model.n_cells, np.uint8) if is_blank else None


def names_of(puzzle: Any, model: Model) -> Layout:
    """Return the names and neighbours for a puzzle and its model."""
    shape: tuple[int, ...] = puzzle.shape
    if math.prod(shape) == model.n_cells:
        return layout(model.skeleton, shape, extra=getattr(puzzle, "lines", ()))
    cells = puzzle.decode(np.ones(model.n_cells, np.uint8))
    return layout(model.skeleton, shape, tuple(np.flatnonzero(cells).tolist()))


_layouts: Shelf[tuple[Skeleton, tuple[int, ...], tuple[int, ...] | None, tuple[Line, ...]], Layout]
_layouts = Shelf(MOST_BYTES)


def layout(
    skeleton: Skeleton,
    shape: tuple[int, ...],
    places: tuple[int, ...] | None = None,
    extra: tuple[Line, ...] = (),
) -> Layout:
    """Return the names and neighbours for all puzzles with this skeleton and this shape of a solution.

    `places` holds the index of each cell in a flat solution; by default every place is a cell. `extra` holds the names
    of the last units, if these do not follow from the positions of the cells.
    """
    key = skeleton, shape, places, extra
    return _layouts.get(key) or _layouts.put(key, Layout(*key))


def _run(first: Cell, last: Cell) -> Line:
    (first_row, first_column), (last_row, last_column) = first, last
    return "run", first_row, first_column, last_row, last_column


def _names(units: list[list[Cell]], shape: tuple[int, ...]) -> list[Line]:
    """Return the names of units, derived from the positions of their cells."""
    kinds = [_kind(unit, shape) for unit in units]
    boxes = (unit for kind, unit in zip(kinds, units, strict=True) if kind == "box")
    if sum(map(len, boxes)) < math.prod(shape):  # In a jigsaw, a region that happens to be a box is a region.
        kinds = ["region" if kind == "box" else kind for kind in kinds]
    blocks = itertools.count()
    names = list[Line]()
    for kind, unit in zip(kinds, units, strict=True):
        if kind == "row":
            names.append((kind, unit[0][0]))
        elif kind == "column":
            names.append((kind, unit[0][1]))
        else:
            names.append((kind, next(blocks)))
    return names


def _kind(unit: list[Cell], shape: tuple[int, ...]) -> str:
    if len(shape) != 2 or not unit:
        return "unit"
    rows, columns = {cell[0] for cell in unit}, {cell[1] for cell in unit}
    if len(rows) == 1 and len(columns) == shape[1]:
        return "row"
    if len(columns) == 1 and len(rows) == shape[0]:
        return "column"
    is_box = len(rows) * len(columns) == len(unit)
    is_tight = max(rows) - min(rows) < len(rows) and max(columns) - min(columns) < len(columns)
    return "box" if is_box and is_tight else "region"


def start(
    domains: npt.NDArray[np.uint64], names: Layout, filled: npt.NDArray[np.uint8] | None = None
) -> list[int]:
    """Return the candidates with which a trace begins as one mask per cell; bit v represents value v + 1.

    The values of filled cells are removed from their peers. By default, every cell with a single value is filled.
    """
    if domains.shape[1] == 1:
        masks: list[int] = domains[:, 0].tolist()
    else:
        masks = [sum(word << 64 * k for k, word in enumerate(words)) for words in domains.tolist()]
    is_filled = [
        mask & (mask - 1) == 0 and (filled is None or filled[cell]) for cell, mask in enumerate(masks)
    ]
    lost = [0] * len(masks)
    for unit in names.units:
        taken = repeated = 0
        for cell in unit:
            if is_filled[cell]:
                repeated |= taken & masks[cell]
                taken |= masks[cell]
        for cell in unit if taken else ():
            # A filled cell keeps its value unless a filled peer has the same value.
            lost[cell] |= repeated | taken & ~masks[cell] if is_filled[cell] else taken
    return [mask & ~gone for mask, gone in zip(masks, lost, strict=True)]
