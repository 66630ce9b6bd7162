"""What is to be seen of a puzzle, and what a family needs to be seen: one record for each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..puzzles import cell_name

if TYPE_CHECKING:
    from ..logic.board import Layout
    from .scene import Scene


class Appearance(NamedTuple):
    """What a family looks like.

    Attributes
    ----------
    view : callable
        Takes a View of a puzzle, a solution and candidates, either of which may be None, and fills the view in. It
        raises PuzzleError for a solution or candidates that do not have the shape and type that the family needs.
    scene : callable
        Takes a View and returns the picture.
    text : callable
        Takes a View and returns the text of the puzzle, with the values of the solution in it, and what stands below
        its cells; each line is ended by a newline.
    token : re.Pattern or None
        Matches each cell in that text; None if cells have no colours of their own there.
    page : callable or None
        Takes a puzzle and the names of its cells, and returns what a page to play needs of the family alone; None if
        there are neither pages nor booklets of it.
    plural : str
        What puzzles of the family are called where the families of pages are listed.
    """

    view: Callable[[View, Any, Any], None]
    scene: Callable[[View], Scene]
    text: Callable[[View], tuple[str, str]]
    token: re.Pattern[str] | None = None
    page: Callable[[Any, Layout], dict[str, Any]] | None = None
    plural: str = ""


@dataclass(slots=True)
class View:
    """A puzzle and what is drawn in its cells, which are numbered row by row.

    Attributes
    ----------
    puzzle : Puzzle
    appearance : Appearance
        That of its family.
    columns : int
        Cells in a row.
    n_values : int
    clues, solved : list of int
        The printed value of each cell, and the value of the solution, 0 for none.
    black : set of int
        Cells that take no value.
    conflicts : set of int
        Cells that break a rule.
    chosen : list of int or None
        The options of an exact cover's solution.
    shown : numpy.ndarray or None
        The solution of a family that has no picture of its own.
    marks : list of list of int, or None
        The pencil marks of each cell.
    roles : dict
        What a cell is in a step: "band", "premise" or "placed".
    special : dict
        What a candidate (cell, value) is in a step: "used", "removed" or "set".
    used : set of (int, int)
        Inequalities (lesser, greater) that a step uses.
    links : list of (cell, value), (cell, value), kind
    badges : list of (int, int)
        Candidates (cell, value) in the order in which an assumption leads to them, or (cell, 0) where it removes some.
    """

    puzzle: Any
    appearance: Appearance
    columns: int = 0
    n_values: int = 0
    clues: list[int] = field(default_factory=list)
    solved: list[int] = field(default_factory=list)
    black: set[int] = field(default_factory=set)
    conflicts: set[int] = field(default_factory=set)
    chosen: list[int] | None = None
    shown: npt.NDArray[Any] | None = None
    marks: list[list[int]] | None = None
    roles: dict[int, str] = field(default_factory=dict)
    special: dict[tuple[int, int], str] = field(default_factory=dict)
    used: set[tuple[int, int]] = field(default_factory=set)
    links: list[tuple[tuple[int, int], tuple[int, int], str]] = field(default_factory=list)
    badges: list[tuple[int, int]] = field(default_factory=list)

    @property
    def values(self) -> list[int]:
        """The value that is shown in each cell, 0 for none."""
        return [clue or value for clue, value in zip(self.clues, self.solved, strict=True)]

    def place(self, cell: tuple[int, ...]) -> int:
        """Return the number of a cell among all places of the grid, black cells included."""
        row, column = cell if len(cell) == 2 else (0, *cell)
        return row * self.columns + column


def show_cells(view: View, clues: npt.ArrayLike, n_values: int, solution: Any, candidates: Any) -> None:
    """Fill in the cells of a puzzle, whose clues have the shape of a solution, with 0 where blank."""
    shape = view.puzzle.shape
    view.columns, view.n_values = shape[-1], n_values
    view.clues = np.asarray(clues).ravel().tolist()
    view.solved = _grid(solution, shape)
    view.marks = _marks(candidates, shape, n_values)


def broken_cells(view: View) -> set[int]:
    """Return the cells of a grid that break a rule, with the values of the solution in them."""
    puzzle = view.puzzle
    found = {
        cell
        for cell, (clue, value) in enumerate(zip(view.clues, view.solved, strict=True))
        if clue and value and clue != value
    }
    if any(view.solved):
        puzzle = puzzle.with_clues(np.array(view.values, np.int64).reshape(puzzle.shape))
    return found | {r * view.columns + c for violation in puzzle.violations() for r, c in violation.cells}


def _grid(solution: Any, shape: tuple[int, ...]) -> list[int]:
    """Return a solution, flat, or zeros if there is none."""
    if solution is None:
        return [0] * int(np.prod(shape))
    grid = _array(solution)
    if grid.shape != shape or grid.dtype.kind not in "iu":
        raise PuzzleError(
            f"the solution must be whole numbers of shape {shape}, got {grid.dtype} {grid.shape}"
        )
    outside = (grid < -(2**31)) | (grid >= 2**31)
    if outside.any():
        at = tuple(np.argwhere(outside)[0].tolist())
        where = cell_name(at) if len(at) == 2 else f"position {at[0]}"
        raise PuzzleError(f"the solution, {where}: a value must fit 32 bits, got {grid[at]}")
    listed: list[int] = grid.ravel().tolist()
    return listed


def _array(values: Any) -> npt.NDArray[Any]:
    """Return values as an array, an empty one if they are not of one shape."""
    try:
        return np.asarray(values)
    except ValueError:
        return np.empty(0)


def _marks(candidates: Any, shape: tuple[int, ...], n_values: int) -> list[list[int]] | None:
    if candidates is None:
        return None
    array = _array(candidates)
    expected = (*shape, n_values)
    if array.shape != expected or array.dtype != bool:
        raise PuzzleError(f"candidates must be booleans of shape {expected}, got {array.dtype} {array.shape}")
    return lists_of_values(array.reshape(-1, n_values))


def lists_of_values(candidates: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Return the values of each cell, from an array (cells, values)."""
    lists: list[list[int]] = [[] for _ in candidates]
    for cell, value in zip(*(at.tolist() for at in np.nonzero(candidates)), strict=True):
        lists[cell].append(value + 1)
    return lists
