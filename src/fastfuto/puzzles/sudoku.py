"""Sudoku: a Latin square whose boxes, or other regions, hold every value too."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..errors import ParseError, PuzzleError
from ..model import IntArray, Skeleton, frozen
from .base import Problem
from .grid import Grid, Inequality, place
from .text import clean, parse_error

__all__ = ["Sudoku"]

MOST_ROWS = 64

_NUMBER = re.compile(r"\.|[0-9]{1,9}")


class Sudoku(Grid):
    """A Sudoku puzzle, solved or not: clues, boxes or regions, and inequalities if there are any.

    Parameters
    ----------
    clues : array_like of int, shape (n, n)
        The printed values, 0 where blank; n from 1 to 64. A value out of 1..n is kept and reported by
        `problems`.
    box : (int, int), optional
        Rows and columns of a box; their product is n. Default: as square as can be, not higher than wide,
        such as (3, 3) for n = 9 and (2, 3) for n = 6.
    regions : array_like of int, shape (n, n), optional
        Instead of boxes, which region each cell belongs to, by any n numbers, each of which n cells have
        (jigsaw).
    inequalities : iterable of ((row, column), (row, column))
        Pairs of neighbouring cells, the lesser first, 0-based (greater-than Sudoku).

    Attributes
    ----------
    n, shape, clues, inequalities, is_complete, is_valid
        As for `fastfuto.Futoshiki`; a value must not repeat in a region either.
    regions : (n, n) int32, read-only
        The region of each cell, numbered from 0 in the order in which they begin.

    Raises
    ------
    PuzzleError
        For clues or inequalities as `fastfuto.Futoshiki` does, n above 64, boxes that do not tile the grid,
        regions of other sizes than n.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = Sudoku.parse("1....4...3.....2")
    >>> puzzle.with_clues(fastfuto.solve(puzzle).grid).is_valid
    True
    >>> print(puzzle, end="")
    1....4...3.....2
    """

    __slots__ = ("_regions",)

    _regions: IntArray

    def __init__(
        self,
        clues: npt.ArrayLike,
        *,
        box: tuple[int, int] | None = None,
        regions: npt.ArrayLike | None = None,
        inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]] = (),
    ) -> None:
        super().__init__(clues, inequalities)
        n = self.n
        if n > MOST_ROWS:
            raise PuzzleError(f"n must be 1 to {MOST_ROWS}, got {n}")
        if box is not None and regions is not None:
            raise PuzzleError("a grid has either boxes or regions")
        self._regions = _boxes(n, box) if regions is None else _numbered(regions, n)

    @classmethod
    def parse(cls, text: str, *, box: tuple[int, int] | None = None) -> Self:
        """Read a grid: n * n characters, ``.`` or 0 for blank, or numbers between blanks.

        Parameters
        ----------
        text : str
            Up to n = 9 one character a cell, white space and the lines of a frame (``|``, ``-``, ``+``)
            anywhere between them; beyond that, numbers with white space between them, 0 or ``.`` for blank.
        box : (int, int), optional
            As for the class.

        Raises
        ------
        ParseError
            If a character is none of these, or the number of cells is no square.

        Examples
        --------
        >>> Sudoku.parse("1 . | . .   . . | . 2   . . | 3 .   . 4 | . .").clues.tolist()
        [[1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 3, 0], [0, 4, 0, 0]]
        """
        text = clean(text)
        if not text.strip():
            raise parse_error(text, 0, "the text is empty")
        values = _read(text)
        n = math.isqrt(len(values))
        if n * n != len(values) or not n:
            lines = text.splitlines() or [""]
            message = f"{len(values)} cells are no square grid"
            raise ParseError(message, line=len(lines), column=len(lines[-1]) + 1, source=lines[-1])
        return cls(np.array(values).reshape(n, n), box=box)

    def __repr__(self) -> str:
        extra = ""
        if (self._regions != _boxes_or_none(self.n)).any():
            extra = f", regions={self._regions.tolist()}"
        if len(self._inequalities):
            extra += f", inequalities={list(self.inequalities)}"
        return f"Sudoku({self._clues.tolist()}{extra})"

    def __str__(self) -> str:
        if self.n <= 9 and ((self._clues >= 0) & (self._clues <= 9)).all():
            return "".join(str(v or ".") for v in self._clues.ravel().tolist()) + "\n"
        width = len(str(self._clues.max()))
        return "".join(" ".join(f"{v or '.':>{width}}" for v in row) + "\n" for row in self._clues.tolist())

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (np.array(self._clues), np.array(self._regions), np.array(self._cell_pairs()))

    @property
    def regions(self) -> IntArray:
        """The region of each cell, (n, n) int32, read-only."""
        return self._regions

    def _skeleton(self) -> Skeleton:
        return _sudoku_skeleton(self.n, self._regions.tobytes())

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self._regions.tobytes()

    def _broken_rules(self) -> Iterator[Problem]:
        yield from super()._broken_rules()
        for region in range(self.n):
            cells = np.argwhere(self._regions == region).tolist()
            at: dict[int, list[tuple[int, int]]] = {}
            for r, c in cells:
                at.setdefault(int(self._clues[r, c]), []).append((r, c))
            for value, places in sorted(at.items()):
                if value and len(places) > 1:
                    where = "; ".join(map(place, places))
                    yield Problem("region", tuple(places), f"value {value} stands twice in a region: {where}")


def _rebuild(clues: IntArray, regions: IntArray, inequalities: IntArray) -> Sudoku:
    return Sudoku(clues, regions=regions, inequalities=inequalities)


@functools.lru_cache(maxsize=64)
def _sudoku_skeleton(n: int, regions: bytes) -> Skeleton:
    """Return the skeleton that all puzzles with these regions share: rows, columns, then regions."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    of_region = np.argsort(np.frombuffer(regions, np.int32), kind="stable").astype(np.int32).reshape(n, n)
    return Skeleton(n * n, n, [*cells, *cells.T, *of_region])


