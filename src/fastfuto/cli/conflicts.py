"""Sentences about clues that contradict each other, for the commands that look for them."""

from __future__ import annotations

from typing import Any

from ..errors import LimitReached, PuzzleError
from ..puzzles import Puzzle, clues_of
from ..solving import conflicting_clues
from .output import Answer

__all__ = ["name_conflict"]


def name_conflict(puzzle: Puzzle[Any], answer: Answer, timeout: float) -> bool:
    """Say that there is no solution, and because of which clues; return False if that is not known in time."""
    try:
        names = [clue.name for clue in clues_of(conflicting_clues(puzzle, timeout=timeout))]
    except (LimitReached, PuzzleError):
        return False
    why = "the rules cannot be kept, whatever the clues are"
    if names:
        *others, last = names
        why = (
            f"{', '.join(others)} and {last} cannot be kept together" if others else f"{last} cannot be kept"
        )
    answer.remark(f"A solution does not exist: {why}.")
    answer.note(conflict=names)
    return True
