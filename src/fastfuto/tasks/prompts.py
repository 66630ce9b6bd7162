"""Puzzles as questions in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from ..formats import format_puzzle
from ..puzzles import Adjacent, Cell, Kakuro, Puzzle, Sudoku, cell_name
from ..puzzles.grid import Grid

Prompt: TypeAlias = Literal["grid", "sentences", "tatham"]
PromptOption: TypeAlias = Prompt | Callable[[Any], str]

_ROWS = "Answer with only the whole grid: one row per line, with blanks between the numbers."


def writer_of(prompt: PromptOption) -> Callable[[Any], str]:
    """Return the function that writes questions for a prompt.

    Raises
    ------
    TypeError, ValueError
        If the prompt is unknown.
    """
    if callable(prompt):
        return prompt
    if not isinstance(prompt, str):
        raise TypeError(f"prompt must be a name or a function of a puzzle, got {type(prompt).__name__}")
    if prompt not in _WRITERS:
        known = ", ".join(map(repr, get_args(Prompt)))
        raise ValueError(f"prompt must be {known} or a function, got {prompt!r}")
    return _WRITERS[prompt]


def question_of(write: Callable[[Any], str], puzzle: Puzzle[Any]) -> str:
    """Return a question; raise a TypeError if a caller's function does not return a str."""
    question = write(puzzle)
    if not isinstance(question, str):
        raise TypeError(f"prompt must return a str, got {type(question).__name__}")
    return question


def _as_grid(puzzle: Puzzle[Any]) -> str:
    """Return the rules and the puzzle as a grid."""
    if isinstance(puzzle, Kakuro):
        return f"{_rules(puzzle)} {_KAKURO_GRID}\n\n{puzzle}\n{_KAKURO_ROWS}"
    assert isinstance(puzzle, Grid)
    parts = [_rules(puzzle), "0 stands for an empty cell."]
    if isinstance(puzzle, Adjacent):
        parts.append(
            "A bar, | or -, is between two cells that differ by 1; a dot is between two cells that do not."
        )
    elif puzzle.inequalities:
        parts.append(
            "The signs < and > between the cells of a row, and ^ and v between those of a column, point to the smaller "
            "number."
        )
    text = f"{' '.join(parts)}\n\n{_drawn(puzzle)}\n"
    if isinstance(puzzle, Sudoku) and not puzzle.has_default_boxes:
        text += f"\nThe regions of the cells:\n\n{_lines(puzzle.regions.tolist())}\n"
    return f"{text}\n{_ROWS}"


def _drawn(puzzle: Grid) -> str:
    """Return the clues row by row, with the signs between the cells."""
    n, width = puzzle.n, len(str(puzzle.n))
    is_adjacent = isinstance(puzzle, Adjacent)
    if not is_adjacent and not puzzle.inequalities:
        return _lines(puzzle.clues.tolist())
    no_sign = "." if is_adjacent else " "
    beside = [[no_sign] * n for _ in range(n)]
    under = [[no_sign] * n for _ in range(n)]
    pairs = puzzle.bars if isinstance(puzzle, Adjacent) else puzzle.inequalities
    for lesser, greater in pairs:
        (r, c), is_less = min(lesser, greater), lesser < greater
        if lesser[0] == greater[0]:
            beside[r][c] = "|" if is_adjacent else "<" if is_less else ">"
        else:
            under[r][c] = "-" if is_adjacent else "^" if is_less else "v"
    lines = []
    for r, row in enumerate(puzzle.clues.tolist()):
        cells = [f"{value:>{width}} {sign}" for value, sign in zip(row, beside[r], strict=True)]
        lines.append(" ".join(cells)[:-1].rstrip())
        if r < n - 1:
            lines.append("   ".join(sign.rjust(width) for sign in under[r]).rstrip())
    return "\n".join(lines)


def _lines(rows: list[list[int]]) -> str:
    width = max(len(str(value)) for row in rows for value in row)
    return "\n".join(" ".join(f"{value:>{width}}" for value in row) for row in rows)


