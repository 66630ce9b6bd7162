"""Search by evolution for grids without numbers that have exactly one solution and few signs.

The search begins with the signs of a generated puzzle without numbers. Whenever the grid has exactly one solution, it
is printed, and a sign is removed. Then the signs change until the grid has one solution again. Each step removes a
random sign and adds the sign that leaves the fewest solutions, where chance has some influence on the choice. The more
solutions a change leads to, the more often it is undone. Run ``python records.py 7 20000 3``, with a size, a number of
steps and a seed, to search for a better grid than those in docs/how-to/generate.md.
"""

import math
import random
import sys
from collections.abc import Iterator

import numpy as np

import fastfuto

Sign = tuple[tuple[int, int], tuple[int, int]]

MOST = 20_000
"""Most solutions of a grid that are compared. A sign is kept if the grid has more solutions without it."""
LUCK = 0.3
"""Influence of chance on the choice of a sign: a random number with this mean is added to the logarithm of the number
of solutions."""


def with_signs(n: int, signs: list[Sign]) -> fastfuto.Futoshiki:
    return fastfuto.Futoshiki(np.zeros((n, n), int), signs)


def solutions(n: int, signs: list[Sign]) -> np.ndarray:
    return fastfuto.all_solutions(with_signs(n, signs), limit=MOST)


def all_signs(n: int) -> list[Sign]:
    """Return both possible signs for each pair of neighbouring cells."""
    cells = [(r, c) for r in range(n) for c in range(n)]
    pairs = [((r, c), (r + down, c + 1 - down)) for r, c in cells for down in (0, 1)]
    return [sign for a, b in pairs if max(b) < n for sign in ((a, b), (b, a))]


def without_one(n: int, signs: list[Sign], draw: random.Random) -> list[Sign]:
    """Remove the sign that excludes the fewest solutions, and return the others."""
    fewer = [[each for each in signs if each != sign] for sign in signs]
    return min(fewer, key=lambda signs: (len(solutions(n, signs)), draw.random()))


def changed(n: int, signs: list[Sign], draw: random.Random) -> tuple[list[Sign], int] | None:
    """Replace a random sign. Return the new signs and their number of solutions, or None if there are too many."""
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
    """Yield the signs of each grid with exactly one solution, with fewer and fewer signs."""
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
