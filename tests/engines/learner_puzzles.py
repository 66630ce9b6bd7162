"""Random Futoshiki for the learner, beside brute force.

``python -m tests.engines.learner_puzzles 100000 [seed]`` compares so many of n = 3 to 7. Up to n = 5 all Latin squares
are looked through, and beyond that the search counts. The puzzles have few numbers, because whole units are filtered
there. In a CHECKED build every explanation is verified, too. In a build with ``TRIAL=learner.FIRST_REDUCE=1`` small
puzzles are reduced and probed as large ones are.
"""

from __future__ import annotations

import collections
import functools
import itertools
import random
import sys

import numpy as np

import fastfuto
from fastfuto.engines import EXHAUSTED, SOLUTION, Request, open_learner

from ..strategies import perturbed_puzzle, random_puzzle

MOST = 200
"""Solutions up to which a learner is asked for them; it excludes each one by a clause."""


@functools.cache
def squares(n):
    """Return all Latin squares of order n <= 5 as rows, (squares, n * n) uint8."""
    rows = np.array(list(itertools.permutations(range(1, n + 1))), np.uint8)
    found = rows
    for above in range(1, n):
        both = [
            np.hstack([np.repeat(found[k : k + 1], fits.sum(), axis=0), rows[fits]])
            for k in range(len(found))
            if (fits := (rows[:, None] != found[k].reshape(above, n)).all((1, 2))).any()
        ]
        found = np.vstack(both)
    return found


def by_brute_force(puzzle):
    """Return the number of all Latin squares that keep the clues and the inequalities, and these squares."""
    left = squares(puzzle.n)
    for cell in np.flatnonzero(puzzle.clues):
        left = left[left[:, cell] == puzzle.clues.flat[cell]]
    for (a, b), (c, d) in puzzle.inequalities:
        left = left[left[:, a * puzzle.n + b] < left[:, c * puzzle.n + d]]
    return len(left), {row.tobytes() for row in left}


def learned(puzzle, by_activity, seed):
    """Return how many solutions the learner finds, MOST at most, and these solutions."""
    learner = open_learner(Request(puzzle.model(), seed=seed), by_activity=by_activity)
    found, row = set(), np.empty((1, puzzle.n**2), np.uint8)
    while len(found) < MOST and (outcome := learner.run(100_000, 1, row)) != EXHAUSTED:
        if outcome == SOLUTION:
            assert puzzle.is_solution(row.reshape(puzzle.clues.shape))
            assert row.tobytes() not in found
            found.add(row.tobytes())
    return len(found), found


def compare(rng):
    """Compare one puzzle; return its size and the kind of its result."""
    n = rng.choice((3, 4, 5, 5, 6, 7))
    least = 0.3 if n < 6 else 0.6
    make = rng.choice((random_puzzle, perturbed_puzzle))
    puzzle = make(rng, n, rng.choice((0, 0, 0.1, 0.2)), rng.choice((least, 0.8, 1)))
    if n <= 5:
        number, known = by_brute_force(puzzle)
    else:
        number, known = fastfuto.count(puzzle, limit=MOST, engine="search"), None
    for by_activity in (False, True):
        total, found = learned(puzzle, by_activity, rng.getrandbits(8))
        assert total == min(number, MOST), (str(puzzle), by_activity, total, number)
        assert known is None or found <= known
    return n, ("none", "one", "several")[min(number, 2)]


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    kinds = collections.Counter()
    for k in range(count):
        kinds[compare(random.Random(f"learner {seed} {k}"))] += 1
        if k % 10_000 == 9_999:
            print(k + 1, dict(sorted(kinds.items())), flush=True)


if __name__ == "__main__":
    main()
