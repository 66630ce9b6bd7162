"""What verbs take: anything that has a model and returns its solutions in a shape of its own."""

from __future__ import annotations

import os
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from .model import Model
from .options import Options

S_co = TypeVar("S_co", bound=np.generic, covariant=True)


class Solvable(Protocol[S_co]):
    """A Puzzle or a Model, whose solutions are arrays of one type: uint8, or int32 for exact covers."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution; for an exact cover its greatest shape."""
        ...

    def model(self) -> Model | Options:
        """Return the flat description that engines take."""
        ...

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[S_co]:
        """Return what an engine found, (..., n_cells), in the puzzle's own shape."""
        ...


def not_solvable(given: object, expected: str = "a Puzzle or a Model") -> TypeError:
    """Return the error for something else than a verb takes."""
    hint = "; fastfuto.parse reads a puzzle from text" if isinstance(given, str | bytes) else ""
    hint = "; fastfuto.load reads a puzzle from a file" if isinstance(given, os.PathLike) else hint
    return TypeError(f"expected {expected}, got {type(given).__name__}{hint}")
