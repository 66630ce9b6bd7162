"""Pictures as text: the README's form for Futoshiki, and text that `parse` reads for every family."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PuzzleError
from .cells import MARGIN
from .scene import Label, Scene, Shape
from .view import Appearance, View


def native_text(view: View) -> str:
    """Return a puzzle as text with the values of the solution. Each line ends with a newline."""
    return "".join(view.appearance.text(view))


def filled(view: View) -> Any:
    """Return a grid puzzle with the values of the solution in its cells."""
    puzzle = view.puzzle
    if not any(view.solved):
        return puzzle
    return puzzle.filled(np.array(view.values, np.int64).reshape(puzzle.shape))


def plain_text(view: View) -> tuple[str, str]:
    """Return a grid puzzle in its own format."""
    return str(filled(view)), ""


def pencil_marks(view: View) -> str:
    """Return the pencil marks of all cells as a table."""
    assert view.marks is not None
    joint = "" if view.n_values <= 9 else ","
    words = [
        str(value) if value else joint.join(map(str, marks)) or "-"
        for value, marks in zip(view.values, view.marks, strict=True)
    ]
    width = max(map(len, words))
    rows = [words[k : k + view.columns] for k in range(0, len(words), view.columns)]
    return "".join("  ".join(word.ljust(width) for word in row).rstrip() + "\n" for row in rows)


def text_scene(view: View) -> Scene:
    """Return the text of a puzzle as a picture, for families without another picture."""
    lines = native_text(view).splitlines()
    size = 0.4
    width = max(map(len, lines), default=1) * 0.62 * size + 2 * MARGIN
    shapes: list[Shape] = [
        Label("candidate", width / 2, MARGIN + (k + 0.5) * 1.2 * size, line.replace(" ", "\u00a0"), size)
        for k, line in enumerate(line.ljust(max(map(len, lines))) for line in lines)
    ]
    height = len(lines) * 1.2 * size + 2 * MARGIN
    return Scene(width, height, "puzzle", f"A puzzle of the family {view.puzzle.family}", shapes)


def _view(view: View, solution: Any, candidates: Any) -> None:
    view.shown = None if solution is None else np.asarray(solution)
    if candidates is not None:
        raise PuzzleError(f"candidates cannot be drawn for the family {view.puzzle.family!r}")


def _text(view: View) -> tuple[str, str]:
    return (str(view.puzzle) if view.shown is None else view.puzzle.show(view.shown)), ""


PLAIN = Appearance(_view, text_scene, _text)
"""The appearance of a family without its own record: only its text."""
