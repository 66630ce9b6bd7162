"""The rules of a Sudoku in a link, shared by the formats of such links."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ..model import IntArray, Model
from ..puzzles import Puzzle, Sudoku
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.text import Scanner
from ..puzzles.variants import RULES, pairs_of
from .json import decode

CELL = re.compile("R([0-9]{1,2})C([0-9]{1,2})")
"""The name of a cell, such as R1C9."""

_NORMAL = re.compile(
    r"\s*normal (?:\w+ )?sudoku rules apply\b(?![^.\n]*\b(?:except|but|however|unless|instead|other than|apart from"
    r"|also|plus|additional\w*|not apply|(?:digits|numbers|values) (?:may|can) (?:be )?repeat))[^.\n]*\.?\s*",
    re.IGNORECASE,
)
"""A sentence on the usual rules, without words that may change them."""
_WORDS = {
    "knight": ("antiknight",),
    r"\bking": ("antiking",),
    "diagonal": ("diagonal+", "diagonal-", "littlekillersum", "antiking"),
    "thermo": ("thermometer",),
    r"\bcages?\b": ("killercage", "cages"),
    "consecutive": ("nonconsecutive", "difference"),
    r"\bdots?\b": ("difference", "ratio"),
    "palindrome": ("palindrome",),
    "arrow": ("littlekillersum",),
    "whisper|renban|sandwich|skyscraper|region sum|between line|lockout|quadruple|zipper|entropi|modular|fog": (),
}
"""Words of rules, and the fields of which a link has one if it contains this rule."""


def name_of(row: int, column: int) -> str:
    """Return the name of a cell, whose row and column count from 0."""
    return f"R{row + 1}C{column + 1}"


class Link:
    """The rules of a link, which become a Sudoku or a variant of it if possible, and otherwise a Model.

    Parameters
    ----------
    reader : FieldReader
    n : int

    Attributes
    ----------
    n : int
    clues, regions : (n, n) int32
    rules : set of str
        Names of rules.
    even, odd : set of int
        Cells with even and with odd values.
    """

    def __init__(self, reader: FieldReader, n: int) -> None:
        self.n: int = n
        self.clues: IntArray = np.zeros((n, n), np.int32)
        self.regions: IntArray = np.zeros((n, n), np.int32)
        self.rules: set[str] = set()
        self.even: set[int] = set()
        self.odd: set[int] = set()
        self._reader = reader
        self._cages: list[tuple[list[int], int]] = []
        self._units: list[list[int]] = []
        self._inequalities: list[tuple[int, int]] = []
        self._sums: list[tuple[list[int], int]] = []
        self._relations: list[tuple[int, int, list[tuple[int, int]]]] = []

    @property
    def has_rules(self) -> bool:
        """Whether there is any rule except regions."""
        return any((self._is_variant, self._units, self._inequalities, self._sums, self._relations))

    @property
    def _is_variant(self) -> bool:
        return any((self.rules, self.even, self.odd, self._cages))

    def cell(self, path: str, name: object) -> int:
        """Return the number of a cell such as R1C9."""
        match = CELL.fullmatch(name) if isinstance(name, str) else None
        if match is None or not (1 <= int(match[1]) <= self.n and 1 <= int(match[2]) <= self.n):
            self._reader.reject(
                path, f"{path}: expected a cell from R1C1 to R{self.n}C{self.n}, found {shown(name)}"
            )
        return (int(match[1]) - 1) * self.n + int(match[2]) - 1

    def cells(self, path: str, names: object, count: int | None = None) -> list[int]:
        """Return the numbers of cells in a list."""
        listed = self._reader.items(path, names, count)
        return [self.cell(f"{path}[{k}]", name) for k, name in enumerate(listed)]

    def add_unit(self, path: str, cells: list[int]) -> None:
        """Add a unit: cells whose values all differ."""
        if len(cells) > self.n or len({*cells}) < len(cells):
            self._reader.reject(
                path, f"{path}: expected at most {self.n} different cells, found {len(cells)}"
            )
        self._units.append(cells)

    def add_cage(self, path: str, cells: list[int], total: object) -> None:
        """Add a cage: cells whose values differ and, if there is a total, add up to it."""
        self.add_unit(path, cells)
        if total not in (None, ""):
            self.add_sum(path, cells, total)
            self._cages.append((self._units.pop(), self._sums.pop()[1]))

    def add_sum(self, path: str, cells: list[int], total: object) -> None:
        """Add a total, which may be a number in a string."""
        if isinstance(total, str) and re.fullmatch("[0-9]{1,9}", total):
            total = int(total)
        if not isinstance(total, int) or isinstance(total, bool) or not cells:
            self._reader.reject(path, f"{path}: expected cells and a total, found {shown(total)}")
        self._sums.append((cells, total))

    def add_line(self, cells: list[int]) -> None:
        """Add cells with ascending values."""
        self._inequalities += itertools.pairwise(cells)

    def add_relation(self, pairs: Iterable[tuple[int, int]], is_allowed: Callable[[int, int], bool]) -> None:
        """Add a relation to all pairs of cells."""
        values = range(1, self.n + 1)
        allowed = [(v, w) for v in values for w in values if is_allowed(v, w)]
        self._relations += ((first, second, allowed) for first, second in pairs)

    def pairs(self, *steps: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Return all pairs of cells whose second cell is one of the steps (rows down, columns right) from the first."""
        return pairs_of(self.n, *steps)

    def puzzle(self) -> Puzzle[Any] | Model:
        """Return the puzzle."""
        self._name_units()
        puzzle: Any = Sudoku(self.clues, regions=self.regions)
        signs = [(self._place(a), self._place(b)) for a, b in self._inequalities]
        if is_beside := all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in signs):
            puzzle = puzzle.with_inequalities(signs)
        if self._is_variant:
            cages = [(map(self._place, cells), total) for cells, total in self._cages]
            even, odd = (map(self._place, cells) for cells in (self.even, self.odd))
            puzzle = puzzle.with_rules(*self.rules, cages=cages, even=even, odd=odd)
        if is_beside and not (self._units or self._sums or self._relations):
            found: Puzzle[Any] = puzzle
            return found
        model: Model = puzzle.model()
        model = model.with_units(self._units).with_sums(self._sums).with_relations(self._relations)
        return model if is_beside else model.with_inequalities(self._inequalities)

    def _place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.n)

    def _name_units(self) -> None:
        """Replace diagonals and windows by the name of their rule, if all these units are given."""
        for name in ("diagonals", "windows"):
            units = {frozenset(unit) for unit in RULES[name].units(self.n, ())}
            if RULES[name].fits(self.n, ()) and units <= {*map(frozenset, self._units)}:
                self.rules.add(name)
                self._units = [unit for unit in self._units if frozenset(unit) not in units]


def fields_of(scan: Scanner) -> dict[str, Any]:
    """Return the fields of the JSON object in a link."""
    scan.found()
    fields = decode(scan, has_fractions=True)
    if not isinstance(fields, dict):
        raise scan.error(f"expected a JSON object, found {kind_of(fields)}")
    return fields


def check_words(reader: FieldReader, link: Link, rules: str, fields: Iterable[str]) -> None:
    """Refuse rules that the link states in words but does not contain as data."""
    fields = {*fields}
    for word, keys in _WORDS.items():
        if (found := re.search(word, rules, re.IGNORECASE)) and not fields & {*keys}:
            reader.reject("ruleset", f"the rules speak of {found[0]!r}, but the link has no such rule")
    if not link.has_rules and rules.strip() and not _NORMAL.fullmatch(rules):
        reader.reject("ruleset", f"the link has rules only in words, which are not read: {shown(rules)}")
