"""Verification of a step's premises: it must follow in the weakest position with these premises."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from .logic import apply, is_of_line, is_sound
from .rules import Cell, Grid, Rules

FEWER = (
    "hidden single",
    "hidden pair",
    "hidden triple",
    "hidden quadruple",
    "locked candidates",
    "generalized intersection",
    "forcing line",
)
"""Techniques that name all cells of their first line for their values."""


def is_complete(rules: Rules, step: Any) -> bool:
    """Return whether a step follows only from its premises and the rules of the puzzle."""
    below = [step.cases] if step.technique == "braid" else [(case, *case.cases) for case in step.cases]
    try:
        return is_sound(rules, weakest(rules, step), step) and all(
            _are_complete(rules, *case) for case in below
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        return False


def _are_complete(rules: Rules, assumption: Any, *steps: Any) -> bool:
    """Return whether each step after an assumption follows from its premises and earlier exclusions."""
    left = _named(rules)
    apply(rules, left, assumption)
    for step in steps:
        before = _named(rules, step)
        if not is_sound(rules, {cell: left[cell] & values for cell, values in before.items()}, step, before):
            return False
        apply(rules, left, step)
    return True


def _named(rules: Rules, *steps: Any) -> Grid:
    """Return all candidates that the field `candidates` of these steps does not exclude."""
    grid: Grid = {cell: set(range(1, rules.n + 1)) for cell in rules.peers}
    for step in steps:
        if is_of_line(step):
            _keep(grid, rules.lines[step.lines[0]], step.values, dict(step.candidates))
        else:
            grid.update({cell: set(values) for cell, values in step.candidates})
    return grid


def weakest(rules: Rules, step: Any) -> Grid:
    """Return the weakest position for a step: all candidates that its premises do not exclude."""
    grid = _named(rules, *_with_cases(step))
    lost = dict(step.removed)
    grid.update({cell: {value, *lost[cell]} for cell, value in step.placed if cell in lost})
    technique, cells, values = step.technique, step.cells, step.values
    lines = [rules.lines[line] for line in step.lines]
    if technique.startswith(("naked", "relation")) or technique == "forcing cell":
        grid.update({cell: set(values) for cell in cells})
    elif technique == "full house":
        others = grid[cells[0]] - {value for _, value in step.placed}
        grid.update({cell: {others.pop()} for cell in lines[0] if cell != cells[0]})
    elif technique in FEWER:
        _keep(grid, lines[0], values, cells)
    elif technique in ("x-wing", "swordfish", "larger fish"):
        for line in lines[: len(lines) // 2]:
            _keep(grid, line, values, cells)
    elif technique == "x-chain":
        strong = [(a, b) for (a, _), (b, _), kind in step.links if kind == "strong"]
        for line, ends in zip(lines, strong, strict=False):
            _keep(grid, line, values, ends)
    elif technique == "ordered set" or (technique == "contradiction" and lines and not (cells or values)):
        # All other cells of the line are filled.
        grid.update({cell: {1} for cell in lines[0] if cell not in dict(step.candidates)})
    elif technique == "contradiction" and values:
        for line in lines:
            _keep(grid, line, values, ())
    elif technique == "contradiction" and not lines:
        grid.update({cell: set() for cell in cells})
    return grid


def _with_cases(step: Any) -> Iterator[Any]:
    yield step
    for case in step.cases:
        yield from _with_cases(case)


def _keep(grid: Grid, line: Iterable[Cell], values: Iterable[int], cells: Container[Cell]) -> None:
    """Restrict values in a line to these cells."""
    for cell in line:
        if cell not in cells:
            grid[cell] = grid[cell].difference(values)
