"""``fastfuto batch``: answer many puzzles with one line each."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import BinaryIO

from ..engines import LineAnswer
from ..formats import codec_of
from ..limits import Run, cores
from ..solving.answers import Answers, Form, answer_lines
from ..solving.rows import UNANSWERED
from .files import clash, open_file, shown_name
from .options import (
    FileOptions,
    PieceOptions,
    add_inputs,
    add_json,
    add_output,
    add_quiet,
    add_threads,
    add_timeout,
    add_to,
    add_workers,
    whole,
)
from .output import Output, head
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, complain, say_speed


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, PieceOptions):
    """The options of the command."""

    unique: bool
    limit: int | None
    timeout: float | None
    threads: int | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = (
        "Solve files of many puzzles: one per line, such as game ids and Sudoku grids, or consecutive puzzles. "
        "Every puzzle is answered with one line, in the same order."
    )
    parser.epilog = (
        "A line is the solution in the format of the puzzle or of --to, or as a JSON list if that format takes more "
        "lines or cannot hold the solution. "
        "It is 'none' if there is no solution, 'unreadable' if there is no puzzle, 'several' if there are several "
        "solutions and --unique is given, and 'unknown' if the time ran out first."
    )
    add_inputs(parser)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--unique", action="store_true", help="prove that there is no other solution")
    help = "look for up to N solutions of each puzzle, and write their number after the solution"
    wanted.add_argument("--limit", type=whole(1), metavar="N", help=help)
    add_timeout(parser)
    add_threads(parser, "threads (default: one for each core)", default=None)
    add_workers(parser)
    add_output(parser)
    add_to(parser)
    add_quiet(parser, "print only the answers, without the speed")
    add_json(parser)


def run(options: Options) -> int:
    """Write a line for each puzzle of the files."""
    options = options.with_input()
    if message := clash(options):
        complain(None, message)
        return BAD_INPUT
    if options.journal is not None and len(options.files) > 1:
        complain(None, "a journal belongs to the puzzles of one file: name one file")
        return BAD_INPUT
    if options.in_pieces and options.threads is not None:
        complain(None, "workers share the pieces: leave --threads out")
        return BAD_INPUT
    worst, done = ANSWERED, 0
    start = perf_counter()
    with Output(options.output, options.form) as out:
        for name in options.files:
            answers = _Answers(options, shown_name(name), out)
            with contextlib.ExitStack() as stack:
                try:
                    file = stack.enter_context(open_file(name))
                except OSError as error:
                    answers.fail(error)
                else:
                    answers.write(file)
            worst = max(worst, answers.code)
            done += answers.done
    if done and not options.quiet:
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

    def __init__(self, options: Options, name: str, out: Output) -> None:
        self.done, self.code = 0, ANSWERED
        self._options = options
        self._name = name
        self._form = Form(
            _answer_kind(options),
            None if options.to is None else codec_of(options.to),
            json.dumps(head(options.command, name))[:-1],
        )
        self._out = out
        self._report = Report(hidden=out.is_terminal)

    def write(self, file: BinaryIO) -> None:
        """Write a line for each puzzle of a file."""
        options = self._options
        threads = cores() if options.threads is None else options.threads
        limit = options.limit or (2 if options.unique else 1)
        run = Run(options.timeout, self._report, 1, options.executor(), options.journal)
        with contextlib.closing(
            answer_lines(file, options.format, options.column, self._form, limit, threads, run)
        ) as blocks:
            while (answers := self._next(blocks)) is not None:
                self._note(answers)
        if self.code == LIMIT_REACHED:
            complain(self._name, f"not all puzzles were solved within {options.timeout:g} s")

    def fail(self, error: OSError) -> None:
        """Report that the file cannot be read."""
        complain(self._name, error)
        self.code = max(self.code, BAD_INPUT)

    def _next(self, blocks: Iterator[Answers]) -> Answers | None:
        """Wait for the next answers, and show progress meanwhile; return None at the end of what can be read."""
        try:
            with self._report:
                return next(blocks, None)
        except OSError as error:
            self.fail(error)
            return None

    def _note(self, answers: Answers) -> None:
        """Write the answers, and report the puzzles that could not be read."""
        counts, errors = answers.counts, answers.errors
        for error in errors:
            complain(self._name, error)
        self._out.write(answers.data.decode())
        self.done += len(counts) + len(errors)
        if errors:
            self.code = max(self.code, BAD_INPUT)
        if (counts == UNANSWERED).any():
            self.code = max(self.code, LIMIT_REACHED)
        if not counts.all():
            self.code = max(self.code, NO_SOLUTION)


def _answer_kind(options: Options) -> LineAnswer:
    """Return the kind of answer that the options request."""
    if options.json:
        return "json"
    return "count" if options.limit else "unique" if options.unique else "solution"
