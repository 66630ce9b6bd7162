"""A few random puzzles of each family against brute force."""

import random

import pytest

from .against_brute_force import check
from .cases import some
from .strategies import rounds


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_every_verb_and_engine(seed):
    for k in rounds(200):
        check(random.Random(f"suite {seed} {k}"))
