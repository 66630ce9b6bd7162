"""Code that Futoshiki formats share: conversion between rows of signs and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..puzzles import Cell, Futoshiki, Inequality, cell_name
from ..puzzles.futoshiki import relation
from ..puzzles.text import Scanner


def assemble(
    clues: Sequence[Sequence[int]], beside: Iterable[Iterable[str]], under: Iterable[Iterable[str]]
) -> Futoshiki:
    """Return a puzzle from signs, one character for each pair of neighbours.

    Parameters
    ----------
    clues : n rows of n numbers
    beside : n rows of n - 1 characters
        "<" or ">" between the cells of a row; any other character means no sign.
    under : n - 1 rows of n characters
        "^" or "v" between a row and the next.
    """
    inequalities = [
        relation(sign, (r, c))
        for known, rows in (("<>", beside), ("^v", under))
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign in known
    ]
    return Futoshiki(clues, inequalities)


def signs_of(puzzle: Futoshiki, no_sign: str) -> tuple[list[list[str]], list[list[str]]]:
    """Return the signs beside the cells, n x (n - 1), and under the cells, (n - 1) x n: the inverse of `assemble`."""
    n = puzzle.n
    beside = [[no_sign] * (n - 1) for _ in range(n)]
    under = [[no_sign] * n for _ in range(n - 1)]
    for lesser, greater in puzzle.inequalities:
        r, c = min(lesser, greater)
        if lesser[0] == greater[0]:
            beside[r][c] = "<" if lesser < greater else ">"
        else:
            under[r][c] = "^" if lesser < greater else "v"
    return beside, under


class Pairs:
    """Inequalities that are read one by one; errors name their places.

    Parameters
    ----------
    scan : Scanner
        The reader of the text.
    n : int
    """

    def __init__(self, scan: Scanner, n: int) -> None:
        self.found: set[Inequality] = set()
        self._scan = scan
        self._n = n

    def add(self, lesser: Cell, greater: Cell, at: int) -> None:
        """Add an inequality from the index `at` of the text."""
        for cell in (lesser, greater):
            if not (0 <= cell[0] < self._n and 0 <= cell[1] < self._n):
                raise self._scan.error(f"{cell_name(cell)} is outside the {self._n} x {self._n} grid", at)
        if abs(lesser[0] - greater[0]) + abs(lesser[1] - greater[1]) != 1:
            raise self._scan.error(f"{cell_name(lesser)} and {cell_name(greater)} are not neighbours", at)
        if (greater, lesser) in self.found:
            raise self._scan.error(
                f"{cell_name(lesser)} cannot be both larger and smaller than {cell_name(greater)}", at
            )
        self.found.add((lesser, greater))


def pairs_from_1(puzzle: Futoshiki) -> list[tuple[int, int, int, int]]:
    """Return the inequalities as (row, column, row, column), counted from 1, with the smaller cell first."""
    return [(a + 1, b + 1, c + 1, d + 1) for (a, b), (c, d) in puzzle.inequalities]
