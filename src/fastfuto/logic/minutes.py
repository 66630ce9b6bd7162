"""How many minutes a person takes: the constants of the estimate.

A person looks for the easiest deduction, makes it, and looks again. How long that takes depends on how hard it is to
see, and on how many such deductions are open: the fewer there are, the longer it takes until one is seen. Both were
found in the times of people who solved more than 2,000 Sudokus (R. Pelánek, Difficulty Rating of Sudoku Puzzles by a
Computational Model, FLAIRS 2011; Difficulty Rating of Sudoku Puzzles: An Overview and Evaluation, arXiv:1403.7373).

The engine finds what is open at a time in waves and rounds. Of k open deductions of a technique each takes a k-th of
the time for finding the only one, and the time for carrying it out.

None of these constants is fitted: no times of people who solve Futoshikis are published. They are such that an easy
5 x 5 takes about three minutes, and an easy 9 x 9 about twelve.
"""

from __future__ import annotations

import math

import numpy as np

from ..model import IntArray, frozen
from .technique import RULES, SINGLES, TECHNIQUES

FINDING = 6.0
"""Seconds for finding the only open deduction of a technique of score 1."""
DOUBLING = 1.25
"""By how much a score is greater with which that takes twice as long."""
WRITING = 2.5
"""Seconds for writing a number down."""
STRIKING = 1.0
"""Seconds for crossing off candidates of a cell."""


def _times() -> IntArray:
    finding = [1000 * FINDING * 2 ** ((TECHNIQUES[name].score - 1) / DOUBLING) for name in RULES]
    doing = [1000 * (WRITING if name in SINGLES else STRIKING) for name in RULES]
    return frozen(np.array([finding, doing]).round().astype(np.int32))


TIMES = _times()
"""Milliseconds for finding and for carrying out a deduction of each rule, (2, rules), as the engine takes them."""


def minutes_of(time: int) -> float:
    """Return milliseconds in minutes, to a tenth."""
    return (time + 3000) // 6000 / 10


def told(minutes: float) -> str:
    """Return minutes in words."""
    whole = math.floor(minutes + 0.5)
    if whole == 0:
        return "less than a minute"
    return f"about {whole} minute{'' if whole == 1 else 's'}"
