"""``fastfuto formats``: list the formats of puzzles."""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import dataclass
from typing import get_args

from ..errors import PuzzleError
from ..formats import NAMES, Codec, codec_of, format_puzzle
from ..puzzles import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku
from .options import add_quiet
from .output import Output
from .streams import ANSWERED, UsageError

LONGEST = 12
"""Most lines of an example."""
LAYOUTS = (
    ("layout", "read as"),
    ("list: [[0, 2], [1, 0]], or rows as strings", "Sudoku, Futoshiki, Latin square"),
    ("sheet: tabs, commas, semicolons, bars", "Sudoku, Futoshiki, Latin square"),
    ("csv, JSON lines, Parquet (see --column)", "any family"),
    ("9 x 9 numbers without signs", "Sudoku"),
    ("4 x 4, 6 x 6, 16 x 16, 25 x 25 without signs", "refused: --format sudoku or latin"),
    ("n x n numbers without signs, other sizes", "Futoshiki"),
    ("n x n letters", "Latin square"),
)
"""Layouts that are read without a format, above the list of formats."""
_INDENT = "    "


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    formats: tuple[str, ...]
    quiet: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.usage = "%(prog)s [-q] [FORMAT ...]"
    parser.epilog = "https://fastfuto.github.io/fastfuto/reference/formats.html describes each format."
    help = f"list only these: {', '.join(NAMES)}"
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=help)
    add_quiet(parser, "print only the names of the formats")


def run(options: Options) -> int:
    """Write a paragraph for each format."""
    try:
        chosen = [codec_of(name) for name in options.formats or NAMES]
    except ValueError as error:
        raise UsageError(str(error)) from None
    with Output(None) as out:
        if options.quiet:
            out.write("".join(f"{codec.name}\n" for codec in chosen))
            return ANSWERED
        table = "" if options.formats else f"{_table()}\n"
        out.write(table + "\n".join(map(_described, chosen)))
    return ANSWERED


def _table() -> str:
    """Return the table of layouts."""
    lines = (f"{layout:<46}{family}\n" for layout, family in LAYOUTS)
    return "".join(lines)


def _described(codec: Codec) -> str:
    """Return the name, the families and the writers of a format, and an example."""
    families = ", ".join(each.__name__ for each in get_args(codec.family) or (codec.family,))
    how = "" if codec.detected else "; read only if it is named"
    lines = example_of(codec).rstrip("\n").split("\n")
    if len(lines) > LONGEST:
        lines[LONGEST:] = ["..."]
    example = "".join(f"{_INDENT}{line}".rstrip() + "\n" for line in lines)
    families = "all families" if codec.family is object else families
    return f"{codec.name} ({families}), written by {codec.writers}{how}\n{example}"


def example_of(codec: Codec) -> str:
    """Return a short text in a format, or an empty text if the format supports none of these families."""
    for puzzle in (
        Futoshiki([[0, 2, 0], [0, 0, 0], [0, 0, 3]], [((0, 0), (0, 1)), ((1, 1), (2, 1))]),
        Futoshiki([[1, 2, 0, 0, 5], *[[0] * 5] * 3, [2, 0, 0, 0, 4]]),
        LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]]),
        Adjacent([[0, 0], [1, 0]], [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]),
        Sudoku.parse(".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.."),
        Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]]),
        Permutations(3, order=[(0, 1)], forbidden=[(0, 3)]),
        ExactCover.parse("a b | c\na c:x\nb c:x\n"),
        ExactCover([["a", "b"], ["c"], ["b", "c"], ["a"]]),
    ):
        with contextlib.suppress(PuzzleError):
            return format_puzzle(puzzle, codec.name)
    return ""
