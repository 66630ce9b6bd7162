"""Exact cover: items, and options of which some cover every item exactly once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from ..model import MAX_MEMBERSHIPS, Options
from ..errors import ParseError, PuzzleError
from ..model import IntArray
from .base import Problem, Puzzle
from .text import clean, parse_error

__all__ = ["ExactCover"]

Option: TypeAlias = Iterable[Hashable] | Mapping[Hashable, Hashable | None]

WORD = re.compile(r"[^\s:|]+")
"""What an item or a colour may be in text."""


class ExactCover(Puzzle):
    """Options of which some are to be chosen, such that each primary item is in exactly one of them.

    Parameters
    ----------
    options : sequence of collections of items, mapping of names to such, or (options, items) array of 0 and 1
        An item is anything hashable; in an array it is the number of its column. An option that is itself a
        mapping gives secondary items colours: ``{"a": None, "x": "red"}``.
    primary : iterable of items, optional
        Default: all items of the options that are not secondary, in the order in which they come.
    secondary : iterable of items
        Items that may be in several chosen options if all of these give them the same colour, in at most one
        if it gives them none, and in none at all. An option needs a primary item to be chosen.

    Attributes
    ----------
    items : tuple
        Primary items, then secondary ones.
    n_primary : int
    names : tuple, or None
        Of the options, if they have names.

    Raises
    ------
    PuzzleError
        For an item that is neither primary nor secondary, comes twice in an option or is in both groups, a
        primary item with a colour, an array of other numbers; the message names the option.

    Notes
    -----
    A solution is an array of option numbers, ascending. Arrays are taken without a loop in Python: a million
    options take about a second.

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
            if options.ndim != 2:
                raise PuzzleError(f"an array of options must have two axes, got shape {options.shape}")
            starts, items = _nonzero(options)
            colours = None
            n_items = n_primary = options.shape[1]
            self._items = tuple(range(n_items))
            secondary = list(secondary)
            if primary is not None or secondary:
                number, n_primary = self._group(self._items, primary, secondary)
                items, n_items = _renumbered(items, starts, number, options.shape[1]), len(number)
        else:
            starts, flat, colours = self._flatten(list(options))
            number, n_primary = self._group(dict.fromkeys(flat), primary, secondary)
            try:
                items = np.fromiter(map(number.__getitem__, flat), np.int32, len(flat))
            except KeyError as error:
                where = self._called(starts, flat.index(error.args[0]))
                raise PuzzleError(
                    f"{where}: item {error.args[0]!r} is neither primary nor secondary"
                ) from None
            self._refuse_repeats(starts, items)
            n_items = len(number)
        self._options = Options(starts, items, colours, n_items, n_primary)
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
        """Make a cover from options in compressed rows, without a loop over them.

        Parameters
        ----------
        option_starts : (options + 1,) int
            Option k has the items ``option_items[option_starts[k]:option_starts[k + 1]]``.
        option_items : (memberships,) int
            Items from 0 on.
        n_items : int, optional
            Number of items. Default: as many as the options name.
        n_primary : int, optional
            The first so many items are primary, the others secondary. Default: all.

        Raises
        ------
        PuzzleError
            For arrays that are no compressed rows, an item out of range or twice in an option.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.count(ExactCover.from_arrays([0, 1, 2, 4], [0, 1, 0, 1]))
        2
        """
        starts, items = _whole(option_starts, "option_starts"), _whole(option_items, "option_items")
        rising = len(starts) and starts[0] == 0 and starts[-1] == len(items) and (np.diff(starts) >= 0).all()
        if not rising:
            raise PuzzleError("option_starts must rise from 0 to the number of memberships")
        if n_items is None:
            n_items = int(items.max(initial=-1)) + 1
        if n_primary is None:
            n_primary = n_items
        if not 0 <= n_primary <= n_items:
            raise PuzzleError(f"n_primary must be 0 to {n_items}, got {n_primary}")
        self = object.__new__(cls)
        self._names, self._colour_names = None, ()
        self._items = tuple(range(n_items))
        if len(items) and not 0 <= items.min() <= items.max() < n_items:
            at = int(np.argmax((items < 0) | (items >= n_items)))
            raise PuzzleError(f"{self._called(starts, at)}: item {items[at]} is out of 0 to {n_items - 1}")
        first, members = starts.astype(np.int32), items.astype(np.int32)
        self._refuse_repeats(first, members)
        self._options = Options(first, members, None, n_items, n_primary)
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read Knuth's format: a line of items, secondary ones after ``|``, then a line for each option.

        Parameters
        ----------
        text : str
            Items are words without ``:`` or ``|``; ``item:colour`` gives a secondary one a colour. Lines that
            begin with ``|`` are comments.

        Raises
        ------
        ParseError
            If an item is unknown, comes twice, or a primary one has a colour.

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
            raise parse_error(text, 0, "a line of items is wanted" if text.strip() else "the text is empty")
        number, heading = lines[0]
        sides = heading.split("|")
        if len(sides) > 2:
            column = len(sides[0]) + len(sides[1]) + 2
            raise ParseError("a second | among the items", line=number, column=column, source=heading)
        seen: dict[str, bool] = {}
        for match in re.finditer(r"[^\s|]+", heading):
            item = match[0]
            if ":" in item or item in seen:
                what = "an item has no colour here" if ":" in item else f"item {_short(item)} comes twice"
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
                    what = f"item {_short(item)} comes twice"
                elif ":" in match[0] and (seen[item] or not WORD.fullmatch(colour)):
                    what = (
                        f"item {_short(item)} is primary and has no colour"
                        if seen[item]
                        else "a colour is wanted"
                    )
                if what:
                    raise ParseError(what, line=number, column=match.start() + 1, source=line)
                option[item] = colour or None
            options.append(option)
        secondary = [item for item, is_primary in seen.items() if not is_primary]
        return cls(options, primary=[item for item in seen if seen[item]], secondary=secondary)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactCover):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        options: list[list[Any]] | list[dict[Any, Any]] | dict[Any, Any] = self.options
        if self._names is not None:
            options = dict(zip(self._names, options, strict=True))
        extra = (
            f", secondary={list(self._items[self.n_primary :])}" if self.n_primary < len(self._items) else ""
        )
        return f"ExactCover({options}, primary={list(self._items[: self.n_primary])}{extra})"

    def __str__(self) -> str:
        """Return the text that `parse` reads; items and colours that are no words are written as numbers."""
        items = _words(self._items)
        heading = " ".join(items[: self.n_primary])
        if self.n_primary < len(items):
            heading = " ".join([heading, "|", *items[self.n_primary :]]).lstrip()
            if not self.n_primary:
                raise PuzzleError("a cover without primary items has no text")
        colours = ("", *_words(self._colour_names))
        words = [
            f"{items[item]}:{colours[colour]}" if colour else items[item]
            for item, colour in zip(
                self._options.option_items.tolist(), self._options.colours.tolist(), strict=True
            )
        ]
        starts = self._options.option_starts.tolist()
        return "\n".join([heading, *(" ".join(words[a:b]) for a, b in itertools.pairwise(starts))]) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        options = self._options
        arrays = (
            np.array(options.option_starts),
            np.array(options.option_items),
            np.array(options.colours),
            options.n_items,
            options.n_primary,
        )
        return _rebuild, (arrays, self._items, self._names, self._colour_names)

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Primary items, then secondary ones."""
        return self._items

    @property
    def names(self) -> tuple[Hashable, ...] | None:
        """Names of the options, if they have any."""
        return self._names

    @property
    def n_primary(self) -> int:
        """Number of primary items."""
        return self._options.n_primary

    @property
    def options(self) -> list[list[Any]] | list[dict[Any, Any]]:
        """The options: lists of items, or mappings of items to colours if there are colours."""
        starts = self._options.option_starts.tolist()
        items = [self._items[k] for k in self._options.option_items.tolist()]
        if not self._colour_names:
            return [items[a:b] for a, b in itertools.pairwise(starts)]
        names = (None, *self._colour_names)
        colours = [names[k] for k in self._options.colours.tolist()]
        return [dict(zip(items[a:b], colours[a:b], strict=True)) for a, b in itertools.pairwise(starts)]

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution at most: (n_primary,)."""
        return (self.n_primary,)

    def problems(self) -> list[Problem]:
        """Return the primary items that are in no option; kind "item", no cells.

        Examples
        --------
        >>> print(*ExactCover([["a"]], primary=["a", "b"]).problems())
        item 'b' is in no option
        """
        there = np.bincount(self._options.option_items, minlength=self._options.n_items)[: self.n_primary]
        return [
            Problem("item", (), f"item {self._items[k]!r} is in no option")
            for k in np.flatnonzero(there == 0).tolist()
        ]

    def model(self) -> Options:
        """Return the flat description for the engine."""
        return self._options

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return the options chosen, each with its name if it has one, and its items, in a line."""
        options = self.options
        chosen = [k for k in solution.tolist() if k >= 0]
        names = ["" if self._names is None else f"{self._names[k]}: " for k in chosen]
        return "".join(
            f"{name}{' '.join(map(str, options[k]))}\n" for name, k in zip(names, chosen, strict=True)
        )

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the options of a solution in ascending order; of several, in rows, with -1 behind them."""
        if values.ndim == 1:
            return np.sort(values[values >= 0])
        last = np.where(values < 0, np.iinfo(values.dtype).max, values)
        last.sort(axis=-1)
        last[last == np.iinfo(values.dtype).max] = -1
        used = (last >= 0).any(axis=tuple(range(last.ndim - 1)))
        return last[..., : int(used.sum())]

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

    def _group(
        self, found: Iterable[Hashable], primary: Iterable[Hashable] | None, secondary: Iterable[Hashable]
    ) -> tuple[dict[Hashable, int], int]:
        """Set the items; return their numbers, and how many are primary."""
        others = dict.fromkeys(secondary)
        if primary is None:
            primary = (item for item in found if item not in others)
        first = dict.fromkeys(primary)
        self._items = (*first, *others)
        number = {item: k for k, item in enumerate(self._items)}
        if len(number) < len(self._items):
            both = next(item for item in others if item in first)
            raise PuzzleError(f"item {both!r} is both primary and secondary")
        return number, len(first)

    def _flatten(self, options: list[Option]) -> tuple[IntArray, list[Hashable], IntArray | None]:
        """Return where options start, their items one after the other, and their colours if there are any."""
        starts = np.zeros(len(options) + 1, np.int32)
        try:
            listed = [
                option if isinstance(option, (list, tuple, dict)) else list(option) for option in options
            ]
            flat: list[Hashable] = list(itertools.chain.from_iterable(listed))
            np.cumsum([len(option) for option in listed], out=starts[1:])
            dict.fromkeys(flat)
        except TypeError as error:
            raise PuzzleError(f"an option must be a collection of hashable items: {error}") from None
        if not any(isinstance(option, Mapping) for option in options):
            return starts, flat, None
        named = [
            colour
            for option, items in zip(options, listed, strict=True)
            for colour in (
                [option[item] for item in items] if isinstance(option, Mapping) else [None] * len(items)
            )
        ]
        self._colour_names = tuple(dict.fromkeys(colour for colour in named if colour is not None))
        number = {colour: k for k, colour in enumerate(self._colour_names, 1)} | {None: 0}
        return starts, flat, np.array([number[colour] for colour in named], np.int32)

    def _called(self, starts: npt.NDArray[np.integer[Any]], at: int) -> str:
        """Return what to call the option of a membership."""
        option = int(np.searchsorted(starts, at, "right")) - 1
        return f"option {option if self._names is None else repr(self._names[option])}"

    def _refuse_repeats(self, starts: IntArray, items: IntArray) -> None:
        keys = np.repeat(np.arange(len(starts) - 1), np.diff(starts)) * len(self._items) + items
        keys.sort()
        if (keys[1:] == keys[:-1]).any():
            option, item = divmod(int(keys[1:][keys[1:] == keys[:-1]][0]), len(self._items))
            raise PuzzleError(
                f"{self._called(starts, starts[option])}: item {self._items[item]!r} comes twice"
            )

    def _refuse_coloured_primaries(self) -> None:
        options = self._options
        wrong = (options.colours > 0) & (options.option_items < options.n_primary)
        if wrong.any():
            at = int(np.argmax(wrong))
            item = self._items[options.option_items[at]]
            where = self._called(options.option_starts, at)
            raise PuzzleError(f"{where}: item {item!r} is primary and has no colour")


