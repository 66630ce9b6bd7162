"""The search, opened over models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..model import Model
from .loading import compiled, problem_of
from .protocol import Engine, Request

if TYPE_CHECKING:
    from ._search import Search as _Search

    Search: TypeAlias = _Search
else:
    Search = Any

SPARE_BYTES = 1 << 18
"""Largest number of bytes of a search that is kept, enough for a Latin square of order 16."""

_open_new = compiled("search", "Search", is_wide=True)


def open_search(request: Request) -> Search:
    """Return a search loaded with the request's model: the spare search of its skeleton, or otherwise a new search."""
    assert isinstance(request.model, Model)
    return take_search(request.model, request.order, request.seed)


def take_search(model: Any, order: str, seed: int) -> Search:
    """Return the same as `open_search`, without a request: creating a request takes 10 % of a short search."""
    search: Search | None = model.skeleton.spare.pop("search", None)
    if search is None:
        return cast("Search", _open_new(Request(model, order, seed)))
    search.reset(problem_of(model), order == "lexicographic", seed)
    return search


def spare_search(search: Engine, model: Any) -> None:
    """Keep an unused search for the next model with the same skeleton.

    For a small puzzle, creating a search takes as long as running it.
    """
    if search.bytes <= SPARE_BYTES:
        model.skeleton.spare["search"] = search
