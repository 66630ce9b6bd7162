"""Futoshiki: an n x n Latin square with inequalities between neighbouring cells."""

from __future__ import annotations

import functools
import re
from typing import Any, ClassVar, Self

from ..engines import read_source, write_source
from ..model import MAX_VALUES, IntArray, Skeleton, latin_skeleton
from .base import Cell, cell_name
from .fields import FieldReader
from .grid import Grid, Inequality
from .text import Scanner

_VALUE = re.compile(r"\s*(-?[0-9]+)")
_BESIDE = re.compile(r"\s*([|<>])")
_UNDER = re.compile(r"\s*([-^v])")
_FILLER = re.compile(r"\s*(-)")
_TOKEN = re.compile(r"[|<>]|-?[0-9]+")


class Futoshiki(Grid):
    """A Futoshiki puzzle, solved or not: clues and inequalities.

    Parameters
    ----------
    clues : array_like of int, shape (n, n), or (n * n,) row by row for n above 1
        The printed values, with 0 for blank cells (in lists also None or "_"); n is 1 to 255. A value outside 1..n is
        kept, and `violations` reports it.
    inequalities : iterable of ((row, column), (row, column)), mapping, or array of int, shape (k, 2, 2)
        Pairs of neighbouring cells (lesser, greater), with rows and columns counted from 0. The order of the pairs does
        not matter, and repeated pairs count once. A mapping gives the sign between the cells of each pair, "<" or ">".

    Attributes
    ----------
    n : int
        Number of rows, of columns and of values.
    shape : tuple of int
        (n, n).
    clues : (n, n) int32, read-only
    inequalities : tuple of ((row, column), (row, column))
        The inequalities in ascending order, without repetitions.
    is_complete : bool
        Whether no cell is blank.
    is_valid : bool
        Whether every value is in 1..n, none appears twice in a row or column, and no two clues break an inequality.

    Raises
    ------
    PuzzleError
        If the clues are not a square of integers, n is 0 or above 255, the cells of an inequality are off the grid or
        not adjacent, or an inequality is given in both directions.

    See Also
    --------
    fastfuto.parse : Read a puzzle in any format.
    fastfuto.solve : Find a solution.
    fastfuto.generate : Make a puzzle with exactly one solution.
    fastfuto.Adjacent : The variant with bars instead of inequalities.

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

    __slots__ = ()

    family: ClassVar[str] = "futoshiki"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "clues", "inequalities")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a puzzle in the source format.

        Parameters
        ----------
        text : str
            The size, ``n`` or ``n n``, then n lines of values with n - 1 lines of signs between them. A line of values
            has n values with ``|``, ``<`` or ``>`` between neighbours. A line of signs has n signs, ``-``, ``^`` or
            ``v``, with ``-`` between them. Blanks and line breaks are allowed between any tokens, and are needed only
            between two numbers.

        Raises
        ------
        ParseError
            If the text has any other form. Values outside 1..n are kept if they fit 32 bits.

        Examples
        --------
        >>> Futoshiki.parse("2  0 < 0  - - -  0 | 0")
        Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
        """
        if (read := read_source(text)) is not None:
            return cls.from_arrays(*read)
        scan = Scanner(text)
        n = _parse_size(scan)
        value_line, sign_line = _line_patterns(n)
        clues: list[list[int]] = []
        inequalities: list[Inequality] = []
        for r in range(n):
            if r:
                signs = "".join((scan.take(sign_line) or _parse_sign_line(scan, n, r)).split())
                inequalities += [
                    relation(sign, (r - 1, c)) for c, sign in enumerate(signs[::2]) if sign != "-"
                ]
            tokens = _TOKEN.findall(scan.take(value_line) or _parse_value_line(scan, n, r))
            clues.append([int(value) for value in tokens[::2]])
            inequalities += [relation(sign, (r, c)) for c, sign in enumerate(tokens[1::2]) if sign != "|"]
        scan.finish(f"the puzzle ends with row {n}")
        return cls(clues, inequalities)

    @classmethod
    def from_arrays(cls, clues: IntArray, inequalities: IntArray) -> Self:
        """Build a puzzle from read-only arrays, which are neither copied nor checked.

        Parameters
        ----------
        clues : (n, n) int32, C-contiguous
        inequalities : (k, 2) int32, C-contiguous
            Pairs of neighbouring cells (lesser, greater) as cell numbers, row * n + column; sorted and without
            repetitions.

        Notes
        -----
        The caller must have checked the arrays.
        """
        puzzle = object.__new__(cls)
        puzzle._clues, puzzle._inequalities = clues, inequalities
        return puzzle

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from the fields ``n``, ``clues`` and ``inequalities`` of a JSON object."""
        clues = reader.square("clues", fields)
        return cls(clues, reader.numbers("inequalities", fields["inequalities"], (None, 2, 2)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._clues.tolist()}, {list(self.inequalities)})"

    def __str__(self) -> str:
        return write_source(self._clues, self._inequalities)

    def _skeleton(self) -> Skeleton:
        return latin_skeleton(len(self._clues))


def relation(sign: str, cell: Cell) -> Inequality:
    """Return the inequality of a sign to the right of a cell, ``<`` or ``>``, or below it, ``^`` or ``v``."""
    r, c = cell
    other = (r, c + 1) if sign in "<>" else (r + 1, c)
    return (cell, other) if sign in "<^" else (other, cell)


def _parse_size(scan: Scanner) -> int:
    """Read the header: n, or n twice if a third number follows immediately."""
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
            raise scan.error(
                f"the grid must be square, but the header has the sizes {n} and {again[:20]}", second
            )
    scan.at = end
    return int(n)


@functools.lru_cache(maxsize=16)
def _line_patterns(n: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns that match whole lines of values and of signs; other lines are read token by token."""
    value = r"-?[0-9]{1,9}(?![0-9])"
    return (
        re.compile(rf"\s*({value}(?:\s*[|<>]\s*{value}){{{n - 1}}})"),
        re.compile(rf"\s*([-^v](?:\s*-\s*[-^v]){{{n - 1}}})"),
    )


