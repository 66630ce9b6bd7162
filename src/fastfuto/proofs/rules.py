"""Clauses implied by single rules of a puzzle, the lines of a proof, and the literals that hold at the root.

A literal is a variable of the formula, with a minus sign if it is negated. Constraints have the same numbers as in a
checker, which counts an equation as two constraints: at least, then at most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from .encoding import Clause, Given, Statement, formula

Terms: TypeAlias = Sequence[tuple[int, int]]
"""The terms of a sum: numbers of constraints with their factors."""


class Derived(NamedTuple):
    """A clause and the constraints whose sum implies it.

    The sum may imply more than the clause. For a Hall set, the whole sum is needed. The sum also includes, for each of
    the `cells`, the clause that the cell has one of the values left at the root.
    """

    clause: Sequence[int]
    terms: Terms
    cells: Sequence[int] = ()


class Group(NamedTuple):
    """Variables of which at most one is true, and at least one if `is_exact`; `number` is the first constraint."""

    members: Sequence[int]
    number: int
    is_exact: bool

    @property
    def at_most(self) -> int:
        """The number of the constraint that at most one variable is true."""
        return self.number + self.is_exact


class Lines:
    """The lines of a proof, and the number of the last constraint."""

    def __init__(self, n_given: int) -> None:
        self.text: list[str] = ["pseudo-Boolean proof version 3.0\n", f"f {n_given} ;\n"]
        self.n_numbered: int = n_given

    def emit(self, line: str) -> int:
        """Write a line that derives a constraint; return the number of the constraint."""
        self.text.append(line)
        self.n_numbered += 1
        return self.n_numbered

    def propagate(self, clause: str, numbers: Iterable[int]) -> int:
        """Write a clause that follows by unit propagation from these constraints in order; return its number."""
        return self.emit(f"rup {clause} : {' '.join(map(str, dict.fromkeys(numbers)))} ;\n")

    def imply(self, clause: str, number: int) -> int:
        """Write a clause that a constraint implies; return its number."""
        return self.emit(f"ia {clause} : {number} ;\n")

    def add(self, terms: Terms) -> int:
        """Return the number of a sum; write a line for it unless it is a single constraint."""
        if len(terms) == 1 and terms[0][1] == 1:
            return terms[0][0]
        shown = [str(number) if factor == 1 else f"{number} {factor} *" for number, factor in terms]
        return self.emit(f"pol {' '.join([shown[0], *(f'{term} +' for term in shown[1:])])} ;\n")

    def drop(self, numbers: Iterable[int]) -> None:
        """Write a line that deletes constraints, if there are any."""
        if shown := " ".join(map(str, numbers)):
            self.text.append(f"del id {shown} ;\n")

    def end(self, number: int) -> bytes:
        """Write the conclusion; return the proof."""
        self.text += ["output NONE ;\n", f"conclusion UNSAT : {number} ;\n", "end pseudo-Boolean proof ;\n"]
        return "".join(self.text).encode("ascii")


def never() -> None:
    """Do nothing. The default of `tick`, which is called often for large formulas and may raise an exception."""


class Formula:
    """The rules of a puzzle with the numbers of their constraints; `tick` is called for each constraint."""

    def __init__(
        self,
        puzzle: Statement,
        given: Given = (),
        excluded: Iterable[Clause] = (),
        tick: Callable[[], None] = never,
    ) -> None:
        self.puzzle = puzzle
        self.n: int = puzzle.n_values
        self.values: list[int] = [0, *list(range(1, self.n + 1)) * len(puzzle.domains)]
        """The value of each variable."""
        self.cells: list[Group] = []
        self.units: dict[tuple[int, int], Group] = {}
        self.less: dict[tuple[int, int], int] = {}
        self.supports: list[tuple[list[int], int]] = []
        self.given: list[tuple[int, int]] = []
        self.excluded: list[tuple[list[int], int]] = []
        self.sums: list[int] = []
        self.n_constraints: int = 0
        for key, terms, relation, _ in formula(puzzle, given, excluded):
            tick()
            literals, number = [x for _, x in terms], self.n_constraints + 1
            self.n_constraints += 1 + (relation == "=")
            match key[0]:
                case "cell":
                    self.cells.append(Group(literals, number, True))
                case "unit":
                    self.units[key[1:]] = Group(literals, number, relation == "=")
                case "less":
                    self.less[key[1:]] = number
                case "support":
                    self.supports.append((literals, number))
                case "given":
                    self.given.append((literals[0], number))
                case "excluded":
                    self.excluded.append((literals, number))
                case _:
                    self.sums.append(number)
        self.units_of: dict[int, set[int]] = defaultdict(set)
        for u, unit in enumerate(puzzle.units):
            for cell in unit:
                self.units_of[cell].add(u)
        self.unit_numbers: dict[frozenset[int], int] = {
            frozenset(unit): u for u, unit in enumerate(puzzle.units)
        }
        self.support_numbers: dict[frozenset[int], int] = {
            frozenset(clause): number for clause, number in self.supports
        }

    def shown(self, clause: Iterable[int]) -> str:
        """Return a clause as text."""
        return f"{''.join(f'1 {self.name(x)} ' for x in clause)}>= 1"

    def name(self, x: int) -> str:
        """Return the name of a literal."""
        cell, value = self.place(x)
        return f"{'~' * (x < 0)}{self.puzzle.names[cell]}v{value}"

    def place(self, x: int) -> tuple[int, int]:
        """Return the cell and the value of a variable or a literal."""
        return (abs(x) - 1) // self.n, (abs(x) - 1) % self.n + 1

    def takes(self, cell: int) -> Sequence[int]:
        """Return the variables of a cell."""
        return self.cells[cell].members

    def groups(self, x: int) -> Iterator[Group]:
        """Yield the groups that contain a variable."""
        cell, value = self.place(x)
        yield self.cells[cell]
        for u in sorted(self.units_of[cell]):
            yield self.units[u, value]

    # Clauses -------------------------------------------------------------------------------------------

    def last(self, group: Group) -> Derived:
        """Return the clause that at least one variable of a group is true."""
        return given(group.members, group.number)

    def other(self, x: int, y: int) -> Derived:
        """Return the clause that two variables of a group are not both true."""
        (cell, value), (beside, _) = self.place(x), self.place(y)
        group = self.cells[cell]
        if cell != beside:
            group = self.units[min(self.units_of[cell] & self.units_of[beside]), value]
        return given((-x, -y), group.at_most)

    def greater_than(self, lesser: int, x: int, least: int | None = None) -> Derived:
        """Return the clause that a cell has a value only if the smaller cell has a smaller value.

        With `least`, which is at least the value, the smaller cell must have a value below `least`. The sum is the same
        for all values of `least`.
        """
        greater, value = self.place(x)
        least = value if least is None else least
        values = self.values
        clause = [-x, *[y for y in self.takes(lesser) if values[y] < least]]
        at_least, at_most = self.cells[lesser].number, self.cells[greater].at_most
        return Derived(clause, [(self.less[lesser, greater], 1), (at_least, least), (at_most, self.n)])

    def less_than(self, greater: int, x: int, most: int | None = None) -> Derived:
        """Return the clause that a cell has a value only if the greater cell has a larger value or one above `most`."""
        lesser, value = self.place(x)
        most = value if most is None else most
        values = self.values
        clause = [-x, *[y for y in self.takes(greater) if values[y] > most]]
        return Derived(clause, [(self.less[lesser, greater], 1), (self.cells[greater].at_most, most)])

    def pigeons(self, unit: int) -> Derived:
        """Return the contradiction of a unit with more cells than values."""
        numbers = [self.cells[cell].number for cell in self.puzzle.units[unit]]
        numbers += [
            self.units[unit, value].at_most for value in range(1, self.n + 1) if (unit, value) in self.units
        ]
        return Derived([], [(number, 1) for number in numbers])

    def hall_set(
        self, unit: int, cells: Sequence[int], values: Sequence[int], others: Sequence[int]
    ) -> Derived:
        """Return the sum for a Hall set: k cells with only k or k - 1 values, unless one of the `others` is true.

        The sum adds the constraints that each cell has a value and that no value occurs twice. Unless one of the
        `others` is true, cells outside the set have none of the values. Positive `others` are further values that the
        cells had at the root. A negative literal negates a value of a cell outside the set.
        """
        all_values = sorted({*values, *(self.values[-x] for x in others if x < 0)})
        units = [self.units[unit, value] for value in all_values if (unit, value) in self.units]
        return Derived(others, [(group.at_most, 1) for group in units], cells)


def given(clause: Sequence[int], number: int) -> Derived:
    """Return a clause that a single constraint of the formula implies."""
    return Derived(clause, [(number, 1)])


class Root:
    """The literals that follow from the rules and clues by propagation, each with the clause that implies it.

    This is the fixpoint from which the engines start. Values of fixed cells are removed from their units, and values
    with one position left are placed. Bounds move along inequalities, and values without support are removed. `tick`
    is called for each group and literal.
    """

    def __init__(self, formula: Formula, tick: Callable[[], None] = never) -> None:
        self.formula = formula
        self.truth: bytearray = bytearray(len(formula.puzzle.domains) * formula.n + 1)
        self.trail: list[int] = []
        self.why: dict[int, Derived] = {}
        self.failed: Derived | None = None
        self._propagate(tick)

    def holds(self, literal: int) -> bool:
        """Return whether a literal holds."""
        return self.truth[abs(literal)] == (1 if literal > 0 else 2)

    def _make(self, literal: int, why: Derived) -> None:
        """Make a literal hold unless it holds already; record a conflict if it fails."""
        if self.holds(-literal):
            self.failed = self.failed or why
        elif not self.holds(literal):
            self.truth[abs(literal)] = 1 if literal > 0 else 2
            self.trail.append(literal)
            self.why[literal] = why

    def _propagate(self, tick: Callable[[], None]) -> None:
        formula = self.formula
        exact = [group for group in (*formula.cells, *formula.units.values()) if group.is_exact]
        left = {group.number: len(group.members) for group in exact}
        supports_of = defaultdict[int, list[int]](list)
        n_supports = []
        for k, (clause, number) in enumerate(formula.supports):
            for x in clause[1:]:
                supports_of[x].append(k)
            n_supports.append(len(clause) - 1)
            if len(clause) == 1:
                self._make(clause[0], given(clause, number))
        above, below = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for lesser, greater in formula.less:
            above[lesser].append(greater)
            below[greater].append(lesser)
        for literal, number in formula.given:
            self._make(literal, given([literal], number))
        for u, unit in enumerate(formula.puzzle.units):
            if len(unit) > formula.n:
                self.failed = formula.pigeons(u)
        for group in exact:
            tick()
            if len(group.members) < 2:
                self._settle(group)
        moved = dict.fromkeys((*above, *below))  # cells whose bounds may have moved, in this order
        at = 0
        while not self.failed and (at < len(self.trail) or moved):
            tick()
            if at == len(self.trail):  # Bounds come last, because each needs its own sum.
                cell = next(iter(moved))
                del moved[cell]
                self._carry(cell, above, below)
                continue
            literal = self.trail[at]
            at += 1
            for group in formula.groups(abs(literal)):
                if literal > 0:
                    for y in group.members:
                        if y != literal and self.truth[y] != 2:
                            self._make(-y, given((-y, -literal), group.at_most))
                elif left.get(group.number, 0) > 0:
                    left[group.number] -= 1
                    if left[group.number] < 2:
                        self._settle(group)
            if literal < 0:
                for k in supports_of[-literal]:
                    n_supports[k] -= 1
                    if not n_supports[k]:
                        self._make(formula.supports[k][0][0], given(*formula.supports[k]))
                cell = formula.place(literal)[0]
                if cell in above or cell in below:
                    moved[cell] = None

    def _settle(self, group: Group) -> None:
        """Make the last variable of a group hold, or note the conflict if none is left."""
        last = [x for x in group.members if self.truth[x] != 2]
        if not last:
            self.failed = self.failed or self.formula.last(group)
        elif len(last) == 1:
            self._make(last[0], self.formula.last(group))

    def _carry(self, cell: int, above: dict[int, list[int]], below: dict[int, list[int]]) -> None:
        """Propagate the bounds of a cell along its inequalities."""
        formula, values = self.formula, self.formula.values
        left = [values[x] for x in formula.takes(cell) if self.truth[x] != 2]
        if not left:
            return
        for greater in above.get(cell, ()):
            for x in formula.takes(greater):
                if self.truth[x] != 2 and values[x] <= left[0]:
                    self._make(-x, formula.greater_than(cell, x, left[0]))
        for lesser in below.get(cell, ()):
            for x in formula.takes(lesser):
                if self.truth[x] != 2 and values[x] >= left[-1]:
                    self._make(-x, formula.less_than(cell, x, left[-1]))
