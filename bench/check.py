"""A checker that trusts no solver: it applies the rules of the puzzle again, only from the clues."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fastfuto import Sudoku

from .cases.cover import Cover
from .statement import statement
from .tasks import BATCH, IN_AND_OUT, Outcome, Task


class WrongAnswer(Exception):
    """An answer breaks a rule of the puzzle or of the task."""


def check_outcome(puzzle: Any, task: Task, outcome: Outcome, *, solvable: bool = True) -> None:
    """Raise WrongAnswer unless the outcome is possible; `solvable` if a solution exists."""
    if task in IN_AND_OUT or task == BATCH:  # The rival checks the lines of a batch.
        return
    many = len(puzzle) if isinstance(puzzle, np.ndarray) else 1
    if task.limit is not None and outcome.found > task.limit * many:
        raise WrongAnswer(f"{outcome.found} solutions, {task.limit} asked for")
    if outcome.found and not solvable:
        raise WrongAnswer("a solution of a puzzle that has none")
    if not outcome.found and solvable and not outcome.timed_out:
        raise WrongAnswer("no solution of a puzzle that has one")
    if not task.grids or (outcome.timed_out and not len(outcome.grids)):
        return
    if len(outcome.grids) != outcome.found:
        raise WrongAnswer(f"{outcome.found} solutions, but {len(outcome.grids)} grids")
    if many > 1:
        for grid, values in zip(puzzle, outcome.grids, strict=True):
            check_grids(Sudoku(grid), [values])
    elif isinstance(puzzle, Cover):
        for chosen in outcome.grids:
            check_cover(puzzle, chosen)
    elif outcome.found:
        check_grids(puzzle, outcome.grids)


def check_grids(puzzle: Any, grids: Any) -> None:
    """Raise WrongAnswer unless `grids`, one line of cell values each, are different solutions."""
    grids = np.asarray(grids)
    known = statement(puzzle)
    if grids.ndim != 2 or grids.shape[1] != len(known.domains) or grids.dtype.kind not in "iu":
        raise WrongAnswer(f"grids of shape {grids.shape}, {grids.dtype}")
    fixed = [(cell, domain[0]) for cell, domain in enumerate(known.domains) if len(domain) == 1]
    if fixed and (grids[:, [cell for cell, _ in fixed]] != [value for _, value in fixed]).any():
        raise WrongAnswer("a clue is not kept")
    if grids.min() < 1 or grids.max() > known.n_values:
        raise WrongAnswer(f"a value is not from 1 to {known.n_values}")
    for unit in known.units:
        line = np.sort(grids[:, unit], axis=1)
        if (line[:, 1:] == line[:, :-1]).any():
            raise WrongAnswer(f"a value occurs twice in the unit of cells {unit}")
    for a, b in known.inequalities:
        if (grids[:, a] >= grids[:, b]).any():
            raise WrongAnswer(f"cell {a} is not less than cell {b}")
    for cells, total in known.sums:
        if (grids[:, cells].sum(axis=1) != total).any():
            raise WrongAnswer(f"cells {cells} do not add up to {total}")
    flat = np.ascontiguousarray(grids.astype(np.uint8))
    if len(np.unique(flat.view(f"V{flat.shape[1]}"))) != len(flat):
        raise WrongAnswer("a solution occurs twice")


def check_cover(puzzle: Cover, chosen: npt.ArrayLike) -> None:
    """Raise WrongAnswer unless the chosen options cover each primary item once and no item twice."""
    covered = puzzle.matrix()[np.asarray(chosen)].sum(axis=0)
    if covered.max() > 1 or not covered[puzzle.is_primary()].all():
        raise WrongAnswer(f"options {chosen} are not an exact cover")


def check_agreement(what: str, found: dict[str, int]) -> None:
    """Raise WrongAnswer unless all finished contestants found the same number of solutions."""
    if len(set(found.values())) > 1:
        raise WrongAnswer(f"{what}: {found}")
