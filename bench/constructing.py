"""Tools for constructing puzzles, on 9 x 9: ``python -m bench.constructing``.

`true_candidates` gets puzzles with 50,000 to 75,000 solutions and is compared with one question for every candidate.
`conflicting_clues` gets puzzles of Tatham's generator with one wrong clue, and `redundant_clues` the unchanged
puzzles. The time of a puzzle is the minimum of all rounds; the table has median, mean and maximum in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Futoshiki

from .cases.futoshiki import random_puzzle, tatham
from .machine import machine

OUTPUT = Path(__file__).parent / "results" / "constructing.json"
LOOSE = ((0.15, 0.4, (60, 72, 83, 86)), (0.2, 0.3, (7, 34, 55, 87)), (0.25, 0.25, (3, 8, 9, 74)))
"""Fractions of numbers and of inequalities, and indices, of random puzzles with about 60,000 solutions."""
CHANGES = 8
"""Changes to each puzzle of Tatham's generator."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.constructing", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    args = parser.parse_args()
    loose, wrong = list(with_many_solutions()), list(without_solution())
    right = [case.puzzle() for case in tatham(9)]
    rows = [
        measured("true_candidates", fastfuto.true_candidates, loose, args.rounds),
        measured("a question for each candidate", one_by_one, loose, args.rounds),
        measured("conflicting_clues", fastfuto.conflicting_clues, wrong, args.rounds),
        measured("redundant_clues", fastfuto.redundant_clues, right, args.rounds),
    ]
    print("| what | puzzles | median, ms | mean, ms | maximum, ms |\n|---|---:|---:|---:|---:|")
    for row in rows:
        times = " | ".join(f"{row[kind]:.2f}" for kind in ("median", "mean", "maximum"))
        print(f"| {row['what']} | {row['puzzles']} | {times} |")
    args.output.write_text(json.dumps({"machine": machine(()), "rows": rows}, indent=1) + "\n")


def measured(what: str, call: Callable[[Any], Any], puzzles: list[Any], rounds: int) -> dict[str, Any]:
    """Return statistics of the calls' milliseconds."""
    best = [float("inf")] * len(puzzles)
    for _ in range(rounds):
        for k, puzzle in enumerate(puzzles):
            start = time.process_time()
            call(puzzle)
            best[k] = min(best[k], 1e3 * (time.process_time() - start))
    return {
        "what": what,
        "puzzles": len(puzzles),
        "median": median(best),
        "mean": fmean(best),
        "maximum": max(best),
    }


def with_many_solutions() -> Iterator[Futoshiki]:
    for g, s, indices in LOOSE:
        for index in indices:
            yield random_puzzle(9, g, s, index)


def one_by_one(puzzle: Futoshiki) -> None:
    """Search for a solution with each candidate."""
    for r, c in np.argwhere(puzzle.clues == 0).tolist():
        for value in range(1, 10):
            clues = puzzle.clues.copy()
            clues[r, c] = value
            fastfuto.solve(puzzle.with_clues(clues))


def without_solution() -> Iterator[Futoshiki]:
    """Yield puzzles of Tatham's generator with a reversed inequality or another number."""
    rng = random.Random("fastfuto constructing")
    for puzzle in (case.puzzle() for case in tatham(9)):
        for _ in range(CHANGES):
            clues, pairs = puzzle.clues.copy(), list(puzzle.inequalities)
            given = np.argwhere(clues).tolist()
            k = rng.randrange(len(given) + len(pairs))
            if k < len(given):
                r, c = given[k]
                clues[r, c] = clues[r, c] % 9 + 1
            else:
                pairs[k - len(given)] = pairs[k - len(given)][::-1]
            changed = Futoshiki(clues, pairs)
            if fastfuto.solve(changed).grid is None:
                yield changed


if __name__ == "__main__":
    main()
