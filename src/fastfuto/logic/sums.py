"""The parts of sentences about sums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .board import Cell
from .choices import choices
from .clauses import FEW, alike, between, fixed, passed, told_choices
from .naming import Speech

if TYPE_CHECKING:
    from .step import Step


def kept(say: Speech, step: Step) -> str:
    """Return the values that are left for the cells of a step, if they are fewer than the values that it excludes."""
    placed, lost = dict(step.placed), dict(step.removed)
    left = [value for value in step.values if value not in placed.values()]
    cells = [cell for cell in lost if cell not in placed]
    said = [fixed(say, cell, value, lost.get(cell, ())) for cell, value in step.placed]
    if len(left) == 1 and said:
        return say.clauses(said)  # The last value belongs in the other cell, which the next step states.
    if not left or sum(map(len, {lost[cell] for cell in cells})) <= len(left):
        return ""
    return say.clauses([*said, *alike(say, [(cell, "can be", say.listed(left, "or")) for cell in cells])])


def impossible(say: Speech, step: Step) -> str:
    """Return the values that a sum excludes, if they are fewer than the values that it allows."""
    lost = sorted({value for _, values in step.removed for value in values})
    return say.listed(lost, "nor") if len(lost) < len(step.values) else ""


def all_cells(say: Speech, step: Step) -> str:
    """Return how many cells a sum has, if all of them are blank."""
    return say.number(len(step.cells)) if len(step.cells) == len(step.sums[0][0]) else ""


def others(say: Speech, step: Step) -> str:
    """Return the range of the other cells' total, if it bounds the cell of the step."""
    ((cells, total),) = step.sums
    least, most = (
        side and total - side for side in passed(step.values[0], step.values[-1], step.removed[0][1])
    )
    if len(cells) == 1:
        return ""
    if least and most:
        near = say.listed((most, least), "or") if least == most + 1 else ""
        return near or say.words["range"].format(least=most, most=least)
    return between(say, most, least)


def adding(say: Speech, step: Step) -> str:
    """Return the clause that the cells of a sum have its total."""
    cells, total = step.sums[0]
    has = "has" if len(cells) < 2 else "have"
    return say.words[has].format(cell=sum_name(say, step), value=total)


def sum_name(say: Speech, step: Step) -> str:
    """Return the cells of a sum, as a span if they are consecutive in a row or column."""
    if not step.sums:
        return ""
    cells = step.sums[0][0]
    return say.stretch(cells) or say.cells(cells) or say.words["no cells"]


def few_choices(say: Speech, step: Step) -> str:
    """Return the choices of candidates that have the total of a sum, if they are few."""
    ((_, total),) = step.sums
    if len(step.candidates) < len(step.sums[0][0]):
        return ""
    return told_choices(say, choices(step.candidates, (), total), " + ", "and")


def options(say: Speech, step: Step) -> str:
    """Return the candidates of each cell of a sum."""
    return say.clauses(_options(say, step.candidates))


def other_options(say: Speech, step: Step) -> str:
    """Return the candidates of the cells of a sum, without the cell that loses candidates if it is the only one."""
    lost = [cell for cell, _ in step.removed]
    return say.clauses(_options(say, (each for each in step.candidates if [each[0]] != lost)))


def _options(say: Speech, candidates: Iterable[tuple[Cell, tuple[int, ...]]]) -> list[str]:
    kinds = ((cell, "can be" if len(left) > 1 else "is", say.listed(left, "or")) for cell, left in candidates)
    return alike(say, kinds)


def all_but_one(say: Speech, step: Step) -> str:
    """Return the total of a sum and the values of its filled cells, if only one cell is blank."""
    return say.clauses([adding(say, step), *_options(say, step.candidates)]) if len(step.cells) == 1 else ""


def limits_of_others(say: Speech, step: Step) -> str:
    """Return the bounds of a sum's other cells, if they bound the cell of the step; "" if there are many cells."""
    ((target, lost),) = step.removed
    low, high = passed(step.values[0], step.values[-1], lost)
    said = []
    for cell, values in step.candidates:
        if cell != target:
            # The largest values of the other cells give the smallest value of this cell, and vice versa.
            bounds = (values[0] if high is not None else None, values[-1] if low is not None else None)
            if len(values) == 1:
                said.append((cell, "is", str(values[0])))
            elif len(values) == 2 and None not in bounds:
                said.append((cell, "can be", say.listed(values, "or")))
            else:
                # Beside an upper bound, it is left out that a value is at least 1.
                least = None if bounds == (1, values[-1]) else bounds[0]
                said.append((cell, "is", between(say, least, bounds[1])))
    return say.clauses(alike(say, said)) if len(said) <= FEW else ""
