"""The only access to compiled code: all other packages reach the engines through this package.

An engine checks every array and number that it receives and raises ValueError for a wrong argument, so callers need not
check anything. An engine owns its memory, and releases the GIL and never calls Python while it runs. Engines take
models and arrays, never puzzles.
"""

from .cover import nonzero_rows
from .generation import ENDLESS, OPEN_TOP, Generator, Made, MakingStatus
from .kakuro import RunWalker, draw_layout, find_runs
from .lanes import HANDED_OVER, LANES_MOST_SIDE, solve_lanes
from .latin import random_square
from .learner import Learner, Steps, open_learner, open_steps
from .lines import LONGEST_LINE, LineAnswer, Lines, lay_out, open_lines, read_sizes
from .loading import problem_of
from .logic import Log, Logic, Verdict, spare_logic, take_logic, telling_cell, wrong_entry
from .permutations import is_all_permutations
from .prober import Prober
from .protocol import EXHAUSTED, PAUSED, SOLUTION, UNLIMITED, Engine, Request
from .registry import (
    ENGINES,
    LEARNER,
    SEARCH,
    SINGLES,
    STATES,
    EngineKind,
    EngineName,
    lone_engine,
    open_engine,
    refusal,
    shared_by,
)
from .search import SPARE_BYTES, Search, open_search, spare_search, take_search
from .single import Single
from .states import NARROW_ROWS, States, StatesCounter, can_count_by_states, is_latin, open_states
from .sudoku9 import solve_line, solve_sudoku9
from .text import (
    find_violations,
    read_clues,
    read_digits,
    read_line,
    read_masks,
    read_pairs,
    read_source,
    read_tatham,
    write_digits,
    write_source,
    write_tatham,
)

__all__ = [
    "ENDLESS",
    "ENGINES",
    "EXHAUSTED",
    "HANDED_OVER",
    "LANES_MOST_SIDE",
    "LEARNER",
    "LONGEST_LINE",
    "NARROW_ROWS",
    "OPEN_TOP",
    "PAUSED",
    "SEARCH",
    "SINGLES",
    "SOLUTION",
    "SPARE_BYTES",
    "STATES",
    "UNLIMITED",
    "Engine",
    "EngineKind",
    "EngineName",
    "Generator",
    "Learner",
    "LineAnswer",
    "Lines",
    "Log",
    "Logic",
    "Made",
    "MakingStatus",
    "Prober",
    "Request",
    "RunWalker",
    "Search",
    "Single",
    "States",
    "StatesCounter",
    "Steps",
    "Verdict",
    "can_count_by_states",
    "draw_layout",
    "find_runs",
    "find_violations",
    "is_all_permutations",
    "is_latin",
    "lay_out",
    "lone_engine",
    "nonzero_rows",
    "open_engine",
    "open_learner",
    "open_lines",
    "open_search",
    "open_states",
    "open_steps",
    "problem_of",
    "random_square",
    "read_clues",
    "read_digits",
    "read_line",
    "read_masks",
    "read_pairs",
    "read_sizes",
    "read_source",
    "read_tatham",
    "refusal",
    "shared_by",
    "solve_lanes",
    "solve_line",
    "solve_sudoku9",
    "spare_logic",
    "spare_search",
    "take_logic",
    "take_search",
    "telling_cell",
    "write_digits",
    "write_source",
    "write_tatham",
    "wrong_entry",
]
