"""Hard Futoshiki of the day: fresh grids of some classes, each in several symmetric forms.

A name tells the recipe, the number of the grid and that of its form: ``n25-g035-s10/3/form0``. Which grids without a
solution are taken is decided by CaDiCaL alone: fastfuto is not asked, so it cannot be spared what it is slow at. Their
turns are stored in bench/data/large/hard-SEED.json.
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
"""Seconds of the judge for a grid. If they are not enough, the grid counts as one with a solution."""
LEAST_CONFLICTS = 1000
"""Conflicts of the judge below which a grid without a solution is too easy."""
TRIES = 200
"""Grids that are made until one is hard enough."""
N_GRIDS = 12
FORMS = (0, False, False), (1, True, False), (2, False, True), (3, True, True)
"""Quarter turns, whether the grid is mirrored, whether values are reversed."""

Found = tuple[int, list[int]]
"""The try that was hard enough, and the indices of the inequalities that were turned."""


def names(classes: tuple[str, ...], n_grids: int = N_GRIDS) -> list[str]:
    """Return the names of all forms of all grids of these classes."""
    return [
        f"{recipe}/{number}/form{form}"
        for recipe in classes
        for number in range(n_grids)
        for form in range(len(FORMS))
    ]


def critical(name: str, seed: int | None = None) -> Futoshiki:
    """Return the form of a grid that this name and the seed identify; it has a solution."""
    grid, form = name.rsplit("/form", 1)
    return fresh(grid, seed, 0).transformed(*FORMS[int(form)])


def unsatisfiable(name: str, seed: int | None = None) -> Futoshiki | None:
    """Return the form of a grid without a solution, by turns that are stored or else found now."""
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
    """Return the grid that these identify."""
    draws = random.Random(f"fastfuto hard {grid} {seed or 0} {attempt}")
    return random_puzzle(*recipe(grid.split("/")[0]), draws.getrandbits(64))


def find(grid: str, seed: int | None) -> Found | None:
    """Return the first of some tries that the judge finds hard, with its turns; None if all of them are easy."""
    for attempt in range(TRIES):
        puzzle = fresh(grid, seed, attempt)
        turns = find_turns(grid, puzzle)
        if turns and judged(puzzle, turns).conflicts >= LEAST_CONFLICTS:
            return attempt, turns
    return None


def find_turns(grid: str, puzzle: Futoshiki) -> list[int]:
    """Return the fewest turns, in an order drawn by the name, of which the last one is known to leave no solution."""
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
    """Tell whether the judge knows that these turns leave no solution."""
    outcome = judged(puzzle, turns)
    return not outcome.timed_out and outcome.found == 0


def judged(puzzle: Futoshiki, turns: list[int]) -> Outcome:
    """Return what the judge says of a grid with these turns."""
    return CONTESTANTS[JUDGE].rival(turned(puzzle, turns), FIRST, PATIENCE)
