"""All engines: names, factories, and what each can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from ..limits import Stats
from ..model import Model, Options
from .cover import open_cover
from .learner import open_learner
from .permutations import AllPermutations, is_all_permutations
from .protocol import Engine, Request
from .search import open_search
from .states import StatesCounter, can_count_by_states

__all__ = ["ENGINES", "EngineKind", "EngineName", "effort", "open_engine", "refusal"]

EngineName: TypeAlias = Literal["auto", "search", "learner", "states", "cover", "permutations"]
"""Names of engines, the same for all verbs; "auto" lets fastfuto choose."""


class EngineKind(NamedTuple):
    """One engine as the registry knows it.

    Attributes
    ----------
    open : callable
        Takes a `Request` and returns the loaded engine.
    can_list : bool
        Whether it gives the solutions, not only their number.
    can_order : bool
        Whether it can find solutions in lexicographic order.
    can_sum : bool
        Whether it knows sums.
    can_compare : bool
        Whether it knows inequalities.
    can_relate : bool
        Whether it knows relations.
    can_cover : bool
        Whether it takes exact covers.
    takes : callable
        Whether it takes a model that the other fields allow.
    only : str
        Which models `takes` allows, in words.
    """

    open: Callable[[Request], Engine]
    can_list: bool = True
    can_order: bool = False
    can_sum: bool = False
    can_compare: bool = True
    can_relate: bool = False
    can_cover: bool = False
    takes: Callable[[Model | Options], bool] = lambda model: True
    only: str = ""


ENGINES: dict[str, EngineKind] = {
    "search": EngineKind(open_search, can_order=True, can_sum=True, can_relate=True),
    "learner": EngineKind(open_learner, can_relate=True),
    "states": EngineKind(
        StatesCounter,
        can_list=False,
        takes=can_count_by_states,
        only="Latin squares of order 3 to 32, with or without inequalities, and permutations of up to 63 values",
    ),
    "cover": EngineKind(open_cover, can_compare=False, can_cover=True),
    "permutations": EngineKind(
        AllPermutations,
        can_order=True,
        takes=is_all_permutations,
        only="permutations that no rule restricts",
    ),
}


def refusal(name: str, model: Model | Options, *, order: str = "any", to_list: bool = True) -> str | None:
    """Return why the engine of that name cannot do the work, or None if it can.

    `to_list` tells whether the solutions themselves are asked for.
    """
    if name not in ENGINES:
        return f"engine must be one of {', '.join(map(repr, ('auto', *ENGINES)))}, got {name!r}"
    kind = ENGINES[name]
    if isinstance(model, Options):
        if not kind.can_cover:
            return f"the engine {name!r} does not take exact covers; leave them to the engine 'cover'"
    elif len(model.sums.totals) and not kind.can_sum:
        return f"the engine {name!r} does not know sums; leave them to the engine 'search'"
    elif len(model.relations.cells) and not kind.can_relate:
        return f"the engine {name!r} does not know relations; leave them to the engine 'search' or 'learner'"
    elif len(model.inequalities) and not kind.can_compare:
        return f"the engine {name!r} does not know inequalities; leave them to another engine"
    if order == "lexicographic" and not kind.can_order:
        return (
            f"the engine {name!r} finds solutions in an order of its own; the engine 'search' can order them"
        )
    if to_list and not kind.can_list:
        return f"the engine {name!r} counts solutions but does not list them"
    if not kind.takes(model):
        return f"the engine {name!r} only takes {kind.only}"
    return None


def open_engine(name: str, request: Request) -> Engine:
    """Return the engine of that name, loaded with the request's model.

    Raises
    ------
    MemoryError
        If there is not enough memory for it.
    """
    return ENGINES[name].open(request)


def effort(name: str, engine: Any, seconds: float, peak_bytes: int) -> Stats:
    """Return the effort that the answer of the engine of that name took."""
    if name == "learner":
        return Stats(
            engine.nodes, engine.conflicts, seconds, name, engine.restarts, engine.learned, peak_bytes
        )
    if name == "states":
        return Stats(engine.nodes, 0, seconds, name, peak_bytes=peak_bytes, states=engine.states)
    return Stats(engine.nodes, engine.backtracks, seconds, name, 0, 0, peak_bytes)
