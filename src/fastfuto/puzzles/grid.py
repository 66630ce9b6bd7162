"""The base class of puzzles on a square grid: clues, inequalities between neighbours, and contradictions."""

from __future__ import annotations

import abc
import contextlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar, Literal, NoReturn, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import find_violations, read_clues, read_masks, read_pairs
from ..errors import PuzzleError
from ..limits import whole
from ..model import (
    MAX_VALUES,
    NO_INEQUALITIES,
    IntArray,
    Model,
    Packed,
    Skeleton,
    array_of,
    frozen,
    is_misread,
    packed,
    refuse_masked,
    unpacked,
    whole_within,
)
from .base import (
    MAX_VIOLATIONS,
    Cell,
    Puzzle,
    Violation,
    as_asked,
    ascending,
    cell_name,
    flat_values,
    whole_numbers,
)
from .symmetry import FORMS, Move, moved_inequalities, moved_values

Inequality = tuple[Cell, Cell]
"""Two cells, (lesser, greater)."""

Inequalities: TypeAlias = (
    Iterable[Inequality] | Mapping[Inequality, Literal["<", ">"]] | npt.NDArray[np.integer[Any]]
)
"""Inequalities as an argument: pairs, a mapping from pairs to the sign between them, or an array (k, 2, 2)."""


