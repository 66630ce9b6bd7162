"""The work of each engine on 200 random puzzles: ``python -m bench.effort`` counts it for `bench.nodes`.

The output is JSON: for each engine and counter one list per puzzle, with one number for each seed that breaks ties.
Seeds and puzzles are fixed, so a build gives the same numbers on every machine. Engines whose work does not depend on
the puzzle are omitted: the formula of permutations and the walk over Latin squares.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import Futoshiki, Kakuro
from fastfuto.engines import UNLIMITED, Request, open_engine, open_learner
from fastfuto.engines._lanes import Lanes
from fastfuto.engines._sudoku9 import Sudoku9

from .cases.futoshiki import TIGHT, random_puzzle, random_square, tatham
from .cases.kakuro import with_totals
from .cases.lanes import arrays
from .cases.sudoku import batch

PUZZLES = 200
MIXED = (*TIGHT[:3], (10, 0, 0.9))
"""Recipes of puzzles for engines that search; the last recipe makes the hardest puzzles."""
BLACK = 0.2
"""Fraction of black cells in Kakuro."""
SOLUTIONS = 100
"""Number of solutions after which an engine stops."""


class Engine(NamedTuple):
    """An engine's puzzles, and a function that returns its counters for a puzzle and a seed.

    Several seeds reduce the error of an engine that breaks ties by a seed.
    """

    puzzles: Callable[[], Iterable[Any]]
    work: Callable[[Any, int], dict[str, int]]
    seeds: int = 1


def random(recipes: Sequence[tuple[int, float, float]]) -> Callable[[], Iterable[Futoshiki]]:
    """Return a function that returns equally many random puzzles of each recipe."""
    return lambda: (random_puzzle(*recipes[k % len(recipes)], k) for k in range(PUZZLES))


def for_people() -> Iterable[Futoshiki]:
    return islice((case.puzzle() for n in (6, 7, 8, 9) for case in tatham(n)), PUZZLES)


def kakuro() -> Iterable[Kakuro]:
    """Yield 9 x 9 grids with the totals of a random Latin square, in which the search restarts."""
    for k in range(PUZZLES):
        rng = Random(f"effort kakuro {k}")
        white = [[r and c and rng.random() >= BLACK for c in range(10)] for r in range(10)]
        empty = Kakuro([[0 if w else None for w in line] for line in white])
        yield with_totals(empty, np.pad(random_square(rng, 9, 81), ((1, 0), (1, 0))))


def sparse() -> Iterable[Any]:
    """Yield Sudoku grids with several solutions."""
    for grid in batch("few", PUZZLES):
        grid = grid.copy()
        grid[grid == 1] = 0
        yield grid


def run(engine: Any, model: Any, *names: str) -> dict[str, int]:
    """Let an engine find up to `SOLUTIONS` solutions and return counters."""
    engine.run(UNLIMITED, SOLUTIONS, np.zeros((SOLUTIONS, model.n_cells), np.uint8))
    return {name: getattr(engine, name) for name in names}


def search(puzzle: Futoshiki | Kakuro, seed: int) -> dict[str, int]:
    model = puzzle.model()
    return run(open_engine("search", Request(model, seed=seed)), model, "nodes")


def learner(by_activity: bool) -> Callable[[Futoshiki, int], dict[str, int]]:
    def work(puzzle: Futoshiki, seed: int) -> dict[str, int]:
        model = puzzle.model()
        engine = open_learner(Request(model, seed=seed), by_activity=by_activity)
        return run(engine, model, "nodes", "conflicts", "propagations")

    return work


def states(puzzle: Futoshiki, _: int) -> dict[str, int]:
    engine: Any = open_engine("states", Request(puzzle.model()))
    engine.run(UNLIMITED, UNLIMITED)
    return {"states": engine.states}


def cover(puzzle: Futoshiki, _: int) -> dict[str, int]:
    model = puzzle.model()
    return run(open_engine("cover", Request(model)), model, "nodes")


def alone(solver: type, *arrays: Any) -> Any:
    """Let a batch engine find up to `SOLUTIONS` solutions of one puzzle and return the engine."""
    inputs = [array.reshape(1, -1) for array in arrays]
    engine = solver(*inputs, np.zeros_like(inputs[0]), np.zeros(1, np.int64), SOLUTIONS)
    engine.run(UNLIMITED)
    return engine


def lanes(puzzle: Futoshiki, _: int) -> dict[str, int]:
    engine = alone(Lanes, *arrays(puzzle))
    return {"nodes": engine.nodes, "passes": engine.passes}


def sudoku9(grid: Any, _: int) -> dict[str, int]:
    return {"nodes": alone(Sudoku9, grid).nodes}


def logic(puzzle: Futoshiki, _: int) -> dict[str, int]:
    return {"score": round(10 * fastfuto.grade(puzzle).total), "steps": len(fastfuto.explain(puzzle).steps)}


def generator(puzzle: int, seed: int) -> dict[str, int]:
    return {"tries": fastfuto.generate(6, level="tricky", seed=puzzle + PUZZLES * seed).attempts}


ENGINES = {
    "search": Engine(random(MIXED), search, 12),
    "search, Kakuro": Engine(kakuro, search, 4),
    "learner by size": Engine(random(MIXED), learner(False), 12),
    "learner by activity": Engine(random(MIXED), learner(True), 6),
    "states": Engine(random([(6, 0, 0.1), (7, 0, 0.1), (7, 0, 0.3), (7, 0.1, 0.1)]), states),
    "cover": Engine(random([(7, 0.3, 0.0)]), cover),
    "lanes": Engine(random(MIXED), lanes),
    "sudoku9": Engine(sparse, sudoku9),
    "logic": Engine(for_people, logic),
    "generator": Engine(lambda: range(PUZZLES), generator, 4),
}


def effort(engine: Engine) -> dict[str, list[list[int]]]:
    """Return each counter's numbers for an engine."""
    counted = [[engine.work(puzzle, seed) for seed in range(engine.seeds)] for puzzle in engine.puzzles()]
    return {name: [[work[name] for work in each] for each in counted] for name in counted[0][0]}


if __name__ == "__main__":
    print(json.dumps({name: effort(engine) for name, engine in ENGINES.items()}))
