"""From the log of a trace to steps."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import Log
from ..model import Model
from .board import Cell, Layout, start
from .clues import Clues, bounds_in_sum, supported
from .step import Link, Relation, Step, Sum
from .technique import RULES, TECHNIQUES, braid_score

__all__ = ["Decoder", "play"]

Pairs: TypeAlias = list[tuple[int, int]]


class _Rows:
    """The rows of the log that belong to one step."""

    __slots__ = ("case", "cells", "less", "lines", "pair", "placed", "removed", "rule", "sum", "values")

    def __init__(self, columns: list[list[int]], begin: int, end: int) -> None:
        whats, xs, ys = columns
        self.rule: int = xs[begin]
        self.cells: list[int] = []
        self.values: list[int] = []
        self.lines: list[int] = []
        self.less: Pairs = []
        self.placed: Pairs = []
        self.removed: dict[int, list[int]] = {}
        self.case: tuple[int, int] = (-1, -1)
        self.pair: tuple[int, int] = (-1, -1)
        self.sum: int = -1
        for what, x, y in zip(whats[begin + 1 : end], xs[begin + 1 : end], ys[begin + 1 : end], strict=True):
            if what == REMOVED:
                self.removed.setdefault(x, []).append(y)
            elif what == CELL:
                self.cells.append(x)
            elif what == VALUE:
                self.values.append(x)
            elif what == LINE:
                self.lines.append(x)
            elif what == LESS:
                self.less.append((x, y))
            elif what == PLACED:
                self.placed.append((x, y))
            elif what == PAIR:
                self.pair = x, y
            elif what == SUM:
                self.sum = x
            else:
                self.case = x, y


# Members of an enumeration are slow to look up.
STEP, PLACED, REMOVED, CELL, VALUE, LINE, LESS, CASE, PAIR, SUM = map(int, Log)

NAMES = (*RULES, "", "contradiction", "assumption")
"""What a row STEP begins, by its number; the engine leaves one out, which is the number of rules."""
BOUND, BRAID, CONTRADICTION, ASSUMPTION = map(
    NAMES.index, ("inequality bound", "braid", "contradiction", "assumption")
)
SINGLES = frozenset(map(NAMES.index, ("full house", "naked single", "hidden single")))


class Decoder:
    """Turns the log of a trace into steps.

    Parameters
    ----------
    model : Model
    names : Layout
    filled : (n_cells,) uint8, optional
        Which cells with one value are filled at the start. Default: all of them.
    clues : Clues, optional
        Those of the model, if they have been listed before.
    """

    def __init__(
        self,
        model: Model,
        names: Layout,
        filled: npt.NDArray[np.uint8] | None = None,
        clues: Clues | None = None,
    ) -> None:
        self._model, self._names, self._filled = model, names, filled
        self._n = model.n_values
        self._listed = clues

    @functools.cached_property
    def _masks(self) -> list[int]:
        """The candidates before the present step."""
        return start(self._model.domains, self._names, self._filled)

    @functools.cached_property
    def _clues(self) -> Clues:
        return self._listed or Clues(self._model)

    def steps(self, log: npt.NDArray[np.int32], cases: npt.NDArray[np.int32]) -> Iterator[Step]:
        """Yield the steps of a log, and of that of their cases."""
        self._below = self._decode_cases(cases)
        columns = log.T.tolist()
        for begin, end in _steps_of(log):
            step = self._step(columns, begin, end)
            yield step
            play(step, self._names, self._masks)

    def _step(self, columns: list[list[int]], begin: int, end: int) -> Step:
        # Most steps are of the first three kinds, whose rows are few and always the same.
        whats, xs, _ = columns
        rule = xs[begin]
        if rule in SINGLES or rule == ASSUMPTION:
            return self._placing(columns, begin, end)
        if rule == BOUND and (end == begin + 2 or whats[begin + 2] == REMOVED):
            return self._bound(columns, begin, end)
        if rule == BRAID:
            return self._braid(columns, begin)
        name = NAMES[rule]
        build: Callable[..., Step] = _BUILDERS.get(name, Decoder._plain)
        return build(self, _Rows(columns, begin, end), name)

    def _placing(self, columns: list[list[int]], begin: int, end: int) -> Step:
        _, xs, ys = columns
        name, cell, value = NAMES[xs[begin]], self._names.cells[xs[end - 1]], ys[end - 1] + 1
        placed = ((cell, value),)
        if name == "assumption":
            return Step(name, 0.0, placed)
        lines = (self._names.lines[xs[begin + 1]],) if end > begin + 2 else ()
        values = () if name == "full house" else (value,)
        return Step(name, TECHNIQUES[name].score, placed, (), (cell,), values, lines)

    def _bound(self, columns: list[list[int]], begin: int, end: int) -> Step:
        _, xs, ys = columns
        removed: dict[int, list[int]] = {}
        for cell, value in zip(xs[begin + 2 : end], ys[begin + 2 : end], strict=True):
            removed.setdefault(cell, []).append(value)
        pair = self._names.cells[xs[begin + 1]], self._names.cells[ys[begin + 1]]
        name = "inequality bound"
        return Step(name, TECHNIQUES[name].score, (), self._removed(removed), pair, inequalities=(pair,))

    def _braid(self, columns: list[list[int]], begin: int) -> Step:
        _, xs, ys = columns
        rounds, (steps,) = next(self._below)
        cells, values = (self._names.cells[xs[begin + 1]],), (ys[begin + 1] + 1,)
        removed = ((cells[0], values),)
        return Step("braid", braid_score(rounds), (), removed, cells, values, cases=tuple(steps))

    def _make(
        self,
        rows: _Rows,
        name: str,
        *,
        cells: list[int] | None = None,
        values: list[int] | None = None,
        inequalities: Pairs | None = None,
        links: tuple[Link, ...] = (),
        cases: tuple[Step, ...] = (),
        relations: tuple[Relation, ...] = (),
    ) -> Step:
        # Most parts of most steps are empty.
        names = self._names.cells
        cells = rows.cells if cells is None else cells
        values = rows.values if values is None else values
        return Step(
            name,
            TECHNIQUES[name].score,
            tuple([(names[cell], value + 1) for cell, value in rows.placed]) if rows.placed else (),
            self._removed(rows.removed) if rows.removed else (),
            tuple([names[cell] for cell in cells]) if cells else (),
            tuple([value + 1 for value in values]) if values else (),
            tuple([self._names.lines[line] for line in rows.lines]) if rows.lines else (),
            tuple([(names[a], names[b]) for a, b in inequalities]) if inequalities else (),
            links,
            cases,
            relations,
            (self._sum(rows.sum),) if rows.sum >= 0 else (),
        )

    def _removed(self, removed: dict[int, list[int]]) -> tuple[tuple[Cell, tuple[int, ...]], ...]:
        names = self._names.cells
        return tuple([(names[cell], tuple([v + 1 for v in lost])) for cell, lost in sorted(removed.items())])

    def _sum(self, number: int) -> Sum:
        each, names = self._clues.sum(number), self._names.cells
        return tuple([names[cell] for cell in each.cells]), each.total

    def _plain(self, rows: _Rows, name: str) -> Step:
        return self._make(rows, name)

    def _ascending(self, rows: _Rows, _: str) -> Step:
        chain = [rows.less[0][0], *(greater for _, greater in rows.less)]
        top = len(chain) - 1
        bounds = [0, self._n - 1]
        name = "ascending chain"
        if any(
            chain.index(cell) <= value <= self._n - 1 - top + chain.index(cell)
            for cell, values in rows.removed.items()
            for value in values
        ):
            name = "ascending chain from candidates"
            first, last = self._masks[chain[0]], self._masks[chain[-1]]
            bounds = [(first & -first).bit_length() - 1, last.bit_length() - 1]
        if bounds[0] + top > bounds[1]:
            bounds = []  # There is no room for the chain.
        return self._make(rows, name, cells=chain, values=bounds, inequalities=rows.less)

    def _relation(self, rows: _Rows, name: str) -> Step:
        source, target = rows.pair
        lost = sum(1 << value for value in rows.removed[target])
        held = sum(1 << value for value in rows.values)
        relation = next(
            each
            for each in self._clues.related(source)
            if each.target == target and not lost & supported(each, held, self._names)
        )
        cells = self._names.cells
        return self._make(
            rows, name, cells=[source], relations=((cells[source], cells[target], relation.kind),)
        )

    def _run_bounds(self, rows: _Rows, name: str) -> Step:
        (cell,) = rows.removed
        each = self._clues.sum(rows.sum)
        return self._make(rows, name, values=rows.values or bounds_in_sum(each, cell, self._masks, self._n))

    def _hill(self, rows: _Rows, name: str) -> Step:
        (top,) = rows.removed
        inside = {top, *rows.cells}
        pairs = [(a, b) for a in sorted(inside) for b in self._clues.greater[a] if b in inside]
        if name == "hill" and any(a == top for a, _ in pairs):
            name = "valley"
        return self._make(rows, name, cells=sorted(rows.cells), inequalities=pairs)

    def _ordered_set(self, rows: _Rows, name: str) -> Step:
        inside = set(rows.cells)
        pairs = [(a, b) for a in rows.cells for b in self._clues.greater[a] if b in inside]
        return self._make(rows, name, inequalities=pairs)

    def _x_chain(self, rows: _Rows, name: str) -> Step:
        cells = rows.cells[::-1]
        value = rows.values[0]
        names = self._names
        for one, other in zip(cells[::2], cells[1::2], strict=True):
            rows.lines.append(
                next(
                    unit
                    for unit in names.units_of[one]
                    if names.is_full[unit]
                    and other in names.units[unit]
                    and sum(self._masks[cell] >> value & 1 for cell in names.units[unit]) == 2
                )
            )
        marks = [(names.cells[cell], value + 1) for cell in cells]
        kinds = itertools.cycle(("strong", "weak"))
        links = tuple((a, b, kind) for (a, b), kind in zip(itertools.pairwise(marks), kinds, strict=False))
        return self._make(rows, name, cells=list(dict.fromkeys(cells)), links=links)

    def _chain(self, rows: _Rows, name: str) -> Step:
        cells = rows.cells[::-1]
        values = rows.values[::-1]
        names = self._names.cells
        links: list[Link] = []
        pairs: Pairs = []
        for k, cell in enumerate(cells):
            first, last = values[2 * k], values[2 * k + 1]
            links.append(((names[cell], first + 1), (names[cell], last + 1), "strong"))
            if k + 1 < len(cells):
                following = cells[k + 1]
                is_seen = values[2 * k + 2] == last and self._names.sees(cell, following)
                kind = "weak" if is_seen else "inequality"
                links.append(((names[cell], last + 1), (names[following], values[2 * k + 2] + 1), kind))
                if not is_seen:
                    pairs.append(
                        (cell, following) if following in self._clues.greater[cell] else (following, cell)
                    )
        for cell, lost in rows.removed.items():
            for end, value in ((cells[0], values[0]), (cells[-1], values[-1])):
                if any(v != value or not self._names.sees(cell, end) for v in lost):
                    pairs.append((end, cell) if cell in self._clues.greater[end] else (cell, end))
        if pairs:
            name = "chain across inequalities"
        unique = list(dict.fromkeys(pairs))
        named = list(dict.fromkeys(cells))
        return self._make(rows, name, cells=named, values=[], inequalities=unique, links=tuple(links))

    def _forcing(self, rows: _Rows, name: str) -> Step:
        _, below = next(self._below)
        cases = tuple(Step("assumption", 0.0, first.placed, cases=tuple(rest)) for first, *rest in below)
        numbers = self._names.numbers
        marks = [(numbers[cell], value - 1) for case in cases for cell, value in case.placed]
        return self._make(
            rows,
            "forcing line" if rows.lines else name,
            cells=list(dict.fromkeys(cell for cell, _ in marks)),
            values=list(dict.fromkeys(value for _, value in marks)),
            cases=cases,
        )

    def _decode_cases(self, log: npt.NDArray[np.int32]) -> Iterator[tuple[int, list[list[Step]]]]:
        """Yield, for each step that has cases, the round of a contradiction and the steps of each case.

        The same deductions come again and again, so each is decoded once.
        """
        columns, data = log.T.tolist(), log.tobytes()
        _, rules, rounds = columns
        known: dict[bytes, Step] = {}
        head, below = -1, list[list[Step]]()
        for begin, end in _steps_of(log):
            if BRAID <= rules[begin] < CONTRADICTION:
                if below:
                    yield rounds[head], below
                head, below = begin, []
                continue
            rows = data[12 * begin : 12 * end]
            if (step := known.get(rows)) is None:
                step = known[rows] = self._step(columns, begin, end)
            if rules[begin] == ASSUMPTION:
                below.append([])
            below[-1].append(step)
        if below:
            yield rounds[head], below


_BUILDERS: dict[str, Callable[..., Step]] = {
    "inequality bound": Decoder._ascending,
    "relation": Decoder._relation,
    "relation from candidates": Decoder._relation,
    "run bounds": Decoder._run_bounds,
    "hill": Decoder._hill,
    "same-line order": Decoder._hill,
    "ordered set": Decoder._ordered_set,
    "x-chain": Decoder._x_chain,
    "xy-chain": Decoder._chain,
    "forcing cell": Decoder._forcing,
}


def _steps_of(log: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Return where the rows of each step begin and end."""
    return itertools.pairwise([*np.flatnonzero(log[:, 0] == STEP).tolist(), len(log)])


def play(step: Step, names: Layout, masks: list[int]) -> None:
    """Make a step in the candidates."""
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
