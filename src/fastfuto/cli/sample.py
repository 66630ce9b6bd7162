"""``fastfuto sample``: random solutions."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ..errors import LimitReached, MemoryLimit, NoSolution
from ..solving.sample import sample
from .blank import BlankOptions, add_blank
from .files import answer_files
from .options import (
    add_files,
    add_json,
    add_memory,
    add_quiet,
    add_seed,
    add_timeout,
    add_to,
    whole,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


@dataclass(frozen=True, kw_only=True)
class Options(BlankOptions):
    """The options of the command."""

    k: int
    seed: int
    timeout: float | None
    memory: int | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_blank(parser)
    help = "number of solutions (default: 1)"
    parser.add_argument("-k", "--number", dest="k", type=whole(1), default=1, metavar="K", help=help)
    add_seed(parser)
    add_timeout(parser)
    add_memory(parser)
    add_to(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Draw random solutions of each puzzle."""
    return answer_files(options.with_input(), _sample)


def _sample(options: Options, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            grids = sample(
                given.puzzle,
                options.k,
                seed=options.seed,
                timeout=options.timeout,
                memory=options.memory,
                progress=report,
            )
    except (LimitReached, MemoryLimit) as error:
        complain(given.title, error)
        answer.note(seed=options.seed, solutions=None)
        return LIMIT_REACHED
    except NoSolution:
        answer.classify(given.puzzle)
        answer.remark("A solution does not exist.")
        answer.note(seed=options.seed, solutions=[])
        return NO_SOLUTION
    for grid in grids:
        if answer.is_screen:
            answer.say_solution(given, grid)
        else:
            answer.say(given.show(grid) + "\n")
    answer.note(seed=options.seed, solutions=grids.tolist())
    return ANSWERED
