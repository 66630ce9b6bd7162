"""The comparison of grades: its grids, and rank correlations."""

import random

import pytest

import fastfuto
from bench.grades import correlation, make, ranks


def test_grids_have_one_solution():
    rng = random.Random(1)
    grids = [make(rng) for _ in range(5)]
    assert all(fastfuto.is_unique(grid) for grid in grids)
    assert len(set(grids)) == 5
    assert make(random.Random(1)) == grids[0]


def test_equal_keys_share_the_mean_of_their_ranks():
    assert ranks([30, 10, 20, 10]) == [3.0, 0.5, 2.0, 0.5]
    one = [("", key) for key in (1, 2, 3, 4)]
    assert correlation(one, one) == pytest.approx(1)
    assert correlation(one, one[::-1]) == pytest.approx(-1)
    # With one exchange of neighbours: 1 - 6 * 2 / (4 * 15).
    assert correlation(one, [one[k] for k in (0, 2, 1, 3)]) == pytest.approx(0.8)
