"""True candidates: the number of solutions that have each value in each cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engines import (
    EXHAUSTED,
    LEARNER,
    PAUSED,
    SEARCH,
    SOLUTION,
    UNLIMITED,
    Learner,
    Request,
    open_learner,
    take_search,
)
from ..errors import LimitReached, PuzzleError
from ..limits import ProgressOption, Run, at_least, check_memory, race
from ..model import Model, Options, Solvable, mask_bits, single_value_masks
from . import tuning
from .exchange import racing_threads
from .session import Session, checked_model


def true_candidates(
    puzzle: Solvable[Any],
    *,
    limit: int = 1,
    timeout: float | None = None,
    threads: int = 1,
    progress: ProgressOption = None,
) -> npt.NDArray[np.int64]:
    """Count, for each cell and value, the solutions with this value in the cell, up to a limit.

    Parameters
    ----------
    puzzle : Puzzle or Model
        An exact cover is refused, because it has no cells.
    limit : int
        Largest number of solutions to count for each value in each cell, at least 1. The default, 1, only distinguishes
        possible values from impossible values.
    timeout : float, optional
        Time limit in seconds. Default: none.
    threads : int
        Number of threads. If a search is hard, several threads search in a race. The result does not depend on the
        number.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    int64 array, (n, n, n) for a Futoshiki
        For each cell and value, the number of solutions, at most `limit`, that have the value in the cell. The last
        axis is the value. The number is 0 for values that occur in no solution, and in black cells.

    Raises
    ------
    PuzzleError
        If the puzzle is an exact cover.
    LimitReached
        If the time is up. The attribute `solutions` holds the numbers counted so far, which are lower bounds.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.count : Count all solutions of a puzzle.
    fastfuto.conflicting_clues : Find clues that contradict each other.
    fastfuto.redundant_clues : Find clues that a puzzle can do without.

    Notes
    -----
    With a limit of 1, only a few solutions are needed, because each new solution has a candidate that no earlier
    solution has. A 9 x 9 Futoshiki with 60,539 solutions needed 48 of them and took 3 ms; 30 generated 9 x 9 puzzles
    took 19 ms on average.

    For a model with sums, each remaining candidate gets its own search for a solution, and easy searches come first.
    After 11 s, all but 60 of the 13,185 open candidates of a 101 x 31 Kakuro were decided.

    A limit above 1 takes longer. All solutions are listed if this takes less than about a second. Otherwise, the
    solutions with each remaining candidate are counted separately. There are up to n ** 3 such counts, and each takes
    as long as `fastfuto.count` with the same limit.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1)), ((0, 1), (0, 2))])
    >>> fastfuto.true_candidates(puzzle)[0].tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> fastfuto.true_candidates(puzzle, limit=10)[1].tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    run, limit = Run(timeout, progress, threads), min(at_least(1, limit, "limit"), UNLIMITED)
    model = checked_model(puzzle)
    if isinstance(model, Options):
        raise PuzzleError("an exact cover has no true candidates, because it has no cells")
    tally = _Tally(model, limit)
    with run:
        try:
            tally.count(run)
        except LimitReached as late:
            found = max(late.found, tally.found)
            raise run.late(late.stats, found, solutions=tally.in_shape(puzzle)) from None
    return tally.in_shape(puzzle)


