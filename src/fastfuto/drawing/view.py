"""What is to be seen of a puzzle: its values, pencil marks, and the premises and conclusions of a step."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..limits import whole
from ..puzzles import ExactCover, Grid, Kakuro, Permutations, Puzzle, cell_name

__all__ = ["View", "view_of"]


@dataclass(slots=True)
class View:
    """A puzzle and what is drawn in its cells, which are numbered row by row.

    Attributes
    ----------
    puzzle : Puzzle
    columns : int
        Cells in a row.
    n_values : int
    clues, solved : list of int
        The printed value of each cell, and the value of the solution, 0 for none.
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

    puzzle: Puzzle[Any]
    columns: int = 0
    n_values: int = 0
    clues: list[int] = field(default_factory=list)
    solved: list[int] = field(default_factory=list)
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


def view_of(puzzle: Puzzle[Any], solution: Any = None, candidates: Any = None) -> View:
    """Return what is to be seen of a puzzle, or say what is wrong with the solution or the candidates.

    Raises
    ------
    PuzzleError
        If they do not have the shape and type that the family needs.
    """
    view = View(puzzle)
    if isinstance(puzzle, ExactCover):
        if solution is not None:
            view.chosen = _options(puzzle, solution)
        if candidates is not None:
            raise PuzzleError("an exact cover has no cells, and so it has no candidates")
        return view
    if isinstance(puzzle, Permutations):
        view.columns = view.n_values = puzzle.n
        view.clues = [0] * puzzle.n
        view.solved = _grid(solution, puzzle.shape)
        view.conflicts = _broken_positions(puzzle, view.solved)
        view.marks = _marks(candidates, puzzle.shape, puzzle.n)
        if view.marks is None and puzzle.forbidden:
            allowed = np.ones((puzzle.n, puzzle.n), bool)
            rows, values = np.array(puzzle.forbidden).T
            allowed[rows, values - 1] = False
            view.marks = _lists(allowed)
    elif isinstance(puzzle, (Grid, Kakuro)):
        rows, view.columns = puzzle.shape
        view.n_values = puzzle.n if isinstance(puzzle, Grid) else 9
        clues = np.asarray(puzzle).ravel()
        view.clues = clues.tolist()
        view.solved = _grid(solution, puzzle.shape)
        view.conflicts = _conflicts(puzzle, view)
        view.marks = _marks(candidates, puzzle.shape, view.n_values)
    else:
        view.shown = None if solution is None else np.asarray(solution)
        if candidates is not None:
            raise PuzzleError(f"there are no pictures of candidates of {puzzle.family}")
    if candidates is not None and view.marks is not None:
        no_cells = _black_cells(puzzle)
        empty = {cell for cell, marks in enumerate(view.marks) if not marks and not view.values[cell]}
        view.conflicts.update(empty - no_cells)
    return view


def _black_cells(puzzle: Puzzle[Any]) -> set[int]:
    """Return the cells of a grid that take no value."""
    if not isinstance(puzzle, Kakuro):
        return set()
    entries = (entry for row in puzzle.rows for entry in row)
    return {cell for cell, entry in enumerate(entries) if not isinstance(entry, int)}


def _options(cover: ExactCover, solution: Any) -> list[int]:
    try:
        chosen = [whole(option) for option in solution]
    except TypeError:
        raise PuzzleError("the solution of an exact cover must be a list of option numbers") from None
    count = cover.model().n_options
    for option in chosen:
        if not 0 <= option < count:
            raise PuzzleError(f"the solution names option {option}, and the options are 0 to {count - 1}")
    return chosen


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
    return _lists(array.reshape(-1, n_values))


def _lists(candidates: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Return the values of each cell, from an array (cells, values)."""
    lists: list[list[int]] = [[] for _ in candidates]
    for cell, value in zip(*(at.tolist() for at in np.nonzero(candidates)), strict=True):
        lists[cell].append(value + 1)
    return lists


def _conflicts(puzzle: Grid | Kakuro, view: View) -> set[int]:
    """Return the cells of a grid that break a rule, with the values of the solution in them."""
    found = {
        cell
        for cell, (clue, value) in enumerate(zip(view.clues, view.solved, strict=True))
        if clue and value and clue != value
    }
    if isinstance(puzzle, Kakuro):
        black = {
            cell for cell, entry in enumerate(itertools.chain(*puzzle.rows)) if not isinstance(entry, int)
        }
        found |= {cell for cell in black if view.solved[cell]}
        view.solved = [0 if cell in black else value for cell, value in enumerate(view.solved)]
    filled: Puzzle[Any] = puzzle
    if any(view.solved):
        filled = puzzle.with_clues(np.array(view.values, np.int64).reshape(puzzle.shape))
    return found | {r * view.columns + c for problem in filled.problems() for r, c in problem.cells}


def _broken_positions(puzzle: Permutations, values: list[int]) -> set[int]:
    """Return the positions of a permutation that break a rule."""
    forbidden, broken = set(puzzle.forbidden), set()
    for position, value in enumerate(values):
        if value and (
            not 1 <= value <= puzzle.n or values.count(value) > 1 or (position, value) in forbidden
        ):
            broken.add(position)
    for pair in puzzle.order:
        if values[pair[0]] and values[pair[1]] and values[pair[0]] >= values[pair[1]]:
            broken.update(pair)
    return broken
