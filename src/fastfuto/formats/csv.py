"""Blocks of numbers: n, n value rows, n rows with the signs beside values, n - 1 rows with the signs under values."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "csv"
SMALLEST = 2
"""A grid with n = 1 could also be in the format source."""

_BESIDE, _UNDER = " <>", " ^v"
"""The signs that 0, 1 and -1 denote."""
_NUMBERS = {" ": 0, "<": 1, ">": -1, "^": 1, "v": -1}


def _parse(text: str) -> Futoshiki:
    scan = Reader(text, "#")
    n = scan.numbers("the size n of the grid", 1, SMALLEST, MAX_VALUES)[0]
    clues = scan.matrix("row", n, n)
    beside = scan.matrix("signs beside row", n, n - 1, -1, 1)
    under = scan.matrix("signs under row", n - 1, n, -1, 1)
    scan.finish()
    return assemble(
        clues,
        [[_BESIDE[sign] for sign in row] for row in beside],
        [[_UNDER[sign] for sign in row] for row in under],
    )


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST)
    beside, under = signs_of(puzzle, " ")
    lines = [str(puzzle.n), *_rows(puzzle.clues.tolist())]
    for signs in (beside, under):
        lines += _rows([[_NUMBERS[sign] for sign in row] for row in signs])
    return "\n".join(lines) + "\n"


def _rows(rows: Iterable[Iterable[int]]) -> list[str]:
    return [",".join(map(str, row)) for row in rows]


BOTH = Both(_parse, _format)
