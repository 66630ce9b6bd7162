"""Conflicting clues: which clues of a puzzle without a solution contradict each other."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import LEARNER, PAUSED, SOLUTION, Learner, Request, open_learner
from ..errors import PuzzleError
from ..limits import ProgressOption, Run
from ..model import Model, Options, not_solvable
from ..puzzles import Clue, Puzzle, clues_of, keeping
from . import tuning
from .session import Session, checked_model

P = TypeVar("P", bound=Puzzle[Any] | Model)


def conflicting_clues(puzzle: P, *, timeout: float | None = None, progress: ProgressOption = None) -> P:
    """Return a puzzle with clues that contradict each other, none of which can be spared.

    Parameters
    ----------
    puzzle : Puzzle or Model
        One without a solution.
    timeout : float, optional
        Time limit in seconds. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the
        callable raises ends the call.

    Returns
    -------
    Puzzle or Model
        One of the same family with some of the clues. It has no solution, and it has one without any of its clues. It
        has no clues if the rules alone cannot be kept.

    Raises
    ------
    PuzzleError
        If there is a solution.
    LimitReached
        If the time is up.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.
    ValueError
        If `timeout` is out of range.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    Notes
    -----
    Clues are numbers and inequalities; digits and totals of a Kakuro; rules of permutations; the primary items of an
    exact cover, of which those that are left out become secondary; and domains, inequalities, sums and relations of a
    model. The bars of an Adjacent stay, because a bar that is missing says something, too.

    There may be several such sets of clues, of different sizes, and this is one of them (an irreducible inconsistent
    subset; van Loon, 1981). It belongs to the first of the `violations`, if there are any. Otherwise numbers are
    assumed in one learner, which tells those that fail together. The other clues are found by halving, with a few
    questions to the engines for each clue that is left. A 9 x 9 takes 1 ms in the median and 30 ms in the mean, because
    some contradictions are hard to prove.

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
    if not isinstance(puzzle, Puzzle | Model):
        raise not_solvable(puzzle)
    with Run(timeout, progress) as run:
        conflict = _Conflict(puzzle, run)
        if not conflict.begin():
            raise PuzzleError("no clues contradict each other: the puzzle has a solution")
        conflict.spare_numbers()
        conflict.spare_others()
        return keeping(puzzle, conflict.kept)


class _Conflict:
    """A set of clues without a solution, which becomes smaller.

    Attributes
    ----------
    kept : (clues,) bool
        Which clues are in the set.
    """

    def __init__(self, puzzle: Any, run: Run) -> None:
        self._puzzle = puzzle
        self._run = run
        self._clues = clues_of(puzzle)
        self._needed = np.zeros(len(self._clues), bool)
        self.kept = np.ones(len(self._clues), bool)

    def begin(self) -> bool:
        """Return whether the puzzle has no solution; keep no more than what the first of its violations is about."""
        for violation in self._puzzle.violations()[:1] if isinstance(self._puzzle, Puzzle) else ():
            cells = set(violation.cells)
            about = np.array([cells.issuperset(clue.cells) for clue in self._clues], bool)
            if cells and self._fails(about):
                self.kept = about
                return True
        return self._fails(self.kept)

    def spare_numbers(self) -> None:
        """Leave out numbers, with all other clues as they are, until none can be spared, if a learner can tell."""
        model = checked_model(self._puzzle)
        if isinstance(model, Options) or len(model.sums.totals):
            return
        # A number that is no value is not assumed.
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
                        # The learner does not find a solution twice, but each that it has found lacks a needed number.
                        numbers = needed | failed
        except MemoryError:
            return
        self.kept = others
        for k in numbers:
            self.kept[k] = self._needed[k] = True

    def spare_others(self) -> None:
        """Leave out clues until none can be spared.

        Of the clues that are not known to be needed, the least number of first ones is found that contradicts the
        needed ones. The last of these is needed, and what follows it is not (Hemery et al., 2006).
        """
        while not (self._needed == self.kept).all():
            rest = np.flatnonzero(self.kept & ~self._needed)
            # The first `high` ones contradict; the first `low` ones do not, if there are so many.
            low, high, step = -1, len(rest), 1
            while high - low > 1:
                # Where most clues are needed, the last one is; where few are, steps that double soon come to one.
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
        """Return whether there is no solution with these clues."""
        session: Session[Any] = Session(keeping(self._puzzle, kept), self._run)
        if session.run(1, None) == PAUSED:
            raise self._run.late(session.stats, what="; the conflicting clues are not known yet")
        session.spare()
        return session.total == 0


class _Questions:
    """Questions to one learner: which numbers contradict the other clues."""

    def __init__(self, puzzle: Any, model: Any, run: Run) -> None:
        self._run = run
        self._learner: Learner = open_learner(Request(model, memory=tuning.LEARNER_MEMORY))
        # Where the puzzle puts each cell of a solution, counted from 1.
        self._cells = puzzle.decode(np.arange(1, model.n_cells + 1)) - 1

    def failed(self, numbers: dict[int, Clue]) -> set[int] | None:
        """Return which of the numbers fail together, or None if there is a solution that was not found before."""
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
