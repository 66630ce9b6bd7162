"""ASP facts: ``riga(1..4).``, ``riempi(row,column,number).``, and ``maggiore(r1,c1,r2,c2).``, greater cell first."""

from __future__ import annotations

import re

from ..model import MAX_VALUES
from ..puzzles import Cell, Futoshiki
from .codec import Both, check_held
from .futoshikis import Pairs, pairs_from_1
from .tokens import Reader

NAME = "asp"

_FACT = re.compile(r"(riga|colonna|riempi|maggiore)\s*\(")
_RANGE = re.compile(r"1\s*(\.\.)")


def _parse(text: str) -> Futoshiki:
    scan = Reader(text, "%")
    n = 0
    clues: dict[Cell, tuple[int, int]] = {}
    relations: list[tuple[Cell, Cell, int]] = []
    while scan.found():
        fact = scan.need(_FACT, "riga(1..n), colonna(1..n), riempi(r,c,v) or maggiore(r1,c1,r2,c2)")
        at = scan.last
        if fact in ("riga", "colonna"):
            scan.need(_RANGE, "1..n")
            size = scan.size()
            if n not in (0, size):
                raise scan.error(f"expected the same n in riga(1..n) and colonna(1..n), found {n} and {size}")
            n = size
        elif fact == "riempi":
            r, c, value = _numbers(scan, 3)
            if (r - 1, c - 1) in clues:
                raise scan.error(f"row {r}, column {c} has two numbers", at)
            clues[r - 1, c - 1] = value, at
        else:
            a, b, c, d = _numbers(scan, 4)
            relations.append(((c - 1, d - 1), (a - 1, b - 1), at))
        scan.expect(")")
        scan.expect(".", "'.' after a fact")
    if not n:
        raise scan.error("expected riga(1..n) or colonna(1..n), but the text ends", len(scan.text.rstrip()))
    pairs = Pairs(scan, n)
    for lesser, greater, at in relations:
        pairs.add(lesser, greater, at)
    grid = [[0] * n for _ in range(n)]
    for (r, c), (value, at) in clues.items():
        if r >= n or c >= n:
            raise scan.error(f"row {r + 1}, column {c + 1} is outside the {n} x {n} grid", at)
        grid[r][c] = value
    return Futoshiki(grid, pairs.found)


def _numbers(scan: Reader, count: int) -> list[int]:
    numbers = [scan.number("a number", 1, MAX_VALUES)]
    for _ in range(count - 1):
        scan.expect(",")
        numbers.append(scan.number("a number", 1, MAX_VALUES))
    return numbers


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, most=MAX_VALUES)
    lines = [f"riga(1..{puzzle.n}).", f"colonna(1..{puzzle.n})."]
    for r, row in enumerate(puzzle.clues.tolist(), 1):
        lines += [f"riempi({r},{c},{clue})." for c, clue in enumerate(row, 1) if clue]
    lines += [f"maggiore({c},{d},{a},{b})." for a, b, c, d in pairs_from_1(puzzle)]
    return "\n".join(lines) + "\n"


BOTH = Both(_parse, _format)
