"""Permutations with forbidden values at positions and an order between positions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..errors import ParseError, PuzzleError
from ..model import (
    MAX_VALUES,
    IntArray,
    Model,
    frozen,
    is_misread,
    permutation_skeleton,
    refuse_masked,
    value_masks,
    whole_within,
)
from .base import MAX_VIOLATIONS, Puzzle, Violation, ascending, flat_values, whole_numbers
from .fields import FieldReader
from .text import clean, parse_error

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"-?[0-9]+|[^\W\d]+|<|!=|\S")
_HEADER = re.compile(r"\s*permutations\s+(-?[0-9]+)\s*")
_RULE = re.compile(r"\s*([0-9]{1,9})\s*(<|!=)\s*([0-9]{1,9})\s*")


class Permutations(Puzzle[np.uint8]):
    """The permutations of 1..n, optionally restricted by forbidden values and a partial order.

    Parameters
    ----------
    n : int
        1 to 255.
    forbidden : iterable of (position, value), or (n, n) array of bool
        Forbidden values at positions: pairs, or an array that is true in row `position`, column ``value - 1``.
        Positions count from 0, values from 1.
    order : iterable of (position, position)
        The value at the first position must be less than the value at the second. A permutation that satisfies the
        order is a linear extension of it.

    Raises
    ------
    PuzzleError
        For n, a position or a value out of range, or a position that must be less than itself.

    See Also
    --------
    fastfuto.solutions : Iterate over the permutations, optionally in lexicographic order.
    fastfuto.count : Count the permutations.
    fastfuto.sample : Draw uniform permutations.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.all_solutions(Permutations(3)).tolist()
    [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
    >>> fastfuto.count(Permutations(60))  # 60!
    8320987112741390144276341183223364380754172606361245952449277696409600000000000000
    >>> derangements = Permutations(9, forbidden=[(k, k + 1) for k in range(9)])
    >>> fastfuto.count(derangements)  # OEIS A000166
    133496
    >>> up_and_down = Permutations(5, order=[(0, 1), (2, 1), (2, 3), (4, 3)])
    >>> fastfuto.count(up_and_down)  # OEIS A000111
    16
    """

    __slots__ = ("_forbidden", "_inequalities", "_n")

    family: ClassVar[str] = "permutations"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "forbidden", "order")

    _n: int
    _forbidden: npt.NDArray[np.bool_]
    _inequalities: IntArray

    def __init__(
        self,
        n: int,
        *,
        forbidden: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
        order: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
    ) -> None:
        self._n = whole_within(n, "n", 1, MAX_VALUES)
        self._forbidden = frozen(_forbidden(forbidden, self._n))
        pairs = _pairs(order, "order", "(position, position)")
        _refuse_outside(pairs, (0, 0), (self._n - 1, self._n - 1), "order")
        if (pairs[:, 0] == pairs[:, 1]).any():
            k = int(np.argmax(pairs[:, 0] == pairs[:, 1]))
            raise PuzzleError(f"order {k}: position {pairs[k, 0]} cannot be less than itself")
        self._inequalities = frozen(np.unique(pairs, axis=0).astype(np.int32))

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read the word ``permutations`` and n, then a line for each rule.

        Parameters
        ----------
        text : str
            A rule is an order, ``0 < 1``, or a position and its forbidden value, ``0 != 3``. A ``#`` begins a
            comment, and empty lines are skipped.

        Raises
        ------
        ParseError
            If the text is anything else, or a position or a value is out of range.

        Examples
        --------
        >>> Permutations.parse("permutations 3\n0 < 2  # the first is less than the last\n1 != 2\n")
        Permutations(3, forbidden=[(1, 2)], order=[(0, 2)])
        """
        text = clean(text)
        n = 0
        forbidden: list[tuple[int, int]] = []
        order: list[tuple[int, int]] = []
        for line in _LINE.finditer(text):
            start, end = line.start(), line.start() + len(line[0].partition("#")[0])
            if not text[start:end].strip():
                continue
            if not n:
                n = _parse_header(text, start, end)
                continue
            position, relation, other = _parse_rule(text, start, end, n)
            (order if relation == "<" else forbidden).append((position, other))
        if not n:
            message = (
                "expected 'permutations' and n, but the text ends" if text.strip() else "the text is empty"
            )
            raise parse_error(text, 0, message)
        return cls(n, forbidden=forbidden, order=order)

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from the fields ``n``, ``forbidden`` and ``order`` of a JSON object."""
        forbidden, order = (reader.numbers(key, fields[key], (None, 2)) for key in ("forbidden", "order"))
        return cls(reader.whole("n", fields["n"]), forbidden=forbidden, order=order)

    def __repr__(self) -> str:
        extra = f", forbidden={list(self.forbidden)}" if self._forbidden.any() else ""
        extra += f", order={list(self.order)}" if len(self._inequalities) else ""
        return f"{type(self).__name__}({self._n}{extra})"

    def __str__(self) -> str:
        rules = [f"{a} < {b}" for a, b in self.order]
        rules += [f"{position} != {value}" for position, value in self.forbidden]
        return "\n".join([f"permutations {self._n}", *rules]) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._n, np.array(self._forbidden), np.array(self._inequalities))

    @property
    def n(self) -> int:
        """Number of positions and of values."""
        return self._n

    @property
    def forbidden(self) -> tuple[tuple[int, int], ...]:
        """Pairs (position, value), sorted."""
        return tuple((position, value + 1) for position, value in np.argwhere(self._forbidden).tolist())

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """Sorted pairs of positions (lesser, greater)."""
        return tuple((a, b) for a, b in self._inequalities.tolist())

    @property
    def words(self) -> str:
        """Family and size, for a human reader."""
        return f"permutations of {self.n}"

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a permutation: (n,)."""
        return (self._n,)

    def violations(self) -> list[Violation]:
        """Return the contradictions in the rules: an order that runs in a circle, or no choice left.

        Returns
        -------
        list of Violation
            Kinds "cycle", "position" and "value"; they have no cells.

        Examples
        --------
        >>> print(*Permutations(2, forbidden=[(1, 1), (1, 2)]).violations())
        position 1 may take no value
        """
        found = []
        below: dict[int, list[int]] = {}
        for a, b in self.order:
            below.setdefault(b, []).append(a)
        for circle in ascending(below)[1]:
            shown = " < ".join(map(str, (*circle, circle[0])))
            found.append(Violation("cycle", (), f"the order of positions runs in a circle: {shown}"))
        for position in np.flatnonzero(self._forbidden.all(axis=1)).tolist():
            found.append(Violation("position", (), f"position {position} may take no value"))
        for value in np.flatnonzero(self._forbidden.all(axis=0)).tolist():
            found.append(Violation("value", (), f"value {value + 1} may stand at no position"))
        return found[:MAX_VIOLATIONS]

    def model(self) -> Model:
        """Return the flat description for the engines: a cell for each position."""
        skeleton = permutation_skeleton(self._n)
        domains = np.repeat(value_masks(self._n)[:1], self._n, axis=0)
        for position, value in np.argwhere(self._forbidden).tolist():
            domains[position, value // 64] &= ~np.uint64(1 << value % 64)
        return Model.from_arrays(skeleton, domains, self._inequalities)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a permutation as numbers in a line."""
        values = whole_numbers(solution, self.shape)
        if values is None:
            raise PuzzleError(f"expected {self._n} whole numbers, got {solution!r}")
        return " ".join(map(str, values.tolist())) + "\n"

    def decode(self, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return permutations, (..., n), unchanged."""
        return flat_values(values, self._n)

    def is_solution(self, solution: npt.ArrayLike) -> bool:
        """Return whether an array of n values is a permutation of 1..n that satisfies the rules.

        Parameters
        ----------
        solution : array_like
            Anything but n integers is not a solution.

        Examples
        --------
        >>> puzzle = Permutations(3, forbidden=[(0, 1)], order=[(1, 2)])
        >>> puzzle.is_solution([2, 1, 3]), puzzle.is_solution([1, 2, 3]), puzzle.is_solution([2, 2, 3])
        (True, False, False)
        """
        values = whole_numbers(solution, self.shape)
        if values is None or sorted(values.tolist()) != list(range(1, self._n + 1)):
            return False
        at_forbidden = self._forbidden[np.arange(self._n), values.astype(np.intp) - 1]
        lesser, greater = values[self._inequalities].T
        return not at_forbidden.any() and bool((lesser < greater).all())

    def _key(self) -> tuple[object, ...]:
        return self._n, self._forbidden.tobytes(), self._inequalities.tobytes()


def _rebuild(
    family: type[Permutations], n: int, forbidden: npt.NDArray[np.bool_], order: IntArray
) -> Permutations:
    return family(n, forbidden=forbidden, order=order)


def _parse_header(text: str, start: int, end: int) -> int:
    """Return n from the line ``text[start:end]``."""
    header = _HEADER.fullmatch(text, start, end)
    if header is None:
        raise _unexpected(
            text, start, end, {"'permutations' and n": "permutations", "the number n": "-?[0-9]+"}
        )
    if len(header[1]) > 9 or not 1 <= int(header[1]) <= MAX_VALUES:
        raise parse_error(text, header.start(1), f"n must be 1 to {MAX_VALUES}, found {header[1][:20]}")
    return int(header[1])


def _parse_rule(text: str, start: int, end: int, n: int) -> tuple[int, str, int]:
    """Return the position, the sign and the other number of the rule ``text[start:end]``."""
    rule = _RULE.fullmatch(text, start, end)
    if rule is None:
        number = "[0-9]{1,9}"
        raise _unexpected(text, start, end, {"a position": number, "'<' or '!='": "<|!=", "a number": number})
    position, sign, other = int(rule[1]), rule[2], int(rule[3])
    if position >= n:
        raise parse_error(text, rule.start(1), f"a position must be 0 to {n - 1}, found {position}")
    what, least, greatest = ("position", 0, n - 1) if sign == "<" else ("value", 1, n)
    if not least <= other <= greatest:
        raise parse_error(text, rule.start(3), f"a {what} must be {least} to {greatest}, found {other}")
    if sign == "<" and position == other:
        raise parse_error(text, rule.start(3), f"position {position} cannot be less than itself")
    return position, sign, other


def _unexpected(text: str, start: int, end: int, patterns: dict[str, str]) -> ParseError:
    """Return the error for a line without these words; each pattern has a name for the message."""
    words = list(itertools.islice(_WORD.finditer(text, start, end), len(patterns) + 1))
    pairs = zip(patterns.values(), words, strict=False)
    k = sum(1 for _ in itertools.takewhile(lambda pair: re.fullmatch(pair[0], pair[1][0]), pairs))
    expected = [*patterns, "the end of the line"][k]
    if k == len(words):
        return parse_error(text, words[-1].end(), f"expected {expected}, but the line ends")
    return parse_error(text, words[k].start(), f"expected {expected}, found {words[k][0][:20]!r}")


def _forbidden(forbidden: Iterable[tuple[int, int]] | npt.NDArray[Any], n: int) -> npt.NDArray[np.bool_]:
    """Return a mask of the forbidden values, (position, value - 1)."""
    refuse_masked(forbidden, "forbidden")
    if isinstance(forbidden, np.ndarray) and forbidden.dtype == bool:
        if forbidden.shape != (n, n):
            raise PuzzleError(f"forbidden must have shape ({n}, {n}), got {forbidden.shape}")
        return forbidden
    pairs = _pairs(forbidden, "forbidden", "(position, value)")
    _refuse_outside(pairs, (0, 1), (n - 1, n), "forbidden")
    table = np.zeros((n, n), bool)
    table[pairs[:, 0], pairs[:, 1] - 1] = True
    return table


def _pairs(
    pairs: Iterable[tuple[int, int]] | npt.NDArray[Any], name: str, expected: str
) -> npt.NDArray[np.int64]:
    """Return pairs of integers as (k, 2); raise for anything else."""
    refuse_masked(pairs, name)
    try:
        listed = pairs if isinstance(pairs, np.ndarray) else list(pairs)
        array = np.asarray(listed) if len(listed) else np.empty((0, 2), np.int64)
    except (TypeError, ValueError):
        raise PuzzleError(f"{name} must be pairs {expected}") from None
    if array.shape[1:] != (2,) or array.dtype.kind not in "iu" or is_misread(listed):
        raise PuzzleError(f"{name} must be pairs {expected} of whole numbers")
    return array.astype(np.int64)


def _refuse_outside(
    pairs: npt.NDArray[np.int64], least: tuple[int, int], greatest: tuple[int, int], name: str
) -> None:
    """Raise a PuzzleError for the first pair that is out of range."""
    wrong = ((pairs < least) | (pairs > greatest)).any(axis=1)
    if wrong.any():
        k = int(np.argmax(wrong))
        raise PuzzleError(f"{name} {k}, {tuple(pairs[k].tolist())}, is out of {least} to {greatest}")
