"""Exact covers: pentominoes, queens, Langford pairs, and Sudoku as a matrix."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

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


def sudoku_matrix(grid: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return the rows of the source's 729 x 324 matrix that agree with the clues."""
    rows = [(r, c, v) for r in range(9) for c in range(9) for v in range(9) if grid[r, c] in (0, v + 1)]
    matrix = np.zeros((len(rows), 324), np.uint8)
    for k, (r, c, v) in enumerate(rows):
        matrix[k, [9 * r + c, 81 + 9 * r + v, 162 + 9 * c + v, 243 + 9 * (r // 3 * 3 + c // 3) + v]] = 1
    return matrix


def pentominoes(n_rows: int, n_columns: int) -> list[list[Any]]:
    """Return the options of a rectangle: the name of a piece and the squares that it covers."""
    options: dict[frozenset[Any], list[Any]] = {}
    for name, rows in PIECES.items():
        shape = np.array([[int(x) for x in row] for row in rows.split()])
        for turned in [np.rot90(side, k) for side in (shape, shape.T) for k in range(4)]:
            height, width = turned.shape
            for r, c in itertools.product(range(n_rows - height + 1), range(n_columns - width + 1)):
                squares = [f"{r + i},{c + j}" for i, j in np.argwhere(turned).tolist()]
                options[frozenset([name, *squares])] = [name, *squares]
    return list(options.values())


def queens(n: int) -> tuple[list[list[str]], list[str]]:
    """Return the options of the n queens problem and its secondary items, the diagonals."""
    options = [[f"r{r}", f"c{c}", f"s{r + c}", f"d{r - c}"] for r in range(n) for c in range(n)]
    return options, [f"s{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)]


def langford(n: int) -> list[list[str]]:
    """Return the options for pairs of 1..n such that k cells lie between the two numbers k."""
    return [[f"n{k}", f"p{a}", f"p{a + k + 1}"] for k in range(1, n + 1) for a in range(2 * n - k - 1)]


def matrix_of(options: list[list[Any]], secondary: Sequence[Any]) -> npt.NDArray[np.uint8]:
    """Return options as a matrix, for solvers without secondary items.

    Each secondary item gets a row of its own, which covers the item where no option does.
    """
    items = list(dict.fromkeys(itertools.chain(*options)))
    matrix = np.zeros((len(options) + len(secondary), len(items)), np.uint8)
    number = {item: k for k, item in enumerate(items)}
    for k, option in enumerate([*options, *([item] for item in secondary)]):
        matrix[k, [number[item] for item in option]] = 1
    return matrix
