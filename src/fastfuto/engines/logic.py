"""The rules by which people solve, applied to a model."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import numpy.typing as npt

from ..model import IntArray, Model, mask_bits
from .loading import build, problem_of, units_of

__all__ = ["Log", "Logic", "Verdict", "spare_logic", "take_logic", "telling_cell", "wrong_entry"]

SPARE_CANDIDATES = 4096
"""Most candidates of rules that are kept, which is enough for a Latin square of order 16."""


class Log(enum.IntEnum):
    """What a row of the log of a trace says; see ``Logic.read_log``."""

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


class Verdict(enum.IntEnum):
    """How the rules come to an end."""

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
        Ten times the score of each rule, 0 for a rule that may not act.
    is_plain : bool
        Whether chains leave inequalities alone.
    is_tracing : bool
        Whether deductions are made one at a time and logged.
    filled : (n_cells,) uint8, optional
        Which cells with one value are filled when a trace begins. Default: all of them.
    is_whole : bool
        Whether a trace tells every step that is found, and not only those on which a number rests.
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
        self._logic: Any = build("logic", model.n_values).Logic(units_of(model.skeleton))
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
        """Start over with a model of the same skeleton, which takes a fraction of the time."""
        self._model = model
        self._logic.reset(problem_of(model), scores, 0, is_plain, is_tracing, filled, is_whole)

    def set_times(self, times: IntArray) -> None:
        """Say how many milliseconds people take, (2, rules): to find the only deduction, and to carry one out."""
        if self._times is not times:
            self._logic.set_times(times)
            self._times = times

    def run(self, budget: int) -> int:
        """Go on with all deductions of the cheapest rule at a time; return a `Verdict` as an int."""
        return int(self._logic.run(budget))

    def trace(self, budget: int, limit: int, patience: int = 0) -> int:
        """Go on with one deduction at a time, up to `limit` of them altogether; return a `Verdict` as an int.

        If the way to a number takes more work than `patience`, its first step is the easiest one; 0 is for any work.
        """
        return int(self._logic.trace(budget, limit, patience))

    def go_on(self, cell: int, value: int) -> None:
        """Add a step where no rule goes further: the value of a cell, or for cell -1 that there is no solution."""
        self._logic.go_on(cell, max(value - 1, 0))

    @property
    def result(self) -> tuple[int, int, int, int]:
        """The hardest rule or -1, ten times its score, the number of rounds, ten times the sum of their scores."""
        logic = self._logic
        return logic.hardest, logic.top, logic.steps, logic.total

    @property
    def time(self) -> int:
        """Milliseconds that a person takes for what `run` has found."""
        return int(self._logic.time)

    @property
    def n_steps(self) -> int:
        """Number of steps of the trace."""
        return int(self._logic.n_steps)

    def log(self) -> npt.NDArray[np.int32]:
        """Return the log of the trace, (rows, 3): a `Log` and two numbers, which count from 0."""
        return np.frombuffer(self._logic.read_log(), np.int32).reshape(-1, 3)

    def cases(self) -> npt.NDArray[np.int32]:
        """Return the log of what the assumptions of the trace lead to, (rows, 3), as `log` does."""
        return np.frombuffer(self._logic.read_cases(), np.int32).reshape(-1, 3)

    def masks(self) -> npt.NDArray[np.uint64]:
        """Return the present candidates as masks, like the domains of a model."""
        masks = np.empty_like(self._model.domains, order="C")
        self._logic.read_candidates(masks)
        return masks

    def candidates(self) -> npt.NDArray[np.bool_]:
        """Return the present candidates, (n_cells, n_values)."""
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
    """Return the rules over a model: the spare ones of its skeleton, or else new ones."""
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
    """Keep rules that nobody uses any more for the next model with the same skeleton."""
    skeleton = model.skeleton
    if skeleton.n_cells * skeleton.n_values <= SPARE_CANDIDATES:
        skeleton.spare["logic"] = logic


def telling_cell(model: Model, solution: npt.NDArray[np.uint8], scores: IntArray) -> int:
    """Return the open cell whose number in the solution lets singles and clues exclude most; the first of equals.

    `scores` are those of all rules; rules that are harder than clues do not act.
    """
    logic = take_logic(model, scores)
    cell: int = logic._logic.telling_cell(problem_of(model), solution, scores)
    spare_logic(logic, model)
    return cell


def wrong_entry(model: Model, entries: npt.NDArray[np.uint8]) -> int | None:
    """Return the first cell whose entry (0 for none) breaks a rule of a model; what is the clues' fault does not count.

    This is linear in the model: a large grid has a hundred thousand inequalities.
    """
    found: int = build("logic", model.n_values).find_wrong_entry(problem_of(model), entries)
    return None if found < 0 else found
