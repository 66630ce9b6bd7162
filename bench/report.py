"""Tell a run's JSON as Markdown: ``python -m bench.report FILE.json`` prints it."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

Row = dict[str, Any]

HEAVY = 50_000  # us: from here on a first solution of the reference is to be beaten by FACTOR
FACTOR = 1000
SMALL_CALL = 20  # us: what a whole call may take on everything smaller
FRESH_CALLS = {"5 x 5, all grades": 20, "9 x 9 tricky": 60}  # us
RATE = 5e6  # solutions a second


def render(results: Row) -> str:
    """Return the whole report; sections that were not run are left out."""
    parts = [heading(results)]
    tell = {
        "against_reference": against_reference,
        "fresh_calls": fresh_calls,
        "enumeration": enumeration,
        "against_rivals": against_rivals,
    }
    if all(name in results for name in tell):
        parts.append(must_show(results))
    parts += [section(results[name]) for name, section in tell.items() if name in results]
    return "\n\n".join(parts) + "\n"


def heading(results: Row) -> str:
    """Return title, machine and rules."""
    machine, effort = results["machine"], results["effort"]
    return f"""# Benchmarks: the foundation

{measured(machine, machine["revision"])}
Made by `python -m bench.run` in {machine["seconds"]} s; each puzzle's figures are in the JSON beside this.

- Rivals take turns of {effort["passes"]} passes over the set, {effort["rounds"]} turns each; who has spent
  {effort["patience"]:g} s on a puzzle leaves it out from then on. Each puzzle counts with its median.
- fastfuto's time is always the whole call on a puzzle object never solved or compiled before, and so is the
  reference's. Other solvers build their models apart: **ratios are against their solving alone**.
