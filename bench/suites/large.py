"""Large grids: 38 stored ones of order 12 to 100, sixteen of order 100 to 255, and sixteen with all inequalities."""

from __future__ import annotations

from functools import partial

import numpy as np

from fastfuto import Futoshiki

from ..cases.large import CRITICAL, HUGE, SIGNS, STORED, WIDE, instance
from ..cases.variants import unsatisfiable
from ..tasks import FIRST, UNIQUE, Task
from . import Case, Promise, Section, Set, Suite

ALL = ("fastfuto", "CP-SAT tuned", "CaDiCaL stable")
LEARNERS = ("fastfuto (learner by activity)", "CaDiCaL stable")

STORED_CASES = {
    "wide": [Case(name, partial(instance, name)) for name in WIDE],
    "critical": [Case(name, partial(instance, name)) for name in CRITICAL],
}
UNSATISFIABLE = [Case(name, partial(unsatisfiable, name)) for name in STORED]
HUGE_CASES = [Case(name, partial(instance, name)) for name in HUGE]
SIGNS_CASES = [Case(name, partial(instance, name)) for name in SIGNS]
UNSATISFIABLE_SIGNS = [Case(name, partial(unsatisfiable, name)) for name in SIGNS]
SIGNS_TEXT = """\
All inequalities of random squares and no numbers; for a variant without solution some of them were turned. Of
fastfuto's conflicts only those of the engine that answers are told. The learner by activity is also asked alone,
so that its conflicts and their rate can be compared with those of CaDiCaL."""


def section(title: str, task: Task) -> Section:
    """Return the section that gives a task on the stored puzzles."""
    return Section(title, "", [Set(name, task, cases, ALL) for name, cases in STORED_CASES.items()], True)


def faster(sets: str, name: str, factor: float) -> list[Promise]:
    """Return what is promised of a set in comparison with rivals."""
    return [
        Promise(f"{name}: all that a rival answers", sets, "all that a rival answers"),
        Promise(f"{name}: at least {factor} x faster than the better rival", sets, "ratio", factor),
    ]


SUITE = Suite(
    title="large grids",
    text="""\
CP-SAT tuned: an integer a cell, AllDifferent a line, one worker, without its preparations. CaDiCaL stable:
version 1.9.5 in stable mode alone, on the direct encoding of the candidates that clues and chains of
inequalities leave, with inequalities by support. Wide instances have many solutions, critical ones one or a
few. For a variant without solution, inequalities were turned one after another until none was left, not by
propagation at the root alone.""",
    limit=60.0,
    quick_limit=2.0,
    is_alone=True,
    warm_up=Futoshiki(np.zeros((12, 12), int)),
    counts_late=False,
    has_plot=True,
    takes_seed=True,
    sections=[
        section("First solution", FIRST),
        section("Is there exactly one solution", UNIQUE),
        Section("No solution", "", [Set("unsat", FIRST, UNSATISFIABLE, ALL, is_solvable=False)], True),
        Section("Huge grids", "Only fastfuto is asked.", [Set("huge", FIRST, HUGE_CASES)], True),
        Section(
            "All inequalities",
            SIGNS_TEXT,
            [
                Set("signs", FIRST, SIGNS_CASES, (*ALL, LEARNERS[0])),
                Set("unsat signs", FIRST, UNSATISFIABLE_SIGNS, (*ALL, LEARNERS[0]), is_solvable=False),
            ],
            has_details=True,
            has_rates=True,
        ),
    ],
    promises=[
        Promise("solve, wide: all within 20 s", "First.*: wide", "slowest", 20),
        Promise("solve, wide: at least 22 within 1 s", "First.*: wide", "within", 22, below=1),
        *faster("First.*: wide", "solve, wide", 100),
        *faster("First.*: critical", "solve, critical", 3),
        *faster("one solution: wide", "unique, wide", 100),
        *faster("one solution: critical", "unique, critical", 3),
        *faster("No solution", "unsatisfiable", 3),
        *faster("signs", "all inequalities", 3),
        Promise(
            "all inequalities: at most twice the conflicts of CaDiCaL where both take 20 ms",
            *("signs", "conflicts", 2),
            rivals=LEARNERS,
            least=0.02,
        ),
        Promise(
            "all inequalities: at least twice as many conflicts a second there",
            *("signs", "rate of conflicts", 2),
            rivals=LEARNERS,
            least=0.02,
        ),
        Promise("huge, n = 100: within 1 s", "huge", "slowest", 1, cases="n100"),
        Promise("huge, n = 140 to 255: within 60 s", "huge", "slowest", 60, cases="n(140|200|255)"),
        Promise("huge: within 1 GiB", "huge", "peak", 1 << 30),
    ],
)
