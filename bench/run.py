"""Measurement of a suite: ``python -m bench.run SUITE`` writes bench/results/SUITE.json and its report.

Contestants take turns on the same puzzles, one thread and, if a time limit must be enforced, one process at a time.
The median counts. Every answer is checked outside the clock, and all contestants that finish must agree. Results in
the JSON file are not measured again, so an interrupted run can be resumed. ``--quick`` measures less of everything
and prints its report, unless ``-o`` names a file.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from . import alone, report, suites
from .check import WrongAnswer, check_agreement, check_outcome
from .machine import machine
from .rivals import CONTESTANTS, PACKAGES
from .suites import Case, Set, Suite
from .tasks import Outcome

RESULTS = Path(__file__).parent / "results"
SCHEMA = 2
QUICK_SHARE = 0.12
QUICK_ROUNDS = 3

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Measure a suite.")
    parser.add_argument("suite", choices=suites.NAMES)
    parser.add_argument("--quick", action="store_true", help="less of everything; prints the report")
    parser.add_argument(
        "--only", metavar="PATTERN", default="", help="search it in `section: set: task: case`"
    )
    parser.add_argument(
        "--contestants", nargs="+", choices=CONTESTANTS, metavar="NAME", help="ask these alone"
    )
    parser.add_argument("--fresh", type=int, metavar="SEED", help="make other puzzles by the same recipes")
    parser.add_argument("--limit", type=float, metavar="S", help="seconds for an answer")
    parser.add_argument("--rounds", type=int, metavar="N", help="turns of each contestant")
    parser.add_argument("--slow", action="store_true", help="also what takes minutes and gigabytes")
    parser.add_argument("--anew", action="store_true", help="measure again what the JSON file holds")
    parser.add_argument("-o", "--output", type=Path, help="JSON file; the report is written beside it")
    options = parser.parse_args()
    suite = suites.load(options.suite)
    if options.fresh is not None and not suite.takes_seed:
        parser.error(f"the puzzles of the suite {options.suite} are not made by a seed")
    if options.quick:
        suite = suite._replace(limit=suite.quick_limit)
    if options.limit is not None:
        suite = suite._replace(limit=options.limit)
    if options.rounds is not None:
        suite = suite._replace(rounds=options.rounds)
    with tempfile.TemporaryDirectory() as folder:
        name = options.suite if options.fresh is None else f"{options.suite}-fresh-{options.fresh}"
        path = options.output or (Path(folder) if options.quick else RESULTS) / f"{name}.json"
        try:
            run(suite, path, options)
        except FileExistsError as error:
            parser.error(str(error))
        report.write(path)
        if options.quick and options.output is None:
            print(path.with_suffix(".md").read_text(encoding="utf-8"), end="")


def run(suite: Suite, path: Path, options: argparse.Namespace) -> None:
    """Measure the parts of the suite that the file lacks."""
    about = {
        "schema": SCHEMA,
        "suite": options.suite,
        "seed": options.fresh,
        "quick": options.quick,
        "limit": suite.limit,
        "rounds": suite.rounds,
    }
    results: Row = {**about, "machine": {}, "revisions": [], "missing": {}, "seconds": 0.0, "sections": {}}
    if path.exists():
        stored = json.loads(path.read_text(encoding="utf-8"))
        if stored["schema"] == SCHEMA:
            results = stored
        if any(results[key] != value for key, value in about.items()):
            raise FileExistsError(f"{path} holds the results of other options")
    results["machine"] = machine(PACKAGES)
    if results["machine"]["revision"] not in results["revisions"]:
        results["revisions"].append(results["machine"]["revision"])
    before = results["seconds"]
    start = perf_counter()
    for section in suite.sections:
        for one in section.sets:
            if (one.is_slow and not options.slow) or (one.limit and options.quick):
                continue
            label = f"{section.title}: {one.name}: {one.task.name}"
            cases = chosen(one, label, options)
            stored = results["sections"].setdefault(section.title, {}).setdefault(one.name, {})
            rows = stored.setdefault(one.task.name, {})
            for told in answers(suite, one, cases, rows, results, options):
                results["seconds"] = round(before + perf_counter() - start, 1)
                save(path, results)
                print(f"{perf_counter() - start:6.0f} s  {label}: {told}", flush=True)


def chosen(one: Set, label: str, options: argparse.Namespace) -> list[Case]:
    """Return the cases of a set that the options select."""
    cases = one.cases
    if options.quick:
        cases = cases[: max(2, round(QUICK_SHARE * len(cases)))]
    return [case for case in cases if re.search(options.only, f"{label}: {case.name}")]


def answers(
    suite: Suite, one: Set, cases: list[Case], rows: Row, results: Row, options: argparse.Namespace
) -> Iterator[str]:
    """Put the answers to a set into its rows, and yield a text whenever the file should be saved."""
    asked = []
    for name in one.contestants:
        if options.contestants and name not in options.contestants:
            continue
        if CONTESTANTS[name].is_installed:
            asked.append(name)
            results["missing"].pop(name, None)
        else:
            results["missing"][name] = CONTESTANTS[name].package
    limit = one.limit or suite.limit
    group = [[case] for case in cases] if suite.is_alone else [cases]
    for part in group:
        todo = {
            name: [case for case in part if options.anew or name not in rows.get(case.name, {})]
            for name in asked
        }
        if not any(todo.values()):
            continue
        puzzles = {}
        for case in part:
            puzzle = case.make(seed=options.fresh) if suite.takes_seed else case.make()
            if puzzle is not None:
                puzzles[case.name] = puzzle
        times = race(suite, one, puzzles, todo, limit, options)
        for name, measured in times.items():
            for case, outcomes in measured.items():
                rows.setdefault(case, {})[name] = row(outcomes)
        for case in part:
            found = {
                name: each["found"] for name, each in rows.get(case.name, {}).items() if not each["timed_out"]
            }
            if case.known is not None and found:
                found["known"] = case.known
            check_agreement(f"{one.name} {case.name}", found)
        medians = {
            name: [median(o.solve for o in each) for each in m.values()] for name, m in times.items() if m
        }
        told = ", ".join(f"{name} {report.told(median(each))}" for name, each in medians.items())
        yield f"{part[0].name}: {told}" if suite.is_alone else told


def race(
    suite: Suite,
    one: Set,
    puzzles: Row,
    todo: dict[str, list[Case]],
    limit: float,
    options: argparse.Namespace,
) -> dict[str, dict[str, list[Outcome]]]:
    """Let contestants answer in turn, and return the checked outcomes of each, puzzle by puzzle."""
    outcomes: dict[str, dict[str, list[Outcome]]] = {name: {} for name in todo}
    rounds = options.rounds or one.rounds or suite.rounds
    if options.quick:
        rounds = min(rounds, QUICK_ROUNDS)
    for seed, _ in itertools.product(range(one.seeds), range(rounds)):
        for name, cases in todo.items():
            rival, grace = CONTESTANTS[name].rival, CONTESTANTS[name].grace
            if seed and not CONTESTANTS[name].takes_seed:
                continue
            if seed:
                rival = partial(rival, seed=seed)
            gc.collect()
            for turn in range(one.passes or suite.passes):
                for case in cases:
                    past = outcomes[name].setdefault(case.name, [])
                    puzzle = puzzles.get(case.name)
                    if puzzle is None or sum(each.build + each.solve for each in past) > suite.patience:
                        continue
                    if suite.is_alone:
                        outcome = alone.measure(rival, puzzle, one.task, limit, suite.warm_up, grace)
                    else:
                        outcome = rival(puzzle, one.task, limit)
                    if turn == 0:
                        check(f"{one.name} {case.name}, {name}", puzzle, one, outcome)
                    outcome.grids = ()
                    past.append(outcome)
    return {name: {case: each for case, each in past.items() if each} for name, past in outcomes.items()}


def check(label: str, puzzle: Any, one: Set, outcome: Outcome) -> None:
    """Raise WrongAnswer, naming the contestant, unless the outcome is possible."""
    try:
        check_outcome(puzzle, one.task, outcome, solvable=one.is_solvable)
    except WrongAnswer as error:
        raise WrongAnswer(f"{label}: {error}") from None


def row(outcomes: list[Outcome]) -> Row:
    """Return an answer's known fields for the JSON file."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome.solve)
    known = asdict(outcomes[len(outcomes) // 2])
    known["build"] = median(each.build for each in outcomes)
    known["solve"] = median(each.solve for each in outcomes)
    del known["grids"]
    rounded = {
        key: float(f"{value:.4g}") if isinstance(value, float) else value for key, value in known.items()
    }
    return {key: value for key, value in rounded.items() if value is not None}


def save(path: Path, results: Row) -> None:
    """Replace the results atomically, so an interruption spoils nothing."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(results) + "\n", encoding="utf-8")
    part.replace(path)


if __name__ == "__main__":
    main()
