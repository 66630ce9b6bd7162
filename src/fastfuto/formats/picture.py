"""Pictures in the form of the README: a value in every fourth column, and signs between values.

``.``, ``_`` and ``·`` are blank cells; the signs between rows are ``∧`` and ``∨``, or ``^`` and ``v``.
"""

from __future__ import annotations

import re

from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import assemble
from .tokens import Reader

NAME = "picture"
SMALLEST, LARGEST = 2, 9
"""A single character is ambiguous, and a value has one digit."""


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    scan.found()
    start = scan.signs.rfind("\n", 0, scan.last) + 1
    lines = scan.signs[start:].rstrip().split("\n", 2 * LARGEST)
    n = (len(lines[0].rstrip()) + 3) // 4
    if not SMALLEST <= n <= LARGEST:
        raise scan.error(
            f"expected {SMALLEST} to {LARGEST} values in the first line of the picture, found {n}", start
        )
    beside: list[str] = []
    under: list[str] = []
    clues: list[list[int]] = []
    for i in range(2 * n - 1):
        if i == len(lines):
            message = f"a picture of {n} rows has {2 * n - 1} lines, but this picture has {i}"
            raise scan.error(message, start - 1)
        line = lines[i].rstrip()
        if i % 2:
            _check_line(scan, start, line, n, "^v ", "'^', 'v' or a blank", " ")
            under.append(line.ljust(4 * n)[::4])
        else:
            _check_line(scan, start, line, n, "0123456789._·", "a digit, '.', '_' or '·'", "<>| ")
            if len(line) < 4 * n - 3:
                raise scan.error(
                    f"expected {n} values in row {i // 2 + 1} of the picture, found fewer", start + len(line)
                )
            clues.append([int(value) if value.isdecimal() else 0 for value in line[::4]])
            beside.append(line[2::4])
        start += len(lines[i]) + 1
    scan.at = min(start, len(scan.signs))
    scan.finish()
    return assemble(clues, beside, under)


def _check_line(
    scan: Reader, start: int, line: str, n: int, values: str, expected: str, between: str
) -> None:
    for j, character in enumerate(line[: 4 * n]):
        if j == 4 * n - 3:
            raise scan.error(
                f"the line is too long: expected at most {j} characters, as in the first row", start + j
            )
        allowed = values if j % 4 == 0 else between if j % 4 == 2 else " "
        if character not in allowed:
            what = expected if j % 4 == 0 else f"one of {allowed!r}"
            message = (
                f"expected {what} in column {j + 1}, found {scan.text[start + j]!r}; is the line shifted?"
            )
            raise scan.error(message, start + j)


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST, LARGEST, 9)
    # The format source has the same characters in the same places after its first line.
    _, _, grid = str(puzzle).partition("\n")
    for character, drawn in (("0", "."), ("-", " "), ("^", "∧"), ("v", "∨")):
        grid = grid.replace(character, drawn)  # The method `translate` of str takes ten times as long.
    return re.sub(" +\n", "\n", grid)


BOTH = Both(_parse, _format)
