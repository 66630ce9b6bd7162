"""Data sets as arrays in one file."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ..formats import replacing
from ..generation import Generated
from ..model import IntArray
from .families import task_family


def write_arrays(made: list[Generated], path: str | os.PathLike[str]) -> None:
    """Write grid puzzles as the arrays that `save_dataset` describes."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "clues": np.array([np.asarray(each.puzzle) for each in made], np.uint8),
        "solutions": np.array([each.solution for each in made]),
        "inequalities": np.array([signs_of(each) for each in made]),
        "levels": np.array([each.grade.level for each in made]),
        "scores": np.array([each.grade.score for each in made]),
        "totals": np.array([each.grade.total for each in made]),
        "minutes": np.array([each.grade.minutes for each in made], float),
        "seeds": np.array([each.seed for each in made], np.uint64),
        "attempts": np.array([each.attempts for each in made], np.int64),
    }
    if made[0].recipe.variant == "jigsaw":
        arrays["regions"] = np.array([regions_of(each) for each in made])
    with replacing(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def regions_of(made: Generated) -> IntArray:
    """Return the region number of each cell in a Sudoku, (n, n)."""
    puzzle: Any = made.puzzle
    regions: IntArray = puzzle.regions
    return regions


def signs_of(made: Generated) -> npt.NDArray[np.int8]:
    """Return the signs to the right of and below each cell, (n, n, 2)."""
    n = made.recipe.side
    signs = np.zeros((n, n, 2), np.int8)
    for lesser, greater in getattr(made.puzzle, task_family(made.puzzle).signs.name):
        signs[(*min(lesser, greater), int(lesser[0] != greater[0]))] = 1 if lesser < greater else -1
    return signs
