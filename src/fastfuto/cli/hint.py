"""``fastfuto hint``: the next step."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import LimitReached, ParseError, PuzzleError
from ..formats import load
from ..logic import hint
from .explain import add_rules
from .options import Commands, add_command, add_json, add_timeout
from .output import ANSWERED, LIMIT_REACHED, Answer, Input, complain


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = add_command(commands, "hint", _hint, "Say what comes next in a puzzle.")
    help = "the same puzzle as far as it is filled in (default: not at all)"
    parser.add_argument("--entries", metavar="FILE", help=help)
    help = "how much to say: 0 where to look, 1 the technique, 2 what it rests on, 3 everything (default: 3)"
    parser.add_argument("--detail", type=int, choices=range(4), default=3, help=help)
    add_rules(parser)
    add_timeout(parser)
    add_json(parser)


def _hint(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        step = hint(given.puzzle, _entries(args.entries), rules=args.rules, timeout=args.timeout)
    except LimitReached as error:
        complain(given.name, error)
        return LIMIT_REACHED
    answer.say("There is nothing to say." if step is None else step.text(args.detail))
    answer.note(rules=args.rules, step=None if step is None else step.fields())
    return ANSWERED


def _entries(name: str | None) -> npt.NDArray[Any] | None:
    """Return what is filled in according to a file: the clues of the puzzle in it."""
    if name is None:
        return None
    try:
        return np.asarray(load(name))
    except ParseError as error:
        raise PuzzleError(f"{name}: {error}") from error
