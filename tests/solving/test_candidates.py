"""True candidates, against brute force and against all solutions."""

import random

import numpy as np
import pytest

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    LimitReached,
    Model,
    Permutations,
    PuzzleError,
    Skeleton,
    Sudoku,
    all_solutions,
    true_candidates,
)
from fastfuto.solving import candidates

from ..cases import some
from ..model.test_model import brute_force, random_model
from ..strategies import random_puzzle, rounds


def tallied(grids, n_values, limit):
    """Return in how many of some solutions each value stands."""
    counts = [(grids == value).sum(axis=0) for value in range(1, n_values + 1)]
    return np.minimum(np.stack(counts, axis=-1), min(limit, 2**62))


def puzzles(rng):
    """Return a small puzzle of each family."""
    n = rng.choice([2, 3, 4])
    clues = [[rng.choice([0] * 6 + list(range(1, n + 1))) for _ in range(n)] for _ in range(n)]
    pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1) if rng.random() < 0.3]
    positions = range(n + 1)
    return [
        (Futoshiki(clues, pairs), n),
        (LatinSquare(clues), n),
        (Sudoku(np.array(clues) if n == 4 else np.zeros((4, 4), int)), 4),
        (Adjacent(clues, pairs), n),
        (Kakuro([[None, (rng.randint(3, 8), 0), (rng.randint(3, 8), 0)], [(0, 6), 0, 0], [(0, 0), 0, 0]]), 9),
        (
            Permutations(
                n + 1,
                forbidden=[(k, rng.randint(1, n + 1)) for k in positions if rng.random() < 0.6],
                order=[(k, k + 1) for k in range(n) if rng.random() < 0.3],
            ),
            n + 1,
        ),
    ]


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_all_families_agree_with_their_solutions(seed):
    rng = random.Random(seed)
    for _ in range(15):
        for puzzle, n_values in puzzles(rng):
            grids = all_solutions(puzzle)
            for limit in (1, 3, 10**6):
                counts = true_candidates(puzzle, limit=limit)
                assert counts.dtype == np.int64
                assert counts.shape == (*grids.shape[1:], n_values)
                assert (counts == tallied(grids, n_values, limit)).all()


@pytest.mark.parametrize("runs", [1, 2000])
@pytest.mark.parametrize("seed", range(4))
def test_models_agree_with_brute_force(tuned, seed, runs):
    # With one run of one solution nearly all is left to the learner and to single questions.
    tuned(TALLY_RUNS=runs, TALLY_ROWS=1)
    rng = random.Random(seed)
    for _ in rounds(600):
        model = random_model(rng)
        rows = np.array(brute_force(model), int).reshape(-1, model.n_cells)
        for limit in (1, 2, 10**30):
            expected = tallied(rows, model.n_values, limit)
            assert (true_candidates(model, limit=limit) == expected).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_many_solutions_are_not_listed(threads):
    assert (true_candidates(LatinSquare(9), threads=threads) == 1).all()
    assert (true_candidates(LatinSquare(7), limit=10, threads=threads) == 10).all()


def test_sums_are_asked_one_by_one(tuned):
    tuned(TALLY_ROWS=1)
    puzzle = Kakuro([[(0, 15), 0, 0, 0, 0]])
    for limit in (1, 5, 100):
        assert (true_candidates(puzzle, limit=limit) == tallied(all_solutions(puzzle), 9, limit)).all()


def test_hard_questions_wait_until_no_easier_one_is_left(monkeypatch, tuned):
    """A turn is too short for most questions, so they are asked again, with more turns."""
    asked = []
    ask = candidates._Tally._ask

    def watched(tally, run, cell, value, turns):
        asked.append((turns, cell, value))
        return ask(tally, run, cell, value, turns)

    monkeypatch.setattr(candidates._Tally, "_ask", watched)
    tuned(TALLY_RUNS=0, FIRST_SLICE=1, SLICE=1)
    puzzle = Kakuro([[(0, 15), 0, 0, 0, 0]])
    assert (true_candidates(puzzle) == tallied(all_solutions(puzzle), 9, 1)).all()
    assert asked == sorted(asked)
    assert len({turns for turns, _, _ in asked}) > 2


def test_without_memory_for_a_learner_candidates_are_asked_one_by_one(tuned):
    tuned(LEARNER_MEMORY=1000)
    puzzle = random_puzzle(random.Random(2), 7, 0.1, 0.4)
    assert (true_candidates(puzzle) == tallied(all_solutions(puzzle), 7, 1)).all()


def test_a_contradiction_has_no_candidates():
    assert not true_candidates(Futoshiki([[1, 1], [0, 0]])).any()
    assert not true_candidates(Futoshiki([[3, 0], [0, 0]]), limit=2).any()


def test_an_exact_cover_has_no_cells():
    with pytest.raises(PuzzleError, match="an exact cover has no true candidates"):
        true_candidates(ExactCover([["a"]]))


def test_wide_models():
    model = Model(Skeleton(3, 100, [range(3)]), [[7, 70], [7, 70], [7, 70, 100]])
    expected = np.zeros((3, 100), int)
    expected[:2, [6, 69]] = 1
    expected[2, 99] = 2
    assert (true_candidates(model, limit=5) == expected).all()


@pytest.mark.parametrize("limit", [1, 3])
def test_what_is_counted_is_kept_when_the_time_is_up(limit):
    puzzle = random_puzzle(random.Random(1), 25, 0.4, 0.5)
    with pytest.raises(LimitReached) as late:
        true_candidates(puzzle, limit=limit, timeout=0.1)
    assert late.value.solutions.shape == (25, 25, 25)
    assert late.value.solutions.max() <= limit
    assert late.value.stats.engine
    assert f"{late.value.found} solution" in str(late.value)


def test_the_time_limit_holds_although_each_count_is_quick():
    with pytest.raises(LimitReached):
        true_candidates(LatinSquare(25), limit=5, timeout=0.1)


def test_options_are_checked():
    for limit in (0, -1):
        with pytest.raises(ValueError, match="limit"):
            true_candidates(LatinSquare(3), limit=limit)
    with pytest.raises(TypeError, match="expected a Puzzle or a Model"):
        true_candidates("3 0 0 0")
