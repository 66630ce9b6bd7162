"""Fonts of the caller's own for booklets: read from files, and converted where a PDF needs that."""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

FontFile: TypeAlias = str | os.PathLike[str]

_TRUETYPE, _POSTSCRIPT = (b"\x00\x01\x00\x00", b"true"), b"OTTO"
"""How the data of fonts begin whose outlines are those of TrueType and those of PostScript."""
_TABLES = {"CFF ", "GlyphOrder", "OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"}
"""The tables of a font that a PDF has a use for."""
_PRECISION = 0.5
"""How far the outline of a converted character may be from the old one, in units of the font: 1,000 are its height."""


class Font(NamedTuple):
    """A font: the name of its file, and what that holds."""

    name: str
    data: bytes

    @property
    def is_postscript(self) -> bool:
        """Whether its outlines are those of PostScript."""
        return self.data.startswith(_POSTSCRIPT)

    @property
    def address(self) -> str:
        """The font as an address that holds it, for style sheets."""
        kind = "otf" if self.is_postscript else "ttf"
        return f"data:font/{kind};base64,{base64.b64encode(self.data).decode()}"


class Fonts(NamedTuple):
    """The font of texts and digits, and the one of titles and printed values."""

    plain: Font
    bold: Font


def read_fonts(font: FontFile | None, bold_font: FontFile | None) -> Fonts | None:
    """Return the fonts of these files, None if there are none; without a bold one the first is taken for all.

    Raises
    ------
    OSError
        If a file cannot be read.
    ValueError
        If it is not a font, and for a bold font alone.
    """
    if font is None:
        if bold_font is not None:
            raise ValueError("bold_font is the font of titles beside another one: name that as font, too")
        return None
    plain = _read(font)
    return Fonts(plain, plain if bold_font is None else _read(bold_font))


def _read(path: FontFile) -> Font:
    name, data = os.path.basename(os.fspath(path)), Path(path).read_bytes()
    if not data.startswith((*_TRUETYPE, _POSTSCRIPT)):
        raise ValueError(f"{name} is not a font of TrueType or OpenType, in a .ttf or .otf file")
    return Font(name, data)


def truetype_of(font: Font, characters: Iterable[str]) -> bytes:
    """Return a font as PDF writers take it, with quadratic outlines.

    The outlines of PostScript are converted for these characters, and the others are left out.

    Raises
    ------
    ImportError
        If fontTools is not installed, which converts outlines.
    ValueError
        If the font is damaged.
    """
    if not font.is_postscript:
        return font.data
    try:
        from fontTools import subset
        from fontTools.ttLib import TTFont, TTLibError
    except ImportError as error:
        raise ImportError(
            f"{font.name} has outlines of PostScript, which fonttools converts: pip install 'fastfuto[pdf]'"
        ) from error
    try:
        read = TTFont(io.BytesIO(font.data), recalcTimestamp=False)
        for tag in {*read.keys()} - _TABLES:
            del read[tag]
        cutter = subset.Subsetter(subset.Options(notdef_outline=True, hinting=False))
        cutter.populate(text="".join(characters))
        cutter.subset(read)
        return _with_quadratic_outlines(read)
    except (TTLibError, AssertionError, LookupError, AttributeError) as error:
        raise ValueError(f"{font.name} is a damaged font: {error}") from None


def _with_quadratic_outlines(font: Any) -> bytes:
    """Return the data of a font after its cubic curves have become quadratic ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    outlines, order = font.getGlyphSet(), font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(outlines)
        outlines[name].draw(Cu2QuPen(pen, _PRECISION, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    del font["CFF "]
    font["glyf"].compile(font)
    for name, glyph in glyphs.items():
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    _count_outlines(font["maxp"])
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}
    font.sfntVersion = "\x00\x01\x00\x00"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _count_outlines(maxp: Any) -> None:
    """Turn the table of limits into that of TrueType; what depends on outlines is filled in when they are written."""
    maxp.tableVersion, maxp.maxZones = 0x00010000, 1
    for name in (
        *("Points", "Contours", "CompositePoints", "CompositeContours", "TwilightPoints", "Storage"),
        *("FunctionDefs", "InstructionDefs", "StackElements", "SizeOfInstructions", "ComponentElements"),
        "ComponentDepth",
    ):
        setattr(maxp, f"max{name}", 0)
