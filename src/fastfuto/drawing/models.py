"""Models as grids: cells in a rectangle, with cages, dots, signs and lines for the constraints."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from ..errors import PuzzleError
from ..model import Model, Relations, mask_bits
from .cells import Lattice, cell_shapes, extent, frame, sign_shape
from .scene import Box, Dot, Label, Path, Scene, Shape
from .view import Appearance, View, lists_of_values, show_cells

INSET = 0.09
"""Distance from the side of a cell to the cage in it."""
_SIGNS: dict[str, Callable[[int, int], int]] = {
    "+": lambda v, w: v + w,
    "×": lambda v, w: v * w,
    "−": lambda v, w: abs(v - w),
    "÷": lambda v, w: 0 if max(v, w) % min(v, w) else max(v, w) // min(v, w),
}
"""The result of two values for each sign, or 0 if the values have none."""
DOT = 0.13
"""Radius of the dot between two related cells."""


class Rectangle:
    """A model whose cells fill a rectangle row by row.

    Attributes
    ----------
    shape : (int, int)
        Rows and columns.
    """

    family: ClassVar[str] = "model"

    def __init__(self, model: Model, shape: Any = None) -> None:
        side = math.isqrt(model.n_cells)
        if shape is None:
            shape = (side, side) if side * side == model.n_cells else (1, model.n_cells)
        try:
            rows, columns = map(int, shape)
        except (TypeError, ValueError):
            raise PuzzleError(f"shape must be a (rows, columns) pair, got {shape!r}") from None
        if rows < 1 or rows * columns != model.n_cells:
            raise PuzzleError(
                f"the shape {rows} x {columns} does not match the {model.n_cells} cells of the model"
            )
        self._model = model
        self.shape: tuple[int, int] = (rows, columns)

    def model(self) -> Model:
        """Return the model itself."""
        return self._model


def _view(view: View, solution: Any, candidates: Any) -> None:
    model = view.puzzle.model()
    allowed = [model.allowed(cell) for cell in range(model.n_cells)]
    clues = [values[0] if len(values) == 1 else 0 for values in allowed]
    if solution is not None and np.shape(solution) == (model.n_cells,):
        solution = np.reshape(solution, view.puzzle.shape)
    if candidates is not None and np.shape(candidates) == (model.n_cells, model.n_values):
        candidates = np.reshape(candidates, (*view.puzzle.shape, model.n_values))
    show_cells(view, clues, model.n_values, solution, candidates)
    if candidates is None and any(1 < len(values) < model.n_values for values in allowed):
        table = np.zeros((model.n_cells, model.n_values), bool)
        for cell, values in enumerate(allowed):
            if 1 < len(values) < model.n_values:
                table[cell, np.array(values) - 1] = True
        view.marks = lists_of_values(table)
    view.conflicts = {cell for cell, values in enumerate(allowed) if not values}
    shown = zip(allowed, view.solved, strict=True)
    view.conflicts |= {cell for cell, (values, value) in enumerate(shown) if value and value not in values}


def _scene(view: View) -> Scene:
    rows, columns = view.puzzle.shape
    model = view.puzzle.model()
    lattice = Lattice(columns, 1, model.n_values)
    shapes = list(cell_shapes(view, lattice))
    regions, lines = _regions_and_lines(model, rows, columns)
    for cells in regions:
        shapes += _outline(lattice, cells, 0, "wall")
    shapes.append(frame(view, lattice))
    # Lines are painted below the values.
    shapes[model.n_cells : model.n_cells] = [shape for cells in lines for shape in _line(lattice, cells)]
    shapes += cage_shapes(groups_of(model), lattice)
    for lesser, greater in model.inequalities.tolist():
        shapes += _inequality(view, lattice, lesser, greater)
    left_out = 0
    for pair, name in zip(model.relations.cells.tolist(), _names(model.relations), strict=True):
        shapes += _related(lattice, pair, name) if name else ()
        left_out += not name
    title = f"A model with {rows} x {columns} cells and {model.n_values} values"
    if left_out:
        title += f"; {left_out} relation{'s'[: left_out != 1]} not shown"
    return Scene(extent(columns, 1), extent(rows, 1), view.puzzle.family, title, shapes)


def _regions_and_lines(model: Model, rows: int, columns: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the units to draw as regions and as lines, without rows and columns."""
    starts, flat = model.skeleton.unit_starts.tolist(), model.skeleton.unit_cells.tolist()
    grid = np.arange(rows * columns).reshape(rows, columns)
    usual = {frozenset(line.tolist()) for line in (*grid, *grid.T)}
    usual |= {frozenset(cells) for cells, _ in groups_of(model)}
    regions, lines, taken = list[list[int]](), list[list[int]](), set[int]()
    for start, end in itertools.pairwise(starts):
        cells = flat[start:end]
        if frozenset(cells) in usual:
            continue
        if _is_connected(cells, columns) and taken.isdisjoint(cells):
            regions.append(cells)
            taken.update(cells)
        elif len(cells) > 2 and not _is_connected(cells, columns):
            lines.append(cells)
    return regions, lines


