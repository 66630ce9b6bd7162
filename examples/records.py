"""Grids without numbers that have one solution and few signs, found by evolution.

A grid without numbers begins with the signs of a generated puzzle. When it has one solution, it is printed and loses a
sign. Then it changes until it has one solution again: in each step it loses a sign at random and gets the one that
leaves the fewest solutions, give or take some luck. The more solutions a change leads to, the more often it is taken
back. Run with a size, a number of steps and a seed, for example `python records.py 7 20000 3`, to look for a better
grid than docs/how-to/generate.md has.
"""

import math
import random
import sys
from collections.abc import Iterator

import numpy as np

import fastfuto

Sign = tuple[tuple[int, int], tuple[int, int]]

MOST = 20_000
"""Solutions of a grid that are looked at; a sign without which there are more is left alone."""
LUCK = 0.3
"""How much luck counts in the choice of a sign, as a share of the logarithm of the number of solutions."""


def with_signs(n: int, signs: list[Sign]) -> fastfuto.Futoshiki:
    return fastfuto.Futoshiki(np.zeros((n, n), int), signs)


def solutions(n: int, signs: list[Sign]) -> np.ndarray:
    return fastfuto.all_solutions(with_signs(n, signs), limit=MOST)


def all_signs(n: int) -> list[Sign]:
    """Return both signs of all pairs of cells side by side or one above the other."""
    cells = [(r, c) for r in range(n) for c in range(n)]
    pairs = [((r, c), (r + down, c + 1 - down)) for r, c in cells for down in (0, 1)]
    return [sign for a, b in pairs if max(b) < n for sign in ((a, b), (b, a))]


def without_one(n: int, signs: list[Sign], draw: random.Random) -> list[Sign]:
    """Return the signs without the one that excludes the fewest solutions."""
    fewer = [[each for each in signs if each != sign] for sign in signs]
    return min(fewer, key=lambda signs: (len(solutions(n, signs)), draw.random()))


def changed(n: int, signs: list[Sign], draw: random.Random) -> tuple[list[Sign], int] | None:
    """Return the signs with another one in the place of one of them, and the number of solutions that they leave."""
    lost = draw.choice(signs)
    kept = [sign for sign in signs if sign != lost]
    grids = solutions(n, kept)
    if len(grids) == MOST:
        return None
    others = [sign for sign in all_signs(n) if sign not in signs]
    low, high = np.array(others).transpose(1, 2, 0)
    numbers = (grids[:, *low] < grids[:, *high]).sum(axis=0).tolist()

    def chance(k: int) -> float:
        return math.log(numbers[k]) + LUCK * draw.expovariate(1.0)

    best = min((k for k in range(len(others)) if numbers[k]), key=chance)
    return [*kept, others[best]], numbers[best]


def evolved(n: int, steps: int, seed: int) -> Iterator[list[Sign]]:
    """Yield the signs of better and better grids."""
    draw = random.Random(seed)
    first = fastfuto.generate(n, numbers=0, seed=seed).puzzle
    assert isinstance(first, fastfuto.Futoshiki)
    signs, number = list(first.inequalities), 1
    for _ in range(steps):
        if not signs:
            return
        if number == 1:
            yield signs
            signs = without_one(n, signs, draw)
            number = len(solutions(n, signs))
        elif (change := changed(n, signs, draw)) and draw.random() * change[1] <= number:
            signs, number = change


if __name__ == "__main__":
    wishes = [int(word) for word in sys.argv[1:] if word.isdigit()]
    for n, steps, seed in [wishes] if len(wishes) == 3 else [[4, 60, 0], [5, 60, 0]]:
        for signs in evolved(n, steps, seed):
            print(n, len(signs), fastfuto.format_puzzle(with_signs(n, signs), "tatham").strip(), sep="\t")
