"""The message that states do not fit into memory, and the bytes that it estimates, against what a count takes."""

import random
import re

import pytest

import fastfuto
from fastfuto import LatinSquare, MemoryLimit
from fastfuto.limits import sized

from ..strategies import random_puzzle
from .test_slices import THREADS


@pytest.mark.parametrize(
    ("n", "numbers", "inequalities", "seed"), [(7, 0, 0.3, 1), (8, 0, 0.45, 3), (9, 0.2, 0.3, 0)]
)
def test_the_message_estimates_the_bytes(n, numbers, inequalities, seed):
    puzzle = random_puzzle(random.Random(seed), n, numbers, inequalities)
    taken = fastfuto.count_result(puzzle, engine="states").stats.peak_bytes
    for options in ({}, {"threads": 2}, {"executor": THREADS}):
        with pytest.raises(MemoryLimit, match=f"of {n} values placed, ") as caught:
            fastfuto.count(puzzle, engine="states", memory=taken // 8, **options)
        message = str(caught.value)
        estimate = re.search(
            r"; counting states would take roughly ([1-9]0*) (KiB|MiB); raise the limit", message
        )
        unit = {"KiB": 1 << 10, "MiB": 1 << 20}[estimate[2]]
        assert 1 / 8 < int(estimate[1]) * unit / taken < 8
        assert caught.value.stats.states > 100


@pytest.mark.parametrize("memory", [1, 100, 1000])
@pytest.mark.parametrize("options", [{"threads": 1}, {"threads": 2}, {"executor": THREADS}])
def test_the_least_memory_is_not_enough(memory, options):
    with pytest.raises(MemoryLimit, match=f"the memory limit of {sized(memory)} was reached"):
        fastfuto.count(LatinSquare(9), engine="states", memory=memory, **options)


def test_symmetric_forms_are_not_estimated():
    with pytest.raises(MemoryLimit, match=r"in the last layer; raise the limit"):
        fastfuto.count(LatinSquare(9), engine="states", memory=1 << 14)
