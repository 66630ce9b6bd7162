"""``fastfuto solve``: find a solution, test whether it is unique, and count all solutions on request."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from ..engines import ENGINES, EngineName
from ..errors import LimitReached, MemoryLimit
from ..limits import Run, check_memory
from ..solving.result import Order, Status, json_fields
from ..solving.session import Session
from .files import answer_files
from .options import (
    FileOptions,
    add_files,
    add_json,
    add_limit,
    add_order,
    add_quiet,
    add_seed,
    add_threads,
    add_timeout,
    add_to,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, UsageError, complain


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    total: bool
    order: Order
    limit: int | None
    timeout: float | None
    seed: int
    threads: int
    engine: EngineName


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    parser.add_argument("--total", action="store_true", help="also count all solutions, at most --limit")
    add_order(parser)
    add_limit(parser)
    add_timeout(parser)
    add_seed(
        parser,
        "breaks ties between equally good choices; another seed may give another solution (default: 0)",
    )
    add_threads(parser, "searches that race with different seeds, each in a thread (default: 1)")
    help = "the only engine to use (default: several engines take turns)"
    parser.add_argument("--engine", choices=get_args(EngineName), default="auto", help=help)
    add_to(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Solve each puzzle."""
    return answer_files(options.with_input(), _solve)


def _solve(options: Options, given: Input, answer: Answer) -> int:
    _refuse_idle_options(options)
    report = Report()
    run = Run(options.timeout, report, options.threads)
    session = Session(given.puzzle, run, order=options.order, engine=options.engine, seed=options.seed)
    # An engine that does not support the puzzle is refused above, before anything about the puzzle is printed.
    answer.classify(given.puzzle)
    with report:
        result = session.solve()
    fields = json_fields(result)
    answer.note(status=fields["status"], solution=None, unique=None, stats=fields["stats"])
    if result.status is Status.UNKNOWN:
        complain(given.title, f"no answer was found within {options.timeout:g} s")
        return LIMIT_REACHED
    if result.grid is None:
        if answer.is_screen:
            answer.draw_puzzle(given)
        if not given.puzzle.is_complete:
            answer.remark("A solution does not exist.")
        if options.total:
            answer.remark("Solutions: 0")
            answer.note(total=0, exact=True)
        return NO_SOLUTION
    answer.note(solution=result.grid.tolist())
    report.found = 1
    if not answer.is_screen:
        answer.say_solution(given, result.grid)
        answer.out.flush()
    if options.order == "lexicographic":
        # A search in this order uses neither learning nor states. The other questions do not depend on the order, so a
        # second session answers them.
        session = Session(given.puzzle, run)
    if not answer.is_screen:
        return _tell_others(options, given, answer, session, report, answer.remark)
    remarks = ["Solved."]
    try:
        return _tell_others(options, given, answer, session, report, remarks.append)
    finally:
        answer.remark(" ".join(remarks))
        answer.say_solution(given, result.grid)


def _refuse_idle_options(options: Options) -> None:
    """Raise a UsageError if one of the options has no effect."""
    if options.limit is not None and not options.total:
        raise UsageError("--limit has no effect without --total")
    if options.order == "lexicographic":
        choice = "--order lexicographic"
    elif (
        options.engine in ENGINES
        and ENGINES[options.engine].can_list
        and not ENGINES[options.engine].has_ties
    ):
        choice = f"--engine {options.engine}"
    else:
        return
    for name, is_given in (("--seed", options.seed != 0), ("--threads", options.threads > 1)):
        if is_given:
            raise UsageError(f"{name} has no effect with {choice}")


def _tell_others(
    options: Options,
    given: Input,
    answer: Answer,
    session: Session[Any],
    report: Report,
    remark: Callable[[str], object],
) -> int:
    """Report whether the solution is unique and, with --total, the number of solutions."""
    try:
        with report:
            is_unique = session.is_unique()
        remark("This is the only solution." if is_unique else "There are other solutions.")
        answer.note(unique=is_unique)
        if options.total:
            answer.out.flush()
            with report:
                total = session.count(options.limit, check_memory(None), threads=1)
            # The search may already have found a second solution although --limit is 1.
            number = total.count
            remark(f"Solutions: {answer.number(number)}{'' if total.exact else ' (--limit reached)'}")
            answer.note(total=number, exact=total.exact)
    except (LimitReached, MemoryLimit) as error:
        at_least = max(error.found, 1)
        if isinstance(error, MemoryLimit):
            why = str(error)
        elif answer.fields["unique"] is None:
            why = f"other solutions were neither found nor excluded within {options.timeout:g} s"
        else:
            why = f"not all solutions were counted within {options.timeout:g} s"
        complain(given.title, f"{why}; at least {answer.number(at_least)} found")
        if options.total:
            answer.note(total=at_least, exact=False)
        return LIMIT_REACHED
    return ANSWERED
