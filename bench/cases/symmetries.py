"""Latin squares and Futoshikis with symmetries, some of them lost to clues or signs."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import fastfuto
from fastfuto import Futoshiki, LatinSquare

from .futoshiki import neighbours, ordered


def with_clues(n: int, k: int) -> LatinSquare:
    """Return a square with k clues of a random square; n and k determine it."""
    rng = random.Random(k)
    solution = fastfuto.sample(LatinSquare(n), seed=k)[0]
    grid = [[0] * n for _ in range(n)]
    for cell in rng.sample(range(n * n), k):
        row, column = divmod(cell, n)
        grid[row][column] = int(solution[row, column])
    return LatinSquare(grid)


def with_signs(n: int, k: int) -> Futoshiki:
    """Return a grid without numbers, with k signs of a random square; n and k determine it."""
    rng = random.Random(k)
    solution = fastfuto.sample(LatinSquare(n), seed=k)[0]
    return Futoshiki([[0] * n] * n, ordered(solution.tolist(), rng.sample(sorted(neighbours(n)), k)))


def patterns(n: int) -> dict[str, Callable[[], Futoshiki | LatinSquare]]:
    """Return the grids of order n with a pattern of clues or with one sign."""
    rows = range(n)
    given = {
        "one clue": {(2, n - 3): 3},
        "half a row": {(0, c): c + 1 for c in range(n // 2)},
        "first row": {(0, c): c + 1 for c in rows},
        "a column": {(r, n - 3): r + 1 for r in rows},
        "first row and column": {(0, k): k + 1 for k in rows} | {(k, 0): k + 1 for k in rows},
        "a diagonal of ones": {(k, k): 1 for k in rows},
        "two rows of a cyclic square": {(r, c): (r + c) % n + 1 for r in range(2) for c in rows},
        f"diagonal of 1 to {n}": {(k, k): k + 1 for k in rows},
    }
    grids = {name: [[clues.get((r, c), 0) for c in rows] for r in rows] for name, clues in given.items()}
    squares: dict[str, Callable[[], Futoshiki | LatinSquare]] = {
        name: partial(LatinSquare, grid) for name, grid in grids.items()
    }
    return squares | {"one sign": partial(Futoshiki, [[0] * n] * n, [((0, 0), (0, 1))])}
