"""The data of a puzzle on a page or in a booklet: its id, its level and its solution."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import LimitReached, PuzzleError
from ..formats import format_puzzle
from ..limits import Run, Stats, Watch
from ..logic.board import logic_model
from ..logic.grade import grade
from ..puzzles import Puzzle, cell_name, family_name
from ..solving.result import Status
from ..solving.session import Session
from .families import APPEARANCES, appearance_of

LARGEST = 25
"""Most rows, columns and values, to keep the cells readable."""
PATIENCE = 1.0
"""Most seconds for finding one puzzle's solution or level."""


class _Made(Protocol):
    """An object with a puzzle, such as the results of `generate_many`."""

    @property
    def puzzle(self) -> Puzzle[Any]: ...


Printable: TypeAlias = Puzzle[Any] | _Made
"""A puzzle, or an object with a puzzle."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle with its data for publication.

    Attributes
    ----------
    puzzle : Grid or Kakuro
    id : str
        Eight hexadecimal digits, the same for equal puzzles.
    level : str
        The level with all rules; empty if unknown or if the puzzle does not have exactly one solution.
    minutes : float or None
        Estimated minutes that a person takes; None without a level, or if the rules do not finish the puzzle.
    solution : numpy.ndarray or None
        A solution, if one was found.
    solutions : str
        "one", "none", "several" or, if time ran out, "unknown".
    """

    puzzle: Puzzle[Any]
    id: str
    level: str
    minutes: float | None
    solution: npt.NDArray[np.uint8] | None
    solutions: str

    @property
    def family(self) -> str:
        """The name of the family, for a human reader."""
        return family_name(self.puzzle.family)

    @property
    def size(self) -> str:
        """Rows and columns."""
        return " x ".join(map(str, self.puzzle.shape))

    @property
    def line(self) -> str:
        """The puzzle in one line, in a format that the commands read."""
        name = {"futoshiki": "tatham", "sudoku": "sudoku"}.get(self.puzzle.family)
        with suppress(PuzzleError):  # The format does not support all sizes.
            if name is not None:
                return format_puzzle(self.puzzle, name).strip()
        return json.dumps(json.loads(format_puzzle(self.puzzle, "json")), separators=(",", ":"))


def sheets_of(puzzles: Printable | Iterable[Printable], watch: Watch, what: str) -> list[Sheet]:
    """Return the sheet of each puzzle; `what` is "page" or "booklet" in messages.

    Raises
    ------
    LimitReached
        If the time limit passes.
    PuzzleError
        If there are no puzzles, or a puzzle cannot be shown on a page or in a booklet.
    TypeError
        If an item is not a puzzle.
    """
    listed: Iterable[Any] = [puzzles] if is_one(puzzles) else puzzles  # type: ignore[assignment]
    # Puzzles may be generated on demand, so the first unusable puzzle ends the generation.
    checked = [_checked(puzzle, number, what) for number, puzzle in enumerate(listed, 1)]
    if not checked:
        raise PuzzleError(f"a {what} needs at least one puzzle")
    sheets = list[Sheet]()
    for puzzle in checked:
        if watch.is_over(done=len(sheets), total=len(checked), stage="puzzles"):
            raise out_of_time(watch, what, len(sheets))
        sheets.append(_sheet(puzzle, watch))
    return sheets


def is_one(given: object) -> bool:
    """Return whether this is a puzzle or an object with a puzzle."""
    return isinstance(given, Puzzle) or hasattr(given, "puzzle")


def patience(watch: Watch) -> float:
    """Return the time limit in seconds for a search on one puzzle."""
    return PATIENCE if watch.left is None else min(watch.left, PATIENCE)


def out_of_time(watch: Watch, what: str, found: int) -> LimitReached:
    """Return the error for the time limit after `found` finished puzzles."""
    return watch.late(Stats(0, 0, watch.seconds, what), found, what=f"; the {what} is not written")


def _checked(given: object, number: int, what: str) -> Puzzle[Any]:
    puzzle = getattr(given, "puzzle", given)
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"puzzle {number}: expected a Puzzle, got {type(puzzle).__name__}")
    check_playable(puzzle, what, f"puzzle {number}")
    return puzzle


def check_playable(puzzle: Puzzle[Any], what: str, name: str) -> None:
    """Raise a PuzzleError if a page or booklet cannot show a puzzle; `name` is its name in messages."""
    if appearance_of(puzzle).page is None:
        *names, last = (each.plural for each in APPEARANCES.values() if each.plural)
        other = family_name(puzzle.family).lower()
        raise PuzzleError(f"{name}: a {what} can show {', '.join(names)} and {last}, not {other}")
    if max(puzzle.shape) > LARGEST:
        shape = " x ".join(map(str, puzzle.shape))
        raise PuzzleError(
            f"{name}: a {what} can show grids of up to {LARGEST} x {LARGEST} cells, but this grid has {shape}"
        )
    clues, n = np.asarray(puzzle), logic_model(puzzle).n_values
    outside = np.argwhere((clues < 0) | (clues > n))
    if len(outside):
        row, column = outside[0].tolist()
        where = cell_name((row, column))
        raise PuzzleError(f"{name}, {where}: expected a value from 1 to {n}, got {clues[row, column]}")


def _sheet(puzzle: Puzzle[Any], watch: Watch) -> Sheet:
    session = Session(puzzle, Run(patience(watch)))
    result = session.solve()
    solutions = "none" if result.status is Status.UNSATISFIABLE else "unknown"
    level, minutes = "", None
    try:
        if result.grid is not None:
            solutions = "one" if session.is_unique() else "several"
        if solutions == "one":
            found = grade(puzzle, timeout=patience(watch))
            level, minutes = found.level or "", found.minutes
    except LimitReached:
        pass  # An unknown level stays empty.
    name = f"{zlib.crc32(format_puzzle(puzzle, 'json').encode()):08x}"
    return Sheet(puzzle, name, level, minutes, result.grid, solutions)
