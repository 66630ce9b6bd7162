"""The command line: ``fastfuto solve|count|estimate|sample|solutions|check|convert|batch FILE...``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from . import batch, sample, solutions, solve, texts
from .common import ANSWERED, BAD_INPUT, EPILOG, INTERRUPTED, LIMIT_REACHED, complain

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; default ``sys.argv[1:]``.

    Returns
    -------
    int
        0 answered, 1 no solution, 2 bad input or usage, 3 limit reached, 130 interrupted; of several files
        the highest.
    """
    try:
        args = _parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        code: int = args.run(args)
        return code
    except KeyboardInterrupt as stop:
        complain(None, "; ".join(["interrupted", *getattr(stop, "__notes__", [])]))
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # whoever read it has had enough
        return ANSWERED
    except OSError as error:
        _drop_output()
        complain(args.output or "standard output", error)
        return BAD_INPUT
    except MemoryError:
        complain(None, "out of memory")
        return LIMIT_REACHED


def _drop_output() -> None:
    """See to it that what standard output could not take does not fail once more at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Version(argparse.Action):
    """Print the version; looked up only when asked for, as it takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata

        print("fastfuto", importlib.metadata.version("fastfuto"))
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fastfuto",
        description="Solve, enumerate, count and sample Futoshiki of any size; Sudoku, Kakuro, exact cover.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in (solve, solutions, sample, texts, batch):
        group.add_commands(commands)
    return parser
