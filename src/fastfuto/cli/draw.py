"""``fastfuto draw``: a picture of a puzzle."""

from __future__ import annotations

import argparse
import itertools

from ..drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from ..errors import LimitReached, PuzzleError
from ..logic import explain
from ..solving import Status, conflicting_clues, solve
from .explain import add_rules
from .files import answer_files, name_input, refuses_output
from .options import add_files, add_timeout, whole
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _draw)
    help = "light, dark, print, or auto (the default), which is light or dark as the viewer's device is set"
    parser.add_argument("--style", metavar="STYLE", help=help)
    parser.add_argument("--size", type=_size, metavar="N", help="width in pixels")
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument("--solution", action="store_true", help="draw a solution, too")
    help = "draw the K-th step of the command explain, with the candidates before it"
    beside.add_argument("--step", type=whole(1), metavar="K", help=help)
    help = "mark clues that contradict each other, of a puzzle without a solution"
    beside.add_argument("--conflict", action="store_true", help=help)
    add_rules(parser)
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
    if args.step is not None or args.conflict:
        try:
            drawing = _draw_conflict(args, given) if args.conflict else _draw_step(args, given)
        except LimitReached as error:
            complain(given.title, error)
            return LIMIT_REACHED
        return _show(args, given, answer, drawing)
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
    return max(code, _show(args, given, answer, drawing))


def _draw_conflict(args: argparse.Namespace, given: Input) -> Drawing:
    """Return the picture of clues that contradict each other."""
    conflict = conflicting_clues(given.puzzle, timeout=args.timeout)
    return draw(given.puzzle, conflict=conflict, style=args.style, size=args.size)


def _draw_step(args: argparse.Namespace, given: Input) -> Drawing:
    """Return the picture of a step; raise PuzzleError if there are fewer steps."""
    found = explain(given.puzzle, rules=args.rules, limit=args.step, timeout=args.timeout)
    if len(found) < args.step:
        raise PuzzleError(
            f"step {args.step} does not exist: the last one is step {len(found)}. {found.ending}"
        )
    states = list(itertools.islice(found.states(), args.step))
    return draw(given.puzzle, step=found.steps[-1], candidates=states[-1], style=args.style, size=args.size)


def _show(args: argparse.Namespace, given: Input, answer: Answer, drawing: Drawing) -> int:
    """Print a drawing, or write it to the file that -o names."""
    if args.picture is None:
        answer.say(answer.painted(drawing))
        return ANSWERED
    return _save(args, given, drawing)


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
