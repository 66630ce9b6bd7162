"""The speed-up of two workers: ``python -m bench.jobs NAME ...``.

Each verb does the same job with one and with two workers in turn, and the ratio of the best times counts. One worker
takes about the given time for a job. Workers are processes of the standard library, or with ``--dask`` of a Dask
cluster, which is started before the clock. Two jobs run only once, with one worker per core: ``order-10`` counts the
Latin squares of order 10, and ``order-11`` estimates the number of squares of order 11.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Futoshiki, LatinSquare
from fastfuto.engines import EngineName
from fastfuto.limits import cores

from .machine import machine

RESULTS = Path(__file__).parent / "results"
LEAST = {"ProcessPoolExecutor": 1.8, "Dask": 1.7}
"""The expected speed-up of two workers."""

ORDER_10 = 9982437658213039871725064756920320000
ORDER_11 = 776966836171770144107444346734230682311065600000
"""Numbers of Latin squares of these orders (OEIS A002860)."""
SAMPLES = 400
"""Samples of the estimate."""

Make = Callable[[], Executor]
Call = Callable[[Make], Any]
"""A verb with a job: takes a factory of executors and returns the answer, which must not depend on them."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.jobs", description=__doc__.splitlines()[0])
    parser.add_argument(
        "names", nargs="*", choices=[*CALLS, *WHOLE], metavar="NAME", help=f"{', '.join([*CALLS, *WHOLE])}"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="of one worker (default: 30)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--dask", action="store_true", help="on Dask in place of ProcessPoolExecutor")
    parser.add_argument("-o", "--output", type=Path, help="JSON file (default: in bench/results)")
    args = parser.parse_args()
    engine = "Dask" if args.dask else "ProcessPoolExecutor"
    path = args.output or RESULTS / f"jobs-{engine.lower()}.json"
    # Other jobs keep their results.
    rows = json.loads(path.read_text())["rows"] if path.exists() else {}
    print(f"{'job':16} {'one':>8} {'two':>8} {'ratio':>6}   {engine}, best of {args.rounds} rounds")
    for name in args.names or CALLS:
        if name in CALLS:
            row = measured(CALLS[name](args.seconds), args.rounds, workers(args.dask))
            least = 1.6 if name == "states" else LEAST[engine]
            told = f"{name:16} {min(row['one']):8.2f} {min(row['two']):8.2f} {row['ratio']:6.2f}"
            print(told, "" if row["ratio"] >= least else f"  below {least}", flush=True)
        else:
            with workers(args.dask)(cores()) as make:
                row = WHOLE[name](make)
            print(f"{name:16} {row['seconds']:8.2f}  {row['answer']}", flush=True)
        rows[name] = row
        path.write_text(json.dumps({"machine": machine(), "engine": engine, "rows": rows}, indent=1) + "\n")


def workers(is_dask: bool) -> Callable[[int], Any]:
    """Return a function from a number of workers to a context with their executor."""
    if not is_dask:
        return lambda number: nullcontext(partial(ProcessPoolExecutor, number))

    @contextmanager
    def cluster(number: int) -> Iterator[Make]:
        from distributed import Client, LocalCluster

        with (
            LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as started,
            Client(started) as client,
        ):
            client.wait_for_workers(number)
            yield client.get_executor

    return cluster


def measured(call: Call, rounds: int, workers: Callable[[int], Any]) -> dict[str, Any]:
    """Return the times of one and of two workers, the ratio of the best times, and the number of items."""
    times: dict[int, list[float]] = {1: [], 2: []}
    answers = []
    for _ in range(rounds):
        for number in times:
            with workers(number) as make:
                start = perf_counter()
                answers.append(call(make))
                times[number].append(perf_counter() - start)
    if any(each != answers[0] for each in answers):
        raise AssertionError(f"the answers depend on the workers: {answers}")
    items = answers[0] if isinstance(answers[0], int) else len(answers[0])
    return {"items": items, "one": times[1], "two": times[2], "ratio": min(times[1]) / min(times[2])}


