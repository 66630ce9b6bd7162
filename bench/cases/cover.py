"""Exact covers: pentominoes, queens, Langford pairs, and Sudoku as a matrix."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import sudoku


class Cover(NamedTuple):
    """An exact cover: its options and its secondary items, or a matrix whose rows are the options."""

    options: Any
    secondary: list[Any]

    def items(self) -> list[Any]:
        """Return all items."""
        return list(dict.fromkeys(itertools.chain(*self.options)))

    def primary(self) -> list[Any]:
        """Return the items that are covered once."""
        return [item for item in self.items() if item not in set(self.secondary)]

    def matrix(self, *, slack: bool = False) -> npt.NDArray[np.uint8]:
        """Return the options as rows of a matrix.

        With slack, each secondary item has its own row, which covers the item if no option does, for solvers without
        secondary items.
        """
        if isinstance(self.options, np.ndarray):
            return self.options
        number = {item: k for k, item in enumerate(self.items())}
        rows = [*self.options, *([item] for item in self.secondary if slack)]
        matrix = np.zeros((len(rows), len(number)), np.uint8)
        for k, option in enumerate(rows):
            matrix[k, [number[item] for item in option]] = 1
        return matrix

    def is_primary(self) -> npt.NDArray[np.bool_]:
        """Return for each column of the matrix whether its item is covered once."""
        if isinstance(self.options, np.ndarray):
            return np.ones(self.options.shape[1], bool)
        return np.array([item not in set(self.secondary) for item in self.items()])


PIECES = {
    "F": "011 110 010",
    "I": "11111",
    "L": "1111 1000",
    "N": "1110 0011",
    "P": "111 110",
    "T": "111 010 010",
    "U": "111 101",
    "V": "111 100 100",
    "W": "110 011 001",
    "X": "010 111 010",
    "Y": "1111 0100",
    "Z": "110 010 011",
}
"""The twelve pentominoes, as rows of squares."""


def sudoku_matrix(kind: str, index: int) -> Cover:
    """Return the rows of the source's 729 x 324 matrix that agree with the clues of one of five grids."""
    grid = sudoku.batch(kind, 5)[index]
    rows = [(r, c, v) for r in range(9) for c in range(9) for v in range(9) if grid[r, c] in (0, v + 1)]
    matrix = np.zeros((len(rows), 324), np.uint8)
    for k, (r, c, v) in enumerate(rows):
        matrix[k, [9 * r + c, 81 + 9 * r + v, 162 + 9 * c + v, 243 + 9 * (r // 3 * 3 + c // 3) + v]] = 1
    return Cover(matrix, [])


def pentominoes(n_rows: int, n_columns: int) -> Cover:
    """Return the placements of the pieces in a rectangle; items are pieces and squares."""
    options: dict[frozenset[Any], list[Any]] = {}
    for name, rows in PIECES.items():
        shape = np.array([[int(x) for x in row] for row in rows.split()])
        for turned in [np.rot90(side, k) for side in (shape, shape.T) for k in range(4)]:
            height, width = turned.shape
            for r, c in itertools.product(range(n_rows - height + 1), range(n_columns - width + 1)):
                squares = [f"{r + i},{c + j}" for i, j in np.argwhere(turned).tolist()]
                options[frozenset([name, *squares])] = [name, *squares]
    return Cover(list(options.values()), [])


def queens(n: int) -> Cover:
    """Return the n queens problem; its secondary items are the diagonals."""
    options = [[f"r{r}", f"c{c}", f"s{r + c}", f"d{r - c}"] for r in range(n) for c in range(n)]
    return Cover(options, [f"s{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)])


def langford(n: int) -> Cover:
    """Return Langford's problem: place two of each number 1..n in a row with k numbers between the two k."""
    pairs = [(k, a) for k in range(1, n + 1) for a in range(2 * n - k - 1)]
    return Cover([[f"n{k}", f"p{a}", f"p{a + k + 1}"] for k, a in pairs], [])
