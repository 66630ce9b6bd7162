"""Pages of a booklet as PDF, by reportlab, with the caller's fonts or the fonts of reportlab."""

from __future__ import annotations

import functools
import io
import itertools
import string
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .fonts import Font, Fonts, truetype_of
from .paper import PAPERS, Page, Picture, Text
from .scene import Box, Dot, Label, Path, Shape
from .style import STYLES, rules_of
from .svg import UNIT

PLAIN, BOLD = "Vera", "VeraBd"
"""The fonts of reportlab, which have a free licence."""
BASELINE = 0.36
"""Distance of a digit's middle from its baseline, in heights of the font."""
MONOSPACE = 0.602
"""Width of a character in a row of pencil marks, in heights of the font."""


class Faces(NamedTuple):
    """The names of a booklet's fonts in reportlab."""

    plain: str
    bold: str


def load_faces(fonts: Fonts | None, texts: Mapping[str, str]) -> Faces:
    """Load the fonts and check that they have the characters of the named texts.

    Raises
    ------
    ImportError
        If reportlab is not installed.
    ValueError
        If a font cannot be embedded or lacks a character.
    """
    try:
        from reportlab.pdfbase import pdfmetrics
    except ImportError as error:
        raise ImportError(
            "a .pdf booklet needs reportlab: pip install 'fastfuto[pdf]'; an .html booklet does not need it"
        ) from error
    characters = sorted({character for text in (string.printable, *texts.values()) for character in text})
    if fonts is None:
        names = Faces(*(_registered(name, f"{name}.ttf") for name in (PLAIN, BOLD)))
    else:
        names = Faces(*(_embedded(font, characters) for font in fonts))
    for name in names:
        known = pdfmetrics.getFont(name).face.charToGlyph
        for where, text in texts.items():
            for character in text:
                _check(character, where, known)
    return names


def _embedded(font: Font, characters: list[str]) -> str:
    """Load one of the caller's fonts and return its name, a digest of its contents."""
    from reportlab.pdfbase.ttfonts import TTFError

    data = truetype_of(font, characters)
    try:
        return _registered(f"own-{zlib.crc32(data):08x}", io.BytesIO(data))
    except (TTFError, AttributeError, LookupError, TypeError, ValueError, struct.error) as error:
        # A damaged font can fail in many ways.
        raise ValueError(f"the font {font.name} cannot be embedded: {error}") from None


def _registered(name: str, file: Any) -> str:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, file))
    return name


def _check(character: str, where: str, known: Mapping[int, int]) -> None:
    """Raise a ValueError if a character cannot be printed."""
    if unicodedata.bidirectional(character) in ("R", "AL"):
        raise ValueError(
            f"{where}: a .pdf booklet cannot hold right-to-left characters such as {character!r}; write an .html file"
        )
    if ord(character) not in known and not character.isspace():
        raise ValueError(
            f"{where}: the font has no character {character!r}; choose a font that has it, such as DejaVu Sans, "
            "or write an .html file"
        )


def pdf_of(pages: Iterable[Page], paper: str, title: str, faces: Faces) -> bytes:
    """Return the pages as a PDF with fonts that `load_faces` has loaded."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(
        buffer, pagesize=PAPERS[paper], pageCompression=1, invariant=1, initialFontName=faces.plain
    )
    canvas.setTitle(title)
    canvas.setCreator("fastfuto")
    for page in pages:
        for item in page:
            canvas.saveState()
            if isinstance(item, Text):
                _write(canvas, item, PAPERS[paper][1], faces)
            else:
                _draw(canvas, item, PAPERS[paper][1], faces)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _write(canvas: Any, text: Text, height: float, faces: Faces) -> None:
    canvas.translate(text.x, height - text.y)
    if text.is_turned:
        canvas.rotate(180)
    canvas.setFont(faces.bold if text.is_bold else faces.plain, text.size)
    draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
    draw[text.anchor](0, 0, text.text)


def _draw(canvas: Any, picture: Picture, height: float, faces: Faces) -> None:
    """Draw a scene; y increases downwards in scenes and upwards in PDF."""
    canvas.translate(picture.x, height - picture.y)
    if picture.is_turned:
        canvas.translate(picture.width, -picture.height)
        canvas.rotate(180)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    # Consecutive shapes with the same look are drawn as one path, which takes a quarter of the time.
    for look, shapes in itertools.groupby(picture.scene.shapes, _look_of):
        if look.is_text:
            canvas.setFillColor(look.fill)
            for shape in shapes:
                assert isinstance(shape, Label)
                _draw_label(canvas, shape, look, picture.scale, faces)
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


def _draw_label(canvas: Any, label: Label, look: _Look, scale: float, faces: Faces) -> None:
    size = label.size * scale
    canvas.setFont(faces.bold if look.is_bold else faces.plain, size)
    x, y = label.x * scale, -label.y * scale - BASELINE * size
    if look.is_row:
        for k, character in enumerate(label.text):
            if not character.isspace():
                canvas.drawCentredString(x + (k + 0.5) * MONOSPACE * size, y, character)
    else:
        canvas.drawCentredString(x, y, label.text)


def _add(path: Any, shape: Shape, scale: float) -> None:
    """Add a shape to a path; its moves go across, down, along a line or back to the start."""
    if isinstance(shape, Box):
        path.rect(
            shape.x * scale, -(shape.y + shape.height) * scale, shape.width * scale, shape.height * scale
        )
        return
    if isinstance(shape, Dot):
        path.circle(shape.x * scale, -shape.y * scale, shape.radius * scale)
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
    """The look of a shape: its colours, None for no colour, and whether a text is a row of pencil marks."""

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
    """Return the look of a shape in the style "print"; later rules override earlier rules."""
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
