"""The verb `tasks`, which makes questions with answers."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from ..errors import PuzzleError
from ..generation import Generated, Recipe, generate, generate_many
from ..generation.generate import MOST_PUZZLES
from ..limits import at_least
from ..logic import explain
from ..logic.technique import rule_set
from ..solving.random import derived_seed
from ..solving.solve import is_unique
from .families import refuse_rules
from .fingerprint import fingerprints
from .prompts import PromptOption, question_of, writer_of
from .task import Task, answer_text, line_of

_DEFAULTS = {field.name: field.default for field in fields(Recipe)}


def tasks(
    k: int | None = None,
    *,
    seed: int | None = None,
    prompt: PromptOption = "grid",
    steps: bool = False,
    **recipe: Any,
) -> Iterator[Task]:
    """Make tasks for language models: puzzles with exactly one solution as questions, and their answers.

    Parameters
    ----------
    k : int, optional
        Number of tasks. Default: unlimited.
    seed : int, optional
        Seed of the whole stream of tasks. Default: a new seed for each call.
    prompt : {"grid", "sentences", "tatham"} or callable
        Form of the question: a grid of characters, a sentence for each clue, a game id of Simon Tatham's collection
        (only for Futoshiki and Adjacent), or the text that a function returns for the puzzle.
    steps : bool
        Whether the metadata include the steps of the solution in words.
    **recipe
        Further arguments of `fastfuto.generate_many`: ``n``, ``family``, ``level``, ``start``, ``threads``,
        ``executor`` and so on.

    Returns
    -------
    iterator of Task
        An iterator that makes each task on demand.

    Raises
    ------
    RecipeNotMet, JobError
        As for `fastfuto.generate_many`, raised by the iterator.
    PuzzleError, TypeError, ValueError
        As for `fastfuto.generate_many`, raised when the function is called. Also if the prompt is unknown or does not
        support the family.

    See Also
    --------
    fastfuto.score : Score the answer to a task.
    fastfuto.save_dataset : Write tasks to a file.
    fastfuto.generate_many : Make only the puzzles.

    Notes
    -----
    A task depends only on the seed, its number and the recipe. ``next(tasks(1, start=i, ...))`` makes task i, counted
    from 0, again, and ``generate(**json.loads(task.metadata["recipe"]))`` makes only its puzzle again.

    Examples
    --------
    >>> import fastfuto
    >>> [first, second] = fastfuto.tasks(2, n=4, level="easy", prompt="sentences", seed=0)
    >>> first.metadata["level"], fastfuto.score(second, second.answer)
    ('easy', 1.0)
    >>> next(fastfuto.tasks(1, n=4, level="easy", prompt="sentences", seed=0, start=1)) == second
    True
    """
    write = writer_of(prompt)
    start = at_least(0, recipe.get("start", 0), "start")
    if k is None:
        k = MOST_PUZZLES - start
    making = MakingTasks(write, steps)
    if prompt == "tatham" and _family(recipe) != "futoshiki":
        raise PuzzleError(f"prompt='tatham' needs family='futoshiki', got {_family(recipe)!r}")
    made = generate_many(k, seed=seed, **recipe)
    return (making.task(sure(each)) for each in made)


def sure(made: Generated) -> Generated:
    """Return a generated puzzle, or another puzzle of its recipe if it has several solutions.

    Puzzles that the rules solve have exactly one solution. All other puzzles are checked once more, because only the
    generator has checked them.
    """
    while made.grade.level == rule_set(made.recipe.rules).open_level and not is_unique(made.puzzle):
        made = generate(recipe=made.recipe.with_seed(derived_seed(made.seed, 1)))
    return made


def _family(recipe: dict[str, Any]) -> Any:
    return recipe.get("family", getattr(recipe.get("recipe"), "family", "futoshiki"))


class MakingTasks:
    """Turns generated puzzles into tasks.

    Parameters
    ----------
    write : callable
        The function that writes the question.
    has_steps : bool
        Whether tasks contain the steps.
    """

    def __init__(self, write: Callable[[Any], str], has_steps: bool) -> None:
        self._write = write
        self._has_steps = has_steps

    @property
    def name(self) -> str:
        """The name of the function and the option for steps, which identify the kind of tasks in digests."""
        write = self._write
        return f"{write.__module__}.{getattr(write, '__qualname__', '')} {self._has_steps}"

    def check_picklable(self) -> None:
        """Raise a TypeError if the function that writes questions cannot be sent to workers."""
        try:
            pickle.dumps(self._write)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise TypeError(
                f"prompt must be a function defined in a module if workers use it: {error}"
            ) from None

    def task(self, made: Generated, mark: bytes | None = None) -> Task:
        """Return a puzzle as a task; `mark` is its fingerprint, if known."""
        refuse_rules(made.recipe)
        puzzle: Any = made.puzzle
        grade = made.grade
        metadata: dict[str, Any] = {
            "family": puzzle.family,
            "n": made.recipe.shape[0],
            "level": grade.level,
            "score": grade.score,
            "hardest": grade.hardest,
            "minutes": grade.minutes,
            "seed": str(made.seed),
            "recipe": json.dumps(told_of(made.recipe)),
            "fingerprint": (mark or fingerprints([puzzle])[0]).hex(),
            "puzzle": line_of(puzzle),
        }
        if self._has_steps:
            metadata["steps"] = [step.text() for step in explain(puzzle, rules=made.recipe.rules).steps]
        answer = answer_text(puzzle, made.solution)
        return Task(question_of(self._write, puzzle), answer, puzzle, metadata)


def told_of(recipe: Recipe) -> dict[str, Any]:
    """Return the size, the seed and all fields of a recipe that differ from the defaults, for JSON."""
    told = {name: getattr(recipe, name) for name in _DEFAULTS}
    return {
        name: _as_json(value)
        for name, value in told.items()
        if name in ("n", "seed") or value != _DEFAULTS[name]
    }


def _as_json(value: Any) -> Any:
    return [_as_json(each) for each in value] if isinstance(value, tuple) else value
