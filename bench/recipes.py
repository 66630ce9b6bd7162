"""Audit the recipes of other generators of Futoshiki tasks, made again: ``python -m bench.recipes``.

Each recipe is a few lines that do what a generator does, as its source tells it: SynLogic (commit 6794f97) draws signs
whatever the grid holds, and chuk-puzzles-gym (0.10) takes numbers away without asking whether the solution stays the
only one. Their puzzles are written as JSON lines in the suite's own text, and `fastfuto.audit` says how many have no
solution, one and several, and how many answers are refused that are right. Tasks of fastfuto are audited in the same
way. With ``-o FOLDER`` the files are kept.
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
"""A question and the grid that the recipe takes for its answer."""

SYNLOGIC = ((4, 2, 2), (4, 4, 3), (5, 7, 4), (5, 10, 5))
"""Size, signs and numbers of the settings in the suite's script."""
CHUK = ((4, 2), (5, 3), (6, 4))
"""Size, and how many cells and signs for each row, of the levels easy, medium and hard."""


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
    """Return what makes one puzzle of each recipe."""
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
    """Draw a square, some pairs of neighbours with a sign of its own each, and some cells whose numbers are told."""
    grid = square(rng, n)
    signs = [pair if rng.random() < 0.5 else pair[::-1] for pair in rng.sample(pairs_of(n), n_signs)]
    clues = np.zeros((n, n), int)
    for cell in rng.sample([(r, c) for r in range(n) for c in range(n)], n_numbers):
        clues[cell] = grid[cell[0]][cell[1]]
    return fastfuto.format_puzzle(Futoshiki(clues, signs), "synlogic"), grid


def chuk(rng: random.Random, n: int, some: int) -> Made:
    """Draw a square with shifted rows, so many signs that it keeps, and blank as many cells."""
    rows, columns = rng.sample(range(n), n), rng.sample(range(n), n)
    grid = [[(r + c) % n + 1 for c in columns] for r in rows]
    pairs = rng.sample(pairs_of(n), min(some, 2 * n * (n - 1)))
    signs = [(a, b) if grid[a[0]][a[1]] < grid[b[0]][b[1]] else (b, a) for a, b in pairs]
    clues = np.array(grid)
    for cell in rng.sample([(r, c) for r in range(n) for c in range(n)], some):
        clues[cell] = 0
    return fastfuto.format_puzzle(Futoshiki(clues, signs), "chuk"), grid


def square(rng: random.Random, n: int) -> Grid:
    """Return a square that is filled row by row, and begun anew where no number is left for a cell."""
    while True:
        rows: Grid = [rng.sample(range(1, n + 1), n)]
        while len(rows) < n and (row := row_below(rng, rows)) is not None:
            rows.append(row)
        if len(rows) == n:
            return rows


def row_below(rng: random.Random, rows: Grid) -> list[int] | None:
    """Return a row that repeats nothing, or None where its numbers do not fit."""
    row: list[int] = []
    for column in zip(*rows, strict=True):
        left = [value for value in range(1, len(rows[0]) + 1) if value not in (*column, *row)]
        if not left:
            return None
        row.append(rng.choice(left))
    return row


if __name__ == "__main__":
    main()
