"""Suites as data: cases, tasks, contestants, limits, rounds and promises.

`bench.run` measures a suite and `bench.report` reports its results.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from ..tasks import Task

NAMES = ("foundation", "large", "hard", "counting", "siblings", "client", "text", "logic", "generation")


class Case(NamedTuple):
    """A puzzle, made on demand; None if its recipe makes none."""

    name: str
    make: Callable[..., Any]
    known: int | None = None  # Number of solutions from another source.


class Set(NamedTuple):
    """Cases with the same contestants and the same task."""

    name: str
    task: Task
    cases: list[Case]
    contestants: tuple[str, ...] = ("fastfuto",)
    is_solvable: bool = True
    rounds: int | None = None  # Replaces the suite's, as do the next two.
    passes: int | None = None
    limit: float | None = None  # --quick omits sets with a limit.
    is_slow: bool = False  # Measured only with --slow.
    seeds: int = 1  # Number of seeds, 0, 1, ..., for contestants that take a seed.


class Section(NamedTuple):
    """Sets that share a table."""

    title: str
    text: str
    sets: list[Set]
    has_details: bool = False  # Whether every case also has a line.
    is_whole: bool = False  # Whether times include building the model.
    has_rates: bool = False  # Whether the table has conflicts per second.
    ours: str = "fastfuto"  # The contestant that is compared with the rivals.


class Promise(NamedTuple):
    """A promise about the sets whose ``section: set: task`` matches, by a measure of `bench.report`."""

    text: str
    sets: str
    measure: str
    bound: float = 0
    cases: str = ""  # A pattern.
    rivals: tuple[str, ...] = ()  # Default: all other contestants.
    least: float = 0  # Seconds; cases that are easier for these rivals, or for all contestants, are left out.
    below: float = inf


class Suite(NamedTuple):
    """A suite of measurements."""

    title: str
    text: str
    sections: list[Section]
    promises: list[Promise]
    limit: float  # Seconds for an answer.
    quick_limit: float
    rounds: int = 1
    passes: int = 1  # Passes over all cases in one turn of a contestant.
    patience: float = inf  # Seconds on a case after which a contestant gets no further rounds.
    is_alone: bool = False  # Whether each answer has its own process, which can be ended.
    warm_up: Any = None  # The puzzle that such a process solves first.
    counts_late: bool = True  # Whether a rival's time-out counts in ratios, at the limit.
    has_plot: bool = False
    takes_seed: bool = False  # Whether the same recipes can make fresh cases.


def load(name: str) -> Suite:
    """Return the suite with this name."""
    suite: Suite = importlib.import_module(f"{__name__}.{name}").SUITE
    return suite
