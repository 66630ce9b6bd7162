"""The command line: ``fastfuto COMMAND FILE...``."""

from __future__ import annotations

from collections.abc import Sequence

from . import batch, check, convert, count, estimate, sample, solutions, solve
from .options import make_parser
from .output import ANSWERED, BAD_INPUT, INTERRUPTED, LIMIT_REACHED, complain, drop_output

__all__ = ["main"]

COMMANDS = (
    solve.add,
    count.add,
    solutions.add,
    sample.add,
    estimate.add,
    check.add,
    convert.add,
    batch.add,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; default ``sys.argv[1:]``.

    Returns
    -------
    int
        0 answered, 1 no solution, 2 bad input or usage, 3 limit reached, 130 interrupted; for several files
        the highest of their codes.
    """
    try:
        args = make_parser(COMMANDS).parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        code: int = args.run(args)
        return code
    except KeyboardInterrupt as stop:
        complain(None, "; ".join(["interrupted", *getattr(stop, "__notes__", [])]))
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()  # The reader has read as much as it needs.
        return ANSWERED
    except OSError as error:
        drop_output()
        complain(args.output or "standard output", error)
        return BAD_INPUT
    except MemoryError:
        complain(None, "out of memory")
        return LIMIT_REACHED
