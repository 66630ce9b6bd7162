"""``fastfuto check`` and ``fastfuto convert``: what can be said of a puzzle without solving it."""

from __future__ import annotations

import argparse

from ..formats import NAMES, format_puzzle
from .common import ANSWERED, NO_SOLUTION, Answer, Commands, Input, add_command, add_json


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    add_json(
        add_command(commands, "check", _check, "Classify a puzzle and tell its contradictions, unsolved.")
    )
    parser = add_command(commands, "convert", _convert, "Write a puzzle in another format.")
    parser.add_argument("--to", choices=NAMES, required=True, help="format to write")


def _check(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    if answer.classify(given.puzzle, scheme=True):
        return ANSWERED
    if not answer.is_complete(given.puzzle):
        answer.say("A solution does not exist.")
    return NO_SOLUTION


def _convert(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    answer.say(format_puzzle(given.puzzle, args.to))
    return ANSWERED
