"""Plots of results for the documentation: ``python -m bench.plots FILE.json PICTURE.svg`` draws a plot.

The build of the site draws them. In the repository, a table in the report beside the JSON file has their numbers.
"""

from __future__ import annotations

import json
import math
import sys
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from . import report, suites


def draw(path: Path, picture: Path) -> None:
    """Write the plot of a JSON file as SVG; the bytes depend only on the file."""
    results = json.loads(path.read_text(encoding="utf-8"))
    figure = answers(results) if "suite" in results else distributions(results["sets"])
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "fastfuto"}):
        figure.savefig(picture, metadata={"Date": None})


def answers(results: report.Row) -> Figure:
    """Plot how many cases each contestant answers within a time, for each section with rivals."""
    drawn = list(report.curves(report.read(suites.load(results["suite"]), results)))
    lines = max(1, math.ceil(len(drawn) / 3))
    figure = Figure(figsize=(11, 4 * lines), layout="constrained")
    for k, (title, n_cases, curves) in enumerate(drawn, 1):
        axes = figure.add_subplot(lines, math.ceil(len(drawn) / lines), k)
        for who, times in curves.items():
            done = sorted(time for time in times if time < inf)
            label = who if len(times) == n_cases else f"{who} (asked {len(times)})"
            numbers = [*range(1, len(done) + 1), len(done)]
            axes.step([*done, results["limit"]], numbers, where="post", label=label)
        axes.set(xscale="log", ylim=(0, n_cases + 0.5), xlabel="seconds", ylabel="cases answered")
        axes.set_title(f"{title} ({n_cases} cases)")
        axes.grid(alpha=0.3)
        axes.legend()
    return figure


def distributions(sets: dict[str, Any]) -> Figure:
    """Plot the distributions: a row for each size, a column for each measure, a line for each level."""
    names = [tuple(name.split()) for name in sets]
    sizes, levels = (list(dict.fromkeys(each)) for each in zip(*names, strict=True))
    measures = list(next(iter(sets.values())))
    figure = Figure(figsize=(13, 2.8 * len(sizes)), layout="constrained")
    grid: Any = figure.subplots(len(sizes), len(measures), squeeze=False)
    for row, n in zip(grid, sizes, strict=True):
        for axes, measure in zip(row, measures, strict=True):
            for level in (level for size, level in names if size == n):
                values, numbers = zip(*sets[f"{n} {level}"][measure], strict=True)
                shares = [each / sum(numbers) for each in accumulate(numbers)]
                axes.step(values, shares, where="post", label=level, color=f"C{levels.index(level)}")
            axes.set(title=f"{n} x {n}: {measure}", ylim=(0, 1))
            if measure == "tries":
                axes.set_xscale("log")
            axes.grid(alpha=0.3)
        row[0].set_ylabel("share of puzzles with at most so many")
    grid[0][-1].legend()
    return figure


if __name__ == "__main__":
    draw(*map(Path, sys.argv[1:]))
