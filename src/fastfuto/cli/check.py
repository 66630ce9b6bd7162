"""``fastfuto check``: what can be said of a puzzle without solving it."""

from __future__ import annotations

import argparse

from ..puzzles.kakuro import EMPTY
from .options import add_files, add_json
from .output import Answer, Input
from .streams import ANSWERED, NO_SOLUTION


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _check)
    add_json(parser)


def _check(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    problems = answer.classify(given.puzzle, scheme=True)
    if not problems:
        return ANSWERED
    if not given.puzzle.is_complete and any(problem.kind != EMPTY for problem in problems):
        answer.remark("A solution does not exist.")
    return NO_SOLUTION
