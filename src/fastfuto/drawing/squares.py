"""Square grids: Futoshiki, Latin squares, Adjacent and Sudoku."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..errors import PuzzleError
from ..formats import format_puzzle
from .cells import GAP, Lattice, cell_shapes, extent, frame, link_shapes, sign_shape
from .scene import Box, Path, Scene, Shape
from .text import NUMBER, filled, plain_text, text_scene
from .view import Appearance, View, broken_cells, show_cells

__all__ = ["ADJACENT", "FUTOSHIKI", "GRID", "LATIN", "SUDOKU"]

_CELL = re.compile(r"-?[0-9]+|\.")


def _square(view: View, pitch: float, title: str, signs: Callable[[Lattice], Iterator[Shape]]) -> Scene:
    """Return an n x n grid; `signs` are painted over the cells."""
    n = view.columns
    lattice = Lattice(n, pitch, n)
    shapes = [*cell_shapes(view, lattice), *signs(lattice), *link_shapes(view, lattice)]
    given = sum(map(bool, view.clues))
    side = extent(n, pitch)
    return Scene(
        side, side, view.puzzle.family, f"{title}, {n} x {n}, {given} number{'s'[: given != 1]}", shapes
    )


def _futoshiki_scene(view: View) -> Scene:
    pairs = _inequalities(view)
    title = f"Futoshiki with {len(pairs)} inequalit{'y' if len(pairs) == 1 else 'ies'}"
    return _square(view, GAP, title, lambda lattice: (sign_shape(view, lattice, *pair) for pair in pairs))


def _inequalities(view: View) -> list[tuple[int, int]]:
    n = view.columns
    return [(a * n + b, c * n + d) for (a, b), (c, d) in view.puzzle.inequalities]


def _latin_scene(view: View) -> Scene:
    return _square(view, 1, "Latin square", lambda lattice: iter([frame(view, lattice)]))


def _adjacent_scene(view: View) -> Scene:
    puzzle = view.puzzle
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


def _sudoku_scene(view: View) -> Scene:
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
    yield frame(view, lattice)


def _framed(view: View) -> tuple[str, str]:
    """Return a Sudoku with lines between its regions, and what the lines cannot say."""
    puzzle = filled(view)
    _, _, note = str(puzzle).partition("\n(only ")
    regions, rows = puzzle.regions, puzzle.clues.tolist()
    width = max(len(str(value)) for row in rows for value in row)
    n = len(rows)
    is_wall = (regions[:, 1:] != regions[:, :-1]).any(axis=0).tolist() if puzzle.has_default_boxes else []
    beside = [is_wall] * n if puzzle.has_default_boxes else (regions[:, 1:] != regions[:, :-1]).tolist()
    lines = []
    for r, row in enumerate(rows):
        words = [f"{value or '.':>{width}}" for value in row]
        if puzzle.has_default_boxes:
            joints = [" | " if wall else " " for wall in beside[r]]
        else:
            joints = [" | " if wall else "   " for wall in beside[r]]
        lines.append("".join(word + joint for word, joint in zip(words, [*joints, ""], strict=True)))
        if r + 1 < n:
            walls = (regions[r + 1] != regions[r]).tolist()
            if puzzle.has_default_boxes and any(walls):
                lines.append(re.sub(r"[^|]", "-", lines[-1]).replace("|", "+"))
            elif not puzzle.has_default_boxes:
                lines.append("   ".join(("-" if wall else " ") * width for wall in walls).rstrip())
    return "\n".join(lines) + "\n", f"(only {note}" if note else ""


def _picture(view: View) -> tuple[str, str]:
    """Return a Futoshiki as the README has it, or else in its own format."""
    try:
        return format_puzzle(filled(view), "picture"), ""
    except PuzzleError:  # Its values do not have one digit each.
        return plain_text(view)


def _view(view: View, solution: Any, candidates: Any) -> None:
    show_cells(view, np.asarray(view.puzzle), view.puzzle.n, solution, candidates)
    view.conflicts = broken_cells(view)


GRID = Appearance(_view, text_scene, plain_text, NUMBER, lambda puzzle, names: {"square": True})
"""A square grid of any other family, which has its text alone."""
FUTOSHIKI = GRID._replace(
    scene=_futoshiki_scene,
    text=_picture,
    token=_CELL,
    page=lambda puzzle, names: {"square": True, "gaps": True},
    plural="Futoshiki",
)
LATIN = GRID._replace(scene=_latin_scene, plural="Latin squares")
ADJACENT = GRID._replace(scene=_adjacent_scene, page=None)
SUDOKU = GRID._replace(
    scene=_sudoku_scene,
    text=_framed,
    token=_CELL,
    page=lambda puzzle, names: {"square": True, "regions": puzzle.regions.ravel().tolist()},
    plural="Sudoku",
)
