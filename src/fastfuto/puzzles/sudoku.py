"""Sudoku: a Latin square whose boxes, or other regions, also hold every value."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..engines import read_digits, write_digits
from ..errors import PuzzleError
from ..limits import whole
from ..model import (
    NO_INEQUALITIES,
    IntArray,
    Skeleton,
    array_of,
    frozen,
    is_misread,
    is_outside,
    refuse_masked,
)
from .base import RULE_FIELDS, Cell, Violation, cell_name
from .fields import FieldReader
from .grid import Grid, Inequalities
from .symmetry import Move, moved_values
from .text import check_text, clean, parse_error

if TYPE_CHECKING:
    from .variants import Variant

MAX_ROWS = 64

GREATEST_CHARACTER, GREATEST_NUMBER = 9, 10**9 - 1
"""Largest values in texts with one character per cell, up to n = 9, and in texts with numbers."""

_LINE = re.compile(r"[^\n]+")
_NUMBER = re.compile(r"\.|[0-9]{1,9}")
_FRAME = re.compile(r"[-+|]+")
_NEGATIVE = re.compile(r"(?<!\S)-[0-9]+")


class Sudoku(Grid):
    """A Sudoku puzzle, solved or not: clues, boxes or regions, and optional inequalities.

    Parameters
    ----------
    clues : array_like of int, shape (n, n), or (n * n,) row by row for n above 1
        The printed values, with 0 for blank cells; n is 1 to 64. Values outside 1..n are kept, and `violations` reports
        them.
    box : (int, int), optional
        Numbers of rows and columns of a box, whose product is n. Default: the box that is as square as possible and not
        taller than wide, such as (3, 3) for n = 9 and (2, 3) for n = 6.
    regions : array_like of int, shape (n, n) or (n * n,), optional
        The number of each cell's region, for a jigsaw Sudoku. Any n numbers may be used, each for n cells.
    inequalities : iterable, mapping or array
        As for `fastfuto.Futoshiki`. With inequalities, the puzzle is a greater-than Sudoku.

    Attributes
    ----------
    n, shape, clues, inequalities, is_complete, is_valid
        As for `fastfuto.Futoshiki`. For `is_valid`, values must also differ in each region.
    regions : (n, n) int32, read-only
        The region of each cell. Regions are numbered from 0 in the order of their first cells.
    has_default_boxes : bool
        Whether the regions are the default boxes for n.

    Raises
    ------
    PuzzleError
        If `fastfuto.Futoshiki` would refuse the clues or inequalities, n is above 64, the boxes do not tile the grid,
        or a region has more or fewer than n cells.

    See Also
    --------
    fastfuto.parse : Read a puzzle in any format.
    fastfuto.solve_many : Solve many puzzles at a time.
    fastfuto.generate : Make a puzzle, with ``family="sudoku"``.
    fastfuto.LatinSquare : Grids without regions.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = Sudoku.parse("1....4...3.....2")
    >>> puzzle.with_clues(fastfuto.solve(puzzle).grid).is_valid
    True
    >>> print(puzzle, end="")
    1....4...3.....2
    >>> Sudoku([1, 0, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 0, 0, 2]) == puzzle
    True
    """

    __slots__ = ("_regions",)

    family: ClassVar[str] = "sudoku"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "clues", "regions", "inequalities")
    json_optional: ClassVar[tuple[str, ...]] = RULE_FIELDS

    _regions: IntArray
    _stored: ClassVar[tuple[str, ...]] = (*Grid._stored, "_regions")

    def __init__(
        self,
        clues: int | npt.ArrayLike | Sequence[Any],
        *,
        box: tuple[int, int] | None = None,
        regions: npt.ArrayLike | None = None,
        inequalities: Inequalities = (),
    ) -> None:
        super().__init__(clues, inequalities)
        n = self.n
        if n > MAX_ROWS:
            raise PuzzleError(f"n must be 1 to {MAX_ROWS}, got {n}")
        if box is not None and regions is not None:
            raise PuzzleError("box and regions cannot be combined; omit one of them")
        self._regions = _boxes(*_box_shape(n, box)) if regions is None else _numbered(regions, n)

    @classmethod
    def parse(cls, text: str, *, box: tuple[int, int] | None = None) -> Self:
        """Read a grid: n * n characters, or numbers between white space; ``.`` or 0 is a blank cell.

        Parameters
        ----------
        text : str
            Up to n = 9, one character for each cell; white space and frame characters (``|``, ``-``, ``+``) are allowed
            anywhere. For larger grids, numbers that white space separates from each other and from the frame.
        box : (int, int), optional
            As for `fastfuto.Sudoku`.

        Raises
        ------
        ParseError
            If the text has any other character, or the number of cells is not a perfect square.
        PuzzleError
            If the boxes do not tile the grid.

        Examples
        --------
        >>> Sudoku.parse("1 . | . .   . . | . 2   . . | 3 .   . 4 | . .").clues.tolist()
        [[1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 3, 0], [0, 4, 0, 0]]
        """
        check_text(text)
        if (cells := read_digits(text)) is not None:
            puzzle = object.__new__(cls)
            puzzle._clues, puzzle._inequalities = cells, NO_INEQUALITIES
            puzzle._regions = _boxes(*_box_shape(len(cells), box))
            return puzzle
        text = clean(text)
        if not text.strip():
            raise parse_error(text, 0, "the text is empty")
        values = _read(text)
        n = math.isqrt(len(values))
        if n * n != len(values) or not n:
            raise parse_error(text, len(text.rstrip("\n")), f"{len(values)} cells do not make a square grid")
        return cls(np.array(values).reshape(n, n), box=box)

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from ``n``, ``clues``, ``regions`` and ``inequalities`` of a JSON object."""
        clues, regions = reader.square("clues", fields), reader.square("regions", fields)
        inequalities = reader.numbers("inequalities", fields["inequalities"], (None, 2, 2))
        return cls(clues, regions=regions, inequalities=inequalities)

    def with_rules(
        self,
        *rules: str,
        cages: Iterable[tuple[Iterable[Cell], int]] = (),
        even: Iterable[Cell] = (),
        odd: Iterable[Cell] = (),
    ) -> Variant:
        """Return a variant: the same Sudoku with further rules, which are the parameters of `fastfuto.Variant`.

        Raises
        ------
        PuzzleError
            As for `fastfuto.Variant`.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.count(Sudoku(4)), fastfuto.count(Sudoku(4).with_rules("diagonals", "windows"))
        (288, 48)
        """
        from .variants import Variant  # Few puzzles need it.

        return Variant(self, *rules, cages=cages, even=even, odd=odd)

    def __repr__(self) -> str:
        extra = "" if self.has_default_boxes else f", regions={self._regions.tolist()}"
        if len(self._inequalities):
            extra += f", inequalities={list(self.inequalities)}"
        return f"{type(self).__name__}({self._clues.tolist()}{extra})"

    @property
    def words(self) -> str:
        """Family and size in words; a Sudoku with other regions than the default boxes is a jigsaw."""
        return super().words if self.has_default_boxes else super().words.replace("Sudoku", "Jigsaw")

    def __str__(self) -> str:
        """Return the grid that `parse` reads.

        If the grid cannot express the whole puzzle, a last line lists what is missing, and `parse` refuses that line.
        """
        greatest = GREATEST_CHARACTER if self.n <= 9 else GREATEST_NUMBER
        missing = [] if self.has_default_boxes else ["regions"]
        missing += ["inequalities"] if len(self._inequalities) else []
        if is_outside(self._clues, greatest):
            missing.append(f"values outside 0 to {greatest}")
        note = f"(only JSON holds the {' and '.join(missing)} of this puzzle)\n" if missing else ""
        return self._grid() + note

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution, (n, n), as the text of a grid."""
        return self.with_clues(solution)._grid()

    def _grid(self) -> str:
        """Return the grid without a note. A grid of more than nine rows has lines between its boxes."""
        if self.n <= 9 and (line := write_digits(self._clues)) is not None:
            return line
        width = max(len(str(self._clues.max())), len(str(self._clues.min())))
        box = _default_box(self.n) if self.has_default_boxes else None
        rows, columns = box or (self.n, self.n)
        lines = []
        for r, row in enumerate(self._clues.tolist()):
            words = [f"{value or '.':>{width}}" for value in row]
            boxes = [" ".join(words[c : c + columns]) for c in range(0, self.n, columns)]
            if r and r % rows == 0:
                lines.append("-+-".join("-" * len(cells) for cells in boxes))
            lines.append(" | ".join(boxes))
        return "\n".join(lines) + "\n"

    @property
    def regions(self) -> IntArray:
        """The region of each cell, (n, n) int32, read-only."""
        return self._regions

    @property
    def has_default_boxes(self) -> bool:
        """Whether the regions are the default boxes."""
        box = _default_box(self.n)
        if box is None:
            return False
        boxes = _boxes(*box)
        return self._regions is boxes or np.array_equal(self._regions, boxes)

    def _moved(self, move: Move, complement: bool) -> Self:
        puzzle = super()._moved(move, complement)
        puzzle._regions = _numbered(moved_values(self._regions, move, False), self.n)
        return puzzle

    def _rank(self) -> tuple[list[int], ...]:
        return self._regions.ravel().tolist(), *super()._rank()

    def _skeleton(self) -> Skeleton:
        return _sudoku_skeleton(self.n, self._regions.tobytes())

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self._regions.tobytes()

    def _broken_rules(self) -> Iterator[Violation]:
        yield from super()._broken_rules()
        for region in range(self.n):
            cells = np.argwhere(self._regions == region).tolist()
            cells_of: dict[int, list[Cell]] = {}
            for r, c in cells:
                cells_of.setdefault(int(self._clues[r, c]), []).append((r, c))
            for value, same in sorted(cells_of.items()):
                if value and len(same) > 1:
                    where = "; ".join(map(cell_name, same))
                    message = f"value {value} occurs more than once in a region: {where}"
                    yield Violation("region", tuple(same), message)


@functools.lru_cache(maxsize=64)
def _sudoku_skeleton(n: int, regions: bytes) -> Skeleton:
    """Return the skeleton that all puzzles with these regions share: rows, columns, then regions."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    of_region = np.argsort(np.frombuffer(regions, np.int32), kind="stable").astype(np.int32).reshape(n, n)
    return Skeleton(n * n, n, [*cells, *cells.T, *of_region])


