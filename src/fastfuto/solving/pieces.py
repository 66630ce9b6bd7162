"""Pieces of the search: branches that workers search independently, and cut again if they are large.

A piece consists of disjoint branches. A worker searches the branches in turn until it has done the work of a piece, and
then returns the remaining branches in a few new pieces. Work is counted and not timed, so the pieces are the same on
every machine, for any workers and in any order.
"""

from __future__ import annotations

import base64
import heapq
import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engines import (
    EXHAUSTED,
    PAUSED,
    UNLIMITED,
    Engine,
    EngineName,
    Prober,
    Request,
    open_search,
    shared_by,
)
from ..jobs import Answer, IsOver, Job, Work, digest
from ..limits import Stats, Watch
from ..model import Model, Solvable, UintArray, mask_words
from . import tuning
from .parts import cut, first_choice
from .session import checked_model

WHOLE: list[Any] = [0, 0, ""]
"""The payload of the first piece, the whole puzzle: generation, doublings of `tuning.MOST_PIECE`, and no branches."""


def search_job(
    verb: str, puzzle: Solvable[Any], engine: EngineName, work: Work, watch: Watch, *options: object
) -> Job:
    """Return the job of a verb that searches a puzzle in pieces.

    `options` are the other arguments on which the result depends.
    """
    if shared_by(engine) != "branches":
        raise ValueError(f"work in pieces needs the engine 'search', got {engine!r}")
    model = checked_model(puzzle)
    if not isinstance(model, Model):
        raise ValueError("exact covers cannot be divided into pieces")
    first = [0, _doublings(model, watch), ""]
    return Job(verb, model_key(verb, model, *options), model, work, [first], partial(halves, model))


def _doublings(model: Model, watch: Watch) -> int:
    """Return how many times the size of pieces is doubled, compared with a small job, from an estimate of the work."""
    prober = Prober(Request(model, seed=1), tuning.JOB_PROBES)
    while not prober.is_done and not watch.is_late:
        prober.run(tuning.PIECE_SLICE)
    if not prober.is_done:
        return 0
    doublings = (prober.log_work - math.log(tuning.MOST_PIECE) - math.log(tuning.MOST_PIECES)) / math.log(2)
    return min(math.ceil(doublings), tuning.DOUBLINGS) if doublings > 0 else 0


def model_key(verb: str, model: Model, *options: object) -> str:
    """Return the key of a job, which identifies the model, the verb and its options."""
    arrays = (model.domains, model.inequalities, *model.sums, *model.relations)
    skeleton = model.skeleton
    return digest(
        *(each.tobytes() for each in (skeleton.unit_starts, skeleton.unit_cells, *arrays)),
        repr((verb, model.n_cells, model.n_values, *options)),
    )


def work_of(generation: int, doublings: int) -> int:
    """Return the work of a piece, which grows with its generation."""
    return int(min(tuning.FIRST_PIECE * tuning.PIECE_GROWTH**generation, tuning.MOST_PIECE << doublings))


def packed(array: npt.NDArray[Any]) -> list[Any]:
    """Return an array as a JSON value: its dtype, its shape, and its bytes in base 64."""
    return [array.dtype.str, array.shape, base64.b64encode(array.tobytes()).decode()]


def unpacked(value: list[Any]) -> npt.NDArray[Any]:
    """Return the array from which `packed` has made this value."""
    dtype, shape, text = value
    return np.frombuffer(base64.b64decode(text), dtype).reshape(shape).copy()


def effort_of(results: dict[tuple[int, ...], Any], watch: Watch) -> Stats:
    """Sum up the effort of results that begin with the numbers of solutions, nodes and backtracks."""
    nodes, backtracks = (sum(result[k] for result in results.values()) for k in (1, 2))
    return Stats(nodes, backtracks, watch.seconds, "search")


def count_piece(model: Model, payload: Any, is_over: IsOver) -> Answer | None:
    """Count the solutions of a piece; the result has the numbers of solutions, nodes and backtracks."""
    found = search_piece(model, payload, lambda engine, work: engine.run(work, UNLIMITED), is_over)
    return None if found is None else Answer(*found)


