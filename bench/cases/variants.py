"""Variants without solution: signs turned one after another until none is left.

``python -m bench.large.variants`` looks for those of the stored instances and writes variants.json; it takes
some twenty minutes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from pathlib import Path
from time import perf_counter

import fastfuto
from fastfuto import Futoshiki, Status

from ..cases import draw
from ..rivals import FIRST
from .generate import STORED, instance
from .rivals import measure

FILE = Path(__file__).parent / "variants.json"

BUDGET = 40.0
"""Seconds for an instance, after which it is left without a variant."""
PATIENCE = 1.0, 5.0
"""Seconds for a turn, first by fastfuto and then by CaDiCaL, after which it is taken back."""

Turns = list[int]
"""Indices of `Futoshiki.inequalities`, which are sorted."""


def stored() -> dict[str, Turns | None]:
    """Return the turns that take all solutions from the stored instances, None where none were found."""
    turns: dict[str, Turns | None] = json.loads(FILE.read_text(encoding="utf-8"))
    return turns


def turned(puzzle: Futoshiki, turns: Collection[int]) -> Futoshiki:
    """Return the puzzle with some of its signs the other way round."""
    signs = [(b, a) if i in turns else (a, b) for i, (a, b) in enumerate(puzzle.inequalities)]
    return Futoshiki(puzzle.clues, signs)


def find(name: str, puzzle: Futoshiki) -> Turns | None:
    """Return turns, in an order drawn by the name, of which the last one leaves no solution.

    Those that `solvable` does not judge are taken back.
    """
    end = perf_counter() + BUDGET
    rng = random.Random(f"fastfuto turns {name}")
    signs = list(range(len(puzzle.inequalities)))
    turns: Turns = []
    for sign in draw(rng, signs, len(signs)):
        if perf_counter() > end:
            break
        judged = solvable(turned(puzzle, [*turns, sign]))
        if judged is not None:
            turns.append(sign)
        if judged is False:
            return turns
    return None


def solvable(puzzle: Futoshiki) -> bool | None:
    """Tell whether there is a solution; None if propagation at the root says no, or nobody knows in time."""
    result = fastfuto.solve(puzzle, timeout=PATIENCE[0])
    if result.status is Status.SATISFIABLE:
        return True
    if result.status is Status.UNSATISFIABLE:
        return False if result.stats.nodes else None
    outcome = measure("CaDiCaL", puzzle, FIRST, PATIENCE[1])
    return None if outcome.timed_out else outcome.found > 0


def unsatisfiable(name: str, seed: int | None, known: dict[str, Turns | None]) -> Futoshiki | None:
    """Return the variant of an instance, if there is one, by turns that are known or else found now."""
    puzzle = instance(name, seed)
    if name not in known:
        known[name] = find(name, puzzle)
    turns = known[name]
    return None if turns is None else turned(puzzle, turns)


def main() -> None:
    found = {}
    for name in STORED:
        found[name] = find(name, instance(name))
        print(name, found[name], flush=True)
    FILE.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
