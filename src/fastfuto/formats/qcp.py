"""Latin squares of the QWH and QCP suites (files .pls): ``order n`` and rows of values from 0, -1 for a blank."""

from __future__ import annotations

import re

from ..puzzles import LatinSquare
from .codec import Both, check_values
from .tokens import Reader

NAME = "qcp"

_ORDER = re.compile(r"(order)\s")


def _parse(text: str) -> LatinSquare:
    scan = Reader(text)
    scan.need(_ORDER, "'order' and n")
    n = scan.size()
    rows = scan.matrix("row", n, n, -1, n - 1)
    scan.finish()
    return LatinSquare([[value + 1 for value in row] for row in rows])


def _format(puzzle: LatinSquare) -> str:
    check_values(puzzle.clues, puzzle.n, f"the format {NAME} holds values")
    width = max(len(str(puzzle.n - 1)), 2)
    rows = ("".join(f" {clue - 1:>{width}}" for clue in row) + "\n" for row in puzzle.clues.tolist())
    return f"order {puzzle.n}\n{''.join(rows)}"


BOTH = Both(_parse, _format)
