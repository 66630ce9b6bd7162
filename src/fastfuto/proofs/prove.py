"""Proofs of what is claimed about the solutions of a puzzle."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from ..engines import ENGINES, EXHAUSTED, PAUSED, SOLUTION, Request, open_engine, open_learner
from ..errors import LimitReached, MemoryLimit, NoSolution, PuzzleError
from ..limits import ProgressOption, Stats, Watch, check_memory, whole
from ..model import Model, Options, Solvable
from ..solving.session import checked_model
from .certificate import Certificate, Claim
from .check import ADDED, ONE_SOLUTION, SOME_SOLUTION, UNSOLVABLE

__all__ = ["prove"]

S = TypeVar("S", bound=np.generic)

MOST_SOLUTIONS = 1000
"""Most solutions that a certificate lists."""
FIRST_SLICE, LONGEST_SLICE = 1 << 18, 1 << 21
"""Work of an engine in its first turn, 10 to 30 ms, and the most that it grows to."""
PIECE = 1 << 14
"""Work after which the time is looked at."""
BY_SIZE, BY_ACTIVITY, SEARCH = "learner by size", "learner by activity", "search"


def prove(
    puzzle: Solvable[S],
    *,
    claim: Claim = "auto",
    memory: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Certificate:
    """Find out what holds of a puzzle's solutions, with a proof that other programs can check.

    Parameters
    ----------
    puzzle : Puzzle or Model
        Without sums; not an exact cover.
    claim : str or int
        "no solution", "only this solution", "a solution", or k for exactly k solutions, at most 1000. Default: "auto",
        the first of these that holds.
    memory : int, optional
        Bytes that the engines and the proof may take. Default: half of the machine's memory.
    timeout : float, optional
        Time limit in seconds, kept within 50 ms. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the callable
        raises ends the call.

    Returns
    -------
    Certificate
        Its method `save` writes it, and `fastfuto.verify` checks what was written. Where "auto" finds several solutions
        it has two of them.

    Raises
    ------
    NoSolution
        If a solution is claimed, and there is none.
    ValueError
        If the claim does not hold for another reason, or is not one of those above.
    PuzzleError
        For exact covers and puzzles with sums, for which there are no proofs.
    LimitReached, MemoryLimit
        If the time is up, or the memory full, before the claim is proved.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model.

    Notes
    -----
    The proof is the log of a learner, which costs it a few percent. Two learners take turns, and the search with them
    where solutions alone may be the answer. A proof takes some 50 to 150 bytes for each learned clause, so that of a
    hard 9 x 9 takes a few kilobytes, and that of a large critical grid megabytes.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.prove(fastfuto.Futoshiki([[1, 0], [0, 0]])).claim
    'only this solution'
    >>> fastfuto.prove(fastfuto.Futoshiki([[1, 1], [0, 0]])).claim
    'no solution'
    >>> fastfuto.prove(fastfuto.LatinSquare(3), claim=12)
    <Certificate: exactly 12 solutions, proof of 44 bytes>
    """
    watch = Watch(timeout, progress)
    try:
        limit = _solutions_to_find(claim)
        claim = claim if isinstance(claim, str) else limit - 1
        race = _Race(
            _provable(puzzle), limit, claim in ("auto", SOME_SOLUTION), check_memory(memory) // 2, watch
        )
        winner = race.run()
    finally:
        watch.close()
    found = winner.total
    solutions = puzzle.decode(winner.rows[:found]).astype(np.uint8, copy=False)
    if found == limit and claim not in ("auto", SOME_SOLUTION):
        raise ValueError(f"the claim {claim!r} does not hold: there are at least {found} solutions")
    if found == limit or claim == SOME_SOLUTION:
        if not found:
            raise NoSolution(f"the claim {claim!r} does not hold: the puzzle has no solution")
        return Certificate(puzzle, SOME_SOLUTION, solutions, b"")
    if claim == "auto":
        claim = ONE_SOLUTION if found else UNSOLVABLE
    elif found != {UNSOLVABLE: 0, ONE_SOLUTION: 1}.get(claim, claim):  # type: ignore[arg-type]
        error = ValueError if found else NoSolution
        raise error(f"the claim {claim!r} does not hold: the puzzle has {found or 'no'} solutions")
    return Certificate(puzzle, claim, solutions, winner.proof)


def _solutions_to_find(claim: Claim) -> int:
    """Return the number of solutions with which the claim is settled if there are so many."""
    limits = {"auto": 2, UNSOLVABLE: 1, ONE_SOLUTION: 2, SOME_SOLUTION: 1}
    if isinstance(claim, str):
        if claim not in limits:
            known = ", ".join(map(repr, limits))
            raise ValueError(f"claim must be {known} or a number of solutions, got {claim!r}")
        return limits[claim]
    try:
        number = whole(claim)
    except TypeError:
        raise TypeError(f"claim must be a text or a whole number, got {claim!r}") from None
    if not 0 <= number <= MOST_SOLUTIONS:
        raise ValueError(
            f"a certificate lists 0 to {MOST_SOLUTIONS} solutions, got the claim {number}; greater numbers, which are "
            "counted by states, have no proof"
        )
    return number + 1


def _provable(puzzle: Solvable[S]) -> Model:
    """Return the model of a puzzle, or say why there are no proofs for it."""
    model = checked_model(puzzle)
    if isinstance(model, Options):
        raise PuzzleError("there are no proofs for exact covers; a Model has proofs")
    if len(model.sums.totals):
        raise PuzzleError(
            "there are no proofs for puzzles with sums, such as Kakuro: clauses do not say what they mean"
        )
    return model


class _Contestant:
    """An engine that works in turns, with the solutions that it has found, and its proof if it is a learner."""

    def __init__(self, name: str, model: Model, limit: int, memory: int) -> None:
        self.name = name
        self.rows = np.empty((limit, model.n_cells), np.uint8)
        self._request = Request(model, memory=memory)
        self._engine: Any = None
        self._log: list[bytes] = []
        self._n_logged = 0

    @property
    def total(self) -> int:
        """Number of solutions found so far."""
        return 0 if self._engine is None else int(self._engine.total)

    @property
    def proof(self) -> bytes:
        """The log and the empty clause: a proof once the learner is exhausted."""
        return b"".join((*self._log, bytes((ADDED, 0))))

    def stats(self, watch: Watch) -> Stats:
        """Return the effort so far."""
        peak = self._engine.bytes + self._n_logged
        kind = ENGINES["search" if self.name == SEARCH else "learner"]
        return kind.stats(self._engine, watch.seconds, peak)

    def run(self) -> tuple[int, int]:
        """Work for one piece; return the outcome and the work that was done."""
        if self._engine is None:
            if self.name == SEARCH:
                self._engine = open_engine("search", self._request)
            else:
                self._engine = open_learner(self._request, by_activity=self.name == BY_ACTIVITY, log=True)
        engine = self._engine
        outcome = engine.run(PIECE, len(self.rows) - engine.total, self.rows[engine.total :])
        if self.name == SEARCH:
            return outcome, PIECE
        if log := engine.take_log():
            self._log.append(log)
            self._n_logged += len(log)
            # The pieces are put together at the end.
            if 2 * self._n_logged + engine.bytes > self._request.memory:
                raise MemoryError
        # While a learner sets itself up it does no work.
        return outcome, 0 if engine.is_preparing else PIECE


class _Race:
    """Engines that take turns until one has the answer: `limit` solutions, or fewer and a proof that these are all."""

    def __init__(self, model: Model, limit: int, is_open: bool, memory: int, watch: Watch) -> None:
        names = (BY_SIZE, BY_ACTIVITY, SEARCH) if is_open else (BY_SIZE, BY_ACTIVITY)
        self._running = [_Contestant(name, model, limit, memory) for name in names]
        self._memory = memory
        self._watch = watch

    def run(self) -> _Contestant:
        """Return the one that has the answer; raise LimitReached or MemoryLimit if there is none."""
        work = FIRST_SLICE
        while True:
            for contestant in list(self._running):
                try:
                    outcome = self._turn(contestant, work)
                except MemoryError:
                    self._lose(contestant)
                    continue
                if outcome == SOLUTION or (outcome == EXHAUSTED and contestant.name != SEARCH):
                    return contestant
                if outcome == EXHAUSTED:  # The search has no proof.
                    self._running.remove(contestant)
            work = min(2 * work, LONGEST_SLICE)

    def _turn(self, contestant: _Contestant, work: int) -> int:
        while work > 0:
            outcome, done = contestant.run()
            if outcome != PAUSED:
                return outcome
            work -= done
            if self._watch.is_over(contestant.total, stage=contestant.name):
                message = f"the time limit of {self._watch.timeout} s has passed before there was a proof"
                raise LimitReached(message, found=contestant.total, stats=contestant.stats(self._watch))
        return PAUSED

    def _lose(self, contestant: _Contestant) -> None:
        """Go on without one that is out of memory; raise MemoryLimit if no learner is left."""
        self._running.remove(contestant)
        if all(each.name == SEARCH for each in self._running):
            message = f"the memory limit of {2 * self._memory} bytes is full; raise the limit"
            stats = Stats(0, 0, self._watch.seconds, "learner", peak_bytes=2 * self._memory)
            raise MemoryLimit(message, found=contestant.total, stats=stats)
