"""The rules of human solvers, applied to a model."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import numpy.typing as npt

from ..model import IntArray, Model, mask_bits
from .loading import build, problem_of, units_of

SPARE_CANDIDATES = 4096
"""Largest number of candidates of rules that are kept, enough for a Latin square of order 16."""


class Log(enum.IntEnum):
    """The kinds of rows in the log of a trace; see ``Logic.read_log``."""

    STEP = 0
    PLACED = 1
    REMOVED = 2
    CELL = 3
    VALUE = 4
    LINE = 5
    LESS = 6
    CASE = 7
    PAIR = 8
    SUM = 9
    LEFT = 10
    KIND = 11
    TABLE = 12
    MARK = 13
    STRONG = 14
    WEAK = 15
    UNEQUAL = 16


class Verdict(enum.IntEnum):
    """The outcome of a run of the rules."""

    PAUSED = 0
    SOLVED = 7
    STUCK = 8
    CONTRADICTION = 9


class Logic:
    """The rules over one model.

    Parameters
    ----------
    model : Model
    scores : (rules,) int32
        Ten times the score of each rule; 0 for an excluded rule.
    is_plain : bool
        Whether chains ignore inequalities.
    is_tracing : bool
        Whether deductions are made one at a time and logged.
    filled : (n_cells,) uint8, optional
        Whether a cell with one value is filled at the start of a trace. Default: all cells with one value are filled.
    is_whole : bool
        Whether a trace reports every step that is found, and not only the steps on which a number depends.
    """

    def __init__(
        self,
        model: Model,
        scores: IntArray,
        *,
        is_plain: bool = False,
        is_tracing: bool = False,
        filled: npt.NDArray[np.uint8] | None = None,
        is_whole: bool = False,
    ) -> None:
        self._times: IntArray | None = None
        self._logic: Any = build("generation", model.n_values).Logic(units_of(model.skeleton))
        self.restart(
            model, scores, is_plain=is_plain, is_tracing=is_tracing, filled=filled, is_whole=is_whole
        )

    def restart(
        self,
        model: Model,
        scores: IntArray,
        *,
        is_plain: bool = False,
        is_tracing: bool = False,
        filled: npt.NDArray[np.uint8] | None = None,
        is_whole: bool = False,
    ) -> None:
        """Begin again with a model on the same skeleton, in much less time than creating a new object would take."""
        self._model = model
        self._logic.reset(problem_of(model), scores, 0, is_plain, is_tracing, filled, is_whole)

    def set_times(self, times: IntArray) -> None:
        """Set the times, (2, rules), that people need for a deduction of each rule, in milliseconds.

        The first row has the time for finding the deduction if the rule has no other deduction, and the second row has
        the time for carrying it out.
        """
        if self._times is not times:
            self._logic.set_times(times)
            self._times = times

    def run(self, budget: int) -> int:
        """Continue with all deductions of the easiest rule at a time; return a `Verdict` as an int."""
        return int(self._logic.run(budget))

    def trace(self, budget: int, limit: int, patience: int = 0) -> int:
        """Continue with one deduction at a time, up to `limit` deductions in total; return a `Verdict` as an int.

        If finding the way to a number takes more work than `patience`, the easiest step is taken; 0 means no limit.
        """
        return int(self._logic.trace(budget, limit, patience))

    def go_on(self, cell: int, value: int) -> None:
        """Add a step when no rule applies: the value of a cell or, for cell -1, that there is no solution."""
        self._logic.go_on(cell, max(value - 1, 0))

    @property
    def result(self) -> tuple[int, int, int, int]:
        """The hardest rule or -1, ten times its score, the number of rounds, and ten times the sum of their scores."""
        logic = self._logic
        return logic.hardest, logic.top, logic.steps, logic.total

    @property
    def time(self) -> int:
        """Milliseconds that a person needs for the deductions of `run`."""
        return int(self._logic.time)

    @property
    def n_steps(self) -> int:
        """Number of steps of the trace."""
        return int(self._logic.n_steps)

    def log(self) -> npt.NDArray[np.int32]:
        """Return the log of the trace, (rows, 3): a `Log` and two numbers, counted from 0."""
        return np.frombuffer(self._logic.read_log(), np.int32).reshape(-1, 3)

    def cases(self) -> npt.NDArray[np.int32]:
        """Return the log of the trace's assumptions, (rows, 3), in the form of `log`."""
        return np.frombuffer(self._logic.read_cases(), np.int32).reshape(-1, 3)

    def masks(self) -> npt.NDArray[np.uint64]:
        """Return the current candidates as masks, like the domains of a model."""
        masks = np.empty_like(self._model.domains, order="C")
        self._logic.read_candidates(masks)
        return masks

    def candidates(self) -> npt.NDArray[np.bool_]:
        """Return the current candidates, (n_cells, n_values)."""
        return mask_bits(self.masks(), self._model.n_values)


def take_logic(
    model: Model,
    scores: IntArray,
    *,
    is_plain: bool = False,
    is_tracing: bool = False,
    filled: npt.NDArray[np.uint8] | None = None,
    is_whole: bool = False,
    times: IntArray | None = None,
) -> Logic:
    """Return a `Logic` for a model: the spare object of its skeleton if there is one, otherwise a new object."""
    logic: Logic | None = model.skeleton.spare.pop("logic", None)
    if logic is None:
        logic = Logic(
            model, scores, is_plain=is_plain, is_tracing=is_tracing, filled=filled, is_whole=is_whole
        )
    else:
        logic.restart(
            model, scores, is_plain=is_plain, is_tracing=is_tracing, filled=filled, is_whole=is_whole
        )
    if times is not None:
        logic.set_times(times)
    return logic


def spare_logic(logic: Logic, model: Model) -> None:
    """Keep an unused `Logic` for the next model with the same skeleton."""
    skeleton = model.skeleton
    if skeleton.n_cells * skeleton.n_values <= SPARE_CANDIDATES:
        skeleton.spare["logic"] = logic


def telling_cell(model: Model, solution: npt.NDArray[np.uint8], scores: IntArray) -> int:
    """Return the open cell from whose number in the solution singles and clues exclude the most candidates.

    If the numbers of several cells exclude equally many candidates, the first of these cells is returned. `scores` has
    an entry for every rule, but rules that are harder than the simplest deductions from clues are not used.
    """
    logic = take_logic(model, scores)
    cell: int = logic._logic.telling_cell(problem_of(model), solution, scores)
    spare_logic(logic, model)
    return cell


def wrong_entry(model: Model, entries: npt.NDArray[np.uint8]) -> int | None:
    """Return the first cell whose entry (0 for none) breaks a rule of a model; contradictions among clues do not count.

    The time is linear in the size of the model, which may have a hundred thousand inequalities.
    """
    found: int = build("generation", model.n_values).find_wrong_entry(problem_of(model), entries)
    return None if found < 0 else found
