"""Prove claims about the solutions of a puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import ENGINES, EXHAUSTED, PAUSED, SOLUTION, Request, open_engine, open_learner
from ..errors import LimitReached, MemoryLimit, NoSolution, PuzzleError
from ..formats import format_puzzle
from ..limits import Progress, ProgressOption, Stats, Watch, check_memory, counted, renamed, sized, whole
from ..model import Model, Options, Solvable, single_value_masks
from ..puzzles import Puzzle
from ..puzzles.variants import Variant
from ..solving.enumerate import all_solutions
from ..solving.session import checked_model
from . import encoding
from .certificate import PB, Certificate, Claim, Format, Pieces, check_executor
from .derivation import derive, derive_clauses
from .encoding import ONE_SOLUTION, SOME_SOLUTION, UNSOLVABLE
from .refute import refute
from .rules import Formula, Root

S = TypeVar("S", bound=np.generic)

MOST_SOLUTIONS = 100_000
"""Most solutions that a certificate lists."""
MOST_IN_A_PIECE = 1000
"""Solutions above which a proof is made in pieces, because a learner keeps a clause for each solution."""
FIRST_SLICE, LONGEST_SLICE = 1 << 18, 1 << 21
"""Work of an engine in its first turn, 10 to 30 ms, and in its longest turn."""
PIECE = 1 << 14
"""Work between two checks of the time."""
FORMULA_BYTES = 450
"""Bytes per candidate of the formula while a proof is written; measured for n = 80 and 120."""
BY_SIZE, BY_ACTIVITY, SEARCH = "learner by size", "learner by activity", "search"


@renamed(format="proof")
def prove(
    puzzle: Solvable[S],
    *,
    claim: Claim = "auto",
    proof: Format = PB,
    executor: Executor | None = None,
    memory: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Certificate:
    """Prove a claim about the solutions of a puzzle in a form that other programs can check.

    Parameters
    ----------
    puzzle : Puzzle or Model
        The certificate of a variant is about its model, whose solutions are flat.
    claim : str or int
        "no solution", "only this solution", "a solution", or a number k for exactly k solutions, at most 100,000. The
        default "auto" proves the first of the three named claims that holds.
    proof : {"pb", "drat"}
        Format of the proof. "pb" is the format of VeriPB: each pseudo-Boolean constraint names its antecedents, so a
        checker does not search. "drat" has only clauses and supports neither sums nor exact covers.
    executor : concurrent.futures.Executor, optional
        An executor whose workers prove the pieces into which proofs for more than 1000 solutions are divided. Default:
        the pieces are proved one after the other in this process.
    memory : int, optional
        Bytes that the engines and the proof may take. Default: half of the machine's memory.
    timeout : float, optional
        Time limit in seconds. The search exceeds the limit by at most 50 ms, and writing a large proof may exceed it by
        up to a second. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    Certificate
        The claim with its proof. `fastfuto.verify` checks the certificate, and its method `save` writes it to files. If
        the claim is "auto" and there are several solutions, the certificate contains two of the solutions.

    Raises
    ------
    NoSolution
        If the claim requires a solution and there is none.
    ValueError
        If the claim is false for another reason, or the claim or the format of the proof is unknown.
    PuzzleError
        If the proof is "drat" and the puzzle is an exact cover or has sums, or if JSON cannot hold the puzzle.
    LimitReached, MemoryLimit
        If the time is up, or the memory is full, before the claim is proved.
    TypeError
        If `puzzle` is neither a Puzzle nor a Model, or `executor` is not an Executor.

    See Also
    --------
    fastfuto.verify : Check a certificate.
    fastfuto.solve : Find a solution without a proof.
    fastfuto.conflicting_clues : Find clues that contradict each other.

    Notes
    -----
    Two learners take turns, and the search joins them if the answer may be a solution. The proof is derived from the
    trace of a learner, without the steps that the conclusion does not need. In the format "pb", the proof takes about
    100 to 1000 bytes for each clause that it needs.

    References
    ----------
    - Wetzler, N., Heule, M. J. H. and Hunt, W. A. (2014). *DRAT-trim: efficient checking and trimming using
      expressive clausal proofs*. SAT. The format "drat".
    - *VeriPB*, https://gitlab.com/MIAOresearch. The format "pb".

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.prove(fastfuto.Futoshiki([[1, 0], [0, 0]])).claim
    'only this solution'
    >>> fastfuto.prove(fastfuto.Futoshiki([[1, 1], [0, 0]])).claim
    'no solution'
    >>> fastfuto.prove(fastfuto.LatinSquare(3), claim=12, proof="drat")
    <Certificate: exactly 12 solutions, proof of 74 bytes>
    """
    if proof not in ("pb", "drat"):
        raise ValueError(f"proof must be 'pb' or 'drat', got {proof!r}")
    check_executor(executor)
    limit = _solutions_to_find(claim)
    claim = claim if isinstance(claim, str) else limit - 1
    watch = Watch(timeout, progress)
    if isinstance(puzzle, Variant):
        puzzle = puzzle.model()
    try:
        question = _question(puzzle, claim, limit, proof, check_memory(memory), watch)
        answers = question.answers(watch, executor)
    finally:
        watch.close()
    solutions = np.concatenate([answer.solutions for answer in answers])
    found = len(solutions)
    if found >= limit and claim not in ("auto", SOME_SOLUTION):
        raise ValueError(
            f"the claim {claim!r} does not hold: the puzzle has at least {counted(found, 'solution')}"
        )
    if found >= limit or claim == SOME_SOLUTION:
        if not found:
            raise NoSolution(f"the claim {claim!r} does not hold: the puzzle has no solution")
        return Certificate(puzzle, SOME_SOLUTION, solutions, [b""], format=proof)
    if claim == "auto":
        claim = ONE_SOLUTION if found else UNSOLVABLE
    elif found != {UNSOLVABLE: 0, ONE_SOLUTION: 1}.get(claim, claim):  # type: ignore[arg-type]
        error = ValueError if found else NoSolution
        has = counted(found, "solution") if found else "no solution"
        raise error(f"the claim {claim!r} does not hold: the puzzle has {has}")
    return Certificate(puzzle, claim, solutions, [answer.proof for answer in answers], question.pieces, proof)


class _StopError(Exception):
    """The caller has stopped the work."""


def prove_unique(puzzle: Solvable[Any], is_over: Callable[[], bool]) -> Certificate | None:
    """Return the certificate that a puzzle has only one solution, or None if `is_over` stops the work."""

    def tell(progress: Progress) -> None:
        if is_over():
            raise _StopError

    try:
        return prove(puzzle, claim=ONE_SOLUTION, progress=tell)
    except _StopError:
        return None


def _solutions_to_find(claim: Claim) -> int:
    """Return the number of solutions after which the claim is decided."""
    limits = {"auto": 2, UNSOLVABLE: 1, ONE_SOLUTION: 2, SOME_SOLUTION: 1}
    if isinstance(claim, str):
        if claim not in limits:
            known = ", ".join(map(repr, limits))
            raise ValueError(f"claim must be {known} or a number of solutions, got {claim!r}")
        return limits[claim]
    try:
        number = whole(claim)
    except TypeError:
        raise TypeError(f"claim must be a string or a whole number, got {claim!r}") from None
    if not 0 <= number <= MOST_SOLUTIONS:
        raise ValueError(f"claim must be 0 to {MOST_SOLUTIONS} solutions, got {number}")
    return number + 1


class _Answer(NamedTuple):
    """The solutions found, in the puzzle's shape, and the proof, if any, that there are no other solutions."""

    solutions: npt.NDArray[Any]
    proof: bytes


