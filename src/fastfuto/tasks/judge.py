"""The verb `judge`: whether a move is right, forced, and proved by a technique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import EXHAUSTED, SOLUTION, Log, Verdict, spare_logic, take_logic
from ..errors import PuzzleError
from ..limits import Run, whole
from ..logic import Level, Step
from ..logic.board import Cell, Layout, check_puzzle, logic_model, names_of, start
from ..logic.decoding import Decoder
from ..logic.grade import MOST_WORK, slice_of
from ..logic.hint import only_solution, values_given
from ..logic.shelf import Shelf
from ..logic.technique import RULES, rule_set
from ..model import Model, Solvable, array_of, is_misread, value_masks
from ..solving.session import Session

Move: TypeAlias = tuple[Cell, int]
"""A cell and its value, or a cell and a negated value that it does not have."""

GIVEN = "given"
"""The technique of a move that the entries prove at once, because no unit may repeat a value."""
FIRST_STEPS = 32
"""Number of steps made before the first search for the move among them."""
MOST_BYTES = 1 << 24
"""Most bytes of puzzles that are kept between judgements."""
BYTES_OF_CELL = 300
"""Approximate number of bytes kept for each cell of a puzzle."""

_STEP, _PLACED, _REMOVED = int(Log.STEP), int(Log.PLACED), int(Log.REMOVED)


@dataclass(frozen=True)
class Judgement:
    """The answer of `fastfuto.judge`: whether a move is right and forced, and which technique proves it.

    Attributes
    ----------
    right : bool
        Whether the move is in some solution that agrees with the entries.
    forced : bool
        Whether such a solution exists and the move is in all of them.
    proved_by : str or None
        The hardest technique that is needed to prove the move; "given" if the clues and entries show it at once; None
        if the move is not forced, or no technique up to the level proves it.
    text : str
        The judgement in words.
    steps : tuple of Step
        The steps that lead from the position to the move. Easier rules are applied first, and some steps may be
        unnecessary.

    See Also
    --------
    fastfuto.judge : Judge a move.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.LatinSquare([[0, 1, 0], [0, 0, 0], [0, 0, 1]])
    >>> judgement = fastfuto.judge(puzzle, None, ((1, 0), 1))
    >>> judgement.right, judgement.forced, judgement.proved_by
    (True, True, 'hidden single')
    """

    right: bool
    forced: bool
    proved_by: str | None
    text: str
    steps: tuple[Step, ...] = field(default=(), repr=False)


def judge(
    puzzle: Solvable[Any], entries: npt.ArrayLike | None, move: Move, *, level: Level | None = None
) -> Judgement:
    """Judge a move: whether it is right, whether it is forced, and which technique proves it.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle or model with cells, so not an exact cover.
    entries : array_like of int, the shape of a solution, or None
        Values entered before the move, with 0 for blank cells. They may include clues. Values of black cells are
        ignored.
    move : (cell, int)
        A cell and a value. The cell is an index of a solution, such as (row, column) counted from 0. A negative value
        claims that the cell does not have the value: -3 means "not 3".
    level : str, optional
        The highest level of the techniques that may prove the move, as in `fastfuto.grade`. Default:
        all levels.

    Returns
    -------
    Judgement

    Raises
    ------
    PuzzleError
        If the entries have the wrong shape or type, an entry, value or cell is out of range, the move is malformed, or
        no rules support the puzzle.
    TypeError, ValueError
        If `puzzle` is not a puzzle, or the level is unknown.

    See Also
    --------
    fastfuto.hint : Find the next step.
    fastfuto.explain : Find all steps to the solution.
    fastfuto.score : Score a complete answer.

    Notes
    -----
    A lucky guess is right but not forced. A move that follows from the entries is also forced, and a move that a person
    could find is also proved by a technique. If a puzzle has only one solution, the solution is cached, and the next
    judgement of the same 9 x 9 puzzle takes 20 us to about a millisecond, depending on the number of steps.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> judgement = fastfuto.judge(puzzle, None, ((0, 0), 1))
    >>> judgement.right, judgement.forced
    (True, True)
    >>> print(fastfuto.judge(puzzle, [[1, 2], [0, 0]], ((1, 0), 1)).text)
    r2c1 = 1 is wrong: no solution has it.
    >>> fastfuto.judge(fastfuto.LatinSquare(4), None, ((0, 0), 3)).text
    'r1c1 = 3 is possible, but it is not the only possibility.'
    """
    known = _known(puzzle)
    greatest = greatest_score(level)
    filled = known.filled(entries)
    cell, value = known.move(move)
    text = _named(known.names.cells[cell], value)
    domains = known.model.domains & value_masks(known.model.n_values)[filled]
    with_move = known.after(domains, cell, value)
    is_right, is_forced = known.truth(puzzle, filled, domains, with_move, cell, value)
    if not is_right:
        return Judgement(False, False, None, f"{text} is wrong: no solution has it.")
    if not is_forced:
        return Judgement(True, False, None, f"{text} is possible, but it is not the only possibility.")
    values = np.maximum(filled, known.given)
    found = _proof(known, known.model.with_domains(domains), values, cell, value, greatest)
    if found is None:
        which = "no technique" if level is None else f"no technique up to the level {level}"
        return Judgement(True, True, None, f"{text} is right, but {which} shows it.")
    technique, steps = found
    if not steps:
        return Judgement(True, True, technique, f"{text} is right: the filled-in values show it at once.")
    return Judgement(True, True, technique, f"{text} is right: {steps[-1].text()}", steps)


def greatest_score(level: Level | None) -> float:
    """Return the highest score of a level, or of all levels; raise a ValueError for an unknown level."""
    levels = rule_set("full").levels
    for greatest, name in levels:
        if level in (None, name):
            return levels[-1][0] if level is None else greatest
    raise ValueError(f"level must be one of {', '.join(repr(name) for _, name in levels)}, got {level!r}")


def _named(cell: Cell, value: int) -> str:
    name = f"r{cell[0] + 1}c{cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"
    return f"{name} {'=' if value > 0 else '!='} {abs(value)}"


class _Known:
    """The data of a puzzle that judgements share."""

    def __init__(self, puzzle: Any) -> None:
        self.model: Model = logic_model(puzzle)
        self.names: Layout = names_of(puzzle, self.model)
        self.given = values_given(self.model)
        self._is_solved = False
        self._only: npt.NDArray[np.int64] | None = None

    @property
    def nbytes(self) -> int:
        """The approximate size of this record in bytes."""
        return BYTES_OF_CELL * self.model.n_cells + 100 * len(self.model.inequalities)

    def filled(self, entries: npt.ArrayLike | None) -> npt.NDArray[np.int64]:
        """Return the entries as cell values, or raise a PuzzleError."""
        if entries is None:
            return np.zeros(self.model.n_cells, np.int64)
        grid = array_of(entries)
        is_whole = grid.dtype.kind in "iu" and (isinstance(entries, np.ndarray) or not is_misread(entries))
        if grid.shape != self.names.shape or not is_whole:
            raise PuzzleError(
                f"entries must be whole numbers of shape {self.names.shape}, got shape {grid.shape} of type "
                f"{grid.dtype}"
            )
        flat = self.names.gather(grid.astype(np.int64))
        if flat.size and (flat.min() < 0 or flat.max() > self.model.n_values):
            at = int(((flat < 0) | (flat > self.model.n_values)).argmax())
            place = ", ".join(
                f"{word} {k + 1}" for word, k in zip(("row", "column"), self.names.cells[at], strict=False)
            )
            raise PuzzleError(f"entries: {place} must be 0 to {self.model.n_values}, got {flat[at]}")
        return flat

    def move(self, move: Any) -> tuple[int, int]:
        """Return the cell number and value of a move; the value is negative if the cell does not have it."""
        try:
            place, value = move
            cell = tuple(whole(each) for each in place)
            value = whole(value)
        except (TypeError, ValueError):
            raise PuzzleError(f"move must be (cell, value), such as ((0, 1), 3), got {move!r}") from None
        if cell not in self.names.numbers:
            raise PuzzleError(f"move: cell {cell} is not in the grid of shape {self.names.shape}")
        if not 1 <= abs(value) <= self.model.n_values:
            raise PuzzleError(
                f"move: the value must be 1 to {self.model.n_values}, or negative to exclude a value, got {value}"
            )
        return self.names.numbers[cell], value

    def after(self, domains: npt.NDArray[np.uint64], cell: int, value: int) -> npt.NDArray[np.uint64]:
        """Return the domains after a move."""
        mask = value_masks(self.model.n_values)[abs(value)]
        changed = domains.copy()
        changed[cell] &= mask if value > 0 else ~mask
        return changed

    def truth(
        self,
        puzzle: Any,
        filled: npt.NDArray[np.int64],
        domains: npt.NDArray[np.uint64],
        with_move: npt.NDArray[np.uint64],
        cell: int,
        value: int,
    ) -> tuple[bool, bool]:
        """Return whether some solution has a move, and whether there are solutions and all of them have it."""
        if not self._is_solved:
            self._only = only_solution(puzzle, self.names, Run())
            self._is_solved = True
        if self._only is not None:
            is_kept = bool(((filled == 0) | (filled == self._only)).all())
            is_right = is_kept and (self._only[cell] == abs(value)) == (value > 0)
            return bool(is_right), bool(is_right)
        if not self._has_solution(with_move):
            return False, False
        return True, not self._has_solution(self.after(domains, cell, -value))

    def _has_solution(self, domains: npt.NDArray[np.uint64]) -> bool:
        if not domains.any(axis=1).all():
            return False
        session: Session[Any] = Session(self.model.with_domains(domains), Run())
        outcome = session.run(1, np.empty((1, self.model.n_cells), np.uint8))
        assert outcome in (SOLUTION, EXHAUSTED)
        session.spare()
        return bool(outcome == SOLUTION)


_puzzles: Shelf[Any, _Known] = Shelf(MOST_BYTES)


def _known(puzzle: Any) -> _Known:
    check_puzzle(puzzle)
    return _puzzles.get(puzzle) or _puzzles.put(puzzle, _Known(puzzle))


def _proof(
    known: _Known,
    model: Model,
    values: npt.NDArray[np.int64],
    cell: int,
    value: int,
    greatest: float,
) -> tuple[str, tuple[Step, ...]] | None:
    """Return the hardest technique needed to prove a move, and the steps of the proof, or None if there is no proof."""
    names, is_filled = known.names, (values != 0).view(np.uint8)
    bit = 1 << (abs(value) - 1)
    left = start(model.domains, names, is_filled)[cell]
    if (value > 0 and values[cell] == value) or (value < 0 and not left & bit):
        return GIVEN, ()
    scores = rule_set("full").scores
    scores = np.where(scores <= 10 * greatest + 0.5, scores, 0).astype(np.int32)
    logic = take_logic(model, scores, is_tracing=True, filled=is_filled)
    for end in _logs(logic, model):
        log = logic.log()
        at = _first(log, names, cell, value)
        if at is not None:
            columns = log[:at]
            rules = columns[columns[:, 0] == _STEP, 1]
            hardest = RULES[int(rules[scores[rules].argmax()])]
            steps = tuple(Decoder(model, names).steps(log[: _end(log, at)], logic.cases()))
            spare_logic(logic, model)
            # A long braid has a higher score than its rule.
            return (hardest, steps) if max(step.score for step in steps) <= greatest + 1e-6 else None
        if end:
            break
    spare_logic(logic, model)
    return None


def _logs(logic: Any, model: Model) -> Iterator[bool]:
    """Find steps, twice as many each time, and yield whether the rules have finished."""
    limit, work, budget = FIRST_STEPS, 0, slice_of(model)
    while True:
        verdict = logic.trace(budget, limit)
        if verdict != Verdict.PAUSED:
            yield True
            return
        if logic.n_steps >= limit:
            limit *= 2
            yield False
        else:
            work += budget
            if work >= MOST_WORK:
                yield True
                return


def _first(log: npt.NDArray[np.int32], names: Layout, cell: int, value: int) -> int | None:
    """Return the row of a log after the first conclusion that proves a move, or None."""
    what, where, which = log.T
    if value > 0:
        shown = (what == _PLACED) & (where == cell) & (which == value - 1)
    else:
        peers = {other for unit in names.units_of[cell] for other in names.units[unit]} - {cell}
        shown = (what == _REMOVED) & (where == cell) & (which == -value - 1)
        shown |= (what == _PLACED) & (where == cell) & (which != -value - 1)
        shown |= (what == _PLACED) & (which == -value - 1) & np.isin(where, list(peers))
    return int(shown.argmax()) + 1 if shown.any() else None


def _end(log: npt.NDArray[np.int32], at: int) -> int:
    """Return the first row after the step that has row ``at - 1``."""
    later = np.flatnonzero(log[at:, 0] == _STEP)
    return at + int(later[0]) if len(later) else len(log)
