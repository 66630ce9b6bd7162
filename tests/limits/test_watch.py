"""The watch over one call, with a clock that is set by hand."""

import pytest

from fastfuto import Stats
from fastfuto.limits import Watch, watch


class Clock:
    seconds = 100.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(watch, "perf_counter", made)
    return made


def test_the_time_passes(clock):
    limited = Watch(3.0)
    for at, seconds, left, is_late in (
        (100, 0, 3, False),
        (101, 1, 2, False),
        (103, 3, 0, True),
        (109, 9, 0, True),
    ):
        clock.seconds = at
        assert (limited.seconds, limited.left, limited.is_late, limited.is_over()) == (
            seconds,
            left,
            is_late,
            is_late,
        )


def test_without_a_limit_no_time_is_left_over(clock):
    unlimited = Watch()
    clock.seconds = 1e9
    assert (unlimited.left, unlimited.is_late, unlimited.is_over()) == (None, False, False)


def test_the_clock_starts_again(clock):
    for limited, left in ((Watch(3.0), 2.0), (Watch(), None)):
        clock.seconds += 10
        limited.restart()
        clock.seconds += 1
        assert (limited.seconds, limited.left, limited.is_late) == (1, left, False)


def test_progress_is_reported_and_the_bar_taken_away(clock):
    reports = []
    with Watch(3.0, reports.append) as reporting:
        assert reporting.is_reporting
        assert not reporting.is_over(2, 3, 4, "counting")
    [report] = reports
    assert (report.found, report.done, report.total, report.stage) == (2, 3, 4, "counting")
    assert not Watch(3.0).is_reporting


def test_the_error_reports_what_was_found(clock):
    stats, solutions = Stats(7, 5, 3.0, "search"), object()
    error = Watch(3.0).late(stats, 2, solutions=solutions)
    assert str(error) == "the time limit of 3.0 s has passed; 2 solutions found so far"
    assert (error.found, error.stats, error.solutions) == (2, stats, solutions)
    assert str(Watch(3.0).late(stats, what="")) == "the time limit of 3.0 s has passed"


@pytest.mark.parametrize("wrong", [-1, float("nan"), "3"])
def test_wrong_limits_are_refused(wrong):
    with pytest.raises((TypeError, ValueError)):
        Watch(wrong)
