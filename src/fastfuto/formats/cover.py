"""Exact covers in Knuth's format: a line of items, then a line for each option."""

from __future__ import annotations

import re

from ..errors import PuzzleError
from ..puzzles import ExactCover
from ..puzzles.text import clean, parse_error
from .codec import Codec

__all__ = ["CODEC"]

_LETTER = re.compile(r"[^\W\d_]")
_NEEDS = "an exact cover has at least two items, a letter in one of them, and an option"
"""Otherwise any word would be a cover, and many a grid of numbers."""


def _parse(text: str) -> ExactCover:
    cover = ExactCover.parse(text)
    if not _is_clear(cover, " ".join(map(str, cover.items))):
        raise parse_error(clean(text), 0, _NEEDS)
    return cover


def _format(cover: ExactCover) -> str:
    text = str(cover)
    if not _is_clear(cover, text.partition("\n")[0]):
        raise PuzzleError(f"the format cover cannot hold this cover: {_NEEDS}")
    if not all(cover.options):
        raise PuzzleError("the format cover holds no option without items")
    return text


def _is_clear(cover: ExactCover, heading: str) -> bool:
    """Return whether a cover with these items cannot be mistaken for a text in another format."""
    return len(cover.items) > 1 and bool(cover.options) and _LETTER.search(heading) is not None


CODEC = Codec("cover", ExactCover, _parse, _format, re.compile(r"\s*[A-Za-z]\w* +[A-Za-z]"))
