"""Pages of a booklet with the rules of its families: text, an example, its solution, and how to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..logic import hint
from ..puzzles import Adjacent, Futoshiki, Kakuro, LatinSquare, Puzzle, Sudoku
from ..solving import solve
from .cells import MARGIN as EDGE
from .design import DIGITS, Design
from .families import view_of
from .paper import GUTTER, LARGE, MARGIN, PAPERS, Page, Picture, Text, wrapped
from .scene import Dot, Label, Scene
from .sheet import Sheet
from .stars import MOST_STARS, STARS, stars_of
from .steps import show_step
from .view import View

HEADING, SUBHEADING, BODY = 20.0, 12.0, 11.0
"""Heights of fonts: headings, the names of pictures, and sentences."""
LEADING = 1.45
"""Line spacing, in heights of the font."""
ACROSS = 17.0
"""Number of an example's cells that would fill the width of a page."""
INDENT = 14.0
"""Indentation of the rules' sentences, which leaves room for their dots."""
BOLDER = 1.12
"""Ratio of a line's length in bold to its length in plain type."""
_DOT = Scene(1, 1, "dot", "a dot", [Dot("member", 0.3, 0.5, 0.14)])


class Example(NamedTuple):
    """A puzzle that shows the rules, and the names of the rules' sentences."""

    make: Callable[[], Puzzle[Any]]
    sentences: tuple[str, ...]


