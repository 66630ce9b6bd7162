"""``fastfuto convert``: a puzzle in another format."""

from __future__ import annotations

import argparse

from ..formats import NAMES, format_puzzle
from .options import Commands, add_command
from .output import ANSWERED, Answer, Input


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = add_command(commands, "convert", _convert, "Write a puzzle in another format.")
    parser.add_argument("--to", choices=NAMES, required=True, help="format to write")
    parser.set_defaults(quiet=True)


def _convert(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    answer.say(format_puzzle(given.puzzle, args.to))
    return ANSWERED
