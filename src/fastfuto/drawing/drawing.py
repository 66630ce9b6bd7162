"""The verb `draw` and what it returns."""

from __future__ import annotations

import numbers
import os
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..formats import replacing
from ..logic.shelf import kept
from ..model import Model, not_solvable
from ..puzzles import Puzzle, clues_of
from .families import view_of
from .models import Rectangle
from .pages import page_of
from .scene import Scene
from .style import Style, style_named
from .svg import fitting_width, svg
from .text import coloured, native_text, pencil_marks
from .view import View

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..logic import Step

SUFFIXES = (".svg", ".html", ".txt", ".png", ".pdf")
"""What the name of a picture's file may end with."""
LONGEST_DESCRIPTION = 4000
"""Characters of a text board that stands in a picture for screen readers."""
WIDTH = 600
"""Width of a picture in pixels where a file needs one and the caller names none."""
MAX_SIZE = 100_000
"""Most pixels that a picture may be wide."""


class Drawing:
    """A picture of a puzzle; it is made when it is asked for.

    Notebooks show it as SVG.

    Attributes
    ----------
    svg : str
        A whole document, whose elements have classes: ``cell r4 c5 number``, ``sign lt``, ``candidate``, ``link``.
    html : str
        A whole page with the picture and, for a step, its sentence.
    text : str
        For terminals: the puzzle in a text that `fastfuto.parse` reads; below it pencil marks and the sentence of a
        step, if they were asked for.
    """

    __slots__ = ("__dict__", "_has_marks", "_size", "_step", "_style", "_view")

    def __init__(
        self, view: View, step: Step | None, has_marks: bool, style: Style, size: float | None
    ) -> None:
        self._view, self._step, self._has_marks = view, step, has_marks
        self._style, self._size = style, size

    def __repr__(self) -> str:
        return f"<Drawing: {self._scene.title}>"

    def _repr_svg_(self) -> str:
        """Return the picture as notebooks show it: not wider than it need be."""
        if self._size is not None:
            return self.svg
        return svg(self._scene, self._style, size=fitting_width(self._scene), description=self._description())

    @kept
    def _scene(self) -> Scene:
        return self._view.appearance.scene(self._view)

    @kept
    def svg(self) -> str:
        """The picture as SVG."""
        return svg(self._scene, self._style, size=self._size, description=self._description())

    @property
    def html(self) -> str:
        """The picture as a page."""
        return page_of(
            self._scene.title, self.svg, None if self._step is None else self._step.text(), self._style
        )

    @property
    def text(self) -> str:
        """The picture as text."""
        return native_text(self._view) + self._below()

    @property
    def coloured_text(self) -> str:
        """The picture as text with the colours of a terminal."""
        return coloured(self._view) + self._below()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or path-like
            Its suffix is .svg, .html, .txt, .png or .pdf. The latter two need the extra "pictures".

        Raises
        ------
        ValueError
            For another suffix, and for a size that is too large for a bitmap.
        ImportError
            If the extra is not installed.
        OSError
            If the file cannot be written.
        """
        suffix = os.path.splitext(os.fspath(path))[1].lower()
        if suffix == ".svg":
            data = self.svg.encode()
        elif suffix == ".html":
            data = self.html.encode()
        elif suffix == ".txt":
            data = self.text.encode()
        elif suffix in (".png", ".pdf"):
            data = _converted(self.svg, suffix, self._size)
        else:
            raise ValueError(
                f"there are no pictures in {suffix!r} files; names end with {', '.join(SUFFIXES)}"
            )
        with replacing(path) as file:
            file.write(data)

    def _below(self) -> str:
        parts = [pencil_marks(self._view)] if self._has_marks else []
        parts += [] if self._step is None else [self._step.text() + "\n"]
        return "".join(f"\n{part}" for part in parts)

    def _description(self) -> str:
        """Return what the picture shows in words, for screen readers."""
        view = self._view
        parts = []
        if len(view.clues) <= LONGEST_DESCRIPTION // 4 and _size_of_options(view) <= LONGEST_DESCRIPTION // 4:
            parts.append(native_text(view))
        if self._step is not None:
            parts.append(self._step.text())
        if view.conflicts:
            cells = sorted(divmod(cell, view.columns) for cell in view.conflicts)[:20]
            parts.append("Contradictions: " + ", ".join(f"r{r + 1}c{c + 1}" for r, c in cells) + ".")
        return "\n".join(parts)


def _size_of_options(view: View) -> int:
    model = None if view.clues else view.puzzle.model()
    return getattr(model, "n_memberships", 0)


def draw(
    puzzle: Puzzle[Any] | Model,
    solution: npt.ArrayLike | None = None,
    *,
    step: Step | None = None,
    candidates: npt.ArrayLike | None = None,
    conflict: Puzzle[Any] | None = None,
    shape: tuple[int, int] | None = None,
    style: str | Style | None = None,
    size: float | None = None,
) -> Drawing:
    """Draw a puzzle, with its solution, pencil marks or one step if they are given.

    Parameters
    ----------
    puzzle : Puzzle or Model
        It may contradict itself: the cells that do are marked. The cells of a model lie row by row in a rectangle.
        Units are drawn as regions or as lines through their cells, sums as cages, relations as dots or labels
        (o for neighbouring values, a filled one for a value and its double), and inequalities as signs or arrows.
    solution : array_like of int, the shape of a solution, optional
        What is filled in, 0 where blank; for an exact cover the options that are chosen. What breaks a rule is marked.
    step : Step, optional
        One step of `fastfuto.explain` or `fastfuto.hint`: cells that it rests on are tinted, its inequalities bold, its
        candidates ringed, removed ones struck out and placed ones on a disc; arrows number the links of a chain.
    candidates : array_like of bool, the shape of a solution and one entry for each value, optional
        Pencil marks. With a step, the candidates before it, which `Explanation.states` gives. Default for a step: what
        the clues and entries leave.
    conflict : Puzzle, optional
        What `fastfuto.conflicting_clues` returns for the puzzle. The cells of its numbers are marked as contradictions,
        its inequalities are bold, and the cells of inequalities, totals and rules are tinted.
    shape : (int, int), optional
        How many rows and columns the cells of a model have. Default: a square.
    style : str or Style, optional
        "light", "dark", "print", or "auto" (the default), which is light or dark as the viewer's device is set.
    size : float, optional
        Width in pixels. Default: as much as there is room for.

    Returns
    -------
    Drawing

    Raises
    ------
    PuzzleError
        If the solution, the candidates or the cells of a model have another shape or type, if the step or the conflict
        is one of another puzzle, and for a step of a family without steps.
    TypeError, ValueError
        For something else than a puzzle, a step or a style, and for a size that is not above 0 or above 100,000.

    Notes
    -----
    A 9 x 9 takes about half a millisecond. Of an exact cover 60 options and items are drawn.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> print(fastfuto.draw(puzzle, fastfuto.solve(puzzle).grid).text, end="")
    1 < 2
    <BLANKLINE>
    2 | 1
    >>> fastfuto.draw(puzzle)
    <Drawing: Futoshiki with 1 inequality, 2 x 2, 0 numbers>
    """
    if not isinstance(puzzle, Puzzle | Model):
        raise not_solvable(puzzle)
    if shape is not None and not isinstance(puzzle, Model):
        raise TypeError("shape is for models: a puzzle has its own")
    chosen = style_named(style)
    if size is not None and (
        isinstance(size, bool) or not (isinstance(size, numbers.Real) and 0 < size <= MAX_SIZE)
    ):
        raise ValueError(f"size must be a number of pixels above 0 and at most {MAX_SIZE}, got {size!r}")
    view = view_of(puzzle if isinstance(puzzle, Puzzle) else Rectangle(puzzle, shape), solution, candidates)
    if step is not None:
        from ..logic import Step
        from .steps import check_follows, show_step

        if not isinstance(step, Step):
            raise TypeError(f"step must be a Step, got {type(step).__name__}")
        show_step(view, puzzle, step, candidates is not None)
        if candidates is not None:
            check_follows(puzzle, step, candidates)
    if conflict is not None:
        if isinstance(puzzle, Model):
            raise PuzzleError("there are no pictures of conflicts of models")
        _show_conflict(view, puzzle, conflict)
    return Drawing(view, step, candidates is not None, chosen, size)


def _show_conflict(view: View, puzzle: Puzzle[Any], conflict: Puzzle[Any]) -> None:
    """Mark the clues of a puzzle that are those of another one."""
    if not isinstance(conflict, Puzzle):
        raise TypeError(f"conflict must be a Puzzle, got {type(conflict).__name__}")
    clues = clues_of(conflict)
    if not set(clues) <= set(clues_of(puzzle)):
        raise PuzzleError("the conflict has clues that the puzzle does not have")
    for clue in clues:
        places = [view.place(cell) for cell in clue.cells]
        if clue.value:
            view.conflicts.update(places)
        else:
            view.roles.update((place, "premise") for place in places)
        if len(places) == 2:
            view.used.add((places[0], places[1]))


def _converted(picture: str, suffix: str, size: float | None) -> bytes:
    """Return an SVG as a PNG or a PDF."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:  # OSError: the library cairo itself is missing.
        raise ImportError(
            f"{suffix} pictures need CairoSVG and the library cairo: pip install 'fastfuto[pictures]'"
        ) from error
    convert = cairosvg.svg2png if suffix == ".png" else cairosvg.svg2pdf
    try:
        data: bytes = convert(bytestring=picture.encode(), output_width=size or WIDTH)
    except Exception as error:  # Errors of cairo, which has a class of its own for them.
        raise ValueError(
            f"CairoSVG cannot make this picture: {str(error) or type(error).__name__}"
        ) from error
    return data
