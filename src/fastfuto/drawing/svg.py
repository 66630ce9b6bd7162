"""Scenes as SVG."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from .scene import Box, Label, Path, Scene, Shape
from .style import Style, look_of

UNIT = 40
"""Coordinate units per side of a cell."""
COMFORTABLE, WIDEST = 40, 800
"""Default side of a cell and largest default width of a picture, in pixels."""
_BASELINE = 0.355
"""Distance of a digit's middle from its baseline, in heights of the font."""
_NO_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def svg(
    scene: Scene, style: Style, *, size: float | None = None, description: str = "", sheet: bool = True
) -> str:
    """Return a scene as SVG.

    Parameters
    ----------
    scene : Scene
    style : Style
    size : float, optional
        Width in pixels. Default: the available width.
    description : str
        A description of the picture in words.
    sheet : bool
        Whether to include a style sheet.
    """
    look = look_of(style)
    width, height = _number(scene.width), _number(scene.height)
    extent = f' width="{size:g}" height="{size * scene.height / scene.width:g}"' if size else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fastfuto {scene.family} {look.name}" '
        f'viewBox="0 0 {width} {height}"{extent} role="img">',
        f"<title>{escaped(scene.title)}</title>",
    ]
    if description:
        parts.append(f"<desc>{escaped(description)}</desc>")
    if sheet:
        parts.append(f"<style>{look.rules}</style>")
    parts.append(f'<path class="paper" d="M0 0h{width}v{height}H0z"/>')
    parts.extend(shape_elements(scene.shapes))
    parts.append("</svg>\n")
    return "\n".join(parts)


def fitting_width(scene: Scene) -> int:
    """Return the default width of a picture in pixels."""
    return min(round(scene.width * COMFORTABLE), WIDEST)


def shape_elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield an element for each shape, grouping consecutive labels of the same look."""
    group: tuple[str, float] | None = None
    for shape in shapes:
        x, y = _number(shape.x), shape.y
        if isinstance(shape, Label):
            role, _, _, text, size = shape
            if group != (role, size):
                if group:
                    yield "</g>"
                group = role, size
                yield f'<g class="{role}" font-size="{_number(size)}">'
            at = _number(y + _BASELINE * size)
            yield f'<text x="{x}" y="{at}">{text if text.isalnum() else escaped(text)}</text>'
            continue
        if group:
            yield "</g>"
            group = None
        if isinstance(shape, Box):
            role, _, _, w, h = shape
            yield f'<path class="{role}" d="M{x} {_number(y)}{_moves(("h", w), ("v", h), ("h", -w), ("z",))}"/>'
        elif isinstance(shape, Path):
            yield f'<path class="{shape[0]}" d="M{x} {_number(y)}{_moves(*shape[3])}"/>'
        else:
            yield f'<circle class="{shape[0]}" cx="{x}" cy="{_number(y)}" r="{_number(shape[3])}"/>'
    if group:
        yield "</g>"


@functools.lru_cache(maxsize=4096)
def _number(length: float) -> str:
    """Return a length in units of the picture, to a tenth of a unit."""
    return str(round(length * UNIT, 1)).removesuffix(".0")


@functools.lru_cache(maxsize=4096)
def _moves(*moves: tuple[str | float, ...]) -> str:
    return "".join(f"{move[0]}{' '.join(_number(float(length)) for length in move[1:])}" for move in moves)


@functools.lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """Return a text with markup escaped and without characters that XML cannot hold."""
    return re.sub(_NO_XML, "\ufffd", text).translate(_MARKUP)
