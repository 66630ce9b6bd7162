"""Grid strings of futoshiki.org: (2n - 1)^2 characters, optionally followed by the solution."""

from __future__ import annotations

import math
import re

from ..puzzles import Futoshiki, cell_name
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "futoshiki.org"
SMALLEST, LARGEST = 2, 9
"""A single character is ambiguous, and a value has one digit."""

_WORD = re.compile(r"(\S++)")
_WHAT = {
    (0, 0): ("0123456789.", "a digit or '.'"),
    (0, 1): ("_()", "'_', '(' or ')'"),
    (1, 0): ("_^v", "'_', '^' or 'v'"),
    (1, 1): ("_", "'_'"),
}
"""The allowed characters and their name, by row and column modulo 2."""

_PLAIN = str.maketrans("()", "<>")
_FORMAL = str.maketrans("<>", "()")


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    word = scan.need(_WORD, "a grid")
    start = scan.last
    side = math.isqrt(len(word))
    solved = not (side * side == len(word) and side % 2)
    if solved:
        side = math.isqrt(len(word) // 2)
    n = side // 2 + 1
    if not (side % 2 and SMALLEST <= n <= LARGEST and side * side * (1 + solved) == len(word)):
        message = f"expected (2n - 1)^2 characters, or twice as many with the solution, found {len(word)}"
        raise scan.error(message)
    scan.finish()
    rows = [_checked_row(scan, word, k, side, start) for k in range(len(word) // side)]
    grid, solution = rows[:side], rows[side:]
    for k, row in enumerate(solution):
        for j, character in enumerate(row):
            is_value = k % 2 == j % 2 == 0
            if character != grid[k][j] and (
                character not in "123456789"[:n] or grid[k][j] not in ".0" if is_value else character != "_"
            ):
                where = cell_name((k // 2, j // 2))
                what = f"the solution does not fit the grid at {where}: {character!r} and {grid[k][j]!r}"
                raise scan.error(what, start + (side + k) * side + j)
            if is_value and character in ".0":
                raise scan.error("the solution has a blank cell", start + (side + k) * side + j)
    clues = [[int(value) if value != "." else 0 for value in row[::2]] for row in grid[::2]]
    beside = [row[1::2].translate(_PLAIN) for row in grid[::2]]
    return assemble(clues, beside, [row[::2] for row in grid[1::2]])


def _checked_row(scan: Reader, word: str, k: int, side: int, start: int) -> str:
    """Return row `k` of the grid and the solution."""
    row = word[k * side : (k + 1) * side]
    for j, character in enumerate(row):
        allowed, expected = _WHAT[k % side % 2, j % 2]
        if character not in allowed:
            at = start + k * side + j
            raise scan.error(f"expected {expected}, found {scan.text[at]!r}", at)
    return row


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST, LARGEST, 9)
    beside, under = signs_of(puzzle, "_")
    rows = []
    for r, clues in enumerate(puzzle.clues.tolist()):
        signs = [*"".join(beside[r]).translate(_FORMAL), ""]
        rows.append("".join(f"{clue or '.'}{sign}" for clue, sign in zip(clues, signs, strict=True)))
        if r < puzzle.n - 1:
            rows.append("_".join(under[r]))
    return "".join(rows) + "\n"


BOTH = Both(_parse, _format)
