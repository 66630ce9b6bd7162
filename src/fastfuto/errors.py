"""The exceptions, and functions for messages, such as `printable`, which makes untrusted text safe for terminals.

The exceptions share a base class. Each is also a subclass of a built-in exception, if a suitable one exists.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .stats import Stats

_BOUND = re.compile(r" (?=[<>=] )|(?<= [<>=]) |(?<=[^\W\d_]) (?=[0-9])")


def printable(text: str, kept: str = "") -> str:
    r"""Return a text with escapes for all characters that are neither printable nor in `kept`.

    Terminals obey control characters, and direction marks and line endings can disguise a text. Escapes up to U+FFFF
    have the form of JSON, so JSON objects keep their meaning.

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
    """Base class of the exceptions that fastfuto defines, except `Interrupted`.

    See Also
    --------
    fastfuto.ParseError : A text is not a puzzle.
    fastfuto.PuzzleError : Arguments cannot be a puzzle.
    fastfuto.LimitReached : The time is up.
    fastfuto.MemoryLimit : The memory is full.

    Examples
    --------
    >>> import fastfuto
    >>> try:
    ...     fastfuto.parse("nonsense")
    ... except fastfuto.FastfutoError as error:
    ...     print(type(error).__name__)
    ParseError
    """


class PuzzleError(FastfutoError, ValueError):
    """The arguments cannot be a puzzle or a model. The message names the wrong argument and the place.

    A well-formed puzzle that contradicts itself is not an error: it has no solution.

    See Also
    --------
    fastfuto.ParseError : A text is not a puzzle.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.Futoshiki([[0, 0], [0]])
    Traceback (most recent call last):
        ...
    fastfuto.errors.PuzzleError: clues must be a square, got rows of 1, 2 values
    """


class NoSolution(FastfutoError, ValueError):
    """No solution can be drawn at random, because the puzzle has none.

    See Also
    --------
    fastfuto.sample : Draw random solutions.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.sample(fastfuto.Futoshiki([[1, 1], [0, 0]]))
    Traceback (most recent call last):
        ...
    fastfuto.errors.NoSolution: there is no solution to sample
    """


class JobError(FastfutoError, RuntimeError):
    """Work on an executor cannot continue, because the executor, its workers or the journal failed.

    See Also
    --------
    fastfuto.count : Count solutions, optionally on an executor.
    fastfuto.Interrupted : Ctrl-C has ended work on an executor.

    Examples
    --------
    >>> import concurrent.futures, fastfuto
    >>> executor = concurrent.futures.ThreadPoolExecutor(1)
    >>> executor.shutdown()
    >>> fastfuto.count(fastfuto.LatinSquare(4), executor=executor)
    Traceback (most recent call last):
        ...
    fastfuto.errors.JobError: the executor accepts no work: cannot schedule new futures after shutdown
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended work on an executor.

    Attributes
    ----------
    results : dict
        The results of the finished pieces, by the place of the piece in the order of the work. A journal also keeps
        these results.

    See Also
    --------
    fastfuto.JobError : Work on an executor has failed.

    Examples
    --------
    >>> import fastfuto
    >>> issubclass(fastfuto.Interrupted, KeyboardInterrupt)
    True
    """

    def __init__(self, message: str, *, results: dict[tuple[int, ...], Any]) -> None:
        super().__init__(message)
        self.results = results
        self.add_note(message)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_interrupted, (*self.args, self.results)


