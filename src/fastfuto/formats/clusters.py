"""Three clusters with blank lines between them: a grid, the signs beside its cells, and the signs under its cells."""

from __future__ import annotations

import re

from ..puzzles import Futoshiki
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

NAME = "clusters"

_BESIDE = re.compile(r"[<>0]")
_UNDER = re.compile(r"[\^v0]")
_VALUE = re.compile(r"[0-9]++")


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    first = scan.numbers("row 1", None, token=_VALUE)
    n = len(first)
    clues = [first, *(scan.numbers(f"row {r + 1}", n, token=_VALUE) for r in range(1, n))]
    beside = [_signs(scan, f"signs beside row {r + 1}", n - 1, _BESIDE) for r in range(n if n > 1 else 0)]
    under = [_signs(scan, f"signs under row {r + 1}", n, _UNDER) for r in range(n - 1)]
    scan.finish()
    return assemble(clues, beside, under)


def _signs(scan: Reader, what: str, count: int, token: re.Pattern[str]) -> list[str]:
    return [match[0] for match in scan.row(what, count, token, "a sign or 0")]


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME)
    clusters = [puzzle.clues.tolist(), *signs_of(puzzle, "0")] if puzzle.n > 1 else [puzzle.clues.tolist()]
    return "\n".join("".join(" ".join(map(str, row)) + "\n" for row in rows) for rows in clusters)


BOTH = Both(_parse, _format)
