"""Permutations with forbidden values at positions, forbidden neighbours and an order between positions."""

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
    NO_RELATIONS,
    NO_SUMS,
    IntArray,
    Model,
    Relations,
    allowed_masks,
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
_WORD = re.compile(r"-?[0-9]+|[^\W\d]+|<|!=|!~|\S")
_HEADER = re.compile(r"\s*permutations\s+(-?[0-9]+)\s*")
_RULE = re.compile(r"\s*([0-9]{1,9})\s*(<|!=|!~)\s*([0-9]{1,9})\s*")


class Permutations(Puzzle[np.uint8]):
    """The permutations of 1..n, optionally restricted by forbidden values, forbidden neighbours and a partial order.

    Parameters
    ----------
    n : int
        1 to 255.
    forbidden : iterable of (position, value), or (n, n) array of bool
        Values that are forbidden at a position: pairs, or an array that is true in row `position` and column ``value -
        1``. Positions count from 0, values from 1.
    order : iterable of (position, position)
        The value at the first position must be less than the value at the second position. The permutations that
        satisfy the order are its linear extensions. (In functions that find solutions, `order` is the order of the
        solutions.)
    forbidden_neighbours : iterable of (value, value), or (n, n) array of bool
        Values of which the second must not directly follow the first: pairs, or an array that is true in row ``first -
        1`` and column ``second - 1``.

    Raises
    ------
    PuzzleError
        If n, a position or a value is out of range, or a pair in `order` has the same position twice.

    See Also
    --------
    fastfuto.solutions : Iterate over the permutations, optionally in lexicographic order.
    fastfuto.count : Count the permutations.
    fastfuto.sample : Draw uniform permutations.

    Examples
    --------
    >>> import fastfuto
    >>> import numpy as np
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
    >>> v = np.arange(1, 18)
    >>> near = abs(v[:, None] - v) < np.minimum(v[:, None], v)  # neighbours differ by less than the smaller of both
    >>> fastfuto.count(Permutations(17, forbidden_neighbours=near))
    8294400
    """

    __slots__ = ("_forbidden", "_inequalities", "_n", "_neighbours")

    family: ClassVar[str] = "permutations"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "forbidden", "order")
    json_optional: ClassVar[tuple[str, ...]] = ("forbidden_neighbours",)
    lines: ClassVar[tuple[tuple[str, int], ...]] = (("permutation", 0),)  # The name of the unit in steps.
    _rules: ClassVar[tuple[str, ...]] = ("forbidden", "order", "forbidden_neighbours")

    _n: int
    _forbidden: npt.NDArray[np.bool_]
    _neighbours: npt.NDArray[np.bool_]
    _inequalities: IntArray

    def __init__(
        self,
        n: int,
        *,
        forbidden: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
        order: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
        forbidden_neighbours: Iterable[tuple[int, int]] | npt.NDArray[Any] = (),
    ) -> None:
        self._n = whole_within(n, "n", 1, MAX_VALUES)
        self._forbidden = frozen(_table(forbidden, self._n, "forbidden", 0, "(position, value)"))
        self._neighbours = frozen(
            _table(forbidden_neighbours, self._n, "forbidden_neighbours", 1, "(value, value)")
        )
        pairs = _pairs(order, "order", "(position, position)")
        _refuse_outside(pairs, (0, 0), (self._n - 1, self._n - 1), "order")
        if (pairs[:, 0] == pairs[:, 1]).any():
            k = int(np.argmax(pairs[:, 0] == pairs[:, 1]))
            raise PuzzleError(f"order {k} compares position {pairs[k, 0]} with itself")
        self._inequalities = frozen(np.unique(pairs, axis=0).astype(np.int32))

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read the word ``permutations`` and n, then a line for each rule.

        Parameters
        ----------
        text : str
            A rule has one of three forms. ``0 < 1``: the value at position 0 is less than the value at position 1. ``0
            != 3``: position 0 does not have the value 3. ``2 !~ 3``: the value 3 does not directly follow the value 2.
            A ``#`` begins a comment, and empty lines are skipped.

        Raises
        ------
        ParseError
            If the text has any other form, or a position or a value is out of range.

        Examples
        --------
        >>> Permutations.parse("permutations 3\n0 < 2  # the first is less than the last\n1 != 2\n")
        Permutations(3, forbidden=[(1, 2)], order=[(0, 2)])
        """
        text = clean(text)
        n = 0
        rules: dict[str, list[tuple[int, int]]] = {"<": [], "!=": [], "!~": []}
        for line in _LINE.finditer(text):
            start, end = line.start(), line.start() + len(line[0].partition("#")[0])
            if not text[start:end].strip():
                continue
            if not n:
                n = _parse_header(text, start, end)
                continue
            first, sign, second = _parse_rule(text, start, end, n)
            rules[sign].append((first, second))
        if not n:
            message = (
                "expected 'permutations' and n, but the text ends" if text.strip() else "the text is empty"
            )
            raise parse_error(text, 0, message)
        return cls(n, forbidden=rules["!="], order=rules["<"], forbidden_neighbours=rules["!~"])

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from ``n``, ``forbidden``, ``order`` and maybe ``forbidden_neighbours`` of a JSON object."""
        rules = {key: reader.numbers(key, fields[key], (None, 2)) for key in cls._rules if key in fields}
        return cls(reader.whole("n", fields["n"]), **rules)

    def __repr__(self) -> str:
        extra = f", forbidden={list(self.forbidden)}" if self._forbidden.any() else ""
        extra += f", order={list(self.order)}" if len(self._inequalities) else ""
        extra += f", forbidden_neighbours={list(self.forbidden_neighbours)}" if self._neighbours.any() else ""
        return f"{type(self).__name__}({self._n}{extra})"

    def __str__(self) -> str:
        rules = [f"{a} < {b}" for a, b in self.order]
        rules += [f"{position} != {value}" for position, value in self.forbidden]
        rules += [f"{v} !~ {w}" for v, w in self.forbidden_neighbours]
        return "\n".join([f"permutations {self._n}", *rules]) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = map(np.array, (self._forbidden, self._inequalities, self._neighbours))
        return _rebuild, (type(self), self._n, *arrays)

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
    def forbidden_neighbours(self) -> tuple[tuple[int, int], ...]:
        """Sorted pairs of values of which the second must not directly follow the first."""
        return tuple((v + 1, w + 1) for v, w in np.argwhere(self._neighbours).tolist())

    @property
    def words(self) -> str:
        """Family and size, for a human reader."""
        return f"permutations of {self.n}"

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a permutation: (n,)."""
        return (self._n,)

    def violations(self) -> list[Violation]:
        """Return the contradictions in the rules: cycles in the order, and positions or values that cannot be used.

        Returns
        -------
        list of Violation
            Violations of the kinds "cycle", "position" and "value", without cells.

        Examples
        --------
        >>> print(*Permutations(2, forbidden=[(1, 1), (1, 2)]).violations())
        position 1 cannot have any value
        """
        found = []
        below: dict[int, list[int]] = {}
        for a, b in self.order:
            below.setdefault(b, []).append(a)
        for circle in ascending(below)[1]:
            shown = " < ".join(map(str, (*circle, circle[0])))
            found.append(Violation("cycle", (), f"the order of positions has a cycle: {shown}"))
        for position in np.flatnonzero(self._forbidden.all(axis=1)).tolist():
            found.append(Violation("position", (), f"position {position} cannot have any value"))
        for value in np.flatnonzero(self._forbidden.all(axis=0)).tolist():
            found.append(Violation("value", (), f"value {value + 1} cannot be at any position"))
        return found[:MAX_VIOLATIONS]

    def model(self) -> Model:
        """Return the flat description for the engines: a cell for each position."""
        skeleton = permutation_skeleton(self._n)
        domains = np.repeat(value_masks(self._n)[:1], self._n, axis=0)
        for position, value in np.argwhere(self._forbidden).tolist():
            domains[position, value // 64] &= ~np.uint64(1 << value % 64)
        relations = NO_RELATIONS
        if self._n > 1 and self._neighbours.any():
            places = np.arange(self._n - 1, dtype=np.int32)
            relations = Relations(
                frozen(np.stack([places, places + 1], axis=1)),
                frozen(np.zeros_like(places)),
                frozen(allowed_masks(~self._neighbours)[None]),
            )
        return Model.from_arrays(skeleton, domains, self._inequalities, NO_SUMS, relations)

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a permutation as a line of numbers."""
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
        beside = self._neighbours[values[:-1] - 1, values[1:] - 1]
        return not (at_forbidden.any() or beside.any()) and bool((lesser < greater).all())

    def _key(self) -> tuple[object, ...]:
        return self._n, *(a.tobytes() for a in (self._forbidden, self._inequalities, self._neighbours))


