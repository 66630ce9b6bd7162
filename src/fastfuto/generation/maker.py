"""The maker of a recipe's puzzles, in one or several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from ..engines import Generator, MakingStatus
from ..limits import Watch, share
from ..logic import Grade, grade
from ..logic.minutes import TIMES
from ..logic.technique import RULES, rule_set
from ..model import frozen
from ..proofs import prove_unique
from .kakuro import KakuroTries
from .made import Generated, Missed, Tries
from .plan import MOST_TRIES, plan_for, puzzle_of
from .recipe import Recipe
from .searching import SearchTries

SLICE = 1_000_000
"""Work between two checks of the time, about 10 ms."""


class GridTries:
    """Tries to make a puzzle by the compiled generator with its plan."""

    run: Callable[[int], int]

    def __init__(self, recipe: Recipe) -> None:
        self.most_tries = MOST_TRIES
        self._recipe = recipe
        self._plan = plan = plan_for(recipe)
        has_relations = recipe.variant == "adjacent"
        self._engine = Generator(
            plan.skeleton, plan.groups, plan.pairs, has_relations=has_relations, times=TIMES
        )
        self.run = self._engine.run

    @property
    def at_try(self) -> int:
        """The number of the current try, or of the successful try."""
        return self._engine.at_try

    @property
    def nearness(self) -> tuple[int, int] | None:
        """Distance of the nearest miss from the recipe, and the try that made it; None if no puzzle has been made."""
        return self._engine.nearness

    def begin(self, recipe: Recipe, first_try: int, stride: int) -> None:
        """Begin another puzzle."""
        plan, self._recipe = self._plan, recipe
        self._engine.reset(
            plan.rules,
            plan.all_rules,
            seed=recipe.seed,
            first_try=first_try,
            stride=stride,
            most_tries=self.most_tries,
            **plan.wishes,
        )

    def read(self, *, nearest: bool = False) -> Generated:
        """Return the puzzle, or the nearest miss."""
        engine, recipe = self._engine, self._recipe
        assert recipe.seed is not None  # A Recipe has replaced it.
        made = engine.read(nearest=nearest)
        chosen = rule_set(recipe.rules)
        level = chosen.level(made.score / 10) if made.is_solved else chosen.open_level
        hardest = RULES[made.rule] if made.rule >= 0 else None
        at_try = engine.nearness[1] if nearest and engine.nearness else engine.at_try
        puzzle = puzzle_of(recipe, self._plan, made)
        found = Grade(
            level,
            hardest,
            made.score / 10,
            made.total / 10,
            made.steps,
            minutes=made.time / 10 if made.is_solved else None,
        )
        if made.solution.size == 1:  # The engine treats the cell of a 1 x 1 as filled.
            found = grade(puzzle, rules=recipe.rules)
        return Generated(
            puzzle,
            frozen(made.solution.reshape(recipe.shape)),
            found,
            recipe.seed,
            at_try + 1,
            recipe,
            engine.is_minimal and not nearest,
        )


class Maker:
    """Makes puzzles of recipes that differ only in their seeds; threads may share it."""

    def __init__(self, recipe: Recipe, *, certifies: bool = False) -> None:
        self._certifies = certifies
        # Each jigsaw has different regions.
        self._is_reusable = recipe.variant != "jigsaw"
        self._spare = [_tries(recipe)]

    def make(self, recipe: Recipe, is_over: Callable[[], bool]) -> Generated | Missed:
        """Make a puzzle."""
        tries = self._open(recipe)
        tries.begin(recipe, 0, 1)
        while (status := tries.run(SLICE)) == MakingStatus.PAUSED:
            if is_over():
                return _missed([tries], tries.at_try, is_late=True)
        made = tries.read() if status == MakingStatus.MADE else _missed([tries], tries.most_tries)
        if self._is_reusable:
            self._spare.append(tries)
        if self._certifies and isinstance(made, Generated):
            certificate = prove_unique(made.puzzle, is_over)
            return Missed() if certificate is None else replace(made, certificate=certificate)
        return made

    def make_in_threads(self, recipe: Recipe, threads: int, watch: Watch) -> Generated | Missed:
        """Make a puzzle in several threads that share the tries; the first successful try counts."""
        workers = [self._open(recipe) for _ in range(threads)]
        most = best = workers[0].most_tries
        lock = threading.Lock()
        finished = 0

        def job(number: int) -> Callable[[Callable[[], bool]], int]:
            def work(is_over: Callable[[], bool]) -> int:
                nonlocal best
                tries = workers[number]
                tries.begin(recipe, number, threads)
                while tries.at_try < best:
                    status = tries.run(SLICE)
                    if status == MakingStatus.MADE:
                        with lock:
                            best = min(best, tries.at_try)
                        break
                    if status == MakingStatus.PAUSED and is_over():
                        return 0
                return 1

            return work

        def is_over(more: int = 0) -> bool:
            nonlocal finished
            finished += more
            return watch.is_over(done=sum(tries.at_try // threads for tries in workers), stage="tries")

        share([job(number) for number in range(threads)], threads, is_over)
        if finished < threads:
            return _missed(workers, sum(-(-tries.at_try // threads) for tries in workers), is_late=True)
        if best == most:
            return _missed(workers, most)
        return next(tries for tries in workers if tries.at_try == best).read()

    def _open(self, recipe: Recipe) -> Tries:
        if self._is_reusable:
            try:
                return self._spare.pop()
            except IndexError:  # Another thread has the puzzle.
                pass
        return _tries(recipe)


def _tries(recipe: Recipe) -> Tries:
    if recipe.template is not None:
        return SearchTries(recipe)
    return KakuroTries(recipe) if recipe.family == "kakuro" else GridTries(recipe)


def _missed(workers: list[Tries], attempts: int, *, is_late: bool = False) -> Missed:
    """Return the result of unsuccessful tries of some workers."""
    near = [(nearness, k) for k, tries in enumerate(workers) if (nearness := tries.nearness) is not None]
    nearest = workers[min(near)[1]].read(nearest=True) if near else None
    return Missed(attempts, nearest, is_late)
