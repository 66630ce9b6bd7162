"""Names of cells and lines in sentences, counted from 1, and how words are listed."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from .board import Cell, Line
from .phrases import WORDS

__all__ = ["MISFIT", "MISFITS", "cell_name", "cell_names", "clauses", "line_name", "listed", "span_name"]

MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What goes wrong where a step has not what its technique rests on, or something else in its place."""
MISFIT = "the fields of this step do not belong together, so that there are no words for it"


@functools.lru_cache(maxsize=4096)
def cell_name(cell: Cell) -> str:
    """Return the name of a cell: r1c2, or its number if it is not one of a grid."""
    return f"r{cell[0] + 1}c{cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"


def cell_names(cells: Iterable[Cell], joint: str = "and") -> str:
    """Return the names of cells."""
    return listed(map(cell_name, cells), joint)


def line_name(line: Line) -> str:
    """Return the name of a line."""
    if line[0] == "run":
        return WORDS["run"].format(span=span_name(line[1:3], line[3:]))
    return f"{line[0]} {line[1] + 1}"


def span_name(first: Cell, last: Cell) -> str:
    """Return the names of the first and the last cell of a run."""
    return cell_name(first) if first == last else f"{cell_name(first)}-{cell_name(last)}"


def listed(words: Iterable[object], joint: str = "and") -> str:
    """Return words with commas between them, and another word before the last one."""
    said = [*map(str, words)]
    if len(said) == 1:
        return said[0]
    return f"{', '.join(said[:-1])} {joint} {said[-1]}" if said else ""


_LONG = (", ", " and ", " because ")
"""What makes a clause long, so that the "and" behind it could be taken for one within it."""


def clauses(said: list[str]) -> str:
    """Return clauses as one sentence; there is a comma between two of which one is long."""
    if len(said) < 2 or (len(said) == 2 and not any(word in each for each in said for word in _LONG)):
        return " and ".join(said)
    return f"{', '.join(said[:-1])}, and {said[-1]}"
