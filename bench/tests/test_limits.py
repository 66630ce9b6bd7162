"""How limits are measured: a little of everything."""

import random
import time

import pytest

import fastfuto
from bench.limits import NEEDING, VERBS, Late, grown, interrupted, out_of_time, report


def test_calls_that_run_out_of_time():
    for verb in ("solve", "count, states", "solution_blocks"):
        late = out_of_time(VERBS[verb], 2, random.Random(1))
        assert len(late) == 2
        assert all(each.seconds > 0 for each in late)


def test_calls_that_are_interrupted():
    late = interrupted(VERBS["count"], 2, random.Random(2))
    assert len(late) == 2
    assert all(each.puzzle for each in late)


def test_late_calls_are_seen(capsys):
    def slow(puzzle, timeout):
        time.sleep(timeout + 0.06)
        raise fastfuto.LimitReached("late", found=0, stats=None)

    report("slow", out_of_time(slow, 3, random.Random(3)))
    assert capsys.readouterr().out.split()[1] == "3"
    report("none", [Late(0.2, "that one")])
    assert "that one 200" in capsys.readouterr().out


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
