"""Exit codes, and messages on the standard streams.

This module does not import puzzles, so help, version and usage errors are printed without importing NumPy.
"""

from __future__ import annotations

import errno
import os
import sys
import textwrap
from typing import IO

from ..errors import ParseError, printable, wrapped

ANSWERED, NO_SOLUTION, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130

EPILOG = """\
exit codes: 0 answered, also if counting stopped at --limit, 1 no solution, 2 bad input or usage, 3 limit reached
(--timeout or memory), 70 unexpected error, 130 interrupted; for several files the highest of their codes."""

STANDARD_OUTPUT = "standard output"
"""The name of standard output in messages."""
ARGUMENT = "<argument>"
"""The name of a puzzle that is not from a file. Messages leave it out."""


class UsageError(Exception):
    """Incompatible options or missing arguments, which are answered with the usage of the command."""


def standard_output() -> IO[str]:
    """Return standard output, or raise an OSError if it was closed before the start."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "the stream is closed", STANDARD_OUTPUT)
    return sys.stdout


def complain(name: str | None, problem: object) -> None:
    """Report an error, and the file with the error, on standard error."""
    excerpt = ""
    if name == ARGUMENT:
        name = None
    if name == "":
        name, problem = None, "the name of a file is empty"
    elif isinstance(problem, OSError):
        problem = problem.strerror or problem
    elif isinstance(problem, ParseError):
        # An empty line needs no excerpt. Other lines are indented, because they might look like messages.
        excerpt = textwrap.indent(f"\n{problem.excerpt()}", "  ") if problem.source.strip() else ""
        problem = str(problem).partition("\n")[0]
    told = ("fastfuto", *([] if name is None else [name]), problem)
    say_aside(": ".join(printable(str(each)) for each in told), excerpt)


def say_aside(text: str, excerpt: str = "") -> None:
    """Write lines to standard error, or nowhere if it is closed or full; a terminal gets no line that is too wide.

    The lines of the excerpt are written as they are.
    """
    if sys.stderr is None:  # Standard error was closed before the start.
        return
    try:
        print(_fitted(text) + excerpt, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def _fitted(text: str) -> str:
    """Return text, with lines that are wider than the terminal divided between words."""
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):  # Standard error is no terminal.
        return text
    return "\n".join(wrapped(line, width) for line in text.split("\n"))


def say_speed(n_puzzles: int, seconds: float) -> None:
    """Write the number of finished puzzles, their time, and the rate per second to standard error."""
    rate = n_puzzles / max(seconds, 1e-9)
    say_aside(
        f"{n_puzzles} {'puzzle' if n_puzzles == 1 else 'puzzles'} in {seconds:.3g} s, "
        f"{rate:.{0 if rate >= 100 else 1}f} a second"
    )


def silence(stream: IO[str] | None) -> None:
    """Discard the unwritten text of a failed stream, so the stream does not fail again at exit."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
