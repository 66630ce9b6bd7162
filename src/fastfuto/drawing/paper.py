"""The contents of a booklet's pages: texts and pictures, in points from the upper left corner."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple, TypeAlias

from .scene import Scene

Paper: TypeAlias = Literal["A4", "A5", "Letter", "Legal"]
PAPERS: dict[str, tuple[float, float]] = {
    "A4": (595.28, 841.89),
    "A5": (419.53, 595.28),
    "Letter": (612.0, 792.0),
    "Legal": (612.0, 1008.0),
}
"""Width and height in points."""

MARGIN, GUTTER = 36.0, 16.0
TITLE, CAPTION = 15.0, 9.5
"""Font sizes of the title and of the line under a puzzle."""
LARGE = 18.0
"""Smallest font size in large print."""
NARROW, ASIAN = 0.6, 1.0
"""Mean width of a character in short lines, in heights of the font: in most scripts, and in Asian scripts."""
_FIRM, _BEFORE_NUMBER = "\u00a0", re.compile(r"(?<=[^,]) (?=[0-9])|(?<=[0-9]) (?=x )")
"""A non-breaking space, and its places: in "row 3" and in "4 x 4"."""
WIDE, BROAD, SLIM, SPACE = 0.98, 0.68, 0.59, 0.42
"""Widths in running text of m and w, of capital letters and digits, of small letters, and of spaces and marks."""


class Text(NamedTuple):
    """A line of text; y is its baseline."""

    x: float
    y: float
    text: str
    size: float
    is_bold: bool = False
    anchor: str = "start"
    is_turned: bool = False


class Picture(NamedTuple):
    """A scene with its upper left corner at x and y; `scale` is the side of a cell."""

    scene: Scene
    x: float
    y: float
    scale: float
    is_turned: bool = False

    @property
    def width(self) -> float:
        """The width of the picture on the page."""
        return self.scene.width * self.scale

    @property
    def height(self) -> float:
        """The height of the picture on the page."""
        return self.scene.height * self.scale


Page: TypeAlias = list[Text | Picture]


class Area(NamedTuple):
    """A part of a page."""

    x: float
    y: float
    width: float
    height: float


def length_of(text: str) -> float:
    """Return the approximate length of a line, in heights of its font."""
    return sum(ASIAN if unicodedata.east_asian_width(each) in "WF" else NARROW for each in text)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Wrap running text to this width, keeping numbers with their words."""
    lines: list[str] = []
    for word in _BEFORE_NUMBER.sub(_FIRM, text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _running_length(longer) * size <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line.replace(_FIRM, " ") for line in lines]


def _running_length(text: str) -> float:
    """Return the approximate length of running text, in heights of its font."""
    return sum(map(_running_width, text))


def _running_width(character: str) -> float:
    if character in "mw":
        return WIDE
    if character.isupper() or character.isdigit():
        return BROAD
    return SLIM if character.isalpha() else SPACE
