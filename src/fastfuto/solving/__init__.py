"""The verbs: functions that take any puzzle or model, run engines within limits, and return their answers.

Each call has its own engines, so every verb may run in many threads at once. Engines run without the GIL, in slices of
about 10 ms. Between slices, Python handles signals, deadlines and progress.
"""

from .answers import Answers, Form, answer_lines
from .candidates import true_candidates
from .conflicts import conflicting_clues
from .count import count, count_result
from .enumerate import all_solutions, solution_blocks, solutions
from .estimate import estimate_count
from .file import solve_file
from .many import solve_many
from .parts import split
from .redundant import redundant_clues
from .result import Batch, CountResult, EstimateResult, FileSummary, Order, Result, Status, to_json
from .rows import UNANSWERED
from .sample import sample
from .save import save_solutions
from .solve import is_unique, solve

__all__ = [
    "UNANSWERED",
    "Answers",
    "Batch",
    "CountResult",
    "EstimateResult",
    "FileSummary",
    "Form",
    "Order",
    "Result",
    "Status",
    "all_solutions",
    "answer_lines",
    "conflicting_clues",
    "count",
    "count_result",
    "estimate_count",
    "is_unique",
    "redundant_clues",
    "sample",
    "save_solutions",
    "solution_blocks",
    "solutions",
    "solve",
    "solve_file",
    "solve_many",
    "split",
    "to_json",
    "true_candidates",
]
