"""Grid puzzles stated plainly, for models of rivals and for the checker, from the puzzles' clues alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fastfuto import Futoshiki, Kakuro, Permutations, Sudoku


class Statement(NamedTuple):
    """Cells 0, 1, ... with domains, and what holds between them."""

    n_values: int
    domains: list[list[int]]
    units: list[list[int]]  # cells that differ; those with n_values cells hold each value
    inequalities: Sequence[tuple[int, int]] = ()  # (lesser, greater)
    sums: Sequence[tuple[list[int], int]] = ()


def statement(puzzle: Futoshiki | Sudoku | Kakuro | Permutations) -> Statement:
    """Return the statement of a puzzle; its cells are numbered row by row, without black ones."""
    if isinstance(puzzle, Permutations):
        return Statement(puzzle.n, [list(range(1, puzzle.n + 1))] * puzzle.n, [list(range(puzzle.n))])
    if isinstance(puzzle, Kakuro):
        number = {cell: k for k, cell in enumerate(white(puzzle))}
        runs = [([number[cell] for cell in run.cells], run.total) for run in puzzle.runs]
        values = [puzzle.rows[r][c] for r, c in number]
        sums = [(cells, total) for cells, total in runs if total is not None]
        return Statement(9, domains(values, 9), [cells for cells, _ in runs], (), sums)
    n = puzzle.n
    units = [[n * r + c for c in range(n)] for r in range(n)]
    units += [[n * r + c for r in range(n)] for c in range(n)]
    if isinstance(puzzle, Sudoku):
        units += [np.flatnonzero(puzzle.regions == region).tolist() for region in range(n)]
    inequalities = [(n * a + b, n * c + d) for (a, b), (c, d) in puzzle.inequalities]
    return Statement(n, domains(puzzle.clues.ravel().tolist(), n), units, inequalities)


def domains(clues: Iterable[Any], n: int) -> list[list[int]]:
    return [[clue] if clue else list(range(1, n + 1)) for clue in clues]


def white(puzzle: Kakuro) -> list[tuple[int, int]]:
    """Return the cells of a Kakuro grid that take a value."""
    return [
        (r, c) for r, row in enumerate(puzzle.rows) for c, entry in enumerate(row) if isinstance(entry, int)
    ]


def values(puzzle: Any, grids: Sequence[Any] | Any) -> Any:
    """Return the values of the cells of grids that fastfuto gave, one grid a line."""
    grids = np.asarray(grids)
    if isinstance(puzzle, Kakuro) and len(grids):
        rows, columns = zip(*white(puzzle), strict=True)
        return grids[:, rows, columns]
    return grids.reshape(len(grids), -1) if len(grids) else ()
