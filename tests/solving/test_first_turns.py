"""The first turns of a session: batch engines and the search answer one question after another, in turn."""

import random

import numpy as np
import pytest

from fastfuto import Sudoku
from fastfuto.engines import PAUSED, SOLUTION
from fastfuto.limits import Run
from fastfuto.solving import tuning
from fastfuto.solving.session import Session

from ..engines.test_sudoku9 import mixture
from ..strategies import perturbed_puzzle, rounds

ORDERS = ("solve", "unique", "count"), ("solve", "count", "unique"), ("unique", "count"), ("count", "unique")


def puzzles():
    for grid in mixture(random.Random(5), 8, least=30):
        if grid.max() <= 9:
            yield Sudoku(grid)
    rng = random.Random(6)
    for _ in rounds(6):
        yield perturbed_puzzle(rng, rng.choice([7, 8, 11]), 0.35, 0.3)


def ask(session, question):
    if question == "solve":
        grid = session.solve().grid
        assert grid is None or session._puzzle.is_solution(grid)
        return grid is not None
    return session.is_unique() if question == "unique" else session.count(50, 1 << 30, 1).count


@pytest.mark.parametrize("backtracks", [1, tuning.LANE_BACKTRACKS])
def test_one_question_follows_another(tuned, backtracks):
    tuned(LANE_BACKTRACKS=backtracks)
    for puzzle in puzzles():
        number = Session(puzzle, Run(), engine="search").count(50, 1 << 30, 1).count
        expected = {"solve": number > 0, "unique": number == 1, "count": number}
        for questions in ORDERS:
            session = Session(puzzle, Run())
            assert [ask(session, each) for each in questions] == [expected[each] for each in questions]
            session.spare()


def test_who_answers():
    rng = random.Random(8)
    small, large = perturbed_puzzle(rng, 8, 0.1, 0.35), perturbed_puzzle(rng, 12, 0.4, 0.35)
    for puzzle, options, engine in (
        (Sudoku([[0] * 9] * 9), {}, "sudoku9"),
        (Sudoku([[0] * 9] * 9), {"seed": 1}, "search"),
        (Sudoku([[0] * 9] * 9), {"order": "lexicographic"}, "search"),
        (Sudoku([[0] * 9] * 9), {"is_all": True}, "search"),
        (Sudoku([[0] * 9] * 9), {"is_handed_over": True}, "search"),
        (Sudoku([[0] * 9] * 9), {"engine": "search"}, "search"),
        (small, {}, "search"),
        (Sudoku([[0] * 8] * 8), {}, "search"),
        (large, {}, "search"),
    ):
        session = Session(puzzle, Run(), **options)
        assert session.solve().stats.engine == engine
        assert [seat.kind.name for seat in session.seats] == [engine]
    for puzzle, options, engine in (
        (small, {}, "lanes"),
        (small, {"seed": 1}, "search"),
        (large, {}, "search"),
    ):
        session = Session(puzzle, Run(), **options)
        session.is_unique()
        assert session.kind.name == engine


@pytest.mark.parametrize("engine", ["sudoku9", "lanes"])
def test_turns_follow_when_the_engine_of_batches_gives_up(tuned, engine):
    puzzle = Sudoku([[0] * 9] * 9) if engine == "sudoku9" else perturbed_puzzle(random.Random(9), 8, 0.3, 0.2)
    tuned(FIRST_SLICE=1)
    session = Session(puzzle, Run())
    worked, outcome = [], PAUSED
    row = np.empty((1, puzzle.n**2), np.uint8)
    while outcome == PAUSED:
        outcome = session.run(1, row, lambda found: True)
        worked.append(session.kind.name)
    assert engine in worked[:2]
    assert worked[-1] in ("search", "learner")
    assert (outcome == SOLUTION) == (Session(puzzle, Run(), engine="learner").solve().grid is not None)
