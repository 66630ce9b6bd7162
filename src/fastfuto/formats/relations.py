"""Lists of relations: a grid of numbers, and pairs of cells with a sign between them.

Files of the same form have opposite meanings, so these formats must be named.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import Pairs, pairs_from_1
from .tokens import Reader

_SIGN = re.compile(r"([<>])")
_LINE_END = re.compile(r"[^\S\n]*(?:[\n#]|\Z)")


def _clues(scan: Reader, n: int) -> list[list[int]]:
    return [[max(clue, 0) for clue in row] for row in scan.matrix("row", n, n, -1)]


def _count(scan: Reader, n: int) -> int:
    return scan.number("the number of relations", 0, 2 * n * (n - 1))


def _pairs(scan: Reader, n: int, read_pair: Callable[[Reader, Pairs, int], None], count: int) -> Pairs:
    pairs = Pairs(scan, n)
    for _ in range(count):
        read_pair(scan, pairs, n)
    return pairs


def _by_number(scan: Reader, pairs: Pairs, n: int) -> None:
    """Read ``a>b``: cells are counted row by row, from 0."""
    first = scan.number("the number of a cell", 0, n * n - 1)
    at = scan.last
    sign = scan.need(_SIGN, "'<' or '>'")
    cells = divmod(first, n), divmod(scan.number("the number of a cell", 0, n * n - 1), n)
    pairs.add(*(cells if sign == "<" else cells[::-1]), at)


def _by_place(scan: Reader, pairs: Pairs, n: int, is_lesser_first: bool = True) -> None:
    """Read ``r1 c1 r2 c2``: rows and columns are counted from 1."""
    at = scan.line()[0]
    a, b, c, d = (place - 1 for place in scan.numbers("a relation r1 c1 r2 c2", 4, 1, n))
    cells = (a, b), (c, d)
    pairs.add(*(cells if is_lesser_first else cells[::-1]), at)


def _grid(puzzle: Futoshiki, name: str, blank: int = 0) -> str:
    check_held(puzzle, name)
    return "".join(" ".join(str(clue or blank) for clue in row) + "\n" for row in puzzle.clues.tolist())


def _listed(
    name: str, blank: int, read_pair: Callable[[Reader, Pairs, int], None], line: Callable[..., str]
) -> Both:
    """Return a format with the grid, the number of relations and a line for each relation.

    The number of relations may also follow the size on the same line.

    `line` takes the row and column of the smaller cell and of the greater cell, counted from 1, and n.
    """

    def parse(text: str) -> Futoshiki:
        scan = Reader(text, "#")
        n = scan.size()
        count = None if _LINE_END.match(scan.signs, scan.at) else _count(scan, n)
        clues = _clues(scan, n)
        pairs = _pairs(scan, n, read_pair, _count(scan, n) if count is None else count)
        scan.finish()
        return Futoshiki(clues, pairs.found)

    def write(puzzle: Futoshiki) -> str:
        lines = [line(*pair, puzzle.n) + "\n" for pair in pairs_from_1(puzzle)]
        return f"{puzzle.n}\n{_grid(puzzle, name, blank)}{len(lines)}\n{''.join(lines)}"

    return Both(parse, write)


def _parse_counts_first(text: str) -> Futoshiki:
    scan = Reader(text, "#")
    count = scan.number("the number of grids")
    if count != 1:
        raise scan.error(f"expected 1 as the number of grids, found {count}")
    n = scan.size()
    pairs, clues = _pairs(scan, n, _by_place, _count(scan, n)), _clues(scan, n)
    scan.finish()
    return Futoshiki(clues, pairs.found)


def _format_counts_first(puzzle: Futoshiki) -> str:
    lines = "".join(f"{a} {b} {c} {d}\n" for a, b, c, d in pairs_from_1(puzzle))
    return f"1\n{puzzle.n} {len(puzzle.inequalities)}\n{lines}{_grid(puzzle, 'counts-first')}"


CELLS = _listed(
    "relations-cells",
    -1,
    _by_number,
    lambda a, b, c, d, n: f"{(c - 1) * n + d - 1}>{(a - 1) * n + b - 1}",
)
LESSER_FIRST = _listed("relations-lesser", 0, _by_place, lambda a, b, c, d, n: f"{a} {b} {c} {d}")
GREATER_FIRST = _listed(
    "relations-greater",
    0,
    functools.partial(_by_place, is_lesser_first=False),
    lambda a, b, c, d, n: f"{c} {d} {a} {b}",
)
COUNTS_FIRST = Both(_parse_counts_first, _format_counts_first)
