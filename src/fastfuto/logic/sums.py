"""The parts of sentences about sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .choices import choices
from .clauses import FEW, between, can_be, is_, passed, told_choices
from .naming import Speech

if TYPE_CHECKING:
    from .step import Step


def kept(say: Speech, step: Step) -> str:
    """Return the numbers to which a sum limits its cells, if they are fewer than the numbers that a cell loses."""
    if step.placed or all(len(lost) <= len(step.values) for _, lost in step.removed):
        return ""
    words = say.words["can be" if len(step.removed) == 1 else "can all be"]
    return words.format(cell=say.cells(cell for cell, _ in step.removed), value=say.listed(step.values, "or"))


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
        return say.words["range"].format(least=most, most=least)
    return between(say, most, least)


def adding(say: Speech, step: Step) -> str:
    """Return the clause that the cells of a sum have its total."""
    cells, total = step.sums[0]
    has = "has" if say.run(cells) or len(cells) == 1 else "have"
    return say.words[has].format(cell=sum_name(say, step), value=total)


def sum_name(say: Speech, step: Step) -> str:
    """Return the cells of a sum, as a run if they are consecutive in a row or column."""
    if not step.sums:
        return ""
    cells = step.sums[0][0]
    return say.run(cells) or say.cells(cells) or say.words["no run"]


def few_choices(say: Speech, step: Step) -> str:
    """Return the choices of candidates that have the total of a sum, if they are few."""
    ((_, total),) = step.sums
    if len(step.candidates) < len(step.sums[0][0]):
        return ""
    return told_choices(say, choices(step.candidates, (), total), " + ", "and")


def options(say: Speech, step: Step) -> str:
    """Return the candidates of each cell of a sum."""
    return say.clauses(
        [
            can_be(say, cell, values) if len(values) > 1 else is_(say, cell, values[0])
            for cell, values in step.candidates
        ]
    )


def filled_cells(say: Speech, step: Step) -> str:
    """Return the total of a run and the values of its filled cells."""
    return say.clauses([adding(say, step), *(is_(say, cell, values[0]) for cell, values in step.candidates)])


def limits_of_others(say: Speech, step: Step) -> str:
    """Return the bounds of a sum's other cells, if they bound the cell of the step; "" if there are many cells."""
    ((target, lost),) = step.removed
    low, high = passed(step.values[0], step.values[-1], lost)
    said = []
    for cell, values in step.candidates:
        if cell != target:
            # The largest values of the other cells give the smallest value of this cell, and vice versa.
            bounds = (values[0] if high is not None else None, values[-1] if low is not None else None)
            said.append(is_(say, cell, values[0] if len(values) == 1 else between(say, *bounds)))
    return say.clauses(said) if len(said) <= FEW else ""
