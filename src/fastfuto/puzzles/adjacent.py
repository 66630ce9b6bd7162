"""Adjacent Futoshiki: an n x n Latin square with bars exactly between neighbours whose values differ by 1."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..limits import whole
from ..model import (
    MAX_VALUES,
    IntArray,
    Model,
    Relations,
    Skeleton,
    UintArray,
    allowed_masks,
    frozen,
    latin_skeleton,
    refuse_masked,
)
from .base import Cell, Violation, cell_name
from .fields import FieldReader
from .grid import Grid, Inequalities
from .symmetry import Move
from .text import Scanner

_HEADER = re.compile(r"\s*(adjacent)(?![0-9A-Za-z])")
_SIZE = re.compile(r"\s*([0-9]+)")
_COLON = re.compile(r"\s*(:)")
_VALUE = re.compile(r"\s*(-?[0-9]+)")
_BESIDE = re.compile(r"\s*([|.])")
_UNDER = re.compile(r"\s*([-.])")

Bar = tuple[Cell, Cell]
"""Two neighbouring cells, with the upper or left cell first."""


class Adjacent(Grid):
    """An Adjacent Futoshiki: a Latin square in which neighbours have a bar if and only if they differ by 1.

    The absence of a bar is also a clue: two neighbours without a bar do not differ by 1. "Unequal" in Simon Tatham's
    puzzle collection has these rules in its mode "Adjacent".

    Parameters
    ----------
    clues : array_like of int, shape (n, n) or (n * n,)
        As for `fastfuto.Futoshiki`.
    bars : iterable of ((row, column), (row, column)), or array of int, shape (k, 2, 2)
        Pairs of neighbouring cells in either order, with rows and columns counted from 0. Repeated pairs count once.

    Attributes
    ----------
    n, shape, clues, is_complete
        As for `fastfuto.Futoshiki`.
    bars : tuple of ((row, column), (row, column))
        The bars in ascending order without repetitions, each with the upper or left cell first.
    is_valid : bool
        Whether every value is in 1..n, none appears twice in a row or column, and no two neighbouring clues break the
        rule of the bars.

    Raises
    ------
    PuzzleError
        If `fastfuto.Futoshiki` would refuse the clues, or a bar is not between two neighbouring cells of the grid.

    See Also
    --------
    fastfuto.Futoshiki : The variant with inequalities.
    fastfuto.generate : Make a puzzle, with ``variant="adjacent"``.
    fastfuto.solve : Find a solution.

    Examples
    --------
    >>> import fastfuto
    >>> square = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    >>> beside = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((2, 0), (2, 1))]
    >>> below = [((1, 0), (2, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 2), (2, 2))]
    >>> Adjacent(square, beside + below).is_valid, Adjacent(square, beside).is_valid
    (True, False)
    >>> puzzle = Adjacent([[1, 0, 0], [0, 0, 0], [0, 0, 0]], beside + below)
    >>> print(puzzle, end="")
    adjacent 3:
    1 | 0 | 0
    .   -   -
    0 . 0 | 0
    -   .   -
    0 | 0 . 0
    >>> fastfuto.all_solutions(puzzle).tolist() == [square]
    True
    """

    __slots__ = ("_bars",)

    family: ClassVar[str] = "adjacent"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "clues", "bars")

    _bars: IntArray
    _stored: ClassVar[tuple[str, ...]] = (*Grid._stored, "_bars")

    def __init__(
        self, clues: npt.ArrayLike | Sequence[Any], bars: Iterable[Bar] | npt.NDArray[np.integer[Any]] = ()
    ) -> None:
        super().__init__(clues)
        self._bars = frozen(_bar_array(bars, self.n))

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read a puzzle in its own format, which `str` writes.

        Parameters
        ----------
        text : str
            ``adjacent n:``, then n lines of values with n - 1 lines of signs between them. A line of values has n
            values with ``|`` (bar) or ``.`` (no bar) between neighbours. A line of signs has n characters, ``-`` (bar)
            or ``.`` (no bar). Blanks and line breaks are allowed anywhere between tokens.

        Raises
        ------
        ParseError
            If the text has any other form. Values outside 1..n are kept if they fit 32 bits.

        Examples
        --------
        >>> Adjacent.parse("adjacent 2:  0 | 0  - .  1 . 0").bars
        (((0, 0), (0, 1)), ((0, 0), (1, 0)))
        """
        scan = Scanner(text)
        scan.need(_HEADER, "the word 'adjacent'")
        size = scan.need(_SIZE, "the size n of the grid")
        if not (len(size) <= 3 and 1 <= int(size) <= MAX_VALUES):
            raise scan.error(f"the size n must be 1 to {MAX_VALUES}, found {size[:20]}")
        scan.need(_COLON, "':' after the size")
        n = int(size)
        clues = np.zeros((n, n), np.int64)
        bars: list[Bar] = []
        for r in range(n):
            for c in range(n if r else 0):
                if scan.need(_UNDER, f"'-' or '.' between rows {r} and {r + 1} in column {c + 1}") == "-":
                    bars.append(((r - 1, c), (r, c)))
            for c in range(n):
                if (
                    c
                    and scan.need(_BESIDE, f"'|' or '.' between columns {c} and {c + 1} of row {r + 1}")
                    == "|"
                ):
                    bars.append(((r, c - 1), (r, c)))
                value = scan.need(_VALUE, f"the value of {cell_name((r, c))}")
                if len(value) > 11 or not -(2**31) <= int(value) < 2**31:
                    shown = value if len(value) <= 20 else f"a number of {len(value)} characters"
                    raise scan.error(f"the value of {cell_name((r, c))} must fit in 32 bits, found {shown}")
                clues[r, c] = int(value)
        scan.finish(f"the puzzle ends with row {n}")
        return cls(clues, bars)

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from the fields ``n``, ``clues`` and ``bars`` of a JSON object."""
        return cls(reader.square("clues", fields), reader.numbers("bars", fields["bars"], (None, 2, 2)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._clues.tolist()}, {list(self.bars)})"

    def __str__(self) -> str:
        n = self.n
        width = len(str(self._clues.max()))
        beside = np.full((n, n), ".")
        under = np.full((n, n), ".")
        upper, lower = self._bars.T
        is_beside = lower - upper == 1
        beside.flat[upper[is_beside]] = "|"
        under.flat[upper[~is_beside]] = "-"
        lines = [f"adjacent {n}:"]
        for values, signs, below in zip(self._clues.tolist(), beside.tolist(), under.tolist(), strict=True):
            signs[-1] = ""
            lines.append(
                " ".join(f"{v:>{width}} {sign}" for v, sign in zip(values, signs, strict=True)).rstrip()
            )
            lines.append("   ".join(f"{sign:>{width}}" for sign in below))
        return "\n".join(lines[:-1]) + "\n"

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The bars as sorted pairs of cells (row, column), with the upper or left cell first."""
        n = self.n
        return tuple((divmod(a, n), divmod(b, n)) for a, b in self._bars.tolist())

    def with_inequalities(self, inequalities: Inequalities) -> Self:
        """Return the puzzle itself if there are no inequalities, because an Adjacent has only bars.

        Raises
        ------
        PuzzleError
            If there are inequalities; use `fastfuto.Futoshiki` for a square with inequalities.
        """
        puzzle = super().with_inequalities(inequalities)
        if len(puzzle._inequalities):
            raise PuzzleError("an Adjacent puzzle cannot have inequalities; use a Futoshiki")
        return puzzle

    def model(self) -> Model:
        """Return the flat description for the engines. It has a relation for every pair of neighbours."""
        model = super().model()
        return Model.from_arrays(
            model.skeleton,
            model.domains,
            model.inequalities,
            relations=_relations(self.n, self._bars.tobytes()),
        )

    def _moved(self, move: Move, complement: bool) -> Self:
        puzzle = super()._moved(move, complement)
        bars = np.sort(move.targets[self._bars], axis=1)
        puzzle._bars = frozen(np.ascontiguousarray(bars[np.lexsort((bars[:, 1], bars[:, 0]))]))
        return puzzle

    def _rank(self) -> tuple[list[int], ...]:
        return *super()._rank(), self._bars.ravel().tolist()

    def _skeleton(self) -> Skeleton:
        return latin_skeleton(self.n)

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self._bars.tobytes()

    def _find_violations(self) -> tuple[bool, bool]:
        rules, chains = super()._find_violations()
        return rules or bool(len(self._broken_bars())), chains

    def _broken_bars(self) -> IntArray:
        """Return the pairs of cells, (k, 2), whose clues break the rule of the bars."""
        relations = _relations(self.n, self._bars.tobytes())
        values = self._clues.ravel().astype(np.int64)[relations.cells]
        differ = np.abs(values[:, 0] - values[:, 1]) == 1
        wrong = (values != 0).all(axis=1) & (differ == (relations.table_numbers == _NO_BAR))
        broken: IntArray = relations.cells[wrong]
        return broken

    def _broken_rules(self) -> Iterator[Violation]:
        yield from super()._broken_rules()
        for pair in self._broken_bars().tolist():
            first, second = (divmod(cell, self.n) for cell in pair)
            values = [int(self._clues[first]), int(self._clues[second])]
            differ = abs(values[0] - values[1]) == 1
            must = "must not differ by 1" if differ else "must differ by 1"
            held = " and ".join(map(str, values))
            where = f"{cell_name(first)} and {cell_name(second)}"
            what = "no bar" if differ else "a bar"
            yield Violation(
                "bar", (first, second), f"{where} have {what} between them and {must}, but hold {held}"
            )


