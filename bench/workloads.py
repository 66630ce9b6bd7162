"""The workloads on which `bench.against` compares two builds, and the process that runs them.

``python -m bench.workloads prepare FILE`` makes the inputs of all workloads, as plain data, and prints the
names of the workloads. ``python -m bench.workloads run FILE NAME PASSES`` runs one workload that many times
(0: as many as take about 0.3 s) and prints seconds, work and versions as JSON. Both builds run on the inputs
that the first one made, so a change of a search cannot change what is measured.
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
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

import fastfuto

Plain = Any
"""An input as plain data: whatever the build function of the workload takes."""

PASS_SECONDS = 0.3
WARM_UP_SECONDS = 0.2
IMPORTS = 5
"""How many fresh interpreters import fastfuto in one pass."""


class Workload(NamedTuple):
    """What is measured: `call` on each of the built inputs, which are built anew for every pass."""

    inputs: Callable[[], Iterable[Plain]]
    build: Callable[[ModuleType, Plain], Any]
    call: Callable[[ModuleType, Any], Any]
    warm_up: Plain = None  # an input to warm up on; without one the inputs themselves are used


# Inputs, made by the first build --------------------------------------------------------------------------


def tatham(n: int) -> list[Plain]:
    from .cases.futoshiki import tatham

    return [futoshiki_data(case.puzzle()) for case in tatham(n)]


def random_futoshiki(n: int, g: float, s: float, *indices: int) -> list[Plain]:
    from .cases.futoshiki import random_puzzle

    return [futoshiki_data(random_puzzle(n, g, s, index)) for index in indices]


def large(*names: str) -> list[Plain]:
    from .cases.large import instance

    return [futoshiki_data(instance(name)) for name in names]


def unsatisfiable() -> list[Plain]:
    # The stored turns leave no solution; one more makes the proof short enough to be repeated.
    from .cases.large import instance, stored_turns, turned

    turns = stored_turns()["n15-g00-s08"]
    assert turns is not None
    return [futoshiki_data(turned(instance("n15-g00-s08"), [*turns, 2]))]


def futoshiki_data(puzzle: Any) -> Plain:
    return puzzle.clues.tolist(), list(puzzle.inequalities)


def empty(n: int) -> Plain:
    return [[0] * n for _ in range(n)], []


def sudoku_batch(kind: str, size: int) -> list[Plain]:
    from .cases import sudoku

    return [sudoku.batch(kind, size).tolist()]


def sudoku_16() -> list[Plain]:
    from .cases.sudoku import random_grid

    return [random_grid(16, 0.4, seed).clues.tolist() for seed in range(10)]


def kakuro_source() -> list[Plain]:
    from .cases.kakuro import source_grid

    return [[list(row) for row in source_grid(k).rows] for k in range(6)]


def kakuro_30() -> list[Plain]:
    from .cases.kakuro import random_grid

    return [[list(row) for row in random_grid(30, 30, 0.35, seed).rows] for seed in range(3)]


def queens(n: int) -> list[Plain]:
    from .cases.cover import queens

    return [tuple(queens(n))]


# How a build makes puzzles of them ------------------------------------------------------------------------


def futoshiki(ff: ModuleType, data: Plain) -> Any:
    return ff.Futoshiki(*data)


def sudoku(ff: ModuleType, data: Plain) -> Any:
    return ff.Sudoku(data)


def sudokus(ff: ModuleType, data: Plain) -> Any:
    return np.array(data, np.uint8)


def kakuro(ff: ModuleType, data: Plain) -> Any:
    return ff.Kakuro(data)


def cover(ff: ModuleType, data: Plain) -> Any:
    options, secondary = data
    return ff.ExactCover(options, secondary=secondary)


def permutations(ff: ModuleType, data: Plain) -> Any:
    return ff.Permutations(data)


def nothing(ff: ModuleType, data: Plain) -> Any:
    return data


# What is measured -----------------------------------------------------------------------------------------


def solve(ff: ModuleType, puzzle: Any) -> Any:
    return ff.solve(puzzle)


def is_unique(ff: ModuleType, puzzle: Any) -> Any:
    return ff.is_unique(puzzle)


def count(ff: ModuleType, puzzle: Any) -> Any:
    return ff.count_result(puzzle)


def all_solutions(ff: ModuleType, puzzle: Any) -> Any:
    return ff.all_solutions(puzzle)


def iterate(ff: ModuleType, puzzle: Any) -> Any:
    return sum(1 for _ in ff.solutions(puzzle))


def solve_many(ff: ModuleType, puzzles: Any) -> Any:
    return ff.solve_many(puzzles, limit=2, threads=1)


def solve_many_50(ff: ModuleType, puzzle: Any) -> Any:
    return ff.solve_many([puzzle] * 50, limit=2, threads=1)


def sample(ff: ModuleType, puzzle: Any) -> Any:
    return ff.sample(puzzle, 100, seed=1)


def random_square(ff: ModuleType, data: Plain) -> Any:
    n, seed = data
    return str(ff.LatinSquare.random(n, seed=seed))


def import_time(ff: ModuleType, data: Plain) -> tuple[float, float]:
    """Return the wall and CPU seconds that an interpreter which has loaded numpy takes to import fastfuto."""
    code = """import numpy
