"""What an engine is: the protocol that all engines follow."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy.typing as npt

from ..model import Model, Options

__all__ = ["EXHAUSTED", "PAUSED", "SOLUTION", "UNLIMITED", "Engine", "Request"]

EXHAUSTED, SOLUTION, PAUSED = 0, 1, 2
"""How a run ends: there are no more solutions, as many were found as were asked for, or the budget is used up."""

UNLIMITED = 2**62
"""A limit on solutions, bytes or work that no engine ever reaches."""


class Engine(Protocol):
    """One search for the solutions of one model, which goes on whenever it is run.

    Attributes
    ----------
    found : int
        Number of solutions found in the last run.
    total : int
        Number of solutions found in all runs.
    nodes : int
        Number of choices made.
    bytes : int
        Number of bytes taken.
    """

    @property
    def found(self) -> int: ...  # noqa: D102
    @property
    def total(self) -> int: ...  # noqa: D102
    @property
    def nodes(self) -> int: ...  # noqa: D102
    @property
    def bytes(self) -> int: ...  # noqa: D102

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Go on until `limit` more solutions are found, there are no more, or the budget of work is used up.

        Solutions go into the rows of `out`, (limit or more, n_cells); without it they are only counted. The
        method returns EXHAUSTED, SOLUTION or PAUSED. It raises MemoryError if the engine needs more memory than
        it may take.
        """
        ...


class Request(NamedTuple):
    """What an engine is opened for.

    Attributes
    ----------
    model : Model or Options
    order : {"any", "lexicographic"}
        The order in which solutions are to come.
    seed : int
        Breaks ties between equally good choices; 0 takes the first one.
    memory : int
        Bytes that the engine may take, for engines whose need is not known in advance.
    threads : int
        Threads that may work at once, for engines that can share their work.
    """

    model: Model | Options
    order: str = "any"
    seed: int = 0
    memory: int = UNLIMITED
    threads: int = 1
