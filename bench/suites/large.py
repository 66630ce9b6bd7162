"""Large grids: Futoshikis of order 12 to 255, Latin squares with holes and Sudokus."""

from __future__ import annotations

from functools import partial

import numpy as np

from fastfuto import Futoshiki

from ..cases.large import CRITICAL, HUGE, SIGNS, STORED, WIDE, gecode_sudoku, instance, with_holes
from ..cases.single import single
from ..cases.variants import unsatisfiable
from ..tasks import FIRST, UNIQUE
from . import Case, Promise, Section, Set, Suite

SOME = ("fastfuto", "CP-SAT tuned", "CaDiCaL stable")
ALL = (*SOME, "CaDiCaL 3.0 stable", "Kissat stable", "MiniSat")
LEARNERS = ("fastfuto (learner by activity)", "CaDiCaL stable")
TWO_THREADS = ("fastfuto (2 threads)", "CP-SAT tuned (2 workers)")
SEEDS = 3

WIDE_CASES = [Case(name, partial(instance, name)) for name in WIDE]
CRITICAL_CASES = [Case(name, partial(instance, name)) for name in CRITICAL]
SINGLE = [Case(name, partial(single, name), 1) for name in CRITICAL]
UNSATISFIABLE = [Case(name, partial(unsatisfiable, name)) for name in STORED]
HUGE_CASES = [Case(name, partial(instance, name)) for name in HUGE]
SIGNS_CASES = [Case(name, partial(instance, name)) for name in SIGNS]
UNSATISFIABLE_SIGNS = [Case(name, partial(unsatisfiable, name)) for name in SIGNS]
HOLES = [Case(f"n={n}", partial(with_holes, n, 0.35)) for n in (40, 50, 60, 80)]
GECODE = [Case(f"#{number}", partial(gecode_sudoku, number)) for number in range(16)]
MODELS = ("fastfuto", "CP-SAT", "CaDiCaL")
OTHERS_TEXT = """\
Cyclic squares with shuffled rows, columns and values and with 35 % of their cells blank, and the 25 x 25 Sudokus
of Gecode's examples, which are not part of the project: the environment variable GECODE names a folder with Gecode's
sources."""
SIGNS_TEXT = """\
All inequalities of random squares and no numbers; for a variant without solution some of them were turned. Of
fastfuto's conflicts only those of the engine that answers are told. The learner by activity is also asked alone,
so that its conflicts and their rate can be compared with those of CaDiCaL."""
SECOND_TEXT = """\
Every puzzle here has several solutions, so the task is to find two. Proofs that there is no other are the next
section's."""
SINGLE_TEXT = """\
The critical puzzles with numbers of one solution added, in a fixed random order, until it was the only one. The
task is to find it and to prove that there is no other."""


def critical(contestants: tuple[str, ...]) -> Set:
    return Set("critical", FIRST, CRITICAL_CASES, contestants, seeds=SEEDS)


def unsat(contestants: tuple[str, ...]) -> Set:
    return Set("unsat", FIRST, UNSATISFIABLE, contestants, is_solvable=False, seeds=SEEDS)


def one_solution(contestants: tuple[str, ...]) -> Set:
    return Set("single", UNIQUE, SINGLE, contestants)


def faster(sets: str, name: str, factor: float, least: float = 0) -> list[Promise]:
    """Return the promises about a set in comparison with rivals."""
    where = f", where anyone takes {1000 * least:g} ms or more" if least else ""
    return [
        Promise(f"{name}: all that a rival answers", sets, "all that a rival answers"),
        Promise(
            f"{name}: at least {factor} x faster than the best rival{where}",
            *(sets, "ratio", factor),
            least=least,
        ),
    ]


def nowhere_slower(sets: str, name: str) -> Promise:
    """Return the promise that no rival is faster on a longer case."""
    return Promise(f"{name}: nowhere slower, where anyone takes 20 ms or more", sets, "defeats", least=0.02)


SUITE = Suite(
    title="large grids",
    text="""\
CP-SAT tuned: an integer a cell, AllDifferent a line, one worker, without its preparations. The SAT solvers get
the direct encoding of the candidates that clues and chains of inequalities leave, with inequalities by support:
CaDiCaL 1.9.5 ("CaDiCaL stable") and 3.0 and Kissat 4.0.4 in stable mode alone, and MiniSat 2.2 as it is. The
last three are not asked for wide instances and for second solutions. Kissat is a program, which is started anew
to prove that a solution is the only one. Wide instances have many solutions, critical ones one or a few. For a
variant without solution, inequalities were turned one after another until none was left, not by propagation at
the root alone. For one solution of a critical puzzle or of one with all inequalities, and where there is no
solution, fastfuto is asked with three seeds, and the median counts.""",
    limit=60.0,
    quick_limit=2.0,
    is_alone=True,
    warm_up=Futoshiki(np.zeros((12, 12), int)),
    counts_late=False,
    has_plot=True,
    takes_seed=True,
    sections=[
        Section("First solution", "", [Set("wide", FIRST, WIDE_CASES, SOME), critical(ALL)], True),
        Section(
            "A second solution",
            SECOND_TEXT,
            [Set("wide", UNIQUE, WIDE_CASES, SOME), Set("critical", UNIQUE, CRITICAL_CASES, SOME)],
            has_details=True,
        ),
        Section("Exactly one solution", SINGLE_TEXT, [one_solution(ALL)], has_details=True),
        Section("No solution", "", [unsat(ALL)], has_details=True),
        Section(
            "Two threads",
            "The puzzles of sections above, once more.",
            [one(TWO_THREADS) for one in (critical, one_solution, unsat)],
            has_details=True,
            ours="fastfuto (2 threads)",
        ),
        Section("Huge grids", "Only fastfuto is asked.", [Set("huge", FIRST, HUGE_CASES, limit=60.0)], True),
        Section(
            "Latin squares and Sudokus",
            OTHERS_TEXT,
            [Set("35 % holes", FIRST, HOLES, MODELS), Set("Gecode", UNIQUE, GECODE, MODELS, limit=20.0)],
            has_details=True,
        ),
        Section(
            "All inequalities",
            SIGNS_TEXT,
            [
                Set("signs", FIRST, SIGNS_CASES, (*ALL, LEARNERS[0]), seeds=SEEDS),
                Set(
                    *("unsat signs", FIRST, UNSATISFIABLE_SIGNS, (*ALL, LEARNERS[0])),
                    is_solvable=False,
                    seeds=SEEDS,
                ),
            ],
            has_details=True,
            has_rates=True,
        ),
    ],
    promises=[
        Promise("solve, wide: all within 20 s", "First.*: wide", "slowest", 20),
        Promise("solve, wide: at least 22 within 1 s", "First.*: wide", "within", 22, below=1),
        *faster("First.*: wide", "solve, wide", 100, least=0.05),
        *faster("First.*: critical", "solve, critical", 6),
        nowhere_slower("First.*: critical", "solve, critical"),
        *faster("second solution: wide", "second, wide", 100, least=0.05),
        *faster("second solution: critical", "second, critical", 3),
        *faster("one solution: single", "exactly one", 3),
        nowhere_slower("one solution: single", "exactly one"),
        *faster("No solution", "unsatisfiable", 3),
        nowhere_slower("No solution", "unsatisfiable"),
        *faster("All inequalities", "all inequalities", 3),
        nowhere_slower("All inequalities", "all inequalities"),
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
