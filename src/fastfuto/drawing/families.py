"""The appearances of the families, with one record each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import PuzzleError
from ..formats import format_puzzle
from ..puzzles import Adjacent, ExactCover, Futoshiki, Grid, Kakuro, LatinSquare, Permutations, Puzzle, Sudoku
from ..puzzles.variants import PARITIES, Variant
from .board import Parts
from .cells import GAP, MARGIN, Lattice, cell_shapes, extent, frame, link_shapes, sign_shape
from .cover import EXACT_COVER
from .models import MODEL, Rectangle, cage_shapes
from .scene import Box, Dot, Label, Path, Scene, Shape
from .text import PLAIN, filled, plain_text, text_scene
from .view import Appearance, View, broken_cells, lists_of_values, show_cells

if TYPE_CHECKING:
    from ..logic.board import Layout

DIGITS = 9
"""The largest value of a Kakuro."""
PARITY = 0.14
"""Distance from the side of a cell to the sign of an even or an odd value."""
BELOW_SIDE, ON_SIDE = 0.17, 0.03
"""Distances of the total of a cage from the side of its cell, without and with pencil marks."""
RULE_SIZE = 0.34
"""Largest font size of the names of further rules."""
MOST_ARCS = 60
"""Most pairs of positions that are drawn as arcs, to keep them distinguishable."""


def appearance_of(puzzle: Puzzle[Any] | Rectangle) -> Appearance:
    """Return the appearance of a puzzle's family or of the family from which it is derived."""
    return next((APPEARANCES[each] for each in type(puzzle).__mro__ if each in APPEARANCES), PLAIN)


def view_of(puzzle: Puzzle[Any] | Rectangle, solution: Any = None, candidates: Any = None) -> View:
    """Return the view of a puzzle, after checking the solution and the candidates.

    Raises
    ------
    PuzzleError
        If the solution or the candidates do not have the shape and type that the family needs.
    """
    view = View(puzzle, appearance_of(puzzle))
    view.appearance.view(view, solution, candidates)
    if candidates is not None and view.marks is not None:
        empty = {cell for cell, marks in enumerate(view.marks) if not marks and not view.values[cell]}
        view.conflicts |= empty - view.black
    return view


# Square grids -------------------------------------------------------------------------------------------


def _grid_view(view: View, solution: Any, candidates: Any) -> None:
    show_cells(view, np.asarray(view.puzzle), view.puzzle.n, solution, candidates)
    view.conflicts = broken_cells(view)


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


def _futoshiki(view: View) -> Scene:
    pairs = _inequalities(view)
    title = f"Futoshiki with {len(pairs)} inequalit{'y' if len(pairs) == 1 else 'ies'}"
    return _square(view, GAP, title, lambda lattice: (sign_shape(view, lattice, *pair) for pair in pairs))


def _inequalities(view: View) -> list[tuple[int, int]]:
    n = view.columns
    return [(a * n + b, c * n + d) for (a, b), (c, d) in view.puzzle.inequalities]


def _latin(view: View) -> Scene:
    return _square(view, 1, "Latin square", lambda lattice: iter([frame(view, lattice)]))


def _adjacent(view: View) -> Scene:
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
    """Yield the frame and the straight lines between regions, each as long as possible."""
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
    """Return a Sudoku with lines between its regions, and a note on the parts that lines cannot express."""
    puzzle = filled(view)
    _, _, note = str(puzzle).partition("\n(only ")
    regions, rows = puzzle.regions, puzzle.clues.tolist()
    width = max(len(str(value)) for row in rows for value in row)
    n = len(rows)
    beside, blank, lines = regions[:, 1:] != regions[:, :-1], "   ", []
    if puzzle.has_default_boxes:
        beside[:], blank = beside.any(axis=0), " "
    for r, row in enumerate(rows):
        words = [f"{value or '.':>{width}}" for value in row]
        joints = [" | " if wall else blank for wall in beside[r]]
        lines.append("".join(word + joint for word, joint in zip(words, [*joints, ""], strict=True)))
        if r + 1 < n:
            walls = (regions[r + 1] != regions[r]).tolist()
            if puzzle.has_default_boxes and any(walls):
                lines.append(re.sub(r"[^|]", "-", lines[-1]).replace("|", "+"))
            elif not puzzle.has_default_boxes:
                lines.append("   ".join(("-" if wall else " ") * width for wall in walls).rstrip())
    return "\n".join(lines) + "\n", f"(only {note}" if note else ""


