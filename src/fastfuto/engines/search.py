"""The search, opened over models."""

from __future__ import annotations

from typing import Any

from .loading import build
from .protocol import Engine, Request

__all__ = ["open_search", "spare_search"]

SPARE_BYTES = 1 << 18
"""Most bytes of a search that is kept, which is enough for a Latin square of order 16."""


def open_search(request: Request) -> Engine:
    """Return a search loaded with the request's model: the spare one of its skeleton, or else a new one."""
    model: Any = request.model
    skeleton = model.skeleton
    try:
        search = skeleton.spare.pop()
    except IndexError:
        search = build("search", skeleton.n_values).Search(
            skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values
        )
    # Passing empty arrays would cost a microsecond.
    others = model.sums if len(model.sums.totals) else ()
    if len(model.relations.cells):
        others = *(others or (None, None, None)), *model.relations
    search.reset(model.domains, model.inequalities, request.order == "lexicographic", request.seed, *others)
    engine: Engine = search
    return engine


def spare_search(search: Engine, request: Request) -> None:
    """Keep a search that nobody uses any more for the next model with the same skeleton.

    On a small puzzle it takes as long to make a search as to run it.
    """
    model: Any = request.model
    if search.bytes <= SPARE_BYTES and not model.skeleton.spare:
        model.skeleton.spare.append(search)
