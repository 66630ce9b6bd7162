"""Solve a puzzle from text to text."""

from __future__ import annotations

from ..engines import solve_line
from ..formats import recognise
from ..limits import Run
from .result import Status
from .solve import solve


def solve_text(text: str, format: str | None = None, *, timeout: float | None = None) -> str | None:
    """Solve the puzzle of a text, and return a solution as text in the same format.

    Parameters
    ----------
    text : str
        A puzzle in any format, as for `fastfuto.parse`.
    format : str, optional
        As for `fastfuto.parse`.
    timeout : float, optional
        Time limit in seconds, which solving exceeds by at most 50 ms. Default: none.

    Returns
    -------
    str or None
        The puzzle, filled with a solution, in the format of the text. For families that cannot be filled, the text of a
        solution. None if there is no solution.

    Raises
    ------
    ParseError
        As for `fastfuto.parse`; also if the text is a raw model.
    LimitReached
        If the time is up.
    PuzzleError
        If there is a solution and the format cannot be written.
    TypeError, ValueError, KeyboardInterrupt
        As for `fastfuto.parse` and `fastfuto.solve`.

    See Also
    --------
    fastfuto.solve : Solve a puzzle object, with options.
    fastfuto.solve_file : Solve the puzzles of a file.

    Notes
    -----
    Without a time limit, compiled code reads, solves and writes a Sudoku in one line of 81 digits or dots. Any other
    text is handled as by `fastfuto.parse`, `fastfuto.solve` and `fastfuto.format_puzzle`.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.solve_text("3:1,0R,0,0,2,0,0,0,0,")
    '3:1,3R,2,3,2,1,2,1,3,'
    """
    is_quick = timeout is None and format in (None, "sudoku") and isinstance(text, str)
    if is_quick and (line := solve_line(text)) is not None:
        return line or None
    run = Run(timeout)
    codec, puzzle = recognise(text, format)
    result = solve(puzzle, timeout=run.left)
    if result.status is Status.UNKNOWN:
        raise run.late(result.stats)
    if result.grid is None:
        return None
    return codec.format(puzzle.filled(result.grid)) if puzzle.fillable else puzzle.show(result.grid)