def _rebuild(
    family: type[Permutations],
    n: int,
    forbidden: npt.NDArray[np.bool_],
    order: IntArray,
    neighbours: npt.NDArray[np.bool_],
) -> Permutations:
    return family(n, forbidden=forbidden, order=order, forbidden_neighbours=neighbours)


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
    """Return the first number, the sign and the second number of the rule ``text[start:end]``."""
    rule = _RULE.fullmatch(text, start, end)
    if rule is None:
        number = "[0-9]{1,9}"
        signs = "'<', '!=' or '!~'"
        first = "a position or a value"
        raise _unexpected(text, start, end, {first: number, signs: "<|!=|!~", "a number": number})
    sign, numbers = rule[2], (int(rule[1]), int(rule[3]))
    for k, is_value in enumerate((sign == "!~", sign != "<")):
        what, least, greatest = ("value", 1, n) if is_value else ("position", 0, n - 1)
        if not least <= numbers[k] <= greatest:
            message = f"a {what} must be {least} to {greatest}, found {numbers[k]}"
            raise parse_error(text, rule.start(2 * k + 1), message)
    if sign == "<" and numbers[0] == numbers[1]:
        raise parse_error(text, rule.start(3), f"position {numbers[0]} cannot be less than itself")
    return numbers[0], sign, numbers[1]


