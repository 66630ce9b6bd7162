"""Addresses of a game: the id of an Unequal game follows the last ``#``."""

from __future__ import annotations

import re

from ..puzzles import Adjacent, Futoshiki
from . import tatham
from .codec import Both
from .tokens import Reader

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/unequal.html"

_ADDRESS = re.compile(r"(\S+#)")


def _parse(text: str) -> Futoshiki | Adjacent:
    scan = Reader(text)
    scan.need(_ADDRESS, "an address with '#' and the id of a game")
    return tatham.embedded(scan, scan.text[scan.at :], scan.at)


def _format(puzzle: Futoshiki) -> str:
    return f"{PAGE}#{tatham.BOTH.format(puzzle)}"


BOTH = Both(_parse, _format)
