"""The puzzle families: immutable values that know their rules and clues."""

from .base import Problem, Puzzle
from .futoshiki import Futoshiki

__all__ = ["Futoshiki", "Problem", "Puzzle"]
