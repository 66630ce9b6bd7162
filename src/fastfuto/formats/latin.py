"""Latin squares as rows of numbers. A bare matrix may be many things, so that this format must be named."""

from __future__ import annotations

import re

from ..puzzles import LatinSquare
from .codec import Codec

__all__ = ["CODEC"]

_NUMBER, _BLANKS = r"(?:\.|-?[0-9]++)", r"[^\S\n]"
_SHAPE = re.compile(
    rf"\s*{_NUMBER}(?:{_BLANKS}+{_NUMBER}){{2,}}{_BLANKS}*\n{_BLANKS}*{_NUMBER}{_BLANKS}+{_NUMBER}"
)

CODEC = Codec("latin", LatinSquare, LatinSquare.parse, str, _SHAPE, detected=False)
