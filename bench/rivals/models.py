"""Solvers that are given a model of the puzzle: CP-SAT, SAT solvers and the model counter Ganak."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from ..statement import Statement, statement
from ..tasks import Outcome, Task


def cp_sat(puzzle: Any, task: Task, limit: float, **parameters: object) -> Outcome:
    """Solve with CP-SAT, one worker: an integer a cell, AllDifferent a unit, ``<`` an inequality, sums."""
    from ortools.sat.python import cp_model

    start = perf_counter()
    known = statement(puzzle)
    model = cp_model.CpModel()
    cells = [model.new_int_var(domain[0], domain[-1], "") for domain in known.domains]
    for unit in known.units:
        if len(unit) > 1:
            model.add_all_different([cells[k] for k in unit])
    for a, b in known.inequalities:
        model.add(cells[a] < cells[b])
    for group, total in known.sums:
        model.add(sum(cells[k] for k in group) == total)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    build = perf_counter() - start

    grids: list[list[int]] = []
    if task.limit == 1:
        start = perf_counter()
        status = solver.solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            grids.append([solver.value(cell) for cell in cells])
        seconds = perf_counter() - start
        found, finished = len(grids), status != cp_model.UNKNOWN
    else:

        class Listener(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self) -> None:
                self.found += 1
                if task.grids:
                    grids.append([self.value(cell) for cell in cells])
                if self.found == task.limit:
                    self.stop_search()

        solver.parameters.enumerate_all_solutions = True
        listener = Listener()
        start = perf_counter()
        status = solver.solve(model, listener)
        seconds = perf_counter() - start
        found = listener.found
        finished = found == task.limit or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return Outcome(
        found,
        build,
        seconds if finished else limit,
        grids,
        nodes=solver.num_branches,
        conflicts=solver.num_conflicts,
        timed_out=not finished,
    )


CONFLICTS_A_SLICE = 2000
"""How many conflicts a SAT solver may make before the clock is looked at."""


def sat(
    puzzle: Any, task: Task, limit: float, *, solver: str, slices: bool = True, **options: int
) -> Outcome:
    """Solve with a SAT solver: `clauses`, and a clause that blocks each solution but the last.

    Without slices the solver is called once a solution, and when the time is up the alarm ends the process.
    """
    from pysat.solvers import Solver

    start = perf_counter()
    known = statement(puzzle)
    possible = candidates(known)
    values = [v for each in possible for v in each]  # of the variables
    engine = Solver(name=solver)
    if options:
        engine.configure(options)
    engine.append_formula(clauses(known, possible))
    build = perf_counter() - start

    with engine:
        grids = []
        found = 0
        answer: bool | None = True
        if not slices:
            signal.setitimer(signal.ITIMER_REAL, limit)
        start = perf_counter()
        while answer and found != task.limit:
            answer = None
            while answer is None and perf_counter() - start < limit:
                engine.conf_budget(CONFLICTS_A_SLICE if slices else -1)
                answer = engine.solve_limited()
            if answer:
                found += 1
                true = [literal for literal in engine.get_model() if literal > 0]
                if task.grids:
                    grids.append([values[literal - 1] for literal in true])
                if found != task.limit:
                    engine.add_clause([-literal for literal in true])
        seconds = perf_counter() - start
        signal.setitimer(signal.ITIMER_REAL, 0)
        stats = engine.accum_stats()
    return Outcome(
        found,
        build,
        limit if answer is None else seconds,
        grids,
        nodes=stats["decisions"],
        conflicts=stats["conflicts"],
        timed_out=answer is None,
    )


def ganak(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Let Ganak count the models of the clauses; it cannot be interrupted, so its process is ended."""
    from pyganak import Counter

    start = perf_counter()
    known = statement(puzzle)
    counter = Counter()
    for clause in clauses(known, candidates(known)):
        counter.add_clause(clause)
    build = perf_counter() - start
    found = counter.count()
    return Outcome(found, build, perf_counter() - start - build)


def candidates(known: Statement) -> list[list[int]]:
    """Return the values that clues in its units and bounds along chains of inequalities leave each cell."""
    possible = list(known.domains)
    for unit in known.units:
        fixed = {known.domains[k][0] for k in unit if len(known.domains[k]) == 1}
        for k in unit:
            if len(known.domains[k]) > 1:
                possible[k] = [v for v in possible[k] if v not in fixed]
    dropped = True
    while dropped:
        dropped = False
        for lesser, greater in known.inequalities:
            low, high = possible[lesser], possible[greater]
            possible[lesser] = [v for v in low if v < max(high, default=0)]
            possible[greater] = [v for v in high if v > min(low, default=known.n_values)]
            dropped |= possible[lesser] != low or possible[greater] != high
    return possible


def clauses(known: Statement, possible: list[list[int]]) -> Iterator[list[int]]:
    """Yield the direct encoding, a variable a candidate, numbered in order from 1 on.

    Each cell has exactly one value, and each value exactly one position in every unit: the other direction is
    redundant, and helps. Inequalities are encoded by support ("a = v needs a greater b"), which lets unit
    propagation do all that bounds can do. Clauses for the pairs of values that break an inequality were up to
    seven times slower, and an order encoding was on the whole no faster.
    """
    variable = itertools.count(1)
    at = [{v: next(variable) for v in values} for values in possible]
    for cell in at:
        yield list(cell.values())
        yield from ([-a, -b] for a, b in itertools.combinations(cell.values(), 2))
    member: list[set[int]] = [set() for _ in at]  # the units before this one that have the cell
    for number, unit in enumerate(known.units):
        for v in range(1, known.n_values + 1):
            there = [k for k in unit if v in at[k]]
            if len(unit) == known.n_values:
                yield [at[k][v] for k in there]
            for a, b in itertools.combinations(there, 2):
                if member[a].isdisjoint(member[b]):
                    yield [-at[a][v], -at[b][v]]
        for k in unit:
            member[k].add(number)
    for lesser, greater in known.inequalities:
        low, high = at[lesser].items(), at[greater].items()
        yield from ([-x, *(y for w, y in high if w > v)] for v, x in low)
        yield from ([-y, *(x for v, x in low if v < w)] for w, y in high)
