"""Small grids: whole calls, enumeration, and comparison with other solvers and the reference."""

from __future__ import annotations

from functools import partial

import numpy as np

from fastfuto import Futoshiki

from ..cases.futoshiki import random_puzzle, tatham
from ..tasks import ALL, CONSTRUCT, COUNT, FIRST, PARSE, UNIQUE, Task
from . import Case, Promise, Section, Set, Suite

OTHERS = ("fastfuto", "CP-SAT", "CP-SAT tuned", "CaDiCaL", "Glucose")
REFERENCE = ("reference", "fastfuto")
MANY = 5_000_000
"""Solutions of a grid that are collected in arrays or counted one by one."""


def random(n: int, g: float, s: float, size: int) -> tuple[str, list[Case]]:
    """Return the name and cases of random puzzles with fractions g of the numbers and s of the inequalities."""
    cases = [Case(f"#{index}", partial(random_puzzle, n, g, s, index)) for index in range(size)]
    return f"n={n} g={g:g} s={s:g}", cases


def made_for_people(n: int, grades: str = "tekxr", step: int = 1) -> list[Case]:
    """Return every `step`-th of Tatham's puzzles of an order and of some grades."""
    return [Case(case.name, case.puzzle) for case in tatham(n, grades)[::step]]


# Each line has n, g, s and the number of puzzles, several times. fmt: off The reference takes from 0.1 ms to hours
# for these puzzles.
FIRST_AGAINST_REFERENCE = [
    (4, 0, 0.5, 40),
    (4, 0.2, 0.2, 40),
    (5, 0, 0.5, 40),
    (5, 0.2, 0.3, 40),
    (6, 0, 0.3, 30),
    (6, 0, 0.8, 30),
    (6, 0.2, 0.3, 30),
    (7, 0, 0.3, 20),
    (7, 0, 0.6, 20),
    (7, 0.2, 0.4, 20),
    (8, 0, 0.4, 12),
    (8, 0, 0.6, 8),
    (8, 0.2, 0.3, 12),
    (8, 0.3, 0.3, 20),
    (9, 0, 0.1, 10),
    (9, 0, 0.3, 10),
    (9, 0, 0.5, 6),
    (9, 0.2, 0.2, 12),
    (9, 0.3, 0.3, 12),
]
# From a handful of solutions to thousands.
ALL_AGAINST_REFERENCE = [
    (4, 0, 0.3, 30),
    (4, 0.2, 0.2, 30),
    (5, 0, 0.4, 30),
    (5, 0.1, 0.3, 30),
    (5, 0.2, 0.2, 30),
    (6, 0, 0.4, 8),
    (6, 0, 0.5, 10),
    (6, 0, 0.7, 16),
    (6, 0.1, 0.3, 16),
    (6, 0.1, 0.4, 20),
    (6, 0.2, 0.3, 20),
    (7, 0, 0.7, 6),
    (7, 0.1, 0.5, 8),
    (7, 0.1, 0.6, 12),
    (7, 0.1, 0.7, 20),
    (7, 0.2, 0.3, 16),
    (7, 0.2, 0.4, 20),
    (8, 0.2, 0.6, 10),
    (8, 0.3, 0.3, 10),
    (9, 0.35, 0.4, 10),
    (9, 0.4, 0.2, 10),
]
# The last puzzles are infeasible for the reference.
FIRST_AGAINST_OTHERS = [
    (5, 0.2, 0.3, 20),
    (7, 0, 0.6, 20),
    (9, 0, 0.1, 20),
    (9, 0, 0.5, 20),
    (9, 0.2, 0.2, 20),
    (12, 0, 0.6, 10),
    (16, 0.1, 0.8, 6),
    (20, 0.1, 0.8, 6),
]
# fmt: on
ALL_AGAINST_OTHERS = [(5, 0.1, 0.3, 20), (6, 0.1, 0.4, 20), (7, 0.2, 0.4, 20)]
UNIQUE_AGAINST_OTHERS = {
    "Tatham 5 x 5": made_for_people(5, step=5),
    "Tatham 9 x 9 tricky": made_for_people(9, "k"),
    "Tatham 9 x 9 extreme": made_for_people(9, "x"),
    "Tatham 12 x 12": made_for_people(12, "tekx"),
}
FRESH = {
    "4 x 4": made_for_people(4, "e"),
    "5 x 5, all grades": made_for_people(5),
    "6 x 6, all grades": made_for_people(6, "kxr"),
    "7 x 7, all grades": made_for_people(7),
    "9 x 9 trivial and easy": made_for_people(9, "te"),
    "9 x 9 tricky": made_for_people(9, "k"),
    "9 x 9 extreme": made_for_people(9, "x"),
}
# No clues, or 1, 2 or 4 numbers and 12 of the 60 inequalities.
ENUMERATION = [
    ("empty", [Case("empty", partial(Futoshiki, np.zeros((6, 6), int)))]),
    *(random(6, g, 0.2, 10) for g in (0.03, 0.06, 0.11)),
]


