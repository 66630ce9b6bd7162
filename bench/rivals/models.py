"""Solvers of a model of the puzzle: CP-SAT, Pumpkin, SAT solvers and the model counters Ganak and d4."""

from __future__ import annotations

import importlib.metadata
import itertools
import re
import signal
from collections.abc import Iterator
from subprocess import PIPE, Popen, TimeoutExpired
from time import perf_counter
from typing import Any

from ..statement import Statement, statement
from ..tasks import Outcome, Task, late


def cp_sat(puzzle: Any, task: Task, limit: float, **parameters: object) -> Outcome:
    """Solve with CP-SAT: integers for cells, AllDifferent for units, ``<`` for inequalities, sums; one worker.

    Several workers would list a solution more than once, so each solution is forbidden, and the workers start again.
    """
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
    nodes = conflicts = 0
    if task.limit == 1 or solver.parameters.num_workers > 1:
        is_solved = True
        start = perf_counter()
        while is_solved and len(grids) != task.limit:
            solver.parameters.max_time_in_seconds = max(0, limit - (perf_counter() - start))
            status = solver.solve(model)
            nodes, conflicts = nodes + solver.num_branches, conflicts + solver.num_conflicts
            is_solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
            if is_solved:
                grids.append([solver.value(cell) for cell in cells])
                model.add_forbidden_assignments(cells, grids[-1:])
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
        nodes, conflicts = solver.num_branches, solver.num_conflicts
        found = listener.found
        finished = found == task.limit or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return Outcome(
        found,
        build,
        seconds if finished else limit,
        grids,
        nodes=nodes,
        conflicts=conflicts,
        timed_out=not finished,
    )


