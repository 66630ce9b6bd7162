"""Lists of relations: a grid of numbers and the pairs of cells with a sign between them.

Files that look the same mean opposite things, so these formats must be named.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from .codec import Codec
from .futoshikis import Pairs, check_held, pairs_from_1
from .tokens import Reader

__all__ = ["CODECS"]

_SIGN = re.compile(r"([<>])")


def _parse_list(text: str, read_pair: Callable[[Reader, Pairs, int], None]) -> Futoshiki:
    scan = Reader(text, "#")
    n = scan.size()
    clues = _clues(scan, n)
    pairs = Pairs(scan, n)
    for _ in range(scan.number("the number of relations", 0, 2 * n * (n - 1))):
        read_pair(scan, pairs, n)
    scan.finish()
    return Futoshiki(clues, pairs.found)


def _clues(scan: Reader, n: int) -> list[list[int]]:
    return [[max(clue, 0) for clue in row] for row in scan.matrix("row", n, n, -1)]


def _by_number(scan: Reader, pairs: Pairs, n: int) -> None:
    """Read ``a>b``: cells are counted row by row, from 0."""
    first = scan.number("the number of a cell", 0, n * n - 1)
    at = scan.last
    sign = scan.need(_SIGN, "'<' or '>'")
    cells = divmod(first, n), divmod(scan.number("the number of a cell", 0, n * n - 1), n)
    pairs.add(*(cells if sign == "<" else cells[::-1]), at)


def _by_place(scan: Reader, pairs: Pairs, n: int, is_lesser_first: bool) -> None:
    """Read ``r1 c1 r2 c2``: rows and columns are counted from 1."""
    at = scan.line()[0]
    a, b, c, d = (place - 1 for place in scan.numbers("a relation r1 c1 r2 c2", 4, 1, n))
    cells = (a, b), (c, d)
    pairs.add(*(cells if is_lesser_first else cells[::-1]), at)


def _grid(puzzle: Futoshiki, name: str, blank: int) -> str:
    check_held(puzzle, name)
    return "".join(" ".join(str(clue or blank) for clue in row) + "\n" for row in puzzle.clues.tolist())


def _format_list(puzzle: Futoshiki, name: str, blank: int, lines: list[str]) -> str:
    return f"{puzzle.n}\n{_grid(puzzle, name, blank)}{len(lines)}\n" + "".join(f"{line}\n" for line in lines)


def _format_by_number(puzzle: Futoshiki) -> str:
    n = puzzle.n
    lines = [f"{c * n + d}>{a * n + b}" for (a, b), (c, d) in puzzle.inequalities]
    return _format_list(puzzle, "relations-cells", -1, lines)


def _format_by_place(puzzle: Futoshiki, name: str, is_lesser_first: bool) -> str:
    lines = [
        f"{a} {b} {c} {d}" if is_lesser_first else f"{c} {d} {a} {b}" for a, b, c, d in pairs_from_1(puzzle)
    ]
    return _format_list(puzzle, name, 0, lines)


def _parse_counts_first(text: str) -> Futoshiki:
    scan = Reader(text, "#")
    count = scan.number("the number of grids")
    if count != 1:
        raise scan.error(f"expected one grid, found a file of {count}")
    n = scan.size()
    pairs = Pairs(scan, n)
    for _ in range(scan.number("the number of relations", 0, 2 * n * (n - 1))):
        _by_place(scan, pairs, n, True)
    clues = _clues(scan, n)
    scan.finish()
    return Futoshiki(clues, pairs.found)


def _format_counts_first(puzzle: Futoshiki) -> str:
    lines = "".join(f"{a} {b} {c} {d}\n" for a, b, c, d in pairs_from_1(puzzle))
    return f"1\n{puzzle.n} {len(puzzle.inequalities)}\n{lines}{_grid(puzzle, 'counts-first', 0)}"


def _places(name: str, is_lesser_first: bool) -> Codec:
    return Codec(
        name,
        Futoshiki,
        functools.partial(
            _parse_list, read_pair=functools.partial(_by_place, is_lesser_first=is_lesser_first)
        ),
        functools.partial(_format_by_place, name=name, is_lesser_first=is_lesser_first),
        _SHAPE,
        detected=False,
    )


_SHAPE = re.compile(
    rf"[0-9]{{1,{len(str(MAX_VALUES))}}}[^\S\n]*\n\s*+-?[0-9]++(?:[^\S\n]++-?[0-9]++)*+[^\S\n]*+(?:[\n#]|\Z)"
)
"""The size, and a line of numbers: a Futoshiki in the source's format has signs there."""

CODECS = (
    Codec(
        "relations-cells",
        Futoshiki,
        functools.partial(_parse_list, read_pair=_by_number),
        _format_by_number,
        _SHAPE,
        detected=False,
    ),
    _places("relations-lesser", True),
    _places("relations-greater", False),
    Codec(
        "counts-first",
        Futoshiki,
        _parse_counts_first,
        _format_counts_first,
        re.compile(r"1[^\S\n]*\n\s*+[0-9]{1,3}[^\S\n]+[0-9]"),
        detected=False,
    ),
)
