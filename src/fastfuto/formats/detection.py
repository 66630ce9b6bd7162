"""Telling which format a text is in."""

from __future__ import annotations

import re
from typing import Any

from ..errors import ParseError
from ..model import Model
from ..puzzles import Puzzle
from ..puzzles.text import clean, parse_error
from .codec import MAX_TEXT, Codec
from .codecs import CODECS, codec_of

__all__ = ["REMARK", "detect", "recognise", "recognise_any"]

REMARK = re.compile(
    r"(?:(?:Complete|Incomplete) scheme\.|(?:Valid|Invalid) (?:scheme|solution)\.|This is the only solution\."
    r"|There are other solutions\.|Solutions: [0-9]+(?: \([^()]*\))?|  there is neither a total nor a digit)[ \t]*"
)
"""A line that the command line prints above or below a grid."""


def detect(text: str) -> str:
    """Return the name of the one format that can read the text.

    Raises
    ------
    ParseError
        If there is none, or more than one.

    Examples
    --------
    >>> detect("2  0 < 0  - - -  0 | 0")
    'source'
    """
    return recognise_any(text)[0].name


def recognise(text: str, format: str | None = None) -> tuple[Codec, Puzzle[Any]]:
    """Return the format of a text, or the one named, and the puzzle that the text holds.

    Raises
    ------
    ParseError
        As for `recognise_any`, and if the text holds a raw model.
    ValueError
        If there is no format of that name.
    """
    codec, puzzle = recognise_any(text, format)
    if isinstance(puzzle, Model):
        raise parse_error(
            clean(text), 0, "this is a raw model, not a puzzle: parse() and load() in Python read it"
        )
    return codec, puzzle


def recognise_any(text: str, format: str | None = None) -> tuple[Codec, Puzzle[Any] | Model]:
    """Return the format of a text, or the one named, and the puzzle or the raw model that the text holds.

    Raises
    ------
    ParseError
        If the text is not a puzzle in the format named; or if it can be read in none of the formats that are
        detected, or in several.
    ValueError
        If there is no format of that name.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise parse_error(text, MAX_TEXT, f"a puzzle cannot take more than {MAX_TEXT} characters")
    n_above, puzzle = _without_remarks(text)
    try:
        return _recognise(puzzle, format)
    except ParseError as error:
        if not n_above:
            raise
        line = error.line + n_above
        raise ParseError(error.message, line=line, column=error.column, source=error.source) from None


def _without_remarks(text: str) -> tuple[int, str]:
    """Return how many lines the command line has printed above a grid, and the text without those and those below."""
    lines = clean(text).split("\n")
    first = next((k for k, line in enumerate(lines) if not REMARK.fullmatch(line)), len(lines))
    end = below = len(lines) - (not lines[-1])
    while end > first and REMARK.fullmatch(lines[end - 1]):
        end -= 1
    if not first and end == below:
        return 0, text  # Each format cleans its text itself, and a second byte-order mark is an error.
    if end < below:
        lines[end:] = [""]
    return first, "\n".join(lines[first:])


def _recognise(text: str, format: str | None) -> tuple[Codec, Puzzle[Any] | Model]:
    if format is not None:
        codec = codec_of(format)
        return codec, codec.parse(text)
    accepted: list[tuple[Codec, Puzzle[Any] | Model]] = []
    errors: dict[Codec, ParseError] = {}
    for codec in (codec for codec in CODECS.values() if codec.detected):
        try:
            puzzle = codec.parse(text)
        except ParseError as error:
            errors[codec] = error
        else:
            if codec.is_clear(puzzle):
                accepted.append((codec, puzzle))
    if len(accepted) == 1:
        return accepted[0]
    text = clean(text)
    if accepted:
        names = " and ".join(codec.name for codec, _ in accepted)
        raise parse_error(text, 0, f"the text can be read in the formats {names}: name one of them")
    meant = next((codec for codec in CODECS.values() if codec.shape.match(text)), None)
    if meant is None:
        names = ", ".join(codec.name for codec in CODECS.values() if codec.detected)
        raise parse_error(text, 0, f"this is not a puzzle in any of the formats {names}")
    if meant not in errors:
        raise parse_error(
            text, 0, f"this may be in the format {meant.name}, which is read only if it is named"
        )
    raise errors[meant]
