"""The verbs that make puzzles."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from os import PathLike
from typing import ParamSpec, TypeVar, Unpack

from ..limits import ExecutorOption, ProgressOption, Run, at_least
from .made import Generated, Missed, not_met
from .maker import Maker
from .recipe import Recipe, RecipeFields, Size
from .stream import stream, stream_in_pieces

P = ParamSpec("P")
R = TypeVar("R")

MOST_PUZZLES = 2**63 - 1
"""Most puzzles of a stream, whose seeds have 64 bits."""


def _with_fields(verb: Callable[P, R]) -> Callable[P, R]:
    """Let the signature of a verb list the fields of a recipe, which it takes as keywords, after the size."""
    own = inspect.signature(verb)
    options = inspect.signature(Recipe).parameters.values()
    fields = [each.replace(kind=each.KEYWORD_ONLY) for each in options if each.name != "n"]
    before = [each for each in own.parameters.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
    after = [each for each in own.parameters.values() if each.kind is each.KEYWORD_ONLY]
    verb.__signature__ = own.replace(parameters=[*before, *fields, *after])  # type: ignore[attr-defined]
    return verb


@_with_fields
def generate(
    n: Size = 9,
    *,
    threads: int = 1,
    recipe: Recipe | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
    **options: Unpack[RecipeFields],
) -> Generated:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    n : int, or (int, int)
        Rows, columns and values, 1 to 255; 1 to 64 for Sudoku. For Kakuro the number of rows and columns, or both
        numbers, 3 to 16, with the black cells of the first row and the first column.
    family : {"futoshiki", "latin", "sudoku", "kakuro"}
        Futoshiki, Latin squares with numbers alone, Sudoku with the default boxes, or Kakuro with all totals.
    level : str or (str, str), optional
        The level that `fastfuto.grade` gives the puzzle with these rules, or the least and the greatest one. A level
        is possible up to n = 30. Default: any.
    rules : {"full", "tatham"}
        The rules that the level refers to.
    numbers, inequalities : int or (int, int), optional
        Number of clues of this kind, or the least and the greatest one; 0 for none. Default: any.
    order : {"numbers-first", "mixed", "inequalities-first"}
        The order in which redundant clues are taken away. It decides whether the puzzle has mostly inequalities, both
        kinds, or mostly numbers.
    symmetry : str, optional
        Of the cells that have numbers: "half-turn", "quarter-turn", "horizontal" (upper and lower half are images of
        each other), "vertical", "diagonal" or "antidiagonal". For Kakuro of the white cells, without the first row
        and column.
    pattern : array_like of bool, shape (n, n), optional
        Where numbers may stand; for Kakuro the white cells, (rows, columns). Default: any, and for Kakuro a random
        layout.
    technique : str, optional
        A technique that the puzzle needs: without it the other rules of its level, or of the greatest level that was
        asked for, would not solve it. With `score`, only the rules up to the greatest score count. A technique that
        dearer rules of the level can do without, such as a hidden pair, is only possible with such a score.
    score : float or (float, float), optional
        The score of the hardest technique, or the least and the greatest one.
    minutes : float or (float, float), optional
        About how many minutes a person takes, or the least and the greatest number, as `fastfuto.Grade` has them.
        The rules must finish the puzzle then.
    minimal : bool or float
        Whether clues are taken away until each one is needed, or the share of the redundant clues that go. The
        redundant clues are those of a puzzle to which clues were added where the rules came to a standstill. Grids
        above n = 30 are left as they were put together.
    variant : str, optional
        "adjacent" (a Futoshiki with bars between neighbours that differ by 1), "jigsaw" (a Sudoku with irregular
        regions) or "inequalities" (a Sudoku with inequalities).
    seed : int, optional
        0 to 2**64 - 1; the same seed gives the same puzzle everywhere, with any number of threads. None uses
        another one at each call.
    threads : int
        Number of threads that share the tries.
    recipe : Recipe, optional
        Takes the place of all arguments above but `threads`.
    timeout : float, optional
        Time limit in seconds. Default: none, but 20,000 tries are made at most.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error.

    Returns
    -------
    Generated

    Raises
    ------
    RecipeNotMet
        If no try has met the recipe by then. It has the number of tries and the nearest miss. It is a
        `fastfuto.LimitReached`.
    PuzzleError
        If n is out of range, or the recipe contradicts itself or asks for what no such puzzle has or needs.
    TypeError, ValueError
        For an option that is not of its kind, or out of range.

    Notes
    -----
    A 9 x 9 takes about a millisecond if it is easy, a few if it is tricky or extreme, and some tens if the rules do not
    finish it; an easy 30 x 30 about a tenth of a second. A 9 x 9 without numbers takes some tens of
    milliseconds, a 12 x 12 about half a second; with a level both are quicker. A Kakuro of 12 x 12 takes a few
    milliseconds, or some tens if it is extreme.

    Examples
    --------
    >>> import fastfuto
    >>> made = fastfuto.generate(5, level="easy", seed=7)
    >>> made.grade.level, fastfuto.is_unique(made.puzzle)
    ('easy', True)
    >>> fastfuto.generate(recipe=made.recipe).puzzle == made.puzzle
    True
    """
    asked = _asked(recipe, n, options)
    with Run(timeout, progress, threads) as run:
        made = Maker(asked).make_in_threads(asked, run.threads, run)
        if isinstance(made, Missed):
            raise not_met(made, run)
        return made