def _picture(view: View) -> tuple[str, str]:
    """Return a Futoshiki as a text picture, or else in its own format."""
    try:
        return format_puzzle(filled(view), "picture"), ""
    except PuzzleError:  # Larger values have more than one digit.
        return plain_text(view)


def _parts(view: View) -> Parts:
    """Return the signs and regions of a grid."""
    puzzle, values = view.puzzle, view.values
    signs, broken = dict[tuple[int, int], str](), set[tuple[int, int]]()
    for lesser, greater in _inequalities(view):
        pair = min(lesser, greater), max(lesser, greater)
        signs[pair] = _SIGNS[lesser < greater][pair[1] - pair[0] > 1]
        if 0 < values[greater] <= values[lesser]:
            broken.add(pair)
    return Parts(
        signs, puzzle.regions.ravel().tolist() if isinstance(puzzle, Sudoku) else None, broken=broken
    )


def _adjacent_parts(view: View) -> Parts:
    """Return the bars of an Adjacent."""
    n, values = view.columns, view.values
    pairs = [(a * n + b, c * n + d) for (a, b), (c, d) in view.puzzle.bars]
    signs = {(first, second): "|" if second - first == 1 < n else "-" for first, second in pairs}
    broken = {(a, b) for a, b in pairs if values[a] and values[b] and abs(values[a] - values[b]) != 1}
    return Parts(signs, broken=broken)


def _kakuro_parts(view: View) -> Parts:
    """Return the totals of a Kakuro."""
    entries = enumerate(itertools.chain(*view.puzzle.rows))
    given = ((cell, entry) for cell, entry in entries if isinstance(entry, tuple))
    return Parts(totals={cell: (str(down or ""), str(right or "")) for cell, (down, right) in given})


# Variants -----------------------------------------------------------------------------------------------


def _base_of(view: View) -> View:
    """Return the view of the grid of a variant, without the further rules."""
    base = view.puzzle.base
    return replace(view, puzzle=base, appearance=appearance_of(base))


def _variant(view: View) -> Scene:
    """Return the picture of the grid with tinted cells, signs and cages, and with the names of the rules below it."""
    puzzle, n = view.puzzle, view.columns
    base, tinted = _base_of(view), puzzle.tinted()
    scene, lattice = base.appearance.scene(base), Lattice(n, 1, n)
    corners = {name: [lattice.corner(r * n + c) for r, c in getattr(puzzle, name)] for name in PARITIES}
    marks: list[Shape] = [
        Box("tint parity", x + PARITY, y + PARITY, 1 - 2 * PARITY, 1 - 2 * PARITY) for x, y in corners["even"]
    ]
    marks += [Dot("tint parity", x + 0.5, y + 0.5, 0.5 - PARITY) for x, y in corners["odd"]]
    cages = [([r * n + c for r, c in cells], total) for cells, total in puzzle.cages]
    words = ", ".join(view.language.variants[name] for name in puzzle.names)
    size = min(RULE_SIZE, n / (0.55 * len(words)))
    below = Label("name", scene.width / 2, scene.height, words[0].upper() + words[1:], size)
    # The first shapes are the cells.
    cells = [
        shape._replace(role=f"{shape.role} tint") if cell in tinted else shape
        for cell, shape in enumerate(scene.shapes[: n * n])
    ]
    # Pencil marks leave little room for totals.
    drop = ON_SIDE if view.marks else BELOW_SIDE
    shapes = [*cells, *marks, *scene.shapes[n * n :], *cage_shapes(cages, lattice, drop), below]
    name, _, rest = scene.title.partition(",")
    title = f"{name} ({', '.join(puzzle.names)}),{rest}"
    return scene._replace(height=scene.height + MARGIN + RULE_SIZE / 2, title=title, shapes=shapes)


def _variant_text(view: View) -> tuple[str, str]:
    base = _base_of(view)
    text, below = base.appearance.text(base)
    return text, below + view.puzzle.note


def _variant_parts(view: View) -> Parts:
    base = _base_of(view)
    return _parts(base)._replace(below=view.puzzle.note)


# Pages --------------------------------------------------------------------------------------------------


def _gaps_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    return {"square": True, "gaps": True}


def _adjacent_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    bars = [[names.numbers[a], names.numbers[b]] for a, b in puzzle.bars]
    return {"square": True, "gaps": True, "bars": bars}


def _square_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    return {"square": True}


def _sudoku_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    return {"square": True, "regions": puzzle.regions.ravel().tolist()}


def _variant_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    own = appearance_of(puzzle.base).page
    assert own is not None
    marked = {name: [names.numbers[cell] for cell in getattr(puzzle, name)] for name in PARITIES}
    fields = {"rules": list(puzzle.names), **marked}
    return own(puzzle.base, names) | {name: value for name, value in fields.items() if value}


