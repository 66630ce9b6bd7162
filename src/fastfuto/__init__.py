"""Solve, enumerate and count Futoshiki grids of any size, fast."""

from .errors import FastfutoError, LimitReached, MemoryLimit, ParseError, PuzzleError
from .formats import dump, format_puzzle, load, parse
from .model import Model, Skeleton
from .puzzles import Futoshiki, Problem, Puzzle
from .result import CountResult, Result, Stats, Status
from .verbs import all_solutions, count, count_result, is_unique, solutions, solve

__all__ = [
    "CountResult",
    "FastfutoError",
    "Futoshiki",
    "LimitReached",
    "MemoryLimit",
    "Model",
    "ParseError",
    "Problem",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Skeleton",
    "Stats",
    "Status",
    "all_solutions",
    "count",
    "count_result",
    "dump",
    "format_puzzle",
    "is_unique",
    "load",
    "parse",
    "solutions",
    "solve",
]
