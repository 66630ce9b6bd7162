"""Proofs from the traces of learners: what the conclusion needs, each line with what it follows from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..engines import Steps, open_steps
from ..model import Model
from .rules import Derived, Formula, Group, Lines, Root, given

__all__ = ["derive"]

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
    *,
    is_trimmed: bool = True,
) -> bytes:
    """Return the proof that a formula has no solution, from the trace of a learner that has come to an end.

    Each clause that was learned follows by unit propagation from the constraints that the line names, in their order.
    `tick` is called for each of them, and may raise an exception.
    """
    terms = [
        f"1 {'~' * sign}{formula.names[x]} ".encode() if x in formula.names else b""
        for x in range(1, len(model.domains) * formula.n + 1)
        for sign in (0, 1)
    ]
    return _Derivation(formula, root, model, open_steps(data, terms, is_trimmed=is_trimmed)).write(tick)


class _Derivation:
    """The lines of a proof: steps of a trace, and the clauses of the rules that they need."""

    def __init__(self, formula: Formula, root: Root, model: Model, steps: Steps) -> None:
        self.formula, self.root, self.model, self.steps = formula, root, model, steps
        self.lines = Lines(formula.n_constraints)
        self.root_numbers: dict[int, int] = {}
        self.hall_sets = [HallSet(*each) for each in steps.hall_sets()]
        self.full_units = [
            formula.unit_numbers[frozenset(unit)]
            for unit in map(list, model.skeleton.units)
            if len(unit) == formula.n
        ]
        self.units = [formula.unit_numbers[frozenset(unit)] for unit in model.skeleton.units]
        self.related = np.argsort(model.relations.cells, axis=None, kind="stable")  # ordered by the source

    # Rules ---------------------------------------------------------------------------------------------

    def _literal(self, literal: int) -> int:
        """Return a literal of the trace as one of the formula."""
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
        hall = self.hall_sets[data]
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
        steps, lines = self.steps, self.lines
        needs = steps.rules()
        rules = [self._derived(reason, word) for reason, word, _, _ in needs]
        self._write_root(rules)
        dropped: dict[int, list[int]] = {}
        rule = number = 0
        for step in steps.needed():
            tick()
            while rule < len(rules) and needs[rule][2] == step:
                number = self._write_rule(rules[rule])
                steps.set_rule(rule, number)
                if number > self.formula.n_constraints:
                    dropped.setdefault(needs[rule][3], []).append(number)
                rule += 1
            number = lines.emit(steps.take_line(step, lines.n_numbered + 1))
            if last := steps.last_need(step):
                dropped.setdefault(last, []).append(number)
            lines.drop(dropped.pop(step, ()))
        return lines.end(number)

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
