"""Futoshiki for benchmarks: random puzzles by recipe and seed, and Tatham's puzzles for people."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import fastfuto
from fastfuto import Futoshiki

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
Square = list[list[int]]
Item = TypeVar("Item")


TIGHT = ((9, 0.05, 0.45), (9, 0.1, 0.35), (10, 0.12, 0.35), (11, 0.2, 0.3), (12, 0.25, 0.25))
"""Recipes of puzzles with few solutions: order, fraction of the numbers, fraction of the inequalities."""
LOOSE = ((6, 0, 0.35), (6, 0, 0.45), (7, 0, 0.5), (7, 0.06, 0.4), (8, 0.1, 0.5), (8, 0.2, 0.2))
"""Recipes of puzzles with hundreds of solutions or more."""


# Puzzles made for people --------------------------------------------------------------------------------


class Tatham(NamedTuple):
    """A puzzle with one solution and a grade: t trivial, e easy, k tricky, x extreme or r recursive."""

    name: str
    id: str
    grade: str
    solution: tuple[tuple[int, ...], ...]

    @property
    def n(self) -> int:
        """Side of the grid."""
        return len(self.solution)

    def puzzle(self) -> Futoshiki:
        """Return the puzzle, a new object every time."""
        return fastfuto.parse(self.id, format="tatham")


def tatham(n: int, grades: str = "tekxr") -> list[Tatham]:
    """Return the puzzles of bench/data/futoshiki_tatham.tsv of this order and of these grades."""
    return [case for case in _tatham() if case.n == n and case.grade in grades]


@functools.cache
def _tatham() -> list[Tatham]:
    text = (Path(__file__).parents[1] / "data" / "futoshiki_tatham.tsv").read_text(encoding="utf-8")
    cases = []
    for name, game_id, grade, values in (
        line.split("\t") for line in text.splitlines() if not line.startswith("#")
    ):
        flat = tuple(map(int, values.split(",")))
        n = int(game_id.partition(":")[0])
        solution = tuple(flat[start : start + n] for start in range(0, n * n, n))
        cases.append(Tatham(name, game_id, grade, solution))
    return cases


def golden(name: str, n: int) -> list[str]:
    """Return the game ids of order n of a table of tests/golden."""
    path = Path(__file__).parents[2] / "tests" / "golden" / f"{name}.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.partition("\t")[0] for line in lines if line.startswith(f"{n}:")]


# Random puzzles -----------------------------------------------------------------------------------------


@functools.cache
def random_puzzle(n: int, g: float, s: float, index: int) -> Futoshiki:
    """Return the puzzle of order n that these numbers identify; it has at least one solution.

    It keeps a fraction g of the numbers and a fraction s of the inequalities of a random Latin square.
    """
    rng = random.Random(f"fastfuto {n} {g} {s} {index}")
    return thinned(rng, random_square(rng, n, n**3), g, s)


def thinned(rng: random.Random, square: Square, g: float, s: float) -> Futoshiki:
    """Return the puzzle with fractions of the numbers and of the inequalities of a Latin square.

    The puzzle keeps the values of round(g n^2) cells and the inequalities of round(s 2n(n-1)) pairs of
    neighbours, all drawn uniformly.
    """
    n = len(square)
    cells = [(r, c) for r in range(n) for c in range(n)]
    pairs = neighbours(n)
    clues = [[0] * n for _ in range(n)]
    for r, c in draw(rng, cells, round(g * n * n)):
        clues[r][c] = square[r][c]
    return Futoshiki(clues, ordered(square, draw(rng, pairs, round(s * len(pairs)))))


def neighbours(n: int) -> list[Pair]:
    """Return the pairs of neighbouring cells of an n x n grid, pairs in rows first."""
    across = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]


def ordered(square: Square, pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs with the cell of the smaller value first."""
    return [(a, b) if square[a[0]][a[1]] < square[b[0]][b[1]] else (b, a) for a, b in pairs]


def random_square(rng: random.Random, n: int, visits: int) -> Square:
    """Return a random Latin square by the walk of Jacobson and Matthews (J. Combin. Designs 4, 1996).

    A square is treated as the set of its triples (row, column, symbol): every two coordinates occur together
    exactly once. In an improper square one triple counts -1, and every two of its coordinates occur together
    in two other triples. The walk starts at the cyclic square and ends when it has visited `visits` proper
    squares, which takes about n steps each. Ending at the first proper square after a fixed number of steps
    would favour the squares that follow long detours.
    """
    # The triples are stored three times: by their first two, their outer and their last two coordinates.
    symbols = [[[(r + c) % n] for c in range(n)] for r in range(n)]
    columns = [[[(s - r) % n] for s in range(n)] for r in range(n)]
    rows = [[[(s - c) % n] for s in range(n)] for c in range(n)]

    def add(r: int, c: int, s: int) -> None:
        symbols[r][c].append(s)
        columns[r][s].append(c)
        rows[c][s].append(r)

    def take(r: int, c: int, s: int) -> None:
        symbols[r][c].remove(s)
        columns[r][s].remove(c)
        rows[c][s].remove(r)

    missing: tuple[int, int, int] | None = None
    while n > 1 and visits:
        if missing is None:
            r, c, s = (below(rng, n) for _ in range(3))
            while s in symbols[r][c]:
                r, c, s = (below(rng, n) for _ in range(3))
        else:
            r, c, s = missing
        row, column, symbol = pick(rng, rows[c][s]), pick(rng, columns[r][s]), pick(rng, symbols[r][c])
        if missing is None:
            add(r, c, s)
        for triple in (row, c, s), (r, column, s), (r, c, symbol):
            take(*triple)
        for triple in (r, column, symbol), (row, c, symbol), (row, column, s):
            add(*triple)
        if symbol in symbols[row][column]:
            take(row, column, symbol)
            missing = None
            visits -= 1
        else:
            missing = row, column, symbol
    return [[symbol[0] + 1 for symbol in row] for row in symbols]


# Only random() of random.Random is documented to give the same sequence in every version of Python.


def below(rng: random.Random, n: int) -> int:
    """Return one of 0..n-1."""
    return int(rng.random() * n)


def pick(rng: random.Random, items: list[Item]) -> Item:
    """Return one of the items."""
    return items[below(rng, len(items))]


def draw(rng: random.Random, items: list[Item], k: int) -> list[Item]:
    """Return k of the items."""
    items = items.copy()
    return [items.pop(below(rng, len(items))) for _ in range(k)]
