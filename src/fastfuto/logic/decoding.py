"""Decode the log of a trace into steps."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import Log
from ..model import Model
from .board import Cell, Layout
from .clues import Clues
from .shelf import Shelf, kept
from .step import Link, Relation, Step, Sum
from .technique import KINDS, RULES, SINGLES, TECHNIQUES, braid_score

Pairs: TypeAlias = list[tuple[int, int]]


class _Rows:
    """The rows of the log that belong to one step of a rare kind."""

    __slots__ = (
        "cells",
        "kind",
        "left",
        "less",
        "lines",
        "marks",
        "pair",
        "placed",
        "removed",
        "sum",
        "table",
        "values",
    )

    def __init__(self, columns: list[list[int]], begin: int, end: int) -> None:
        whats, xs, ys = columns
        self.cells: list[int] = []
        self.values: list[int] = []
        self.lines: list[int] = []
        self.removed: dict[int, list[int]] = {}
        self.placed: Pairs = []
        self.left: dict[int, dict[int, None]] = {}
        self.less: Pairs = []
        self.marks: list[tuple[int, int, int]] = []
        self.pair: tuple[int, int] = (-1, -1)
        self.kind = self.table = self.sum = -1
        for what, x, y in zip(whats[begin + 1 : end], xs[begin + 1 : end], ys[begin + 1 : end], strict=True):
            if what == REMOVED:
                self.removed.setdefault(x, []).append(y)
            elif what == PLACED:
                self.placed.append((x, y))
            elif what == LEFT:
                self.left.setdefault(x, {})[y] = None
            elif what == CELL:
                self.cells.append(x)
            elif what == VALUE:
                self.values.append(x)
            elif what == LINE:
                self.lines.append(x)
            elif what == LESS:
                self.less.append((x, y))
            elif what >= MARK:
                self.marks.append((what, x, y))
            elif what == PAIR:
                self.pair = x, y
            elif what == TABLE:
                self.table = x
            elif what == KIND:
                self.kind = x
            elif what == SUM:
                self.sum = x


# Integers, because looking up members of an enumeration is slow.
STEP, PLACED, REMOVED, CELL, VALUE, LINE, LESS, CASE, PAIR, SUM, LEFT, KIND, TABLE, MARK = tuple(
    map(int, Log)
)[:14]
LINKS: dict[int, str] = {Log.STRONG: "strong", Log.WEAK: "weak", Log.UNEQUAL: "inequality"}

NAMES = (*RULES, "", "contradiction", "assumption", "search")
"""The kind of step that a STEP row begins, by its number. The engine skips the number that equals the number of
rules."""
BOUND, BRAID, CONTRADICTION, ASSUMPTION = map(
    NAMES.index, ("inequality bound", "braid", "contradiction", "assumption")
)
PLACING = frozenset(map(NAMES.index, (*SINGLES, "assumption", "search")))
SHARED = PLACING | {BOUND, CONTRADICTION}
"""Rules whose steps depend only on names, so puzzles without sums share these steps."""
HEADS = frozenset(map(NAMES.index, ("short braid in a line", "braid in a line", "braid", "forcing cell")))
"""Rules whose steps have cases."""
MOST_SHARED = 8000
"""Most steps that are cached for all puzzles with the same names."""
MOST_CELLS = 1024
"""Most cells of a puzzle whose steps are cached."""


_SCORES = {name: each.score for name, each in TECHNIQUES.items()}


class _Shared(dict[bytes, Step]):
    """Decoded steps, by their rows in the log."""

    nbytes = 1 << 23
    """Most bytes that MOST_SHARED steps take."""


_shelf: Shelf[Layout, _Shared] = Shelf(1 << 25)


class Decoder:
    """Decoder that turns the log of a trace into steps.

    Parameters
    ----------
    model : Model
    names : Layout
    clues : Clues, optional
        The clues of the model, if they are already available.
    """

    def __init__(self, model: Model, names: Layout, clues: Clues | None = None) -> None:
        self._model, self._names, self._listed = model, names, clues

    @kept
    def _clues(self) -> Clues:
        return self._listed or Clues(self._model)

    def steps(self, log: npt.NDArray[np.int32], cases: npt.NDArray[np.int32]) -> Iterator[Step]:
        """Yield the steps of a log, with the steps of their cases from a second log."""
        self._below = self._decode_cases(cases)
        columns, data = log.T.tolist(), log.tobytes()
        for begin, end in _steps_of(log):
            yield self._step(columns, data[12 * begin : 12 * end], begin, end)

    @kept
    def _shared(self) -> _Shared:
        """The steps that small puzzles with the same names share."""
        if self._model.n_cells > MOST_CELLS:
            return _Shared()
        return _shelf.get(self._names) or _shelf.put(self._names, _Shared())

    def _step(self, columns: list[list[int]], rows: bytes, begin: int, end: int) -> Step:
        if (step := self._shared.get(rows)) is None:
            step = self._build(columns, begin, end)
            whats, xs, _ = columns
            is_shared = xs[begin] in SHARED and SUM not in whats[begin:end]
            if is_shared and len(self._shared) < MOST_SHARED:
                self._shared[rows] = step
        return step

    def _build(self, columns: list[list[int]], begin: int, end: int) -> Step:
        # Most steps are of the first three kinds, which have few rows in a fixed layout.
        rule = columns[1][begin]
        if rule in PLACING:
            return self._placing(columns, begin, end)
        if rule == BOUND:
            return self._bound(columns, begin, end)
        if rule == BRAID:
            return self._braid(columns, begin, end)
        build = self._with_cases if rule in HEADS else self._make
        return build(_Rows(columns, begin, end), NAMES[rule])

    def _placing(self, columns: list[list[int]], begin: int, end: int) -> Step:
        whats, xs, ys = columns
        name, cell, value = NAMES[xs[begin]], self._names.cells[xs[end - 1]], ys[end - 1] + 1
        placed = ((cell, value),)
        if name == "assumption":
            return Step(name, 0.0, placed)
        at, values = begin + 1, () if name == "full house" else (value,)
        if whats[at] != LINE:
            left = self._left(columns, at, end - 1)
            return Step(name, _SCORES[name], placed, (), (cell,), values, candidates=left)
        lines, names = (self._names.lines[xs[at]],), self._names.cells
        left = tuple([(names[place], values) for place in xs[at + 1 : end - 1]])
        return Step(name, _SCORES[name], placed, (), (cell,), values, lines, candidates=left)

    def _left(
        self, columns: list[list[int]], begin: int, end: int
    ) -> tuple[tuple[Cell, tuple[int, ...]], ...]:
        """Return the candidates that LEFT rows list."""
        if begin == end:
            return ()
        _, xs, ys = columns
        names, left = self._names.cells, dict[int, list[int]]()
        at = begin
        while at < end:
            cell, first = xs[at], at
            while at < end and xs[at] == cell:
                at += 1
            # The log may list the candidates of a cell twice.
            left[cell] = ys[first:at]
        return tuple(
            [(names[cell], tuple([v + 1 for v in dict.fromkeys(values)])) for cell, values in left.items()]
        )

    def _bound(self, columns: list[list[int]], begin: int, end: int) -> Step:
        whats, xs, ys = columns
        left = begin + 1
        while whats[left] == LESS:
            left += 1
        lost = left
        while lost < end and whats[lost] == LEFT:
            lost += 1
        candidates = self._left(columns, left, lost)
        name, values = "inequality bound", tuple[int, ...]()
        if lost < end and whats[lost] == KIND:
            name, first = KINDS[xs[lost]], lost + 1
            lost = first + 2 * (first < end and whats[first] == VALUE)
            values = tuple([value + 1 for value in xs[first:lost]])
        placed = end
        while whats[placed - 1] == PLACED:
            placed -= 1
        removed: dict[int, list[int]] = {}
        for cell, value in zip(xs[lost:placed], ys[lost:placed], strict=True):
            removed.setdefault(cell, []).append(value)
        names = self._names.cells
        cells = tuple([names[cell] for cell in (xs[begin + 1], *ys[begin + 1 : left])])
        pairs = tuple(itertools.pairwise(cells))
        return Step(
            name,
            _SCORES[name],
            self._placed(xs[placed:end], ys[placed:end]),
            self._removed(removed),
            cells,
            values,
            (),
            pairs,
            candidates=candidates,
        )

    def _braid(self, columns: list[list[int]], begin: int, end: int) -> Step:
        _, xs, ys = columns
        rounds, (steps,) = next(self._below)
        cells, values = (self._names.cells[xs[begin + 1]],), (ys[begin + 1] + 1,)
        # The candidate is named and removed before a value is placed.
        placed = self._placed(xs[begin + 3 : end], ys[begin + 3 : end])
        removed = ((cells[0], values),)
        return Step("braid", braid_score(rounds), placed, removed, cells, values, cases=tuple(steps))

    def _make(self, rows: _Rows, name: str, cases: tuple[Step, ...] = ()) -> Step:
        # Most parts of most steps are empty.
        names = self._names.cells
        name = name if rows.kind < 0 else KINDS[rows.kind]
        cells: Iterable[int] = rows.cells
        links: tuple[Link, ...] = ()
        relations: tuple[Relation, ...] = ()
        if rows.marks:
            cells = dict.fromkeys([cell for _, cell, _ in rows.marks])
            marks = [(what, (names[cell], value + 1)) for what, cell, value in rows.marks]
            links = tuple([(a, b, LINKS[what]) for (_, a), (what, b) in itertools.pairwise(marks)])
        if rows.table >= 0:
            a, b = rows.pair
            relations = ((names[a], names[b], self._clues.kind(rows.table)),)
        return Step(
            name,
            _SCORES[name],
            self._placed(*zip(*rows.placed, strict=True)) if rows.placed else (),
            self._removed(rows.removed) if rows.removed else (),
            tuple([names[cell] for cell in cells]) if cells else (),
            tuple([value + 1 for value in rows.values]) if rows.values else (),
            tuple([self._names.lines[line] for line in rows.lines]) if rows.lines else (),
            tuple([(names[a], names[b]) for a, b in rows.less]) if rows.less else (),
            links,
            cases,
            relations,
            (self._sum(rows.sum),) if rows.sum >= 0 else (),
            tuple([(names[cell], tuple([v + 1 for v in left])) for cell, left in rows.left.items()]),
        )

    def _placed(self, cells: Iterable[int], values: Iterable[int]) -> tuple[tuple[Cell, int], ...]:
        names = self._names.cells
        return tuple([(names[cell], value + 1) for cell, value in zip(cells, values, strict=True)])

    def _removed(self, removed: dict[int, list[int]]) -> tuple[tuple[Cell, tuple[int, ...]], ...]:
        names = self._names.cells
        return tuple([(names[cell], tuple([v + 1 for v in lost])) for cell, lost in sorted(removed.items())])

    def _sum(self, number: int) -> Sum:
        each, names = self._clues.sum(number), self._names.cells
        return tuple([names[cell] for cell in each.cells]), each.total

    def _with_cases(self, rows: _Rows, name: str) -> Step:
        _, below = next(self._below)
        cases = tuple([Step("assumption", 0.0, first.placed, cases=tuple(rest)) for first, *rest in below])
        if name == "forcing cell":
            marks = [mark for case in cases for mark in case.placed]
            rows.cells = list(dict.fromkeys([self._names.numbers[cell] for cell, _ in marks]))
            rows.values = list(dict.fromkeys([value - 1 for _, value in marks]))
        return self._make(rows, name, cases)

    def _decode_cases(self, log: npt.NDArray[np.int32]) -> Iterator[tuple[int, list[list[Step]]]]:
        """Yield the round of the contradiction and the steps of each case, for each step with cases.

        Many deductions occur repeatedly, so each deduction is decoded only once.
        """
        columns, data = log.T.tolist(), log.tobytes()
        _, rules, rounds = columns
        known: dict[bytes, Step] = {}
        head, below = -1, list[list[Step]]()
        for begin, end in _steps_of(log):
            if rules[begin] in HEADS:
                if below:
                    yield rounds[head], below
                head, below = begin, []
                continue
            rows = data[12 * begin : 12 * end]
            if (step := known.get(rows)) is None:
                step = known[rows] = self._step(columns, rows, begin, end)
            if rules[begin] == ASSUMPTION:
                below.append([])
            below[-1].append(step)
        if below:
            yield rounds[head], below


def _steps_of(log: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Yield the range of rows of each step."""
    return itertools.pairwise([*np.flatnonzero(log[:, 0] == STEP).tolist(), len(log)])


def play(step: Step, names: Layout, masks: list[int]) -> None:
    """Apply a step to the candidates."""
    number: dict[Cell, int] = names.numbers
    for name, value in step.placed:
        cell, left = number[name], ~(1 << (value - 1))
        for unit in names.units_of[cell]:
            for other in names.units[unit]:
                masks[other] &= left
        masks[cell] = 1 << (value - 1)
    for name, values in step.removed:
        for value in values:
            masks[number[name]] &= ~(1 << (value - 1))
