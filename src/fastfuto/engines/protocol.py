"""The protocol that all engines follow."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy.typing as npt

from ..model import Model, Options

EXHAUSTED, SOLUTION, PAUSED = 0, 1, 2
"""The outcomes of a run: there are no more solutions, the limit of solutions is reached, or the budget is used up."""

UNLIMITED = 2**62
"""A limit on solutions, bytes or work that no engine ever reaches."""


class Engine(Protocol):
    """One resumable search for the solutions of one model.

    Attributes
    ----------
    found : int
        Number of solutions found in the last run.
    total : int
        Number of solutions found in all runs.
    nodes : int
        Number of choices made.
    bytes : int
        Number of bytes in use.
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
        """Continue until `limit` more solutions are found, there are no more, or the budget of work is used up.

        Solutions are written to the rows of `out`, (limit or more, n_cells); without `out`, they are only counted. The
        method returns EXHAUSTED, SOLUTION or PAUSED. The method raises MemoryError if the engine needs more memory than
        it is allowed.
        """
        ...


class Request(NamedTuple):
    """The task for which an engine is opened.

    Attributes
    ----------
    model : Model or Options
    order : {"any", "lexicographic"}
        The order of the solutions.
    seed : int
        The seed that breaks ties between equally good choices; with 0, the first choice is taken.
    memory : int
        Largest number of bytes that may be used, for engines whose need is not known in advance.
    threads : int
        Largest number of threads, for engines that can share their work.
    """

    model: Model | Options
    order: str = "any"
    seed: int = 0
    memory: int = UNLIMITED
    threads: int = 1
