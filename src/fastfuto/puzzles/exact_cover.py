"""Exact cover: the choice of options that contain every item exactly once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..errors import ParseError, PuzzleError, printable
from ..limits import counted
from ..model import MAX_MEMBERSHIPS, IntArray, Options, whole_within
from .base import Puzzle, Violation
from .fields import FieldReader, is_word, shown
from .option_rows import Option, collection_rows, group, matrix_rows, option_at, renumbered, whole_list
from .text import clean, parse_error

WORD = re.compile(r"[^\s:|\ufeff]+")
"""An item or a colour in text; the byte-order mark at the beginning of a text belongs to neither."""


class ExactCover(Puzzle[np.int32]):
    """An exact cover problem: choose options such that exactly one of them has each primary item.

    Parameters
    ----------
    options : sequence of collections of items, mapping of names to such, or (options, items) array of 0 and 1
        An item is any hashable value; in an array, it is the number of a column. An option that is a mapping gives
        colours to secondary items: ``{"a": None, "x": "red"}``.
    primary : iterable of items, optional
        Items that must be covered. Default: all items of the options that are not secondary, in order of appearance.
    secondary : iterable of items
        Items that need not be covered. Several chosen options may share a secondary item if all give it the same
        colour; without a colour, only one of them may have it. An option without a primary item is never chosen.

    Attributes
    ----------
    items : tuple
        Primary items, then secondary items.
    n_primary : int
        Number of primary items.
    names : tuple, or None
        Names of the options, if they have any.

    Raises
    ------
    PuzzleError
        If an item is neither primary nor secondary, is in both groups, or appears twice in an option. Also if a primary
        item has a colour, or an array has numbers other than 0 and 1. The message names the option.

    See Also
    --------
    fastfuto.solve : Find a solution.
    fastfuto.solutions : Iterate over the solutions.
    fastfuto.count : Count the solutions.

    Notes
    -----
    A solution is an ascending array of option numbers. Reading an array of a million options takes about a second.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming, volume 4B (2022), section 7.2.2.1.

    Examples
    --------
    >>> import fastfuto
    >>> cover = ExactCover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7],
    ...     "F": [2, 7]})  # Wikipedia, Exact cover
    >>> result = fastfuto.solve(cover)
    >>> result.grid, [cover.names[k] for k in result.grid]
    (array([1, 3, 5], dtype=int32), ['B', 'D', 'F'])
    """

    __slots__ = ("_colour_names", "_items", "_names", "_options")

    family: ClassVar[str] = "exact_cover"
    json_fields: ClassVar[tuple[str, ...]] = ("primary", "secondary", "options")

    _items: tuple[Hashable, ...]
    _names: tuple[Hashable, ...] | None
    _options: Options
    _colour_names: tuple[Hashable, ...]

    def __init__(
        self,
        options: Sequence[Option] | Mapping[Any, Option] | npt.NDArray[Any],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> None:
        self._names, self._colour_names = None, ()
        if isinstance(options, Mapping):
            self._names = tuple(options)
            options = list(options.values())
        if isinstance(options, np.ndarray):
            starts, numbers = matrix_rows(options)
            colours = None
            self._items, n_primary = tuple(range(options.shape[1])), options.shape[1]
            secondary = list(secondary)
            if primary is not None or secondary:
                self._items, n_primary, number = group(self._items, primary, secondary)
                numbers = renumbered(numbers, starts, number, options.shape[1])
        else:
            starts, flat, colours, self._colour_names = collection_rows(list(options))
            self._items, n_primary, number = group(dict.fromkeys(flat), primary, secondary)
            try:
                numbers = np.fromiter(map(number.__getitem__, flat), np.int32, len(flat))
            except KeyError as error:
                where = self._option_name(starts, flat.index(error.args[0]))
                message = f"{where}: item {error.args[0]!r} is neither primary nor secondary"
                raise PuzzleError(message) from None
            self._refuse_repeats(starts, numbers)
        self._options = Options(starts, numbers, colours, len(self._items), n_primary)
        if colours is not None:
            self._refuse_coloured_primaries()

    @classmethod
    def from_arrays(
        cls,
        option_starts: npt.ArrayLike,
        option_items: npt.ArrayLike,
        *,
        n_items: int | None = None,
        n_primary: int | None = None,
    ) -> Self:
        """Build a cover from options in compressed rows, without a loop over them.

        Parameters
        ----------
        option_starts : (options + 1,) int
            Option k has the items ``option_items[option_starts[k]:option_starts[k + 1]]``.
        option_items : (memberships,) int
            Item numbers, counted from 0.
        n_items : int, optional
            Number of items. Default: 1 + the largest item number.
        n_primary : int, optional
            Items 0 to ``n_primary - 1`` are primary, and the other items are secondary. Default: all items are primary.

        Raises
        ------
        PuzzleError
            If the arrays are not compressed rows, or an item is out of range or appears twice in an option.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.count(ExactCover.from_arrays([0, 1, 2, 4], [0, 1, 0, 1]))
        2
        """
        starts, items = whole_list(option_starts, "option_starts"), whole_list(option_items, "option_items")
        # Unsigned numbers are converted, because their differences are never negative.
        is_rising = (starts[1:] >= starts[:-1]).all()
        if not (len(starts) and starts[0] == 0 and starts[-1] == len(items) and is_rising):
            raise PuzzleError("option_starts must ascend from 0 to the number of memberships")
        named = int(items.max(initial=-1)) + 1
        n_items = named if n_items is None else whole_within(n_items, "n_items", 0, MAX_MEMBERSHIPS)
        n_primary = n_items if n_primary is None else whole_within(n_primary, "n_primary", 0, n_items)
        self = object.__new__(cls)
        self._names, self._colour_names = None, ()
        self._items = tuple(range(n_items))
        if len(items) and not 0 <= items.min() <= items.max() < n_items:
            at = int(np.argmax((items < 0) | (items >= n_items)))
            raise PuzzleError(
                f"{self._option_name(starts, at)}: item {items[at]} is outside 0 to {n_items - 1}"
            )
        first, members = starts.astype(np.int32), items.astype(np.int32)
        self._refuse_repeats(first, members)
        self._options = Options(first, members, None, n_items, n_primary)
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read Knuth's format: a line of items, with secondary items after a ``|``, then a line for each option.

        Parameters
        ----------
        text : str
            Items are words without ``:`` or ``|``; ``item:colour`` gives a colour to a secondary item. A line with an
            initial ``|`` is a comment.

        Raises
        ------
        ParseError
            If an item is unknown or appears twice, or a primary item has a colour.

        Examples
        --------
        >>> import fastfuto
        >>> text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B"
        >>> fastfuto.all_solutions(ExactCover.parse(text)).tolist()
        [[1, 3]]
        """
        text = clean(text)
        lines = [
            (number, line)
            for number, line in enumerate(text.split("\n"), 1)
            if line.strip() and not line.lstrip().startswith("|")
        ]
        if not lines:
            raise parse_error(text, 0, "expected a line of items" if text.strip() else "the text is empty")
        number, heading = lines[0]
        sides = heading.split("|")
        if len(sides) > 2:
            column = len(sides[0]) + len(sides[1]) + 2
            raise ParseError("found a second '|' among the items", line=number, column=column, source=heading)
        seen: dict[str, bool] = {}
        for match in re.finditer(r"[^\s|]+", heading):
            item = match[0]
            if ":" in item or item in seen:
                what = (
                    "an item cannot have a colour here" if ":" in item else f"item {_short(item)} is repeated"
                )
                raise ParseError(what, line=number, column=match.start() + 1, source=heading)
            seen[item] = match.start() < len(sides[0])
        options = []
        for number, line in lines[1:]:
            option: dict[Hashable, Hashable | None] = {}
            for match in re.finditer(r"\S+", line):
                item, _, colour = match[0].partition(":")
                what = ""
                if item not in seen:
                    what = f"item {_short(item)} is unknown"
                elif item in option:
                    what = f"item {_short(item)} is repeated"
                elif ":" in match[0] and (seen[item] or not WORD.fullmatch(colour)):
                    what = (
                        f"item {_short(item)} is primary and cannot have a colour"
                        if seen[item]
                        else "expected a colour after ':'"
                    )
                if what:
                    raise ParseError(what, line=number, column=match.start() + 1, source=line)
                option[item] = colour or None
            options.append(option)
        secondary = [item for item, is_primary in seen.items() if not is_primary]
        return cls(options, primary=[item for item in seen if seen[item]], secondary=secondary)

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a cover from the fields ``primary``, ``secondary`` and ``options`` of a JSON object."""
        for key in ("primary", "secondary"):
            for k, item in enumerate(reader.items(key, fields[key])):
                reader.word(f"{key}[{k}]", item)
        options = fields["options"]
        listed = options.values() if isinstance(options, dict) else reader.items("options", options)
        for k, option in enumerate(listed):
            path = f"options[{k}]"
            words = option.values() if isinstance(option, dict) else reader.items(path, option)
            for word in words:
                if not (word is None and isinstance(option, dict)):
                    reader.word(path, word)
        return cls(options, primary=fields["primary"], secondary=fields["secondary"])

    def fields(self) -> dict[str, Any]:
        """Return the fields of the JSON object that `from_fields` reads.

        Raises
        ------
        PuzzleError
            If an item or a colour is neither a string nor a 32-bit integer. Names of options, and items of options with
            colours, must be strings.
        """
        for word in (*self._items, *self._colour_names):
            if not is_word(word):
                raise PuzzleError(
                    f"items and colours must be strings or 32-bit integers in JSON, got {shown(word)}"
                )
        for key in (*(self._names or ()), *(self._items if self._colour_names else ())):
            if not isinstance(key, str):
                what = "items of options with colours" if key in self._items else "names of options"
                raise PuzzleError(f"{what} must be strings in JSON, got {shown(key)}")
        options: Any = self.options
        if self._names is not None:
            options = dict(zip(self._names, options, strict=True))
        primary, secondary = self._items[: self.n_primary], self._items[self.n_primary :]
        return {"primary": list(primary), "secondary": list(secondary), "options": options}

    def __repr__(self) -> str:
        options: list[list[Any]] | list[dict[Any, Any]] | dict[Any, Any] = self.options
        if self._names is not None:
            options = dict(zip(self._names, options, strict=True))
        extra = (
            f", secondary={list(self._items[self.n_primary :])}" if self.n_primary < len(self._items) else ""
        )
        return f"{type(self).__name__}({options}, primary={list(self._items[: self.n_primary])}{extra})"

    def __str__(self) -> str:
        """Return the text that `parse` reads, preceded by comments on everything that this text cannot express.

        Items are written as numbers unless all of them are words. The same holds for colours.
        """
        items, colours = _words(self._items), _words(self._colour_names)
        starts = self._options.option_starts
        missing = [] if self._names is None else ["the names of the options are left out"]
        missing += ["numbers stand for the items"] if items != list(self._items) else []
        missing += ["numbers stand for the colours"] if colours != list(self._colour_names) else []
        missing += ["options without items are empty lines"] if (starts[1:] == starts[:-1]).any() else []
        heading = " ".join(items[: self.n_primary])
        if self.n_primary < len(items):
            heading = " ".join([heading, "|", *items[self.n_primary :]]).lstrip()
            if not self.n_primary:
                raise PuzzleError("a cover without primary items has no text; use the format 'json'")
        words = [
            f"{items[item]}:{colours[colour - 1]}" if colour else items[item]
            for item, colour in zip(
                self._options.option_items.tolist(), self._options.colours.tolist(), strict=True
            )
        ]
        lines = (" ".join(words[a:b]) for a, b in itertools.pairwise(starts.tolist()))
        return "\n".join([*(f"| {what}" for what in missing), heading, *lines]) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        options = self._options
        arrays = (
            np.array(options.option_starts),
            np.array(options.option_items),
            np.array(options.colours),
            options.n_items,
            options.n_primary,
        )
        return _rebuild, (type(self), arrays, self._items, self._names, self._colour_names)

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Primary items, then secondary items."""
        return self._items

    @property
    def names(self) -> tuple[Hashable, ...] | None:
        """Names of the options, if they have any."""
        return self._names

    @property
    def colours(self) -> tuple[Hashable, ...]:
        """The colours of secondary items; the model numbers them from 1."""
        return self._colour_names

    @property
    def n_primary(self) -> int:
        """Number of primary items."""
        return self._options.n_primary

    @property
    def options(self) -> list[list[Any]] | list[dict[Any, Any]]:
        """The options: lists of items or, if there are colours, mappings from items to colours."""
        starts = self._options.option_starts.tolist()
        items = [self._items[k] for k in self._options.option_items.tolist()]
        if not self._colour_names:
            return [items[a:b] for a, b in itertools.pairwise(starts)]
        names = (None, *self._colour_names)
        colours = [names[k] for k in self._options.colours.tolist()]
        return [dict(zip(items[a:b], colours[a:b], strict=True)) for a, b in itertools.pairwise(starts)]

    @property
    def words(self) -> str:
        """Family and size, for a human reader."""
        return f"exact cover, {counted(self._options.n_options, 'option')}"

    @property
    def shape(self) -> tuple[int, ...]:
        """Largest shape of a solution: (n_primary,)."""
        return (self.n_primary,)

    def violations(self) -> list[Violation]:
        """Return a violation of the kind "item", without cells, for each primary item that is in no option.

        Examples
        --------
        >>> print(*ExactCover([["a"]], primary=["a", "b"]).violations())
        item 'b' is in no option
        """
        uses = np.bincount(self._options.option_items, minlength=self._options.n_items)[: self.n_primary]
        return [
            Violation("item", (), f"item {self._items[k]!r} is in no option")
            for k in np.flatnonzero(uses == 0).tolist()
        ]

    def model(self) -> Options:
        """Return the flat description for the engine."""
        return self._options

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a line for each chosen option: its name, if any, and its items.

        Unprintable characters, such as line endings, are escaped.
        """
        options = self.options
        chosen = [k for k in whole_list(solution, "solution").tolist() if k >= 0]
        if unknown := [k for k in chosen if k >= len(options)]:
            raise PuzzleError(f"there is no option {unknown[0]}; there are {len(options)}, counted from 0")
        names = ["" if self._names is None else f"{self._names[k]}: " for k in chosen]
        lines = (f"{name}{' '.join(map(str, options[k]))}" for name, k in zip(names, chosen, strict=True))
        return "".join(f"{printable(line)}\n" for line in lines)

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the options of a solution in ascending order; rows of several solutions are padded with -1."""
        values = np.asarray(values)
        if values.dtype.kind != "i" or not values.ndim:
            raise PuzzleError(f"expected option numbers, got {values.dtype} of shape {values.shape}")
        if values.ndim == 1:
            return np.sort(values[values >= 0])
        last = np.where(values < 0, np.iinfo(values.dtype).max, values)
        last.sort(axis=-1)
        last[last == np.iinfo(values.dtype).max] = -1
        used = (last >= 0).any(axis=tuple(range(last.ndim - 1)))
        return last[..., : int(used.sum())]

    def is_solution(self, solution: npt.ArrayLike) -> bool:
        """Return whether option numbers are a solution.

        Parameters
        ----------
        solution : array_like
            Option numbers in any order. -1, the padding in rows of several solutions, is ignored. Anything but a list
            of integers is not a solution.

        Examples
        --------
        >>> cover = ExactCover([["a"], ["b"], ["a", "b"]])
        >>> cover.is_solution([0, 1]), cover.is_solution([2, -1]), cover.is_solution([0, 2])
        (True, True, False)
        """
        try:
            chosen = [k for k in whole_list(solution, "solution").tolist() if k != -1]
        except ValueError:
            return False
        options = self._options
        if not all(0 <= k < len(options.option_starts) - 1 for k in chosen):
            return False
        colour_of: dict[int, int] = {}
        for k in chosen:
            members = slice(*options.option_starts[k : k + 2].tolist())
            items = options.option_items[members].tolist()
            if min(items, default=self.n_primary) >= self.n_primary:
                return False  # An option without a primary item is never chosen.
            for item, colour in zip(items, options.colours[members].tolist(), strict=True):
                if item in colour_of and (not colour or colour != colour_of[item]):
                    return False
                colour_of[item] = colour
        return all(item in colour_of for item in range(self.n_primary))

    def _key(self) -> tuple[object, ...]:
        options = self._options
        arrays = (options.option_starts, options.option_items, options.colours)
        return (
            *(array.tobytes() for array in arrays),
            self.n_primary,
            self._items,
            self._names,
            self._colour_names,
        )

    def _option_name(self, starts: npt.NDArray[np.integer[Any]], membership: int) -> str:
        """Return the name of a membership's option for a message."""
        option = option_at(starts, membership)
        return f"option {option if self._names is None else repr(self._names[option])}"

    def _refuse_repeats(self, starts: IntArray, items: IntArray) -> None:
        keys = np.repeat(np.arange(len(starts) - 1), np.diff(starts)) * len(self._items) + items
        keys.sort()
        if (keys[1:] == keys[:-1]).any():
            option, item = divmod(int(keys[1:][keys[1:] == keys[:-1]][0]), len(self._items))
            where = self._option_name(starts, starts[option])
            raise PuzzleError(f"{where}: item {self._items[item]!r} is repeated")

    def _refuse_coloured_primaries(self) -> None:
        options = self._options
        wrong = (options.colours > 0) & (options.option_items < options.n_primary)
        if wrong.any():
            at = int(np.argmax(wrong))
            item = self._items[options.option_items[at]]
            where = self._option_name(options.option_starts, at)
            raise PuzzleError(f"{where}: item {item!r} is primary and cannot have a colour")


def _rebuild(
    family: type[ExactCover],
    arrays: tuple[IntArray, IntArray, IntArray, int, int],
    items: tuple[Hashable, ...],
    names: tuple[Hashable, ...] | None,
    colour_names: tuple[Hashable, ...],
) -> ExactCover:
    cover = object.__new__(family)
    cover._options = Options(*arrays)
    cover._items, cover._names, cover._colour_names = items, names, colour_names
    return cover


def _short(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:37]}..."


def _words(names: Sequence[Hashable]) -> list[str]:
    """Return the names if all of them are words, otherwise numbers."""
    is_named = all(isinstance(name, str) and WORD.fullmatch(name) for name in names)
    return list(map(str, names if is_named else range(len(names))))
