"""``fastfuto explain``: the steps by which people solve a puzzle."""

from __future__ import annotations

import argparse
import os
from typing import get_args

from ..drawing import steps_page
from ..errors import LimitReached
from ..languages import LanguageCode, language_named
from ..logic import Explanation, Rules, explain
from .files import answer_files, name_input, refuses_output
from .options import add_files, add_json, add_language, add_quiet, add_timeout, whole
from .output import Answer, Input, Output
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _explain, add_output=_add_output)
    add_rules(parser)
    add_language(parser)
    parser.add_argument("--notation", action="store_true", help="print the steps in a compact notation")
    parser.add_argument(
        "--steps", type=whole(1), metavar="N", help="stop after N steps (default: at the end)"
    )
    add_timeout(parser)
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_run, page=None)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = "write to this file instead of standard output; if its suffix is .html, a page with a picture of each step"
    parser.add_argument("-o", "--output", metavar="FILE", help=help)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option --rules."""
    help = "set of rules: full (the default), or tatham, which is that of the generator Unequal"
    parser.add_argument("--rules", choices=get_args(Rules), default="full", help=help)


def standstill(is_full: bool, language: LanguageCode) -> str:
    """Return why there is no further step."""
    return language_named(language).endings["solved" if is_full else "stuck"]


def _run(args: argparse.Namespace) -> int:
    """Explain the puzzles of the files; a page is written when all of them are explained."""
    if args.output is None or os.path.splitext(args.output)[1].lower() != ".html":
        return answer_files(args)
    if args.json or args.notation or args.quiet:
        args.parser.error("--json, --notation and --quiet have no effect on a page")
    name_input(args)
    if refuses_output(args, (".html",), ""):
        return BAD_INPUT
    path, args.output, args.page, args.quiet = args.output, None, [], True
    code = answer_files(args)
    if args.page:
        with Output(path) as out:
            out.write(steps_page(args.page, args.language))
    return code


def _explain(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    if args.notation and args.json:
        args.parser.error("--notation has no effect with --json")
    code = ANSWERED
    try:
        with Report() as report:
            found = explain(
                given.puzzle, rules=args.rules, limit=args.steps, timeout=args.timeout, progress=report
            )
    except LimitReached as error:
        complain(given.name, error)
        found, code = error.solutions, LIMIT_REACHED
    if args.page is None:
        _say(args, given, answer, found)
    else:
        args.page.append((given.title, found))
    return NO_SOLUTION if found.contradiction else code


def _say(args: argparse.Namespace, given: Input, answer: Answer, found: Explanation) -> None:
    for number, step in enumerate(found.steps, 1):
        answer.say(f"{number}. {step.notation() if args.notation else step.text(language=args.language)}")
    answer.note(
        rules=args.rules,
        solved=found.solved,
        contradiction=found.contradiction,
        several=[solution.tolist() for solution in found.several],
        exact=found.exact,
        steps=[step.fields() for step in found.steps],
    )
    if found.contradiction or args.steps is None or len(found) < args.steps:
        answer.remark(found.ending_in(args.language))
    if found.grid.any() and given.puzzle.fillable:
        answer.remark(given.show(found.grid))
