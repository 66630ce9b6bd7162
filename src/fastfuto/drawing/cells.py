"""Shapes of cells in rows: values, pencil marks, and the arrows of chains."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

from .scene import Box, Dot, Label, Path, Shape
from .view import View

MARGIN = 0.3
"""Margin around the cells."""
GAP = 1.4
"""Distance between cells with signs between them."""
VALUE = 0.58
"""Font size of a value."""
_MONOSPACE = 0.602
"""Width of a character of a monospaced font, in heights of the font."""
_ROOM = 0.93
"""Fraction of a cell's side that pencil marks take."""
_BLANK = "\u00a0"
_CONFLICT = ((0.06, 0.06), ("h", 0.88), ("v", 0.88), ("h", -0.88), ("z",))

_W, _H = 0.1, 0.15
SIGNS = {
    # The smaller of the two cells is on the left, on the right, above, or below.
    "lt beside": (_W, -_H, (("l", -2 * _W, _H), ("l", 2 * _W, _H))),
    "gt beside": (-_W, -_H, (("l", 2 * _W, _H), ("l", -2 * _W, _H))),
    "lt under": (-_H, _W, (("l", _H, -2 * _W), ("l", _H, 2 * _W))),
    "gt under": (-_H, -_W, (("l", _H, 2 * _W), ("l", _H, -2 * _W))),
}


