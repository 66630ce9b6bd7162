"""The compiled modules of engines, loaded on first use, and models in compiled form."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

from ..model import NO_RELATIONS, NO_SUMS, Model, Skeleton
from ._problem import Problem, Units
from .protocol import Engine, Request

NARROW = 64
"""Largest number of values of a narrow build, in which a mask is one word."""


@functools.cache
def module(name: str) -> Any:
    """Return the compiled module with this name."""
    return importlib.import_module(f".{name}", __package__)


def build(name: str, n_values: int, narrow: int = NARROW) -> Any:
    """Return the narrow or the wide build of an engine; both builds share one source."""
    return module(f"_{name}" if n_values <= narrow else f"_{name}_wide")


def units_of(skeleton: Skeleton) -> Units:
    """Return the skeleton in the form that compiled engines use."""
    units: Units | None = skeleton.compiled
    if units is None:
        units = skeleton.compiled = Units(
            skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values
        )
    return units


def problem_of(model: Model) -> Problem:
    """Return the model in the form that compiled engines use; raise ValueError for a wrong shape or index."""
    problem: Problem | None = model.compiled
    if problem is None:
        # Passing empty arrays would cost a microsecond. Testing their lengths costs a tenth of that.
        sums = model.sums if model.sums is not NO_SUMS and len(model.sums.totals) else None
        relations = (
            model.relations if model.relations is not NO_RELATIONS and len(model.relations.cells) else None
        )
        problem = model.compiled = Problem(
            model.skeleton.compiled or units_of(model.skeleton),
            model.domains,
            model.inequalities,
            sums,
            relations,
        )
    return problem


def compiled(name: str, class_name: str, *, is_wide: bool = False) -> Callable[[Request], Engine]:
    """Return a function that opens the compiled class of an engine over a model.

    The class is constructed from `Units` and loaded by ``reset(problem, is_lexicographic, seed)``.
    """
    classes: dict[bool, Any] = {}

    def open_compiled(request: Request) -> Engine:
        assert isinstance(request.model, Model)
        skeleton = request.model.skeleton
        in_wide = is_wide and skeleton.n_values > NARROW
        if (engine_class := classes.get(in_wide)) is None:
            engine_class = classes[in_wide] = getattr(
                module(f"_{name}_wide" if in_wide else f"_{name}"), class_name
            )
        engine: Any = engine_class(units_of(skeleton))
        engine.reset(problem_of(request.model), request.order == "lexicographic", request.seed)
        opened: Engine = engine
        return opened

    return open_compiled
