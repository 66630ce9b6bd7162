"""Essence parameters: ``n``, ``hints`` as ``function((1,2) --> 3)``, ``less_than`` as ``relation(((1,1),(2,1)))``."""

from __future__ import annotations

import re

from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from .codec import Both
from .futoshikis import Pairs, check_held, pairs_from_1
from .tokens import Reader

NAME = "essence"

_LANGUAGE = re.compile(r"(language\b[^\n]*)")
_NAME = re.compile(r"letting\s+([A-Za-z]\w*)\s+be\b")
_COMMA = re.compile(r"(,)")
_END = re.compile(r"(\))")
_FIELDS = {
    "hints": (re.compile(r"(function)\s*\("), (r"(\()", "#", r"(,)", "#", r"(\))", r"(-->)", "#")),
    "less_than": (
        re.compile(r"(relation)\s*\("),
        (r"(\()", r"(\()", "#", r"(,)", "#", r"(\))", r"(,)", r"(\()", "#", r"(,)", "#", r"(\))", r"(\))"),
    ),
}
"""By name: the beginning of the value, and the tokens of each member, with ``#`` for a number."""


def _parse(text: str) -> Futoshiki:
    scan = Reader(text, "$")
    scan.take(_LANGUAGE)
    n = 0
    members: dict[str, list[tuple[int, list[int]]]] = {}
    while scan.found():
        name = scan.need(_NAME, "'letting', a name and 'be'")
        if name in members or (name == "n" and n):
            raise scan.error(f"{name} appears twice")
        if name == "n":
            n = scan.size()
        elif name in _FIELDS:
            members[name] = _members(scan, name)
        else:
            raise scan.error(f"expected n, hints or less_than, found {name[:20]!r}")
    for name, is_there in (("n", n), *((name, name in members) for name in _FIELDS)):
        if not is_there:
            raise scan.error(f"expected 'letting {name} be', but the text ends", len(scan.text.rstrip()))
    pairs = Pairs(scan, n)
    for at, (a, b, c, d) in members["less_than"]:
        pairs.add((a - 1, b - 1), (c - 1, d - 1), at)
    clues = [[0] * n for _ in range(n)]
    for at, (r, c, value) in members["hints"]:
        if max(r, c) > n or clues[r - 1][c - 1]:
            raise scan.error(f"row {r}, column {c} is outside the grid or has two numbers", at)
        clues[r - 1][c - 1] = value
    return Futoshiki(clues, pairs.found)


def _members(scan: Reader, name: str) -> list[tuple[int, list[int]]]:
    """Read a function or a relation; return each member's place and numbers."""
    opening, tokens = _FIELDS[name]
    kind = opening.pattern[1:9]
    scan.need(opening, f"'{kind}('")
    members: list[tuple[int, list[int]]] = []
    while scan.take(_END) is None:
        if members:
            scan.need(_COMMA, "',' or ')'")
        scan.found()
        at, numbers = scan.last, []
        for token in tokens:
            if token == "#":
                numbers.append(scan.number("a number", 1, MAX_VALUES))
            else:
                scan.need(re.compile(token), f"'{token[1:-1].removeprefix(chr(92))}'")
        members.append((at, numbers))
    return members


def _format(puzzle: Futoshiki) -> str:
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
