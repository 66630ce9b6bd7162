"""``fastfuto draw``: a picture of a puzzle."""

from __future__ import annotations

import argparse
import itertools
import os
import re

from ..drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from ..errors import LimitReached, PuzzleError
from ..logic import explain
from ..solving import Status, conflicting_clues, solve
from .explain import add_rules
from .files import answer_files, name_input, overwritten, refuses_output
from .options import add_files, add_timeout, whole
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain

_PATTERN = re.compile(r"[^{}]*\{(:0[0-9]{1,2}d?)?\}[^{}]*")
"""The name of a file for each puzzle: braces stand for its number."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _draw, add_output=_add_output)
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
    parser.set_defaults(quiet=True, run=_run, picture=None, drawn=0, refused=False)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = (
        f"write the picture to this file, whose suffix is {', '.join(SUFFIXES)}; in a name such as 'p-{{}}.svg' the "
        "braces stand for the number of the puzzle, counted from 1 through all files, so that there is a picture of "
        "each one (p-1.svg), and with --solution also one of each solution (p-1-solution.svg); {:03} is a number with "
        "zeros before it (p-001.svg)"
    )
    parser.add_argument("-o", "--output", metavar="PICTURE", help=help)


def _run(args: argparse.Namespace) -> int:
    """Draw the puzzles of the files; a picture in a file is written by `_draw`, and not as an answer."""
    if args.output not in (None, "-"):
        name_input(args)
        rule = f"pictures are in files whose names end with {', '.join(SUFFIXES)}"
        if refuses_output(args, SUFFIXES, rule):
            return BAD_INPUT
        if "{" in args.output and not _PATTERN.fullmatch(args.output):
            message = "the number of a puzzle stands in one pair of braces, {} or, with leading zeros, {:03}"
            args.parser.error(f"-o {args.output}: {message}")
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
    solved = draw(given.puzzle, solution, style=args.style, size=args.size)
    if solution is None or not _is_pattern(args):
        return max(code, _show(args, given, answer, solved))
    unsolved = draw(given.puzzle, style=args.style, size=args.size)
    return max(code, _show(args, given, answer, unsolved, solved))


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


def _show(
    args: argparse.Namespace, given: Input, answer: Answer, drawing: Drawing, solved: Drawing | None = None
) -> int:
    """Print a drawing, or write it to the file that -o names, and that of the solution beside it."""
    if args.picture is None:
        answer.draw(drawing)
        return ANSWERED
    if args.refused:
        return BAD_INPUT
    args.drawn += 1
    if args.drawn > 1 and not _is_pattern(args):
        message = f"{args.picture} has a picture of one puzzle already; the others are not drawn"
        return _refuse(args, given.title, message)
    path = args.picture.format(args.drawn) if _is_pattern(args) else args.picture
    code = _save(args, path, drawing)
    if solved is not None and not code:
        stem, suffix = os.path.splitext(path)
        code = _save(args, f"{stem}-solution{suffix}", solved)
    return code


def _save(args: argparse.Namespace, path: str, drawing: Drawing) -> int:
    if message := overwritten(args, path):
        return _refuse(args, None, message)
    try:
        drawing.save(path)
    except ImportError as error:
        return _refuse(args, path, error)
    return ANSWERED


def _refuse(args: argparse.Namespace, name: str | None, problem: object) -> int:
    """Say why neither this picture nor those behind it are written."""
    complain(name, problem)
    args.refused = True
    return BAD_INPUT


def _is_pattern(args: argparse.Namespace) -> bool:
    return args.picture is not None and "{" in args.picture


def _size(text: str) -> float:
    size = float(text)
    if not 0 < size <= MAX_SIZE:
        raise argparse.ArgumentTypeError(
            f"expected a number of pixels above 0 and at most {MAX_SIZE}, got {text}"
        )
    return size


_size.__name__ = "number of pixels"
