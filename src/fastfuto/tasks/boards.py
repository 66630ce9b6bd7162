"""The state of environments: many grids, filled in at the same time, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..generation import Generated, generate_many
from ..generation.generate import MOST_PUZZLES
from ..limits import fresh_seed
from ..logic import Level
from .arrays import regions_of, signs_of
from .families import refuse_rules
from .judge import greatest_score, judge

RewardOption: TypeAlias = Literal["solved", "right", "proved"]


class Boards:
    """Grids of one recipe with their entries.

    Parameters
    ----------
    k : int
        Number of boards.
    reward : {"solved", "right", "proved"}
        The reward: 1 for a solved grid; 1 / (number of blank cells) for each right value; or 1 / (number of blank
        cells) for each right value that a technique proves.
    judged : str, optional
        The highest level of the techniques for "proved".
    pool : int
        Number of puzzles made in advance, from which boards draw at random; 0 makes a new puzzle each time.
    **recipe
        As for `fastfuto.generate_many`.

    Attributes
    ----------
    clues, entries, solutions : (k, n, n) uint8
        Printed values, filled-in values, and the only solutions.
    inequalities : (k, n, n, 2) int8
        The inequalities in the form of `fastfuto.save_dataset`.
    candidates : (k, n, n, n) bool
        Whether each cell is empty and its row, column and region lack the value.
    regions : (k, n, n) int32
        The number of each cell's region in a Sudoku.
    is_jigsaw : bool
        Whether the regions differ from puzzle to puzzle.

    Raises
    ------
    PuzzleError
        If the recipe is for Kakuro, because these arrays cannot hold totals.
    ValueError
        If the reward or the level is unknown.
    """

    def __init__(
        self, k: int, reward: RewardOption, judged: Level | None, pool: int, recipe: dict[str, Any]
    ) -> None:
        if reward not in get_args(RewardOption):
            known = ", ".join(map(repr, get_args(RewardOption)))
            raise ValueError(f"reward must be one of {known}, got {reward!r}")
        greatest_score(judged)  # This call refuses an unknown level at once.
        self._reward, self._judged, self._pool, self._recipe = reward, judged, pool, recipe
        first = next(generate_many(1, **recipe))  # This call refuses an invalid recipe at once.
        refuse_rules(first.recipe)
        if first.recipe.family == "kakuro":
            raise PuzzleError("environments do not support Kakuro; choose another family")
        self.n: int = first.recipe.side
        n = self.n
        self.clues: npt.NDArray[np.uint8] = np.zeros((k, n, n), np.uint8)
        self.entries: npt.NDArray[np.uint8] = np.zeros_like(self.clues)
        self.solutions: npt.NDArray[np.uint8] = np.zeros_like(self.clues)
        self.inequalities: npt.NDArray[np.int8] = np.zeros((k, n, n, 2), np.int8)
        self.candidates: npt.NDArray[np.bool_] = np.zeros((k, n, n, n), bool)
        self.is_jigsaw: bool = first.recipe.variant == "jigsaw"
        self._is_sudoku = first.recipe.family == "sudoku"
        self.regions: npt.NDArray[np.int32] = np.zeros((k, n, n), np.int32)
        self.puzzles: list[Any] = [None] * k
        self.steps: npt.NDArray[np.int64] = np.zeros(k, np.int64)
        self._blanks = np.ones(k, np.int64)
        self._made: list[Generated] = []
        self.seed(0)

    def seed(self, seed: int | None) -> None:
        """Start another stream of puzzles."""
        seed = fresh_seed(seed)
        recipe = self._recipe | {"seed": seed}
        self._random = np.random.default_rng(seed)
        self._stream: Iterator[Generated] = iter(())
        if self._pool:
            self._made = list(generate_many(self._pool, **recipe))
        else:
            self._stream = generate_many(MOST_PUZZLES, **recipe)

    def begin(self, numbers: npt.NDArray[np.intp]) -> None:
        """Give new puzzles to the boards in `numbers`."""
        for k in numbers.tolist():
            made = self._made[int(self._random.integers(self._pool))] if self._pool else next(self._stream)
            self.puzzles[k] = made.puzzle
            self.clues[k], self.solutions[k] = np.asarray(made.puzzle), made.solution
            self.inequalities[k] = signs_of(made)
            if self._is_sudoku:
                self.regions[k] = regions_of(made)
        self.entries[numbers], self.steps[numbers] = 0, 0
        self._blanks[numbers] = np.maximum(1, (self.clues[numbers] == 0).sum(axis=(1, 2)))
        self._look(numbers)

    def place(
        self, numbers: npt.NDArray[np.intp], actions: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Fill in a value on each board in `numbers`; return the rewards, and which boards ended or were truncated.

        An action is ``cell * n + value - 1``. An action that is not a candidate changes nothing and costs one value's
        reward. A board ends when it is full or has no candidates; if values are rewarded, it also ends after a wrong
        value. A board is truncated after 2 * n * n actions.
        """
        n = self.n
        cells, values = np.divmod(actions, n)
        rows, columns = np.divmod(cells, n)
        self.steps[numbers] += 1
        share = 1.0 / self._blanks[numbers]
        is_legal = self.candidates[numbers, rows, columns, values]
        is_right = is_legal & (self.solutions[numbers, rows, columns] == values + 1)
        paid = np.zeros(len(numbers))
        if self._reward == "right":
            paid = np.where(is_right, share, -share)
        elif self._reward == "proved":
            paid = np.where(
                is_right, share * self._are_proved(numbers, rows, columns, values, is_right), -share
            )
        placed = numbers[is_legal]
        self.entries[placed, rows[is_legal], columns[is_legal]] = values[is_legal] + 1
        self._look(placed)
        filled = self.clues[numbers] + self.entries[numbers]
        is_solved = (filled == self.solutions[numbers]).all(axis=(1, 2))
        is_over = is_solved | ~self.candidates[numbers].any(axis=(1, 2, 3))
        if self._reward == "solved":
            paid = np.where(is_legal, is_solved.astype(float), -share)
        else:
            is_over |= is_legal & ~is_right
        return paid, is_over, ~is_over & (self.steps[numbers] >= 2 * n * n)

    def _are_proved(
        self,
        numbers: npt.NDArray[np.intp],
        rows: npt.NDArray[np.int64],
        columns: npt.NDArray[np.int64],
        values: npt.NDArray[np.int64],
        is_right: npt.NDArray[np.bool_],
    ) -> npt.NDArray[np.bool_]:
        """Return which of the right values a technique proves."""
        found = np.zeros(len(numbers), bool)
        for at in np.flatnonzero(is_right).tolist():
            k = int(numbers[at])
            move = (int(rows[at]), int(columns[at])), int(values[at]) + 1
            found[at] = (
                judge(self.puzzles[k], self.entries[k], move, level=self._judged).proved_by is not None
            )
        return found

    def _look(self, numbers: npt.NDArray[np.intp]) -> None:
        """Update the candidates of the boards in `numbers`."""
        n = self.n
        filled = self.clues[numbers] + self.entries[numbers]
        holds = filled[..., None] == np.arange(1, n + 1, dtype=np.uint8)
        free = ~(holds.any(axis=2)[:, :, None, :] | holds.any(axis=1)[:, None, :, :])
        if self._is_sudoku:
            boards, regions = np.arange(len(numbers))[:, None, None], self.regions[numbers]
            used = np.zeros((len(numbers), n, n + 1), bool)
            used[boards, regions, filled] = True
            free &= ~used[boards, regions, 1:]
        self.candidates[numbers] = free & (filled == 0)[..., None]
