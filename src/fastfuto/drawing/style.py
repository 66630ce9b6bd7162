"""Styles: the colours of pictures."""

from __future__ import annotations

import dataclasses
import functools
import re
import zlib
from dataclasses import dataclass

from ..errors import nearest

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(frozen=True, slots=True)
class Style:
    """The colours of a picture, each as ``#rgb`` or ``#rrggbb``; the defaults are the light style.

    Attributes
    ----------
    paper : str
        The background.
    cell, line, wall : str
        A cell, the line around it, and the line around a region.
    number, solved, candidate : str
        Printed values, values of a solution, and pencil marks.
    sign : str
        Inequalities and bars.
    black, total : str
        Black cells of a Kakuro and the totals in them.
    band, premise, placed, conflict : str
        Backgrounds of cells in a step's line, cells of its premise, cells that it fills, and cells that break a rule.
    removed, link : str
        Candidates that a step removes, and the chain, inequalities and candidates that support it.
    dark : Style, optional
        The style for devices in dark mode.

    Raises
    ------
    ValueError
        If a colour has any other form.

    See Also
    --------
    fastfuto.draw : Draw a puzzle in a style.

    Examples
    --------
    >>> Style(paper="#fffbe6").paper
    '#fffbe6'
    """

    paper: str = "#ffffff"
    cell: str = "#ffffff"
    line: str = "#6b7280"
    wall: str = "#111827"
    number: str = "#111827"
    solved: str = "#1d4ed8"
    candidate: str = "#4b5563"
    sign: str = "#374151"
    black: str = "#1f2937"
    total: str = "#f9fafb"
    band: str = "#f1f5f9"
    premise: str = "#dbeafe"
    placed: str = "#dcfce7"
    conflict: str = "#fee2e2"
    removed: str = "#b91c1c"
    link: str = "#1d4ed8"
    dark: Style | None = None

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name == "dark":
                if value is not None and not isinstance(value, Style):
                    raise ValueError(f"dark must be a Style, got {value!r}")
            elif not (isinstance(value, str) and _COLOUR.fullmatch(value)):
                raise ValueError(f"{field.name} must be a colour such as #1d4ed8, got {value!r}")


LIGHT = Style()
DARK = Style(
    paper="#111827",
    cell="#1f2937",
    line="#8b95a5",
    wall="#f3f4f6",
    number="#f9fafb",
    solved="#93c5fd",
    candidate="#cbd5e1",
    sign="#d1d5db",
    black="#030712",
    total="#f9fafb",
    band="#273449",
    premise="#1e3a6e",
    placed="#14532d",
    conflict="#701a1a",
    removed="#fca5a5",
    link="#93c5fd",
)
PRINT = Style(
    line="#7f7f7f",
    wall="#000000",
    number="#000000",
    solved="#333333",
    candidate="#333333",
    sign="#000000",
    black="#333333",
    total="#ffffff",
    band="#f4f4f4",
    premise="#e2e2e2",
    placed="#ececec",
    conflict="#d6d6d6",
    removed="#000000",
    link="#000000",
)
STYLES = {"auto": dataclasses.replace(LIGHT, dark=DARK), "light": LIGHT, "dark": DARK, "print": PRINT}
"""The styles by name; "auto" follows the setting of the viewer's device."""

TINT = 0.14
"""Share of the colour of signs in the marked cells of variants."""

