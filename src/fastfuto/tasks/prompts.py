"""Puzzles as questions in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from ..formats import format_puzzle
from ..puzzles import Cell, Puzzle, cell_name
from .families import task_family

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
        raise TypeError(
            f"prompt must be a name or a function that takes a puzzle, got {type(prompt).__name__}"
        )
    if prompt not in _WRITERS:
        known = ", ".join(map(repr, get_args(Prompt)))
        raise ValueError(f"prompt must be one of {known} or a function, got {prompt!r}")
    return _WRITERS[prompt]


def question_of(write: Callable[[Any], str], puzzle: Puzzle[Any]) -> str:
    """Return a question; raise a TypeError if a caller's function does not return a str."""
    question = write(puzzle)
    if not isinstance(question, str):
        raise TypeError(f"the function prompt must return a str, got {type(question).__name__}")
    return question


def _as_grid(puzzle: Any) -> str:
    """Return the rules and the puzzle as a grid."""
    family = task_family(puzzle)
    if family.has_runs:
        return f"{_rules(puzzle)} {_KAKURO_GRID}\n\n{puzzle}\n{_KAKURO_ROWS}"
    parts = [_rules(puzzle), "0 stands for an empty cell."]
    if family.signs.otherwise or puzzle.inequalities:
        parts.append(family.signs.in_grid)
    text = f"{' '.join(parts)}\n\n{_drawn(puzzle)}\n"
    if family.has_regions and not puzzle.has_default_boxes:
        text += f"\nThe regions of the cells:\n\n{_lines(puzzle.regions.tolist())}\n"
    return f"{text}\n{_ROWS}"


def _drawn(puzzle: Any) -> str:
    """Return the clues row by row, with the signs between the cells."""
    n, width, signs = puzzle.n, len(str(puzzle.n)), task_family(puzzle).signs
    pairs = getattr(puzzle, signs.name)
    if not signs.otherwise and not pairs:
        return _lines(puzzle.clues.tolist())
    beside = [[signs.gap] * n for _ in range(n)]
    under = [[signs.gap] * n for _ in range(n)]
    for lesser, greater in pairs:
        (r, c), is_turned = min(lesser, greater), lesser > greater
        if lesser[0] == greater[0]:
            beside[r][c] = signs.across[is_turned]
        else:
            under[r][c] = signs.down[is_turned]
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


def _in_sentences(puzzle: Any) -> str:
    """Return the rules and a sentence for each clue."""
    family = task_family(puzzle)
    lines = [_rules(puzzle), ""]
    if family.has_runs:
        rows, columns = puzzle.shape
        lines.append(f"The grid has {rows} rows and {columns} columns.")
        for run in puzzle.runs:
            where = f"from {cell_name(run.cells[0])} to {cell_name(run.cells[-1])}"
            total = "" if run.total is None else f" and add up to {run.total}"
            lines.append(f"The digits {where} differ{total}.")
        lines += [_given(cell, value) for cell, value in _values(np.asarray(puzzle))]
        return "\n".join([*lines, "All other cells are black.", "", _KAKURO_ROWS])
    lines += [_given(cell, value) for cell, value in _values(puzzle.clues)]
    signs = family.signs
    lines += [signs.sentence.format(*map(cell_name, pair)) for pair in getattr(puzzle, signs.name)]
    if signs.otherwise:
        lines.append(signs.otherwise)
    if family.has_regions and not puzzle.has_default_boxes:
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


def _as_game_id(puzzle: Any) -> str:
    """Return the rules and the game id of Simon Tatham's collection."""
    text = format_puzzle(puzzle, "tatham").strip()
    size = "The game id has the size of the grid, then the cells row by row; 0 is an empty cell."
    return f"{_rules(puzzle)} {size} {task_family(puzzle).signs.in_id}\n\n{text}\n\n{_ROWS}"


def _rules(puzzle: Any) -> str:
    """Return the rules in words."""
    family = task_family(puzzle)
    if family.has_runs:
        return (
            "Fill the white cells of the Kakuro with digits from 1 to 9, so that the digits of each run differ and add "
            "up to its total. A run is a row of white cells next to each other, across or down."
        )
    units = "each row and each column"
    if family.has_regions:
        units = "each row, each column and each region"
        if puzzle.has_default_boxes:
            height = int((puzzle.regions[:, 0] == puzzle.regions[0, 0]).sum())
            units = f"each row, each column and each box of {height} rows and {puzzle.n // height} columns"
    n = puzzle.n
    return f"Fill the {n} x {n} grid so that {units} holds each number from 1 to {n} once.{family.rule}"


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
