"""``fastfuto hint``: the next step."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..drawing import draw
from ..errors import LimitReached, PuzzleError, printable
from ..languages import LanguageCode, language_named
from ..logic import Rules, hint
from ..model import Model
from ..puzzles import Kakuro, Puzzle
from ..puzzles.grid import Grid
from ..solving.solve import is_unique
from .conflicts import name_conflict
from .explain import add_rules, sentences, standstill
from .files import answer_files, inputs_of, shown_name
from .options import FileOptions, add_files, add_json, add_language, add_quiet, add_timeout, whole
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain

PATIENCE = 0.2
"""Time limit in seconds for finding a contradiction. Nearly all puzzles for people take about 1 % of it."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    entries: str | None
    detail: int
    rules: Rules
    language: LanguageCode
    timeout: float | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    help = "the same puzzle with the values entered so far: a file or a game id (default: none)"
    parser.add_argument("--entries", metavar="FILE", help=help)
    help = "level of detail: 0 the place, 1 also the technique, 2 the premise, 3 everything (default: 3)"
    parser.add_argument("--detail", type=whole(0), choices=range(4), default=3, help=help)
    add_rules(parser)
    add_language(parser)
    add_timeout(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Give a hint for each puzzle."""
    return answer_files(options.with_input(), _hint)


def _is_other(puzzle: Puzzle[Any] | Model, entries: Puzzle[Any] | Model) -> bool:
    """Return whether entries belong to another puzzle; they may lack inequalities, as a grid of numbers does."""
    if puzzle.shape != entries.shape:
        return True
    if isinstance(entries, Grid) and not len(entries.inequalities):
        return False
    if not (isinstance(puzzle, Grid | Kakuro) and isinstance(entries, Grid | Kakuro)):
        return False
    blank = np.zeros(puzzle.shape, np.int32)
    return bool(puzzle.with_clues(blank) != entries.with_clues(blank))


def _has_several(puzzle: Puzzle[Any] | Model, timeout: float) -> bool:
    """Return whether two solutions are found within a time limit."""
    try:
        return not is_unique(puzzle, timeout=timeout)
    except LimitReached:
        return False


def _hint(options: Options, given: Input, answer: Answer) -> int:
    entries = None
    if options.entries is not None:
        entered = next(iter(inputs_of(options.entries, None, None)))
        if not isinstance(entered, Input):
            complain(shown_name(options.entries), entered)
            return BAD_INPUT
        entries = entered.puzzle
        if _is_other(given.puzzle, entries):
            raise PuzzleError(f"the entries in {printable(options.entries)} belong to another puzzle")
    patience = PATIENCE if options.timeout is None else min(PATIENCE, options.timeout)
    if entries is None and name_conflict(given.puzzle, answer, patience, options.language):
        answer.note(rules=options.rules, step=None)
        if answer.is_screen:
            answer.draw_puzzle(given)
        return NO_SOLUTION
    try:
        step = hint(
            given.puzzle,
            None if entries is None else np.asarray(entries),
            rules=options.rules,
            timeout=options.timeout,
        )
    except LimitReached as error:
        complain(given.name, error)
        return LIMIT_REACHED
    if answer.is_screen:
        answer.draw(draw(given.puzzle, None if entries is None else np.asarray(entries)))
    if step is not None:
        text = step.text(options.detail, options.language)
        answer.say("\n".join(sentences(text, answer.out.width)) if answer.is_screen else text)
    else:
        is_full = given.puzzle.is_complete or (entries is not None and entries.is_complete)
        answer.say(standstill(is_full, options.language))
    is_seen = answer.is_screen or answer.as_json
    if is_seen and entries is None and _has_several(given.puzzle, patience):
        answer.remark(language_named(options.language).verdicts["ambiguous"])
        answer.note(several=True)
    answer.note(rules=options.rules, step=None if step is None else step.fields())
    return ANSWERED
