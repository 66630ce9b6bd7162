"""The command line: ``fastfuto COMMAND FILE...``."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

_REPORT = "https://github.com/fastfuto/fastfuto/issues"
_TRACEBACK = "FASTFUTO_TRACEBACK"
"""The environment variable that shows where an unexpected error was raised."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; default ``sys.argv[1:]``.

    Returns
    -------
    int
        0 answered, 1 no solution, 2 bad input or usage, 3 a limit of time or memory reached, 70 an unexpected error,
        130 interrupted; for several files the highest of their codes.
    """
    try:
        # Slow imports are made here, where Ctrl-C is answered.
        import signal
        import threading

        # fastfuto does not use OpenBLAS, which starts a thread for each core when NumPy is imported, and interrupts the
        # process if it cannot.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        # NumPy would turn an interrupt of its own import into an ImportError.
        answers = is_default and threading.current_thread() is threading.main_thread()
        if answers:
            signal.signal(signal.SIGINT, _leave)
        try:
            from .dispatch import parser_of, run

            parser = parser_of(argv)  # This imports the command.
        finally:
            if answers:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(parser, argv)
    except KeyboardInterrupt:
        return _say_interrupted()
    except Exception as error:  # Python itself would exit with 1, which means that there is no solution.
        return _say_unexpected(error)


def _leave(*_: object) -> None:
    """End the process at once; nothing needs to be cleaned up yet."""
    os._exit(_say_interrupted())


def _say_interrupted() -> int:
    _say("interrupted")
    return 130


def _say_unexpected(error: Exception) -> int:
    if os.environ.get(_TRACEBACK):
        import traceback

        _say("".join(traceback.format_exception(error)))
    _say(
        f"unexpected error: {error!r}\nPlease report this at {_REPORT}; {_TRACEBACK}=1 shows where it was raised."
    )
    return 70


def _say(text: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"fastfuto: {text}", file=sys.stderr, flush=True)
