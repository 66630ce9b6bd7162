"""Exact covers: a matrix with a row for each option and a column for each item."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from ..errors import PuzzleError
from ..limits import whole
from ..puzzles import ExactCover
from .cells import MARGIN
from .scene import Box, Label, Path, Scene, Shape
from .view import Appearance, View

MOST_ROWS, MOST_COLUMNS = 60, 60
"""Largest numbers of options and items that are drawn, to keep the picture readable."""
LONGEST = 12
"""Most characters of a name that are drawn."""
SIDE = 0.64
"""Height of a row, and smallest width of a column."""
_FONT = 0.34
_WIDTH = 0.6
"""Upper bound on the width of a character, in heights of the font."""


def _view(view: View, solution: Any, candidates: Any) -> None:
    if solution is not None:
        view.chosen = _options(view.puzzle, solution)
    if candidates is not None:
        raise PuzzleError("candidates cannot be drawn for an exact cover, because it has no cells")


def _options(cover: ExactCover, solution: Any) -> list[int]:
    try:
        chosen = [whole(option) for option in solution]
    except TypeError:
        raise PuzzleError("the solution of an exact cover must be a list of option numbers") from None
    count = cover.model().n_options
    for option in chosen:
        if not 0 <= option < count:
            raise PuzzleError(
                f"the solution has option {option}, but the options are numbered 0 to {count - 1}"
            )
    return chosen


def _scene(view: View) -> Scene:
    """Return the matrix of an exact cover, with marks on chosen options and on wrongly shared items."""
    cover = view.puzzle
    model = cover.model()
    chosen = set(view.chosen or ())
    n_options, n_items = model.n_options, len(cover.items)
    rows = _shown_rows(n_options, chosen)
    items = list(map(_name, cover.items[:MOST_COLUMNS]))
    names = [_name(k if cover.names is None else cover.names[k]) for k in rows]
    widths = [max(SIDE, len(item) * _FONT * _WIDTH + 0.2) for item in items]
    left = MARGIN + max([len(name) * _FONT * _WIDTH for name in names], default=0) + 0.15
    top = MARGIN + SIDE
    starts = [left + sum(widths[:c]) for c in range(len(widths) + 1)]
    wrong = _not_covered_once(cover, view.chosen)
    shapes: list[Shape] = [
        Label("name", x + width / 2, top - SIDE / 2, item, _FONT)
        for x, width, item in zip(starts, widths, items, strict=False)
    ]
    bounds = model.option_starts
    for r, (option, name) in enumerate(zip(rows, names, strict=True)):
        y = top + r * SIDE
        members = model.option_items[bounds[option] : bounds[option + 1]].tolist()
        colours = model.colours[bounds[option] : bounds[option + 1]].tolist()
        colour_of = dict(zip(members, colours, strict=True))
        shapes.append(
            Label("number end" if option in chosen else "name end", left - 0.12, y + SIDE / 2, name, _FONT)
        )
        shapes += _row(cover, r, y, starts, widths, colour_of, option in chosen, wrong)
    bottom = top + len(rows) * SIDE
    if 0 < cover.n_primary < len(items):
        shapes.append(Path("wall", starts[cover.n_primary], MARGIN, (("v", bottom - MARGIN),)))
    left_out = [
        f"{total - shown} more {what}"
        for total, shown, what in ((n_options, len(rows), "options"), (n_items, len(items), "items"))
        if total > shown
    ]
    note = f"... and {' and '.join(left_out)}" if left_out else ""
    note = note if rows else "no options"
    width = max(starts[-1] + MARGIN, 2 * MARGIN + len(note) * _FONT * _WIDTH)
    if note:
        shapes.append(Label("name", width / 2, bottom + SIDE / 2, note, _FONT))
        bottom += SIDE
    title = f"Exact cover of {n_items} item{'s'[: n_items != 1]} by {n_options} option{'s'[: n_options != 1]}"
    return Scene(width, bottom + MARGIN, cover.family, title, shapes)


def _row(
    cover: ExactCover,
    r: int,
    y: float,
    starts: list[float],
    widths: list[float],
    colour_of: dict[int, int],
    is_chosen: bool,
    wrong: set[int],
) -> Iterator[Shape]:
    for c, (x, width) in enumerate(zip(starts, widths, strict=False)):
        is_member = c in colour_of
        extra = " placed" if is_chosen else ""
        if is_chosen and is_member and c in wrong:
            extra = " conflict"
        yield Box(f"cell r{r + 1} c{c + 1} {'number' if is_member else 'empty'}{extra}", x, y, width, SIDE)
        if extra == " conflict":
            inner = (("h", width - 0.12), ("v", SIDE - 0.12), ("h", 0.12 - width), ("z",))
            yield Path("edge", x + 0.06, y + 0.06, inner)
        if is_member and colour_of[c]:
            colour = _name(cover.colours[colour_of[c] - 1])
            size = min(_FONT, (width - 0.1) / (len(colour) * _WIDTH))
            yield Label("number", x + width / 2, y + SIDE / 2, colour, size)
        elif is_member:
            yield Box("member", x + width / 2 - 0.15, y + SIDE / 2 - 0.15, 0.3, 0.3)


def _shown_rows(n_options: int, chosen: set[int]) -> list[int]:
    """Return the options to draw in the order of their numbers; chosen options have precedence."""
    if n_options <= MOST_ROWS:
        return list(range(n_options))
    shown = sorted(chosen)[:MOST_ROWS]
    others = (option for option in range(n_options) if option not in chosen)
    while len(shown) < MOST_ROWS:
        shown.append(next(others))
    return sorted(shown)


def _not_covered_once(cover: ExactCover, chosen: list[int] | None) -> set[int]:
    """Return the items that several chosen options cover, unless all give the same colour."""
    model = cover.model()
    found: dict[int, int] = {}
    wrong = set()
    for option in chosen or ():
        at = slice(model.option_starts[option], model.option_starts[option + 1])
        for item, colour in zip(model.option_items[at].tolist(), model.colours[at].tolist(), strict=True):
            if item in found and not (colour and found[item] == colour):
                wrong.add(item)
            found[item] = colour
    return wrong


def _name(name: Hashable) -> str:
    text = " ".join(str(name).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _text(view: View) -> tuple[str, str]:
    cover = view.puzzle
    if view.chosen is not None:
        return cover.show(np.array(view.chosen, np.int32)), ""
    return (str(cover) if cover.n_primary else repr(cover) + "\n"), ""


EXACT_COVER = Appearance(_view, _scene, _text)
