"""``fastfuto check``: find the contradictions of a puzzle."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import LimitReached
from ..languages import LanguageCode, language_named
from ..limits import Run
from ..model import Model
from ..puzzles import Puzzle
from ..solving.result import Status
from ..solving.session import Session
from .conflicts import name_conflict, name_redundant
from .files import answer_files
from .options import FileOptions, add_files, add_json, add_language, add_quiet
from .output import Answer, Input
from .streams import ANSWERED, NO_SOLUTION, UsageError

PATIENCE = 1.0
"""Time limit in seconds for finding contradictions that are not visible at once."""
SHORT = 0.01
"""Seconds below which the time of a search is not of interest."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    redundant: bool
    quick: bool
    language: LanguageCode


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    help = "also list the redundant clues, each of which could be removed on its own"
    parser.add_argument("--redundant", action="store_true", help=help)
    help = "only look for clues that break a rule, not for solutions"
    parser.add_argument("--quick", action="store_true", help=help)
    add_language(parser)
    add_quiet(parser)
    add_json(parser)
    parser.epilog = (
        f"check looks for solutions or for contradicting clues for up to {PATIENCE:g} s. If it finds neither, "
        f"it reports this, and the exit code is 0."
    )


def run(options: Options) -> int:
    """Look for contradictions in each puzzle."""
    return answer_files(options.with_input(), _check)


def _check(options: Options, given: Input, answer: Answer) -> int:
    if options.quick and options.redundant:
        raise UsageError("--redundant has no effect with --quick")
    language = language_named(options.language)
    verdicts = language.verdicts
    if answer.is_screen:
        answer.draw_puzzle(given)
    violations = answer.classify(given.puzzle, scheme=True)
    is_open = given.puzzle.fillable and not given.puzzle.is_complete
    if is_open:
        # Plain words beside the original program's verdict: "valid" for the first two, or "invalid".
        answer.remark(verdicts[("dead" if violations else "kept") if given.puzzle.is_valid else "broken"])
    found = _Found() if options.quick else _found(given.puzzle)
    if found.number == 0 and (is_open or not given.puzzle.fillable):
        if not name_conflict(given.puzzle, answer, PATIENCE, options.language):
            answer.remark(language.endings["contradiction"])
    elif found.number is None and not options.quick:
        answer.remark(verdicts["unknown"].format(seconds=language.decimal(PATIENCE, "g")))
    elif not violations and not given.puzzle.fillable:
        answer.remark(verdicts["no contradiction"])
    if options.redundant and found.number:
        name_redundant(given.puzzle, answer, options.language)
    if options.format is None and not answer.out.is_terminal:
        answer.remark(verdicts["read"].format(words=given.puzzle.words))
    if not options.quick:
        number = verdicts[found.words]
        if answer.is_screen:
            is_short = found.seconds < SHORT
            seconds = language.decimal(SHORT if is_short else found.seconds, ".2g")
            number += f" ({verdicts['less' if is_short else 'seconds'].format(seconds=seconds)})"
        answer.say(verdicts["solutions"].format(number=number))
        answer.note(solutions=found.number, exact=found.is_exact, seconds=found.seconds)
    return NO_SOLUTION if violations or found.number == 0 else ANSWERED


class _Found(NamedTuple):
    """The number of solutions, with 2 for several and None if it is unknown, and the seconds that the search took."""

    number: int | None = None
    is_exact: bool = False
    seconds: float = 0.0

    @property
    def words(self) -> str:
        """The name of the words for the number of solutions."""
        if self.number is None:
            return "not known"
        return ("none", "one" if self.is_exact else "at least one", "several")[self.number]


def _found(puzzle: Puzzle[Any] | Model) -> _Found:
    """Look for two solutions."""
    run = Run(PATIENCE, None, 1)
    session = Session(puzzle, run)
    result = session.solve()
    if result.status is Status.UNKNOWN:
        return _Found(None, False, run.seconds)
    if result.grid is None:
        return _Found(0, True, run.seconds)
    try:
        number = 1 if session.is_unique() else 2
    except LimitReached:
        return _Found(1, False, run.seconds)
    return _Found(number, True, run.seconds)
