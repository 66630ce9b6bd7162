"""Which side comes next while solutions are counted."""

import numpy as np
import pytest

from fastfuto import Futoshiki, count_result
from fastfuto.engines import Prober, Request
from fastfuto.solving.shares import expected_seconds, is_finders_turn


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


def test_a_search_that_goes_on_leaves_most_of_the_time_to_states():
    inequalities = [((r, c), (r, c + 1)) for r in range(0, 7, 2) for c in range(0, 6, 3)]
    result = count_result(Futoshiki(np.zeros((7, 7), int), inequalities))
    assert result.method == "states"
    assert result.count == count_result(Futoshiki(np.zeros((7, 7), int), inequalities), engine="states").count
