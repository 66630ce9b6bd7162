"""Sentences about contradicting clues and redundant clues."""

from __future__ import annotations

import re
from typing import Any

from ..errors import LimitReached, PuzzleError, printable
from ..languages import LanguageCode
from ..logic.naming import speech_in
from ..model import Model
from ..puzzles import Puzzle, clues_of
from ..solving import conflicting_clues, redundant_clues
from .output import Answer

_CELL = re.compile(r"\br([0-9]+)c([0-9]+)\b")
_IN_SIGNS = re.compile(r"[rc0-9 <>=]+")


def name_conflict(
    puzzle: Puzzle[Any] | Model, answer: Answer, timeout: float, language: LanguageCode = "en"
) -> bool | None:
    """Report the conflicting clues; return whether there is no solution, or None if the time runs out."""
    try:
        names = [clue.name for clue in clues_of(conflicting_clues(puzzle, timeout=timeout))]
    except PuzzleError:
        return False
    except LimitReached:
        return None
    answer.remark(_said(names, language))
    answer.note(conflict=names)
    return True


def _said(names: list[str], language: LanguageCode) -> str:
    """Return a sentence about conflicting clues; only names of cells and signs are the same in all languages."""
    say = speech_in(language)
    if len(names) > 1 and (language == "en" or all(map(_IN_SIGNS.fullmatch, names))):
        told = [
            _CELL.sub(lambda cell: say.cell((int(cell[1]) - 1, int(cell[2]) - 1)), printable(name))
            for name in names
        ]
        return say.language.endings["conflict"].format(clues=say.listed(told))
    if language == "en":
        why = f"{printable(names[0])} cannot hold" if names else "the rules contradict each other"
        return f"A solution does not exist: {why}."
    return say.language.endings["contradiction"]


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
        answer.remark(f"{could}: {speech_in('en').listed(map(printable, names))}.")
    else:
        answer.remark("No clue is redundant: if any one of them is removed, there are several solutions.")
    answer.note(redundant=names)
