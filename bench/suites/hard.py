"""Hard grids of the day: grids without solution that another solver chose, and critical grids with a solution."""

from __future__ import annotations

from functools import partial

import numpy as np

from fastfuto import Futoshiki

from ..cases import hard
from ..tasks import FIRST
from . import Case, Promise, Section, Set, Suite

CONTESTANTS = (
    *("fastfuto", "fastfuto (learner by activity)", "CP-SAT tuned", "CaDiCaL", "CaDiCaL stable"),
    *("CaDiCaL 3.0 stable", "Kissat stable", "MiniSat", "Pumpkin"),
)
PROOFS = "n15-g00-s10", "n16-g00-s10", "n20-g03-s09", "n25-g035-s10", "n30-g04-s09"
CRITICAL = "n20-g03-s08", "n25-g04-s05", "n30-g04-s07", "n30-g045-s04", "n40-g05-s03"


def unsatisfiable(recipe: str) -> Set:
    cases = [Case(name, partial(hard.unsatisfiable, name)) for name in hard.names((recipe,))]
    return Set(f"proofs {recipe}", FIRST, cases, CONTESTANTS, is_solvable=False)


def critical(recipe: str) -> Set:
    cases = [Case(name, partial(hard.critical, name)) for name in hard.names((recipe,))]
    return Set(f"critical {recipe}", FIRST, cases, CONTESTANTS)


def promises(sets: str, name: str, factor: float) -> list[Promise]:
    """Return the promises about one kind of grid."""
    return [
        Promise(f"{name}: all that a rival answers", sets, "all that a rival answers"),
        Promise(f"{name}: at least {factor} x faster than the best rival", sets, "ratio", factor),
        Promise(f"{name}: nowhere slower, where anyone takes 20 ms or more", sets, "defeats", least=0.02),
    ]


SUITE = Suite(
    title="hard grids of the day",
    text="""\
Twelve grids a class, each in four symmetric forms, so that no single run decides: one grid takes many times as long
in one form as in another one. Errors are of the mean over the grids of a class. Grids without a solution have
inequalities turned until CaDiCaL, and nobody else, refutes them with at least a thousand conflicts; the last turn was
needed. Critical ones are as their recipe makes them. The contestants are those of the suite of large grids,
CaDiCaL 1.9.5 in its default mode, and Pumpkin.""",
    limit=60.0,
    quick_limit=5.0,
    is_alone=True,
    warm_up=Futoshiki(np.zeros((12, 12), int)),
    counts_late=False,
    takes_seed=True,
    sections=[
        Section("No solution", "", [unsatisfiable(each) for each in PROOFS], has_rates=True),
        Section("With a solution", "", [critical(each) for each in CRITICAL], has_rates=True),
    ],
    promises=[
        *promises("No solution", "without a solution", 3),
        *promises("With a solution", "with a solution", 4),
    ],
)
