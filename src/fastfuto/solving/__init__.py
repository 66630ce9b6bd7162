"""The verbs: plain functions that take any puzzle or model, run engines within limits, and return arrays.

Each call has engines of its own, so every verb is safe in many threads at once. Engines run without the GIL,
in slices of about 10 ms. Between two slices Python handles signals, deadlines and progress.
"""

from .count import count, count_result
from .enumerate import all_solutions, solution_blocks, solutions
from .estimate import estimate_count
from .many import solve_many
from .parts import split
from .result import Batch, CountResult, EstimateResult, Order, Result, Status, to_json
from .sample import sample
from .save import save_solutions
from .solve import is_unique, solve

__all__ = [
    "Batch",
    "CountResult",
    "EstimateResult",
    "Order",
    "Result",
    "Status",
    "all_solutions",
    "count",
    "count_result",
    "estimate_count",
    "is_unique",
    "sample",
    "save_solutions",
    "solution_blocks",
    "solutions",
    "solve",
    "solve_many",
    "split",
    "to_json",
]
