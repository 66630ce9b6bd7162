"""Variants: Sudokus and Latin squares with further rules, each of which has a row in one table."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import read_masks
from ..errors import PuzzleError, nearest
from ..limits import whole
from ..model import NO_RELATIONS, IntArray, Model, Relations, Skeleton, single_value_masks
from .base import RULE_FIELDS, Cell, Violation, cell_name
from .fields import FieldReader, kind_of
from .grid import Grid, Inequalities
from .symmetry import Move

__all__ = ["Variant"]

Cage: TypeAlias = tuple[tuple[Cell, ...], int]
"""Cells with different values, and the total of these values."""
Units: TypeAlias = Iterator[Sequence[int]]
Pairs: TypeAlias = Iterator[tuple[int, int]]
Boxes: TypeAlias = Sequence[Sequence[int]]
"""The cells of each box or region; empty for a Latin square."""


class Rule(NamedTuple):
    """A rule that can be added to a grid.

    Attributes
    ----------
    units : callable
        Takes n and the boxes, and yields the sets of cells whose values must differ.
    pairs : callable
        Takes n, and yields the pairs of cells whose values must not be consecutive.
    needs : str
        The grids that the rule fits, in words; empty for all grids.
    fits : callable
        Takes n and the boxes, and returns whether the rule fits such a grid.
    is_tinted : bool
        Whether a picture shows the units of the rule by tinted cells.
    line : str
        The kind of the units in steps. Units of the kinds in `ENDED` are named by their first and their last cell, and
        others are numbered.
    field : str
        The argument that lists the cells of the rule; empty if the name of the rule determines them.
    """

    units: Callable[[int, Boxes], Units] = lambda n, boxes: iter(())
    pairs: Callable[[int], Pairs] = lambda n: iter(())
    needs: str = ""
    fits: Callable[[int, Boxes], bool] = lambda n, boxes: True
    is_tinted: bool = False
    line: str = ""
    field: str = ""


def _diagonals(n: int, boxes: Boxes) -> Units:
    yield [r * n + r for r in range(n)]
    yield [r * n + n - 1 - r for r in range(n)]


def _windows(n: int, boxes: Boxes) -> Units:
    side = math.isqrt(n)
    for top, left in itertools.product(range(1, n - side, side + 1), repeat=2):
        yield [r * n + c for r in range(top, top + side) for c in range(left, left + side)]


def _groups(n: int, boxes: Boxes) -> Units:
    yield from zip(*boxes, strict=True)


def _are_alike(n: int, boxes: Boxes) -> bool:
    """Return whether there are boxes, all of one shape."""
    places = [[divmod(cell, n) for cell in box] for box in boxes]
    return len({tuple((r - box[0][0], c - box[0][1]) for r, c in box) for box in places}) == 1


def pairs_of(n: int, *steps: tuple[int, int]) -> Pairs:
    """Yield all pairs of cells whose second cell is one of the steps (rows down, columns right) from the first."""
    for (r, c), (down, right) in itertools.product(np.ndindex(n, n), steps):
        if r + down < n and 0 <= c + right < n:
            yield r * n + c, (r + down) * n + c + right


RULES: dict[str, Rule] = {
    "diagonals": Rule(_diagonals, is_tinted=True, line="diagonal"),
    "windows": Rule(
        _windows,
        needs="n to be a square number above 1",
        fits=lambda n, boxes: n > 1 and math.isqrt(n) ** 2 == n,
        is_tinted=True,
        line="window",
    ),
    "disjoint-groups": Rule(_groups, needs="boxes of one shape", fits=_are_alike, line="group"),
    "anti-knight": Rule(lambda n, boxes: pairs_of(n, (1, 2), (1, -2), (2, 1), (2, -1)), line="pair"),
    "anti-king": Rule(lambda n, boxes: pairs_of(n, (1, 1), (1, -1)), line="pair"),
    "non-consecutive": Rule(pairs=lambda n: pairs_of(n, (0, 1), (1, 0))),
    "killer": Rule(field="cages", line="cage"),
    "even-odd": Rule(field="even or odd"),
}
"""The rules by name."""
ENDED = ("pair", "cage")
"""Kinds of units that are named by their first and their last cell."""


PARITIES = {"even": 2, "odd": 1}
"""The smallest even and the smallest odd value."""


def parity_mask(n: int, name: str) -> npt.NDArray[np.uint64]:
    """Return the mask of the even or the odd values from 1 to n."""
    mask: npt.NDArray[np.uint64] = np.bitwise_or.reduce(
        single_value_masks(n)[PARITIES[name] : n + 1 : 2], axis=0
    )
    return mask


class Variant(Grid):
    """A Sudoku or a Latin square with further rules. The method `with_rules` of a grid makes it.

    Parameters
    ----------
    base : Sudoku or LatinSquare
        The grid, with its clues.
    *rules : str
        Names of rules:

        - "diagonals": the values of each of the two diagonals differ.
        - "windows": the values of each window differ. Windows are squares as large as a box, one row and one column
          apart from each other and from the edge; a 9 x 9 has four.
        - "disjoint-groups": cells in the same place of different boxes have different values.
        - "anti-knight", "anti-king": two cells that are a knight's or a king's move apart have different values.
        - "non-consecutive": the values of neighbours do not differ by 1.
    cages : iterable of (cells, int)
        Killer cages: the values of the cells differ and add up to the number. Each cell is (row, column).
    even, odd : iterable of (int, int)
        Cells with an even value, and cells with an odd value.

    Attributes
    ----------
    base : Sudoku or LatinSquare
    family : str
        The family of `base`.
    rules : tuple of str
    cages : tuple of (cells, int)
        Sorted, like the cells of each cage.
    even, odd : tuple of (int, int)
        Sorted cells.
    n, shape, clues, inequalities, is_complete, is_valid
        As for `fastfuto.Futoshiki`; for `is_valid`, the further rules must also hold.

    Raises
    ------
    PuzzleError
        If there is no rule, a rule is unknown or does not fit the grid, a cell is outside the grid or listed twice, a
        cage has no cells or more than n, or `base` is another puzzle.

    See Also
    --------
    fastfuto.Sudoku.with_rules : Add rules to a grid.
    fastfuto.generate : Make a puzzle, with ``variant="diagonals"``.
    fastfuto.Model : Rules without a name.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Sudoku(4).with_rules("diagonals")
    >>> puzzle.words, fastfuto.count(puzzle)
    ('Sudoku 4 x 4 (diagonals)', 48)
    >>> fastfuto.count(fastfuto.LatinSquare(4).with_rules(cages=[([(0, 0), (0, 1)], 3)], odd=[(0, 0)]))
    48
    """

    __slots__ = ("_base", "_cages", "_even", "_odd", "_rules")

    _base: Grid
    _rules: tuple[str, ...]
    _cages: tuple[tuple[tuple[int, ...], int], ...]
    _even: tuple[int, ...]
    _odd: tuple[int, ...]

    def __init__(
        self,
        base: Grid,
        *rules: str,
        cages: Iterable[tuple[Iterable[Cell], int]] = (),
        even: Iterable[Cell] = (),
        odd: Iterable[Cell] = (),
    ) -> None:
        if getattr(base, "json_optional", ()) != RULE_FIELDS:
            raise PuzzleError(
                f"rules can be added to a Sudoku or a LatinSquare, not to a {type(base).__name__}"
            )
        n, boxes = base.n, _boxes(base._skeleton())
        for name in rules:
            rule = RULES.get(name) if isinstance(name, str) else None
            if rule is None:
                known = nearest(name, RULES) or f"; the rules are {', '.join(RULES)}"
                raise PuzzleError(f"there is no rule {name!r}{known}")
            if rule.field:
                raise PuzzleError(f"the rule {name!r} is added by its cells; pass them as {rule.field}")
            if not rule.fits(n, boxes):
                raise PuzzleError(f"the rule {name!r} needs {rule.needs}, but this is a {base.words}")
        self._base, self._clues, self._inequalities = base, base._clues, base._inequalities
        self._rules = tuple(name for name in RULES if name in rules)
        self._cages = tuple(sorted(_cage(cage, k, n) for k, cage in enumerate(cages)))
        self._even = _cells(even, "even", n)
        self._odd = _cells(odd, "odd", n)
        if not self.names:
            raise PuzzleError(f"a variant needs a rule; the rules are {', '.join(RULES)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raise a PuzzleError, because only JSON holds rules; use `fastfuto.parse`."""
        raise PuzzleError("a variant has no text of its own; fastfuto.parse reads its JSON")

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a puzzle from ``base`` and the lists ``rules``, ``cages``, ``even`` and ``odd``."""
        rules = reader.items("rules", fields.get("rules", []))
        cages = []
        for k, cage in enumerate(reader.items("cages", fields.get("cages", []))):
            path = f"cages[{k}]"
            if not isinstance(cage, dict) or set(cage) != {"cells", "total"}:
                reader.reject(
                    path, f"{path}: expected an object with 'cells' and 'total', found {kind_of(cage)}"
                )
            cells = reader.numbers(f"{path}.cells", cage["cells"], (None, 2))
            cages.append((cells, reader.whole(f"{path}.total", cage["total"])))
        even, odd = (reader.numbers(name, fields.get(name, []), (None, 2)) for name in ("even", "odd"))
        return cls(fields["base"], *rules, cages=cages, even=even, odd=odd)

    def fields(self) -> dict[str, Any]:
        """Return the fields of the grid, and the lists of `from_fields` that are not empty."""
        cages = [{"cells": cells, "total": total} for cells, total in self.cages]
        lists = zip(RULE_FIELDS, (self._rules, cages, self.even, self.odd), strict=True)
        return self._base.fields() | {name: value for name, value in lists if value}

    @property
    def family(self) -> str:  # type: ignore[override]
        """The family of the grid."""
        return self._base.family

    @property
    def base(self) -> Grid:
        """The grid without the further rules."""
        return self._base

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that have no cells of their own."""
        return self._rules

    @property
    def cages(self) -> tuple[Cage, ...]:
        """The cells and the total of each cage."""
        return tuple((self._places(cells), total) for cells, total in self._cages)

    @property
    def even(self) -> tuple[Cell, ...]:
        """Cells with an even value."""
        return self._places(self._even)

    @property
    def odd(self) -> tuple[Cell, ...]:
        """Cells with an odd value."""
        return self._places(self._odd)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all rules, "killer" and "even-odd" included."""
        return (*self._rules, *["killer"] * bool(self._cages), *["even-odd"] * bool(self._even or self._odd))

    @property
    def words(self) -> str:
        """Family, size and rules in words."""
        return f"{self._base.words} ({', '.join(self.names)})"

    def with_rules(
        self,
        *rules: str,
        cages: Iterable[tuple[Iterable[Cell], int]] = (),
        even: Iterable[Cell] = (),
        odd: Iterable[Cell] = (),
    ) -> Variant:
        """Return the puzzle with further rules, which are the parameters of `Variant`."""
        return Variant(
            self._base,
            *self._rules,
            *rules,
            cages=[*self.cages, *cages],
            even=[*self.even, *even],
            odd=[*self.odd, *odd],
        )

    def with_inequalities(self, inequalities: Inequalities) -> Self:
        """Return the puzzle with other inequalities, as the same method of its grid does."""
        return self._on(self._base.with_inequalities(inequalities), self._cages, self._even, self._odd)

    def __repr__(self) -> str:
        rules = [*map(repr, self._rules)]
        lists = {"cages": self.cages, "even": self.even, "odd": self.odd}
        rules += [f"{name}={list(value)}" for name, value in lists.items() if value]
        return f"{self._base!r}.with_rules({', '.join(rules)})"

    def __str__(self) -> str:
        """Return the text of the grid and a line with the rules, which `parse` refuses."""
        return str(self._base) + self.note

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution, (n, n), as the text of the grid and a line with the rules."""
        return self._base.show(solution) + self.note

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._base, self._rules, self.cages, self.even, self.odd)

    def model(self) -> Model:
        """Return the flat description for the engines; the cell in row r and column c is ``r * n + c``."""
        domains = read_masks(self._clues)
        if self._even or self._odd:
            domains = domains.copy()
            for name, cells in zip(PARITIES, (self._even, self._odd), strict=True):
                domains[list(cells)] &= parity_mask(self.n, name)
        relations = _relations(self.n, self._rules)
        model = Model.from_arrays(self._skeleton(), domains, self._inequalities, relations=relations)
        return model.with_sums(self._cages) if self._cages else model

    @property
    def lines(self) -> tuple[tuple[Any, ...], ...]:
        """The names in steps of the units that the rules add, as lines of `fastfuto.Step`."""
        return self._units()[1]

    def tinted(self) -> set[int]:
        """Return the numbers of the cells in units that a picture shows by tinted cells."""
        n, boxes = self.n, _boxes(self._base._skeleton())
        units = (RULES[name].units(n, boxes) for name in self._rules if RULES[name].is_tinted)
        return {cell for cells in itertools.chain(*units) for cell in cells}

    def _skeleton(self) -> Skeleton:
        return self._units()[0]

    def _units(self) -> tuple[Skeleton, tuple[tuple[Any, ...], ...]]:
        return _extended(self._base._skeleton(), self._rules, tuple(cells for cells, _ in self._cages))

    def _changed(self, clues: IntArray, inequalities: IntArray) -> Self:
        return self._on(self._base._changed(clues, inequalities), self._cages, self._even, self._odd)

    def _on(self, base: Grid, cages: Any, even: tuple[int, ...], odd: tuple[int, ...]) -> Self:
        """Return a puzzle with the same rules and other cells, without any checks."""
        puzzle = object.__new__(type(self))
        puzzle._base, puzzle._clues, puzzle._inequalities = base, base._clues, base._inequalities
        puzzle._rules, puzzle._cages, puzzle._even, puzzle._odd = self._rules, cages, even, odd
        return puzzle

    def _moved(self, move: Move, complement: bool) -> Self:
        def moved(cells: Iterable[int]) -> tuple[int, ...]:
            return tuple(sorted(move.targets[list(cells)].tolist()))

        n = self.n
        even, odd = moved(self._even), moved(self._odd)
        if complement and n % 2 == 0:
            even, odd = odd, even
        totals = [len(cells) * (n + 1) - total if complement else total for cells, total in self._cages]
        cages = zip(map(moved, (cells for cells, _ in self._cages)), totals, strict=True)
        return self._on(self._base._moved(move, complement), tuple(sorted(cages)), even, odd)

    def _rank(self) -> Any:
        return self._base._rank(), self._cages, self._even, self._odd

    def _key(self) -> tuple[object, ...]:
        return *self._base._key(), self._rules, self._cages, self._even, self._odd

    def _places(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(divmod(cell, self.n) for cell in cells)

    @property
    def note(self) -> str:
        """The line of text that names the rules."""
        return f"(only JSON holds the rules of this puzzle: {', '.join(self.names)})\n"

    def _find_violations(self) -> tuple[bool, bool]:
        is_broken, has_chains = super()._find_violations()
        return is_broken or next(self._broken_extras(), None) is not None, has_chains

    def _broken_rules(self) -> Iterator[Violation]:
        yield from self._base._broken_rules()
        flat, boxes = self._clues.ravel(), _boxes(self._base._skeleton())
        units = [(name, unit) for name in self._rules for unit in RULES[name].units(self.n, boxes)]
        units += [("killer", cells) for cells, _ in self._cages]
        for name, unit in units:
            values = flat[list(unit)].tolist()
            for value in sorted({value for value in values if value and values.count(value) > 1}):
                cells = self._places(cell for cell in unit if flat[cell] == value)
                yield self._violation(name, cells, f"value {value} occurs more than once")
        yield from self._broken_extras()

    def _broken_extras(self) -> Iterator[Violation]:
        """Yield the violations of rules that are not units."""
        flat: list[int] = self._clues.ravel().tolist()
        for name in self._rules:
            for pair in RULES[name].pairs(self.n):
                values = [flat[cell] for cell in pair]
                if all(values) and abs(values[0] - values[1]) == 1:
                    yield self._violation(
                        name, self._places(pair), f"{values[0]} and {values[1]} are neighbours"
                    )
        for kind, remainder, chosen in (("even", 1, self._even), ("odd", 0, self._odd)):
            for cell in chosen:
                if flat[cell] and flat[cell] % 2 == remainder:
                    yield self._violation(kind, self._places([cell]), f"{flat[cell]} is not {kind}")
        for cells, total in self._cages:
            values = [flat[cell] for cell in cells]
            if sum(values) > total or (all(values) and sum(values) < total):
                message = f"the values add up to {sum(values)}, but the total is {total}"
                yield self._violation("killer", self._places(cells), message)

    def _violation(self, kind: str, cells: tuple[Cell, ...], message: str) -> Violation:
        return Violation(kind, cells, f"{kind}: {message}: {'; '.join(map(cell_name, cells))}")


def _rebuild(base: Grid, rules: tuple[str, ...], cages: Any, even: Any, odd: Any) -> Variant:
    return Variant(base, *rules, cages=cages, even=even, odd=odd)


def _boxes(skeleton: Skeleton) -> Boxes:
    """Return the units of a grid that follow its rows and columns."""
    return skeleton.units[2 * skeleton.n_values :]


@functools.lru_cache(maxsize=64)
def _extended(
    base: Skeleton, rules: tuple[str, ...], cages: tuple[tuple[int, ...], ...]
) -> tuple[Skeleton, tuple[tuple[Any, ...], ...]]:
    """Return the skeleton that all puzzles with these units share, and the names of the units that are added."""
    n, boxes = base.n_values, _boxes(base)
    units = {name: [*RULES[name].units(n, boxes)] for name in rules} | {"killer": cages}
    lines = [
        (kind, *divmod(cells[0], n), *divmod(cells[-1], n))
        if (kind := RULES[name].line) in ENDED
        else (kind, k)
        for name, listed in units.items()
        for k, cells in enumerate(listed)
    ]
    return Skeleton(n * n, n, [*base.units, *itertools.chain(*units.values())]), tuple(lines)


@functools.lru_cache(maxsize=64)
def _relations(n: int, rules: tuple[str, ...]) -> Relations:
    """Return the relations of the rules."""
    pairs = [pair for name in rules for pair in RULES[name].pairs(n)]
    if not pairs:
        return NO_RELATIONS
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    allowed = distance != 1
    return Model(Skeleton(n * n, n), relations=[(*pair, allowed) for pair in pairs]).relations


def _cage(cage: Any, number: int, n: int) -> tuple[tuple[int, ...], int]:
    """Return the sorted cells and the total of a cage; raise an error for any other value."""
    what = f"cage {number}"
    try:
        cells, total = cage
        total = whole(total)
    except (TypeError, ValueError):
        raise PuzzleError(f"{what}: expected (cells, total), got {cage!r}") from None
    listed = _cells(cells, what, n)
    if not 1 <= len(listed) <= n:
        raise PuzzleError(f"{what}: expected 1 to {n} cells, got {len(listed)}")
    if not 0 <= total < 2**31:
        raise PuzzleError(f"{what}: the total must be 0 to {2**31 - 1}, got {total}")
    return listed, total


def _cells(cells: Any, what: str, n: int) -> tuple[int, ...]:
    """Return sorted numbers of cells; raise an error for anything but different cells of the grid."""
    numbers = []
    try:
        for cell in cells:
            r, c = map(whole, cell)
            if not (0 <= r < n and 0 <= c < n):
                raise PuzzleError(f"{what}: the cell {(r, c)} is outside the {n} x {n} grid")
            numbers.append(r * n + c)
    except (TypeError, ValueError) as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"{what}: expected cells (row, column), got {cells!r:.80}") from None
    if len({*numbers}) < len(numbers):
        raise PuzzleError(f"{what}: a cell is listed twice")
    return tuple(sorted(numbers))
