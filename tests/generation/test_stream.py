"""Streams that the workers of an executor make: the same puzzles in the same order, within limits."""

import itertools
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import pytest

import fastfuto
from fastfuto import Interrupted, JobError, PuzzleError, RecipeNotMet, generate_many
from fastfuto.generation import stream

THREADS = partial(ThreadPoolExecutor, 2)
PROCESSES = partial(ProcessPoolExecutor, 2)


@pytest.mark.parametrize(
    "wishes",
    [
        {"n": 5, "level": "easy"},
        {"n": 5, "variant": "adjacent"},
        {"n": 4, "family": "latin"},
        {"n": 6, "family": "sudoku", "variant": "jigsaw"},
        {"n": 6, "family": "sudoku", "variant": "inequalities", "numbers": 0},
        {"n": (6, 7), "family": "kakuro", "level": "moderate"},
    ],
    ids=str,
)
def test_workers_do_not_change_the_puzzles(wishes):
    expected = list(generate_many(9, seed=4, **wishes))
    found = list(generate_many(9, seed=4, executor=THREADS, **wishes))
    assert found == expected
    for made, other in zip(found, expected, strict=True):
        assert made.solution.tolist() == other.solution.tolist()
        assert made.solution.dtype == other.solution.dtype
        assert not made.solution.flags.writeable


@pytest.mark.forks
def test_processes_and_executors_that_stay_open():
    expected = list(generate_many(70, 4))
    assert list(generate_many(70, 4, executor=PROCESSES)) == expected
    with ThreadPoolExecutor(1) as pool:
        assert list(generate_many(40, 4, start=30, executor=pool)) == expected[30:]
        assert pool.submit(int, "7").result() == 7
    assert list(generate_many(0, 4, executor=THREADS)) == []


def test_streams_of_workers_are_lazy():
    puzzles = generate_many(10**9, 4, executor=THREADS)
    assert list(itertools.islice(puzzles, 3)) == list(generate_many(3, 4))
    before = threading.active_count()
    puzzles.close()
    while threading.active_count() > before - 2:
        time.sleep(0.01)


def test_a_journal_is_taken_up(tmp_path, monkeypatch):
    journal = tmp_path / "journal"
    expected = list(generate_many(12, 5, level="tricky"))
    assert list(generate_many(12, 5, level="tricky", executor=THREADS, journal=journal)) == expected
    monkeypatch.setattr(stream, "_make_piece", None)  # All pieces are done.
    assert list(generate_many(12, 5, level="tricky", journal=journal)) == expected
    for k, wishes in ((13, {}), (12, {"seed": 1}), (12, {"start": 1}), (12, {"remove": "mixed"})):
        with pytest.raises(JobError, match="the puzzle or the options were different"):
            next(generate_many(k, 5, level="tricky", journal=journal, **wishes))


@pytest.mark.thorough
def test_what_cannot_be_made_is_reported_in_its_place(tmp_path):
    wishes = {"level": "extreme", "rules": "tatham"}
    journal = tmp_path / "journal"
    for _ in range(2):
        with pytest.raises(
            RecipeNotMet, match=r"20000 tries were made, .*the nearest miss is easy"
        ) as caught:
            next(generate_many(2, 3, executor=THREADS, journal=journal, **wishes))
        assert caught.value.attempts == 20_000
        assert fastfuto.is_unique(caught.value.nearest.puzzle)
        assert caught.value.nearest.seed == next(generate_many(1, 3)).seed


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, PROCESSES])
def test_time_limits_of_workers(executor):
    made = []
    with pytest.raises(RecipeNotMet, match=r"the time limit of 0\.2 s has passed"):
        made.extend(
            generate_many(10**6, 9, level="recursive", rules="tatham", executor=executor, timeout=0.2)
        )
    assert made == list(generate_many(len(made), 9, level="recursive", rules="tatham"))


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to threads")
def test_interrupts_end_a_stream():
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(Interrupted):
        list(generate_many(10**9, 9, executor=THREADS))
    timer.join()


def test_progress_is_that_of_the_whole_stream():
    told = []
    assert len(list(generate_many(30, 4, executor=THREADS, progress=told.append))) == 30
    assert (told[-1].done, told[-1].total) == (30, 30)
    assert [each.done for each in told] == sorted(each.done for each in told)


def test_options_of_workers():
    with pytest.raises(ValueError, match="omit threads"):
        generate_many(3, 4, executor=THREADS, threads=2)
    with pytest.raises(
        TypeError, match="executor must be an Executor or a function that returns an Executor, got 5"
    ):
        generate_many(3, 4, executor=5)
    with pytest.raises(PuzzleError, match="is not possible with symmetry"):
        generate_many(1, 6, numbers=3, symmetry="half-turn", executor=THREADS)


def test_pieces_leave_what_they_have_not_made(monkeypatch):
    recipe = fastfuto.Recipe(4)
    answer = stream._make_piece((recipe, False), [3, 7], lambda: False)
    assert [number for number, _ in answer.result] == [3, 4, 5, 6]
    assert not answer.rest
    monkeypatch.setattr(stream, "PIECE_SECONDS", 0)
    answer = stream._make_piece((recipe, False), [3, 8], lambda: False)
    assert [number for number, _ in answer.result] == [3]
    assert answer.rest == [[4, 6], [6, 8]]
    assert stream._make_piece((fastfuto.Recipe(20, numbers=0), False), [0, 5], lambda: True) is None
    monkeypatch.setattr(stream, "MOST_PIECES", 3)
    assert list(generate_many(20, 4, executor=THREADS)) == list(generate_many(20, 4))


@pytest.mark.parametrize("threads", [1, 2])
def test_the_time_limit_is_for_all_puzzles_together(threads):
    made = generate_many(1 << 40, 4, seed=1, timeout=0.1, threads=threads)
    assert next(made)
    with pytest.raises(RecipeNotMet, match=r"the time limit of 0\.1 s has passed"):
        for _ in made:
            pass