EXAMPLES = {
    "futoshiki": Example(
        lambda: Futoshiki(
            [[0, 0, 0, 0], [2, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
            [((0, 0), (1, 0)), ((1, 2), (1, 3)), ((3, 1), (3, 2))],
        ),
        ("fill", "rows", "signs"),
    ),
    "latin_square": Example(
        lambda: LatinSquare([[1, 2, 0, 4], [0, 4, 1, 0], [2, 0, 0, 0], [0, 0, 0, 1]]), ("fill", "rows")
    ),
    "sudoku": Example(
        lambda: Sudoku([[0, 0, 0, 0], [2, 0, 1, 0], [0, 0, 0, 0], [4, 1, 2, 0]]), ("fill", "rows", "boxes")
    ),
    "jigsaw": Example(
        lambda: Sudoku(
            [[0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0], [3, 2, 0, 1]],
            regions=[[0, 0, 0, 0], [1, 2, 2, 2], [1, 1, 2, 3], [1, 3, 3, 3]],
        ),
        ("fill", "rows", "boxes"),
    ),
    "inequalities": Example(
        lambda: Sudoku(
            [[0, 0, 0, 0], [2, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0]],
            inequalities=[((0, 0), (1, 0)), ((3, 2), (3, 3))],
        ),
        ("fill", "rows", "boxes", "signs"),
    ),
    "adjacent": Example(
        lambda: Adjacent(
            [[0, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
            [
                *(((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 1), (1, 1)), ((1, 2), (1, 3))),
                *(((1, 2), (2, 2)), ((1, 3), (2, 3)), ((2, 0), (2, 1)), ((2, 0), (3, 0)), ((2, 1), (2, 2))),
                *(((2, 1), (3, 1)), ((3, 2), (3, 3))),
            ],
        ),
        ("fill", "rows", "bars"),
    ),
    "kakuro": Example(
        lambda: Kakuro(
            [
                [None, (3, 0), (11, 0), None],
                [(0, 4), 0, 0, (13, 0)],
                [(0, 10), 0, 0, 0],
                [None, (0, 13), 0, 0],
            ]
        ),
        ("white", "totals", "sums"),
    ),
}
"""An example for each kind of puzzle."""


def instruction_pages(sheets: Iterable[Sheet], design: Design) -> list[Page]:
    """Return pages with the rules of each kind of puzzle in a booklet; unknown families have no page."""
    kinds = {
        kind: design.family_of(sheet) for sheet in sheets if (kind := _kind_of(sheet.puzzle)) in EXAMPLES
    }
    pages = list[Page]()
    for kind, family in kinds.items():
        pages += _pages_of(kind, family, design)
    if pages and design.stars:
        flow = _Flow(design, pages)
        flow.tell_levels()
    return pages


def _kind_of(puzzle: Puzzle[Any]) -> str:
    if not isinstance(puzzle, Sudoku):
        return puzzle.family
    if len(puzzle.inequalities):
        return "inequalities"
    return "sudoku" if puzzle.has_default_boxes else "jigsaw"


def _pages_of(kind: str, family: str, design: Design) -> list[Page]:
    puzzle, words = EXAMPLES[kind].make(), design.language.booklet
    step = hint(puzzle)
    assert step is not None
    flow = _Flow(design)
    flow.write(words["rules"].format(family=family), HEADING, is_bold=True)
    flow.skip(0.5 * HEADING)
    for name in EXAMPLES[kind].sentences:
        flow.write(design.language.rules[name], BODY, is_marked=True)
        flow.skip(0.4 * BODY)
    flow.skip(BODY)
    flow.show(
        (words["puzzle"], _scene(view_of(puzzle))),
        (words["solution"], _scene(view_of(puzzle, solve(puzzle).grid))),
    )
    flow.skip(BODY)
    view = view_of(puzzle)
    show_step(view, puzzle, step, False)
    flow.show(
        (words["begin"], _scene(view)), words=(step.text(language=design.language.code), words["cells"])
    )
    return flow.pages


def _scene(view: View) -> Scene:
    return view.appearance.scene(view)


class _Flow:
    """Pages that are filled from the top; content that does not fit begins the next page."""

    def __init__(self, design: Design, pages: list[Page] | None = None) -> None:
        width, height = PAPERS[design.paper]
        self._design = design
        self._width, self._bottom = width - 2 * MARGIN, height - MARGIN - 12
        self.pages: list[Page] = pages or [[]]
        self._y = max((_bottom_of(item) for item in self.pages[-1]), default=MARGIN)

    def write(
        self, text: str, size: float, *, is_bold: bool = False, is_marked: bool = False, left: float = 0.0
    ) -> None:
        """Write a text in as many lines as needed, with a dot before the first line."""
        size = self._large(size)
        left += INDENT if is_marked else 0.0
        for line in wrapped(text, (self._width - left) / (BOLDER if is_bold else 1), size):
            self._make_room(LEADING * size)
            if is_marked:
                self.pages[-1].append(Picture(_DOT, MARGIN + left - INDENT, self._y + 0.14 * size, size))
            self.pages[-1].append(Text(MARGIN + left, self._y + size, line, size, is_bold))
            self._y, is_marked = self._y + LEADING * size, False

    def skip(self, height: float) -> None:
        """Leave a gap."""
        self._y += height

    def show(self, *pictures: tuple[str, Scene], words: tuple[str, ...] = ()) -> None:
        """Place pictures beside each other, each under its name, and sentences beside the last picture."""
        scenes = [self._design.enlarged(scene) for _, scene in pictures]
        cell = self._cell(scenes[0])
        below = 0.5 * BODY + max(scene.height for scene in scenes) * cell
        self._make_room(LEADING * self._large(SUBHEADING) + below)
        top, left = self._y, 0.0
        for (name, _), scene in zip(pictures, scenes, strict=True):
            self._y = top
            self.write(name, SUBHEADING, is_bold=True, left=left)
            # The outline of the cells is aligned with the beginning of the name.
            at = MARGIN + left - EDGE * cell
            self.pages[-1].append(Picture(scene, at, self._y, cell))
            left += scene.width * cell + GUTTER
        under, self._y = self._y + below, self._y + EDGE * cell
        for sentence in words:
            self.write(sentence, BODY, left=left)
            self.skip(0.4 * BODY)
        self._y = max(self._y, under)

    def tell_levels(self) -> None:
        """List the levels with their stars."""
        language = self._design.language
        size = self._large(BODY)
        self.skip(BODY)
        self._make_room(LEADING * (self._large(SUBHEADING) + MOST_STARS * size))
        self.write(language.booklet["levels"], SUBHEADING, is_bold=True)
        self.skip(0.2 * BODY)
        for count in range(1, MOST_STARS + 1):
            levels = ", ".join(language.levels[level] for level, stars in STARS.items() if stars == count)
            self.pages[-1].append(Picture(stars_of(count), MARGIN, self._y + 0.2 * size, size))
            self.write(levels, BODY, left=(MOST_STARS + 1) * size)

    def _cell(self, scene: Scene) -> float:
        """Return the side length of the cells, small enough for two pictures to fit side by side."""
        smallest = min(
            shape.size for shape in scene.shapes if isinstance(shape, Label) and shape.role in DIGITS
        )
        least = LARGE / smallest if self._design.large_print else 0.0
        return min(max(self._width / ACROSS, least), (self._width - GUTTER) / 2 / scene.width)

    def _large(self, size: float) -> float:
        return max(size, LARGE) if self._design.large_print else size

    def _make_room(self, height: float) -> None:
        if self._y + height > self._bottom:
            self.pages.append([])
            self._y = MARGIN


def _bottom_of(item: Text | Picture) -> float:
    return item.y + item.height if isinstance(item, Picture) else item.y
