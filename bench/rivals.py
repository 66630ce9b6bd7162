"""All solvers behind one function type: ``rival(puzzle, task, timeout) -> Outcome``.

Every one runs in one thread. What a rival needs to state the puzzle in its own language is told apart from
its solving; fastfuto and the reference are timed as whole calls. Nobody is timed while being checked.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import fastfuto
from fastfuto import Futoshiki
from fastfuto.puzzles.futoshiki import Cell
from fastfuto.reference import Backtracking, FutoshikiState


class Task(NamedTuple):
    """How many solutions are wanted (None: all), and whether as grids or as a number."""

    name: str
    limit: int | None
    grids: bool


FIRST = Task("first solution", 1, True)
UNIQUE = Task("is it unique", 2, False)
ALL = Task("all solutions", None, True)
COUNT = Task("count", None, False)


@dataclass(slots=True)
class Outcome:
    """What a rival found and what it took; `found` is a lower bound where it timed out."""

    found: int
    build: float  # seconds
    solve: float  # seconds
    grids: Sequence[Any] = ()
    nodes: int | None = None
    conflicts: int | None = None
    timed_out: bool = False
    engine: str | None = None
    peak: int | None = None  # resident bytes of its process


Rival = Callable[[Futoshiki, Task, float], Outcome]


class TimeUp(BaseException):
    """The alarm of `time_limit` went off."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp inside the block after so many seconds, and swallow it at its end."""

    def ring(signum: int, frame: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    with contextlib.suppress(TimeUp):
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def fastfuto_call(puzzle: Futoshiki, task: Task, timeout: float) -> Outcome:
    """Make one whole call of the verb that does the task, as a user would."""
    try:
        if task == FIRST:
            start = perf_counter()
            result = fastfuto.solve(puzzle, timeout=timeout)
            seconds = perf_counter() - start
            grids = [] if result.grid is None else [result.grid]
            late = result.status is fastfuto.Status.UNKNOWN
            stats = result.stats
            return Outcome(
                len(grids),
                0,
                seconds,
                grids,
                nodes=stats.nodes,
                conflicts=stats.backtracks,
                timed_out=late,
                engine=stats.engine,
            )
        if task == UNIQUE:
            start = perf_counter()
            unique = fastfuto.is_unique(puzzle, timeout=timeout)
            seconds = perf_counter() - start
            return Outcome(1 if unique else 2, 0, seconds)  # every case has a solution
        if task == ALL:
            start = perf_counter()
            found = fastfuto.all_solutions(puzzle, timeout=timeout)
            seconds = perf_counter() - start
            return Outcome(len(found), 0, seconds, found)
        start = perf_counter()
        number = fastfuto.count(puzzle, timeout=timeout)
        seconds = perf_counter() - start
        return Outcome(number, 0, seconds)
    except fastfuto.LimitReached:
        return Outcome(0, 0, timeout, timed_out=True)


def reference(puzzle: Futoshiki, task: Task, timeout: float) -> Outcome:
    """Walk through the solutions by the plain backtracking of `fastfuto.reference`."""
    grids = []
    found = calls = 0
    seconds = timeout
    timed_out = True
    with time_limit(timeout):
        start = perf_counter()
        search = Backtracking(FutoshikiState(puzzle))
        try:
            for state in search:
                found += 1
                if task.grids:
                    grids.append(tuple(map(tuple, state.grid)))
                if found == task.limit:
                    break
            seconds = perf_counter() - start
            timed_out = False
        finally:
            calls = search.calls
    return Outcome(len(grids) if task.grids else found, 0, seconds, grids, nodes=calls, timed_out=timed_out)


# OR-tools CP-SAT ----------------------------------------------------------------------------------------


def cp_sat(puzzle: Futoshiki, task: Task, timeout: float, **parameters: object) -> Outcome:
    """Solve with CP-SAT, one worker: an integer a cell, AllDifferent a line, ``<`` a sign."""
    from ortools.sat.python import cp_model

    start = perf_counter()
    n, clues = puzzle.n, puzzle.clues.tolist()
    model = cp_model.CpModel()
    cells = [[model.new_int_var(clue or 1, clue or n, "") for clue in row] for row in clues]
    for line in [*cells, *zip(*cells, strict=True)]:
        model.add_all_different(line)
    for (a, b), (c, d) in puzzle.inequalities:
        model.add(cells[a][b] < cells[c][d])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = timeout
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    build = perf_counter() - start

    if task.limit == 1:
        start = perf_counter()
        status = solver.solve(model)
        grids = []
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            grids = [[[solver.value(cell) for cell in row] for row in cells]]
        seconds = perf_counter() - start
        found, finished = len(grids), status != cp_model.UNKNOWN
    else:

        class Listener(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self) -> None:
                self.found += 1
                if task.grids:
                    grids.append([[self.value(cell) for cell in row] for row in cells])
                if self.found == task.limit:
                    self.stop_search()

        grids = []
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
        seconds if finished else timeout,
        grids,
        nodes=solver.num_branches,
        conflicts=solver.num_conflicts,
        timed_out=not finished,
    )


