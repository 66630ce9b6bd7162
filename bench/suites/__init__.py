"""Suites are data: which cases, which task, which contestants, limits and rounds, and what was promised.

`bench.run` measures a suite and `bench.report` tells its results.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from ..tasks import Task

NAMES = ("foundation", "large", "hard", "counting", "siblings", "client", "text", "logic", "generation")


class Case(NamedTuple):
    """A puzzle, made when it is asked for; None if its recipe makes none."""

    name: str
    make: Callable[..., Any]
    known: int | None = None  # number of solutions, from elsewhere


class Set(NamedTuple):
    """Cases that are given to the same contestants with the same task."""

    name: str
    task: Task
    cases: list[Case]
    contestants: tuple[str, ...] = ("fastfuto",)
    is_solvable: bool = True
    rounds: int | None = None  # in place of the suite's, as the next two
    passes: int | None = None
    limit: float | None = None  # sets that have one are left out by --quick
    is_slow: bool = False  # measured only with --slow
    seeds: int = 1  # with how many seeds, 0, 1, ..., those are asked that take one


class Section(NamedTuple):
    """Sets that share a table."""

    title: str
    text: str
    sets: list[Set]
    has_details: bool = False  # whether there is a line for every case, too
    is_whole: bool = False  # whether times are of building and solving together
    has_rates: bool = False  # whether conflicts a second are told
    ours: str = "fastfuto"  # who is compared with the rivals


class Promise(NamedTuple):
    """What was promised of the sets whose ``section: set: task`` matches: a measure of `bench.report`."""

    text: str
    sets: str
    measure: str
    bound: float = 0
    cases: str = ""  # pattern
    rivals: tuple[str, ...] = ()  # all others by default
    least: float = 0  # seconds that those rivals take, or anyone if none is named; other cases are left out
    below: float = inf


class Suite(NamedTuple):
    """What to measure and how."""

    title: str
    text: str
    sections: list[Section]
    promises: list[Promise]
    limit: float  # seconds for an answer
    quick_limit: float
    rounds: int = 1
    passes: int = 1  # how often a contestant is given all cases in its turn
    patience: float = inf  # seconds of a contestant on a case after which it is not asked again
    is_alone: bool = False  # whether each answer is given in a process of its own, which can be ended
    warm_up: Any = None  # what such a process solves first
    counts_late: bool = True  # whether a rival's time-out counts in ratios, at the limit
    has_plot: bool = False
    takes_seed: bool = False  # whether fresh cases can be made by the same recipes


def load(name: str) -> Suite:
    """Return the suite of this name."""
    suite: Suite = importlib.import_module(f"{__name__}.{name}").SUITE
    return suite
