"""Pages of a booklet as PDF, by reportlab and with the fonts that come with it, whose licence is free."""

from __future__ import annotations

import functools
import io
import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

from .layout import PAPERS, Picture, Text
from .scene import Box, Label, Path, Shape
from .style import STYLES, rules_of
from .svg import UNIT

__all__ = ["check_title", "pdf_of"]

PLAIN, BOLD = "Vera", "VeraBd"
BASELINE = 0.36
"""How far the middle of a digit is above its baseline, in heights of the font."""
MONOSPACE = 0.602
"""Width of a character in a row of pencil marks, in heights of the font."""


def check_title(title: str | None) -> None:
    """Load the fonts, and look whether they have the characters of a title.

    Raises
    ------
    ImportError
        If reportlab is not installed.
    ValueError
        If the font does not have a character of the title.
    """
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
    except ImportError as error:
        raise ImportError(
            "booklets in .pdf files need reportlab: pip install 'fastfuto[pdf]'; .html files do without it"
        ) from error
    for name in (PLAIN, BOLD):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    known = pdfmetrics.getFont(BOLD).face.charToGlyph
    for character in title or "":
        if ord(character) not in known:
            raise ValueError(
                f"title: the font has no character {character!r}; booklets in .html files may have it"
            )


def pdf_of(pages: Iterable[list[Text | Picture]], paper: str, title: str | None) -> bytes:
    """Return the pages as a PDF; `check_title` has loaded the fonts."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=PAPERS[paper], pageCompression=1, invariant=1, initialFontName=PLAIN)
    canvas.setTitle(title or "Puzzles")
    canvas.setCreator("fastfuto")
    for page in pages:
        for item in page:
            canvas.saveState()
            if isinstance(item, Text):
                _write(canvas, item, PAPERS[paper][1])
            else:
                _draw(canvas, item, PAPERS[paper][1])
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _write(canvas: Any, text: Text, height: float) -> None:
    canvas.translate(text.x, height - text.y)
    if text.is_turned:
        canvas.rotate(180)
    canvas.setFont(BOLD if text.is_bold else PLAIN, text.size)
    draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
    draw[text.anchor](0, 0, text.text)


def _draw(canvas: Any, picture: Picture, height: float) -> None:
    """Draw a scene; y goes down in scenes and up in PDF."""
    canvas.translate(picture.x, height - picture.y)
    if picture.is_turned:
        canvas.translate(picture.width, -picture.height)
        canvas.rotate(180)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    # What follows each other and looks the same is one path, which takes a quarter of the time.
    for look, shapes in itertools.groupby(picture.scene.shapes, _look_of):
        if look.is_text:
            canvas.setFillColor(look.fill)
            for shape in shapes:
                assert isinstance(shape, Label)
                _draw_label(canvas, shape, look, picture.scale)
            continue
        path = canvas.beginPath()
        for shape in shapes:
            _add(path, shape, picture.scale)
        if look.stroke is not None:
            canvas.setStrokeColor(look.stroke)
            canvas.setLineWidth(look.width * picture.scale / UNIT)
            canvas.setDash([length * picture.scale / UNIT for length in look.dashes])
        if look.fill is not None:
            canvas.setFillColor(look.fill)
        canvas.drawPath(path, stroke=int(look.stroke is not None), fill=int(look.fill is not None))


def _draw_label(canvas: Any, label: Label, look: _Look, scale: float) -> None:
    size = label.size * scale
    canvas.setFont(BOLD if look.is_bold else PLAIN, size)
    x, y = label.x * scale, -label.y * scale - BASELINE * size
    if look.is_row:
        for k, character in enumerate(label.text):
            if not character.isspace():
                canvas.drawCentredString(x + (k + 0.5) * MONOSPACE * size, y, character)
    else:
        canvas.drawCentredString(x, y, label.text)


def _add(path: Any, shape: Shape, scale: float) -> None:
    """Add a shape to a path: its moves go across, down, straight on, or back to where it began."""
    if isinstance(shape, Box):
        path.rect(
            shape.x * scale, -(shape.y + shape.height) * scale, shape.width * scale, shape.height * scale
        )
        return
    assert isinstance(shape, Path)
    x, y = shape.x, shape.y
    path.moveTo(x * scale, -y * scale)
    for letter, *lengths in shape.moves:
        if letter == "z":
            path.close()
            continue
        by = [float(length) for length in lengths]
        x += 0 if letter == "v" else by[0]
        y += 0 if letter == "h" else by[-1]
        path.lineTo(x * scale, -y * scale)


class _Look(NamedTuple):
    """How a shape looks: colours, or None for none, and for a text whether it is a row of pencil marks."""

    is_text: bool
    fill: Any
    stroke: Any
    width: float
    dashes: tuple[float, ...]
    is_bold: bool
    is_row: bool


def _look_of(shape: Shape) -> _Look:
    return _look(shape.role, isinstance(shape, Label))


@functools.lru_cache(maxsize=4096)
def _look(role: str, is_text: bool) -> _Look:
    """Return what the rules of the style "print" say of a shape; later rules go before earlier ones."""
    from reportlab.lib.colors import HexColor

    names, found = set(role.split()), {"fill": "#000000"}
    for rule in rules_of(STYLES["print"]):
        selector, _, properties = rule.strip("}").partition("{")
        kind, *classes = selector.split(".")
        if (kind == "g") == is_text and names.issuperset(classes):
            found.update(
                (name, value) for name, _, value in (each.partition(":") for each in properties.split(";"))
            )
    fill, stroke = (
        HexColor(found[name]) if found.get(name, "none") != "none" else None for name in ("fill", "stroke")
    )
    return _Look(
        is_text,
        fill,
        stroke,
        float(found.get("stroke-width", 1)),
        tuple(map(float, found.get("stroke-dasharray", "").split())),
        found.get("font-weight") == "bold",
        found.get("text-anchor") == "start",
    )
