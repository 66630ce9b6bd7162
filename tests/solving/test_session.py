"""Questions about one puzzle: the first turn, which answers most of them, and what follows it."""

import gc
import random
import weakref

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, LimitReached, MemoryLimit, Status
from fastfuto.limits import Run
from fastfuto.reference import solutions
from fastfuto.solving.session import Session

from ..strategies import perturbed_puzzle, rounds


@pytest.fixture(params=[1, 20, 200])
def short_turn(request, tuned):
    """Let the first turn end in the midst of the search of a small puzzle."""
    tuned(FIRST_SLICE=request.param)


@pytest.mark.usefixtures("short_turn")
def test_what_the_first_turn_leaves_is_found_afterwards():
    rng = random.Random(15)
    for _ in rounds(150):
        n = rng.choice([3, 4, 5])
        puzzle = perturbed_puzzle(rng, n, rng.choice([0.1, 0.3]), rng.choice([0.0, 0.2, 0.4]))
        expected = sorted(np.asarray(grid).tolist() for grid in solutions(puzzle))
        number = len(expected)
        assert fastfuto.solve(puzzle).status is (Status.SATISFIABLE if number else Status.UNSATISFIABLE)
        assert fastfuto.is_unique(puzzle) == (number == 1)
        assert fastfuto.count(puzzle) == number
        assert fastfuto.count(puzzle, limit=3) == min(number, 3)
        for order in ("any", "lexicographic"):
            assert sorted(fastfuto.all_solutions(puzzle, order=order).tolist()) == expected
            assert len(fastfuto.all_solutions(puzzle, order=order, limit=2)) == min(number, 2)
        if number:
            first = fastfuto.solve(puzzle, order="lexicographic")
            np.testing.assert_array_equal(first.grid, expected[0])


@pytest.mark.usefixtures("short_turn")
def test_limits_hold_after_the_first_turn():
    square = LatinSquare(6)
    with pytest.raises(LimitReached) as late:
        fastfuto.all_solutions(square, timeout=0)
    assert late.value.found == len(late.value.solutions)
    with pytest.raises(MemoryLimit) as full:
        fastfuto.all_solutions(square, memory=36 * 5)
    assert len(full.value.solutions) == 5
    assert len(np.unique(full.value.solutions, axis=0)) == 5
    with pytest.raises(LimitReached):
        fastfuto.count(square, timeout=0, engine="search")
    seen = []
    assert fastfuto.count(LatinSquare(5), progress=seen.append) == 161280
    assert seen


def test_a_full_block_of_the_first_turn_is_kept():
    grids = fastfuto.all_solutions(LatinSquare(4), limit=500)
    assert len(np.unique(grids, axis=0)) == 500
    assert grids.flags.writeable
    # There is room for as many solutions as there are, and then for one less.
    assert len(fastfuto.all_solutions(LatinSquare(4), memory=576 * 16)) == 576
    with pytest.raises(MemoryLimit, match="reached with 575 solutions"):
        fastfuto.all_solutions(LatinSquare(4), memory=575 * 16)


@pytest.mark.parametrize("engine", ["auto", "search", "learner"])
def test_engines_are_given_back_with_the_session(engine):
    """Learners take up to 840 MiB, so nobody may have to look for cycles before they go."""
    session = Session(perturbed_puzzle(random.Random(24), 20, 0.33, 0.8), Run(), engine=engine)
    assert not session.is_unique()
    turns = weakref.ref(session._turns)
    gc.disable()
    try:
        del session
        assert turns() is None
    finally:
        gc.enable()
