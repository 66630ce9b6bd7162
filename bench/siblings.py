"""Measure the sibling puzzles and write bench/results/siblings.json and .md: ``python -m bench.siblings``.

Rules: all take turns on the same puzzles, one thread each; what counts is the median of the rounds for each
puzzle, then the median or the geometric mean over the set; answers are compared outside the clock. Rivals are
those that are installed: exact-cover, xcover, dlx-cython, miniexact, pyxcc, rustoku, lib-sudoku, CP-SAT
(ortools) and CaDiCaL (python-sat). Some minutes.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import itertools
import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

import fastfuto
from fastfuto import ExactCover, Kakuro, Permutations, Sudoku

from . import kakuro_grids, report
from .run import RESULTS, machine

Row = dict[str, Any]
Call = Callable[[], Any]

LIMIT = 10.0
"""Seconds for CP-SAT and the leftmost rule on one puzzle, and for lib-sudoku on a set."""
PATIENCE = 40.0
"""Seconds on one puzzle after which a rival is not asked for the rest of the set."""
SEVENTEEN = "000000012000035000000600070700000300000400800100000000000120000080000040050000600"
"""The source's grid with 17 clues."""


class TimedOut(Exception):
    """A rival gave up at the limit."""


def compete(sets: Iterable[tuple[Any, dict[str, Call]]], rounds: int) -> dict[str, list[float | None]]:
    """Return seconds by rival for each puzzle, the median of the rounds; None where it gave up.

    Each puzzle comes with what each rival does with it; all must return the same.
    """
    times: dict[str, list[float | None]] = {}
    for puzzle, calls in sets:
        seconds: dict[str, list[float]] = {name: [] for name in calls}
        answers: Row = {}
        tired = {name for name, past in times.items() if past[-1] is not None and past[-1] > PATIENCE}
        for _ in range(rounds):
            for name, call in calls.items():
                if name in tired:
                    continue
                start = perf_counter()
                try:
                    answer = call()
                except TimedOut:
                    tired.add(name)
                    continue
                seconds[name].append(perf_counter() - start)
                if answers.setdefault(name, answer) != answer or answers[next(iter(answers))] != answer:
                    raise AssertionError(f"{name} says {answer} of {puzzle}, others {answers}")
        for name, each in seconds.items():
            times.setdefault(name, []).append(median(each) if each else None)
    return times