class ParseError(FastfutoError, ValueError):
    """A text is not a puzzle.

    Parameters
    ----------
    message : str
        Description of the error in one line, without its place.
    line, column : int
        Line and column of the error, counted from 1.
    source : str
        The whole line with the error. The message of the exception shows it with a caret under the column.

    See Also
    --------
    fastfuto.parse : Read a puzzle from text.
    fastfuto.load : Read a puzzle from a file.
    fastfuto.PuzzleError : Arguments cannot be a puzzle.

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
        """Return at most `width` characters of the line around the error, and a second line with the caret."""
        start = max(0, self.column - 1 - width // 2) if len(self.source) > width else 0
        shown = "".join(c if c.isprintable() else " " for c in self.source[start : start + width])
        return f"{shown.rstrip()}\n{' ' * (self.column - 1 - start)}^"


def _rebuild_interrupted(message: str, results: dict[tuple[int, ...], Any]) -> Interrupted:
    return Interrupted(message, results=results)


def _rebuild_parse_error(message: str, line: int, column: int, source: str) -> ParseError:
    return ParseError(message, line=line, column=column, source=source)


class _Stopped(FastfutoError):
    """A call stopped before its answer was exact; the exception has the results so far."""

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

    The class does not derive from TimeoutError, which is an OSError: an ``except OSError`` around `load` and `count`
    would mistake a timeout for an unreadable file.

    Attributes
    ----------
    found : int
        Number of solutions found by then, a lower bound.
    stats : Stats
        The effort spent.
    solutions : (k, n, n) uint8, Batch, (n, n, n) int64, Puzzle, Model, or None
        The results so far, of the same type as the complete answer: the solutions of `all_solutions`, the Batch of
        `solve_many`, the counts of `true_candidates`, or the puzzle of `redundant_clues`. None for other functions.

    See Also
    --------
    fastfuto.MemoryLimit : The memory is full.
    fastfuto.solve : Return the status UNKNOWN when the time is up.

    Examples
    --------
    >>> import fastfuto
    >>> try:
    ...     fastfuto.all_solutions(fastfuto.LatinSquare(9), timeout=0.01)
    ... except fastfuto.LimitReached as late:
    ...     print(late.found == len(late.solutions))
    True
    """


class RecipeNotMet(LimitReached):
    """No puzzle met the recipe within the time limit or the number of tries.

    Attributes
    ----------
    attempts : int
        Number of tries.
    nearest : Generated or None
        The puzzle that came nearest to the recipe.
    stats : Stats
        The effort spent.

    See Also
    --------
    fastfuto.generate : Make a puzzle.
    fastfuto.Recipe : The properties of a puzzle to be made.

    Examples
    --------
    >>> import fastfuto
    >>> try:
    ...     fastfuto.generate(4, numbers=1, inequalities=1, timeout=0.2)
    ... except fastfuto.RecipeNotMet as error:
    ...     print(error.nearest is not None)
    True
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
    """The answer needs more memory than the call may take.

    Attributes
    ----------
    found : int
        Number of solutions found by then, a lower bound.
    stats : Stats
        The effort spent.
    solutions : (k, n, n) uint8, or None
        The solutions that `all_solutions` had found by then; None for other functions.

    See Also
    --------
    fastfuto.LimitReached : The time is up.
    fastfuto.estimate_count : Estimate the number of solutions in little memory.

    Examples
    --------
    >>> import fastfuto
    >>> try:
    ...     fastfuto.all_solutions(fastfuto.LatinSquare(4), memory=1600)
    ... except fastfuto.MemoryLimit as error:
    ...     print(error.found, len(error.solutions))
    101 100
    """


def nearest(name: object, known: Iterable[str]) -> str:
    """Return a question that suggests the known name most similar to a wrong name, or an empty text."""
    import difflib  # Only errors need it.

    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(str(name).lower(), by_lower, 1, 0.7)
    return f". Did you mean {by_lower[close[0]]!r}?" if close else ""


def check_arguments(given: Iterable[str], known: Collection[str]) -> None:
    """Raise a TypeError if an argument has an unknown name, and suggest the known name most similar to it."""
    for name in given:
        if name not in known:
            raise TypeError(f"unexpected keyword argument {name!r}{nearest(name, known)}")


def wrapped(line: str, width: int, first: str = "", rest: str = "    ") -> str:
    """Return a line, divided between words if it is wider than the terminal, but not at a sign or before a number."""
    if len(first) + len(line) <= width:
        return first + line
    import textwrap  # Only long lines need it.

    bound = _BOUND.sub("\u00a0", line)
    text = textwrap.fill(
        bound,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return text.replace("\u00a0", " ")
