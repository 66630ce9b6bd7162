"""The command line: ``fastfuto COMMAND FILE...``."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

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
        0 answered, 1 no solution, 2 bad input or usage, 3 a limit of time or memory reached, 130 interrupted; for
        several files the highest of their codes.
    """
    try:
        # Everything that takes time to import is imported here, where Ctrl-C is answered.
        import signal
        import threading

        is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        # NumPy would turn an interrupt of its own import into an ImportError.
        answers = is_default and threading.current_thread() is threading.main_thread()
        if answers:
            signal.signal(signal.SIGINT, _leave)
        try:
            from .dispatch import parser_of, run

            parser = parser_of(argv)  # It imports the command.
        finally:
            if answers:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(parser, argv)
    except KeyboardInterrupt:
        return _say_interrupted()


def _leave(*_: object) -> None:
    """End the process at once; there is nothing yet to be cleaned up."""
    os._exit(_say_interrupted())


def _say_interrupted() -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("fastfuto: interrupted", file=sys.stderr, flush=True)
    return 130
