"""Counts and listings in pieces, against the same in one piece."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    ExactCover,
    Futoshiki,
    JobError,
    Kakuro,
    LatinSquare,
    LimitReached,
    Model,
    PuzzleError,
    Skeleton,
)
from fastfuto.jobs import dispatch, summary
from fastfuto.limits import Watch
from fastfuto.solving import pieces, save, tuning

from ..cases import some
from ..relations import random_related
from ..strategies import random_puzzle

THREADS = partial(ThreadPoolExecutor, 2)


def test_each_part_of_a_model_and_each_option_changes_the_key_of_its_job():
    """A journal must not be continued for another puzzle."""
    double = [(value, 2 * value) for value in range(1, 5)]
    triple = [(value, 3 * value) for value in range(1, 4)]
    rows, columns = Skeleton(4, 9, [[0, 1]]), Skeleton(4, 9, [[0, 2]])
    models = [
        *(
            Model(skeleton)
            for skeleton in (rows, columns, Skeleton(4, 8, [[0, 1]]), Skeleton(5, 9, [[0, 1]]))
        ),
        Model(rows, np.where(np.arange(4) == 1, 3, 511).astype(np.uint64)),
        *(Model(rows, inequalities=[pair]) for pair in ((0, 1), (1, 0), (0, 2))),
        *(Model(rows, sums=[(cells, total)]) for cells, total in (((0, 1), 5), ((0, 1), 6), ((0, 2), 5))),
        *(Model(rows, relations=[related]) for related in ((0, 1, double), (0, 1, triple), (2, 3, double))),
    ]
    keys = [pieces.model_key("count", model) for model in models]
    keys += [pieces.model_key("sample", models[0]), pieces.model_key("count", models[0], 1)]
    assert len(set(keys)) == len(keys)


def never():
    """Tell a piece to go on."""
    return False


@pytest.fixture
def small_pieces(tuned):
    tuned(FIRST_PIECE=300, PIECE_SLICE=300, MOST_PIECE=1200, MOST_PLACED=10)


def in_pieces(seed=1):
    """Return a puzzle that is large enough to be cut, because some 25 cells are enumerated in one go."""
    return random_puzzle(random.Random(seed), 7, 0.2, 0.2)


@pytest.mark.parametrize("seed", some(range(40), 2))
def test_pieces_add_up(seed, small_pieces):
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, rng.randint(5, 7), rng.choice([0.2, 0.25, 0.3]), rng.choice([0.1, 0.2, 0.6]))
    model, waiting, found = puzzle.model(), [pieces.WHOLE], 0
    for _ in range(2000):
        if not waiting:
            break
        answer = pieces.count_piece(model, json.loads(json.dumps(waiting.pop())), never)
        found += answer.result[0]
        waiting += answer.rest
    assert waiting or found == fastfuto.count(puzzle)
    assert found <= fastfuto.count(puzzle)


@pytest.mark.thorough
def test_nothing_is_searched_twice(small_pieces):
    puzzle = in_pieces()
    whole = fastfuto.count_result(puzzle, engine="search")
    parts = fastfuto.count_result(puzzle, executor=THREADS)
    assert (parts.count, parts.exact, parts.method) == (whole.count, True, "enumeration")
    assert parts.stats.nodes <= 1.5 * whole.stats.nodes


@pytest.mark.parametrize(
    "puzzle",
    [
        LatinSquare(4),
        Futoshiki([[1, 1], [0, 0]]),
        Kakuro([[None, (0, 9), (0, 8)], [(12, 0), 0, 0], [(5, 0), 0, 0]]),
    ],
    ids=["latin", "none", "sums"],
)
def test_families(puzzle, small_pieces):
    assert fastfuto.count(puzzle, executor=THREADS) == fastfuto.count(puzzle)


@pytest.mark.forks
def test_processes_and_a_journal(tmp_path):
    puzzle, path = LatinSquare(5), tmp_path / "journal"
    assert fastfuto.count(puzzle, executor=partial(ProcessPoolExecutor, 2), journal=path) == 161280
    again = fastfuto.count_result(puzzle, journal=path)
    assert again.count == 161280
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        fastfuto.count(LatinSquare(4), journal=path)
    with pytest.raises(JobError, match="it belongs to count, but this is save_solutions"):
        fastfuto.save_solutions(puzzle, tmp_path / "folder", journal=path)


def test_limits(small_pieces):
    result = fastfuto.count_result(LatinSquare(5), limit=1000, executor=THREADS)
    assert (result.count, result.exact) == (1000, False)
    with pytest.raises(LimitReached):
        fastfuto.count(LatinSquare(8), timeout=0.05, executor=THREADS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 2}, "omit threads"),
        ({"memory": 10**9}, "memory has no effect on work in pieces"),
        ({"engine": "learner"}, "work in pieces needs the engine 'search', got"),
    ],
)
def test_options_that_do_not_go_together(options, message):
    with pytest.raises(ValueError, match=message):
        fastfuto.count(LatinSquare(4), executor=THREADS, **options)


def test_covers_have_no_pieces():
    with pytest.raises(ValueError, match="exact covers cannot be divided into pieces"):
        fastfuto.count(ExactCover([["a"]]), executor=THREADS)


RUN = """
import json, sys, time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import fastfuto
from fastfuto.jobs import dispatch
from fastfuto.solving import pieces, save, tuning

