"""The command line: ``fastfuto COMMAND FILE...``."""

from __future__ import annotations

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
        from .dispatch import run
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("fastfuto: interrupted", file=sys.stderr)
        return 130
    return run(argv)
