"""Puzzles to be made, with sizes and levels of "Unequal" in Simon Tatham's puzzle collection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import fastfuto

from ..check import WrongAnswer

LETTERS = {"trivial": "t", "easy": "e", "tricky": "k", "extreme": "x", "recursive": "r"}
"""The letters of levels in game ids."""


class Making(NamedTuple):
    """Some puzzles to be made: their size, level and number, and other wishes that only fastfuto supports."""

    n: int
    level: str | None
    k: int
    seed: int = 0
    wishes: tuple[tuple[str, Any], ...] = ()

    def check(self, puzzles: Iterable[Any]) -> None:
        """Raise WrongAnswer unless the puzzles have one solution, the level and the right number."""
        count = 0
        rules: Any = dict(self.wishes).get("rules", "tatham")
        for puzzle in puzzles:
            count += 1
            if not fastfuto.is_unique(puzzle):
                raise WrongAnswer(f"{puzzle!r} does not have one solution")
            if self.level is not None and (found := fastfuto.grade(puzzle, rules=rules).level) != self.level:
                raise WrongAnswer(f"{puzzle!r} is {found}, not {self.level}")
        if count != self.k:
            raise WrongAnswer(f"{count} puzzles, {self.k} were asked for")
