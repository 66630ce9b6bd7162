"""Tell a run's JSON as Markdown and plot it, both beside it: ``python -m bench.large.report FILE.json``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Any

from ..report import duration, geometric, measured, table, verdict
from .generate import CRITICAL, HUGE, STORED, WIDE, recipe
from .rivals import SOLVERS

Row = dict[str, Any]
Answers = dict[str, Row]
"""The rows of one case by solver."""

RIVALS = [solver for solver in SOLVERS if solver != "fastfuto"]

SETS = {
    "solve, wide": ("solve", WIDE, 100),
    "solve, critical": ("solve", CRITICAL, 3),
    "unique, wide": ("unique", WIDE, 100),
    "unique, critical": ("unique", CRITICAL, 3),
    "unsatisfiable": ("unsatisfiable", STORED, 3),
}
"""What is asked of which instances, and how many times as fast as the better rival fastfuto is to be."""

TITLES = {
    "solve": "First solution",
    "unique": "Is there exactly one solution",
    "unsatisfiable": "No solution, after signs were turned",
}
LARGEST = 64
"""Largest order that counts in the means."""
HUGE_SECONDS = {100: 10, 200: 60}
HUGE_BYTES = 1 << 30


def write(path: Path) -> None:
    """Write report and plot beside the JSON."""
    results = json.loads(path.read_text(encoding="utf-8"))
    picture = path.with_suffix(".svg")
    path.with_suffix(".md").write_text(render(results, picture.name), encoding="utf-8")
    plot(results, picture)


def render(results: Row, picture: str) -> str:
    """Return the whole report."""
    parts = [
        heading(results),
        must_show(results),
        summary(results),
        f"![Instances answered within a time]({picture})",
        wins(results),
        *(details(results, question) for question in TITLES),
        huge(results),
    ]
    return "\n\n".join(parts) + "\n"


def heading(results: Row) -> str:
    """Return title, machine and rules."""
    revisions = {row["fastfuto"]["revision"] for row in results["cases"].values() if "fastfuto" in row}
    seed = "" if results["seed"] is None else f" --fresh {results['seed']}"
    return f"""# Benchmarks: large grids

{measured(results["machine"], ", ".join(sorted(revisions)))}
Made by `python -m bench.large.run{seed}`; each figure is in the JSON beside this.

- One process at a time and a new one for each answer, {results["limit"]:g} s each; every answer is checked
  outside the clock, and all who finish must agree.
- fastfuto's time is the whole call on a puzzle object, the first of its order. The others build their models
  apart: **their times, and ratios to them, are of solving alone**.
- CP-SAT: an integer a cell, AllDifferent a line, one worker, without its preparations. CaDiCaL 1.9.5: the
  direct encoding of the candidates that clues and chains of signs leave, signs by support; stable mode alone.
- Wide instances have many solutions, critical ones one or a few. For a variant without solution signs were
  turned one after another until there was none, and not by propagation at the root alone.
