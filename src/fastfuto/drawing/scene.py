"""Scenes: what a picture shows, as shapes whose unit is the side of a cell."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Move: TypeAlias = tuple[str | float, ...]
"""A letter of SVG paths in lower case, and its numbers, relative to the point before: ("l", 0.5, 1)."""


class Box(NamedTuple):
    """A rectangle; x and y are its upper left corner."""

    role: str
    x: float
    y: float
    width: float = 1
    height: float = 1


class Dot(NamedTuple):
    """A circle."""

    role: str
    x: float
    y: float
    radius: float


class Path(NamedTuple):
    """A line that begins at a point, or an area if its last move is ("z",)."""

    role: str
    x: float
    y: float
    moves: tuple[Move, ...]


class Label(NamedTuple):
    """A text whose middle is at a point; `size` is the height of its font."""

    role: str
    x: float
    y: float
    text: str
    size: float


Shape: TypeAlias = Box | Dot | Path | Label


class Scene(NamedTuple):
    """A picture: shapes in the order in which they are painted.

    A shape's role is one or more names of classes, such as "cell r1 c4 number". The first one that a style knows says
    how it looks.

    Attributes
    ----------
    width, height : float
    family : str
    title : str
        What the picture shows, in a few words.
    shapes : list of Shape
    """

    width: float
    height: float
    family: str
    title: str
    shapes: list[Shape]
