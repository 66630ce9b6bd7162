"""The verbs that make puzzles."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..engines import Generator, Made, MakingStatus
from ..errors import RecipeNotMet
from ..limits import ProgressOption, Stats, Watch, at_least, check_threads, share
from ..logic import Grade, Rules
from ..logic.technique import RULES, rule_set
from ..model import frozen
from ..puzzles.grid import Grid
from ..solving.random import derived_seed
from .plan import MOST_TRIES, Plan, plan_for, puzzle_of
from .recipe import Family, LevelOption, NumberOption, Order, Recipe, ScoreOption, Symmetry, Variant

__all__ = ["Generated", "generate", "generate_many"]

SLICE = 1_000_000
"""Work between two looks at the time, about 10 ms."""
FEWEST, MOST = 2, 128
"""Puzzles that are made for each thread before they are given out: at first, and at most."""
SHORT = 0.25
"""Seconds that making so many may take if more are to be made the next time."""


@dataclass(frozen=True)
class Generated:
    """A puzzle that was made.

    Attributes
    ----------
    puzzle : Futoshiki, Adjacent, LatinSquare or Sudoku
    solution : (n, n) uint8, read-only
        Its only solution.
    grade : Grade or None
        What `fastfuto.grade` says of it with the rules of the recipe; None for an Adjacent.
    seed : int
        The seed that was used.
    attempts : int
        Squares that were tried.
    recipe : Recipe
        ``generate(recipe=recipe)`` makes this puzzle again.
    is_minimal : bool
        Whether each clue has been shown to be needed: without it, the rules of the level would not solve the puzzle
        or, where the rules need not solve it, there would be other solutions. Symmetric cells count as one clue, and
        clues that the recipe demands are not looked at.
    """

    puzzle: Grid
    solution: npt.NDArray[np.uint8] = field(compare=False, repr=False)
    grade: Grade | None
    seed: int
    attempts: int
    recipe: Recipe
    is_minimal: bool


def generate(
    n: int = 9,
    *,
    family: Family = "futoshiki",
    level: LevelOption = None,
    rules: Rules = "full",
    numbers: NumberOption = None,
    inequalities: NumberOption = None,
    order: Order = "numbers-first",
    symmetry: Symmetry | None = None,
    pattern: npt.ArrayLike | None = None,
    technique: str | None = None,
    score: ScoreOption = None,
    minimal: bool | float = True,
    variant: Variant | None = None,
    seed: int | None = 0,
    threads: int = 1,
    recipe: Recipe | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Generated:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    n : int
        Rows, columns and values, 1 to 255; 1 to 64 for Sudoku.
    family : {"futoshiki", "latin", "sudoku"}
        Futoshiki, Latin squares with numbers alone, or Sudoku with the default boxes.
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
        each other), "vertical", "diagonal" or "antidiagonal".
    pattern : array_like of bool, shape (n, n), optional
        Where numbers may stand.
    technique : str, optional
        A technique that the puzzle needs: without it the rules of the level would not solve it.
    score : float or (float, float), optional
        The score of the hardest technique, or the least and the greatest one.
    minimal : bool or float
        Whether clues are taken away until each one is needed, or the share of the redundant clues that go. The
        redundant clues are those of a puzzle to which clues were added where the rules came to a standstill. Grids
        above n = 30 are left as they were put together.
    variant : str, optional
        "adjacent" (a Futoshiki with bars between neighbours that differ by 1, without a level), "jigsaw" (a Sudoku
        with irregular regions) or "inequalities" (a Sudoku with inequalities).
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
        If n is out of range, or the recipe contradicts itself.
    TypeError, ValueError
        For an option that is not of its kind, or out of range.

    Notes
    -----
    A 9 x 9 takes about a millisecond if it is easy, a few if it is tricky or extreme, and some tens if the rules do not
    finish it; an easy 30 x 30 about a tenth of a second. A 9 x 9 without numbers takes some tens of
    milliseconds, a 12 x 12 about half a second; with a level both are quicker.

    Examples
    --------
    >>> import fastfuto
    >>> made = fastfuto.generate(5, level="easy", seed=7)
    >>> made.grade.level, fastfuto.is_unique(made.puzzle)
    ('easy', True)
    >>> fastfuto.generate(recipe=made.recipe).puzzle == made.puzzle
    True
    """
    asked = Recipe(
        n,
        family,
        level,
        rules,
        numbers,
        inequalities,
        order,
        symmetry,
        pattern,
        technique,
        score,
        minimal,
        variant,
        seed,
    )
    if recipe is not None:
        asked = _recipe_alone(recipe, asked)
    threads = check_threads(threads)
    watch = Watch(timeout, progress)
    try:
        return _Maker(asked).make_in_threads(asked, threads, watch)
    finally:
        watch.close()


