"""Broken rules as sentences of other languages."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..languages import LanguageCode
from ..logic.naming import speech_in
from ..model import Model
from ..puzzles import Puzzle, Violation


def told_violation(violation: Violation, puzzle: Puzzle[Any] | Model, language: LanguageCode) -> str:
    """Return a broken rule as a sentence, or its English message if the language has no sentence for it."""
    say = speech_in(language)
    phrase = say.language.violations.get(violation.kind)
    if phrase is None or not violation.cells:
        return violation.message
    first, last = violation.cells[0], violation.cells[-1]
    return phrase.format(
        cells=say.cells(violation.cells),
        first=say.cell(first),
        last=say.cell(last),
        value=np.asarray(puzzle)[first],
        line=say.line(("column", first[1]) if violation.kind == "column" else ("row", first[0])),
    )
