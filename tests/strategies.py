"""Futoshiki puzzles for tests: hypothesis strategies, and a seeded generator for loops over thousands."""

from __future__ import annotations

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from fastfuto import Futoshiki, LatinSquare

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
Rows = list[list[int]]


def rounds(thorough: int) -> range:
    """Return the rounds of a loop: so many in the profile "thorough", and a twentieth of them in the quick one."""
    return range(max(1, thorough * settings.default.max_examples // 100))


def random_square(rng: random.Random, n: int) -> Rows:
    """Return a Latin square of order n, any with some probability, not all with the same."""
    rows: Rows = []
    free = [set(range(1, n + 1)) for _ in range(n)]  # what each column still lacks
    for _ in range(n):
        column_of: dict[int, int] = {}  # a perfect matching of values and columns, which always exists
        for column in rng.sample(range(n), n):
            _match(rng, column, free, column_of, set())
        row = [value for value, _ in sorted(column_of.items(), key=lambda item: item[1])]
        for column, value in enumerate(row):
            free[column].remove(value)
        rows.append(row)
    return rows


def _match(
    rng: random.Random, column: int, free: list[set[int]], column_of: dict[int, int], seen: set[int]
) -> bool:
    """Find a value for `column`, moving other columns to other values where needed."""
    for value in rng.sample(sorted(free[column]), len(free[column])):
        if value not in seen:
            seen.add(value)
            if value not in column_of or _match(rng, column_of[value], free, column_of, seen):
                column_of[value] = column
                return True
    return False


def cells(n: int) -> list[Cell]:
    """Return all cells, row by row."""
    return [(r, c) for r in range(n) for c in range(n)]


def neighbours(n: int) -> list[Pair]:
    """Return all 2n(n-1) pairs of neighbouring cells."""
    return [((r, c), (r, c + 1)) for r, c in cells(n) if c + 1 < n] + [
        ((r, c), (r + 1, c)) for r, c in cells(n) if r + 1 < n
    ]


def kept(square: Rows, clues: set[Cell] | list[Cell]) -> Rows:
    """Return the square with all cells blank but these."""
    return [[value if (r, c) in clues else 0 for c, value in enumerate(row)] for r, row in enumerate(square)]


def signed(square: Rows, pair: Pair) -> Pair:
    """Return the pair with the cell that is lesser in the square first."""
    (a, b), (c, d) = pair
    return pair if square[a][b] < square[c][d] else ((c, d), (a, b))


def random_puzzle(rng: random.Random, n: int, g: float, s: float) -> Futoshiki:
    """Return a puzzle with a solution: a share g of the clues and a share s of the signs of a square."""
    square = random_square(rng, n)
    pairs = rng.sample(neighbours(n), round(s * 2 * n * (n - 1)))
    return Futoshiki(
        kept(square, rng.sample(cells(n), round(g * n * n))), [signed(square, pair) for pair in pairs]
    )


def large_puzzle(n: int, seed: int) -> Futoshiki:
    """Return such a puzzle of a large size, with 42 % of the clues and 5 % of the signs."""
    rng, square = random.Random(seed), LatinSquare.random(n, seed=seed).clues.tolist()
    signs = [signed(square, pair) for pair in rng.sample(neighbours(n), n * (n - 1) // 10)]
    return Futoshiki(kept(square, set(rng.sample(cells(n), 42 * n * n // 100))), signs)


def perturbed_puzzle(rng: random.Random, n: int, g: float, s: float) -> Futoshiki:
    """Return such a puzzle with one clue or sign changed at random: it may have lost its solutions."""
    puzzle = random_puzzle(rng, n, g, s)
    clues, signs = puzzle.clues.tolist(), list(puzzle.inequalities)
    if signs and rng.random() < 0.5:
        k = rng.randrange(len(signs))
        lesser, greater = signs[k]
        signs[k] = greater, lesser
    else:
        r, c = rng.choice(cells(n))
        clues[r][c] = rng.randint(0, n)
    return Futoshiki(clues, signs)


def orders(min_n: int, max_n: int) -> SearchStrategy[int]:
    """Draw a size."""
    return st.integers(min_n, max_n)


@st.composite
def squares(draw: DrawFn, min_n: int = 1, max_n: int = 6) -> Rows:
    """Draw a Latin square."""
    n = draw(orders(min_n, max_n))
    return random_square(random.Random(draw(st.integers(0, 2**16))), n)


@st.composite
def satisfiable(draw: DrawFn, min_n: int = 1, max_n: int = 6) -> Futoshiki:
    """Draw a puzzle with at least one solution, some of the clues and signs of a hidden square."""
    square = draw(squares(min_n, max_n))
    n = len(square)
    clues = draw(st.sets(st.sampled_from(cells(n))))
    pairs = draw(st.sets(st.sampled_from(neighbours(n)))) if n > 1 else []
    return Futoshiki(kept(square, clues), [signed(square, pair) for pair in pairs])


@st.composite
def over_constrained(draw: DrawFn, min_n: int = 1, max_n: int = 6) -> Futoshiki:
    """Draw a puzzle whose clues and signs come from two squares, so that it mostly has no solution."""
    square = draw(squares(min_n, max_n))
    n = len(square)
    other = random_square(random.Random(draw(st.integers(0, 2**16))), n)
    clues = draw(st.sets(st.sampled_from(cells(n))))
    if n == 1:
        return Futoshiki(kept(square, clues))
    own = draw(st.sets(st.sampled_from(neighbours(n))))
    foreign = draw(st.sets(st.sampled_from(neighbours(n)), min_size=1)) - own
    signs = [signed(square, pair) for pair in own] + [signed(other, pair) for pair in foreign]
    return Futoshiki(kept(square, clues), signs)


@st.composite
def contradictory(draw: DrawFn, min_n: int = 1, max_n: int = 6) -> Futoshiki:
    """Draw a puzzle that contradicts itself: `violations()` is never empty."""
    puzzle = draw(satisfiable(min_n, max_n))
    n = puzzle.n
    clues, signs = puzzle.clues.tolist(), set(puzzle.inequalities)
    flaw = draw(st.sampled_from(["range", "repeat", "sign", "cycle", "chain"] if n > 1 else ["range"]))
    if flaw == "range":
        r, c = draw(st.sampled_from(cells(n)))
        clues[r][c] = draw(
            st.sampled_from([-1, n + 1, -(2**31), 2**31 - 1, 64, 256, 300]).filter(lambda v: v > n or v < 0)
        )
    elif flaw == "repeat":
        (a, b), (c, d) = draw(st.sampled_from(neighbours(n)))
        clues[a][b] = clues[c][d] = draw(st.integers(1, n))
    elif flaw == "sign":
        pair = draw(st.sampled_from(neighbours(n)))
        (a, b), (c, d) = greater, lesser = draw(st.permutations(pair))
        clues[a][b], clues[c][d] = n, draw(st.integers(1, n))
        signs = {sign for sign in signs if sign != (lesser, greater)} | {(greater, lesser)}
    else:
        r, c = draw(st.sampled_from(cells(n - 1)))
        ring = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        if flaw == "chain":  # n + 1 cells in ascending order: down the first column, then one to the right
            ring = [*((row, 0) for row in range(n)), (n - 1, 1)]
        chain = list(zip(ring, ring[1:] + ring[:1] if flaw == "cycle" else ring[1:], strict=False))
        signs = {(a, b) for a, b in signs if (b, a) not in chain} | set(chain)
    return Futoshiki(clues, signs)


@st.composite
def full(draw: DrawFn, min_n: int = 1, max_n: int = 6) -> Futoshiki:
    """Draw a complete scheme, valid or with one value changed."""
    square = draw(squares(min_n, max_n))
    n = len(square)
    pairs = draw(st.sets(st.sampled_from(neighbours(n)))) if n > 1 else []
    signs = [signed(square, pair) for pair in pairs]
    if draw(st.booleans()):
        r, c = draw(st.sampled_from(cells(n)))
        square[r][c] = draw(st.integers(1, n))
    return Futoshiki(square, signs)


def empty(min_n: int = 1, max_n: int = 6) -> SearchStrategy[Futoshiki]:
    """Draw a grid without clues and signs."""
    return orders(min_n, max_n).map(lambda n: Futoshiki([[0] * n] * n))


def puzzles(min_n: int = 1, max_n: int = 6) -> SearchStrategy[Futoshiki]:
    """Draw any kind of puzzle: satisfiable, over-constrained, contradictory, full or empty."""
    kinds = [satisfiable, over_constrained, contradictory, full, empty]
    return st.one_of([kind(min_n, max_n) for kind in kinds])