class _Question(NamedTuple):
    """A claim to be proved, in pieces with one model each."""

    puzzle: Any
    models: list[Any]
    pieces: Pieces
    limit: int
    is_open: bool
    is_clausal: bool
    memory: int

    def answers(self, watch: Watch, executor: Executor | None) -> list[_Answer]:
        """Return the answer of each piece."""
        tasks = [(self, number) for number in range(len(self.pieces))]
        if executor is None or len(tasks) == 1:
            return [_answer(question, number, watch) for question, number in tasks]
        futures = [executor.submit(_answer, *task, watch.timeout) for task in tasks]
        answers = []
        for future in futures:
            answers.append(future.result())
            watch.is_over(sum(len(answer.solutions) for answer in answers), stage="pieces")
        return answers


def _question(
    puzzle: Solvable[S], claim: Claim, limit: int, format: Format, memory: int, watch: Watch
) -> _Question:
    """Return the claim to be proved; raise PuzzleError if it cannot be proved in this format."""
    model = checked_model(puzzle)
    if format == PB and isinstance(puzzle, Puzzle) and puzzle.family not in encoding.KEYS:
        raise PuzzleError(f"there are no proofs for the family {puzzle.family!r}")
    is_open = claim in ("auto", SOME_SOLUTION)
    question = _Question(puzzle, [model], ((),), limit, is_open, format != PB, memory)
    if format != PB:
        if isinstance(model, Options):
            raise PuzzleError("DRAT proofs do not support exact covers; use the format 'pb'")
        if len(model.sums.totals):
            raise PuzzleError(
                "DRAT proofs do not support puzzles with sums, such as Kakuro; use the format 'pb'"
            )
        return question
    if limit <= MOST_IN_A_PIECE or isinstance(model, Options) or len(model.sums.totals):
        return question
    statement = _statement(puzzle)
    assert isinstance(statement, encoding.Statement)
    pieces = _pieces(statement, limit, _ticker(watch, 0))
    return question._replace(pieces=pieces, models=[_narrowed(model, given) for given in pieces])


