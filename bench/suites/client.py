"""A real client: the time of reasoning-gym to make its tasks, with its own solver and with fastfuto."""

from __future__ import annotations

from functools import partial

from ..cases.client import client
from ..tasks import GENERATE
from . import Case, Promise, Section, Set, Suite

CONTESTANTS = ("fastfuto", "fastfuto (inside it)", "reasoning-gym")
WAYS = {"built anew": False, "with_clues": True}
"""Ways to build the puzzle for each question to the solver, and whether they use `with_clues`."""


def tasks(kind: str, n: int, size: int, way: str) -> Set:
    """Return a set of tasks of one kind."""
    cases = [Case(f"#{k}", partial(client, kind, n, k, WAYS[way])) for k in range(size)]
    return Set(f"{kind} n={n}, {way}", GENERATE, cases, CONTESTANTS)


SUITE = Suite(
    title="a client",
    text="Generators of reasoning-gym, which ask a solver after each clue that they take away; the classes are those\n"
    "of examples/with_reasoning_gym.py. `built anew`: `Futoshiki(lists, pairs)` for each question; `with_clues`:\n"
    "one puzzle for each task. `inside it` is the time of the solver's methods alone.",
    limit=60.0,
    quick_limit=5.0,
    rounds=5,
    patience=5.0,
    sections=[
        Section(
            "Tasks of reasoning-gym",
            "Futoshiki tasks differ: the package's solver gives up on some grids that have a solution, and so keeps\n"
            "clues that could go. Every puzzle is checked to have one solution.",
            [
                tasks(kind, n, size, way)
                for kind, n, size in (
                    ("Futoshiki", 4, 40),
                    ("Futoshiki", 5, 20),
                    ("Futoshiki", 6, 20),
                    ("Futoshiki", 7, 10),
                    ("MiniSudoku", 4, 40),
                    ("Sudoku", 9, 10),
                )
                for way in WAYS
            ],
        )
    ],
    promises=[
        *(
            Promise(f"Futoshiki, n = {n}: at least 12 x reasoning-gym", f"Futoshiki n={n}", "ratio", 12)
            for n in (4, 5, 6, 7)
        ),
        Promise("mini-Sudoku: at least 1.5 x reasoning-gym", "MiniSudoku", "ratio", 1.5),
    ],
)
