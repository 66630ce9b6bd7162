"""Slow and obvious answers to test the fast ones against."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import NamedTuple

from fastfuto import Adjacent, Futoshiki

Grid = tuple[tuple[int, ...], ...]

LATIN_SQUARES = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161280, 6: 812851200}
"""Number of Latin squares of order n: OEIS A002860."""


@functools.cache
def latin_squares(n: int) -> tuple[Grid, ...]:
    """Return all Latin squares of order n <= 4 in row-major lexicographic order."""
    squares: list[Grid] = [()]
    for _ in range(n):
        squares = [
            (*square, row)
            for square in squares
            for row in itertools.permutations(range(1, n + 1))
            if all(a != b for above in square for a, b in zip(above, row, strict=True))
        ]
    return tuple(squares)


def fits(puzzle: Futoshiki, grid: Grid) -> bool:
    """Say whether a Latin square keeps the clues and the signs."""
    return all(
        clue in (0, value)
        for clues, values in zip(puzzle.clues.tolist(), grid, strict=True)
        for clue, value in zip(clues, values, strict=True)
    ) and all(grid[a][b] < grid[c][d] for (a, b), (c, d) in puzzle.inequalities)


def brute_force(puzzle: Futoshiki) -> list[Grid]:
    """Return all solutions of a puzzle with n <= 4 in lexicographic order, out of all Latin squares."""
    return [grid for grid in latin_squares(puzzle.n) if fits(puzzle, grid)]


class Tatham(NamedTuple):
    """A puzzle with exactly one solution; grade t trivial, e easy, k tricky, x extreme, r recursive."""

    name: str
    id: str
    grade: str
    solution: Grid


@functools.cache
def tatham() -> tuple[Tatham, ...]:
    """Return the puzzles of tests/golden/tatham.tsv."""
    lines = (Path(__file__).parent / "golden" / "tatham.tsv").read_text(encoding="utf-8").splitlines()
    puzzles = []
    for name, game_id, grade, solution in (line.split("\t") for line in lines if not line.startswith("#")):
        n = int(game_id.split(":")[0])
        values = [int(value) for value in solution.split(",")]
        puzzles.append(
            Tatham(name, game_id, grade, tuple(tuple(values[r : r + n]) for r in range(0, n * n, n)))
        )
    return tuple(puzzles)


def adjacent_brute_force(puzzle: Adjacent) -> list[Grid]:
    """Return all solutions in lexicographic order, filling cell after cell with each value that breaks no rule."""
    n, clues = puzzle.n, puzzle.clues.tolist()
    bars = {*puzzle.bars} | {(b, a) for a, b in puzzle.bars}
    grids: list[list[int]] = [[]]
    for r, c in itertools.product(range(n), repeat=2):
        longer = []
        for grid in grids:
            row, column = grid[r * n :], grid[c::n]
            before = [((r, c - 1), row[-1:]), ((r - 1, c), column[-1:])]
            for value in [clues[r][c]] if clues[r][c] else range(1, n + 1):
                if (
                    1 <= value <= n
                    and value not in row + column
                    and all(
                        (abs(value - other) == 1) == (((r, c), cell) in bars)
                        for cell, others in before
                        for other in others
                    )
                ):
                    longer.append([*grid, value])
        grids = longer
    return [tuple(tuple(grid[r : r + n]) for r in range(0, n * n, n)) for grid in grids]


@functools.cache
def adjacent_game_ids() -> tuple[tuple[str, Grid], ...]:
    """Return the game ids of tests/golden/adjacent.tsv, each with its only solution."""
    lines = (Path(__file__).parent / "golden" / "adjacent.tsv").read_text(encoding="utf-8").splitlines()
    pairs = []
    for game_id, solution in (line.split("\t") for line in lines if not line.startswith("#")):
        n = int(game_id.split("a:")[0])
        values = [int(value) for value in solution.split(",")]
        pairs.append((game_id, tuple(tuple(values[r : r + n]) for r in range(0, n * n, n))))
    return tuple(pairs)
