"""The verbs `generate` and `generate_many`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from os import PathLike
from typing import ParamSpec, TypeVar, Unpack

from ..errors import check_arguments
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
    """Extend the signature of a function by the fields of a recipe, which follow the size as keywords."""
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
    n : int, (int, int), puzzle or Model
        Number of rows, columns and values, 1 to 255; 1 to 64 for Sudoku. For Kakuro, the number of rows and columns, or
        a pair (rows, columns), each 3 to 16 including the black first row and column. A puzzle on a square grid, such
        as a `fastfuto.Variant`, or a Model keeps its rules and clues, and only gets numbers; it replaces `family`.
    family : {"futoshiki", "latin", "sudoku", "kakuro"}
        Futoshiki, Latin squares with only numbers, Sudoku with the default boxes, or Kakuro with all totals.
    level : str or (str, str), optional
        The level that `fastfuto.grade` gives the puzzle with `rules`, or a pair of the lowest and highest level. Levels
        are supported for n up to 30. Default: any level.
    rules : {"full", "tatham"}
        The rules that determine the level, as for `fastfuto.grade`.
    numbers, inequalities : int or (int, int), optional
        Number of clues of this kind, or a pair of the smallest and largest number; 0 for none. Default: any number.
    remove : {"numbers-first", "mixed", "inequalities-first"}
        The order in which redundant clues are removed. With "numbers-first", mostly inequalities remain; with
        "inequalities-first", mostly numbers; with "mixed", both kinds.
    symmetry : str, optional
        Symmetry of the pattern of cells with numbers: "half-turn", "quarter-turn", "horizontal" (upper and lower half
        are mirror images), "vertical", "diagonal" or "antidiagonal". For Kakuro, the symmetry of the white cells; the
        black first row and column do not count.
    pattern : array_like of bool, shape (n, n), optional
        True for each cell that may have a number. For Kakuro, an array of shape (rows, columns) that is true for the
        white cells. Default: all cells may have numbers, and the layout of a Kakuro is random.
    technique : str, optional
        A technique that the puzzle needs: the other rules up to the highest permitted score do not solve the puzzle. If
        neither `level` nor `score` is given, it is the hardest technique of the puzzle. If `level` is given, all rules
        of the highest level are available, so a technique that harder rules can replace, such as a hidden pair, is
        refused.
    score : float or (float, float), optional
        The score of the hardest technique, or a pair of the lowest and highest score.
    minutes : float or (float, float), optional
        Estimated minutes that a person takes (see `fastfuto.Grade`), or a pair of the smallest and largest estimate.
        Puzzles that the rules do not finish have no estimate and are never made.
    minimal : bool or float
        Whether to remove clues until each clue is needed, or the fraction of redundant clues to remove. A puzzle is
        built by adding a clue whenever the rules find no further step, and some of these clues are redundant in the
        end. Grids above n = 30 keep all clues.
    variant : str, optional
        "adjacent" (a Futoshiki with bars between neighbours that differ by 1), "jigsaw" (a Sudoku with irregular
        regions) or "inequalities" (a Sudoku with inequalities). The names "adjacent" and "jigsaw" are also accepted as
        `family`. For Sudoku and Latin squares also a rule of `fastfuto.Variant`: "diagonals", "windows",
        "disjoint-groups" (only Sudoku), "anti-knight", "anti-king", "non-consecutive", "killer" (cages of two to five
        cells cover the grid), or "even-odd" (30 % of the cells are marked).
    seed : int, optional
        Seed, 0 to 2**64 - 1. A seed makes the same puzzle on every machine, with any number of threads. Default: a new
        seed for each call, which the attribute `seed` of the result holds.
    threads : int
        Number of threads that share the tries. The puzzle does not depend on the number.
    recipe : Recipe, optional
        A recipe that replaces all arguments above except `threads`.
    timeout : float, optional
        Time limit in seconds. Default: none, but there are at most 20,000 tries, or 1,000 if a search finds the
        solutions: for rules of `fastfuto.Variant`, given puzzles and models.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error.

    Returns
    -------
    Generated

    Raises
    ------
    RecipeNotMet
        If no try meets the recipe. This subclass of `fastfuto.LimitReached` holds the number of tries and the puzzle
        that came nearest.
    NoSolution
        If n is a puzzle or a model without solutions, or no grid of this size obeys the rule of the variant.
    PuzzleError
        If n is out of range, or the recipe contradicts itself. Given puzzles and models get no inequalities, and
        models support neither `symmetry` nor `pattern`.
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
    An easy 9 x 9 Futoshiki takes about a millisecond, a tricky or extreme 9 x 9 takes a few milliseconds, and a 9 x 9
    that the rules do not finish takes tens of milliseconds. An easy 30 x 30 takes about 0.1 s. Without numbers, a 9 x 9
    takes tens of milliseconds and a 12 x 12 about 0.5 s, or less if a level is requested. A 12 x 12 Kakuro takes a few
    milliseconds, or tens of milliseconds if it is extreme. For rules of `fastfuto.Variant`, given puzzles and models, a
    search finds a solution that depends on the seed, but not all solutions are equally likely. A tricky 9 x 9 Sudoku
    with one such rule takes a few milliseconds, with the rule "anti-knight" about 0.1 s, and with the rule
    "non-consecutive" about 0.3 s.

    References
    ----------
    - Jacobson, M. T. and Matthews, P. (1996). *Generating uniformly distributed random Latin squares*. Journal of
      Combinatorial Designs 4. This paper describes the random walk that makes the solutions of Futoshiki and Latin
      squares.

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
    n, family, level, rules, numbers, inequalities, remove, symmetry, pattern, technique, score, minutes, minimal
        As for `fastfuto.generate`.
    seed : int, optional
        Seed of the whole stream. The seed of each puzzle is derived from it and the puzzle's number. Default: a new
        seed for each call.
    start : int
        Number of the first puzzle, counted from 0, to resume a stream.
    threads : int
        Number of threads that make puzzles in advance. The puzzles do not depend on the number. With the default, 1,
        each puzzle is made on demand.
    variant, recipe : optional
        As for `fastfuto.generate`.
    executor, journal : optional
        As for `fastfuto.count`. The workers share the puzzles, which do not depend on the number of workers, and
        `threads` must be left out. With a journal, all puzzles are made before the first puzzle is yielded.
    certificates : bool
        Whether each puzzle gets a `Certificate` of uniqueness, which takes a few milliseconds to make. A certificate
        takes about one kilobyte for a 5 x 5 puzzle that propagation solves, and several kilobytes for a 9 x 9 puzzle.
    timeout : float, optional
        Time limit in seconds for the whole stream. Default: none.
    progress : callable or bool, optional
        As for `fastfuto.generate`.

    Returns
    -------
    iterator of Generated
        Puzzles in the order of the stream. A single thread makes each puzzle on demand; several threads or an executor
        make some puzzles in advance.

    Raises
    ------
    RecipeNotMet
        Raised by the iterator if a puzzle cannot be made.
    JobError
        Raised by the iterator if the executor, its workers or the journal fails.
    PuzzleError, TypeError, ValueError
        As for `fastfuto.generate`, raised when this function is called.

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
        raise ValueError(
            f"the last puzzle's number must be at most {MOST_PUZZLES}, got k={k} puzzles from start={start}"
        )
    maker, part = Maker(asked, certifies=certificates), range(start, start + k)
    run = Run(timeout, progress, threads, executor, journal)
    if run.is_in_pieces:
        return stream_in_pieces(asked, part, run, certifies=certificates)
    return stream(maker, asked, part, run)


def _asked(recipe: Recipe | None, n: Size, options: RecipeFields) -> Recipe:
    """Return the recipe of a call, or raise an error if the call also has arguments that the recipe replaces."""
    check_arguments(options, inspect.signature(generate_many).parameters)
    asked = Recipe(n, **options)
    if recipe is None:
        return asked if options.get("seed") is not None else asked.with_seed(fresh_seed(None))
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    if asked != Recipe():
        raise TypeError("recipe cannot be combined with n or other arguments of a recipe")
    return recipe