def _parse_value_line(scan: Scanner, n: int, r: int) -> str:
    """Return the line of values of row `r`; raise an error for the first wrong token."""
    line = ""
    for c in range(n):
        if c:
            expected = f"'|', '<' or '>' between columns {c} and {c + 1} of row {r + 1}"
            line += scan.need(_BESIDE, expected, {"-^v": f"the row has {c} values, not {n}"})
        hints = {"|<>": "is one missing?", "._·": "a blank cell is written 0"}
        if r and not c:
            hints["-^v"] = f"the line of signs above has more than {2 * n - 1}"
        value = scan.need(_VALUE, f"the value of {cell_name((r, c))}", hints)
        digits = value.lstrip("-0") or "0"
        if (
            len(digits) > 10
            or not -(2**31) <= (number := int(digits) * (-1 if value[0] == "-" else 1)) < 2**31
        ):
            shown = value if len(value) <= 20 else f"a number of {len(digits)} digits"
            raise scan.error(f"the value of {cell_name((r, c))} must fit in 32 bits, found {shown}")
        line += str(number)
    return line


def _parse_sign_line(scan: Scanner, n: int, r: int) -> str:
    """Return the line of signs above row `r`; raise an error for the first wrong token."""
    line = ""
    where = f"in the line of signs between rows {r} and {r + 1}"
    for c in range(n):
        digits = "0123456789"
        if c:
            short = f"the line has {2 * c - 1} signs, not {2 * n - 1}"
            hints = {"^v": "signs belong in every other column; is this line shifted by one?", digits: short}
            line += scan.need(_FILLER, f"'-' between columns {c} and {c + 1} {where}", hints)
            hints = {
                "<>": "between rows the signs are '^' and 'v'",
                digits: f"the line has {2 * c} signs, not {2 * n - 1}",
            }
        else:
            hints = {"|<>": f"row {r} has more than {n} values", digits: "is the line of signs missing?"}
        line += scan.need(_UNDER, f"'-', '^' or 'v' for column {c + 1} {where}", hints)
    return line
