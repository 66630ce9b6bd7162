"""Futoshiki of SynLogic: rows in two brackets or one row per line, and inequalities as pairs of cells.

``X`` is a blank cell. The text around the puzzle in a question is skipped.
"""

from __future__ import annotations

import re

from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import Pairs, pairs_from_1
from .tokens import Reader

NAME = "synlogic"
SMALLEST = 2
"""A single number in brackets could be anything."""

_QUESTION = re.compile(r"This is a ([0-9]{1,3})\s?x\s?\1 Futoshiki")
_ABOVE, _BELOW = "Current puzzle:", "Please"
_TOKEN = re.compile(r"([0-9]{1,9}|[Xx_.?])(?![0-9A-Za-z])")
_CELL = re.compile(
    r"\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)\s*([<>])\s*\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)[,;]?"
)


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    stated = scan.take(_QUESTION)
    start = scan.last
    if stated is not None:
        at = scan.signs.find(_ABOVE, scan.at)
        if at < 0:
            raise scan.error(
                f"expected {_ABOVE!r} in the question, but the text ends", len(scan.text.rstrip())
            )
        _check_skipped(scan, scan.at, at)
        scan.at = at + len(_ABOVE)
    rows = _bracketed(scan) if scan.skips("[[") else _listed(scan)
    n = len(rows)
    if stated not in (None, str(n)):
        raise scan.error(f"expected {stated} rows, as the question states, found {n}", start)
    scan.skips("Inequality constraints:")
    pairs = Pairs(scan, n)
    while (match := _CELL.match(scan.signs, _start(scan))) is not None:
        r, c, s, d = (int(match[k]) - 1 for k in (1, 2, 4, 5))
        lesser, greater = ((r, c), (s, d)) if match[3] == "<" else ((s, d), (r, c))
        pairs.add(lesser, greater, match.start())
        scan.at = match.end()
    if stated is None or not scan.signs.startswith(_BELOW, _start(scan)):
        scan.finish("expected a pair of cells such as (1,3)<(1,4), or the end")
    _check_skipped(scan, scan.at, len(scan.signs))
    return Futoshiki(rows, pairs.found)


def _check_skipped(scan: Reader, start: int, end: int) -> None:
    """Raise a ParseError if the words of a question have a sign between two cells."""
    if found := _CELL.search(scan.signs, start, end):
        raise scan.error(f"expected signs only below the grid, found {found[0]!r}", found.start())


def _start(scan: Reader) -> int:
    """Return the index of the next token."""
    scan.found()
    return scan.last


def _bracketed(scan: Reader) -> list[list[int]]:
    """Read rows up to two brackets, with blanks between values and commas between rows."""
    rows: list[list[int]] = [[]]
    while not scan.skips("]]"):
        if scan.skips(","):
            rows.append([])
        else:
            rows[-1].append(_value(scan, f"a number or 'X' in row {len(rows)}"))
        if len(rows) > MAX_VALUES or len(rows[-1]) > MAX_VALUES:
            raise scan.error(f"a grid has at most {MAX_VALUES} rows and columns", scan.last)
    return _checked(scan, rows)


def _listed(scan: Reader) -> list[list[int]]:
    """Read as many lines as the first line has values."""
    rows: list[list[int]] = []
    while not rows or len(rows) < len(rows[0]):
        _, end = scan.line()
        rows.append([])
        while scan.found() and scan.last < end:
            if len(rows[-1]) == MAX_VALUES:
                raise scan.error(f"a grid has at most {MAX_VALUES} rows and columns", scan.last)
            rows[-1].append(_value(scan, f"a number or 'X' in row {len(rows)}"))
        if not rows[-1]:
            raise scan.error(f"expected row {len(rows)}, but the text ends", len(scan.text.rstrip()))
    return _checked(scan, rows)


def _value(scan: Reader, expected: str) -> int:
    token = scan.need(_TOKEN, expected)
    return int(token) if token.isdecimal() else 0


def _checked(scan: Reader, rows: list[list[int]]) -> list[list[int]]:
    """Return the rows of a square; raise for the first row of another length."""
    n = len(rows)
    for r, row in enumerate(rows):
        if len(row) != n:
            raise scan.error(
                f"row {r + 1} has {len(row)} values, but a grid of {n} rows needs {n}", scan.last
            )
    if n < SMALLEST:
        raise scan.error(f"expected a grid of at least {SMALLEST} rows, found {n}", scan.last)
    return rows


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST, most=10**9 - 1)
    rows = ",".join(" ".join(str(clue or "X") for clue in row) for row in puzzle.clues.tolist())
    pairs = [f"({a},{b})<({c},{d})\n" for a, b, c, d in pairs_from_1(puzzle)]
    return f"[[{rows}]]\n{''.join(pairs)}"


BOTH = Both(_parse, _format)