def _box_shape(n: int, box: tuple[int, int] | None) -> tuple[int, int]:
    """Return the numbers of rows and columns of a box; raise an error if such boxes do not tile the grid."""
    if box is None:
        default = _default_box(n)
        if default is None:
            error = PuzzleError(f"there is no default box for n = {n}")
            error.add_note(f"Give regions, or box=(1, {n}) for rows and columns only.")
            raise error
        return default
    try:
        rows, columns = map(whole, box)
    except (TypeError, ValueError):
        raise PuzzleError(f"box must be (rows, columns), got {box!r}") from None
    if rows < 1 or columns < 1 or rows * columns != n:
        raise PuzzleError(f"a box must have {n} cells, got {rows} x {columns}")
    return rows, columns


@functools.lru_cache(maxsize=64)
def _default_box(n: int) -> tuple[int, int] | None:
    """Return the numbers of rows and columns of the most nearly square box, or None if it would be a whole row."""
    rows = next(r for r in range(math.isqrt(n), 0, -1) if n % r == 0)
    return None if rows == 1 and n > 3 else (rows, n // rows)


@functools.lru_cache(maxsize=64)
def _boxes(rows: int, columns: int) -> IntArray:
    """Return the regions of a grid whose boxes have this shape."""
    at = np.arange(rows * columns, dtype=np.int32)
    return frozen((at // rows)[:, None] * rows + at // columns)


def _numbered(regions: npt.ArrayLike, n: int) -> IntArray:
    """Return regions as (n, n) int32, numbered from 0 in the order of their first cells."""
    refuse_masked(regions, "regions")
    if is_misread(regions):
        raise PuzzleError("regions must be whole numbers, not booleans")
    grid = array_of(regions)
    if grid.shape not in ((n, n), (n * n,)):
        raise PuzzleError(f"regions must be {n} x {n}, got shape {grid.shape}")
    numbers, first, inverse, sizes = np.unique(
        grid, return_index=True, return_inverse=True, return_counts=True
    )
    if len(numbers) != n:
        raise PuzzleError(f"expected {n} regions, got {len(numbers)}")
    if (sizes != n).any():
        k = int(np.argmax(sizes != n))
        raise PuzzleError(f"region {numbers[k]} must have {n} cells, got {sizes[k]}")
    rank = np.argsort(np.argsort(first)).astype(np.int32)
    return frozen(rank[inverse.reshape(n, n)])


def _read(text: str) -> list[int]:
    """Return the values of a grid, with 0 for blank cells; raise a ParseError for any other text."""
    words = [word for word in text.split() if not _FRAME.fullmatch(word)]
    if len(words) > 81 and all(map(_NUMBER.fullmatch, words)):
        return [0 if word == "." else int(word) for word in words]
    values = []
    for line in _LINE.finditer(text):
        if negative := _NEGATIVE.search(text, *line.span()):
            message = f"expected a value of at least 0, found {negative[0]!r}"
            raise parse_error(text, negative.start(), message)
        for at, character in enumerate(line[0], line.start()):
            if character == "." or "0" <= character <= "9":
                values.append(0 if character == "." else int(character))
            elif not character.isspace() and character not in "|-+":
                raise parse_error(text, at, f"expected a digit or '.', found {character!r}")
    return values
