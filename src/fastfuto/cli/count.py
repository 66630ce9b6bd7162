"""``fastfuto count``: count the solutions."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, get_args

from ..engines import EngineName
from ..errors import LimitReached, MemoryLimit, PuzzleError
from ..formats import format_puzzle
from ..puzzles import Futoshiki, LatinSquare, Puzzle, Sudoku
from ..solving import count_result
from ..solving.result import json_fields
from .files import answer_files
from .options import (
    FileOptions,
    PieceOptions,
    add_files,
    add_json,
    add_limit,
    add_memory,
    add_quiet,
    add_threads,
    add_timeout,
    add_workers,
    whole,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, UsageError, complain

BLANK: dict[str, Callable[[int], Puzzle[Any]]] = {
    "futoshiki": Futoshiki,
    "latin": LatinSquare,
    "sudoku": Sudoku,
}
"""The families whose blank grids have only a size."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, PieceOptions):
    """The options of the command."""

    family: str | None
    n: int | None
    limit: int | None
    timeout: float | None
    memory: int | None
    threads: int
    engine: EngineName


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    help = f"count a blank grid of this family: {', '.join(BLANK)}"
    parser.add_argument("--family", choices=BLANK, metavar="NAME", help=help)
    parser.add_argument("-n", "--size", dest="n", type=whole(1), metavar="N", help="size of the blank grid")
    add_limit(parser)
    add_timeout(parser)
    add_memory(parser)
    add_threads(parser, "threads that count states (default: 1)")
    add_workers(parser)
    help = "the only engine to use; with workers, states is better if there are very many solutions"
    parser.add_argument("--engine", choices=get_args(EngineName), default="auto", help=help)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Count the solutions of each puzzle, or of a blank grid."""
    if options.family is None and options.n is None:
        return answer_files(options.with_input(), _count)
    if options.files:
        raise UsageError("--family and -n count a blank grid, so they cannot be combined with files")
    if options.n is None:
        raise UsageError("--family needs -n N, the size of the blank grid")
    try:
        blank = BLANK[options.family or "futoshiki"](options.n)
    except PuzzleError as error:
        raise UsageError(str(error)) from None
    return answer_files(replace(options, files=(format_puzzle(blank, "json"),)).with_input(), _count)


def _count(options: Options, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            result = count_result(
                given.puzzle,
                limit=options.limit,
                timeout=options.timeout,
                engine=options.engine,
                memory=options.memory,
                threads=options.threads,
                executor=options.executor(),
                journal=options.journal,
                progress=report,
            )
    except (LimitReached, MemoryLimit) as error:
        is_late = isinstance(error, LimitReached)
        why = f"not all solutions were counted within {options.timeout:g} s" if is_late else error
        complain(given.title, f"{why}; at least {error.found} found")
        answer.note(count=error.found, exact=False, method=None, stats=dataclasses.asdict(error.stats))
        return LIMIT_REACHED
    answer.say(answer.number(result.count))
    answer.note(**json_fields(result))
    if not result.exact:
        complain(given.title, f"counting stopped at --limit {options.limit}; there may be more solutions")
    return ANSWERED if result.count else NO_SOLUTION
