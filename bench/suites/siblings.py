"""The sibling puzzles: Sudoku, Kakuro, exact cover, permutations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastfuto import Permutations

from ..cases import cover, kakuro, sudoku
from ..tasks import ALL, COUNT, FIRST, UNIQUE
from . import Case, Section, Set, Suite

COVERS = ("fastfuto", "fastfuto (leftmost item)", "exact-cover", "xcover", "miniexact", "pyxcc")
MODELS = ("fastfuto", "CP-SAT", "CaDiCaL")
BATCH = 1000
LONG: dict[str, Any] = {"rounds": 1, "limit": 60.0}


def covers(name: str, known: int, make: Callable[..., cover.Cover], *arguments: int) -> Set:
    """Return the set that counts all covers of one problem with a known number."""
    return Set(name, COUNT, [Case(name, partial(make, *arguments), known)], COVERS)


def batch(kind: str) -> list[Set]:
    """Return the sets of one batch of Sudoku, with and without proofs of uniqueness."""
    case = Case(kind, partial(sudoku.batch, kind, BATCH // 5 if kind == "hard" else BATCH))
    return [
        Set(kind, UNIQUE, [case], ("fastfuto", "rustoku")),
        Set(kind, FIRST, [case], ("fastfuto", "fastfuto (text to text)", "rustoku", "lib-sudoku")),
    ]


def whole_batch(kind: str, make: Callable[..., Any], *arguments: int) -> Set:
    """Return the set of a batch from its own function, with proofs of uniqueness."""
    return Set(kind, UNIQUE, [Case(kind, partial(make, *arguments))], ("fastfuto", "rustoku"), rounds=3)


def random_sudoku(n: int, share: float, size: int) -> Set:
    """Return a set of random Sudoku grids of an order."""
    cases = [Case(f"#{seed}", partial(sudoku.random_grid, n, share, seed)) for seed in range(size)]
    return Set(f"{n} x {n}, {share:.0%} clues", FIRST, cases, MODELS, rounds=1)


def random_kakuro(side: int, black: float, size: int) -> Set:
    """Return a set of random Kakuro grids."""
    cases = [Case(f"#{seed}", partial(kakuro.random_grid, side, side, black, seed)) for seed in range(size)]
    return Set(f"{side} x {side}, {black:.0%} black", FIRST, cases, ("fastfuto", "CP-SAT"), rounds=1)


SUITE = Suite(
    title="the sibling puzzles",
    text="""\
fastfuto's leftmost item, CP-SAT, CaDiCaL and lib-sudoku keep the limit; the others have none.""",
    limit=10.0,
    quick_limit=1.0,
    rounds=5,
    patience=40.0,
    sections=[
        Section(
            "Sudoku 9 x 9",
            f"Times are of batches of {BATCH} grids, of {BATCH // 5} hard ones. Easy grids have 36 clues,\n"
            "few ones none to spare; hard ones were found by hill climbing. Minimal ones have none to spare and\n"
            "1000 different solutions; famous ones are 250 forms each of the four hardest of the literature.\n"
            "From text to text, as in rustoku, each call solves one grid.",
            [
                *(one for kind in sudoku.KINDS for one in batch(kind)),
                whole_batch("minimal", sudoku.minimal, BATCH),
                whole_batch("famous", sudoku.famous),
            ],
        ),
        Section(
            "Large Sudoku",
            "",
            [random_sudoku(16, 0.4, 20), random_sudoku(25, 0.45, 10), random_sudoku(25, 0.4, 10)],
        ),
        Section(
            "Kakuro",
            "The batch proves, too, that each grid has one solution.",
            [
                Set(
                    "the source's grids",
                    FIRST,
                    [Case(f"grid {k}", partial(kakuro.source_grid, k)) for k in range(6)],
                    ("fastfuto", "fastfuto (same object again)", "fastfuto (50 in a batch)", "CP-SAT"),
                    rounds=20,
                ),
                *(
                    random_kakuro(*each)
                    for each in ((15, 0.3, 100), (30, 0.35, 20), (40, 0.35, 10), (40, 0.3, 10))
                ),
            ],
        ),
        Section(
            "Exact cover",
            "Times are of setting up and solving.",
            [
                Set(
                    "Sudoku matrices",
                    FIRST,
                    [
                        Case(f"{kind} #{k}", partial(cover.sudoku_matrix, kind, k))
                        for kind in sudoku.KINDS
                        for k in range(5)
                    ],
                    ("fastfuto", "exact-cover", "xcover", "dlx-cython"),
                ),
                covers("8 queens", 92, cover.queens, 8),
                covers("12 queens", 14200, cover.queens, 12),
                covers("Langford pairs, n = 8", 300, cover.langford, 8),
                covers("Langford pairs, n = 11", 35584, cover.langford, 11),
                covers("pentominoes 6 x 10", 9356, cover.pentominoes, 6, 10)._replace(**LONG),
                covers("pentominoes 5 x 12", 4040, cover.pentominoes, 5, 12)._replace(**LONG),
            ],
            is_whole=True,
        ),
        Section(
            "Permutations",
            "All permutations in an array.",
            [
                Set(
                    f"all of {n}",
                    ALL,
                    [Case(f"{n}", partial(Permutations, n))],
                    ("fastfuto", "itertools (fromiter)", "itertools (bytes)"),
                )
                for n in (8, 10)
            ],
        ),
    ],
    promises=[],
)
