"""Futoshiki for FutoRules: ``n "givens" "signs by rows" "signs by columns"``, or ``(solve-tatham n "...")``."""

from __future__ import annotations

import re

from ..puzzles import Adjacent, Futoshiki
from . import tatham
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "futorules"
LARGEST = 9
"""A value has one digit."""

_SOLVE = re.compile(r"(\(\s*solve(?:-tatham)?)\b")
_STRING = re.compile(r'"([^"]*+)"')
_DOWN, _FORMAL = str.maketrans("<>", "^v"), str.maketrans("^v", "<>")


def _parse(text: str) -> Futoshiki | Adjacent:
    scan = Reader(text, ";")
    verb = scan.take(_SOLVE) or ""
    n = scan.number("the size n of the grid", 1, tatham.LARGEST if verb.endswith("tatham") else LARGEST)
    if verb.endswith("tatham"):
        body = scan.need(_STRING, "the description in double quotes")
        head = f"{n}:"
        puzzle = tatham.embedded(scan, head + body, scan.last - len(head), tatham.parse)
    else:
        givens = _string(scan, "the givens", n * n, ".0123456789")
        rows = _string(scan, "the signs by rows", n * (n - 1), "-<>")
        columns = _string(scan, "the signs by columns", n * (n - 1), "-<>").translate(_DOWN)
        clues = [int(given) if given != "." else 0 for given in givens]
        puzzle = assemble(
            [clues[r * n : (r + 1) * n] for r in range(n)],
            [rows[r * (n - 1) : (r + 1) * (n - 1)] for r in range(n)],
            [columns[r :: n - 1] for r in range(n - 1)],
        )
    if verb:
        scan.expect(")")
    scan.finish()
    return puzzle


def _string(scan: Reader, what: str, size: int, allowed: str) -> str:
    string = scan.need(_STRING, f"{what} in double quotes")
    start = scan.last
    for k, character in enumerate(string[:size]):
        if character not in allowed:
            message = f"{what}: expected one of {' '.join(allowed)}, found {character!r}"
            raise scan.error(message, start + k)
    if len(string) != size:
        message = f"{what}: expected {size} characters, found {len(string)}"
        raise scan.error(message, start + min(size, len(string)))
    return string


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, most_n=LARGEST, most=9)
    beside, under = signs_of(puzzle, "-")
    givens = "".join(str(clue or ".") for clue in puzzle.clues.ravel().tolist())
    rows = "".join(map("".join, beside))
    columns = "".join(row[c] for c in range(puzzle.n) for row in under).translate(_FORMAL)
    return f'(solve {puzzle.n}\n"{givens}"\n"{rows}"\n"{columns}"\n)\n'


BOTH = Both(_parse, _format)
