"""``fastfuto grade``: grade how hard puzzles are for people."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import LimitReached, PuzzleError
from ..languages import LanguageCode
from ..logic import Grade, Rules, grade, grade_many
from ..logic.board import logic_model
from .explain import add_rules
from .files import Given, answer_files
from .options import (
    FileOptions,
    PieceOptions,
    add_files,
    add_json,
    add_language,
    add_quiet,
    add_timeout,
    add_workers,
)
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, PieceOptions):
    """The options of the command."""

    rules: Rules
    language: LanguageCode
    timeout: float | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_rules(parser)
    add_language(parser)
    add_timeout(parser, "stop after S seconds for each puzzle, or in pieces for all (default: never)")
    add_workers(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Grade each puzzle."""
    options = options.with_input()
    job = _Job(options)
    return answer_files(options, job.answer, prepare=job.prepare, in_one_line=True)


class _Job:
    """Grades puzzles one by one, or all together before the first answer."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._grades: dict[int, Grade | None] = {}

    def prepare(self, inputs: Iterable[Given]) -> Iterable[Given]:
        """Grade all puzzles together if they are graded in pieces; puzzles without rules are answered later."""
        options = self._options
        if not options.in_pieces:
            return inputs
        inputs = list(inputs)
        read = [given for _, given in inputs if isinstance(given, Input)]
        gradable = [given for given in read if _has_rules(given, options.rules)]
        with Report() as report:
            try:
                grades = grade_many(
                    [given.puzzle for given in gradable],
                    rules=options.rules,
                    timeout=options.timeout,
                    executor=options.executor(),
                    journal=options.journal,
                    progress=report,
                )
            except LimitReached as error:
                grades = error.solutions
        self._grades = dict(zip(map(id, gradable), grades, strict=True))
        return inputs

    def answer(self, options: Options, given: Input, answer: Answer) -> int:
        """Answer with the grade of a puzzle, which is computed unless it is known."""
        try:
            with Report() as report:
                found = (
                    self._grades[id(given)]
                    if id(given) in self._grades
                    else grade(given.puzzle, rules=options.rules, timeout=options.timeout, progress=report)
                )
        except LimitReached as error:
            complain(given.name, error)
            return LIMIT_REACHED
        if found is None:
            complain(given.title, f"not graded within {options.timeout:g} s")
            return LIMIT_REACHED
        answer.note(rules=options.rules, **dataclasses.asdict(found))
        answer.say(found.text(options.language))
        if found.solutions == 0:
            return NO_SOLUTION
        if found.solutions == 2:
            complain(given.title, "the puzzle has several solutions")
        return ANSWERED


def _has_rules(given: Input, rules: str) -> bool:
    try:
        logic_model(given.puzzle, rules)
    except PuzzleError:
        return False
    return True