SECTIONS = [
    Section(
        "Whole calls on fresh puzzles",
        'Puzzles of Simon Tatham\'s "Unequal" (`bench/data`), each with one solution; `construct` makes the\n'
        "object from lists, and `parse` reads the game id.",
        [
            Set(name, task, cases, rounds=100, passes=1)
            for name, cases in FRESH.items()
            for task in (FIRST, UNIQUE, CONSTRUCT, PARSE)
        ],
    ),
    Section(
        "Enumeration at order 6",
        "`all_solutions(limit=...)` and `count(limit=...)`.",
        [
            Set(name, task, cases, passes=1)
            for name, cases in ENUMERATION
            for task in (Task("all solutions", MANY, True), Task("count", MANY))
        ],
    ),
    Section(
        "Against other solvers",
        "CP-SAT has one worker, and tuned no preparations. The SAT solvers take the direct encoding,\n"
        "with inequalities by support, through python-sat.",
        [
            Set(name, task, cases, OTHERS)
            for task, populations in ((FIRST, FIRST_AGAINST_OTHERS), (ALL, ALL_AGAINST_OTHERS))
            for name, cases in (random(*each) for each in populations)
        ]
        + [Set(name, UNIQUE, cases, OTHERS) for name, cases in UNIQUE_AGAINST_OTHERS.items()],
    ),
    Section(
        "Against the reference solver",
        "Nodes of the reference are its calls.",
        [
            Set(name, task, cases, REFERENCE)
            for tasks, populations in (
                ((FIRST,), FIRST_AGAINST_REFERENCE),
                ((ALL, COUNT), ALL_AGAINST_REFERENCE),
            )
            for name, cases in (random(*each) for each in populations)
            for task in tasks
        ],
    ),
]


def to_reference(text: str, sets: str, measure: str, bound: float, **options: float) -> Promise:
    """Return a promise about the comparison with the reference."""
    return Promise(text, f"reference solver: {sets}", measure, bound, rivals=("reference",), **options)


SUITE = Suite(
    title="the foundation",
    text="Random puzzles of order n keep shares g of the numbers and s of the inequalities of a square.",
    limit=5.0,
    quick_limit=0.15,
    rounds=4,
    passes=3,
    patience=0.2,
    sections=SECTIONS,
    promises=[
        *(
            to_reference(
                f"{task}, n = {n}: at least 1000 x the reference", f"n={n} .*: {task}", "ratio", 1000
            )
            for task in ("all solutions", "count")
            for n in (6, 7)
        ),
        to_reference("first solution where it takes 50 ms: 1000 x", ".*: first", "ratio", 1000, least=0.05),
        to_reference("first solution elsewhere: under 20 us", ".*: first", "median", 20e-6, below=0.05),
        Promise("`solve`, 5 x 5, all grades: under 20 us", "calls.*: 5 x 5.*: first", "mean", 20e-6),
        Promise(
            "`is_unique`, 5 x 5, all grades: at most twice that", "calls.*: 5 x 5.*: is it", "mean", 40e-6
        ),
        Promise("`solve`, 9 x 9 tricky: under 60 us", "calls.*: 9 x 9 tricky: first", "mean", 60e-6),
        Promise(
            "`is_unique`, 9 x 9 tricky: at most twice that", "calls.*: 9 x 9 tr.*: is it", "mean", 120e-6
        ),
        Promise("order 6, into arrays: 5 million solutions a second", "Enumeration.*: all", "rate", 5e6),
        Promise("order 6, `count(limit=...)`: 5 million a second", "Enumeration.*: count", "rate", 5e6),
    ],
)
