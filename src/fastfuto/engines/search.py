"""The search, opened over models."""

from __future__ import annotations

from typing import Any

from .loading import compiled, load
from .protocol import Engine, Request

__all__ = ["open_search", "spare_search"]

SPARE_BYTES = 1 << 18
"""Most bytes of a search that is kept, which is enough for a Latin square of order 16."""

_open_new = compiled("search", "Search", is_wide=True)


def open_search(request: Request) -> Engine:
    """Return a search loaded with the request's model: the spare one of its skeleton, or else a new one."""
    model: Any = request.model
    try:
        search: Engine = model.skeleton.spare.pop()
    except IndexError:
        return _open_new(request)
    load(search, request)
    return search


def spare_search(search: Engine, request: Request) -> None:
    """Keep a search that nobody uses any more for the next model with the same skeleton.

    On a small puzzle it takes as long to make a search as to run it.
    """
    model: Any = request.model
    if search.bytes <= SPARE_BYTES and not model.skeleton.spare:
        model.skeleton.spare.append(search)
