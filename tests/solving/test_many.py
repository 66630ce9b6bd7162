"""solve_many: Sudoku grids in bands, and lists of any puzzles."""

import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Batch,
    Futoshiki,
    JobError,
    Kakuro,
    LatinSquare,
    LimitReached,
    Model,
    PuzzleError,
    Skeleton,
    Sudoku,
    solve,
    solve_many,
)
from fastfuto.engines._sudoku9 import EXHAUSTED, PAUSED, Sudoku9
from fastfuto.reference import sudoku_solutions
from fastfuto.solving import many
from fastfuto.solving.many import UNANSWERED

from ..calls import is_refused
from ..strategies import random_puzzle

SEVENTEEN = Sudoku.parse("000000012000035000000600070700000300000400800100000000000120000080000040050000600")


def random_grids(rng, number):
    """Return grids with 20 to 45 clues of random solutions, some with a wrong one."""
    grids = []
    for k in range(number):
        full = fastfuto.solve(Sudoku(np.zeros((9, 9), int)), seed=k + 1, order="any").grid.copy()
        rows = [3 * band + r for band in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
        columns = [3 * stack + c for stack in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
        digits = np.array([0, *rng.sample(range(1, 10), 9)], np.uint8)
        grid = digits[full[rows][:, columns]]
        for cell in rng.sample(range(81), 81 - rng.randint(20, 45)):
            grid.flat[cell] = 0
        if rng.random() < 0.3:
            grid.flat[rng.randrange(81)] = rng.randint(1, 9)
        grids.append(grid)
    return np.array(grids)


def agrees(grids, batch, limit):
    for grid, solution, count in zip(grids, batch.grids, batch.counts.tolist(), strict=True):
        puzzle = Sudoku(grid)
        assert count == fastfuto.count(puzzle, limit=limit)
        if count:
            solved = puzzle.with_clues(solution)
            assert solved.is_complete
            assert solved.is_valid
            assert ((grid == 0) | (grid == solution)).all()
        else:
            assert not solution.any()


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_bands_against_the_search(limit):
    grids = random_grids(random.Random(limit), 300)
    batch = solve_many(grids, limit=limit, threads=1)
    agrees(grids, batch, limit)
    assert len(set(batch.counts.tolist())) > 1


def test_bands_against_the_twin():
    grids = random_grids(random.Random(5), 40)
    batch = solve_many(grids, limit=3)
    for grid, count in zip(grids, batch.counts.tolist(), strict=True):
        twin = 0
        for _ in sudoku_solutions(Sudoku(grid)):
            twin += 1
            if twin == 3:
                break
        assert count == twin


def test_known_grids():
    empty = np.zeros((9, 9), np.uint8)
    batch = solve_many(np.array([SEVENTEEN.clues, empty, empty]), limit=100_000)
    assert batch.counts.tolist() == [1, 100_000, 100_000]
    assert (batch.grids[0] == fastfuto.solve(SEVENTEEN).grid).all()
    # Two rows and two columns of boxes that may swap a pair: 2 solutions.
    solved = fastfuto.solve(SEVENTEEN).grid.astype(np.int64)
    assert solve_many(solved[None], limit=2).counts.tolist() == [1]


def test_types_and_values():
    wrong = np.zeros((3, 9, 9), np.int64)
    wrong[0, 0, 0], wrong[1, 0, 0], wrong[2, 0, 0] = 10, -1, 300
    assert solve_many(wrong).counts.tolist() == [0, 0, 0]
    assert solve_many(np.full((1, 9, 9), 255, np.uint8)).counts.tolist() == [0]
    assert solve_many(SEVENTEEN.clues[None], limit=2**70).counts.tolist() == [1]
    assert solve_many([SEVENTEEN, Sudoku([[0] * 4] * 4)], limit=2**70).counts.tolist() == [1, 288]
    assert solve_many(np.zeros((0, 9, 9), np.uint8)).grids.shape == (0, 9, 9)
    fortran = np.asfortranarray(np.stack([SEVENTEEN.clues] * 3))
    assert solve_many(fortran, limit=2).counts.tolist() == [1, 1, 1]
    four = solve_many(np.zeros((2, 4, 4), np.uint8), limit=1000)
    assert four.counts.tolist() == [288, 288]
    assert four.grids.shape == (2, 4, 4)
    assert four.grids.dtype == np.uint8
    for puzzles in (np.zeros((9, 9), int), np.zeros((1, 9, 8), int), np.zeros((1, 9, 9))):
        with pytest.raises(PuzzleError, match="must be"):
            solve_many(puzzles)
    with pytest.raises(PuzzleError, match="masked arrays are not supported"):
        solve_many(np.ma.masked_array(np.zeros((1, 9, 9), int)))
    with pytest.raises(TypeError, match="expected an iterable of puzzles, got LatinSquare"):
        solve_many(LatinSquare(3))
    with pytest.raises(TypeError, match="must be a puzzle or a Model"):
        solve_many([SEVENTEEN, 5])
    for options in ({"limit": 0}, {"threads": 0}):
        with pytest.raises(ValueError, match=r"at least 1|1 to 1024"):
            solve_many([SEVENTEEN], **options)


def mixture(rng):
    return [
        SEVENTEEN,
        Sudoku([[0] * 9] * 9, inequalities=[((0, 0), (0, 1))]),
        Sudoku([[1, 1, *[0] * 7], *[[0] * 9] * 8]),
        Sudoku([[0] * 4] * 4),
        Kakuro([[None, (3, 0), (4, 0)], [(0, 4), 0, 0], [(0, 3), 0, 0]]),
        fastfuto.ExactCover([[0], [1], [0, 1]]),
        fastfuto.Permutations(5),
        Model(Skeleton(2, 3, [range(2)])),
        *[
            random_puzzle(rng, rng.randint(2, 6), rng.choice((0.1, 0.5)), rng.choice((0.1, 0.6)))
            for _ in range(200)
        ],
    ]


@pytest.mark.parametrize("threads", [1, 3, None])
def test_lists_of_any_puzzles(threads):
    puzzles = mixture(random.Random(1))
    batch = solve_many(puzzles, limit=7, threads=threads)
    assert isinstance(batch, Batch)
    for puzzle, grid, count in zip(puzzles, batch.grids, batch.counts.tolist(), strict=True):
        assert count == fastfuto.count(puzzle, limit=7)
        assert (grid is None) == (count == 0)
        if isinstance(puzzle, Futoshiki) and count:
            assert puzzle.with_clues(grid).is_valid
    assert solve_many(iter([])).grids == []


def test_a_puzzle_that_takes_long():
    # More work than one slice of the search: the engines take turns.
    hard = [random_puzzle(random.Random(k), 16, 0.3, 0.3) for k in range(3)]
    batch = solve_many(hard, limit=2)
    for puzzle, count in zip(hard, batch.counts.tolist(), strict=True):
        assert (count == 1) == fastfuto.is_unique(puzzle)


def test_budgets_change_nothing():
    grids = random_grids(random.Random(7), 60).reshape(-1, 81)
    known = None
    for budget in (1, 3, 10**6):
        solved, counts = np.zeros_like(grids), np.zeros(len(grids), np.int64)
        bands = Sudoku9(grids, solved, counts, 20)
        while bands.run(budget) == PAUSED:
            pass
        assert bands.run(1) == EXHAUSTED
        result = solved.tolist(), counts.tolist(), bands.nodes
        assert known in (None, result)
        known = result


def test_the_door():
    def arrays(k, width=81, counts=None):
        return np.zeros((k, width), np.uint8), np.zeros((k, width), np.uint8), np.zeros(counts or k, np.int64)

    for arguments in ((*arrays(2, 80), 1), (*arrays(2, 81, 3), 1), (*arrays(2), 0)):
        with pytest.raises(ValueError, match=r"\w"):
            Sudoku9(*arguments)
    with pytest.raises(ValueError, match="budget"):
        Sudoku9(*arrays(1), 1).run(0)
    with pytest.raises(ValueError, match="grids"):
        Sudoku9(np.zeros((2, 81), np.uint8), np.zeros((1, 81), np.uint8), np.zeros(2, np.int64), 1)


def test_bands_that_run_elsewhere_are_refused():
    grids = np.zeros((1, 81), np.uint8)
    bands = Sudoku9(grids, grids.copy(), np.zeros(1, np.int64), 2**60)
    assert is_refused(lambda: bands.run(1), lambda: bands.run(2_000_000))


def hard_and_easy():
    """Return puzzles of which the one in the middle is not answered within the test."""
    hard = random_puzzle(random.Random(0), 60, 0.4, 0.4)
    return [SEVENTEEN, Futoshiki([[1, 1], [0, 0]]), hard, Sudoku([[0] * 4] * 4)]


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_keeps_the_answers_that_were_found(threads):
    puzzles = hard_and_easy()
    with pytest.raises(LimitReached, match="puzzles answered") as caught:
        solve_many(puzzles, limit=2, timeout=0.25, threads=threads)
    batch = caught.value.solutions
    assert isinstance(batch, Batch)
    assert batch.counts[1] == 0
    assert batch.counts[2] == -1
    assert batch.grids[1] is batch.grids[2] is None
    for puzzle, grid, number in zip(puzzles, batch.grids, batch.counts.tolist(), strict=True):
        assert (grid is not None) == (number > 0)
        assert grid is None or puzzle.is_solution(grid)


def test_an_array_keeps_its_shape_where_nothing_was_answered():
    with pytest.raises(LimitReached, match="0 of 3 puzzles answered") as caught:
        solve_many(np.zeros((3, 9, 9), np.uint8), limit=10**12, timeout=0.05, threads=1)
    assert caught.value.solutions.counts.tolist() == [-1, -1, -1]
    assert caught.value.solutions.grids.shape == (3, 9, 9)
    assert not caught.value.solutions.grids.any()


def test_a_time_limit_that_is_not_reached_changes_nothing():
    batch = solve_many([SEVENTEEN, Futoshiki([[1, 1], [0, 0]])], limit=2, timeout=60)
    assert batch.counts.tolist() == [1, 0]


@pytest.mark.parametrize("n", [4, 9])
def test_the_grids_of_an_array_may_share_inequalities(n):
    puzzle = Futoshiki(np.zeros((n, n), int), [((0, 1), (0, 0)), ((2, 2), (1, 2))])
    grids = np.stack([np.zeros((n, n), np.int8)] * 5)
    grids[1, 0, 0] = 1
    grids[2, 3] = LatinSquare.random(n, seed=1).clues[0]
    grids[3] = solve(puzzle).grid
    grids[4, 0, 0] = -1
    batch = solve_many(grids, inequalities=puzzle.inequalities, limit=2)
    alone = [solve_many([puzzle.with_clues(grid)], limit=2) for grid in grids]
    assert batch.grids.shape == (5, n, n)
    assert batch.counts.tolist() == [int(each.counts[0]) for each in alone] == [2, 0, 2, 1, 0]
    for found, grid, count in zip(batch.grids, grids, batch.counts.tolist(), strict=True):
        assert puzzle.with_clues(grid).is_solution(found) == (count > 0)
    assert len(solve_many(grids[:0], inequalities=()).counts) == 0


def test_puzzles_have_inequalities_of_their_own():
    with pytest.raises(TypeError, match="give them to each puzzle"):
        solve_many([Futoshiki([[0]])], inequalities=())
    with pytest.raises(PuzzleError, match="inequality 0"):
        solve_many(np.zeros((1, 4, 4), int), inequalities=[((0, 0), (1, 1))])


THREADS = partial(ThreadPoolExecutor, 3)
PROCESSES = partial(ProcessPoolExecutor, 2)


def same(batch, other):
    assert batch.counts.tolist() == other.counts.tolist()
    assert type(batch.grids) is type(other.grids)
    for one, another in zip(batch.grids, other.grids, strict=True):
        assert (one is None) == (another is None)
        if one is not None:
            assert one.dtype == another.dtype
            assert np.array_equal(one, another)


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, PROCESSES])
def test_pieces_of_arrays(executor, tuned, tmp_path):
    tuned(NINES=7, BATCH_CHUNK=3)
    nines = random_grids(random.Random(4), 30)
    same(
        solve_many(nines, limit=2, executor=executor, journal=tmp_path / "nines"), solve_many(nines, limit=2)
    )
    fours = np.zeros((10, 4, 4), int)
    fours[3, 0, :2] = 2
    inequalities = [((0, 0), (0, 1))]
    for options in ({}, {"inequalities": inequalities}):
        same(solve_many(fours, executor=executor, **options), solve_many(fours, **options))
    assert solve_many(nines[:0], executor=executor).grids.shape == (0, 9, 9)


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize("executor", [THREADS, PROCESSES])
def test_pieces_of_lists(executor, tuned, tmp_path):
    rng = random.Random(5)
    puzzles = [random_puzzle(rng, rng.randint(2, 6), 0.2, 0.3) for _ in range(40)]
    puzzles += [SEVENTEEN, fastfuto.ExactCover([["a"], ["b"], ["a", "b"]]), LatinSquare(3).model()]
    puzzles.append(Kakuro([[None, (0, 9), (0, 8)], [(12, 0), 0, 0], [(5, 0), 0, 0]]))
    rng.shuffle(puzzles)
    expected = solve_many(puzzles, limit=5)
    journal = tmp_path / "journal"
    # Every piece leaves what it has not solved at once.
    tuned(PIECE_SECONDS=0)
    for _ in range(2):
        same(solve_many(puzzles, limit=5, executor=executor, journal=journal), expected)
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        solve_many(puzzles, limit=6, journal=journal)
    with pytest.raises(JobError, match="the puzzle or the options were different"):
        solve_many(puzzles[1:], limit=5, journal=journal)


