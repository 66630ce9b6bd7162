"""Estimates in pieces, against the same without workers."""

import importlib
import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

import fastfuto
from fastfuto import Futoshiki, JobError, LatinSquare, LimitReached, Sudoku

module = importlib.import_module("fastfuto.solving.estimate")

THREADS = partial(ThreadPoolExecutor, 3)
SIGNED = Futoshiki([[0] * 6] * 6, [((0, 0), (0, 1)), ((3, 2), (2, 2)), ((5, 5), (5, 4)), ((4, 1), (5, 1))])


@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, partial(ProcessPoolExecutor, 2), None])
@pytest.mark.parametrize(
    ("puzzle", "method"), [(SIGNED, "states"), (Sudoku([[0] * 6] * 6, box=(2, 3)), "probes")]
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
    assert 0 < result.standard_error < 0.1
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


def test_a_time_limit():
    with pytest.raises(LimitReached, match=r"has passed with [01] estimates"):
        fastfuto.estimate_count(LatinSquare(16), samples=2, timeout=0.05, executor=THREADS)
