"""Clauses that the sentences of several techniques share."""

from __future__ import annotations

import functools
import math
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from .board import Cell
from .choices import MOST_LISTED, sets_of
from .naming import Speech

if TYPE_CHECKING:
    from .step import Step

FEW = 4
"""Most candidates of a cell that are listed although a bound would be enough."""


@functools.lru_cache(maxsize=4096)
def is_(say: Speech, cell: Cell, value: object) -> str:
    """Return the clause that a cell has a value or a bound."""
    return say.words["is"].format(cell=say.cell(cell), value=value)


@functools.lru_cache(maxsize=1024)
def between(say: Speech, least: int | None, most: int | None) -> str:
    """Return a lower and an upper bound in words; either bound may be missing. The smallest value of all is 1."""
    if most == 1:
        return "1"
    said = [say.words["least"].format(value=least)] if least is not None else []
    if most is not None:
        said.append(say.words["most"].format(value=most))
    return say.joints["and"].join(said)


@functools.lru_cache(maxsize=4096)
def can_be(say: Speech, cell: Cell, values: tuple[int, ...]) -> str:
    """Return the clause that a cell can have only these values."""
    return say.words["can be"].format(cell=say.cell(cell), value=say.listed(values, "or"))


MANY = {"can be": "can all be", "is": "are"}
"""The words for several cells, by the words for one cell."""


def alike(say: Speech, told: Iterable[tuple[Cell, str, str] | str]) -> list[str]:
    """Return the clauses of cells, each with words and a value; consecutive cells with the same value share one.

    Clauses that are texts are returned as they are.
    """
    same: list[str | tuple[list[Cell], str, str]] = []
    for each in told:
        last = same[-1] if same else ""
        if isinstance(each, str):
            same.append(each)
        elif not isinstance(last, str) and last[1:] == each[1:]:
            last[0].append(each[0])
        else:
            same.append(([each[0]], *each[1:]))
    return [each if isinstance(each, str) else _of_cells(say, *each) for each in same]


def _of_cells(say: Speech, cells: list[Cell], word: str, value: str) -> str:
    return say.words[word if len(cells) == 1 else MANY[word]].format(cell=say.cells(cells), value=value)


def passed(least: int, most: int, lost: tuple[int, ...]) -> tuple[int | None, int | None]:
    """Return both bounds, with None for a bound that excludes no lost value."""
    return least if lost[0] < least else None, most if lost[-1] > most else None


@functools.lru_cache(maxsize=1024)
def fixed(say: Speech, cell: Cell, value: int, lost: tuple[int, ...]) -> str:
    """Return the value that a step places in a cell, and the candidates that it removes there if they are few."""
    if 0 < len(lost) < FEW:
        return say.words["but"].format(cell=say.cell(cell), lost=say.listed(lost, "nor"), value=value)
    return is_(say, cell, value)


Left: TypeAlias = list[tuple[Cell, tuple[int, ...]]]
"""The values that are left for each cell of a sum."""


def _left_for(step: Step, placed: Mapping[Cell, int], gone: Container[tuple[Cell, int]]) -> Left:
    """Return the values that are left for the cells of a step's sum under an assumption."""
    candidates = dict(step.candidates)
    left: Left = []
    for cell in step.sums[0][0]:
        # In a grid, a cell also differs from its neighbours outside the sum.
        near = [
            each
            for each in placed
            if each in step.sums[0][0] or (len(cell) == 2 and math.dist(each, cell) == 1)
        ]
        taken = {placed[each] for each in near}
        values = (v for v in candidates.get(cell, ()) if (cell, v) not in gone and v not in taken)
        left.append((cell, (placed[cell],) if cell in placed else tuple(values)))
    return left


def _few_ways(say: Speech, left: Left, total: int) -> str:
    """Return the clause that only a few sets of numbers have a total; "" if there are many, or none."""
    sets = sets_of(values for _, values in left)
    ways = sorted(" + ".join(map(str, sorted(each))) for each in sets if sum(each) == total)
    return say.words["ways"].format(value=say.listed(ways, "or")) if 0 < len(ways) <= FEW else ""


def _why_not(say: Speech, left: Left, total: int) -> str:
    """Return why cells cannot have their total under an assumption; "" if that takes many words."""
    if not all(values for _, values in left):
        return ""
    for _, only in left:
        if len(only) == 1 and len(same := [cell for cell, values in left if values == only]) > 1:
            return say.clauses(alike(say, [(cell, "can be", str(only[0])) for cell in same]))
    least, most = (sum(bound(values) for _, values in left) for bound in (min, max))
    if least > total or most < total:
        bounds = (least, None) if least > total else (None, most)
        return say.words["add up"].format(value=between(say, *bounds))
    totals = sorted({sum(each) for each in sets_of(values for _, values in left)})
    if total in totals:
        return _few_ways(say, left, total)
    if totals and not totals[0] < total < totals[-1]:
        bounds = (totals[0], None) if totals[0] > total else (None, totals[-1])
        return say.words["add up differently"].format(value=between(say, *bounds))
    if len(left) > FEW:
        return ""
    told = [(cell, "can be" if len(values) > 1 else "is", say.listed(values, "or")) for cell, values in left]
    return say.clauses(alike(say, told))


def with_reason(
    say: Speech, step: Step, said: str, placed: Mapping[Cell, int], gone: Container[tuple[Cell, int]]
) -> str:
    """Return the clause of a step with a sum under an assumption, with the reason if few words state it."""
    left, total = _left_for(step, placed, gone), step.sums[0][1]
    if step.technique == "contradiction":
        reason = _why_not(say, left, total)
        return say.words["because"].format(said=said, reason=reason) if reason else said
    # If there are two cells, each value of the other cell leaves one value.
    reason = _few_ways(say, left, total) if len(left) > 2 else ""
    return say.listed(filter(None, (said, reason)), "clauses")


def told_choices(say: Speech, found: list[tuple[int, ...]], joint: str, last: str) -> str:
    """Return the choices in words if there are few."""
    return (
        say.listed([joint.join(map(str, each)) for each in found], last)
        if 0 < len(found) <= MOST_LISTED
        else ""
    )
