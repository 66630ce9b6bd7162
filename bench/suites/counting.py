"""Exact counts by fastfuto's engines, the reference and the model counters Ganak and d4."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fastfuto import Futoshiki

from ..cases.counting import entries, some_solutions
from ..cases.futoshiki import random_puzzle, tatham
from ..cases.symmetries import patterns, with_clues, with_signs
from ..tasks import COUNT
from . import Case, Promise, Section, Set, Suite

ENGINES = ("fastfuto (states)", "fastfuto (search)")
ALL = ("fastfuto", *ENGINES, "reference", "Ganak", "d4")
SLOW: dict[str, Any] = {"contestants": ("fastfuto (states)",), "limit": 3600.0, "is_slow": True}

A002860 = {
    6: 812851200,
    7: 61479419904000,
    8: 108776032459082956800,
    9: 5524751496156892842531225600,
    10: 9982437658213039871725064756920320000,
}
"""Latin squares (OEIS A002860)."""


def random(n: int, g: float, s: float, *indices: int, **options: Any) -> Set:
    """Return a set of random puzzles."""
    cases = [Case(f"#{index}", partial(random_puzzle, n, g, s, index)) for index in indices]
    return Set(f"n={n} g={g:g} s={s:g}", COUNT, cases, **{"contestants": ALL, **options})


def empty(n: int, **options: Any) -> Set:
    """Return the set of the empty grid."""
    case = Case("empty", partial(Futoshiki, np.zeros((n, n), int)), A002860[n])
    return Set(f"empty n={n}", COUNT, [case], **{"contestants": ALL, **options})


def symmetries() -> list[Set]:
    """Return the sets of grids with symmetries, some of them lost to clues or signs."""
    sets = {f"n={n}": [Case(name, make) for name, make in patterns(n).items()] for n in (5, 6, 8)}
    for make, kind, chosen in (
        (with_clues, "clues", {7: (4, 6, 8), 8: (4, 6, 8, 12, 16), 9: (2, 4, 24)}),
        (with_signs, "signs", {7: (1, 2, 4, 6, 8, 12, 20)}),
    ):
        for n, numbers in chosen.items():
            sets[f"n={n}, {kind} at random"] = [Case(f"{k}", partial(make, n, k)) for k in numbers]
    return [Set(name, COUNT, cases, ("fastfuto", "Ganak", "d4")) for name, cases in sets.items()]


def made_for_people(n: int) -> Set:
    """Return a set of five of Tatham's puzzles."""
    cases = tatham(n)[:: max(1, len(tatham(n)) // 5)][:5]
    return Set(f"Tatham {n} x {n}", COUNT, [Case(case.name, case.puzzle) for case in cases], ALL)


def about_570_000_solutions() -> Set:
    """Return the set of the puzzles from `bench.cases.counting`."""
    cases = [
        Case(f"#{index}", partial(some_solutions, index), entry["solutions"])
        for index, entry in enumerate(entries())
    ]
    return Set("n=9 g=0.1 s=0.3, 570,000 solutions", COUNT, cases, ALL)


# These have, among the first sixty puzzles, the estimated counts closest to 250 thousand, 3.2 million, 49 million and
# 570 thousand; no puzzle of the last kind comes close. A first program for states counted one puzzle of each size in
# five times the seconds promised below.
MANY_SOLUTIONS = [
    random(7, 0.0, 0.4, 20, 57, 44, 7, 18),
    random(8, 0.0, 0.5, 10, 53, 33, 23, 24),
    random(9, 0.0, 0.6, 1, 18, 45, 40, 42),
    about_570_000_solutions(),
    random(9, 0.1, 0.3, 35, 47, 9, 19, 54),
    random(8, 0.0, 0.3, 0, 1, 2, **SLOW),
    random(9, 0.0, 0.4, 0, 1, 2, **SLOW),
]
MORE_CLUES = [random(n, g, 0.3, *range(5)) for n, g in ((12, 0.35), (14, 0.4), (16, 0.45))]
MORE_CLUES += map(made_for_people, (4, 5, 6, 7, 9))

WITHIN = {
    "empty n=6": 0.1,
    "empty n=7": 1,
    "empty n=8": 5,
    "empty n=9": 60,
    "n=7 g=0 s=0.4": 0.0032,
    "n=8 g=0 s=0.5": 0.02,
    "n=9 g=0 s=0.6": 0.15,
    "n=9 g=0.1 s=0.3, 570,000 solutions": 0.125,
}
"""Most seconds of the sets, in geometric mean."""

SUITE = Suite(
    title="exact counts",
    text="Nodes are states where they were counted. Ganak and d4 are ended two seconds after the limit.",
    limit=5.0,
    quick_limit=0.3,
    is_alone=True,
    warm_up=Futoshiki(np.zeros((4, 4), int)),
    sections=[
        Section("Latin squares", "", [*map(empty, (6, 7, 8, 9)), empty(10, **SLOW)], has_details=True),
        Section("Random puzzles with many solutions", "", MANY_SOLUTIONS, has_details=True),
        Section("Grids with symmetries", "", symmetries(), has_details=True),
        Section("Puzzles with more clues", "", MORE_CLUES, has_details=True),
    ],
    promises=[Promise(f"{kind}: within {s:g} s", f": {kind}:", "geometric", s) for kind, s in WITHIN.items()]
    + [
        Promise(
            "auto: at most twice as long as the better engine, or 100 us longer",
            "more clues",
            "close to the best",
            2,
            rivals=ENGINES,
        )
    ],
)
