"""Data for the player's module from the page: the table of rules, wishes by family, size and level, and Kakuros.

Python writes them to a file beside the module, so they are defined only once. A test compares the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastfuto.drawing.sheet import LARGEST
from fastfuto.errors import PuzzleError
from fastfuto.formats import format_puzzle
from fastfuto.formats.unwrapping import USUAL
from fastfuto.generation import generate_many
from fastfuto.generation.plan import ANY_NUMBER, MOST_TRIES, plan_for
from fastfuto.generation.recipe import Recipe
from fastfuto.logic.explain import MOST_COMPARED
from fastfuto.logic.hint import MOST_AHEAD
from fastfuto.logic.minutes import TIMES
from fastfuto.logic.technique import BRAID_LENGTHS, KINDS, RULES, SINGLES, TECHNIQUES, rule_set

FILE = Path(__file__).parents[2] / "src/fastfuto/drawing/player/engine/tables.json"
FAMILIES: dict[str, dict[str, Any]] = {
    "futoshiki": {"family": "futoshiki"},
    "latin": {"family": "latin"},
    "sudoku": {"family": "sudoku"},
    "signs": {"family": "sudoku", "variant": "inequalities"},
    "adjacent": {"family": "futoshiki", "variant": "adjacent"},
}
KAKURO_SIZES = range(4, 15)
KAKURO_LEVELS = {"easy": 4, "moderate": 4, "extreme": 6}
"""The least size of each level."""
IN_STOCK = 3
"""Kakuros of each size and level. The module does not make any, so the page brings these along."""
FULL = rule_set("full")
LEVELS = (None, *(name for _, name in FULL.levels))
FIELDS = ("longest", "is_plain", "least_top", "most_top", "is_proved")


def tables() -> dict[str, Any]:
    """Return the tables in the form of JSON."""
    plans: list[list[int]] = []
    return {
        "rules": RULES,
        "singles": SINGLES,
        "kinds": KINDS,
        "scores": FULL.scores.tolist(),
        "times": TIMES.tolist(),
        "levels": [[round(10 * greatest), name] for greatest, name in FULL.levels[:-1]],
        "open": FULL.open_level,
        "techniques": {name: each.score for name, each in TECHNIQUES.items()},
        "braids": BRAID_LENGTHS,
        "ahead": MOST_AHEAD,
        "compared": MOST_COMPARED,
        "tries": MOST_TRIES,
        "usual": {chr(other): usual for other, usual in USUAL.items()},
        "families": {
            name: [[_number(_plan(n, level, kind), plans) for level in LEVELS] for n in range(1, LARGEST + 1)]
            for name, kind in FAMILIES.items()
        },
        "plans": plans,
        "kakuros": {
            n: {level: _kakuros(n, level) for level, least in KAKURO_LEVELS.items() if n >= least}
            for n in KAKURO_SIZES
        },
    }


def _kakuros(n: int, level: str) -> list[str]:
    """Return the cells of some Kakuros as pzprjs writes them."""
    seed = 100 * n + list(KAKURO_LEVELS).index(level)
    made = generate_many(IN_STOCK, n, family="kakuro", level=level, seed=seed)
    return [format_puzzle(each.puzzle, "pzprjs").split("/")[-1].strip() for each in made]


def _number(plan: list[int] | None, plans: list[list[int]]) -> int:
    """Return the number of a plan among all plans, -1 for none."""
    if plan is None:
        return -1
    if plan not in plans:
        plans.append(plan)
    return plans.index(plan)


def _plan(n: int, level: Any, kind: dict[str, Any]) -> list[int] | None:
    """Return the wish for the generator, some numbers and the scores of the rules; None if there is no such puzzle."""
    try:
        plan = plan_for(Recipe(n, level=level, **kind))
    except PuzzleError:
        return None
    wishes = plan.wishes
    assert (wishes["technique"], wishes["order"], wishes["share"], wishes["least_time"]) == (-1, 0, 1.0, 0)
    assert wishes["numbers"] == (0, ANY_NUMBER)
    assert wishes["pairs"] in ((0, ANY_NUMBER), (0, 0))
    return [*(int(wishes[field]) for field in FIELDS), *plan.rules.tolist()]


def text() -> str:
    """Return the contents of the file."""
    return json.dumps(tables(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
