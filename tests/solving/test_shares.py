"""Which side comes next while solutions are counted."""

import numpy as np
import pytest

from fastfuto import Futoshiki, count_result
from fastfuto.engines import Prober, Request
from fastfuto.solving.shares import Shares, expected_seconds, is_finders_turn


@pytest.mark.parametrize(
    ("expected", "is_large", "finding", "counting", "is_next"),
    [
        (None, False, 1.0, 0.0, True),  # Nothing is known yet.
        (0.001, False, 0.004, 0.001, True),
        (0.001, False, 0.005, 0.001, False),
        (10.0, False, 0.1, 0.8, False),
        (10.0, False, 0.1, 0.81, True),
        (10.0, True, 0.1, 0.41, True),  # Large grids have many states.
        (1.0, False, 0.9, 0.5, True),  # States have had their chance.
        (1.0, False, 1.1, 0.5, False),
    ],
)
def test_turns(expected, is_large, finding, counting, is_next):
    assert is_finders_turn(expected, is_large, finding, counting) == is_next


def test_probes_are_doubled_and_the_rate_counts():
    prober = Prober(Request(Futoshiki(np.zeros((4, 4), int)).model(), seed=1), 8)
    prober.run(10**6)
    assert prober.is_done
    first = prober.logs[:, 0].copy()
    prober.double()
    assert not prober.is_done
    assert len(prober.logs[:, 0]) == 16
    prober.run(10**6)
    assert prober.is_done
    assert (prober.logs[:, 0][:8] == first).all()
    assert expected_seconds(prober, 2_000_000, 1.0) == pytest.approx(
        expected_seconds(prober, 1_000_000, 1.0) / 2
    )


def test_states_come_first_on_small_grids():
    shares = Shares(Futoshiki(np.zeros((6, 6), int)).model(), finding=0.0003)
    assert shares.next(0) == "counting"
    shares.add("counting", 0.009)
    assert shares.next(0) == "counting"
    assert shares.prober is None
    shares.add("counting", 0.0007)
    assert shares.next(0) == "finding"
    shares.add("finding", 0.0006)
    shares.add("counting", 0.0004)
    assert shares.next(0) == "probing"


def test_small_grids_share_time_once_many_probes_expect_little_of_the_search():
    # One row is left open, so that the estimate is exact and small.
    puzzle = Futoshiki([[1, 2, 3], [2, 3, 1], [0, 0, 0]])
    shares = Shares(puzzle.model(), finding=0.0003)
    shares.add("counting", 1.0)
    n_probes = []
    while (side := shares.next(1)) == "probing":
        shares.prober.run(10**6)
        n_probes.append(len(shares.prober.logs))
        shares.add(side, 0.0001 * n_probes[-1])
    assert side == "finding"
    assert n_probes[:2] == [16, 32]
    assert shares.expected < 0.001
    shares.add("finding", 1.0)
    assert shares.next(1) == "counting"
    assert shares.expected == 2 * 1.0003


def test_the_search_is_estimated_when_no_probe_was_due():
    shares = Shares(Futoshiki(np.zeros((9, 9), int)).model(), finding=0.0003)
    assert shares.expected_now(10) > 1e6
    assert shares.prober is not None


def test_large_grids_are_searched_before_there_are_probes():
    shares = Shares(Futoshiki(np.zeros((10, 10), int)).model(), finding=0.001)
    assert shares.next(0) == "finding"
    assert shares.prober is None
    shares.add("finding", 0.005)
    assert shares.next(0) == "probing"


def test_a_search_that_goes_on_leaves_most_of_the_time_to_states():
    inequalities = [((r, c), (r, c + 1)) for r in range(0, 7, 2) for c in range(0, 6, 3)]
    result = count_result(Futoshiki(np.zeros((7, 7), int), inequalities))
    assert result.method == "states"
    assert result.count == count_result(Futoshiki(np.zeros((7, 7), int), inequalities), engine="states").count
