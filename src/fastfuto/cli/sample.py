"""``fastfuto sample`` and ``fastfuto estimate``: random solutions, and about how many there are."""

from __future__ import annotations

import argparse
import dataclasses
import math

from ..solving import verbs
from ..errors import LimitReached, MemoryLimit, NoSolution
from .common import (
    ANSWERED,
    LIMIT_REACHED,
    NO_SOLUTION,
    Answer,
    Commands,
    Input,
    add_command,
    add_json,
    add_memory,
    add_seed,
    add_timeout,
    complain,
    whole,
)


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    summary = "Print solutions of a puzzle drawn at random, all equally likely."
    parser = add_command(commands, "sample", _sample, summary)
    parser.add_argument("-k", type=whole(1), default=1, metavar="K", help="how many (default: 1)")
    add_seed(parser)
    add_timeout(parser)
    add_memory(parser)
    add_json(parser)
    summary = "Estimate the number of solutions of a puzzle, where counting takes too long."
    parser = add_command(commands, "estimate", _estimate, summary)
    help = "independent estimates to take the mean of (default: 32)"
    parser.add_argument("--samples", type=whole(2), default=32, metavar="N", help=help)
    add_seed(parser)
    add_timeout(parser)
    add_json(parser)


def _sample(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        grids = verbs.sample(given.puzzle, args.k, seed=args.seed, timeout=args.timeout, memory=args.memory)
    except (LimitReached, MemoryLimit) as error:
        complain(given.name, error)
        answer.note(solutions=None)
        return LIMIT_REACHED
    except NoSolution:
        answer.classify(given.puzzle)
        answer.say("A solution does not exist.")
        answer.note(solutions=[])
        return NO_SOLUTION
    for grid in grids:
        answer.say(given.show(grid))
    answer.note(solutions=grids.tolist())
    return ANSWERED


def _estimate(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        result = verbs.estimate_count(
            given.puzzle, samples=args.samples, seed=args.seed, timeout=args.timeout
        )
    except LimitReached as error:
        complain(given.name, error)
        answer.note(estimate=None)
        return LIMIT_REACHED
    low, high = result.interval
    spread = "exactly" if result.exact else f"95 %: {low} to {high}"
    answer.say(f"{result.estimate} ({spread})")
    for name, value in dataclasses.asdict(result).items():
        answer.note(**{name: None if isinstance(value, float) and not math.isfinite(value) else value})
    return ANSWERED if result.estimate else NO_SOLUTION