def installed(name: str) -> Any:
    """Return a module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


# Exact cover ----------------------------------------------------------------------------------------------


def sudoku_matrix(grid: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return the rows of the source's 729 x 324 matrix that agree with the clues."""
    rows = [(r, c, v) for r in range(9) for c in range(9) for v in range(9) if grid[r, c] in (0, v + 1)]
    matrix = np.zeros((len(rows), 324), np.uint8)
    for k, (r, c, v) in enumerate(rows):
        matrix[k, [9 * r + c, 81 + 9 * r + v, 162 + 9 * c + v, 243 + 9 * (r // 3 * 3 + c // 3) + v]] = 1
    return matrix


PIECES = {
    "F": "011 110 010",
    "I": "11111",
    "L": "1111 1000",
    "N": "1110 0011",
    "P": "111 110",
    "T": "111 010 010",
    "U": "111 101",
    "V": "111 100 100",
    "W": "110 011 001",
    "X": "010 111 010",
    "Y": "1111 0100",
    "Z": "110 010 011",
}
"""The twelve pentominoes, rows of squares."""


def pentominoes(n_rows: int, n_columns: int) -> list[list[Any]]:
    """Return the ways to put each piece into a rectangle: its name and the squares."""
    options: dict[frozenset[Any], list[Any]] = {}
    for name, rows in PIECES.items():
        shape = np.array([[int(x) for x in row] for row in rows.split()])
        for turned in [np.rot90(side, k) for side in (shape, shape.T) for k in range(4)]:
            height, width = turned.shape
            for r, c in itertools.product(range(n_rows - height + 1), range(n_columns - width + 1)):
                squares = [f"{r + i},{c + j}" for i, j in np.argwhere(turned).tolist()]
                options[frozenset([name, *squares])] = [name, *squares]
    return list(options.values())


def queens(n: int) -> tuple[list[list[str]], list[str]]:
    """Return the options of the n queens problem, and its secondary items."""
    options = [[f"r{r}", f"c{c}", f"s{r + c}", f"d{r - c}"] for r in range(n) for c in range(n)]
    return options, [f"s{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)]


def langford(n: int) -> list[list[str]]:
    """Return the options for pairs of 1..n with as many places between them."""
    return [[f"n{k}", f"p{a}", f"p{a + k + 1}"] for k in range(1, n + 1) for a in range(2 * n - k - 1)]


def matrix_of(options: list[list[Any]], secondary: Sequence[Any]) -> npt.NDArray[np.uint8]:
    """Return options as a matrix; secondary items get a row of their own, which does the same."""
    items = list(dict.fromkeys(itertools.chain(*options)))
    matrix = np.zeros((len(options) + len(secondary), len(items)), np.uint8)
    number = {item: k for k, item in enumerate(items)}
    for k, option in enumerate([*options, *([item] for item in secondary)]):
        matrix[k, [number[item] for item in option]] = 1
    return matrix


def first_covers(matrix: npt.NDArray[np.uint8]) -> dict[str, Call]:
    """Return the ways to find a cover of a matrix: all give the number of rows chosen."""
    calls: dict[str, Call] = {"fastfuto": lambda: len(fastfuto.solve(ExactCover(matrix)).grid)}
    as_bool = matrix.astype(bool)
    if exact_cover := installed("exact_cover"):
        calls["exact-cover"] = lambda: len(exact_cover.get_exact_cover(as_bool))
    if xcover := installed("xcover"):
        calls["xcover"] = lambda: len(next(xcover.covers_bool(as_bool)))
    if dlxsolver := installed("dlxsolver"):
        calls["dlx-cython"] = lambda: len(dlxsolver.DLXSolver(matrix).solve_one())
    return calls


def all_covers(options: list[list[Any]], secondary: Sequence[Any]) -> dict[str, Call]:
    """Return the ways to count all covers."""
    primary = [item for item in dict.fromkeys(itertools.chain(*options)) if item not in set(secondary)]

    def by_leftmost() -> int:
        cover = ExactCover(options, secondary=secondary)
        try:
            return fastfuto.count(cover, engine="cover-leftmost", timeout=LIMIT)
        except fastfuto.LimitReached:
            raise TimedOut from None

    calls: dict[str, Call] = {
        "fastfuto": lambda: fastfuto.count(ExactCover(options, secondary=secondary)),
        "leftmost": by_leftmost,
    }
    if exact_cover := installed("exact_cover"):
        calls["exact-cover"] = lambda: exact_cover.get_solution_count(
            matrix_of(options, secondary).astype(bool)
        )
    if xcover := installed("xcover"):
        calls["xcover"] = lambda: sum(
            1 for _ in xcover.covers(options, primary=primary, secondary=list(secondary))
        )
    if miniexact := installed("miniexact"):

        def by_miniexact() -> int:
            problem = miniexact.miniexacts_c()
            number = {item: problem.primary(item) for item in primary}
            number |= {item: problem.secondary(item) for item in secondary}
            for option in options:
                problem.add(miniexact.vectori([number[item] for item in option]))
            found = 0
            while problem.solve() == 10:
                found += 1
            return found

        calls["miniexact"] = by_miniexact
    if pyxcc := installed("pyxcc"):

        def by_pyxcc() -> int:
            is_secondary = set(secondary)
            listed = [
                pyxcc.Option(
                    str(k),
                    [item for item in option if item not in is_secondary],
                    [(item, "") for item in option if item in is_secondary],
                )
                for k, option in enumerate(options)
            ]
            return int(pyxcc.solve(pyxcc.Problem(primary, list(secondary), listed), True).count())

        calls["pyxcc"] = by_pyxcc
    return calls


# Sudoku ---------------------------------------------------------------------------------------------------


def shuffled(grid: npt.NDArray[np.uint8], rng: random.Random) -> npt.NDArray[np.uint8]:
    """Return a grid with its rows, columns and digits exchanged as the rules allow."""
    rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
    turned = grid.T if rng.random() < 0.5 else grid
    return digits[turned[rows][:, columns]]


def nodes_of(grid: npt.NDArray[np.uint8]) -> int:
    """Return the digits tried to prove that there is one solution, -1 if there are more."""
    from fastfuto.engines._sudoku9 import Sudoku9

    flat = np.ascontiguousarray(grid).reshape(1, 81)
    counts = np.zeros(1, np.int64)
    bands = Sudoku9(flat, np.zeros((1, 81), np.uint8), counts, 2)
    bands.run(10**6)
    return bands.nodes if counts[0] == 1 else -1


def reduced(grid: npt.NDArray[np.uint8], least: int, rng: random.Random) -> npt.NDArray[np.uint8]:
    """Return a grid without some of its clues, with one solution still: so many, or as few as can be."""
    grid = grid.copy()
    for cell in rng.sample(range(81), 81):
        if grid.flat[cell] and np.count_nonzero(grid) > least:
            value, grid.flat[cell] = grid.flat[cell], 0
            if nodes_of(grid) < 0:
                grid.flat[cell] = value
    return grid


def hard_grids(number: int, rng: random.Random) -> list[npt.NDArray[np.uint8]]:
    """Return grids that take much search: the best of many small changes to grids without a clue to spare."""
    found = []
    start = np.array([int(x) for x in SEVENTEEN], np.uint8).reshape(9, 9)
    full = np.asarray(fastfuto.solve(Sudoku(start)).grid)
    for _ in range(number):
        solution = shuffled(full, rng)
        best = reduced(solution, 0, rng)
        nodes = nodes_of(best)
        for _ in range(300):
            changed = best.copy()
            for cell in rng.sample([k for k in range(81) if not best.flat[k]], 3):
                changed.flat[cell] = solution.flat[cell]
            changed = reduced(changed, 0, rng)
            if (other := nodes_of(changed)) >= nodes:
                best, nodes = changed, other
        found.append(best)
    return found


def sudoku_sets(effort: float) -> dict[str, list[npt.NDArray[np.uint8]]]:
    """Return grids of 9 x 9 by kind."""
    rng = random.Random("sudoku")
    seventeen = np.array([int(x) for x in SEVENTEEN], np.uint8).reshape(9, 9)
    full = np.asarray(fastfuto.solve(Sudoku(seventeen)).grid)
    many = max(20, round(1000 * effort))
    hard = hard_grids(max(3, round(25 * effort)), rng)
    return {
        "easy (36 clues)": [reduced(shuffled(full, rng), 36, rng) for _ in range(many)],
        "few (as few clues as can be)": [reduced(shuffled(full, rng), 0, rng) for _ in range(many)],
        "17 clues": [shuffled(seventeen, rng) for _ in range(many)],
        "hard (by hill climbing)": [shuffled(rng.choice(hard), rng) for _ in range(max(20, many // 5))],
    }


def sudoku_calls(grids: list[npt.NDArray[np.uint8]], unique: bool) -> dict[str, Call]:
    """Return the ways to solve a whole set, with or without proof that each has one solution."""
    array = np.stack(grids)
    texts = ["".join(map(str, grid.ravel().tolist())) for grid in grids]
    flat = [bytearray(grid.tobytes()) for grid in grids]
    limit = 2 if unique else 1
    calls: dict[str, Call] = {
        "fastfuto": lambda: int(fastfuto.solve_many(array, limit=limit, threads=1).counts.sum())
    }
    if rustoku := installed("rustoku"):
        if unique:
            calls["rustoku"] = lambda: sum(rustoku.count_solutions(text, 2) for text in texts)
        else:
            calls["rustoku"] = lambda: sum(1 for text in texts if rustoku.solve(text))
    if (lib_sudoku := installed("lib_sudoku")) and not unique:

        def by_lib_sudoku() -> int:
            end = perf_counter() + LIMIT
            for grid in flat:
                lib_sudoku.solve(grid)
                if perf_counter() > end:
                    raise TimedOut
            return len(flat)

        calls["lib-sudoku"] = by_lib_sudoku
    return calls


def large_sudoku(n: int, share: float, number: int) -> list[Sudoku]:
    """Return grids of n x n with that share of the clues of a random solution."""
    puzzles = []
    for k in range(number):
        rng = random.Random(f"sudoku {n} {share} {k}")
        full = fastfuto.solve(Sudoku(np.zeros((n, n), int)), seed=rng.randrange(1, 2**32), timeout=60).grid
        if full is None:
            raise RuntimeError(f"no random Sudoku of order {n}")
        grid = np.zeros((n, n), np.int64)
        for cell in rng.sample(range(n * n), round(share * n * n)):
            grid.flat[cell] = full.flat[cell]
        puzzles.append(Sudoku(grid))
    return puzzles


def large_calls(puzzle: Sudoku) -> dict[str, Call]:
    """Return the ways to find a first solution; the models of rivals are built before."""
    model = puzzle.model()
    calls: dict[str, Call] = {"fastfuto": lambda: fastfuto.solve(puzzle, timeout=LIMIT).grid is not None}
    if installed("ortools"):
        calls["CP-SAT"] = cp_sat(
            model.n_cells, [model.allowed(k) for k in range(model.n_cells)], model.skeleton.units
        )
    if installed("pysat"):
        calls["CaDiCaL"] = cadical(model)
    return calls


def cp_sat(
    n_cells: int,
    domains: list[list[int]],
    units: Iterable[Sequence[int]],
    sums: Iterable[tuple[Sequence[int], int]] = (),
) -> Call:
    """Return how CP-SAT finds a solution; the model is built already."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(domains[k]), f"{k}") for k in range(n_cells)
    ]
    for unit in units:
        if len(unit) > 1:
            model.add_all_different([cells[k] for k in unit])
    for group, total in sums:
        model.add(sum(cells[k] for k in group) == total)

    def call() -> bool:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = LIMIT
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            raise TimedOut
        return bool(status in (cp_model.OPTIMAL, cp_model.FEASIBLE))

    return call


def cadical(model: fastfuto.Model) -> Call:
    """Return how CaDiCaL finds a solution of the direct encoding; the clauses are made already."""
    from pysat.solvers import Solver

    number: dict[tuple[int, int], int] = {}
    for cell in range(model.n_cells):
        for value in model.allowed(cell):
            number[cell, value] = len(number) + 1
    clauses = [[number[cell, value] for value in model.allowed(cell)] for cell in range(model.n_cells)]
    pairs = set()
    for cell in range(model.n_cells):
        pairs |= set(itertools.combinations([number[cell, value] for value in model.allowed(cell)], 2))
    for unit in model.skeleton.units:
        for value in range(1, model.n_values + 1):
            there = [number[cell, value] for cell in unit if (cell, value) in number]
            pairs |= set(itertools.combinations(there, 2))
            if len(unit) == model.n_values:
                clauses.append(there)
    clauses += [[-a, -b] for a, b in pairs]

    def call() -> bool:
        # It cannot be interrupted.
        with Solver("cadical195", bootstrap_with=clauses) as solver:
            return bool(solver.solve())

    return call


# Kakuro ---------------------------------------------------------------------------------------------------


def kakuro_calls(puzzle: Kakuro) -> dict[str, Call]:
    """Return the ways to find a first solution; CP-SAT's model is built before."""
    rows = [list(row) for row in puzzle.rows]
    calls: dict[str, Call] = {
        "fastfuto": lambda: fastfuto.solve(Kakuro(rows), timeout=LIMIT).grid is not None,
        "solve alone": lambda: fastfuto.solve(puzzle, timeout=LIMIT).grid is not None,
        "solve_many, 50 times, unique": lambda: bool(
            fastfuto.solve_many([puzzle] * 50, limit=2, threads=1).counts.all()
        ),
    }
    if installed("ortools"):
        number = {
            (r, c): k
            for k, (r, c) in enumerate(
                (r, c) for r, row in enumerate(rows) for c, entry in enumerate(row) if isinstance(entry, int)
            )
        }
        units = [[number[cell] for cell in run.cells] for run in puzzle.runs]
        sums = [
            ([number[cell] for cell in run.cells], run.total) for run in puzzle.runs if run.total is not None
        ]
        calls["CP-SAT"] = cp_sat(len(number), [list(range(1, 10))] * len(number), units, sums)
    return calls


# Permutations ---------------------------------------------------------------------------------------------


def permutation_calls(n: int) -> dict[str, Call]:
    """Return the ways to get all permutations into an array; all give its size."""
    size = math.factorial(n) * n

    def by_itertools() -> int:
        numbers = itertools.chain.from_iterable(itertools.permutations(range(1, n + 1)))
        return np.fromiter(numbers, np.uint8, size).reshape(-1, n).size

    def by_bytes() -> int:
        rows = b"".join(map(bytes, itertools.permutations(range(1, n + 1))))
        return np.frombuffer(rows, np.uint8).reshape(-1, n).size

    return {
        "fastfuto": lambda: fastfuto.all_solutions(Permutations(n)).size,
        "itertools, fromiter": by_itertools,
        "itertools, bytes": by_bytes,
    }


# All of it ------------------------------------------------------------------------------------------------


def sections(effort: float) -> Iterable[tuple[str, str, Callable[[], dict[str, list[float | None]]], int]]:
    """Yield section, set, what measures it, and puzzles in one call."""
    sudoku = functools.cache(sudoku_sets)
    rounds = 5 if effort >= 1 else 1

    def covers() -> dict[str, list[float | None]]:
        chosen = [grid for grids in sudoku(effort).values() for grid in grids[:5]]
        return compete(((grid.tolist(), first_covers(sudoku_matrix(grid))) for grid in chosen), rounds)

    yield "exact cover", "Sudoku matrices, set-up and first solution", covers, 1
    long: list[tuple[str, list[list[Any]], list[str]]] = [("Langford pairs, n = 8", langford(8), [])]
    long += [("8 queens", *queens(8))]
    if effort >= 1:
        long += [
            ("pentominoes 6 x 10", pentominoes(6, 10), []),
            ("pentominoes 5 x 12", pentominoes(5, 12), []),
            ("12 queens", *queens(12)),
            ("Langford pairs, n = 11", langford(11), []),
        ]
    for name, options, secondary in long:
        run = functools.partial(
            compete, [(name, all_covers(options, secondary))], 1 if "pent" in name else rounds
        )
        yield "exact cover", f"{name}, all solutions", run, 1
    for name in ("easy (36 clues)", "few (as few clues as can be)", "17 clues", "hard (by hill climbing)"):
        for unique in (True, False):

            def many(name: str = name, unique: bool = unique) -> dict[str, list[float | None]]:
                grids = sudoku(effort)[name]
                return compete([(name, sudoku_calls(grids, unique))], rounds)

            proof = "one solution proved" if unique else "first solution"
            yield "Sudoku 9 x 9", f"{name}, {proof}", many, len(sudoku(effort)[name])
    for n, share, number in ((16, 0.4, 20), (25, 0.45, 10), (25, 0.4, 10)):
        number = max(1, round(number * effort))

        def large(n: int = n, share: float = share, number: int = number) -> dict[str, list[float | None]]:
            return compete(((n, large_calls(puzzle)) for puzzle in large_sudoku(n, share, number)), 1)

        yield f"Sudoku {n} x {n}", f"{share:.0%} clues, first solution", large, 1
    for k, grid in enumerate(kakuro_grids.source_grids()):
        run = functools.partial(compete, [(k, kakuro_calls(grid))], 4 * rounds)
        yield "Kakuro", f"the source's grid {k}", run, 1
    for size, black, number in ((15, 0.3, 100), (30, 0.35, 20), (40, 0.35, 10), (40, 0.3, 10)):
        number = max(1, round(number * effort))

        def grids(
            size: int = size, black: float = black, number: int = number
        ) -> dict[str, list[float | None]]:
            chosen = (kakuro_grids.random_grid(size, size, black, seed) for seed in range(number))
            return compete(((size, kakuro_calls_large(grid)) for grid in chosen), 1)

        yield "Kakuro", f"{size} x {size}, {black:.0%} black, first solution", grids, 1
    for n in (8, 10) if effort >= 1 else (6,):
        run = functools.partial(compete, [(n, permutation_calls(n))], rounds)
        yield "permutations", f"all of {n}", run, 1


def kakuro_calls_large(puzzle: Kakuro) -> dict[str, Call]:
    """Return the ways for grids that take some search."""
    calls = kakuro_calls(puzzle)
    return {name: call for name, call in calls.items() if "many" not in name and name != "solve alone"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.siblings", description="Run the sibling puzzles.")
    parser.add_argument("--quick", action="store_true", help="less of everything")
    parser.add_argument("--only", default="", metavar="TEXT", help="sections that contain it")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "siblings.json", help="JSON file")
    options = parser.parse_args()
    results: Row = {"schema": 1, "sets": {}}
    if options.output.exists():
        results = json.loads(options.output.read_text(encoding="utf-8"))
    results["machine"] = machine()
    results["rivals"] = versions()
    for section, name, run, puzzles in sections(0.02 if options.quick else 1.0):
        if options.only in section:
            times = run()
            results["sets"].setdefault(section, {})[name] = {"puzzles": puzzles, "seconds": times}
            print(f"{section}: {name}: {told(times, puzzles)}", flush=True)
            options.output.write_text(json.dumps(results) + "\n", encoding="utf-8")
    options.output.with_suffix(".md").write_text(render(results), encoding="utf-8")


def versions() -> dict[str, str]:
    """Return the versions of the rivals that are installed."""
    import importlib.metadata

    found = {}
    for name in ("exact-cover", "xcover", "dlx-cython", "miniexact", "pyxcc", "rustoku", "lib-sudoku"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def typical(times: Sequence[float | None], puzzles: int) -> str:
    """Return the median time a puzzle, and how many were not answered."""
    known = [each / puzzles for each in times if each is not None]
    if not known:
        return f"over {LIMIT:g} s in all"
    text = report.duration(median(known) * 1e6)
    return text if len(known) == len(times) else f"{text} ({len(known)} of {len(times)})"


def told(times: dict[str, list[float | None]], puzzles: int) -> str:
    return ", ".join(f"{name} {typical(each, puzzles)}" for name, each in times.items())


def ratio(ours: Sequence[float | None], theirs: Sequence[float | None]) -> str:
    """Return how many times as long they take, in geometric mean where both answered."""
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=False) if a is not None and b is not None]
    return f"{report.geometric(b / a for a, b in pairs):.3g}" if pairs else "-"


def render(results: Row) -> str:
    """Return the report."""
    parts = []
    for section, sets in results["sets"].items():
        lines = []
        for name, row in sets.items():
            times = row["seconds"]
            for solver, each in times.items():
                slower = "" if solver == "fastfuto" else ratio(times["fastfuto"], each)
                lines.append([name, solver, typical(each, row["puzzles"]), slower])
        headings = ["set", "solver", "median a puzzle", "times fastfuto's (geometric mean)"]
        parts.append(f"## {section}\n\n{report.table(headings, lines)}\n")
    known = results["machine"]
    rivals = ", ".join(f"{name} {version}" for name, version in results["rivals"].items())
    return f"""# Benchmarks: the sibling puzzles

{report.measured(known, known["revision"])}
Made by `python -m bench.siblings`. Also: {rivals}. fastfuto's times are whole calls on arrays, lists or
puzzle objects; of CP-SAT and CaDiCaL the solving alone, without building the model. CP-SAT, lib-sudoku
and the rule of the leftmost item have {LIMIT:g} s, the others no limit.

{chr(10).join(parts)}"""


if __name__ == "__main__":
    main()
