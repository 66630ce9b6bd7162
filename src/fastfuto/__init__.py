"""Solve, enumerate, count and sample Futoshiki grids of any size, fast."""

from .solving.many import Batch, solve_many
from .errors import FastfutoError, LimitReached, MemoryLimit, NoSolution, ParseError, PuzzleError
from .formats import dump, format_puzzle, load, parse
from .model import Model, Skeleton
from .puzzles import ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Problem, Puzzle, Sudoku
from .solving.result import CountResult, EstimateResult, Result, Stats, Status
from .solving.parts import split
from .solving.verbs import (
    all_solutions,
    count,
    count_result,
    estimate_count,
    is_unique,
    sample,
    solutions,
    solve,
)

__all__ = [
    "Batch",
    "CountResult",
    "EstimateResult",
    "ExactCover",
    "FastfutoError",
    "Futoshiki",
    "Kakuro",
    "LatinSquare",
    "LimitReached",
    "MemoryLimit",
    "Model",
    "NoSolution",
    "ParseError",
    "Permutations",
    "Problem",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Skeleton",
    "Stats",
    "Status",
    "Sudoku",
    "all_solutions",
    "count",
    "count_result",
    "dump",
    "estimate_count",
    "format_puzzle",
    "is_unique",
    "load",
    "parse",
    "sample",
    "solutions",
    "solve",
    "solve_many",
    "split",
]
