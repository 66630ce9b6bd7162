"""Measure everything and write bench/results/foundation.json and .md: ``python -m bench.run``.

``--quick`` and ``--only`` measure less, and print the report unless ``-o`` says where it goes.

Rules: whoever is compared takes turns (A/B/A/B); what is reported is the median; the set is cycled, and
fastfuto gets no puzzle object twice; every answer is checked outside the clock; what runs out of time counts
at the limit and is marked. Best on a quiet machine; the full run takes about a quarter of an hour.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import Futoshiki

from . import cases, report
from .cases import Population, Tatham, fresh
from .check import WrongAnswer, check_agreement, check_grids, check_outcome
from .rivals import ALL, COUNT, FIRST, RIVALS, UNIQUE, Outcome, Rival, Task, fastfuto_call, reference

RESULTS = Path(__file__).parent / "results"

Row = dict[str, Any]


class Effort(NamedTuple):
    """How long to measure."""

    share: float = 1.0  # of each population
    rounds: int = 4
    passes: int = 3  # over the set, in each round and by each rival
    limit: float = 5.0  # seconds a puzzle
    patience: float = 0.2  # seconds on one puzzle, after which a rival leaves it out
    fresh: int = 100  # passes over the sets of fresh puzzles
    solutions: int = 5_000_000


QUICK = Effort(share=0.12, rounds=1, limit=0.15, patience=0.02, fresh=5, solutions=500_000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Run the benchmarks.")
    parser.add_argument("--quick", action="store_true", help="less of everything, in less than a minute")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="run these sections")
    parser.add_argument("-o", "--output", type=Path, help="JSON file, the report beside it as .md")
    options = parser.parse_args()
    effort = QUICK if options.quick else Effort()
    partial = options.quick or options.only
    path = options.output or (None if partial else RESULTS / "foundation.json")
    results: Row = {"schema": 1, "machine": machine(), "effort": effort._asdict()}
    start = perf_counter()
    for name in options.only or SECTIONS:
        print(f"{perf_counter() - start:6.0f} s  {name}", flush=True)
        results[name] = SECTIONS[name](effort)
    results["machine"]["seconds"] = round(perf_counter() - start)
    text = report.render(results)
    if path is None:
        print(f"\n{text}", end="")
    else:
        path.write_text(json.dumps(results) + "\n", encoding="utf-8")
        path.with_suffix(".md").write_text(text, encoding="utf-8")
        print(f"{perf_counter() - start:6.0f} s  wrote {path} and {path.with_suffix('.md')}")


def machine() -> Row:
    """Return where and of what this is measured."""
    packages = ["fastfuto", "numpy", "ortools", "python-sat"]
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "os": platform.platform(),
        "python": platform.python_version(),
        "packages": {name: importlib.metadata.version(name) for name in packages},
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "revision": revision(),
        "load": [round(x, 2) for x in os.getloadavg()],
    }


def cpu_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def revision() -> str:
    """Return the commit measured, with a + if anything but results was changed since."""
    changed = git("status", "--porcelain", "--", ":/", ":!results")
    return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")


def git(*arguments: str) -> str:
    here = Path(__file__).parent
    done = subprocess.run(["git", *arguments], cwd=here, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else "unknown"


# Who takes turns with whom --------------------------------------------------------------------------------


class Times(NamedTuple):
    """What one rival took for one puzzle: seconds of each turn, and its last outcome."""

    build: list[float]
    solve: list[float]
    last: list[Outcome]

    @property
    def outcome(self) -> Outcome:
        """Return the last outcome."""
        return self.last[-1]


def race(
    puzzles: Sequence[Futoshiki], task: Task, rivals: dict[str, Rival], effort: Effort
) -> dict[str, list[Times]]:
    """Let the rivals solve the puzzles by turns; return the Times of each, puzzle by puzzle.

    A turn is some passes over all puzzles, newly built for each pass.
    """
    times = {name: [Times([], [], []) for _ in puzzles] for name in rivals}
    for _ in range(effort.rounds):
        for name, rival in rivals.items():
            gc.collect()
            for _ in range(effort.passes):
                for own, puzzle in zip(times[name], fresh(puzzles), strict=True):
                    if sum(own.solve) + sum(own.build) < effort.patience:
                        outcome = rival(puzzle, task, effort.limit)
                        own.build.append(outcome.build)
                        own.solve.append(outcome.solve)
                        own.last[:] = [outcome]
        for index, puzzle in enumerate(puzzles):
            outcomes = {name: times[name][index].outcome for name in rivals}
            for outcome in outcomes.values():
                check_outcome(puzzle, task, outcome)
            finished = {name: one.found for name, one in outcomes.items() if not one.timed_out}
            check_agreement(task.name, finished)
    return times


def some(population: Population, effort: Effort) -> list[Futoshiki]:
    """Return the share of a population that the effort allows."""
    return population._replace(size=max(2, round(population.size * effort.share))).puzzles()


def micro(seconds: Iterable[float]) -> list[float]:
    """Return seconds as microseconds, rounded."""
    return [float(f"{1e6 * x:.4g}") for x in seconds]


# The sections -------------------------------------------------------------------------------------------


def against_reference(effort: Effort) -> list[Row]:
    """Return for every population and task the times of the reference and of fastfuto."""
    todo = [(FIRST, population) for population in cases.FIRST]
    todo += [(task, population) for population in cases.ALL for task in (ALL, COUNT)]
    rows = []
    for task, population in todo:
        puzzles = some(population, effort)
        times = race(puzzles, task, {"reference": reference, "fastfuto": fastfuto_call}, effort)
        slow, fast = times["reference"], times["fastfuto"]
        rows.append(
            {
                "task": task.name,
                **population._asdict(),
                "size": len(puzzles),
                "digest": cases.digest(puzzles),
                "solutions": [one.outcome.found for one in fast],
                "reference_calls": [one.outcome.nodes for one in slow],
                "reference_us": micro(median(one.solve) for one in slow),
                "reference_timed_out": [one.outcome.timed_out for one in slow],
                "fastfuto_nodes": [one.outcome.nodes for one in fast],
                "fastfuto_us": micro(median(one.solve) for one in fast),
                "fastfuto_timed_out": [one.outcome.timed_out for one in fast],
            }
        )
    return rows


def fresh_calls(effort: Effort) -> list[Row]:
    """Return the times of whole calls on puzzles never solved or compiled, and of reading them."""
    return [
        fresh_row(name, cases.tatham(n, grades), effort)
        for name, n, grades in [
            ("4 x 4", 4, "e"),
            ("5 x 5, all grades", 5, "tekxr"),
            ("6 x 6, all grades", 6, "kxr"),
            ("7 x 7, all grades", 7, "tekxr"),
            ("9 x 9 trivial and easy", 9, "te"),
            ("9 x 9 tricky", 9, "k"),
            ("9 x 9 extreme", 9, "x"),
        ]
    ]


def fresh_row(name: str, chosen: list[Tatham], effort: Effort) -> Row:
    """Return the times of one set: of passes over it, by its size, and of single calls."""
    puzzles = [case.puzzle() for case in chosen]
    for case, puzzle in zip(chosen, puzzles, strict=True):
        grid = fastfuto.solve(puzzle).grid
        if grid is None or not np.array_equal(grid, case.solution) or not fastfuto.is_unique(puzzle):
            raise WrongAnswer(f"{case.name}: not its one and only solution")
    # Each call, and a maker of what it is called with, to be used outside the clock.
    ids = [case.id for case in chosen]
    parts = [(puzzle.clues.tolist(), puzzle.inequalities) for puzzle in puzzles]
    calls: dict[str, tuple[Callable[[Any], object], Callable[[], list[Any]]]] = {
        "solve": (fastfuto.solve, lambda: fresh(puzzles)),
        "is_unique": (fastfuto.is_unique, lambda: fresh(puzzles)),
        "construct": (lambda both: Futoshiki(*both), lambda: parts),
        "parse": (lambda text: fastfuto.parse(text, format="tatham"), lambda: ids),
    }
    passes: dict[str, list[float]] = {call: [] for call in calls}
    singles: dict[str, list[list[float]]] = {call: [[] for _ in chosen] for call in calls}
    for _ in range(effort.fresh):
        for call, (function, make) in calls.items():
            arguments = make()
            start = perf_counter()
            for argument in arguments:
                function(argument)
            passes[call].append((perf_counter() - start) / len(arguments))
            for argument, times in zip(make(), singles[call], strict=True):
                start = perf_counter()
                function(argument)
                times.append(perf_counter() - start)
    return {
        "set": name,
        "size": len(chosen),
        "nodes": [fastfuto.solve(puzzle).stats.nodes for puzzle in puzzles],
        "pass_us": {call: micro([median(times)])[0] for call, times in passes.items()},
        "single_us": {call: micro(map(median, each)) for call, each in singles.items()},
    }


def enumeration(effort: Effort) -> list[Row]:
    """Return how long it takes to put solutions of order 6 into arrays, and to count them."""
    todo = [("empty", [Futoshiki([[0] * 6] * 6)])]
    todo += [(str(population), population.puzzles()) for population in cases.ENUMERATION]
    return [enumeration_row(name, puzzles, effort) for name, puzzles in todo]


def enumeration_row(name: str, puzzles: list[Futoshiki], effort: Effort) -> Row:
    """Return the times of one set, up to a number of solutions of each grid."""
    found: list[int] = []
    arrays: list[list[float]] = [[] for _ in puzzles]
    counts: list[list[float]] = [[] for _ in puzzles]
    for turn in range(effort.rounds):
        for puzzle, times in zip(fresh(puzzles), arrays, strict=True):
            start = perf_counter()
            grids = fastfuto.all_solutions(puzzle, limit=effort.solutions)
            times.append(perf_counter() - start)
            if turn == 0:
                check_grids(puzzle, grids)
                found.append(len(grids))
            del grids
        for puzzle, times, number in zip(fresh(puzzles), counts, found, strict=True):
            start = perf_counter()
            counted = fastfuto.count(puzzle, limit=effort.solutions)
            times.append(perf_counter() - start)
            if counted != number:
                raise WrongAnswer(f"{name}: {number} solutions, {counted} counted")
    return {
        "set": name,
        "size": len(puzzles),
        "solutions": found,
        "arrays_us": micro(map(median, arrays)),
        "count_us": micro(map(median, counts)),
    }


def against_rivals(effort: Effort) -> list[Row]:
    """Return the times of other solvers and of fastfuto, with the rivals' building apart."""
    todo: list[tuple[str, Task, list[Futoshiki]]] = []
    for population in cases.RIVALS_FIRST:
        todo.append((str(population), FIRST, some(population, effort)))
    for population in cases.RIVALS_ALL:
        todo.append((str(population), ALL, some(population, effort)))
    for name, n, grades in [
        ("Tatham 5 x 5", 5, "tekxr"),
        ("Tatham 9 x 9 tricky", 9, "k"),
        ("Tatham 9 x 9 extreme", 9, "x"),
        ("Tatham 12 x 12", 12, "tekx"),
    ]:
        chosen = cases.tatham(n, grades)
        step = max(1, len(chosen) // max(3, round(20 * effort.share)))
        todo.append((name, UNIQUE, [case.puzzle() for case in chosen[::step]]))
    rows = []
    for name, task, puzzles in todo:
        times = race(puzzles, task, {"fastfuto": fastfuto_call, **RIVALS}, effort)
        rows.append(
            {
                "set": name,
                "task": task.name,
                "size": len(puzzles),
                "solutions": [one.outcome.found for one in times["fastfuto"]],
                "solvers": {
                    solver: {
                        "build_us": micro(median(one.build) for one in each),
                        "solve_us": micro(median(one.solve) for one in each),
                        "nodes": [one.outcome.nodes for one in each],
                        "conflicts": [one.outcome.conflicts for one in each],
                        "timed_out": [one.outcome.timed_out for one in each],
                    }
                    for solver, each in times.items()
                },
            }
        )
    return rows


SECTIONS: dict[str, Callable[[Effort], list[Row]]] = {
    "fresh_calls": fresh_calls,
    "enumeration": enumeration,
    "against_rivals": against_rivals,
    "against_reference": against_reference,
}


if __name__ == "__main__":
    main()
