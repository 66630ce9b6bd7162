"""The generator of Kakuro: a random layout, random digits, and a walk to digits that the totals determine.

Few grids of digits are determined by their totals. The walk therefore changes the digit of one open cell after another,
and reverts each change that leaves more cells open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engines import MakingStatus, RunWalker, draw_layout, find_runs
from ..logic.technique import RULES
from ..model import NO_INEQUALITIES, IntArray, Model, Skeleton, Sums, frozen, value_masks
from ..puzzles import Kakuro
from ..solving.random import Random, derived_seed
from .plan import groups_of
from .recipe import Recipe
from .tries import Judge, SlicedTries, Work

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


class KakuroTries(SlicedTries):
    """Tries to make a Kakuro, each with its own layout."""

    most_tries = MOST_TRIES

    def __init__(self, recipe: Recipe) -> None:
        self._judge = Judge(recipe)
        least_top, most_top, scores = self._judge.least_top, self._judge.most_top, self._judge.scores
        # The walk uses no harder rule than this rule, which includes run bounds.
        cheap = int(scores[RULES.index("run combinations from candidates")])
        self._is_plain = most_top < scores[RULES.index("run bounds")]
        self._is_wide = most_top > cheap
        self._is_hard = least_top > cheap
        rows, columns = recipe.shape
        if recipe.pattern is None:
            # The cells of the first row and column are black.
            groups = groups_of((rows - 1, columns - 1), recipe.symmetry, None)
            r, c = np.divmod(np.arange(groups.size, dtype=np.uint32), columns - 1)
            self._orbits = np.zeros((groups.max() + 1, rows), np.uint32)
            np.bitwise_or.at(self._orbits, (groups, r + 1), np.uint32(2) << c)
            self._n_white = int((1 - BLACK_SHARE) * groups.size)
        self.begin(recipe, 0, 1)

    def _one_try(self) -> Work[None]:
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
                yield from self._accept(layout, digits, totals)
                return

    def _accept(self, layout: _Layout, digits: npt.NDArray[np.uint8], totals: IntArray) -> Work[None]:
        """Grade a puzzle and accept it if it meets the recipe."""
        model = layout.model(totals)
        judged = yield from self._judge.judge(model)
        if judged is None:
            return
        grade, far = judged
        puzzle, solution = _puzzle(layout, digits, totals)
        self._take(puzzle, solution, grade, far, is_minimal=False)


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
