"""Compiled modules, loaded when they are first asked for."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

from .protocol import Engine, Request

__all__ = ["build", "compiled", "load", "module"]

NARROW = 64
"""Most values of a narrow build, in which a mask is one word."""


@functools.cache
def module(name: str) -> Any:
    """Return the compiled module of that name."""
    return importlib.import_module(f".{name}", __package__)


def build(name: str, n_values: int, narrow: int = NARROW) -> Any:
    """Return the narrow or the wide build of an engine, both of which are made from one source."""
    return module(f"_{name}" if n_values <= narrow else f"_{name}_wide")


def compiled(name: str, class_name: str, *, is_wide: bool = False) -> Callable[[Request], Engine]:
    """Return a function that opens the compiled class of an engine over a model.

    The class is constructed from ``(unit_starts, unit_cells, n_cells, n_values)`` and loaded by
    ``reset(domains, inequalities, is_lexicographic, seed)``. If there are sums or relations, their three arrays
    follow.
    """
    classes: dict[bool, Any] = {}

    def open_compiled(request: Request) -> Engine:
        skeleton = request.model.skeleton  # type: ignore[union-attr]
        in_wide = is_wide and skeleton.n_values > NARROW
        if (engine_class := classes.get(in_wide)) is None:
            engine_class = classes[in_wide] = getattr(
                module(f"_{name}_wide" if in_wide else f"_{name}"), class_name
            )
        engine: Engine = engine_class(
            skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values
        )
        load(engine, request.model, request.order, request.seed)
        return engine

    return open_compiled


def load(engine: Any, model: Any, order: str, seed: int) -> None:
    """Let a compiled engine start over with a model."""
    # Passing empty arrays would cost a microsecond.
    others = model.sums if len(model.sums.totals) else ()
    if len(model.relations.cells):
        others = *(others or (None, None, None)), *model.relations
    engine.reset(model.domains, model.inequalities, order == "lexicographic", seed, *others)
