"""``fastfuto check``: find the contradictions of a puzzle."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from .conflicts import name_conflict, name_redundant
from .files import answer_files
from .options import FileOptions, add_files, add_json
from .output import Answer, Input
from .streams import ANSWERED, EPILOG, NO_SOLUTION

PATIENCE = 1.0
"""Time limit in seconds for finding contradictions that are not visible at once."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    redundant: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    help = "also list the redundant clues, each of which could be removed on its own"
    parser.add_argument("--redundant", action="store_true", help=help)
    add_json(parser)
    parser.epilog = (
        f"check looks for a solution or for contradicting clues for up to {PATIENCE:g} s. If it finds neither, "
        f"it reports this, and the exit code is 0.\n\n{EPILOG}"
    )


def run(options: Options) -> int:
    """Look for contradictions in each puzzle."""
    return answer_files(options.with_input(), _check)


KEPT = "The values keep all rules."
DEAD = "The values break no rule, but the puzzle cannot be completed."
BROKEN = "The values break some rules."
"""Plain words for an incomplete scheme, which the original program calls "valid" (the first two) or "invalid"."""
UNKNOWN = "Neither a solution nor clues that contradict each other were found within {patience:g} s."


def _check(options: Options, given: Input, answer: Answer) -> int:
    code = _classify(options, given, answer)
    if options.format is None and not answer.out.is_terminal:
        answer.remark(f"Read as {given.puzzle.words}.")
    return code


def _classify(options: Options, given: Input, answer: Answer) -> int:
    violations = answer.classify(given.puzzle, scheme=True)
    if given.puzzle.fillable and not given.puzzle.is_complete:
        answer.remark((DEAD if violations else KEPT) if given.puzzle.is_valid else BROKEN)
    if given.puzzle.fillable and given.puzzle.is_complete:
        return NO_SOLUTION if violations else ANSWERED
    has_conflict = name_conflict(given.puzzle, answer, PATIENCE)
    if has_conflict:
        return NO_SOLUTION
    if violations:
        answer.remark("A solution does not exist.")
        return NO_SOLUTION
    if has_conflict is None:
        answer.remark(UNKNOWN.format(patience=PATIENCE))
        answer.note(exact=False)
    elif not given.puzzle.fillable:
        answer.remark("No contradiction.")
    if options.redundant:
        name_redundant(given.puzzle, answer)
    return ANSWERED
