"""``fastfuto explain``: solve a puzzle step by step."""

from __future__ import annotations

import argparse
import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

from ..drawing import steps_page
from ..errors import LimitReached, wrapped
from ..languages import LanguageCode, language_named
from ..logic import Explanation, Rules, Step, explain
from ..logic.naming import speech_in
from ..logic.technique import SINGLES
from .files import answer_files, refuses_output
from .options import FileOptions, add_files, add_json, add_language, add_quiet, add_timeout, add_to, whole
from .output import Answer, Input, Output
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, UsageError, complain

FOLDED = 3
"""Fewest singles in a row that are printed as one item."""
INDENT = "    "
_SENTENCE = re.compile(r"(?<=[.]) (?=[^\W\d_a-z])")
"""The blank between two sentences."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    rules: Rules
    language: LanguageCode
    notation: bool
    steps: int | None
    all: bool
    timeout: float | None
    page: str | None = None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, add_output=_add_output)
    add_rules(parser)
    add_language(parser)
    parser.add_argument("--notation", action="store_true", help="print the steps in a compact notation")
    parser.add_argument("--steps", type=whole(1), metavar="N", help="stop after N steps (default: no limit)")
    help = "on a terminal, print each single as a step of its own"
    parser.add_argument("--all", action="store_true", help=help)
    add_timeout(parser)
    add_to(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Explain the puzzles of the files; a page is written after all of them have been explained."""
    path = options.output
    if path is not None and os.path.splitext(path)[1].lower() == ".html":
        if options.json or options.notation or options.quiet:
            raise UsageError("--json, --notation and --quiet have no effect when -o names an .html file")
        options = options.with_input()
        if refuses_output(options, path, (".html",), ""):
            return BAD_INPUT
        options = replace(options, output=None, page=path, quiet=True)
    job = _Job()
    code = answer_files(options.with_input(), job.answer)
    job.finish(options)
    return code


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = "write to this file instead of standard output; the suffix .html makes a page with a picture of each step"
    parser.add_argument("-o", "--output", metavar="FILE", help=help)


def add_rules(parser: argparse.ArgumentParser, action: str | type[argparse.Action] = "store") -> None:
    """Add the option --rules; `action` stores its value."""
    help = "full (the default), or tatham, the rules of Unequal"
    parser.add_argument(
        "--rules", action=action, choices=get_args(Rules), default="full", metavar="RULES", help=help
    )


def standstill(is_full: bool, language: LanguageCode) -> str:
    """Return the reason why there is no further step."""
    return language_named(language).endings["solved" if is_full else "stuck"]


class _Job:
    """Explains puzzles, and keeps the explanations for a page."""

    def __init__(self) -> None:
        self._explained: list[tuple[str, Explanation]] = []

    def answer(self, options: Options, given: Input, answer: Answer) -> int:
        """Explain a puzzle."""
        if options.notation and options.json:
            raise UsageError("--notation has no effect with --json")
        code = ANSWERED
        try:
            with Report() as report:
                found = explain(
                    given.puzzle,
                    rules=options.rules,
                    steps=options.steps,
                    timeout=options.timeout,
                    progress=report,
                )
        except LimitReached as error:
            complain(given.name, error)
            found, code = error.solutions, LIMIT_REACHED
        if options.page is None:
            _say(options, given, answer, found)
        else:
            self._explained.append((given.title, found))
        return NO_SOLUTION if found.contradiction else code

    def finish(self, options: Options) -> None:
        """Write the page, if there is one."""
        if self._explained:
            with Output(options.page) as out:
                out.write(steps_page(self._explained, options.language))


def _say(options: Options, given: Input, answer: Answer, found: Explanation) -> None:
    if answer.is_screen and found.steps:
        answer.say("\n".join(_lines(options, answer.out.width, found)))
    else:
        for number, step in enumerate(found.steps, 1):
            answer.say(f"{number}. {_worded(options, step)}")
    answer.note(
        rules=options.rules,
        solved=found.solved,
        contradiction=found.contradiction,
        several=[solution.tolist() for solution in found.several],
        exact=found.exact,
        steps=[step.fields() for step in found.steps],
    )
    if found.contradiction or options.steps is None or len(found) < options.steps:
        answer.remark(found.ending_in(options.language))
    is_shown = given.puzzle.fillable or (answer.is_screen and found.solved)
    if found.grid.any() and is_shown and not (answer.is_quiet or answer.as_json):
        answer.say_solution(given, found.grid)


def _worded(options: Options, step: Step) -> str:
    return step.notation() if options.notation else step.text(language=options.language)


def _lines(options: Options, width: int, found: Explanation) -> Iterator[str]:
    """Yield the lines to print: successive singles form one item, and each sentence of a long step has its own line."""
    numbered = enumerate(found.steps, 1)
    for is_single, group in itertools.groupby(numbered, lambda each: each[1].technique in SINGLES):
        listed = list(group)
        if is_single and len(listed) >= FOLDED and not options.all:
            say = speech_in(options.language)
            places = ", ".join(
                f"{say.cell(cell)} = {value}" for _, step in listed for cell, value in step.placed
            )
            text = say.language.endings["singles"]
            text = text.format(first=listed[0][0], last=listed[-1][0], places=places)
            yield wrapped(text, width)
            continue
        for number, step in listed:
            yield from sentences(_worded(options, step), width, f"{number}. ")


def sentences(text: str, width: int, begin: str = "") -> Iterator[str]:
    """Yield the lines of a step; if the step is longer than one line, each of its sentences begins a new line."""
    links = [text] if len(text) <= width - len(INDENT) else _SENTENCE.split(text)
    for k, link in enumerate(links):
        first, rest = (INDENT, 2 * INDENT) if k else (begin, INDENT)
        yield wrapped(link, width, first, rest)
