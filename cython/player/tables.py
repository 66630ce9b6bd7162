"""Data for the player's module from the page: rules, wishes by family, size and level or technique, and a stock.

Python writes them to a file beside the module, so they are defined only once. A test compares the file.
"""

from __future__ import annotations

import json
import re
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
from fastfuto.puzzles import Sudoku

FILE = Path(__file__).parents[2] / "src/fastfuto/drawing/player/engine/tables.json"
FAMILIES: dict[str, dict[str, Any]] = {
    "futoshiki": {"family": "futoshiki"},
    "latin": {"family": "latin"},
    "sudoku": {"family": "sudoku"},
    "signs": {"family": "sudoku", "variant": "inequalities"},
    "adjacent": {"family": "futoshiki", "variant": "adjacent"},
}
FORCING = ("xy-chain", "braid", "forcing cell")
FISH = ("x-wing", "swordfish")
BRAIDS = ("short braid in a line", "braid in a line", "ordered set")
SETS = ("naked pair", "hidden pair", "naked triple", "hidden triple")
PRACTICE: dict[str, tuple[int, tuple[str, ...]]] = {
    "futoshiki": (7, ("inequality bound", "hill", "same-line order", *SETS, *FISH, *BRAIDS, *FORCING)),
    "latin": (9, (*SETS[:3], *FISH, *FORCING[:2])),
    "sudoku": (9, ("locked candidates", *SETS[:3], "x-wing", "x-chain", *FORCING[:2])),
    "signs": (9, ("locked candidates", *SETS, "naked quadruple", *FISH, "x-chain", "xy-chain")),
    "adjacent": (7, ("relation", "relation from candidates", *SETS, *FISH, *FORCING)),
}
"""For each family a size, and the techniques that such puzzles can need and that are found within about a second."""
STOCK: dict[str, dict[str, range | tuple[int, ...]]] = {
    "kakuro": {"easy": range(4, 15), "moderate": range(4, 15), "extreme": range(6, 15)},
    "jigsaw": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (6, 9), "extreme": (6, 9)},
    "diagonals": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (6, 9), "extreme": (6, 9)},
    "windows": {"trivial": (9,), "moderate": (9,), "tricky": (9,), "extreme": (9,)},
    "disjoint-groups": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (9,), "extreme": (9,)},
    "anti-knight": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (9,), "extreme": (9,)},
    "anti-king": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (6, 9), "extreme": (9,)},
    "non-consecutive": {"easy": (6, 9), "moderate": (6, 9), "tricky": (6, 9)},
    "killer": {"easy": (6, 9), "moderate": (6, 9), "tricky": (6, 9), "extreme": (9,)},
    "even-odd": {"trivial": (6, 9), "moderate": (6, 9), "tricky": (6, 9), "extreme": (9,)},
}
"""The levels and sizes of the kinds that the module does not make; the page brings puzzles of these kinds along."""
IN_STOCK = 3
"""Puzzles of each kind, size and level."""
FULL = rule_set("full")
LEVELS = (None, *(name for _, name in FULL.levels))
FIELDS = ("longest", "is_plain", "least_top", "most_top", "is_proved", "technique")


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
        "practice": {
            kind: [n, {name: _number(_plan(n, None, FAMILIES[kind], name), plans) for name in names}]
            for kind, (n, names) in PRACTICE.items()
        },
        "plans": plans,
        "stock": {
            kind: {
                n: {level: _stocked(kind, n, level) for level in levels if n in levels[level]}
                for n in sorted({n for sizes in levels.values() for n in sizes})
            }
            for kind, levels in STOCK.items()
        },
    }


def _stocked(kind: str, n: int, level: str) -> list[str]:
    """Return some puzzles of one kind as text."""
    seed = 100 * n + list(STOCK[kind]).index(level)
    family = {"family": "kakuro"} if kind == "kakuro" else {"family": "sudoku", "variant": kind}
    made = generate_many(IN_STOCK, n, level=level, seed=seed, **family)  # type: ignore[misc]
    return [(_kakuro if kind == "kakuro" else _sudoku)(each.puzzle) for each in made]


def _kakuro(puzzle: Any) -> str:
    """Return the cells of a Kakuro as pzprjs writes them."""
    return format_puzzle(puzzle, "pzprjs").split("/")[-1].strip()


def _sudoku(puzzle: Any) -> str:
    """Return the clues of a variant of Sudoku, and a character for each cell that tells the regions, cages or parities.

    Runs of blank cells are letters from g on. Cells of the cage k have the character of the number 48 + k, and the
    totals of the cages follow.
    """
    n, clues = puzzle.n, "".join(map(str, puzzle.clues.ravel().tolist()))
    parts = [re.sub("0{1,20}", lambda run: chr(ord("f") + len(run[0])), clues)]
    cells = ["."] * n**2
    if isinstance(puzzle, Sudoku):
        cells = [str(region) for region in puzzle.regions.ravel().tolist()]
    else:
        marked = [(chr(48 + k), places) for k, (places, _) in enumerate(puzzle.cages)]
        for sign, places in [*marked, ("e", puzzle.even), ("o", puzzle.odd)]:
            for r, c in places:
                cells[n * r + c] = sign
    if set(cells) != {"."}:
        parts.append("".join(cells))
    if not isinstance(puzzle, Sudoku) and puzzle.cages:
        parts.append(",".join(str(total) for _, total in puzzle.cages))
    return " ".join(parts)


def _number(plan: list[int] | None, plans: list[list[int]]) -> int:
    """Return the number of a plan among all plans, -1 for none."""
    if plan is None:
        return -1
    if plan not in plans:
        plans.append(plan)
    return plans.index(plan)


def _plan(n: int, level: Any, kind: dict[str, Any], technique: Any = None) -> list[int] | None:
    """Return the wish for the generator, some numbers and the scores of the rules; None if there is no such puzzle."""
    try:
        plan = plan_for(Recipe(n, level=level, technique=technique, **kind))
    except PuzzleError:
        return None
    wishes = plan.wishes
    assert (wishes["order"], wishes["share"], wishes["least_time"]) == (0, 1.0, 0)
    assert wishes["numbers"] == (0, ANY_NUMBER)
    assert wishes["pairs"] in ((0, ANY_NUMBER), (0, 0))
    return [*(int(wishes[field]) for field in FIELDS), *plan.rules.tolist()]


def text() -> str:
    """Return the contents of the file."""
    return json.dumps(tables(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