- Ratios are of the better rival's time to ours; above 1 fastfuto is faster. Means are geometric, over the
  instances up to n = {LARGEST} that a rival answers; where fastfuto does not, it counts at the limit."""


def must_show(results: Row) -> str:
    """Return what was asked for and what was measured."""
    own = [ours(answers) for answers in cases(results, "solve", WIDE).values()]
    lines = []
    for asked, limit in ((len(WIDE), 20), (22, 1)):
        fast = sum(one <= limit for one in own)
        text = f"solve, wide: at least {asked} of {len(WIDE)} within {limit} s"
        lines.append([text, f"{fast}; slowest {told(max(own, default=inf))}", verdict(fast >= asked)])
    for name, (question, names, factor) in SETS.items():
        every = list(cases(results, question, names).values())
        if not every:
            continue
        known = [answers for answers in every if better(answers) < inf]
        both = sum(ours(answers) < inf for answers in known)
        alone = sum(ours(answers) < inf for answers in every) - both
        compared = ratios(results, question, names, RIVALS)
        mean = geometric(compared)
        lines += [
            [f"{name}: all that a rival answers", f"{both} of {len(known)}", verdict(both == len(known))],
            [
                f"{name}: at least {factor} x faster than the better rival",
                f"{mean:.1f} x, {len(compared)} instances",
                verdict(mean >= factor),
            ],
            [f"{name}: more than the rivals", f"{alone} of the {len(every) - len(known)} others", ""],
        ]
    for name, answers in cases(results, "solve", HUGE).items():
        limit, row = HUGE_SECONDS[recipe(name)[0]], answers["fastfuto"]
        lines.append(
            [
                f"solve, {name}: within {limit} s and 1 GiB",
                f"{told(ours(answers))}, {mebibytes(row)}",
                verdict(ours(answers) <= limit and row["peak"] <= HUGE_BYTES),
            ]
        )
    return "## What was asked for\n\n" + table(["asked", "measured", "kept"], lines)


def summary(results: Row) -> str:
    """Return one line a set."""
    lines = []
    for name, (question, names, _) in SETS.items():
        every = cases(results, question, names).values()
        fastest = [winner(answers) for answers in every]
        compared = [ratios(results, question, names, rivals) for rivals in (RIVALS, *zip(RIVALS))]
        lines.append(
            [
                name,
                str(len(every)),
                *(str(sum(seconds(answers, solver) < inf for answers in every)) for solver in SOLVERS),
                *(str(fastest.count(solver)) for solver in SOLVERS),
                *(f"{geometric(each):,.1f}" if each else "" for each in compared),
            ]
        )
    columns = ["set", "instances", *(f"{solver} answers" for solver in SOLVERS)]
    columns += [f"{solver} fastest" for solver in SOLVERS]
    columns += ["mean ratio, better rival", *(f"{rival} alone" for rival in RIVALS)]
    return "## On the whole\n\n" + table(columns, lines)


def wins(results: Row) -> str:
    """Return the instances where a rival is faster."""
    lines = [
        f"- {question} {name}: {winner(answers)} {told(better(answers))}, fastfuto {told(ours(answers))}"
        for question, names, _ in SETS.values()
        for name, answers in cases(results, question, names).items()
        if better(answers) < ours(answers)
    ]
    return "## Where others win\n\n" + ("\n".join(lines) or "Nowhere on these instances.")


def details(results: Row, question: str) -> str:
    """Return one line an instance."""
    lines = []
    for name, answers in cases(results, question, STORED).items():
        first = winner(answers)
        found = {row["found"] for row in answers.values() if not row["timed_out"]}
        line = [name, str(next(iter(found), ""))]
        for solver in SOLVERS:
            row = answers.get(solver, {})
            time = told(seconds(answers, solver)) if row else ""
            line.append(f"**{time}**" if solver == first else time)
            line.append(row.get("engine") or (told(row["build"]) if row.get("build") else ""))
            line += [f"{row[key]:,}" if row.get(key) is not None else "" for key in ("nodes", "conflicts")]
        ratio = better(answers) / ours(answers)
        lines.append([*line, f"{ratio:,.1f}" if 0 < ratio < inf else ""])
    columns = ["instance", "found"]
    for solver in SOLVERS:
        columns += [solver, "engine" if solver == "fastfuto" else "building", "nodes", "conflicts"]
    return f"## {TITLES[question]}\n\n" + table([*columns, "ratio"], lines)


def huge(results: Row) -> str:
    """Return the huge grids, which only fastfuto is asked."""
    lines = []
    for name, answers in cases(results, "solve", HUGE).items():
        row = answers["fastfuto"]
        effort = [f"{row['nodes']:,}", f"{row['conflicts']:,}"]
        lines.append([name, told(ours(answers)), row["engine"], *effort, mebibytes(row)])
    columns = ["instance", "fastfuto", "engine", "nodes", "conflicts", "peak memory"]
    return "## Huge grids, first solution\n\n" + table(columns, lines)


def plot(results: Row, path: Path) -> None:
    """Draw how many instances each solver answers within a time."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4), layout="constrained")
    for axes, question in zip(figure.subplots(1, len(TITLES), sharex=True), TITLES, strict=True):
        every = cases(results, question, STORED).values()
        for solver in SOLVERS:
            times = sorted(time for answers in every if (time := seconds(answers, solver)) < inf)
            answered = [*range(1, len(times) + 1), len(times)]
            axes.step([*times, results["limit"]], answered, where="post", label=solver)
        axes.set_xscale("log")
        axes.set_ylim(0, len(every) + 0.5)
        axes.set_title(f"{question} ({len(every)} instances)")
        axes.set_xlabel("seconds")
        axes.grid(alpha=0.3)
    figure.axes[0].set_ylabel("instances answered")
    figure.axes[0].legend()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "fastfuto"}):
        figure.savefig(path, metadata={"Date": None})


# Figures ------------------------------------------------------------------------------------------------


def cases(results: Row, question: str, names: Iterable[str]) -> dict[str, Answers]:
    """Return what was answered to a question, by instance."""
    asked = {name: results["cases"].get(f"{question} {name}") for name in names}
    return {name: answers for name, answers in asked.items() if answers}


def seconds(answers: Answers, solver: str) -> float:
    """Return how long a solver took, for ever if it gave no answer."""
    row = answers.get(solver)
    return inf if row is None or row["timed_out"] else row["solve"]


def ours(answers: Answers) -> float:
    """Return how long fastfuto took."""
    return seconds(answers, "fastfuto")


def better(answers: Answers, rivals: Iterable[str] = RIVALS) -> float:
    """Return how long the fastest rival took."""
    return min(seconds(answers, rival) for rival in rivals)


def winner(answers: Answers) -> str | None:
    """Return the fastest solver, if any has answered."""
    first = min(SOLVERS, key=lambda solver: seconds(answers, solver))
    return first if seconds(answers, first) < inf else None


def ratios(results: Row, question: str, names: Iterable[str], rivals: Iterable[str]) -> list[float]:
    """Return the fastest rival's time by ours for each instance of the means that a rival answers."""
    counted = [name for name in names if recipe(name)[0] <= LARGEST]
    every = cases(results, question, counted).values()
    return [
        time / min(ours(answers), results["limit"])
        for answers in every
        if (time := better(answers, rivals)) < inf
    ]


def told(time: float) -> str:
    """Return seconds in a unit that suits them."""
    return "timed out" if time == inf else duration(1e6 * time)


def mebibytes(row: Row) -> str:
    """Return the peak memory of a row, which is not known of a process that was ended."""
    return f"{row['peak'] / 2**20:.0f} MiB" if row["peak"] else ""


if __name__ == "__main__":
    write(Path(sys.argv[1]))
