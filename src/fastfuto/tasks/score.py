"""The verb that says whether a text has the solution of a puzzle."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..puzzles import Adjacent, Kakuro, Puzzle, Sudoku
from ..solving import all_solutions
from .reading import Reading, Written, read_grids
from .task import Task

BELOW_ONE = 0.99
"""The most that an answer with a mistake can have."""


def score(task: Task | Puzzle[Any], text: str | None, *, partial: bool = False) -> float:
    r"""Say whether the answer that a text gives is a solution of a puzzle.

    Parameters
    ----------
    task : Task or Puzzle
        With cells to fill: Futoshiki, Adjacent, Latin square, Sudoku or Kakuro.
    text : str or None
        What a model has written, of any length and in any layout. None counts as an empty text.
    partial : bool
        Whether a whole grid with mistakes that keeps the clues gets the share of its other cells that are right, at
        most 0.99. The puzzle must have one solution then, or the score is 0 as without it.

    Returns
    -------
    float
        1.0 for any grid that keeps all rules and clues, otherwise 0.0 or what `partial` says. No text raises an error.

    Raises
    ------
    PuzzleError
        For a puzzle without cells to fill.
    TypeError
        For something else than a task or a puzzle, or a text.

    Notes
    -----
    The last grid of the text is its answer: values row by row, with any signs, separators and brackets between them,
    in lines, in one list, or in a table in Markdown, TeX, HTML or JSON. Text before ``</think>`` does not count. Grids
    that are tried on the way do not matter, and neither does a copy of the puzzle.

    A value is a number, which may end with ``.0``. Values above 9 may also be letters from A on, or begin with 0. A
    number with anything but a separator attached is not a value, such as -3, 3%, 3!, #3, 3e0, 3x, 3rd or 3°. Neither is
    a digit of another script. A blank cell is ``0``, ``.``, ``_`` or ``?``.

    The score is 0 if

    - the last grid has blanks, cells that hold no value, a row too many or too few, or other numbers right beside it;
    - less than a sentence follows the last grid, and then rows of another grid with missing or additional cells;
    - grids follow each other without a word between them, be they the same or not;
    - there are other grids with less than a sentence between them and the last one, unless that one alone is
      called final, or is called the answer after an attempt;
    - two grids that are called final, which are in ``<answer>`` or ``\boxed``, are not the same.

    So nothing is gained by listing grids. The time is linear: about 25 ms for 100,000 characters.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> fastfuto.score(puzzle, "First I try 2 in r1c1, which is wrong. So it is:\n1 < 2\n2   1")
    1.0
    >>> fastfuto.score(puzzle, "[[1, 2], [2, 1]] or [[2, 1], [1, 2]]")
    0.0
    >>> fastfuto.score(puzzle, "[[1, 2], [1, 2]]", partial=True)
    0.5
    """
    puzzle = _puzzle_of(task)
    if text is None:
        return 0.0
    if not isinstance(text, str):
        raise TypeError(f"text must be a str or None, got {type(text).__name__}")
    grid = answer_in(puzzle, text)
    if grid is None:
        return 0.0
    if puzzle.is_solution(grid):
        return 1.0
    return _share(puzzle, grid) if partial else 0.0


def answer_in(puzzle: Puzzle[Any], text: str) -> npt.NDArray[np.int64] | None:
    """Return the whole grid that a text gives as its answer, in the shape of a solution, or None."""
    given = np.asarray(puzzle).ravel()
    is_cell = _cells(puzzle)
    grids = [each for each in read_grids(text, _reading(puzzle)) if not _is_told_again(each, given, is_cell)]
    if not grids or (answer := grids[-1].values) is None:
        return None
    if not _is_alone(grids, is_cell):
        return None
    grid = np.where(is_cell, answer, 0)
    if (grid[is_cell] <= 0).any():
        return None
    return grid.reshape(puzzle.shape)


def _puzzle_of(task: Any) -> Puzzle[Any]:
    puzzle = task.puzzle if isinstance(task, Task) else task
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"expected a Task or a Puzzle, got {type(task).__name__}")
    if not puzzle.fillable or len(puzzle.shape) != 2:
        raise PuzzleError(f"the family {puzzle.family!r} has no grid to fill, so no text can be an answer")
    return puzzle


def _reading(puzzle: Puzzle[Any]) -> Reading:
    rows, columns = puzzle.shape
    is_kakuro = isinstance(puzzle, Kakuro)
    widths = {columns, rows * columns}
    if isinstance(puzzle, Sudoku) and puzzle.n == 9:
        widths.add(3)
    return Reading(
        rows,
        columns,
        9 if is_kakuro else rows,
        tuple(sorted(widths)),
        is_kakuro,
        not isinstance(puzzle, Adjacent),
    )


def _cells(puzzle: Puzzle[Any]) -> npt.NDArray[np.bool_]:
    """Return which places of a flat solution are cells; black cells are not."""
    if not isinstance(puzzle, Kakuro):
        return np.ones(puzzle.shape, bool).ravel()
    n_cells = puzzle.model().n_cells
    return np.asarray(puzzle.decode(np.ones(n_cells, np.uint8)).ravel() != 0)


def _is_told_again(grid: Written, given: npt.NDArray[Any], is_cell: npt.NDArray[np.bool_]) -> bool:
    """Return whether a grid is the puzzle itself, with its blanks."""
    if grid.values is None:
        return False
    clues = given[is_cell]
    return not clues.all() and bool((np.array(grid.values)[is_cell] == clues).all())


def _is_alone(grids: list[Written], is_cell: npt.NDArray[np.bool_]) -> bool:
    """Return whether the last grid is the only one that is given as the answer."""
    places = np.flatnonzero(is_cell).tolist()

    def values(grid: Written) -> tuple[int, ...] | None:
        return None if grid.values is None else tuple(grid.values[place] for place in places)

    last = values(grids[-1])
    if any(values(each) != last for each in grids if each.is_final):
        return False
    for before, grid in zip(grids[-2::-1], grids[:0:-1], strict=False):
        if before.stretch == grid.stretch:
            return False
        if grid.is_apart or (grid.is_final and not before.is_marked):
            return True
        if grid.is_marked and before.is_retry:
            return True
        other = values(before)
        if other != last and not (other and 0 in other):  # What has blanks is on the way to an answer.
            return False
    return True


def _share(puzzle: Puzzle[Any], grid: npt.NDArray[np.int64]) -> float:
    """Return the share of the blank cells of a puzzle that a grid fills in as the only solution does."""
    clues = np.asarray(puzzle)
    if ((clues != 0) & (clues != grid)).any():
        return 0.0
    solutions = all_solutions(puzzle, limit=2)
    blank = (clues == 0) & _cells(puzzle).reshape(puzzle.shape)
    if len(solutions) != 1:
        return 0.0
    return min(BELOW_ONE, float((solutions[0] == grid)[blank].mean()))