def groups_of(model: Model) -> Iterator[tuple[list[int], int]]:
    """Yield the cells and the total of each sum."""
    starts, flat, totals = (each.tolist() for each in model.sums)
    for (start, end), total in zip(itertools.pairwise(starts), totals, strict=True):
        yield flat[start:end], total


def _is_connected(cells: Sequence[int], columns: int) -> bool:
    """Return whether the cells are connected orthogonally."""
    left, found = set(cells), [cells[0]] if cells else []
    left -= set(found)
    for cell in found:
        near = {other for other in _neighbours(cell, columns) if other in left}
        left -= near
        found += near
    return not left


def _neighbours(cell: int, columns: int) -> Iterator[int]:
    yield from (cell - columns, cell + columns)
    if cell % columns:
        yield cell - 1
    if (cell + 1) % columns:
        yield cell + 1


def _outline(lattice: Lattice, cells: Iterable[int], inset: float, role: str) -> Iterator[Path]:
    """Yield the outline of cells, at distance `inset` inside them."""
    inside = {divmod(cell, lattice.columns) for cell in cells}
    for r, c in sorted(inside):
        x, y = lattice.corner(r * lattice.columns + c)
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) in inside:
                continue
            # The line extends to the side of the cell if the next cell continues it.
            ends = []
            for side in (-1, 1):
                near = (r + side, c) if dc else (r, c + side)
                is_open = near in inside
                is_corner = is_open and (near[0] + dr, near[1] + dc) in inside
                ends.append(side * (0.5 - inset + inset * is_open + inset * is_corner))
            across = 0.5 - inset
            if dr:
                yield Path(role, x + 0.5 + ends[0], y + 0.5 + dr * across, (("h", ends[1] - ends[0]),))
            else:
                yield Path(role, x + 0.5 + dc * across, y + 0.5 + ends[0], (("v", ends[1] - ends[0]),))


def _middle(lattice: Lattice, cell: int) -> tuple[float, float]:
    x, y = lattice.corner(cell)
    return x + 0.5, y + 0.5


