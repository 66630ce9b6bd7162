"""``fastfuto count``: count the solutions."""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass
from typing import get_args

from ..engines import EngineName
from ..errors import LimitReached, MemoryLimit
from ..solving.count import count_result
from ..solving.result import json_fields
from .blank import BlankOptions, add_blank
from .files import answer_files
from .options import (
    PieceOptions,
    add_files,
    add_json,
    add_limit,
    add_memory,
    add_quiet,
    add_threads,
    add_timeout,
    add_workers,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


@dataclass(frozen=True, kw_only=True)
class Options(BlankOptions, PieceOptions):
    """The options of the command."""

    limit: int | None
    timeout: float | None
    memory: int | None
    threads: int
    engine: EngineName


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_blank(parser)
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
    return answer_files(options.with_input(), _count)


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
        complain(given.title, f"{why}; at least {answer.number(error.found)} found")
        answer.note(count=error.found, exact=False, method=None, stats=dataclasses.asdict(error.stats))
        return LIMIT_REACHED
    answer.say(answer.number(result.count))
    answer.note(**json_fields(result))
    if not result.exact:
        complain(given.title, f"counting stopped at --limit {options.limit}; there may be more solutions")
    return ANSWERED if result.count else NO_SOLUTION
