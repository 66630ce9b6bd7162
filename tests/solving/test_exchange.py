"""The exchange of clauses between learners: who receives what, and answers of calls in which learners share."""

import random
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto.engines import SOLUTION
from fastfuto.limits import Run
from fastfuto.solving import tuning
from fastfuto.solving.exchange import Exchange, racing_threads
from fastfuto.solving.session import Session

from ..cases import thorough
from ..strategies import perturbed_puzzle, random_puzzle

LARGE = Path(__file__).parents[2] / "bench" / "data" / "large"


class Learner:
    """One that notes what it receives."""

    is_preparing = False

    def __init__(self):
        self.offers, self.received = [], []

    def take_offers(self):
        offers, self.offers = self.offers, []
        return offers

    def receive(self, offers):
        self.received.append(offers)


@pytest.mark.parametrize(("n", "threads", "racing"), [(9, 8, 8), (200, 1, 1), (200, 4, 2), (255, 4, 1)])
def test_as_many_threads_race_as_have_room_for_a_learner(n, threads, racing):
    assert racing_threads(fastfuto.LatinSquare(n).model(), threads) == racing


@pytest.mark.parametrize("room", [thorough(0), 1, 2, 5])
def test_threads_without_room_lose_nothing(room, tuned):
    puzzle = fastfuto.load(LARGE / "critical-n20-g035-s05.txt")
    tuned(LEARNER_MEMORY=room * 500_000, CANDIDATE_BYTES=90)
    assert racing_threads(puzzle.model(), 4) == min(max(room, 1), 4)
    assert fastfuto.solve(puzzle, threads=4, seed=1).status is fastfuto.Status.SATISFIABLE


def test_each_receives_what_the_others_offer():
    exchange, learners = Exchange(), [Learner() for _ in range(3)]
    for learner in learners:
        exchange.join(learner)
    for k, learner in enumerate(learners):
        learner.offers = [k]
        exchange.hand_on(learner)
    for learner in learners:
        exchange.hand_on(learner)
    assert [learner.received for learner in learners] == [[[1], [2]], [[0], [2]], [[0], [1]]]


def test_who_prepares_receives_later_and_not_more_than_the_latest():
    exchange, one, other = Exchange(), Learner(), Learner()
    exchange.join(one)
    exchange.join(other)
    other.is_preparing = True
    for k in range(tuning.MOST_WAITING + 5):
        one.offers = [k]
        exchange.hand_on(one)
        exchange.hand_on(other)
    assert other.received == []
    other.is_preparing = False
    exchange.hand_on(other)
    assert other.received == [[k] for k in range(5, tuning.MOST_WAITING + 5)]


def test_learners_of_a_session_share():
    puzzle = random_puzzle(random.Random(2), 18, 0.33, 0.7)
    efforts = []
    for _ in range(2):
        session = Session(puzzle, Run(), engine="learner")
        assert session.run(1, None, lambda found: False) == SOLUTION
        efforts.append([seat.learner.conflicts for seat in session.seats])
    assert len(efforts[0]) == 2
    assert efforts[0] == efforts[1]


@pytest.mark.parametrize("threads", [thorough(1), 2, thorough(4)])
def test_answers_are_the_same(threads):
    two = perturbed_puzzle(random.Random(24), 20, 0.33, 0.8)
    none = perturbed_puzzle(random.Random(49), 16, 0.2, 0.9)
    first, second = fastfuto.all_solutions(two)
    clues = two.clues.copy()
    cell = tuple(np.argwhere(first != second)[0])
    clues[cell] = first[cell]
    for puzzle, n_solutions in ((two.with_clues(clues), 1), (two, 2), (none, 0)):
        result = fastfuto.solve(puzzle, engine="learner", threads=threads)
        assert result.status.name == ("SATISFIABLE" if n_solutions else "UNSATISFIABLE")
        assert result.grid is None or puzzle.is_solution(result.grid)
        assert fastfuto.is_unique(puzzle, threads=threads) == (n_solutions == 1)
        assert fastfuto.count(puzzle, threads=threads) == n_solutions
        assert len(fastfuto.all_solutions(puzzle)) == n_solutions
