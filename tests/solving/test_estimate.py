"""Estimates in pieces, against the same without workers."""

import importlib
import json
import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

import fastfuto
from fastfuto import Futoshiki, JobError, Kakuro, LatinSquare, LimitReached, Model, Skeleton, Sudoku

from ..cases import thorough
from ..puzzles.test_exact_cover import queens

module = importlib.import_module("fastfuto.solving.estimate")

THREADS = partial(ThreadPoolExecutor, 3)
SIGNED = Futoshiki([[0] * 6] * 6, [((0, 0), (0, 1)), ((3, 2), (2, 2)), ((5, 5), (5, 4)), ((4, 1), (5, 1))])


@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, partial(ProcessPoolExecutor, 2), None])
@pytest.mark.parametrize(
    ("puzzle", "method"), [(SIGNED, "states"), thorough((Sudoku([[0] * 6] * 6, box=(2, 3)), "probes"))]
)
def test_workers_make_the_same_estimates(puzzle, method, executor, tmp_path):
    expected = fastfuto.estimate_count(puzzle, samples=6, seed=9)
    assert (expected.method, expected.exact, expected.samples) == (method, False, 6)
    journal = tmp_path / "journal"
    for _ in range(2):
        result = fastfuto.estimate_count(puzzle, samples=6, seed=9, executor=executor, journal=journal)
        assert replace(result, seconds=0) == replace(expected, seconds=0)
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        fastfuto.estimate_count(puzzle, samples=6, seed=8, journal=journal)


def test_estimates_differ():
    """Each has a seed of its own, so the standard error is not 0, and the interval holds the number."""
    result = fastfuto.estimate_count(SIGNED, samples=20, executor=THREADS)
    assert 0 < result.relative_error < 0.1
    assert result.interval[0] < fastfuto.count(SIGNED) < result.interval[1]


def test_an_exact_estimate_needs_no_workers():
    result = fastfuto.estimate_count(LatinSquare(6), executor=THREADS)
    assert (result.estimate, result.exact, result.samples) == (812851200, True, 1)


def test_numbers_of_any_length(monkeypatch):
    """A number of 4300 digits is the longest that Python turns into text."""
    large = Fraction(10**5000, 7)
    monkeypatch.setattr(module, "_estimate", lambda *args: large)
    result = fastfuto.estimate_count(Sudoku([[0] * 6] * 6, box=(2, 3)), samples=3, executor=THREADS)
    assert result.log == pytest.approx(5000 * math.log(10) - math.log(7))
    assert str(result) == "about 1.428571429e4999 (1.428571422e4999 to 1.428571435e4999)"
    assert str(result) in repr(result)
    assert json.loads(fastfuto.to_json(result))["estimate"] is None


def test_a_time_limit_before_the_first_sample():
    for executor in (None, THREADS):
        with pytest.raises(LimitReached, match="the time limit of 0 s has passed before the first estimate"):
            fastfuto.estimate_count(LatinSquare(16), timeout=0, executor=executor)


@pytest.mark.parametrize("n_probes", [4, 1_000_000])
def test_probes_are_samples_if_the_time_is_up_before_the_second_sample(n_probes, tuned):
    """There is time for a slice of probes alone: for all of the first sample, or for a part of it."""
    tuned(PROBES_PER_ESTIMATE=n_probes)
    result = fastfuto.estimate_count(Sudoku([[0] * 6] * 6, box=(2, 3)), timeout=0)
    assert (result.method, result.exact) == ("probes", False)
    assert result.samples == 4 if n_probes == 4 else 4 < result.samples < n_probes
    assert result.relative_error < 1
    assert result.estimate > 10_000_000


@pytest.mark.thorough
def test_states_that_take_half_of_the_time_are_given_up_for_probes(monkeypatch, tuned):
    def endless(model, random, is_over):
        while not is_over():
            pass
        return None, False

    monkeypatch.setattr(module, "_by_states", endless)
    tuned(LONGEST_ESTIMATE=math.inf)
    result = fastfuto.estimate_count(SIGNED, timeout=0.4)
    assert (result.method, result.exact) == ("probes", False)
    assert result.samples >= 2


def test_one_sample_of_states_has_no_error(monkeypatch):
    monkeypatch.setattr(module, "_first", lambda *args: ("states", False, Fraction(7)))
    result = fastfuto.estimate_count(LatinSquare([[1, 0, 0], [0, 0, 0], [0, 0, 0]]), timeout=0)
    assert (result.estimate, result.samples, result.exact) == (7, 1, False)
    assert math.isnan(result.relative_error)
    assert result.interval == (0, 3**8)


@pytest.mark.thorough
def test_probes_that_agree_leave_room_for_rounding():
    result = fastfuto.estimate_count(Model(Skeleton(40, 3)), samples=2)
    assert result.interval[0] < 3**40 < result.interval[1] < 1.001 * 3**40
    assert not result.exact


@pytest.mark.thorough
def test_exact_covers_are_estimated_by_probes():
    result = fastfuto.estimate_count(queens(8))
    assert (result.method, result.exact, result.samples) == ("probes", False, 32)
    assert result.interval[0] <= 92 <= result.interval[1]
    assert result.interval[1] < 120
    assert fastfuto.estimate_count(queens(8), seed=1).estimate != result.relative_error
    # All descents end in a dead end, so a search finds that there is no solution.
    none = fastfuto.estimate_count(queens(3))
    assert (none.estimate, none.exact, none.method, str(none)) == (0, True, "enumeration", "0 (exactly)")


def test_without_a_solution_in_the_samples_the_number_is_what_a_search_finds(monkeypatch, tuned):
    monkeypatch.setattr(module, "_by_probes", lambda *args: Fraction(0))
    puzzle = Kakuro([[None, None, None], [(0, 10), 0, 0], [None, 0, 0]])
    result = fastfuto.estimate_count(puzzle)
    assert (result.estimate, result.exact, result.method) == (fastfuto.count(puzzle), True, "enumeration")
    tuned(SLICE=1)
    result = fastfuto.estimate_count(puzzle)
    assert (result.is_unknown, result.exact, result.method, result.samples) == (True, False, "probes", 32)
    assert 10 < result.estimate < 456
    assert result.interval == (result.estimate, 9**4)
    assert str(result) == f"unknown (at least {result.estimate})"
