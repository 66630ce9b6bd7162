"""Exact covers in Knuth's format: a line of items, then a line for each option."""

from __future__ import annotations

import re
from collections.abc import Hashable

from ..errors import PuzzleError
from ..puzzles import ExactCover
from ..puzzles.exact_cover import WORD
from ..puzzles.fields import shown
from ..puzzles.text import clean, one_spelling, parse_error
from .codec import Both

_LETTER = re.compile(r"(?![vVxXoO])[^\W\d_]")
"""A letter that is neither a sign nor a blank cell of a grid."""
_NO_OPTIONS = "the format cover cannot hold covers without options"
"""Without options, any line of words would be a cover."""


def _parse(text: str) -> ExactCover:
    cover = ExactCover.parse(text)
    if not cover.options:
        raise parse_error(clean(text), 0, f"expected an option in a line of its own: {_NO_OPTIONS}")
    return cover


def _format(cover: ExactCover) -> str:
    if cover.names is not None:
        raise PuzzleError("the format cover cannot hold names of options; use the format json")
    options = cover.options
    if not options:
        raise PuzzleError(f"{_NO_OPTIONS}; use the format json")
    for item in cover.items:
        _refuse_other_words("items", item)
    for option in options:
        if not option:
            raise PuzzleError("the format cover cannot hold options without items; use the format json")
        for colour in option.values() if isinstance(option, dict) else ():
            if colour is not None:
                _refuse_other_words("colours", colour)
    return str(cover)


def _refuse_other_words(kind: str, name: Hashable) -> None:
    if not (isinstance(name, str) and WORD.fullmatch(name)):
        raise PuzzleError(
            f"the format cover holds only {kind} that are words without ':' and '|', not {shown(name)}"
        )


def _is_clear(cover: ExactCover) -> bool:
    """Return whether a cover cannot be mistaken for a grid of numbers, or for lines of letters with equal lengths."""
    options = cover.options
    is_grid = not (
        cover.items[cover.n_primary :]
        or any(isinstance(option, dict) for option in options)
        or {len(cover.items)} != {*map(len, options)}
    )
    return (
        not is_grid
        and len(cover.items) > 1
        and any(_LETTER.search(one_spelling(str(item))) for item in cover.items)
    )


BOTH = Both(_parse, _format, _is_clear)
