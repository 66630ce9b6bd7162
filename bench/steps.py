"""The cost of step objects relative to finding steps: ``python -m bench.steps``.

A hundred 9 x 9 of each of the hardest levels are made. Each puzzle is explained several times, and its steps are read
each time. The table has medians over the puzzles in milliseconds of processor time, and the ratio of the whole time,
including the objects, to the search for the steps. The first pass over the puzzles, without any caches, has its own
column.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time
from typing import Any

import fastfuto
from fastfuto import Level

LEVELS: tuple[Level, ...] = ("extreme", "diabolical")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.steps", description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=100, help="puzzles of each level (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the puzzles (default: 1)")
    parser.add_argument("--rounds", type=int, default=9, help="passes over the puzzles (default: 9)")
    args = parser.parse_args()
    print("| level | steps | finding, ms | and objects, ms | ratio | ratio, first pass |")
    print("|---|---:|---:|---:|---:|---:|")
    for level in LEVELS:
        made = fastfuto.generate_many(args.size, 9, level=level, seed=args.seed)
        puzzles = [each.puzzle for each in made]
        passes = [[timed(puzzle) for puzzle in puzzles] for _ in range(args.rounds + 1)]
        first, found, total = passes[0], [], []
        for each in zip(*passes[1:], strict=True):
            found.append(median(finding for finding, _ in each))
            total.append(median(whole for _, whole in each))
        n_steps = median(len(fastfuto.explain(puzzle)) for puzzle in puzzles)
        ratio = median(whole / finding for finding, whole in zip(found, total, strict=True))
        unknown = median(whole / finding for finding, whole in first)
        times = f"{1e3 * median(found):.1f} | {1e3 * median(total):.1f}"
        print(f"| {level} | {n_steps:.0f} | {times} | {ratio:.2f} | {unknown:.2f} |", flush=True)


def timed(puzzle: Any) -> tuple[float, float]:
    """Return the seconds until the steps are found, and until their objects exist."""
    begin = process_time()
    explanation = fastfuto.explain(puzzle)
    found = process_time()
    assert explanation.steps
    return found - begin, process_time() - begin


if __name__ == "__main__":
    main()
