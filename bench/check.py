"""A checker of answers that trusts nobody: the rules of the puzzle again, from its clues and signs alone."""

from __future__ import annotations

import numpy as np

from fastfuto import Futoshiki

from .rivals import Outcome, Task


class WrongAnswer(Exception):
    """An answer breaks a rule of the puzzle or of the task."""


def check_outcome(puzzle: Futoshiki, task: Task, outcome: Outcome, *, solvable: bool = True) -> None:
    """Raise WrongAnswer unless the outcome is a possible one; whether there is a solution is known."""
    if task.limit is not None and outcome.found > task.limit:
        raise WrongAnswer(f"{outcome.found} solutions, {task.limit} asked for")
    if outcome.found and not solvable:
        raise WrongAnswer("a solution of a puzzle that has none")
    if not outcome.found and solvable and not outcome.timed_out:
        raise WrongAnswer("no solution of a puzzle that has one")
    if task.grids and len(outcome.grids) != outcome.found:
        raise WrongAnswer(f"{outcome.found} solutions, but {len(outcome.grids)} grids")
    if outcome.found and task.grids:
        check_grids(puzzle, np.asarray(outcome.grids))


def check_grids(puzzle: Futoshiki, grids: np.ndarray) -> None:
    """Raise WrongAnswer unless `grids`, (k, n, n), are k different solutions."""
    n = len(puzzle.clues)
    if grids.shape[1:] != (n, n) or grids.dtype.kind not in "iu":
        raise WrongAnswer(f"grids of shape {grids.shape}, {grids.dtype}")
    line = np.arange(1, n + 1)
    for axis, kind in ((2, "row"), (1, "column")):
        if (np.sort(grids, axis=axis) != (line if axis == 2 else line[:, None])).any():
            raise WrongAnswer(f"a {kind} that does not hold each of 1 to {n}")
    if ((grids != puzzle.clues) & (puzzle.clues != 0)).any():
        raise WrongAnswer("a clue is not kept")
    for (a, b), (c, d) in puzzle.inequalities:
        if (grids[:, a, b] >= grids[:, c, d]).any():
            raise WrongAnswer(f"({a}, {b}) is not less than ({c}, {d})")
    flat = np.ascontiguousarray(grids.reshape(len(grids), -1).astype(np.uint8))
    if len(np.unique(flat.view(f"V{n * n}"))) != len(grids):
        raise WrongAnswer("a solution twice")


def check_agreement(what: str, found: dict[str, int]) -> None:
    """Raise WrongAnswer unless all of these, which finished, found the same number of solutions."""
    if len(set(found.values())) > 1:
        raise WrongAnswer(f"{what}: {found}")
