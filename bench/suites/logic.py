"""Human rules: the times of grades, explanations and hints."""

from __future__ import annotations

from functools import partial

from fastfuto import parse

from ..cases.futoshiki import golden, tatham
from ..tasks import BY_STEPS, EXPLAIN, GRADE, HINT, Task
from . import Case, Promise, Section, Set, Suite


def for_people(grade: str) -> list[Case]:
    """Return Tatham's 9 x 9 of a grade."""
    return [Case(case.name, case.puzzle) for case in tatham(9, grade)]


def made(name: str, n: int) -> list[Case]:
    """Return the puzzles of order n of a table of tests/golden."""
    return [Case(f"#{k}", partial(parse, each, "tatham")) for k, each in enumerate(golden(name, n))]


def at_most(micros: float, name: str, task: Task) -> Promise:
    return Promise(
        f"{name}: `{task.name}` at most {micros:g} us", f": {name}: {task.name}$", "median", micros * 1e-6
    )


SETS = {
    "9 x 9, trivial": (for_people("t"), 60),
    "9 x 9, easy": (for_people("e"), 60),
    "9 x 9, tricky": (for_people("k"), 60),
    "9 x 9, extreme": (for_people("x"), 250),
    "9 x 9, recursive": (made("recursive", 9), 20_000),
    "14 x 14, tricky": (made("large", 14), 1000),
    "25 x 25, easy": (made("large", 25), 2000),
}
"""Puzzles, and the most microseconds of a grade; an explanation may take five times as long."""

SUITE = Suite(
    title="human rules",
    text="Whole calls on puzzle objects that have not been used before. The levels are those that were asked of the\n"
    'generator "Unequal" of Simon Tatham\'s puzzle collection (25 x 25: of `fastfuto generate`). `explain` makes the\n'
    "objects of steps when they are asked for, which is not part of its time.",
    limit=60.0,
    quick_limit=10.0,
    rounds=20,
    passes=1,
    sections=[
        Section(
            "Grades, explanations, hints",
            "A hint is for a puzzle of which half is filled in, and which has been solved before, for another hint.",
            [Set(name, task, cases) for name, (cases, _) in SETS.items() for task in BY_STEPS],
        )
    ],
    promises=[
        promise
        for name, (_, micros) in SETS.items()
        for promise in (
            at_most(micros, name, GRADE),
            at_most(5 * micros, name, EXPLAIN),
            *([at_most(100, name, HINT)] if name.startswith("9") else []),
        )
    ],
)