def _in_sentences(puzzle: Puzzle[Any]) -> str:
    """Return the rules and a sentence for each clue."""
    lines = [_rules(puzzle), ""]
    if isinstance(puzzle, Kakuro):
        rows, columns = puzzle.shape
        lines.append(f"The grid has {rows} rows and {columns} columns.")
        for run in puzzle.runs:
            where = f"from {cell_name(run.cells[0])} to {cell_name(run.cells[-1])}"
            total = "" if run.total is None else f" and add up to {run.total}"
            lines.append(f"The digits {where} differ{total}.")
        lines += [_given(cell, value) for cell, value in _values(np.asarray(puzzle))]
        return "\n".join([*lines, "All other cells are black.", "", _KAKURO_ROWS])
    assert isinstance(puzzle, Grid)
    lines += [_given(cell, value) for cell, value in _values(puzzle.clues)]
    if isinstance(puzzle, Adjacent):
        lines += [f"The numbers in {cell_name(a)} and {cell_name(b)} differ by 1." for a, b in puzzle.bars]
        lines.append("No other two neighbours differ by 1.")
    else:
        lines += [
            f"The number in {cell_name(a)} is less than the number in {cell_name(b)}."
            for a, b in puzzle.inequalities
        ]
    if isinstance(puzzle, Sudoku) and not puzzle.has_default_boxes:
        for number in range(puzzle.n):
            cells = ", ".join(
                f"({r + 1}, {c + 1})" for r, c in np.argwhere(puzzle.regions == number).tolist()
            )
            lines.append(f"Region {number + 1} has the cells (row, column) {cells}.")
    return "\n".join([*lines, "", _ROWS])


def _given(cell: Cell, value: int) -> str:
    return f"The number in {cell_name(cell)} is {value}."


def _values(grid: Any) -> list[tuple[Cell, int]]:
    return [((r, c), int(grid[r, c])) for r, c in np.argwhere(grid).tolist()]


def _as_game_id(puzzle: Puzzle[Any]) -> str:
    """Return the rules and the game id of Simon Tatham's collection."""
    text = format_puzzle(puzzle, "tatham").strip()
    assert isinstance(puzzle, Grid)
    told = "U, R, D and L after a number mark all sides of the cell that have a bar: above, right, below and left."
    if not isinstance(puzzle, Adjacent):
        told = (
            "U, R, D and L after a number mean that the cell holds more than its neighbour above, on the right, below "
            "or on the left."
        )
    size = f"The game id has the size of the grid, then the cells row by row; 0 is an empty cell. {told}"
    return f"{_rules(puzzle)} {size}\n\n{text}\n\n{_ROWS}"


def _rules(puzzle: Puzzle[Any]) -> str:
    """Return the rules in words."""
    if isinstance(puzzle, Kakuro):
        return (
            "Fill the white cells of the Kakuro with digits from 1 to 9, so that the digits of each run differ and add "
            "up to its total. A run is a row of white cells next to each other, across or down."
        )
    assert isinstance(puzzle, Grid)
    units = "each row and each column"
    if isinstance(puzzle, Sudoku):
        units = "each row, each column and each region"
        if puzzle.has_default_boxes:
            height = int((puzzle.regions[:, 0] == puzzle.regions[0, 0]).sum())
            units = f"each row, each column and each box of {height} rows and {puzzle.n // height} columns"
    rule = (
        f"Fill the {puzzle.n} x {puzzle.n} grid so that {units} holds each number from 1 to {puzzle.n} once."
    )
    if isinstance(puzzle, Adjacent):
        return f"{rule} Two neighbours differ by 1 if and only if there is a bar between them."
    return rule


_KAKURO_GRID = (
    "The first line has the numbers of rows and columns. 0 is an empty cell and * a black cell; a black cell (a, b) "
    "has the totals of the runs that begin below it, a, and on its right, b, where 0 means that no run begins there."
)
_KAKURO_ROWS = (
    "Answer with only the whole grid: one row per line, with blanks between cells, and * for a black cell."
)

_WRITERS: dict[str, Callable[[Any], str]] = {
    "grid": _as_grid,
    "sentences": _in_sentences,
    "tatham": _as_game_id,
}
