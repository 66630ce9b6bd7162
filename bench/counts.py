"""Counts of Latin squares with symmetries, some of them lost to clues or signs: ``python -m bench.counts``.

Each question is counted once. The package that runs it may be another build: the table is compared by hand.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import fastfuto
from fastfuto import Futoshiki, LatinSquare

from .cases.futoshiki import neighbours, ordered
from .machine import machine


def with_clues(n: int, k: int) -> LatinSquare:
    """Return a square with k clues of a random square; n and k determine it."""
    rng = random.Random(k)
    solution = fastfuto.sample(LatinSquare(n), seed=k)[0]
    grid = [[0] * n for _ in range(n)]
    for cell in rng.sample(range(n * n), k):
        row, column = divmod(cell, n)
        grid[row][column] = int(solution[row, column])
    return LatinSquare(grid)


def with_signs(n: int, k: int) -> Futoshiki:
    """Return a grid without numbers, with k signs of a random square; n and k determine it."""
    rng = random.Random(k)
    solution = fastfuto.sample(LatinSquare(n), seed=k)[0]
    return Futoshiki([[0] * n] * n, ordered(solution.tolist(), rng.sample(sorted(neighbours(n)), k)))


def questions() -> Iterator[tuple[str, Futoshiki | LatinSquare]]:
    """Yield the name and the puzzle of each question."""
    n = 8
    rows = range(n)
    given = {
        "one clue": {(2, 5): 3},
        "half a row": {(0, c): c + 1 for c in range(n // 2)},
        "first row": {(0, c): c + 1 for c in rows},
        "a column": {(r, 5): r + 1 for r in rows},
        "first row and column": {(0, k): k + 1 for k in rows} | {(k, 0): k + 1 for k in rows},
        "a diagonal of ones": {(k, k): 1 for k in rows},
        "two rows of a cyclic square": {(r, c): (r + c) % n + 1 for r in range(2) for c in rows},
        "diagonal of 1 to 8": {(k, k): k + 1 for k in rows},
    }
    for name, clues in given.items():
        yield f"order 8, {name}", LatinSquare([[clues.get((r, c), 0) for c in rows] for r in rows])
    yield "order 8, one sign", Futoshiki([[0] * n] * n, [((0, 0), (0, 1))])
    for n, k in ((7, 4), (7, 6), (7, 8), (8, 4), (8, 6), (8, 8), (8, 12), (8, 16), (9, 2), (9, 4), (9, 24)):
        yield f"order {n}, {k} clues at random", with_clues(n, k)
    for k in (0, 1, 2, 4, 8, 12, 20):
        yield f"order 7, {k} signs at random", with_signs(7, k)


def main() -> None:
    """Count each question and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.counts", description=__doc__.splitlines()[0])
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each question")
    timeout = parser.parse_args().timeout
    print(machine())
    for name, puzzle in questions():
        start = time.process_time()
        try:
            result = fastfuto.count_result(puzzle, timeout=timeout)
            answer = f"{result.count} ({result.method}; {result.stats.states:,} states)"
        except fastfuto.LimitReached:
            answer = "not counted"
        print(f"{name:36} {time.process_time() - start:8.3f} s  {answer}", flush=True)


if __name__ == "__main__":
    main()
