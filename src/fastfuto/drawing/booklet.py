"""The verb `booklet`: puzzles to print, with answers, as PDF or HTML."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from ..formats import replacing
from ..languages import LanguageCode, language_named
from ..limits import ProgressOption, Watch, at_least
from .design import Answers, Design
from .fonts import FontFile, Fonts, read_fonts
from .layout import Entry, lay_out
from .paper import PAPERS, Page, Paper, Picture, Text
from .sheet import Printable, is_one, out_of_time, sheets_of
from .style import STYLES, look_of
from .svg import escaped, shape_elements

BOOK_SUFFIXES = (".pdf", ".html")
"""Suffixes of booklets."""

Puzzles: TypeAlias = Printable | Iterable[Printable]
"""The puzzles of a booklet or of a part of it."""


def booklet(
    puzzles: Puzzles | Iterable[Iterable[Printable]] | Mapping[str, Puzzles],
    path: str | os.PathLike[str],
    *,
    per_page: int = 4,
    answers: Answers = "end",
    paper: Paper = "A4",
    title: str | None = None,
    caption: str | None = None,
    stars: bool = False,
    instructions: bool = False,
    language: LanguageCode = "en",
    font: FontFile | None = None,
    bold_font: FontFile | None = None,
    large_print: bool = False,
    strips: bool = False,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> None:
    """Write a booklet of puzzles for printing, with number, level and id under each puzzle.

    Parameters
    ----------
    puzzles : Puzzle, iterable of them, iterable of iterables, or mapping of headings to iterables
        Futoshiki, Adjacent, Latin squares, Sudoku, variants and Kakuro up to 25 x 25, or results of
        `fastfuto.generate_many`. Each inner iterable is a part of the booklet. A part begins on a new page, under its
        heading if it has one. Puzzles are numbered consecutively through all parts.
    path : str or path-like
        A .pdf file, which needs the extra "pdf", or an .html file, which browsers print page by page.
    per_page : int
        Number of puzzles on each page, 1 to 12.
    answers : {"end", "foot", "none"}
        Place of the answers: on pages at the end, upside down at the foot of each page, or nowhere. If a puzzle does
        not have exactly one solution, a line with the reason replaces its answer.
    paper : {"A4", "A5", "Letter", "Legal"}
    title : str, optional
        Heading of each page.
    caption : str, optional
        Line under each puzzle, in which {number}, {family}, {size}, {level} and {id} are replaced by the puzzle's data.
        A format may follow a name: {number:03} prints three digits. Default: "{number}. {family} {size}, {level}" in
        the language of the booklet.
    stars : bool
        Whether to print one to five stars under each puzzle with a level: one star for trivial and easy, two for
        moderate, three for tricky, four for hard, and five for harder levels.
    instructions : bool
        Whether the booklet begins with a page for each kind of puzzle. The page gives the rules, an example and the
        first steps, and explains the stars if they are printed.
    language : str
        Language of all text except your own title, headings and captions, such as "de" for German.
    font, bold_font : str or path-like, optional
        Font files (.ttf or .otf) to embed: `font` for all text, and `bold_font`, if given, for titles and printed
        values. Default: Bitstream Vera in PDF, which has the letters of western European languages, and the browser's
        font in HTML.
    large_print : bool
        Whether to print digits and captions in at least 18 points. If digits or captions of this size do not fit, a
        PuzzleError is raised.
    strips : bool
        Whether to print all values in small type in each empty cell, for the solver to cross out.
    timeout, progress : optional
        As for `fastfuto.page`.

    Raises
    ------
    ImportError
        If a PDF file or a PostScript font needs the extra "pdf", which is not installed.
    LimitReached
        If the time limit passes before the booklet is complete. No file is written in this case.
    OSError
        If the file cannot be written, or a font cannot be read.
    PuzzleError
        If there are no puzzles, a family is not supported, a grid is too large, or large print does not fit.
    TypeError, ValueError
        If a puzzle, option, suffix or font is invalid. In a PDF, also if the text has characters that the font lacks or
        that are written from right to left.

    See Also
    --------
    fastfuto.page : Write a page on which puzzles can be played.
    fastfuto.draw : Draw one puzzle.
    fastfuto.generate_many : Make the puzzles.

    Notes
    -----
    A booklet of one hundred 9 x 9 puzzles with answers takes about a second.

    Examples
    --------
    >>> import fastfuto, pathlib, tempfile
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "book.html")
    ...     fastfuto.booklet([puzzle] * 5, path, per_page=4, title="For class 3")
    ...     path.read_text(encoding="utf-8").count('<section class="page">')
    3
    """
    suffix = os.path.splitext(os.fspath(path))[1].lower()
    if suffix not in BOOK_SUFFIXES:
        raise ValueError(
            f"the name of a booklet must end with {' or '.join(BOOK_SUFFIXES)}, got {os.fspath(path)!r}"
        )
    design = Design(
        per_page=at_least(1, per_page, "per_page"),
        answers=answers,
        paper=paper,
        title=title,
        caption=caption,
        stars=stars,
        instructions=instructions,
        large_print=large_print,
        strips=strips,
        language=language_named(language),
    )
    design.check()
    fonts = read_fonts(font, bold_font)
    name = title or design.language.booklet["puzzles"]
    headings = _headings_of(puzzles)
    if is_pdf := suffix == ".pdf":
        from .pdf import load_faces, pdf_of

        faces = load_faces(fonts, design.texts(headings))
    watch = Watch(timeout, progress)
    try:
        pages = lay_out(_entries(puzzles, watch), design)
        timed = _in_time(pages, watch)
        data = pdf_of(timed, paper, name, faces) if is_pdf else _html(timed, design, name, fonts).encode()
    finally:
        watch.close()
    with replacing(path) as file:
        file.write(data)


class _Part(NamedTuple):
    number: int
    heading: str


def _headings_of(puzzles: object) -> list[str]:
    """Return the headings of the parts."""
    headings = list(puzzles) if isinstance(puzzles, Mapping) else []
    for heading in headings:
        if not isinstance(heading, str):
            raise TypeError(f"a heading must be a string, got {type(heading).__name__}")
    return headings


def _entries(puzzles: Any, watch: Watch) -> list[Entry]:
    """Return the sheets of the puzzles in all parts, numbered consecutively."""
    parts: list[_Part] = []

    def flat() -> Iterator[Any]:
        for part, puzzle in _placed(puzzles):
            parts.append(part)
            yield puzzle

    sheets = sheets_of(flat(), watch, "booklet")
    return [
        Entry(number, *part, sheet) for number, (part, sheet) in enumerate(zip(parts, sheets, strict=True), 1)
    ]


def _placed(puzzles: Any) -> Iterator[tuple[_Part, Any]]:
    """Yield each puzzle with its part; a puzzle outside all parts belongs to the previous part."""
    is_named = isinstance(puzzles, Mapping)
    listed = [puzzles] if is_one(puzzles) else puzzles
    for number, item in enumerate(puzzles.items() if is_named else (("", each) for each in listed)):
        heading, some = item
        if isinstance(some, Iterable) and not is_one(some):
            yield from ((_Part(number, heading), puzzle) for puzzle in some)
        else:
            yield _Part(number if is_named else 0, heading), some


def _in_time(pages: list[Page], watch: Watch) -> Iterator[Page]:
    """Yield the pages; raise if the time limit passes before the last page."""
    for done, page in enumerate(pages):
        if watch.is_over(done=done, total=len(pages), stage="pages"):
            raise out_of_time(watch, "booklet", done)
        yield page


def _html(pages: Iterable[Page], design: Design, title: str, fonts: Fonts | None) -> str:
    """Return pages as HTML, each as one SVG of the paper's size."""
    width, height = PAPERS[design.paper]
    look = look_of(STYLES["print"])
    rules = (
        f"@page{{size:{width}pt {height}pt;margin:0}}body{{margin:0;background:#ddd}}"
        f".page{{width:{width}pt;height:{height}pt;margin:0 auto;background:#fff;break-after:page;overflow:hidden}}"
        ".page>svg{display:block;width:100%;height:100%}"
        "@media screen{.page{margin:12pt auto}}@media print{body{background:none}}"
        f".{look.name}>text{{font-family:Helvetica,Arial,sans-serif;fill:#000}}{look.rules}"
        f"{'' if fonts is None else _font_rules(fonts, look.name)}"
    )
    parts = [
        f'<!DOCTYPE html>\n<html lang="{design.language.code}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escaped(title)}</title>\n<style>{rules}</style>\n</head>\n<body>"
    ]
    for number, page in enumerate(pages, 1):
        label = escaped(design.language.booklet["page"].format(number=number))
        parts.append(
            f'<section class="page">\n<svg xmlns="http://www.w3.org/2000/svg" class="fastfuto {look.name}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
        )
        for item in page:
            parts.extend(_elements(item))
        parts.append("</svg>\n</section>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _font_rules(fonts: Fonts, name: str) -> str:
    """Return the style sheet rules that embed fonts; pencil marks keep a monospaced font."""
    faces = "".join(
        f"@font-face{{font-family:own;font-weight:{weight};src:url({font.address})}}"
        for weight, font in zip(("normal", "bold"), fonts, strict=True)
    )
    families = "font-family:own,Helvetica,Arial,sans-serif"
    return f"{faces}.{name}>text{{{families}}}.{name} g[class]:not(.candidate){{{families}}}"


def _elements(item: Text | Picture) -> list[str]:
    if isinstance(item, Text):
        weight = ' font-weight="bold"' if item.is_bold else ""
        anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
        turn = f' transform="rotate(180 {item.x:.2f} {item.y:.2f})"' if item.is_turned else ""
        return [
            f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size:.2f}"{weight}{anchor}{turn}>'
            f"{escaped(item.text)}</text>"
        ]
    move = f"translate({item.x:.2f} {item.y:.2f})"
    turn = f" rotate(180) translate({-item.width:.2f} {-item.height:.2f})" if item.is_turned else ""
    return [
        f'<g transform="{move}{turn} scale({item.scale / 40:.5f})">',
        *shape_elements(item.scene.shapes),
        "</g>",
    ]
