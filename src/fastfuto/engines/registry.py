"""All engines: names, factories, and capabilities."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from ..model import Model, Options
from ..stats import Stats
from .cover import open_cover
from .learner import open_learner
from .permutations import AllPermutations, is_all_permutations
from .protocol import Engine, Request
from .search import open_search
from .single import Single
from .states import StatesCounter, can_count_by_states

EngineName: TypeAlias = Literal["auto", "search", "learner", "states", "cover", "permutations"]
"""Names of engines, the same for all verbs; "auto" lets fastfuto choose."""


class EngineKind(NamedTuple):
    """One engine in the registry. The registry is the only place that describes how engines differ.

    Attributes
    ----------
    name : str
    open : callable
        Takes a `Request` and returns the loaded engine.
    can_list : bool
        Whether the engine returns the solutions, not only their number.
    can_order : bool
        Whether the engine can find solutions in lexicographic order.
    can_sum : bool
        Whether the engine supports sums.
    can_compare : bool
        Whether the engine supports inequalities.
    can_relate : bool
        Whether the engine supports relations.
    can_cover : bool
        Whether the engine solves exact covers.
    can_share : bool
        Whether several engines of this kind take turns over one model and exchange clauses.
    has_ties : bool
        Whether the seed makes a difference.
    takes : callable
        A function that returns whether the engine supports a model that the other fields allow.
    only : str
        The models that `takes` allows, in words.
    method : str
        The method of counting: "enumeration", or a method that counts all solutions at once, whatever the limit is.
    number : callable, optional
        The number of solutions of a supported model, if it is known without counting.
    pieces : {"branches", "layers", ""}
        The units of work that workers can share.
    unit : str
        The attribute that measures the progress of the engine.
    backtracks : str
        The attribute that becomes `Stats.backtracks`.
    counters : tuple of str
        The other attributes that are fields of `Stats`, in addition to `nodes`.
    """

    name: str
    open: Callable[[Request], Engine]
    can_list: bool = True
    can_order: bool = False
    can_sum: bool = False
    can_compare: bool = True
    can_relate: bool = False
    can_cover: bool = False
    can_share: bool = False
    has_ties: bool = False
    takes: Callable[[Model | Options], bool] = lambda model: True
    only: str = ""
    method: str = "enumeration"
    number: Callable[[Model | Options], int] | None = None
    pieces: Literal["branches", "layers", ""] = ""
    unit: str = "nodes"
    backtracks: str = "backtracks"
    counters: tuple[str, ...] = ()

    def stats(self, engine: Engine, seconds: float, peak_bytes: int) -> Stats:
        """Return the effort of an engine of this kind."""
        stats = Stats(engine.nodes, getattr(engine, self.backtracks), seconds, self.name, 0, 0, peak_bytes)
        for name in self.counters:
            setattr(stats, name, getattr(engine, name))
        return stats

    def stage(self, engine: Engine) -> str:
        """Return the progress of an engine of this kind, in words."""
        return f"{self.name}: {getattr(engine, self.unit)} {self.unit}"


SEARCH = EngineKind(
    "search",
    open_search,
    can_order=True,
    can_sum=True,
    can_relate=True,
    has_ties=True,
    pieces="branches",
)
LEARNER = EngineKind(
    "learner",
    open_learner,
    can_relate=True,
    can_share=True,
    has_ties=True,
    unit="conflicts",
    backtracks="conflicts",
    counters=("restarts", "learned"),
)
STATES = EngineKind(
    "states",
    StatesCounter,
    can_list=False,
    can_relate=True,
    takes=can_count_by_states,
    only="Latin squares of order 3 to 32, with or without inequalities, and permutations of up to 63 values, with "
    "inequalities, or with rules between neighbours",
    method="states",
    pieces="layers",
    counters=("states",),
)
KINDS = (
    SEARCH,
    LEARNER,
    STATES,
    EngineKind("cover", open_cover, can_compare=False, can_cover=True),
    EngineKind(
        "permutations",
        AllPermutations,
        can_order=True,
        takes=is_all_permutations,
        only="permutations that no rule restricts",
        method="formula",
        number=lambda model: math.factorial(model.n_cells),
    ),
)

ENGINES = {kind.name: kind for kind in KINDS}

SINGLES = {name: EngineKind(name, Single) for name in ("sudoku9", "lanes")}
"""The engines for batches, when they solve a single puzzle. Users cannot name them."""


def lone_engine(model: Model | Options, order: str, seed: int) -> EngineKind | None:
    """Return the engine that works alone on a model if the user names none, or None if several engines take turns."""
    if isinstance(model, Options):
        return ENGINES["cover"]
    if seed == 0 and is_all_permutations(model):
        return ENGINES["permutations"]
    return SEARCH if order == "lexicographic" or len(model.sums.totals) else None


def shared_by(name: str) -> str:
    """Return the units of work that workers share with this engine; see `EngineKind.pieces`."""
    return SEARCH.pieces if name == "auto" else ENGINES[name].pieces if name in ENGINES else ""


def refusal(name: str, model: Model | Options, order: str = "any", to_list: bool = True) -> str | None:
    """Return the reason why the named engine cannot do the work, or None if it can.

    `to_list` is true if the solutions themselves are requested.
    """
    if name == "auto":
        unordered = order == "lexicographic" and isinstance(model, Options)
        return "the solutions of an exact cover have no order: leave order at 'any'" if unordered else None
    if not isinstance(name, str) or name not in ENGINES:
        return f"engine must be one of {', '.join(map(repr, ('auto', *ENGINES)))}, got {name!r}"
    kind = ENGINES[name]
    if isinstance(model, Options):
        if not kind.can_cover:
            return f"the engine {name!r} does not support exact covers; use the engine 'cover'"
    elif len(model.sums.totals) and not kind.can_sum:
        return f"the engine {name!r} does not support sums; use the engine 'search'"
    elif len(model.relations.cells) and not kind.can_relate:
        return f"the engine {name!r} does not support relations; use the engine 'search' or 'learner'"
    elif len(model.inequalities) and not kind.can_compare:
        return f"the engine {name!r} does not support inequalities; use another engine"
    if order == "lexicographic" and not kind.can_order:
        return f"the engine {name!r} cannot order solutions; use the engine 'search'"
    if to_list and not kind.can_list:
        return f"the engine {name!r} counts solutions but does not list them"
    if not kind.takes(model):
        return f"the engine {name!r} only takes {kind.only}"
    return None


def open_engine(name: str, request: Request) -> Engine:
    """Return the named engine, loaded with the request's model.

    Raises
    ------
    MemoryError
        If there is not enough memory for the engine.
    """
    return ENGINES[name].open(request)
