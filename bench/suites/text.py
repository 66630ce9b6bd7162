"""Input and output: building, reading, checking, writing and drawing grids, and files of many puzzles."""

from __future__ import annotations

from functools import partial

from ..cases.futoshiki import tatham
from ..cases.text import large, many_ids
from ..tasks import (
    BATCH,
    CONSTRUCT,
    DETECT,
    DETECT_SOURCE,
    DRAW_SVG,
    DRAW_TEXT,
    FIRST,
    IN_AND_OUT,
    PARSE_SOURCE,
    UNIQUE,
    VIOLATIONS,
    WRITE,
    Task,
)
from . import Case, Promise, Section, Set, Suite


def made_for_people(n: int) -> list[Case]:
    """Return Tatham's puzzles of an order."""
    return [Case(case.name, case.puzzle) for case in tatham(n)]


LARGE = [Case("n=100", partial(large, 100))]
GRIDS = {"5 x 5": made_for_people(5), "9 x 9": made_for_people(9)}


def under(micros: float, what: str, sets: str, task: Task) -> Promise:
    """Return a promise about the median time of a task."""
    return Promise(f"{what}: under {micros:g} us", f"{sets}: {task.name}$", "median", micros * 1e-6)


SUITE = Suite(
    title="the way in and out",
    text='Puzzles of Simon Tatham\'s "Unequal" (`bench/data`) and one of order 100.\n'
    "Each puzzle is built once.",
    limit=60.0,
    quick_limit=10.0,
    rounds=60,
    passes=1,
    sections=[
        Section(
            "Building, reading, checking, writing, drawing",
            "The first two lines of each order are what the same puzzles take to solve.",
            [
                *(
                    Set(name, task, cases)
                    for name, cases in GRIDS.items()
                    for task in (FIRST, UNIQUE, *IN_AND_OUT)
                ),
                *(
                    Set("100 x 100", task, LARGE)
                    for task in (CONSTRUCT, PARSE_SOURCE, DETECT_SOURCE, VIOLATIONS, WRITE)
                ),
            ],
        ),
        Section(
            "Many puzzles a file",
            "`fastfuto batch --unique` on distinct ids of 9 x 9 in one thread, reading and writing included;\n"
            "the time is that of one puzzle.",
            [Set("100,000 ids", BATCH, [Case("ids", partial(many_ids, 100_000))], rounds=5)],
        ),
    ],
    promises=[
        *(
            promise
            for name, share in (("9 x 9", 1.0), ("5 x 5", 0.5))
            for promise in (
                under(35 * share, f"{name}, id, named", name, Task("parse")),
                under(45 * share, f"{name}, id, detected", name, DETECT),
                under(35 * share, f"{name}, source, named", name, PARSE_SOURCE),
                under(45 * share, f"{name}, source, detected", name, DETECT_SOURCE),
                under(15 * share, f"{name}, from lists", name, CONSTRUCT),
                under(30 * share, f"{name}, `violations()`", name, VIOLATIONS),
                under(30 * share, f"{name}, `format_puzzle`", name, WRITE),
            )
        ),
        under(1000, "9 x 9, picture as SVG", "9 x 9", DRAW_SVG),
        under(100, "9 x 9, picture as text", "9 x 9", DRAW_TEXT),
        under(2000, "100 x 100, source", "100 x 100", PARSE_SOURCE),
        under(125, "`batch`: 8,000 puzzles a second", "ids", BATCH),
    ],
)
