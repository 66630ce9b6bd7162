"""Jobs on simulated workers: ``python -m bench.simulation``.

The dispatcher is the real one; workers, time and losses are simulated. A job is an amount of work. A piece works up
to its budget, which grows like a search's budget, and leaves eight pieces of random sizes. The dispatcher spends time
on sending and receiving each batch, one at a time. A lost worker loses its batch, and is replaced after a while.
Efficiency is the work divided by the total time of all workers.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
from collections import deque
from typing import Any, NamedTuple

from fastfuto.jobs import Dispatcher, Piece
from fastfuto.solving.tuning import DOUBLINGS, FIRST_PIECE, MOST_PIECE, MOST_PIECES, PARTS, PIECE_GROWTH

UNIT = 0.001
"""Seconds of a unit of work."""
FIRST, MOST = FIRST_PIECE // 100_000, MOST_PIECE // 100_000
"""Work of the first piece, and largest work of a piece in a small job."""
ARRIVES, ENDS, IS_LOST, STARTS = range(4)
"""Kinds of events."""


class Cluster(NamedTuple):
    """A cluster's workers and its costs in seconds."""

    workers: int
    dispatch: float = 0.0005
    """Time of the dispatcher for a batch."""
    latency: float = 0.001
    """Transfer time of a batch in each direction."""
    survival: float = 1e6
    """Mean time until a worker is lost."""
    restart: float = 5.0
    """Time until a lost worker is replaced."""


class Simulated(NamedTuple):
    """The result of a simulated job."""

    seconds: float
    efficiency: float
    pieces: int
    batches: int
    losses: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.simulation", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(
        f"{'hours of work':>13} {'longest piece':>13} {'workers':>8} {'efficiency':>10} {'pieces':>8} {'batches':>8} "
        f"{'lost':>5}"
    )
    for hours in (14, 140, 1_700):
        total = round(hours * 3600 / UNIT)
        most = longest(total)
        for number in (10, 100, 1_000, 10_000):
            told = simulate(total, most, Cluster(number), args.seed)
            print(
                f"{hours:13,} {most * UNIT:13g} {number:8} {told.efficiency:10.1%} {told.pieces:8} {told.batches:8} "
                f"{told.losses:5}",
                flush=True,
            )


def longest(total: int) -> int:
    """Return the largest work of a job's piece, as for a search with exact probes."""
    most = MOST
    while most < MOST << DOUBLINGS and total > most * MOST_PIECES:
        most *= 2
    return most


def simulate(total: int, most: int, cluster: Cluster, seed: int = 0) -> Simulated:
    """Run a job of `total` units of work with pieces of at most `most` units."""
    rng = random.Random(seed)
    dispatcher = Dispatcher([Piece((0,), [0, total])], cluster.workers, halves)
    numbers = itertools.count()
    events: list[tuple[float, int, int, Any]] = []
    queue: deque[list[Piece]] = deque()
    now = free_at = 0.0
    idle = cluster.workers
    done = batches = losses = 0

    def add(time: float, kind: int, what: Any = None) -> None:
        heapq.heappush(events, (time, next(numbers), kind, what))

    while not dispatcher.is_done:
        while batch := dispatcher.next_batch():
            free_at = max(free_at, now) + cluster.dispatch / 2
            batches += 1
            add(free_at + cluster.latency, ARRIVES, batch)
        now, _, kind, what = heapq.heappop(events)
        if kind == ARRIVES:
            queue.append(what)
        elif kind == STARTS:
            idle += 1
        else:
            free_at = max(free_at, now) + cluster.dispatch / 2
            dispatcher.came_back()
            if kind == IS_LOST:
                losses += 1
                dispatcher.lose(what)
                add(now + cluster.restart, STARTS)
            else:
                idle += 1
                for piece, did, rest in what:
                    done += did
                    dispatcher.finish(piece, piece.cut(rest), did * UNIT)
        while queue and idle:
            idle -= 1
            batch = queue.popleft()
            outcomes = [(piece, *work(piece, most, seed)) for piece in batch]
            end = now + sum(did for _, did, _ in outcomes) * UNIT
            death = now + rng.expovariate(1 / cluster.survival)
            if death < end:
                add(death, IS_LOST, batch)
            else:
                add(end + cluster.latency, ENDS, outcomes)
    if done != total:
        raise AssertionError(f"{done} units of work were done, and {total} were to be done")
    efficiency = total * UNIT / (now * cluster.workers)
    return Simulated(now, efficiency, dispatcher.done, batches, losses)


def work(piece: Piece, most: int, seed: int) -> tuple[int, list[Any]]:
    """Return a piece's work and the pieces that it leaves, which depend only on the piece."""
    generation, size = piece.payload
    did = min(size, FIRST * PIECE_GROWTH**generation, most)
    rng = random.Random(f"{seed} {piece.place}")
    shares = [rng.expovariate(1) for _ in range(PARTS)]
    edges = [round((size - did) * share / sum(shares)) for share in itertools.accumulate(shares, initial=0.0)]
    edges[-1] = size - did
    return did, [[generation + 1, b - a] for a, b in itertools.pairwise(edges) if b > a]


def halves(payload: Any) -> list[Any]:
    """Return the payloads of two pieces of half the size, or the same payload."""
    generation, size = payload
    return [payload] if size < 2 else [[generation, size // 2], [generation, size - size // 2]]


if __name__ == "__main__":
    main()
