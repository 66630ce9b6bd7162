"""Sentences about contradicting clues and redundant clues."""

from __future__ import annotations

import re
from typing import Any

from ..errors import LimitReached, PuzzleError, printable
from ..languages import LanguageCode, language_named
from ..logic.naming import Speech, speech_in
from ..model import Model
from ..puzzles import Puzzle, clues_of
from ..solving.conflicts import conflicting_clues
from ..solving.redundant import redundant_clues
from .output import Answer

_CELL = re.compile(r"\br([0-9]+)c([0-9]+)\b")
_IN_SIGNS = re.compile(r"[rc0-9 <>=]+")


def name_conflict(
    puzzle: Puzzle[Any] | Model, answer: Answer, timeout: float, language: LanguageCode
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
    if not names:
        return say.language.verdicts["rules"]
    if language != "en" and not all(map(_IN_SIGNS.fullmatch, names)):
        return say.language.endings["contradiction"]
    listed = _listed(names, say)
    if len(names) == 1:
        return say.language.verdicts["clue"].format(clue=listed)
    return say.language.endings["conflict"].format(clues=listed)


def _listed(names: list[str], say: Speech) -> str:
    """Return the names of clues, with the names of cells in the language."""
    return say.listed(
        _CELL.sub(lambda cell: say.cell((int(cell[1]) - 1, int(cell[2]) - 1)), printable(name))
        for name in names
    )


def name_redundant(puzzle: Puzzle[Any] | Model, answer: Answer, language: LanguageCode) -> None:
    """List the clues each of which could be removed on its own without adding a solution."""
    verdicts = language_named(language).verdicts
    try:
        names = [clue.name for clue in clues_of(redundant_clues(puzzle))]
    except PuzzleError:
        answer.remark(verdicts["open"])
        return
    if names:
        verdict = verdicts["one redundant" if len(names) == 1 else "redundant"]
        answer.remark(verdict.format(count=len(names), clues=_listed(names, speech_in(language))))
    else:
        answer.remark(verdicts["needed"])
    answer.note(redundant=names)
