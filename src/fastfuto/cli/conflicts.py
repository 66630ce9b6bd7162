"""Sentences about contradicting clues and redundant clues."""

from __future__ import annotations

from typing import Any

from ..errors import LimitReached, PuzzleError, printable
from ..model import Model
from ..puzzles import Puzzle, clues_of
from ..solving import conflicting_clues, redundant_clues
from .output import Answer


def name_conflict(puzzle: Puzzle[Any] | Model, answer: Answer, timeout: float) -> bool | None:
    """Report the conflicting clues; return whether there is no solution, or None if the time runs out."""
    try:
        names = [clue.name for clue in clues_of(conflicting_clues(puzzle, timeout=timeout))]
    except PuzzleError:
        return False
    except LimitReached:
        return None
    why = "the rules contradict each other"
    if names:
        why = f"{_listed(names)} cannot hold{' together' if len(names) > 1 else ''}"
    answer.remark(f"A solution does not exist: {why}.")
    answer.note(conflict=names)
    return True


def name_redundant(puzzle: Puzzle[Any] | Model, answer: Answer) -> None:
    """List the clues each of which could be removed on its own without adding a solution."""
    try:
        names = [clue.name for clue in clues_of(redundant_clues(puzzle))]
    except PuzzleError:
        answer.remark("No clue is redundant, because there are several solutions.")
        return
    if names:
        could = (
            "1 clue is redundant" if len(names) == 1 else f"{len(names)} clues are redundant, each on its own"
        )
        answer.remark(f"{could}: {_listed(names)}.")
    else:
        answer.remark("No clue is redundant: if any one of them is removed, there are several solutions.")
    answer.note(redundant=names)


def _listed(names: list[str]) -> str:
    *others, last = map(printable, names)
    return f"{', '.join(others)} and {last}" if others else last
