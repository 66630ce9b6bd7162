"""Permutations: a row of positions, and arcs for the order of those that are not neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .cells import GAP, MARGIN, Lattice, cell_shapes, extent, link_shapes, sign_shape
from .scene import Label, Path, Scene, Shape
from .view import Appearance, View, lists_of_values, show_cells

__all__ = ["PERMUTATIONS"]

MOST_ARCS = 60
"""Pairs of positions that are drawn as arcs; more of them could not be told apart."""


def _view(view: View, solution: Any, candidates: Any) -> None:
    puzzle = view.puzzle
    show_cells(view, np.zeros(puzzle.shape, int), puzzle.n, solution, candidates)
    view.conflicts = _broken_positions(puzzle, view.solved)
    if view.marks is None and puzzle.forbidden:
        allowed = np.ones((puzzle.n, puzzle.n), bool)
        rows, values = np.array(puzzle.forbidden).T
        allowed[rows, values - 1] = False
        view.marks = lists_of_values(allowed)


def _scene(view: View) -> Scene:
    """Return a row of positions, with their order as signs between neighbours and as arcs above the others."""
    puzzle = view.puzzle
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
            Label("name", extent(n, GAP) / 2, top + 1.7, f"... and {left_out} more pairs in order", 0.26)
        )
    shapes += link_shapes(view, lattice)
    rules = len(puzzle.order) + len(puzzle.forbidden)
    title = f"Permutations of 1 to {n} with {rules} rule{'s'[: rules != 1]}"
    return Scene(extent(n, GAP), top + 1.5 + 0.4 * bool(left_out) + MARGIN, puzzle.family, title, shapes)


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


def _broken_positions(puzzle: Any, values: list[int]) -> set[int]:
    """Return the positions of a permutation that break a rule."""
    forbidden, broken = set(puzzle.forbidden), set()
    for position, value in enumerate(values):
        if value and (
            not 1 <= value <= puzzle.n or values.count(value) > 1 or (position, value) in forbidden
        ):
            broken.add(position)
    for pair in puzzle.order:
        if values[pair[0]] and values[pair[1]] and values[pair[0]] >= values[pair[1]]:
            broken.update(pair)
    return broken


def _text(view: View) -> tuple[str, str]:
    puzzle = view.puzzle
    return (puzzle.show(np.array(view.solved)) if any(view.solved) else str(puzzle)), ""


PERMUTATIONS = Appearance(_view, _scene, _text)
