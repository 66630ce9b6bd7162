"""The options of commands that also take a blank grid, by its family and size, in place of a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from ..errors import PuzzleError
from ..formats import format_puzzle
from ..puzzles import Adjacent, Futoshiki, LatinSquare, Puzzle, Sudoku
from ..puzzles.variants import RULES, Variant
from .options import FileOptions, whole
from .streams import UsageError

BLANK: dict[str, tuple[Callable[[int], Puzzle[Any]], str]] = {
    "adjacent": (Adjacent, "adjacent"),
    "futoshiki": (Futoshiki, "source"),
    "latin": (LatinSquare, "latin"),
    "sudoku": (Sudoku, "sudoku"),
}
"""The families whose blank grids have only a size, and the format of their answers."""
NAMED = tuple(name for name, rule in RULES.items() if not rule.field)
"""The rules that have no cells of their own."""


@dataclass(frozen=True, kw_only=True)
class BlankOptions(FileOptions):
    """The options of `add_blank`."""

    family: str | None
    n: int | None
    variant: list[str] | None

    def with_input(self) -> Self:
        """Name the blank grid, or do as `FileOptions.with_input` without one."""
        if self.family is None and self.n is None and self.variant is None:
            return super().with_input()
        if self.files:
            raise UsageError(
                "--family, -n and --variant name a blank grid, so they cannot be combined with files"
            )
        if self.n is None:
            raise UsageError("--family and --variant need -n N, the size of the blank grid")
        family, format = BLANK[self.family or "futoshiki"]
        try:
            puzzle: Any = family(self.n)
            if self.variant is not None:
                puzzle, format = Variant(puzzle, *self.variant), "json"
            grid = format_puzzle(puzzle, format)
        except PuzzleError as error:
            from .generate import in_options

            raise UsageError(in_options(error)) from None
        return replace(self, files=(grid,), format=format, family=None, n=None, variant=None).with_input()


def add_blank(parser: argparse.ArgumentParser) -> None:
    """Add the options --family, -n and --variant."""
    help = f"take a blank grid of this family: {', '.join(BLANK)}"
    parser.add_argument("--family", choices=BLANK, metavar="NAME", help=help)
    parser.add_argument("-n", "--size", dest="n", type=whole(1), metavar="N", help="size of the blank grid")
    help = f"add a rule to a blank Sudoku or Latin square: {', '.join(NAMED)}; may be given several times"
    parser.add_argument("--variant", action="append", metavar="NAME", help=help)
