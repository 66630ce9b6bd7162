"""How long explained steps take beside finding them: ``python -m bench.steps``.

A hundred 9 x 9 of each of the hardest levels are made. Each of them is explained several times, and the steps are asked
for after each time. Printed are the medians over the puzzles, in milliseconds of the processor, and how many times as
long as the search for the steps all of it takes: finding them and putting them into objects. The first pass over the
puzzles, in which nothing is known yet, is printed apart.
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
    """Return the seconds in which the steps are found, and in which they are there."""
    begin = process_time()
    explanation = fastfuto.explain(puzzle)
    found = process_time()
    assert explanation.steps
    return found - begin, process_time() - begin


if __name__ == "__main__":
    main()
