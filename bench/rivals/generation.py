"""Makers of puzzles: fastfuto, and "Unequal" of Simon Tatham's puzzle collection."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from time import perf_counter

import fastfuto

from ..cases.generation import LETTERS, Making
from ..check import WrongAnswer
from ..tasks import Outcome, Task, late

PROGRAM = "sgt-unequal"


def ours(making: Making, task: Task, limit: float) -> Outcome:
    """Make the puzzles one by one; the time is per puzzle."""
    start = perf_counter()
    made = list(_stream(making))
    seconds = perf_counter() - start
    making.check(each.puzzle for each in made)
    return Outcome(making.k, 0, seconds / making.k)


def _stream(making: Making) -> Iterator[fastfuto.Generated]:
    wishes = {"rules": "tatham", "level": making.level, **dict(making.wishes)}
    return fastfuto.generate_many(making.k, making.n, seed=making.seed, **wishes)


def theirs(making: Making, task: Task, limit: float) -> Outcome:
    """Make the puzzles by one call of the program; the time is per puzzle, including the start.

    Puzzles of a lower level than requested are not counted against it.
    """
    assert making.level is not None
    game = f"{making.n}d{LETTERS[making.level]}#{making.seed}"
    start = perf_counter()
    try:
        done = subprocess.run(
            [PROGRAM, "--generate", str(making.k), game],
            capture_output=True,
            text=True,
            timeout=limit,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return late(limit)
    seconds = perf_counter() - start
    puzzles = [fastfuto.parse(line) for line in done.stdout.split()]
    if len(puzzles) != making.k:
        raise WrongAnswer(f"{len(puzzles)} puzzles, {making.k} were asked for")
    making._replace(level=None).check(puzzles)
    return Outcome(making.k, 0, seconds / making.k)
