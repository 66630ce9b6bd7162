"""The number of available deductions during the solution of a puzzle, by exhaustive search.

A wave makes all available deductions of the easiest technique, singles first. This takes seconds for a 6 x 6.
"""

from __future__ import annotations

from typing import Any

from .logic import SCORES, is_broken
from .rounds import cheapest_rule, first_grid, keeps_clues, lost_to
from .rules import Cell, Grid, Mark, Rules


def waves(puzzle: Any, *, tatham: bool = False) -> list[tuple[str, float, int]] | None:
    """Return the waves of a solution: a technique, its score, and the number of its available deductions.

    Singles count as hidden singles. For relations and totals, candidates are counted; for all other techniques, cells.
    Return None if the rules do not finish the puzzle.

    Examples
    --------
    >>> from fastfuto import Futoshiki
    >>> waves(Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    [('inequality bound', 1.6, 2), ('hidden single', 1.5, 4)]
    """
    rules = Rules(puzzle)
    grid = first_grid(puzzle, rules)
    known = {cell for cell, values in grid.items() if len(values) == 1}
    for cell in known:
        for peer in rules.peers[cell]:
            grid[peer] = grid[peer] - grid[cell]
    found = list[tuple[str, float, int]]()
    while not is_broken(rules, grid):
        if placed := _singles(rules, grid, known):
            for cell, value in placed:
                grid[cell] = grid[cell] & {value}
            for cell, value in placed:
                for peer in rules.peers[cell]:
                    grid[peer] = grid[peer] - {value}
            known |= {cell for cell, _ in placed}
            found.append(("hidden single", SCORES["hidden single"], len({cell for cell, _ in placed})))
        elif lost := lost_to("inequality bound", rules, grid):
            _drop(grid, lost)
            found.append(("inequality bound", SCORES["inequality bound"], len({cell for cell, _ in lost})))
        elif lost := _all_related(rules, grid):
            _drop(grid, lost)
            found.append(("relation", SCORES["relation"], len(lost)))
        elif lost := lost_to("run combinations", rules, grid):
            _drop(grid, lost)
            found.append(("run combinations", SCORES["run combinations"], len(lost)))
        elif len(known) == len(grid):
            return found if keeps_clues(rules, grid) else None
        elif cheapest := cheapest_rule(rules, grid, tatham):
            name, score, lost = cheapest
            _drop(grid, lost)
            found.append((name, score, len({cell for cell, _ in lost})))
        else:
            return None
    return None


def _singles(rules: Rules, grid: Grid, known: set[Cell]) -> set[Mark]:
    """Return the available singles."""
    marks = {(cell, min(values)) for cell, values in grid.items() if len(values) == 1}
    for line, cells in rules.lines.items():
        for value in range(1, rules.n + 1):
            at = [cell for cell in cells if value in grid[cell]]
            if rules.is_full(line) and len(at) == 1:
                marks.add((at[0], value))
    return {(cell, value) for cell, value in marks if cell not in known}


def _all_related(rules: Rules, grid: Grid) -> set[Mark]:
    """Return all candidates that relations exclude, one after another, beginning at cells with one value."""
    left, lost = dict(grid), set[Mark]()
    while True:
        more = {
            (other, w)
            for (one, other, _), every in rules.related.items()
            if len(left[one]) == 1
            for pairs in every
            for w in left[other]
            if (min(left[one]), w) not in pairs
        }
        if not more:
            return lost
        _drop(left, more)
        lost |= more


def _drop(grid: Grid, lost: set[Mark]) -> None:
    for cell, value in lost:
        grid[cell] = grid[cell] - {value}
