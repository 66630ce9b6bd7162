"""Scenes: pictures as shapes in units of a cell's side."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Move: TypeAlias = tuple[str | float, ...]
"""A lower-case command of SVG paths with its relative coordinates: ("l", 0.5, 1)."""


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
    """A text centred at a point; `size` is the height of its font."""

    role: str
    x: float
    y: float
    text: str
    size: float


Shape: TypeAlias = Box | Dot | Path | Label


class Scene(NamedTuple):
    """A picture: shapes in painting order.

    A shape's role is one or more class names, such as "cell r1 c4 number". The first name that a style knows
    determines the look.

    Attributes
    ----------
    width, height : float
    family : str
    title : str
        A short description of the picture.
    shapes : list of Shape
    """

    width: float
    height: float
    family: str
    title: str
    shapes: list[Shape]
