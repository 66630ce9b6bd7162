"""What the verbs give back: status, grid and the effort spent."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

__all__ = ["CountResult", "EstimateResult", "Result", "Stats", "Status"]


class Status(enum.Enum):
    """What is known of a puzzle after `fastfuto.solve`."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Stats:
    """The effort an answer took.

    Attributes
    ----------
    nodes : int
        Values tried: every assignment the search made by choice; options for covers, permutations placed for
        layers.
    backtracks : int
        Times the search met a contradiction, or a solution, and took a choice back.
    seconds : float
        Wall-clock time of the whole call, in seconds.
    engine : str
        Name of the engine that answered: "search", "learner", "layers" or "cover"; the figures are its own.
    restarts, learned : int
        Times the learner began anew, and clauses it learned; 0 for the search.
    peak_bytes : int
        Memory that all engines of the call took together.
    states : int
        Sets of filled cells in all layers; 0 for the others.
    """

    nodes: int
    backtracks: int
    seconds: float
    engine: str
    restarts: int = 0
    learned: int = 0
    peak_bytes: int = 0
    states: int = 0


@dataclass(slots=True, eq=False)
class Result:
    """Answer of `fastfuto.solve`.

    Attributes
    ----------
    status : Status
        SATISFIABLE, UNSATISFIABLE, or UNKNOWN when the time limit passed first.
    grid : numpy.ndarray of uint8, or None
        The solution in the puzzle's own shape ((n, n) for Futoshiki), owned by the caller; None unless
        `status` is SATISFIABLE.
    stats : Stats
        Nodes, backtracks, seconds and engine.
    """

    status: Status
    grid: npt.NDArray[Any] | None
    stats: Stats


@dataclass(slots=True)
class CountResult:
    """Answer of `fastfuto.count_result`.

    Attributes
    ----------
    count : int
        The number of solutions, or `limit` when there are at least that many.
    exact : bool
        False when the search stopped at the caller's `limit`, so that there may be more.
    method : str
        How the solutions were counted: "enumeration" walks through all of them, "layers" does not, and
        "formula" stands for n!.
    stats : Stats
        Nodes, backtracks, seconds and engine.
    """

    count: int
    exact: bool
    method: str
    stats: Stats


@dataclass(slots=True)
class EstimateResult:
    """Answer of `fastfuto.estimate_count`.

    Attributes
    ----------
    estimate : int
        The mean of the samples, rounded.
    standard_error : float
        Of the mean, relative to it: 0.01 is one per cent. Not a number if the estimate is 0.
    interval : (int, int)
        Covers the number of solutions with a probability of about 95 %.
    log : float
        Natural logarithm of the mean; minus infinity if it is 0.
    exact : bool
        Whether the estimate is the very number of solutions.
    samples : int
        Independent estimates behind the mean.
    method : str
        "layers" (most states of wide layers left out at random) or "dives" (ways down the search).
    seconds : float
        Wall-clock time of the whole call.
    """

    estimate: int
    standard_error: float
    interval: tuple[int, int]
    log: float
    exact: bool
    samples: int
    method: str
    seconds: float
