"""The effort of a call."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Stats:
    """The effort of a call.

    Attributes
    ----------
    nodes : int
        Number of choices: values tried by the search, options tried by a cover, decisions of the learner, or
        permutations placed by the states engine.
    backtracks : int
        Choices that the search took back after a contradiction or a solution, dead ends of a cover, or conflicts
        of the learner; 0 for "sudoku9" and "lanes".
    seconds : float
        Wall-clock time of the whole call, in seconds.
    engine : str
        Name of the engine that answered: "sudoku9", "lanes", or a name that `fastfuto.solve` takes. All figures except
        `seconds` and `peak_bytes` refer to this engine.
    restarts, learned : int
        Restarts and learned clauses of the learner; 0 for other engines.
    peak_bytes : int
        Largest number of bytes that all engines of the call took together.
    states : int
        States (sets of filled cells) in all layers of the states engine; 0 for other engines. A count in pieces
        includes only the states that were advanced.

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
