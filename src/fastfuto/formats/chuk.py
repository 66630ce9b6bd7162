"""Futoshiki of chuk-puzzles-gym: numbered rows between bars below the numbers of the columns, n from 2 to 9.

Values are in every fourth column after the first bar, with the signs of the row between them; signs between rows have
their own lines.
"""

from __future__ import annotations

from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "chuk"
SMALLEST, LARGEST = 2, 9
"""Each value has a single digit."""


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    lines: list[tuple[int, str]] = []
    while scan.found() and len(lines) < 2 * LARGEST + 1:
        at, end = scan.line()
        lines.append((at, scan.signs[scan.signs.rfind("\n", 0, at) + 1 : end]))
        scan.at = end
    first, head = lines[0]
    n = len(head.replace("|", " ").split())
    if not SMALLEST <= n <= LARGEST or head.split() != ["|", *map(str, range(1, n + 1)), "|"]:
        raise scan.error(
            f"expected the numbers of {SMALLEST} to {LARGEST} columns in the first line: | 1   2   ... |",
            first,
        )
    if len(lines) != 2 * n:
        raise scan.error(
            f"expected {2 * n} lines for a grid of {n} columns, found {len(lines)}",
            len(scan.text.rstrip()),
        )
    clues, beside, under = [], [], []
    for i, (at, line) in enumerate(lines[1:]):
        label, bar, rest = line.partition("| ")
        number = str(i // 2 + 1)
        if not bar or label.strip() != ("" if i % 2 else number):
            expected = (
                "a line of signs between bars" if i % 2 else f"row {number}, which begins with '{number} |'"
            )
            raise scan.error(f"expected {expected}", at)
        cells = rest.rstrip().removesuffix("|").ljust(4 * n)
        start = at + line.index("| ") + 2 - (len(line) - len(line.lstrip()))
        values, signs = ("^v ", "") if i % 2 else (".0123456789", "<> ")
        for j, character in enumerate(cells):
            allowed = (
                values if j % 4 == 0 and j < 4 * n else signs + " " if j % 4 == 2 and j < 4 * n - 2 else " "
            )
            if character not in allowed:
                expected = "a blank" if allowed == " " else f"one of {allowed!r}"
                raise scan.error(f"expected {expected}, found {character!r}", start + j)
        if i % 2:
            under.append(cells[::4][:n])
        else:
            clues.append([int(value) if value.isdecimal() else 0 for value in cells[::4][:n]])
            beside.append(cells[2::4][: n - 1])
    scan.finish()
    return assemble(clues, beside, under)


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME, SMALLEST, LARGEST, most=9)
    beside, under = signs_of(puzzle, " ")
    lines = ["  | " + "   ".join(str(c + 1) for c in range(puzzle.n)) + " |"]
    for r, row in enumerate(puzzle.clues.tolist()):
        signs = [*(f" {sign} " for sign in beside[r]), ""]
        cells = "".join(f"{value or '.'}{sign}" for value, sign in zip(row, signs, strict=True))
        lines.append(f"{r + 1} | {cells} |")
        if r < puzzle.n - 1:
            lines.append(f"  | {'   '.join(under[r])} |")
    return "\n".join(lines) + "\n"


BOTH = Both(_parse, _format)
