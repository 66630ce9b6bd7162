"""The techniques of human logic, except assumptions, over sets of candidates: conclusions from premises.

Each function returns the candidates that a step may place and remove, or None if its premise does not hold.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from .rules import Cell, Grid, Mark, Rules

Conclusion: TypeAlias = tuple[set[Mark], set[Mark]]
"""The placed and the removed candidates."""
Derivation: TypeAlias = Callable[[Rules, Grid, Any], Conclusion | None]
"""Takes a step, and returns its conclusion, or None if the step has no premise of this technique."""


def has_premise(step: Any, *, cells: int = 0, values: int = 0, lines: int = 0, **others: bool) -> bool:
    """Return whether a step has these numbers of premises, and other premises only of the named kinds."""
    return (
        (len(step.cells), len(step.values), len(step.lines)) == (cells, values, lines)
        and bool(step.inequalities) == others.get("inequalities", False)
        and bool(step.links) == others.get("links", False)
        and bool(step.cases) == others.get("cases", False)
        and len(step.relations) == others.get("relations", False)
        and len(step.sums) == others.get("sums", False)
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
    if not has_premise(step, cells=k + 1, values=len(step.values), inequalities=True) or k < 1:
        return None
    if step.inequalities != tuple(itertools.pairwise(step.cells)) or (k == 1) != (
        step.technique == "inequality bound"
    ):
        return None
    least, greatest = min(grid[step.cells[0]]), max(grid[step.cells[-1]])
    if step.technique == "ascending chain":
        least, greatest = 1, rules.n
    # The values of a longer chain are the lower bound of its first cell and the upper bound of its last cell, unless
    # there is no room for the chain.
    rooms = {(low, high) for low in (1, least) for high in (rules.n, greatest) if 1 < k <= high - low}
    if step.values not in rooms if step.values else (least, greatest) in rooms:
        return None
    least, greatest = step.values or (least, greatest)
    allowed = [range(least + i, greatest - k + i + 1) for i in range(k + 1)]
    removed = {(c, v) for c, kept in zip(step.cells, allowed, strict=True) for v in grid[c] if v not in kept}
    return set(), removed


def _hill(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    """Return the conclusions for a cell from the cells of a line below (or above) it."""
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
    """Return the candidates of a line's open cells that some arrangement of its values uses.

    Values are assigned in ascending order, each to a cell whose smaller cells all have values.
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


# Relations and sums ---------------------------------------------------------------------------------------


def partners(rules: Rules, grid: Grid, relation: tuple[Cell, Cell, str]) -> set[int]:
    """Return the values of the second cell that are compatible with a candidate of the first in all such relations."""
    one, other, _ = relation
    is_seen = other in rules.peers[one]
    return set.intersection(
        *(
            {w for v, w in pairs if v in grid[one] and not (is_seen and v == w)}
            for pairs in rules.related[relation]
        )
    )


def _relation(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=1, values=len(step.values), relations=True):
        return None
    one, other, _ = step.relations[0]
    if step.cells != (one,) or set(step.values) != grid[one]:
        return None
    if (step.technique == "relation") != (len(step.values) == 1):
        return None
    return set(), {(other, value) for value in grid[other] - partners(rules, grid, step.relations[0])}


def choices(grid: Grid, cells: tuple[Cell, ...], total: int) -> set[Mark]:
    """Return the candidates of a run that occur in some choice of different values with this total."""
    found: set[Mark] = set()
    known: dict[tuple[int, frozenset[int]], bool] = {}

    def ends(k: int, used: frozenset[int]) -> bool:
        if k == len(cells):
            return sum(used) == total
        if (k, used) not in known:
            marks = [(cells[k], v) for v in grid[cells[k]] - used if ends(k + 1, used | {v})]
            found.update(marks)
            known[k, used] = bool(marks)
        return known[k, used]

    ends(0, frozenset())
    return found


def bounds(rules: Rules, grid: Grid, cells: tuple[Cell, ...], total: int, cell: Cell) -> tuple[int, int]:
    """Return the bounds that the other cells of a sum imply for a cell."""
    others = list(cells)
    others.remove(cell)
    least = total - sum(max(grid[other]) for other in others)
    greatest = total - sum(min(grid[other]) for other in others)
    return max(least, 1), min(greatest, rules.n)


def lost_in_sum(rules: Rules, grid: Grid, cells: tuple[Cell, ...], total: int) -> set[Mark]:
    """Return the candidates that a sum excludes, by the choices of a run or by the bounds of another sum."""
    marks = {(cell, value) for cell in cells for value in grid[cell]}
    if rules.is_run(cells):
        return marks - choices(grid, cells, total)
    if not sum(min(grid[cell]) for cell in cells) <= total <= sum(max(grid[cell]) for cell in cells):
        return marks
    kept = {cell: bounds(rules, grid, cells, total, cell) for cell in cells}
    return {(cell, value) for cell, value in marks if not kept[cell][0] <= value <= kept[cell][1]}


def left_to(rules: Rules, grid: Grid, cells: tuple[Cell, ...], total: int) -> set[int]:
    """Return the digits for the empty cells of a run that its total and its filled cells allow."""
    filled = {value for cell in cells if len(grid[cell]) == 1 for value in grid[cell]}
    n_empty = sum(len(grid[cell]) > 1 for cell in cells)
    left = total - sum(value for cell in cells if len(grid[cell]) == 1 for value in grid[cell])
    others = set(range(1, rules.n + 1)) - filled
    return {v for chosen in itertools.combinations(others, n_empty) if sum(chosen) == left for v in chosen}


