"""Random puzzles in the arrays that the lanes take, for their tests; and a program that compares many of them.

``python -m tests.engines.lane_puzzles 100000 [seed]`` compares so many puzzles, of all sizes and in all widths, with
the search for all models.
"""

from __future__ import annotations

import collections
import random
import sys

import numpy as np

import fastfuto
from fastfuto import Futoshiki
from fastfuto.engines._lanes import HANDED_OVER, PAUSED, WIDTHS, Lanes

from ..strategies import random_square

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""To the neighbours of a cell, in the order of the bits of its sign."""


def random_lane_puzzle(rng, n):
    """Return clues and signs of a puzzle with no solution, one or several."""
    square = np.array(random_square(rng, n), np.uint8)
    given = share_of(rng, n)
    clues = np.where([[rng.random() < given for _ in range(n)] for _ in range(n)], square, 0)
    signs = np.zeros((n, n), np.uint8)
    share = rng.choice((0.0, 0.1, 0.3, 0.5, 1.0))
    for r in range(n):
        for c in range(n):
            for side, (down, right) in enumerate(STEPS):
                if side % 2 == 0 and r + down < n and c + right < n and rng.random() < share:
                    if square[r, c] < square[r + down, c + right]:
                        signs[r, c] |= 1 << side
                    else:
                        signs[r + down, c + right] |= 2 << side
    kind = rng.random()
    if kind < 0.1:
        clues.flat[rng.randrange(n * n)] = rng.randint(1, n)
    elif kind < 0.2 and signs.any():
        turn_round(signs, rng.choice(np.flatnonzero(signs).tolist()))
    elif kind < 0.22:
        clues.flat[rng.randrange(n * n)] = rng.choice((n + 1, 17, 128, 255))
    return clues.astype(np.uint8).ravel(), signs.ravel()


def share_of(rng, n):
    """Return the share of the numbers that are given: grids of more than 9 x 9 with few take long."""
    if n < 7:
        return rng.choice((0.0, 0.1, 0.2, 0.3, 0.5, 0.9))
    return rng.choice((0.3, 0.4, 0.5, 0.6) if n < 12 else (0.5, 0.6, 0.8))


def turn_round(signs, cell):
    """Turn one inequality of a cell round."""
    n = len(signs)
    side = int(signs.flat[cell]).bit_length() - 1
    signs.flat[cell] ^= 1 << side
    down, right = STEPS[side]
    signs.flat[cell + down * n + right] |= 1 << (side ^ 1)


def puzzle_of(clues, signs):
    """Return the puzzle that these arrays describe."""
    n = round(len(clues) ** 0.5)
    inequalities = [
        ((r, c), (r + down, c + right))
        for r in range(n)
        for c in range(n)
        for side, (down, right) in enumerate(STEPS)
        if signs[r * n + c] >> side & 1
    ]
    return Futoshiki(clues.reshape(n, n), inequalities)


def arrays_of(puzzle):
    """Return the clues and the signs of a puzzle."""
    signs = np.zeros((puzzle.n, puzzle.n), np.uint8)
    for (r, c), (row, column) in puzzle.inequalities:
        signs[r, c] |= 1 << STEPS.index((row - r, column - c))
    return np.asarray(puzzle.clues, np.uint8).ravel(), signs.ravel()


def solved(clues, signs, limit, width, budget=2**40):
    """Return solutions, numbers of solutions, nodes and passes."""
    grids, counts = np.zeros_like(clues), np.full(len(clues), -7, np.int64)
    lanes = Lanes(clues, signs, grids, counts, limit, width)
    assert width in (None, lanes.width)
    while lanes.run(budget() if callable(budget) else budget) == PAUSED:
        pass
    return grids, counts, lanes.nodes, lanes.passes


def compare(rng, n, number, limit):
    """Compare puzzles of one size in all widths with the search; return the kinds of results."""
    puzzles = [random_lane_puzzle(rng, n) for _ in range(number)]
    clues, signs = map(np.array, zip(*puzzles, strict=True))
    results = [solved(clues, signs, limit, width, lambda: rng.choice((1, 10, 1000))) for width in WIDTHS]
    grids, counts, *work = results[0]
    for other in results:
        assert (other[0] == grids).all()
        assert (other[1] == counts).all()
        assert other[2:] == tuple(work)
    kinds = collections.Counter()
    for clue, sign, grid, found in zip(clues, signs, grids, counts.tolist(), strict=True):
        if clue.max() > n:
            assert found == 0
            continue
        if found == HANDED_OVER:
            kinds["handed over"] += 1
            continue
        puzzle = puzzle_of(clue, sign)
        assert found == fastfuto.count(puzzle, limit=limit, engine="search"), (clue, sign, found)
        assert puzzle.is_solution(grid.reshape(n, n)) if found else not grid.any()
        kinds[("none", "one", "several")[min(found, 2)]] += 1
    return kinds


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    rng = random.Random(seed)
    for n in range(1, fastfuto.engines.LANES_MOST_SIDE + 1):
        kinds = collections.Counter()
        for k in range(0, count // 16, 250):
            kinds += compare(rng, n, 250, (1, 2, 10)[k // 250 % 3])
        print(n, dict(kinds), flush=True)


if __name__ == "__main__":
    main()
