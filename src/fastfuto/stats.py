"""The effort of a call."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Stats:
    """The effort of a call.

    Attributes
    ----------
    nodes : int
        Number of choices: values that the search tried, options that the cover engine tried, decisions of the learner,
        or permutations that the states engine placed.
    backtracks : int
        Number of choices that the search took back after a contradiction or a solution, of dead ends of the cover
        engine, or of conflicts of the learner; 0 for the engines "sudoku9" and "lanes".
    seconds : float
        Wall-clock time of the whole call, in seconds.
    engine : str
        Name of the engine that found the answer: "sudoku9", "lanes", or a name that `fastfuto.solve` accepts. All
        numbers except `seconds` and `peak_bytes` refer to this engine.
    restarts, learned : int
        Numbers of restarts and of learned clauses of the learner; 0 for other engines.
    peak_bytes : int
        Largest total number of bytes that the engines of the call took at any time.
    states : int
        Number of states (sets of filled cells) in all layers of the states engine; 0 for other engines. If a count is
        made in pieces, only states that a piece advanced are included.

    See Also
    --------
    fastfuto.Result : The result of `fastfuto.solve`, with its effort.
    fastfuto.CountResult : The result of `fastfuto.count_result`, with its effort.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.solve(fastfuto.LatinSquare(4)).stats.engine
    'search'
    """

    nodes: int
    backtracks: int
    seconds: float
    engine: str
    restarts: int = 0
    learned: int = 0
    peak_bytes: int = 0
    states: int = 0
