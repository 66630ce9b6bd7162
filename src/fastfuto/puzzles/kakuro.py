"""Kakuro: runs of different digits that add up to totals."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import find_runs
from ..errors import PuzzleError
from ..limits import whole
from ..model import (
    MAX_CELLS,
    NO_INEQUALITIES,
    IntArray,
    Model,
    Packed,
    Skeleton,
    frozen,
    packed,
    unpacked,
    value_masks,
)
from .base import MAX_VIOLATIONS, Cell, Puzzle, Violation, as_asked, cell_name, flat_values, whole_numbers
from .fields import FieldReader
from .text import Scanner

DIGITS = 9
BLACK = -1
NO_TOTALS = 0, 0
TOO_GREAT = 2**31

Entry: TypeAlias = int | tuple[int, int] | None

_SIZE = re.compile(r"\s*([0-9]{1,9})(?![0-9])")
_TOKEN = re.compile(r"\s*(\*|[0-9]|\(\s*[0-9]{1,10}\s*,\s*[0-9]{1,10}\s*\))")


class Run(NamedTuple):
    """Consecutive white cells with different values, and their total if it is known.

    Attributes
    ----------
    cells : tuple of (int, int)
    total : int, or None
    direction : str
        "right" or "down".
    """

    cells: tuple[Cell, ...]
    total: int | None
    direction: str


class Kakuro(Puzzle[np.uint8]):
    """A Kakuro puzzle, solved or not.

    Parameters
    ----------
    rows : sequence of rows of entries
        An entry is None for a black cell, 0 for an empty white cell and the digit of a filled white cell. The totals
        (down, right) of a black cell belong to the runs that begin below it and to its right; 0 means no total. A run
        is a maximal line of white cells, even if it is a single cell. The digits of a run differ and, if the run has a
        total, add up to it.

    Attributes
    ----------
    rows : tuple of tuples
        The entries; None replaces totals (0, 0).
    shape : (int, int)
        Rows and columns.
    runs : tuple of Run
    is_complete : bool
        Whether no white cell is blank.
    is_valid : bool
        Whether the puzzle has no violations.

    Raises
    ------
    PuzzleError
        If the rows have different lengths, an entry has any other form, a number is negative, or there are no white
        cells.

    See Also
    --------
    fastfuto.parse : Read a puzzle in any format.
    fastfuto.solve : Find a solution.
    fastfuto.generate : Make a puzzle, with ``family="kakuro"``.

    Notes
    -----
    The published algorithm on which this family is based puts no constraint on cells without a total, and refuses runs
    of one cell.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = Kakuro([[None, (3, 0), (4, 0)], [(0, 4), 0, 0], [(0, 3), 0, 0]])
    >>> print(puzzle.with_clues(fastfuto.solve(puzzle).grid), end="")
    3 3
        * (3,0) (4,0)
    (0,4)     1     3
    (0,3)     2     1
    """

    __slots__ = ("_totals", "_values")

    family: ClassVar[str] = "kakuro"
    json_fields: ClassVar[tuple[str, ...]] = ("rows",)
    fillable = True

    _values: IntArray
    _totals: IntArray

    def __init__(self, rows: Sequence[Sequence[Entry]]) -> None:
        try:
            listed = [list(row) for row in rows]
        except TypeError:
            raise PuzzleError("rows must be a list of lists of cells") from None
        width = len(listed[0]) if listed else 0
        for r, row in enumerate(listed):
            if len(row) != width:
                raise PuzzleError(f"row {r + 1} has {len(row)} cells, but the first row has {width}")
        if len(listed) * width > MAX_CELLS:
            raise PuzzleError(f"a grid must have at most {MAX_CELLS} cells, got {len(listed) * width}")
        values, totals = list[int](), list[tuple[int, int]]()
        for r, row in enumerate(listed):
            for c, entry in enumerate(row):
                if entry is None:
                    value, given = BLACK, NO_TOTALS
                elif type(entry) is int and 0 <= entry < TOO_GREAT:
                    value, given = entry, NO_TOTALS
                else:
                    value, given = _entry(entry, (r, c))
                values.append(value)
                totals.append(given)
        if not values or max(values) < 0:
            raise PuzzleError("a grid must have at least one white cell")
        shape = len(listed), width
        self._values = frozen(np.array(values, np.int32).reshape(shape))
        self._totals = frozen(np.array(totals, np.int32).reshape(*shape, 2))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a grid: the numbers of rows and columns, then each cell, row by row.

        Parameters
        ----------
        text : str
            A cell is ``*`` (black), ``0`` (white), a digit, or the totals ``(down,right)``. Blanks and line breaks
            between cells are optional.

        Raises
        ------
        ParseError
            If the text has any other form.

        Examples
        --------
        >>> Kakuro.parse("2 2 *(3,0)(0,3)0").rows
        ((None, (3, 0)), ((0, 3), 0))
        """
        scan = Scanner(text)
        sizes = []
        for what in ("rows", "columns"):
            size = int(scan.need(_SIZE, f"the number of {what}"))
            if not 1 <= size <= MAX_CELLS:
                raise scan.error(f"the number of {what} must be 1 to {MAX_CELLS}, found {size}", scan.last)
            sizes.append(size)
        n_rows, n_columns = sizes
        if n_rows * n_columns > len(scan.text):
            message = f"expected {n_rows} x {n_columns} cells, but the text is too short"
            raise scan.error(message, len(scan.text))
        rows: list[list[Entry]] = []
        for r in range(n_rows):
            row: list[Entry] = []
            for c in range(n_columns):
                token = scan.need(_TOKEN, f"'*', a digit or '(down,right)' for {cell_name((r, c))}")
                if token[0] == "(":
                    down, right = map(int, token[1:-1].split(","))
                    if down >= TOO_GREAT or right >= TOO_GREAT:
                        raise scan.error(f"a total must be at most {TOO_GREAT - 1}", scan.last)
                    row.append((down, right))
                else:
                    row.append(None if token == "*" else int(token))
            rows.append(row)
        scan.finish(f"the grid ends with row {n_rows}")
        try:
            return cls(rows)
        except PuzzleError as error:
            raise scan.error(str(error), 0) from None

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from the field ``rows`` of a JSON object."""
        rows: list[list[Entry]] = []
        for r, row in enumerate(reader.items("rows", fields["rows"])):
            rows.append([])
            for c, entry in enumerate(reader.items(f"rows[{r}]", row)):
                path = f"rows[{r}][{c}]"
                if isinstance(entry, list):
                    down, right = reader.numbers(path, entry, (2,))
                    rows[-1].append((down, right))
                else:
                    rows[-1].append(None if entry is None else reader.whole(path, entry))
        return cls(rows)

    def _key(self) -> tuple[object, ...]:
        return self.shape, self._values.tobytes(), self._totals.tobytes()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({[list(row) for row in self.rows]})"

    def __str__(self) -> str:
        """Return the text that `parse` reads; digits above 9 are written, but `parse` refuses them."""
        rows = [["*" if each is None else str(each).replace(" ", "") for each in row] for row in self.rows]
        width = max(len(word) for row in rows for word in row)
        lines = [" ".join(word.rjust(width) for word in row) for row in rows]
        return "\n".join([f"{self.shape[0]} {self.shape[1]}", *lines]) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), packed(self._values), packed(self._totals))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._values.shape[0], self._values.shape[1]

    @property
    def rows(self) -> tuple[tuple[Entry, ...], ...]:
        """The entries, each None, 0, a digit, or totals (down, right)."""
        return tuple(
            tuple(
                value if value >= 0 else (totals[0], totals[1]) if totals[0] or totals[1] else None
                for value, totals in zip(row, totals_of, strict=True)
            )
            for row, totals_of in zip(self._values.tolist(), self._totals.tolist(), strict=True)
        )

    @property
    def runs(self) -> tuple[Run, ...]:
        """The horizontal runs, row by row, then the vertical runs, column by column."""
        n_rows, n_columns = self.shape
        values, totals = self._values.tolist(), self._totals.tolist()
        lines = [
            ("right", [[(r, c) for c in range(n_columns)] for r in range(n_rows)]),
            ("down", [[(r, c) for r in range(n_rows)] for c in range(n_columns)]),
        ]
        runs = []
        for direction, lists in lines:
            for line in lists:
                total = 0
                for is_white, group in itertools.groupby(line, lambda cell: values[cell[0]][cell[1]] >= 0):
                    cells = tuple(group)
                    if is_white:
                        runs.append(Run(cells, total or None, direction))
                    else:
                        r, c = cells[-1]
                        total = totals[r][c][direction == "right"]
        return tuple(runs)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the digits, (rows, columns), with 0 for black and blank cells, for ``np.asarray(puzzle)``."""
        return as_asked(self._values.clip(0), dtype, copy)

    @property
    def is_complete(self) -> bool:
        """Whether no white cell is blank."""
        return bool(self._values.all())

    def with_clues(self, values: npt.ArrayLike) -> Self:
        """Return the puzzle with other digits in its white cells.

        Parameters
        ----------
        values : array_like of int, same shape as the grid
            The digits, with 0 for blank cells. Values of black cells are ignored.

        Raises
        ------
        PuzzleError
            If the values are not integers in this shape, or a value is negative or does not fit in 31 bits.
        """
        grid = whole_numbers(values, self.shape)
        if grid is None:
            raise PuzzleError(f"values must be whole numbers of shape {self.shape}")
        white = self._values >= 0
        digits = grid[white]
        if digits.min() < 0 or digits.max() >= TOO_GREAT:
            raise PuzzleError(f"values must be 0 to {TOO_GREAT - 1}")
        puzzle = object.__new__(type(self))
        puzzle._values = frozen(np.where(white, grid.astype(np.int32), np.int32(BLACK)))
        puzzle._totals = self._totals
        return puzzle

    def filled(self, solution: npt.ArrayLike) -> Self:
        """Return the puzzle with the digits of a solution in its white cells."""
        return self.with_clues(solution)

    def is_solution(self, solution: npt.ArrayLike) -> bool:
        """Return whether an array is a solution: its digits satisfy all rules, and black cells have 0.

        Parameters
        ----------
        solution : array_like
            Anything but an array of integers in the grid's shape is not a solution.

        Examples
        --------
        >>> puzzle = Kakuro([[(0, 4), 0, 0]])
        >>> puzzle.is_solution([[0, 1, 3]]), puzzle.is_solution([[0, 2, 2]])
        (True, False)
        """
        grid = whole_numbers(solution, self.shape)
        if grid is None:
            return False
        white = self._values >= 0
        in_range = np.where(white, (grid >= 1) & (grid <= DIGITS), grid == 0).all()
        keeps_clues = ((self._values <= 0) | (self._values == grid)).all()
        return bool(in_range and keeps_clues) and self.with_clues(grid).is_valid

    def violations(self) -> list[Violation]:
        """Return the contradictions within the puzzle, each with its cells.

        Returns
        -------
        list of Violation
            Kinds: "range" (a digit outside 1 to 9), "clue" (a total without a run), "length" (a run of more
            than 9 cells), "repeat" (a digit twice in a run), "total" (a total that is impossible with the run's digits
            or number of cells). An empty list does not mean that there is a solution.

        Examples
        --------
        >>> for violation in Kakuro([[(0, 3), 0, 0], [None, (0, 5), 0]]).violations():
        ...     print(violation)
        >>> print(*Kakuro([[(0, 18), 0, 0]]).violations())
        row 1, columns 2 to 3: 2 different digits make 3 to 17, not 18
        """
        return list(itertools.islice(self._broken(), MAX_VIOLATIONS))

    def _broken(self) -> Iterator[Violation]:
        for r, c in np.argwhere(self._values > DIGITS).tolist():
            yield Violation(
                "range", ((r, c),), f"{cell_name((r, c))}: {self._values[r, c]} is outside 1 to {DIGITS}"
            )
        for k, where in enumerate(("below it", "to the right")):
            for r, c in np.argwhere(self._idle()[..., k]).tolist():
                message = f"{cell_name((r, c))}: there is a total, but no white cell {where}"
                yield Violation("clue", ((r, c),), message)
        for run in self.runs:
            yield from self._broken_run(run)

    def _broken_run(self, run: Run) -> Iterator[Violation]:
        (r, c), (last_r, last_c) = run.cells[0], run.cells[-1]
        where = cell_name((r, c))
        if run.direction == "right" and last_c > c:
            where = f"row {r + 1}, columns {c + 1} to {last_c + 1}"
        elif last_r > r:
            where = f"column {c + 1}, rows {r + 1} to {last_r + 1}"
        size = len(run.cells)
        if size > DIGITS:
            yield Violation(
                "length", run.cells, f"{where}: {size} cells cannot hold {DIGITS} different digits"
            )
            return
        digits = [int(self._values[cell]) for cell in run.cells]
        held = [digit for digit in digits if 0 < digit <= DIGITS]
        repeated = sorted({digit for digit in held if held.count(digit) > 1})
        for digit in repeated:
            cells = tuple(cell for cell, d in zip(run.cells, digits, strict=True) if d == digit)
            yield Violation("repeat", cells, f"{where}: {digit} occurs more than once")
        if run.total is None or repeated or len(held) < size - digits.count(0):
            return
        free = [digit for digit in range(1, DIGITS + 1) if digit not in held]
        blank = size - len(held)
        least = sum(held) + sum(free[:blank])
        greatest = sum(held) + sum(free[len(free) - blank :])
        if not least <= run.total <= greatest:
            span = str(least) if least == greatest else f"{least} to {greatest}"
            what = f"{size} different digits make" if not held else "the digits of this run make"
            yield Violation("total", run.cells, f"{where}: {what} {span}, not {run.total}")

    def model(self) -> Model:
        """Return the flat description for the engines, with one cell for each white cell, row by row."""
        starts, cells, sums, white = find_runs(self._values, self._totals)
        skeleton = Skeleton.from_arrays(len(white), DIGITS, starts, cells)
        domains = value_masks(DIGITS).take(white, axis=0, mode="clip")
        return Model.from_arrays(skeleton, domains, NO_INEQUALITIES, sums)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution in the text that `parse` reads."""
        return str(self.with_clues(solution))

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return flat values of white cells, (..., cells), as grids (..., rows, columns) with 0 for black cells."""
        white = self._values >= 0
        n_white = int(np.count_nonzero(white))
        values = flat_values(values, n_white)
        if n_white == white.size:
            return values.reshape(*values.shape[:-1], *white.shape)
        grids = np.zeros((*values.shape[:-1], *white.shape), values.dtype)
        if values.ndim == 1:
            grids[white] = values  # This takes one third of the time of the line below.
        else:
            grids[..., white] = values
        return grids

    def _idle(self) -> npt.NDArray[np.bool_]:
        """Return a mask, (rows, columns, 2), of the totals (down, right) without a run."""
        white = self._values >= 0
        idle = self._totals > 0
        idle[:-1, :, 0] &= ~white[1:]
        idle[:, :-1, 1] &= ~white[:, 1:]
        return idle


