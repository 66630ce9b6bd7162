"""Make a puzzle with exactly one solution: remove each clue without which the solution remains unique."""

import random

import numpy as np

import fastfuto

n, rng = 6, random.Random(2026)
solution = fastfuto.LatinSquare.random(n, seed=7).clues

pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
pairs += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
signs = [(a, b) if solution[a] < solution[b] else (b, a) for a, b in rng.sample(pairs, 12)]

puzzle = fastfuto.Futoshiki(solution, signs)
for cell in rng.sample([(r, c) for r in range(n) for c in range(n)], n * n):
    clues = puzzle.clues.copy()
    clues[cell] = 0
    fewer = puzzle.with_clues(clues)
    if fastfuto.is_unique(fewer):
        puzzle = fewer

print(puzzle)
print(np.count_nonzero(puzzle.clues), "clues and", len(signs), "signs. The only solution:")
print(fastfuto.solve(puzzle).grid)
