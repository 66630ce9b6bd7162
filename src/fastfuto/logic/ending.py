"""The result of a search when no rule applies: one solution, several solutions, or none."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import LimitReached
from ..limits import Run
from ..model import Model, allowed_masks
from ..solving.session import Session
from .board import Layout

if TYPE_CHECKING:
    from .step import Step

Row = npt.NDArray[Any]
"""The value of each cell in a solution."""

MOST_TURNS = 5000
"""Turns of the engines after which a search is given up: some seconds."""


class _Patience(Run):
    """A watch that ends a search after a number of turns."""

    __slots__ = ("_is_late", "_turns")

    def __init__(self, is_late: Callable[..., bool]) -> None:
        super().__init__()
        self._is_late, self._turns = is_late, itertools.count(1)

    def is_over(self, found: int = 0, done: int = 0, total: int | None = None, stage: str = "") -> bool:
        """Report the progress, and return whether the time or the turns are used up."""
        return self._is_late(found, done, total, stage) or next(self._turns) > MOST_TURNS


def first_solutions(model: Model, is_late: Callable[..., bool] = lambda *_: False) -> list[Row] | None:
    """Return up to two solutions, or None if the time or the work is used up before they are known.

    `is_late` takes the arguments of `Watch.is_over` and returns whether the time is up.
    """
    session = Session[Any](model, _Patience(is_late))
    rows = np.empty((2, model.n_cells), model.dtype)
    found = list[Row]()
    try:
        for n_new in session.blocks(lambda: rows, 2):
            found += [row.copy() for row in rows[:n_new]]
    except LimitReached:
        return None
    return found[:2]


def is_searched(step: Step) -> bool:
    """Return whether a step reports the result of a search and has no other premise."""
    if step.technique != "contradiction":
        return step.technique == "search"
    return not any(value for name, value in step.fields().items() if name not in ("technique", "score"))


def is_found(step: Step, model: Model, names: Layout, candidates: npt.NDArray[np.bool_]) -> bool:
    """Return whether a search among the candidates confirms a step that reports the result of a search."""
    found = first_solutions(model.with_domains(allowed_masks(names.gather(candidates))))
    if step.technique == "contradiction":
        return found == []
    if found is None or len(found) != 1 or len(step.placed) != 1:
        return False
    ((cell, value),) = step.placed
    number = names.numbers.get(cell)
    named = ("technique", "placed", "cells", "values")
    return (
        number is not None
        and value == int(found[0][number])
        and (step.cells, step.values) == ((cell,), (value,))
        and not any(fields for name, fields in step.fields().items() if name not in named)
    )