TUNED = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "linearization_level": 0,
    "symmetry_level": 0,
}
"""On grids this small CP-SAT is two to four times faster without its preparations."""


# SAT solvers through python-sat -----------------------------------------------------------------------------

CONFLICTS_A_SLICE = 2000
"""How often the clock is looked at."""


def sat(
    puzzle: Futoshiki, task: Task, timeout: float, *, solver: str, slices: bool = True, **options: int
) -> Outcome:
    """Solve with a SAT solver: `clauses`, and one that blocks it for each solution but the last.

    Without slices the solver is called once a solution, and only the alarm stops it in time, by the end of
    the process.
    """
    from pysat.solvers import Solver

    start = perf_counter()
    n, possible = puzzle.n, candidates(puzzle)
    values = [v for each in possible.values() for v in each]  # of the variables
    engine = Solver(name=solver)
    if options:
        engine.configure(options)
    engine.append_formula(clauses(puzzle, possible))
    build = perf_counter() - start

    with engine:
        grids = []
        found = 0
        answer: bool | None = True
        if not slices:
            signal.setitimer(signal.ITIMER_REAL, timeout)
        start = perf_counter()
        while answer and found != task.limit:
            answer = None
            while answer is None and perf_counter() - start < timeout:
                engine.conf_budget(CONFLICTS_A_SLICE if slices else -1)
                answer = engine.solve_limited()
            if answer:
                found += 1
                true = [literal for literal in engine.get_model() if literal > 0]
                if task.grids:
                    grids.append([[values[x - 1] for x in true[i : i + n]] for i in range(0, n * n, n)])
                if found != task.limit:
                    engine.add_clause([-literal for literal in true])
        seconds = perf_counter() - start
        signal.setitimer(signal.ITIMER_REAL, 0)
        stats = engine.accum_stats()
    timed_out = answer is None
    return Outcome(
        found,
        build,
        timeout if timed_out else seconds,
        grids,
        nodes=stats["decisions"],
        conflicts=stats["conflicts"],
        timed_out=timed_out,
    )


def candidates(puzzle: Futoshiki) -> dict[Cell, list[int]]:
    """Return the values that clues in its lines and bounds along chains of signs leave each cell."""
    n, clues, signs = puzzle.n, puzzle.clues.tolist(), puzzle.inequalities
    rows, columns = list(map(set, clues)), list(map(set, zip(*clues, strict=True)))
    possible = {
        (r, c): [clue] if clue else [v for v in range(1, n + 1) if v not in rows[r] | columns[c]]
        for r, row in enumerate(clues)
        for c, clue in enumerate(row)
    }
    dropped = True
    while dropped:
        dropped = False
        for lesser, greater in signs:
            low, high = possible[lesser], possible[greater]
            possible[lesser] = [v for v in low if v < max(high, default=0)]
            possible[greater] = [v for v in high if v > min(low, default=n)]
            dropped |= possible[lesser] != low or possible[greater] != high
    return possible


def clauses(puzzle: Futoshiki, possible: dict[Cell, list[int]]) -> Iterator[list[int]]:
    """Yield the direct encoding, a variable a candidate, numbered in order from 1 on.

    Exactly one value a cell, one place a value in each row and in each column: every other way round is
    redundant, and helps. Signs by support ("a = v needs a greater b"), which lets unit propagation do all
    that bounds can do; clauses for the pairs of values that break a sign were up to seven times slower, an
    order encoding on the whole no faster.
    """
    n = puzzle.n
    variable = itertools.count(1)
    at = {cell: {v: next(variable) for v in values} for cell, values in possible.items()}
    lines = [[(i, j) for j in range(n)] for i in range(n)]
    lines += [[(j, i) for j in range(n)] for i in range(n)]
    groups = [list(each.values()) for each in at.values()]
    groups += [[at[cell][v] for cell in line if v in at[cell]] for line in lines for v in range(1, n + 1)]
    for group in groups:
        yield group
        yield from ([-a, -b] for a, b in itertools.combinations(group, 2))
    for lesser, greater in puzzle.inequalities:
        low, high = at[lesser].items(), at[greater].items()
        yield from ([-x, *(y for w, y in high if w > v)] for v, x in low)
        yield from ([-y, *(x for v, x in low if v < w)] for w, y in high)


RIVALS: dict[str, Rival] = {
    "CP-SAT": cp_sat,
    "CP-SAT tuned": functools.partial(cp_sat, **TUNED),
    "CaDiCaL 1.9.5": functools.partial(sat, solver="cadical195"),
    "Glucose 4.2": functools.partial(sat, solver="glucose42"),
}
"""What fastfuto is compared to beside its own reference."""
