"""The verbs `generate` and `generate_many`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from os import PathLike
from typing import ParamSpec, TypeVar, Unpack

from ..limits import ExecutorOption, ProgressOption, Run, at_least, fresh_seed
from .made import Generated, Missed, not_met
from .maker import Maker
from .recipe import Recipe, RecipeFields, Size
from .stream import stream, stream_in_pieces

P = ParamSpec("P")
R = TypeVar("R")

MOST_PUZZLES = 2**63 - 1
"""Most puzzles of a stream, whose seeds have 64 bits."""


def _with_fields(verb: Callable[P, R]) -> Callable[P, R]:
    """Extend the signature of a verb by the fields of a recipe, which follow the size as keywords."""
    own = inspect.signature(verb)
    options = inspect.signature(Recipe).parameters.values()
    fields = [each.replace(kind=each.KEYWORD_ONLY) for each in options if each.name != "n"]
    fields = [each.replace(default=None) if each.name == "seed" else each for each in fields]
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
        Number of rows, columns and values, 1 to 255; 1 to 64 for Sudoku. For Kakuro, the number of rows and columns, or
        a pair (rows, columns), each 3 to 16 including the black first row and column.
    family : {"futoshiki", "latin", "sudoku", "kakuro"}
        Futoshiki, Latin squares with only numbers, Sudoku with the default boxes, or Kakuro with all totals.
    level : str or (str, str), optional
        The level of the puzzle by `fastfuto.grade` with these rules, or the lowest and highest level. A level requires
        n up to 30. Default: any level.
    rules : {"full", "tatham"}
        The rules that determine the level, as for `fastfuto.grade`.
    numbers, inequalities : int or (int, int), optional
        Number of clues of this kind, or the smallest and largest number; 0 for none. Default: any number.
    order : {"numbers-first", "mixed", "inequalities-first"}
        The order in which redundant clues are removed. The remaining clues are then mostly inequalities, of both kinds,
        or mostly numbers. In functions that find solutions, `order` is the order of the solutions.
    symmetry : str, optional
        Symmetry of the cells with numbers: "half-turn", "quarter-turn", "horizontal" (upper and lower half are mirror
        images), "vertical", "diagonal" or "antidiagonal". For Kakuro, the symmetry of the white cells, without the
        first row and column.
    pattern : array_like of bool, shape (n, n), optional
        True for the cells that may have numbers; for Kakuro, the white cells, (rows, columns). Default: all cells may
        have numbers, and a Kakuro has a random layout.
    technique : str, optional
        A technique that the puzzle needs: without it, the other rules up to the highest score do not solve the puzzle.
        Without `level` and `score`, it is the hardest technique of the puzzle. With `level`, all rules of the highest
        level count, so a technique that harder rules can replace, such as a hidden pair, is refused.
    score : float or (float, float), optional
        The score of the hardest technique, or the lowest and highest score.
    minutes : float or (float, float), optional
        Estimated minutes that a person takes (see `fastfuto.Grade`), or the smallest and largest number. The rules
        finish such a puzzle.
    minimal : bool or float
        Whether to remove clues until each clue is needed, or the fraction of redundant clues to remove. The initial
        puzzle gets a clue whenever the rules find no further step, and some of these clues are redundant. Grids above n
        = 30 keep all clues.
    variant : str, optional
        "adjacent" (a Futoshiki with bars between neighbours that differ by 1), "jigsaw" (a Sudoku with irregular
        regions) or "inequalities" (a Sudoku with inequalities). The first two are also names of families.
    seed : int, optional
        Seed, 0 to 2**64 - 1, that determines the puzzle on every machine, with any number of threads. Default:
        a new seed for each call, which the result has as `seed`.
    threads : int
        Number of threads, which share the tries. The puzzle does not depend on it.
    recipe : Recipe, optional
        A recipe that replaces all arguments above except `threads`.
    timeout : float, optional
        Time limit in seconds. Default: none, but there are at most 20,000 tries.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error.

    Returns
    -------
    Generated

    Raises
    ------
    RecipeNotMet
        If no try meets the recipe. This subclass of `fastfuto.LimitReached` has the number of tries and the nearest
        miss.
    PuzzleError
        If n is out of range, or no puzzle can meet the recipe.
    TypeError, ValueError
        If an option has the wrong type or is out of range.

    See Also
    --------
    fastfuto.generate_many : Make many puzzles.
    fastfuto.Recipe : The arguments as one value.
    fastfuto.grade : Grade a puzzle.
    fastfuto.is_unique : Check that a puzzle has exactly one solution.

    Notes
    -----
    An easy 9 x 9 takes about a millisecond, a tricky or extreme 9 x 9 a few milliseconds, and a 9 x 9 that the rules do
    not finish tens of milliseconds. An easy 30 x 30 takes about 0.1 s. A 9 x 9 without numbers takes tens of
    milliseconds, and a 12 x 12 without numbers about 0.5 s, or less with a level. A 12 x 12 Kakuro takes a few
    milliseconds, or tens of milliseconds if it is extreme.

    References
    ----------
    - Jacobson, M. T. and Matthews, P. (1996). *Generating uniformly distributed random Latin squares*. Journal of
      Combinatorial Designs 4. The walk that makes the squares of Futoshiki and Latin squares.

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
    """Make a stream of puzzles with exactly one solution each.

    Parameters
    ----------
    k : int
        Number of puzzles.
    n, family, level, rules, numbers, inequalities, order, symmetry, pattern, technique, score, minutes, minimal
        As for `fastfuto.generate`.
    seed : int, optional
        Seed of the whole stream; default: a new seed. The seed in the recipe of each puzzle depends on this seed and
        the puzzle's number.
    start : int
        Number of the first puzzle, for resuming a stream.
    threads : int
        Number of threads, which make puzzles in advance. The puzzles do not depend on it. Default: 1, which makes each
        puzzle on demand.
    variant, recipe : optional
        As for `fastfuto.generate`.
    executor, journal : optional
        As for `fastfuto.count`. The workers share the puzzles, which do not depend on the workers, and `threads` is
        ignored. With a journal, all puzzles are made before the first puzzle is yielded.
    certificates : bool
        Whether each puzzle gets a `Certificate` of uniqueness, which takes a few milliseconds. The certificate
        has about a kilobyte for a 5 x 5 that propagation solves, and several kilobytes for a 9 x 9.
    timeout : float, optional
        Time limit in seconds for the whole stream. Default: none.
    progress : callable or bool, optional
        As for `fastfuto.generate`.

    Returns
    -------
    iterator of Generated
        Puzzles in the order of the stream. One thread makes each puzzle on demand; several threads, or an executor,
        make some in advance.

    Raises
    ------
    RecipeNotMet
        From the iterator, in place of a puzzle that could not be made.
    JobError
        From the iterator, if the executor, its workers or the journal fails.
    PuzzleError, TypeError, ValueError
        As for `fastfuto.generate`, at once.

    See Also
    --------
    fastfuto.generate : Make one puzzle.
    fastfuto.save_dataset : Write puzzles to a file.
    fastfuto.booklet : Print puzzles.

    Examples
    --------
    >>> import fastfuto
    >>> puzzles = list(fastfuto.generate_many(3, 4, level="easy", seed=5))
    >>> [each.grade.level for each in puzzles]
    ['easy', 'easy', 'easy']
    >>> next(fastfuto.generate_many(1, 4, level="easy", seed=5, start=2)) == puzzles[2]
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
    """Return the recipe of a call, or raise an error if the call also has arguments that the recipe replaces."""
    asked = Recipe(n, **options)
    if recipe is None:
        return asked if options.get("seed") is not None else asked.with_seed(fresh_seed(None))
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    if asked != Recipe():
        raise TypeError("give a recipe or its arguments, not both")
    return recipe
