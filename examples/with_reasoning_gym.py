"""Make the Futoshiki and Sudoku tasks of reasoning-gym with fastfuto as their solver: ``pip install reasoning-gym``.

Each class replaces only the solver of a dataset. The mini-Sudoku tasks are the same as before, and the Sudoku tasks
have other full grids. The Futoshiki tasks differ more: the original solver gives up on some grids that have a solution
(see `main`), so the original puzzles keep clues that could be removed.
"""

import time
from random import Random
from typing import Any

from reasoning_gym.games.futoshiki import FutoshikiConfig, FutoshikiDataset
from reasoning_gym.games.mini_sudoku import MiniSudokuConfig, MiniSudokuDataset
from reasoning_gym.games.sudoku import SudokuConfig, SudokuDataset

import fastfuto

Board = list[list[int]]
Signs = dict[tuple[tuple[int, int], tuple[int, int]], Any]
"""The sign between two cells, "<" or ">"."""


class FastFutoshiki(FutoshikiDataset):
    """Futoshiki tasks; a new puzzle object is made for each call of the solver."""

    def _puzzle(self, grid: Board, constraints: Signs) -> fastfuto.Futoshiki:
        return fastfuto.Futoshiki(grid, constraints)

    def _generate_random_solution(self, size: int, rng: Random) -> Board:
        square: Board = fastfuto.LatinSquare.random(size, seed=rng.getrandbits(64)).clues.tolist()
        return square

    def _solve(self, grid: Board, constraints: Signs) -> Board | None:
        # The generator asks for the number of solutions right after this call, so two solutions are found here.
        self._asked = grid, constraints
        self._found = fastfuto.all_solutions(self._puzzle(grid, constraints), limit=2)
        return self._found[0].tolist() if len(self._found) else None

    def count_solutions(self, grid: Board, constraints: Signs, limit: int = 2) -> int:
        """Return the number of solutions, up to the limit."""
        if limit == 2 and self._asked == (grid, constraints):
            return len(self._found)
        return fastfuto.count(self._puzzle(grid, constraints), limit=limit)


class FastFutoshikiWithClues(FastFutoshiki):
    """The same tasks. The inequalities are checked once for each task, and `with_clues` changes only the clues."""

    _constraints: Signs | None = None

    def _puzzle(self, grid: Board, constraints: Signs) -> fastfuto.Futoshiki:
        if self._constraints is not constraints:
            self._constraints, self._base = constraints, fastfuto.Futoshiki(grid, constraints)
        return self._base.with_clues(grid)


class _FastSudoku:
    """The solver of both Sudoku datasets; a new puzzle object is made for each call of the solver."""

    def _puzzle(self, board: Board) -> fastfuto.Sudoku:
        return fastfuto.Sudoku(board)

    def _solve(self, board: Board) -> bool:
        # The original solver of mini-Sudoku finds the first solution in this order.
        grid = fastfuto.solve(self._puzzle(board), order="lexicographic").grid
        if grid is not None:
            board[:] = grid.tolist()
        return grid is not None

    def _count_solutions(self, board: Board, limit: int = 2) -> int:
        return fastfuto.count(self._puzzle(board), limit=limit)


class FastSudoku(_FastSudoku, SudokuDataset):
    """Sudoku tasks."""


class FastMiniSudoku(_FastSudoku, MiniSudokuDataset):
    """Mini-Sudoku tasks, with grids of 4 x 4."""


class FastSudokuWithClues(FastSudoku):
    """The same tasks as in FastSudoku, made with `with_clues`."""

    _empty = fastfuto.Sudoku([[0] * 9] * 9)

    def _puzzle(self, board: Board) -> fastfuto.Sudoku:
        return self._empty.with_clues(board)


class FastMiniSudokuWithClues(FastMiniSudoku):
    """The same tasks as in FastMiniSudoku, made with `with_clues`."""

    _empty = fastfuto.Sudoku([[0] * 4] * 4)

    def _puzzle(self, board: Board) -> fastfuto.Sudoku:
        return self._empty.with_clues(board)


CONFIGS: dict[str, Any] = {
    "Futoshiki 5 x 5": FutoshikiConfig(min_board_size=5, max_board_size=5, seed=1, size=10),
    "Sudoku": SudokuConfig(seed=1, size=3),
    "mini-Sudoku": MiniSudokuConfig(seed=1, size=10),
}
DATASETS: dict[str, tuple[Any, ...]] = {
    "Futoshiki 5 x 5": (FutoshikiDataset, FastFutoshiki, FastFutoshikiWithClues),
    "Sudoku": (SudokuDataset, FastSudoku, FastSudokuWithClues),
    "mini-Sudoku": (MiniSudokuDataset, FastMiniSudoku, FastMiniSudokuWithClues),
}


def main() -> None:
    """Show a grid on which the original Futoshiki solver gives up, and compare the times of the generators."""
    grid = [[0, 0, 0, 0], [0, 0, 0, 2], [0, 2, 0, 3], [4, 0, 0, 1]]
    assert FutoshikiDataset(FutoshikiConfig())._solve(grid, {}) is None
    assert fastfuto.is_unique(fastfuto.Futoshiki(grid))
    print(
        "reasoning-gym finds no solution here:",
        grid,
        "fastfuto:",
        fastfuto.solve(fastfuto.Futoshiki(grid)).grid,
    )

    for name, config in CONFIGS.items():
        for dataset in DATASETS[name]:
            start = time.perf_counter()
            tasks = list(dataset(config))
            milliseconds = (time.perf_counter() - start) / len(tasks) * 1000
            print(f"{name}: {milliseconds:.2f} ms per task with {dataset.__name__}")


if __name__ == "__main__":
    main()