def _unexpected(text: str, start: int, end: int, patterns: dict[str, str]) -> ParseError:
    """Return the error for a line whose words do not match the named patterns; the message uses their names."""
    words = list(itertools.islice(_WORD.finditer(text, start, end), len(patterns) + 1))
    pairs = zip(patterns.values(), words, strict=False)
    k = sum(1 for _ in itertools.takewhile(lambda pair: re.fullmatch(pair[0], pair[1][0]), pairs))
    expected = [*patterns, "the end of the line"][k]
    if k == len(words):
        return parse_error(text, words[-1].end(), f"expected {expected}, but the line ends")
    return parse_error(text, words[k].start(), f"expected {expected}, found {words[k][0][:20]!r}")


def _table(
    rules: Iterable[tuple[int, int]] | npt.NDArray[Any], n: int, name: str, least: int, expected: str
) -> npt.NDArray[np.bool_]:
    """Return a mask of pairs, (first - least, second - 1)."""
    refuse_masked(rules, name)
    if isinstance(rules, np.ndarray) and rules.dtype == bool:
        if rules.shape != (n, n):
            raise PuzzleError(f"{name} must have shape ({n}, {n}), got {rules.shape}")
        return rules
    pairs = _pairs(rules, name, expected)
    _refuse_outside(pairs, (least, 1), (n - 1 + least, n), name)
    table = np.zeros((n, n), bool)
    table[pairs[:, 0] - least, pairs[:, 1] - 1] = True
    return table


def _pairs(
    pairs: Iterable[tuple[int, int]] | npt.NDArray[Any], name: str, expected: str
) -> npt.NDArray[np.int64]:
    """Return pairs of integers as an array (k, 2); raise an error for any other value."""
    refuse_masked(pairs, name)
    try:
        listed = pairs if isinstance(pairs, np.ndarray) else list(pairs)
        array = np.asarray(listed) if len(listed) else np.empty((0, 2), np.int64)
    except (TypeError, ValueError):
        raise PuzzleError(f"{name} must contain pairs {expected} of whole numbers") from None
    if array.shape[1:] != (2,) or array.dtype.kind not in "iu" or is_misread(listed):
        raise PuzzleError(f"{name} must contain pairs {expected} of whole numbers")
    return array.astype(np.int64)


def _refuse_outside(
    pairs: npt.NDArray[np.int64], least: tuple[int, int], greatest: tuple[int, int], name: str
) -> None:
    """Raise a PuzzleError for the first pair that is out of range."""
    wrong = ((pairs < least) | (pairs > greatest)).any(axis=1)
    if wrong.any():
        k = int(np.argmax(wrong))
        raise PuzzleError(f"{name} {k}: {tuple(pairs[k].tolist())} is outside {least} to {greatest}")
