"""Statistics of generated puzzles: ``python -m bench.distributions`` writes bench/results/distributions.*.

It reports the distributions of numbers, inequalities, scores and tries for each size and level; `bench.plots` draws
them. It also checks that no two puzzles in a long stream of one seed are equal up to symmetry. If sgt-unequal is
installed, the levels of its puzzles are compared with ours.
"""

from __future__ import annotations

import argparse
import collections
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

import numpy as np

import fastfuto

from .cases.generation import LETTERS
from .check import WrongAnswer
from .machine import machine
from .report import PLOT, percentile, table
from .rivals.generation import PROGRAM

RESULTS = Path(__file__).parent / "results"
LEVELS = tuple(LETTERS)
SETS = {
    5: LEVELS,
    7: LEVELS,
    9: LEVELS,
    14: ("easy", "tricky"),
}
"""The levels of each size."""
MEASURES = ("numbers", "inequalities", "total score", "tries")
STREAM = 7, "easy", 10_000
"""Size, level and length of the checked stream."""
THEIRS = {5: LEVELS[1:], 7: LEVELS[1:], 9: LEVELS[1:4]}
"""Sizes and levels for the other generator."""

Counts = dict[str, list[tuple[float, int]]]
"""The values of each measure in ascending order, each with its number of puzzles."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.distributions", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--size", type=int, default=1000, help="puzzles of each size and level (default: 1000)"
    )
    parser.add_argument("--threads", type=int, default=1)
    help = "length of the stream that is checked (default: 10,000)"
    parser.add_argument("--stream", type=int, default=STREAM[2], metavar="K", help=help)
    help = "puzzles of each size and level of the other generator (default: 20)"
    parser.add_argument("--theirs", type=int, default=20, metavar="K", help=help)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "distributions.json", help="JSON file")
    args = parser.parse_args()
    results: dict[str, Any] = {"machine": machine(("fastfuto", "numpy")), "size": args.size, "sets": {}}
    for n, levels in SETS.items():
        for level in levels:
            start = perf_counter()
            results["sets"][f"{n} {level}"] = counts_of(n, level, args.size, args.threads)
            print(f"{n} x {n}, {level}: {perf_counter() - start:.1f} s", flush=True)
    check_stream(*STREAM[:2], args.stream, args.threads)
    results["stream"] = args.stream
    if shutil.which(PROGRAM) is not None:
        results["theirs"] = {
            f"{n} {level}": levels_of_theirs(n, level, args.theirs)
            for n, levels in THEIRS.items()
            for level in levels
        }
    args.output.write_text(json.dumps(results) + "\n", encoding="utf-8")
    args.output.with_suffix(".md").write_text(told(results, args.output.name), encoding="utf-8")


def counts_of(n: int, level: str, size: int, threads: int) -> Counts:
    """Make puzzles and return their measures."""
    counts = {name: collections.Counter[float]() for name in MEASURES}
    for made in fastfuto.generate_many(size, n, level=level, rules="tatham", seed=0, threads=threads):
        if made.grade.level != level:
            raise WrongAnswer(f"{made.puzzle!r} is {made.grade.level}, not {level}")
        counts["numbers"][int(np.count_nonzero(np.asarray(made.puzzle)))] += 1
        counts["inequalities"][len(made.puzzle.model().inequalities)] += 1
        counts["total score"][made.grade.total] += 1
        counts["tries"][made.attempts] += 1
    return {name: sorted(each.items()) for name, each in counts.items()}


def check_stream(n: int, level: str, length: int, threads: int) -> None:
    """Raise WrongAnswer if two puzzles of one stream are equal up to symmetry."""
    seen: dict[Any, int] = {}
    stream: Iterator[Any] = fastfuto.generate_many(length, n, level=level, seed=0, threads=threads)
    for k, made in enumerate(stream):
        before = seen.setdefault(made.puzzle.canonical(), k)
        if before != k:
            raise WrongAnswer(
                f"puzzles {before} and {k} of the stream are equal up to symmetry: {made.puzzle!r}"
            )


def levels_of_theirs(n: int, level: str, k: int) -> dict[str, int]:
    """Return the levels by our rules of k puzzles from the other generator, with their frequencies."""
    command = [PROGRAM, "--generate", str(k), f"{n}d{LETTERS[level]}#0"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return dict(
        collections.Counter(fastfuto.grade(fastfuto.parse(line), rules="tatham").level for line in lines)
    )


def told(results: dict[str, Any], file: str) -> str:
    """Return the report of the JSON file with this name."""
    about = results["machine"]
    lines = []
    for name, counts in results["sets"].items():
        n, level = name.split()
        lines.append({"size": f"{n} x {n}", "level": level} | {key: summary(counts[key]) for key in MEASURES})
    parts = [
        "# Generated puzzles",
        f"Made {about['date']} at revision {about['revision']} by `python -m bench.distributions`: {results['size']} "
        'puzzles of each size and level, by `rules="tatham"` and with seed 0. Each entry has the mean, and in brackets '
        "the values that 5 and 95 % of the puzzles do not exceed. The total score is the sum of the scores of all "
        "steps beyond singles and inequalities; tries are the squares that were tried for a puzzle.",
        table(lines),
        PLOT.format(file),
        f"No two of {results['stream']:,} puzzles of the stream of seed 0 ({STREAM[0]} x {STREAM[0]}, {STREAM[1]}) are "
        "equal up to rotation, reflection and complement of the values.",
    ]
    if "theirs" in results:
        parts += ["## Levels of `sgt-unequal --generate`", levels_table(results["theirs"])]
    return "\n\n".join(parts) + "\n"


def levels_table(theirs: dict[str, dict[str, int]]) -> str:
    """Return the table of levels that our rules give to the puzzles of the other generator."""
    lines = []
    for name, counts in theirs.items():
        n, level = name.split()
        lines.append(
            {"size": f"{n} x {n}", "asked": level} | {each: str(counts.get(each, "")) for each in LEVELS}
        )
    return table(lines)


def summary(counts: list[tuple[float, int]]) -> str:
    """Return the mean of values and their 5 and 95 % quantiles."""
    values = [value for value, count in counts for _ in range(count)]
    return f"{mean(values):.3g} ({percentile(values, 5):g} to {percentile(values, 95):g})"


if __name__ == "__main__":
    main()
