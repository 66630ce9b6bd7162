"""The exceptions, and `printable`, which shows text from outside in messages and on terminals.

The exceptions are one small family, whose members are also subclasses of built-in exceptions where one fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .stats import Stats


def printable(text: str, kept: str = "") -> str:
    r"""Return a text with escapes for all characters that are neither printable nor in `kept`.

    A terminal obeys controls, and marks of direction and line ends can make one text look like another. Escapes up to
    U+FFFF have the form that JSON uses, so an object of JSON keeps its meaning.

    Examples
    --------
    >>> print(printable("a\x1b[2J\nb\u202e", kept="\n"))
    a\u001b[2J
    b\u202e
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode().replace("\\x", "\\u00")


class FastfutoError(Exception):
    """Base class of every exception that fastfuto raises on its own account."""


class PuzzleError(FastfutoError, ValueError):
    """The arguments cannot be a puzzle or a model at all; the message says which one is wrong, and where."""


class NoSolution(FastfutoError, ValueError):
    """A solution was to be drawn, but the puzzle has none."""


class JobError(FastfutoError, RuntimeError):
    """Work on an executor cannot go on: the message says whether the executor, its workers or the journal fail."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended work on an executor.

    Attributes
    ----------
    results : dict
        The results of the finished pieces by their places. A journal has them, too.
    """

    def __init__(self, message: str, *, results: dict[tuple[int, ...], Any]) -> None:
        super().__init__(message)
        self.results = results
        self.add_note(message)


class ParseError(FastfutoError, ValueError):
    """The text is not a puzzle.

    Parameters
    ----------
    message : str
        What is wrong, in one line, without line and column.
    line, column : int
        Where the error is, both counted from 1.
    source : str
        The whole line of text that has the error. It is shown with a caret under the column.

    Examples
    --------
    >>> print(ParseError("expected a value, found 'x'", line=2, column=5, source="0 | x"))
    line 2, column 5: expected a value, found 'x'
    0 | x
        ^
    """

    def __init__(self, message: str, *, line: int, column: int, source: str) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.source = source

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {printable(self.message)}\n{self.excerpt()}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_parse_error, (self.message, self.line, self.column, self.source)

    def excerpt(self, width: int = 80) -> str:
        """Return the line, cut to `width` characters round the error, and under it a line with the caret."""
        start = max(0, self.column - 1 - width // 2) if len(self.source) > width else 0
        shown = "".join(c if c.isprintable() else " " for c in self.source[start : start + width])
        return f"{shown.rstrip()}\n{' ' * (self.column - 1 - start)}^"


def _rebuild_parse_error(message: str, line: int, column: int, source: str) -> ParseError:
    return ParseError(message, line=line, column=column, source=source)


class _Stopped(FastfutoError):
    """A verb stopped before its answer was exact. What it had found by then is kept."""

    def __init__(self, message: str, *, found: int, stats: Stats, solutions: Any = None) -> None:
        super().__init__(message, found, stats)
        self.message = message
        self.found = found
        self.stats = stats
        self.solutions = solutions

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_stopped, (type(self), self.message, self.found, self.stats, self.solutions)


def _rebuild_stopped(
    kind: type[_Stopped], message: str, found: int, stats: Stats, solutions: Any
) -> _Stopped:
    return kind(message, found=found, stats=stats, solutions=solutions)


class LimitReached(_Stopped):
    """The time limit passed before the answer was known.

    It is not a TimeoutError, because that is an OSError: ``except OSError`` round `load` and `count` would take it
    for a file that cannot be read.

    Attributes
    ----------
    found : int
        Number of solutions found by then, which is a lower bound.
    stats : Stats
        The effort spent.
    solutions : (k, n, n) uint8, Batch, (n, n, n) int64, or None
        What `all_solutions` or `solve_many` had found by then, or the numbers that `true_candidates` had counted. It is
        None for the other verbs.
    """


class RecipeNotMet(LimitReached):
    """No puzzle that meets a recipe was made in the time or the number of tries allowed.

    Attributes
    ----------
    attempts : int
        Number of tries.
    nearest : Generated or None
        The puzzle that came nearest to the recipe.
    stats : Stats
        The effort spent.
    """

    def __init__(self, message: str, *, attempts: int, nearest: Any, stats: Stats) -> None:
        super().__init__(message, found=0, stats=stats)
        self.attempts = attempts
        self.nearest = nearest

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_not_met, (self.message, self.attempts, self.nearest, self.stats)


def _rebuild_not_met(message: str, attempts: int, nearest: Any, stats: Stats) -> RecipeNotMet:
    return RecipeNotMet(message, attempts=attempts, nearest=nearest, stats=stats)


class MemoryLimit(_Stopped, MemoryError):
    """The answer does not fit into the memory that the call may take.

    Attributes
    ----------
    found : int
        Number of solutions found by then, which is a lower bound.
    stats : Stats
        The effort spent.
    solutions : (k, n, n) uint8, or None
        What `all_solutions` had found by then. It is None for the other verbs.
    """
