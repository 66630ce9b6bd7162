"""Puzzles of each variant with a name, in three sizes: ``python -m bench.variants``.

The first puzzle of a kind determines the level of all others. Every puzzle is checked: it has one solution, which
`solve` finds, and the level; each number is needed for that; and it has a picture. One in ten puzzles is made again
from its recipe. All puzzles of a kind are printed in a booklet and written to a page. The rate is that of making
puzzles of any level.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Generated, NoSolution, PuzzleError
from fastfuto.puzzles.variants import RULES

from .check import WrongAnswer
from .machine import machine

OUTPUT = Path(__file__).parent / "results" / "variants.json"
SIZES = (4, 6, 9)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.variants", description=__doc__.splitlines()[0])
    parser.add_argument("-k", type=int, default=100, help="puzzles of each kind")
    parser.add_argument("--only", nargs="*", default=list(RULES), choices=RULES, help="variants")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    args = parser.parse_args()
    print("| variant | family | n | puzzles | a second | level |\n|---|---|---:|---:|---:|---|")
    rows = []
    for name in args.only:
        for family in ("sudoku", "latin"):
            for n in SIZES:
                if (row := measured(n, family, name, args.k)) is not None:
                    rows.append(row)
                    print("| " + " | ".join(map(str, row.values())) + " |", flush=True)
                    args.output.write_text(
                        json.dumps({"machine": machine(()), "rows": rows}, indent=1) + "\n"
                    )


def measured(n: int, family: str, name: str, k: int) -> dict[str, Any] | None:
    """Return the rate of checked puzzles of a kind; None if there is no such puzzle."""
    recipe: dict[str, Any] = {"n": n, "family": family, "variant": name, "seed": n}
    try:
        level = fastfuto.generate(**recipe).grade.level
    except (PuzzleError, NoSolution):
        return None
    start = time.process_time()
    list(fastfuto.generate_many(k, **recipe))
    spent = time.process_time() - start
    checked(list(fastfuto.generate_many(k, level=level, **recipe)), level)
    return {
        "variant": name,
        "family": family,
        "n": n,
        "puzzles": k,
        "a second": round(k / spent, 1),
        "level": level,
    }


def checked(puzzles: list[Generated], level: str) -> None:
    """Raise WrongAnswer unless all puzzles are right."""
    for k, made in enumerate(puzzles):
        puzzle = made.puzzle
        if not (fastfuto.is_unique(puzzle) and np.array_equal(fastfuto.solve(puzzle).grid, made.solution)):
            raise WrongAnswer(f"{puzzle!r} does not have one solution")
        if fastfuto.grade(puzzle).level != level:
            raise WrongAnswer(f"{puzzle!r} is not {level}")
        if not made.is_minimal or any(is_as_easy(less, level) for less in with_one_less(puzzle)):
            raise WrongAnswer(f"{puzzle!r} is not minimal")
        if k % 10 == 0 and fastfuto.generate(recipe=made.recipe) != made:
            raise WrongAnswer(f"{puzzle!r} is not made again")
        if not fastfuto.draw(puzzle).svg:
            raise WrongAnswer(f"{puzzle!r} has no picture")
    with tempfile.TemporaryDirectory() as folder:
        fastfuto.booklet([made.puzzle for made in puzzles], Path(folder) / "book.pdf")
        fastfuto.page([made.puzzle for made in puzzles], Path(folder) / "page.html")


def is_as_easy(puzzle: Any, level: str) -> bool:
    """Return whether the rules of the level solve a puzzle."""
    return fastfuto.is_unique(puzzle) and fastfuto.grade(puzzle).level == level


def with_one_less(puzzle: Any) -> list[Any]:
    """Return the puzzles without one of the numbers each."""
    numbers = np.argwhere(puzzle.clues).tolist()
    without = []
    for r, c in numbers:
        clues = puzzle.clues.copy()
        clues[r, c] = 0
        without.append(puzzle.with_clues(clues))
    return without


if __name__ == "__main__":
    main()
