"""Proofs from the traces of learners: what the conclusion needs, each line with what it follows from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..model import Model
from .rules import Derived, Formula, Group, Lines, Root, given

__all__ = ["Trace", "derive", "read_trace"]

# The kinds of reasons, in the upper three bits of a word; see cython/learner/core.pxd and trace.pxd.
GIVEN, OTHER, LAST, LESSER, GREATER, CLAUSE, RELATED, UNIT = range(8)
KIND_SHIFT, DATA = 29, (1 << 29) - 1
NO_LITERAL = HALL_SET = (1 << 32) - 1
HALL_HEADER, STEP_HEADER = 5, 2

Words = npt.NDArray[np.uint32]


class HallSet(NamedTuple):
    """Cells of a unit that have only these values left, unless one of the literals holds."""

    unit: int
    cells: list[int]
    values: list[int]
    literals: list[int]


class Trace(NamedTuple):
    """What a learner noted.

    These are where the literals of each step begin, where its antecedents begin and end, the steps of single literals,
    which hold at level 0, and Hall sets.
    """

    words: Words
    begins: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    units: dict[int, int]
    hall_sets: list[HallSet]

    @property
    def n_steps(self) -> int:
        """Number of clauses."""
        return len(self.starts)


def read_trace(data: bytes) -> Trace:
    """Read the words of a trace, which are described in cython/learner/trace.pxd."""
    words = memoryview(data).cast("I")
    begins, starts, ends = list[int](), list[int](), list[int]()
    units, hall_sets = dict[int, int](), list[HallSet]()
    at = 0
    while at < len(words):
        if words[at] == HALL_SET:
            unit, *sizes = words[at + 1 : at + HALL_HEADER]
            at += HALL_HEADER
            lists = []
            for size in sizes:
                lists.append(words[at : at + size].tolist())
                at += size
            hall_sets.append(HallSet(unit, *lists))
            continue
        n_antecedents, n_literals = words[at], words[at + 1]
        at += STEP_HEADER
        begins.append(at)
        if n_literals == 1:
            units[words[at]] = len(starts)
        at += n_literals
        starts.append(at)
        at += 2 * n_antecedents
        ends.append(at)
    begin, start, end = (np.array(each, np.int64) for each in (begins, starts, ends))
    return Trace(np.frombuffer(data, np.uint32), begin, start, end, units, hall_sets)


def derive(
    formula: Formula,
    root: Root,
    model: Model,
    data: bytes,
    tick: Callable[[], None],
    *,
    is_trimmed: bool = True,
) -> bytes:
    """Return the proof that a formula has no solution, from the trace of a learner that has come to an end.

    Each clause that was learned follows by unit propagation from the constraints that the line names, in their order.
    `tick` is called for each of them, and may raise an exception.
    """
    return _Derivation(formula, root, model, read_trace(data), is_trimmed).write(tick)


class _Derivation:
    """The nodes of a proof: steps of the trace, and clauses of single rules, numbered behind the steps."""

    def __init__(self, formula: Formula, root: Root, model: Model, trace: Trace, is_trimmed: bool) -> None:
        self.formula, self.root, self.model, self.trace = formula, root, model, trace
        self.lines = Lines(formula.n_constraints)
        self.root_numbers: dict[int, int] = {}
        self.terms = {
            (x - 1) << 1 | sign: f"1 {'~' * sign}{name} "
            for x, name in formula.names.items()
            for sign in (0, 1)
        }
        self.full_units = [
            formula.unit_numbers[frozenset(unit)]
            for unit in map(list, model.skeleton.units)
            if len(unit) == formula.n
        ]
        self.units = [formula.unit_numbers[frozenset(unit)] for unit in model.skeleton.units]
        self.related = np.argsort(model.relations.cells, axis=None, kind="stable")  # ordered by the source
        self._number_nodes(is_trimmed)

    # What is needed ------------------------------------------------------------------------------------

    def _number_nodes(self, is_trimmed: bool) -> None:
        """Give each antecedent its node, and find the steps that the last one needs, going backwards."""
        trace, n = self.trace, self.trace.n_steps
        sizes = (trace.ends - trace.starts) // 2
        self.ends = np.cumsum(sizes)
        self.starts = self.ends - sizes
        at = np.repeat(trace.starts - 2 * self.starts, sizes) + 2 * np.arange(int(sizes.sum()))
        reasons, literals = trace.words[at], trace.words[at + 1]
        kinds = reasons >> KIND_SHIFT
        nodes = np.where(kinds == CLAUSE, (reasons & DATA).astype(np.int64), -1)
        is_unit = (kinds == GIVEN) & (literals != NO_LITERAL)
        if is_unit.any():
            which, back = np.unique(literals[is_unit], return_inverse=True)
            nodes[is_unit] = np.array([trace.units[each] for each in which.tolist()], np.int64)[back]
        needed = np.ones(n + 1, bool)
        if is_trimmed:
            needed[: n - 1] = False
            for step in range(n - 1, -1, -1):
                if needed[step]:
                    needed[nodes[self.starts[step] : self.ends[step]]] = True
        self.steps = np.flatnonzero(needed[:n])
        is_rule = (nodes < 0) & np.repeat(needed[:n], sizes)
        keys = reasons[is_rule].astype(np.uint64) << np.uint64(32) | literals[is_rule]
        self.keys, self.first, back = np.unique(keys, return_index=True, return_inverse=True)
        nodes[is_rule] = n + back
        self.nodes = nodes
        self.first = np.flatnonzero(is_rule)[self.first]
        self.last = np.zeros(n + len(self.keys), np.int64)
        order = np.repeat(np.arange(n), sizes)[np.repeat(needed[:n], sizes)]
        np.maximum.at(self.last, nodes[np.repeat(needed[:n], sizes)], order)

    # Rules ---------------------------------------------------------------------------------------------

    def _literal(self, literal: int) -> int:
        """Return a literal of the trace as one of the formula."""
        return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1

    def _derived(self, key: int) -> Derived:
        """Return the clause of a reason and the literal that it makes hold."""
        reason, word = key >> 32, key & NO_LITERAL
        kind, data = reason >> KIND_SHIFT, reason & DATA
        formula, x = self.formula, abs(self._literal(word))
        if kind == GIVEN:
            return given(*formula.excluded[data])
        if kind == OTHER:
            return formula.other(x, data + 1)
        if kind == LAST:
            return formula.last(self._group(data))
        if kind == LESSER:
            return formula.greater_than(data, x)
        if kind == GREATER:
            return formula.less_than(data, x)
        if kind == RELATED:
            return self._supported(data, x)
        hall = self.trace.hall_sets[data]
        others = [self._literal(each) for each in hall.literals]
        lost = [y for cell in hall.cells for y in formula.takes(cell) if self.root.holds(-y)]
        literals = others if word == NO_LITERAL else [*others, self._literal(word)]
        return formula.hall_set(
            self.units[hall.unit], hall.cells, [v + 1 for v in hall.values], literals, lost
        )

    def _group(self, number: int) -> Group:
        """Return the group of a number, as the learner counts them: cells, and then the values of full units."""
        formula = self.formula
        if number < len(formula.cells):
            return formula.cells[number]
        unit, value = divmod(number - len(formula.cells), formula.n)
        return formula.units[self.full_units[unit], value + 1]

    def _supported(self, number: int, x: int) -> Derived:
        """Return the clause that a value needs one beside it, by a relation as the learner counts them."""
        formula, relations = self.formula, self.model.relations
        k = int(self.related[number])
        source, (_, value) = int(relations.cells.flat[k]), formula.place(x)
        table = relations.tables[relations.table_numbers[k >> 1]]
        beside = []
        for y in formula.takes(source):
            w = formula.place(y)[1]
            row, column = (w, value) if k % 2 == 0 else (value, w)
            if int(table[row - 1, (column - 1) // 64]) >> (column - 1) % 64 & 1:
                beside.append(y)
        clause = [-x, *beside]
        return given(clause, formula.support_numbers[frozenset(clause)])

    # Lines ---------------------------------------------------------------------------------------------

    def write(self, tick: Callable[[], None]) -> bytes:
        """Return the proof."""
        if self.root.failed:
            failed = self.root.failed
            self._write_root([failed])
            return self.lines.end(self._write_rule(failed))
        rules = [self._derived(key) for key in self.keys.tolist()]
        self._write_root(rules)
        n = self.trace.n_steps
        numbers = np.zeros(n + len(rules), np.int64)
        dropped: dict[int, list[int]] = {}
        order = np.argsort(self.first, kind="stable")
        first = self.first[order].tolist()
        order, at = order.tolist(), 0
        for step in self.steps.tolist():
            tick()
            start, end = self.starts[step], self.ends[step]
            while at < len(order) and first[at] < end:
                node = n + order[at]
                numbers[node] = number = self._write_rule(rules[order[at]])
                if number > self.formula.n_constraints:
                    dropped.setdefault(int(self.last[node]), []).append(number)
                at += 1
            hints = numbers[self.nodes[start:end][::-1]].tolist()
            numbers[step] = number = self.lines.propagate(self._clause(step), hints)
            if self.last[step]:
                dropped.setdefault(int(self.last[step]), []).append(number)
            self.lines.drop(dropped.pop(step, ()))
        return self.lines.end(number)

    def _clause(self, step: int) -> str:
        """Return the clause of a step as text."""
        trace = self.trace
        return (
            "".join([self.terms[x] for x in trace.words[trace.begins[step] : trace.starts[step]].tolist()])
            + ">= 1"
        )

    def _write_root(self, rules: Sequence[Derived]) -> None:
        """Write what the rules need of the root."""
        root, needed = self.root, set[int]()
        for rule in rules:
            needed.update(self._needs(rule))
        for literal in reversed(root.trail):
            if literal in needed:
                needed.update(self._needs(root.why[literal], literal))
        for literal in root.trail:
            if literal in needed:
                self.root_numbers[literal] = self._write_rule(root.why[literal], literal)

    def _needs(self, rule: Derived, literal: int = 0) -> Iterator[int]:
        """Yield the literals that must hold at the root for a rule, which makes a literal hold there or none."""
        yield from rule.roots
        yield from (-x for x in rule.clause if x != literal and self.root.holds(-x))

    def _write_rule(self, rule: Derived, literal: int = 0) -> int:
        """Write the clause of a rule without what fails at the root; return its number."""
        number = rule.write(self.lines, self.root_numbers.__getitem__)
        failed = [x for x in rule.clause if x != literal and self.root.holds(-x)]
        if not failed and (not literal or len(rule.clause) == 1):
            return number
        rest = [x for x in rule.clause if x not in set(failed)]
        return self.lines.propagate(
            self.formula.shown(rest), [*(self.root_numbers[-x] for x in failed), number]
        )
