"""Kakuro: white cells, and the totals of their runs in black ones."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from .cells import Lattice, cell_shapes, extent, frame, link_shapes
from .scene import Box, Label, Path, Scene, Shape
from .text import plain_text
from .view import Appearance, View, broken_cells, show_cells

if TYPE_CHECKING:
    from ..logic.board import Layout

__all__ = ["KAKURO"]

DIGITS = 9
"""The greatest value of a cell."""


def _view(view: View, solution: Any, candidates: Any) -> None:
    puzzle = view.puzzle
    show_cells(view, np.asarray(puzzle), DIGITS, solution, candidates)
    entries = enumerate(itertools.chain(*puzzle.rows))
    view.black = {cell for cell, entry in entries if not isinstance(entry, int)}
    filled = {cell for cell in view.black if view.solved[cell]}
    view.solved = [0 if cell in filled else value for cell, value in enumerate(view.solved)]
    view.conflicts = filled | broken_cells(view)


def _scene(view: View) -> Scene:
    puzzle = view.puzzle
    rows, columns = puzzle.shape
    lattice = Lattice(columns, 1, view.n_values)
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
    shapes += [frame(view, lattice), *link_shapes(view, lattice)]
    title = f"Kakuro, {rows} x {columns}, {totals} total{'s'[: totals != 1]}"
    return Scene(extent(columns, 1), extent(rows, 1), puzzle.family, title, shapes)


def _page(puzzle: Any, names: Layout) -> dict[str, Any]:
    entries = itertools.chain(*puzzle.rows)
    return {
        "places": list(names.places or range(len(names.cells))),
        "totals": [[place, *entry] for place, entry in enumerate(entries) if isinstance(entry, tuple)],
    }


KAKURO = Appearance(_view, _scene, plain_text, re.compile(r"\*|\([^)]*\)|-?[0-9]+"), _page, "Kakuro")
