"""Pages of a booklet with the rules of its families: text, an example, its solution, and how to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..errors import PuzzleError
from ..logic import hint
from ..puzzles import FAMILIES, Adjacent, Futoshiki, Kakuro, LatinSquare, Puzzle, Sudoku
from ..puzzles.variants import Variant
from ..solving.solve import is_unique, solve
from .cells import MARGIN as EDGE
from .design import DIGITS, Design
from .families import view_of
from .paper import GUTTER, LARGE, MARGIN, PAPERS, Page, Picture, Text, wrapped
from .scene import Dot, Label, Scene
from .sheet import Sheet
from .stars import MOST_STARS, STARS, stars_of
from .steps import show_step

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
EXAMPLE_SIZES = (4, 6)
"""Sizes of the examples of variants; the smallest size with a solution is taken."""
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
    kinds: dict[tuple[str, ...], str] = {}
    for sheet in sheets:
        if isinstance(sheet.puzzle, Variant):
            kinds |= {
                (sheet.puzzle.family, name): design.with_rules(sheet, [name]) for name in sheet.puzzle.names
            }
        elif (kind := _kind_of(sheet.puzzle)) in EXAMPLES:
            kinds[(kind,)] = design.family_of(sheet)
    pages = list[Page]()
    for (kind, *rules), family in kinds.items():
        example = EXAMPLES[kind]
        for name in rules:
            example = Example(partial(_variant, kind, name), (*example.sentences, name))
        pages += _pages_of(example, family, design)
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


def _variant(kind: str, name: str) -> Variant:
    """Return a small puzzle with one further rule and just enough numbers."""
    family = FAMILIES[kind]
    for n in EXAMPLE_SIZES:
        blank: Any = family(np.zeros((n, n), int))  # type: ignore[call-arg]
        with suppress(PuzzleError):
            puzzle = _with_rule(blank, name)
            solution = solve(puzzle).grid
            if solution is not None:
                return _thinned(puzzle.with_clues(solution))
    raise PuzzleError(f"there is no example of {name}")


def _with_rule(blank: Any, name: str) -> Variant:
    """Return a blank grid with a rule; the cells of cages, and of even and odd values, follow from some solution."""
    solution: Any = solve(blank).grid
    rule: dict[str, Any] = {}
    if name == "killer":
        cages = [[(r, c), (r, c + 1)] for r in range(blank.n) for c in range(r % 2, blank.n - 1, 2)]
        rule["cages"] = [(cells, sum(int(solution[cell]) for cell in cells)) for cells in cages]
    elif name == "even-odd":
        cells = [(k, (k + k // 2) % blank.n) for k in range(blank.n)]
        rule = {
            kind: [cell for cell in cells if solution[cell] % 2 == odd]
            for kind, odd in (("even", 0), ("odd", 1))
        }
    names = () if rule else (name,)
    made: Variant = blank.with_rules(*names, **rule)
    return made


def _thinned(puzzle: Variant) -> Variant:
    """Remove numbers from a filled grid, as long as the solution stays the only one."""
    for cell in np.ndindex(puzzle.shape):
        clues = puzzle.clues.copy()
        clues[cell] = 0
        if is_unique(fewer := puzzle.with_clues(clues)):
            puzzle = fewer
    return puzzle


def _pages_of(example: Example, family: str, design: Design) -> list[Page]:
    puzzle, words = example.make(), design.language.booklet
    step = hint(puzzle)
    assert step is not None
    flow = _Flow(design)
    flow.write(words["rules"].format(family=family), HEADING, is_bold=True)
    flow.skip(0.5 * HEADING)
    for name in example.sentences:
        flow.write(design.language.rules[name], BODY, is_marked=True)
        flow.skip(0.4 * BODY)
    flow.skip(BODY)
    flow.show(
        (words["puzzle"], design.scene(view_of(puzzle))),
        (words["solution"], design.scene(view_of(puzzle, solve(puzzle).grid))),
    )
    flow.skip(BODY)
    view = view_of(puzzle)
    show_step(view, puzzle, step, False)
    flow.show(
        (words["begin"], design.scene(view)), words=(step.text(language=design.language.code), words["cells"])
    )
    return flow.pages


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
