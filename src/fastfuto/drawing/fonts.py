"""The caller's fonts for booklets, read from files and converted for PDF if necessary."""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

FontFile: TypeAlias = str | os.PathLike[str]

_TRUETYPE, _POSTSCRIPT = (b"\x00\x01\x00\x00", b"true"), b"OTTO"
"""The first bytes of fonts with TrueType and with PostScript outlines."""
_TABLES = {"CFF ", "GlyphOrder", "OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"}
"""The tables of a font that a PDF uses."""
_PRECISION = 0.5
"""Largest deviation of a converted outline from the original, in thousandths of the font's height."""


class Font(NamedTuple):
    """A font: the name and the contents of its file."""

    name: str
    data: bytes

    @property
    def is_postscript(self) -> bool:
        """Whether the font has PostScript outlines."""
        return self.data.startswith(_POSTSCRIPT)

    @property
    def address(self) -> str:
        """The font as a data URL for style sheets."""
        kind = "otf" if self.is_postscript else "ttf"
        return f"data:font/{kind};base64,{base64.b64encode(self.data).decode()}"


class Fonts(NamedTuple):
    """The font of texts and digits, and the font of titles and printed values."""

    plain: Font
    bold: Font


def read_fonts(font: FontFile | None, bold_font: FontFile | None) -> Fonts | None:
    """Read the fonts, or return None if no files are named. The bold font is by default the first font.

    Raises
    ------
    OSError
        If a file cannot be read.
    ValueError
        If a file is not a font, or only a bold font is named.
    """
    if font is None:
        if bold_font is not None:
            raise ValueError("bold_font is used only for titles: pass font as well, for all other text")
        return None
    plain = _read(font)
    return Fonts(plain, plain if bold_font is None else _read(bold_font))


def _read(path: FontFile) -> Font:
    name = os.path.basename(os.fspath(path))
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith((*_TRUETYPE, _POSTSCRIPT)):
        raise ValueError(f"{name} is not a TrueType (.ttf) or OpenType (.otf) font")
    return Font(name, data)


def truetype_of(font: Font, characters: Iterable[str]) -> bytes:
    """Return a font with quadratic outlines, which PDF writers need.

    A font with PostScript outlines is reduced to these characters, and their outlines are converted.

    Raises
    ------
    ImportError
        If fontTools, which converts outlines, is not installed.
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
            f"{font.name} has PostScript outlines, which need fonttools: pip install 'fastfuto[pdf]'"
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
        raise ValueError(f"the font {font.name} is damaged: {error}") from None


def _with_quadratic_outlines(font: Any) -> bytes:
    """Return the data of a font with its cubic curves replaced by quadratic curves."""
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
    """Convert the table of limits to TrueType; its outline entries are filled in when outlines are written."""
    maxp.tableVersion, maxp.maxZones = 0x00010000, 1
    for name in (
        *("Points", "Contours", "CompositePoints", "CompositeContours", "TwilightPoints", "Storage"),
        *("FunctionDefs", "InstructionDefs", "StackElements", "SizeOfInstructions", "ComponentElements"),
        "ComponentDepth",
    ):
        setattr(maxp, f"max{name}", 0)
