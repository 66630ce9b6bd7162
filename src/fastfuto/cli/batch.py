"""``fastfuto batch``: many Sudoku grids, one a line."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy.typing as npt

from ..errors import LimitReached, ParseError
from ..formats.lines import format_line, parse_lines
from ..limits import Progress, Watch
from ..solving import solve_many
from ..solving.many import UNANSWERED
from .files import clash, name_input, read_all, shown_name
from .options import Commands, add_output, add_threads, add_timeout, whole
from .output import ANSWERED, BAD_INPUT, LIMIT_REACHED, NO_SOLUTION, Output, complain, say_aside
from .progress import Report

CHUNK = 20_000
"""Grids that are solved before their answers are written."""
WORDS = {0: "none\n", UNANSWERED: "unknown\n"}
"""The line of a grid without a solution."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "batch",
        help="solve a file of Sudoku grids, one a line",
        description="Solve a file of Sudoku grids, each a line of 81 characters. Every grid is answered with "
        "one line, in the same order.",
        epilog="A line is the solution, or 'none' if there is none; with --unique it is 'several' if there "
        "are several solutions, and 'unknown' if --timeout was over before. Exit codes are those of the other "
        "commands.",
        allow_abbrev=False,
    )
    help = "file of grids; - is standard input, which is also read when no FILE is named and it is not a terminal"
    parser.add_argument("files", nargs="*", metavar="FILE", help=help)
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--unique", action="store_true", help="prove that there is no other solution")
    help = "look for up to N solutions of each grid, and write their number behind the solution"
    wanted.add_argument("--limit", type=whole(1), metavar="N", help=help)
    add_timeout(parser)
    add_threads(parser, "threads (default: one for each core)", default=None)
    add_output(parser)
    help = "answer with one JSON object a line: the solution, or null, and how many were found, or null if not known"
    parser.add_argument("--json", action="store_true", help=help)
    parser.set_defaults(command="batch", parser=parser, run=_batch)


def _batch(args: argparse.Namespace) -> int:
    name_input(args)
    if message := clash(args):
        complain(None, message)
        return BAD_INPUT
    worst, done = ANSWERED, 0
    start = perf_counter()
    with Output(args.output) as out:
        for name in args.files:
            try:
                # A byte that is not text is not a digit either, and parse_lines says where it is.
                grids = parse_lines(read_all(name).decode("utf-8", "replace"))
            except (OSError, ParseError) as error:
                complain(shown_name(name), error)
                worst = max(worst, BAD_INPUT)
                continue
            worst = max(worst, _solve_grids(args, shown_name(name), grids, out))
            done += len(grids)
    seconds = perf_counter() - start
    if done:
        say_aside(f"{done} grids in {seconds:.3g} s, {done / seconds:.0f} a second")
    return worst


def _solve_grids(args: argparse.Namespace, name: str, grids: npt.NDArray[Any], out: Output) -> int:
    """Write a line for each grid; return the exit code."""
    code = ANSWERED
    report = Report(hidden=out.is_terminal)
    watch = Watch(args.timeout)
    for at in range(0, len(grids), CHUNK):

        def tell(progress: Progress, at: int = at) -> None:
            report(dataclasses.replace(progress, done=at + progress.done, total=len(grids)))

        try:
            with report:
                answer = solve_many(
                    grids[at : at + CHUNK],
                    limit=args.limit or (2 if args.unique else 1),
                    threads=args.threads,
                    timeout=watch.left,
                    progress=tell,
                )
        except LimitReached as error:
            answer, code = error.solutions, LIMIT_REACHED
        out.write(
            "".join(itertools.starmap(_line(args), zip(answer.grids, answer.counts.tolist(), strict=True)))
        )
        if not answer.counts.all():
            code = max(code, NO_SOLUTION)
    if code == LIMIT_REACHED:
        complain(name, f"not all grids were solved within {args.timeout:g} s")
    return code


def _line(args: argparse.Namespace) -> Callable[[npt.NDArray[Any], int], str]:
    """Return the function that writes the line of a grid, from its solution and how many were found."""
    if args.json:
        return _json_line
    return _counted_line if args.limit else _plain_line


def _plain_line(grid: npt.NDArray[Any], count: int) -> str:
    return WORDS.get(count) or ("several\n" if count > 1 else format_line(grid))


def _counted_line(grid: npt.NDArray[Any], count: int) -> str:
    return WORDS.get(count) or f"{format_line(grid)[:-1]} {count}\n"


def _json_line(grid: npt.NDArray[Any], count: int) -> str:
    fields = {
        "solution": format_line(grid)[:-1] if count > 0 else None,
        "count": None if count == UNANSWERED else count,
    }
    return json.dumps(fields) + "\n"
