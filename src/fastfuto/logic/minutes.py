"""Constants of the estimate of the minutes that a person takes.

A person looks for the easiest deduction, makes it, and looks again. The time depends on the difficulty of the deduction
and on the number of open deductions: the fewer there are, the longer the search takes. Both effects were found in data
on how long people took to solve more than 2,000 Sudokus (R. Pelánek, Difficulty Rating of Sudoku Puzzles by a
Computational Model, FLAIRS 2011; Difficulty Rating of Sudoku Puzzles: An Overview and Evaluation, arXiv:1403.7373).

The engine finds the deductions that are open at the same time in waves and rounds. If a technique has k open
deductions, finding one takes 1 / k of the time for finding a lone deduction. Carrying out the deduction takes the full
time.

None of these constants is fitted to data, because no solving times for Futoshiki have been published. With these
constants, an easy 5 x 5 takes about three minutes, and an easy 9 x 9 about twelve.
"""

from __future__ import annotations

import math

import numpy as np

from ..languages import LanguageCode, language_named
from ..model import IntArray, frozen
from .technique import RULES, SINGLES, TECHNIQUES

FINDING = 6.0
"""Seconds for finding the only open deduction of a technique of score 1."""
DOUBLING = 1.25
"""Increase of the score that doubles this time."""
WRITING = 2.5
"""Seconds for writing a number down."""
STRIKING = 1.0
"""Seconds for crossing off candidates of a cell."""


def _times() -> IntArray:
    finding = [1000 * FINDING * 2 ** ((TECHNIQUES[name].score - 1) / DOUBLING) for name in RULES]
    doing = [1000 * (WRITING if name in SINGLES else STRIKING) for name in RULES]
    return frozen(np.array([finding, doing]).round().astype(np.int32))


TIMES = _times()
"""Milliseconds for finding and for carrying out a deduction of each rule, (2, rules), in the engine's format."""


def minutes_of(time: int) -> float:
    """Convert milliseconds to minutes, rounded to a tenth."""
    return (time + 3000) // 6000 / 10


def told(minutes: float, language: LanguageCode = "en") -> str:
    """Return a number of minutes in words."""
    whole = math.floor(minutes + 0.5)
    words = language_named(language).grades
    if whole >= 120:
        return words["hours"].format(time=math.floor(whole / 60 + 0.5))
    return words[("moment", "minute")[whole] if whole < 2 else "minutes"].format(time=whole)
