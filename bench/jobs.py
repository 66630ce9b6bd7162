"""Two workers against one: ``python -m bench.jobs``.

Each verb does the same job with one worker and with two, in turn, and the ratio of the best times counts. A job is made
so large that one worker takes about the given time. Workers are processes of the standard library, or of Dask with
``--dask``, whose cluster is started before the clock.
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
from fastfuto import Futoshiki

from .machine import machine

RESULTS = Path(__file__).parent / "results"
LEAST = {"ProcessPoolExecutor": 1.8, "Dask": 1.7}
"""The ratio that is expected of two workers."""

Make = Callable[[], Executor]
Call = Callable[[Make], Any]
"""A verb with a job, which takes what makes an executor and returns what must not depend on it."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.jobs", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="of one worker (default: 30)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", metavar="TEXT", help="verbs with this in their name")
    parser.add_argument("--dask", action="store_true", help="on Dask in place of ProcessPoolExecutor")
    parser.add_argument("-o", "--output", type=Path, help="JSON file (default: in bench/results)")
    args = parser.parse_args()
    engine = "Dask" if args.dask else "ProcessPoolExecutor"
    rows: dict[str, Any] = {}
    print(f"{'verb':16} {'one':>8} {'two':>8} {'ratio':>6}   {engine}, best of {args.rounds} rounds")
    for name, make_call in CALLS.items():
        if args.only in name:
            rows[name] = row = measured(make_call(args.seconds), args.rounds, workers(args.dask))
            told = f"{name:16} {min(row['one']):8.2f} {min(row['two']):8.2f} {row['ratio']:6.2f}"
            print(told, "" if row["ratio"] >= LEAST[engine] else f"  below {LEAST[engine]}", flush=True)
    path = args.output or RESULTS / f"jobs-{engine.lower()}.json"
    path.write_text(json.dumps({"machine": machine(), "engine": engine, "rows": rows}, indent=1) + "\n")


def workers(is_dask: bool) -> Callable[[int], Any]:
    """Return the context in which there are some workers."""
    if not is_dask:
        return lambda number: nullcontext(partial(ProcessPoolExecutor, number))

    @contextmanager
    def cluster(number: int) -> Iterator[Make]:
        from distributed import Client, LocalCluster

        with (
            LocalCluster(number, threads_per_worker=1, dashboard_address=None) as started,
            Client(started) as client,
        ):
            client.wait_for_workers(number)
            yield client.get_executor

    return cluster


def measured(call: Call, rounds: int, workers: Callable[[int], Any]) -> dict[str, Any]:
    """Return the times of one worker and of two, and the ratio of the best ones."""
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
    return {"one": times[1], "two": times[2], "ratio": min(times[1]) / min(times[2])}


def searched(verb: Callable[[Futoshiki, Make], Any], seconds: float) -> Call:
    """Return the call of a verb on a puzzle that takes about so long: a 9 x 9 loses clues until it does."""
    puzzle = fastfuto.generate(9, seed=3).puzzle
    while True:
        numbers, pairs = np.array(puzzle.clues), puzzle.inequalities[:-1]
        if not puzzle.inequalities:
            numbers.flat[np.flatnonzero(numbers)[0]] = 0
        fewer = Futoshiki(numbers, pairs)
        start = perf_counter()
        try:
            fastfuto.count(fewer, engine="search", timeout=2 * seconds)
        except fastfuto.LimitReached:
            return partial(verb, puzzle)
        puzzle = fewer
        if perf_counter() - start > seconds:
            return partial(verb, puzzle)


def counted(puzzle: Futoshiki, make: Make) -> int:
    return fastfuto.count(puzzle, executor=make)


def saved(puzzle: Futoshiki, make: Make) -> int:
    with tempfile.TemporaryDirectory() as folder:
        return fastfuto.save_solutions(puzzle, folder, executor=make)


def solved(seconds: float) -> Call:
    """Return a call of solve_many that takes so long."""
    puzzles = [each.puzzle for each in fastfuto.generate_many(200, 7)]
    start = perf_counter()
    fastfuto.solve_many(puzzles, limit=2, threads=1)
    puzzles *= max(1, round(seconds / (perf_counter() - start)))
    return lambda make: fastfuto.solve_many(puzzles, limit=2, executor=make).counts.tolist()


CALLS: dict[str, Callable[[float], Call]] = {
    "count": partial(searched, counted),
    "save_solutions": partial(searched, saved),
    "solve_many": solved,
}

if __name__ == "__main__":
    main()
