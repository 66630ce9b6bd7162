"""Turns: who takes part, in a race too, and what an interrupted series of questions remembers."""

import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto.engines import ENGINES, EXHAUSTED, PAUSED, SEARCH, SOLUTION, Request, open_search
from fastfuto.limits import Run
from fastfuto.solving import tuning
from fastfuto.solving.session import Session
from fastfuto.solving.turns import Turns

from ..cases import some
from ..strategies import large_puzzle, random_puzzle

LARGE = Path(__file__).parents[2] / "bench" / "data" / "large"


def never(found):
    return False


def session_of(puzzle, engine="auto", thread=None, threads=1, **options):
    """Return a session, or one of those that race."""
    session = Session(puzzle, Run(), engine=engine, **options)
    if thread is not None:
        session._opened(thread, threads)
    return session


def turns_of(puzzle):
    """Return the turns after the first turn of the search."""
    return Turns(puzzle.model(), begun=open_search(Request(puzzle.model())))


def names(session):
    return [seat.kind.name for seat in session.seats]


@pytest.mark.parametrize("thread", [None, 0, 1, 4])
@pytest.mark.parametrize("engine", ["search", "learner", "cover"])
def test_an_engine_that_is_named_works_alone_in_every_thread(engine, thread):
    session = session_of(fastfuto.LatinSquare(5), engine, thread, 5)
    assert session.run(1, np.empty((1, 25), np.uint8), never) == SOLUTION
    assert set(names(session)) == {engine}


def test_only_the_first_of_racing_sessions_searches():
    for thread in range(3):
        session = session_of(fastfuto.LatinSquare(5), thread=thread, threads=3)
        session.run(1, None, never)
        assert ("search" in names(session)) == (thread == 0)


def test_turns_say_whose_they_are_how_long_and_why():
    puzzle = fastfuto.LatinSquare(5)
    listed = [(turn.seat.kind.name, turn.work, turn.why) for turn in itertools.islice(turns_of(puzzle), 5)]
    assert listed == [
        ("search", 2 * tuning.FIRST_SLICE, "first"),
        ("learner", 2 * tuning.FIRST_SLICE // tuning.LEARNER_SHARE, "round"),
        ("learner", 4 * tuning.FIRST_SLICE // tuning.LEARNER_SHARE, "round"),
        ("search", tuning.LONGEST_SEARCH, "round"),
        ("learner", 8 * tuning.FIRST_SLICE // tuning.LEARNER_SHARE, "round"),
    ]
    counted = turns_of(puzzle)
    counted.count_all(1 << 30, 1, 0.0)
    turn = next(iter(counted))
    assert (turn.seat.kind.name, turn.why) == ("states", "count")
    alone = Turns(puzzle.model(), ENGINES["cover"])
    assert {(turn.work, turn.why) for turn in itertools.islice(alone, 3)} == {(tuning.SLICE, "alone")}


def test_the_search_counts_for_a_while_before_learners_join_it():
    counted = turns_of(fastfuto.Sudoku([[0] * 9] * 9))
    counted.count_all(1 << 30, 1, 0.0)
    listed = [(turn.seat.kind.name, turn.work, turn.why) for turn in itertools.islice(counted, 4)]
    first = tuning.FIRST_SLICE
    assert listed[:2] == [("search", 2 * first, "count"), ("search", 4 * first, "count")]
    assert [(name, why) for name, _, why in listed[2:]] == [("learner", "round"), ("learner", "round")]


def test_slices_of_states_double_as_long_as_they_do_not_finish_a_layer():
    counted = turns_of(fastfuto.LatinSquare(10))
    counted.count_all(1 << 30, 1, 0.0)
    sizes = []
    for turn in counted:
        if turn.seat.kind.name == "states":
            sizes.append(turn.work)
            if len(sizes) == 2:
                assert turn.seat.engine.run(10**6, 1, None) == PAUSED  # the first value is placed
            if len(sizes) == 4:
                break
    first = tuning.FIRST_STATES_SLICE
    assert sizes == [first, 2 * first, 2 * first, 4 * first]


@pytest.mark.thorough
def test_the_learner_by_activity_waits_where_there_are_many_values():
    # The learner by size needs more conflicts than let the other one join on smaller grids.
    session = session_of(large_puzzle(130, 1), "learner")
    assert session.run(1, None, never) == SOLUTION
    assert session.engine.conflicts > 300
    assert len(session.seats) == 1


@pytest.mark.thorough
def test_the_search_works_in_one_of_three_rounds_of_learners():
    session = session_of(random_puzzle(random.Random(3), 25, 0.3, 0.9))
    slices = {"early": [], "late": []}
    while len(slices["late"]) < 40:
        assert session.run(10**6, None, lambda found: True) == PAUSED
        turns = slices["late" if len(session.seats) == 3 else "early"]
        if not turns or turns[-1] is not session.engine:
            turns.append(session.engine)
    search, by_size, by_activity = (seat.engine for seat in session.seats)
    early, late = slices["early"], slices["late"]
    assert 2 * early.count(search) <= early.count(by_size) + 2
    assert 2 * late.count(search) < late.count(by_size) <= 5 * late.count(search)
    assert late.count(by_activity) >= late.count(by_size) - 1


@pytest.mark.parametrize("memory", some(range(60_000, 380_000, 20_000), 2))
def test_the_others_go_on_without_a_learner_that_is_lost(memory, tuned):
    # The less memory there is, the sooner a learner is lost, in the middle of its turn or at the beginning of one.
    puzzle = fastfuto.load(LARGE / "critical-n20-g035-s05.txt")
    tuned(LEARNER_MEMORY=memory)
    session = session_of(puzzle)
    row = np.empty((1, 400), np.uint8)
    assert session.run(1, row, never) == SOLUTION
    assert puzzle.is_solution(row.reshape(20, 20))
    assert [seat.engine for seat in session._turns.working] == [session.engine]
    assert session.kind is SEARCH


def test_questions_go_on_with_one_search():
    puzzle = fastfuto.LatinSquare(5)
    session = session_of(puzzle)
    assert puzzle.is_solution(session.solve().grid)
    search = session.engine
    assert not session.is_unique()
    assert session.engine is search
    assert session.count(None, 1 << 30, 1).count == 161280


def test_what_is_exhausted_stays_so():
    session = session_of(fastfuto.LatinSquare([[1, 0], [0, 0]]))
    assert session.run(2, None, never) == session.run(5, None, never) == EXHAUSTED
    assert session.total == 1


def test_permutations_are_listed_without_growing():
    session = session_of(fastfuto.Permutations(6), is_all=True)
    assert session.known_number == math.factorial(6)
    rows = np.empty((720, 6), np.uint8)
    assert next(session.blocks(lambda: rows, 720)) == 720
    assert len(np.unique(rows, axis=0)) == 720


def test_rows_in_blocks_count_what_was_found_elsewhere():
    session = session_of(fastfuto.LatinSquare(4), is_all=True)
    assert sum(session.blocks(lambda: np.empty((1, 16), np.uint8), 10, 7)) == 3


def test_learners_do_not_join_where_solutions_are_plenty():
    session = session_of(fastfuto.LatinSquare(6), is_all=True)
    blocks = session.blocks(lambda: np.empty((10**5, 36), np.uint8), None)
    assert min(next(blocks), next(blocks)) > tuning.PLENTY
    assert session._turn.why == "alone"
    assert names(session) == ["search"]
