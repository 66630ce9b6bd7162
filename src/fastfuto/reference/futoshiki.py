"""Futoshiki by plain backtracking: cells row by row, values ascending, without breaking a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..puzzles import Futoshiki
from .backtracking import Backtracking, State

Grid = tuple[tuple[int, ...], ...]


class Case(NamedTuple):
    """The classification of a scheme: complete or incomplete, and valid or invalid.

    Attributes
    ----------
    complete : bool
        Whether no cell is blank.
    valid : bool
        Whether no value is out of range, none appears twice in a row or column, and no two clues break a sign.
    """

    complete: bool
    valid: bool


def classify(puzzle: Futoshiki) -> Case:
    """Return whether the scheme is complete and whether it is valid.

    Examples
    --------
    >>> classify(Futoshiki([[1, 2], [2, 1]]))
    Case(complete=True, valid=True)
    >>> classify(Futoshiki([[1, 0], [1, 0]]))
    Case(complete=False, valid=False)
    """
    grid = puzzle.clues.tolist()
    lines = [*grid, *zip(*grid, strict=True)]
    return Case(
        complete=all(value != 0 for row in grid for value in row),
        valid=(
            all(0 <= value <= len(grid) for row in grid for value in row)
            and not any(_repeats(line) for line in lines)
            and all(
                grid[a][b] < grid[c][d]
                for (a, b), (c, d) in puzzle.inequalities
                if grid[a][b] != 0 and grid[c][d] != 0
            )
        ),
    )


def first_solution(puzzle: Futoshiki, *, prune: bool = False) -> Grid | None:
    """Return the first solution in row-major lexicographic order, or None.

    Parameters
    ----------
    puzzle : Futoshiki
        A complete valid scheme is its own solution; an invalid scheme has no solution.
    prune : bool
        As for `FutoshikiState`; pruning does not change the result.

    Examples
    --------
    >>> first_solution(Futoshiki([[0, 0], [0, 0]], [((0, 1), (0, 0))]))
    ((2, 1), (1, 2))
    """
    return next(solutions(puzzle, prune=prune), None)


def solutions(puzzle: Futoshiki, *, prune: bool = False) -> Iterator[Grid]:
    """Yield all solutions lazily, in row-major lexicographic order, as tuples of rows."""
    for state in Backtracking(FutoshikiState(puzzle, prune=prune)):
        yield tuple(map(tuple, state.grid))


def all_solutions(puzzle: Futoshiki, *, prune: bool = False) -> list[Grid]:
    """Return all solutions, in row-major lexicographic order."""
    return list(solutions(puzzle, prune=prune))


def count(puzzle: Futoshiki, *, prune: bool = False) -> int:
    """Return the number of solutions.

    Examples
    --------
    >>> [count(Futoshiki([[0] * n] * n)) for n in range(1, 5)]
    [1, 2, 12, 576]
    """
    return sum(1 for _ in Backtracking(FutoshikiState(puzzle, prune=prune)))


class FutoshikiState(State[int]):
    """A Futoshiki scheme during the search; a move is the value of the first blank cell.

    Parameters
    ----------
    puzzle : Futoshiki
    prune : bool
        Whether to omit impossible values between two neighbours: a cell greater than both is at least 3, and a cell
        smaller than both is at most n - 2.

    Attributes
    ----------
    grid : list of list of int
        The values so far, with 0 for blank cells.
    """

    def __init__(self, puzzle: Futoshiki, *, prune: bool = False) -> None:
        n = puzzle.n
        cells = [(r, c) for r in range(n) for c in range(n)]
        self.grid: list[list[int]] = puzzle.clues.tolist()
        self._valid = classify(puzzle).valid
        self._blanks = [(r, c) for r, c in cells if self.grid[r][c] == 0]
        self._filled = 0  # The number of filled blanks.
        self._in_row = [set(row) for row in self.grid]
        self._in_column = [set(column) for column in zip(*self.grid, strict=True)]
        self._lesser: dict[tuple[int, int], list[tuple[int, int]]] = {cell: [] for cell in cells}
        self._greater: dict[tuple[int, int], list[tuple[int, int]]] = {cell: [] for cell in cells}
        for lesser, greater in puzzle.inequalities:
            self._lesser[greater].append(lesser)
            self._greater[lesser].append(greater)
        self._least = {cell: 3 if prune and _opposite(self._lesser[cell]) else 1 for cell in cells}
        self._most = {cell: n - 2 if prune and _opposite(self._greater[cell]) else n for cell in cells}

    def is_final(self) -> bool:
        """Whether no cell is blank and the scheme was valid; moves keep it valid."""
        return self._valid and self._filled == len(self._blanks)

    def is_dead(self) -> bool:
        """Whether the scheme was invalid from the start."""
        return not self._valid

    def moves(self) -> list[int]:
        """Return, in ascending order, the values for the first blank cell that repeat no value and break no sign."""
        cell = r, c = self._blanks[self._filled]
        grid, in_row, in_column = self.grid, self._in_row[r], self._in_column[c]
        least, most = self._least[cell], self._most[cell]
        for i, j in self._lesser[cell]:
            if grid[i][j] >= least:
                least = grid[i][j] + 1
        for i, j in self._greater[cell]:
            if 0 < grid[i][j] <= most:
                most = grid[i][j] - 1
        return [v for v in range(least, most + 1) if v not in in_row and v not in in_column]

    def place(self, value: int) -> None:
        """Fill the first blank cell."""
        r, c = self._blanks[self._filled]
        self.grid[r][c] = value
        self._in_row[r].add(value)
        self._in_column[c].add(value)
        self._filled += 1

    def remove(self, value: int) -> None:
        """Clear the last filled cell, which holds `value`."""
        self._filled -= 1
        r, c = self._blanks[self._filled]
        self.grid[r][c] = 0
        self._in_row[r].remove(value)
        self._in_column[c].remove(value)


def _repeats(line: tuple[int, ...] | list[int]) -> bool:
    values = [value for value in line if value != 0]
    return len(set(values)) < len(values)


def _opposite(neighbours: list[tuple[int, int]]) -> bool:
    """Return whether two of the given neighbours of a cell are on opposite sides of it."""
    return any(a == c or b == d for k, (a, b) in enumerate(neighbours) for c, d in neighbours[:k])
