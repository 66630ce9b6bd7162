"""The results of tries: a puzzle, or the nearest miss."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import RecipeNotMet
from ..limits import Stats, Watch, counted
from ..logic import Grade
from ..model import Model
from ..proofs import Certificate
from ..puzzles import Kakuro
from ..puzzles.grid import Grid
from .recipe import Recipe


@dataclass(frozen=True)
class Generated:
    """A generated puzzle with its solution and grade.

    Functions such as `fastfuto.solve` accept this object in place of its puzzle: ``solve(generate(6))``.

    Attributes
    ----------
    puzzle : Futoshiki, Adjacent, LatinSquare, Sudoku, Variant, Kakuro or Model
    solution : (n, n) uint8, read-only
        The only solution of the puzzle; for a Kakuro, (rows, columns) with 0 for black cells; for a Model, (n_cells,).
    grade : Grade
        The grade of the puzzle under the rules of the recipe.
    seed : int
        The seed of the puzzle.
    attempts : int
        Number of solutions that were tried, or of layouts for a Kakuro.
    recipe : Recipe
        The recipe, including the seed of the puzzle: ``generate(recipe=recipe)`` makes the puzzle again.
    is_minimal : bool
        Whether every clue is needed: without the clue, the rules of the level no longer solve the puzzle or, if the
        recipe does not require that they solve it, the puzzle has other solutions. The numbers of symmetric cells count
        as one clue, and clues that the recipe demands are exempt. Always False for a Kakuro, which keeps all its
        totals.
    certificate : Certificate or None
        The certificate of uniqueness, if requested.

    See Also
    --------
    fastfuto.generate : Make a puzzle.
    fastfuto.Grade : The difficulty of a puzzle.

    Examples
    --------
    >>> import fastfuto
    >>> made = fastfuto.generate(4, level="easy", seed=1)
    >>> made.grade.level, made.puzzle.is_solution(made.solution)
    ('easy', True)
    >>> fastfuto.generate(recipe=made.recipe).puzzle == made.puzzle
    True
    """

    puzzle: Grid | Kakuro | Model
    solution: npt.NDArray[np.uint8] = field(compare=False, repr=False)
    grade: Grade
    seed: int
    attempts: int
    recipe: Recipe
    is_minimal: bool
    certificate: Certificate | None = field(default=None, compare=False, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the solution."""
        return self.puzzle.shape

    def model(self) -> Model:
        """Return the flat description of the puzzle, so functions accept this object in place of its puzzle."""
        return self.puzzle.model()

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Return an engine's solutions, (..., n_cells), in the puzzle's shape."""
        return self.puzzle.decode(values)

    def __str__(self) -> str:
        return f"{self.puzzle.words}, {self.grade}\n{self.puzzle}"

    def _repr_html_(self) -> str:
        from ..drawing import draw

        return f"<p>{self.puzzle.words}, {self.grade}</p>{draw(self.puzzle).svg}"


class Missed(NamedTuple):
    """The result of tries that did not meet the recipe.

    Attributes
    ----------
    attempts : int
    nearest : Generated or None
        The puzzle that came nearest to the recipe.
    is_late : bool
        Whether the time ran out; if not, all tries were made.
    """

    attempts: int = 0
    nearest: Generated | None = None
    is_late: bool = True


class Tries(Protocol):
    """Tries for one puzzle after another; the recipes of the puzzles differ only in their seeds."""

    most_tries: int

    @property
    def at_try(self) -> int:
        """The number of the current try, or of the successful try."""
        ...

    @property
    def nearness(self) -> tuple[int, int] | None:
        """Distance of the nearest miss from the recipe, and the try that made it; None if no puzzle has been made."""
        ...

    def begin(self, recipe: Recipe, first_try: int, stride: int) -> None:
        """Begin another puzzle, with the tries ``range(first_try, most_tries, stride)``."""
        ...

    def run(self, budget: int) -> int:
        """Continue the tries and return a `fastfuto.engines.MakingStatus` as an int."""
        ...

    def read(self, *, nearest: bool = False) -> Generated:
        """Return the puzzle, or the nearest miss."""
        ...


def not_met(missed: Missed, watch: Watch) -> RecipeNotMet:
    """Return the error that describes the nearest miss."""
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
        message += ", and none of them met the recipe or led to any puzzle"
    stats = Stats(0, 0, watch.seconds, "generation")
    return RecipeNotMet(message, attempts=missed.attempts, nearest=missed.nearest, stats=stats)


def _described(missed: Generated) -> str:
    """Return a description of the nearest miss for a message."""
    minutes = missed.grade.minutes if missed.recipe.minutes is not None else None
    time = "" if minutes is None else f", about {minutes} minutes"
    told = f"is {missed.grade.level} ({missed.grade.score}{time})"
    if isinstance(missed.puzzle, Kakuro | Model):
        return told
    told += f" with {counted(int(np.count_nonzero(np.asarray(missed.puzzle))), 'number')}"
    if missed.recipe.has_inequalities:
        k = len(missed.puzzle.model().inequalities)
        told += f" and {k} {'inequality' if k == 1 else 'inequalities'}"
    return told