def test_a_piece_leaves_what_it_has_not_solved(tuned):
    puzzles = [LatinSquare(3), SEVENTEEN, LatinSquare(4), LatinSquare(5), LatinSquare(6)]
    answer = many._solve_piece((1, None), (10, puzzles), lambda: False)
    assert answer.result[0] == [10, 11, 12, 13, 14]
    tuned(PIECE_SECONDS=0)
    answer = many._solve_piece((1, None), (10, puzzles), lambda: False)
    assert answer.result[:2] == [[10], [1]]
    assert answer.rest == [[11, 13], [13, 15]]
    assert many._solve_piece((10**9, None), (0, [LatinSquare(9)]), lambda: True) is None


def test_time_limits_and_options_of_pieces():
    with pytest.raises(ValueError, match="omit threads"):
        solve_many([LatinSquare(3)], executor=THREADS, threads=2)
    with pytest.raises(TypeError, match="must be a puzzle or a Model, got int"):
        solve_many([3], executor=THREADS)
    with pytest.raises(LimitReached, match=r"0 of 2 puzzles answered") as caught:
        solve_many([LatinSquare(9)] * 2, limit=10**9, timeout=0.1, executor=THREADS)
    assert caught.value.solutions.counts.tolist() == [UNANSWERED] * 2
