"""Tries to make puzzles without the compiled generator: their slices, the grades of puzzles, and the nearest miss."""

from __future__ import annotations

import abc
from collections.abc import Generator
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import ENDLESS, OPEN_TOP, MakingStatus, Verdict, spare_logic, take_logic
from ..logic import Grade
from ..logic.minutes import TIMES, minutes_of
from ..logic.technique import RULES, TECHNIQUES, rule_set
from ..model import IntArray, Model
from .made import Generated
from .plan import tops_of
from .recipe import Recipe

R = TypeVar("R")
Work: TypeAlias = Generator[tuple[MakingStatus, int], None, R]
"""A calculation that yields its status and the work done from time to time."""

SLICE = 1_000_000
"""Work of the rules between two checks of the budget, about 10 ms."""
MOST_SLICES = 1000
"""Slices after which the rules are given up."""


class Outcome(NamedTuple):
    """The result of the rules: whether they solve the puzzle, the numbers of `Logic.result`, and the time."""

    is_solved: bool
    rule: int
    top: int
    steps: int
    total: int
    time: int


class Judge:
    """Grades puzzles and measures their distance from a recipe.

    Attributes
    ----------
    least_top, most_top : int
        As for `tops_of`.
    scores : (rules,) int32
        Ten times the score of each rule.
    """

    least_top: int
    most_top: int

    def __init__(self, recipe: Recipe) -> None:
        self.least_top, self.most_top = tops_of(recipe)
        self._least_time, self._most_time = recipe.tenths
        self._rules = rule_set(recipe.rules)
        self.scores: IntArray = self._rules.scores
        self._others: IntArray | None = None
        if recipe.technique is not None:
            self._others = np.where(self.scores <= self.most_top, self.scores, 0)
            self._others[TECHNIQUES[recipe.technique].rule] = 0

    def run(self, model: Model, scores: IntArray) -> Work[Outcome | None]:
        """Apply the rules with these scores; return None if they take too much work."""
        logic = take_logic(model, scores, is_plain=self._rules.is_plain, times=TIMES)
        for _ in range(MOST_SLICES):
            if (verdict := logic.run(SLICE)) != Verdict.PAUSED:
                outcome = Outcome(verdict == Verdict.SOLVED, *logic.result, logic.time)
                spare_logic(logic, model)
                return outcome
            yield MakingStatus.PAUSED, SLICE
        return None

    def judge(self, model: Model, far: int = 0) -> Work[tuple[Grade, int] | None]:
        """Return the grade of a puzzle and its distance from the recipe, or None if grading takes too much work.

        `far` is the distance in anything but the grade and the technique.
        """
        outcome = yield from self.run(model, self.scores)
        if outcome is None:
            return None
        minutes = minutes_of(outcome.time) if outcome.is_solved else None
        time = ENDLESS if minutes is None else round(10 * minutes)
        top = outcome.top if outcome.is_solved else OPEN_TOP
        far += max(0, self.least_top - top, top - self.most_top)
        far += max(0, self._least_time - time, time - self._most_time)
        level = self._rules.level(outcome.top / 10) if outcome.is_solved else self._rules.open_level
        hardest = RULES[outcome.rule] if outcome.rule >= 0 else None
        grade = Grade(level, hardest, outcome.top / 10, outcome.total / 10, outcome.steps, minutes=minutes)
        if far == 0 and self._others is not None:
            outcome = yield from self.run(model, self._others)
            far = int(outcome is None or outcome.is_solved)  # The other rules need not have the technique.
        return grade, far


class SlicedTries(abc.ABC):
    """Tries that are made in slices of work; a subclass makes one try."""

    most_tries: int
    at_try: int

    def begin(self, recipe: Recipe, first_try: int, stride: int) -> None:
        """Begin another puzzle."""
        self._recipe = recipe
        self.at_try, self._stride = first_try, stride
        self._near: tuple[int, int] | None = None
        self._made: Generated | None = None
        self._nearest: Generated | None = None
        self._steps = self._all_tries()

    @property
    def nearness(self) -> tuple[int, int] | None:
        """Distance of the nearest miss from the recipe, and the try that made it; None if no puzzle has been made."""
        return self._near

    def run(self, budget: int) -> int:
        """Continue the tries and return a `MakingStatus` as an int."""
        status = MakingStatus.PAUSED
        while budget > 0 and status == MakingStatus.PAUSED:
            status, work = next(self._steps)
            budget -= work
        return status

    def read(self, *, nearest: bool = False) -> Generated:
        """Return the puzzle, or the nearest miss."""
        made = self._nearest if nearest else self._made
        if made is None:
            raise ValueError("there is no puzzle to read")
        return made

    @abc.abstractmethod
    def _one_try(self) -> Work[None]:
        """Make one try, which depends only on the seed and the number of the try."""

    def _take(
        self, puzzle: Any, solution: npt.NDArray[np.uint8], grade: Grade, far: int, *, is_minimal: bool
    ) -> None:
        """Accept a puzzle if its distance from the recipe is 0, and otherwise keep it if it is the nearest miss."""
        recipe = self._recipe
        assert recipe.seed is not None  # A Recipe has replaced it.
        made = Generated(puzzle, solution, grade, recipe.seed, self.at_try + 1, recipe, is_minimal)
        if far == 0:
            self._made = made
        elif self._near is None or far < self._near[0]:
            self._near, self._nearest = (far, self.at_try), made

    def _all_tries(self) -> Work[None]:
        """Make one try after another, yielding the status and the work done from time to time."""
        while self.at_try < self.most_tries:
            yield from self._one_try()
            while self._made is not None:
                yield MakingStatus.MADE, 0
            self.at_try += self._stride
        while True:
            yield MakingStatus.GAVE_UP, 0
