"""``fastfuto draw``: a picture of a puzzle."""

from __future__ import annotations

import argparse

from ..drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from ..solving import Status, solve
from .files import answer_files, name_input, refuses_output
from .options import add_files, add_timeout
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _draw)
    help = "light, dark, print, or auto (the default), which is light or dark as the viewer's device is set"
    parser.add_argument("--style", metavar="STYLE", help=help)
    parser.add_argument("--size", type=_size, metavar="N", help="width in pixels")
    parser.add_argument("--solution", action="store_true", help="draw a solution, too")
    add_timeout(parser)
    parser.set_defaults(quiet=True, run=_run, picture=None, drawn=False, refused=False)


def _run(args: argparse.Namespace) -> int:
    """Draw the puzzles of the files; a picture in a file is written by `_draw`, and not as an answer."""
    if args.output not in (None, "-"):
        name_input(args)
        rule = f"pictures are in files whose names end with {', '.join(SUFFIXES)}"
        if refuses_output(args, SUFFIXES, rule):
            return BAD_INPUT
        args.picture, args.output = args.output, None
    return answer_files(args)


def _draw(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    solution, code = None, ANSWERED
    if args.solution:
        result = solve(given.puzzle, timeout=args.timeout)
        solution = result.grid
        if result.status is Status.UNKNOWN:
            complain(
                given.title, f"no solution was found within {args.timeout:g} s; the puzzle is drawn without"
            )
            code = LIMIT_REACHED
        elif solution is None:
            complain(given.title, "a solution does not exist; the puzzle is drawn without")
            code = NO_SOLUTION
    drawing = draw(given.puzzle, solution, style=args.style, size=args.size)
    if args.picture is None:
        answer.say(answer.painted(drawing))
        return code
    return max(code, _save(args, given, drawing))


def _save(args: argparse.Namespace, given: Input, drawing: Drawing) -> int:
    if args.drawn:
        if not args.refused:
            message = f"{args.picture} has a picture of one puzzle already; the others are not drawn"
            complain(given.title, message)
            args.refused = True
        return BAD_INPUT
    try:
        drawing.save(args.picture)
    except ImportError as error:
        complain(args.picture, error)
        return BAD_INPUT
    args.drawn = True
    return ANSWERED


def _size(text: str) -> float:
    size = float(text)
    if not 0 < size <= MAX_SIZE:
        raise argparse.ArgumentTypeError(
            f"expected a number of pixels above 0 and at most {MAX_SIZE}, got {text}"
        )
    return size


_size.__name__ = "number of pixels"
