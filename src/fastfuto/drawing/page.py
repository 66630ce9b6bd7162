"""The verb `page`: puzzles to play in one HTML file, whose scripts are the modules in the folder player."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LimitReached
from ..formats import replacing
from ..limits import ProgressOption, Watch
from ..logic import explain
from ..logic.board import logic_model, names_of
from ..logic.minutes import told
from ..logic.phrases import NUMBERS, PHRASES, WORDS
from ..logic.texts import with_article
from ..puzzles import Puzzle
from .families import appearance_of
from .scripts import joined, source
from .sheet import Sheet, out_of_time, patience, sheets_of
from .style import DARK, LIGHT, PRINT, Style
from .svg import escaped

if TYPE_CHECKING:
    from ..logic import Step
    from ..logic.board import Layout

__all__ = ["MODULES", "page", "page_text"]

MODULES = ("rules", "chains", "sets", "steps", "words", "game", "link", "store", "geometry", "board", "main")
"""The modules of the player; each one imports only earlier ones."""
OWN_STEPS = {
    *("mistake", "full house", "naked single", "hidden single", "inequality bound", "ascending chain"),
    *("ascending chain from candidates", "run combinations", "naked pair", "hidden pair", "naked triple"),
    *("hidden triple", "naked quadruple", "hidden quadruple", "naked set"),
}
"""Techniques that the player finds itself, in any position; steps of all others are stored in the page."""
ROOM = 7500
"""Characters that the packed steps of a puzzle may take, if there are at least ten."""
LONGEST = (10**9, 800, 400, 200, 100)
"""Characters of a premise: the first of these numbers is taken with which the steps fit their room."""
_NOT_IN_SCRIPTS = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


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
    A page with ten puzzles of 9 x 9 has less than 150 kB. For that, the middle of long chains is left out of stored
    steps where puzzles need very many of them. A puzzle takes some milliseconds, and one of the level diabolical
    half a second.

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
) -> str:
    """Return the page that `page` writes."""
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a text, got {type(title).__name__}")
    watch = Watch(timeout, progress)
    try:
        sheets = sheets_of(puzzles, watch, "page")
        data, steps = list[dict[str, Any]](), list[list[Any]]()
        for sheet in sheets:
            if watch.is_over(done=len(data), total=len(sheets), stage="steps"):
                raise out_of_time(watch, "page", len(data))
            data.append(_fields(sheet))
            steps.append(_stored_steps(sheet, patience(watch)))
    finally:
        watch.close()
    return _joined(title or "Puzzles", data, steps)


def _joined(title: str, data: list[dict[str, Any]], steps: list[list[Any]]) -> str:
    """Return the page: the template with the style sheet, the scripts and the data put into it."""
    script, sheet = joined(MODULES), _style_sheet()
    parts = {
        "title": escaped(title),
        "style": sheet,
        "style-hash": _digest(sheet),
        "script": script,
        "script-hash": _digest(script),
        "puzzles": _json(data).translate(_NOT_IN_SCRIPTS),
        "phrases": _json(phrases()).translate(_NOT_IN_SCRIPTS),
        "steps": _packed(steps),
    }
    # One pass, so that what a title holds is not taken for a name of a part.
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda found: parts[found[1]], source("page.html"))


def phrases() -> dict[str, Any]:
    """Return how the steps that the player finds itself are told, as JSON."""
    own = sorted({*OWN_STEPS, "contradiction"})
    return {
        "techniques": {name: {"name": with_article(name), **vars(PHRASES[name])} for name in own},
        "words": WORDS,
        "numbers": NUMBERS.split(),
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _digest(text: str) -> str:
    """Return what a content security policy calls a text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _style_sheet() -> str:
    """Return the style sheet, in which names of colours of the styles stand for themselves."""
    parts = {name: _colours(style) for name, style in (("light", LIGHT), ("dark", DARK), ("print", PRINT))}
    sheet = re.sub(r"/\*.*?\*/", "", source("page.css"), flags=re.DOTALL)
    lines = "\n".join(filter(None, map(str.strip, sheet.splitlines())))
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], lines)