def _bar_array(bars: Iterable[Bar] | npt.NDArray[np.integer[Any]], n: int) -> IntArray:
    """Return bars as sorted pairs of cell numbers, (k, 2) int32; raise an error if a bar is invalid."""
    if not np.iterable(bars) or isinstance(bars, Mapping):
        raise PuzzleError(f"bars must be pairs of cells, got {bars!r}")
    refuse_masked(bars, "bars")
    pairs: set[tuple[int, int]] = set()
    for k, pair in enumerate(bars.tolist() if isinstance(bars, np.ndarray) else bars):
        try:
            (a, b), (c, d) = pair
            a, b, c, d = map(whole, (a, b, c, d))
        except (TypeError, ValueError):
            raise PuzzleError(f"bar {k}: expected ((row, column), (row, column)), got {pair!r}") from None
        if not (min(a, b, c, d) >= 0 and max(a, b, c, d) < n):
            raise PuzzleError(f"bar {k}, {(a, b)} and {(c, d)}: a cell is outside the {n} x {n} grid")
        if abs(a - c) + abs(b - d) != 1:
            raise PuzzleError(f"bar {k}, {(a, b)} and {(c, d)}: the cells are not neighbours")
        first, second = sorted((a * n + b, c * n + d))
        pairs.add((first, second))
    return np.array(sorted(pairs), np.int32).reshape(-1, 2)


_BAR, _NO_BAR = 0, 1
"""Rows of `_tables`."""


@functools.lru_cache(maxsize=64)
def _relations(n: int, bars: bytes) -> Relations:
    """Return the relations of n x n grids with these bars, which do not depend on the clues."""
    pairs = neighbours(n)
    barred = np.frombuffer(bars, np.int32).reshape(-1, 2)
    has_bar = np.isin(pairs @ (n * n, 1), barred @ (n * n, 1))
    numbers = np.where(has_bar, _BAR, _NO_BAR).astype(np.int32)
    return Relations(pairs, frozen(numbers), _tables(n))


@functools.lru_cache(maxsize=64)
def neighbours(n: int) -> IntArray:
    """Return all pairs of neighbouring cells of an n x n grid, (2n(n - 1), 2)."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    beside = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    below = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return frozen(np.concatenate([beside, below]))


@functools.lru_cache(maxsize=64)
def _tables(n: int) -> UintArray:
    """Return the tables of "differ by 1" and "do not differ by 1", (2, n, words)."""
    differ = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) == 1
    return frozen(allowed_masks(np.stack([differ, ~differ])))