def _rebuild(family: type[Kakuro], values: Packed, totals: Packed) -> Kakuro:
    puzzle = object.__new__(family)
    puzzle._values, puzzle._totals = unpacked(values), unpacked(totals)
    return puzzle


def _entry(entry: Any, cell: Cell) -> tuple[int, tuple[int, int]]:
    """Return the value and totals of an entry that is neither None nor an int in range."""
    if type(entry) is tuple and len(entry) == 2:
        down, right = entry
        if type(down) is type(right) is int and 0 <= down < TOO_GREAT and 0 <= right < TOO_GREAT:
            return BLACK, (down, right)
    is_pair = np.iterable(entry) and not isinstance(entry, str)
    try:
        numbers = [whole(number) for number in (entry if is_pair else [entry])]
    except TypeError:
        numbers = []
    if len(numbers) != 1 + is_pair:
        raise PuzzleError(f"{cell_name(cell)}: expected None, a digit or totals (down, right), got {entry!r}")
    if not all(0 <= number < TOO_GREAT for number in numbers):
        raise PuzzleError(f"{cell_name(cell)}: values and totals must be 0 to {TOO_GREAT - 1}, got {entry!r}")
    return (BLACK, (numbers[0], numbers[1])) if is_pair else (numbers[0], NO_TOTALS)
