"""Conflicting clues: clues of a puzzle without a solution that contradict each other."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import LEARNER, PAUSED, SOLUTION, Learner, Request, open_learner
from ..errors import PuzzleError
from ..limits import ProgressOption, Run
from ..model import Model, Options, not_solvable, puzzle_of
from ..puzzles import Clue, Puzzle, clues_of, keeping
from . import tuning
from .session import Session, checked_model

P = TypeVar("P", bound=Puzzle[Any] | Model)


def conflicting_clues(puzzle: P, *, timeout: float | None = None, progress: ProgressOption = None) -> P:
    """Reduce a puzzle without a solution to a minimal set of clues that contradict each other.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle without a solution.
    timeout : float, optional
        Time limit in seconds. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    Puzzle or Model
        A puzzle of the same family with a subset of the clues. It has no solution, but if any one of its clues is
        removed, it has a solution. It has no clues if the rules alone already contradict each other.

    Raises
    ------
    PuzzleError
        If the puzzle has a solution.
    LimitReached
        If the time is up.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.
    ValueError
        If `timeout` is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    See Also
    --------
    fastfuto.redundant_clues : Find clues that a puzzle can do without.
    fastfuto.true_candidates : Find the values that occur in some solution.
    fastfuto.prove : Write a proof that a puzzle has no solution.

    Notes
    -----
    Clues are numbers and inequalities, the digits and totals of a Kakuro, and the rules of permutations. The clues of a
    model are its domains, inequalities, sums and relations. The clues of an exact cover are its primary items; an item
    that is removed as a clue becomes secondary. The bars of an Adjacent always stay, because a missing bar is also a
    clue.

    The result is an irreducible inconsistent subset of the clues (van Loon, 1981). A puzzle may have several such
    subsets of different sizes. If `violations` finds contradictions, the result explains the first of them. Otherwise,
    a learner assumes the numbers and reports a set of numbers that cannot all hold. The other clues are found by
    bisection, with a few solver calls for each clue of the result.

    The time for a 9 x 9 puzzle has a median of 1 ms but a mean of 30 ms, because some contradictions are hard to prove.

    References
    ----------
    - van Loon, J. N. M. (1981). *Irreducibly inconsistent systems of linear inequalities*. European Journal of
      Operational Research 8.
    - Hemery, F., Lecoutre, C., Sais, L. and Boussemart, F. (2006). *Extracting MUCs from constraint networks*. ECAI.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[1, 0, 1], [0, 2, 0], [0, 0, 0]], [((0, 0), (0, 1))])
    >>> print(fastfuto.conflicting_clues(puzzle))
    3
    1 | 0 | 1
    - - - - -
    0 | 0 | 0
    - - - - -
    0 | 0 | 0
    <BLANKLINE>
    """
    puzzle = puzzle_of(puzzle)
    if not isinstance(puzzle, Puzzle | Model):
        raise not_solvable(puzzle)
    with Run(timeout, progress) as run:
        conflict = _Conflict(puzzle, run)
        if not conflict.begin():
            raise PuzzleError("the clues do not contradict each other: the puzzle has a solution")
        conflict.spare_numbers()
        conflict.spare_others()
        return keeping(puzzle, conflict.kept)


class _Conflict:
    """A shrinking set of clues without a solution.

    Attributes
    ----------
    kept : (clues,) bool
        Whether each clue is in the set.
    """

    def __init__(self, puzzle: Any, run: Run) -> None:
        self._puzzle = puzzle
        self._run = run
        self._clues = clues_of(puzzle)
        self._needed = np.zeros(len(self._clues), bool)
        self.kept = np.ones(len(self._clues), bool)

    def begin(self) -> bool:
        """Return whether the puzzle has no solution; if there are violations, keep only the first violation's clues."""
        for violation in self._puzzle.violations()[:1] if isinstance(self._puzzle, Puzzle) else ():
            cells = set(violation.cells)
            about = np.array([cells.issuperset(clue.cells) for clue in self._clues], bool)
            if cells and self._fails(about):
                self.kept = about
                return True
        return self._fails(self.kept)

    def spare_numbers(self) -> None:
        """Remove redundant numbers and keep all other clues, if a learner can handle the puzzle."""
        model = checked_model(self._puzzle)
        if isinstance(model, Options) or len(model.sums.totals):
            return
        # Numbers out of range cannot be assumed.
        numbers = {
            k for k in np.flatnonzero(self.kept).tolist() if 0 < self._clues[k].value <= model.n_values
        }
        others = self.kept.copy()
        others[list(numbers)] = False
        if not numbers:
            return
        try:
            questions = _Questions(self._puzzle, checked_model(keeping(self._puzzle, others)), self._run)
            numbers = questions.failed({k: self._clues[k] for k in numbers}) or set()
            needed: set[int] = set()
            for k in sorted(numbers):
                if k in numbers:
                    failed = questions.failed({each: self._clues[each] for each in numbers - {k}})
                    if failed is None:
                        needed.add(k)
                    else:
                        # The learner never repeats a solution, but each solution found so far lacks a needed number.
                        numbers = needed | failed
        except MemoryError:
            return
        self.kept = others
        for k in numbers:
            self.kept[k] = self._needed[k] = True

    def spare_others(self) -> None:
        """Remove clues until every clue is needed.

        Each round finds the shortest prefix of the undecided clues that contradicts the needed clues. The last clue
        of this prefix is needed, and all clues after it are not (Hemery et al., 2006).
        """
        while not (self._needed == self.kept).all():
            rest = np.flatnonzero(self.kept & ~self._needed)
            # The first `high` clues contradict the needed clues. Unless `low` is -1, the first `low` clues do not.
            low, high, step = -1, len(rest), 1
            while high - low > 1:
                # If most clues are needed, the last clue is likely needed. If few clues are needed, steps of doubling
                # length soon reach a needed clue.
                middle = high - step if low < 0 and step <= high else (low + high) // 2
                some = self._needed.copy()
                some[rest[:middle]] = True
                if self._fails(some):
                    high = middle
                    step *= 2
                else:
                    low = middle
            self.kept[rest[high:]] = False
            if high:
                self._needed[rest[high - 1]] = True

    def _fails(self, kept: npt.NDArray[np.bool_]) -> bool:
        """Return whether the puzzle with these clues has no solution."""
        session: Session[Any] = Session(keeping(self._puzzle, kept), self._run)
        if session.run(1, None) == PAUSED:
            raise self._run.late(session.stats, what="; the conflicting clues are not known yet")
        session.spare()
        return session.total == 0


class _Questions:
    """Ask one learner repeatedly which numbers contradict the other clues."""

    def __init__(self, puzzle: Any, model: Any, run: Run) -> None:
        self._run = run
        self._learner: Learner = open_learner(Request(model, memory=tuning.LEARNER_MEMORY))
        # The model's cell at each place of a solution.
        self._cells = puzzle.decode(np.arange(1, model.n_cells + 1)) - 1

    def failed(self, numbers: dict[int, Clue]) -> set[int] | None:
        """Return which of the numbers cannot all hold, or None if there is a new solution."""
        pairs = [(self._cells[clue.cells[0]], clue.value) for clue in numbers.values()]
        self._learner.assume(np.array(pairs, np.int32).reshape(-1, 2))
        while (outcome := self._learner.run(tuning.STRETCH, 1)) == PAUSED:
            if self._run.is_over():
                stats = LEARNER.stats(self._learner, self._run.seconds, self._learner.bytes)
                raise self._run.late(stats, what="; the conflicting clues are not known yet")
        if outcome == SOLUTION:
            return None
        keys = list(numbers)
        return {keys[at] for at in self._learner.failed()}