- Every answer is checked outside the clock, and all solvers must agree.
- Time-outs ({effort["limit"]:g} s) count at the limit: ratios marked ≥ are lower bounds.
- Ratios are geometric means over the puzzles of a set; above 1 fastfuto is faster."""


def measured(machine: Row, revision: str) -> str:
    """Return when, at which revision, where and with what a benchmark was run."""
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    return f"""Measured {machine["date"]} at revision {revision}
on {machine["cpu"]}, {machine["cores"]} cores, {machine["os"]}, Python {machine["python"]};
{packages}. One thread each; load {machine["load"][0]} at the start."""


def must_show(results: Row) -> str:
    """Return the table of promises."""
    rows = results["against_reference"]
    lines = []
    for task in ("all solutions", "count"):
        for n in (6, 7):
            own = [row for row in rows if row["task"] == task and row["n"] == n]
            text = f"{task}, n = {n}: at least {FACTOR} x the reference"
            lines.append(promise(text, own, list(map(ratios, own))))
    first = [row for row in rows if row["task"] == "first solution"]
    heavy = [row for row in first if heavy_ratios(row)]
    text = f"first solution where the reference takes 50 ms or more: at least {FACTOR} x"
    lines.append(promise(text, heavy, list(map(heavy_ratios, heavy))))
    calls = [
        own
        for row in first
        for slow, own in zip(row["reference_us"], row["fastfuto_us"], strict=True)
        if slow < HEAVY
    ]
    lines.append(
        [
            f"first solution on everything smaller: a whole call under {SMALL_CALL} us",
            f"median {median(calls):.1f}, 90 % under {percentile(calls, 90):.1f}, most {max(calls):.1f} us",
            verdict(median(calls) < SMALL_CALL),
        ]
    )
    for row in results["fresh_calls"]:
        if limit := FRESH_CALLS.get(row["set"]):
            solve, unique = row["pass_us"]["solve"], row["pass_us"]["is_unique"]
            lines += [
                [f"`solve`, {row['set']}: under {limit} us", f"{solve:.1f} us", verdict(solve < limit)],
                [
                    f"`is_unique`, {row['set']}: at most twice that",
                    f"{unique:.1f} us, {unique / solve:.2f} x",
                    verdict(unique <= 2 * limit),
                ],
            ]
    for call, verb in (("arrays", "into arrays"), ("count", "`count(limit=...)`")):
        rates = [rate(row, call) for row in results["enumeration"]]
        lines.append(
            [
                f"order 6, {verb}: 5 million solutions a second on every set",
                f"{min(rates) / 1e6:.2f} to {max(rates) / 1e6:.2f} million a second",
                verdict(min(rates) >= RATE),
            ]
        )
    return "## What was promised\n\n" + table(["promise", "measured", "kept"], lines)


def promise(text: str, rows: list[Row], by_population: list[list[float]]) -> list[str]:
    """Return one line of the table of promises for ratios to the reference."""
    whole = geometric(ratio for ratios in by_population for ratio in ratios)
    least = min(map(geometric, by_population))
    mark = "≥ " if any(any(row["reference_timed_out"]) for row in rows) else ""
    kept = (
        verdict(whole >= FACTOR)
        if least >= FACTOR or whole < FACTOR
        else "on the whole, not by every population"
    )
    return [text, f"{mark}{whole:,.0f} x; by population {least:,.0f} x or more", kept]


def against_reference(rows: list[Row]) -> str:
    """Return one line a population and task."""
    lines = []
    for row in rows:
        late = sum(row["reference_timed_out"])
        mark = "≥ " if late else ""
        heavy = heavy_ratios(row)
        lines.append(
            [
                f"{row['n']} | {row['g']:g} | {row['s']:g}",
                row["task"],
                str(row["size"]),
                f"{median(row['solutions']):,.0f}",
                f"{median(row['reference_calls']):,.0f}",
                mark + duration(median(row["reference_us"])),
                str(late or ""),
                duration(median(row["fastfuto_us"])),
                duration(percentile(row["fastfuto_us"], 90)),
                mark + f"{geometric(ratios(row)):,.0f}",
                mark + f"{geometric(heavy):,.0f} ({len(heavy)})" if heavy else "",
            ]
        )
    columns = [
        "n | g | s",
        "task",
        "puzzles",
        "solutions",
        "reference calls",
        "reference",
        "timed out",
        "fastfuto",
        "90 % under",
        "ratio",
        "ratio where the reference takes 50 ms (puzzles)",
    ]
    return (
        "## Against the reference solver\n\n"
        "Random puzzles of order n with a share g of the clues and s of the signs of a random Latin square.\n"
        "Solutions, calls and times are medians over the population.\n\n" + table(columns, lines)
    )


def fresh_calls(rows: list[Row]) -> str:
    """Return the whole calls on puzzles made for people."""
    lines = []
    for row in rows:
        passes, singles = row["pass_us"], row["single_us"]["solve"]
        lines.append(
            [
                row["set"],
                str(row["size"]),
                f"{median(row['nodes']):g} / {max(row['nodes'])}",
                f"**{passes['solve']:.1f}**",
                f"{median(singles):.1f} / {percentile(singles, 90):.1f} / {max(singles):.1f}",
                f"**{passes['is_unique']:.1f}**",
                f"{passes['is_unique'] / passes['solve']:.2f}",
                f"{passes['construct']:.1f}",
                f"{passes['parse']:.1f}",
            ]
        )
    columns = [
        "set",
        "puzzles",
        "nodes: median / most",
        "solve",
        "single solves: median / 90 % / most",
        "is_unique",
        "by solve",
        "construct",
        "parse",
    ]
    return (
        "## Whole calls on fresh puzzles, us\n\n"
        'Puzzles of Simon Tatham\'s "Unequal" (`bench/data`). A pass calls the verb once on each puzzle of\n'
        "the set; shown is the median pass by the number of puzzles. Single calls are timed one by one,\n"
        "each puzzle with its median. `construct` makes the object from lists, `parse` from the game id.\n\n"
        + table(columns, lines)
    )


def enumeration(rows: list[Row]) -> str:
    """Return solutions a second."""
    lines = [
        [
            row["set"],
            str(row["size"]),
            f"{median(row['solutions']):,.0f}",
            *(
                text
                for call in ("arrays", "count")
                for text in (f"**{rate(row, call) / 1e6:.2f}**", f"{slowest(row, call) / 1e6:.2f}")
            ),
        ]
        for row in rows
    ]
    columns = ["set", "grids", "solutions each", "into arrays", "slowest grid", "count", "slowest grid"]
    return (
        "## Enumeration at order 6, million solutions a second\n\n"
        "`all_solutions(limit=...)` and `count(limit=...)`, whole calls; the rate of a set is all its\n"
        "solutions by all its time.\n\n" + table(columns, lines)
    )


def against_rivals(rows: list[Row]) -> str:
    """Return the other solvers, and say where they win."""
    lines, wins = [], []
    for row in rows:
        own = row["solvers"]["fastfuto"]
        for name, solver in row["solvers"].items():
            late = sum(solver["timed_out"])
            against = [b / a for a, b in zip(own["solve_us"], solver["solve_us"], strict=True)]
            beaten = sum(ratio < 1 for ratio in against)
            lines.append(
                [
                    row["set"],
                    row["task"],
                    name,
                    duration(median(solver["build_us"])) if name != "fastfuto" else "",
                    duration(median(solver["solve_us"])),
                    middle(solver["conflicts"]),
                    middle(solver["nodes"]),
                    str(late or ""),
                    f"{'≥ ' if late else ''}{geometric(against):,.1f}" if name != "fastfuto" else "",
                    str(beaten or ""),
                ]
            )
            if beaten:
                text = f"{row['set']}, {row['task']}: {name} is faster on {beaten} of {row['size']} puzzles"
                wins.append(text + (" **and on the whole**" if geometric(against) < 1 else ""))
    columns = [
        "set",
        "task",
        "solver",
        "build",
        "solve",
        "conflicts",
        "nodes",
        "timed out",
        "ratio",
        "rival wins",
    ]
    told = "\n".join(f"- {win}" for win in wins) or "Nowhere on these sets."
    return (
        "## Against other solvers\n\n"
        "Medians over the set. CP-SAT with one worker, as it comes and without its preparations (tuned);\n"
        "the SAT solvers through python-sat with the direct encoding and support clauses for signs.\n"
        "`rival wins` counts the puzzles where its solving alone takes less than fastfuto's whole call.\n\n"
        + table(columns, lines)
        + "\n\n### Where others win\n\n"
        + told
    )


# Figures ------------------------------------------------------------------------------------------------


def ratios(row: Row) -> list[float]:
    """Return the reference's time by ours for each puzzle."""
    return [slow / fast for slow, fast in zip(row["reference_us"], row["fastfuto_us"], strict=True)]


