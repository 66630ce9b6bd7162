"""Verification of steps of human logic: an independent implementation of every technique on sets of candidates.

The module shares no code with the rules that find the steps. A step is any object with the attributes of
`fastfuto.Step`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from .rules import Grid, Mark, Rules
from .techniques import (
    DEDUCTIONS,
    Conclusion,
    Derivation,
    arrangements,
    has_premise,
    lost_in_sum,
    partners,
    positions_of,
)


def follows(puzzle: Any, candidates: Any, step: Any) -> bool:
    """Return whether a step follows from a puzzle and its candidates, nested lists of booleans."""
    rules = _rules_of(puzzle)
    grid: Grid = {}
    for cell in rules.peers:
        flags = candidates
        for at in cell:
            flags = flags[at]
        grid[cell] = {value for value, is_there in enumerate(flags, 1) if is_there}
    return is_sound(rules, grid, step) and (step.technique != "braid" or _has_length(rules, grid, step))


@functools.lru_cache(maxsize=8)
def _rules_of(puzzle: Any) -> Rules:
    return Rules(puzzle)


def is_sound(rules: Rules, grid: Grid, step: Any, before: Grid | None = None) -> bool:
    """Return whether a step follows from these candidates and refers only to existing parts.

    After an assumption, `before` has the candidates before the assumption, to which the step refers.
    """
    try:
        _, derive = TECHNIQUES[step.technique]
        if not _exists(rules, step) or not _is_left(rules, before or grid, step):
            return False
        conclusion = derive(rules, grid, step)
        if conclusion is None:
            return False
        placed, removed = conclusion
        said = {(cell, value) for cell, values in step.removed for value in values}
        if step.technique == "contradiction":
            return not said and not step.placed
        placed |= _fixed(grid, said)
        is_new = bool(said or step.placed) and all(value in grid[cell] for cell, value in said)
        return is_new and said <= removed and set(step.placed) <= placed
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration):
        return False  # The step refers to a missing part, or a field has a wrong type.


def _fixed(grid: Grid, lost: set[Mark]) -> set[Mark]:
    """Return the last candidates of the cells that lose all others."""
    left = {cell: [(cell, value) for value in grid[cell] if (cell, value) not in lost] for cell, _ in lost}
    return {marks[0] for marks in left.values() if len(marks) == 1}


def _exists(rules: Rules, step: Any) -> bool:
    """Return whether the puzzle has every part to which a step refers."""
    cells = {*step.cells, *(cell for cell, _ in step.placed), *(cell for cell, _ in step.removed)}
    cells |= {mark[0] for a, b, _ in step.links for mark in (a, b)}
    values = [value for _, value in step.placed] + [value for _, removed in step.removed for value in removed]
    if step.technique != "run bounds":  # The bounds of a cell without a value may be 0 or above n.
        values += step.values
    return (
        cells <= rules.peers.keys()
        and all(1 <= value <= rules.n for value in values)
        and all(line in rules.lines for line in step.lines)
        and rules.less.issuperset(step.inequalities)
        and rules.related.keys() >= set(step.relations)
        and rules.sums.issuperset(step.sums)
        and len(set(step.cells)) == len(step.cells)
        and len(set(step.values)) == len(step.values)
        and (len(set(step.lines)) == len(step.lines) or step.links)
        and _has_score(step)
    )


def _is_left(rules: Rules, grid: Grid, step: Any) -> bool:
    """Return whether a step lists exactly the existing candidates."""
    named = {cell: set(values) for cell, values in step.candidates}
    if is_of_line(step):
        value = step.values[0]
        return named == {cell: {value} for cell in positions_of(grid, rules.lines[step.lines[0]], value)}
    return all(grid[cell] == values for cell, values in named.items())


def is_of_line(step: Any) -> bool:
    """Return whether the candidates that a step names are the places of a value in a line."""
    return (
        step.technique in ("hidden single", "contradiction")
        and bool(step.candidates and step.values)
        and len(step.lines) == 1
        and len(step.cells) < 2
    )


def _has_score(step: Any) -> bool:
    # A braid's score depends on its length.
    return bool(step.technique == "braid" or step.score == SCORES[step.technique])


# Assumptions ----------------------------------------------------------------------------------------------

BELOW = (
    *("naked single", "hidden single", "inequality bound"),
    *("relation", "run bounds", "run combinations from candidates"),
)
"""Techniques that may follow an assumption."""


def apply(rules: Rules, grid: Grid, step: Any) -> None:
    """Apply a step to the candidates."""
    for cell, value in step.placed:
        grid[cell] = {value}
        for peer in rules.peers[cell]:
            grid[peer] = grid[peer] - {value}
    for cell, values in step.removed:
        grid[cell] = grid[cell].difference(values)


def _play(rules: Rules, grid: Grid, mark: Mark, steps: Iterable[Any]) -> tuple[Grid, bool]:
    """Return the candidates after an assumption and its steps, and whether they end in a contradiction."""
    case = dict(grid)
    if mark[1] not in case[mark[0]]:
        raise ValueError("the assumed value is not a candidate of its cell")
    case[mark[0]] = {mark[1]}
    for peer in rules.peers[mark[0]]:
        case[peer] = case[peer] - {mark[1]}
    broken = False
    for step in steps:
        if broken or step.technique not in (*BELOW, "contradiction") or not is_sound(rules, case, step, grid):
            raise ValueError("a step under the assumption does not follow from the earlier steps")
        broken = step.technique == "contradiction"
        apply(rules, case, step)
    return case, broken


def _is_assumption(step: Any, mark: Mark) -> bool:
    return (
        step.technique == "assumption"
        and step.placed == (mark,)
        and step.score == 0
        and not (step.removed or step.cells or step.values or step.lines or step.inequalities or step.links)
        and not (step.relations or step.sums or step.candidates)
    )


def _braid(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, cells=1, values=1, cases=True):
        return None
    mark = step.cells[0], step.values[0]
    if not _is_assumption(step.cases[0], mark) or step.cases[0].cases:
        return None
    _, broken = _play(rules, grid, mark, step.cases[1:])
    return (set(), {mark}) if broken else None


def _has_length(rules: Rules, grid: Grid, step: Any) -> bool:
    """Return whether a braid has the score of its length."""
    length = rounds_to_contradiction(rules, grid, (step.cells[0], step.values[0]))
    score = 7 + sum(length > passed for passed in (4, 6, 8, 12, 16, 24, 32)) / 10
    return bool(abs(step.score - score) < 1e-6)


def rounds_to_contradiction(rules: Rules, grid: Grid, mark: Mark) -> int:
    """Return the number of rounds in which singles and clues refute a candidate, or 0 if they do not."""
    case = {cell: set(values) for cell, values in grid.items()}
    case[mark[0]] = {mark[1]}
    # The assumed cell is placed first; all other cells with one value are placed already.
    settled = {cell for cell, values in grid.items() if len(values) == 1}
    queue = {mark}
    length = 0
    while True:
        length += 1
        bounds = {cell: (min(values), max(values)) for cell, values in case.items()}
        before = {cell: set(values) for cell, values in case.items()}
        for cell, value in queue:
            case[cell] &= {value}
            settled.add(cell)
            for peer in rules.peers[cell]:
                case[peer] -= {value}
        if length > 1:
            for lesser, greater in rules.less:
                case[greater] -= set(range(1, bounds[lesser][0] + 1))
                case[lesser] -= set(range(bounds[greater][1], rules.n + 1))
            for relation in rules.related:
                if len(before[relation[0]]) == 1:
                    case[relation[1]] &= partners(rules, before, relation)
            for cells, total in rules.sums:
                for cell, value in lost_in_sum(rules, before, cells, total):
                    case[cell] -= {value}
        if is_broken(rules, case):
            return length
        queue = {
            (cell, min(values)) for cell, values in case.items() if len(values) == 1 and cell not in settled
        }
        for line, cells in rules.lines.items():
            for value in range(1, rules.n + 1):
                positions = positions_of(case, cells, value)
                if rules.is_full(line) and len(positions) == 1 and not positions <= settled:
                    queue.add((min(positions), value))
        if length > 1 and case == before and not queue:
            return 0


def is_broken(rules: Rules, grid: Grid) -> bool:
    """Return whether a cell has no candidate, or a line has no position for a value that it needs."""
    return not all(grid.values()) or any(
        rules.is_full(line) and not positions_of(grid, cells, value)
        for line, cells in rules.lines.items()
        for value in range(1, rules.n + 1)
    )


def _line_braid(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if not has_premise(step, lines=1, inequalities=bool(step.inequalities), cases=True):
        return None
    line = set(rules.lines[step.lines[0]])
    removed = set[Mark]()
    for case in step.cases:
        ((cell, value),) = case.placed
        named = {other for each in case.cases for other in each.cells}
        if not _is_assumption(case, (cell, value)) or not named | {cell} <= line:
            return None
        _, broken = _play(rules, grid, (cell, value), case.cases)
        if not broken:
            return None
        removed.add((cell, value))
    return set(), removed


def _forcing(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    if step.technique == "forcing cell":
        cell = step.cells[0]
        marks = [(cell, value) for value in step.values]
        if not has_premise(step, cells=1, values=len(marks), cases=True) or set(step.values) != grid[cell]:
            return None
    else:
        if not has_premise(step, cells=len(step.cells), values=1, lines=1, cases=True):
            return None
        marks = [(cell, step.values[0]) for cell in step.cells]
        positions = positions_of(grid, rules.lines[step.lines[0]], step.values[0])
        if not rules.is_full(step.lines[0]) or set(step.cells) != positions:
            return None
    removed = {(cell, value) for cell, values in grid.items() for value in values}
    for mark, case in zip(marks, step.cases, strict=True):
        if not _is_assumption(case, mark):
            return None
        left, broken = _play(rules, grid, mark, case.cases)
        if not broken:
            removed -= {(cell, value) for cell, values in left.items() for value in values}
    return set(), removed


def _contradiction(rules: Rules, grid: Grid, step: Any) -> Conclusion | None:
    cells, values, lines = step.cells, step.values, step.lines
    if step.inequalities or step.links or step.cases or step.relations:
        return None
    if step.sums:
        (members, total), *others = step.sums
        marks = {(cell, value) for cell in members for value in grid[cell]}
        is_broken = lost_in_sum(rules, grid, members, total) == marks if members else total != 0
        return (set(), set()) if is_broken and not (others or cells or values or lines) else None
    if cells and not values and not lines:
        return (set(), set()) if len(cells) == 1 and not grid[cells[0]] else None
    if cells:
        if len(lines) != 1 or values or not set(cells) <= set(rules.lines[lines[0]]):
            return None
        return (set(), set()) if len(set().union(*(grid[cell] for cell in cells))) < len(cells) else None
    if not lines or not all(map(rules.is_full, lines)):
        return None
    if not values:
        line = [cell for cell in rules.lines[lines[0]] if len(grid[cell]) > 1]
        held = set[int]().union(*(grid[cell] for cell in line))
        if len(lines) > 1 or not line or len(held) > len(line):
            return None
        return None if arrangements(line, grid, rules.less) else (set(), set())
    # The positions of a value in some lines of a grid lie in too few lines across.
    positions = positions_of(grid, {cell for line in lines for cell in rules.lines[line]}, values[0])
    across = 1 if lines[0][0] == "row" else 0
    return (set(), set()) if len({cell[across] for cell in positions}) < len(lines) else None


TECHNIQUES: dict[str, tuple[float, Derivation]] = {
    **DEDUCTIONS,
    "short braid in a line": (5.2, _line_braid),
    "braid in a line": (6.1, _line_braid),
    "braid": (7.0, _braid),
    "forcing cell": (8.0, _forcing),
    "forcing line": (8.0, _forcing),
    "contradiction": (0.0, _contradiction),
}
"""The score of each technique, and the function that derives its conclusion."""

SCORES = {name: score for name, (score, _) in TECHNIQUES.items()}
