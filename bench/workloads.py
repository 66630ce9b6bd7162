"""The workloads of `bench.against`, and the process that runs them.

``python -m bench.workloads prepare FILE`` makes the puzzles of all workloads, as plain data, and prints the names of
the workloads. ``python -m bench.workloads run FILE NAME PASSES`` runs one workload that many times (0: as many as
take about 0.3 s) and prints seconds, work and versions as JSON. Both builds run on the puzzles that the first build
made, so a changed search cannot change the puzzles.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import Futoshiki, Permutations

from .cases import cover, kakuro, sudoku
from .cases.futoshiki import random_puzzle, tatham
from .cases.large import instance, stored_turns, turned
from .statement import Plain, make, plain

PASS_SECONDS = 0.3
WARM_UP_SECONDS = 0.2
IMPORTS = 5
"""Number of fresh interpreters that import fastfuto in one pass."""


class Workload(NamedTuple):
    """A measurement: `call` on each of the puzzles, which are rebuilt for every pass."""

    puzzles: Callable[[], Iterable[Any]]
    call: Callable[[Any], Any]
    warm_up: Any = None  # A puzzle for warming up; by default the puzzles themselves.


def random(n: int, g: float, s: float, *indices: int) -> Callable[[], Iterable[Any]]:
    return lambda: [random_puzzle(n, g, s, index) for index in indices]


def for_people(n: int) -> Callable[[], Iterable[Any]]:
    return lambda: [case.puzzle() for case in tatham(n)]


def large(*names: str) -> Callable[[], Iterable[Any]]:
    return lambda: map(instance, names)


def unsatisfiable() -> Iterable[Any]:
    # The stored turns leave no solution; one more makes the proof short enough to be repeated.
    yield turned(instance("n15-g00-s08"), [*(stored_turns()["n15-g00-s08"] or []), 2])


def empty(n: int) -> Futoshiki:
    return Futoshiki(np.zeros((n, n), int))


def source_kakuro() -> Iterable[Any]:
    return map(kakuro.source_grid, range(6))


def iterate(puzzle: Any) -> int:
    return sum(1 for _ in fastfuto.solutions(puzzle))


def solve_many(puzzles: Any) -> Any:
    return fastfuto.solve_many(puzzles, limit=2, threads=1)


def import_time(_: None) -> tuple[float, float]:
    """Return the wall and CPU seconds of importing fastfuto in an interpreter that has loaded numpy."""
    code = """import numpy
from time import perf_counter, process_time
wall, cpu = perf_counter(), process_time()
import fastfuto
print(perf_counter() - wall, process_time() - cpu)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    wall, cpu = map(float, done.stdout.split())
    return wall, cpu


WIDE = ("n20-g005-s08", "n30-g02-s09", "n40-g03-s04", "n50-g04-s02", "n60-g045-s00", "n80-g042-s002")
CRITICAL = ("n20-g035-s05", "n25-g04-s05", "n35-g05-s03", "n30-g045-s04")

solve, is_unique, count = fastfuto.solve, fastfuto.is_unique, fastfuto.count_result
all_solutions = fastfuto.all_solutions

WORKLOADS = {
    "solve 5 x 5": Workload(for_people(5), solve),
    "solve 9 x 9": Workload(for_people(9), solve),
    "is_unique 9 x 9": Workload(for_people(9), is_unique),
    "count small": Workload(random(6, 0.1, 0.4, *range(10)), count),
    "all_solutions n=6": Workload(random(6, 0.0, 0.3, *range(4)), all_solutions),
    "all_solutions n=7": Workload(random(7, 0.0, 0.4, 1, 2, 20), all_solutions),
    "solutions() n=6": Workload(random(6, 0.0, 0.3, 0, 1), iterate),
    "sample n=7": Workload(random(7, 0.0, 0.4, 20), lambda puzzle: fastfuto.sample(puzzle, 100, seed=1)),
    "solve large, wide": Workload(large(*WIDE), solve),
    "solve large, critical": Workload(large(*(f"critical-{name}" for name in CRITICAL)), solve),
    "is_unique large": Workload(large("n64-g04-s015", "critical-n35-g05-s03"), is_unique),
    "solve large, unsatisfiable": Workload(unsatisfiable, solve, empty(12)),
    "count n=7 s=0.4": Workload(random(7, 0.0, 0.4, 20), count),
    "count n=8 s=0.5": Workload(random(8, 0.0, 0.5, 10), count),
    "count n=9 s=0.6": Workload(random(9, 0.0, 0.6, 42), count),
    "count n=9 g=0.1 s=0.3": Workload(random(9, 0.1, 0.3, 35), count, empty(4)),
    "count L(8)": Workload(lambda: [empty(8)], count),
    "count L(9)": Workload(lambda: [empty(9)], count, empty(4)),
    "solve_many Sudoku, 36 clues": Workload(lambda: [sudoku.batch("easy", 500)], solve_many),
    "solve_many Sudoku, 17 clues": Workload(lambda: [sudoku.batch("17 clues", 500)], solve_many),
    "solve Sudoku 16 x 16": Workload(lambda: [sudoku.random_grid(16, 0.4, k) for k in range(10)], solve),
    "solve Kakuro, source": Workload(source_kakuro, solve),
    "solve_many Kakuro, source": Workload(source_kakuro, lambda puzzle: solve_many([puzzle] * 50)),
    "solve Kakuro 30 x 30": Workload(
        lambda: [kakuro.random_grid(30, 30, 0.35, seed) for seed in range(3)], solve
    ),
    "count 12 queens": Workload(lambda: [cover.queens(12)], count),
    "all permutations of 10": Workload(lambda: [Permutations(10)], all_solutions),
    "LatinSquare.random(100)": Workload(
        lambda: range(4), lambda seed: str(fastfuto.LatinSquare.random(100, seed=seed))
    ),
    "grade 9 x 9": Workload(for_people(9), lambda puzzle: str(fastfuto.grade(puzzle).score)),
    "explain 9 x 9": Workload(for_people(9), lambda puzzle: str(len(fastfuto.explain(puzzle).steps))),
    "hint 9 x 9": Workload(for_people(9), lambda puzzle: str(bool(fastfuto.hint(puzzle)))),
    "judge 9 x 9": Workload(
        for_people(9), lambda puzzle: str(fastfuto.judge(puzzle, None, ((0, 0), 1)).forced)
    ),
    "generate 7 x 7, tricky": Workload(
        lambda: range(4), lambda seed: str(fastfuto.generate(7, level="tricky", seed=seed).puzzle)
    ),
    "import": Workload(lambda: [None] * IMPORTS, import_time),
}


