"""W-wings: two cells with the same two candidates, at the ends of a strong link."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from .rules import Cell, Grid, Mark, Rules


def find_wings(rules: Rules, grid: Grid) -> set[Mark]:
    """Return the candidates that are lost to w-wings."""
    lost = set[Mark]()
    for name, value in itertools.product(rules.lines, range(1, rules.n + 1)):
        at = [cell for cell in rules.lines[name] if value in grid[cell]]
        if rules.is_full(name) and len(at) == 2:
            for one, other in _at_ends(rules, grid, at, value):
                lost |= _lost(rules, grid, one, other, value)
    return lost


def derive_wing(rules: Rules, grid: Grid, step: Any) -> tuple[set[Mark], set[Mark]] | None:
    """Return what a step of this technique may place and remove, or None if the step is not a w-wing."""
    (one, first, second, other), (value,), (line,) = step.cells, step.values, step.lines
    at = [cell for cell in rules.lines[line] if value in grid[cell]]
    if not rules.is_full(line) or {first, second} != set(at) or step.links or step.inequalities or step.cases:
        return None
    if (one, other) not in _at_ends(rules, grid, [first, second], value):
        return None
    return set(), _lost(rules, grid, one, other, value)


def _at_ends(rules: Rules, grid: Grid, at: list[Cell], value: int) -> Iterator[tuple[Cell, Cell]]:
    ends = [
        [cell for cell in rules.peers[end] if len(grid[cell]) == 2 and value in grid[cell] and cell not in at]
        for end in at
    ]
    for one, other in itertools.product(*ends):
        if one != other and grid[one] == grid[other] and other not in rules.peers[one]:
            yield one, other


def _lost(rules: Rules, grid: Grid, one: Cell, other: Cell, value: int) -> set[Mark]:
    losers = rules.peers[one] & rules.peers[other]
    return {(cell, each) for cell in losers for each in grid[cell] & (grid[one] - {value})}
