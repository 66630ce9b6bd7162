"""What comes of tries: a puzzle, or what is known of the nearest miss."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import RecipeNotMet
from ..limits import Stats, Watch
from ..logic import Grade
from ..proofs import Certificate
from ..puzzles import Kakuro
from ..puzzles.grid import Grid
from .recipe import Recipe


@dataclass(frozen=True)
class Generated:
    """A puzzle that was made.

    Attributes
    ----------
    puzzle : Futoshiki, Adjacent, LatinSquare, Sudoku or Kakuro
    solution : (n, n) uint8, read-only
        Its only solution; for a Kakuro (rows, columns), 0 where a cell is black.
    grade : Grade
        What `fastfuto.grade` says of it with the rules of the recipe.
    seed : int
        The seed that was used.
    attempts : int
        Squares that were tried; for a Kakuro layouts.
    recipe : Recipe
        ``generate(recipe=recipe)`` makes this puzzle again.
    is_minimal : bool
        Whether each clue has been shown to be needed: without it, the rules of the level would not solve the puzzle
        or, where the rules need not solve it, there would be other solutions. Symmetric cells count as one clue, and
        clues that the recipe demands are not looked at. A Kakuro keeps all its totals, so it is False there.
    certificate : Certificate or None
        The proof that there is no other solution, if it was asked for.
    """

    puzzle: Grid | Kakuro
    solution: npt.NDArray[np.uint8] = field(compare=False, repr=False)
    grade: Grade
    seed: int
    attempts: int
    recipe: Recipe
    is_minimal: bool
    certificate: Certificate | None = field(default=None, compare=False, repr=False)


class Missed(NamedTuple):
    """What is known of tries that made no puzzle that meets the recipe.

    Attributes
    ----------
    attempts : int
    nearest : Generated or None
        The puzzle that came nearest to it.
    is_late : bool
        Whether the time was up; otherwise all tries were made.
    """

    attempts: int = 0
    nearest: Generated | None = None
    is_late: bool = True


class Tries(Protocol):
    """Tries at one recipe after the other; these differ in their seeds alone."""

    most_tries: int

    @property
    def at_try(self) -> int:
        """The number of the present try, or of the one that made the puzzle."""
        ...

    @property
    def nearness(self) -> tuple[int, int] | None:
        """How far the nearest miss is from the recipe, and its try; None if no puzzle has been made."""
        ...

    def begin(self, recipe: Recipe, first_try: int, stride: int) -> None:
        """Begin another puzzle: the tries ``range(first_try, most_tries, stride)`` are made."""
        ...

    def run(self, budget: int) -> int:
        """Go on, and return a `fastfuto.engines.MakingStatus` as an int."""
        ...

    def read(self, *, nearest: bool = False) -> Generated:
        """Return the puzzle, or the nearest miss."""
        ...


def not_met(missed: Missed, watch: Watch) -> RecipeNotMet:
    """Return the error that says how near the tries came."""
    message = f"{missed.attempts} {'try was' if missed.attempts == 1 else 'tries were'} made"
    if missed.is_late:
        message = f"the time limit of {watch.timeout} s has passed"
        message += (
            f" after {missed.attempts} {'try' if missed.attempts == 1 else 'tries'}"
            if missed.attempts
            else ""
        )
    if missed.nearest is not None:
        message += f", and none of them met the recipe; the nearest miss {_described(missed.nearest)}"
    elif missed.attempts:
        message += ", and none of them met the recipe; none came to a puzzle"
    stats = Stats(0, 0, watch.seconds, "generation")
    return RecipeNotMet(message, attempts=missed.attempts, nearest=missed.nearest, stats=stats)


def _described(missed: Generated) -> str:
    """Return what the nearest miss is, for a message."""
    minutes = missed.grade.minutes if missed.recipe.minutes is not None else None
    time = "" if minutes is None else f", about {minutes} minutes"
    told = f"is {missed.grade.level} ({missed.grade.score}{time})"
    if isinstance(missed.puzzle, Kakuro):
        return told
    told += f" with {int(np.count_nonzero(np.asarray(missed.puzzle)))} numbers"
    if missed.recipe.has_inequalities:
        told += f" and {len(missed.puzzle.model().inequalities)} inequalities"
    return told
