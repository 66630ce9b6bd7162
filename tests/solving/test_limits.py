"""Time limits and memory limits of every verb, on grids where setting up an engine alone takes longer."""

import contextlib
import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Kakuro, LatinSquare, LimitReached, MemoryLimit, Permutations

from ..cases import thorough
from ..strategies import random_puzzle

CALLS = {
    "solve": lambda puzzle, timeout: fastfuto.solve(puzzle, timeout=timeout),
    "solve by learning": lambda puzzle, timeout: fastfuto.solve(puzzle, engine="learner", timeout=timeout),
    "solve in threads": lambda puzzle, timeout: fastfuto.solve(puzzle, threads=2, timeout=timeout),
    "is_unique": lambda puzzle, timeout: fastfuto.is_unique(puzzle, timeout=timeout),
    "count": lambda puzzle, timeout: fastfuto.count(puzzle, timeout=timeout),
    "all_solutions": lambda puzzle, timeout: fastfuto.all_solutions(puzzle, timeout=timeout),
    "solutions": lambda puzzle, timeout: list(fastfuto.solutions(puzzle, timeout=timeout)),
    "solution_blocks": lambda puzzle, timeout: list(fastfuto.solution_blocks(puzzle, timeout=timeout)),
    "sample": lambda puzzle, timeout: fastfuto.sample(puzzle, 10**5, timeout=timeout),
    "estimate_count": lambda puzzle, timeout: fastfuto.estimate_count(puzzle, timeout=timeout),
    "solve_many": lambda puzzle, timeout: fastfuto.solve_many([puzzle] * 5, limit=2, timeout=timeout),
}

PUZZLES = {
    "blank 30": LatinSquare(30),
    "blank 100": LatinSquare(100),
    "blank 200": Futoshiki(np.zeros((200, 200), int)),
    "permutations": Permutations(100, order=[(0, 1), (2, 1)]),
    "kakuro": Kakuro([[None] * 9, *[[(0, 40), *[0] * 8] for _ in range(8)]]),
}


class Clock:
    """A clock on which a millisecond goes by between two looks at it."""

    def __init__(self):
        self.looks = itertools.count()
        self.last = 0

    def __call__(self):
        self.last = next(self.looks)
        return self.last / 1000


@pytest.mark.parametrize("timeout", [0.004, thorough(0.0), thorough(0.05)])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_calls_stop_when_the_time_is_up(call, puzzle, timeout, monkeypatch):
    """Once the time is up, a call looks at the clock a few times more: it does not go on with its work."""
    clock = Clock()
    monkeypatch.setattr("fastfuto.limits.watch.perf_counter", clock)
    # Some engines do not take the puzzle, it may have no solution to draw, or far too many to draw from.
    with contextlib.suppress(LimitReached, MemoryLimit, ValueError):
        call(puzzle, timeout)
    assert clock.last <= 1000 * timeout + 12


def test_samples_stop_in_time_and_say_what_they_were_doing():
    with pytest.raises(
        LimitReached, match=r"the time limit of 0\.1 s has passed while the samples are drawn"
    ):
        fastfuto.sample(LatinSquare(6), 10**6, timeout=0.1)
    with pytest.raises(LimitReached, match="while all solutions are listed, to draw from them"):
        fastfuto.sample(Permutations(12, order=[(0, 1)]), timeout=0.05)


def test_samples_keep_the_memory_limit_and_repeat_it():
    with pytest.raises(MemoryLimit, match=r"34\.3 MiB, more than the memory limit of 977 KiB"):
        fastfuto.sample(LatinSquare(6), 10**6, memory=10**6)
    with pytest.raises(MemoryLimit, match=r"the memory limit of 97.7 KiB .* needs all solutions"):
        fastfuto.sample(Permutations(12, order=[(0, 1)]), memory=10**5)


@pytest.mark.thorough
def test_more_samples_than_are_drawn_together_are_spread_alike():
    puzzle = Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))])
    grids = fastfuto.sample(puzzle, 12_000, seed=3)
    distinct, counts = np.unique(grids.reshape(-1, 9), axis=0, return_counts=True)
    assert len(distinct) == fastfuto.count(puzzle) == 6
    assert abs(counts - 2000).max() < 200
    assert (grids[:5000] == fastfuto.sample(puzzle, 12_000, seed=3)[:5000]).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_answers_what_it_can_before_the_time_is_up(threads):
    easy, hard = LatinSquare([[1, 2], [2, 1]]), Futoshiki(np.zeros((150, 150), int))
    with pytest.raises(LimitReached, match="puzzles answered") as caught:
        fastfuto.solve_many([easy] * 3 + [hard] * 3, limit=3, threads=threads, timeout=0.15)
    batch = caught.value.solutions
    assert batch.counts.tolist() == [1, 1, 1, -1, -1, -1]
    assert batch.grids[:3] == [pytest.approx(easy.clues)] * 3
    assert batch.grids[3:] == [None] * 3


@pytest.mark.parametrize("seed", [*range(5), thorough(5)])
def test_the_search_goes_on_without_states_that_do_not_fit(seed):
    puzzle = random_puzzle(random.Random(seed), 12, 0.35, 0.3)
    assert fastfuto.count(puzzle, memory=1) == fastfuto.count(puzzle, engine="search")


def test_a_search_that_would_take_too_long_does_not_go_on_without_states():
    with pytest.raises(
        MemoryLimit, match="the memory limit of 1 byte was reached with 0 of 10 values placed"
    ):
        fastfuto.count(LatinSquare(10), memory=1)
