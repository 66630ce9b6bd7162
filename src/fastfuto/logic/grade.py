"""Grade how hard puzzles are for people."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..engines import Verdict, spare_logic, take_logic
from ..languages import LanguageCode, language_named
from ..limits import ExecutorOption, ProgressOption, Run, Stats, Watch, share
from ..model import Model, Solvable, not_solvable, puzzle_of
from .board import filled_cells, logic_model
from .ending import first_solutions
from .minutes import TIMES, minutes_of, told
from .technique import RULES, Level, Rules, rule_set

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

S = TypeVar("S", bound=np.generic)

SLICE = 1_000_000
"""Work between two checks of the time, about 10 ms."""
WIDE_SLICE = 200_000
"""`SLICE` for more than 64 values, where a unit of work takes several times as long."""
MOST_WORK = 1_000_000_000
"""Work after which the rules are given up, about ten seconds."""
CHUNK = 32
"""Number of puzzles that a thread takes at a time."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a puzzle for people.

    Rules are applied in rounds: in each round, the easiest rule that finds anything makes all its deductions at once.
    Therefore a grade depends neither on the order in which clues are examined nor on symmetries of the puzzle.

    Attributes
    ----------
    level : str or None
        The level of the puzzle. With ``rules="full"``, the level is trivial, easy, moderate, tricky, hard, extreme,
        diabolical, or search if the rules do not finish the puzzle. With ``rules="tatham"``, the level is trivial,
        easy, tricky, extreme, or recursive. None if the puzzle has no solution.
    hardest : str or None
        The technique with the highest score among the techniques used.
    score : float
        The score of this technique, which is also the score of the hardest step of `fastfuto.explain`. If the puzzle
        has no solution, this score may be higher than the score of any step, because the step that shows the
        contradiction has no score.
    total : float
        The sum of the scores of all rounds whose rule scores at least 2. Singles and the simplest deductions from clues
        score less.
    steps : int
        The number of these rounds.
    exact : bool
        False if the rules used up their budget of work and might have placed more numbers.
    minutes : float or None
        Estimated minutes that a person takes, rounded to a tenth; None if the rules do not finish the puzzle. The
        estimate combines the score of each step with the number of steps that are possible at the same time (Pelánek,
        2011). Its constants are not fitted to data, because no solving times for Futoshiki have been published.
    solutions : int or None
        The number of solutions: 0, 1, or 2 if there are several; None if a search did not determine it within a few
        seconds.
    """

    level: Level | None
    hardest: str | None
    score: float
    total: float
    steps: int
    exact: bool = True
    minutes: float | None = None
    solutions: int | None = 1

    def __str__(self) -> str:
        return self.text()

    def text(self, language: LanguageCode = "en") -> str:
        """Return the grade in words.

        Raises
        ------
        ValueError
            If there is no such language.

        Examples
        --------
        >>> import fastfuto
        >>> print(fastfuto.grade(fastfuto.LatinSquare([[1, 0], [0, 0]])).text("de"))
        sehr leicht, schwierigster Schritt 1,0 (letztes leeres Feld), weniger als eine Minute
        """
        words = language_named(language)
        if self.solutions == 0:
            return words.endings["contradiction"]
        # The English table has the names of techniques with their articles.
        technique = self.hardest if language == "en" else words.techniques.get(self.hardest or "")
        said = [
            words.levels.get(self.level or "", self.level or ""),
            words.grades["hardest" if self.hardest else "no steps"].format(
                score=words.decimal(self.score), technique=technique
            ),
        ]
        if self.steps:
            said.append(words.grades["step" if self.steps == 1 else "steps"].format(steps=self.steps))
            said.append(words.grades["total"].format(total=words.decimal(self.total)))
        if self.minutes is not None:
            said.append(told(self.minutes, language))
        return ", ".join(said) + ("" if self.exact else words.grades["limit"])

    def _repr_html_(self) -> str:
        from ..drawing.pages import grade_part

        return grade_part(self)


def grade(
    puzzle: Solvable[S],
    *,
    rules: Rules = "full",
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Grade:
    """Grade how hard a puzzle is for people.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle or model with cells, so not an exact cover. The rules "tatham" do not support sums.
    rules : {"full", "tatham"}
        All rules, or the rules of the generator "Unequal" in Simon Tatham's puzzle collection.
    timeout : float, optional
        Time limit in seconds. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error.

    Returns
    -------
    Grade
        Its attribute `solutions` shows whether the puzzle has no solution, exactly one, or several.

    Raises
    ------
    LimitReached
        If the time is up.
    PuzzleError
        If no rules support the puzzle.
    TypeError, ValueError
        If `puzzle` is not a puzzle, or an option is out of range.

    See Also
    --------
    fastfuto.grade_many : Grade many puzzles.
    fastfuto.explain : Find the steps of a solution.
    fastfuto.generate : Make a puzzle of a level.
    fastfuto.TECHNIQUES : The techniques with their scores and levels.

    Notes
    -----
    A 9 x 9 Futoshiki takes from 20 us to 100 ms; harder puzzles take longer. If the rules do not finish a puzzle, a
    search looks for two solutions. The search takes less than a millisecond for most 9 x 9 grids and is given up after
    a few seconds.

    References
    ----------
    - Pelánek, R. (2011). *Difficulty rating of Sudoku puzzles by a computational model*. FLAIRS.
    - Pelánek, R. (2014). *Difficulty rating of Sudoku puzzles: an overview and evaluation*. arXiv:1403.7373.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.grade(fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    Grade(level='easy', hardest='inequality bound', score=1.6, total=0.0, steps=0, exact=True, minutes=0.5, solutions=1)
    >>> [fastfuto.grade(fastfuto.LatinSquare(clues)).solutions for clues in ([[1, 0], [0, 2]], [[0, 0], [0, 0]])]
    [0, 2]
    """
    puzzle, watch = puzzle_of(puzzle), Watch(timeout, progress)
    try:
        found = _grade(puzzle, rules, watch.is_over)
        if found is None:
            raise watch.late(Stats(0, 0, watch.seconds, "logic"), what="; the puzzle is not graded")
        return found
    finally:
        watch.close()


def grade_many(
    puzzles: Iterable[Solvable[Any]],
    *,
    rules: Rules = "full",
    threads: int = 1,
    timeout: float | None = None,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> list[Grade]:
    """Grade how hard many puzzles are for people.

    Parameters
    ----------
    puzzles : iterable of Puzzle or Model
    rules, progress
        As for `fastfuto.grade`.
    threads : int
        Number of threads that share the puzzles. The grades do not depend on the number. Default: 1, unlike
        `fastfuto.solve_many`.
    timeout : float, optional
        Time limit in seconds for all puzzles together. Default: none.
    executor, journal : optional
        As for `fastfuto.count`: the workers share the puzzles, and `threads` must be left out.

    Returns
    -------
    list of Grade
        The grades in the order of the puzzles.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `solutions` is the list so far, with None for puzzles without a grade.
    JobError
        If the executor, its workers or the journal fails.
    PuzzleError, TypeError, ValueError
        As for `fastfuto.grade`.

    See Also
    --------
    fastfuto.grade : Grade one puzzle.
    fastfuto.solve_many : Solve many puzzles.
    fastfuto.generate_many : Make many puzzles of a level.

    Examples
    --------
    >>> import fastfuto
    >>> squares = [fastfuto.LatinSquare([[1, 0], [0, 0]]), fastfuto.LatinSquare([[0, 0], [0, 0]])]
    >>> [each.level for each in grade_many(squares)]
    ['trivial', 'search']
    """
    with Run(timeout, progress, threads, executor, journal) as run:
        rule_set(rules)
        if not np.iterable(puzzles):
            raise not_solvable(puzzles, "an iterable of puzzles")
        listed = list(puzzles)
        if run.is_in_pieces:
            return _finished(_grade_pieces(listed, rules, run), run)
        grades: list[Grade | None] = [None] * len(listed)

        def job(part: range) -> Callable[[Callable[[], bool]], int]:
            def work(is_over: Callable[[], bool]) -> int:
                for k in part:
                    grades[k] = _grade(listed[k], rules, is_over)
                    if grades[k] is None or is_over():
                        break
                return sum(grades[k] is not None for k in part)

            return work

        jobs = [job(range(k, min(k + CHUNK, len(listed)))) for k in range(0, len(listed), CHUNK)]
        share(jobs, run.threads, run.counter(len(listed)))
        return _finished(grades, run)


def _finished(grades: list[Grade | None], watch: Watch) -> list[Grade]:
    """Return the grades, or raise LimitReached if some are missing."""
    finished = [each for each in grades if each is not None]
    if len(finished) < len(grades):
        stats = Stats(0, 0, watch.seconds, "logic")
        what = f"; {len(finished)} of {len(grades)} puzzles graded"
        raise watch.late(stats, len(finished), what=what, solutions=grades)
    return finished


def _grade_pieces(puzzles: list[Any], rules: Rules, run: Run) -> list[Grade | None]:
    """Return the grades that the workers of an executor find within the time limit."""
    from ..jobs import Job, digest, run_pieces

    job = Job(
        "grade_many",
        digest(rules, *map(pickle.dumps, puzzles)),
        rules,
        _grade_piece,
        list(range(len(puzzles))),
        lambda number: [number],
        lambda number: puzzles[number],
    )
    results, _ = run_pieces(job, run)
    grades: list[Grade | None] = [None] * len(puzzles)
    for (number,), fields in results.items():
        grades[number] = Grade(*fields)
    return grades


def _grade_piece(rules: Rules, puzzle: Any, is_over: IsOver) -> Answer | None:
    """Return the fields of the grade of a puzzle."""
    from ..jobs import Answer

    found = _grade(puzzle, rules, is_over)
    return None if found is None else Answer(list(astuple(found)))


def slice_of(model: Model) -> int:
    """Return the work that the rules do between two checks of the time."""
    return SLICE if model.domains.shape[1] == 1 else WIDE_SLICE


def _grade(puzzle: Any, rules: Rules, is_over: Callable[[], bool]) -> Grade | None:
    """Return the grade, or None if the time runs out first."""
    chosen = rule_set(rules)
    model = logic_model(puzzle, rules)
    logic = take_logic(model, chosen.scores, is_plain=chosen.is_plain, times=TIMES)
    work, budget = 0, slice_of(model)
    while (verdict := logic.run(budget)) == Verdict.PAUSED:
        work += budget
        if work >= MOST_WORK:
            break
        if is_over():
            return None
    rule, top, steps, total = logic.result
    minutes = minutes_of(logic.time) if verdict == Verdict.SOLVED else None
    solutions: int | None = int(verdict == Verdict.SOLVED)
    if verdict in (Verdict.STUCK, Verdict.PAUSED):
        found = first_solutions(model.with_domains(logic.masks()), lambda *_: is_over())
        solutions = None if found is None else len(found)
    if verdict == Verdict.SOLVED and filled_cells(puzzle, model) is not None:
        # The engine treats the only cell as filled, but a player fills it by the easiest rule.
        rule = int(chosen.scores.nonzero()[0][0])
        top, minutes = int(chosen.scores[rule]), minutes_of(int(TIMES[:, rule].sum()))
    spare_logic(logic, model)
    level = chosen.level(top / 10) if verdict == Verdict.SOLVED else chosen.open_level
    return Grade(
        level if solutions != 0 else None,
        RULES[rule] if rule >= 0 else None,
        top / 10,
        total / 10,
        steps,
        verdict != Verdict.PAUSED,
        minutes,
        solutions,
    )
