"""The generator of puzzles over one skeleton."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..model import IntArray, Skeleton
from .loading import build, units_of

OPEN_TOP = 10_000
"""Ten times the score of a puzzle that the rules do not finish."""
ENDLESS = 1 << 30
"""Tenths of a minute for a puzzle that the rules do not finish."""


class MakingStatus(enum.IntEnum):
    """The outcome of a run of a generator."""

    PAUSED = 0
    MADE = 10
    GAVE_UP = 11


class Made(NamedTuple):
    """A puzzle as arrays, and its rating.

    Attributes
    ----------
    clues, solution : (n_cells,) uint8
        The clues and the solution; a cell without a number has 0.
    inequalities : (k, 2) int32
        Sorted pairs of cells (lesser, greater).
    is_solved : bool
        Whether the rules solve the puzzle.
    rule : int
        The hardest rule that acted, or -1.
    score, total : int
        Ten times the score of this rule, and ten times the summed scores of the rounds that `steps` counts.
    steps : int
        The number of rounds in which a rule harder than inequalities acted.
    time : int
        Estimated time that people need, in tenths of a minute, or `ENDLESS`.
    """

    clues: npt.NDArray[np.uint8]
    solution: npt.NDArray[np.uint8]
    inequalities: IntArray
    is_solved: bool
    rule: int
    score: int
    steps: int
    total: int
    time: int


class Generator:
    """A generator of puzzles over one skeleton.

    Parameters
    ----------
    skeleton : Skeleton
    groups : (n_cells,) int32
        The group of each cell, counted from 0. The cells of a group have numbers all together or not at all. -1 for a
        cell without a number.
    pairs : (k, 2) int32
        Pairs of cells that may have an inequality.
    has_relations : bool
        Whether each pair has a relation instead of an inequality: its values differ by 1, or they do not.
    times : (2, rules) int32, optional
        Milliseconds that people need; see `Logic.set_times`.
    """

    def __init__(
        self,
        skeleton: Skeleton,
        groups: IntArray,
        pairs: IntArray,
        *,
        has_relations: bool = False,
        times: IntArray | None = None,
    ) -> None:
        self._pairs = pairs
        self._n_cells = skeleton.n_cells
        self._generator: Any = build("generation", skeleton.n_values).Generator(
            units_of(skeleton), groups, pairs, has_relations, times
        )

    def reset(self, rules: IntArray, all_rules: IntArray, **wishes: Any) -> None:
        """Begin another puzzle. The arguments are described in the compiled class."""
        self._generator.reset(rules, all_rules, **wishes)

    def run(self, budget: int) -> int:
        """Continue the tries and return a `MakingStatus` as an int."""
        return int(self._generator.run(budget))

    @property
    def at_try(self) -> int:
        """The number of the current try, or of the try that made the puzzle."""
        return int(self._generator.at_try)

    @property
    def nearness(self) -> tuple[int, int] | None:
        """Distance of the nearest miss from the recipe, and the try that made it; None if no puzzle has been made."""
        generator = self._generator
        return (generator.near_by, generator.near_try) if generator.near_by >= 0 else None

    @property
    def is_minimal(self) -> bool:
        """Whether it has been shown that each removable clue is needed."""
        return bool(self._generator.is_minimal)

    def read(self, *, nearest: bool = False) -> Made:
        """Return the puzzle, or the nearest miss."""
        clues, solution = np.empty(self._n_cells, np.uint8), np.empty(self._n_cells, np.uint8)
        chosen = np.empty_like(self._pairs)
        chosen = chosen[: self._generator.read(clues, solution, chosen, nearest)]
        in_order = np.lexsort((chosen[:, 1], chosen[:, 0]))
        return Made(clues, solution, chosen[in_order], *self._generator.verdict(nearest))
