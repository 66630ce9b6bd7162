"""Grids below ``START:`` and relations such as ``A3;A4``, with letters for rows, below ``REL:``.

The first cell is the smaller cell in some files and the greater in others, so the format must be named.
"""

from __future__ import annotations

import functools
import re

from ..puzzles import Cell, Futoshiki
from .codec import Both, check_held
from .futoshikis import Pairs
from .tokens import Reader

LARGEST = 26
"""The number of rows that have letters."""

_CELL = re.compile(r"([A-Zv])([0-9]{1,2}+)(?![0-9])")


def _parse(text: str, is_lesser_first: bool) -> Futoshiki:
    # Relations name the row V, which Scanner reads as a sign and writes in lower case.
    scan = Reader(text)
    n = scan.number("the size n of the grid", 1, LARGEST)
    scan.expect("START:")
    clues = scan.matrix("row", n, n)
    scan.expect("REL:")
    pairs = Pairs(scan, n)
    while scan.found():
        at = scan.line()[0]
        row = scan.row("a relation such as A3;A4", 2, _CELL, "a cell such as A3")
        first, second = (_cell(match) for match in row)
        pairs.add(*((first, second) if is_lesser_first else (second, first)), at)
    return Futoshiki(clues, pairs.found)


def _cell(match: re.Match[str]) -> Cell:
    return ord(match[1].upper()) - ord("A"), int(match[2]) - 1


def _format(puzzle: Futoshiki, name: str, is_lesser_first: bool) -> str:
    check_held(puzzle, name, most_n=LARGEST)
    lines = [str(puzzle.n), "START:", *(";".join(map(str, row)) for row in puzzle.clues.tolist()), "REL:"]
    for lesser, greater in puzzle.inequalities:
        cells = (lesser, greater) if is_lesser_first else (greater, lesser)
        lines.append(";".join(f"{chr(ord('A') + r)}{c + 1}" for r, c in cells))
    return "\n".join(lines) + "\n"


def _both(name: str, is_lesser_first: bool) -> Both:
    return Both(
        functools.partial(_parse, is_lesser_first=is_lesser_first),
        functools.partial(_format, name=name, is_lesser_first=is_lesser_first),
    )


LESSER_FIRST, GREATER_FIRST = _both("start-rel-lesser", True), _both("start-rel-greater", False)
