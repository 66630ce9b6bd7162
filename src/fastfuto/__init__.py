"""Solve, enumerate, count and sample Futoshiki grids of any size, fast."""

from typing import Any

from .engines import EngineName
from .errors import FastfutoError, LimitReached, MemoryLimit, NoSolution, ParseError, PuzzleError
from .formats import dump, format_puzzle, load, parse
from .limits import Progress, ProgressOption, Stats
from .model import Model, Skeleton, Solvable
from .puzzles import ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Problem, Puzzle, Sudoku
from .solving import (
    Batch,
    CountResult,
    EstimateResult,
    Order,
    Result,
    Status,
    all_solutions,
    count,
    count_result,
    estimate_count,
    is_unique,
    sample,
    solutions,
    solve,
    solve_many,
    split,
)

__all__ = [
    "Batch",
    "CountResult",
    "EngineName",
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
    "Order",
    "ParseError",
    "Permutations",
    "Problem",
    "Progress",
    "ProgressOption",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Skeleton",
    "Solvable",
    "Stats",
    "Status",
    "Sudoku",
    "__version__",
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

__version__: str


def __getattr__(name: str) -> Any:
    """Look up the version only when it is asked for, because that takes longer than the import."""
    if name == "__version__":
        from importlib.metadata import version

        return version("fastfuto")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, without the rooms of the package."""
    return sorted(__all__)
