"""fastfuto itself, by a user's whole calls, and its reference solver."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

import fastfuto
from fastfuto import Futoshiki
from fastfuto.cli import main
from fastfuto.engines import EXHAUSTED, PAUSED, UNLIMITED, Request, open_learner
from fastfuto.engines.loading import module
from fastfuto.reference import Backtracking, FutoshikiState

from ..cases.client import Client
from ..cases.cover import Cover
from ..cases.generation import Making
from ..check import WrongAnswer
from ..statement import make, plain, values
from ..tasks import (
    BATCH,
    BY_STEPS,
    CONSTRUCT,
    DETECT,
    DETECT_SOURCE,
    DRAW,
    DRAW_SVG,
    FIRST,
    GRADE,
    HINT,
    IN_AND_OUT,
    PARSE,
    PARSE_SOURCE,
    UNIQUE,
    VIOLATIONS,
    WRITE,
    WRITE_ID,
    Outcome,
    Task,
    late,
    time_limit,
)
from . import client, generation


def fastfuto_call(puzzle: Any, task: Task, limit: float, **options: Any) -> Outcome:
    """Make one whole call of the task's verb on a new object."""
    if isinstance(puzzle, Client):
        return client.ours(puzzle, task, limit)
    if isinstance(puzzle, Making):
        return generation.ours(puzzle, task, limit)
    if task == BATCH:
        return batch(puzzle)
    data = plain(puzzle)
    if task in IN_AND_OUT:
        return timed(in_and_out(puzzle, task))
    if task in BY_STEPS:
        return by_steps(puzzle, task)
    start = perf_counter()
    fresh = make(data)
    outcome = answer(fresh, task, limit, **options)
    outcome.build = perf_counter() - start - outcome.solve if not outcome.timed_out else 0
    if task.grids and not isinstance(puzzle, Cover):
        outcome.grids = values(puzzle, outcome.grids)
    return outcome


def in_and_out(puzzle: Futoshiki, task: Task) -> Callable[[], object]:
    """Return the call for a task without a solver."""
    if task == CONSTRUCT:
        return partial(make, plain(puzzle))
    if task in (PARSE, DETECT):
        text = fastfuto.format_puzzle(puzzle, "tatham")
        return partial(fastfuto.parse, text, "tatham" if task == PARSE else None)
    if task in (PARSE_SOURCE, DETECT_SOURCE):
        return partial(fastfuto.parse, str(puzzle), "source" if task == PARSE_SOURCE else None)
    # Each puzzle is used once, as in all other tasks.
    fresh = make(plain(puzzle))
    if task == WRITE:
        return partial(fastfuto.format_puzzle, fresh)
    if task == WRITE_ID:
        return partial(fastfuto.format_puzzle, fresh, "tatham")
    if task in DRAW:
        return lambda: getattr(fastfuto.draw(fresh), "svg" if task == DRAW_SVG else "text")
    call: Callable[[], object] = fresh.violations if task == VIOLATIONS else fresh.model
    return call


def by_steps(puzzle: Futoshiki, task: Task) -> Outcome:
    """Grade or explain a puzzle, or give a hint for it; steps are made on demand."""
    fresh = make(plain(puzzle))
    if task != HINT:
        return timed(partial(fastfuto.grade if task == GRADE else fastfuto.explain, fresh))
    solution = fastfuto.solve(puzzle).grid
    assert solution is not None
    is_filled = (
        np.random.default_rng(0).permutation(solution.size).reshape(solution.shape) < solution.size // 2
    )
    fastfuto.hint(fresh)
    return timed(partial(fastfuto.hint, fresh, solution * is_filled))


def batch(ids: Sequence[str]) -> Outcome:
    """Answer game ids by the command line in one thread; the time is per id."""
    with tempfile.TemporaryDirectory() as folder:
        given, answered = Path(folder, "ids.txt"), Path(folder, "answers.txt")
        given.write_text("".join(f"{each}\n" for each in ids), encoding="ascii")
        start = perf_counter()
        with contextlib.redirect_stderr(io.StringIO()):
            code = main(["batch", "--unique", "--threads", "1", str(given), "-o", str(answered)])
        seconds = perf_counter() - start
        answers = answered.read_text(encoding="ascii").splitlines()
    if code or len(answers) != len(ids):
        raise WrongAnswer(f"exit code {code}, {len(answers)} lines for {len(ids)} puzzles")
    for each, line in zip(ids[::100], answers[::100], strict=True):
        if not fastfuto.parse(each).is_solution(fastfuto.parse(line).clues):
            raise WrongAnswer(f"{line} is not a solution of {each}")
    return Outcome(len(ids), 0, seconds / len(ids))


def timed(call: Callable[[], object]) -> Outcome:
    start = perf_counter()
    call()
    return Outcome(1, 0, perf_counter() - start)


