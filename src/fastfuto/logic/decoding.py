"""From the log of a trace to steps."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import Log
from ..model import Model
from .board import Cell, Layout, Line, start
from .clues import Clues, bounds_in_sum, supported
from .refuting import Deduction, refutation
from .shelf import Shelf, kept
from .step import Link, Relation, Step, Sum
from .technique import RULES, SINGLES, TECHNIQUES, braid_score

Pairs: TypeAlias = list[tuple[int, int]]


class _Rows:
    """The rows of the log that belong to one step of the rarer kinds."""

    __slots__ = ("cells", "left", "lines", "pair", "removed", "sum", "values")

    def __init__(self, columns: list[list[int]], begin: int, end: int) -> None:
        whats, xs, ys = columns
        self.cells: list[int] = []
        self.values: list[int] = []
        self.lines: list[int] = []
        self.removed: dict[int, list[int]] = {}
        self.left: dict[int, dict[int, None]] = {}
        self.pair: tuple[int, int] = (-1, -1)
        self.sum: int = -1
        for what, x, y in zip(whats[begin + 1 : end], xs[begin + 1 : end], ys[begin + 1 : end], strict=True):
            if what == REMOVED:
                self.removed.setdefault(x, []).append(y)
            elif what == LEFT:
                self.left.setdefault(x, {})[y] = None
            elif what == CELL:
                self.cells.append(x)
            elif what == VALUE:
                self.values.append(x)
            elif what == LINE:
                self.lines.append(x)
            elif what == PAIR:
                self.pair = x, y
            else:
                self.sum = x


# Members of an enumeration are slow to look up.
STEP, PLACED, REMOVED, CELL, VALUE, LINE, LESS, CASE, PAIR, SUM, LEFT = map(int, Log)

NAMES = (*RULES, "", "contradiction", "assumption", "search")
"""What a row STEP begins, by its number; the engine leaves one out, which is the number of rules."""
BOUND, BRAID, CONTRADICTION, ASSUMPTION = map(
    NAMES.index, ("inequality bound", "braid", "contradiction", "assumption")
)
PLACING = frozenset(map(NAMES.index, (*SINGLES, "assumption", "search")))
SHARED = PLACING | {BOUND, CONTRADICTION}
"""Rules whose steps depend on names alone, so that puzzles share them, unless there are sums."""
MOST_SHARED = 8000
"""Most steps that are kept for all puzzles with the same names."""
MOST_CELLS = 1024
"""Most cells of a puzzle whose steps are kept."""


_SCORES = {name: each.score for name, each in TECHNIQUES.items()}


@functools.lru_cache(maxsize=1 << 12)
def values_in(mask: int) -> tuple[int, ...]:
    """Return the values of a mask, from 1 on."""
    return tuple([value + 1 for value in range(mask.bit_length()) if mask >> value & 1])


class _Shared(dict[bytes, Step]):
    """Steps by their rows in the log."""

    nbytes = 1 << 23
    """Bytes that MOST_SHARED of them take at most."""


_shelf: Shelf[Layout, _Shared] = Shelf(1 << 25)


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
        # A log, and the rows of it that have been concluded but are not yet made in the candidates.
        self._made: tuple[list[list[int]], int, int] = [], 0, 0

    @kept
    def _candidates(self) -> list[int]:
        return start(self._model.domains, self._names, self._filled)

    @property
    def _masks(self) -> list[int]:
        """The candidates before the present step; what has been concluded since they were last asked for is made."""
        masks, units, units_of = self._candidates, self._names.units, self._names.units_of
        columns, begin, end = self._made
        self._made = columns, end, end
        for what, x, y in zip(*(column[begin:end] for column in columns), strict=True):
            if what == REMOVED:
                masks[x] &= ~(1 << y)
            elif what == PLACED:
                left = ~(1 << y)
                for unit in units_of[x]:
                    for other in units[unit]:
                        masks[other] &= left
                masks[x] = ~left
        return masks

    @kept
    def _clues(self) -> Clues:
        return self._listed or Clues(self._model)

    def steps(self, log: npt.NDArray[np.int32], cases: npt.NDArray[np.int32]) -> Iterator[Step]:
        """Yield the steps of a log, and of that of their cases."""
        self._below = self._decode_cases(cases)
        columns, data = log.T.tolist(), log.tobytes()
        self._made = columns, 0, 0
        for begin, end in _steps_of(log):
            self._made = columns, self._made[1], begin
            yield self._step(columns, data[12 * begin : 12 * end], begin, end)

    @kept
    def _shared(self) -> _Shared:
        """Steps that puzzles with the same names share, as long as they are small."""
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
        # Most steps are of the first three kinds, whose rows are few and always the same.
        rule = columns[1][begin]
        if rule in PLACING:
            return self._placing(columns, begin, end)
        if rule == BOUND:
            return self._bound(columns, begin, end)
        if rule == BRAID:
            return self._braid(columns, begin)
        name = NAMES[rule]
        build: Callable[..., Step] = _BUILDERS.get(name, Decoder._plain)
        return build(self, _Rows(columns, begin, end), name)

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
        """Return the candidates in rows LEFT."""
        if begin == end:
            return ()
        _, xs, ys = columns
        names, left = self._names.cells, dict[int, list[int]]()
        at = begin
        while at < end:
            cell, first = xs[at], at
            while at < end and xs[at] == cell:
                at += 1
            # What a cell has left may be told twice.
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
        removed: dict[int, list[int]] = {}
        for cell, value in zip(xs[lost:end], ys[lost:end], strict=True):
            removed.setdefault(cell, []).append(value)
        names = self._names.cells
        chain = [xs[begin + 1], *ys[begin + 1 : left]]
        cells = tuple([names[cell] for cell in chain])
        candidates = self._left(columns, left, lost)
        name, values = self._ascending(chain, removed, dict(candidates))
        pairs = tuple(itertools.pairwise(cells))
        return Step(
            name,
            _SCORES[name],
            (),
            self._removed(removed),
            cells,
            values,
            (),
            pairs,
            candidates=candidates,
        )

    def _ascending(
        self, chain: list[int], removed: dict[int, list[int]], candidates: dict[Cell, tuple[int, ...]]
    ) -> tuple[str, tuple[int, ...]]:
        """Return the name of a chain of inequalities, and the values that its ends have room for."""
        if len(chain) == 2:
            return "inequality bound", ()
        top = len(chain) - 1
        name, least, greatest = "ascending chain", 1, self._n
        for k, cell in enumerate(chain):
            # The first k values, and as many of the last ones as cells follow, are excluded in any case.
            if any(k <= value < self._n - top + k for value in removed.get(cell, ())):
                name = "ascending chain from candidates"
                first, last = self._names.cells[chain[0]], self._names.cells[chain[-1]]
                # An end that is not named has nothing to do with it.
                least, greatest = candidates.get(first, (1,))[0], candidates.get(last, (self._n,))[-1]
                break
        # There may be no room for the chain.
        return name, (least, greatest) if least + top <= greatest else ()

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
            _SCORES[name],
            (),
            self._removed(rows.removed) if rows.removed else (),
            tuple([names[cell] for cell in cells]) if cells else (),
            tuple([value + 1 for value in values]) if values else (),
            tuple([self._names.lines[line] for line in rows.lines]) if rows.lines else (),
            tuple([(names[a], names[b]) for a, b in inequalities]) if inequalities else (),
            links,
            cases,
            relations,
            (self._sum(rows.sum),) if rows.sum >= 0 else (),
            tuple([(names[cell], tuple([v + 1 for v in left])) for cell, left in rows.left.items()]),
        )

    def _removed(self, removed: dict[int, list[int]]) -> tuple[tuple[Cell, tuple[int, ...]], ...]:
        names = self._names.cells
        return tuple([(names[cell], tuple([v + 1 for v in lost])) for cell, lost in sorted(removed.items())])

    def _sum(self, number: int) -> Sum:
        each, names = self._clues.sum(number), self._names.cells
        return tuple([names[cell] for cell in each.cells]), each.total

    def _plain(self, rows: _Rows, name: str) -> Step:
        return self._make(rows, name)

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

    def _line_braid(self, rows: _Rows, name: str) -> Step:
        left = {cell: sum([1 << value for value in values]) for cell, values in rows.left.items()}
        pairs = [(a, b) for a in left for b in self._clues.greater[a] if b in left]
        line = self._names.lines[rows.lines[0]]
        told, used = list[Step](), dict[tuple[Cell, Cell], None]()
        for cell, lost in rows.removed.items():
            for value in lost:
                assumption, *others = refutation(left, pairs, cell, value)
                cases = tuple([self._in_line(each, left, line, pairs) for each in others])
                for each in cases:
                    used |= dict.fromkeys(each.inequalities)
                placed = ((self._names.cells[assumption.cell], value + 1),)
                told.append(Step("assumption", 0.0, placed, cases=cases))
        rows.left = {}
        step = self._make(rows, name, cells=[], cases=tuple(told))
        return replace(step, inequalities=tuple(used))

    def _in_line(self, each: Deduction, left: dict[int, int], line: Line, pairs: Pairs) -> Step:
        """Return a deduction in a line as a step below an assumption."""
        names, (kind, at, mask, source, _) = self._names.cells, each
        values = values_in(mask)
        if kind in ("hidden single", "no place"):
            named = tuple([(names[cell], values) for cell, known in left.items() if known & mask])
            if kind == "no place":
                return Step("contradiction", 0.0, (), (), (), values, (line,), candidates=named)
            placed = ((names[at], values[0]),)
            return Step(kind, _SCORES[kind], placed, (), (names[at],), values, (line,), candidates=named)
        source = at if source < 0 else source
        named = ((names[source], values_in(left[source])),)
        if kind == "no value":
            return Step("contradiction", 0.0, (), (), (names[at],), candidates=named)
        if kind == "naked single":
            placed = ((names[at], values[0]),)
            return Step(kind, _SCORES[kind], placed, (), (names[at],), values, candidates=named)
        pair = (names[source], names[at]) if (source, at) in pairs else (names[at], names[source])
        removed = ((names[at], values),)
        return Step(kind, _SCORES[kind], (), removed, pair, (), (), (pair,), candidates=named)

    def _x_chain(self, rows: _Rows, name: str) -> Step:
        cells = rows.cells[::-1]
        value = rows.values[0]
        names = self._names
        rows.lines.reverse()
        rows.lines += [self._common(a, b) for a, b in zip(cells[1:-1:2], cells[2::2], strict=True)]
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
                if is_seen:
                    rows.lines.append(self._common(cell, following))
                else:
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

    def _common(self, cell: int, other: int) -> int:
        """Return the first unit that has both of two cells."""
        return next(unit for unit in self._names.units_of[cell] if unit in self._names.units_of[other])

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
                step = known[rows] = self._step(columns, rows, begin, end)
            if rules[begin] == ASSUMPTION:
                below.append([])
            below[-1].append(step)
        if below:
            yield rounds[head], below


_BUILDERS: dict[str, Callable[..., Step]] = {
    "relation": Decoder._relation,
    "relation from candidates": Decoder._relation,
    "run bounds": Decoder._run_bounds,
    "hill": Decoder._hill,
    "same-line order": Decoder._hill,
    "short braid in a line": Decoder._line_braid,
    "braid in a line": Decoder._line_braid,
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
