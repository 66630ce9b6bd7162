"""Measure exact counts and write bench/results/counting.json and .md: ``python -m bench.counting``.

Rules: each method counts each puzzle in a process of its own, as a whole call on a puzzle object (Ganak: its
counting alone, without building); quick answers are repeated, and the median counts; all who finish must
agree. A quarter of an hour; ``--order-10`` counts the Latin squares of order 10 too, ``--wide`` what takes
minutes and gigabytes.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from fastfuto.solving.counting import CountingEngine

import fastfuto
from fastfuto import Futoshiki

from . import cases, report
from .alone import GRACE, measure
from .check import check_agreement
from .rivals import COUNT, Outcome, Rival, Task, candidates, clauses, reference
from .run import RESULTS, machine

Row = dict[str, Any]

WARM_UP = Futoshiki([[0] * 4] * 4)

A002860 = {
    6: 812851200,
    7: 61479419904000,
    8: 108776032459082956800,
    9: 5524751496156892842531225600,
    10: 9982437658213039871725064756920320000,
}
"""Latin squares (OEIS A002860)."""

ASKED = {"empty n=6": 0.1, "empty n=7": 1.0, "empty n=8": 5.0, "empty n=9": 60.0}
"""Seconds that counting may take."""
PROTOTYPE = {
    (7, 0.0, 0.4): (0.016, 248_950),
    (8, 0.0, 0.5): (0.10, 3_210_686),
    (9, 0.0, 0.6): (3.1, 49_238_353),
    (9, 0.1, 0.3): (0.62, 569_985),
}
"""By order, share of clues and share of signs: seconds of a first program for layers on one puzzle of the
kind, which has so many solutions."""


def fastfuto_count(puzzle: Futoshiki, task: Task, timeout: float, *, engine: CountingEngine) -> Outcome:
    """Make one whole call."""
    fresh = Futoshiki(puzzle.clues, puzzle.inequalities)
    start = perf_counter()
    try:
        result = fastfuto.count_result(fresh, timeout=timeout, engine=engine)
    except fastfuto.LimitReached:
        return Outcome(0, 0, timeout, timed_out=True)
    except fastfuto.MemoryLimit:
        return Outcome(0, 0, timeout, timed_out=True, engine="out of memory")
    seconds = perf_counter() - start
    return Outcome(result.count, 0, seconds, nodes=result.stats.states or None, engine=result.stats.engine)


def ganak(puzzle: Futoshiki, task: Task, timeout: float) -> Outcome:
    """Let Ganak count the models of the direct encoding; it cannot be interrupted, its process is ended."""
    from pyganak import Counter

    start = perf_counter()
    counter = Counter()
    for clause in clauses(puzzle, candidates(puzzle)):
        counter.add_clause(clause)
    build = perf_counter() - start
    found = counter.count()
    return Outcome(found, build, perf_counter() - start - build)


METHODS: dict[str, Rival] = {
    "auto": functools.partial(fastfuto_count, engine="auto"),
    "layers": functools.partial(fastfuto_count, engine="layers"),
    "search": functools.partial(fastfuto_count, engine="search"),
    "reference": reference,
    "Ganak": ganak,
}


def kind_of(n: int, g: float, s: float) -> str:
    return f"n={n} g={g} s={s}" if g else f"n={n} s={s}"


def some(n: int, g: float, s: float, number: int) -> Iterator[tuple[str, Futoshiki]]:
    """Yield the first random puzzles of a kind."""
    for index in range(number):
        yield f"#{index}", cases.random_puzzle(n, g, s, index)


def near(n: int, g: float, s: float, solutions: int) -> Iterator[tuple[str, Futoshiki]]:
    """Yield the five of sixty random puzzles that have about as many solutions, the nearest first."""
    puzzles = [cases.random_puzzle(n, g, s, index) for index in range(60)]
    far = {}
    for index, puzzle in enumerate(puzzles):
        estimate = fastfuto.estimate_count(puzzle, samples=4).estimate
        far[index] = max(estimate / solutions, solutions / max(estimate, 1))
    for index in sorted(far, key=far.__getitem__)[:5]:
        yield f"#{index}", puzzles[index]


def groups(only: str, wide: bool, order_10: bool) -> Iterator[tuple[str, str, Futoshiki]]:
    """Yield kind, name and puzzle, of the kinds that contain `only`."""
    for kind, puzzles in kinds(wide, order_10):
        if only in kind:
            for name, puzzle in puzzles:
                yield kind, name, puzzle


def kinds(wide: bool, order_10: bool) -> Iterator[tuple[str, Iterable[tuple[str, Futoshiki]]]]:
    """Yield each kind with its puzzles, which are made when they are asked for."""
    for n in range(6, 11 if order_10 else 10):
        yield f"empty n={n}", [("", Futoshiki([[0] * n] * n))]
    for (n, g, s), (_, solutions) in PROTOTYPE.items():
        yield kind_of(n, g, s), near(n, g, s, solutions)
    for n, g, s in ((12, 0.35, 0.3), (14, 0.4, 0.3), (16, 0.45, 0.3)):
        yield kind_of(n, g, s), some(n, g, s, 5)
    for n in (4, 5, 6, 7, 9):
        chosen = cases.tatham(n)[:: max(1, len(cases.tatham(n)) // 5)][:5]
        yield f"Tatham {n} x {n}", [(f"#{index}", each.puzzle()) for index, each in enumerate(chosen)]
    if wide:
        for n, s in ((8, 0.3), (9, 0.4)):
            yield kind_of(n, 0.0, s), some(n, 0.0, s, 3)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.counting", description="Run the counts.")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for an answer (default: 5)")
    parser.add_argument("--only", default="", metavar="TEXT", help="kinds that contain it")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--order-10", action="store_true", help="count the Latin squares of order 10, too")
    parser.add_argument("--wide", action="store_true", help="also what takes minutes and gigabytes")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "counting.json", help="JSON file")
    options = parser.parse_args()
    results: Row = {"schema": 1, "limit": options.limit, "kinds": {}}
    if options.output.exists():
        results = json.loads(options.output.read_text(encoding="utf-8"))
    results["machine"] = machine()
    for kind, name, puzzle in groups(options.only, options.wide, options.order_10):
        answers: Row = {}
        for method in options.methods:
            slow = kind in ("empty n=10", "n=8 s=0.3", "n=9 s=0.4")
            if slow and method != "layers":
                continue
            limit = 3600.0 if slow else options.limit
            grace = 2 if method == "Ganak" else GRACE
            outcome = measure(METHODS[method], puzzle, COUNT, limit, WARM_UP, grace)
            answers[method] = dataclasses.asdict(outcome)
            print(f"{kind} {name} {method}: {told(answers[method])}", flush=True)
        known = {m: row["found"] for m, row in answers.items() if not row["timed_out"]}
        if kind.startswith("empty") and known:
            known["OEIS A002860"] = A002860[puzzle.n]
        check_agreement(f"{kind} {name}", known)
        results["kinds"].setdefault(kind, {})[name] = answers
        options.output.write_text(json.dumps(results) + "\n", encoding="utf-8")
    options.output.with_suffix(".md").write_text(render(results), encoding="utf-8")


def told(row: Row | None) -> str:
    """Return a time, or why there is none."""
    if row is None:
        return "-"
    return row["engine"] or "timed out" if row["timed_out"] else report.duration(row["solve"] * 1e6)


def render(results: Row) -> str:
    """Return the report."""
    lines = []
    for kind, puzzles in results["kinds"].items():
        for name, answers in puzzles.items():
            known = [row for row in answers.values() if not row["timed_out"]]
            ours = [answers[method] for method in ("auto", "layers") if method in answers]
            peak = max((row["peak"] or 0 for row in ours), default=0)
            lines.append(
                [f"{kind} {name}", f"{known[0]['found']:,}" if known else "?"]
                + [told(answers.get(method)) for method in METHODS]
                + [f"{peak >> 20}"]
            )
    kept = []
    for kind, seconds in ASKED.items():
        row = results["kinds"].get(kind, {}).get("", {}).get("auto")
        if row is not None:
            kept.append([kind, f"{seconds:g} s", told(row), report.verdict(row["solve"] <= seconds)])
    for (n, g, s), (seconds, solutions) in PROTOTYPE.items():
        kind = kind_of(n, g, s)
        rows = [answers["auto"] for answers in results["kinds"].get(kind, {}).values() if "auto" in answers]
        if rows:
            mean = report.geometric(row["solve"] for row in rows)
            asked = f"{seconds / 5:.3g} s ({solutions:,} solutions)"
            kept.append([kind, asked, report.duration(mean * 1e6), report.verdict(mean <= seconds / 5)])
    others = [
        (kind, answers)
        for kind, puzzles in results["kinds"].items()
        if kind.startswith(("n=1", "Tatham"))
        for answers in puzzles.values()
        if {"auto", "layers", "search"} <= answers.keys()
    ]
    late = 0
    for _, answers in others:
        best = min(answers["layers"]["solve"], answers["search"]["solve"])
        late += answers["auto"]["solve"] > max(2 * best, best + 1e-4)
    slower = f"{late} of {len(others)} slower"
    kept.append(["auto, against the better by hand", "twice, or 100 us", slower, report.verdict(not late)])
    machine = results["machine"]
    return f"""# Benchmarks: exact counts

{report.measured(machine, machine["revision"])}
Made by `python -m bench.counting`; limit {results["limit"]:g} s. Times are whole calls, Ganak's without
building its model; it is ended two seconds late. Peak is the resident memory of fastfuto's process, with
Python.

## What was asked for

{report.table(["kind", "asked", "measured (geometric mean)", "kept"], kept)}

## All puzzles

{report.table(["puzzle", "solutions", *METHODS, "peak MiB"], lines)}
"""


if __name__ == "__main__":
    main()
