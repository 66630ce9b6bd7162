"""The effort that an answer took."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Stats:
    """The effort that an answer took.

    Attributes
    ----------
    nodes : int
        Choices made: values that the search tried, options that a cover tried, decisions of the learner, or
        permutations that the states engine placed.
    backtracks : int
        Choices that the search took back after a contradiction or a solution, dead ends of a cover, or conflicts
        of the learner.
    seconds : float
        Wall-clock time of the whole call, in seconds.
    engine : str
        Name of the engine that answered. The figures are its own, except `seconds` and `peak_bytes`.
    restarts, learned : int
        How often the learner restarted, and how many clauses it learned; 0 for the other engines.
    peak_bytes : int
        Memory that all engines of the call took together.
    states : int
        Sets of filled cells in all layers of the states engine, or, where it counts in pieces, in those that
        were taken one step on; 0 for the other engines.
    """

    nodes: int
    backtracks: int
    seconds: float
    engine: str
    restarts: int = 0
    learned: int = 0
    peak_bytes: int = 0
    states: int = 0
