"""``fastfuto convert``: a puzzle in another format."""

from __future__ import annotations

import argparse

from ..formats import NAMES, format_puzzle
from .options import add_files
from .output import Answer, Input
from .streams import ANSWERED


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _convert)
    help = f"format to write: {', '.join(NAMES)}"
    parser.add_argument("--to", choices=NAMES, required=True, metavar="FORMAT", help=help)
    parser.set_defaults(quiet=True)


def _convert(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    answer.say(format_puzzle(given.puzzle, args.to))
    return ANSWERED
