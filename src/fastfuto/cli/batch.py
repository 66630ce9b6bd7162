"""``fastfuto batch``: many Sudoku grids, one a line."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from time import perf_counter
from typing import Any

import numpy.typing as npt

from ..errors import ParseError
from ..formats.lines import format_line, parse_lines
from ..limits import Progress
from ..solving import solve_many
from .files import clash, read_all, shown_name
from .options import Commands, add_output, whole
from .output import ANSWERED, BAD_INPUT, NO_SOLUTION, Output, complain
from .progress import Report

CHUNK = 20_000
"""Grids that are solved before their answers are written."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "batch",
        help="solve a file of Sudoku grids, one a line",
        description="Solve a file of Sudoku grids, each a line of 81 characters. Every grid is answered with "
        "one line, in the same order.",
        epilog="A line is the solution, or 'none' if there is none; with --unique it is 'several' if there "
        "are several solutions.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="file of grids; - is standard input")
    parser.add_argument("--unique", action="store_true", help="prove that there is no other solution")
    parser.add_argument("--threads", type=whole(1), metavar="N", help="threads (default: one for each core)")
    add_output(parser)
    parser.set_defaults(command="batch", run=_batch, json=False)


def _batch(args: argparse.Namespace) -> int:
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
            worst = max(worst, _solve_grids(args, grids, out))
            done += len(grids)
    seconds = perf_counter() - start
    if done:
        print(f"{done} grids in {seconds:.3g} s, {done / seconds:.0f} a second", file=sys.stderr)
    return worst


def _solve_grids(args: argparse.Namespace, grids: npt.NDArray[Any], out: Output) -> int:
    """Write a line for each grid; return the exit code."""
    code = ANSWERED
    report = Report(hidden=out.is_terminal)
    for at in range(0, len(grids), CHUNK):

        def tell(progress: Progress, at: int = at) -> None:
            report(dataclasses.replace(progress, done=at + progress.done, total=len(grids)))

        with report:
            answer = solve_many(
                grids[at : at + CHUNK],
                limit=2 if args.unique else 1,
                threads=args.threads,
                progress=tell,
            )
        out.write(
            "".join(
                "none\n" if count == 0 else "several\n" if count > 1 else format_line(grid)
                for grid, count in zip(answer.grids, answer.counts.tolist(), strict=True)
            )
        )
        if not answer.counts.all():
            code = NO_SOLUTION
    return code
