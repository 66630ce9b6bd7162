"""What a model asks of its cells beyond its units, listed for each cell."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ..model import Model
from .board import Layout

__all__ = ["Clues", "Relation", "Sum", "bounds_in_sum", "clues_of", "lost_in_sum", "supported"]


class Relation(NamedTuple):
    """One direction of a relation.

    Attributes
    ----------
    source, target : int
    kind : str
        "differ by 1", "do not differ by 1" or "relation", which stands for anything else.
    partners : tuple of int
        For each value of the source, a mask of the values that the target may have.
    """

    source: int
    target: int
    kind: str
    partners: tuple[int, ...]


class Sum(NamedTuple):
    """Cells whose values add up to a total; a run if they all differ and are at most 9."""

    cells: tuple[int, ...]
    total: int
    is_run: bool


class Clues(NamedTuple):
    """The inequalities, relations and sums of a model.

    Attributes
    ----------
    greater, lesser : list of list of int
        For each cell, the cells that must be greater, and those that must be less.
    related : list of list of Relation
        For each cell, the relations of which it is the source.
    sums : list of Sum
    sums_of : list of list of int
        For each cell, the numbers of its sums.
    """

    greater: list[list[int]]
    lesser: list[list[int]]
    related: list[list[Relation]]
    sums: list[Sum]
    sums_of: list[list[int]]


def clues_of(model: Model, units: tuple[tuple[int, ...], ...]) -> Clues:
    """List the clues of a model, whose units are these."""
    greater, lesser, related, sums_of = ([[] for _ in range(model.n_cells)] for _ in range(4))  # type: ignore[var-annotated]
    for a, b in model.inequalities.tolist():
        greater[a].append(b)
        lesser[b].append(a)
    tables = [_table(rows) for rows in model.relations.tables.tolist()]
    for (a, b), number in zip(
        model.relations.cells.tolist(), model.relations.table_numbers.tolist(), strict=True
    ):
        related[a].append(Relation(a, b, _kind(tables[number]), tables[number]))
        related[b].append(Relation(b, a, _kind(tables[number]), _turned(tables[number])))
    starts, members = model.sums.starts.tolist(), model.sums.cells.tolist()
    sums = []
    for k, total in enumerate(model.sums.totals.tolist()):
        cells = tuple(members[starts[k] : starts[k + 1]])
        inside = set(cells)
        is_run = len(inside) == len(cells) > 0 and model.n_values <= 9 and any(map(inside.issubset, units))
        sums.append(Sum(cells, total, is_run))
        for cell in inside:
            sums_of[cell].append(k)
    return Clues(greater, lesser, related, sums, sums_of)


def _table(rows: list[list[int]]) -> tuple[int, ...]:
    return tuple(sum(word << 64 * k for k, word in enumerate(words)) for words in rows)


@functools.lru_cache(maxsize=256)
def _turned(table: tuple[int, ...]) -> tuple[int, ...]:
    """Return a table with rows for the values of the second cell."""
    values = range(len(table))
    return tuple(sum((table[v] >> w & 1) << v for v in values) for w in values)


@functools.lru_cache(maxsize=256)
def _kind(table: tuple[int, ...]) -> str:
    """Return what to call a relation."""
    n = len(table)
    beside = tuple((1 << v >> 1 | 1 << v + 1) & (1 << n) - 1 for v in range(n))
    if table == beside:
        return "differ by 1"
    every = (1 << n) - 1
    return "do not differ by 1" if table == tuple(every ^ row for row in beside) else "relation"


def supported(relation: Relation, held: int, names: Layout) -> int:
    """Return the values of a target that go with one of those that its source holds.

    Cells that see each other cannot have the same value.
    """
    is_seen = relation.target in names.peers[relation.source]
    kept = 0
    for value, partners in enumerate(relation.partners):
        if held >> value & 1:
            kept |= partners & ~(1 << value) if is_seen else partners
    return kept


def bounds_in_sum(each: Sum, cell: int, masks: list[int], n: int) -> list[int]:
    """Return the least and the greatest value, from 0 on, that the other cells of a sum leave to one of its cells.

    If both are the same it is returned once.
    """
    others = list(each.cells)
    others.remove(cell)
    least = each.total - sum(masks[other].bit_length() for other in others)
    greatest = each.total - sum((masks[other] & -masks[other]).bit_length() for other in others)
    return sorted({max(least, 1) - 1, min(greatest, n) - 1})


def lost_in_sum(each: Sum, masks: list[int], n: int) -> list[tuple[int, int]] | None:
    """Return which candidates the cells of a sum lose, as (cell, mask); None if it cannot have its total."""
    if each.is_run:
        return _lost_in_run(each, masks)
    low = each.total - sum(masks[cell].bit_length() for cell in each.cells)
    high = each.total - sum((masks[cell] & -masks[cell]).bit_length() for cell in each.cells)
    if not low <= 0 <= high:
        return None
    found = []
    for cell in each.cells:
        bounds = bounds_in_sum(each, cell, masks, n)
        found.append((cell, masks[cell] & ~((2 << bounds[-1]) - (1 << bounds[0]))))
    return found


def _lost_in_run(each: Sum, masks: list[int]) -> list[tuple[int, int]] | None:
    """Return the candidates of a run that are in no choice of different digits with its total, as `lost_in_sum`."""
    reach: list[set[int]] = [{0}]
    for cell in each.cells:
        reach.append(
            {used | digit for used in reach[-1] for digit in _digits(masks[cell]) if not used & digit}
        )
    left = {used for used in reach[-1] if sum(digit.bit_length() for digit in _digits(used)) == each.total}
    if not left:
        return None
    found = []
    for k in reversed(range(len(each.cells))):
        mask = masks[each.cells[k]]
        pairs = [
            (used ^ digit, digit)
            for used in left
            for digit in _digits(mask & used)
            if used ^ digit in reach[k]
        ]
        found.append((each.cells[k], mask & ~sum({digit for _, digit in pairs})))
        left = {used for used, _ in pairs}
    return found


@functools.cache
def _digits(mask: int) -> tuple[int, ...]:
    """Return the bits of a mask of digits, each as a mask."""
    return tuple(1 << value for value in range(mask.bit_length()) if mask >> value & 1)
