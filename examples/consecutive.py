"""Variants by relations: bars between neighbours that differ by 1, and a grid whose neighbours differ by at least 2."""

import itertools

import numpy as np

import fastfuto

# Bars, as printed: exactly the neighbours with a bar between them differ by 1.
puzzle = fastfuto.Adjacent.parse("""
adjacent 4:
0 | 0 . 0 | 0
.   -   .   -
0 . 0 | 2 . 0
-   .   -   .
0 . 0 | 0 . 0
.   -   .   -
0 | 0 . 0 | 0
""")
print(fastfuto.count(puzzle), "solution with these bars:")
print(fastfuto.solve(puzzle).grid)

# The same kind of rule in a model, which takes a matrix: entry [v - 1, w - 1] tells whether v may stand beside w.
n = 8
cells = np.arange(n * n).reshape(n, n)
neighbours = [pair for line in (*cells, *cells.T) for pair in itertools.pairwise(line.tolist())]
apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
skeleton = fastfuto.Skeleton(n * n, n, [*cells, *cells.T])
far = fastfuto.Model(skeleton, relations=[(a, b, apart >= 2) for a, b in neighbours])
result = fastfuto.solve(far)
assert result.grid is not None
print(result.grid.reshape(n, n))

# Five different digits, each of which differs from the next one by a step of its own; here pairs (v, w) are given.
steps = [3, 1, 5, 2]
chain = fastfuto.Model(
    fastfuto.Skeleton(5, 9, [range(5)]),
    relations=[
        (cell, cell + 1, [(v, w) for v in range(1, 10) for w in (v - k, v + k) if 1 <= w <= 9])
        for cell, k in enumerate(steps)
    ],
)
print(fastfuto.all_solutions(chain, order="lexicographic", limit=3).tolist(), "...")
