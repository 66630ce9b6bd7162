"""Futoshiki: an n x n Latin square with signs of inequality between neighbouring cells."""

from __future__ import annotations

import functools
import graphlib
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import MAX_VALUES, IntArray, Model, frozen, latin_skeleton, value_masks
from .base import Problem, Puzzle
from .text import Scanner

__all__ = ["Cell", "Futoshiki", "Inequality", "format_source", "parse_source", "relation"]

Cell = tuple[int, int]
Inequality = tuple[Cell, Cell]


class Futoshiki(Puzzle):
    """A Futoshiki puzzle, solved or not: clues and inequalities.

    Parameters
    ----------
    clues : array_like of int, shape (n, n)
        The printed values, 0 where blank; n from 1 to 255. A value out of 1..n is kept and reported by
        `problems`.
    inequalities : iterable of ((row, column), (row, column)), or array of int, shape (k, 2, 2)
        Pairs of neighbouring cells, the lesser first, 0-based. Repeated pairs count once; order is of no
        importance.

    Attributes
    ----------
    n : int
        Side of the grid, and number of values.
    shape : tuple of int
        (n, n).
    clues : (n, n) int32, read-only
    inequalities : tuple of ((row, column), (row, column))
        Sorted, each pair once.
    is_complete : bool
        Whether no cell is blank.
    is_valid : bool
        Whether every value is in 1..n, none stands twice in a row or column, and no two clues break a sign.

    Raises
    ------
    PuzzleError
        If this cannot be a puzzle at all: clues that are no square of whole numbers (floats and NaN
        included), n = 0 or above 255, cells off the grid or no neighbours, both signs on one pair.

    Examples
    --------
    >>> puzzle = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> print(puzzle, end="")
    2
    0 < 0
    - - -
    0 | 0
    >>> puzzle.is_complete, puzzle.is_valid
    (False, True)
    >>> puzzle == eval(repr(puzzle))
    True
    """

    __slots__ = ("_arcs", "_clues")

    _clues: IntArray
    _arcs: IntArray

    def __init__(
        self,
        clues: npt.ArrayLike,
        inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]] = (),
    ) -> None:
        grid = _clue_array(clues)
        # Arrays on top of bytes cannot be made writeable again, which is what makes the value a constant.
        self._clues = frozen(grid)
        self._arcs = frozen(_arc_array(inequalities, len(grid)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Futoshiki):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Futoshiki({self._clues.tolist()}, {list(self.inequalities)})"

    def __str__(self) -> str:
        return format_source(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Futoshiki, (np.array(self._clues), np.array(self._cell_pairs()))

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

    def with_clues(self, clues: npt.ArrayLike) -> Futoshiki:
        """Return the puzzle with these clues, (n, n), and its own inequalities.

        Raises
        ------
        PuzzleError
            If the clues are not (n, n) whole numbers.

        Examples
        --------
        >>> puzzle = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
        >>> puzzle.with_clues([[1, 2], [2, 1]]).is_valid
        True
        """
        grid = _clue_array(clues)
        if len(grid) != self.n:
            raise PuzzleError(f"clues must be {self.n} x {self.n}, got {len(grid)} x {len(grid)}")
        puzzle = object.__new__(Futoshiki)
        puzzle._clues = frozen(grid)
        puzzle._arcs = self._arcs
        return puzzle

    def problems(self) -> list[Problem]:
        """Return the contradictions the puzzle carries in itself, each with its cells.

        Returns
        -------
        list of Problem
            Kinds: "range" (a clue out of 1..n), "row" and "column" (a value twice), "inequality" (two clues
            break a sign), "cycle" (signs in a circle), "chain" (a chain of signs that leaves its last cell
            no value). An empty list does not promise a solution.

        Examples
        --------
        >>> for problem in Futoshiki([[3, 0], [1, 1]], [((0, 0), (0, 1))]).problems():
        ...     print(problem)
        row 1, column 1: value 3 is out of 1 to 2
        row 2: value 1 stands in columns 1 and 2
        row 1, column 2: nothing is left above the chain of signs from row 1, column 1, which holds 3
        """
        return [*self._broken_rules(), *self._broken_chains()]

    def model(self) -> Model:
        """Return the flat description for the engines: cell ``row * n + column``, units rows then columns."""
        # Seen as unsigned a negative clue is large, and whatever is too large is clipped to the last row of
        # the table: the empty domain.
        clues = self._clues.view(np.uint32).ravel()
        domains = value_masks(self.n).take(clues, axis=0, mode="clip")
        domains.flags.writeable = False
        return Model.from_arrays(latin_skeleton(self.n), domains, self._arcs)

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return flat cell values, (..., n * n) uint8, as grids (..., n, n), without a copy."""
        return values.reshape(values.shape[:-1] + self._clues.shape)

    def _key(self) -> tuple[int, bytes, bytes]:
        return self.n, self._clues.tobytes(), self._arcs.tobytes()

    def _cell_pairs(self) -> IntArray:
        """Return the inequalities as (k, 2, 2) rows and columns."""
        return np.stack(np.divmod(self._arcs, self.n), axis=-1)

    def _broken_rules(self) -> Iterator[Problem]:
        """Yield what breaks the three checks of the source: range, repeats, signs between clues."""
        n, clues = self.n, self._clues
        for r, c in np.argwhere((clues < 0) | (clues > n)).tolist():
            yield Problem("range", ((r, c),), f"{_place((r, c))}: value {clues[r, c]} is out of 1 to {n}")
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
        lesser, greater = flat[self._arcs[:, 0]], flat[self._arcs[:, 1]]
        for k in np.flatnonzero((lesser != 0) & (greater != 0) & (lesser >= greater)).tolist():
            a, b = (divmod(cell, n) for cell in self._arcs[k].tolist())
            message = f"{_place(a)} must be less than {_place(b)}, but holds {clues[a]} against {clues[b]}"
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
                chain = " < ".join(_place(cell) for cell in (*cells, cells[0]))
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
        message = f"{_place(cell)}: {left} the chain of signs from {_place(start)}{holds}"
        return Problem("chain", tuple(reversed(chain)), message)


def _place(cell: Cell) -> str:
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
                raise PuzzleError(f"{_place(at)}: a clue must be a whole number, got {value!r}")
    if grid.dtype != np.int32:
        limits = np.iinfo(np.int32)
        outside = (grid < limits.min) | (grid > limits.max)
        if outside.any():
            at = tuple(np.argwhere(outside)[0].tolist())
            raise PuzzleError(f"{_place(at)}: a clue must fit 32 bits, got {grid[at]}")
    return grid.astype(np.int32)


def _arc_array(inequalities: Iterable[Inequality] | npt.NDArray[np.integer[Any]], n: int) -> IntArray:
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
    # As numbers lesser * n^2 + greater, arcs are sorted and compared at once.
    cells = pairs @ (n, 1)
    keys = np.sort(cells @ (n * n, 1))
    arcs = np.stack(np.divmod(keys[np.append(True, keys[1:] != keys[:-1])], n * n), axis=1)
    both_ways = np.sort(np.sort(arcs, axis=1) @ (n * n, 1))
    if (both_ways[1:] == both_ways[:-1]).any():
        _reject(pairs, np.isin(cells @ (1, n * n), keys), "the pair has both signs")
    return arcs.astype(np.int32)


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


# The native text -----------------------------------------------------------------------------------------

_VALUE = re.compile(r"\s*(-?[0-9]+)")
_BESIDE = re.compile(r"\s*([|<>])")
_UNDER = re.compile(r"\s*([-^v])")
_FILLER = re.compile(r"\s*(-)")
_TOKEN = re.compile(r"[|<>]|-?[0-9]+")


def relation(sign: str, r: int, c: int) -> Inequality:
    """Return the inequality of a sign right of cell (r, c), ``<`` or ``>``, or below it, ``^`` or ``v``."""
    here, there = (r, c), (r, c + 1) if sign in "<>" else (r + 1, c)
    return (here, there) if sign in "<^" else (there, here)


def parse_source(text: str) -> Futoshiki:
    """Read a puzzle in the source format.

    Parameters
    ----------
    text : str
        The size, ``n`` or ``n n``, then 2n - 1 lines in turn: n values, each pair separated by one of
        ``| < >``, and n signs, ``- ^ v``, each pair separated by ``-``. Blanks and line breaks may stand
        anywhere between tokens, or be left out where that joins no two numbers.

    Returns
    -------
    Futoshiki

    Raises
    ------
    ParseError
        If the text is anything else; values that fit 32 bits are kept, in 1..n or not.

    Examples
    --------
    >>> parse_source("2  0 < 0  - - -  0 | 0")
    Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    """
    scan = Scanner(text)
    n = _parse_size(scan)
    value_line, sign_line = _line_patterns(n)
    clues: list[list[int]] = []
    inequalities: list[Inequality] = []
    for r in range(n):
        if r:
            signs = "".join((scan.take(sign_line) or _parse_sign_line(scan, n, r)).split())
            inequalities += [relation(sign, r - 1, c) for c, sign in enumerate(signs[::2]) if sign != "-"]
        tokens = _TOKEN.findall(scan.take(value_line) or _parse_value_line(scan, n, r))
        clues.append([int(value) for value in tokens[::2]])
        inequalities += [relation(sign, r, c) for c, sign in enumerate(tokens[1::2]) if sign != "|"]
    if found := scan.found():
        raise scan.error(f"the puzzle ends with row {n}, but the text goes on with {found!r}")
    return Futoshiki(clues, inequalities)


def _parse_size(scan: Scanner) -> int:
    """Read the header: n, or n twice, which is so when a third number follows at once."""
    if not scan.found():
        raise scan.error("the text is empty", 0)
    n = scan.need(_VALUE, "the size n of the grid")
    first, end = scan.last, scan.at
    if scan.found() in {"|", "<", ">"}:
        raise scan.error("the size n is missing: the text begins with a row of values", first)
    if not (len(n) <= 3 and 1 <= int(n) <= MAX_VALUES):
        raise scan.error(f"the size n must be 1 to {MAX_VALUES}, found {n[:20]}", first)
    again, second, end_again = scan.take(_VALUE), scan.last, scan.at
    if again is not None and scan.take(_VALUE):
        one_line, alone = "\n" not in scan.text[end:second], "\n" in scan.text[end_again : scan.last]
        if int(again[:9]) == int(n):
            end = end_again
        elif one_line or alone:
            raise scan.error(f"the grid must be a square, but the header says {n} and {again[:20]}", second)
    scan.at = end
    return int(n)


@functools.lru_cache(maxsize=16)
def _line_patterns(n: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns of a whole line of values and one of signs; what they miss is read by token."""
    value = r"-?[0-9]{1,9}(?![0-9])"
    return (
        re.compile(rf"\s*({value}(?:\s*[|<>]\s*{value}){{{n - 1}}})"),
        re.compile(rf"\s*([-^v](?:\s*-\s*[-^v]){{{n - 1}}})"),
    )


def _parse_value_line(scan: Scanner, n: int, r: int) -> str:
    """Return the line of values of row `r`, or say which token is wrong."""
    line = ""
    for c in range(n):
        if c:
            wanted = f"'|', '<' or '>' between columns {c} and {c + 1} of row {r + 1}"
            line += scan.need(_BESIDE, wanted, {"-^v": f"the row has {c} values, not {n}"})
        hints = {"|<>": "is one missing?", "._·": "a blank cell is written 0"}
        if r and not c:
            hints["-^v"] = f"the line of signs above has more than {2 * n - 1}"
        value = scan.need(_VALUE, f"the value of {_place((r, c))}", hints)
        digits = value.lstrip("-0") or "0"
        if (
            len(digits) > 10
            or not -(2**31) <= (whole := int(digits) * (-1 if value[0] == "-" else 1)) < 2**31
        ):
            shown = value if len(value) <= 20 else f"a number of {len(digits)} digits"
            raise scan.error(f"the value of {_place((r, c))} must fit 32 bits, found {shown}")
        line += str(whole)
    return line


def _parse_sign_line(scan: Scanner, n: int, r: int) -> str:
    """Return the line of signs above row `r`, or say which token is wrong."""
    line = ""
    where = f"in the line of signs between rows {r} and {r + 1}"
    for c in range(n):
        digits = "0123456789"
        if c:
            short = f"the line has {2 * c - 1} signs, not {2 * n - 1}"
            hints = {"^v": "signs stand at every other place; is this line a place off?", digits: short}
            line += scan.need(_FILLER, f"'-' between columns {c} and {c + 1} {where}", hints)
            hints = {
                "<>": "between rows the signs are '^' and 'v'",
                digits: f"the line has {2 * c} signs, not {2 * n - 1}",
            }
        else:
            hints = {"|<>": f"row {r} has more than {n} values", digits: "is the line of signs missing?"}
        line += scan.need(_UNDER, f"'-', '^' or 'v' for column {c + 1} {where}", hints)
    return line


def format_source(puzzle: Futoshiki) -> str:
    """Return the puzzle in the source format, header included; the last line ends with a newline."""
    return _template(puzzle.n, puzzle._arcs.tobytes()) % tuple(puzzle.clues.ravel().tolist())


@functools.lru_cache(maxsize=16)
def _template(n: int, arcs: bytes) -> str:
    """Return the source format of n x n grids with these arcs, ``%d`` for each value: solutions share it."""
    beside = [["|"] * (n - 1) + [""] for _ in range(n)]
    under = [["-"] * n for _ in range(n)]
    for lesser, greater in np.frombuffer(arcs, np.int32).reshape(-1, 2).tolist():
        r, c = divmod(min(lesser, greater), n)
        if abs(lesser - greater) == 1:
            beside[r][c] = "<" if lesser < greater else ">"
        else:
            under[r][c] = "^" if lesser < greater else "v"
    lines = [str(n)]
    for signs, signs_below in zip(beside, under, strict=True):
        lines += [" ".join(f"%d {sign}" for sign in signs).rstrip(), " - ".join(signs_below)]
    return "\n".join(lines[:-1]) + "\n"
