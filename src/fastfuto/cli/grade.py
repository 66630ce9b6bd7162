"""``fastfuto grade``: how hard puzzles are for people."""

from __future__ import annotations

import argparse
import dataclasses

from ..errors import LimitReached, PuzzleError
from ..logic import grade, grade_many
from ..logic.board import logic_model
from ..logic.minutes import told
from .explain import add_rules
from .options import add_files, add_json, add_timeout, add_workers, executor
from .output import Answer, Input, is_in_pieces
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _grade)
    add_rules(parser)
    add_timeout(parser, "stop after S seconds for each puzzle, or in pieces for all (default: never)")
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(in_one_line=True, ahead=_grade_pieces, grades={})


def _grade_pieces(args: argparse.Namespace, inputs: list[Input]) -> None:
    """Grade all puzzles together if they are to be graded in pieces; those without rules are left for later."""
    if not is_in_pieces(args):
        return
    gradable = [given for given in inputs if _has_rules(given, args.rules)]
    with Report() as report:
        try:
            grades = grade_many(
                [given.puzzle for given in gradable],
                rules=args.rules,
                timeout=args.timeout,
                executor=executor(args),
                journal=args.journal,
                progress=report,
            )
        except LimitReached as error:
            grades = error.solutions
    args.grades = dict(zip(map(id, gradable), grades, strict=True))


def _has_rules(given: Input, rules: str) -> bool:
    try:
        logic_model(given.puzzle, rules)
    except PuzzleError:
        return False
    return True


def _grade(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        with Report() as report:
            found = (
                args.grades[id(given)]
                if id(given) in args.grades
                else grade(given.puzzle, rules=args.rules, timeout=args.timeout, progress=report)
            )
    except LimitReached as error:
        complain(given.name, error)
        return LIMIT_REACHED
    if found is None:
        complain(given.title, f"not graded within {args.timeout:g} s")
        return LIMIT_REACHED
    answer.note(rules=args.rules, **dataclasses.asdict(found))
    if found.solutions == 0:
        answer.say("A solution does not exist.")
        return NO_SOLUTION
    hardest = f"hardest step {found.score:.1f} ({found.hardest})" if found.hardest else "no steps"
    steps = f"{found.steps} step{'' if found.steps == 1 else 's'} beyond easy ones"
    end = "" if found.exact else "; the rules were given up after much work"
    time = "" if found.minutes is None else f", {told(found.minutes)}"
    answer.say(f"{found.level}, {hardest}, {steps}, total score {found.total:.1f}{time}{end}")
    if found.solutions == 2:
        complain(given.title, "the puzzle has several solutions")
    return ANSWERED
