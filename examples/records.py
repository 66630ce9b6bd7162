"""Grids without numbers that have one solution and few signs, found by evolution.

A grid loses a few signs and gets others, each of which excludes another solution than one chosen at random; then the
signs that are not needed go. The grid is kept if it has no more signs than the best one. Run with a size and a number
of steps, for example `python records.py 7 20000`, to look for a better one than docs/generate.md has.
"""

import random
import sys

import numpy as np

import fastfuto

Sign = tuple[tuple[int, int], tuple[int, int]]


def neighbours(n: int) -> list[Sign]:
    """Return all pairs of cells side by side or one above the other."""
    cells = [(r, c) for r in range(n) for c in range(n)]
    pairs = [((r, c), (r + down, c + 1 - down)) for r, c in cells for down in (0, 1)]
    return [pair for pair in pairs if max(pair[1]) < n]


def with_signs(n: int, signs: list[Sign]) -> fastfuto.Futoshiki:
    return fastfuto.Futoshiki(np.zeros((n, n), int), signs)


def completed(n: int, signs: list[Sign], draw: random.Random) -> list[Sign] | None:
    """Add signs until there is one solution; return None if a square came up that its signs do not determine."""
    puzzle = with_signs(n, signs)
    target = fastfuto.sample(puzzle, 1, seed=draw.getrandbits(63))[0]
    true_signs = [(a, b) if target[a] < target[b] else (b, a) for a, b in neighbours(n)]
    while True:
        for other in fastfuto.all_solutions(with_signs(n, signs), limit=2):
            if (other != target).any():
                break
        else:
            return signs
        excluding = [(a, b) for a, b in true_signs if other[a] > other[b]]
        if not excluding:
            return None
        signs = [*signs, draw.choice(excluding)]


def stripped(n: int, signs: list[Sign], draw: random.Random) -> list[Sign]:
    """Take away signs that are not needed, in a random order."""
    for sign in draw.sample(signs, len(signs)):
        fewer = [each for each in signs if each != sign]
        if fastfuto.is_unique(with_signs(n, fewer)):
            signs = fewer
    return signs


def evolved(n: int, steps: int, seed: int = 0) -> list[Sign]:
    """Return the signs of the best grid after so many steps."""
    draw = random.Random(seed)
    first = fastfuto.generate(n, numbers=0, seed=seed).puzzle
    assert isinstance(first, fastfuto.Futoshiki)
    best = list(first.inequalities)
    for _ in range(steps):
        kept = draw.sample(best, len(best) - draw.randint(1, 4))
        signs = completed(n, kept, draw)
        if signs is not None and len(signs := stripped(n, signs, draw)) <= len(best):
            best = signs
    return best


if __name__ == "__main__":
    wishes = [int(word) for word in sys.argv[1:] if word.isdigit()]
    sizes, steps = (wishes[:1], wishes[1]) if len(wishes) == 2 else ([4, 5], 60)
    for n in sizes:
        signs = evolved(n, steps)
        print(n, len(signs), fastfuto.format_puzzle(with_signs(n, signs), "tatham").strip(), sep="\t")
