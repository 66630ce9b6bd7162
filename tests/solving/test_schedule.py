"""The scheduler: who takes part in a race, and what an interrupted series of questions remembers."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto.engines import EXHAUSTED, PAUSED, SOLUTION
from fastfuto.limits import Run
from fastfuto.solving import tuning
from fastfuto.solving.inquiry import Inquiry
from fastfuto.solving.schedule import Schedule

from ..strategies import large_puzzle, random_puzzle

LARGE = Path(__file__).parents[2] / "bench" / "data" / "large"


def never(found):
    return False


@pytest.mark.parametrize("thread", [0, 1, 4])
@pytest.mark.parametrize(
    ("engine", "expected"), [("search", "search"), ("learner", "learner"), ("cover", "cover")]
)
def test_an_engine_that_is_named_works_alone_in_every_thread(engine, expected, thread):
    schedule = Schedule(fastfuto.LatinSquare(5).model(), engine, thread=thread, threads=5)
    assert schedule.run(1, np.empty((1, 25), np.uint8), never) == SOLUTION
    assert set(schedule.engines.values()) == {expected}


def test_only_the_first_of_racing_schedules_searches():
    for thread in range(3):
        schedule = Schedule(fastfuto.LatinSquare(5).model(), thread=thread, threads=3)
        schedule.run(1, None, never)
        assert ("search" in schedule.engines.values()) == (thread == 0)


def test_the_learner_by_activity_waits_where_there_are_many_values():
    # The learner by size needs more conflicts than let the other one join on smaller grids.
    schedule = Schedule(large_puzzle(130, 1).model(), "learner")
    assert schedule.run(1, None, never) == SOLUTION
    assert schedule.answering.conflicts > 300
    assert len(schedule.engines) == 1


def test_the_search_works_less_often_beside_a_busy_learner():
    # From 1000 conflicts of the learner by size on, that by activity has three slices in a round.
    schedule = Schedule(random_puzzle(random.Random(3), 25, 0.3, 0.9).model())
    slices = {"early": [], "late": []}
    while sum(slices["late"].count(engine) for engine in schedule.engines) < 40:
        assert schedule.run(10**6, None, lambda found: True) == PAUSED
        by_size = list(schedule.engines)[1] if len(schedule.engines) == 3 else None
        turns = slices["late" if by_size is not None and by_size.conflicts >= 1200 else "early"]
        if not turns or turns[-1] is not schedule.answering:
            turns.append(schedule.answering)
    search, by_size, by_activity = schedule.engines
    early, late = slices["early"], slices["late"]
    assert early.count(search) >= early.count(by_size) > 5
    assert 2 * late.count(search) < late.count(by_size) <= 5 * late.count(search)
    assert late.count(by_activity) >= late.count(by_size) - 1


@pytest.mark.parametrize("memory", range(60_000, 380_000, 20_000))
def test_the_others_go_on_without_a_learner_that_is_lost(memory, monkeypatch):
    # The less memory there is, the sooner a learner is lost, in the middle of its turn or at the beginning of one.
    puzzle = fastfuto.load(LARGE / "critical-n20-g035-s05.txt")
    monkeypatch.setattr(tuning, "LEARNER_MEMORY", memory)
    schedule = Schedule(puzzle.model())
    row = np.empty((1, 400), np.uint8)
    assert schedule.run(1, row, never) == SOLUTION
    assert puzzle.is_solution(row.reshape(20, 20))
    assert schedule._portfolio.working == [schedule.answering]
    assert schedule.engines[schedule.answering] == "search"


def test_questions_go_on_with_one_search():
    puzzle = fastfuto.LatinSquare(5)
    inquiry = Inquiry(puzzle, Run())
    assert puzzle.is_solution(inquiry.solve().grid)
    assert not inquiry.is_unique()
    assert inquiry.count(None, 1 << 30, 1).count == 161280


def test_what_is_exhausted_stays_so():
    schedule = Schedule(fastfuto.LatinSquare([[1, 0], [0, 0]]).model())
    assert schedule.run(2, None, never) == schedule.run(5, None, never) == EXHAUSTED
    assert schedule.answering.total == 1


def test_permutations_are_listed_without_growing():
    schedule = Schedule(fastfuto.Permutations(6).model(), is_all=True)
    assert schedule.known_number == math.factorial(6)
    rows = np.empty((720, 6), np.uint8)
    assert schedule.fill(rows) == (SOLUTION, 720)
    assert len(np.unique(rows, axis=0)) == 720
