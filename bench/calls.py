"""One puzzle per call beside batches: ``python -m bench.calls``.

For each class of puzzles, the table has the mean microseconds of a puzzle. Every call gets a newly built puzzle, and
all calls take turns in random order; the minimum of all rounds counts for each puzzle. ``one`` is `solve_many` with a
single puzzle, ``search`` is the search alone, and ``batch`` is `solve_many` with the whole class. ``C`` is the plain C
program, which proves uniqueness from arrays, without Python's share of a call.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Futoshiki, Level, Sudoku
from fastfuto.limits import Run
from fastfuto.solving.session import Session

from .cases import lanes, sudoku
from .machine import machine
from .rivals.plain import solve_all

RESULTS = Path(__file__).parent / "results"
SIZE = 20
LEVELS: tuple[Level, ...] = ("easy", "tricky", "extreme", "diabolical")
SIDES = {4: 3, 5: 3, 6: 4, 7: 4, 8: 4, 9: 4, 10: 3, 11: 2, 12: 2, 14: 2, 16: 1}
"""Number of levels by size. Puzzles of further levels are rare, or the search alone takes minutes."""
Puzzle = Futoshiki | Sudoku


def classes(seed: int, size: int, only: Sequence[str]) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield fresh Futoshikis by size and level, Tatham's puzzles, and Sudokus, if their names begin as asked."""

    def futoshikis(n: int, level: Level) -> list[Puzzle]:
        made = fastfuto.generate_many(size, n, level=level, rules="full", seed=seed)
        return [each.puzzle for each in made]  # type: ignore[misc]

    makers: dict[str, Callable[[], list[Puzzle]]] = {
        f"{n} x {n} {level}": partial(futoshikis, n, level)
        for n, levels in SIDES.items()
        for level in LEVELS[:levels]
    }
    makers |= {f"Tatham {name}": partial(list, some) for name, some in lanes.tatham().items()}
    makers |= {
        f"Sudoku {kind}": lambda kind=kind: [Sudoku(grid) for grid in sudoku.batch(kind, size)]
        for kind in sudoku.KINDS
    }
    for name, make in makers.items():
        if not only or name.startswith(tuple(only)):
            yield name, make()


def by_search(puzzle: Puzzle) -> None:
    run = Run()
    session = Session(puzzle, run, engine="search")
    session.is_unique()
    session.spare()
    run.close()


CALLS: dict[str, Callable[[Puzzle], object]] = {
    "is_unique": fastfuto.is_unique,
    "one, 2": lambda puzzle: fastfuto.solve_many([puzzle], limit=2, threads=1),
    "search": by_search,
    "solve": fastfuto.solve,
    "one, 1": lambda puzzle: fastfuto.solve_many([puzzle], threads=1),
}


def anew(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without anything that an earlier call kept."""
    return type(puzzle)(puzzle.clues, inequalities=puzzle.inequalities)


def measured(puzzles: list[Puzzle], rounds: int) -> dict[str, float | None]:
    """Return the mean microseconds of a puzzle for each kind of call, and None for C if it was not called."""
    rng = random.Random(0)
    best = {name: np.full(len(puzzles), np.inf) for name in CALLS}
    batch = plain = np.inf
    # On larger grids, the program would take minutes.
    for_plain = [puzzle for puzzle in puzzles if isinstance(puzzle, Futoshiki) and puzzle.n <= 9]
    for _ in range(rounds):
        for k, puzzle in enumerate(puzzles):
            for name in rng.sample(list(CALLS), len(CALLS)):
                for _ in range(3):  # The first call finds the caches as another call left them.
                    fresh = anew(puzzle)
                    start = perf_counter()
                    CALLS[name](fresh)
                    best[name][k] = min(best[name][k], perf_counter() - start)
        fresh_puzzles = [anew(puzzle) for puzzle in puzzles]
        start = perf_counter()
        counts = fastfuto.solve_many(fresh_puzzles, limit=2, threads=1).counts
        batch = min(batch, perf_counter() - start)
        if for_plain:
            found, _, seconds = solve_all(for_plain, 2)
            assert (found == counts).all()
            plain = min(plain, seconds)
    means = {name: float(times.mean()) * 1e6 for name, times in best.items()}
    each = 1e6 / len(puzzles)
    return {**means, "batch": batch * each, "C": plain * each if for_plain else None}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calls", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1, help="of the generated puzzles (default: 1)")
    parser.add_argument("--size", type=int, default=SIZE, help=f"puzzles of a class (default: {SIZE})")
    parser.add_argument("--only", nargs="*", default=[], help="beginnings of the names of classes")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "calls.json")
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    names = [*CALLS, "batch", "C"]
    print(f"{'class':18}" + "".join(f"{name:>10}" for name in names))
    for kind, puzzles in classes(args.seed, args.size, args.only):
        row = measured(puzzles, args.rounds)
        rows.append({"class": kind, "puzzles": len(puzzles), **row})
        shown = (f"{time:10.1f}" if (time := row[name]) is not None else f"{'-':>10}" for name in names)
        print(f"{kind:18}" + "".join(shown), flush=True)
    args.output.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