def _line(lattice: Lattice, cells: Sequence[int]) -> Iterator[Shape]:
    """Yield a line through the centres of cells."""
    places = [_middle(lattice, cell) for cell in cells]
    moves = tuple(("l", b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(places))
    yield Path("order", *places[0], moves)


def cage_shapes(
    groups: Iterable[tuple[Sequence[int], int]], lattice: Lattice, drop: float = 0.17
) -> Iterator[Shape]:
    """Yield cages with their totals, or lines if the cells of a sum are not connected or are already in a cage.

    `drop` is the distance from the upper side of a cell to the middle of the total in it.
    """
    taken, named = set[int](), set[int]()
    for cells, total in groups:
        if not cells:
            continue
        if _is_connected(cells, lattice.columns) and taken.isdisjoint(cells):
            yield from _outline(lattice, cells, INSET, "link weak")
            taken.update(cells)
        else:
            yield from _line(lattice, cells)
        first = next((cell for cell in sorted(cells) if cell not in named), min(cells))
        named.add(first)
        x, y = lattice.corner(first)
        width = 0.14 * len(str(total))
        yield Box("halo", x + 0.05, y + drop - 0.12, width + 0.04, 0.24)
        yield Label("name", x + 0.07 + width / 2, y + drop, str(total), 0.22)


def _inequality(view: View, lattice: Lattice, lesser: int, greater: int) -> Iterator[Shape]:
    """Yield the sign between two neighbours, or an arrow to the larger of two other cells."""
    (x, y), (to_x, to_y) = _middle(lattice, lesser), _middle(lattice, greater)
    if greater in _neighbours(lesser, lattice.columns):
        yield Box("halo", (x + to_x) / 2 - 0.16, (y + to_y) / 2 - 0.16, 0.32, 0.32)
        yield sign_shape(view, lattice, lesser, greater)
        return
    length = math.hypot(to_x - x, to_y - y)
    ux, uy = (to_x - x) / length, (to_y - y) / length
    start, way = 0.3, length - 0.7
    yield Path("order", x + start * ux, y + start * uy, (("l", way * ux, way * uy),))
    tip_x, tip_y = to_x - 0.3 * ux, to_y - 0.3 * uy
    moves = (("l", -0.16 * ux - 0.08 * uy, -0.16 * uy + 0.08 * ux), ("l", 0.16 * uy, -0.16 * ux), ("z",))
    yield Path("head", tip_x, tip_y, moves)


def _names(relations: Relations) -> Iterator[str]:
    """Yield the sign of each relation, or "" for a relation without a sign."""
    known: dict[int, str] = {}
    for number in relations.table_numbers.tolist():
        if number not in known:
            known[number] = _name(relations.tables[number])
        yield known[number]


def _name(table: Any) -> str:
    """Return the sign for the pairs that a table allows."""
    n = len(table)
    pairs = {(v + 1, w + 1) for v, w in np.argwhere(mask_bits(table, n)).tolist()}
    every = [(v, w) for v in range(1, n + 1) for w in range(1, n + 1)]
    if pairs == {(v, w) for v, w in every if abs(v - w) == 1}:
        return "o"
    if pairs == {(v, w) for v, w in every if 2 in (v / w, w / v)}:
        return "*"
    if not pairs or len(pairs) == n * n:
        return ""
    for sign, function in _SIGNS.items():
        value, *others = {function(*pair) for pair in pairs}
        if not others and value and pairs == {pair for pair in every if function(*pair) == value}:
            return f"{sign}{value}"
    least = min(abs(v - w) for v, w in pairs)
    if least > 1 and pairs == {(v, w) for v, w in every if abs(v - w) >= least}:
        return f"≥{least}"
    return ""


def _related(lattice: Lattice, pair: Sequence[int], name: str) -> Iterator[Shape]:
    """Yield the dot or the label between two cells, and a line if they are not neighbours."""
    places = [_middle(lattice, cell) for cell in pair]
    x, y = ((a + b) / 2 for a, b in zip(*places, strict=True))
    if name[0] == "≥" or pair[1] not in _neighbours(pair[0], lattice.columns):
        yield from _line(lattice, pair)
    if name == "o":
        yield Dot("halo", x, y, DOT)
        yield Dot("ring", x, y, DOT)
    elif name == "*":
        yield Dot("member", x, y, DOT)
    else:
        width = 0.14 * len(name) + 0.06
        yield Box("halo", x - width / 2, y - 0.12, width, 0.24)
        yield Label("name", x, y, name, 0.22)


def _text(view: View) -> tuple[str, str]:
    """Return the values in rows, with a dot for each blank cell; constraints are left out."""
    width = len(str(max(view.values)))
    words = [f"{value or '.':>{width}}" for value in view.values]
    rows = (words[k : k + view.columns] for k in range(0, len(words), view.columns))
    return "".join(" ".join(row) + "\n" for row in rows), ""


MODEL = Appearance(_view, _scene, _text)
"""The appearance of models."""
