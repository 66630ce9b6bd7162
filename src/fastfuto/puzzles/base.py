"""What every puzzle is and does."""

from __future__ import annotations

import abc
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..model import Model

__all__ = ["Problem", "Puzzle"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One contradiction that a puzzle carries in itself.

    Attributes
    ----------
    kind : str
        The rule that is broken; each family lists its own.
    cells : tuple of (int, int)
        The cells that break it, (row, column), 0-based.
    message : str
        One line for people, rows and columns counted from 1.
    """

    kind: str
    cells: tuple[tuple[int, int], ...]
    message: str

    def __str__(self) -> str:
        return self.message


class Puzzle(abc.ABC):
    """An immutable value: clues and rules of one puzzle, equal to every puzzle that says the same."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution."""

    @abc.abstractmethod
    def problems(self) -> list[Problem]:
        """Return the contradictions the puzzle carries in itself; none says nothing of solutions."""

    @abc.abstractmethod
    def model(self) -> Model:
        """Return the flat description of the puzzle that engines take."""

    @abc.abstractmethod
    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return flat cell values, (..., cells) uint8, in the puzzle's own shape, without a copy."""
