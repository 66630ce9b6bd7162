"""``fastfuto solve``: one solution, whether it is the only one, and on request the number of all."""

from __future__ import annotations

import argparse
from typing import Any, get_args

from ..engines import ENGINES, EngineName
from ..errors import LimitReached, MemoryLimit
from ..limits import Run, check_memory
from ..solving import Status
from ..solving.result import json_fields
from ..solving.session import Session
from .options import (
    add_files,
    add_json,
    add_limit,
    add_order,
    add_quiet,
    add_seed,
    add_threads,
    add_timeout,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _solve)
    parser.add_argument("--total", action="store_true", help="also count all solutions, at most --limit")
    add_order(parser)
    add_limit(parser)
    add_timeout(parser)
    add_seed(
        parser,
        "breaks ties between equally good choices, so that another seed may give another solution (default: 0)",
    )
    add_threads(parser, "searches that race with different seeds, each in a thread (default: 1)")
    help = "engine that works alone (default: several take turns)"
    parser.add_argument("--engine", choices=get_args(EngineName), default="auto", help=help)
    add_quiet(parser)
    add_json(parser)


def _solve(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    _refuse_idle_options(args)
    report = Report()
    run = Run(args.timeout, report, args.threads)
    session = Session(given.puzzle, run, order=args.order, engine=args.engine, seed=args.seed)
    # An engine that cannot do the job is refused above, before anything is said of the puzzle.
    answer.classify(given.puzzle)
    with report:
        result = session.solve()
    fields = json_fields(result)
    answer.note(status=fields["status"], solution=None, unique=None, stats=fields["stats"])
    if result.status is Status.UNKNOWN:
        complain(given.title, f"no answer was found within {args.timeout:g} s")
        return LIMIT_REACHED
    if result.grid is None:
        if not given.puzzle.is_complete:
            answer.remark("A solution does not exist.")
        if args.total:
            answer.remark("Solutions: 0")
            answer.note(total=0, exact=True)
        return NO_SOLUTION
    answer.say_solution(given, result.grid, args.format)
    answer.note(solution=result.grid.tolist())
    answer.out.flush()
    report.found = 1
    if args.order == "lexicographic":
        # A search in this order works without learning and without counting states, and the other questions
        # do not depend on the order. So they are asked of a second session.
        session = Session(given.puzzle, run)
    return _tell_others(args, given, answer, session, report)


def _refuse_idle_options(args: argparse.Namespace) -> None:
    """Say how the command is used if one of the options has no effect."""
    if args.limit is not None and not args.total:
        args.parser.error("--limit has no effect without --total")
    if args.order == "lexicographic":
        choice = "--order lexicographic"
    elif args.engine in ENGINES and ENGINES[args.engine].can_list and not ENGINES[args.engine].has_ties:
        choice = f"--engine {args.engine}"
    else:
        return
    for name, is_given in (("--seed", args.seed != 0), ("--threads", args.threads > 1)):
        if is_given:
            args.parser.error(f"{name} has no effect with {choice}")


def _tell_others(
    args: argparse.Namespace, given: Input, answer: Answer, session: Session[Any], report: Report
) -> int:
    """Say whether the solution is the only one, and with --total how many there are."""
    try:
        with report:
            is_unique = session.is_unique()
        answer.remark("This is the only solution." if is_unique else "There are other solutions.")
        answer.note(unique=is_unique)
        if args.total:
            answer.out.flush()
            with report:
                total = session.count(args.limit, check_memory(None), threads=1)
            # The search may already have found a second solution where --limit is 1.
            number = total.count
            answer.remark(f"Solutions: {number}{'' if total.exact else ' (--limit reached)'}")
            answer.note(total=number, exact=total.exact)
    except (LimitReached, MemoryLimit) as error:
        at_least = max(error.found, 1)
        if isinstance(error, MemoryLimit):
            why = str(error)
        elif answer.fields["unique"] is None:
            why = f"whether this is the only solution is not known within {args.timeout:g} s"
        else:
            why = f"not all solutions were counted within {args.timeout:g} s"
        complain(given.title, f"{why}; at least {at_least} found")
        if args.total:
            answer.note(total=at_least, exact=False)
        return LIMIT_REACHED
    return ANSWERED
