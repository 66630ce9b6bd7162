"""Variants of large puzzles without solution: inequalities reversed one by one until no solution is left.

The turns of stored puzzles are in bench/data/large/variants.json, and of fresh puzzles beside it, by seed. If a file
has no entry for a puzzle, its turns are computed and stored.
"""

from __future__ import annotations

import json
import random
from time import perf_counter

import fastfuto
from fastfuto import Futoshiki, Status

from ..alone import measure
from ..rivals import CONTESTANTS
from ..tasks import FIRST
from .futoshiki import draw
from .large import VARIANTS, instance, turned

BUDGET = 40.0
"""Seconds for a puzzle, after which it has no variant."""
PATIENCE = 1.0, 5.0
"""Seconds for a turn, first by fastfuto and then by CaDiCaL, after which it is reverted."""

WARM_UP = Futoshiki([[0] * 12] * 12)

Turns = list[int]
"""Indices of `Futoshiki.inequalities`, which are sorted."""


def unsatisfiable(name: str, seed: int | None = None) -> Futoshiki | None:
    """Return the variant of a puzzle, if any, by stored turns or turns found now."""
    file = VARIANTS if seed is None else VARIANTS.with_name(f"variants-{seed}.json")
    known: dict[str, Turns | None] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    puzzle = instance(name, seed)
    if name not in known:
        known[name] = find(name, puzzle)
        file.write_text(json.dumps(known) + "\n", encoding="utf-8")
    turns = known[name]
    return None if turns is None else turned(puzzle, turns)


def find(name: str, puzzle: Futoshiki) -> Turns | None:
    """Return turns, in an order drawn by the name, the last of which leaves no solution.

    Turns without a verdict of `solvable` are reverted.
    """
    end = perf_counter() + BUDGET
    rng = random.Random(f"fastfuto turns {name}")
    indices = list(range(len(puzzle.inequalities)))
    turns: Turns = []
    for index in draw(rng, indices, len(indices)):
        if perf_counter() > end:
            break
        judged = solvable(turned(puzzle, [*turns, index]))
        if judged is not None:
            turns.append(index)
        if judged is False:
            return turns
    return None


def solvable(puzzle: Futoshiki) -> bool | None:
    """Return whether there is a solution; None if propagation at the root refutes it, or time is up."""
    result = fastfuto.solve(puzzle, timeout=PATIENCE[0])
    if result.status is Status.SATISFIABLE:
        return True
    if result.status is Status.UNSATISFIABLE:
        return False if result.stats.nodes else None
    outcome = measure(CONTESTANTS["CaDiCaL stable"].rival, puzzle, FIRST, PATIENCE[1], WARM_UP)
    return None if outcome.timed_out else outcome.found > 0
