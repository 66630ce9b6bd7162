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
        Time limit in seconds, which the call exceeds by at most 50 ms. Default: none.
    order : {"any", "lexicographic"}
        Which solution is returned: any solution, or the first solution in row-major lexicographic order.
    engine : {"auto", "search", "learner", "states", "cover", "permutations"}
        The only engine to use; "auto" lets the suitable engines take turns.

        - "search" is exhaustive depth-first search, and the only engine that can find solutions in order for any model.
        - "learner" learns clauses from conflicts (CDCL), which is much faster on large and on tight grids.
        - "cover" uses dancing links. It solves exact covers and, encoded as exact covers, puzzles without inequalities,
          sums or relations.
        - "permutations" lists the permutations of a puzzle without any rules.
        - "states" only counts, so `solve` refuses it.

        If an engine cannot solve the puzzle as requested, a ValueError gives the reason.
    seed : int
        Seed, 0 to 2**64 - 1, that breaks ties, so different seeds may find different solutions. A seed finds the same
        solution on every machine. Many seeds find the same solution, so use `sample` to draw random solutions, and
        `LatinSquare.random` to draw random squares. The seed has no effect with ``order="lexicographic"`` or on exact
        covers.
    threads : int
        Number of threads. Several threads run engines with different seeds in a race for the first answer, so different
        calls may find different solutions. Threads have no effect with ``order="lexicographic"`` or on exact covers.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    Result
        Its attribute `status` is UNKNOWN if the time limit passed. Its attribute `grid` is the solution, (n, n) uint8
        for Futoshiki, in an array that the caller owns. For an `ExactCover`, `grid` holds the numbers of the chosen
        options, (k,) int32.

    Raises
    ------
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.
    ValueError
        If an option is out of range, or the engine cannot solve the puzzle as requested.
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
    A call takes a few microseconds plus the time of the engines, which is exponential in the worst case. The search
    takes 4 bytes of memory for each candidate; a Latin square has n ** 3 candidates. Two learners may join the search.
    They take about 45 and 75 bytes for each candidate that propagation leaves open, and at most 840 MiB together. If
    this limit is too small for a learner in each thread, fewer threads are used.

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
    try:  # A with statement would make solving a small puzzle 3 % slower.
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
        Time limit in seconds, which the call exceeds by at most 50 ms. Default: none.
    threads : int
        As for `solve`. The answer does not depend on the number.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    bool
        True if there is exactly one solution; False if there are several or none.

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
