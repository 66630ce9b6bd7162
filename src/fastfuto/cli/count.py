"""``fastfuto count``: how many solutions there are."""

from __future__ import annotations

import argparse
import dataclasses
from typing import get_args

from ..engines import EngineName
from ..errors import LimitReached, MemoryLimit
from ..solving import count_result
from ..solving.result import json_fields
from .options import (
    add_files,
    add_json,
    add_limit,
    add_memory,
    add_threads,
    add_timeout,
    add_workers,
    executor,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _count)
    add_limit(parser)
    add_timeout(parser)
    add_memory(parser)
    add_threads(parser, "threads that count states (default: 1)")
    add_workers(parser)
    help = "engine that works alone; with workers, states is better where there are very many solutions"
    parser.add_argument("--engine", choices=get_args(EngineName), default="auto", help=help)
    add_json(parser)


def _count(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            result = count_result(
                given.puzzle,
                limit=args.limit,
                timeout=args.timeout,
                engine=args.engine,
                memory=args.memory,
                threads=args.threads,
                executor=executor(args),
                journal=args.journal,
                progress=report,
            )
    except (LimitReached, MemoryLimit) as error:
        is_late = isinstance(error, LimitReached)
        why = f"not all solutions were counted within {args.timeout:g} s" if is_late else error
        complain(given.title, f"{why}; at least {error.found} found")
        answer.note(count=error.found, exact=False, method=None, stats=dataclasses.asdict(error.stats))
        return LIMIT_REACHED
    answer.say(str(result.count))
    answer.note(**json_fields(result))
    if not result.exact:
        complain(given.title, f"counting stopped at --limit {args.limit}; there may be more solutions")
    return ANSWERED if result.count else NO_SOLUTION
