"""The one door to compiled code: everything else in the package reaches the engines through here.

An engine checks every array and number that it is given and raises ValueError for what is wrong, so callers
need not check anything. It owns its memory, releases the GIL while it runs, and never calls Python meanwhile.
It knows models and arrays, never puzzles.
"""

from .cover import nonzero_rows
from .generation import OPEN_TOP, Generator, Made, MakingStatus
from .kakuro import RunWalker, draw_layout, find_runs
from .latin import random_square
from .learner import open_learner
from .loading import problem_of
from .logic import Log, Logic, Verdict, spare_logic, take_logic
from .permutations import is_all_permutations
from .prober import Prober
from .protocol import EXHAUSTED, PAUSED, SOLUTION, UNLIMITED, Engine, Request
from .registry import ENGINES, EngineKind, EngineName, effort, open_engine, refusal
from .search import spare_search, take_search
from .states import NARROW_ROWS, States, StatesCounter, can_count_by_states, is_latin, open_states
from .sudoku9 import solve_sudoku9
from .text import (
    find_problems,
    read_clues,
    read_masks,
    read_pairs,
    read_source,
    read_tatham,
    write_source,
    write_tatham,
)

__all__ = [
    "ENGINES",
    "EXHAUSTED",
    "NARROW_ROWS",
    "OPEN_TOP",
    "PAUSED",
    "SOLUTION",
    "UNLIMITED",
    "Engine",
    "EngineKind",
    "EngineName",
    "Generator",
    "Log",
    "Logic",
    "Made",
    "MakingStatus",
    "Prober",
    "Request",
    "RunWalker",
    "States",
    "StatesCounter",
    "Verdict",
    "can_count_by_states",
    "draw_layout",
    "effort",
    "find_problems",
    "find_runs",
    "is_all_permutations",
    "is_latin",
    "nonzero_rows",
    "open_engine",
    "open_learner",
    "open_states",
    "problem_of",
    "random_square",
    "read_clues",
    "read_masks",
    "read_pairs",
    "read_source",
    "read_tatham",
    "refusal",
    "solve_sudoku9",
    "spare_logic",
    "spare_search",
    "take_logic",
    "take_search",
    "write_source",
    "write_tatham",
]
