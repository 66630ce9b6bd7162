"""A large grid, and files of many game ids."""

from __future__ import annotations

import functools
import itertools
import random

import fastfuto

from .futoshiki import below, neighbours, ordered, tatham

EACH = 105
"""Puzzles from each symmetric form."""


@functools.cache
def large(n: int) -> fastfuto.Futoshiki:
    """Return a puzzle with 40 % of the numbers and 20 % of the inequalities of a cyclic square."""
    rng = random.Random(n)
    square = [[(r + c) % n + 1 for c in range(n)] for r in range(n)]
    pairs = [pair for pair in neighbours(n) if rng.random() < 0.2]
    clues = [[value if rng.random() < 0.4 else 0 for value in row] for row in square]
    return fastfuto.Futoshiki(clues, ordered(square, pairs))


@functools.cache
def many_ids(number: int) -> list[str]:
    """Return distinct 9 x 9 ids: symmetric forms of Tatham's puzzles with two more numbers of the solution."""
    rng = random.Random(9)
    ids: list[str] = []
    forms = list(itertools.product(range(4), (False, True), (False, True)))
    for case, (rotation, mirror, complement) in itertools.product(tatham(9), forms):
        puzzle = case.puzzle().transformed(rotation=rotation, mirror=mirror, complement=complement)
        solution = fastfuto.solve(puzzle).grid
        blank = [(r, c) for r in range(9) for c in range(9) if not puzzle.clues[r, c]]
        chosen: set[tuple[int, int]] = set()
        while len(chosen) < EACH:
            first, second = below(rng, len(blank)), below(rng, len(blank))
            if first < second:
                chosen.add((first, second))
        for pair in sorted(chosen):
            clues = puzzle.clues.copy()
            for k in pair:
                clues[blank[k]] = solution[blank[k]]
            ids.append(fastfuto.format_puzzle(puzzle.with_clues(clues), "tatham"))
    for k in range(len(ids) - 1, 0, -1):
        other = below(rng, k + 1)
        ids[k], ids[other] = ids[other], ids[k]
    return list(dict.fromkeys(ids))[:number]
