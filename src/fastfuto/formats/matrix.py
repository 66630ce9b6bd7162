"""A bare square matrix of numbers from 0 to n, read as a Futoshiki without signs."""

from __future__ import annotations

import re

from ..errors import PuzzleError
from ..puzzles import Futoshiki, cell_name
from .codec import Both, check_held
from .tokens import Reader

NAME = "matrix"

_TOKEN = re.compile(r"(?:[0-9]++|[._])(?!\S)")
_SEPARATOR = re.compile("[,;]")
"""Other grids of numbers also have these characters; here they may be misspelt signs."""


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    if separator := _SEPARATOR.search(scan.signs):
        raise scan.error(
            f"expected only blanks between the numbers of a matrix, found {separator[0]!r}", separator.start()
        )
    end = scan.line()[1]
    n = len(scan.signs[scan.at : min(end, scan.at + (1 << 16))].split())
    if n > 255:
        raise scan.error("the matrix has more than 255 columns")
    clues = [scan.numbers(f"row {r + 1}", n, 0, n, _TOKEN) for r in range(n)]
    scan.finish()
    if len(blanks := sorted({*scan.signs.split()} & {"0", ".", "_"})) > 1:
        raise scan.error(f"expected one kind of blank cell, found {' and '.join(map(repr, blanks))}", 0)
    return Futoshiki(clues)


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, most=puzzle.n)
    if puzzle.inequalities:
        where = " and ".join(map(cell_name, puzzle.inequalities[0]))
        raise PuzzleError(f"the format {NAME} cannot hold inequalities, but there is one between {where}")
    width = len(str(puzzle.clues.max()))
    return "".join(" ".join(f"{clue:>{width}}" for clue in row) + "\n" for row in puzzle.clues.tolist())


BOTH = Both(_parse, _format)
