"""The toy engine answers, and refuses what it cannot do."""

import pytest

import fastfuto

puzzle = fastfuto.Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))])
result = fastfuto.solve(puzzle, engine="toy")
assert puzzle.is_solution(result.grid)
assert result.stats.engine == "toy"
assert result.stats.nodes > 1
assert fastfuto.count(puzzle, engine="toy") == fastfuto.count(puzzle)
with pytest.raises(ValueError, match="toy"):
    fastfuto.solve(puzzle, engine="toy", order="lexicographic")