def _colours(style: Style) -> str:
    fields = {field.name: getattr(style, field.name) for field in dataclasses.fields(style)}
    return ";".join(f"--{name}:{colour}" for name, colour in fields.items() if isinstance(colour, str))


# The data -------------------------------------------------------------------------------------------------


def _fields(sheet: Sheet) -> dict[str, Any]:
    """Return what the page needs of a puzzle, as JSON."""
    puzzle = sheet.puzzle
    model = logic_model(puzzle)
    names = names_of(puzzle, model)
    rows, columns = puzzle.shape
    n = model.n_values
    own = appearance_of(puzzle).page
    assert own is not None
    starts, cells = model.sums.starts.tolist(), model.sums.cells.tolist()
    fields: dict[str, Any] = {
        "id": sheet.id,
        "name": f"{sheet.family} {sheet.size}",
        "level": sheet.level,
        "time": "" if sheet.minutes is None else told(sheet.minutes),
        "line": sheet.line,
        "rows": rows,
        "columns": columns,
        "n": n,
        "given": _values(names.gather(np.asarray(puzzle).astype(np.int64))),
        "less": model.inequalities.tolist(),
        "solutions": sheet.solutions,
        "solution": None,
        "units": [],
        "sums": [
            {"cells": cells[starts[k] : starts[k + 1]], "total": total}
            for k, total in enumerate(model.sums.totals.tolist())
        ],
        **own(puzzle, names),
    }
    # The rows and the columns of a square come first, and are the same for all of a size.
    first = 2 * n if "square" in fields else 0
    fields["units"] = [
        [line[0], int(line[1]) + 1, list(cells)]
        for line, cells in zip(names.lines[first:], names.units[first:], strict=True)
    ]
    if sheet.solutions == "one" and sheet.solution is not None:
        fields["solution"] = _values(names.gather(sheet.solution.astype(np.int64)))
    return fields


def _values(values: Any) -> str:
    """Return values with one character each: 0 for none, 1 to 9, then a to p."""
    return "".join(np.base_repr(value, 36).lower() if 0 <= value < 36 else "0" for value in values.tolist())


def _stored_steps(sheet: Sheet, timeout: float) -> list[Any]:
    """Return the steps of an explanation that the player cannot find itself, as JSON."""
    if sheet.solutions != "one":
        return []
    try:
        steps = explain(sheet.puzzle, timeout=timeout).steps
    except LimitReached as late:
        steps = late.solutions.steps
    names = names_of(sheet.puzzle, logic_model(sheet.puzzle))
    return [_step_fields(step, names) for step in steps if step.technique not in OWN_STEPS]


def _step_fields(step: Step, names: Layout) -> list[Any]:
    """Return a step as JSON, in words and in numbers.

    The words are where to look, the technique, the premise, and what follows; the numbers are what it places and
    removes, its cells and its inequalities.
    """
    number = names.numbers
    cells = {number[cell] for cell in step.cells} | {
        number[cell] for link in step.links for cell, _ in link[:2]
    }
    where, technique, premise, everything = (step.text(degree) for degree in range(4))
    premise = premise.removesuffix(".")
    return [
        where.removeprefix("Look at ").removesuffix("."),
        technique.partition(" is here")[0],
        premise,
        everything.removeprefix(premise),
        [[number[cell], value] for cell, value in step.placed],
        [[number[cell], list(values)] for cell, values in step.removed],
        sorted(cells),
        [[number[a], number[b]] for a, b in step.inequalities],
    ]


def _packed(steps: list[list[Any]]) -> str:
    """Return the steps of all puzzles, packed; long chains without their middle where they take too much room."""
    room = ROOM * max(len(steps), 10)
    for most in LONGEST:
        shorter = [[[*step[:2], _shortened(step[2], most), *step[3:]] for step in each] for each in steps]
        packed = base64.b64encode(zlib.compress(_json(shorter).encode(), 9, -15)).decode()
        if len(packed) <= room:
            break
    return packed


def _shortened(text: str, most: int) -> str:
    """Return a premise of about so many characters, with dots for what was left out."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2].rpartition(', ')[0]}, …, {text[-most // 2 :].partition(', ')[2]}"
