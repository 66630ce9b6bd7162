"""Critical large puzzles with numbers of a solution added, in a fixed random order, until it is unique.

The added numbers of stored puzzles are in bench/data/large/single.json, and of fresh puzzles beside it, by seed. If a
file has no entry for a puzzle, its numbers are computed and stored; ``python -m bench.cases.single [SEED]`` does that
for all critical puzzles.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Futoshiki

from .futoshiki import draw
from .large import CRITICAL, FOLDER, instance

PATIENCE = 60.0
"""Seconds for the check of uniqueness, after which the puzzle gets more numbers."""

Numbers = list[tuple[int, int, int]]
"""Rows, columns, both counted from 0, and values."""


def single(name: str, seed: int | None = None) -> Futoshiki:
    """Return the puzzle of this name with additional numbers that make its solution unique."""
    file = FOLDER / ("single.json" if seed is None else f"single-{seed}.json")
    known: dict[str, Numbers] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    puzzle = instance(name, seed)
    if name not in known:
        known[name] = find(name, puzzle)
        file.write_text(json.dumps(known) + "\n", encoding="utf-8")
    return with_numbers(puzzle, known[name])


def with_numbers(puzzle: Futoshiki, numbers: Numbers) -> Futoshiki:
    """Return the puzzle with these additional numbers."""
    clues = puzzle.clues.copy()
    for r, c, value in numbers:
        clues[r, c] = value
    return puzzle.with_clues(clues)


def find(name: str, puzzle: Futoshiki) -> Numbers:
    """Return the fewest of the numbers of a solution, in an order drawn by the name, that leave no other solution."""
    grid = fastfuto.solve(puzzle).grid
    assert grid is not None
    rng = random.Random(f"fastfuto single {name}")
    blank = np.argwhere(puzzle.clues == 0).tolist()
    numbers = [(r, c, int(grid[r, c])) for r, c in draw(rng, blank, len(blank))]
    least, most = -1, 1
    while not is_single(with_numbers(puzzle, numbers[:most])):
        least, most = most, 2 * most
    # `least` numbers are too few, unless they are none and not tried yet, and `most` are enough.
    while most - least > 1:
        half = (least + most) // 2
        if is_single(with_numbers(puzzle, numbers[:half])):
            most = half
        else:
            least = half
    return numbers[:most]


def is_single(puzzle: Futoshiki) -> bool:
    """Return whether a puzzle is known to have exactly one solution."""
    try:
        return fastfuto.is_unique(puzzle, timeout=PATIENCE)
    except fastfuto.LimitReached:
        return False


def main(arguments: list[str]) -> None:
    seed = int(arguments[0]) if arguments else None
    for name in CRITICAL:
        puzzle: Any = single(name, seed)
        print(name, np.count_nonzero(puzzle.clues) - np.count_nonzero(instance(name, seed).clues), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
