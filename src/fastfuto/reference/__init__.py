"""Textbook algorithms in plain Python: slow, simple oracles for the compiled engines.

The algorithms use neither NumPy nor engines. `Backtracking` is the general template. The Futoshiki functions
`first_solution`, `solutions`, `all_solutions` and `count`, and `sudoku_solutions` and `permutations`, are built on this
template. `DancingLinks` and `exact_cover_solutions` solve exact covers; `KakuroSearch` and `kakuro_solutions` solve
Kakuro.

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
from .exact_cover import DancingLinks, exact_cover_solutions
from .futoshiki import Case, FutoshikiState, Grid, all_solutions, classify, count, first_solution, solutions
from .kakuro import KakuroSearch, kakuro_solutions
from .permutations import PermutationState, permutations
from .sudoku import SudokuState, sudoku_solutions

__all__ = [
    "Backtracking",
    "Case",
    "DancingLinks",
    "FutoshikiState",
    "Grid",
    "KakuroSearch",
    "PermutationState",
    "State",
    "SudokuState",
    "all_solutions",
    "classify",
    "count",
    "exact_cover_solutions",
    "first_solution",
    "kakuro_solutions",
    "permutations",
    "solutions",
    "sudoku_solutions",
]
