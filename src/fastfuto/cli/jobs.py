"""``fastfuto jobs``: how far a large job has come."""

from __future__ import annotations

import argparse

from ..jobs import summary
from .options import Commands
from .output import ANSWERED


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    text = "Show how far the job of a journal has come, also while it goes on."
    parser = commands.add_parser("jobs", help=text, description=text)
    parser.add_argument("journals", metavar="JOURNAL", nargs="+", help="a file that --journal has written")
    parser.set_defaults(run=_jobs, parser=parser)


def _jobs(args: argparse.Namespace) -> int:
    for path in args.journals:
        told = summary(path)
        line = f"{path}: {told.verb}, {told.done} of {told.total} pieces are done"
        if told.done:
            left = (told.total - told.done) * told.seconds / told.done
            line += f" in {told.seconds:.1f} s of one worker"
            line += f"; the others known take about {left:.1f} s" if told.done < told.total else ""
        print(line)
    return ANSWERED