class Lattice(NamedTuple):
    """The positions of the cells in a picture.

    Attributes
    ----------
    columns : int
    pitch : float
        Distance between cells.
    n_values : int
    left, top : float
        The upper left corner of the first cell.
    """

    columns: int
    pitch: float
    n_values: int
    left: float = MARGIN
    top: float = MARGIN

    def corner(self, cell: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        r, c = divmod(cell, self.columns)
        return self.left + c * self.pitch, self.top + r * self.pitch

    def spot(self, cell: int, value: int) -> tuple[float, float]:
        """Return the centre of a pencil mark; each value has a fixed place in the cell."""
        x, y = self.corner(cell)
        marks = marks_of(self.n_values)
        r, c = divmod(value - 1, marks.columns)
        dx, dy = (c - (marks.columns - 1) / 2) * marks.across, (r - (marks.rows - 1) / 2) * marks.down
        return x + 0.5 + dx, y + 0.5 + dy


class Marks(NamedTuple):
    """The layout of pencil marks in a cell: their number, their distances and their font size."""

    columns: int
    rows: int
    across: float
    down: float
    size: float


@functools.lru_cache(maxsize=256)
def marks_of(n_values: int) -> Marks:
    """Return the layout of the pencil marks for n values."""
    columns = math.isqrt(max(n_values - 1, 0)) + 1
    rows = -(-n_values // columns)
    if n_values <= 9:
        # Each place is as wide as two characters of a monospaced font.
        size = min(0.27, _ROOM / columns / (2 * _MONOSPACE))
        return Marks(columns, rows, 2 * _MONOSPACE * size, min(2 * _MONOSPACE * size, _ROOM / rows), size)
    digits = len(str(n_values))
    across, down = _ROOM / columns, _ROOM / rows
    return Marks(columns, rows, across, down, min(0.95 * down, 0.8 * across / (digits * _MONOSPACE)))


def extent(count: int, pitch: float) -> float:
    """Return the length of `count` cells with margins."""
    return 2 * MARGIN + (count - 1) * pitch + 1


def frame(view: View, lattice: Lattice) -> Path:
    """Return the outline of a grid whose cells have no gaps between them."""
    rows = len(view.clues) // lattice.columns
    x, y = lattice.corner(0)
    return Path("wall", x, y, (("h", lattice.columns), ("v", rows), ("h", -lattice.columns), ("z",)))


def cell_shapes(view: View, lattice: Lattice) -> Iterator[Shape]:
    """Yield the cells of a picture and their contents."""
    columns, roles, conflicts = lattice.columns, view.roles, view.conflicts
    touched = {cell for cell, _ in view.special}
    shown: list[Label] = []
    marks: list[Shape] = []
    for cell, (clue, value) in enumerate(zip(view.clues, view.solved, strict=True)):
        r, c = divmod(cell, columns)
        x, y = lattice.left + c * lattice.pitch, lattice.top + r * lattice.pitch
        kind = "number" if clue else "solved" if value and cell not in touched else "empty"
        extra = f" {roles[cell]}" if cell in roles else ""
        if cell in conflicts:
            extra += " conflict"
        yield Box(f"cell r{r + 1} c{c + 1} {kind}{extra}", x, y)
        if kind != "empty":
            text = str(clue or value)
            size = VALUE if len(text) < 3 else 1.1 / len(text)
            shown.append(Label(kind, x + 0.5, y + 0.5, text, size))
        elif view.marks is not None:
            marks.extend(_mark_shapes(view, lattice, cell, x + 0.5, y + 0.5))
    # Labels with the same look are yielded consecutively.
    yield from sorted(shown, key=_look)
    yield from sorted(marks, key=_order)
    for cell in conflicts:
        x, y = lattice.corner(cell)
        (dx, dy), *moves = _CONFLICT
        yield Path("edge", x + dx, y + dy, tuple(moves))


def _look(label: Label) -> tuple[str, float]:
    return label.role, label.size


def _order(shape: Shape) -> bool:
    """Return the sort key that puts plain pencil marks before the marks of a step."""
    return not shape.role.startswith("candidate marks")


def _mark_shapes(view: View, lattice: Lattice, cell: int, x: float, y: float) -> Iterator[Shape]:
    """Yield the pencil marks of a cell with its centre at x and y."""
    assert view.marks is not None
    values, special = view.marks[cell], view.special
    marks = marks_of(lattice.n_values)
    plain = [value for value in values if (cell, value) not in special] if special else values
    if lattice.n_values <= 9:
        for across, down, text in _rows_of_marks(tuple(plain), marks):
            yield Label("candidate marks", x + across, y + down, text, marks.size)
    else:
        for value in plain:
            yield Label("candidate", *lattice.spot(cell, value), str(value), marks.size)
    for value in values:
        if (cell, value) in special:
            yield from _special_shapes(special[cell, value], *lattice.spot(cell, value), value, marks)


@functools.lru_cache(maxsize=1024)
def _rows_of_marks(values: tuple[int, ...], marks: Marks) -> list[tuple[float, float, str]]:
    """Return rows of pencil marks, each as one text with its start relative to the centre of the cell.

    One text per mark would make the picture of a 9 x 9 three times as large.
    """
    rows = []
    for r in range(marks.rows):
        first = r * marks.columns + 1
        digits = [str(v) if v in values else _BLANK for v in range(first, first + marks.columns)]
        text = _BLANK.join(digits).rstrip(_BLANK)
        if text:
            skipped = len(text) - len(text := text.lstrip(_BLANK))
            left = (skipped / 2 - (marks.columns - 1) / 2) * marks.across - _MONOSPACE * marks.size / 2
            rows.append((left, (r - (marks.rows - 1) / 2) * marks.down, text))
    return rows


def _special_shapes(role: str, x: float, y: float, value: int, marks: Marks) -> Iterator[Shape]:
    """Yield a pencil mark of a step."""
    radius = _radius(marks)
    if role == "set":
        yield Dot("disc", x, y, radius)
    elif role == "used":
        yield Dot("ring", x, y, radius)
    yield Label(f"candidate {role}", x, y, str(value), marks.size)
    if role == "removed":
        reach = 0.9 * radius
        yield Path("strike", x - reach, y + reach, (("l", 2 * reach, -2 * reach),))


def _radius(marks: Marks) -> float:
    """Return the radius of the circle around a pencil mark."""
    return min(0.62 * marks.size, 0.47 * marks.across)


def link_shapes(view: View, lattice: Lattice) -> Iterator[Shape]:
    """Yield numbered arrows for the links of a chain, and numbers for the consequences of an assumption."""
    marks = marks_of(lattice.n_values)
    radius = _radius(marks)
    for number, ((cell, value), (other, last), kind) in enumerate(view.links, 1):
        yield from _arrow(lattice.spot(cell, value), lattice.spot(other, last), radius, kind, number)
    for number, (cell, value) in enumerate(view.badges, 1):
        if value:
            x, y = lattice.spot(cell, value)
            yield from _badge(x + radius, y - radius, number)
        else:
            x, y = lattice.corner(cell)
            yield from _badge(x + 0.94, y + 0.06, number)


def _arrow(
    start: tuple[float, float], end: tuple[float, float], radius: float, kind: str, number: int
) -> Iterator[Shape]:
    """Yield a curved arrow between two pencil marks; the curve separates arrows along a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    # A short arrow between two marks of a cell goes around the marks.
    bend = min(0.22 * length, 0.5) if length > 0.7 else 0.45
    # The control point of the curve is beside the middle of the line.
    cx, cy = (start[0] + end[0]) / 2 + bend * dy / length, (start[1] + end[1]) / 2 - bend * dx / length
    (ax, ay), (bx, by) = _towards(start, (cx, cy), radius), _towards(end, (cx, cy), radius)
    tip = 0.13
    ux, uy = (bx - cx) / math.dist((bx, by), (cx, cy)), (by - cy) / math.dist((bx, by), (cx, cy))
    hx, hy = bx - tip * ux, by - tip * uy
    yield Path(f"link {kind}", ax, ay, (("q", cx - ax, cy - ay, hx - ax, hy - ay),))
    yield Path(
        "head",
        bx,
        by,
        (("l", -tip * ux - 0.07 * uy, -tip * uy + 0.07 * ux), ("l", 0.14 * uy, -0.14 * ux), ("z",)),
    )
    yield from _badge((ax + bx + 2 * cx) / 4, (ay + by + 2 * cy) / 4, number)


def _towards(point: tuple[float, float], other: tuple[float, float], way: float) -> tuple[float, float]:
    """Return the point at distance `way` from `point` towards `other`."""
    length = math.dist(point, other)
    share = min(way / length, 0.45) if length else 0.0
    return point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1])


def _badge(x: float, y: float, number: int) -> Iterator[Shape]:
    size = 0.17 if number < 10 else 0.14
    yield Dot("badge", x, y, 0.115)
    yield Label("order", x, y, str(number), size)


def sign_shape(view: View, lattice: Lattice, lesser: int, greater: int) -> Path:
    """Return the sign between two neighbouring cells."""
    first = min(lesser, greater)
    x, y = lattice.corner(first)
    half = (1 + lattice.pitch) / 2
    kind = "lt" if first == lesser else "gt"
    if abs(lesser - greater) == 1:
        x, y, where = x + half, y + 0.5, "beside"
    else:
        x, y, where = x + 0.5, y + half, "under"
    dx, dy, moves = SIGNS[f"{kind} {where}"]
    used = " used" if (lesser, greater) in view.used else ""
    return Path(f"sign {kind}{used}", x + dx, y + dy, moves)
