"""The argument of functions such as `solve`: an object that has a model and decodes solutions into its own shape."""

from __future__ import annotations

import os
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from .model import Model
from .options import Options

S_co = TypeVar("S_co", bound=np.generic, covariant=True)


class Solvable(Protocol[S_co]):
    """The protocol of the objects that functions such as `solve` accept: puzzles, models and parts of puzzles.

    The dtype of solutions is uint8, or int32 for exact covers. An instance of any class with these members can be
    solved.

    See Also
    --------
    fastfuto.Puzzle : The base class of puzzles.
    fastfuto.Model : The flat description of a puzzle.
    fastfuto.split : Split a puzzle into parts.

    Examples
    --------
    A pair of different values from 1 to 3, as a column:

    >>> import fastfuto
    >>> class Pair:
    ...     shape = (2, 1)
    ...     def model(self):
    ...         return fastfuto.Model(fastfuto.Skeleton(2, 3, [(0, 1)]))
    ...     def decode(self, values):
    ...         return values.reshape(*values.shape[:-1], 2, 1)
    >>> fastfuto.count(Pair())
    6
    >>> fastfuto.all_solutions(Pair()).shape
    (6, 2, 1)
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution; for an exact cover, the largest shape that a solution can have."""
        ...

    def model(self) -> Model | Options:
        """Return the flat description for engines."""
        ...

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[S_co]:
        """Return an engine's solutions, (..., n_cells), in the puzzle's shape."""
        ...


def puzzle_of(given: Any) -> Any:
    """Return the puzzle of a `Generated`, or any other argument unchanged."""
    return getattr(given, "puzzle", given) if hasattr(given, "recipe") else given


def not_solvable(given: object, expected: str = "a Puzzle or a Model") -> TypeError:
    """Return the error for an object that a verb does not accept."""
    hint = (
        "; fastfuto.parse reads a puzzle from text, and fastfuto.load from a file"
        if isinstance(given, str | bytes)
        else ""
    )
    hint = "; fastfuto.load reads a puzzle from a file" if isinstance(given, os.PathLike) else hint
    hint = (
        "; a class such as fastfuto.Futoshiki takes clues" if isinstance(given, list | np.ndarray) else hint
    )
    return TypeError(f"expected {expected}, got {type(given).__name__}{hint}")
