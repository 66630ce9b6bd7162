"""Sentences about clues that contradict each other, or that could go, for the commands that look for them."""

from __future__ import annotations

from typing import Any

from ..errors import LimitReached, PuzzleError, printable
from ..puzzles import Puzzle, clues_of
from ..solving import conflicting_clues, redundant_clues
from .output import Answer


def name_conflict(puzzle: Puzzle[Any], answer: Answer, timeout: float) -> bool | None:
    """Say that there is no solution, and because of which clues, if so; return None if that is not known in time."""
    try:
        names = [clue.name for clue in clues_of(conflicting_clues(puzzle, timeout=timeout))]
    except PuzzleError:
        return False
    except LimitReached:
        return None
    why = "the rules cannot be kept, whatever the clues are"
    if names:
        why = f"{_listed(names)} cannot be kept{' together' if len(names) > 1 else ''}"
    answer.remark(f"A solution does not exist: {why}.")
    answer.note(conflict=names)
    return True


def name_redundant(puzzle: Puzzle[Any], answer: Answer) -> None:
    """Say which clues could go without a second solution, each by itself."""
    try:
        names = [clue.name for clue in clues_of(redundant_clues(puzzle))]
    except PuzzleError:
        answer.remark("No clue is redundant, because there are several solutions.")
        return
    if names:
        could = "1 clue could go" if len(names) == 1 else f"{len(names)} clues could go, each by itself"
        answer.remark(f"{could}: {_listed(names)}.")
    else:
        answer.remark("No clue could go: without any of them there are several solutions.")
    answer.note(redundant=names)


def _listed(names: list[str]) -> str:
    *others, last = map(printable, names)
    return f"{', '.join(others)} and {last}" if others else last