tuning.FIRST_PIECE = tuning.PIECE_SLICE = 1000
tuning.MOST_PIECE = 4000
tuning.MOST_PLACED = 10
dispatch.MOST_PIECES = 1  # so that it is known how many pieces are on the way
whole = save._save_piece


def logged(common, payload, is_over):
    answer = whole(common, payload, is_over)
    time.sleep(0.01)
    with open("done", "a") as file:
        file.write(json.dumps(payload) + "\\n")
    return answer


if __name__ == "__main__":
    save._save_piece = logged
    puzzle = fastfuto.load("puzzle.json")
    print(fastfuto.save_solutions(puzzle, "parts", journal="journal", executor=partial(ProcessPoolExecutor, 2)))
"""


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("kills", [1, 2, pytest.param(20, marks=pytest.mark.slow)])
def test_a_job_that_is_killed_at_any_moment_goes_on(kills, tmp_path):
    """Each solution is there once, and of the pieces at most those on the way were done twice."""
    rng = random.Random(kills)
    (tmp_path / "job.py").write_text(RUN)
    (tmp_path / "puzzle.json").write_text(fastfuto.format_puzzle(in_pieces(), "json"))
    command = [sys.executable, "job.py"]
    before = 0
    for _ in range(kills):
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as job:
            # It goes on for a while after its first pieces.
            while not (tmp_path / "journal").exists() or done(tmp_path) <= before:
                assert job.poll() is None or done(tmp_path) == summary(tmp_path / "journal").total
                if job.poll() is not None:
                    break
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.05))
            job.kill()
        before = done(tmp_path)
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stdout == "19125\n", run.stderr
    grids = np.concatenate([np.load(path) for path in (tmp_path / "parts").glob("part-*.npy")])
    assert len(grids) == len(np.unique(grids.reshape(-1, 49), axis=0)) == 19125
    payloads = (tmp_path / "done").read_text().splitlines()
    assert len({*payloads}) > 80
    assert len(payloads) - len({*payloads}) <= kills * dispatch.AHEAD * 2


def done(folder):
    """Return how many pieces a journal has; it may be about to be made."""
    try:
        return summary(folder / "journal").done
    except JobError:
        return 0


class Mortal(ProcessPoolExecutor):
    """Processes of which one is killed with -9 some time after the start."""

    kills = 0

    def __init__(self, rng, most):
        super().__init__(2)
        self._left = rng.randrange(5, 40) if Mortal.kills < most else 0
        self._rng = rng

    def submit(self, *args):
        future = super().submit(*args)
        self._left -= 1
        if self._left == 0:
            Mortal.kills += 1
            os.kill(self._rng.choice(list(self._processes)), signal.SIGKILL)
        return future


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("kills", [1, 3, pytest.param(20, marks=pytest.mark.slow)])
def test_each_solution_is_there_once_whichever_workers_are_killed(
    kills, tmp_path, small_pieces, monkeypatch, tuned
):
    rng = random.Random(kills)
    puzzle, expected = in_pieces(), 19125
    tuned(FIRST_PIECE=1000, MOST_PIECE=4000)
    monkeypatch.setattr(Mortal, "kills", 0)
    while Mortal.kills < kills:
        folder = tmp_path / str(Mortal.kills)
        found = fastfuto.save_solutions(puzzle, folder, executor=partial(Mortal, rng, kills))
        grids = np.concatenate([np.load(path) for path in folder.glob("part-*.npy")])
        assert found == len(grids) == len(np.unique(grids.reshape(-1, 49), axis=0)) == expected


def test_saved_solutions(tmp_path, small_pieces):
    puzzle = in_pieces(2)
    expected = {grid.tobytes() for grid in fastfuto.all_solutions(puzzle)}
    assert len(expected) > 100
    path = tmp_path / "all.npy"
    assert fastfuto.save_solutions(puzzle, path) == len(expected)
    assert {grid.tobytes() for grid in np.load(path)} == expected
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / f"part-{'0' * 32}.npy").write_bytes(b"what a lost worker has left")
    for _ in range(2):
        assert fastfuto.save_solutions(puzzle, folder, executor=THREADS, journal=tmp_path / "j") == len(
            expected
        )
        contents = json.loads((folder / "solutions.json").read_text())
        assert contents["solutions"] == len(expected)
        assert {*contents["parts"], "solutions.json"} == {*os.listdir(folder)}
        grids = np.concatenate([np.load(folder / name) for name in contents["parts"]])
        assert len(grids) == len(expected)
        assert {grid.tobytes() for grid in grids} == expected


def test_wrong_names_and_options_of_saved_solutions(tmp_path):
    with pytest.raises(ValueError, match=r"ends with \.npy, got '.*all\.txt'"):
        fastfuto.save_solutions(LatinSquare(3), tmp_path / "all.txt")
    with pytest.raises(ValueError, match="order and limit have no effect on work in pieces"):
        fastfuto.save_solutions(LatinSquare(3), tmp_path / "parts", limit=3, executor=THREADS)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("seed", some(range(30), 2))
def test_relations_are_kept(seed, small_pieces):
    model = random_related(random.Random(seed)).model
    assert fastfuto.count(model, executor=THREADS) == fastfuto.count(model)


@pytest.mark.thorough
def test_pieces_of_loose_puzzles_end():
    """Where a branch has very many solutions its last cells are enumerated in one go, which must not take long."""
    for n in (6, 7, 8):
        answer = pieces.count_piece(LatinSquare(n).model(), pieces.WHOLE, never)
        assert answer.rest
    # Fewer solutions than there are, and more than none.
    assert 0 < answer.result[0] < 10**9


def test_parts_that_are_gone(tmp_path, small_pieces):
    folder, square = tmp_path / "parts", LatinSquare(4)
    assert fastfuto.save_solutions(square, folder, journal=tmp_path / "a") == 576
    for name in json.loads((folder / "solutions.json").read_text())["parts"]:
        (folder / name).unlink()
    with pytest.raises(JobError, match=r"part-.* is in the journal but cannot be read.*start a new journal"):
        fastfuto.save_solutions(square, folder, journal=tmp_path / "a")


@pytest.mark.parametrize("contents", [None, "{}", "[]", "not JSON"])
def test_solutions_of_another_puzzle_are_not_lost(tmp_path, contents):
    square, other = LatinSquare(4), random_puzzle(random.Random(12), 4, 0.1, 0.2)
    assert fastfuto.save_solutions(square, tmp_path, executor=THREADS) == 576
    assert fastfuto.save_solutions(square, tmp_path, executor=THREADS) == 576
    if contents is not None:
        (tmp_path / "solutions.json").write_text(contents)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(JobError, match=r"solutions\.json lists the solutions of another puzzle"):
        fastfuto.save_solutions(other, tmp_path, executor=THREADS)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_two_workers_on_one_piece(tmp_path):
    """One of them was taken for lost, and goes on writing."""
    square = LatinSquare(4)
    common = (square, square.model(), str(tmp_path), "key")
    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(save._save_piece, common, pieces.WHOLE, never) for _ in range(4)]
        assert len({json.dumps(each.result().result) for each in answers}) == 1
    [path] = tmp_path.iterdir()
    assert len(np.load(path)) == 576


def test_pieces_are_larger_where_there_would_be_very_many():
    watch = Watch()
    for puzzle, doublings in (
        (LatinSquare(5), 0),
        (LatinSquare(9), tuning.DOUBLINGS),
        (Futoshiki([[1, 1], [0, 0]]), 0),
    ):
        [[generation, *numbers]] = pieces.search_job("count", puzzle, "auto", pieces.count_piece, watch).first
        assert (generation, numbers) == (0, [doublings, ""])
    assert pieces.work_of(0, 7) == tuning.FIRST_PIECE
    assert pieces.work_of(100, 0) == tuning.MOST_PIECE
    assert pieces.work_of(100, 7) == 128 * tuning.MOST_PIECE


@pytest.mark.thorough
def test_what_is_left_of_a_piece_is_shared_out_evenly(tuned):
    """One of the branches of a search usually has most of its work, so the branches have to be divided."""
    tuned(FIRST_PIECE=30_000, PIECE_SLICE=300)
    shares = []
    for seed in range(20):
        puzzle = random_puzzle(random.Random(seed), 7, 0.2, 0.1)
        model = puzzle.model()
        nodes = [nodes_of(model, rest) for rest in pieces.count_piece(model, pieces.WHOLE, never).rest]
        if sum(nodes) > 20_000:
            shares.append(max(nodes) / sum(nodes))
    assert len(shares) >= 3
    assert max(shares) < 0.4  # an eighth is best


def nodes_of(model, payload):
    """Return the nodes of a piece with all that it leaves."""
    answer = pieces.count_piece(model, payload, never)
    return answer.result[1] + sum(nodes_of(model, rest) for rest in answer.rest)


def test_halves_of_a_piece_are_disjoint(small_pieces, tuned):
    tuned(PARTS=2)  # so that pieces have several branches
    model, waiting = in_pieces().model(), [pieces.WHOLE]
    assert pieces.halves(model, pieces.WHOLE) == [pieces.WHOLE]

    found = n_cut = 0
    while waiting:
        payload = waiting.pop()
        halves = pieces.halves(model, payload)
        if len(halves) == 2:
            waiting += halves
            n_cut += 1
            continue
        answer = pieces.count_piece(model, payload, never)
        found += answer.result[0]
        waiting += answer.rest
    assert found == 19125
    assert n_cut


def test_solutions_of_an_exact_cover_are_not_saved(tmp_path):
    path = tmp_path / "keep.npy"
    path.write_bytes(b"old")
    with pytest.raises(PuzzleError, match="the solutions of an exact cover have different lengths"):
        fastfuto.save_solutions(fastfuto.ExactCover([["a"], ["b"]]), path)
    assert path.read_bytes() == b"old"
