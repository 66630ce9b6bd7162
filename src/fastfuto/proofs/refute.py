"""Proofs for puzzles that learners cannot solve (sums and exact covers), by conflict-driven search in plain Python.

Each rule is a stateless propagator, so backtracking needs no undo. A propagator returns each implied literal with the
clause that explains it and the constraints from which the clause follows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from .encoding import Clause, Cover, Statement, formula
from .rules import Derived, Formula, Group, Lines, given

Found: TypeAlias = tuple[int, Derived]
"""An implied literal, or 0 for a conflict, and the clause that explains it."""
Key: TypeAlias = int | tuple[int, ...]
Propagator: TypeAlias = Callable[[], Iterator[Found]]

DECAY = 0.95
"""Factor by which each conflict reduces the weight of older conflicts (Moskewicz et al., 2001)."""


def refute(puzzle: Statement | Cover, solutions: Sequence[Clause], tick: Callable[[], object]) -> bytes:
    """Return the proof that a puzzle has no solutions except these; `tick` is called for each decision."""
    return _Search(puzzle, solutions, tick).run()


class _Step:
    """A learned clause and its antecedents: clauses of rules and earlier steps."""

    def __init__(self, clause: Sequence[int], hints: Sequence[Derived | _Step]) -> None:
        self.clause = clause
        self.hints = hints

    def is_propagated(self) -> bool:
        """Return whether the clause is a single literal that its antecedents propagate."""
        others = [hint for hint in self.hints if isinstance(hint, Derived) or len(hint.clause) != 1]
        return len(self.clause) == 1 and len(others) < 2


def _key(hint: Derived | _Step) -> Key:
    """Return the key of a hint: the identity of a step, or the clause of a rule."""
    return id(hint) if isinstance(hint, _Step) else tuple(hint.clause)


class _Search:
    def __init__(
        self, puzzle: Statement | Cover, solutions: Sequence[Clause], tick: Callable[[], object]
    ) -> None:
        self.tick = tick
        self.names = {x: name for name, x in puzzle.variables().items()}
        self.level: dict[int, int] = {}  # of each literal that holds
        self.why: dict[int, Derived | _Step | None] = {}
        self.trail: list[int] = []
        self.depth = 0
        self.propagators: list[Propagator] = []
        self.woken_by = defaultdict[int, list[int]](list)
        self.watching = defaultdict[int, list[tuple[list[int], Derived | _Step]]](list)
        self.short: list[tuple[list[int], Derived | _Step]] = []
        self.units: dict[int, _Step] = {}  # of each literal that holds at level 0
        self.weight = defaultdict[int, float](float)
        self.bump = 1.0
        self.groups: list[Group] = []
        self.n_constraints = 0
        if isinstance(puzzle, Statement):
            self._read_statement(puzzle, solutions)
        else:
            self._read_cover(puzzle, solutions)

    # Rules ---------------------------------------------------------------------------------------------

    def _read_statement(self, puzzle: Statement, solutions: Sequence[Clause]) -> None:
        rules = self.rules = Formula(puzzle, (), solutions)
        self.n_constraints = rules.n_constraints
        for group in (*rules.cells, *rules.units.values()):
            self._take_group(group)
        for lesser, greater in rules.less:
            variables = [*rules.takes(lesser), *rules.takes(greater)]
            self._add(variables, lambda a=lesser, b=greater: self._order(a, b))  # type: ignore[misc]
        for clause, number in (*rules.supports, *rules.excluded):
            self._watch(list(clause), given(clause, number))
        for (cells, total), number in zip(puzzle.sums, rules.sums, strict=True):
            variables = [x for cell in cells for x in rules.takes(cell)]
            self._add(variables, lambda c=cells, t=total, n=number: self._total(c, t, n))  # type: ignore[misc]
        for u, unit in enumerate(puzzle.units):
            if len(unit) > puzzle.n_values:
                pigeons = rules.pigeons(u)
                self._add([], lambda why=pigeons: iter([(0, why)]))  # type: ignore[misc]

    def _read_cover(self, puzzle: Cover, solutions: Sequence[Clause]) -> None:
        for key, terms, relation, number in formula(puzzle, (), solutions):
            literals, at = [x for _, x in terms], self.n_constraints + 1
            self.n_constraints += 1 + (relation == "=")
            if key[0] == "item":
                self._take_group(Group(literals, at, relation == "="))
            elif key[0] == "colour" and number > 1:
                for x in literals[1:]:
                    self._watch([literals[0], x], given((literals[0], x), at))
            else:
                self._watch(literals, given(literals, at))

    def _take_group(self, group: Group) -> None:
        self.groups += [group] * group.is_exact
        self._add(group.members, lambda: self._group(group))

    def _add(self, variables: Sequence[int], propagator: Propagator) -> None:
        for x in variables:
            self.woken_by[x].append(len(self.propagators))
        self.propagators.append(propagator)

    def _group(self, group: Group) -> Iterator[Found]:
        """Propagate that at most one variable of a group is true and, in an exact group, at least one."""
        true = [x for x in group.members if x in self.level]
        if true:
            for x in group.members:
                if x != true[0] and -x not in self.level:
                    yield -x, given((-x, -true[0]), group.at_most)
        elif group.is_exact:
            left = [x for x in group.members if -x not in self.level]
            if len(left) < 2:
                yield (left[0] if left else 0), given(group.members, group.number)

    def _left(self, cell: int) -> list[int]:
        """Return the remaining values of a cell."""
        return [self.rules.place(x)[1] for x in self.rules.takes(cell) if -x not in self.level]

    def _order(self, lesser: int, greater: int) -> Iterator[Found]:
        least, most = self._left(lesser), self._left(greater)
        if not least or not most:
            return  # An empty cell is a conflict of its group.
        for x in self.rules.takes(greater):
            if -x not in self.level and self.rules.place(x)[1] <= least[0]:
                yield -x, self.rules.greater_than(lesser, x)
        for x in self.rules.takes(lesser):
            if -x not in self.level and self.rules.place(x)[1] >= most[-1]:
                yield -x, self.rules.less_than(greater, x)

    def _total(self, cells: Sequence[int], total: int, number: int) -> Iterator[Found]:
        """Propagate a total: the smallest and largest values of the other cells bound each cell."""
        left = [self._left(cell) for cell in cells]
        if not all(left):
            return
        least, most = sum(each[0] for each in left), sum(each[-1] for each in left)
        if least > total or most < total:
            yield 0, self._bound(cells, left, number, is_upper=least > total)
        for k, cell in enumerate(cells):
            if cells.count(cell) > 1:
                continue
            for value in left[k]:
                x = cell * self.rules.n + value
                if least - left[k][0] + value > total:
                    yield -x, self._bound(cells, left, number, x, is_upper=True)
                elif most - left[k][-1] + value < total:
                    yield -x, self._bound(cells, left, number, x, is_upper=False)

    def _bound(
        self, cells: Sequence[int], left: Sequence[Sequence[int]], number: int, x: int = 0, *, is_upper: bool
    ) -> Derived:
        """Return a clause about the bounds of the other cells; it makes x fail or, without x, fails itself.

        For each other cell, the constraint that the cell has a value is multiplied by its bound and added to the sum.
        Values beyond the bounds remain in the sum.
        """
        rules, own = self.rules, self.rules.place(x)[0] if x else -1
        clause = [-x] if x else []
        terms = [(number + is_upper, 1)]
        for cell, values in zip(cells, left, strict=True):
            if cell == own:
                continue
            bound = values[0] if is_upper else values[-1]
            group = rules.cells[cell]
            terms.append((group.number if is_upper else group.at_most, bound))
            for y in rules.takes(cell):
                value = rules.place(y)[1]
                if (value < bound if is_upper else value > bound) and y not in clause:
                    clause.append(y)
        if x and not is_upper:  # Add that the cell itself has at most one value.
            terms.append((rules.cells[own].at_most, rules.n))
        return Derived(clause, terms)

    # Search --------------------------------------------------------------------------------------------

    def run(self) -> bytes:
        """Return the proof."""
        todo, conflict = set(range(len(self.propagators))), None
        for clause, why in self.short:
            if not clause or -clause[0] in self.level:
                conflict = why
            elif clause[0] not in self.level:
                self._make(clause[0], why, todo)
        while True:
            self.tick()
            conflict = conflict or self._propagate(todo)
            todo = set()
            if conflict is None:
                literal = self._choose()
                self.depth += 1
                self._make(literal, None, todo)
                continue
            if not self.depth:
                return self._write(_Step((), self._explained(conflict, ())))
            step = self._learn(conflict)
            conflict = None
            self._undo(max((self.level[-x] for x in step.clause[1:]), default=0))
            if len(step.clause) == 1:
                self.units[step.clause[0]] = step
            else:
                self._watch(list(step.clause), step)
            self._make(step.clause[0], step, todo)

    def _make(self, literal: int, why: Derived | _Step | None, todo: set[int]) -> None:
        self.level[literal] = self.depth
        self.why[literal] = why
        self.trail.append(literal)
        todo.update(self.woken_by[abs(literal)])
        if not self.depth and literal not in self.units:
            assert why is not None
            clause = [x for x in why.clause if x != literal]
            self.units[literal] = _Step([literal], [*(self.units[-x] for x in clause), why])

    def _propagate(self, todo: set[int]) -> Derived | _Step | None:
        """Propagate to the fixpoint; return the clause that fails, or None."""
        at = len(self.trail) - 1 if self.depth else 0
        while True:
            while at < len(self.trail):
                if (failed := self._visit(-self.trail[at], todo)) is not None:
                    return failed
                at += 1
            if not todo:
                return None
            for literal, why in self.propagators[todo.pop()]():
                if not literal or -literal in self.level:
                    return why
                if literal not in self.level:
                    self._make(literal, why, todo)

    def _watch(self, clause: list[int], why: Derived | _Step) -> None:
        """Watch the first two literals of a clause; the second is the latest to fail, if it has failed."""
        if len(clause) < 2:
            self.short.append((clause, why))
            return
        clause[1:] = sorted(clause[1:], key=lambda x: -self.level.get(-x, len(self.names)))
        for x in clause[:2]:
            self.watching[x].append((clause, why))

    def _visit(self, failed: int, todo: set[int]) -> Derived | _Step | None:
        """Propagate the failure of a literal in the clauses that watch it; return a clause that fails, or None."""
        kept = list[tuple[list[int], Derived | _Step]]()
        visited = self.watching[failed]
        for k, (clause, why) in enumerate(visited):
            if clause[0] == failed:
                clause[0], clause[1] = clause[1], clause[0]
            if clause[0] not in self.level:
                for j in range(2, len(clause)):
                    if -clause[j] not in self.level:
                        clause[1], clause[j] = clause[j], failed
                        self.watching[clause[1]].append((clause, why))
                        break
                else:
                    if -clause[0] in self.level:
                        self.watching[failed] = kept + visited[k:]
                        return why
                    kept.append((clause, why))
                    self._make(clause[0], why, todo)
                continue
            kept.append((clause, why))
        self.watching[failed] = kept
        return None

    def _choose(self) -> int:
        """Return the literal to decide: the heaviest candidate of the exact group with the fewest candidates."""
        best: list[int] = []
        for group in self.groups:
            left = [x for x in group.members if -x not in self.level]
            if len(left) > 1 and (not best or len(left) < len(best)):
                best = left
        return max(
            best or [x for x in self.names if x not in self.level and -x not in self.level], key=self._weight
        )

    def _weight(self, x: int) -> float:
        return self.weight[x]

    def _undo(self, depth: int) -> None:
        while self.trail and self.level[self.trail[-1]] > depth:
            literal = self.trail.pop()
            del self.level[literal], self.why[literal]
        self.depth = depth

    def _learn(self, conflict: Derived | _Step) -> _Step:
        """Return the step of the first unique implication point."""
        seen, others, n_open, clause = set[int](), list[int](), 0, conflict.clause
        for literal in reversed(self.trail):
            for x in clause:
                if -x not in seen and self.level[-x]:
                    seen.add(-x)
                    self.weight[abs(x)] += self.bump
                    if self.level[-x] == self.depth:
                        n_open += 1
                    else:
                        others.append(x)
            clause = ()
            if literal in seen:
                n_open -= 1
                if not n_open:
                    break
                why = self.why[literal]
                assert why is not None
                clause = [x for x in why.clause if x != literal]
        self.bump /= DECAY
        return _Step([-literal, *others], self._explained(conflict, [-literal, *others]))

    def _explained(self, conflict: Derived | _Step, clause: Sequence[int]) -> list[Derived | _Step]:
        """Return the antecedents of a clause in the order in which a checker can propagate them."""
        seen, stop = {-x for x in conflict.clause}, {-x for x in clause}
        reasons: list[Derived | _Step] = [conflict]
        units = list[Derived | _Step]()
        for literal in reversed(self.trail):
            if literal not in seen or literal in stop:
                continue
            if not self.level[literal]:
                units.append(self.units[literal])
                continue
            why = self.why[literal]
            assert why is not None
            reasons.append(why)
            seen.update(-x for x in why.clause if x != literal)
        return [*units, *reversed(reasons)]

    # Lines ---------------------------------------------------------------------------------------------

    def _write(self, last: _Step) -> bytes:
        """Return the proof with the steps that the last step needs.

        A propagated literal that only one line needs gets no line; the line that needs the literal names the literal's
        antecedents instead. Sums and the clauses that they imply are treated in the same way.
        """
        steps, todo, done = list[_Step](), [last], set[int]()
        while todo:  # depth first, so a step follows its antecedents
            step = todo[-1]
            ahead = [hint for hint in step.hints if isinstance(hint, _Step) and id(hint) not in done]
            if ahead:
                todo += ahead
                continue
            todo.pop()
            if id(step) not in done:
                done.add(id(step))
                steps.append(step)
        users = defaultdict[Key, set[int]](set)
        members = defaultdict[int, list[_Step]](list)
        for step in reversed(steps):
            own = users[_key(step)]
            line = next(iter(own)) if len(own) == 1 and step.is_propagated() else id(step)
            members[line].append(step)
            for hint in step.hints:
                users[_key(hint)].add(line)
        lines, numbers = Lines(self.n_constraints), dict[Key, int]()
        for step in steps:
            hints = list[int]()
            for member in reversed(members[id(step)]):
                for hint in member.hints:
                    if (key := _key(hint)) not in numbers and isinstance(hint, Derived):
                        numbers[key] = self._add_rule(lines, hint, is_shared=len(users[key]) > 1)
                    if key in numbers:
                        hints.append(numbers[key])
            if hints:
                numbers[_key(step)] = lines.propagate(self._shown(step.clause), hints)
        return lines.end(numbers[_key(last)])

    def _add_rule(self, lines: Lines, rule: Derived, *, is_shared: bool) -> int:
        """Return the number of a sum, or of the clause that it implies if several lines need the clause."""
        number = lines.add(rule.terms)
        if number <= self.n_constraints or not is_shared:
            return number
        clause = lines.imply(self._shown(rule.clause), number)
        lines.drop([number])
        return clause

    def _shown(self, clause: Sequence[int]) -> str:
        terms = (f"1 {self.names[x]} " if x > 0 else f"1 ~{self.names[-x]} " for x in clause)
        return f"{''.join(terms)}>= 1"
