"""``fastfuto convert``: write a puzzle, or the solution found by a SAT solver, in another format."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

from ..errors import NoSolution, ParseError
from ..formats import MAX_TEXT, decode, format_puzzle, parse_solution
from .files import answer_files, open_file, shown_name
from .options import FileOptions, add_files, add_quiet, add_to
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, NO_SOLUTION, UsageError, complain


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    solver_output: str | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    help = (
        "format to write, see 'fastfuto formats'; also id, a game id (default: of the suffix .json or .csv)"
    )
    add_to(parser, help)
    add_quiet(parser, "print only the puzzles, which is always so")
    parser.set_defaults(quiet=True)
    help = (
        "fill in the solution in this file, the output of a SAT solver for the puzzle in the format dimacs; - is "
        "standard input"
    )
    parser.add_argument("--solver-output", metavar="FILE", help=help)


def run(options: Options) -> int:
    """Write each puzzle in another format."""
    if options.to is None:
        if options.suffix not in (".json", ".csv"):
            raise UsageError("expected --to FORMAT, or -o FILE with the suffix .json or .csv")
        options = replace(options, to=options.suffix[1:])
    return answer_files(options.with_input(), _convert)


def _convert(options: Options, given: Input, answer: Answer) -> int:
    assert options.to is not None
    if options.solver_output is None:
        answer.say(format_puzzle(given.puzzle, options.to))
        return ANSWERED
    if len(options.files) > 1 or given.line is not None or options.files == (options.solver_output,):
        raise UsageError(
            "--solver-output needs one file with one puzzle, and a different file with its solution"
        )
    with open_file(options.solver_output) as file:
        data = file.read(MAX_TEXT + 1)
    try:
        solution = parse_solution(given.puzzle, decode(data))
    except NoSolution as error:
        complain(given.title, error)
        return NO_SOLUTION
    except ParseError as error:
        complain(shown_name(options.solver_output), error)
        return BAD_INPUT
    filled = given.puzzle.filled(solution)
    if filled is None:
        answer.say(given.puzzle.show(solution))
    else:
        answer.say(format_puzzle(filled, options.to))
    return ANSWERED
