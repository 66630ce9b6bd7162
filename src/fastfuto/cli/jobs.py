"""``fastfuto jobs``: show the progress of large jobs."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ..errors import printable
from ..jobs import summary
from .options import add_quiet
from .output import Output
from .streams import ANSWERED


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    journals: tuple[str, ...]
    quiet: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("journals", metavar="JOURNAL", nargs="+", help="a file that --journal has written")
    add_quiet(parser, "print only the numbers of pieces: done/total")


def run(options: Options) -> int:
    """Write a line for each journal."""
    with Output(None) as out:
        for path in options.journals:
            told = summary(path)
            if options.quiet:
                out.write(f"{told.done}/{told.total}\n")
                continue
            line = f"{path}: {told.verb}, {told.done} of {told.total} pieces are done"
            if told.done:
                left = (told.total - told.done) * told.seconds / told.done
                line += f" in {told.seconds:.1f} s of one worker"
                line += f"; the other known pieces take about {left:.1f} s" if told.done < told.total else ""
            out.write(f"{printable(line)}\n")
    return ANSWERED
