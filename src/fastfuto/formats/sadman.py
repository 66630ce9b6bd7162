"""Sudoku files of SadMan: the grid is below ``[Puzzle]``, and other sections may follow."""

from __future__ import annotations

import re

from ..puzzles import Sudoku
from . import sudoku
from .codec import Both
from .tokens import Reader

_SECTION = re.compile(r"\n[ \t]*\[[A-Za-z]+\][ \t]*(?:\n|\Z)")


def _parse(text: str) -> Sudoku:
    scan = Reader(text, "#")
    scan.expect("[Puzzle]")
    if (second := scan.signs.find("[Puzzle]", scan.at)) >= 0:
        raise scan.error("expected one puzzle, found a second '[Puzzle]'", second)
    if section := _SECTION.search(scan.signs, scan.at):
        scan.text, scan.signs = scan.text[: section.start()], scan.signs[: section.start()]
    if not scan.found():
        raise scan.error("expected a grid below '[Puzzle]', but the text ends")
    return sudoku.parse_grid(scan)


def _format(puzzle: Sudoku) -> str:
    grid = sudoku.BOTH.format(puzzle)
    if puzzle.n <= 9:
        grid = "".join(grid[r * puzzle.n : (r + 1) * puzzle.n] + "\n" for r in range(puzzle.n))
    return f"[Puzzle]\n{grid}"


BOTH = Both(_parse, _format)
