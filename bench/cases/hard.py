"""Hard Futoshiki of the day: fresh grids of some classes, each in several symmetric forms.

A name contains the recipe, the number of the grid and the number of its form: ``n25-g035-s10/3/form0``. Only CaDiCaL
decides which grids without a solution are used, so the choice cannot favour fastfuto. Their turns are stored in
bench/data/large/hard-SEED.json.
"""

from __future__ import annotations

import json
import random

from fastfuto import Futoshiki

from ..rivals import CONTESTANTS
from ..tasks import FIRST, Outcome
from .futoshiki import draw
from .large import FOLDER, random_puzzle, recipe, turned

JUDGE = "CaDiCaL"
PATIENCE = 20.0
"""Seconds of the judge for a grid, after which the grid counts as solvable."""
LEAST_CONFLICTS = 1000
"""Conflicts of the judge below which a grid without a solution is too easy."""
TRIES = 200
"""Most grids that are made until one is hard enough."""
N_GRIDS = 12
FORMS = (0, False, False), (1, True, False), (2, False, True), (3, True, True)
"""Quarter turns, whether the grid is mirrored, and whether values are reversed."""

Found = tuple[int, list[int]]
"""The number of the successful try, and the indices of the reversed inequalities."""


def names(classes: tuple[str, ...], n_grids: int = N_GRIDS) -> list[str]:
    """Return the names of all forms of all grids of these classes."""
    return [
        f"{recipe}/{number}/form{form}"
        for recipe in classes
        for number in range(n_grids)
        for form in range(len(FORMS))
    ]


def critical(name: str, seed: int | None = None) -> Futoshiki:
    """Return the form of a solvable grid that this name and the seed identify."""
    grid, form = name.rsplit("/form", 1)
    return fresh(grid, seed, 0).transformed(*FORMS[int(form)])


def unsatisfiable(name: str, seed: int | None = None) -> Futoshiki | None:
    """Return the form of a grid without a solution, by stored turns or turns found now."""
    grid, form = name.rsplit("/form", 1)
    file = FOLDER / f"hard-{seed or 0}.json"
    known: dict[str, Found | None] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if grid not in known:
        known[grid] = find(grid, seed)
        file.write_text(json.dumps(known) + "\n", encoding="utf-8")
    found = known[grid]
    if found is None:
        return None
    return turned(fresh(grid, seed, found[0]), found[1]).transformed(*FORMS[int(form)])


def fresh(grid: str, seed: int | None, attempt: int) -> Futoshiki:
    """Return the grid that these arguments identify."""
    draws = random.Random(f"fastfuto hard {grid} {seed or 0} {attempt}")
    return random_puzzle(*recipe(grid.split("/")[0]), draws.getrandbits(64))


def find(grid: str, seed: int | None) -> Found | None:
    """Return the first try that the judge finds hard, with its turns; None if all tries are easy."""
    for attempt in range(TRIES):
        puzzle = fresh(grid, seed, attempt)
        turns = find_turns(grid, puzzle)
        if turns and judged(puzzle, turns).conflicts >= LEAST_CONFLICTS:
            return attempt, turns
    return None


def find_turns(grid: str, puzzle: Futoshiki) -> list[int]:
    """Return the fewest turns, in an order drawn by the name, that are known to leave no solution."""
    indices = list(range(len(puzzle.inequalities)))
    turns = draw(random.Random(f"fastfuto hard turns {grid}"), indices, len(indices))
    least, most = 0, 1
    while not is_refuted(puzzle, turns[:most]):
        if most >= len(turns):
            return []
        least, most = most, 2 * most
    while most - least > 1:
        middle = (least + most) // 2
        if is_refuted(puzzle, turns[:middle]):
            most = middle
        else:
            least = middle
    return turns[:most]


def is_refuted(puzzle: Futoshiki, turns: list[int]) -> bool:
    """Return whether the judge knows that these turns leave no solution."""
    outcome = judged(puzzle, turns)
    return not outcome.timed_out and outcome.found == 0


def judged(puzzle: Futoshiki, turns: list[int]) -> Outcome:
    """Return the judge's outcome for a grid with these turns."""
    return CONTESTANTS[JUDGE].rival(turned(puzzle, turns), FIRST, PATIENCE)
