"""A few random puzzles of each family against brute force."""

import random

import pytest

from .against_brute_force import check


@pytest.mark.parametrize("seed", range(20))
def test_every_verb_and_engine(seed):
    for k in range(20):
        check(random.Random(f"suite {seed} {k}"))