_RULES = (
    # The look of each class: a selector, and properties with the names of colours in braces.
    (".paper", "fill:{paper}"),
    (".cell", "fill:{cell};stroke:{line};stroke-width:1.6"),
    (".tint", "fill:{tint};stroke:{line};stroke-width:1.6"),
    (".band", "fill:{band}"),
    (".premise", "fill:{premise}"),
    (".placed", "fill:{placed}"),
    (".conflict", "fill:{conflict}"),
    (".black", "fill:{black}"),
    (".wall", "fill:none;stroke:{wall};stroke-width:3.2;stroke-linecap:square"),
    (".edge", "fill:none;stroke:{removed};stroke-width:2.4;stroke-dasharray:5 3"),
    (".slash", "fill:none;stroke:{total};stroke-width:1.2"),
    (".sign", "fill:none;stroke:{sign};stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round"),
    (".sign.used", "stroke:{link};stroke-width:5"),
    (".order", "fill:none;stroke:{sign};stroke-width:1.6"),
    (".order.used", "stroke:{link};stroke-width:3.4"),
    (".member", "fill:{number}"),
    (".halo", "fill:{cell}"),
    ("g", "text-anchor:middle;font-family:Helvetica,Arial,'DejaVu Sans',sans-serif"),
    ("g.number", "fill:{number};font-weight:bold"),
    ("g.solved", "fill:{solved}"),
    ("g.candidate", "fill:{candidate};font-family:'DejaVu Sans Mono',Menlo,'Courier New',monospace"),
    ("g.marks", "text-anchor:start"),
    ("g.candidate.used", "fill:{link};font-weight:bold"),
    ("g.candidate.set", "fill:{cell};font-weight:bold"),
    ("g.removed", "fill:{removed}"),
    ("g.total", "fill:{total}"),
    ("g.name", "fill:{number}"),
    ("g.end", "text-anchor:end"),
    (".disc", "fill:{link}"),
    (".ring", "fill:none;stroke:{link};stroke-width:1.4"),
    (".strike", "fill:none;stroke:{removed};stroke-width:1.3"),
    (".link", "fill:none;stroke:{link};stroke-width:1.8"),
    (".link.weak", "stroke-dasharray:5 3"),
    (".head", "fill:{link}"),
    (".badge", "fill:{link};stroke:{cell};stroke-width:1"),
    ("g.order", "fill:{cell};stroke:none;font-weight:bold"),
)


class Look:
    """A style as style sheet rules for the pictures of one class."""

    def __init__(self, style: Style) -> None:
        self.name: str = f"ff-{zlib.crc32(repr(style).encode()):08x}"
        self.rules: str = "".join(f".{self.name} {rule}" for rule in rules_of(style))
        if style.dark is not None:
            dark = zip(rules_of(style), rules_of(style.dark), strict=True)
            changed = "".join(f".{self.name} {_changes(*pair)}" for pair in dark if pair[0] != pair[1])
            self.rules += f"@media(prefers-color-scheme:dark){{{changed}}}"


@functools.lru_cache(maxsize=16)
def look_of(style: Style) -> Look:
    """Return the style sheet of a style."""
    return Look(style)


def rules_of(style: Style) -> list[str]:
    """Return the rules of a style, each a selector with properties in braces."""
    colours = {field.name: getattr(style, field.name) for field in dataclasses.fields(style)}
    colours["tint"] = _mixed(style.cell, style.sign)
    return [f"{selector}{{{properties.format(**colours)}}}" for selector, properties in _RULES]


def _mixed(one: str, other: str) -> str:
    """Return the first colour with a little of the second."""
    parts = [re.findall(".." if len(colour) == 7 else ".", colour[1:]) for colour in (one, other)]
    bytes_of = [[int(part * (3 - len(part)), 16) for part in colour] for colour in parts]
    return "#" + "".join(f"{round(a + TINT * (b - a)):02x}" for a, b in zip(*bytes_of, strict=True))


def _changes(light: str, dark: str) -> str:
    """Return a rule with only the properties that differ from another rule."""
    selector, _, properties = dark.strip("}").partition("{")
    known = light.strip("}").partition("{")[2].split(";")
    return f"{selector}{{{';'.join(each for each in properties.split(';') if each not in known)}}}"


def style_named(style: str | Style | None) -> Style:
    """Return a given Style, or the style with a given name; None means "auto".

    Raises
    ------
    TypeError, ValueError
        If `style` is neither a style nor the name of one.
    """
    if isinstance(style, Style):
        return style
    if style is not None and not isinstance(style, str):
        raise TypeError(f"style must be a Style or the name of a style, got {type(style).__name__}")
    try:
        return STYLES[style or "auto"]
    except KeyError:
        known = f"there is no style {style!r}; the styles are {', '.join(STYLES)}"
        raise ValueError(known + nearest(style, STYLES)) from None
