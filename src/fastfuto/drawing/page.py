"""The verb `page`: puzzles to play in one HTML file, whose scripts are the modules in the folder player."""

from __future__ import annotations

import base64
import dataclasses
import functools
import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import LimitReached
from ..formats import replacing
from ..languages import ENGLISH
from ..limits import ProgressOption, Watch
from ..logic import explain
from ..puzzles import Puzzle
from .fields import fields_of
from .scripts import joined, packed_module, rule_tables, source, worker_script
from .sheet import Sheet, out_of_time, patience, sheets_of
from .style import DARK, LIGHT, PRINT, Style
from .svg import escaped

if TYPE_CHECKING:
    from ..logic import Step

COMMON = (
    *(
        "rules",
        "marks",
        "game",
        "link",
        "store",
        "shelf",
        "speech",
        "words",
        "geometry",
        "picture",
        "board",
        "teach",
        "desk",
    ),
    "main",
)
"""The modules of every page; each one imports only earlier ones."""
BACKENDS: dict[str, tuple[str, ...]] = {
    "stored": ("chains", "sets", "steps", "module", "stored"),
    "served": ("served",),
}
"""The modules that answer a page; the last of them starts it: what a file needs, and what a server does."""
OWN_STEPS = {
    *("mistake", "full house", "naked single", "hidden single", "inequality bound", "ascending chain"),
    *("ascending chain from candidates", "run combinations", "naked pair", "hidden pair", "naked triple"),
    *("hidden triple", "naked quadruple", "hidden quadruple", "naked set"),
}
"""Techniques that the player finds itself, in any position; steps of all others are stored in the page."""
TINTS = {
    "tints": ("#d1d5db", "#fde68a", "#bbf7d0", "#bfdbfe", "#fbcfe8", "#fed7aa", "#ddd6fe"),
    "shades": ("#374151", "#713f12", "#14532d", "#1e3a8a", "#831843", "#7c2d12", "#4c1d95"),
}
"""Colours of faint lines, and the colours in which players paint cells: light and dark."""
ROOM = 7_000
"""Characters that the packed steps of a puzzle may take, if there are at least ten."""
NOT_IN_SCRIPTS = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""Characters that could end a script, and how JSON spells them."""


def page(
    puzzles: Puzzle[Any] | Iterable[Puzzle[Any]],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> None:
    """Write puzzles as one HTML page on which they can be played, without a network.

    Parameters
    ----------
    puzzles : Puzzle, or iterable of them
        Futoshiki, Latin squares, Sudoku and Kakuro up to 25 x 25. One without a solution, or with several, can be
        played, too; the page says so.
    path : str or path-like
        The file.
    title : str, optional
        Heading of the page. Default: "Puzzles".
    timeout : float, optional
        Time limit in seconds. Default: none, but the solution, the level and the steps of one puzzle are each looked
        for during a second at most; what is not found by then is not on the page.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` for each puzzle; True shows a bar on standard error.

    Raises
    ------
    LimitReached
        If the time is up. Nothing is written then.
    OSError
        If the file cannot be written.
    PuzzleError
        If there are no puzzles, for other families, and for larger grids.
    TypeError
        For something else than puzzles, or a title that is not a text.

    Notes
    -----
    A page with ten puzzles of 9 x 9 has less than 300 kB, of which the engines are 140 kB. Where puzzles need very
    many steps, as large ones of the hardest levels do, the last of these are left out for that. A puzzle takes some
    milliseconds, and one of the level diabolical half a second.

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
    text = page_text(puzzles, title=title, timeout=timeout, progress=progress)
    with replacing(path) as file:
        file.write(text.encode())


def page_text(
    puzzles: Puzzle[Any] | Iterable[Puzzle[Any]],
    *,
    title: str | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
    token: str | None = None,
) -> str:
    """Return the page that `page` writes; with a token, that which a server of `fastfuto.serving` gives."""
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a text, got {type(title).__name__}")
    watch = Watch(timeout, progress)
    try:
        sheets = sheets_of(puzzles, watch, "page")
        data, steps = list[dict[str, Any]](), list[list[Any]]()
        for sheet in sheets:
            if watch.is_over(done=len(data), total=len(sheets), stage="steps"):
                raise out_of_time(watch, "page", len(data))
            data.append(fields_of(sheet))
            steps.append([] if token else _stored_steps(sheet, patience(watch)))
    finally:
        watch.close()
    return _joined(title or "Puzzles", data, steps, token)


_SERVER = {"compile": "", "connect": " connect-src 'self';", "engine": "", "worker": "", "tables": "null"}
"""What the policy of a page that is served allows, and the engines that it does without."""


@functools.cache
def _engines() -> dict[str, str]:
    """Return the engines that a file brings along, and what its policy must allow for them."""
    return {
        "compile": " 'wasm-unsafe-eval'",
        "connect": " worker-src blob:;",
        "engine": packed_module(),
        "worker": worker_script(),
        "tables": rule_tables(),
    }


def _joined(title: str, data: list[dict[str, Any]], steps: list[list[Any]], token: str | None = None) -> str:
    """Return the page: the template with the style sheet, the scripts and the data put into it."""
    backend = BACKENDS["stored" if token is None else "served"]
    script, sheet = joined((*COMMON, *backend)), style_sheet()
    parts = {
        "title": escaped(title),
        "style": sheet,
        "style-hash": digest(sheet),
        "script": script,
        "script-hash": digest(script),
        **(_engines() if token is None else _SERVER),
        "backend": as_json({"token": token}),
        "puzzles": as_json(data).translate(NOT_IN_SCRIPTS),
        "phrases": as_json(phrases()).translate(NOT_IN_SCRIPTS),
        "steps": _packed(steps),
    }
    # One pass, so that what a title holds is not taken for a name of a part.
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda found: parts[found[1]], source("page.html"))


def phrases() -> dict[str, Any]:
    """Return how steps are told, as JSON."""
    return {
        "phrases": {name: vars(told) for name, told in ENGLISH.phrases.items()},
        "below": ENGLISH.below,
        "techniques": ENGLISH.techniques,
        "words": ENGLISH.words,
        "ties": ENGLISH.ties,
        "joints": ENGLISH.joints,
        "lines": ENGLISH.lines,
        "numbers": ENGLISH.numbers.split(),
    }


def as_json(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> str:
    """Return what a content security policy calls a text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def style_sheet() -> str:
    """Return the style sheet, in which names of colours of the styles stand for themselves."""
    parts = {name: _colours(style) for name, style in (("light", LIGHT), ("dark", DARK), ("print", PRINT))}
    for name, (faint, *colours) in TINTS.items():
        tints = [f"--tint-{number}:{colour}" for number, colour in enumerate(colours, 1)]
        parts[name] = ";".join([f"--faint:{faint}", *tints])
    sheet = re.sub(r"/\*.*?\*/", "", source("page.css"), flags=re.DOTALL)
    lines = "\n".join(filter(None, map(str.strip, sheet.splitlines())))
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], lines)


def _colours(style: Style) -> str:
    fields = {field.name: getattr(style, field.name) for field in dataclasses.fields(style)}
    return ";".join(f"--{name}:{colour}" for name, colour in fields.items() if isinstance(colour, str))


def _stored_steps(sheet: Sheet, timeout: float) -> list[dict[str, Any]]:
    """Return the steps of an explanation that the player cannot find itself, as JSON."""
    if sheet.solutions != "one":
        return []
    try:
        steps = explain(sheet.puzzle, timeout=timeout).steps
    except LimitReached as late:
        steps = late.solutions.steps
    return [_step_fields(step) for step in steps if step.technique not in OWN_STEPS]


def _step_fields(step: Step) -> dict[str, Any]:
    """Return a step as JSON, without its score and what it does not have."""
    fields = {**step.fields(), "score": None, "cases": [_step_fields(case) for case in step.cases]}
    return {name: value for name, value in fields.items() if value}


def _packed(steps: list[list[Any]]) -> str:
    """Return the steps of all puzzles, packed; the last ones of long lists are left out where they take too much."""
    room = ROOM * max(len(steps), 10)
    while True:
        packed = base64.b64encode(zlib.compress(as_json(steps).encode(), 9, -15)).decode()
        most = max(map(len, steps))
        if len(packed) <= room or not most:
            return packed
        steps = [each[: most * 3 // 4] for each in steps]
