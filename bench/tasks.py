"""What contestants are asked and what they answer: one function type for all, ``rival(puzzle, task, limit)``.

A puzzle is a `fastfuto.Futoshiki`, `Sudoku`, `Kakuro` or `Permutations`, a `cases.cover.Cover`, an array
(k, 9, 9) of Sudoku grids, or a `cases.client.Client`.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Task(NamedTuple):
    """How many solutions are asked for (None: all), and whether as grids or as a number."""

    name: str
    limit: int | None = None
    grids: bool = False


FIRST = Task("first solution", 1, True)
UNIQUE = Task("is it unique", 2)
ALL = Task("all solutions", None, True)
COUNT = Task("count")
CONSTRUCT = Task("construct")
"""Make the puzzle object from lists; nothing is solved."""
PARSE = Task("parse")
"""Read the puzzle from its game id, whose format is named; nothing is solved."""
DETECT = Task("parse, detected")
PARSE_SOURCE = Task("parse source")
DETECT_SOURCE = Task("parse source, detected")
VIOLATIONS = Task("violations")
"""Look for contradictions, of which there are none."""
WRITE = Task("write")
"""Write the puzzle in the source format."""
WRITE_ID = Task("write id")
MODEL = Task("model")
DRAW_SVG = Task("draw SVG")
DRAW_TEXT = Task("draw text")
DRAW = (DRAW_SVG, DRAW_TEXT)
IN_AND_OUT = (
    *(CONSTRUCT, PARSE, DETECT, PARSE_SOURCE, DETECT_SOURCE, VIOLATIONS, WRITE, WRITE_ID, MODEL),
    *DRAW,
)
"""Tasks without a solver."""
BATCH = Task("batch", 2)
"""Answer a file of game ids by the command ``batch --unique``, reading and writing included."""
GRADE = Task("grade")
EXPLAIN = Task("explain")
HINT = Task("hint")
"""The next step of a puzzle of which half is filled in; it has been solved before, for another hint."""
BY_STEPS = (GRADE, EXPLAIN, HINT)
"""Tasks for human rules."""
GENERATE = Task("generate")
"""Make a puzzle with exactly one solution."""


@dataclass(slots=True)
class Outcome:
    """What a rival found and what it took; `found` is a lower bound where it timed out.

    `build` are the seconds that it takes to state the puzzle in the rival's own terms. `grids` has one
    solution a line: the values of the cells, or the numbers of the options chosen.
    """

    found: int
    build: float
    solve: float
    grids: Sequence[Any] | Any = ()
    nodes: int | None = None
    conflicts: int | None = None
    timed_out: bool = False
    engine: str | None = None
    peak: int | None = None
    """Resident bytes of its process, where it had one of its own."""


Rival = Callable[[Any, Task, float], Outcome]


def late(limit: float, **known: Any) -> Outcome:
    """Return the outcome of who has not answered within the limit."""
    return Outcome(0, 0, limit, timed_out=True, **known)


class TimeUp(BaseException):
    """The alarm of `time_limit` went off."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp inside the block after so many seconds, and swallow it at its end."""

    def ring(signum: int, frame: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    with contextlib.suppress(TimeUp):
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
