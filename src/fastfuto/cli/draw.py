"""``fastfuto draw``: a picture of a puzzle."""

from __future__ import annotations

import argparse
import itertools
import os
import re
from dataclasses import dataclass, replace

from ..drawing import MAX_SIZE, SUFFIXES, Drawing, Style, draw
from ..errors import LimitReached, PuzzleError
from ..languages import LanguageCode
from ..limits import counted
from ..logic import Rules, explain
from ..model import Model
from ..solving.conflicts import conflicting_clues
from ..solving.result import Status
from ..solving.solve import solve
from .explain import add_rules
from .files import answer_files, overwritten, refuses_output
from .options import FileOptions, Renamed, add_files, add_language, add_quiet, add_timeout, whole
from .output import Answer, Input
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, UsageError, complain

_PATTERN = re.compile(r"[^{}]*\{(:0[0-9]{1,2}d?)?\}[^{}]*")
"""The pattern of a file name with braces, which the number of the puzzle replaces."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    style: Style | None
    width: float | None
    solution: bool
    step: int | None
    conflict: bool
    rules: Rules
    language: LanguageCode
    timeout: float | None
    picture: str | None = None

    @property
    def is_pattern(self) -> bool:
        """Whether each puzzle has its own picture."""
        return self.picture is not None and "{" in self.picture


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, add_output=_add_output)
    help = "light, dark, print, or auto (the default), which follows the setting of the viewer's device"
    parser.add_argument("--style", metavar="STYLE", help=help)
    parser.add_argument("--width", type=_width, metavar="N", help="width in pixels")
    parser.add_argument(
        "--size", action=Renamed, dest="width", const="--width", type=_width, help=argparse.SUPPRESS
    )
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument("--solution", action="store_true", help="also draw a solution")
    help = "draw step K of the command explain, with the candidates before it"
    beside.add_argument("--step", type=whole(1), metavar="K", help=help)
    help = "mark contradicting clues of a puzzle without a solution"
    beside.add_argument("--conflict", action="store_true", help=help)
    add_rules(parser)
    add_language(parser)
    add_timeout(parser)
    add_quiet(parser, "print only the pictures, which is always so")
    parser.set_defaults(quiet=True)


def run(options: Options) -> int:
    """Draw the puzzles of the files. Pictures in files are written by `_Job`, not as answers."""
    if options.step is None and (options.rules, options.language) != ("full", "en"):
        raise UsageError("--rules and --language have no effect without --step")
    path, options = options.output, options.with_input()
    if path not in (None, "-"):
        rule = f"the name of a picture must end with {', '.join(SUFFIXES)}"
        if refuses_output(options, path, SUFFIXES, rule):
            return BAD_INPUT
        if "{" in path and not _PATTERN.fullmatch(path):
            message = "expected one pair of braces for the number: {} or, with leading zeros, {:03}"
            raise UsageError(f"-o {path}: {message}")
        options = replace(options, picture=path, output=None)
    return answer_files(options, _Job().answer)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = (
        f"write the picture to this file, whose suffix is {', '.join(SUFFIXES)}; in a name such as 'p-{{}}.svg', the "
        "braces are replaced by the number of the puzzle, counted from 1 through all files, so there is a picture of "
        "each puzzle (p-1.svg) and, with --solution, of each solution (p-1-solution.svg); {:03} is a number with "
        "leading zeros (p-001.svg)"
    )
    parser.add_argument("-o", "--output", metavar="PICTURE", help=help)


class _Job:
    """Draws puzzles, and numbers their files."""

    def __init__(self) -> None:
        self._drawn = 0
        self._refused = False

    def answer(self, options: Options, given: Input, answer: Answer) -> int:
        """Draw a puzzle, its solution, a step or a conflict."""
        solution, code = None, ANSWERED
        if options.step is not None or options.conflict:
            try:
                drawing = _draw_conflict(options, given) if options.conflict else _draw_step(options, given)
            except LimitReached as error:
                complain(given.title, error)
                return LIMIT_REACHED
            return self._show(options, given, answer, drawing)
        if options.solution:
            result = solve(given.puzzle, timeout=options.timeout)
            solution = result.grid
            if result.status is Status.UNKNOWN:
                complain(
                    given.title,
                    f"no solution was found within {options.timeout:g} s; the puzzle is drawn without a solution",
                )
                code = LIMIT_REACHED
            elif solution is None:
                complain(given.title, "a solution does not exist; the puzzle is drawn without one")
                code = NO_SOLUTION
        solved = draw(given.puzzle, solution, style=options.style, width=options.width)
        if solution is None or not options.is_pattern:
            return max(code, self._show(options, given, answer, solved))
        unsolved = draw(given.puzzle, style=options.style, width=options.width)
        return max(code, self._show(options, given, answer, unsolved, solved))

    def _show(
        self, options: Options, given: Input, answer: Answer, drawing: Drawing, solved: Drawing | None = None
    ) -> int:
        """Print a drawing, or write it to the file that -o names and the drawing of the solution to another file."""
        if options.picture is None:
            answer.draw(drawing)
            return ANSWERED
        if self._refused:
            return BAD_INPUT
        self._drawn += 1
        if self._drawn > 1 and not options.is_pattern:
            message = (
                f"{options.picture} already has the picture of one puzzle; the other puzzles are not drawn"
            )
            return self._refuse(given.title, message)
        path = options.picture.format(self._drawn) if options.is_pattern else options.picture
        code = self._save(options, path, drawing)
        if solved is not None and not code:
            stem, suffix = os.path.splitext(path)
            code = self._save(options, f"{stem}-solution{suffix}", solved)
        return code

    def _save(self, options: Options, path: str, drawing: Drawing) -> int:
        if message := overwritten(options, path):
            return self._refuse(None, message)
        try:
            drawing.save(path)
        except ImportError as error:
            return self._refuse(path, error)
        return ANSWERED

    def _refuse(self, name: str | None, problem: object) -> int:
        """Report why neither this picture nor the pictures after it are written."""
        complain(name, problem)
        self._refused = True
        return BAD_INPUT


def _draw_conflict(options: Options, given: Input) -> Drawing:
    """Return the picture of clues that contradict each other."""
    if isinstance(given.puzzle, Model):
        raise PuzzleError("--conflict supports only puzzles of a family, but this puzzle is a model")
    conflict = conflicting_clues(given.puzzle, timeout=options.timeout)
    return draw(given.puzzle, conflict=conflict, style=options.style, width=options.width)


def _draw_step(options: Options, given: Input) -> Drawing:
    """Return the picture of a step; raise PuzzleError if there are fewer steps."""
    assert options.step is not None
    found = explain(given.puzzle, rules=options.rules, steps=options.step, timeout=options.timeout)
    if len(found) < options.step:
        raise PuzzleError(
            f"there is no step {options.step}: the explanation has {counted(len(found), 'step')}. {found.ending}"
        )
    states = list(itertools.islice(found.states(), options.step))
    return draw(
        given.puzzle,
        step=found.steps[-1],
        candidates=states[-1],
        style=options.style,
        width=options.width,
        language=options.language,
    )


def _width(text: str) -> float:
    width = float(text)
    if not 0 < width <= MAX_SIZE:
        raise argparse.ArgumentTypeError(
            f"expected a number of pixels above 0 and at most {MAX_SIZE}, got {text}"
        )
    return width


_width.__name__ = "number of pixels"
