"""Comparison of two builds' work, without a clock: ``python -m bench.nodes PYTHON_A PYTHON_B``.

Each build is a Python interpreter with fastfuto installed, or a command that starts one. Both solve the puzzles of
`bench.effort` at the same time, which takes 20 s or less. For each engine and counter the table has the geometric
mean of the ratios B / A over the puzzles, with its standard error; below 1, B does less work. A change that only
breaks ties differently does other work, but its ratio does not differ significantly from 1. This module imports only
the standard library.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import subprocess
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ERRORS = 3
"""Standard errors beyond which a difference is significant; chance exceeds them once in 370 comparisons."""

Numbers = list[list[int]]
"""A counter: one number for each seed, for each puzzle."""
Effort = dict[str, dict[str, Numbers]]
"""The counters of each engine."""


class Ratio(NamedTuple):
    """The geometric mean of the ratios B / A, and its standard error."""

    ratio: float
    error: float
    is_same: bool
    """Whether all numbers are equal."""

    @property
    def verdict(self) -> str:
        """The meaning of the ratio."""
        if self.is_same:
            return "the same work"
        is_significant = abs(self.ratio - 1) > ERRORS * self.error
        return "**significant**" if is_significant else "other work, no significant difference"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.nodes", description="Compare the work of two builds."
    )
    parser.add_argument("a", metavar="PYTHON_A", help="interpreter of the first build, the parent")
    parser.add_argument("b", metavar="PYTHON_B", help="interpreter of the second build")
    options = parser.parse_args()
    print(render(*efforts(shlex.split(options.a), shlex.split(options.b))))


def efforts(*builds: list[str]) -> list[Effort]:
    """Return the work of each build; all builds run at the same time."""
    lines = [[*build, "-m", "bench.effort"] for build in builds]
    started = [subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) for line in lines]
    printed = [process.communicate()[0] for process in started]
    for line, process in zip(lines, started, strict=True):
        if process.returncode:
            raise SystemExit(f"{shlex.join(line)} failed with exit code {process.returncode}")
    return [json.loads(text) for text in printed]


def compare(a: Numbers, b: Numbers) -> Ratio:
    """Return the ratio of two builds, after adding one to each number, because some are 0."""
    logs = [
        mean(math.log((y + 1) / (x + 1)) for x, y in zip(*each, strict=True))
        for each in zip(a, b, strict=True)
    ]
    ratio = math.exp(mean(logs))
    return Ratio(ratio, ratio * stdev(logs) / math.sqrt(len(logs)), a == b)


def render(a: Effort, b: Effort) -> str:
    """Return the Markdown table of both builds' counters."""
    lines = ["| engine | counter | A | B | B / A | work |", "|---|---|---:|---:|---:|---|"]
    for engine, counters in a.items():
        for counter, numbers in counters.items():
            others = b[engine][counter]
            found = compare(numbers, others)
            totals = [f"{sum(map(sum, each)):,}" for each in (numbers, others)]
            ratio = f"{found.ratio:.3f} +- {found.error:.3f}"
            lines.append(f"| {' | '.join([engine, counter, *totals, ratio, found.verdict])} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
