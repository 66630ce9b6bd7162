"""Latin squares with the toy clue are solved, counted and explained."""

from fastfuto.puzzles.products import Products

import fastfuto

puzzle = Products([[0] * 4] * 4, [(0, 1, 12), (5, 6, 8), (3, 7, 2)])
kept = [
    grid
    for grid in fastfuto.all_solutions(fastfuto.LatinSquare(4)).tolist()
    if all(grid[a // 4][a % 4] * grid[b // 4][b % 4] == product for a, b, product in puzzle.products)
]
assert sorted(fastfuto.all_solutions(puzzle).tolist()) == sorted(kept) != []
for engine in ("search", "learner"):
    assert fastfuto.count(puzzle, engine=engine) == len(kept)
explanation = fastfuto.explain(puzzle)
assert "relation from candidates" in {step.technique for step in explanation.steps}
for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
    assert step.verify(puzzle, candidates), step