def generate_many(
    k: int,
    n: int = 9,
    *,
    family: Family = "futoshiki",
    level: LevelOption = None,
    rules: Rules = "full",
    numbers: NumberOption = None,
    inequalities: NumberOption = None,
    order: Order = "numbers-first",
    symmetry: Symmetry | None = None,
    pattern: npt.ArrayLike | None = None,
    technique: str | None = None,
    score: ScoreOption = None,
    minimal: bool | float = True,
    variant: Variant | None = None,
    seed: int | None = 0,
    start: int = 0,
    threads: int = 1,
    recipe: Recipe | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Iterator[Generated]:
    """Make puzzles one after the other.

    Parameters
    ----------
    k : int
        How many.
    n, family, level, rules, numbers, inequalities, order, symmetry, pattern, technique, score, minimal, variant, recipe
        As for `fastfuto.generate`.
    seed : int, optional
        Of the whole stream of puzzles. Each puzzle has a recipe with a seed of its own, which depends on this one and
        on its number.
    start : int
        Number of the first puzzle in the stream, so that the stream can be resumed.
    threads : int
        Number of threads; the puzzles do not depend on it.
    timeout : float, optional
        Time limit in seconds for all puzzles together. Default: none.
    progress : callable or bool, optional
        As for `fastfuto.generate`.

    Returns
    -------
    iterator of Generated
        In the order of the stream. With one thread, each puzzle is made when it is asked for; with several, some are
        made ahead.

    Raises
    ------
    RecipeNotMet
        From the iterator, in the place of a puzzle that could not be made.
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
    asked = Recipe(
        n,
        family,
        level,
        rules,
        numbers,
        inequalities,
        order,
        symmetry,
        pattern,
        technique,
        score,
        minimal,
        variant,
        seed,
    )
    if recipe is not None:
        asked = _recipe_alone(recipe, asked)
    k, start, threads = at_least(0, k, "k"), at_least(0, start, "start"), check_threads(threads)
    return _stream(_Maker(asked), asked, range(start, start + k), threads, Watch(timeout, progress))


def _recipe_alone(recipe: Recipe, asked: Recipe) -> Recipe:
    """Return the recipe, or raise an error if something else was asked for beside it."""
    if not isinstance(recipe, Recipe):
        raise TypeError(f"recipe must be a Recipe, got {type(recipe).__name__}")
    if asked != Recipe():
        raise TypeError("give a recipe or the arguments that it holds, not both")
    return recipe


def _stream(maker: _Maker, asked: Recipe, numbers: range, threads: int, watch: Watch) -> Iterator[Generated]:
    """Yield the puzzles with these numbers."""
    seed = asked.seed
    assert seed is not None  # A Recipe has replaced it.
    made: dict[int, Generated | RecipeNotMet] = {}
    size = 1 if threads == 1 else FEWEST * threads
    done = 0

    def job(number: int) -> Callable[[Callable[[], bool]], int]:
        def work(is_over: Callable[[], bool]) -> int:
            recipe = asked.with_seed(derived_seed(seed, number))
            try:
                made[number] = maker.make(recipe, is_over, watch)
            except RecipeNotMet as error:
                made[number] = error
            return 1

        return work

    def is_over(more: int = 0) -> bool:
        nonlocal done
        done += more
        return watch.is_over(done=done, total=len(numbers))

    try:
        while done < len(numbers):
            some, began = numbers[done : done + size], watch.seconds
            share([job(number) for number in some], threads, is_over)
            for number in some:
                each = made.pop(number, None)
                if not isinstance(each, Generated):
                    raise each or _too_late(watch)
                yield each
            done = some[-1] + 1 - numbers[0]
            if threads > 1 and watch.seconds - began < SHORT:
                size = min(2 * size, MOST * threads)
    finally:
        watch.close()


class _Maker:
    """Makes puzzles of recipes that differ in their seeds alone; threads may share it."""

    def __init__(self, recipe: Recipe) -> None:
        plan = plan_for(recipe)
        # A jigsaw has other regions each time.
        self._plan = None if recipe.variant == "jigsaw" else plan
        self._engines: list[Generator] = []

    def make(self, recipe: Recipe, is_over: Callable[[], bool], watch: Watch) -> Generated:
        """Make a puzzle, or raise a RecipeNotMet."""
        plan, engine = self._open(recipe)
        engine.reset(plan.rules, plan.all_rules, seed=recipe.seed, most_tries=MOST_TRIES, **plan.wishes)
        while (status := engine.run(SLICE)) == MakingStatus.PAUSED:
            if is_over():
                raise _too_late(watch, engine.at_try, (recipe, plan, [engine]))
        if status == MakingStatus.GAVE_UP:
            raise _not_met(recipe, plan, [engine], f"{MOST_TRIES} tries were made")
        generated = _generated(recipe, plan, engine.read(), engine.at_try + 1, engine.is_minimal)
        self._close(engine)
        return generated

    def make_in_threads(self, recipe: Recipe, threads: int, watch: Watch) -> Generated:
        """Make a puzzle, with the tries shared out among threads; the first try that meets the recipe counts."""
        opened = [self._open(recipe) for _ in range(threads)]
        plan, engines = opened[0][0], [engine for _, engine in opened]
        best = [MOST_TRIES]
        lock = threading.Lock()
        finished = 0

        def job(worker: int) -> Callable[[Callable[[], bool]], int]:
            def work(is_over: Callable[[], bool]) -> int:
                engine = engines[worker]
                engine.reset(
                    plan.rules,
                    plan.all_rules,
                    seed=recipe.seed,
                    first_try=worker,
                    stride=threads,
                    most_tries=MOST_TRIES,
                    **plan.wishes,
                )
                while engine.at_try < best[0]:
                    status = engine.run(SLICE)
                    if status == MakingStatus.MADE:
                        with lock:
                            best[0] = min(best[0], engine.at_try)
                        break
                    if status == MakingStatus.PAUSED and is_over():
                        return 0
                return 1

            return work

        def is_over(more: int = 0) -> bool:
            nonlocal finished
            finished += more
            tries = sum(engine.at_try // threads for engine in engines)
            return watch.is_over(done=tries, stage="tries")

        share([job(worker) for worker in range(threads)], threads, is_over)
        if finished < threads:
            raise _too_late(
                watch, sum(-(-engine.at_try // threads) for engine in engines), (recipe, plan, engines)
            )
        if best[0] == MOST_TRIES:
            raise _not_met(recipe, plan, engines, f"{MOST_TRIES} tries were made", watch.seconds)
        engine = next(each for each in engines if each.at_try == best[0])
        return _generated(recipe, plan, engine.read(), best[0] + 1, engine.is_minimal)

    def _open(self, recipe: Recipe) -> tuple[Plan, Generator]:
        plan = self._plan or plan_for(recipe)
        if self._plan is not None and self._engines:
            return plan, self._engines.pop()
        has_relations = recipe.variant == "adjacent"
        return plan, Generator(plan.skeleton, plan.groups, plan.pairs, has_relations=has_relations)

    def _close(self, engine: Generator) -> None:
        if self._plan is not None:
            self._engines.append(engine)


def _generated(recipe: Recipe, plan: Plan, made: Made, attempts: int, is_minimal: bool) -> Generated:
    """Return what the engine has made."""
    assert recipe.seed is not None
    chosen = rule_set(recipe.rules)
    found = None
    if recipe.variant != "adjacent":
        level = chosen.level(made.score / 10) if made.is_solved else chosen.open_level
        hardest = RULES[made.rule] if made.rule >= 0 else None
        found = Grade(level, hardest, made.score / 10, made.total / 10, made.steps)
    solution = frozen(made.solution.reshape(recipe.n, recipe.n))
    return Generated(
        puzzle_of(recipe, plan, made), solution, found, recipe.seed, attempts, recipe, is_minimal
    )


def _too_late(
    watch: Watch, attempts: int = 0, work: tuple[Recipe, Plan, list[Generator]] | None = None
) -> RecipeNotMet:
    message = f"the time limit of {watch.timeout} s has passed"
    if work is not None:
        recipe, plan, engines = work
        return _not_met(recipe, plan, engines, f"{message} after {attempts} tries", watch.seconds, attempts)
    return RecipeNotMet(
        message, attempts=attempts, nearest=None, stats=Stats(0, 0, watch.seconds, "generation")
    )


def _not_met(
    recipe: Recipe,
    plan: Plan,
    engines: list[Generator],
    why: str,
    seconds: float = 0.0,
    attempts: int = MOST_TRIES,
) -> RecipeNotMet:
    """Return the error that says how near the tries came."""
    missed = [(engine.nearness, engine) for engine in engines if engine.nearness is not None]
    nearest = None
    message = f"{why}, and none of them met the recipe; none came to a puzzle"
    if missed:
        (_, at_try), engine = min(missed, key=lambda each: each[0] or (0, 0))
        nearest = _generated(recipe, plan, engine.read(nearest=True), at_try + 1, False)
        message = f"{why}, and none of them met the recipe; the nearest miss {_described(nearest)}"
    return RecipeNotMet(message, attempts=attempts, nearest=nearest, stats=Stats(0, 0, seconds, "generation"))


def _described(missed: Generated) -> str:
    numbers = int(np.count_nonzero(np.asarray(missed.puzzle)))
    clues = f"{numbers} numbers"
    if missed.recipe.has_inequalities:
        clues += f" and {len(missed.puzzle.model().inequalities)} inequalities"
    if missed.grade is None:
        return f"has {clues}"
    return f"is {missed.grade.level} ({missed.grade.score}) with {clues}"
