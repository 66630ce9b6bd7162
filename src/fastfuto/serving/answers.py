"""What the page is answered: one function for each thing that it asks the engines to do.

docs/reference/page-protocol.md describes requests and answers, which are JSON objects. Every answer has a time limit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..drawing.fields import fields_of
from ..drawing.sheet import LARGEST, check_playable, sheets_of
from ..errors import FastfutoError, LimitReached, PuzzleError
from ..formats import parse
from ..generation import generate
from ..limits import Watch
from ..logic import grade, hint
from ..logic.board import Layout, logic_model, names_of
from ..model import Model, single_value_masks
from ..puzzles import Puzzle
from ..solving import all_solutions

Fields: TypeAlias = dict[str, Any]

MOST_TEXT = 65_536
"""Characters of a puzzle: twice what the largest one takes that the page can show."""
PATIENCE = 2.0
"""Seconds that an answer may take."""
MAKING = 15.0
"""Seconds that a new puzzle may take; most take some milliseconds, but some sizes and levels are rare."""
FAMILIES: dict[str, Fields] = {
    "futoshiki": {"family": "futoshiki"},
    "latin": {"family": "latin"},
    "sudoku": {"family": "sudoku"},
    "adjacent": {"family": "futoshiki", "variant": "adjacent"},
    "kakuro": {"family": "kakuro"},
}
"""How the families of the page are called by the generator."""


def answer(request: Any) -> Fields:
    """Return the answer to a request, or {"error": sentence} for one that has none.

    Parameters
    ----------
    request : object
        What JSON can hold; of other people, so that it may be anything.

    Returns
    -------
    dict
        What JSON can hold.
    """
    try:
        if not isinstance(request, dict):
            raise PuzzleError("a request is an object")
        act = _ACTS.get(_text(request, "do", 16))
        if act is None:
            raise PuzzleError(f"a request has do = {', '.join(_ACTS)}")
        return act(request)
    except LimitReached as error:
        return {"error": f"This takes too long: {error}"}
    except (FastfutoError, ValueError, TypeError) as error:
        return {"error": str(error)}


# The things that can be asked ---------------------------------------------------------------------------


def _generate(request: Fields) -> Fields:
    family = FAMILIES.get(_text(request, "family", 16))
    if family is None:
        raise PuzzleError(f"family must be {', '.join(FAMILIES)}")
    level = _text(request, "level", 16) if request.get("level") else None
    seed = _text(request, "seed", 20)
    if not (seed.isascii() and seed.isdigit()):
        raise PuzzleError(f"seed must be a whole number from 0 to 2**64 - 1, got {seed!r}")
    n = _whole(request.get("n"), "n", LARGEST)
    made = generate(n, level=level, seed=int(seed), timeout=MAKING, **family)  # type: ignore[arg-type]
    model = logic_model(made.puzzle)
    return {
        "puzzle": _fields(made.puzzle),
        "solution": _flat(made.solution, names_of(made.puzzle, model)),
        "grade": _graded(made.grade),
        "seed": str(made.seed),
    }


def _read(request: Fields) -> Fields:
    return {"puzzle": _fields(_parsed(_text(request, "text", MOST_TEXT)))}


def _grade(request: Fields) -> Fields:
    return _graded(grade(_puzzle(request), timeout=PATIENCE))


def _solve(request: Fields) -> Fields:
    puzzle = _puzzle(request)
    model = logic_model(puzzle)
    limit = _whole(request.get("limit", 2), "limit", 2)
    seen = _entered(model, _entries(request, model))
    found = all_solutions(seen, limit=limit, timeout=PATIENCE)
    return {"count": len(found), "solution": found[0].tolist() if len(found) else None}


def _hint(request: Fields) -> Fields:
    puzzle = _puzzle(request)
    model = logic_model(puzzle)
    names = names_of(puzzle, model)
    marks = _marks(request, model)
    step = hint(
        puzzle,
        names.spread(_entries(request, model)),
        candidates=None if marks is None else names.spread(marks),
        timeout=PATIENCE,
    )
    return {"step": None if step is None else step.fields()}


_ACTS: dict[str, Callable[[Fields], Fields]] = {
    "generate": _generate,
    "grade": _grade,
    "solve": _solve,
    "hint": _hint,
    "read": _read,
}


# What requests hold, and answers -------------------------------------------------------------------------


def _text(request: Fields, name: str, most: int) -> str:
    text = request.get(name)
    if not isinstance(text, str):
        raise PuzzleError(f"{name} must be a text")
    if len(text) > most:
        raise PuzzleError(f"{name} has {len(text)} characters, and may have {most}")
    return text


def _whole(value: object, name: str, most: int, least: int = 1) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PuzzleError(f"{name} must be a whole number from {least} to {most}")
    return value


def _puzzle(request: Fields) -> Puzzle[Any]:
    """Return the puzzle of a request, which its line says."""
    fields = request.get("puzzle")
    if not isinstance(fields, dict):
        raise PuzzleError("puzzle must be an object")
    return _parsed(_text(fields, "line", MOST_TEXT))


def _parsed(text: str) -> Puzzle[Any]:
    puzzle = parse(text)
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError("this is a model, which cannot be played")
    check_playable(puzzle, "page", "this puzzle")
    return puzzle


def _numbers(request: Fields, name: str, model: Model, most: int) -> npt.NDArray[np.int64]:
    """Return a number for each cell."""
    values = request.get(name)
    if not isinstance(values, list) or len(values) != model.n_cells:
        raise PuzzleError(f"{name} must be a list of {model.n_cells} numbers")
    return np.array([_whole(value, name, most, 0) for value in values], np.int64)


def _entries(request: Fields, model: Model) -> npt.NDArray[np.int64]:
    return _numbers(request, "entries", model, model.n_values)


def _marks(request: Fields, model: Model) -> npt.NDArray[np.bool_] | None:
    """Return the candidates of a request, (cells, values); all of them where a cell has no mark."""
    if request.get("candidates") is None:
        return None
    everything = 2**model.n_values - 1
    masks = _numbers(request, "candidates", model, everything)
    masks[masks == 0] = everything
    marks: npt.NDArray[np.bool_] = (masks[:, None] >> np.arange(model.n_values)) & 1 != 0
    return marks


def _entered(model: Model, entries: npt.NDArray[np.int64]) -> Model:
    """Return the model with entries as further clues."""
    masks = single_value_masks(model.n_values)[entries]
    return model.with_domains(np.where((entries != 0)[:, None], model.domains & masks, model.domains))


def _fields(puzzle: Puzzle[Any]) -> Fields:
    [sheet] = sheets_of(puzzle, Watch(PATIENCE), "page")
    return fields_of(sheet)


def _flat(grid: npt.NDArray[np.uint8], names: Layout) -> list[int]:
    values: list[int] = names.gather(grid).tolist()
    return values


def _graded(found: Any) -> Fields:
    return {"level": found.level, "score": found.score, "minutes": found.minutes}
