"""Solve variants with relations: bars between neighbours that differ by 1, and neighbours that differ by 2 or more."""

import itertools

import numpy as np

import fastfuto

# Bars as in a printed puzzle: neighbours differ by 1 if and only if there is a bar between them.
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
print("Number of solutions with these bars:", fastfuto.count(puzzle))
print(fastfuto.solve(puzzle).grid)

# A similar rule in a model. The relation is a matrix: entry [v - 1, w - 1] is true if v may be beside w.
n = 8
cells = np.arange(n * n).reshape(n, n)
neighbours = [pair for line in (*cells, *cells.T) for pair in itertools.pairwise(line.tolist())]
apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
skeleton = fastfuto.Skeleton(n * n, n, [*cells, *cells.T])
far = fastfuto.Model(skeleton, relations=[(a, b, apart >= 2) for a, b in neighbours])
result = fastfuto.solve(far)
assert result.grid is not None
print(result.grid.reshape(n, n))

# Five different digits with a given difference between each digit and the next. Here a relation is a list of pairs.
steps = [3, 1, 5, 2]
chain = fastfuto.Model(
    fastfuto.Skeleton(5, 9, [range(5)]),
    relations=[
        (cell, cell + 1, [(v, w) for v in range(1, 10) for w in (v - k, v + k) if 1 <= w <= 9])
        for cell, k in enumerate(steps)
    ],
)
print(fastfuto.all_solutions(chain, order="lexicographic", limit=3).tolist(), "...")
