"""The layout of a booklet's pages."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import PuzzleError
from .cells import VALUE
from .design import DIGITS, LARGER, Design
from .families import view_of
from .instructions import instruction_pages
from .paper import CAPTION, GUTTER, LARGE, MARGIN, PAPERS, TITLE, Area, Page, Picture, Text, length_of
from .scene import Label, Scene
from .sheet import Sheet
from .stars import STARS, stars_of

SMALL = 7.0
"""Font size of an id."""
WIDEST_CELL = 46.0
"""Largest side of a cell in a picture."""
ANSWER_CELL = 10.5
"""Largest side of a cell in an answer at the end."""
FOOT = 0.2
"""Largest part of a page's height for the answers at its foot."""
HEADING = 0.8
"""Font size of a heading relative to the title."""
STAR = 0.95
"""Side of a star beside a caption, in heights of the caption's font."""


class Entry(NamedTuple):
    """A puzzle of a booklet: its number, its part's number and heading, and its sheet."""

    number: int
    part: int
    heading: str
    sheet: Sheet


def lay_out(entries: Sequence[Entry], design: Design) -> list[Page]:
    """Lay out the pages.

    Raises
    ------
    PuzzleError
        If the digits of large print would be too small.
    """
    pages = instruction_pages([entry.sheet for entry in entries], design) if design.instructions else []
    pages += [_page(group, design) for group in _groups(entries, design.per_page)]
    if design.answers == "end":
        pages += _answers(entries, design)
    width, height = PAPERS[design.paper]
    for number, page in enumerate(pages, 1):
        page.append(Text(width / 2, height - MARGIN, str(number), CAPTION, anchor="middle"))
    return pages


def _groups(entries: Sequence[Entry], size: int) -> Iterator[list[Entry]]:
    """Yield the puzzles of each page; each part begins on a new page."""
    for _, part in itertools.groupby(entries, lambda entry: entry.part):
        listed = list(part)
        for start in range(0, len(listed), size):
            yield listed[start : start + size]


def _page(group: list[Entry], design: Design) -> Page:
    """Return a page of puzzles, with their answers at its foot if requested."""
    width, height = PAPERS[design.paper]
    page: Page = [*_head(group[0].heading, design)]
    top = MARGIN + sum(2.0 * line.size for line in page if isinstance(line, Text))
    area = Area(MARGIN, top, width - 2 * MARGIN, height - MARGIN - top - 12)
    if design.answers == "foot":
        foot = FOOT * height
        page += _foot(group, Area(MARGIN, height - MARGIN - 12 - foot, area.width, foot), design)
        area = area._replace(height=area.height - foot - GUTTER)
    scenes = [_scene(entry.sheet, design) for entry in group]
    slots = _slots(scenes, area, design.per_page, 2.2 * design.caption_size)
    for entry, scene, slot in zip(group, scenes, slots, strict=False):
        page += _captioned(entry, scene, slot, design)
    return page


def _head(heading: str, design: Design) -> Iterator[Text]:
    """Yield the title and the heading, in font sizes that fit the width."""
    width, y = PAPERS[design.paper][0], MARGIN
    sizes = (design.title_size, LARGE if design.large_print else HEADING * TITLE)
    for line, size in zip((design.title, heading), sizes, strict=True):
        if line:
            size = min(size, (width - 2 * MARGIN) / (1.08 * length_of(line)))
            yield Text(width / 2, y + 0.8 * size, line, size, is_bold=True, anchor="middle")
            y += 2.0 * size


def _scene(sheet: Sheet, design: Design) -> Scene:
    """Return the picture of a puzzle, with strips of all values in its empty cells if requested."""
    view = view_of(sheet.puzzle)
    if design.strips:
        values = list(range(1, view.n_values + 1))
        view.marks = [[] if cell in view.black else values for cell in range(len(view.clues))]
    return design.enlarged(design.scene(view))


def _slots(scenes: list[Scene], area: Area, count: int, caption: float) -> list[Area]:
    """Return places for `count` pictures, with the numbers of rows and columns that make the pictures largest."""

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
    """Return the area of a picture without its caption."""
    width = (area.width - (columns - 1) * GUTTER) / columns
    return Area(0, 0, width, (area.height - (rows - 1) * GUTTER) / rows - caption)


def _fitting(scene: Scene, slot: Area) -> float:
    return min(slot.width / scene.width, slot.height / scene.height, WIDEST_CELL)