def run(name: str, inputs: list[Plain], passes: int) -> dict[str, Any]:
    """Return wall and CPU seconds of one pass, the number of passes, and the work of the last pass."""
    call, warm_up = WORKLOADS[name].call, WORKLOADS[name].warm_up
    start = perf_counter()
    for puzzle in map(make, inputs) if warm_up is None else [warm_up]:
        call(puzzle)
        if perf_counter() - start > WARM_UP_SECONDS:
            break
    wall, cpu, answers = one_pass(call, inputs)
    if not passes:
        passes = max(1, round(PASS_SECONDS / wall))
    for _ in range(passes - 1):
        del answers  # The next pass then finds the memory in the same state as the first.
        more_wall, more_cpu, answers = one_pass(call, inputs)
        wall, cpu = wall + more_wall, cpu + more_cpu
    row = {"seconds": wall / passes, "cpu": cpu / passes, "passes": passes}
    if name == "import":  # Measured in its own processes.
        row["seconds"], row["cpu"] = map(median, zip(*answers, strict=True))
    return row | {
        "work": {} if name == "import" else work(answers),
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
    }


def one_pass(call: Callable[[Any], Any], inputs: list[Plain]) -> tuple[float, float, list[Any]]:
    """Return the wall and CPU seconds of the calls, and their answers."""
    puzzles = [make(data) for data in inputs]
    cpu, wall = process_time(), perf_counter()
    answers = [call(puzzle) for puzzle in puzzles]
    return perf_counter() - wall, process_time() - cpu, answers


def work(answers: list[Any]) -> dict[str, Any]:
    """Return the sums of the answers' counters, and a digest of the answers."""
    counters: Counter[str] = Counter()
    engines = set()
    digest = hashlib.sha256()
    for answer in answers:
        if (stats := getattr(answer, "stats", None)) is not None:
            counters.update({key: getattr(stats, key) for key in ("nodes", "backtracks", "states")})
            engines.add({"layers": "states"}.get(stats.engine, stats.engine))
        for part in parts(answer):
            digest.update(np.ascontiguousarray(part) if isinstance(part, np.ndarray) else f"{part};".encode())
    return {**counters, "engines": sorted(engines), "answers": digest.hexdigest()[:16]}


def parts(answer: Any) -> list[Any]:
    """Return the parts of an answer: arrays and values."""
    if hasattr(answer, "counts"):  # A Batch.
        return [answer.counts, *answer.grids]
    if hasattr(answer, "status"):  # A Result.
        return [answer.status.value, answer.grid]
    if hasattr(answer, "exact"):  # A CountResult.
        return [answer.count, answer.exact]
    return [answer]


def main() -> None:
    command, file, *rest = sys.argv[1:]
    path = Path(file)
    if command == "prepare":
        chosen = [name for name in WORKLOADS if not rest or any(text in name for text in rest)]
        path.write_bytes(pickle.dumps({name: list(map(plain, WORKLOADS[name].puzzles())) for name in chosen}))
        print(json.dumps(chosen))
    else:
        name, passes = rest
        print(json.dumps(run(name, pickle.loads(path.read_bytes())[name], int(passes))))


if __name__ == "__main__":
    main()
