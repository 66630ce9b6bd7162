"""The constraints of a model beyond its units, listed for each cell."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..model import Model
from .shelf import kept


class Relation(NamedTuple):
    """One direction of a relation.

    Attributes
    ----------
    source, target : int
    kind : str
        "differ", "differ by 1", "do not differ by 1", or "relation" for any other relation.
    partners : tuple of int
        A mask for each value of the source: the values that the target may have.
    """

    source: int
    target: int
    kind: str
    partners: tuple[int, ...]


class Sum(NamedTuple):
    """Cells whose values add up to a total."""

    cells: tuple[int, ...]
    total: int


class Grouped(dict[int, list[int]]):
    """Pairs grouped by their first numbers; the second numbers of a group are listed on first use.

    Parameters
    ----------
    first, second : (pairs,) int
    n : int
        Upper limit of the first numbers, which are 0 to n - 1.
    """

    def __init__(self, first: npt.NDArray[Any], second: npt.NDArray[Any], n: int) -> None:
        super().__init__()
        self._second: list[int] = second[np.argsort(first, kind="stable")].tolist()
        self._starts: list[int] = [0, *np.cumsum(np.bincount(first, minlength=n)).tolist()]

    def __missing__(self, number: int) -> list[int]:
        """List the second numbers of the pairs that begin with a number, in the order of the pairs."""
        self[number] = self._second[self._starts[number] : self._starts[number + 1]]
        return self[number]


class Clues:
    """The inequalities, relations and sums of a model, listed for each cell on first use.

    Parameters
    ----------
    model : Model
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._relations_of: dict[int, list[Relation]] = {}
        self._sums: dict[int, Sum] = {}

    @kept
    def greater(self) -> Grouped:
        """For each cell, the cells that must be greater."""
        return Grouped(self._model.inequalities[:, 0], self._model.inequalities[:, 1], self._model.n_cells)

    def related(self, cell: int) -> list[Relation]:
        """Return the relations of which a cell is the source."""
        if (found := self._relations_of.get(cell)) is None:
            found = self._relations_of[cell] = [self._relation(number) for number in self._ends[cell]]
        return found

    def kind(self, table: int) -> str:
        """Return the name of the relation with this table."""
        return _kind(self._tables[table])

    def sum(self, number: int) -> Sum:
        """Return the sum with this number."""
        if (found := self._sums.get(number)) is None:
            starts, members, totals = self._model.sums
            cells = tuple(members[starts[number] : starts[number + 1]].tolist())
            found = self._sums[number] = Sum(cells, int(totals[number]))
        return found

    def _relation(self, number: int) -> Relation:
        k, is_back = divmod(number, 2)
        a, b = self._model.relations.cells[k].tolist()
        table = self._tables[self._model.relations.table_numbers[k]]
        return (
            Relation(b, a, _kind(table), _turned(table)) if is_back else Relation(a, b, _kind(table), table)
        )

    @kept
    def _ends(self) -> Grouped:
        # Both directions of a relation: number 2 k leads from its first cell to its second cell, and 2 k + 1 leads
        # back.
        cells = self._model.relations.cells.ravel()
        return Grouped(cells, np.arange(len(cells)), self._model.n_cells)

    @kept
    def _tables(self) -> list[tuple[int, ...]]:
        return [_table(rows) for rows in self._model.relations.tables.tolist()]


def _table(rows: list[list[int]]) -> tuple[int, ...]:
    return tuple(sum(word << 64 * k for k, word in enumerate(words)) for words in rows)


@functools.lru_cache(maxsize=256)
def _turned(table: tuple[int, ...]) -> tuple[int, ...]:
    """Return the transposed table, whose rows belong to the values of the second cell."""
    values = range(len(table))
    return tuple(sum((table[v] >> w & 1) << v for v in values) for w in values)


@functools.lru_cache(maxsize=256)
def _kind(table: tuple[int, ...]) -> str:
    """Return the name of a relation."""
    n = len(table)
    every = (1 << n) - 1
    beside = tuple((1 << v >> 1 | 1 << v + 1) & every for v in range(n))
    kinds = {
        tuple(every ^ 1 << v for v in range(n)): "differ",
        tuple(every ^ row for row in beside): "do not differ by 1",
        beside: "differ by 1",  # With two values, this is the same as "differ".
    }
    return kinds.get(table, "relation")
