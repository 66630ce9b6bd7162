"""Comparison of Sudoku grades with published graders: ``python -m bench.grades``.

A few hundred grids are made from random grids by removing clues in a random order, keeping the solution unique, until
a random number of clues remains or none is removable. QQWing (a program, from Debian's package of that name) and
HoDoKu (the package hodoku-py) grade them, if installed. For each grader, the report has the number of grids for each
pair of levels, and the rank correlation (Spearman) with (level, score, total).
"""

from __future__ import annotations

import argparse
import collections
import importlib
import random
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Sudoku
from fastfuto.logic.technique import RULE_SETS

LEVELS = [name for _, name in RULE_SETS["full"].levels]
QQWING = ("Simple", "Easy", "Intermediate", "Expert")

Rated = list[tuple[str, Any]]
"""The level of each grid by a grader, and the key by which grids are ordered."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.grades", description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=400, help="number of grids (default: 400)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the grids (default: 0)")
    parser.add_argument("--qqwing", default=shutil.which("qqwing"), help="the program QQWing")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    grids = [make(rng) for _ in range(args.size)]
    grades = fastfuto.grade_many(grids)
    ours: Rated = [(each.level, (LEVELS.index(each.level), each.score, each.total)) for each in grades]
    texts = ["".join(map(str, np.asarray(grid).ravel().tolist())) for grid in grids]
    print(f"{len(grids)} grids:", ", ".join(f"{n} {level}" for level, n in counted(ours, LEVELS)))
    if args.qqwing is not None:
        report("QQWing", QQWING, rate_by_qqwing(args.qqwing, texts), ours)
    try:
        hodoku = importlib.import_module("hodoku")
    except ImportError:
        return
    names = [each.name for each in hodoku.DifficultyType]
    report("HoDoKu", names, rate_by_hodoku(hodoku, texts), ours)


def make(rng: random.Random) -> Sudoku:
    """Return a random grid with one solution."""
    clues = np.zeros((9, 9), int)
    for at in (0, 3, 6):
        # The boxes on the diagonal share no unit.
        clues[at : at + 3, at : at + 3] = np.reshape(rng.sample(range(1, 10), 9), (3, 3))
    clues = np.array(fastfuto.solve(Sudoku(clues)).grid, int)
    left = 81
    least = rng.randint(20, 30)
    for at in rng.sample(range(81), 81):
        if left == least:
            break
        value, clues.flat[at] = clues.flat[at], 0
        if fastfuto.is_unique(Sudoku(clues)):
            left -= 1
        else:
            clues.flat[at] = value
    return Sudoku(clues)


def rate_by_qqwing(program: str, texts: Sequence[str]) -> Rated:
    """Return levels, and the frequencies of harder techniques for order within a level."""
    command = [program, "--solve", "--stats", "--csv", "--nosolution"]
    lines = "".join(f"{text.replace('0', '.')}\n" for text in texts)
    out = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    rated: Rated = []
    for line in out.splitlines()[1:]:
        *numbers, level = line.rstrip(",").split(",")
        _, _, hidden, *harder = map(int, numbers)
        rated.append((level, (QQWING.index(level), *reversed(harder), hidden)))
    return rated


def rate_by_hodoku(hodoku: Any, texts: Sequence[str]) -> Rated:
    """Return levels, and scores for order within a level."""
    solver = hodoku.Solver()
    found = [solver.rate(text) for text in texts]
    return [(each.level.name, (each.level.value, each.score)) for each in found]


def report(name: str, levels: Sequence[str], rated: Rated, ours: Rated) -> None:
    """Print the agreement of two graders."""
    print(f"\n{name}: rank correlation {correlation(rated, ours):.3f}", end="")
    print(f", of levels alone {correlation(by_level(rated, levels), by_level(ours, LEVELS)):.3f}\n")
    pairs = collections.Counter((theirs[0], each[0]) for theirs, each in zip(rated, ours, strict=True))
    columns = [level for level, _ in counted(ours, LEVELS)]
    print(f"| {name} | {' | '.join(columns)} |")
    print("|---" * (1 + len(columns)) + "|")
    for level, _ in counted(rated, levels):
        print(f"| {level.lower()} | {' | '.join(str(pairs[level, column]) for column in columns)} |")


def counted(rated: Rated, levels: Sequence[str]) -> list[tuple[str, int]]:
    """Return the occurring levels with their frequencies."""
    numbers = collections.Counter(level for level, _ in rated)
    return [(level, numbers[level]) for level in levels if numbers[level]]


def by_level(rated: Rated, levels: Sequence[str]) -> Rated:
    """Return the same grids ordered only by their levels."""
    return [(level, levels.index(level)) for level, _ in rated]


def correlation(one: Rated, other: Rated) -> float:
    """Return Spearman's rank correlation; ties share the mean of their ranks."""
    return float(np.corrcoef(ranks([key for _, key in one]), ranks([key for _, key in other]))[0, 1])


def ranks(keys: Sequence[Any]) -> list[float]:
    """Return the rank of each key; ties share the mean of their ranks."""
    numbers = collections.Counter(keys)
    rank_of: dict[Any, float] = {}
    before = 0
    for key in sorted(numbers):
        rank_of[key] = before + (numbers[key] - 1) / 2
        before += numbers[key]
    return [rank_of[key] for key in keys]


if __name__ == "__main__":
    main()
