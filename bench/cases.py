"""The puzzles that benchmarks run on, the same on every machine."""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import fastfuto
from fastfuto import Futoshiki

Square = list[list[int]]
Item = TypeVar("Item")


class Population(NamedTuple):
    """`size` random puzzles of order n that keep a share g of the clues and a share s of the signs."""

    n: int
    g: float
    s: float
    size: int

    def __str__(self) -> str:
        return f"n={self.n} g={self.g:g} s={self.s:g}"

    def puzzles(self) -> list[Futoshiki]:
        """Return the whole population."""
        return [random_puzzle(self.n, self.g, self.s, index) for index in range(self.size)]


# First solutions: from puzzles that the reference solves in a tenth of a millisecond to such that it does not
# solve in hours.
FIRST = [
    Population(4, 0, 0.5, 40),
    Population(4, 0.2, 0.2, 40),
    Population(5, 0, 0.5, 40),
    Population(5, 0.2, 0.3, 40),
    Population(6, 0, 0.3, 30),
    Population(6, 0, 0.8, 30),
    Population(6, 0.2, 0.3, 30),
    Population(7, 0, 0.3, 20),
    Population(7, 0, 0.6, 20),
    Population(7, 0.2, 0.4, 20),
    Population(8, 0, 0.4, 12),
    Population(8, 0, 0.6, 8),
    Population(8, 0.2, 0.3, 12),
    Population(8, 0.3, 0.3, 20),
    Population(9, 0, 0.1, 10),
    Population(9, 0, 0.3, 10),
    Population(9, 0, 0.5, 6),
    Population(9, 0.2, 0.2, 12),
    Population(9, 0.3, 0.3, 12),
]

# All solutions and counts: from a handful of solutions to thousands.
ALL = [
    Population(4, 0, 0.3, 30),
    Population(4, 0.2, 0.2, 30),
    Population(5, 0, 0.4, 30),
    Population(5, 0.1, 0.3, 30),
    Population(5, 0.2, 0.2, 30),
    Population(6, 0, 0.4, 8),
    Population(6, 0, 0.5, 10),
    Population(6, 0, 0.7, 16),
    Population(6, 0.1, 0.3, 16),
    Population(6, 0.1, 0.4, 20),
    Population(6, 0.2, 0.3, 20),
    Population(7, 0, 0.7, 6),
    Population(7, 0.1, 0.5, 8),
    Population(7, 0.1, 0.6, 12),
    Population(7, 0.1, 0.7, 20),
    Population(7, 0.2, 0.3, 16),
    Population(7, 0.2, 0.4, 20),
    Population(8, 0.2, 0.6, 10),
    Population(8, 0.3, 0.3, 10),
    Population(9, 0.35, 0.4, 10),
    Population(9, 0.4, 0.2, 10),
]

# Against solvers of other kinds; the last ones go beyond what the reference can do.
RIVALS_FIRST = [
    Population(5, 0.2, 0.3, 20),
    Population(7, 0, 0.6, 20),
    Population(9, 0, 0.1, 20),
    Population(9, 0, 0.5, 20),
    Population(9, 0.2, 0.2, 20),
    Population(12, 0, 0.6, 10),
    Population(16, 0.1, 0.8, 6),
    Population(20, 0.1, 0.8, 6),
]
RIVALS_ALL = [Population(5, 0.1, 0.3, 20), Population(6, 0.1, 0.4, 20), Population(7, 0.2, 0.4, 20)]

# Enumeration at order 6: 1, 2 or 4 clues and 12 of the 60 signs.
ENUMERATION = [Population(6, 0.03, 0.2, 10), Population(6, 0.06, 0.2, 10), Population(6, 0.11, 0.2, 10)]


def fresh(puzzles: Iterable[Futoshiki]) -> list[Futoshiki]:
    """Return equal puzzles that nobody has solved or compiled yet."""
    return [Futoshiki(puzzle.clues, puzzle.inequalities) for puzzle in puzzles]


def digest(puzzles: Iterable[Futoshiki]) -> str:
    """Return a short name for exactly these puzzles."""
    text = "\n".join(f"{puzzle.clues.tolist()} {puzzle.inequalities}" for puzzle in puzzles)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# Puzzles made for people ------------------------------------------------------------------------------


class Tatham(NamedTuple):
    """A puzzle with exactly one solution; grade t trivial, e easy, k tricky, x extreme, r recursive."""

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
    text = (Path(__file__).parent / "data" / "futoshiki_tatham.tsv").read_text(encoding="utf-8")
    cases = []
    for name, game_id, grade, values in (
        line.split("\t") for line in text.splitlines() if not line.startswith("#")
    ):
        flat = tuple(map(int, values.split(",")))
        n = int(game_id.partition(":")[0])
        solution = tuple(flat[start : start + n] for start in range(0, n * n, n))
        cases.append(Tatham(name, game_id, grade, solution))
    return cases


# Random puzzles -----------------------------------------------------------------------------------------


@functools.cache
def random_puzzle(n: int, g: float, s: float, index: int) -> Futoshiki:
    """Return the puzzle that these four numbers name; it has at least one solution."""
    rng = random.Random(f"fastfuto {n} {g} {s} {index}")
    return thinned(rng, random_square(rng, n, n**3), g, s)


def thinned(rng: random.Random, square: Square, g: float, s: float) -> Futoshiki:
    """Return what is left of a Latin square when most is hidden.

    round(g n^2) cells drawn uniformly keep their value, round(s 2n(n-1)) pairs of neighbours drawn uniformly
    get their sign.
    """
    n = len(square)
    cells = [(r, c) for r in range(n) for c in range(n)]
    pairs = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < n]
    pairs += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < n]
    clues = [[0] * n for _ in range(n)]
    for r, c in draw(rng, cells, round(g * n * n)):
        clues[r][c] = square[r][c]
    signs = [
        (a, b) if square[a[0]][a[1]] < square[b[0]][b[1]] else (b, a)
        for a, b in draw(rng, pairs, round(s * len(pairs)))
    ]
    return Futoshiki(clues, signs)


def random_square(rng: random.Random, n: int, visits: int) -> Square:
    """Return a random Latin square by the walk of Jacobson and Matthews (J. Combin. Designs 4, 1996).

    A square is seen as the set of its triples (row, column, symbol), in which every two coordinates stand
    together exactly once; in an improper one a triple that is missing counts -1, and every two of its
    coordinates stand together twice. The walk starts at the cyclic square and ends when it has visited so
    many proper ones, about n steps each; ending at the next proper one after a number of steps would favour
    those that follow long detours.
    """
    # The triples, three times: by their first two, their outer and their last two coordinates.
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


# Of all that random.Random offers only random() is promised to stay the same from version to version.


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