def pumpkin(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Solve with Pumpkin, by lazy clause generation: integers, AllDifferent for units, ``<`` for inequalities.

    A table forbids each solution except the last, and the solver starts again. It does not report its effort.
    """
    from pumpkin_solver import Model, SatisfactionResult
    from pumpkin_solver.constraints import AllDifferent, BinaryLessThan, NegativeTable

    start = perf_counter()
    known = statement(puzzle)
    if known.sums:
        raise ValueError("sums are not stated for Pumpkin")
    model = Model()
    cells = [model.new_integer_variable(domain[0], domain[-1]) for domain in known.domains]
    for unit in known.units:
        model.add_constraint(AllDifferent([cells[k] for k in unit], model.new_constraint_tag()))
    for a, b in known.inequalities:
        model.add_constraint(BinaryLessThan(cells[a], cells[b], model.new_constraint_tag()))
    build = perf_counter() - start

    grids: list[list[int]] = []
    start = perf_counter()
    while True:
        answer = model.satisfy(timeout=max(0.0, limit - (perf_counter() - start)))
        if not isinstance(answer, SatisfactionResult.Satisfiable):
            break
        grids.append([answer._0.int_value(cell) for cell in cells])
        if len(grids) == task.limit:
            break
        model.add_constraint(NegativeTable(cells, grids[-1:], model.new_constraint_tag()))
    is_late = isinstance(answer, SatisfactionResult.Unknown)
    seconds = limit if is_late else perf_counter() - start
    return Outcome(len(grids), build, seconds, grids, timed_out=is_late)


CONFLICTS_A_SLICE = 2000
"""Conflicts of a SAT solver between two looks at the clock."""


def sat(
    puzzle: Any, task: Task, limit: float, *, solver: str, slices: bool = True, **options: int
) -> Outcome:
    """Solve with a SAT solver: `clauses`, and a clause that blocks each solution except the last.

    Without slices the solver is called once per solution, and when time is up the alarm ends the process.
    """
    from pysat.solvers import Solver

    start = perf_counter()
    values, formula = encoded(puzzle)
    engine = Solver(name=solver)
    if options:
        engine.configure(options)
    engine.append_formula(formula)
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


SATISFIABLE, UNSATISFIABLE = 10, 20
"""Exit codes of Kissat."""


def kissat(puzzle: Any, task: Task, limit: float, *, options: tuple[str, ...] = ()) -> Outcome:
    """Solve with the program Kissat, which restarts with one more clause after each solution.

    The clock runs from the program's last clause until its end; when time is up, the program is killed.
    """
    start = perf_counter()
    values, generated = encoded(puzzle)
    formula = list(generated)
    build = perf_counter() - start

    grids = []
    found = nodes = conflicts = 0
    seconds = 0.0
    code = SATISFIABLE
    while code == SATISFIABLE and found != task.limit:
        start = perf_counter()
        with Popen([kissat_program(), *options], stdin=PIPE, stdout=PIPE, text=True) as process:
            assert process.stdin is not None
            process.stdin.write(f"p cnf {len(values)} {len(formula)}\n")
            process.stdin.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in formula)
            process.stdin.flush()
            build += perf_counter() - start
            start = perf_counter()
            try:
                told, _ = process.communicate(timeout=limit - seconds)
            except TimeoutExpired:
                process.kill()
                return late(limit)
        seconds += perf_counter() - start
        code = process.returncode
        if code not in (SATISFIABLE, UNSATISFIABLE):
            raise RuntimeError(f"Kissat ended with exit code {code}")
        stats = dict(re.findall(r"^c (\w+): +(\d+)", told, re.MULTILINE))
        nodes += int(stats["decisions"])
        conflicts += int(stats["conflicts"])
        if code == SATISFIABLE:
            found += 1
            model = " ".join(re.findall("^v (.+)", told, re.MULTILINE)).split()
            true = [literal for literal in map(int, model) if literal > 0]
            if task.grids:
                grids.append([values[literal - 1] for literal in true])
            formula.append([-literal for literal in true])
    return Outcome(found, build, seconds, grids, nodes=nodes, conflicts=conflicts)


def kissat_program() -> str:
    """Return the path of the package's only program."""
    files = importlib.metadata.files("passagemath-kissat") or []
    return next(str(file.locate()) for file in files if file.parent.name == "bin")


def ganak(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Let Ganak count the models of the clauses; it cannot be interrupted, so its process is ended."""
    from pyganak import Counter

    start = perf_counter()
    counter = Counter()
    for clause in encoded(puzzle)[1]:
        counter.add_clause(clause)
    build = perf_counter() - start
    found = counter.count()
    return Outcome(found, build, perf_counter() - start - build)


def d4(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Let d4 count the models of the clauses; it cannot be interrupted, so its process is ended."""
    from py_d4 import Solver

    start = perf_counter()
    values, formula = encoded(puzzle)
    solver = Solver(list(formula), len(values))
    build = perf_counter() - start
    found = int(solver.count().getIntResult())
    return Outcome(found, build, perf_counter() - start - build)


def encoded(puzzle: Any) -> tuple[list[int], Iterator[list[int]]]:
    """Return the values of the variables, and the clauses."""
    known = statement(puzzle)
    possible = candidates(known)
    return [v for each in possible for v in each], clauses(known, possible)


def candidates(known: Statement) -> list[list[int]]:
    """Return each cell's values after propagation of clues in units and of bounds along inequalities."""
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
    """Yield the direct encoding, with one variable for each candidate, numbered in order from 1.

    Each cell has exactly one value, and each value exactly one position in every unit; the second condition is
    redundant, but helps. Inequalities are encoded by support ("a = v needs a greater b"), so unit propagation is as
    strong as bounds. Clauses for the pairs of values that break an inequality took up to seven times as long, and an
    order encoding was not faster overall.
    """
    variable = itertools.count(1)
    at = [{v: next(variable) for v in values} for values in possible]
    for cell in at:
        yield list(cell.values())
        yield from ([-a, -b] for a, b in itertools.combinations(cell.values(), 2))
    member: list[set[int]] = [set() for _ in at]  # Earlier units with the cell.
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
