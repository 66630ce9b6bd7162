"""Puzzles as plain data, and grid puzzles as plain statements for rivals' models and the checker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import Futoshiki, Kakuro, Permutations, Sudoku

from .cases.cover import Cover

Plain = tuple[str, tuple[Any, ...], dict[str, Any]]
"""The name of a class and its arguments; without a name, the value itself."""


def plain(puzzle: Any) -> Plain:
    """Return a puzzle as data from which any version of fastfuto can build it."""
    if isinstance(puzzle, Cover):
        return "ExactCover", (puzzle.options,), {"secondary": puzzle.secondary}
    if isinstance(puzzle, Permutations):
        return "Permutations", (puzzle.n,), {}
    if isinstance(puzzle, Kakuro):
        return "Kakuro", ([list(row) for row in puzzle.rows],), {}
    if isinstance(puzzle, Sudoku):
        return "Sudoku", (puzzle.clues.tolist(),), {"inequalities": puzzle.inequalities}
    if isinstance(puzzle, Futoshiki):
        return "Futoshiki", (puzzle.clues.tolist(), puzzle.inequalities), {}
    return "", (puzzle,), {}


def make(data: Plain) -> Any:
    """Return the puzzle as a new object that has never been solved or turned into a model."""
    name, arguments, options = data
    return getattr(fastfuto, name)(*arguments, **options) if name else arguments[0]


class Statement(NamedTuple):
    """Cells 0, 1, ... with their domains and constraints."""

    n_values: int
    domains: list[list[int]]
    units: list[list[int]]  # All cells of a unit differ; a unit of n_values cells holds each value.
    inequalities: Sequence[tuple[int, int]] = ()  # (lesser, greater)
    sums: Sequence[tuple[list[int], int]] = ()


def statement(puzzle: Futoshiki | Sudoku | Kakuro | Permutations) -> Statement:
    """Return the statement of a puzzle; its cells, without black cells, are numbered row by row."""
    if isinstance(puzzle, Permutations):
        return Statement(puzzle.n, domains([0] * puzzle.n, puzzle.n), [list(range(puzzle.n))])
    if isinstance(puzzle, Kakuro):
        number = {cell: k for k, cell in enumerate(white(puzzle))}
        runs = [([number[cell] for cell in run.cells], run.total) for run in puzzle.runs]
        sums = [(cells, total) for cells, total in runs if total is not None]
        clues = [puzzle.rows[r][c] for r, c in number]
        return Statement(9, domains(clues, 9), [cells for cells, _ in runs], (), sums)
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
    """Return the cell values of fastfuto's grids, one grid per line."""
    grids = np.asarray(grids)
    if isinstance(puzzle, Kakuro) and len(grids):
        rows, columns = zip(*white(puzzle), strict=True)
        return grids[:, rows, columns]
    return grids.reshape(len(grids), -1) if len(grids) else ()
