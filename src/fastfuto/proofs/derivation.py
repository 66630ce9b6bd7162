"""Proofs from the traces of learners: the steps that the conclusion needs, one line per step, with its antecedents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from ..engines import Steps, open_steps
from ..model import Model
from .drat import ADDED, DELETED
from .rules import Derived, Formula, Group, Lines, Root, given

Line: TypeAlias = tuple[str, int]
"""A line of the proof: its kind ("step", "rule", "root" for a literal that holds there, or "cell") and its number."""

# The kinds of reasons, in the upper three bits of a word; see cython/learner/core.pxd.
GIVEN, OTHER, LAST, LESSER, GREATER, CLAUSE, RELATED, UNIT = range(8)
KIND_SHIFT, DATA = 29, (1 << 29) - 1
NO_LITERAL = (1 << 32) - 1


class HallSet(NamedTuple):
    """Cells of a unit that have only these values left, unless one of the literals holds."""

    unit: int
    cells: list[int]
    values: list[int]
    literals: list[int]


def derive(
    formula: Formula,
    root: Root,
    model: Model,
    data: bytes,
    tick: Callable[[], None],
) -> bytes:
    """Return the proof that a formula has no solution, from the trace of an exhausted learner.

    Each learned clause follows by unit propagation from the constraints that its line names, in this order. `tick` is
    called first for each cell and then for each clause, and may raise an exception.
    """
    terms = list[bytes]()
    for name, domain in zip(formula.puzzle.names, map(frozenset, formula.puzzle.domains), strict=True):
        tick()
        for value in range(1, formula.n + 1):
            shown = f"{name}v{value} " if value in domain else ""
            terms += (f"1 {shown}".encode(), f"1 ~{shown}".encode()) if shown else (b"", b"")
    return _Derivation(formula, root, model, open_steps(data, terms)).write(tick)


def derive_clauses(model: Model, data: bytes, tick: Callable[[], None]) -> bytes:
    """Return the proof of `derive` in binary DRAT, from the trace of an exhausted clausal learner.

    Each clause follows by unit propagation from the formula and the clauses that are left. `tick` is called for each
    clause and may raise an exception.
    """
    steps = open_steps(data, [b""] * (2 * model.n_cells * model.n_values), clausal=True)
    added, deleted = bytes((ADDED,)), bytes((DELETED,))
    proof, dropped = bytearray(), defaultdict[int, list[bytes]](list)
    for step in (order := steps.lines()):
        tick()
        clause = steps.take_clause(step)
        proof += added + clause
        for each in dropped.pop(step, ()):
            proof += deleted + each
        if 0 < (last := steps.last_need(step)) < order[-1]:
            dropped[last].append(clause)
    return bytes(proof) or added + b"\0"


class _Derivation:
    """The lines of a proof: the steps of a trace and the clauses of rules.

    A rule that only one line needs is written in this line as a sum. A rule that several lines need becomes a clause,
    which is deleted after its last use. A Hall set stays a sum, because it implies one clause for each cell outside. A
    literal that holds at the root has its own line if several lines need the literal.
    """

    def __init__(self, formula: Formula, root: Root, model: Model, steps: Steps) -> None:
        self.formula, self.root, self.model, self.steps = formula, root, model, steps
        self.lines = Lines(formula.n_constraints)
        self.root_numbers: dict[int, int] = {}
        """The numbers of the lines of literals that hold at the root."""
        self.inlined: dict[Line, list[int]] = defaultdict(list)
        """Literals that hold at the root and that only one line needs, the latest first."""
        self.sums: dict[tuple[tuple[int, int], ...], int] = {}
        """The sums that make literals hold at the root, with their numbers, until they are deleted."""
        self.hall_sets = [HallSet(*each) for each in steps.hall_sets()]
        self.failing = frozenset(-x for x in root.trail)
        """Literals that fail at the root."""
        self.cell_numbers: dict[int, int] = {}
        """The numbers of the clauses that a cell has one of the values left at the root."""
        self.full_units = [
            formula.unit_numbers[frozenset(unit)]
            for unit in map(list, model.skeleton.units)
            if len(unit) == formula.n
        ]
        self.units = [formula.unit_numbers[frozenset(unit)] for unit in model.skeleton.units]
        self.related = np.argsort(
            model.relations.cells, axis=None, kind="stable"
        )  # ordered by the source cell

    # Rules ---------------------------------------------------------------------------------------------

    def _literal(self, literal: int) -> int:
        """Return the literal of the formula for a literal of the trace."""
        return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1

    def _derived(self, reason: int, word: int) -> Derived:
        """Return the clause of a reason and the literal that it makes hold."""
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
        # The literals of a Hall set are open at the root, so it needs no other literal of the root.
        hall = self.hall_sets[data]
        others = [self._literal(each) for each in hall.literals]
        return formula.hall_set(self.units[hall.unit], hall.cells, [v + 1 for v in hall.values], others)

    def _group(self, number: int) -> Group:
        """Return the group with this number in the learner, which counts cells and then the values of full units."""
        formula = self.formula
        if number < len(formula.cells):
            return formula.cells[number]
        unit, value = divmod(number - len(formula.cells), formula.n)
        return formula.units[self.full_units[unit], value + 1]

    def _supported(self, number: int, x: int) -> Derived:
        """Return the clause that a value requires an allowed value in the other cell of a relation."""
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
        lines, steps = self.lines, self.steps
        if failed := self.root.failed:
            line = "step", 0
            self._write_root([(line, failed)])
            numbers = [*self._of_root(line, [failed]), self._sum_at_root(failed)]
            return lines.end(lines.propagate(self.formula.shown([]), numbers))
        needs = steps.rules()
        rules = [self._derived(reason, word) for reason, word, _, _ in needs]
        users: list[Line] = [
            ("step", first) if first == last else ("rule", k) for k, (_, _, first, last) in enumerate(needs)
        ]
        self._write_root(zip(users, rules, strict=True))
        kept, dropped = set(self.cell_numbers.values()), dict[int, list[int]]()
        rule = number = 0
        for step in (order := steps.lines()):
            tick()
            own = []
            while rule < len(rules) and needs[rule][2] == step:
                if users[rule][0] == "rule" and not rules[rule].cells:
                    number = self._write_rule(users[rule], rules[rule])
                else:
                    number = self._sum(rules[rule])
                    own.append(rules[rule])
                steps.set_rule(rule, number)
                if number > self.formula.n_constraints and number not in kept:
                    dropped.setdefault(needs[rule][3], []).append(number)
                rule += 1
            before = self._of_root(("step", step), own)
            number = lines.emit(steps.take_line(step, lines.n_numbered + 1, before))
            if last := steps.last_need(step):
                dropped.setdefault(last, []).append(number)
            if step != order[-1]:
                lines.drop([*self._forgotten_sums(), *dropped.pop(step, ())])
        return lines.end(number)

    def _write_root(self, needs: Iterable[tuple[Line, Derived]]) -> None:
        """Write the lines of the root that several lines need, and record lines that are needed once for inlining."""
        root, users, needs = self.root, defaultdict[int, set[Line]](set), list(needs)
        cells = {
            cell: self.formula.last(self.formula.cells[cell]) for _, rule in needs for cell in rule.cells
        }
        for line, rule in chain(needs, ((("cell", cell), rule) for cell, rule in cells.items())):
            for x in rule.clause:
                if x in self.failing:
                    users[-x].add(line)
        written = list[int]()
        for literal in reversed(root.trail):
            if literal not in users:
                continue
            if len(users[literal]) > 1:
                line = "root", literal
                written.append(literal)
            else:
                (line,) = users[literal]
                self.inlined[line].append(literal)
            for x in root.why[literal].clause:
                if x != literal:
                    users[-x].add(line)
        for literal in reversed(written):
            why = root.why[literal]
            number = self._sum_at_root(why)
            if len(why.clause) > 1 or len(why.terms) > 1:
                numbers = [*self._of_root(("root", literal), [why]), number]
                number = self.lines.propagate(self.formula.shown([literal]), numbers)
            self.root_numbers[literal] = number
        for cell, rule in cells.items():
            self.cell_numbers[cell] = self._write_rule(("cell", cell), rule)
        self.lines.drop(self._forgotten_sums())

    def _of_root(self, line: Line, rules: Iterable[Derived]) -> list[int]:
        """Return the constraints of the root that a line names before its rules."""
        numbers = list[int]()
        for literal in reversed(self.inlined.pop(line, [])):
            why = self.root.why[literal]
            numbers += [*self._written(why), self._sum_at_root(why)]
        return numbers + [number for rule in rules for number in self._written(rule)]

    def _written(self, rule: Derived) -> list[int]:
        """Return the constraints of the root by which literals of a clause fail."""
        return [self.root_numbers[-x] for x in rule.clause if -x in self.root_numbers]

    def _sum(self, rule: Derived) -> int:
        """Return the number of the sum that implies a clause."""
        return self.lines.add([*((self.cell_numbers[cell], 1) for cell in rule.cells), *rule.terms])

    def _sum_at_root(self, rule: Derived) -> int:
        """Return the number of the sum that makes a literal hold at the root; other literals may share the sum."""
        terms = tuple(rule.terms)
        if terms not in self.sums:
            self.sums[terms] = self.lines.add(terms)
        return self.sums[terms]

    def _forgotten_sums(self) -> list[int]:
        """Forget the sums of the root and return their numbers for deletion."""
        numbers = [number for number in self.sums.values() if number > self.formula.n_constraints]
        self.sums.clear()
        return numbers

    def _write_rule(self, line: Line, rule: Derived) -> int:
        """Write the clause of a rule without the literals that fail at the root; return the number of the clause."""
        lines = self.lines
        before = self._of_root(line, [rule])
        added = number = self._sum(rule)
        rest = [x for x in rule.clause if x not in self.failing]
        if len(rest) < len(rule.clause):
            number = lines.propagate(self.formula.shown(rest), [*before, added])
        elif added > self.formula.n_constraints:
            number = lines.imply(self.formula.shown(rest), added)
        if added > self.formula.n_constraints:
            lines.drop([added])
        return number