class _Tally:
    """The number of solutions found so far with each candidate.

    Attributes
    ----------
    found : int
        Number of solutions that were examined.
    """

    def __init__(self, model: Model, limit: int) -> None:
        self._model = model
        self._limit = limit
        self.found = 0
        self._counts = np.zeros((model.n_cells, model.n_values), np.int64)
        self._first = np.arange(model.n_cells) * model.n_values - 1

    def in_shape(self, puzzle: Solvable[Any]) -> npt.NDArray[np.int64]:
        """Return the counts in the shape of the puzzle."""
        # The number of the cell, counted from 1, at each place of a solution.
        where = puzzle.decode(np.arange(1, self._model.n_cells + 1))
        counts: npt.NDArray[np.int64] = np.minimum(self._counts, self._limit, out=self._counts)[where - 1]
        counts[where == 0] = 0
        return counts

    def count(self, run: Run) -> None:
        """Count all candidates up to the limit."""
        if self._list(run):
            return
        is_open = mask_bits(self._model.domains, self._model.n_values)
        if not len(self._model.sums.totals):
            found = self._survey(run)
            if found is not None:
                if self._limit == 1:
                    return
                is_open = found
        # Many questions are easy, and their solutions answer others. A hard question waits until no easier one is left.
        questions, turns = np.argwhere(is_open).tolist(), 1
        while questions:
            questions = [
                [cell, value]
                for cell, value in questions
                if self._counts[cell, value] < self._limit and not self._ask(run, cell, value, turns)
            ]
            turns *= tuning.QUESTION_GROWTH

    def _add(self, rows: npt.NDArray[np.uint8]) -> None:
        """Count solutions."""
        self.found += len(rows)
        np.add.at(self._counts.reshape(-1), (self._first + rows).ravel(), 1)

    def _list(self, run: Run) -> bool:
        """List solutions with the search, and return whether all solutions have been found."""
        search = take_search(self._model, "any", 0)
        rows = np.empty((tuning.TALLY_ROWS, self._model.n_cells), np.uint8)
        # Beyond this number of solutions, separate counts are cheaper. At limit 1, a learner finds most values faster.
        most = self._limit * self._counts.size if self._limit > 1 else 0
        for _ in range(tuning.TALLY_RUNS):
            outcome = search.run(tuning.FIRST_SLICE, len(rows), rows)
            self._add(rows[: search.found])
            if outcome == EXHAUSTED:
                return True
            if search.total >= most:
                break
            if run.is_over(search.total):
                raise run.late(SEARCH.stats(search, run.seconds, search.bytes), search.total)
        return False

    def _survey(self, run: Run) -> npt.NDArray[np.bool_] | None:
        """Return which candidates occur in some solution, or None if a learner does not fit into memory."""
        threads = racing_threads(self._model, run.threads)

        def work(thread: int, is_stopped: Callable[[], bool]) -> tuple[Learner, bool]:
            request = Request(self._model, seed=thread, memory=tuning.LEARNER_MEMORY // threads)
            learner = open_learner(request, survey=True)
            while learner.run(tuning.STRETCH, UNLIMITED) != EXHAUSTED:
                # Only thread 0 calls the user's function.
                if is_stopped() or (run.is_late if thread else run.is_over(learner.total)):
                    return learner, False
            return learner, True

        try:
            learner, is_done = work(0, lambda: False) if threads == 1 else race(work, threads)
        except MemoryError:
            return None
        domains = np.zeros_like(self._model.domains)
        learner.take_found(domains)
        found = mask_bits(domains, self._model.n_values)
        np.maximum(self._counts, found, out=self._counts)
        if not is_done:
            raise run.late(LEARNER.stats(learner, run.seconds, learner.bytes), learner.total)
        return found

    def _ask(self, run: Run, cell: int, value: int, turns: int) -> bool:
        """Count the solutions with one candidate; at limit 1, count every candidate of the solution found.

        Return whether the question is answered. At limit 1, the question is left open after `turns` turns of engines.
        """
        domains = self._model.domains.copy()
        domains[cell] = single_value_masks(self._model.n_values)[value + 1]
        session = Session(self._model.with_domains(domains), run, seed=turns - 1, is_all=self._limit > 2)
        left = turns

        def is_over(found: int) -> bool:
            nonlocal left
            left -= 1
            return left == 0 or run.is_over(found)

        if self._limit > 1:
            self._counts[cell, value] = session.count(self._limit, check_memory(None), run.threads).count
        else:
            row = np.empty((1, self._model.n_cells), np.uint8)
            outcome = session.run(1, row, is_over)
            if outcome == PAUSED:
                if run.is_late:
                    raise run.late(session.stats, session.found)
                return False
            if outcome == SOLUTION:
                self._add(row)
        if run.is_over(self.found):
            raise run.late(session.stats, self.found)
        session.spare()
        return True
