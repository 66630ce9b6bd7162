"""The verb `page`: playable puzzles in one HTML file, with the modules of the folder player as scripts."""

from __future__ import annotations

import base64
import dataclasses
import html
import json
import os
import re
from collections.abc import Iterable
from typing import Any

from ..formats import replacing
from ..languages import ENGLISH, Language, LanguageCode, language_named
from ..limits import ProgressOption, Watch
from ..puzzles import Puzzle
from ..puzzles.variants import RULES
from .fields import fields_of
from .scripts import joined, packed_module, rule_tables, source, worker_script
from .sheet import sheets_of
from .style import DARK, LIGHT, PRINT, Style
from .svg import escaped

MODULES = (
    *("rules", "marks", "game", "link", "store", "shelf", "history", "speech", "clauses", "words", "naming"),
    *("geometry", "picture", "board", "teach", "draft", "desk", "module", "hints", "ending", "puzzles"),
    *("export", "pad", "savepoints", "about", "questions", "drafting", "sharing", "controls", "main"),
)
"""The modules of the page; each imports only earlier modules."""
PALETTES = {
    "light": dataclasses.replace(
        LIGHT,
        paper="#f6f4ef",
        line="#b9b3a4",
        number="#1d2230",
        solved="#3648c8",
        candidate="#5a606f",
        sign="#6d6756",
        black="#2d3242",
        band="#fbf7ec",
        premise="#fff1d3",
        placed="#e3f4ea",
        conflict="#fde3e0",
        removed="#b3261e",
        link="#8f5300",
    ),
    "dark": dataclasses.replace(
        DARK,
        paper="#14161d",
        cell="#1f232d",
        line="#596173",
        number="#eef0f6",
        solved="#9db0ff",
        candidate="#b0b6c6",
        sign="#b6b1a2",
        band="#262a36",
        premise="#433211",
        placed="#1b3a2b",
        conflict="#5c1f1c",
        removed="#ff9c94",
        link="#ffc766",
    ),
    "print": PRINT,
}
"""Colours of the page. Each colour has one meaning: blue for the player, amber for hints, red for mistakes, and green
for finished parts."""
FURTHER = ("faint", "selected", "peer", "given", "done", *(f"tint-{number}" for number in range(1, 7)))
"""Further colours: faint lines, selected cells, their lines, cells of printed numbers, finished parts, and the colours
in which players paint cells."""
TINTS = {
    "light": "#e6e1d6 #e6e9fb #f7f8fe #f1ede3 #1a7048 #fde68a #bbf7d0 #bfdbfe #fbcfe8 #fed7aa #ddd6fe",
    "dark": "#2b303c #2c3666 #242938 #2b303d #7fd6a6 #713f12 #14532d #1e3a8a #831843 #7c2d12 #4c1d95",
    "print": "#cccccc #ffffff #ffffff #ffffff #000000",
}
"""The values of the further colours."""
NOT_IN_SCRIPTS = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""Characters that could end a script, with their escapes in JSON."""


def page(
    puzzles: Puzzle[Any] | Iterable[Puzzle[Any]],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    language: LanguageCode = "en",
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> None:
    """Write an HTML page for playing puzzles offline.

    Parameters
    ----------
    puzzles : Puzzle, or iterable of them
        Futoshiki, Adjacent, Latin squares, Sudoku, variants and Kakuro up to 25 x 25. The page also accepts puzzles
        without a solution or with several solutions, and marks them with a note.
    path : str or path-like
        The file.
    title : str, optional
        Heading of the page. Default: "Puzzles", in the language of the page.
    language : str, optional
        Language of the page and of its hints, such as "de" for German. Error messages about puzzles that a player
        enters as text are always in English.
    timeout : float, optional
        Time limit in seconds. Default: none. In any case, the search for a puzzle's solution ends after one second, and
        so does its grading; the page omits results that are not found by then.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` for each puzzle; True shows a bar on standard error.

    Raises
    ------
    LimitReached
        If the time limit passes before the page is complete. No file is written in this case.
    OSError
        If the file cannot be written.
    PuzzleError
        If there are no puzzles, a family is not supported, or a grid is too large.
    TypeError
        If an item is not a puzzle, or the title is not a str.
    ValueError
        If there is no such language.

    See Also
    --------
    fastfuto.booklet : Write a booklet to print.
    fastfuto.draw : Draw one puzzle.
    fastfuto.generate_many : Make the puzzles.

    Notes
    -----
    A page takes about 350 kB, including 180 kB for the engines, and about 1 kB more for each 9 x 9 puzzle.

    Examples
    --------
    >>> import fastfuto, pathlib, tempfile
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "page.html")
    ...     fastfuto.page(puzzle, path, title="For the train")
    ...     text = path.read_text(encoding="utf-8")
    >>> "<title>For the train</title>" in text, "://" in text.replace("http://www.w3.org", "")
    (True, False)
    """
    text = page_text(puzzles, title=title, language=language, timeout=timeout, progress=progress)
    with replacing(path) as file:
        file.write(text.encode())


def page_text(
    puzzles: Puzzle[Any] | Iterable[Puzzle[Any]],
    *,
    title: str | None = None,
    language: LanguageCode = "en",
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> str:
    """Return the page that `page` writes."""
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a string, got {type(title).__name__}")
    tables = language_named(language)
    watch = Watch(timeout, progress)
    try:
        sheets = sheets_of(puzzles, watch, "page")
    finally:
        watch.close()
    return _joined(title or tables.booklet["puzzles"], [fields_of(sheet) for sheet in sheets], tables)


def _joined(title: str, data: list[dict[str, Any]], language: Language) -> str:
    """Return the page: the template with the style sheet, the scripts and the data inserted."""
    script, sheet = joined(MODULES), style_sheet()
    parts = {
        "title": escaped(title),
        "language": language.code,
        "style": sheet,
        "style-hash": digest(sheet),
        "script": script,
        "script-hash": digest(script),
        "engine": packed_module(),
        "worker": worker_script(),
        "tables": rule_tables(),
        "puzzles": as_json(data).translate(NOT_IN_SCRIPTS),
        "phrases": as_json(phrases(language)).translate(NOT_IN_SCRIPTS),
    }
    # All parts are replaced in one pass, so no text in a title is mistaken for the name of a part.
    template = _translated(source("page.html"), language)
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda found: parts[found[1]], template)


def _translated(template: str, language: Language) -> str:
    """Return a template in another language: the texts between tags and in two attributes are translated."""

    def own(found: re.Match[str]) -> str:
        text = html.unescape(found[2])
        return found[1] + escaped(language.page.get(text, text)) + found[3]

    return re.sub(r'(>|aria-label="|placeholder=")([^<>{}"\n]*[A-Za-z][^<>{}"\n]*)(<|")', own, template)


def phrases(language: Language = ENGLISH) -> dict[str, Any]:
    """Return the phrases of steps and the texts of the page, as JSON."""
    return {
        "phrases": {name: vars(told) for name, told in language.phrases.items()},
        "below": language.below,
        "techniques": language.techniques,
        "words": language.words,
        "ties": language.ties,
        "joints": language.joints,
        "lines": language.lines,
        "numbers": language.numbers.split(),
        "grammar": language.grammar,
        "page": language.page,
        "variants": {name: [language.variants[name], language.rules[name]] for name in RULES},
    }


def as_json(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> str:
    """Return the hash of a text in a content security policy."""
    import hashlib  # Importing this module takes longer than importing this one.

    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def style_sheet() -> str:
    """Return the style sheet, with the colours of the styles inserted."""
    parts = {name: _colours(style, TINTS[name]) for name, style in PALETTES.items()}
    sheet = re.sub(r"/\*.*?\*/", "", source("page.css"), flags=re.DOTALL)
    lines = "\n".join(filter(None, map(str.strip, sheet.splitlines())))
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], lines)


def _colours(style: Style, tints: str) -> str:
    fields = {field.name: getattr(style, field.name) for field in dataclasses.fields(style)}
    colours = {name: colour for name, colour in fields.items() if isinstance(colour, str)}
    colours.update(zip(FURTHER, tints.split(), strict=False))
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())
