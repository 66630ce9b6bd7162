"""The generator of Kakuro: a random layout, random digits, and a walk to digits that the totals determine.

Few grids of digits are determined by their totals. The walk therefore changes the digit of one open cell after another,
and reverts each change that leaves more cells open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engines import ENDLESS, OPEN_TOP, Logic, MakingStatus, RunWalker, Verdict, draw_layout, find_runs
from ..logic import Grade
from ..logic.minutes import TIMES, minutes_of
from ..logic.technique import RULES, TECHNIQUES, rule_set
from ..model import NO_INEQUALITIES, IntArray, Model, Skeleton, Sums, frozen, value_masks
from ..puzzles import Kakuro
from ..solving.random import Random, derived_seed
from .made import Generated
from .plan import groups_of, tops_of
from .recipe import Recipe

MOST_TRIES = 2_000
DIGITS = 9
BLACK_SHARE = 0.34
"""Fraction of black cells outside the first row and column, unless more black cells would isolate a white cell."""
STEPS = 6
"""Changes per cell after which the walk is given up."""
WIDE = 0.25
"""Fraction of open cells at which a search finds the undetermined cells, if harder rules may be needed."""
MOST_SEARCHED = 100
"""Most cells of grids in which the search runs even if no harder rules are needed."""
JUDGED = 1_000_000
"""Work of the grader between two checks of the budget, about 10 ms."""
MOST_JUDGED = 1000
"""Slices after which grading is given up."""
LAYOUT_WORK = 20_000
"""Cost of a layout in the budget, about 0.2 ms."""
STEPS_AT_ONCE, STEP_WORK = 40, 1_000
"""Changes between two checks of the budget, and the cost of one change, about 0.01 ms."""


class _Layout(NamedTuple):
    """The white cells and their runs; cells are numbered row by row."""

    white: npt.NDArray[np.bool_]
    skeleton: Skeleton

    def model(self, totals: IntArray) -> Model:
        """Return the model with these totals of the runs."""
        skeleton = self.skeleton
        sums = Sums(skeleton.unit_starts, skeleton.unit_cells, totals)
        domains = value_masks(DIGITS)[np.zeros(skeleton.n_cells, np.intp)]
        return Model.from_arrays(skeleton, domains, NO_INEQUALITIES, sums)


class KakuroTries:
    """Tries to make a Kakuro, each with its own layout."""

    at_try: int

    def __init__(self, recipe: Recipe) -> None:
        self.most_tries = MOST_TRIES
        self._least_top, self._most_top = tops_of(recipe)
        self._least_time, self._most_time = recipe.tenths
        scores = rule_set(recipe.rules).scores
        # The walk uses no harder rule than this rule, which includes run bounds.
        cheap = int(scores[RULES.index("run combinations from candidates")])
        self._is_plain = self._most_top < scores[RULES.index("run bounds")]
        self._is_wide = self._most_top > cheap
        self._is_hard = self._least_top > cheap
        self._all_rules = scores
        self._other_rules: IntArray | None = None
        if recipe.technique is not None:
            others = np.where(scores <= self._most_top, scores, 0)
            others[TECHNIQUES[recipe.technique].rule] = 0
            self._other_rules = frozen(others)
        rows, columns = recipe.shape
        if recipe.pattern is None:
            # The cells of the first row and column are black.
            groups = groups_of((rows - 1, columns - 1), recipe.symmetry, None)
            r, c = np.divmod(np.arange(groups.size, dtype=np.uint32), columns - 1)
            self._orbits = np.zeros((groups.max() + 1, rows), np.uint32)
            np.bitwise_or.at(self._orbits, (groups, r + 1), np.uint32(2) << c)
            self._n_white = int((1 - BLACK_SHARE) * groups.size)
        self.begin(recipe, 0, 1)

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

    def _all_tries(self) -> Iterator[tuple[MakingStatus, int]]:
        """Make one try after another, yielding the status and the work done from time to time."""
        while self.at_try < self.most_tries:
            yield from self._one_try()
            while self._made is not None:
                yield MakingStatus.MADE, 0
            self.at_try += self._stride
        while True:
            yield MakingStatus.GAVE_UP, 0

    def _one_try(self) -> Iterator[tuple[MakingStatus, int]]:
        """Make one try, which depends only on the seed and the number of the try."""
        assert self._recipe.seed is not None  # A Recipe has replaced it.
        state = derived_seed(self._recipe.seed, self.at_try)
        yield MakingStatus.PAUSED, LAYOUT_WORK
        if self._recipe.pattern is None:
            drawn = draw_layout(self._orbits, self._recipe.shape[1], self._n_white, state)
            if drawn is None:
                return
            white, state = drawn
        else:
            white = np.array(self._recipe.pattern, bool)
        layout = _layout(white)
        n_cells = layout.skeleton.n_cells
        walker = RunWalker(layout.skeleton)
        if not walker.begin(Random(state).word(), is_plain=self._is_plain):
            return
        # On large grids, the search would run out of time.
        may_search = self._is_wide and (self._is_hard or n_cells <= MOST_SEARCHED)
        for _ in range(0, STEPS * n_cells, STEPS_AT_ONCE):
            n_loose = walker.walk(STEPS_AT_ONCE, int(WIDE * n_cells) if may_search else 0)
            yield MakingStatus.PAUSED, STEPS_AT_ONCE * STEP_WORK
            if n_loose == 0:
                digits, totals = walker.read()
                yield from self._judge(layout, digits, totals)
                return

    def _judge(
        self, layout: _Layout, digits: npt.NDArray[np.uint8], totals: IntArray
    ) -> Iterator[tuple[MakingStatus, int]]:
        """Grade a puzzle and accept it if it meets the recipe."""
        recipe, model = self._recipe, layout.model(totals)
        logic = Logic(model, self._all_rules)
        logic.set_times(TIMES)
        slices = 0
        while (verdict := logic.run(JUDGED)) == Verdict.PAUSED:
            slices += 1
            if slices == MOST_JUDGED:
                return
            yield MakingStatus.PAUSED, JUDGED
        rule, score, steps, total = logic.result
        is_solved = verdict == Verdict.SOLVED
        top = score if is_solved else OPEN_TOP
        minutes = minutes_of(logic.time) if is_solved else None
        time = ENDLESS if minutes is None else round(10 * minutes)
        far = max(0, self._least_top - top, top - self._most_top)
        far += max(0, self._least_time - time, time - self._most_time)
        if far == 0 and self._other_rules is not None:
            logic.restart(model, self._other_rules)
            while (verdict := logic.run(JUDGED)) == Verdict.PAUSED:
                yield MakingStatus.PAUSED, JUDGED
            far = int(verdict == Verdict.SOLVED)
        chosen = rule_set(recipe.rules)
        level = chosen.level(score / 10) if is_solved else chosen.open_level
        grade = Grade(level, RULES[rule], score / 10, total / 10, steps, minutes=minutes)
        puzzle, solution = _puzzle(layout, digits, totals)
        assert recipe.seed is not None
        made = Generated(puzzle, solution, grade, recipe.seed, self.at_try + 1, recipe, False)
        if far == 0:
            self._made = made
        elif self._near is None or far < self._near[0]:
            self._near, self._nearest = (far, self.at_try), made


def _layout(white: npt.NDArray[np.bool_]) -> _Layout:
    """List the runs of a layout."""
    values = np.where(white, np.int32(0), np.int32(-1))
    starts, cells, _, blank = find_runs(values, np.zeros((*white.shape, 2), np.int32))
    return _Layout(white, Skeleton.from_arrays(len(blank), DIGITS, starts, cells))


def _puzzle(
    layout: _Layout, digits: npt.NDArray[np.uint8], totals: IntArray
) -> tuple[Kakuro, npt.NDArray[np.uint8]]:
    """Return the puzzle and its solution."""
    solution = np.zeros(layout.white.shape, np.uint8)
    solution[layout.white] = digits
    # The total of a run is in the cell before its first cell.
    entries = np.zeros((*layout.white.shape, 2), np.int32)
    columns = layout.white.shape[1]
    places, skeleton = np.flatnonzero(layout.white), layout.skeleton
    starts = skeleton.unit_starts[:-1]
    first, second = places[skeleton.unit_cells[starts]], places[skeleton.unit_cells[starts + 1]]
    is_across = second - first == 1
    entries.reshape(-1, 2)[first - np.where(is_across, 1, columns), is_across.astype(np.intp)] = totals
    rows = [
        [0 if white else (total[0], total[1]) for white, total in zip(line, of_line, strict=True)]
        for line, of_line in zip(layout.white.tolist(), entries.tolist(), strict=True)
    ]
    return Kakuro(rows), frozen(solution)
