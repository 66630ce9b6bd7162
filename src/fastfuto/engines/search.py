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

__all__ = ["Search", "open_search", "spare_search", "take_search"]

SPARE_BYTES = 1 << 18
"""Most bytes of a search that is kept, which is enough for a Latin square of order 16."""

_open_new = compiled("search", "Search", is_wide=True)


def open_search(request: Request) -> Search:
    """Return a search loaded with the request's model: the spare one of its skeleton, or else a new one."""
    assert isinstance(request.model, Model)
    return take_search(request.model, request.order, request.seed)


def take_search(model: Any, order: str, seed: int) -> Search:
    """Return what `open_search` returns, without a request: making one takes a tenth of a short search."""
    search: Search | None = model.skeleton.spare.pop("search", None)
    if search is None:
        return cast("Search", _open_new(Request(model, order, seed)))
    search.reset(problem_of(model), order == "lexicographic", seed)
    return search


def spare_search(search: Engine, model: Any) -> None:
    """Keep a search that nobody uses any more for the next model with the same skeleton.

    On a small puzzle it takes as long to make a search as to run it.
    """
    if search.bytes <= SPARE_BYTES:
        model.skeleton.spare["search"] = search
