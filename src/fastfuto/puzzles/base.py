"""What every puzzle is and does."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from ..model import Options
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
    def model(self) -> Model | Options:
        """Return the flat description of the puzzle that engines take."""

    @abc.abstractmethod
    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution as text for people, its lines ended by a newline."""

    @abc.abstractmethod
    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what an engine found, (..., cells) uint8, in the puzzle's own shape."""
