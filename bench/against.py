"""Compare two builds of fastfuto: ``python -m bench.against PYTHON_A PYTHON_B``.

Each build is a Python interpreter with fastfuto installed, or a command that starts one, such as ``"env
PYTHONPATH=src python"``. The work of `bench.nodes`, which needs no clock, is printed first. For each workload of
`bench.workloads` the builds then take turns, A/B/A/B, each time in a new process, which warms up and then measures
itself. The table has the medians and the ratios of medians B / A (below 1 means that B is faster), with bootstrap 95
% intervals over the rounds. Ratios are by wall time and by CPU time, which suffers less on a busy machine. Different
work and different answers are reported. No ratio is highlighted if the work is equal and other processes kept the
machine busy. This module imports only the standard library.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from . import nodes
from .machine import machine

ROOT = Path(__file__).parents[1]
OUTPUT = Path(__file__).parent / "results" / "against.json"

RESAMPLES = 2000
LEAST_ROUNDS = 7
"""Fewest rounds for a meaningful interval."""
QUIET_LOAD = 1.5
"""Largest load average of a quiet machine; the measured process counts as 1."""
Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.against", description="Compare two builds.")
    parser.add_argument("a", metavar="PYTHON_A", help="interpreter of the first build, the parent")
    parser.add_argument("b", metavar="PYTHON_B", help="interpreter of the second build")
    help = f"turns of each build, at least {LEAST_ROUNDS} (default: 15)"
    parser.add_argument("--rounds", type=int, default=15, help=help)
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT", help="workloads that contain one")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT, help="JSON file")
    options = parser.parse_args()
    if options.rounds < LEAST_ROUNDS:
        parser.error(f"--rounds: at least {LEAST_ROUNDS}, got {options.rounds}")
    builds = {"A": shlex.split(options.a), "B": shlex.split(options.b)}
    results: Row = {"schema": 1, "machine": machine(()), "rounds": options.rounds, "workloads": {}}
    print(nodes.render(*nodes.efforts(*builds.values())), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        inputs = str(Path(folder) / "inputs")
        for name in ask(builds["A"], "prepare", inputs, *options.only):
            row = compare(builds, inputs, name, options.rounds)
            results["workloads"][name] = row
            print(f"{name}: {row['ratio']['seconds'][0]:.3f}, {row['note']}", file=sys.stderr, flush=True)
            options.output.write_text(json.dumps(results) + "\n", encoding="utf-8")
    print(f"\n{render(results)}")


def ask(build: list[str], command: str, inputs: str, *arguments: str) -> Any:
    """Return the output of the workloads' process of a build."""
    # Bytecode is kept beside the inputs, to avoid compiling a source tree at every import.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": f"{inputs}-bytecode"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [*build, "-m", "bench.workloads", command, inputs, *arguments]
    done = subprocess.run(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{shlex.join(line)} failed with exit code {done.returncode}")
    return json.loads(done.stdout)


def compare(builds: dict[str, list[str]], inputs: str, name: str, rounds: int) -> Row:
    """Return the seconds and the work of both builds on a workload."""
    passes = str(ask(builds["A"], "run", inputs, name, "0")["passes"])
    answers: dict[str, list[Row]] = {"A": [], "B": []}
    load = os.getloadavg()[0]
    for turn in range(rounds):
        for side in ("A", "B") if turn % 2 == 0 else ("B", "A"):
            answers[side].append(ask(builds[side], "run", inputs, name, passes))
    times = {
        clock: {side: [answer[clock] for answer in each] for side, each in answers.items()}
        for clock in ("seconds", "cpu")
    }
    return {
        "passes": int(passes),
        "load": round(max(load, os.getloadavg()[0]), 2),
        **times,
        "ratio": {clock: ratio(each["A"], each["B"]) for clock, each in times.items()},
        "work": {side: each[0]["work"] for side, each in answers.items()},
        "versions": {side: each[0]["versions"] for side, each in answers.items()},
        "note": note(*([answer["work"] for answer in each] for each in answers.values())),
    }


def ratio(a: list[float], b: list[float]) -> list[float]:
    """Return the ratio of medians B / A and both ends of its bootstrap 95 % interval.

    Both times of a round are drawn together.
    """
    rng = random.Random(0)
    ratios = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(range(len(a)), k=len(a))
        ratios.append(median(b[k] for k in drawn) / median(a[k] for k in drawn))
    ratios.sort()
    return [median(b) / median(a), ratios[round(0.025 * RESAMPLES)], ratios[round(0.975 * RESAMPLES) - 1]]


def note(a: list[Row], b: list[Row]) -> str:
    """Return the counters that differ between the builds, or between the rounds of one build."""
    for each in (a, b):
        if any(work != each[0] for work in each):
            return "**the work changes from round to round**"
    changed = [
        f"{counter} {told(a[0].get(counter))} -> {told(b[0].get(counter))}"
        for counter in sorted({*a[0], *b[0]})
        if a[0].get(counter) != b[0].get(counter)
    ]
    return f"**differs: {', '.join(changed)}**" if changed else "same"


def told(value: Any) -> str:
    return (
        f"{value:,}"
        if isinstance(value, int)
        else ", ".join(value)
        if isinstance(value, list)
        else f"{value}"
    )


def render(results: Row) -> str:
    """Return the Markdown table."""
    known = results["machine"]
    rows = results["workloads"]
    lines = [
        f"Measured {known['date']} on {known['cpu']}, {known['cores']} cores, load {known['load'][0]} at the",
        f"start; {results['rounds']} rounds. B / A below 1: B is faster. Bold: the interval excludes 1, and",
        f"the work differs or the load before and after the workload was at most {QUIET_LOAD}.",
        "",
        "| workload | A, ms | B, ms | B / A | 95 % interval | CPU B / A | 95 % interval "
        "| nodes | states | work and answers |",
        "|---|---:|---:|---:|---|---:|---|---:|---:|---|",
    ]
    for name, row in rows.items():
        medians = [f"{1e3 * median(row['seconds'][side]):.4g}" for side in "AB"]
        can_tell = row["note"] != "same" or row["load"] <= QUIET_LOAD
        ratios = [text for clock in ("seconds", "cpu") for text in interval(*row["ratio"][clock], can_tell)]
        effort = [told(row["work"]["A"].get(counter) or "") for counter in ("nodes", "states")]
        lines.append(f"| {' | '.join([name, *medians, *ratios, *effort, row['note']])} |")
    means = [
        math.exp(sum(math.log(row["ratio"][clock][0]) for row in rows.values()) / max(1, len(rows)))
        for clock in ("seconds", "cpu")
    ]
    different = sum(row["note"] != "same" for row in rows.values())
    lines += [
        "",
        f"Geometric means of B / A: {means[0]:.3f}, by CPU time {means[1]:.3f}. "
        f"Workloads with different work or answers: {different}.",
    ]
    return "\n".join(lines)


def interval(ratio: float, low: float, high: float, can_tell: bool) -> tuple[str, str]:
    """Return a ratio, in bold if its interval excludes 1 and times are reliable, and the interval."""
    mark = "**" if can_tell and not low <= 1 <= high else ""
    return f"{mark}{ratio:.3f}{mark}", f"{low:.3f} to {high:.3f}"


if __name__ == "__main__":
    main()
