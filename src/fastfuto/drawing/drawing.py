"""The verb `draw` and the class of its results."""

from __future__ import annotations

import numbers
import os
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError, printable, wrapped
from ..formats import replacing
from ..languages import LanguageCode, language_named
from ..limits import renamed
from ..logic.shelf import kept
from ..model import Model, not_solvable, puzzle_of
from ..puzzles import Puzzle, clues_of
from .board import board
from .families import view_of
from .models import Rectangle
from .pages import page_of
from .scene import Scene
from .style import Style, style_named
from .svg import fitting_width, svg
from .text import native_text, pencil_marks
from .view import View

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..logic import Step

SUFFIXES = (".svg", ".html", ".txt", ".png", ".pdf")
"""Suffixes of picture files."""
LONGEST_DESCRIPTION = 4000
"""Most characters of a text board in a picture's description for screen readers."""
WIDTH = 600
"""Default width in pixels of pictures in files that need a width."""
MAX_SIZE = 100_000
"""Largest width of a picture in pixels."""


class Drawing:
    """A picture of a puzzle, rendered on demand.

    Notebooks show it as SVG.

    Attributes
    ----------
    svg : str
        A complete SVG document. Its elements have CSS classes, such as ``cell r4 c5 number``, ``sign lt``,
        ``candidate`` and ``link``.
    html : str
        A complete HTML page with the picture and, if a step is drawn, its description.
    text : str
        The puzzle as text that `fastfuto.parse` reads and, if requested, the pencil marks and the description of the
        step.

    See Also
    --------
    fastfuto.draw : Draw a puzzle.

    Examples
    --------
    >>> import fastfuto
    >>> picture = fastfuto.draw(fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    >>> print(picture.text, end="")
    . < .
    <BLANKLINE>
    . | .
    >>> picture.svg.startswith("<svg ")
    True
    """

    __slots__ = ("__dict__", "_has_marks", "_language", "_size", "_step", "_style", "_view")

    def __init__(
        self,
        view: View,
        step: Step | None,
        has_marks: bool,
        style: Style,
        size: float | None,
        language: LanguageCode,
    ) -> None:
        self._view, self._step, self._has_marks = view, step, has_marks
        self._style, self._size, self._language = style, size, language

    def __repr__(self) -> str:
        return f"<Drawing: {self._scene.title}>"

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks, no wider than necessary."""
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
        return page_of(self._scene.title, self.svg, self._told, self._style, self._language)

    @property
    def text(self) -> str:
        """The picture as text."""
        return native_text(self._view) + self._below()

    def screen(self, width: int = 80, *, has_colours: bool = False) -> str:
        """Return the picture for a terminal of this width: a grid with numbered rows and columns, or text.

        Printed numbers are bold, found numbers have a colour, and contradictions are red and followed by ``!``.

        Examples
        --------
        >>> import fastfuto
        >>> puzzle = fastfuto.Futoshiki([[0, 0], [2, 2]], [((0, 0), (0, 1))])
        >>> print(fastfuto.draw(puzzle).screen(), end="")
           1    2
        1  .  < .
        2  2!   2!
        """
        sentence = [wrapped(self._told, width) + "\n"] if self._told else []
        if self._view.appearance.parts is None:
            return "\n".join([printable(native_text(self._view), "\n"), *sentence])
        return "\n".join([board(self._view, width, has_colours=has_colours), *sentence])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or path-like
            A file with the suffix .svg, .html, .txt, .png or .pdf. Files with the suffix .png or .pdf need the extra
            "pictures".

        Raises
        ------
        ValueError
            If the suffix is not supported, or the width is too large for a bitmap.
        ImportError
            If the extra "pictures" is needed and not installed.
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
                f"the name of a picture must end with one of {', '.join(SUFFIXES)}, got {os.fspath(path)!r}"
            )
        with replacing(path) as file:
            file.write(data)

    @property
    def _told(self) -> str:
        """The description of the step, or an empty text without a step."""
        return "" if self._step is None else self._step.text(language=self._language)

    def _below(self) -> str:
        parts = [pencil_marks(self._view)] if self._has_marks else []
        parts += [self._told + "\n"] if self._told else []
        return "".join(f"\n{part}" for part in parts)

    def _description(self) -> str:
        """Return a description of the picture for screen readers."""
        view = self._view
        parts = []
        if len(view.clues) <= LONGEST_DESCRIPTION // 4 and _size_of_options(view) <= LONGEST_DESCRIPTION // 4:
            parts.append(native_text(view))
        if self._told:
            parts.append(self._told)
        if view.conflicts:
            cells = sorted(divmod(cell, view.columns) for cell in view.conflicts)[:20]
            parts.append("Contradictions: " + ", ".join(f"r{r + 1}c{c + 1}" for r, c in cells) + ".")
        return "\n".join(parts)


def _size_of_options(view: View) -> int:
    model = None if view.clues else view.puzzle.model()
    return getattr(model, "n_memberships", 0)


@renamed(size="width")
def draw(
    puzzle: Puzzle[Any] | Model,
    solution: npt.ArrayLike | None = None,
    *,
    step: Step | None = None,
    candidates: npt.ArrayLike | None = None,
    conflict: Puzzle[Any] | None = None,
    shape: tuple[int, int] | None = None,
    style: str | Style | None = None,
    width: float | None = None,
    language: LanguageCode = "en",
) -> Drawing:
    """Draw a puzzle, optionally with a solution, pencil marks, one step or a conflict.

    Parameters
    ----------
    puzzle : Puzzle or Model
        Contradictory cells are marked. The cells of a model fill a rectangle row by row. Units of a model are drawn as
        regions or as lines through their cells, sums as cages, and inequalities as signs or arrows. Relations are drawn
        as dots or labels: an open dot for consecutive values, a filled dot for a value and its double.
    solution : array_like of int, the shape of a solution, optional
        The entered values, with 0 for blank cells; for an exact cover, the chosen options. Violations of rules are
        marked.
    step : Step, optional
        One step of `fastfuto.explain` or `fastfuto.hint`. The cells of the premise are tinted, its inequalities are
        bold, and its candidates are ringed. Removed candidates are struck out, placed candidates are on a disc, and the
        links of a chain are numbered arrows.
    candidates : array_like of bool, the shape of a solution and one entry for each value, optional
        Pencil marks. With a step, pass the candidates before the step, from `Explanation.states`. The default for a
        step is the candidates that the clues and entries leave.
    conflict : Puzzle, optional
        The result of `fastfuto.conflicting_clues` for the puzzle. Cells with its numbers are marked as contradictions,
        its inequalities are bold, and cells in its inequalities, totals and rules are tinted.
    shape : (int, int), optional
        Numbers of rows and columns in which the cells of a model are drawn. Default: a square, or one row if the number
        of cells is not a square.
    style : str or Style, optional
        Colours: "light", "dark", "print", or "auto" (the default), which follows the setting of the viewer's device.
    width : float, optional
        Width in pixels. Default: the available width.
    language : str, optional
        Language of the sentence that describes the step, such as "de" for German.

    Returns
    -------
    Drawing

    Raises
    ------
    PuzzleError
        If the solution or the candidates have the wrong shape or type, the cells of a model do not fill `shape`, the
        step or the conflict belongs to another puzzle, or the family has no steps.
    TypeError, ValueError
        If the puzzle, step, style or language is invalid, or the width is not above 0 or is above 100,000.

    See Also
    --------
    fastfuto.Style : Colours of pictures.
    fastfuto.explain : Find the steps of a solution.
    fastfuto.page : Write a page on which puzzles can be played.
    fastfuto.booklet : Write a booklet to print.

    Notes
    -----
    A 9 x 9 puzzle takes about half a millisecond. At most 60 options and 60 items of an exact cover are drawn.

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
    puzzle = puzzle_of(puzzle)
    if not isinstance(puzzle, Puzzle | Model):
        raise not_solvable(puzzle)
    if shape is not None and not isinstance(puzzle, Model):
        raise TypeError("shape can be given only for a Model; a Puzzle has its own shape")
    chosen = style_named(style)
    language_named(language)
    if width is not None and (
        isinstance(width, bool) or not (isinstance(width, numbers.Real) and 0 < width <= MAX_SIZE)
    ):
        raise ValueError(f"width must be a number of pixels above 0 and at most {MAX_SIZE}, got {width!r}")
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
            raise PuzzleError("a conflict can be drawn only in a Puzzle, not in a Model")
        _show_conflict(view, puzzle, conflict)
    return Drawing(view, step, candidates is not None, chosen, width, language)


def _show_conflict(view: View, puzzle: Puzzle[Any], conflict: Puzzle[Any]) -> None:
    """Mark the clues of a puzzle that are also clues of the conflict."""
    if not isinstance(conflict, Puzzle):
        raise TypeError(f"conflict must be a Puzzle, got {type(conflict).__name__}")
    clues = clues_of(conflict)
    if not set(clues) <= set(clues_of(puzzle)):
        raise PuzzleError("the conflict contains clues that are not in the puzzle")
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
    except (ImportError, OSError) as error:  # An OSError means that the library cairo itself is missing.
        raise ImportError(
            f"{suffix} pictures need CairoSVG and the library cairo: pip install 'fastfuto[pictures]'"
        ) from error
    convert = cairosvg.svg2png if suffix == ".png" else cairosvg.svg2pdf
    try:
        data: bytes = convert(bytestring=picture.encode(), output_width=size or WIDTH)
    except Exception as error:  # Cairo has its own class of errors.
        raise ValueError(
            f"CairoSVG cannot convert this picture: {str(error) or type(error).__name__}"
        ) from error
    return data