def sized(verb: Callable[[Futoshiki, Make], Any], engine: EngineName, n: int, seconds: float) -> Call:
    """Return a verb's call on an n x n puzzle that loses clues until an engine counts it in about `seconds`."""
    puzzle = fastfuto.generate(n, seed=3).puzzle
    while True:
        numbers, pairs = np.array(puzzle.clues), puzzle.inequalities[:-1]
        if not puzzle.inequalities:
            numbers.flat[np.flatnonzero(numbers)[0]] = 0
        fewer = Futoshiki(numbers, pairs)
        start = perf_counter()
        try:
            fastfuto.count(fewer, engine=engine, timeout=2 * seconds)
        except fastfuto.LimitReached:
            return partial(verb, puzzle)
        puzzle = fewer
        if perf_counter() - start > seconds:
            return partial(verb, puzzle)


def counted(puzzle: Futoshiki, make: Make) -> int:
    return fastfuto.count(puzzle, executor=make)


def counted_by_states(puzzle: Futoshiki, make: Make) -> int:
    return fastfuto.count(puzzle, engine="states", executor=make)


def saved(puzzle: Futoshiki, make: Make) -> int:
    with tempfile.TemporaryDirectory() as folder:
        return fastfuto.save_solutions(puzzle, folder, executor=make)


def solved(seconds: float) -> Call:
    """Return a call of solve_many that takes about `seconds`."""
    puzzles = [each.puzzle for each in fastfuto.generate_many(200, 7, seed=0)]
    start = perf_counter()
    fastfuto.solve_many(puzzles, limit=2, threads=1)
    puzzles *= max(1, round(seconds / (perf_counter() - start)))
    return lambda make: fastfuto.solve_many(puzzles, limit=2, executor=make).counts.tolist()


def order_10(make: Make) -> dict[str, Any]:
    """Count the Latin squares of order 10 and compare with OEIS A002860."""
    start = perf_counter()
    result = fastfuto.count_result(LatinSquare(10), engine="states", executor=make)
    if result.count != ORDER_10:
        raise AssertionError(f"there are {ORDER_10} Latin squares of order 10, and not {result.count}")
    effort = {"states": result.stats.states, "nodes": result.stats.nodes}
    return {"seconds": perf_counter() - start, "answer": str(result.count), **effort}


def order_11(make: Make) -> dict[str, Any]:
    """Estimate the number of Latin squares of order 11 to 2 % and compare with OEIS A002860."""
    start = perf_counter()
    result = fastfuto.estimate_count(LatinSquare(11), samples=SAMPLES, executor=make)
    low, high = result.interval
    half = (high - low) / 2 / result.estimate
    if not low <= ORDER_11 <= high or half > 0.02:
        raise AssertionError(f"expected {ORDER_11} to 2 %, got {low} to {high}")
    return {
        "seconds": perf_counter() - start,
        "answer": f"{result.estimate:.5g} +- {half:.2%}",
        "interval": [str(low), str(high)],
    }


def generated(seconds: float) -> Call:
    """Return a call of generate_many that takes about `seconds`."""
    start = perf_counter()
    for _ in fastfuto.generate_many(200, 9, level="tricky", seed=1):
        pass
    k = round(200 * seconds / (perf_counter() - start))
    return lambda make: [
        each.puzzle for each in fastfuto.generate_many(k, 9, level="tricky", seed=1, executor=make)
    ]


CALLS: dict[str, Callable[[float], Call]] = {
    "count": partial(sized, counted, "search", 9),
    # The search takes about 30 us for a solution of this size. Writing takes about a tenth of that.
    "save_solutions": partial(sized, saved, "search", 12),
    "solve_many": solved,
    "states": partial(sized, counted_by_states, "states", 9),
    "generate_many": generated,
}
WHOLE: dict[str, Callable[[Make], dict[str, Any]]] = {"order-10": order_10, "order-11": order_11}

if __name__ == "__main__":
    main()
