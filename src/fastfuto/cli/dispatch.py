"""From the arguments to the command that they name, and from what goes wrong to an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ..errors import JobError
from . import (
    batch,
    book,
    check,
    convert,
    count,
    draw,
    estimate,
    explain,
    generate,
    grade,
    hint,
    jobs,
    play,
    prove,
    sample,
    solutions,
    solve,
)
from .options import make_parser
from .output import ANSWERED, BAD_INPUT, INTERRUPTED, LIMIT_REACHED, STANDARD_OUTPUT, complain, silence

__all__ = ["run"]

COMMANDS = (
    solve.add,
    count.add,
    solutions.add,
    sample.add,
    estimate.add,
    check.add,
    convert.add,
    draw.add,
    play.add,
    book.add,
    batch.add,
    explain.add,
    hint.add,
    grade.add,
    jobs.add,
    prove.add,
    prove.add_verify,
    generate.add,
)


def run(argv: Sequence[str] | None) -> int:
    """Run the command line and return the exit code, as `fastfuto.cli.main` does."""
    args = argparse.Namespace(output=None, written=0)
    try:
        parser = make_parser(COMMANDS)
        if "_ARGCOMPLETE" in os.environ:  # A shell asks what may come next; the answer ends the process.
            import argcomplete

            argcomplete.autocomplete(parser)
        try:
            _, unknown = parser.parse_known_args(argv, args)
            if unknown:
                args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
            code: int = args.run(args)
        except SystemExit as stop:
            code = int(stop.code or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as stop:
        # Work that was interrupted has a note of what was found; work that was done has written it.
        notes = getattr(stop, "__notes__", []) or (
            [f"{args.written} solutions written"] if args.written else []
        )
        complain(None, "; ".join(["interrupted", *notes]))
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)  # The reader has read as much as it needs.
        return ANSWERED
    except OSError as error:
        silence(sys.stdout)
        complain(error.filename or args.output or STANDARD_OUTPUT, error)
        return BAD_INPUT
    except JobError as error:
        complain(None, error)
        return BAD_INPUT
    except MemoryError:
        complain(None, "out of memory")
        return LIMIT_REACHED
