"""The public names, imported from their packages."""

from typing import TYPE_CHECKING

from .engines import EngineName
from .errors import (
    FastfutoError,
    Interrupted,
    JobError,
    LimitReached,
    MemoryLimit,
    NoSolution,
    ParseError,
    PuzzleError,
    RecipeNotMet,
)
from .formats import dump, format_puzzle, load, load_many, parse, parse_many, parse_solution
from .limits import Progress, ProgressOption, Stats
from .model import Model, Skeleton, Solvable
from .puzzles import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    Puzzle,
    Sudoku,
    Violation,
)
from .solving.candidates import true_candidates
from .solving.conflicts import conflicting_clues
from .solving.count import count, count_result
from .solving.enumerate import all_solutions, solution_blocks, solutions
from .solving.estimate import estimate_count
from .solving.file import solve_file
from .solving.many import solve_many
from .solving.parts import split
from .solving.redundant import redundant_clues
from .solving.result import Batch, CountResult, EstimateResult, FileSummary, Order, Result, Status, to_json
from .solving.sample import sample
from .solving.save import save_solutions
from .solving.solve import is_unique, solve
from .solving.text import solve_text

if TYPE_CHECKING:
    from .drawing import Drawing, Style, booklet, draw, page
    from .generation import Generated, Recipe, generate, generate_many
    from .logic import (
        TECHNIQUES,
        Explanation,
        Grade,
        Level,
        Rules,
        Step,
        Technique,
        TechniqueName,
        explain,
        grade,
        grade_many,
        hint,
    )
    from .proofs import Certificate, prove, verify
    from .puzzles.variants import Variant
    from .tasks import Audit, Judgement, Task, audit, judge, save_dataset, score, tasks

LATER = ("puzzles.variants", "generation", "logic", "drawing", "proofs", "tasks")
"""Packages that are loaded on the first use of one of their names."""

__all__ = [
    "TECHNIQUES",
    "Adjacent",
    "Audit",
    "Batch",
    "Certificate",
    "CountResult",
    "Drawing",
    "EngineName",
    "EstimateResult",
    "ExactCover",
    "Explanation",
    "FastfutoError",
    "FileSummary",
    "Futoshiki",
    "Generated",
    "Grade",
    "Interrupted",
    "JobError",
    "Judgement",
    "Kakuro",
    "LatinSquare",
    "Level",
    "LimitReached",
    "MemoryLimit",
    "Model",
    "NoSolution",
    "Order",
    "ParseError",
    "Permutations",
    "Progress",
    "ProgressOption",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "RecipeNotMet",
    "Result",
    "Rules",
    "Skeleton",
    "Solvable",
    "Stats",
    "Status",
    "Step",
    "Style",
    "Sudoku",
    "Task",
    "Technique",
    "TechniqueName",
    "Variant",
    "Violation",
    "all_solutions",
    "audit",
    "booklet",
    "conflicting_clues",
    "count",
    "count_result",
    "draw",
    "dump",
    "estimate_count",
    "explain",
    "format_puzzle",
    "generate",
    "generate_many",
    "grade",
    "grade_many",
    "hint",
    "is_unique",
    "judge",
    "load",
    "load_many",
    "page",
    "parse",
    "parse_many",
    "parse_solution",
    "prove",
    "redundant_clues",
    "sample",
    "save_dataset",
    "save_solutions",
    "score",
    "solution_blocks",
    "solutions",
    "solve",
    "solve_file",
    "solve_many",
    "solve_text",
    "split",
    "tasks",
    "to_json",
    "true_candidates",
    "verify",
]
