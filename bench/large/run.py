"""Measure the large grids and write bench/results/large.json, .md and .svg: ``python -m bench.large.run``.

Rules: one process at a time, a new one for each solver and question; rivals are timed solving alone, fastfuto
as a whole call on a puzzle object; quick answers are repeated, and the median counts; every answer is checked
outside the clock, and all who finish must agree. What the JSON holds is not measured again: a run, of an
hour or two, can be interrupted and taken up.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from pathlib import Path
from time import perf_counter
from typing import Any

from fastfuto import Futoshiki

from ..check import check_agreement, check_outcome
from ..rivals import FIRST, UNIQUE
from ..run import RESULTS, machine
from . import report, variants
from .generate import HUGE, STORED, instance
from .rivals import SOLVERS, measure

Row = dict[str, Any]

TASKS = {"solve": FIRST, "unique": UNIQUE, "unsatisfiable": FIRST}

CASES = [
    *(("solve", name) for name in STORED),
    *(("unique", name) for name in STORED),
    *(("unsatisfiable", name) for name in STORED),
    *(("solve", name) for name in HUGE),
]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.large.run", description="Run the large grids.")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for an answer (default: 60)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="search it in `unique n30-g02-s09` ...")
    parser.add_argument("--solvers", nargs="+", choices=SOLVERS, default=list(SOLVERS))
    parser.add_argument("--fresh", type=int, metavar="SEED", help="make other instances by the same recipe")
    parser.add_argument("--anew", action="store_true", help="measure again what the JSON holds")
    parser.add_argument("-o", "--output", type=Path, help="JSON file, report and plot beside it")
    options = parser.parse_args()
    seed = options.fresh
    path = options.output or RESULTS / ("large.json" if seed is None else f"large-fresh-{seed}.json")
    results: Row = {
        "schema": 1,
        "limit": options.limit,
        "seed": seed,
        "variants": variants.stored() if seed is None else {},
        "cases": {},
    }
    if path.exists():
        results = json.loads(path.read_text(encoding="utf-8"))
        if (results["limit"], results["seed"]) != (options.limit, seed):
            parser.error(f"{path} holds figures of limit {results['limit']} and seed {results['seed']}")
    results["machine"] = machine()
    start = perf_counter()
    for question, name in CASES:
        case = f"{question} {name}"
        answers = results["cases"].setdefault(case, {})
        missing = [
            solver
            for solver in options.solvers
            if (options.anew or solver not in answers) and (solver == "fastfuto" or name not in HUGE)
        ]
        if not missing or not re.search(options.only, case):
            continue
        if question == "unsatisfiable":
            puzzle = variants.unsatisfiable(name, seed, results["variants"])
        else:
            puzzle = instance(name, seed)
        if puzzle is None:
            continue
        for solver in missing:
            row = ask(solver, question, puzzle, options.limit)
            answers[solver] = row | {"revision": results["machine"]["revision"]}
            check_agreement(case, {s: row["found"] for s, row in answers.items() if not row["timed_out"]})
            save(path, results)
            told = "timed out" if row["timed_out"] else f"{row['solve']:.3g} s"
            print(f"{perf_counter() - start:6.0f} s  {case}: {solver} {told}", flush=True)
    report.write(path)


def ask(solver: str, question: str, puzzle: Futoshiki, limit: float) -> Row:
    """Return what a solver answers, checked, and what it took."""
    task = TASKS[question]
    outcome = measure(solver, puzzle, task, limit)
    check_outcome(puzzle, task, outcome, solvable=question != "unsatisfiable")
    outcome.grids = ()
    return dataclasses.asdict(outcome)


def save(path: Path, results: Row) -> None:
    """Write the results in place of the former ones, at once, so that an interruption spoils nothing."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(results) + "\n", encoding="utf-8")
    part.replace(path)


if __name__ == "__main__":
    main()
