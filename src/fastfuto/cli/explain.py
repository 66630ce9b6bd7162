"""``fastfuto explain``: the steps by which people solve a puzzle."""

from __future__ import annotations

import argparse
from typing import get_args

from ..errors import LimitReached
from ..logic import Explanation, Rules, explain
from .options import add_files, add_json, add_quiet, add_timeout, whole
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain

__all__ = ["add", "add_rules", "standstill"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _explain)
    add_rules(parser)
    parser.add_argument("--notation", action="store_true", help="print the steps in a compact notation")
    parser.add_argument(
        "--steps", type=whole(1), metavar="N", help="stop after N steps (default: at the end)"
    )
    add_timeout(parser)
    add_quiet(parser)
    add_json(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option --rules."""
    help = "set of rules: full (the default), or tatham, which is that of the generator Unequal"
    parser.add_argument("--rules", choices=get_args(Rules), default="full", help=help)


def standstill(is_full: bool) -> str:
    """Return why there is no further step."""
    return "The grid is full." if is_full else "No rule goes further from here."


def _explain(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    if args.notation and args.json:
        args.parser.error("--notation has no effect with --json")
    code = ANSWERED
    try:
        with Report() as report:
            found = explain(
                given.puzzle, rules=args.rules, limit=args.steps, timeout=args.timeout, progress=report
            )
    except LimitReached as error:
        complain(given.name, error)
        found, code = error.solutions, LIMIT_REACHED
    _say(args, given, answer, found)
    return NO_SOLUTION if found.contradiction else code


def _say(args: argparse.Namespace, given: Input, answer: Answer, found: Explanation) -> None:
    for number, step in enumerate(found.steps, 1):
        answer.say(f"{number}. {step.notation() if args.notation else step.text()}")
    answer.note(
        rules=args.rules,
        solved=found.solved,
        contradiction=found.contradiction,
        exact=found.exact,
        steps=[step.fields() for step in found.steps],
    )
    if found.contradiction:
        answer.remark("A solution does not exist.")
    elif args.steps is None or len(found) < args.steps:
        answer.remark(standstill(found.solved))
    if found.grid.any() and given.puzzle.fillable:
        answer.remark(given.show(found.grid))
