"""The measurement of promises: a little of everything."""

import argparse
import random
import time

import pytest

import fastfuto
from bench.promises import NEEDING, VERBS, Late, grown, interrupted, out_of_time, report, slowdown, texts


def test_calls_that_run_out_of_time():
    for verb in ("solve", "count, states", "solution_blocks"):
        late = out_of_time(VERBS[verb], 2, random.Random(1))
        assert len(late) == 2
        assert all(each.seconds > 0 for each in late)


def test_calls_that_are_interrupted():
    late = interrupted(VERBS["count"], 2, random.Random(2))
    assert len(late) == 2
    assert all(each.what for each in late)


def test_late_calls_are_seen(capsys):
    def slow(puzzle, timeout):
        if timeout is not None:  # The first call, which imports, has no limit.
            time.sleep(timeout + 0.06)
            raise fastfuto.LimitReached("late", found=0, stats=None)

    late = out_of_time(slow, 3, random.Random(3))
    assert len(late) == 3
    assert report("slow", late, 1.0)
    assert not report("slow", late, 0.01)
    capsys.readouterr()
    assert not report("one of two", [Late(0.2, "that one"), Late(0.01, "another")], 0.05)
    assert capsys.readouterr().out.split()[-3:] == ["that", "one", "200"]
    assert report("none", [], 0.05)


def test_other_programs_slow_a_busy_loop_down():
    assert slowdown() >= 1


def test_a_slow_reader_is_seen(monkeypatch, capsys):
    monkeypatch.setattr("bench.promises.STARTS", [""])
    monkeypatch.setattr("bench.promises.UNITS", ["9"])
    assert texts(argparse.Namespace())
    monkeypatch.setattr("bench.promises.time", Clock())
    assert not texts(argparse.Namespace())
    assert "detection: 1 MB" in capsys.readouterr().out


class Clock:
    """A clock that advances by ten seconds at each look."""

    now = 0

    def thread_time(self):
        """Return a later time at each call."""
        self.now += 10
        return self.now


def test_wrong_answers_after_an_interrupt_are_seen():
    answers = iter(range(100))

    def forgetful(puzzle, timeout):
        time.sleep(0.5 if puzzle.n > 4 else 0)
        return next(answers)

    with pytest.raises(AssertionError, match="instead of 0"):
        interrupted(forgetful, 1, random.Random(5))


def test_the_memory_of_a_call():
    taken, _, how = grown("all_solutions", 1 << 25).partition(" ")
    assert how == "memory limit"
    assert int(taken) < 1 << 26
    assert len(NEEDING) > 5