def heavy_ratios(row: Row) -> list[float]:
    """Return the same for the puzzles on which the reference takes 50 ms or more."""
    return [ratio for ratio, slow in zip(ratios(row), row["reference_us"], strict=True) if slow >= HEAVY]


def geometric(values: Iterable[float]) -> float:
    """Return the geometric mean."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else math.nan


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that `share` per cent do not exceed."""
    return sorted(values)[min(len(values) - 1, math.ceil(len(values) * share / 100) - 1)]


def rate(row: Row, call: str) -> float:
    """Return solutions a second over a set of grids."""
    return sum(row["solutions"]) / (sum(row[f"{call}_us"]) / 1e6)


def slowest(row: Row, call: str) -> float:
    """Return solutions a second on the grid where they are fewest."""
    return min(k / us for k, us in zip(row["solutions"], row[f"{call}_us"], strict=True)) * 1e6


def middle(values: Sequence[int | None]) -> str:
    """Return the median of counts, or nothing where they are not known."""
    known = [value for value in values if value is not None]
    return f"{median(known):,.0f}" if known else ""


def duration(us: float) -> str:
    """Return microseconds in a unit that suits them."""
    for factor, unit in ((1, "us"), (1e3, "ms"), (1e6, "s")):
        if us / factor < 999.5 or unit == "s":
            break
    return f"{us / factor:.3g} {unit}"


def verdict(kept: bool) -> str:
    """Return yes or no."""
    return "yes" if kept else "**no**"


def table(columns: list[str], lines: list[list[str]]) -> str:
    """Return a Markdown table; a column title with bars in it stands for several columns."""
    rows = [columns, *lines]
    text = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([text[0], "|---" * text[0].count(" | ") + "|---|", *text[1:]])


if __name__ == "__main__":
    print(render(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), end="")
