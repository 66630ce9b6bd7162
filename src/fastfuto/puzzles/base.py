"""The base class of all puzzle families."""

from __future__ import annotations

import abc
import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import Model, Options, array_of, is_misread
from .fields import FieldReader

MAX_VIOLATIONS = 100
"""Most violations that are listed for one puzzle."""

RULE_FIELDS = ("rules", "cages", "even", "odd")
"""The additional fields of grids to which named rules can be added."""

Cell = tuple[int, int]
"""Row and column, counted from 0."""

Scalar = TypeVar("Scalar", bound=np.generic, covariant=True)
"""The type of the numbers in a solution."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A contradiction within a puzzle.

    Attributes
    ----------
    kind : str
        Name of the broken rule. The method `violations` of each family lists the names that it uses.
    cells : tuple of (int, int)
        The cells that break the rule, as (row, column) counted from 0; empty for families without a grid.
    message : str
        Description in one line, with rows and columns counted from 1.
    """

    kind: str
    cells: tuple[Cell, ...]
    message: str

    def __str__(self) -> str:
        return self.message


class Puzzle(abc.ABC, Generic[Scalar]):
    """The base class of all puzzles. A puzzle is immutable and has clues and rules.

    Two puzzles are equal if they have the same family, clues and rules. A family is a subclass that is listed in
    `fastfuto.puzzles.families`. The type parameter of the class is the type of the numbers in a solution.

    Attributes
    ----------
    family : str
        Name of the family, as in JSON.
    json_fields : tuple of str
        Names of the fields that describe a puzzle of the family in JSON, in the order in which they are written.
    json_optional : tuple of str
        Names of additional fields. Their values are lists, and empty lists are not written. Those of a Sudoku or a
        Latin square make it a variant.
    fillable : bool
        Whether a solution is a value for each cell of the puzzle. If so, `filled` returns a puzzle; otherwise it
        returns None.

    See Also
    --------
    fastfuto.Futoshiki, fastfuto.Sudoku, fastfuto.Kakuro, fastfuto.ExactCover : Some of the families.
    fastfuto.parse : Read a puzzle of any family from a text.
    fastfuto.Model : The flat description of puzzles outside the families.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Sudoku([[0] * 4] * 4)
    >>> isinstance(puzzle, fastfuto.Puzzle), puzzle.family, puzzle.shape
    (True, 'sudoku', (4, 4))
    """

    __slots__ = ()

    family: ClassVar[str]
    json_fields: ClassVar[tuple[str, ...]]
    json_optional: ClassVar[tuple[str, ...]] = ()
    fillable: ClassVar[bool] = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle) or other.family != self.family:
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _repr_svg_(self) -> str:
        """Return a picture, for notebooks."""
        from ..drawing import draw

        return draw(self)._repr_svg_()

    @classmethod
    @abc.abstractmethod
    def parse(cls, text: str) -> Self:
        """Read a puzzle in the native text of the family.

        Raises
        ------
        ParseError
            If the text is not such a puzzle; the message names the line and the column.
        """

    @abc.abstractmethod
    def __str__(self) -> str:
        """Return the native text of the puzzle. Each line ends with a newline."""

    @classmethod
    @abc.abstractmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from the fields of a JSON object.

        Parameters
        ----------
        reader : FieldReader
            The object that checks values. Its errors name the field and give the field's position in the text.
        fields : dict
            The fields by name, including every name in `json_fields`.

        Raises
        ------
        ParseError
            If a field has a value of the wrong type.
        PuzzleError
            If the values do not form a puzzle.
        """

    def fields(self) -> dict[str, Any]:
        """Return the fields that `from_fields` reads, as values that JSON can hold.

        Raises
        ------
        PuzzleError
            If JSON cannot hold the puzzle.
        """
        fields = {name: getattr(self, name) for name in self.json_fields}
        fields |= {name: value for name in self.json_optional if len(value := getattr(self, name, ()))}
        return {
            name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()
        }

    @property
    @abc.abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution."""

    @property
    def words(self) -> str:
        """Family and size in words.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.LatinSquare(7).words, fastfuto.Permutations(6).words
        ('Latin square 7 x 7', 'permutations of 6')
        """
        return f"{family_name(self.family)} {' x '.join(map(str, self.shape))}"

    @property
    def is_complete(self) -> bool:
        """Whether the puzzle has cells to fill and none of them is blank."""
        return False

    @property
    def is_valid(self) -> bool:
        """Whether the puzzle has no violations."""
        return not self.violations()

    @abc.abstractmethod
    def violations(self) -> list[Violation]:
        """Return the contradictions within the puzzle, at most 100.

        A puzzle with violations has no solution, but a puzzle without violations may have no solution either.
        """

    def problems(self) -> list[Violation]:
        """Return `violations`. This old name will be removed in the next release."""
        message = "problems() is now called violations(), and the old name will be removed"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.violations()

    @abc.abstractmethod
    def model(self) -> Model | Options:
        """Return the flat description of the puzzle for engines."""

    @abc.abstractmethod
    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[Scalar]:
        """Return values from an engine, (..., cells), in the shape of the puzzle's solutions."""

    @abc.abstractmethod
    def is_solution(self, solution: npt.ArrayLike) -> bool:
        """Return whether an array is a solution; an array of another shape or type is not a solution."""

    @abc.abstractmethod
    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution as readable text. Each line ends with a newline."""

    def filled(self, solution: npt.ArrayLike) -> Self | None:
        """Return the puzzle with a solution written into its cells, or None if there are no cells to fill."""
        return None

    @abc.abstractmethod
    def _key(self) -> tuple[object, ...]:
        """Return the data by which two puzzles of the family are compared."""


def family_name(family: str) -> str:
    """Return the name of a family in sentences, such as ``Latin square`` for "latin_square"."""
    return family.capitalize().replace("_", " ")


def cell_name(cell: tuple[int, ...]) -> str:
    """Return the name of a cell in messages, such as ``row 1, column 2`` for (0, 1)."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def whole_numbers(solution: npt.ArrayLike, shape: tuple[int, ...]) -> npt.NDArray[np.integer[Any]] | None:
    """Return `solution` as an array of integers of this shape, or None if it is not such an array."""
    array = array_of(solution)
    is_whole = array.dtype.kind in "iu" and not is_misread(solution)
    return array if array.shape == shape and is_whole else None


