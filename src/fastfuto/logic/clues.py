"""The relations and sums of a model."""

from __future__ import annotations

import functools
from collections import defaultdict
from typing import NamedTuple

from ..model import Model
from .shelf import kept


class Relation(NamedTuple):
    """One direction of a relation.

    Attributes
    ----------
    source, target : int
    kind : str
        "differ", "differ by 1", "do not differ by 1", or "relation" for any other relation.
    """

    source: int
    target: int
    kind: str


class Sum(NamedTuple):
    """Cells whose values add up to a total."""

    cells: tuple[int, ...]
    total: int


class Clues:
    """The relations and sums of a model, listed on first use.

    Parameters
    ----------
    model : Model
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._sums: dict[int, Sum] = {}

    def related(self, cell: int) -> list[Relation]:
        """Return the relations of which a cell is the source."""
        return self._related[cell]

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

    @kept
    def _related(self) -> defaultdict[int, list[Relation]]:
        """Both directions of each relation, by their sources."""
        related = defaultdict[int, list[Relation]](list)
        cells, numbers, _ = self._model.relations
        for (a, b), number in zip(cells.tolist(), numbers.tolist(), strict=True):
            kind = self.kind(number)
            related[a].append(Relation(a, b, kind))
            related[b].append(Relation(b, a, kind))
        return related

    @kept
    def _tables(self) -> list[tuple[int, ...]]:
        return [_table(rows) for rows in self._model.relations.tables.tolist()]


def _table(rows: list[list[int]]) -> tuple[int, ...]:
    return tuple(sum(word << 64 * k for k, word in enumerate(words)) for words in rows)


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
