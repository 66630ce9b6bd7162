"""Tasks: a puzzle as a question, with its answer and metadata."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..errors import FastfutoError, PuzzleError
from ..formats import format_puzzle, parse
from ..puzzles import Puzzle
from .families import task_family


@dataclass(frozen=True)
class Task:
    """A puzzle as a question for a language model, with its answer and metadata.

    Attributes
    ----------
    question : str
        The rules and the puzzle.
    answer : str
        The only solution, one row per line; a black cell of a Kakuro is ``*``.
    puzzle : Puzzle
    metadata : dict
        "family"; "n", the number of rows; "level", "score", "hardest" and "minutes", from the grade; "seed", a string,
        because many JSON readers do not support 64-bit numbers; "recipe", the arguments with which `fastfuto.generate`
        makes the puzzle again, as JSON; "fingerprint", which only symmetric forms of a puzzle share; "puzzle", the
        puzzle in one line; and, if requested, "steps", a list of strings.

    See Also
    --------
    fastfuto.tasks : Make tasks.
    fastfuto.score : Score the answer to a task.

    Examples
    --------
    >>> import json
    >>> import fastfuto
    >>> [task] = fastfuto.tasks(1, n=4, level="easy")
    >>> fastfuto.score(task, task.answer)
    1.0
    >>> Task.from_json(task.to_json()) == task
    True
    >>> fastfuto.generate(**json.loads(task.metadata["recipe"])).puzzle == task.puzzle
    True
    """

    question: str
    answer: str
    puzzle: Puzzle[Any]
    metadata: dict[str, Any] = field(hash=False)

    @property
    def seed(self) -> int:
        """The seed of the puzzle, from the metadata."""
        return int(self.metadata["seed"])

    def fields(self) -> dict[str, Any]:
        """Return the question, the answer and the metadata, which include the puzzle."""
        return {"question": self.question, "answer": self.answer, "metadata": self.metadata}

    def to_json(self) -> str:
        """Return the task's `fields` as one line of JSON."""
        return json.dumps(self.fields())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a task that `to_json` wrote.

        Raises
        ------
        PuzzleError
            If the text does not describe a task. The message names the invalid field.
        """
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"invalid task: {error}") from None
        if not isinstance(fields, dict):
            raise PuzzleError(f"invalid task: expected a JSON object, got {type(fields).__name__}")
        for name, kind in (("question", str), ("answer", str), ("metadata", dict)):
            if not isinstance(fields.get(name), kind):
                raise PuzzleError(f"invalid task: {name!r} must be a {kind.__name__}")
        line = fields["metadata"].get("puzzle")
        if not isinstance(line, str):
            raise PuzzleError("invalid task: the metadata must have a str 'puzzle'")
        try:
            puzzle = parse(line)
        except FastfutoError as error:
            raise PuzzleError(f"invalid task: its puzzle cannot be read: {error}") from None
        if not isinstance(puzzle, Puzzle):
            raise PuzzleError("invalid task: its puzzle must not be a raw model")
        return cls(fields["question"], fields["answer"], puzzle, fields["metadata"])


def line_of(puzzle: Puzzle[Any]) -> str:
    """Return a puzzle in one line, in the shortest format that is detected automatically."""
    text = format_puzzle(puzzle, name := task_family(puzzle).format(puzzle)).strip()
    return json.dumps(json.loads(text), separators=(",", ":")) if name == "json" else text


def answer_text(puzzle: Puzzle[Any], solution: npt.NDArray[Any]) -> str:
    """Return a solution as the answer to a question."""
    rows = np.asarray(solution).tolist()
    return "\n".join(" ".join(str(value or "*") for value in row) for row in rows)