from time import perf_counter, process_time
wall, cpu = perf_counter(), process_time()
import fastfuto
print(perf_counter() - wall, process_time() - cpu)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    wall, cpu = map(float, done.stdout.split())
    return wall, cpu


WORKLOADS = {
    "solve 5 x 5": Workload(lambda: tatham(5), futoshiki, solve),
    "solve 9 x 9": Workload(lambda: tatham(9), futoshiki, solve),
    "is_unique 9 x 9": Workload(lambda: tatham(9), futoshiki, is_unique),
    "count small": Workload(lambda: random_futoshiki(6, 0.1, 0.4, *range(10)), futoshiki, count),
    "all_solutions n=6": Workload(lambda: random_futoshiki(6, 0.0, 0.3, *range(4)), futoshiki, all_solutions),
    "all_solutions n=7": Workload(lambda: random_futoshiki(7, 0.0, 0.4, 1, 2, 20), futoshiki, all_solutions),
    "solutions() n=6": Workload(lambda: random_futoshiki(6, 0.0, 0.3, 0, 1), futoshiki, iterate),
    "sample n=7": Workload(lambda: random_futoshiki(7, 0.0, 0.4, 20), futoshiki, sample),
    "solve large, wide": Workload(
        lambda: large(
            "n20-g005-s08", "n30-g02-s09", "n40-g03-s04", "n50-g04-s02", "n60-g045-s00", "n80-g042-s002"
        ),
        futoshiki,
        solve,
    ),
    "solve large, critical": Workload(
        lambda: large(
            "critical-n20-g035-s05",
            "critical-n25-g04-s05",
            "critical-n35-g05-s03",
            "critical-n30-g045-s04",
        ),
        futoshiki,
        solve,
    ),
    "is_unique large": Workload(lambda: large("n64-g04-s015", "critical-n35-g05-s03"), futoshiki, is_unique),
    "solve large, unsatisfiable": Workload(unsatisfiable, futoshiki, solve, empty(12)),
    "count n=7 s=0.4": Workload(lambda: random_futoshiki(7, 0.0, 0.4, 20), futoshiki, count),
    "count n=8 s=0.5": Workload(lambda: random_futoshiki(8, 0.0, 0.5, 10), futoshiki, count),
    "count n=9 s=0.6": Workload(lambda: random_futoshiki(9, 0.0, 0.6, 42), futoshiki, count),
    "count n=9 g=0.1 s=0.3": Workload(lambda: random_futoshiki(9, 0.1, 0.3, 35), futoshiki, count, empty(4)),
    "count L(8)": Workload(lambda: [empty(8)], futoshiki, count),
    "count L(9)": Workload(lambda: [empty(9)], futoshiki, count, empty(4)),
    "solve_many Sudoku, 36 clues": Workload(lambda: sudoku_batch("easy", 500), sudokus, solve_many),
    "solve_many Sudoku, 17 clues": Workload(lambda: sudoku_batch("17 clues", 500), sudokus, solve_many),
    "solve Sudoku 16 x 16": Workload(sudoku_16, sudoku, solve),
    "solve Kakuro, source": Workload(kakuro_source, kakuro, solve),
    "solve_many Kakuro, source": Workload(kakuro_source, kakuro, solve_many_50),
    "solve Kakuro 30 x 30": Workload(kakuro_30, kakuro, solve),
    "count 12 queens": Workload(lambda: queens(12), cover, count),
    "all permutations of 10": Workload(lambda: [10], permutations, all_solutions),
    "LatinSquare.random(100)": Workload(lambda: [(100, seed) for seed in range(4)], nothing, random_square),
    "import": Workload(lambda: [None] * IMPORTS, nothing, import_time),
}


