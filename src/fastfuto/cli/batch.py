"""``fastfuto batch``: many Sudoku grids, one a line."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ..solving.many import solve_many
from ..errors import ParseError
from ..formats.lines import format_line, parse_lines
from .common import ANSWERED, BAD_INPUT, NO_SOLUTION, Commands, Output, add_output, clash, complain, whole

CHUNK = 20_000
"""Grids between two lines of output."""


def add_commands(commands: Commands) -> None:
    """Add the command to the parser."""
    summary = (
        "Solve a file of Sudoku grids, one a line of 81 characters; a line of answer for each, in order."
    )
    parser = commands.add_parser(
        "batch",
        help="solve a file of Sudoku grids, one a line",
        description=summary,
        epilog="A line is the solution; 'none' if there is none; with --unique 'several' if there are more.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="file of grids; - is standard input")
    parser.add_argument("--unique", action="store_true", help="prove that there is no other solution")
    parser.add_argument("--threads", type=whole(1), metavar="N", help="threads (default: all cores)")
    add_output(parser)
    parser.set_defaults(command="batch", run=_run, json=False)


def _run(args: argparse.Namespace) -> int:
    if message := clash(args):
        complain(None, message)
        return BAD_INPUT
    worst = ANSWERED
    done = 0
    start = time.perf_counter()
    with Output(args.output) as out:
        for name in args.files:
            try:
                data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
                # Whatever is no text is no digit either, and told with its place.
                grids = parse_lines(data.decode("utf-8", "replace"))
            except (OSError, ParseError) as error:
                complain("<stdin>" if name == "-" else name, error)
                worst = max(worst, BAD_INPUT)
                continue
            for at in range(0, len(grids), CHUNK):
                part = grids[at : at + CHUNK]
                answer = solve_many(part, limit=2 if args.unique else 1, threads=args.threads)
                out.write(
                    "".join(
                        "none\n" if count == 0 else "several\n" if count > 1 else format_line(grid)
                        for grid, count in zip(answer.grids, answer.counts.tolist(), strict=True)
                    )
                )
                done += len(part)
                if not answer.counts.all():
                    worst = max(worst, NO_SOLUTION)
    seconds = time.perf_counter() - start
    if done:
        print(f"{done} grids in {seconds:.3g} s, {done / seconds:.0f} a second", file=sys.stderr)
    return worst
