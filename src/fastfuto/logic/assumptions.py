"""Steps under an assumption, in the form in which sentences describe them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .board import Cell

if TYPE_CHECKING:
    from .step import Step


def joined(steps: Sequence[Step]) -> list[Step]:
    """Return steps under an assumption, with consecutive steps that rest on the same sum as one step."""
    together: list[Step] = []
    for step in steps:
        last = together[-1] if together else step
        if step.sums and step.sums == last.sums and step is not last and step.technique != "contradiction":
            removed = sorted(last.removed + step.removed, key=lambda mark: mark[0])
            together[-1] = dataclasses.replace(last, placed=last.placed + step.placed, removed=tuple(removed))
        else:
            together.append(step)
    return together


def settled(steps: Sequence[Step], assumed: tuple[Cell, int]) -> list[Step]:
    """Return steps under an assumption; a step that leaves a cell one value also places it, without a further step."""
    kept: list[Step] = []
    gone: set[tuple[Cell, int]] = set()
    numbers = dict([assumed])
    singles = {
        step.placed[0][0]: (step.placed[0][1], step.candidates[0][1])
        for step in steps
        if step.technique == "naked single" and step.candidates
    }
    for step in steps:
        if step.technique == "naked single" and step.placed[0][0] in numbers:
            continue
        related = [cell for pair in (*step.inequalities, *step.relations) for cell in pair[:2]]
        removed = dict(step.removed)
        for cell, lost in step.removed:
            value, candidates = singles.get(cell, (0, ()))
            # A cell also differs from the cells to which an inequality or a relation compares it.
            unequal = {numbers[each] for each in related if each in numbers and each != cell}
            every = (*lost, *unequal.intersection(candidates))
            gone.update((cell, each) for each in every)
            if cell not in numbers and [each for each in candidates if (cell, each) not in gone] == [value]:
                removed[cell] = tuple(sorted({*every}))
                step = dataclasses.replace(step, placed=(*step.placed, (cell, value)))
        step = dataclasses.replace(step, removed=tuple(removed.items()))
        numbers.update(step.placed)
        kept.append(step)
    return kept
