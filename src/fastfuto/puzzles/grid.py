"""What puzzles on a square grid share: clues, inequalities between neighbours, and contradictions."""

from __future__ import annotations

import abc
import copy
import graphlib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import MAX_VALUES, IntArray, Model, Skeleton, frozen, value_masks
from .base import Problem, Puzzle

__all__ = ["Cell", "Grid", "Inequality", "place"]

Cell = tuple[int, int]
Inequality = tuple[Cell, Cell]


class Grid(Puzzle):
    """A puzzle on an n x n grid with values 1..n: clues and inequalities; a family adds its units."""

    __slots__ = ("_inequalities", "_clues")

    _clues: IntArray
    _inequalities: IntArray

    def __init__(
        self,
        clues: npt.ArrayLike,
        inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]] = (),
    ) -> None:
        grid = _clue_array(clues)
        # Arrays on top of bytes cannot be made writeable again, which is what makes the value a constant.
        self._clues = frozen(grid)
        self._inequalities = frozen(_inequality_array(inequalities, len(grid)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @abc.abstractmethod
    def _skeleton(self) -> Skeleton:
        """Return cells, values and units: cell ``row * n + column``."""

    @property
    def n(self) -> int:
        """Side of the grid, and number of values."""
        return len(self._clues)

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of a solution, (n, n)."""
        return (self.n, self.n)

    @property
    def clues(self) -> IntArray:
        """Printed values, (n, n) int32, read-only, 0 where blank."""
        return self._clues

    @property
    def inequalities(self) -> tuple[Inequality, ...]:
        """Pairs of cells ((row, column), (row, column)), the lesser first, sorted."""
        return tuple(((a, b), (c, d)) for (a, b), (c, d) in self._cell_pairs().tolist())

    @property
    def is_complete(self) -> bool:
        """Whether no cell is blank."""
        return bool(self._clues.all())

    @property
    def is_valid(self) -> bool:
        """Whether all values are in range, none repeats in a row or column and no two clues break a sign."""
        return not any(self._broken_rules())

    def with_clues(self, clues: npt.ArrayLike) -> Self:
        """Return the puzzle with these clues, (n, n), and everything else as it is.

        Raises
        ------
        PuzzleError
            If the clues are not (n, n) whole numbers.

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
        puzzle = copy.copy(self)
        puzzle._clues = frozen(grid)
        return puzzle

    def __copy__(self) -> Self:
        puzzle = object.__new__(type(self))
        for cls in type(self).__mro__:
            for name in getattr(cls, "__slots__", ()):
                setattr(puzzle, name, getattr(self, name))
        return puzzle

    def problems(self) -> list[Problem]:
        """Return the contradictions the puzzle carries in itself, each with its cells.

        Returns
        -------
        list of Problem
            Kinds: "range" (a clue out of 1..n), "row" and "column" (a value twice), "inequality" (two clues
            break a sign), "cycle" (signs in a circle), "chain" (a chain of signs that leaves its last cell
            no value), and what the family adds. An empty list does not promise a solution.

        Examples
        --------
        >>> import fastfuto
        >>> for problem in fastfuto.Futoshiki([[3, 0], [1, 1]], [((0, 0), (0, 1))]).problems():
        ...     print(problem)
        row 1, column 1: value 3 is out of 1 to 2
        row 2: value 1 stands in columns 1 and 2
        row 1, column 2: nothing is left above the chain of signs from row 1, column 1, which holds 3
        """
        return [*self._broken_rules(), *self._broken_chains()]

    def model(self) -> Model:
        """Return the flat description for the engines: cell ``row * n + column``."""
        # Seen as unsigned a negative clue is large, and whatever is too large is clipped to the last row of
        # the table: the empty domain.
        clues = self._clues.view(np.uint32).ravel()
        domains = value_masks(self.n).take(clues, axis=0, mode="clip")
        domains.flags.writeable = False
        return Model.from_arrays(self._skeleton(), domains, self._inequalities)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution, (n, n), in the native text of the family."""
        return str(self.with_clues(solution))

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return flat cell values, (..., n * n) uint8, as grids (..., n, n), without a copy."""
        return values.reshape(values.shape[:-1] + self._clues.shape)

    def _key(self) -> tuple[object, ...]:
        return self.n, self._clues.tobytes(), self._inequalities.tobytes()

    def _cell_pairs(self) -> IntArray:
        """Return the inequalities as (k, 2, 2) rows and columns."""
        return np.stack(np.divmod(self._inequalities, self.n), axis=-1)

    def _broken_rules(self) -> Iterator[Problem]:
        """Yield what breaks the three checks of the source: range, repeats, signs between clues."""
        n, clues = self.n, self._clues
        for r, c in np.argwhere((clues < 0) | (clues > n)).tolist():
            yield Problem("range", ((r, c),), f"{place((r, c))}: value {clues[r, c]} is out of 1 to {n}")
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
                        yield Problem(kind, cells, f"{kind} {i + 1}: value {v} stands in {across} {where}")
        flat = clues.ravel()
        lesser, greater = flat[self._inequalities[:, 0]], flat[self._inequalities[:, 1]]
        for k in np.flatnonzero((lesser != 0) & (greater != 0) & (lesser >= greater)).tolist():
            a, b = (divmod(cell, n) for cell in self._inequalities[k].tolist())
            message = f"{place(a)} must be less than {place(b)}, but holds {clues[a]} against {clues[b]}"
            yield Problem("inequality", (a, b), message)

    def _broken_chains(self) -> Iterator[Problem]:
        """Yield circles of signs and, where there are none, chains that leave their last cell no value."""
        n, clues = self.n, self._clues
        below: dict[Cell, list[Cell]] = {}
        for a, b in self.inequalities:
            below.setdefault(b, []).append(a)
        circles = False
        while True:
            try:
                order = list(graphlib.TopologicalSorter(below).static_order())
                break
            except graphlib.CycleError as error:
                circles = True
                circle: list[Cell] = error.args[1][:-1]
                first = circle.index(min(circle))
                cells = tuple(circle[first:] + circle[:first])
                chain = " < ".join(place(cell) for cell in (*cells, cells[0]))
                yield Problem("cycle", cells, f"signs in a circle: {chain}")
                for cell in cells:
                    below.pop(cell)
        if circles:
            return
        least: dict[Cell, int] = {}
        for cell in order:
            clue = int(clues[cell])
            below_it = below.get(cell, [])
            needed = 1 + max((least[a] for a in below_it), default=0)
            least[cell] = clue or needed
            # Two clues that break a sign between them are reported by _broken_rules.
            if needed > (clue or n) and not any(clues[a] and clue and clues[a] >= clue for a in below_it):
                yield self._chain_problem(cell, below, least)
                # What is above a cell without a value starts anew, or every cell up to the end would be told.
                least[cell] = clue

    def _chain_problem(self, cell: Cell, below: dict[Cell, list[Cell]], least: dict[Cell, int]) -> Problem:
        chain = [cell]
        while chain[-1] in below and not (len(chain) > 1 and self._clues[chain[-1]]):
            greatest = max(below[chain[-1]], key=least.__getitem__)
            if not least[greatest]:
                break
            chain.append(greatest)
        start, clue = chain[-1], int(self._clues[cell])
        holds = f", which holds {self._clues[start]}" if self._clues[start] else ""
        left = f"{clue} is too small for" if clue else "nothing is left above"
        message = f"{place(cell)}: {left} the chain of signs from {place(start)}{holds}"
        return Problem("chain", tuple(reversed(chain)), message)


def place(cell: Cell) -> str:
    """Return the cell as people count."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def _clue_array(clues: npt.ArrayLike) -> IntArray:
    """Return `clues` as (n, n) int32, or say what is wrong with them."""
    try:
        grid = np.asarray(clues)
    except ValueError:
        grid = np.asarray([list(row) if np.iterable(row) else row for row in clues], object)  # type: ignore[union-attr]
        if grid.ndim != 2:
            lengths = sorted({len(row) if isinstance(row, list) else 1 for row in grid.tolist()})
            message = f"clues must be a square, got rows of {', '.join(map(str, lengths))} values"
            raise PuzzleError(message) from None
    if grid.ndim != 2 or grid.shape[0] != grid.shape[1]:
        raise PuzzleError(f"clues must be a square (n, n), got shape {grid.shape}")
    if not 1 <= len(grid) <= MAX_VALUES:
        raise PuzzleError(f"n must be 1 to {MAX_VALUES}, got {len(grid)}")
    if grid.dtype.kind not in "iu":
        for at, value in np.ndenumerate(grid):
            if not hasattr(value, "__index__") or isinstance(value, (bool, np.bool_)):
                raise PuzzleError(f"{place(at)}: a clue must be a whole number, got {value!r}")
    if grid.dtype != np.int32:
        limits = np.iinfo(np.int32)
        outside = (grid < limits.min) | (grid > limits.max)
        if outside.any():
            at = tuple(np.argwhere(outside)[0].tolist())
            raise PuzzleError(f"{place(at)}: a clue must fit 32 bits, got {grid[at]}")
    return grid.astype(np.int32)


def _inequality_array(inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]], n: int) -> IntArray:
    """Return the inequalities as sorted pairs of cells, (k, 2) int32, or say what is wrong with them."""
    pairs = _pair_array(inequalities)
    if not len(pairs):
        return np.empty((0, 2), np.int32)
    lesser, greater = pairs[:, 0], pairs[:, 1]
    if pairs.min() < 0 or pairs.max() >= n:
        _reject(pairs, ((pairs < 0) | (pairs >= n)).any(axis=(1, 2)), f"a cell off the {n} x {n} grid")
    distant = np.abs(lesser - greater).sum(axis=1) != 1
    if distant.any():
        _reject(pairs, distant, "the cells are no neighbours")
    # As numbers lesser * n^2 + greater, inequalities are sorted and compared at once.
    cells = pairs @ (n, 1)
    keys = np.sort(cells @ (n * n, 1))
    inequalities = np.stack(np.divmod(keys[np.append(True, keys[1:] != keys[:-1])], n * n), axis=1)
    both_ways = np.sort(np.sort(inequalities, axis=1) @ (n * n, 1))
    if (both_ways[1:] == both_ways[:-1]).any():
        _reject(pairs, np.isin(cells @ (1, n * n), keys), "the pair has both signs")
    return inequalities.astype(np.int32)


def _pair_array(inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int64]:
    """Return the inequalities as (k, 2, 2) rows and columns, or say which of them is none."""
    if not np.iterable(inequalities):
        raise PuzzleError(f"inequalities must be pairs of cells, got {inequalities!r}")
    listed = inequalities if isinstance(inequalities, np.ndarray) else list(inequalities)
    if not len(listed):
        return np.empty((0, 2, 2), np.int64)
    try:
        pairs = np.asarray(listed)
    except ValueError:
        pairs = np.empty(0)
    if pairs.shape[1:] == (2, 2) and pairs.dtype.kind in "iu":
        return pairs.astype(np.int64)
    for k, pair in enumerate(listed):
        try:
            one = np.asarray(pair)
        except ValueError:
            one = np.empty(0)
        if one.shape != (2, 2) or one.dtype.kind not in "iu":
            raise PuzzleError(f"inequality {k}: ((row, column), (row, column)) wanted, got {pair!r}")
    raise PuzzleError("inequalities must be pairs ((row, column), (row, column)) of whole numbers")


def _reject(pairs: npt.NDArray[np.int64], wrong: npt.ArrayLike, why: str) -> NoReturn:
    """Raise for the first pair that is wrong."""
    k = int(np.argmax(wrong))
    a, b = map(tuple, pairs[k].tolist())
    raise PuzzleError(f"inequality {k}, {a} < {b}: {why}")
