"""The techniques of human logic, over sets of candidates, except assumptions: what each concludes from its premise.

Each function returns what a step may place and remove, or None if its premise does not hold.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

__all__ = [
    "DEDUCTIONS",
    "Cell",
    "Conclusion",
    "Grid",
    "Mark",
    "Rules",
    "arrangements",
    "has_premise",
    "positions_of",
]

Cell: TypeAlias = tuple[int, ...]
Mark: TypeAlias = tuple[Cell, int]
Grid: TypeAlias = dict[Cell, set[int]]
"""The candidates of each cell."""
Conclusion: TypeAlias = tuple[set[Mark], set[Mark]]
"""What is placed, and what is removed."""


class Rules:
    """The cells, lines and inequalities of a puzzle, by name.

    Attributes
    ----------
    n : int
        Number of values.
    lines : dict
        The cells of each line, by its kind and number.
    less : set of (Cell, Cell)
    peers : dict
        The cells that each cell sees.
    """

    def __init__(self, puzzle: Any) -> None:
        model = puzzle.model()
        self.n: int = model.n_values
        names = list(itertools.product(*map(range, puzzle.shape)))
        self.lines: dict[tuple[str, int], tuple[Cell, ...]] = {}
        blocks = 0
        for unit in model.skeleton.units:
            cells = tuple(names[cell] for cell in unit)
            kind, number = self._name(cells, puzzle.shape)
            if number < 0:
                number = blocks
                blocks += 1
            self.lines[kind, number] = cells
        self.less = {(names[a], names[b]) for a, b in model.inequalities.tolist()}
        self.peers = {
            name: {cell for line in self.lines.values() if name in line for cell in line} - {name}
            for name in names
        }

    @staticmethod
    def _name(cells: tuple[Cell, ...], shape: tuple[int, ...]) -> tuple[str, int]:
        if len(shape) == 2:
            rows, columns = sorted({r for r, _ in cells}), sorted({c for _, c in cells})
            if len(rows) == 1 and len(columns) == shape[1]:
                return "row", rows[0]
            if len(columns) == 1 and len(rows) == shape[0]:
                return "column", columns[0]
            is_solid = all(line == list(range(line[0], line[-1] + 1)) for line in (rows, columns) if line)
            return ("box" if is_solid and len(rows) * len(columns) == len(cells) else "region"), -1
        return "unit", -1

    def is_full(self, line: tuple[str, int]) -> bool:
        """Return whether a line needs every value."""
        return len(self.lines[line]) == self.n


def has_premise(step: Any, *, cells: int = 0, values: int = 0, lines: int = 0, **others: bool) -> bool:
    """Return whether a step has premises of these numbers, and of other kinds only those named."""
    return (
        (len(step.cells), len(step.values), len(step.lines)) == (cells, values, lines)
        and bool(step.inequalities) == others.get("inequalities", False)
        and bool(step.links) == others.get("links", False)
        and bool(step.cases) == others.get("cases", False)
    )


def positions_of(grid: Grid, cells: Iterable[Cell], value: int) -> set[Cell]:
    """Return the cells that may take a value."""
    return {cell for cell in cells if value in grid[cell]}


def _marks(grid: Grid, cells: Iterable[Cell], values: Iterable[int]) -> set[Mark]:
    return {(cell, value) for cell in cells for value in grid[cell].intersection(values)}


# Singles --------------------------------------------------------------------------------------------------


def _full_house(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=1, lines=1) or not rules.is_full(step.lines[0]):
        return None
    line = rules.lines[step.lines[0]]
    others = set(line) - set(step.cells)
    if len(others) != rules.n - 1 or any(len(grid[cell]) != 1 for cell in others):
        return None
    missing = set(range(1, rules.n + 1)) - {value for cell in others for value in grid[cell]}
    return ({(step.cells[0], missing.pop())}, set()) if len(missing) == 1 else None


def _naked_single(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=1, values=1) or grid[step.cells[0]] != set(step.values):
        return None
    return {(step.cells[0], step.values[0])}, set()


def _hidden_single(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=1, values=1, lines=1) or not rules.is_full(step.lines[0]):
        return None
    if positions_of(grid, rules.lines[step.lines[0]], step.values[0]) != set(step.cells):
        return None
    return {(step.cells[0], step.values[0])}, set()


# Inequalities ---------------------------------------------------------------------------------------------


def _climb(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    k = len(step.cells) - 1
    if not has_premise(step, cells=k + 1, inequalities=True) or k < 1:
        return None
    if step.inequalities != tuple(itertools.pairwise(step.cells)) or (k == 1) != (
        step.technique == "inequality bound"
    ):
        return None
    least, greatest = min(grid[step.cells[0]]), max(grid[step.cells[-1]])
    if step.technique == "ascending chain":
        least, greatest = 1, rules.n
    allowed = [range(least + i, greatest - k + i + 1) for i in range(k + 1)]
    removed = {(c, v) for c, kept in zip(step.cells, allowed, strict=True) for v in grid[c] if v not in kept}
    return set(), removed


def _hill(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    """Return what the cells of a line below (or above) a cell leave for it."""
    k = len(step.cells)
    if not has_premise(step, cells=k, lines=1, inequalities=True) or len(step.removed) != 1:
        return None
    top = step.removed[0][0]
    inside = {top, *step.cells}
    if top in step.cells or not inside <= set(rules.lines[step.lines[0]]):
        return None
    if not {cell for pair in step.inequalities for cell in pair} <= inside:
        return None
    for is_peak in (True, False):
        reached = {top}
        for _ in inside:
            reached |= {a if is_peak else b for a, b in step.inequalities if (b if is_peak else a) in reached}
        if reached == inside:
            break
    else:
        return None
    if (step.technique, is_peak) in (("hill", False), ("valley", True)):
        return None
    bound = 0
    for least in sorted(min(grid[c]) if is_peak else rules.n + 1 - max(grid[c]) for c in step.cells):
        bound = bound + 1 if step.technique != "same-line order" else max(bound + 1, least)
    lost = range(1, bound + 1) if is_peak else range(rules.n + 1 - bound, rules.n + 1)
    return set(), _marks(grid, [top], lost)


def _ordered_set(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=len(step.cells), lines=1, inequalities=True) or not rules.is_full(
        step.lines[0]
    ):
        return None
    cells = [cell for cell in rules.lines[step.lines[0]] if len(grid[cell]) > 1]
    if set(cells) != set(step.cells) or not {c for pair in step.inequalities for c in pair} <= set(cells):
        return None
    used = arrangements(cells, grid, set(step.inequalities))
    return (set(), {(c, v) for c in cells for v in grid[c]} - used) if used else None


def arrangements(cells: list[Cell], grid: Grid, less: set[tuple[Cell, Cell]]) -> set[Mark]:
    """Return the candidates of open cells of a line that some arrangement of its values uses.

    Values are given out in ascending order, each to a cell all of whose lesser cells have theirs.
    """
    values = sorted({value for cell in cells for value in grid[cell]})
    used: set[Mark] = set()
    known: dict[frozenset[Cell], bool] = {}

    def ends(filled: frozenset[Cell]) -> bool:
        if len(filled) == len(cells):
            return True
        if filled not in known:
            value = values[len(filled)]
            known[filled] = False
            for cell in cells:
                needs = {a for a, b in less if b == cell}
                if cell not in filled and value in grid[cell] and needs <= filled and ends(filled | {cell}):
                    used.add((cell, value))
                    known[filled] = True
        return known[filled]

    return used if len(values) == len(cells) and ends(frozenset()) else set()


# Sets and fish --------------------------------------------------------------------------------------------


def _locked(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=len(step.cells), values=1, lines=2) or not rules.is_full(step.lines[0]):
        return None
    one, other = (set(rules.lines[line]) for line in step.lines)
    positions = positions_of(grid, one, step.values[0])
    if positions != set(step.cells) or not positions or not positions <= other:
        return None
    return set(), _marks(grid, other - one, step.values)


def _set(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    k = len(step.cells)
    if not has_premise(step, cells=k, values=k, lines=1) or not _is_size(step.technique.split()[1], k):
        return None
    line = set(rules.lines[step.lines[0]])
    if not set(step.cells) <= line:
        return None
    if step.technique.startswith("naked"):
        if set().union(*(grid[cell] for cell in step.cells)) != set(step.values):
            return None
        return set(), _marks(grid, line - set(step.cells), step.values)
    positions = [positions_of(grid, line, value) for value in step.values]
    if not rules.is_full(step.lines[0]) or set().union(*positions) != set(step.cells):
        return None
    return set(), {(c, v) for c in step.cells for v in grid[c] if v not in step.values}


def _is_size(name: str, k: int) -> bool:
    sizes = {"pair": 2, "x-wing": 2, "triple": 3, "swordfish": 3, "quadruple": 4}
    return k == sizes[name] if name in sizes else k >= (5 if name == "set" else 4)


def _fish(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    k = len(step.lines) // 2
    if not has_premise(step, cells=len(step.cells), values=1, lines=2 * k):
        return None
    if not _is_size("fish" if step.technique == "larger fish" else step.technique, k):
        return None
    lines = [set(rules.lines[line]) for line in step.lines]
    base, cover = lines[:k], lines[k:]
    if any(a & b for a, b in itertools.combinations(base, 2)) or not all(map(rules.is_full, step.lines[:k])):
        return None
    positions = positions_of(grid, set().union(*base), step.values[0])
    if positions != set(step.cells) or not positions <= set().union(*cover):
        return None
    return set(), _marks(grid, set().union(*cover) - set().union(*base), step.values)


# Chains ---------------------------------------------------------------------------------------------------


def _sees(rules: Rules, cell: Cell, other: Cell) -> bool:
    return other in rules.peers[cell]


def _joined(step: Any) -> bool:
    """Return whether the links of a chain follow each other, from a strong one to a strong one."""
    kinds = [kind for _, _, kind in step.links]
    return (
        all(a[1] == b[0] for a, b in itertools.pairwise(step.links))
        and len(kinds) % 2 == 1
        and all((kind == "strong") == (k % 2 == 0) for k, kind in enumerate(kinds))
    )


def _x_chain(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    k = (len(step.links) + 1) // 2
    if not has_premise(
        step, cells=len(step.cells), values=1, lines=len(step.lines), links=True
    ) or not _joined(step):
        return None
    marks = [step.links[0][0], *(b for _, b, _ in step.links)]
    if step.cells != tuple(dict.fromkeys(c for c, _ in marks)) or {v for _, v in marks} != set(step.values):
        return None
    value = step.values[0]
    strong = [{a[0], b[0]} for a, b, kind in step.links if kind == "strong"]
    if len(strong) != k or not step.lines:
        return None
    named = {
        frozenset(positions_of(grid, rules.lines[line], value)) for line in step.lines if rules.is_full(line)
    }
    if not all(frozenset(pair) in named for pair in strong) or len(named) != len(step.lines):
        return None
    if any(
        kind != "strong" and not (kind == "weak" and _sees(rules, a[0], b[0])) for a, b, kind in step.links
    ):
        return None
    first, last = marks[0][0], marks[-1][0]
    return set(), _marks(grid, rules.peers[first] & (rules.peers[last] | {last}) - {last}, [value])


def _excludes(rules: Rules, less: set[tuple[Cell, Cell]], one: Mark, other: Mark) -> bool:
    """Return whether two candidates cannot both be true, by a line or by one of these inequalities."""
    (a, x), (b, y) = one, other
    return (x == y and _sees(rules, a, b)) or ((a, b) in less and y <= x) or ((b, a) in less and y >= x)


def _xy_chain(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    is_across = step.technique == "chain across inequalities"
    if not has_premise(step, cells=len(step.cells), links=True, inequalities=is_across) or not _joined(step):
        return None
    less = set(step.inequalities)
    order = dict.fromkeys(a[0] for a, _, kind in step.links if kind == "strong")
    if step.cells != tuple(order):
        return None
    for a, b, kind in step.links:
        if kind == "strong":
            if a[0] != b[0] or grid[a[0]] != {a[1], b[1]}:
                return None
        elif not _excludes(rules, less if kind == "inequality" else set(), a, b):
            return None
    first, last = step.links[0][0], step.links[-1][1]
    removed = {
        (cell, value)
        for cell, values in grid.items()
        for value in values
        if _excludes(rules, less, first, (cell, value)) and _excludes(rules, less, last, (cell, value))
    }
    return set(), removed


DEDUCTIONS: dict[str, Callable[[Rules, Grid, Any], Conclusion | None]] = {
    "full house": _full_house,
    "naked single": _naked_single,
    "hidden single": _hidden_single,
    "inequality bound": _climb,
    "ascending chain": _climb,
    "ascending chain from candidates": _climb,
    "hill": _hill,
    "valley": _hill,
    "same-line order": _hill,
    "locked candidates": _locked,
    "naked pair": _set,
    "hidden pair": _set,
    "naked triple": _set,
    "hidden triple": _set,
    "naked quadruple": _set,
    "hidden quadruple": _set,
    "naked set": _set,
    "x-wing": _fish,
    "swordfish": _fish,
    "larger fish": _fish,
    "x-chain": _x_chain,
    "ordered set": _ordered_set,
    "xy-chain": _xy_chain,
    "chain across inequalities": _xy_chain,
}
