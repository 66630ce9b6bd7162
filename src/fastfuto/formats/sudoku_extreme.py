"""Lines of Sudoku-Extreme, ``source,question,answer,rating``. Only the question is read."""

from __future__ import annotations

import re

from ..errors import PuzzleError
from ..puzzles import Sudoku
from .codec import Both, check_values
from .tokens import Reader

NAME = "sudoku-extreme"

_TITLE = re.compile(r"(source,question,answer,rating)\s*")
_SOURCE = re.compile(r"([^,\n]{0,200}),")
_GRID = re.compile(r"([0-9.]{81}),")
_ANSWER = re.compile(r"([0-9.]{81}|),")
_RATING = re.compile(r"([0-9]{0,9}(?:\.[0-9]{1,9})?)")


def _parse(text: str) -> Sudoku:
    scan = Reader(text)
    scan.take(_TITLE)
    scan.need(_SOURCE, "the name of a source and a comma")
    question = scan.need(_GRID, "a question of 81 digits or dots and a comma")
    scan.need(_ANSWER, "an answer of 81 digits or nothing, and a comma")
    scan.take(_RATING)
    scan.finish()
    return Sudoku.parse(question)


def _format(puzzle: Sudoku) -> str:
    if puzzle.n != 9 or not puzzle.has_default_boxes or puzzle.inequalities:
        raise PuzzleError(
            f"the format {NAME} holds only 9 x 9 grids with the usual boxes and no inequalities"
        )
    check_values(puzzle.clues, 9, f"the format {NAME} holds values")
    cells = "".join(str(value or ".") for value in puzzle.clues.ravel().tolist())
    return f"fastfuto,{cells},,\n"


BOTH = Both(_parse, _format)
