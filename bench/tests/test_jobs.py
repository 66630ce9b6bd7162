"""The measurement of two workers against one."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

import pytest

from bench.jobs import CALLS, measured


def threads(number):
    return nullcontext(partial(ThreadPoolExecutor, number))


@pytest.mark.parametrize("name", CALLS)
def test_jobs_of_a_moment(name):
    row = measured(CALLS[name](0.01), 1, threads)
    assert len(row["one"]) == len(row["two"]) == 1
    assert row["ratio"] > 0


def test_answers_that_depend_on_the_workers_are_seen():
    answers = iter(range(10))
    with pytest.raises(AssertionError, match="the answers depend on the workers"):
        measured(lambda make: next(answers), 1, threads)
