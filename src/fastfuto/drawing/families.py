"""The scenes of the families: here each family has its picture, and one without is shown as text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from ..puzzles import Adjacent, ExactCover, Futoshiki, Grid, Kakuro, LatinSquare, Permutations, Puzzle, Sudoku
from .cells import MARGIN, Lattice, cell_shapes, link_shapes, sign_shape
from .cover import cover_scene
from .scene import Box, Label, Path, Scene, Shape
from .text import native_text
from .view import View

__all__ = ["scene_of"]

GAP = 1.4
"""From one cell to the next where signs stand between them."""
MOST_ARCS = 60
"""Pairs of positions that are drawn as arcs; more of them could not be told apart."""


def scene_of(view: View) -> Scene:
    """Return the picture of a puzzle."""
    for family in type(view.puzzle).__mro__:
        if family in _SCENES:
            return _SCENES[family](view)
    return _text_scene(view)


def _extent(count: int, pitch: float) -> float:
    return 2 * MARGIN + (count - 1) * pitch + 1


def _square(view: View, pitch: float, title: str, signs: Callable[[Lattice], Iterator[Shape]]) -> Scene:
    """Return an n x n grid; `signs` are painted over the cells."""
    n = view.columns
    lattice = Lattice(n, pitch, n)
    shapes = [*cell_shapes(view, lattice), *signs(lattice), *link_shapes(view, lattice)]
    given = sum(map(bool, view.clues))
    side = _extent(n, pitch)
    return Scene(
        side, side, view.puzzle.family, f"{title}, {n} x {n}, {given} number{'s'[: given != 1]}", shapes
    )


def _futoshiki(view: View) -> Scene:
    pairs = _inequalities(view)
    title = f"Futoshiki with {len(pairs)} inequalit{'y' if len(pairs) == 1 else 'ies'}"
    return _square(view, GAP, title, lambda lattice: (sign_shape(view, lattice, *pair) for pair in pairs))


def _inequalities(view: View) -> list[tuple[int, int]]:
    assert isinstance(view.puzzle, Grid)
    n = view.columns
    return [(a * n + b, c * n + d) for (a, b), (c, d) in view.puzzle.inequalities]


def _latin(view: View) -> Scene:
    return _square(view, 1, "Latin square", lambda lattice: _frame(lattice, view))


def _frame(lattice: Lattice, view: View) -> Iterator[Shape]:
    rows = len(view.clues) // lattice.columns
    x, y = lattice.corner(0)
    yield Path("wall", x, y, (("h", lattice.columns), ("v", rows), ("h", -lattice.columns), ("z",)))


def _adjacent(view: View) -> Scene:
    puzzle = view.puzzle
    assert isinstance(puzzle, Adjacent)
    n, half = puzzle.n, (1 + GAP) / 2

    def bars(lattice: Lattice) -> Iterator[Shape]:
        for (r, c), (other_r, other_c) in puzzle.bars:
            first, second = r * n + c, other_r * n + other_c
            x, y = lattice.corner(first)
            used = " used" if {(first, second), (second, first)} & view.used else ""
            if r == other_r:
                yield Path(f"sign bar{used}", x + half, y + 0.14, (("v", 0.72),))
            else:
                yield Path(f"sign bar{used}", x + 0.14, y + half, (("h", 0.72),))

    return _square(view, GAP, f"Adjacent with {len(puzzle.bars)} bar{'s'[: len(puzzle.bars) != 1]}", bars)


def _sudoku(view: View) -> Scene:
    def signs(lattice: Lattice) -> Iterator[Shape]:
        yield from _walls(view, lattice)
        for pair in _inequalities(view):
            sign = sign_shape(view, lattice, *pair)
            x, y = ((a + b) / 2 + 0.5 for a, b in zip(*(lattice.corner(cell) for cell in pair), strict=True))
            yield Box("halo", x - 0.16, y - 0.16, 0.32, 0.32)
            yield sign

    return _square(view, 1, "Sudoku", signs)


def _walls(view: View, lattice: Lattice) -> Iterator[Shape]:
    """Yield the lines between regions, each as long as it is straight, and the frame."""
    assert isinstance(view.puzzle, Sudoku)
    regions = view.puzzle.regions
    n = len(regions)
    for is_upright, lines in ((True, regions.T), (False, regions)):
        differs = (lines[1:] != lines[:-1]).tolist()
        for at, line in enumerate(differs, 1):
            for is_wall, group in itertools.groupby(range(n), line.__getitem__):
                if is_wall:
                    start, *rest = group
                    corner = (at, start) if is_upright else (start, at)
                    move = ("v" if is_upright else "h", len(rest) + 1)
                    yield Path("wall", lattice.left + corner[0], lattice.top + corner[1], (move,))
    yield from _frame(lattice, view)


def _kakuro(view: View) -> Scene:
    puzzle = view.puzzle
    assert isinstance(puzzle, Kakuro)
    rows, columns = puzzle.shape
    lattice = Lattice(columns, 1, 9)
    shapes = list(cell_shapes(view, lattice))
    black: list[Shape] = []
    totals = 0
    for cell, entry in enumerate(itertools.chain(*puzzle.rows)):
        if isinstance(entry, int):
            continue
        x, y = lattice.corner(cell)
        r, c = divmod(cell, columns)
        broken = " conflict" if cell in view.conflicts else ""
        shapes[cell] = Box(f"cell r{r + 1} c{c + 1}{broken} black", x, y)
        if entry is not None:
            totals += sum(map(bool, entry))
            black.append(Path("slash", x, y, (("l", 1, 1),)))
            for total, dx, dy in zip(entry, (0.28, 0.72), (0.73, 0.28), strict=True):
                if total:
                    size = min(0.34, 0.7 / len(str(total)))
                    black.append(Label("total", x + dx, y + dy, str(total), size))
    # The black cells were painted as white ones before their totals were known.
    at = len(view.clues)
    shapes[at:at] = black
    shapes += [*_frame(lattice, view), *link_shapes(view, lattice)]
    title = f"Kakuro, {rows} x {columns}, {totals} total{'s'[: totals != 1]}"
    return Scene(_extent(columns, 1), _extent(rows, 1), puzzle.family, title, shapes)


def _permutations(view: View) -> Scene:
    """Return a row of positions, with their order as signs between neighbours and as arcs above the others."""
    puzzle = view.puzzle
    assert isinstance(puzzle, Permutations)
    n = puzzle.n
    near = [pair for pair in puzzle.order if abs(pair[0] - pair[1]) == 1]
    far = sorted(
        set(puzzle.order) - set(near), key=lambda pair: (pair not in view.used, abs(pair[0] - pair[1]), pair)
    )
    left_out = len(far) - len(far := far[:MOST_ARCS])
    levels: list[list[tuple[int, int]]] = []
    arcs: list[tuple[int, tuple[int, int]]] = []
    for pair in far:
        left, right = sorted(pair)
        level = next(
            (k for k, taken in enumerate(levels) if all(right <= a or b <= left for a, b in taken)), None
        )
        if level is None:
            levels.append([])
            level = len(levels) - 1
        levels[level].append((left, right))
        arcs.append((level, pair))
    top = MARGIN + 0.3 * len(levels) + 0.2 * bool(levels)
    lattice = Lattice(n, GAP, n, top=top)
    shapes = list(cell_shapes(view, lattice))
    shapes += [sign_shape(view, lattice, *pair) for pair in near]
    for level, (lesser, greater) in arcs:
        shapes += _arc(view, lattice, lesser, greater, 0.3 * (level + 1))
    for position in range(n):
        x, y = lattice.corner(position)
        shapes.append(Label("name", x + 0.5, y + 1.28, str(position), 0.26))
    if left_out:
        shapes.append(
            Label("name", _extent(n, GAP) / 2, top + 1.7, f"... and {left_out} more pairs in order", 0.26)
        )
    shapes += link_shapes(view, lattice)
    rules = len(puzzle.order) + len(puzzle.forbidden)
    title = f"Permutations of 1 to {n} with {rules} rule{'s'[: rules != 1]}"
    return Scene(_extent(n, GAP), top + 1.5 + 0.4 * bool(left_out) + MARGIN, puzzle.family, title, shapes)


def _arc(view: View, lattice: Lattice, lesser: int, greater: int, height: float) -> Iterator[Shape]:
    """Yield a line above a row from one cell to a greater one, with a sign in its middle."""
    towards = 1 if greater > lesser else -1
    x, y = lattice.corner(lesser)
    x += 0.5 + 0.18 * towards
    way = (greater - lesser) * lattice.pitch - 0.36 * towards
    used = " used" if (lesser, greater) in view.used else ""
    yield Path(f"order{used}", x, y - 0.04, (("v", -height), ("h", way), ("v", height)))
    middle = x + way / 2
    kind = "lt" if towards == 1 else "gt"
    moves = (("l", -0.14 * towards, 0.09), ("l", 0.14 * towards, 0.09))
    yield Path(f"sign {kind}{used}", middle + 0.07 * towards, y - 0.04 - height - 0.09, moves)


def _text_scene(view: View) -> Scene:
    """Return the text of a puzzle as a picture, for families that have none."""
    lines = native_text(view).splitlines()
    size = 0.4
    width = max(map(len, lines), default=1) * 0.62 * size + 2 * MARGIN
    shapes: list[Shape] = [
        Label("candidate", width / 2, MARGIN + (k + 0.5) * 1.2 * size, line.replace(" ", "\u00a0"), size)
        for k, line in enumerate(line.ljust(max(map(len, lines))) for line in lines)
    ]
    height = len(lines) * 1.2 * size + 2 * MARGIN
    return Scene(width, height, "puzzle", f"A puzzle of the family {view.puzzle.family}", shapes)


_SCENES: dict[type[Puzzle[Any]], Callable[[View], Scene]] = {
    Futoshiki: _futoshiki,
    LatinSquare: _latin,
    Adjacent: _adjacent,
    Sudoku: _sudoku,
    Kakuro: _kakuro,
    Permutations: _permutations,
    ExactCover: cover_scene,
}
