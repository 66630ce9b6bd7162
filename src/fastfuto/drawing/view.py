"""The contents of a puzzle's cells in a picture, and the functions that draw a family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..languages import ENGLISH, Language
from ..model import array_of
from ..puzzles import cell_name

if TYPE_CHECKING:
    from ..logic.board import Layout
    from .board import Parts
    from .scene import Scene


class Appearance(NamedTuple):
    """The appearance of a family.

    Attributes
    ----------
    view : callable
        Makes a View from a puzzle, a solution and candidates; the solution and the candidates may be None. Raises a
        PuzzleError if the solution or the candidates have a wrong shape or type.
    scene : callable
        Takes a View and returns the picture.
    text : callable
        Takes a View and returns two texts: the puzzle filled with the solution's values, and the text below the cells.
        Each line ends with a newline.
    parts : callable or None
        Takes a View and returns the signs, regions and totals of its grid, for drawing on a terminal; None for a family
        that a terminal shows as text.
    page : callable or None
        Takes a puzzle and the names of its cells, and returns the family's own data for the page; None for a family
        without pages and booklets.
    plural : str
        Plural name of the family in lists of families.
    """

    view: Callable[[View, Any, Any], None]
    scene: Callable[[View], Scene]
    text: Callable[[View], tuple[str, str]]
    parts: Callable[[View], Parts] | None = None
    page: Callable[[Any, Layout], dict[str, Any]] | None = None
    plural: str = ""


@dataclass(slots=True)
class View:
    """A puzzle and the contents of its cells, which are numbered row by row.

    Attributes
    ----------
    puzzle : Puzzle
    appearance : Appearance
        The appearance of its family.
    columns : int
        Cells in a row.
    n_values : int
    clues, solved : list of int
        The printed value and the solution's value of each cell, with 0 for no value.
    black : set of int
        Cells without a value.
    conflicts : set of int
        Cells that break a rule.
    chosen : list of int or None
        The options of an exact cover's solution.
    shown : numpy.ndarray or None
        The solution of a family without its own picture.
    marks : list of list of int, or None
        The pencil marks of each cell.
    roles : dict
        The role of a cell in a step: "band", "premise" or "placed".
    special : dict
        The role of a candidate (cell, value) in a step: "used", "removed" or "set".
    used : set of (int, int)
        Inequalities (lesser, greater) that a step uses.
    links : list of (cell, value), (cell, value), kind
    language : Language
        The language of words in the picture.
    badges : list of (int, int)
        Candidates (cell, value), or (cell, 0) for removals, in the order in which they follow from an assumption.
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
    language: Language = ENGLISH
    badges: list[tuple[int, int]] = field(default_factory=list)

    @property
    def values(self) -> list[int]:
        """The value shown in each cell, with 0 for no value."""
        return [clue or value for clue, value in zip(self.clues, self.solved, strict=True)]

    def place(self, cell: tuple[int, ...]) -> int:
        """Return the number of a cell among all places of the grid, black cells included."""
        row, column = cell if len(cell) == 2 else (0, *cell)
        return row * self.columns + column


def show_cells(view: View, clues: npt.ArrayLike, n_values: int, solution: Any, candidates: Any) -> None:
    """Fill in the cells of a puzzle from clues in the shape of a solution, with 0 for blank cells."""
    shape = view.puzzle.shape
    view.columns, view.n_values = shape[-1], n_values
    view.clues = np.asarray(clues).ravel().tolist()
    view.solved = _grid(solution, shape)
    view.marks = _marks(candidates, shape, n_values)


def broken_cells(view: View) -> set[int]:
    """Return the cells that break a rule after the solution is filled in."""
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
    """Return a solution as a flat list, or zeros if there is none."""
    if solution is None:
        return [0] * int(np.prod(shape))
    grid = array_of(solution)
    if grid.shape != shape or grid.dtype.kind not in "iu":
        raise PuzzleError(
            f"the solution must be whole numbers of shape {shape}, got {grid.dtype} of shape {grid.shape}"
        )
    outside = (grid < -(2**31)) | (grid >= 2**31)
    if outside.any():
        at = tuple(np.argwhere(outside)[0].tolist())
        where = cell_name(at) if len(at) == 2 else f"position {at[0]}"
        raise PuzzleError(f"the solution, {where}: expected a number that fits in 32 bits, got {grid[at]}")
    listed: list[int] = grid.ravel().tolist()
    return listed


def _marks(candidates: Any, shape: tuple[int, ...], n_values: int) -> list[list[int]] | None:
    if candidates is None:
        return None
    array = array_of(candidates)
    expected = (*shape, n_values)
    if array.shape != expected or array.dtype != bool:
        raise PuzzleError(
            f"candidates must be booleans of shape {expected}, got {array.dtype} of shape {array.shape}"
        )
    return lists_of_values(array.reshape(-1, n_values))


def lists_of_values(candidates: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Return the values of each cell, from an array (cells, values)."""
    lists: list[list[int]] = [[] for _ in candidates]
    for cell, value in zip(*(at.tolist() for at in np.nonzero(candidates)), strict=True):
        lists[cell].append(value + 1)
    return lists
