"""The compiled toy engine answers what the other engines answer."""

import random

import fastfuto

rng = random.Random(1)
for _ in range(200):
    square = fastfuto.LatinSquare.random(5, seed=rng.randrange(2**32)).clues
    puzzle = fastfuto.Futoshiki([[v if rng.random() < 0.4 else 0 for v in row] for row in square.tolist()])
    assert fastfuto.count(puzzle, engine="toy") == fastfuto.count(puzzle) > 0
    result = fastfuto.solve(puzzle, engine="toy", order="lexicographic")
    assert result.stats.engine == "toy"
    assert (result.grid == fastfuto.solve(puzzle, order="lexicographic").grid).all()
print("200 puzzles by the toy engine")