def flat_values(values: npt.NDArray[Any], n_cells: int) -> npt.NDArray[Any]:
    """Return flat values of cells, (..., n_cells), as an array; raise a PuzzleError for any other shape."""
    array = np.asarray(values)
    if array.shape[-1:] != (n_cells,):
        raise PuzzleError(f"the last axis must have the values of {n_cells} cells, got shape {array.shape}")
    return array


def as_asked(array: npt.NDArray[Any], dtype: npt.DTypeLike | None, copy: bool | None) -> npt.NDArray[Any]:
    """Return an array for the protocol ``__array__``, converted or copied if necessary."""
    dtype = array.dtype if dtype is None else np.dtype(dtype)
    if copy is False and dtype != array.dtype:
        raise ValueError(f"clues of type {array.dtype} cannot be converted to {dtype} without a copy")
    return array.astype(dtype, copy=bool(copy))


def ascending(below: dict[int, list[int]]) -> tuple[list[int], list[list[int]]]:
    """Sort the nodes of a graph topologically, with each node after the nodes `below` it, and find cycles.

    Returns the order and the cycles, which share no node. Each cycle ascends from its smallest node. The order omits
    the nodes of cycles. The cost is linear in the numbers of nodes and edges.
    """
    order: list[int] = []
    circles: list[list[int]] = []
    # The depth of each node on the path from the root of the search, or -1 for a node that the search has left.
    depth: dict[int, int] = {}
    for root in below:
        if root in depth:
            continue
        path, branches, depth[root] = [root], [iter(below[root])], 0
        while path:
            for node in branches[-1]:
                at = depth.get(node)
                if at is None:
                    depth[node] = len(path)
                    path.append(node)
                    branches.append(iter(below.get(node, ())))
                    break
                if at >= 0:
                    circle = path[at:][::-1]
                    depth.update(dict.fromkeys(circle, -1))
                    del path[at:], branches[at:]
                    first = circle.index(min(circle))
                    circles.append(circle[first:] + circle[:first])
                    break
            else:
                branches.pop()
                node = path.pop()
                depth[node] = -1
                order.append(node)
    return order, sorted(circles)
