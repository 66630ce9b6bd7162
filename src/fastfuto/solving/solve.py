"""Find a solution, and test whether it is unique."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from ..engines import EngineName
from ..limits import ProgressOption, Run, check_seed
from ..model import Solvable
from .result import Order, Result
from .session import Session

S = TypeVar("S", bound=np.generic)


def solve(
    puzzle: Solvable[S],
    *,
    timeout: float | None = None,
    order: Order = "any",
    engine: EngineName = "auto",
    seed: int = 0,
    threads: int = 1,
    progress: ProgressOption = None,
) -> Result[S]:
    """Find a solution of a puzzle, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle or Model
    timeout : float, optional
        Time limit in seconds, kept within 50 ms. Default: none.
    order : {"any", "lexicographic"}
        The order of the solutions, of which the first is returned: any order, or row-major lexicographic.
    engine : {"auto", "search", "learner", "states", "cover", "permutations"}
        The only engine to use; "auto" lets the suitable engines take turns.

        - "search" is exhaustive depth-first search, the only engine that can order the solutions of any model.
        - "learner" learns clauses from conflicts (CDCL), which is much faster on large and on tight grids.
        - "cover" is dancing links. It takes exact covers, and encodes puzzles without inequalities, sums or relations.
        - "permutations" lists permutations that no rule restricts.
        - "states" only counts.

        If an engine cannot do the job, a ValueError gives the reason.
    seed : int
        Seed, 0 to 2**64 - 1, that breaks ties, so another seed may find another solution. A seed finds the same
        solution on every machine. Many seeds find the same solution: use `sample` for random solutions, and
        `LatinSquare.random` for random squares. The seed has no effect on ``order="lexicographic"`` and exact covers.
    threads : int
        Number of threads. Several threads run engines with different seeds in a race for the first answer, so the
        solution may change from call to call. Threads have no effect on ``order="lexicographic"`` and exact covers.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    Result
        The attribute `status` is UNKNOWN if the time ran out. The attribute `grid`, (n, n) uint8, is owned by the
        caller. For an `ExactCover`, `grid` holds the chosen options, (k,) int32.

    Raises
    ------
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.
    ValueError
        If an option is out of range, or the engine cannot do the job.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    See Also
    --------
    fastfuto.is_unique : Test whether there is exactly one solution.
    fastfuto.solutions : Iterate over all solutions.
    fastfuto.solve_many : Solve many puzzles.
    fastfuto.explain : Solve with the steps of a human solver.

    Notes
    -----
    A call costs a few microseconds plus the engines' work, which is exponential in the worst case. The search takes 4
    bytes of memory for each candidate; a Latin square has n ** 3 candidates. The two learners that join the search take
    about 45 and 75 bytes for each candidate that propagation leaves open, and at most 840 MiB together. If this limit
    is too small for a learner in each thread, fewer threads work.

    References
    ----------
    - Boussemart, F., Hemery, F., Lecoutre, C. and Sais, L. (2004). *Boosting systematic search by weighting
      constraints*. ECAI.
    - Marques-Silva, J. P. and Sakallah, K. A. (1999). *GRASP: a search algorithm for propositional satisfiability*.
      IEEE Transactions on Computers 48.
    - Knuth, D. E. (2022). *The Art of Computer Programming*, volume 4B, section 7.2.2.1.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 1]], [((0, 0), (0, 1)), ((0, 1), (0, 2))])
    >>> result = fastfuto.solve(puzzle)
    >>> result.status
    <Status.SATISFIABLE: 'satisfiable'>
    >>> result.grid
    array([[1, 2, 3],
           [3, 1, 2],
           [2, 3, 1]], dtype=uint8)
    """
    run = Run(timeout, progress, threads)
    try:  # A with statement would make a small puzzle 3 % slower.
        session = Session(puzzle, run, order=order, engine=engine, seed=check_seed(seed))
        result = session.solve()
        session.spare()
        return result
    finally:
        run.close()


def is_unique(
    puzzle: Solvable[S],
    *,
    timeout: float | None = None,
    threads: int = 1,
    progress: ProgressOption = None,
) -> bool:
    """Test whether a puzzle has exactly one solution.

    Parameters
    ----------
    puzzle : Puzzle or Model
    timeout : float, optional
        Time limit in seconds, kept within 50 ms. Default: none.
    threads : int
        As for `solve`. The answer does not depend on it.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    bool
        False if there are several solutions or none.

    Raises
    ------
    LimitReached
        If the time is up.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.solve : Find a solution.
    fastfuto.count : Count the solutions.
    fastfuto.redundant_clues : Find clues that a puzzle can do without.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.is_unique(fastfuto.Futoshiki([[0, 0], [0, 0]]))
    False
    >>> fastfuto.is_unique(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    True
    """
    run = Run(timeout, progress, threads)
    try:
        session = Session(puzzle, run)
        is_unique = session.is_unique()
        session.spare()
        return is_unique
    finally:
        run.close()
