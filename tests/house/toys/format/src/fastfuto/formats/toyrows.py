"""Toyrows: the name, and the digits of each row."""

import re

from ..errors import PuzzleError
from ..puzzles import LatinSquare
from .codec import Both, check_values
from .tokens import Reader

NAME = "toyrows"

_NAME = re.compile(r"(toyrows)\b")
_ROW = re.compile(r"([0-9]{1,9})(?!\S)")


def _parse(text):
    scan = Reader(text)
    scan.need(_NAME, "'toyrows'")
    rows = [scan.need(_ROW, "row 1")]
    n = len(rows[0])
    for r in range(1, n):
        rows.append(scan.need(_ROW, f"row {r + 1}"))
        if len(rows[-1]) != n:
            raise scan.error(f"row {r + 1} has {len(rows[-1])} digits, not {n}")
    scan.finish()
    return LatinSquare([[int(digit) for digit in row] for row in rows])


def _format(puzzle):
    if puzzle.n > 9:
        raise PuzzleError(f"the format {NAME} holds only grids with n from 1 to 9, not n = {puzzle.n}")
    check_values(puzzle.clues, 9, f"the format {NAME} holds values")
    rows = ("".join(map(str, row)) for row in puzzle.clues.tolist())
    return f"{NAME} {' '.join(rows)}\n"


BOTH = Both(_parse, _format)