@_with_fields
def generate_many(
    k: int,
    n: Size = 9,
    *,
    start: int = 0,
    threads: int = 1,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    recipe: Recipe | None = None,
    certificates: bool = False,
    timeout: float | None = None,
    progress: ProgressOption = None,
    **options: Unpack[RecipeFields],
) -> Iterator[Generated]:
    """Make puzzles one after the other.

    Parameters
    ----------
    k : int
        How many.
    n, family, level, rules, numbers, inequalities, order, symmetry, pattern, technique, score, minutes, minimal
        As for `fastfuto.generate`.
    seed : int, optional
        Of the whole stream of puzzles. Each puzzle has a recipe with a seed of its own, which depends on this one and
        on its number.
    start : int
        Number of the first puzzle in the stream, so that the stream can be resumed.
    threads : int
        Number of threads; the puzzles do not depend on it.
    variant, recipe : optional
        As for `fastfuto.generate`.
    executor, journal : optional
        As for `fastfuto.count`: the workers share the puzzles, which are the same as without them, and `threads` is
        left out. With a journal, all puzzles are made before the first one is given out.
    certificates : bool
        Whether each puzzle has a `Certificate` that it has no other solution, which takes some milliseconds. It has a
        kilobyte if propagation solves a 5 x 5, and some kilobytes for a 9 x 9.
    timeout : float, optional
        Time limit in seconds for all puzzles together. Default: none.
    progress : callable or bool, optional
        As for `fastfuto.generate`.

    Returns
    -------
    iterator of Generated
        In the order of the stream. With one thread, each puzzle is made when it is asked for; with several, or with an
        executor, some are made ahead.

    Raises
    ------
    RecipeNotMet
        From the iterator, in the place of a puzzle that could not be made.
    JobError
        From the iterator, if the executor, its workers or the journal fail.
    PuzzleError, TypeError, ValueError
        As for `fastfuto.generate`, at once.

    Examples
    --------
    >>> import fastfuto
    >>> puzzles = list(fastfuto.generate_many(3, 4, level="easy"))
    >>> [each.grade.level for each in puzzles]
    ['easy', 'easy', 'easy']
    >>> next(fastfuto.generate_many(1, 4, level="easy", start=2)) == puzzles[2]
    True
    """
    asked = _asked(recipe, n, options)
    k, start = at_least(0, k, "k"), at_least(0, start, "start")
    if start + k > MOST_PUZZLES:
        raise ValueError(f"start + k must be at most {MOST_PUZZLES}, got {start} + {k}")
    maker, part = Maker(asked, certifies=certificates), range(start, start + k)
    run = Run(timeout, progress, threads, executor, journal)
    if run.is_in_pieces:
        return stream_in_pieces(asked, part, run, certifies=certificates)
    return stream(maker, asked, part, run)


def _asked(recipe: Recipe | None, n: Size, options: RecipeFields) -> Recipe:
    """Return the recipe of a call, or raise an error if something else was asked for beside it."""
    asked = Recipe(n, **options)
    if recipe is None:
        return asked
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    if asked != Recipe():
        raise TypeError("give a recipe or the arguments that it holds, not both")
    return recipe
