"""What an assumption leads to by singles and clues, and the part of it that a conclusion rests on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .board import Cell, Layout
from .clues import Clues, Relation, Sum, bounds_in_sum, lost_in_sum
from .step import Step
from .technique import TECHNIQUES

__all__ = ["Assumption"]

Mark = tuple[int, int]
"""A cell and a value, both counted from 0."""


class _Event(NamedTuple):
    """One deduction below an assumption.

    Attributes
    ----------
    cell, value : int
        What is placed; for a bound, the cell that loses values, and the least or greatest value that it keeps.
    unit : int
        The unit of a hidden single, or -1.
    other : int
        The cell that a bound comes from, or -1.
    needs : tuple of Mark
        Candidates that must have gone before.
    lost : int
        What a relation or a sum excludes from the cell, a mask.
    relation : Relation or None
    sum : Sum or None
    """

    cell: int
    value: int
    unit: int
    other: int
    needs: tuple[Mark, ...]
    lost: int = 0
    relation: Relation | None = None
    sum: Sum | None = None

    @property
    def places(self) -> bool:
        """Whether a value is placed."""
        return self.other < 0 and self.relation is None and self.sum is None


class Assumption:
    """Breadth-first propagation of one candidate, with the reasons.

    Each round acts on what was known when it began.

    Parameters
    ----------
    masks : list of int
        The candidates before, a mask for each cell.
    names : Layout
    clues : Clues
    cell, value : int
    n : int
        Number of values.

    Attributes
    ----------
    length : int
        The round of the contradiction, or 0 if there is none.
    """

    def __init__(
        self,
        masks: list[int],
        names: Layout,
        clues: Clues,
        cell: int,
        value: int,
        n: int,
    ) -> None:
        self._before, self._n = masks, n
        self._masks = list(masks)
        self._names, self._clues = names, clues
        self._events: list[_Event] = []
        self._cause: dict[Mark, int] = {}
        self._conflict: tuple[int, int, int] | Sum | None = None
        self._placed: set[int] = set()
        self.length: int = 0
        queue = [_Event(cell, value, -1, -1, ())]
        moved: dict[int, tuple[int, int]] = {}
        excluded: list[_Event] = []
        rounds = 0
        while queue or moved or excluded or self._conflict is not None:
            rounds += 1
            if self._conflict is not None:
                self.length = rounds
                return
            gone: list[Mark] = []
            for event in queue:
                self._place(event, gone)
            for at, bounds in moved.items():
                self._move(at, bounds, gone)
            for event in excluded:
                self._exclude(event, gone)
            if self._find_conflict(gone):
                self.length = rounds
                return
            queue = self._singles(gone)
            moved = {at: _bounds(self._masks[at]) for at, _ in gone if clues.greater[at] or clues.lesser[at]}
            excluded = [*self._unrelated(gone), *self._not_adding_up(gone)]

    def steps(self, targets: Iterable[Mark] = ()) -> tuple[Step, ...]:
        """Return the steps that lead to the contradiction, or else to the loss of all targets."""
        needs = list(targets)
        if self._conflict is not None:
            needs = self._conflict_needs()
        used = {0}
        while needs:
            cause = self._cause.get(needs.pop())
            if cause is not None and cause not in used:
                used.add(cause)
                needs += self._events[cause].needs
        steps, masks = [], list(self._before)
        for number in sorted(used):
            event = self._events[number]
            if event.places and not masks[event.cell] >> event.value & 1:
                # A placement of the same round has already taken the value.
                self._conflict = (event.cell, -1, -1) if event.unit < 0 else (-1, event.unit, event.value)
                break
            if step := self._step(event, masks, number == 0):
                steps.append(step)
            bare = [cell for cell in (event.cell, *self._names.peers[event.cell]) if not masks[cell]]
            if self._conflict is not None and bare:
                # Two deductions of the same round may leave a cell bare that others of this round start from.
                self._conflict = (bare[0], -1, -1)
                break
        if self._conflict is not None:
            steps.append(self._contradiction())
        return tuple(steps)

    def _place(self, event: _Event, gone: list[Mark]) -> None:
        number = len(self._events)
        self._events.append(event)
        self._placed.add(event.cell)
        self._drop(event.cell, self._masks[event.cell] & ~(1 << event.value), number, gone)
        for peer in self._names.peers[event.cell]:
            self._drop(peer, self._masks[peer] & 1 << event.value, number, gone)

    def _move(self, cell: int, bounds: tuple[int, int], gone: list[Mark]) -> None:
        least, greatest = bounds
        for other in self._clues.greater[cell]:
            if lost := self._masks[other] & ((2 << least) - 1):
                needs = self._lost(cell, (1 << least) - 1)
                self._events.append(_Event(other, least + 1, -1, cell, needs))
                self._drop(other, lost, len(self._events) - 1, gone)
        for other in self._clues.lesser[cell]:
            if lost := self._masks[other] >> greatest << greatest:
                needs = self._lost(cell, -2 << greatest)
                self._events.append(_Event(other, greatest - 1, -1, cell, needs))
                self._drop(other, lost, len(self._events) - 1, gone)

    def _exclude(self, event: _Event, gone: list[Mark]) -> None:
        if lost := self._masks[event.cell] & event.lost:
            self._events.append(event)
            self._drop(event.cell, lost, len(self._events) - 1, gone)

    def _unrelated(self, gone: list[Mark]) -> list[_Event]:
        """Return what cells with one value left exclude from related ones."""
        found = []
        for cell in dict.fromkeys(cell for cell, _ in gone):
            mask = self._masks[cell]
            for relation in self._clues.related(cell) if mask & (mask - 1) == 0 else ():
                if lost := self._masks[relation.target] & ~relation.partners[mask.bit_length() - 1]:
                    needs = self._lost(cell, -1)
                    found.append(
                        _Event(relation.target, mask.bit_length() - 1, -1, -1, needs, lost, relation)
                    )
        return found

    def _not_adding_up(self, gone: list[Mark]) -> list[_Event]:
        """Return what sums exclude in which a cell has changed; if one cannot have its total, that is a conflict."""
        clues, found = self._clues, []
        for number in dict.fromkeys(number for cell, _ in gone for number in clues.sums_of[cell]):
            each = clues.sum(number)
            losses = lost_in_sum(each, self._masks, self._n)
            if losses is None:
                self._conflict = each
                return []
            for cell, lost in losses:
                if lost:
                    needs = tuple(mark for other in each.cells for mark in self._lost(other, -1))
                    found.append(_Event(cell, -1, -1, -1, needs, lost, sum=each))
        return found

    def _drop(self, cell: int, lost: int, number: int, gone: list[Mark]) -> None:
        self._masks[cell] &= ~lost
        for value in _bits(lost):
            self._cause[cell, value] = number
            gone.append((cell, value))

    def _lost(self, cell: int, values: int) -> tuple[Mark, ...]:
        """Return which of the values the cell has lost below the assumption."""
        return tuple((cell, value) for value in _bits(self._before[cell] & ~self._masks[cell] & values))

    def _find_conflict(self, gone: list[Mark]) -> bool:
        names = self._names
        for cell, value in gone:
            if not self._masks[cell]:
                self._conflict = cell, -1, -1
                return True
            for unit in names.units_of[cell]:
                if names.is_full[unit] and not any(
                    self._masks[other] >> value & 1 for other in names.units[unit]
                ):
                    self._conflict = -1, unit, value
                    return True
        return False

    def _conflict_needs(self) -> list[Mark]:
        assert self._conflict is not None
        if isinstance(self._conflict, Sum):
            return [mark for cell in self._conflict.cells for mark in self._lost(cell, -1)]
        cell, unit, value = self._conflict
        if cell >= 0:
            return list(self._lost(cell, -1))
        return [(other, value) for other in self._names.units[unit]]

    def _singles(self, gone: list[Mark]) -> list[_Event]:
        names, masks = self._names, self._masks
        found: dict[int, _Event] = {}
        for cell, value in gone:
            mask = masks[cell]
            if mask & (mask - 1) == 0 and cell not in self._placed and cell not in found:
                found[cell] = _Event(cell, mask.bit_length() - 1, -1, -1, self._lost(cell, ~mask))
            for unit in names.units_of[cell]:
                if not names.is_full[unit]:
                    continue
                at = [other for other in names.units[unit] if masks[other] >> value & 1]
                if len(at) == 1 and at[0] not in self._placed and at[0] not in found:
                    needs = tuple(
                        (other, value) for other in names.units[unit] if (other, value) in self._cause
                    )
                    found[at[0]] = _Event(at[0], value, unit, -1, needs)
        return list(found.values())

    def _step(self, event: _Event, masks: list[int], is_first: bool) -> Step | None:
        """Return a deduction as a step, and make it in `masks`; None if it has nothing new there."""
        names = self._names
        cell = names.cells[event.cell]
        if event.relation or event.sum:
            return self._exclusion(event, masks)
        if event.other < 0:
            value = event.value + 1
            masks[event.cell] = 1 << event.value
            for peer in names.peers[event.cell]:
                masks[peer] &= ~(1 << event.value)
            placed = ((cell, value),)
            if is_first:
                return Step("assumption", 0.0, placed)
            if event.unit < 0:
                return Step("naked single", _score("naked single"), placed, cells=(cell,), values=(value,))
            line = (names.lines[event.unit],)
            return Step(
                "hidden single", _score("hidden single"), placed, cells=(cell,), values=(value,), lines=line
            )
        is_up = event.other in self._clues.lesser[event.cell]
        kept = -1 << event.value if is_up else (2 << event.value) - 1
        lost = masks[event.cell] & ~kept
        if not lost:
            return None
        masks[event.cell] &= kept
        pair = (names.cells[event.other], cell) if is_up else (cell, names.cells[event.other])
        removed = ((cell, tuple(value + 1 for value in _bits(lost))),)
        return Step("inequality bound", _score("inequality bound"), (), removed, pair, inequalities=(pair,))

    def _exclusion(self, event: _Event, masks: list[int]) -> Step | None:
        """Return what a relation or a sum excludes as a step, as `_step` does."""
        names = self._names.cells
        values: tuple[int, ...] = ()
        if event.sum and not event.sum.is_run:
            values = tuple(value + 1 for value in bounds_in_sum(event.sum, event.cell, masks, self._n))
        lost = masks[event.cell] & event.lost
        if not lost:
            return None
        masks[event.cell] &= ~lost
        removed = ((names[event.cell], tuple(value + 1 for value in _bits(lost))),)
        if event.relation:
            source = names[event.relation.source]
            pair = (source, names[event.cell], event.relation.kind)
            return Step(
                "relation",
                _score("relation"),
                (),
                removed,
                (source,),
                (event.value + 1,),
                relations=(pair,),
            )
        assert event.sum is not None
        technique = "run combinations from candidates" if event.sum.is_run else "run bounds"
        sums = (self._named(event.sum),)
        return Step(technique, _score(technique), (), removed, values=values, sums=sums)

    def _named(self, each: Sum) -> tuple[tuple[Cell, ...], int]:
        return tuple(self._names.cells[cell] for cell in each.cells), each.total

    def _contradiction(self) -> Step:
        assert self._conflict is not None
        if isinstance(self._conflict, Sum):
            return Step("contradiction", 0.0, sums=(self._named(self._conflict),))
        cell, unit, value = self._conflict
        if cell >= 0:
            return Step("contradiction", 0.0, cells=(self._names.cells[cell],))
        return Step("contradiction", 0.0, values=(value + 1,), lines=(self._names.lines[unit],))


def _score(technique: str) -> float:
    return TECHNIQUES[technique].score


def _bounds(mask: int) -> tuple[int, int]:
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits
