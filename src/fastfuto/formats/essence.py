"""Essence parameters: ``n``, ``hints`` as ``function((1,2) --> 3)``, ``less_than`` as ``relation(((1,1),(2,1)))``.

The names in Essence' are ``grid_size``, the matrix ``values``, and the matrix ``lt`` with a row ``[r1,c1,r2,c2]`` for
each inequality. ``N`` and the matrix ``start`` are a Latin square, as in the quasigroup instances of CSPLib.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ..model import MAX_VALUES
from ..puzzles import Futoshiki, LatinSquare
from .codec import Both, check_held, check_values
from .futoshikis import Pairs, pairs_from_1
from .tokens import GREATEST, Reader

NAME = "essence"

T = TypeVar("T")

_LANGUAGE = re.compile(r"(language\b[^\n]*)")
_NAME = re.compile(r"letting\s+([A-Za-z]\w*)\s*(?:\bbe\b|=)")
_SIZES = ("n", "N", "grid_size")
_MATRICES = ("start", "values", "lt")
_FIELDS = {
    "hints": (re.compile(r"(function)\s*\("), ("(", "#", ",", "#", ")", "-->", "#")),
    "less_than": (
        re.compile(r"(relation)\s*\("),
        ("(", "(", "#", ",", "#", ")", ",", "(", "#", ",", "#", ")", ")"),
    ),
}
"""By name: the beginning of the value, and the tokens of each member, with ``#`` for a number."""
_KINDS = (("hints", "less_than"), ("values", "lt"), ("start",))
"""The parts of each kind of puzzle: the numbers, and the inequalities if there are any."""


def _parse(text: str) -> Futoshiki | LatinSquare:
    scan = Reader(text, "$")
    scan.take(_LANGUAGE)
    n, n_pairs = 0, None
    members: dict[str, list[tuple[int, list[int]]]] = {}
    while scan.found():
        name = scan.need(_NAME, "'letting', a name and 'be'")
        if name in members or (name in _SIZES and n) or (name == "lastdx" and n_pairs is not None):
            raise scan.error(f"{name} is defined twice")
        if name in _SIZES:
            n = scan.size()
        elif name == "lastdx":
            n_pairs = scan.number("the last index of lt", -1) + 1
        elif name in _FIELDS:
            members[name] = _members(scan, name)
        elif name in _MATRICES:
            members[name] = _matrix(scan)
        else:
            raise scan.error(f"expected n, hints or less_than, found {name[:20]!r}")
    end = len(scan.text.rstrip())
    parts = next((parts for parts in _KINDS if members.keys() <= {*parts}), None)
    if parts is None:
        raise scan.error(f"{' and '.join(members)} cannot be combined", end)
    for name, is_there in (("n", n), *((name, name in members) for name in parts)):
        if not is_there:
            raise scan.error(f"expected 'letting {name} be', but the text ends", end)
    if "hints" in parts:
        clues = [[0] * n for _ in range(n)]
        for at, (r, c, value) in members["hints"]:
            if max(r, c) > n or clues[r - 1][c - 1]:
                why = f"is outside the {n} x {n} grid" if max(r, c) > n else "has two numbers"
                raise scan.error(f"row {r}, column {c} {why}", at)
            clues[r - 1][c - 1] = value
    else:
        rows = members[parts[0]]
        if len(rows) != n or any(len(row) != n for _, row in rows):
            raise scan.error(f"expected {n} rows of {n} numbers in {parts[0]}", rows[-1][0] if rows else end)
        clues = [row for _, row in rows]
    if len(parts) == 1 and n_pairs is not None:
        raise scan.error("lastdx cannot be combined with start", end)
    if len(parts) == 1:
        return LatinSquare(clues)
    pairs = Pairs(scan, n)
    for at, pair in members[parts[1]]:
        if len(pair) != 4:
            raise scan.error(f"expected 4 numbers for an inequality in {parts[1]}, found {len(pair)}", at)
        a, b, c, d = pair
        pairs.add((a - 1, b - 1), (c - 1, d - 1), at)
    if n_pairs not in (None, len(members[parts[1]])):
        raise scan.error(
            f"expected {n_pairs} inequalities, as lastdx states, found {len(members[parts[1]])}", end
        )
    return Futoshiki(clues, pairs.found)


def _matrix(scan: Reader) -> list[tuple[int, list[int]]]:
    """Read ``[[1, 2], [3, 4]]``; return each row's place and numbers."""
    return _list(scan, lambda: (scan.at, _list(scan, lambda: scan.number("a number"))))


def _list(scan: Reader, item: Callable[[], T]) -> list[T]:
    """Read a list in brackets."""
    scan.expect("[")
    found: list[T] = []
    while not scan.skips("]"):
        if found:
            scan.expect(",", "',' or ']'")
        if len(found) == 4 * MAX_VALUES**2:
            raise scan.error(f"the matrix has more than {4 * MAX_VALUES**2} entries")
        found.append(item())
    return found


def _members(scan: Reader, name: str) -> list[tuple[int, list[int]]]:
    """Read a function or a relation; return each member's place and numbers."""
    opening, tokens = _FIELDS[name]
    kind = opening.pattern[1:9]
    scan.need(opening, f"'{kind}('")
    members: list[tuple[int, list[int]]] = []
    while not scan.skips(")"):
        if members:
            scan.expect(",", "',' or ')'")
        scan.found()
        at, numbers = scan.last, []
        for token in tokens:
            if token == "#":
                numbers.append(scan.number("a number", 1, MAX_VALUES))
            else:
                scan.expect(token)
        members.append((at, numbers))
    return members


def _format(puzzle: Futoshiki | LatinSquare) -> str:
    if isinstance(puzzle, LatinSquare):
        check_values(puzzle.clues, GREATEST, f"the format {NAME} holds values")
        return f"language ESSENCE' 1.0\nletting N be {puzzle.n}\nletting start be {puzzle.clues.tolist()}\n"
    check_held(puzzle, NAME, most=MAX_VALUES)
    hints = [
        f"({r},{c}) --> {clue}"
        for r, row in enumerate(puzzle.clues.tolist(), 1)
        for c, clue in enumerate(row, 1)
        if clue
    ]
    pairs = [f"(({a},{b}),({c},{d}))" for a, b, c, d in pairs_from_1(puzzle)]
    return (
        f"language Essence 1.3\nletting n be {puzzle.n}\n"
        f"letting hints be function({', '.join(hints)})\n"
        f"letting less_than be relation({', '.join(pairs)})\n"
    )


BOTH = Both(_parse, _format)