# Running one ----------------------------------------------------------------------------------------------


def run(name: str, inputs: list[Plain], passes: int) -> dict[str, Any]:
    """Return wall and CPU seconds of one pass, the number of passes, and the work of the last one."""
    workload = WORKLOADS[name]
    if workload.warm_up is not None:
        workload.call(fastfuto, workload.build(fastfuto, workload.warm_up))
    else:
        start = perf_counter()
        for data in inputs:
            workload.call(fastfuto, workload.build(fastfuto, data))
            if perf_counter() - start > WARM_UP_SECONDS:
                break
    wall, cpu, answers = one_pass(workload, inputs)
    if not passes:
        passes = max(1, round(PASS_SECONDS / wall))
    for _ in range(passes - 1):
        del answers  # before the next pass, so that it finds the memory as the first one did
        more_wall, more_cpu, answers = one_pass(workload, inputs)
        wall, cpu = wall + more_wall, cpu + more_cpu
    row = {"seconds": wall / passes, "cpu": cpu / passes, "passes": passes}
    if name == "import":  # measured in processes of their own
        row["seconds"], row["cpu"] = map(median, zip(*answers, strict=True))
    return row | {
        "work": {} if name == "import" else work(answers),
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
    }


def one_pass(workload: Workload, inputs: list[Plain]) -> tuple[float, float, list[Any]]:
    """Return the wall and CPU seconds that the calls took, and their answers."""
    items = [workload.build(fastfuto, data) for data in inputs]
    call = workload.call
    cpu, wall = process_time(), perf_counter()
    answers = [call(fastfuto, item) for item in items]
    return perf_counter() - wall, process_time() - cpu, answers


def work(answers: list[Any]) -> dict[str, Any]:
    """Return the sums of the counters that the answers tell, and a digest of the answers."""
    counters: Counter[str] = Counter()
    engines = set()
    digest = hashlib.sha256()
    for answer in answers:
        stats = getattr(answer, "stats", None)
        if stats is not None:
            for counter in ("nodes", "backtracks", "states"):
                counters[counter] += getattr(stats, counter)
            engines.add({"layers": "states"}.get(stats.engine, stats.engine))
        for part in parts(answer):
            digest.update(part)
    return {**counters, "engines": sorted(engines), "answers": digest.hexdigest()[:16]}


def parts(answer: Any) -> Iterable[bytes]:
    """Yield what an answer consists of."""
    if hasattr(answer, "counts"):  # a Batch
        yield answer.counts.tobytes()
        for grid in answer.grids:
            yield b"none" if grid is None else np.ascontiguousarray(grid).tobytes()
    elif hasattr(answer, "status"):  # a Result
        yield answer.status.value.encode()
        yield b"none" if answer.grid is None else np.ascontiguousarray(answer.grid).tobytes()
    elif hasattr(answer, "count") and hasattr(answer, "exact"):  # a CountResult
        yield f"{answer.count} {answer.exact}".encode()
    elif isinstance(answer, np.ndarray):
        yield np.ascontiguousarray(answer).tobytes()
    elif isinstance(answer, tuple):
        for part in answer:
            yield from parts(part)
    else:
        yield str(answer).encode()


def main() -> None:
    command, file, *rest = sys.argv[1:]
    path = Path(file)
    if command == "prepare":
        wanted = rest or list(WORKLOADS)
        data = {name: list(WORKLOADS[name].inputs()) for name in WORKLOADS if any(w in name for w in wanted)}
        path.write_bytes(pickle.dumps(data))
        print(json.dumps(list(data)))
    else:
        name, passes = rest
        print(json.dumps(run(name, pickle.loads(path.read_bytes())[name], int(passes))))


if __name__ == "__main__":
    main()