def _run(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=len(step.cells), values=len(step.values), sums=True):
        return None
    cells, total = step.sums[0]
    if not rules.is_run(cells) or set(step.cells) != {cell for cell in cells if len(grid[cell]) > 1}:
        return None
    digits = left_to(rules, grid, cells, total)
    if digits != set(step.values):
        return None
    return set(), {(cell, value) for cell in step.cells for value in grid[cell] - digits}


def _run_bounds(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, values=len(step.values), sums=True) or len(step.removed) != 1:
        return None
    cell = step.removed[0][0]
    cells, total = step.sums[0]
    least, greatest = bounds(rules, grid, cells, total, cell)
    # Where a cell occurs twice, its last candidates may leave it no value: then the least is above the greatest.
    if set(step.values) != {least, greatest}:
        return None
    return set(), {(cell, value) for value in grid[cell] if not least <= value <= greatest}


def _run_choices(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, sums=True) or not rules.is_run(step.sums[0][0]):
        return None
    return set(), lost_in_sum(rules, grid, *step.sums[0])


# Sets and fish --------------------------------------------------------------------------------------------


def _locked(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=len(step.cells), values=1, lines=2) or not rules.is_full(step.lines[0]):
        return None
    one, other = (set(rules.lines[line]) for line in step.lines)
    positions = positions_of(grid, one, step.values[0])
    if positions != set(step.cells) or not positions or not positions <= other:
        return None
    return set(), _marks(grid, other - one, step.values)


def _generalized(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=len(step.cells), values=1, lines=1) or not rules.is_full(step.lines[0]):
        return None
    line = rules.lines[step.lines[0]]
    positions = positions_of(grid, line, step.values[0])
    if positions != set(step.cells) or not positions:
        return None
    losers = set.intersection(*(rules.seen[cell] for cell in positions)) - set(line)
    return set(), _marks(grid, losers, step.values)


def _set(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    k = len(step.cells)
    if step.technique == "naked pair" and not step.lines:
        return _seen_pair(rules, grid, step)
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


def _seen_pair(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=2, values=2):
        return None
    one, other = step.cells
    if other not in rules.seen[one] or grid[one] | grid[other] != set(step.values):
        return None
    return set(), _marks(grid, (rules.seen[one] & rules.seen[other]) - {one, other}, step.values)


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
    """Return whether the links of a chain join, and its first and last links are strong."""
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
    lines = step.lines[:k]
    named = {frozenset(positions_of(grid, rules.lines[line], value)) for line in lines if rules.is_full(line)}
    if not all(frozenset(pair) in named for pair in strong) or len(named) != len(set(lines)):
        return None
    if not _lies_in(rules, step, step.lines[k:]):
        return None
    if any(
        kind != "strong" and not (kind == "weak" and _sees(rules, a[0], b[0])) for a, b, kind in step.links
    ):
        return None
    first, last = marks[0][0], marks[-1][0]
    return set(), _marks(grid, rules.peers[first] & (rules.peers[last] | {last}) - {last}, [value])


def _lies_in(rules: Rules, step: Any, lines: tuple[Any, ...]) -> bool:
    """Return whether `lines` is empty or has the lines of a chain's weak links."""
    weak = [{a[0], b[0]} for a, b, kind in step.links if kind == "weak"]
    if not lines:
        return True
    return len(lines) == len(weak) and all(
        pair <= set(rules.lines[line]) for pair, line in zip(weak, lines, strict=True)
    )


def _excludes(rules: Rules, less: set[tuple[Cell, Cell]], one: Mark, other: Mark) -> bool:
    """Return whether a line or one of these inequalities excludes that two candidates are both true."""
    (a, x), (b, y) = one, other
    return (x == y and _sees(rules, a, b)) or ((a, b) in less and y <= x) or ((b, a) in less and y >= x)


def _xy_chain(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    is_across = step.technique == "chain across inequalities"
    n_lines = len(step.lines)
    if not has_premise(step, cells=len(step.cells), lines=n_lines, links=True, inequalities=is_across):
        return None
    if not _joined(step) or not _lies_in(rules, step, step.lines):
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
    if first == last:
        removed |= {(first[0], value) for value in grid[first[0]] - {first[1]}}
    return set(), removed


DEDUCTIONS: dict[str, tuple[float, Derivation]] = {
    "full house": (1.0, _full_house),
    "naked single": (1.2, _naked_single),
    "hidden single": (1.5, _hidden_single),
    "inequality bound": (1.6, _climb),
    "ascending chain": (1.6, _climb),
    "ascending chain from candidates": (1.6, _climb),
    "relation": (1.6, _relation),
    "run combinations": (1.7, _run),
    "hill": (2.0, _hill),
    "valley": (2.0, _hill),
    "relation from candidates": (2.2, _relation),
    "same-line order": (2.3, _hill),
    "run bounds": (2.4, _run_bounds),
    "locked candidates": (2.6, _locked),
    "generalized intersection": (2.6, _generalized),
    "run combinations from candidates": (2.6, _run_choices),
    "naked pair": (3.0, _set),
    "hidden pair": (3.4, _set),
    "naked triple": (3.6, _set),
    "hidden triple": (4.0, _set),
    "naked quadruple": (4.4, _set),
    "hidden quadruple": (4.8, _set),
    "naked set": (5.0, _set),
    "x-wing": (5.6, _fish),
    "swordfish": (5.8, _fish),
    "larger fish": (6.0, _fish),
    "x-chain": (6.0, _x_chain),
    "ordered set": (6.2, _ordered_set),
    "xy-chain": (6.6, _xy_chain),
    "chain across inequalities": (6.6, _xy_chain),
}
