"""The answers of the verbs."""

from __future__ import annotations

import enum
import json
import math
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..formats import format_puzzle
from ..limits import Stats, counted, full, rounded
from ..model import Model
from ..puzzles import Puzzle

S = TypeVar("S", bound=np.generic)
G = TypeVar("G")

Order: TypeAlias = Literal["any", "lexicographic"]
"""The order of solutions: whichever is fastest, or row-major lexicographic."""


class Status(enum.Enum):
    """Outcome of `fastfuto.solve`: a solution exists, no solution exists, or the time limit passed first.

    See Also
    --------
    fastfuto.Result : The result of `fastfuto.solve`.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.solve(fastfuto.LatinSquare([[1, 1], [0, 0]])).status is fastfuto.Status.UNSATISFIABLE
    True
    """

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(slots=True, eq=False)
class Result(Generic[S]):
    """The answer of `fastfuto.solve`: whether there is a solution, the solution, and the effort.

    Attributes
    ----------
    status : Status
        SATISFIABLE, UNSATISFIABLE, or UNKNOWN if the time limit passed first.
    grid : numpy.ndarray, or None
        The solution in the puzzle's shape, (n, n) uint8 for Futoshiki, in an array that the caller owns; None unless
        `status` is SATISFIABLE. For an exact cover, the numbers of the chosen options, (k,) int32.
    stats : Stats
        The effort of the call.

    See Also
    --------
    fastfuto.solve : Find a solution.
    fastfuto.to_json : Write the result as JSON.

    Notes
    -----
    A result is true if a solution was found, as in ``if solve(puzzle): ...``.

    Arithmetic on a uint8 grid wraps around, so ``grid - 5`` is never negative. Calculate with ``grid.astype(int)``
    instead.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.solve(fastfuto.LatinSquare([[1, 0], [0, 0]]))
    >>> bool(result), result.status.value, result.grid.tolist()
    (True, 'satisfiable', [[1, 2], [2, 1]])
    """

    status: Status
    grid: npt.NDArray[S] | None
    stats: Stats

    def __bool__(self) -> bool:
        return self.status is Status.SATISFIABLE

    def __str__(self) -> str:
        if self.grid is None:
            return {"unsatisfiable": "A solution does not exist."}.get(
                self.status.value, "No answer is known."
            )
        rows = np.atleast_2d(self.grid).tolist()
        width = max((len(str(value)) for row in rows for value in row), default=1)
        return "\n".join(" ".join(str(value).rjust(width) for value in row) for row in rows)

    def _repr_html_(self) -> str:
        from ..drawing.pages import result_part

        return result_part(self)


@dataclass(slots=True)
class CountResult:
    """The answer of `fastfuto.count_result`: the number of solutions, the method, and the effort.

    Attributes
    ----------
    count : int
        The number of solutions, or `limit` if there are at least that many.
    exact : bool
        False if counting stopped at `limit`, so there may be more solutions.
    method : str
        The method of counting: "enumeration" finds all solutions, "states" counts them without finding them, and
        "formula" computes n!. The text may continue with the reductions that were made, such as "2 parts".
    stats : Stats
        The effort of the call.

    See Also
    --------
    fastfuto.count_result : Count the solutions.
    fastfuto.to_json : Write the answer as JSON.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.count_result(fastfuto.LatinSquare(6))
    >>> result.count, result.exact
    (812851200, True)
    """

    count: int
    exact: bool
    method: str
    stats: Stats

    def _repr_html_(self) -> str:
        from ..drawing.pages import count_part

        return count_part(self)


@dataclass(slots=True)
class EstimateResult:
    """The answer of `fastfuto.estimate_count`: an estimated number of solutions with its error.

    Attributes
    ----------
    estimate : int
        The mean of the samples, rounded. If no sample has found a solution, a lower bound: the number of solutions that
        a short search has found.
    relative_error : float
        Standard error of the mean, relative to the mean: 0.01 is one per cent. For probes, which are rounded, it is at
        least 1e-9. It is NaN if no sample has found a solution, or if there is only one sample and it is not exact.
    interval : (int, int)
        A confidence interval of about 95 % for the number of solutions. If the standard error is NaN, the interval is
        from the number of known solutions to the number of ways to fill each cell with a candidate, or to cover each
        item.
    log : float
        Natural logarithm of the estimate; minus infinity if it is 0.
    exact : bool
        Whether the estimate is the exact number of solutions.
    samples : int
        Number of independent estimates that were averaged.
    method : str
        "states" (random samples of the states in large layers), "probes" (random descents of the search), or
        "enumeration" (a short search that found all solutions).
    seed : int
        The seed of the call. With the same seed, the estimate is the same.
    seconds : float
        Wall-clock time of the whole call.

    See Also
    --------
    fastfuto.estimate_count : Estimate the number of solutions.
    fastfuto.to_json : Write the answer as JSON.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.estimate_count(fastfuto.LatinSquare(6))
    >>> result.estimate, result.exact, result.interval
    (812851200, True, (812851200, 812851200))
    >>> print(result)
    812851200 (exactly)
    """

    estimate: int
    relative_error: float
    interval: tuple[int, int]
    log: float
    exact: bool
    samples: int
    method: str
    seed: int
    seconds: float

    def __str__(self) -> str:
        return format(self)

    def __format__(self, form: str) -> str:
        """Return the estimate in words; "," separates the thousands of a number in full."""
        if self.exact:
            return f"{full(self.estimate, form)} (exactly)"
        if self.is_unknown:
            return f"unknown (at least {full(self.estimate, form)})"
        if math.isnan(self.relative_error):
            return f"{rounded(self.estimate)} (one sample)"
        digits = max(2, 1 - math.floor(math.log10(self.relative_error)))
        mean, low, high = (rounded(number, digits) for number in (self.estimate, *self.interval))
        return f"about {mean} ({low} to {high})"

    def __repr__(self) -> str:
        return (
            f"<EstimateResult: {self}, {counted(self.samples, 'sample')} by {self.method}, seed {self.seed}>"
        )

    @property
    def is_unknown(self) -> bool:
        """Whether no sample has found a solution, so the estimate is only a lower bound."""
        return math.isnan(self.relative_error) and self.samples > 1

    @property
    def standard_error(self) -> float:
        """The relative error. This old name will be removed in the next release."""
        message = "standard_error is now called relative_error, and the old name will be removed"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.relative_error

    def _repr_html_(self) -> str:
        from ..drawing.pages import estimate_part

        return estimate_part(self)