@functools.lru_cache(maxsize=64)
def _boxes(n: int, box: tuple[int, int] | None) -> IntArray:
    """Return the regions of a grid of boxes."""
    if box is None:
        rows = next(r for r in range(math.isqrt(n), 0, -1) if n % r == 0)
        if rows == 1 and n > 3:
            raise PuzzleError(f"no boxes have {n} cells: name regions, or box=(1, {n}) for none")
        box = rows, n // rows
    try:
        rows, columns = map(int, box)
    except (TypeError, ValueError):
        raise PuzzleError(f"box must be (rows, columns), got {box!r}") from None
    if rows < 1 or columns < 1 or rows * columns != n:
        raise PuzzleError(f"boxes of {rows} x {columns} do not hold {n} values each")
    at = np.arange(n, dtype=np.int32)
    return frozen((at // rows)[:, None] * (n // columns) + at // columns)


def _boxes_or_none(n: int) -> IntArray:
    """Return the regions that are taken where none are named."""
    try:
        return _boxes(n, None)
    except PuzzleError:
        return np.full((n, n), -1, np.int32)


def _numbered(regions: npt.ArrayLike, n: int) -> IntArray:
    """Return regions as (n, n) int32, numbered from 0 in the order in which they begin."""
    try:
        grid = np.asarray(regions)
    except ValueError:
        grid = np.empty(0)
    if grid.shape != (n, n):
        raise PuzzleError(f"regions must be {n} x {n}, got shape {grid.shape}")
    numbers, first, inverse, sizes = np.unique(
        grid, return_index=True, return_inverse=True, return_counts=True
    )
    if len(numbers) != n:
        raise PuzzleError(f"{n} regions are wanted, got {len(numbers)}")
    if (sizes != n).any():
        k = int(np.argmax(sizes != n))
        raise PuzzleError(f"region {numbers[k]} has {sizes[k]} cells, not {n}")
    rank = np.argsort(np.argsort(first)).astype(np.int32)
    return frozen(rank[inverse.reshape(n, n)])


def _read(text: str) -> list[int]:
    """Return the values of a grid, 0 where blank, or say where the text is wrong."""
    words = text.split()
    if len(words) > 81 and all(map(_NUMBER.fullmatch, words)):
        return [0 if word == "." else int(word) for word in words]
    values = []
    for number, line in enumerate(text.split("\n"), 1):
        for column, character in enumerate(line, 1):
            if character == "." or "0" <= character <= "9":
                values.append(0 if character == "." else int(character))
            elif not character.isspace() and character not in "|-+":
                message = f"a digit or . is wanted, found {character!r}"
                raise ParseError(message, line=number, column=column, source=line)
    return values
