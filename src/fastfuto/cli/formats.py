"""``fastfuto formats``: what puzzles are read and written in."""

from __future__ import annotations

import argparse
from typing import get_args

from ..formats import NAMES, Codec, codec_of
from ..formats.catalogue import WRITERS, example_of
from .output import Output
from .streams import ANSWERED

LONGEST = 12
"""Lines of an example."""
_INDENT = "    "


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.usage = "%(prog)s [FORMAT ...]"
    parser.epilog = "docs/reference/formats.md says more of each."
    help = f"list only these: {', '.join(NAMES)}"
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=help)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Write a paragraph for each format."""
    try:
        chosen = [codec_of(name) for name in args.formats or NAMES]
    except ValueError as error:
        args.parser.error(str(error))
    with Output(None) as out:
        out.write("\n".join(map(_described, chosen)))
    return ANSWERED


def _described(codec: Codec) -> str:
    """Return the name, the families and the writers of a format, and an example."""
    families = ", ".join(each.__name__ for each in get_args(codec.family) or (codec.family,))
    how = "" if codec.detected else "; read only if it is named"
    lines = example_of(codec).rstrip("\n").split("\n")
    if len(lines) > LONGEST:
        lines[LONGEST:] = ["..."]
    example = "".join(f"{_INDENT}{line}".rstrip() + "\n" for line in lines)
    families = "all families" if codec.family is object else families
    return f"{codec.name} ({families}), written by {WRITERS[codec.name]}{how}\n{example}"