def _statement(puzzle: Solvable[S]) -> encoding.Statement | encoding.Cover:
    """Return the puzzle as a checker will read it."""
    try:
        return encoding.statement(json.loads(format_puzzle(puzzle, "json")))  # type: ignore[arg-type]
    except encoding.Unreadable as error:
        raise PuzzleError(str(error).removeprefix(f"{encoding.PUZZLE}: ")) from None


def _pieces(statement: encoding.Statement, n_solutions: int, tick: Callable[[], None]) -> Pieces:
    """Return pieces of about MOST_IN_A_PIECE solutions, each defined by the values of some cells."""
    root = Root(Formula(statement, tick=tick), tick)
    pieces: Pieces = ((),)
    chosen = set[int]()
    while len(pieces) * MOST_IN_A_PIECE < n_solutions:
        n_open = [sum(not root.holds(-x) for x in own.members) for own in root.formula.cells]
        cell = max((c for c in range(len(n_open)) if c not in chosen), key=n_open.__getitem__, default=None)
        if cell is None or n_open[cell] < 2:
            break
        chosen.add(cell)
        pieces = tuple((*given, (cell, value)) for given in pieces for value in statement.domains[cell])
    return pieces


def _narrowed(model: Model, given: encoding.Given) -> Model:
    """Return the model with some cells fixed."""
    domains = model.domains.copy()
    for cell, value in given:
        domains[cell] &= single_value_masks(model.n_values)[value]
    return model.with_domains(domains)


def _answer(question: _Question, number: int, watch: Watch | float | None) -> _Answer:
    """Search for the solutions of a piece and return them, with a proof if they are all solutions."""
    own = watch if isinstance(watch, Watch) else Watch(watch, None)
    model, given, puzzle = question.models[number], question.pieces[number], question.puzzle
    if isinstance(model, Options) or len(model.sums.totals):
        return _refuted(question, own)
    winner = _Race(question, model, own).run()
    rows = winner.rows[: winner.total]
    solutions = puzzle.decode(rows).astype(np.uint8, copy=False)
    if len(rows) == question.limit or (question.is_open and winner.name == SEARCH):
        return _Answer(solutions, b"")
    tick = _ticker(own, len(solutions))
    if question.is_clausal:
        return _Answer(solutions, derive_clauses(model, winner.trace, tick))
    statement = _statement(puzzle)
    assert isinstance(statement, encoding.Statement)
    need = FORMULA_BYTES * sum(map(len, statement.domains))
    if need > question.memory:
        limit = f"the memory limit of {sized(question.memory)}"
        message = f"the proof of such a large puzzle takes {sized(need)}, more than {limit}; raise the limit"
        raise MemoryLimit(message, found=len(solutions), stats=winner.stats(own))
    formula = Formula(statement, given, rows.tolist(), tick)
    return _Answer(solutions, derive(formula, Root(formula, tick), model, winner.trace, tick))


