"""The limits of a call (time, memory and threads), its progress reports, and its workers."""

from ..stats import Stats
from .checks import at_least, check_seed, check_threads, fresh_seed, real, renamed, whole
from .memory import check_memory
from .progress import Progress, ProgressOption, counted, full, lasting, rounded, sized
from .run import ExecutorOption, Run
from .threads import Crew, cores, in_order, race, share
from .watch import Watch

__all__ = [
    "Crew",
    "ExecutorOption",
    "Progress",
    "ProgressOption",
    "Run",
    "Stats",
    "Watch",
    "at_least",
    "check_memory",
    "check_seed",
    "check_threads",
    "cores",
    "counted",
    "fresh_seed",
    "full",
    "in_order",
    "lasting",
    "race",
    "real",
    "renamed",
    "rounded",
    "share",
    "sized",
    "whole",
]
