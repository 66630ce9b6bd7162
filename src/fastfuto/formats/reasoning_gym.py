"""Questions of reasoning-gym with a Futoshiki: a sentence, and the picture of the grid with ``_`` for a blank."""

from __future__ import annotations

import re

from ..errors import ParseError
from ..puzzles import Futoshiki
from ..puzzles.text import clean
from . import picture
from .codec import Both
from .tokens import Reader

NAME = "reasoning-gym"

_BELOW = "Ensure your answer"
"""The beginning of the text after the grid."""
_TITLE = re.compile(r"(Solve the following) ([0-9]{1,3})x\2 Futoshiki puzzle:")


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    title = scan.need(_TITLE, "'Solve the following 4x4 Futoshiki puzzle:'")
    n = int(scan.signs[scan.last + len(title) : scan.at].split("x")[0])
    scan.found()
    above = clean(text)[: scan.text.rfind("\n", 0, scan.last) + 1]
    lines = scan.text[len(above) :].split("\n", 2 * n - 1)
    try:
        puzzle = picture.BOTH.parse("\n".join(lines[: 2 * n - 1]))
    except ParseError as error:
        line = error.line + above.count("\n")
        raise ParseError(error.message, line=line, column=error.column, source=error.source) from None
    scan.at = len(above) + sum(len(line) + 1 for line in lines[: 2 * n - 1])
    if not scan.signs[scan.at :].lstrip().startswith(_BELOW):
        scan.finish()
    assert isinstance(puzzle, Futoshiki)
    if puzzle.n != n:
        raise scan.error(f"expected {n} rows, as the question states, found {puzzle.n}", len(above))
    return puzzle


def _format(puzzle: Futoshiki) -> str:
    drawn = picture.BOTH.format(puzzle).replace("|", " ").replace(".", "_")
    return f"Solve the following {puzzle.n}x{puzzle.n} Futoshiki puzzle:\n\n{drawn}"


BOTH = Both(_parse, _format)
