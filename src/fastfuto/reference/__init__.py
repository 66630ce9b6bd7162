"""The source's algorithms in plain, obvious Python: slow, easy to trust, the oracle of everything compiled.

No numpy, no engine. `Backtracking` is the general template; `first_solution`, `solutions`, `all_solutions`
and `count` are the Futoshiki solver built on it, `sudoku_solutions` and `permutations` its other uses.

Examples
--------
>>> from fastfuto import Futoshiki
>>> puzzle = Futoshiki([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1)), ((0, 1), (0, 2))])
>>> for grid in solutions(puzzle):
...     print(grid)
((1, 2, 3), (2, 3, 1), (3, 1, 2))
((1, 2, 3), (3, 1, 2), (2, 3, 1))
"""

from .backtracking import Backtracking, State
from .futoshiki import Case, FutoshikiState, Grid, all_solutions, classify, count, first_solution, solutions
from .permutations import PermutationState, permutations
from .sudoku import SudokuState, sudoku_solutions

__all__ = [
    "Backtracking",
    "Case",
    "FutoshikiState",
    "Grid",
    "PermutationState",
    "State",
    "SudokuState",
    "all_solutions",
    "classify",
    "count",
    "first_solution",
    "permutations",
    "solutions",
    "sudoku_solutions",
]