def _refuted(question: _Question, watch: Watch) -> _Answer:
    """Answer for a puzzle that learners cannot solve: find its solutions, then prove that there are no others."""
    statement = _statement(question.puzzle)
    solutions = all_solutions(
        question.puzzle, limit=question.limit, timeout=watch.timeout, memory=question.memory
    )
    if len(solutions) == question.limit:
        return _Answer(solutions, b"")
    hole = statement.hole
    grids = [[value for value in grid.ravel().tolist() if value != hole] for grid in solutions]
    return _Answer(solutions, refute(statement, grids, _ticker(watch, len(solutions))))


def _ticker(watch: Watch, n_found: int) -> Callable[[], None]:
    """Return a function that is called while a proof is written, and raises LimitReached once the time is up."""

    def tick() -> None:
        if watch.is_over(n_found, stage="proof"):
            message = f"the time limit of {watch.timeout} s passed before a proof was found"
            raise LimitReached(message, found=n_found, stats=Stats(0, 0, watch.seconds, "proof"))

    return tick


class _Contestant:
    """An engine in a race, with the solutions that it has found and, if it is a learner, its trace."""

    def __init__(self, name: str, question: _Question, model: Model) -> None:
        self.name = name
        self._is_clausal = question.is_clausal
        self.rows = np.empty((question.limit, model.n_cells), np.uint8)
        self._request = Request(model, memory=question.memory // 2)
        self._engine: Any = None
        self._traces: list[bytes] = []
        self._n_traced = 0

    @property
    def total(self) -> int:
        """Number of solutions found so far."""
        return 0 if self._engine is None else int(self._engine.total)

    @property
    def trace(self) -> bytes:
        """The trace of the learner so far."""
        return b"".join(self._traces)

    def stats(self, watch: Watch) -> Stats:
        """Return the effort so far."""
        peak = self._engine.bytes + self._n_traced
        kind = ENGINES["search" if self.name == SEARCH else "learner"]
        return kind.stats(self._engine, watch.seconds, peak)

    def run(self) -> tuple[int, int]:
        """Work until the next check of the time; return the outcome and the work done."""
        if self._engine is None:
            if self.name == SEARCH:
                self._engine = open_engine("search", self._request)
            else:
                self._engine = open_learner(
                    self._request,
                    by_activity=self.name == BY_ACTIVITY,
                    trace=True,
                    clausal=self._is_clausal,
                )
        engine = self._engine
        outcome = engine.run(PIECE, len(self.rows) - engine.total, self.rows[engine.total :])
        if self.name == SEARCH:
            return outcome, PIECE
        if trace := engine.take_trace():
            self._traces.append(trace)
            self._n_traced += len(trace)
            # Joining the traces at the end doubles their memory.
            if 2 * self._n_traced + engine.bytes > self._request.memory:
                raise MemoryError
        # A learner does no work while it sets itself up.
        return outcome, 0 if engine.is_preparing else PIECE


class _Race:
    """Engines that take turns until one has as many solutions as the question asks for, or a proof that it has all."""

    def __init__(self, question: _Question, model: Model, watch: Watch) -> None:
        names = (BY_SIZE, BY_ACTIVITY, SEARCH) if question.is_open else (BY_SIZE, BY_ACTIVITY)
        self._running = [_Contestant(name, question, model) for name in names]
        self._memory = question.memory // 2
        self._watch = watch

    def run(self) -> _Contestant:
        """Return the engine that has the answer; raise LimitReached or MemoryLimit if no engine finds it."""
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
                message = f"the time limit of {self._watch.timeout} s passed before a proof was found"
                raise LimitReached(message, found=contestant.total, stats=contestant.stats(self._watch))
        return PAUSED

    def _lose(self, contestant: _Contestant) -> None:
        """Remove an engine that is out of memory; raise MemoryLimit if no learner is left."""
        self._running.remove(contestant)
        if all(each.name == SEARCH for each in self._running):
            message = f"the memory limit of {sized(2 * self._memory)} was reached; raise the limit"
            stats = Stats(0, 0, self._watch.seconds, "learner", peak_bytes=2 * self._memory)
            raise MemoryLimit(message, found=contestant.total, stats=stats)
