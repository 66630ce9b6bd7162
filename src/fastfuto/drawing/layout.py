"""Where things stand on the pages of a booklet, in points from the upper left corner."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..errors import PuzzleError
from .cells import VALUE
from .families import view_of
from .scene import Label, Scene
from .sheet import Sheet

__all__ = ["PAPERS", "Paper", "Picture", "Text", "lay_out"]

Paper: TypeAlias = Literal["A4", "A5", "Letter", "Legal"]
PAPERS: dict[str, tuple[float, float]] = {
    "A4": (595.28, 841.89),
    "A5": (419.53, 595.28),
    "Letter": (612.0, 792.0),
    "Legal": (612.0, 1008.0),
}
"""Width and height in points."""

MARGIN, GUTTER = 36.0, 16.0
TITLE, CAPTION, SMALL = 15.0, 9.5, 7.0
"""Heights of fonts: the title, the line under a puzzle, and its id."""
LARGE = 18.0
"""Least height of a font in large print."""
LARGER = 1.28
"""How much larger digits are in large print than they are otherwise."""
WIDEST_CELL = 46.0
"""Side of a cell that a picture is not enlarged beyond."""
ANSWER_CELL = 10.5
"""Side of a cell of an answer at the end, where there is room."""
FOOT = 0.2
"""Most of the height of a page that the answers at its foot take."""


_DIGITS = ("number", "total")
"""The roles of what large print enlarges."""


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
    """A scene whose upper left corner is at x and y; `scale` is the side of a cell."""

    scene: Scene
    x: float
    y: float
    scale: float
    is_turned: bool = False

    @property
    def width(self) -> float:
        """Its width on the page."""
        return self.scene.width * self.scale

    @property
    def height(self) -> float:
        """Its height on the page."""
        return self.scene.height * self.scale


class Area(NamedTuple):
    """A part of a page."""

    x: float
    y: float
    width: float
    height: float


def lay_out(
    sheets: Sequence[Sheet],
    *,
    per_page: int,
    answers: str,
    paper: Paper,
    title: str | None,
    large_print: bool,
    strips: bool,
) -> list[list[Text | Picture]]:
    """Return what stands on each page.

    Raises
    ------
    PuzzleError
        If the digits of large print would be too small.
    """
    width, height = PAPERS[paper]
    caption = LARGE if large_print else CAPTION
    numbered = list(enumerate(sheets, 1))
    pages = []
    for group in _groups(numbered, per_page):
        head = _head(title, width, LARGE if large_print else TITLE)
        page: list[Text | Picture] = [*head]
        top = MARGIN + sum(2.0 * line.size for line in head)
        area = Area(MARGIN, top, width - 2 * MARGIN, height - MARGIN - top - 12)
        if answers == "foot":
            foot = FOOT * height
            page += _foot(group, Area(MARGIN, height - MARGIN - 12 - foot, area.width, foot))
            area = area._replace(height=area.height - foot - GUTTER)
        pictures = [(number, sheet, _scene(sheet, strips, large_print)) for number, sheet in group]
        slots = _slots([scene for *_, scene in pictures], area, per_page, 2.2 * caption)
        for (number, sheet, scene), slot in zip(pictures, slots, strict=False):
            page += _captioned(number, sheet, scene, slot, caption, large_print)
        pages.append(page)
    if answers == "end":
        pages += _answers(numbered, width, height, caption, LARGE / VALUE if large_print else ANSWER_CELL)
    for number, page in enumerate(pages, 1):
        page.append(Text(width / 2, height - MARGIN, str(number), CAPTION, anchor="middle"))
    return pages


def _groups(numbered: list[tuple[int, Sheet]], size: int) -> Iterator[list[tuple[int, Sheet]]]:
    for start in range(0, len(numbered), size):
        yield numbered[start : start + size]


def _head(title: str | None, width: float, size: float) -> list[Text]:
    """Return the title, in a font that lets it fit the width."""
    if not title:
        return []
    size = min(size, (width - 2 * MARGIN) / (0.65 * len(title)))
    return [Text(width / 2, MARGIN + 0.8 * size, title, size, is_bold=True, anchor="middle")]


def _scene(sheet: Sheet, strips: bool, large_print: bool) -> Scene:
    """Return the picture of a puzzle, with all values in its empty cells if there are to be strips."""
    view = view_of(sheet.puzzle)
    if strips:
        values = list(range(1, view.n_values + 1))
        view.marks = [[] if cell in view.black else values for cell in range(len(view.clues))]
    scene = view.appearance.scene(view)
    if not large_print:
        return scene
    shapes = [
        shape._replace(size=shape.size * LARGER)
        if isinstance(shape, Label) and shape.role in _DIGITS
        else shape
        for shape in scene.shapes
    ]
    return scene._replace(shapes=shapes)


def _slots(scenes: list[Scene], area: Area, count: int, caption: float) -> list[Area]:
    """Return places for so many pictures in the rows and columns that let them be largest."""

    def scale(columns: int) -> float:
        slot = _slot(area, columns, -(-count // columns), caption)
        return min((_fitting(scene, slot) for scene in scenes), default=0.0)

    columns = max(range(1, count + 1), key=lambda each: (scale(each), -each))
    rows = -(-count // columns)
    slot = _slot(area, columns, rows, caption)
    return [
        Area(
            area.x + c * (slot.width + GUTTER),
            area.y + r * (slot.height + caption + GUTTER),
            slot.width,
            slot.height,
        )
        for r, c in itertools.product(range(rows), range(columns))
    ]


def _slot(area: Area, columns: int, rows: int, caption: float) -> Area:
    """Return the size of a place for a picture without its caption."""
    width = (area.width - (columns - 1) * GUTTER) / columns
    return Area(0, 0, width, (area.height - (rows - 1) * GUTTER) / rows - caption)


def _fitting(scene: Scene, slot: Area) -> float:
    return min(slot.width / scene.width, slot.height / scene.height, WIDEST_CELL)


def _captioned(
    number: int, sheet: Sheet, scene: Scene, slot: Area, size: float, large_print: bool
) -> list[Text | Picture]:
    """Return a picture in its place, with number, kind, level and id under it."""
    scale = _fitting(scene, slot)
    words = {"none": "no solution", "several": "several solutions"}.get(sheet.solutions, sheet.level)
    line = f"{number}. {sheet.family} {sheet.size}{', ' if words else ''}{words}"
    # In large print the id has a line of its own.
    fitting = min(size, slot.width / (0.6 * (len(line) + (0 if large_print else 9))))
    digits = [shape.size for shape in scene.shapes if isinstance(shape, Label) and shape.role in _DIGITS]
    points = min(scale * min(digits, default=VALUE * LARGER), fitting)
    if large_print and points < LARGE:
        raise PuzzleError(
            f"puzzle {number}: large print needs {LARGE:g} points, and the digits or the caption of this {sheet.size} "
            f"would have {int(points)}; put fewer puzzles on a page, or take larger paper"
        )
    picture = Picture(scene, slot.x + (slot.width - scene.width * scale) / 2, slot.y, scale)
    y = picture.y + picture.height + 0.7 * fitting
    name = Text(slot.x + slot.width - 4, y, sheet.id, min(SMALL, fitting), anchor="end")
    if large_print:
        name = Text(slot.x + 4, y + 1.1 * LARGE, sheet.id, LARGE)
    return [picture, Text(slot.x + 4, y, line, fitting), name]


# Answers --------------------------------------------------------------------------------------------------


def _answer(sheet: Sheet) -> Scene | None:
    if sheet.solutions != "one":
        return None
    view = view_of(sheet.puzzle, sheet.solution)
    return view.appearance.scene(view)


def _foot(group: list[tuple[int, Sheet]], area: Area) -> list[Text | Picture]:
    """Return the answers to the puzzles of a page, upside down: whoever turns the page reads them in order."""
    items: list[Text | Picture] = []
    scenes = [_answer(sheet) for _, sheet in group]
    label = 1.5 * SMALL
    slots = _slots([scene for scene in scenes if scene is not None], area, len(group), label)
    for (number, sheet), scene, slot in zip(group, scenes, reversed(slots[: len(group)]), strict=True):
        words = str(number) if scene is not None else f"{number}: {_why(sheet)}"
        size = min(SMALL, slot.width / (0.6 * len(words)))
        x, bottom = slot.x + slot.width / 2, slot.y + slot.height
        items.append(Text(x, bottom + 0.3 * size, words, size, anchor="middle", is_turned=True))
        if scene is not None:
            scale = min(_fitting(scene, slot), 1.4 * ANSWER_CELL)
            items.append(
                Picture(
                    scene, x - scene.width * scale / 2, bottom - scene.height * scale, scale, is_turned=True
                )
            )
    return items


def _why(sheet: Sheet) -> str:
    """Return why a puzzle has no answer."""
    if sheet.solutions == "unknown":
        return "it was not found out how many solutions there are"
    return f"there {'is no solution' if sheet.solutions == 'none' else 'are several solutions'}"


def _answers(
    numbered: list[tuple[int, Sheet]], width: float, height: float, caption: float, cell: float
) -> list[list[Text | Picture]]:
    """Return pages with the answers in rows, whose cells have about this side where there is room."""
    label, heading = 1.6 * caption, max(TITLE, caption)
    top = MARGIN + 2 * heading
    area = Area(MARGIN, top, width - 2 * MARGIN, height - MARGIN - top - 12)
    pages: list[list[Text | Picture]] = []
    x = y = row = math.inf
    for number, sheet in numbered:
        scene = _answer(sheet)
        scale = 0.0 if scene is None else _answer_scale(scene, area, label, cell)
        words = str(number) if scene is not None else f"{number}: {_why(sheet)}"
        size = min(caption, area.width / (0.65 * len(words)))
        across = 0.65 * size * len(words) if scene is None else scene.width * scale
        down = label + (0.0 if scene is None else scene.height * scale)
        if x + across > area.x + area.width + 0.1:
            x, y, row = area.x, y + row + GUTTER, 0.0
        if y + down > area.y + area.height + 0.1:
            x, y, row = area.x, area.y, 0.0
            pages.append([Text(MARGIN, MARGIN + 0.8 * heading, "Answers", heading, is_bold=True)])
        pages[-1].append(Text(x + 4, y + size, words, size, is_bold=True))
        if scene is not None:
            pages[-1].append(Picture(scene, x, y + label, scale))
        x += across + GUTTER
        row = max(row, down)
    return pages


def _answer_scale(scene: Scene, area: Area, label: float, cell: float) -> float:
    """Return the side of a cell with which answers of this size fill a row."""
    columns = max(1, int((area.width + GUTTER) / (scene.width * cell + GUTTER)))
    slot = Area(0, 0, (area.width - (columns - 1) * GUTTER) / columns, area.height - label)
    return min(_fitting(scene, slot), 1.4 * cell)
