"""Large grids: 38 stored Futoshikis, others made on demand or for a seed, Latin squares and Sudokus.

A name is a recipe: ``n30-g02-s09`` has order 30, 20 % of the numbers and 90 % of the inequalities.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Collection
from pathlib import Path

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Sudoku

from .futoshiki import random_square, thinned

FOLDER = Path(__file__).parents[1] / "data" / "large"
VARIANTS = FOLDER / "variants.json"


def recipe(name: str) -> tuple[int, float, float]:
    """Return the order, the fraction of numbers and the fraction of inequalities of a name."""
    match = re.fullmatch(r"(?:\w+-)?n(\d+)-g(\d+)-s(\d+)", name)
    if match is None:
        raise ValueError(f"{name!r} is not the name of a large puzzle")
    n, g, s = match.groups()
    return int(n), int(g) / 10 ** (len(g) - 1), int(s) / 10 ** (len(s) - 1)


STORED = sorted((path.stem for path in FOLDER.glob("*.txt")), key=recipe)
CRITICAL = [name for name in STORED if name.startswith("critical-")]
"""The puzzles with one or a few solutions."""
WIDE = [name for name in STORED if name not in CRITICAL]
"""The puzzles with many solutions."""
HUGE = [
    f"huge-n{n}-{shares}"
    for n in (100, 140, 200, 255)
    for shares in ("g00-s00", "g02-s03", "g042-s005", "g045-s00")
]
"""Puzzles made on demand from fastfuto's squares, because the walk in Python takes minutes."""
SIGNS = [f"signs-n{n}-g00-s10" for n in range(15, 31)]
"""Puzzles made on demand with all inequalities of their squares and no numbers."""


def instance(name: str, seed: int | None = None) -> Futoshiki:
    """Return the stored puzzle of this name, or the puzzle that its recipe and the seed make."""
    if seed is None and name in STORED:
        return fastfuto.load(FOLDER / f"{name}.txt")
    if name.startswith("huge-"):
        return huge_puzzle(*recipe(name), seed or 0)
    return random_puzzle(*recipe(name), seed or 0)


def random_puzzle(n: int, g: float, s: float, seed: int) -> Futoshiki:
    """Return the puzzle that these numbers identify; its square is about 2 n^3 steps from the cyclic square."""
    rng = random.Random(f"fastfuto large {n} {g:g} {s:g} {seed}")
    return thinned(rng, random_square(rng, n, 2 * n * n), g, s)


def huge_puzzle(n: int, g: float, s: float, seed: int) -> Futoshiki:
    """Return the puzzle that these numbers identify; its square is n^3 moves from the cyclic square."""
    rng = random.Random(f"fastfuto huge {n} {g:g} {s:g} {seed}")
    return thinned(rng, LatinSquare.random(n, seed=seed).clues.tolist(), g, s)


def with_holes(n: int, share: float, seed: int | None = None) -> LatinSquare:
    """Return the cyclic square with shuffled rows, columns and values, and with this share of blank cells."""
    rng = random.Random(f"fastfuto holes {n} {share:g} {seed or 0}")
    rows, columns, values = (rng.sample(range(n), n) for _ in range(3))
    grid = [[values[(r + c) % n] + 1 for c in columns] for r in rows]
    for cell in rng.sample(range(n * n), round(share * n * n)):
        grid[cell // n][cell % n] = 0
    return LatinSquare(grid)


def gecode_sudoku(number: int, seed: int | None = None) -> Sudoku | None:
    """Return a 25 x 25 Sudoku of Gecode's examples, or None without the folder that the variable GECODE names."""
    path = Path(os.environ.get("GECODE", "")) / "examples" / "sudoku-instances.hh"
    if seed is not None or not path.is_file():
        return None
    text = re.sub("//.*", "", path.read_text(encoding="utf-8"))
    grids = [re.findall('"(.*)"', each) for each in text.split(",")]
    chosen = [rows for rows in grids if list(map(len, rows)) == [25] * 25][number]
    return fastfuto.parse("\n".join(chosen), "sudoku")  # type: ignore[return-value]


def turned(puzzle: Futoshiki, turns: Collection[int]) -> Futoshiki:
    """Return the puzzle with the inequalities of these indices reversed."""
    inequalities = [(b, a) if i in turns else (a, b) for i, (a, b) in enumerate(puzzle.inequalities)]
    return Futoshiki(puzzle.clues, inequalities)


def stored_turns() -> dict[str, list[int] | None]:
    """Return the turns that leave the stored puzzles without a solution, or None if none were found."""
    turns: dict[str, list[int] | None] = json.loads(VARIANTS.read_text(encoding="utf-8"))
    return turns