class Grid(Puzzle[np.uint8]):
    """A puzzle on an n x n grid with values 1..n, clues and inequalities; a family adds its units."""

    __slots__ = ("_clues", "_inequalities")

    fillable = True

    _clues: IntArray
    _inequalities: IntArray
    _stored: ClassVar[tuple[str, ...]] = ("_clues", "_inequalities")
    """Names of the arrays that a family stores."""

    def __init__(self, clues: int | npt.ArrayLike | Sequence[Any], inequalities: Inequalities = ()) -> None:
        if isinstance(clues, (int, np.integer)):
            clues = np.zeros((whole_within(clues, "n", 1, MAX_VALUES),) * 2, np.int32)
        self._clues = _clue_array(clues)
        self._inequalities = _inequality_array(inequalities, len(self._clues))

    @abc.abstractmethod
    def _skeleton(self) -> Skeleton:
        """Return the cells, values and units; the cell in row r and column c has the number ``r * n + c``."""

    @property
    def n(self) -> int:
        """Number of rows, of columns and of values."""
        return len(self._clues)

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of a solution, (n, n)."""
        return (self.n, self.n)

    @property
    def clues(self) -> IntArray:
        """The printed values, (n, n) int32, read-only, with 0 for blank cells."""
        return self._clues

    @property
    def inequalities(self) -> tuple[Inequality, ...]:
        """Sorted pairs of cells (lesser, greater). Each cell is (row, column)."""
        pairs = self._cell_pairs().tolist() if len(self._inequalities) else ()
        return tuple(((a, b), (c, d)) for (a, b), (c, d) in pairs)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the clues, (n, n), for ``np.asarray(puzzle)``."""
        return as_asked(self._clues, dtype, copy)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is blank."""
        return bool(self._clues.all())

    @property
    def is_valid(self) -> bool:
        """Whether all clues are in range, none repeats in a unit and no two of them break an inequality."""
        return not self._find_violations()[0]

    def with_clues(self, clues: npt.ArrayLike | Sequence[Any]) -> Self:
        """Return the puzzle with other clues, (n, n) or flat, and everything else unchanged.

        Raises
        ------
        PuzzleError
            If the clues are not an (n, n) array of whole numbers.

        Examples
        --------
        >>> import fastfuto
        >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
        >>> puzzle.with_clues([[1, 2], [2, 1]]).is_valid
        True
        """
        grid = _clue_array(clues)
        if len(grid) != self.n:
            raise PuzzleError(f"clues must be {self.n} x {self.n}, got {len(grid)} x {len(grid)}")
        return self._changed(grid, self._inequalities)

    def with_inequalities(self, inequalities: Inequalities) -> Self:
        """Return the puzzle with other inequalities and everything else unchanged.

        Parameters
        ----------
        inequalities : iterable of ((row, column), (row, column)), mapping, or array of int, shape (k, 2, 2)
            As for `fastfuto.Futoshiki`.

        Raises
        ------
        PuzzleError
            If a pair does not consist of two neighbouring cells of the grid, or is given in both directions.

        Examples
        --------
        >>> import fastfuto
        >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]])
        >>> puzzle.with_inequalities([((0, 0), (0, 1))])
        Futoshiki([[1, 0], [0, 0]], [((0, 0), (0, 1))])
        """
        return self._changed(self._clues, _inequality_array(inequalities, self.n))

    def transformed(self, rotation: int = 0, mirror: bool = False, complement: bool = False) -> Self:
        """Return a symmetric form of the puzzle: rotated, mirrored or with complemented values.

        Parameters
        ----------
        rotation : int
            Clockwise quarter turns, applied first.
        mirror : bool
            Whether left and right are exchanged after the rotation.
        complement : bool
            Whether each value v becomes n + 1 - v, and each inequality its opposite. Blanks and values outside 1..n
            stay as they are.

        Raises
        ------
        TypeError
            If `rotation` is not a whole number.

        Notes
        -----
        The solutions of a symmetric form are the symmetric forms of the puzzle's solutions. The form of a solution is
        ``puzzle.filled(solution).transformed(...).clues``.

        Examples
        --------
        >>> import fastfuto
        >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]], [((0, 0), (0, 1))])
        >>> puzzle.transformed(rotation=1)
        Futoshiki([[0, 1], [0, 0]], [((0, 1), (1, 1))])
        >>> puzzle.transformed(complement=True)
        Futoshiki([[2, 0], [0, 0]], [((0, 1), (0, 0))])
        """
        return self._moved(Move.of(self.n, rotation, mirror), complement)

    def canonical(self) -> Self:
        """Return the smallest of the 16 symmetric forms of the puzzle; all 16 forms have the same canonical form.

        Forms are compared by their clues row by row, with blanks as 0, and then by their sorted inequalities. Forms
        of a Sudoku are compared by their regions first.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.Futoshiki([[1, 0], [0, 0]]).canonical()
        Futoshiki([[0, 0], [0, 1]], [])
        """
        return min((self.transformed(*form) for form in FORMS), key=lambda puzzle: puzzle._rank())

    def _moved(self, move: Move, complement: bool) -> Self:
        """Return the puzzle after a move. Families with more attributes also move these attributes."""
        clues = moved_values(self._clues, move, complement)
        return self._changed(frozen(clues), frozen(moved_inequalities(self._inequalities, move, complement)))

    def _rank(self) -> tuple[list[int], ...]:
        """Return the sort key by which symmetric forms are compared."""
        return self._clues.ravel().tolist(), self._inequalities.ravel().tolist()

    def _changed(self, clues: IntArray, inequalities: IntArray) -> Self:
        """Return a copy of the puzzle with these frozen arrays and everything else unchanged."""
        puzzle = object.__new__(type(self))
        for name in self._stored:
            setattr(puzzle, name, getattr(self, name))
        puzzle._clues, puzzle._inequalities = clues, inequalities
        return puzzle

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), *(packed(getattr(self, name)) for name in self._stored))

    def filled(self, solution: npt.ArrayLike) -> Self:
        """Return the puzzle with a solution, (n, n), as its clues."""
        return self.with_clues(solution)

    def is_solution(self, solution: npt.ArrayLike) -> bool:
        """Return whether an (n, n) array is a solution: a valid complete grid that keeps the clues.

        Parameters
        ----------
        solution : array_like
            Anything but (n, n) integers is not a solution.

        Examples
        --------
        >>> import fastfuto
        >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
        >>> puzzle.is_solution([[1, 2], [2, 1]]), puzzle.is_solution([[2, 1], [1, 2]])
        (True, False)
        """
        grid = whole_numbers(solution, self.shape)
        if grid is None or not ((grid >= 1) & (grid <= self.n)).all():
            return False
        keeps_clues = ((self._clues == 0) | (self._clues == grid)).all()
        return bool(keeps_clues) and self.with_clues(grid).is_valid

    def violations(self) -> list[Violation]:
        """Return the contradictions within the puzzle, each with its cells.

        Returns
        -------
        list of Violation
            Kinds: "range" (a clue outside 1..n), "row" and "column" (a value twice), "inequality" (two clues break an
            inequality), "cycle" (inequalities form a cycle), "chain" (a chain of inequalities leaves no value for its
            last cell), and further kinds of some families. Only the first 100 violations are listed. An empty list does
            not mean that there is a solution.

        Notes
        -----
        The cost is linear in the numbers of cells and inequalities.

        Examples
        --------
        >>> import fastfuto
        >>> for violation in fastfuto.Futoshiki([[3, 0], [1, 1]], [((0, 0), (0, 1))]).violations():
        ...     print(violation)
        row 1, column 1: value 3 is outside 1 to 2
        row 2: value 1 occurs in columns 1 and 2
        row 1, column 2: the chain of inequalities from row 1, column 1 (which holds 3) leaves no value
        """
        if not any(self._find_violations()):
            return []
        found = itertools.chain(self._broken_rules(), self._broken_chains())
        return list(itertools.islice(found, MAX_VIOLATIONS))

    def model(self) -> Model:
        """Return the flat description for the engines; the cell in row r and column c is ``r * n + c``."""
        return Model.from_arrays(self._skeleton(), read_masks(self._clues), self._inequalities)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution, (n, n), in the native text of the family."""
        return str(self.with_clues(solution))

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return flat cell values, (..., n * n) uint8, as grids (..., n, n), without a copy."""
        try:
            return values.reshape(values.shape[:-1] + self._clues.shape)
        except (AttributeError, ValueError):  # Checking the array first would take as long.
            return self.decode(flat_values(values, self._clues.size))

    def _key(self) -> tuple[object, ...]:
        return self.n, self._clues.tobytes(), self._inequalities.tobytes()

    def _cell_pairs(self) -> IntArray:
        """Return the inequalities as (k, 2, 2) rows and columns."""
        return np.stack(np.divmod(self._inequalities, self.n), axis=-1)

    def _find_violations(self) -> tuple[bool, bool]:
        """Return whether `_broken_rules` would yield anything and, if not, whether `_broken_chains` would."""
        return find_violations(self._clues, self._skeleton(), self._inequalities)

    def _broken_rules(self) -> Iterator[Violation]:
        """Yield the violations of three simple checks: range, repeats, and inequalities between clues."""
        n, clues = self.n, self._clues
        for r, c in np.argwhere((clues < 0) | (clues > n)).tolist():
            hint = " (0 and None are blank)" if clues[r, c] < 0 else ""
            why = f"value {clues[r, c]} is outside 1 to {n}{hint}"
            yield Violation("range", ((r, c),), f"{cell_name((r, c))}: {why}")
        for kind, across, lines in (("row", "columns", clues), ("column", "rows", clues.T)):
            ordered = np.sort(lines, axis=1)
            for i in np.flatnonzero(
                ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != 0)).any(axis=1)
            ):
                line = lines[i]
                for v in (v for v in np.unique(line).tolist() if v):
                    at = np.flatnonzero(line == v).tolist()
                    if len(at) > 1:
                        cells = tuple((int(i), j) if kind == "row" else (j, int(i)) for j in at)
                        where = " and ".join([", ".join(str(j + 1) for j in at[:-1]), str(at[-1] + 1)])
                        yield Violation(kind, cells, f"{kind} {i + 1}: value {v} occurs in {across} {where}")
        flat = clues.ravel()
        lesser, greater = flat[self._inequalities[:, 0]], flat[self._inequalities[:, 1]]
        for k in np.flatnonzero((lesser != 0) & (greater != 0) & (lesser >= greater)).tolist():
            a, b = (divmod(cell, n) for cell in self._inequalities[k].tolist())
            message = (
                f"{cell_name(a)} must be less than {cell_name(b)}, but they hold {clues[a]} and {clues[b]}"
            )
            yield Violation("inequality", (a, b), message)

    def _broken_chains(self) -> Iterator[Violation]:
        """Yield cycles and, if there are none, chains that leave no value for their last cell."""
        n = self.n
        clues: list[int] = self._clues.ravel().tolist()
        below: dict[int, list[int]] = {}
        for lesser, greater in self._inequalities.tolist():
            below.setdefault(greater, []).append(lesser)
        order, circles = ascending(below)
        for circle in circles:
            cells = tuple(divmod(cell, n) for cell in circle)
            chain = " < ".join(map(cell_name, (*cells, cells[0])))
            yield Violation("cycle", cells, f"the inequalities form a cycle: {chain}")
        if circles:
            return
        least: dict[int, int] = {}
        for cell in order:
            clue = clues[cell]
            below_it = below.get(cell, [])
            needed = 1 + max((least[lesser] for lesser in below_it), default=0)
            least[cell] = clue or needed
            # Two clues that break an inequality between them are reported by _broken_rules.
            if needed > (clue or n) and not any(clues[a] and clue and clues[a] >= clue for a in below_it):
                yield self._chain_violation(cell, below, least)
                # The next chain starts here, because otherwise each cell above would be reported again.
                least[cell] = clue

    def _chain_violation(self, cell: int, below: dict[int, list[int]], least: dict[int, int]) -> Violation:
        clues, n = self._clues.ravel(), self.n
        chain = [cell]
        while chain[-1] in below and not (len(chain) > 1 and clues[chain[-1]]):
            greatest = max(below[chain[-1]], key=least.__getitem__)
            if not least[greatest]:
                break
            chain.append(greatest)
        cells = tuple(divmod(each, n) for each in reversed(chain))
        holds = f" (which holds {clues[chain[-1]]})" if clues[chain[-1]] else ""
        path = f"the chain of inequalities from {cell_name(cells[0])}{holds}"
        what = f"{clues[cell]} is too small for {path}" if clues[cell] else f"{path} leaves no value"
        return Violation("chain", cells, f"{cell_name(cells[-1])}: {what}")


def _rebuild(family: type[Grid], *arrays: Packed) -> Grid:
    puzzle = object.__new__(family)
    for name, array in zip(family._stored, arrays, strict=True):
        setattr(puzzle, name, unpacked(array))
    return puzzle


def _clue_array(clues: npt.ArrayLike | Sequence[Any]) -> IntArray:
    """Return `clues`, a square or its values row by row, as a read-only (n, n) int32 array, or raise an error."""
    if isinstance(clues, (list, tuple)) and (quick := read_clues(clues)) is not None:
        return quick
    grid = _as_array(clues)
    if grid.ndim == 1:
        if lengths := sorted({len(row) for row in grid.tolist() if isinstance(row, list)}):
            raise PuzzleError(f"clues must be a square, got rows of {', '.join(map(str, lengths))} values")
        if (side := math.isqrt(len(grid))) > 1 and side * side == len(grid):
            grid = grid.reshape(side, side)
    if grid.ndim != 2 or grid.shape[0] != grid.shape[1]:
        found = f"shape {grid.shape}" if grid.ndim else f"{clues!r:.40}"
        raise PuzzleError(f"clues must be a square grid (n, n), got {found}")
    if not 1 <= len(grid) <= MAX_VALUES:
        raise PuzzleError(f"n must be 1 to {MAX_VALUES}, got {len(grid)}")
    if grid.dtype.kind not in "iu":
        read = [_clue(value, divmod(at, len(grid))) for at, value in enumerate(grid.ravel().tolist())]
        grid = np.array(read, object).reshape(grid.shape)
    if not np.can_cast(grid.dtype, np.int32):
        limits = np.iinfo(np.int32)
        outside = (grid < limits.min) | (grid > limits.max)
        if outside.any():
            at = tuple(np.argwhere(outside)[0].tolist())
            raise PuzzleError(f"{cell_name(at)}: a clue must fit in 32 bits, got {grid[at]}")
    # An array backed by bytes cannot be made writeable again, so the puzzle is constant.
    return frozen(grid.astype(np.int32, copy=False))


def _as_array(clues: Any) -> npt.NDArray[Any]:
    """Return clues as an array: of integers if all clues are integers, otherwise of objects to be checked later."""
    refuse_masked(clues, "clues")
    if not isinstance(clues, (list, tuple)):
        return np.asarray(clues)
    rows = [list(row) if np.iterable(row) and not isinstance(row, str) else row for row in clues]
    types = set[type]().union(*(map(type, row) if isinstance(row, list) else [object] for row in rows))
    # NumPy would read True as 1.
    if all(issubclass(each, (int, np.integer)) and each is not bool for each in types):
        with contextlib.suppress(ValueError, OverflowError):
            return np.array(rows)
    is_even = all(isinstance(row, list) and len(row) == len(rows[0]) for row in rows)
    grid = np.empty((len(rows), len(rows[0])) if is_even else len(rows), object)
    for r, row in enumerate(rows):
        grid[r] = row
    return grid


def _clue(value: object, cell: Cell) -> int:
    """Return one clue as an int: 0 for a blank cell, which None and "_" also denote."""
    if value is None or (isinstance(value, str) and value == "_"):
        return 0
    try:
        return whole(value)
    except TypeError:
        raise PuzzleError(f"{cell_name(cell)}: a clue must be an int, got {value!r}") from None


def _inequality_array(inequalities: Inequalities, n: int) -> IntArray:
    """Return the inequalities as sorted pairs of cell numbers, (k, 2) int32, read-only, or raise an error."""
    if isinstance(inequalities, (list, tuple, dict)) and (read := read_pairs(inequalities, n)) is not None:
        return read
    if not np.iterable(inequalities):
        raise PuzzleError(f"inequalities must be pairs of cells, got {inequalities!r}")
    refuse_masked(inequalities, "inequalities")
    if isinstance(inequalities, Mapping):
        inequalities = _directed(inequalities)
    listed = inequalities if isinstance(inequalities, np.ndarray) else list(inequalities)
    if not len(listed):
        return NO_INEQUALITIES
    if isinstance(listed, list) and (read := read_pairs(listed, n)) is not None:
        return read
    pairs = _pair_array(listed)
    if pairs.min() < 0 or pairs.max() >= n:
        _reject(pairs, ((pairs < 0) | (pairs >= n)).any(axis=(1, 2)), f"a cell is outside the {n} x {n} grid")
    distant = np.abs(pairs[:, 0] - pairs[:, 1]).sum(axis=1) != 1
    if distant.any():
        _reject(pairs, distant, "the cells are not neighbours")
    # Each inequality becomes the number lesser * n^2 + greater, so NumPy sorts and compares all at once.
    cells = pairs @ (n, 1)
    keys = np.sort(cells @ (n * n, 1))
    distinct = np.stack(np.divmod(keys[np.append(True, keys[1:] != keys[:-1])], n * n), axis=1)
    undirected = np.sort(np.sort(distinct, axis=1) @ (n * n, 1))
    if (undirected[1:] == undirected[:-1]).any():
        _reject(pairs, np.isin(cells @ (1, n * n), keys), "the opposite inequality is also given")
    return frozen(distinct.astype(np.int32))


def _pair_array(listed: list[Any] | npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return inequalities as (k, 2, 2) rows and columns; raise an error for the first invalid pair."""
    array = array_of(listed)
    if array.shape[1:] == (2, 2) and array.dtype.kind in "iu" and not is_misread(listed):
        return array.astype(np.int64)
    pairs = []
    for k, pair in enumerate(listed):
        try:
            if isinstance(pair, (Set, Mapping)):
                raise TypeError
            (a, b), (c, d) = pair
            numbers = [whole(each) for each in (a, b, c, d)]
        except (TypeError, ValueError):
            raise PuzzleError(
                f"inequality {k}: expected ((row, column), (row, column)), got {pair!r}"
            ) from None
        if max(map(abs, numbers)) > MAX_VALUES:
            raise PuzzleError(f"inequality {k}, {(a, b)} < {(c, d)}: a cell is outside the grid")
        pairs.append(numbers)
    return np.array(pairs, np.int64).reshape(-1, 2, 2)


def _directed(signs: Mapping[Inequality, str]) -> Iterator[Inequality]:
    """Yield the inequalities of a mapping from pairs of cells to the sign between them."""
    for k, (pair, sign) in enumerate(signs.items()):
        if not isinstance(sign, str) or sign not in ("<", ">"):
            raise PuzzleError(f"inequality {k}, {pair!r}: expected the sign '<' or '>', got {sign!r}")
        yield pair[::-1] if sign == ">" and isinstance(pair, tuple) else pair


def _reject(pairs: npt.NDArray[np.int64], wrong: npt.ArrayLike, why: str) -> NoReturn:
    """Raise a PuzzleError for the first wrong pair."""
    k = int(np.argmax(wrong))
    a, b = map(tuple, pairs[k].tolist())
    raise PuzzleError(f"inequality {k}, {a} < {b}: {why}")