def _captioned(entry: Entry, scene: Scene, slot: Area, design: Design) -> Page:
    """Return a picture in its place, with the caption, stars and id under it."""
    number, sheet, size = entry.number, entry.sheet, design.caption_size
    scale = _fitting(scene, slot)
    line = design.caption_of(number, sheet)
    stars = stars_of(STARS.get(sheet.level, 0)) if design.stars and sheet.level else None
    name = "" if design.has_id else sheet.id
    # In large print, and beside stars, the id has its own line.
    is_below = design.large_print or stars is not None
    beside = STAR * stars.width + 1 if stars is not None else 0.0
    fitting = min(size, slot.width / (max(length_of(line), 1) + beside + (0 if is_below else 5.4)))
    digits = [shape.size for shape in scene.shapes if isinstance(shape, Label) and shape.role in DIGITS]
    points = min(scale * min(digits, default=VALUE * LARGER), fitting)
    if design.large_print and points < LARGE:
        raise PuzzleError(
            f"puzzle {number}: large print needs type of at least {LARGE:g} points, but the digits or the caption of "
            f"this {sheet.size} grid would have {int(points)}; put fewer puzzles on a page, or use larger paper"
        )
    picture = Picture(scene, slot.x + (slot.width - scene.width * scale) / 2, slot.y, scale)
    left, right = slot.x + 4, slot.x + slot.width - 4
    y = picture.y + picture.height + 0.7 * fitting
    items: Page = [picture, Text(left, y, line, fitting)]
    if stars is not None:
        side = STAR * fitting
        items.append(Picture(stars, right - side * stars.width, y - 0.8 * fitting, side))
    if name and design.large_print:
        items.append(Text(left, y + 1.1 * LARGE, name, LARGE))
    elif name:
        small = min(SMALL, fitting)
        items.append(Text(right, y + (1.2 * small if is_below else 0), name, small, anchor="end"))
    return items


# Answers --------------------------------------------------------------------------------------------------


def _answer(sheet: Sheet, design: Design) -> Scene | None:
    if sheet.solutions != "one":
        return None
    return design.scene(view_of(sheet.puzzle, sheet.solution))


def _foot(group: list[Entry], area: Area, design: Design) -> Page:
    """Return the answers to the puzzles of a page, upside down, in reading order for the turned page."""
    items: Page = []
    scenes = [_answer(entry.sheet, design) for entry in group]
    label = 1.5 * SMALL
    slots = _slots([scene for scene in scenes if scene is not None], area, len(group), label)
    for entry, scene, slot in zip(group, scenes, reversed(slots[: len(group)]), strict=True):
        words = _label(entry, scene, design)
        size = min(SMALL, slot.width / length_of(words))
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


def _label(entry: Entry, scene: Scene | None, design: Design) -> str:
    """Return the number of an answer, or the number and the reason of a missing answer."""
    if scene is not None:
        return str(entry.number)
    return f"{entry.number}: {design.language.booklet[f'why {entry.sheet.solutions}']}"


def _answers(entries: Sequence[Entry], design: Design) -> list[Page]:
    """Return pages with the answers in rows; all cells have about the same size."""
    width, height = PAPERS[design.paper]
    caption, cell = design.caption_size, LARGE / VALUE if design.large_print else ANSWER_CELL
    words_of = design.language.booklet
    label, heading = 1.6 * caption, max(TITLE, caption)
    top = MARGIN + 2 * heading
    area = Area(MARGIN, top, width - 2 * MARGIN, height - MARGIN - top - 12)
    pages: list[Page] = []
    x = y = row = math.inf
    for entry in entries:
        scene = _answer(entry.sheet, design)
        scale = 0.0 if scene is None else _answer_scale(scene, area, label, cell)
        words = _label(entry, scene, design)
        size = min(caption, area.width / (1.08 * length_of(words)))
        across = 1.08 * size * length_of(words) if scene is None else scene.width * scale
        down = label + (0.0 if scene is None else scene.height * scale)
        if x + across > area.x + area.width + 0.1:
            x, y, row = area.x, y + row + GUTTER, 0.0
        if y + down > area.y + area.height + 0.1:
            x, y, row = area.x, area.y, 0.0
            pages.append([Text(MARGIN, MARGIN + 0.8 * heading, words_of["answers"], heading, is_bold=True)])
        pages[-1].append(Text(x + 4, y + size, words, size, is_bold=True))
        if scene is not None:
            pages[-1].append(Picture(scene, x, y + label, scale))
        x += across + GUTTER
        row = max(row, down)
    return pages


def _answer_scale(scene: Scene, area: Area, label: float, cell: float) -> float:
    """Return the side of a cell that lets answers of this size fill a row."""
    columns = max(1, int((area.width + GUTTER) / (scene.width * cell + GUTTER)))
    slot = Area(0, 0, (area.width - (columns - 1) * GUTTER) / columns, area.height - label)
    return min(_fitting(scene, slot), 1.4 * cell)
