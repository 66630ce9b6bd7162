"""The verb `score`, which checks whether a text gives the solution of a puzzle."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..puzzles import Puzzle
from ..solving.enumerate import all_solutions
from .families import task_family
from .reading import Reading, Written, read_grids
from .task import Task

BELOW_ONE = 0.99
"""The highest score of an answer with a mistake."""


def score(task: Task | Puzzle[Any], text: str | None, *, partial: bool = False) -> float:
    r"""Score the answer that a text gives: 1.0 if the answer is a solution of the puzzle, otherwise 0.0.

    Parameters
    ----------
    task : Task or Puzzle
        A task, or a puzzle with cells to fill: Futoshiki, Adjacent, Latin square, Sudoku or Kakuro.
    text : str or None
        The text of a language model, of any length and in any layout. None counts as an empty text.
    partial : bool
        Whether to give partial credit: a complete but wrong grid with the right clues scores the fraction of the other
        cells that are right, at most 0.99. If the puzzle has several solutions, such a grid still scores 0.

    Returns
    -------
    float
        1.0 for any grid that satisfies all rules and clues, otherwise 0.0 or the partial score. The content of the text
        never causes an error.

    Raises
    ------
    PuzzleError
        If the puzzle has no cells to fill.
    TypeError
        If `task` is neither a task nor a puzzle, or `text` is not a string.

    See Also
    --------
    fastfuto.tasks : Make tasks.
    fastfuto.judge : Judge a single move.
    fastfuto.audit : Check the answers of a file.

    Notes
    -----
    The last grid in the text is the answer: values row by row, with any signs, separators and brackets between them.
    The grid may be written in lines, as one list, or as a table in Markdown, TeX, HTML or JSON. Text before
    ``</think>`` does not count. Earlier attempts and a copy of the puzzle are ignored.

    A value is a number, which may end with ``.0``. In grids with values above 9, letters are also values, beginning
    with A for 10, and a number may begin with 0. A number is not a value if a character other than a separator is
    attached to it, as in -3, 3%, 3!, #3, 3e0, 3x, 3rd or 3°. Digits of other scripts are not values either. A blank
    cell is ``0``, ``.``, ``_`` or ``?``.

    The score is 0 if

    - the last grid has blanks, cells without a value, extra or missing rows, or other numbers directly beside it;
    - less than a sentence separates the last grid from rows of another grid with missing or additional cells;
    - grids follow each other without a word between them, even if they are equal;
    - less than a sentence separates other grids from the last grid, unless only the last grid is called final, or the
      last grid follows an attempt and is called the answer;
    - two grids that are called final, or are in ``<answer>`` or ``\boxed``, differ.

    Listing many grids therefore gains nothing. The time grows linearly with the length of the text: about 25 ms for
    100,000 characters.

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
    """Return the complete grid that a text gives as its answer, in the shape of a solution, or None."""
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
        raise PuzzleError(
            f"answers for the family {puzzle.family!r} cannot be scored, because it has no grid to fill"
        )
    return puzzle


def _reading(puzzle: Puzzle[Any]) -> Reading:
    rows, columns = puzzle.shape
    family = task_family(puzzle)
    widths = {columns, rows * columns}
    if family.has_regions and rows == 9:
        widths.add(3)
    most = 9 if family.has_runs else rows
    return Reading(rows, columns, most, tuple(sorted(widths)), family.has_runs, family.signs.gap != ".")


def _cells(puzzle: Puzzle[Any]) -> npt.NDArray[np.bool_]:
    """Return a mask of the white cells in a flat solution."""
    if not task_family(puzzle).has_runs:
        return np.ones(puzzle.shape, bool).ravel()
    n_cells = puzzle.model().n_cells
    return np.asarray(puzzle.decode(np.ones(n_cells, np.uint8)).ravel() != 0)


def _is_told_again(grid: Written, given: npt.NDArray[Any], is_cell: npt.NDArray[np.bool_]) -> bool:
    """Return whether a grid repeats the puzzle itself, including its blanks."""
    if grid.values is None:
        return False
    clues = given[is_cell]
    return not clues.all() and bool((np.array(grid.values)[is_cell] == clues).all())


def _is_alone(grids: list[Written], is_cell: npt.NDArray[np.bool_]) -> bool:
    """Return whether the last grid is the only grid that is given as the answer."""
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
        if other != last and not (other and 0 in other):  # A grid with blanks is an intermediate state.
            return False
    return True


def _share(puzzle: Puzzle[Any], grid: npt.NDArray[np.int64]) -> float:
    """Return the fraction of a puzzle's blank cells in which a grid agrees with the only solution."""
    clues = np.asarray(puzzle)
    if ((clues != 0) & (clues != grid)).any():
        return 0.0
    solutions = all_solutions(puzzle, limit=2)
    blank = (clues == 0) & _cells(puzzle).reshape(puzzle.shape)
    if len(solutions) != 1:
        return 0.0
    return min(BELOW_ONE, float((solutions[0] == grid)[blank].mean()))
