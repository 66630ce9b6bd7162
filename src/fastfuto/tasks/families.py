"""The properties of families that tasks use, with one record per family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import PuzzleError
from ..formats.tatham import LARGEST, SMALLEST
from ..generation import Recipe
from ..puzzles import Adjacent, Futoshiki, Kakuro, LatinSquare, Sudoku


class Signs(NamedTuple):
    """The signs between the cells of a square grid.

    Attributes
    ----------
    name : str
        The attribute of a puzzle that lists the pairs of cells (lesser, greater) with a sign.
    across, down : str
        The signs of a drawing between two cells of a row or a column: for a pair in ascending order of the cells, and
        for any other pair.
    gap : str
        The character between neighbours without a sign.
    numbers : (int, int)
        The two signs in a fingerprint.
    in_grid, in_id, sentence, otherwise : str
        The sentences of questions about the signs of a drawing and of a game id, one pair, and all other pairs.
    """

    name: str
    across: str
    down: str
    gap: str
    numbers: tuple[int, int]
    in_grid: str
    in_id: str
    sentence: str
    otherwise: str = ""


INEQUALITIES = Signs(
    "inequalities",
    "<>",
    "^v",
    " ",
    (1, 2),
    "The signs < and > between the cells of a row, and ^ and v between those of a column, point to the smaller number.",
    "U, R, D and L after a number mean that the cell holds more than its neighbour above, on the right, below or on "
    "the left.",
    "The number in {} is less than the number in {}.",
)
BARS = Signs(
    "bars",
    "||",
    "--",
    ".",
    (3, 3),
    "A bar, | or -, is between two cells that differ by 1; a dot is between two cells that do not.",
    "U, R, D and L after a number mark all sides of the cell that have a bar: above, right, below and left.",
    "The numbers in {} and {} differ by 1.",
    "No other two neighbours differ by 1.",
)


class TaskFamily(NamedTuple):
    """The properties of a family on which tasks, their questions and their answers depend.

    Attributes
    ----------
    kind : str
        The kind of grid in a fingerprint; empty for a family without square grids of numbers.
    format : callable
        Takes a puzzle and returns the name of the shortest one-line format that is detected without its name.
    signs : Signs
    has_runs, has_regions : bool
        Whether there are runs of white cells with totals, or regions.
    rule : str
        A rule in addition to the rules of the units.
    """

    kind: str = ""
    format: Callable[[Any], str] = lambda puzzle: "json"
    signs: Signs = INEQUALITIES
    has_runs: bool = False
    has_regions: bool = False
    rule: str = ""


def task_family(puzzle: Any) -> TaskFamily:
    """Return the record of a puzzle's family, or of the family from which it is derived."""
    return next((_FAMILIES[each] for each in type(puzzle).__mro__ if each in _FAMILIES), TaskFamily())


def refuse_rules(recipe: Recipe) -> None:
    """Raise a PuzzleError if tasks cannot state the rules of a recipe's puzzles."""
    if recipe.template is not None:
        what = f"variant={recipe.variant!r}" if recipe.variant else f"a {recipe.template.words}"
        raise PuzzleError(f"questions, arrays and environments do not have the rules of {what}")


def _futoshiki_format(puzzle: Any) -> str:
    return "tatham" if SMALLEST <= puzzle.n <= LARGEST else "json"


def _sudoku_format(puzzle: Any) -> str:
    is_usual = puzzle.n == 9 and puzzle.has_default_boxes and not puzzle.inequalities
    return "sudoku" if is_usual else "json"


_FAMILIES: dict[type[Any], TaskFamily] = {
    LatinSquare: TaskFamily("latin"),
    Futoshiki: TaskFamily("latin", _futoshiki_format),
    Adjacent: TaskFamily(
        "adjacent",
        _futoshiki_format,
        BARS,
        rule=" Two neighbours differ by 1 if and only if there is a bar between them.",
    ),
    Sudoku: TaskFamily("sudoku", _sudoku_format, has_regions=True),
    Kakuro: TaskFamily(has_runs=True),
}
