"""Sudoku by backtracking: the blank cell with the fewest candidates first."""

from __future__ import annotations

from collections.abc import Iterator

from ..puzzles import Sudoku
from .backtracking import Backtracking, State

Cell = tuple[int, int]
Move = tuple[Cell, int]


class SudokuState(State[Move]):
    """A Sudoku grid during the search. Inequalities are checked when both cells have values.

    Examples
    --------
    >>> search = Backtracking(SudokuState(Sudoku.parse("1....4...3.....2")))
    >>> [state.grid[0].copy() for state in search], search.calls
    ([[1, 2, 4, 3]], 13)
    """

    n: int
    peers: dict[Cell, set[Cell]]
    signs: tuple[tuple[Cell, Cell], ...]
    blank: set[Cell]
    broken: bool

    def __init__(self, puzzle: Sudoku) -> None:
        n = self.n = puzzle.n
        self.grid: list[list[int]] = puzzle.clues.tolist()
        regions: list[list[int]] = puzzle.regions.tolist()
        cells = [(r, c) for r in range(n) for c in range(n)]
        self.peers = {
            (r, c): {
                (i, j)
                for i, j in cells
                if (i, j) != (r, c) and (i == r or j == c or regions[i][j] == regions[r][c])
            }
            for r, c in cells
        }
        self.signs = puzzle.inequalities
        self.blank = {(r, c) for r, c in cells if not self.grid[r][c]}
        self.broken = not puzzle.is_valid

    def candidates(self, cell: Cell) -> list[int]:
        """Return the ascending values of a cell that no peer has and no sign forbids."""
        taken = {self.grid[r][c] for r, c in self.peers[cell]}
        values = [value for value in range(1, self.n + 1) if value not in taken]
        for (a, b), (c, d) in self.signs:
            if cell == (a, b) and self.grid[c][d]:
                values = [value for value in values if value < self.grid[c][d]]
            elif cell == (c, d) and self.grid[a][b]:
                values = [value for value in values if value > self.grid[a][b]]
        return values

    def is_final(self) -> bool:
        """Whether no cell is blank and no rule is broken."""
        return not self.blank and not self.broken

    def is_dead(self) -> bool:
        """Whether the clues break a rule."""
        return self.broken

    def moves(self) -> list[Move]:
        """Return the candidates of the first blank cell with the fewest candidates."""
        cell = min(sorted(self.blank), key=lambda cell: len(self.candidates(cell)))
        return [(cell, value) for value in self.candidates(cell)]

    def place(self, move: Move) -> None:
        """Write a value into a cell."""
        (r, c), value = move
        self.grid[r][c] = value
        self.blank.remove((r, c))

    def remove(self, move: Move) -> None:
        """Clear the cell."""
        (r, c), _ = move
        self.grid[r][c] = 0
        self.blank.add((r, c))


def sudoku_solutions(puzzle: Sudoku) -> Iterator[list[list[int]]]:
    """Yield the solutions, each as rows of values.

    Examples
    --------
    >>> sum(1 for _ in sudoku_solutions(Sudoku([[0] * 4] * 4)))
    288
    """
    return ([row.copy() for row in state.grid] for state in Backtracking(SudokuState(puzzle)))
