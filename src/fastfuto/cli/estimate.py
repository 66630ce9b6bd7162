"""``fastfuto estimate``: estimate the number of solutions."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ..errors import LimitReached
from ..solving.estimate import estimate_count
from ..solving.result import json_fields
from .blank import BlankOptions, add_blank
from .files import answer_files
from .options import add_files, add_json, add_quiet, add_seed, add_timeout, whole
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


@dataclass(frozen=True, kw_only=True)
class Options(BlankOptions):
    """The options of the command."""

    samples: int
    seed: int
    timeout: float | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_blank(parser)
    help = "number of independent estimates, whose mean is the answer (default: 32)"
    parser.add_argument("--samples", type=whole(2), default=32, metavar="N", help=help)
    add_seed(parser)
    add_timeout(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Estimate how many solutions each puzzle, or a blank grid, has."""
    return answer_files(options.with_input(), _estimate)


def _estimate(options: Options, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            result = estimate_count(
                given.puzzle,
                samples=options.samples,
                seed=options.seed,
                timeout=options.timeout,
                progress=report,
            )
    except LimitReached as error:
        complain(given.title, error)
        answer.note(estimate=None)
        return LIMIT_REACHED
    answer.say(f"{result:,}" if answer.is_screen else str(result))
    answer.note(**json_fields(result))
    if result.is_unknown:
        complain(given.title, "no sample found a solution: try count")
        return LIMIT_REACHED
    return NO_SOLUTION if result.exact and not result.estimate else ANSWERED
