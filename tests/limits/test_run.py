"""How a call is run: what goes together, and one wording for what does not."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import fastfuto
from fastfuto.limits import Run

SQUARE = fastfuto.LatinSquare(3)
CALLS = {
    "count": lambda **how: fastfuto.count(SQUARE, **how),
    "solve_many": lambda **how: fastfuto.solve_many([SQUARE], **how),
    "grade_many": lambda **how: fastfuto.grade_many([SQUARE], **how),
    "generate_many": lambda **how: next(fastfuto.generate_many(1, 3, **how)),
}


@pytest.mark.parametrize("how", ["executor", "journal"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_pieces_have_workers_and_no_threads(call, how, tmp_path):
    options = {"executor": ThreadPoolExecutor} if how == "executor" else {"journal": tmp_path / "journal"}
    with pytest.raises(ValueError, match="threads cannot be combined with work in pieces; omit threads"):
        call(threads=2, **options)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_not_an_executor_is_refused(call):
    with pytest.raises(
        TypeError, match="executor must be an Executor or a function that returns an Executor, got 7"
    ):
        call(executor=7)


def test_a_run_says_whether_the_work_is_in_pieces():
    assert not Run(threads=3).is_in_pieces
    assert Run(executor=ThreadPoolExecutor).is_in_pieces
    assert Run(journal="file").is_in_pieces


def test_what_is_late_says_how_far_it_has_come():
    stats = fastfuto.Stats(0, 0, 0.0, "search")
    for found, text in ((0, "0 solutions"), (1, "1 solution"), (2, "2 solutions")):
        late = Run(0.5).late(stats, found)
        assert str(late) == f"the time limit of 0.5 s has passed; {text} found so far"
        assert (late.found, late.stats, late.solutions) == (found, stats, None)
