"""Which side comes next while solutions are counted."""

import math
import re

import numpy as np
import pytest

from fastfuto import Futoshiki, Permutations, Sudoku, count, count_result
from fastfuto.solving.shares import Shares
from fastfuto.solving.tuning import DOUBTED_SHARE, DOUBTFUL, MOST_SHARE, STATES_GROWTH

from ..cases import thorough

SMALL, LARGE = (Futoshiki(np.zeros((n, n), int)).model() for n in (9, 10))


def shares(model, finding, counting):
    """Return shares of two sides that have worked so long."""
    result = Shares(model, finding)
    result.add("counting", counting)
    return result


def test_states_get_a_turn_as_soon_as_the_search_has_had_one():
    for model in (SMALL, LARGE):
        assert shares(model, 0.001, 0.0).next(0.5, 10) == "counting"


@pytest.mark.parametrize("n_left", [1, 3, 30, 255])
@pytest.mark.parametrize("done", [0.0, 1e-300, 1e-9, 0.25, 0.5, 1 - 1e-16, 1.0])
def test_each_side_has_its_share_of_the_time_whatever_is_expected(done, n_left):
    for model in (SMALL, LARGE):
        assert shares(model, 1.0, 1.001 * MOST_SHARE).next(done, n_left) == "finding"
        assert shares(model, 1.001 * MOST_SHARE, 1.0).next(done, n_left) == "counting"


def test_the_side_that_is_expected_to_be_over_first_works_longer():
    # The search is expected to go on for three seconds, and the states for twice and for half of that.
    for times in (2, 0.5):
        counting = 3 * times / (STATES_GROWTH - 1)
        finding = counting * times**2
        done = finding / (finding + 3)
        assert shares(LARGE, finding, counting).expected(done) == pytest.approx(finding + 3)
        assert shares(LARGE, finding, 1.01 * counting).next(done, 1) == "finding"
        assert shares(LARGE, finding, 0.99 * counting).next(done, 1) == "counting"


def test_the_layer_at_work_takes_as_long_as_its_part_that_is_done_tells():
    # The layers before took two seconds, and a quarter of this one takes one, so it takes four. Another one follows.
    # The search is expected to go on for just as long as the states, so both should have worked for three seconds.
    left = 6 * STATES_GROWTH - 3
    for finding, side in ((3.03, "counting"), (2.97, "finding")):
        both = shares(LARGE, finding, 2.0)
        both.next(0.5, 2)
        both.add("counting", 1.0)
        assert both.next(finding / (finding + left), 2, 0.25) == side


def test_states_do_not_work_much_longer_than_a_search_that_has_just_begun():
    for seconds, least in ((0.9 * DOUBTFUL, DOUBTED_SHARE), (1.1 * DOUBTFUL, MOST_SHARE)):
        assert shares(LARGE, seconds, 0.99 * least * seconds).next(1e-9, 1) == "counting"
        assert shares(LARGE, seconds, 1.01 * least * seconds).next(1e-9, 1) == "finding"


def test_states_work_as_long_as_they_may_on_small_grids():
    assert shares(SMALL, 1.0, 0.999 * MOST_SHARE).next(0.99, 9) == "counting"
    assert shares(LARGE, 1.0, 0.999 * MOST_SHARE).next(0.99, 9) == "finding"


def test_sides_have_equal_shares_as_long_as_nothing_of_the_search_is_over():
    assert shares(LARGE, 1.0, 1.0).expected(0.0) == math.inf
    assert shares(LARGE, 1.0, 1.01).next(0.0, 10) == "finding"
    assert shares(LARGE, 1.0, 0.99).next(0.0, 10) == "counting"


@pytest.mark.thorough
def test_a_search_that_goes_on_leaves_most_of_the_time_to_states():
    inequalities = [((r, c), (r, c + 1)) for r in range(0, 7, 2) for c in range(0, 6, 3)]
    result = count_result(Futoshiki(np.zeros((7, 7), int), inequalities))
    assert result.method == "states"
    assert result.count == count_result(Futoshiki(np.zeros((7, 7), int), inequalities), engine="states").count


def test_what_is_known_of_the_states_replaces_the_growth_of_values():
    # The states have two seconds left, whatever the number of values is, and the search has two or six.
    for finding, done, side in ((2.1, 0.25, "finding"), (2.1, 0.75, "counting")):
        both = shares(LARGE, finding, 2.0)
        assert both.next(done, 100, counted=0.5) == ("counting" if side == "finding" else "finding")


def test_the_time_left_is_that_of_the_side_that_ends_first():
    both = shares(LARGE, 3.0, 1.0)
    assert both.left == math.inf
    # Nothing is known of the search, so it takes half of the time: three seconds of states take six.
    both.next(0.0, 10, counted=0.25)
    assert both.left == pytest.approx(6)
    # Both have three seconds left, and work in turn.
    both.next(0.5, 10, counted=0.25)
    assert both.left == pytest.approx(6)
    # The search has one second left, and works nine times as long as the states.
    both.next(0.75, 10, counted=0.25)
    assert both.left == pytest.approx(1 + 1 / 9)


@pytest.mark.parametrize(
    ("puzzle", "engine", "memory"),
    [
        (
            Permutations(18, forbidden_neighbours=np.tri(18, k=1, dtype=bool) & ~np.tri(18, dtype=bool)),
            "auto",
            True,
        ),
        (Permutations(18, forbidden_neighbours=[(1, 2), (2, 1)]), "states", True),
        (
            Futoshiki(np.zeros((7, 7), int), [((0, 0), (0, 1)), ((3, 3), (3, 4)), ((5, 5), (4, 5))]),
            "auto",
            True,
        ),
        thorough((Sudoku(np.zeros((6, 6), int), box=(2, 3)), "search", False)),
    ],
)
def test_a_long_count_reports_what_to_expect(puzzle, engine, memory, tuned):
    tuned(LONG_COUNT=0.0)
    stages = []
    count(puzzle, engine=engine, progress=lambda now: stages.append(now.stage))
    pattern = "about [0-9.e]+ (s|min|h|days|years) left, " + "[0-9]+ MB, [0-9]+ of " * memory
    assert any(re.match(pattern, stage) for stage in stages)