@dataclass(slots=True, eq=False)
class Batch(Generic[G]):
    """The answer of `fastfuto.solve_many`: a solution of each puzzle, and the number of solutions found.

    Attributes
    ----------
    grids : (k, n, n) uint8, or list of numpy.ndarray or None
        A solution of each puzzle, in an array if the puzzles were an array, otherwise in a list. If no solution was
        found for a puzzle, an array has zeros in its place, and a list has None.
    counts : (k,) int64
        Number of solutions found for each puzzle, at most the limit. With a limit of 2, a count of 1 proves
        uniqueness.

    See Also
    --------
    fastfuto.solve_many : Solve many puzzles.

    Examples
    --------
    >>> import fastfuto
    >>> batch = fastfuto.solve_many([fastfuto.LatinSquare(3), fastfuto.LatinSquare([[1, 1], [0, 0]])])
    >>> batch.grids[0].shape, batch.grids[1], batch.counts.tolist()
    ((3, 3), None, [1, 0])
    """

    grids: G
    counts: npt.NDArray[np.int64]


@dataclass(slots=True)
class FileSummary:
    r"""The answer of `fastfuto.solve_file`: how many puzzles have no solution, one solution or several.

    Attributes
    ----------
    lines : int
        Number of lines written, one for each puzzle or unreadable text. It is the sum of the next five numbers.
    none, one, several : int
        Numbers of puzzles for which no solution, one solution or several solutions were found. A limit of 1 does not
        distinguish one solution from several; a limit of 2 or more does.
    unanswered : int
        Number of puzzles that were not solved when the time limit passed.
    unreadable : int
        Number of texts that are not a puzzle.
    seconds : float
        Wall-clock time of the whole call.

    See Also
    --------
    fastfuto.solve_file : Solve the puzzles of a file.

    Examples
    --------
    >>> import fastfuto, io
    >>> summary = fastfuto.solve_file(io.BytesIO(b"3:1,0R,0,0,2,0,0,0,0,\n3:?\n"))
    >>> summary.lines, summary.one, summary.unreadable
    (2, 1, 1)
    """

    lines: int
    none: int
    one: int
    several: int
    unanswered: int
    unreadable: int
    seconds: float


def to_json(answer: object) -> str:
    """Write any answer of the package as JSON in one line.

    Parameters
    ----------
    answer : object
        Anything that a function of the package returns, except a picture, or a list of such answers. An iterator, such
        as the iterator of `fastfuto.solutions`, is read to its end.

    Returns
    -------
    str
        The attributes of an answer by name. A puzzle or model is written in the format "json", an array as a list, a
        status as its value, and an object that has a method `to_json`, such as `fastfuto.Step`, by this method. null
        replaces None, infinity, NaN, and whole numbers of more than 4300 digits. ``EstimateResult.relative_error`` is
        written under its old name, "standard_error".

    Raises
    ------
    TypeError
        If `answer` or a part of it has any other type.
    PuzzleError
        If JSON cannot hold a puzzle.
    ValueError
        If a certificate is in pieces, so only `Certificate.save` can write it.

    See Also
    --------
    fastfuto.solve : Return a `Result`.
    fastfuto.count_result : Return a `CountResult`.
    fastfuto.format_puzzle : Write a puzzle in any format.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.count_result(fastfuto.Futoshiki([[0] * 3] * 3))
    >>> fastfuto.to_json(result)[:61]
    '{"count": 12, "exact": true, "method": "enumeration", "stats"'
    >>> fastfuto.to_json(fastfuto.solutions(fastfuto.LatinSquare(2)))
    '[[[1, 2], [2, 1]], [[2, 1], [1, 2]]]'
    """
    return json.dumps(json_value(answer), allow_nan=False)


_JSON_NAMES = {"relative_error": "standard_error"}
"""Attributes whose names in JSON differ, because programs read the older ones."""


def json_value(value: Any) -> Any:
    """Return an answer in the form of JSON, as `to_json` writes it."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    match value:
        case float() if not math.isfinite(value):
            return None
        case int() if value >= 10**4300:  # Python refuses to turn it into text.
            return None
        case None | bool() | int() | float() | str():
            return value
        case enum.Enum():
            return value.value
        case Puzzle() | Model():
            return json.loads(format_puzzle(value, "json"))
        case dict():
            return {str(name): json_value(each) for name, each in value.items()}
    if hasattr(value, "to_json"):
        return json.loads(value.to_json())
    if is_dataclass(value):
        return json_fields(value)
    if hasattr(value, "_asdict"):
        return json_value(value._asdict())
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return [json_value(each) for each in value]
    raise TypeError(f"an object of type {type(value).__name__} cannot be written as JSON")


def json_fields(answer: Any) -> dict[str, Any]:
    """Return the attributes of an answer, which is a dataclass, in the form of JSON."""
    return {
        _JSON_NAMES.get(field.name, field.name): json_value(getattr(answer, field.name))
        for field in fields(answer)
    }