def _rebuild(
    arrays: tuple[IntArray, IntArray, IntArray, int, int],
    items: tuple[Hashable, ...],
    names: tuple[Hashable, ...] | None,
    colour_names: tuple[Hashable, ...],
) -> ExactCover:
    cover = object.__new__(ExactCover)
    cover._options = Options(*arrays)
    cover._items, cover._names, cover._colour_names = items, names, colour_names
    return cover


def _nonzero(matrix: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return where the rows of a matrix of 0 and 1 start among its ones, and the columns of these."""
    if matrix.dtype.kind not in "biu":
        raise PuzzleError(f"an array of options holds 0 and 1, got {matrix.dtype}")
    # Not at the top: the puzzles themselves need nothing compiled.
    from ..engines._cover import compress

    ones = np.ascontiguousarray(matrix)
    if ones.itemsize > 1:
        # Other numbers must not become ones by losing their high bits.
        ones = np.where((ones == 0) | (ones == 1), ones, 2)
    ones = ones.view(np.uint8) if ones.itemsize == 1 else ones.astype(np.uint8)
    starts = np.empty(len(ones) + 1, np.int32)
    # Room for a sparse matrix, so that most are gone through once.
    items = np.empty(ones.size // 64 + 64, np.int32)
    while (n_ones := compress(ones, starts, items)) > len(items):
        items = np.empty(n_ones, np.int32)
    if n_ones < 0:
        other = np.argwhere((matrix != 0) & (matrix != 1))
        if not len(other):
            raise PuzzleError(f"more than {MAX_MEMBERSHIPS} ones")
        option, item = other[0].tolist()
        raise PuzzleError(f"option {option}: item {item} is {matrix[option, item]}, neither 0 nor 1")
    return starts, items[:n_ones]


def _renumbered(columns: IntArray, starts: IntArray, number: dict[Hashable, int], n_columns: int) -> IntArray:
    """Return the numbers of items that are columns of a matrix."""
    table = np.full(n_columns, -1, np.int32)
    for item, k in number.items():
        if not isinstance(item, (int, np.integer)) or not 0 <= item < n_columns:
            raise PuzzleError(f"item {item!r} is no column of 0 to {n_columns - 1}")
        table[item] = k
    items: IntArray = table[columns]
    if (items < 0).any():
        at = int(np.argmax(items < 0))
        option = int(np.searchsorted(starts, at, "right")) - 1
        raise PuzzleError(f"option {option}: item {columns[at]} is neither primary nor secondary")
    return items


def _whole(array: npt.ArrayLike, name: str) -> npt.NDArray[np.integer[Any]]:
    numbers = np.asarray(array)
    if numbers.size == 0:
        numbers = numbers.astype(np.int32)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
        raise PuzzleError(f"{name} must be a list of whole numbers")
    return numbers


def _short(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:37]}..."


def _words(names: Sequence[Hashable]) -> list[str]:
    """Return names as words of text: themselves, or numbers if they are no different words."""
    words = [str(name) for name in names]
    if all(map(WORD.fullmatch, words)) and len(set(words)) == len(words):
        return words
    return [str(k) for k in range(len(words))]
