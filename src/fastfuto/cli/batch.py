"""``fastfuto batch``: many puzzles, each answered with one line."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import LimitReached, ParseError, PuzzleError
from ..formats import NAMES, Found, find_many
from ..limits import Progress, Watch
from ..solving import solve_many
from ..solving.many import UNANSWERED
from .files import clash, name_input, open_lines, shown_name
from .options import add_output, add_threads, add_timeout, add_workers, executor, whole
from .output import Output, is_in_pieces
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain, say_speed

CHUNK = 4096
"""Puzzles that are solved before their answers are written, unless they are solved in pieces."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = (
        "Solve files of many puzzles: one a line, such as game ids and Sudoku grids, or one after the "
        "other. Every puzzle is answered with one line, in the same order."
    )
    parser.epilog = (
        "A line is the solution in the format of the puzzle, or as a JSON list if that format takes more lines. "
        "It is 'none' if there is no solution, 'unreadable' if there is no puzzle, 'several' if there are several "
        "solutions and --unique is given, and 'unknown' if --timeout was over before. Exit codes are those of the "
        "other commands."
    )
    help = "file of puzzles; - is standard input, which is also read when no FILE is named and it is not a terminal"
    parser.add_argument("files", nargs="*", metavar="FILE", help=help)
    help = "format of the puzzles (default: detected for each one)"
    parser.add_argument("--format", choices=NAMES, metavar="FORMAT", help=help)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--unique", action="store_true", help="prove that there is no other solution")
    help = "look for up to N solutions of each puzzle, and write their number behind the solution"
    wanted.add_argument("--limit", type=whole(1), metavar="N", help=help)
    add_timeout(parser)
    add_threads(parser, "threads (default: one for each core)", default=None)
    add_workers(parser)
    add_output(parser)
    help = (
        "answer with one JSON object a line: the line of the puzzle, the solution, or null, and how many were found, "
        "or null if not known"
    )
    parser.add_argument("--json", action="store_true", help=help)
    parser.set_defaults(run=_batch)


def _batch(args: argparse.Namespace) -> int:
    name_input(args)
    if message := clash(args):
        complain(None, message)
        return BAD_INPUT
    if args.journal is not None and len(args.files) > 1:
        complain(None, "a journal belongs to the puzzles of one file: name one file")
        return BAD_INPUT
    if is_in_pieces(args) and args.threads is not None:
        complain(None, "pieces are for workers: leave --threads out")
        return BAD_INPUT
    worst, done = ANSWERED, 0
    start = perf_counter()
    with Output(args.output) as out:
        for name in args.files:
            answers = _Answers(args, shown_name(name), out)
            try:
                with open_lines(name) as lines:
                    answers.write(find_many(lines, args.format))
            except OSError as error:
                complain(shown_name(name), error)
                worst = max(worst, BAD_INPUT)
            worst = max(worst, answers.code)
            done += answers.done
    if done:
        say_speed(done, perf_counter() - start)
    return worst


class _Answers:
    """The answers to the puzzles of one file.

    Attributes
    ----------
    done : int
        Number of puzzles answered.
    code : int
        The exit code for the file.
    """

    def __init__(self, args: argparse.Namespace, name: str, out: Output) -> None:
        self.done, self.code = 0, ANSWERED
        self._args = args
        self._name = name
        self._out = out
        self._report = Report(hidden=out.is_terminal)
        self._watch = Watch(args.timeout)

    def write(self, puzzles: Iterator[Found | ParseError]) -> None:
        """Write a line for each puzzle; no more than a chunk of them is kept in memory, unless there are pieces."""
        while chunk := list(itertools.islice(puzzles, None if is_in_pieces(self._args) else CHUNK)):
            answers = self._solve([each for each in chunk if isinstance(each, Found)])
            for each in chunk:
                self._out.write(self._refusal(each) if isinstance(each, ParseError) else next(answers))
            self.done += len(chunk)
        if self.code == LIMIT_REACHED:
            complain(self._name, f"not all puzzles were solved within {self._args.timeout:g} s")

    def _solve(self, chunk: list[Found]) -> Iterator[str]:
        """Yield the line of each puzzle."""
        try:
            with self._report:
                batch = solve_many(
                    [each.puzzle for each in chunk],
                    limit=self._args.limit or (2 if self._args.unique else 1),
                    threads=self._args.threads,
                    timeout=self._watch.left,
                    executor=executor(self._args),
                    journal=self._args.journal,
                    progress=self._tell,
                )
        except LimitReached as error:
            batch = error.solutions
            self.code = max(self.code, LIMIT_REACHED)
        if not batch.counts.all():
            self.code = max(self.code, NO_SOLUTION)
        yield from map(self._line, chunk, batch.grids, batch.counts.tolist())

    def _tell(self, progress: Progress) -> None:
        self._report(dataclasses.replace(progress, done=self.done + progress.done, total=None))

    def _refusal(self, error: ParseError) -> str:
        """Return the line of a puzzle that could not be read, and say what is wrong with it."""
        complain(self._name, error)
        self.code = max(self.code, BAD_INPUT)
        if self._args.json:
            return json.dumps({"line": error.line, "error": error.message}) + "\n"
        return "unreadable\n"

    def _line(self, found: Found, solution: npt.NDArray[Any] | None, count: int) -> str:
        if self._args.json:
            text = None if solution is None else _one_line(found, solution)
            number = None if count == UNANSWERED else count
            return json.dumps({"line": found.line, "solution": text, "count": number}) + "\n"
        if solution is None:
            return "unknown\n" if count == UNANSWERED else "none\n"
        if self._args.limit:
            return f"{_one_line(found, solution)} {count}\n"
        return "several\n" if count > 1 else f"{_one_line(found, solution)}\n"


def _one_line(found: Found, solution: npt.NDArray[np.integer[Any]]) -> str:
    """Return a solution in the format of its puzzle if that takes one line, or otherwise as a list in JSON."""
    filled = found.puzzle.filled(solution)
    if filled is not None:
        try:
            text = found.codec.format(filled).rstrip("\n")
        except PuzzleError:
            pass
        else:
            if "\n" not in text:
                return text
    return json.dumps(solution.tolist(), separators=(",", ":"))