def answer(
    puzzle: Any, task: Task, limit: float, *, engine: Any = "auto", seed: int = 0, threads: int = 1
) -> Outcome:
    """Return the answer of one call and its seconds."""
    start = perf_counter()
    try:
        if isinstance(puzzle, np.ndarray):
            batch = fastfuto.solve_many(puzzle, limit=task.limit or 1, threads=1)
            return Outcome(int(batch.counts.sum()), 0, perf_counter() - start, batch.grids)
        if task == FIRST:
            result = fastfuto.solve(puzzle, timeout=limit, engine=engine, seed=seed, threads=threads)
            seconds, stats = perf_counter() - start, result.stats
            effort = {"nodes": stats.nodes, "conflicts": stats.backtracks, "engine": stats.engine}
            if result.status is fastfuto.Status.UNKNOWN:
                return late(limit, **effort)
            grids = [] if result.grid is None else [result.grid]
            return Outcome(len(grids), 0, seconds, grids, **effort)
        if task == UNIQUE:
            unique = fastfuto.is_unique(puzzle, timeout=limit, threads=threads)
            return Outcome(1 if unique else 2, 0, perf_counter() - start)  # Every case has a solution.
        if task.grids:
            found = fastfuto.all_solutions(puzzle, limit=task.limit, timeout=limit, seed=seed)
            return Outcome(len(found), 0, perf_counter() - start, found)
        counted = fastfuto.count_result(puzzle, limit=task.limit, timeout=limit, engine=engine)
        seconds, stats = perf_counter() - start, counted.stats
        effort = {"nodes": stats.states or stats.nodes, "engine": stats.engine}
        return Outcome(counted.count, 0, seconds, **effort)
    except fastfuto.LimitReached:
        return late(limit)
    except fastfuto.MemoryLimit:
        return late(limit, engine="out of memory")


def fastfuto_again(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Make the call on an object that was solved before."""
    again = make(plain(puzzle))
    answer(again, task, limit)
    outcome = answer(again, task, limit)
    outcome.grids = values(puzzle, outcome.grids)
    return outcome


def fastfuto_50(puzzle: Any, task: Task, limit: float) -> Outcome:
    """Solve fifty equal puzzles in one call, with proofs of uniqueness; the time is per puzzle."""
    puzzles = [puzzle] * 50
    start = perf_counter()
    batch = fastfuto.solve_many(puzzles, limit=2, threads=1)
    seconds = perf_counter() - start
    return Outcome(1, 0, seconds / 50, values(puzzle, batch.grids[:1]))


def one_text_each(puzzle: npt.NDArray[np.uint8], task: Task, limit: float) -> Outcome:
    """Solve Sudokus from text to text, one in each call."""
    texts = ["".join(map(str, grid.ravel().tolist())) for grid in puzzle]
    start = perf_counter()
    solved = [fastfuto.solve_text(text) for text in texts]
    seconds = perf_counter() - start
    return Outcome(len(solved), 0, seconds, [list(map(int, text.strip())) for text in solved if text])


def leftmost(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Count covers by dancing links that choose the leftmost item instead of the item with the fewest options."""
    start = perf_counter()
    options = make(plain(puzzle)).model()
    cover = module("_cover").Cover(
        options.n_options, options.n_memberships, options.n_items, options.n_primary
    )
    for piece in options.pieces():
        cover.add(*piece)
    cover.reset(leftmost=True)
    build = perf_counter() - start
    while cover.run(100_000, UNLIMITED) != EXHAUSTED:
        if perf_counter() - start > limit:
            return late(limit, nodes=cover.nodes)
    return Outcome(cover.total, build, perf_counter() - start - build, nodes=cover.nodes)


def by_activity(puzzle: Futoshiki, task: Task, limit: float, *, seed: int = 0) -> Outcome:
    """Find a first solution with only the learner by activity."""
    start = perf_counter()
    model = make(plain(puzzle)).model()
    learner = open_learner(Request(model, seed=seed), by_activity=True)
    build = perf_counter() - start
    out = np.zeros((1, model.n_cells), np.uint8)
    while (outcome := learner.run(100_000, 1, out)) == PAUSED:
        if perf_counter() - start > limit:
            return late(limit, nodes=learner.nodes, conflicts=learner.conflicts)
    seconds = perf_counter() - start - build
    grids = [] if outcome == EXHAUSTED else values(puzzle, out.reshape(1, *puzzle.shape))
    return Outcome(len(grids), build, seconds, grids, nodes=learner.nodes, conflicts=learner.conflicts)


def reference(puzzle: Futoshiki, task: Task, limit: float) -> Outcome:
    """Enumerate the solutions by the plain backtracking of `fastfuto.reference`."""
    grids = []
    found = calls = 0
    seconds = limit
    timed_out = True
    with time_limit(limit):
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
    return Outcome(
        len(grids) if task.grids else found,
        0,
        seconds,
        values(puzzle, grids),
        nodes=calls,
        timed_out=timed_out,
    )
