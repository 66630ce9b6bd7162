"""``fastfuto grade``: how hard puzzles are for people."""

from __future__ import annotations

import argparse
import dataclasses

from ..errors import LimitReached
from ..logic import grade
from .explain import add_rules
from .options import Commands, add_command, add_json, add_timeout
from .output import ANSWERED, LIMIT_REACHED, Answer, Input, complain
from .progress import Report


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    summary = (
        "Say how hard puzzles are for people, in one line each: the level, the score of the hardest technique and its "
        "name, and the steps."
    )
    parser = add_command(commands, "grade", _grade, summary)
    add_rules(parser)
    add_timeout(parser)
    add_json(parser)
    parser.set_defaults(in_one_line=True)


def _grade(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            found = grade(given.puzzle, rules=args.rules, timeout=args.timeout, progress=report)
    except LimitReached as error:
        complain(given.name, error)
        return LIMIT_REACHED
    hardest = found.hardest or "no technique"
    steps = f"{found.steps} step{'' if found.steps == 1 else 's'} beyond easy ones"
    end = "" if found.exact else "; the rules were given up after much work"
    answer.say(f"{found.level}, {found.score:.1f}, {hardest}, {steps}, total {found.total:.1f}{end}")
    answer.note(rules=args.rules, **dataclasses.asdict(found))
    return ANSWERED
