"""The public names, from the rooms in which they live."""

from typing import TYPE_CHECKING

from .engines import EngineName
from .errors import FastfutoError, LimitReached, MemoryLimit, NoSolution, ParseError, PuzzleError
from .formats import dump, format_puzzle, load, load_many, parse, parse_many
from .limits import Progress, ProgressOption, Stats
from .model import Model, Skeleton, Solvable
from .puzzles import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    Problem,
    Puzzle,
    Sudoku,
)
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
    solution_blocks,
    solutions,
    solve,
    solve_many,
    split,
    to_json,
)

if TYPE_CHECKING:
    from .drawing import Drawing, Style, draw
    from .logic import (
        TECHNIQUES,
        Explanation,
        Grade,
        Rules,
        Step,
        Technique,
        explain,
        grade,
        grade_many,
        hint,
    )

LATER = ("logic", "drawing")
"""Rooms that are loaded when the first of their names is asked for."""

__all__ = [
    "TECHNIQUES",
    "Adjacent",
    "Batch",
    "CountResult",
    "Drawing",
    "EngineName",
    "EstimateResult",
    "ExactCover",
    "Explanation",
    "FastfutoError",
    "Futoshiki",
    "Grade",
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
    "Rules",
    "Skeleton",
    "Solvable",
    "Stats",
    "Status",
    "Step",
    "Style",
    "Sudoku",
    "Technique",
    "all_solutions",
    "count",
    "count_result",
    "draw",
    "dump",
    "estimate_count",
    "explain",
    "format_puzzle",
    "grade",
    "grade_many",
    "hint",
    "is_unique",
    "load",
    "load_many",
    "parse",
    "parse_many",
    "sample",
    "solution_blocks",
    "solutions",
    "solve",
    "solve_many",
    "split",
    "to_json",
]
