"""The verb `booklet`: puzzles to print, with answers, as PDF or HTML."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias, get_args

from ..formats import replacing
from ..limits import ProgressOption, Watch, at_least
from ..puzzles import Puzzle
from .layout import PAPERS, Paper, Picture, Text, lay_out
from .pdf import check_title, pdf_of
from .sheet import out_of_time, sheets_of
from .style import STYLES, look_of
from .svg import escaped, shape_elements

__all__ = ["BOOK_SUFFIXES", "MOST_A_PAGE", "Answers", "booklet"]

Answers: TypeAlias = Literal["end", "foot", "none"]
"""Where answers stand: on pages at the end, upside down at the foot of each page, or nowhere."""
BOOK_SUFFIXES = (".pdf", ".html")
"""What the name of a booklet may end with."""
MOST_A_PAGE = 12


def booklet(
    puzzles: Puzzle[Any] | Iterable[Puzzle[Any]],
    path: str | os.PathLike[str],
    *,
    per_page: int = 4,
    answers: Answers = "end",
    paper: Paper = "A4",
    title: str | None = None,
    large_print: bool = False,
    strips: bool = False,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> None:
    """Write puzzles as a booklet to print, with number, level and id under each.

    Parameters
    ----------
    puzzles : Puzzle, or iterable of them
        Futoshiki, Latin squares, Sudoku and Kakuro up to 25 x 25.
    path : str or path-like
        Its suffix is .pdf, which needs the extra "pdf", or .html, which browsers print page by page.
    per_page : int
        Puzzles on a page, 1 to 12.
    answers : {"end", "foot", "none"}
        Answers on pages at the end, upside down at the foot of each page, or nowhere. A puzzle without exactly one
        solution has no answer; a line says why.
    paper : {"A4", "A5", "Letter", "Legal"}
    title : str, optional
        Stands at the head of each page.
    large_print : bool
        Larger digits and captions: 18 points at least, or the booklet is refused.
    strips : bool
        Small print of all values in each empty cell, to be struck out.
    timeout, progress : optional
        As for `fastfuto.page`.

    Raises
    ------
    ImportError
        For a PDF without the extra "pdf".
    LimitReached
        If the time is up. Nothing is written then.
    OSError
        If the file cannot be written.
    PuzzleError
        If there are no puzzles, for other families and larger grids, and for large print that does not fit.
    TypeError, ValueError
        For something else than puzzles, an option out of range, another suffix, and a title with characters that the
        font of the PDF does not have.

    Notes
    -----
    A booklet of a hundred 9 x 9 with answers takes about a second.

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
            f"there are no booklets in {suffix!r} files; names end with {' or '.join(BOOK_SUFFIXES)}"
        )
    if at_least(1, per_page, "per_page") > MOST_A_PAGE:
        raise ValueError(f"per_page must be 1 to {MOST_A_PAGE}, got {per_page}")
    for name, value, allowed in (("answers", answers, get_args(Answers)), ("paper", paper, tuple(PAPERS))):
        if value not in allowed:
            raise ValueError(f"{name} must be {', '.join(allowed[:-1])} or {allowed[-1]}, got {value!r}")
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a text, got {type(title).__name__}")
    if suffix == ".pdf":
        check_title(title)
    watch = Watch(timeout, progress)
    try:
        sheets = sheets_of(puzzles, watch, "booklet")
        pages = lay_out(
            sheets,
            per_page=per_page,
            answers=answers,
            paper=paper,
            title=title,
            large_print=large_print,
            strips=strips,
        )
        timed = _in_time(pages, watch)
        data = pdf_of(timed, paper, title) if suffix == ".pdf" else _html(timed, paper, title).encode()
    finally:
        watch.close()
    with replacing(path) as file:
        file.write(data)


def _in_time(pages: list[list[Text | Picture]], watch: Watch) -> Iterator[list[Text | Picture]]:
    """Yield the pages; an error if the time is up before the last one."""
    for done, page in enumerate(pages):
        if watch.is_over(done=done, total=len(pages), stage="pages"):
            raise out_of_time(watch, "booklet", done)
        yield page


def _html(pages: Iterable[list[Text | Picture]], paper: Paper, title: str | None) -> str:
    """Return pages as HTML: one SVG of the size of the paper for each."""
    width, height = PAPERS[paper]
    look = look_of(STYLES["print"])
    rules = (
        f"@page{{size:{width}pt {height}pt;margin:0}}body{{margin:0;background:#ddd}}"
        f".page{{width:{width}pt;height:{height}pt;margin:0 auto;background:#fff;break-after:page;overflow:hidden}}"
        ".page>svg{display:block;width:100%;height:100%}"
        "@media screen{.page{margin:12pt auto}}@media print{body{background:none}}"
        f".{look.name}>text{{font-family:Helvetica,Arial,sans-serif;fill:#000}}{look.rules}"
    )
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escaped(title or 'Puzzles')}</title>\n<style>{rules}</style>\n</head>\n<body>"
    ]
    for number, page in enumerate(pages, 1):
        parts.append(
            f'<section class="page">\n<svg xmlns="http://www.w3.org/2000/svg" class="fastfuto {look.name}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="Page {number}">'
        )
        for item in page:
            parts.extend(_elements(item))
        parts.append("</svg>\n</section>")
    return "\n".join([*parts, "</body>\n</html>\n"])


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