def search_piece(
    model: Model, payload: Any, run: Callable[[Engine, int], int], is_over: IsOver
) -> tuple[list[int], list[Any]] | None:
    """Search the branches of a piece until its work is done.

    Parameters
    ----------
    model : Model
    payload : JSON value
    run : callable
        Lets an engine do some work and returns the outcome.
    is_over : callable

    Returns
    -------
    (list of int, list of JSON values), or None
        The numbers of solutions, nodes and backtracks, and the payloads of the remaining pieces. None if `is_over`
        stopped the search; the piece is not cut then, because cuts must not depend on time.
    """
    generation, doublings, text = payload
    left = work_of(generation, doublings)
    waiting = [*_read(model, text)]
    numbers = [0, 0, 0]
    while waiting and left > 0:
        engine = open_search(Request(model.with_domains(waiting.pop())))
        engine.stay_cuttable(tuning.MOST_PLACED)
        outcome = PAUSED
        # A branch cannot be cut while its last cells are enumerated.
        while outcome != EXHAUSTED and (left > 0 or engine.branches < 0):
            work = tuning.PIECE_SLICE if left > 0 else tuning.LAST_SLICE
            outcome = run(engine, work)
            left -= work
            if is_over():
                return None
        numbers = [
            a + b for a, b in zip(numbers, (engine.total, engine.nodes, engine.backtracks), strict=True)
        ]
        if outcome != EXHAUSTED:
            waiting += [part.domains for part in cut(engine, model)]
    branches = _divided(model, waiting, is_over)
    if is_over():
        return None
    return numbers, [[generation + 1, doublings, part] for part in _dealt(model, branches)]


def halves(model: Model, payload: Any) -> list[Any]:
    """Return the payloads of two pieces with half of the branches each; a single branch is not divided."""
    *numbers, text = payload
    branches = _read(model, text)
    if len(branches) < 2:
        return [payload]
    return [[*numbers, _written(model, branches[k::2])] for k in range(2)]


def _divided(model: Model, branches: list[UintArray], is_over: IsOver) -> list[UintArray]:
    """Divide the branches with the most candidates at choices of the search, until there are enough to share out.

    Usually one branch has most of the remaining work, so an undivided piece would end long after all others.
    """
    ages = itertools.count()
    divisible = [(-_candidates(branch), next(ages), branch) for branch in branches]
    heapq.heapify(divisible)
    whole: list[UintArray] = []
    while divisible and len(divisible) + len(whole) < tuning.BRANCHES and not is_over():
        parts = [part.domains for part in first_choice(model.with_domains(heapq.heappop(divisible)[2]))]
        if len(parts) < 2:
            whole += parts
            continue
        for part in parts:
            heapq.heappush(divisible, (-_candidates(part), next(ages), part))
    return whole + [branch for *_, branch in divisible]


def _dealt(model: Model, branches: list[UintArray]) -> list[str]:
    """Deal branches into pieces of similar size, the branches with the most candidates first."""
    ordered = sorted(branches, key=_candidates, reverse=True)
    parts = (ordered[k :: tuning.PARTS] for k in range(tuning.PARTS))
    return [_written(model, np.stack(part)) for part in parts if part]


def _candidates(branch: UintArray) -> int:
    """Return the number of candidates in the domains of a branch."""
    return int(np.unpackbits(branch.view(np.uint8)).sum())


def _written(model: Model, branches: UintArray) -> str:
    """Return the domains of branches as text, with as few bytes per cell as the values need."""
    domains = branches.astype("<u8").view(np.uint8)
    return base64.b64encode(domains[:, :, : -(-model.n_values // 8)].tobytes()).decode()


def _read(model: Model, text: str) -> UintArray:
    """Return the domains of branches, (branches, n_cells, words), from their text."""
    if not text:
        return model.domains[np.newaxis]
    n_bytes = -(-model.n_values // 8)
    read = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, model.n_cells, n_bytes)
    domains = np.zeros((len(read), model.n_cells, 8 * mask_words(model.n_values)), np.uint8)
    domains[:, :, :n_bytes] = read
    return domains.view("<u8").astype(np.uint64)
