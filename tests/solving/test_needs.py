"""What counting by states would take, against what it takes."""

import random
from functools import partial
from time import perf_counter

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, MemoryLimit
from fastfuto.engines import EXHAUSTED, _states, _states_wide, open_states, problem_of
from fastfuto.limits import counted
from fastfuto.solving import needs, tuning
from fastfuto.solving.needs import Needs, states_needs

from ..cases import thorough
from ..strategies import perturbed_puzzle, random_puzzle
from .test_slices import THREADS

never = partial(bool, False)


def test_the_engine_has_as_many_shares():
    assert needs.SHARES == _states.SHARES


def step(states, rows, placed, ways, side):
    states.load(rows, placed, ways, side)
    while states.run(10**6) != EXHAUSTED:
        pass
    states.advance()
    ways, packed = states.reached()
    words = np.frombuffer(packed, np.uint64)
    return ways, words[_states.SHARES + 1 :].reshape(int(words[_states.SHARES]), -1)


@pytest.mark.parametrize("build", [_states, _states_wide])
@pytest.mark.parametrize("seed", range(4))
def test_ways_to_a_state_are_counted_within_its_cells(build, seed):
    model = random_puzzle(random.Random(seed), 5, 0.1, 0.3).model()
    states, inner = build.States(5), build.States(5)
    n_states = 0
    for side in range(2):
        states.reset(problem_of(model))
        assert states.both_sides
        ways, rows = 1, np.array([[0, 1]], np.uint64)
        for placed in range(1, 4):
            ways, rows = step(states, rows, placed - 1, ways, side)
            for row in rows:
                inner.reset(problem_of(model), within=needs._cells(row, 5, placed))
                found, within = 1, np.array([[0, 1]], np.uint64)
                for k in range(placed):
                    found, within = step(inner, within, k, found, side)
                assert (found, within.tolist()) == (row[1], [row.tolist()])
                n_states += 1
    assert n_states > 20


def test_the_engine_refuses_cells_of_another_order():
    states = _states.States(4)
    model = LatinSquare(4).model()
    with pytest.raises(ValueError, match="within must have length 4, got 3"):
        states.reset(problem_of(model), within=np.zeros(3, np.uint32))


def taken(model):
    """Return the bytes that counting by states takes, and the states of the largest layer."""
    states, largest = open_states(model, 1 << 30), 0
    states.reset(problem_of(model))
    while True:
        while states.run(10**6) != EXHAUSTED:
            pass
        if not states.advance():
            return states.peak_bytes, largest
        largest = max(largest, states.layer_size)


@pytest.mark.parametrize(
    ("n", "numbers", "inequalities"), [(7, 0, 0.3), thorough((8, 0, 0.45)), (9, 0.2, 0.3), (10, 0.3, 0.3)]
)
def test_estimates_are_near(n, numbers, inequalities):
    for seed in range(3):
        model = random_puzzle(random.Random(seed), n, numbers, inequalities).model()
        n_bytes, largest = taken(model)
        assert largest > 2 * tuning.NEEDS_KEPT
        found = needs._Sampling(model, 1 << 30, never).needs()
        assert not found.is_least
        assert 1 / 2 < found.states / largest < 2
        assert 1 / 2 < found.bytes / n_bytes < 2


def test_small_layers_are_listed():
    rng = random.Random(1)
    n_unsolvable = 0
    for _ in range(20):
        model = perturbed_puzzle(rng, 6, 0.1, 0.4).model()
        _, largest = taken(model)
        assert largest <= tuning.NEEDS_KEPT
        assert states_needs(model, 1 << 30, never) == Needs(1 << 30, largest, True)
        n_unsolvable += fastfuto.count(model) == 0
    assert 0 < n_unsolvable < 20


def test_an_estimate_that_is_given_up_is_a_lower_bound(monkeypatch):
    model = random_puzzle(random.Random(3), 9, 0, 0.3).model()
    assert states_needs(model, 1 << 20, partial(bool, True)) is None
    whole = states_needs(model, 1 << 20, never)
    monkeypatch.setattr(tuning, "NEEDS_SLICES", 1500)
    part = states_needs(model, 1 << 20, never)
    assert (part.is_least, whole.is_least) == (True, False)
    assert 1 << 20 <= part.bytes < whole.bytes
    assert str(part).startswith("at least ")


def test_the_message_tells_the_needs():
    puzzle = random_puzzle(random.Random(3), 8, 0, 0.45)
    expected = states_needs(puzzle.model(), 1 << 20, never)
    n_bytes, largest = taken(puzzle.model())
    assert 1 / 3 < expected.bytes / n_bytes < 3
    assert 1 / 3 < expected.states / largest < 3
    for options in ({}, {"threads": 2}):
        with pytest.raises(
            MemoryLimit, match=r"of 8 values placed, .*; counting states would take about"
        ) as caught:
            fastfuto.count(puzzle, engine="states", memory=1 << 20, **options)
        assert f"would take {expected}; raise the limit" in str(caught.value)
        assert caught.value.stats.states > 1000
    with pytest.raises(MemoryLimit, match=r"values placed, slices; counting in one process would take about"):
        fastfuto.count(puzzle, engine="states", memory=1 << 20, executor=THREADS)


@pytest.mark.parametrize("memory", [1, 100, 1000])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_least_memory_is_not_enough(memory, threads):
    with pytest.raises(MemoryLimit, match=f"the memory limit of {counted(memory, 'byte')} is full"):
        fastfuto.count(LatinSquare(9), engine="states", memory=memory, threads=threads)


@pytest.mark.parametrize("error", [MemoryError, ZeroDivisionError])
def test_what_progress_raises_while_states_are_estimated_comes_out(error):
    puzzle = random_puzzle(random.Random(3), 8, 0, 0.3)
    calls = []

    def progress(report):
        if report.stage.startswith("estimating"):
            calls.append(perf_counter())
            if len(calls) == 2:
                raise error("mine")

    with pytest.raises(error, match="mine") as caught:
        fastfuto.count(puzzle, engine="states", memory=1 << 22, progress=progress)
    assert caught.value.__context__ is None
    assert calls[1] - calls[0] > 0.005


def test_the_time_may_be_up_while_states_are_estimated(monkeypatch):
    """The message has what was found out by then."""
    puzzle = random_puzzle(random.Random(3), 8, 0, 0.3)
    monkeypatch.setattr(tuning, "NEEDS_TICK", 0.0)
    is_over = Countdown(300)
    found = states_needs(puzzle.model(), 1 << 22, is_over)
    assert found is None or found.is_least
    assert is_over.left == 0


class Countdown:
    """Says that the time is up after so many questions, and is not asked again."""

    def __init__(self, left):
        self.left = left

    def __call__(self):
        assert self.left > 0
        self.left -= 1
        return self.left == 0


def test_symmetric_forms_are_not_estimated():
    assert states_needs(LatinSquare(8).model(), 1 << 20, never) is None
    with pytest.raises(MemoryLimit, match=r"in the last layer; raise the limit"):
        fastfuto.count(LatinSquare(9), engine="states", memory=1 << 14)
