"""Audit of other generators' recipes for Futoshiki tasks: ``python -m bench.recipes``.

Each recipe imitates a generator's source in a few lines: SynLogic (commit 6794f97) draws signs regardless of the
grid, and chuk-puzzles-gym (0.10) removes numbers without checking that the solution stays unique. Their puzzles are
written as JSON lines in the suite's own text. `fastfuto.audit` counts the puzzles with no, one and several solutions,
and the refused right answers. Tasks of fastfuto are audited in the same way. ``-o FOLDER`` keeps the files.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator

import numpy as np

import fastfuto
from fastfuto import Futoshiki

Grid = list[list[int]]
Made = tuple[str, Grid]
"""A question and the recipe's answer."""

SYNLOGIC = ((4, 2, 2), (4, 4, 3), (5, 7, 4), (5, 10, 5))
"""Size, signs and numbers of the settings in the suite's script."""
CHUK = ((4, 2), (5, 3), (6, 4))
"""Sizes of the levels easy, medium and hard, with numbers of cells and signs per row."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.recipes", description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1000, help="puzzles of each setting (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the puzzles (default: 0)")
    parser.add_argument("-o", "--output", metavar="FOLDER", help="keep the files in this folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = args.output or made
        os.makedirs(folder, exist_ok=True)
        print("| recipe | none | one | several | the same as an earlier one |\n|---|---|---|---|---|")
        for name, make in recipes().items():
            path = os.path.join(folder, f"{name}.jsonl".replace(" ", "-"))
            rng = random.Random(f"{args.seed} {name}")
            write(path, (make(rng) for _ in range(args.size)))
            print(told(name, fastfuto.audit(path)))
        for n in (4, 5, 6):
            path = os.path.join(folder, f"fastfuto-{n}.jsonl")
            fastfuto.save_dataset(args.size, path, n, level="easy", seed=args.seed)
            print(told(f"fastfuto {n} x {n} easy", fastfuto.audit(path)))


def recipes() -> dict[str, Callable[[random.Random], Made]]:
    """Return a function for each recipe that makes one puzzle."""
    found: dict[str, Callable[[random.Random], Made]] = {}
    for n, n_signs, n_numbers in SYNLOGIC:
        name = f"SynLogic {n} x {n}, {n_signs} signs, {n_numbers} numbers"
        found[name] = lambda rng, s=(n, n_signs, n_numbers): synlogic(rng, *s)
    for n, each in CHUK:
        found[f"chuk {n} x {n}"] = lambda rng, s=(n, each * n): chuk(rng, *s)
    return found


def write(path: str, made: Iterator[Made]) -> None:
    """Write questions and answers as JSON lines."""
    with open(path, "w", encoding="utf-8") as file:
        for question, answer in made:
            file.write(json.dumps({"question": question, "answer": answer}) + "\n")


def told(name: str, found: fastfuto.Audit) -> str:
    """Return a line of the table."""
    assert not found.unreadable, found.errors[0]
    shares = (100 * count / found.total for count in (found.none, found.one, found.several, found.duplicates))
    return f"| {name} | {' | '.join(f'{share:.1f} %' for share in shares)} |"


def pairs_of(n: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return all pairs of neighbours."""
    beside = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    return beside + [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]


def synlogic(rng: random.Random, n: int, n_signs: int, n_numbers: int) -> Made:
    """Draw a square, some pairs of neighbours, each with an independent sign, and some cells with numbers."""
    grid = square(rng, n)
    signs = [pair if rng.random() < 0.5 else pair[::-1] for pair in rng.sample(pairs_of(n), n_signs)]
    clues = np.zeros((n, n), int)
    for cell in rng.sample([(r, c) for r in range(n) for c in range(n)], n_numbers):
        clues[cell] = grid[cell[0]][cell[1]]
    return fastfuto.format_puzzle(Futoshiki(clues, signs), "synlogic"), grid


def chuk(rng: random.Random, n: int, some: int) -> Made:
    """Draw a square with shifted rows, keep `some` of its signs and blank equally many cells."""
    rows, columns = rng.sample(range(n), n), rng.sample(range(n), n)
    grid = [[(r + c) % n + 1 for c in columns] for r in rows]
    pairs = rng.sample(pairs_of(n), min(some, 2 * n * (n - 1)))
    signs = [(a, b) if grid[a[0]][a[1]] < grid[b[0]][b[1]] else (b, a) for a, b in pairs]
    clues = np.array(grid)
    for cell in rng.sample([(r, c) for r in range(n) for c in range(n)], some):
        clues[cell] = 0
    return fastfuto.format_puzzle(Futoshiki(clues, signs), "chuk"), grid


def square(rng: random.Random, n: int) -> Grid:
    """Return a square filled row by row, starting again if no number is left for a cell."""
    while True:
        rows: Grid = [rng.sample(range(1, n + 1), n)]
        while len(rows) < n and (row := row_below(rng, rows)) is not None:
            rows.append(row)
        if len(rows) == n:
            return rows


def row_below(rng: random.Random, rows: Grid) -> list[int] | None:
    """Return a row without repetitions, or None if no number fits a cell."""
    row: list[int] = []
    for column in zip(*rows, strict=True):
        left = [value for value in range(1, len(rows[0]) + 1) if value not in (*column, *row)]
        if not left:
            return None
        row.append(rng.choice(left))
    return row


if __name__ == "__main__":
    main()
