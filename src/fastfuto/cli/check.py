"""``fastfuto check``: what can be said of a puzzle without solving it."""

from __future__ import annotations

import argparse

from ..puzzles.kakuro import EMPTY
from .options import Commands, add_command, add_json
from .output import ANSWERED, NO_SOLUTION, Answer, Input


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    summary = "Classify a puzzle and report its contradictions, without solving it."
    add_json(add_command(commands, "check", _check, summary))


def _check(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    problems = answer.classify(given.puzzle, scheme=True)
    if not problems:
        return ANSWERED
    if not given.puzzle.is_complete and any(problem.kind != EMPTY for problem in problems):
        answer.remark("A solution does not exist.")
    return NO_SOLUTION
