"""The questions and answers of contestants, which are functions ``rival(puzzle, task, limit)``.

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
    """The requested number of solutions (None: all), and whether as grids or as a number."""

    name: str
    limit: int | None = None
    grids: bool = False


FIRST = Task("first solution", 1, True)
UNIQUE = Task("is it unique", 2)
ALL = Task("all solutions", None, True)
COUNT = Task("count")
CONSTRUCT = Task("construct")
"""Build the puzzle object from lists, without solving it."""
PARSE = Task("parse")
"""Read the puzzle from its game id in a named format, without solving it."""
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
"""The next step of a half-filled puzzle that was solved before, for another hint."""
BY_STEPS = (GRADE, EXPLAIN, HINT)
"""Tasks for human rules."""
GENERATE = Task("generate")
"""Make a puzzle with exactly one solution."""


@dataclass(slots=True)
class Outcome:
    """A rival's result and its cost; `found` is a lower bound if the rival timed out.

    `build` is the time in seconds to build the rival's model of the puzzle. `grids` has one solution per line: the
    values of the cells, or the numbers of the chosen options.
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
    """Resident bytes of its own process, if it had one."""


Rival = Callable[[Any, Task, float], Outcome]


def late(limit: float, **known: Any) -> Outcome:
    """Return the outcome of a rival that did not answer within the limit."""
    return Outcome(0, 0, limit, timed_out=True, **known)


class TimeUp(BaseException):
    """The alarm of `time_limit` went off."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp inside the block after `seconds`, and swallow it at its end."""

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