# Kakuro -------------------------------------------------------------------------------------------------


def _kakuro_view(view: View, solution: Any, candidates: Any) -> None:
    puzzle = view.puzzle
    show_cells(view, np.asarray(puzzle), DIGITS, solution, candidates)
    entries = enumerate(itertools.chain(*puzzle.rows))
    view.black = {cell for cell, entry in entries if not isinstance(entry, int)}
    filled = {cell for cell in view.black if view.solved[cell]}
    view.solved = [0 if cell in filled else value for cell, value in enumerate(view.solved)]
    view.conflicts = filled | broken_cells(view)


def _kakuro(view: View) -> Scene:
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
    # Black cells were painted as white cells before their totals were known.
    at = len(view.clues)
    shapes[at:at] = black
    shapes += [frame(view, lattice), *link_shapes(view, lattice)]
    title = f"Kakuro, {rows} x {columns}, {totals} total{'s'[: totals != 1]}"
    return Scene(extent(columns, 1), extent(rows, 1), puzzle.family, title, shapes)


def _kakuro_page(puzzle: Any, names: Layout) -> dict[str, Any]:
    entries = itertools.chain(*puzzle.rows)
    return {
        "places": list(names.places or range(len(names.cells))),
        "totals": [[place, *entry] for place, entry in enumerate(entries) if isinstance(entry, tuple)],
    }


# Permutations -------------------------------------------------------------------------------------------


def _permutations_view(view: View, solution: Any, candidates: Any) -> None:
    puzzle = view.puzzle
    show_cells(view, np.zeros(puzzle.shape, int), puzzle.n, solution, candidates)
    view.conflicts = _broken_positions(puzzle, view.solved)
    if view.marks is None and puzzle.forbidden:
        allowed = np.ones((puzzle.n, puzzle.n), bool)
        rows, values = np.array(puzzle.forbidden).T
        allowed[rows, values - 1] = False
        view.marks = lists_of_values(allowed)


def _permutations(view: View) -> Scene:
    """Return a row of positions, with the order as signs between neighbours and as arcs above other pairs."""
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
    rules = len(puzzle.order) + len(puzzle.forbidden) + len(puzzle.forbidden_neighbours)
    title = f"Permutations of 1 to {n} with {rules} rule{'s'[: rules != 1]}"
    return Scene(extent(n, GAP), top + 1.5 + 0.4 * bool(left_out) + MARGIN, puzzle.family, title, shapes)


def _arc(view: View, lattice: Lattice, lesser: int, greater: int, height: float) -> Iterator[Shape]:
    """Yield an arc above a row between two cells, with a sign in its middle."""
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
    beside = set(puzzle.forbidden_neighbours)
    for k, pair in enumerate(itertools.pairwise(values)):
        if pair in beside:
            broken.update((k, k + 1))
    for pair in puzzle.order:
        if values[pair[0]] and values[pair[1]] and values[pair[0]] >= values[pair[1]]:
            broken.update(pair)
    return broken


def _permutations_text(view: View) -> tuple[str, str]:
    puzzle = view.puzzle
    return (puzzle.show(np.array(view.solved)) if any(view.solved) else str(puzzle)), ""


# All families -------------------------------------------------------------------------------------------


_SIGNS = (">", "v"), ("<", "^")
"""The sign between two cells beside each other or one below the other, if the second or the first is the smaller."""

APPEARANCES: dict[type[Any], Appearance] = {
    Futoshiki: Appearance(_grid_view, _futoshiki, _picture, _parts, _gaps_page, "Futoshiki"),
    LatinSquare: Appearance(_grid_view, _latin, plain_text, _parts, _square_page, "Latin squares"),
    Adjacent: Appearance(_grid_view, _adjacent, plain_text, _adjacent_parts, _adjacent_page, "Adjacent"),
    Sudoku: Appearance(_grid_view, _sudoku, _framed, _parts, _sudoku_page, "Sudoku"),
    Variant: Appearance(_grid_view, _variant, _variant_text, _variant_parts, _variant_page, "variants"),
    Grid: Appearance(_grid_view, text_scene, plain_text, _parts, _square_page),
    Kakuro: Appearance(_kakuro_view, _kakuro, plain_text, _kakuro_parts, _kakuro_page, "Kakuro"),
    Permutations: Appearance(_permutations_view, _permutations, _permutations_text),
    ExactCover: EXACT_COVER,
    Rectangle: MODEL,
}
"""The appearances by class. A derived family shares its base's appearance; others are shown as text."""
