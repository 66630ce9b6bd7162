"""The options that verbs share: what is taken as a number, and what the messages name."""

import numpy as np
import pytest

from fastfuto import (
    Futoshiki,
    LatinSquare,
    all_solutions,
    count,
    estimate_count,
    is_unique,
    sample,
    solution_blocks,
    solutions,
    solve,
    solve_many,
)

PUZZLE = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))])
SEEDED = {
    "solve": lambda seed: solve(PUZZLE, seed=seed).grid,
    "solutions": lambda seed: next(solutions(PUZZLE, seed=seed)),
    "all_solutions": lambda seed: all_solutions(PUZZLE, seed=seed),
    "sample": lambda seed: sample(PUZZLE, seed=seed),
    "estimate_count": lambda seed: [estimate_count(PUZZLE, seed=seed).estimate],
    "LatinSquare.random": lambda seed: LatinSquare.random(4, seed=seed).clues,
}
THREADED = {
    "solve": solve,
    "is_unique": is_unique,
    "count": count,
    "solve_many": lambda puzzle, threads: solve_many([puzzle], threads=threads),
}
NUMBERS = [np.uint8(3), np.int32(3), np.uint64(3)]
NOT_WHOLE = [True, 1.5, "1", np.bool_(True), np.float64(1), np.random.default_rng(1)]


def told(value):
    """Return the name of a case, which has no address in it, so that it is the same in every process."""
    return type(value).__name__ if isinstance(value, np.random.Generator) else repr(value)


@pytest.mark.parametrize("verb", SEEDED)
@pytest.mark.parametrize("seed", NUMBERS, ids=told)
def test_numbers_of_numpy_are_seeds(verb, seed):
    assert np.array_equal(SEEDED[verb](seed), SEEDED[verb](3))


@pytest.mark.parametrize("verb", SEEDED)
def test_a_seed_of_64_bits_by_numpy_is_not_too_large(verb):
    assert len(SEEDED[verb](np.uint64(2**64 - 1)))


@pytest.mark.parametrize("verb", SEEDED)
@pytest.mark.parametrize("seed", NOT_WHOLE, ids=told)
def test_a_seed_that_is_not_whole_is_refused_by_name(verb, seed):
    with pytest.raises(TypeError, match="seed must be a whole number"):
        SEEDED[verb](seed)


@pytest.mark.fresh
@pytest.mark.parametrize("draw", [SEEDED["sample"], SEEDED["LatinSquare.random"]])
def test_without_a_seed_each_call_draws_anew(draw):
    assert len({draw(None).tobytes() for _ in range(20)}) > 1


@pytest.mark.parametrize("steps", NUMBERS, ids=told)
def test_numbers_of_numpy_are_steps(steps):
    assert LatinSquare.random(5, steps=steps) == LatinSquare.random(5, steps=3)


@pytest.mark.parametrize("steps", NOT_WHOLE, ids=told)
def test_steps_that_are_not_whole_are_refused_by_name(steps):
    with pytest.raises(TypeError, match="steps must be a whole number"):
        LatinSquare.random(5, steps=steps)


@pytest.mark.parametrize("verb", THREADED)
@pytest.mark.parametrize(
    ("threads", "error", "message"),
    [
        *((wrong, TypeError, "must be a whole number") for wrong in NOT_WHOLE),
        *((wrong, ValueError, "must be 1 to 1024") for wrong in (-1, 0, 1025, 10**9, np.int64(10**9))),
    ],
    ids=told,
)
def test_threads_are_within_reason(verb, threads, error, message):
    with pytest.raises(error, match=f"threads {message}"):
        THREADED[verb](PUZZLE, threads=threads)


@pytest.mark.parametrize("verb", THREADED)
def test_numbers_of_numpy_are_threads(verb):
    THREADED[verb](PUZZLE, threads=np.uint8(2))


@pytest.mark.parametrize("option", ["limit", "memory"])
@pytest.mark.parametrize("wrong", NOT_WHOLE, ids=told)
def test_a_limit_that_is_not_whole_is_refused_by_name(option, wrong):
    with pytest.raises(TypeError, match=f"{option} must be a whole number"):
        all_solutions(PUZZLE, **{option: wrong})


@pytest.mark.parametrize("timeout", ["1", b"1", 1j, [1], True, np.False_, np.array([1.0, 2.0])])
def test_a_time_limit_that_is_not_a_number_is_refused_by_name(timeout):
    with pytest.raises(TypeError, match="timeout must be a number of seconds"):
        solve(PUZZLE, timeout=timeout)


@pytest.mark.parametrize(
    "verb",
    [
        solve,
        is_unique,
        count,
        solutions,
        solution_blocks,
        all_solutions,
        sample,
        estimate_count,
        lambda puzzle, **options: solve_many([puzzle], **options),
    ],
)
@pytest.mark.parametrize("progress", [3, 0, "x"])
def test_progress_that_cannot_be_called_is_refused_at_the_call(verb, progress):
    with pytest.raises(TypeError, match="progress must be a function, True, False or None"):
        verb(PUZZLE, progress=progress)


def test_threads_are_refused_where_none_can_be_started(monkeypatch):
    monkeypatch.setattr("sys.platform", "emscripten")
    assert count(PUZZLE, threads=1)
    with pytest.raises(ValueError, match="threads must be 1 in a browser"):
        count(PUZZLE, threads=2)
