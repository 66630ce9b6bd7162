"""``fastfuto solve``: one solution, whether it is the only one, on demand the number of all."""

from __future__ import annotations

import argparse
import dataclasses
import time

from ..solving import verbs
from ..errors import LimitReached
from ..solving.result import Status
from .common import (
    ANSWERED,
    LIMIT_REACHED,
    NO_SOLUTION,
    Answer,
    Commands,
    Input,
    Progress,
    add_command,
    add_json,
    add_search,
    complain,
)


def add_commands(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = add_command(commands, "solve", _solve, "Classify a puzzle and solve it.")
    parser.add_argument("--total", action="store_true", help="also count all solutions (at most --limit)")
    add_search(parser, order=True)
    add_json(parser)


def _solve(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    puzzle = given.puzzle
    start = time.monotonic()
    answer.classify(puzzle)
    with Progress() as progress:
        result = verbs.solve(puzzle, order=args.order, timeout=args.timeout, progress=progress)
        answer.note(
            status=result.status.value, solution=None, unique=None, stats=dataclasses.asdict(result.stats)
        )
        if result.status is Status.UNKNOWN:
            complain(given.name, f"no answer within {args.timeout:g} s")
            return LIMIT_REACHED
        if result.grid is None:
            if not answer.is_complete(puzzle):
                answer.say("A solution does not exist.")
            if args.total:
                answer.say("Solutions: 0")
                answer.note(total=0, exact=True)
            return NO_SOLUTION
        answer.say(given.show(result.grid))
        answer.note(solution=result.grid.tolist())
        answer.out.flush()
        progress.found = 1
        try:
            unique = verbs.is_unique(puzzle, timeout=_left(args, start))
            answer.say("This is the only solution." if unique else "There are other solutions.")
            answer.note(unique=unique)
            if args.total:
                answer.out.flush()
                total = verbs.count_result(
                    puzzle, limit=args.limit, timeout=_left(args, start), progress=progress
                )
                answer.say(f"Solutions: {total.count}{'' if total.exact else ' (--limit reached)'}")
                answer.note(total=total.count, exact=total.exact)
        except LimitReached as error:
            what = (
                "not known to be the only solution" if answer.fields["unique"] is None else "not all counted"
            )
            complain(given.name, f"{what} within {args.timeout:g} s; at least {max(error.found, 1)} found")
            if args.total:
                answer.note(total=max(error.found, 1), exact=False)
            return LIMIT_REACHED
    return ANSWERED


def _left(args: argparse.Namespace, start: float) -> float | None:
    """Return the seconds left of the time limit."""
    return None if args.timeout is None else max(args.timeout - (time.monotonic() - start), 0.0)
