import functools
import itertools
import math
import pickle
import random
import threading
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given

import fastfuto
from fastfuto import (
    CountResult,
    FastfutoError,
    Futoshiki,
    LimitReached,
    MemoryLimit,
    Model,
    Result,
    Skeleton,
    Stats,
    Status,
    all_solutions,
    count,
    count_result,
    is_unique,
    parse,
    reference,
    solutions,
    solve,
)

from ..calls import raising
from ..cases import some, thorough
from ..oracles import LATIN_SQUARES, brute_force, fits, latin_squares, tatham
from ..strategies import contradictory, full, perturbed_puzzle, puzzles, random_puzzle, random_square, rounds

ORDERS = pytest.mark.parametrize("order", ["any", "lexicographic"])


def empty(n):
    return Futoshiki(np.zeros((n, n), int))


@functools.cache
def hard():
    """Return a puzzle that no engine solves in many seconds."""
    return random_puzzle(random.Random(0), 60, 0.4, 0.4)


def pigeons(k):
    """Return a small model, k pigeons in k - 1 holes, that no engine refutes in a second."""
    return Model(Skeleton(k, k - 1, list(itertools.combinations(range(k), 2))))


VERBS = {
    "solve": solve,
    "solutions": lambda puzzle, **options: list(solutions(puzzle, **options)),
    "all_solutions": all_solutions,
    "count": count,
    "count_result": count_result,
    "is_unique": is_unique,
}


def rows_of(grids):
    return [tuple(map(tuple, grid.tolist())) for grid in grids]


def cyclic(n):
    return (np.arange(n)[:, None] + np.arange(n)) % n + 1


def blanked(square, share):
    """Return the puzzle of a square with that share of blanks, and the signs of its first row."""
    clues = np.where(np.random.default_rng(1).random(square.shape) < share, 0, square)
    cells = [(0, c) for c in range(len(square))]
    return Futoshiki(clues, itertools.pairwise(cells))


def is_solution(puzzle, grid):
    n = puzzle.n
    line = list(range(1, n + 1))
    latin = (line == np.sort(grid, axis=0).T).all() and (np.sort(grid, axis=1) == line).all()
    return latin and fits(puzzle, grid.tolist())


def check(puzzle, expected, seed=0):
    """Compare everything the verbs say of a puzzle with all its solutions in lexicographic order."""
    number = len(expected)
    assert count(puzzle) == number
    result = count_result(puzzle)
    assert (result.count, result.exact, result.method) == (number, True, "enumeration")
    assert is_unique(puzzle) == (number == 1)
    for order in ("any", "lexicographic"):
        found = all_solutions(puzzle, order=order, seed=seed)
        assert found.shape == (number, *puzzle.shape)
        assert found.dtype == np.uint8
        rows = rows_of(found)
        assert sorted(rows) == expected
        if order == "lexicographic":
            assert rows == expected
        assert rows_of(solutions(puzzle, order=order, seed=seed)) == rows
        result = solve(puzzle, order=order, seed=seed)
        assert result.stats.engine == "search"
        if number:
            assert result.status is Status.SATISFIABLE
            assert rows_of([result.grid]) == rows[:1]
        else:
            assert result.status is Status.UNSATISFIABLE
            assert result.grid is None
    if number:
        limit = 1 + seed % number
        assert count(puzzle, limit=limit) == limit
        assert (
            rows_of(all_solutions(puzzle, limit=limit, seed=seed, order="lexicographic")) == expected[:limit]
        )


# Against slow and obvious answers ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(10), 2))
@pytest.mark.parametrize(
    ("oracle", "orders", "least"),
    [(brute_force, (1, 2, 3, 3, 4, 4, 4), 0.1), (reference.all_solutions, (5, 5, 6), 0.35)],
)
def test_slow_oracles_agree(oracle, orders, least, seed):
    rng = random.Random(seed)
    for _ in rounds(600):
        make = rng.choice([random_puzzle, random_puzzle, perturbed_puzzle])
        puzzle = make(rng, rng.choice(orders), rng.uniform(least, 0.7), rng.uniform(0.05, 1))
        check(puzzle, oracle(puzzle), rng.getrandbits(64))


@given(puzzles(1, 4))
def test_puzzles_of_every_kind(puzzle):
    check(puzzle, brute_force(puzzle))


@pytest.mark.parametrize("seed", range(4))
def test_slices_of_any_size_change_nothing(seed, tuned):
    rng = random.Random(seed)
    cases = []
    for _ in range(10):
        puzzle = random_puzzle(rng, rng.randint(3, 5), rng.uniform(0.1, 0.5), rng.uniform(0.2, 1))
        cases.append((puzzle, all_solutions(puzzle).tolist(), reference.all_solutions(puzzle)))
    for size in (1, 10):
        tuned(SLICE=size)
        for puzzle, grids, expected in cases:
            check(puzzle, expected, seed)
            assert all_solutions(puzzle).tolist() == grids


@pytest.mark.parametrize("case", tatham(), ids=lambda case: case.name)
def test_puzzles_made_for_people(case):
    puzzle = parse(case.id, format="tatham")
    for order, seed in (("any", 0), ("any", 1), ("lexicographic", 0)):
        assert rows_of([solve(puzzle, order=order, seed=seed).grid]) == [case.solution]
        assert rows_of(all_solutions(puzzle, order=order, seed=seed)) == [case.solution]
    assert is_unique(puzzle)
    assert count(puzzle) == count(puzzle, limit=2) == 1
    n = puzzle.n
    k = random.Random(case.name).choice(np.flatnonzero(puzzle.clues == 0).tolist())
    clues = puzzle.clues.copy()
    clues.flat[k] = case.solution[k // n][k % n] % n + 1
    assert count(puzzle.with_clues(clues)) == 0


# The four cases ----------------------------------------------------------------------------------------


@given(full(1, 6))
def test_complete_schemes(puzzle):
    grid = tuple(map(tuple, puzzle.clues.tolist()))
    check(puzzle, [grid] if puzzle.is_valid else [])


@given(contradictory(1, 6))
def test_invalid_schemes(puzzle):
    check(puzzle, [])


def test_an_incomplete_valid_scheme_may_have_no_solution():
    puzzle = Futoshiki([[1, 0, 0], [0, 2, 0], [0, 0, 0]], [((0, 1), (1, 1)), ((2, 0), (2, 1))])
    assert not puzzle.is_complete
    assert puzzle.is_valid
    assert not puzzle.violations()
    check(puzzle, [])


# Empty grids -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [*range(1, 5), thorough(5)])
def test_counts_of_empty_grids(n):
    puzzle, expected = empty(n), LATIN_SQUARES[n]
    assert count(puzzle) == count_result(puzzle).count == expected
    for order in ("any", "lexicographic"):
        assert sum(1 for _ in solutions(puzzle, order=order)) == expected
        grids = all_solutions(puzzle, order=order)
        assert len(np.unique(grids, axis=0)) == len(grids) == expected
    for k in (2, 7):
        assert sum(map(count, fastfuto.split(puzzle.model(), k))) == expected


@pytest.mark.parametrize("n", range(1, 5))
def test_empty_grids_in_order(n):
    assert tuple(rows_of(all_solutions(empty(n), order="lexicographic"))) == latin_squares(n)
    assert sorted(rows_of(all_solutions(empty(n)))) == list(latin_squares(n))
    assert reference.count(empty(n)) == LATIN_SQUARES[n]


def test_order_5_in_order():
    grids = all_solutions(empty(5), order="lexicographic").reshape(-1, 25)
    as_text = [row.tobytes() for row in grids]
    assert as_text == sorted(as_text)
    first = list(itertools.islice(reference.solutions(empty(5)), 3000))
    assert rows_of(all_solutions(empty(5), order="lexicographic", limit=3000)) == first


@pytest.mark.slow
def test_count_of_the_empty_grid_of_order_6():
    assert count(empty(6)) == LATIN_SQUARES[6]


# Limits ------------------------------------------------------------------------------------------------


@ORDERS
@pytest.mark.parametrize("limit", [1, 2, 3, 575, 576, 577, 10**6, 2**31, 2**63, 2**100])
def test_limit(order, limit):
    puzzle = empty(4)
    expected = min(limit, 576)
    assert count(puzzle, limit=limit) == expected
    assert count_result(puzzle, limit=limit).exact == (limit > 576)
    whole = all_solutions(puzzle, order=order)
    assert (all_solutions(puzzle, order=order, limit=limit) == whole[:expected]).all()
    assert len(all_solutions(puzzle, order=order, limit=limit)) == expected
    assert rows_of(solutions(puzzle, order=order, limit=limit)) == rows_of(whole[:expected])


@pytest.mark.parametrize("limit", [2620, 2621, 2622, 5242, 5243, 161279, 161280, 161281])
def test_limits_where_the_array_grows(limit):
    grids = all_solutions(empty(5), limit=limit)
    assert len(grids) == min(limit, 161280)
    assert (grids == whole_of_order_5()[:limit]).all()


@functools.cache
def whole_of_order_5():
    return all_solutions(empty(5))


def test_reaching_a_limit_is_no_error():
    assert count(empty(9), limit=1000) == 1000
    assert len(all_solutions(empty(9), limit=1000)) == 1000
    assert sum(1 for _ in solutions(empty(9), limit=1000)) == 1000
    assert not is_unique(empty(9))


@pytest.mark.parametrize("verb", ["count", "count_result", "all_solutions", "solutions", "is_unique"])
def test_the_time_is_up(verb):
    puzzle = pigeons(14) if verb == "is_unique" else empty(11)
    with pytest.raises(LimitReached, match=r"time limit of 0\.1 s") as caught:
        VERBS[verb](puzzle, timeout=0.1)
    assert not isinstance(caught.value, OSError)
    assert isinstance(caught.value, FastfutoError)
    assert caught.value.found > 0 or verb == "is_unique"
    assert caught.value.stats.nodes > 0
    assert caught.value.stats.seconds >= 0.1
    assert f"{caught.value.found} solutions" in str(caught.value)


@pytest.mark.parametrize("timeout", [0, 0.02, 0.1])
@ORDERS
def test_solve_gives_up(order, timeout):
    result = solve(hard(), order=order, timeout=timeout)
    assert result.status is Status.UNKNOWN
    assert result.grid is None
    assert timeout <= result.stats.seconds


@pytest.mark.parametrize("n", [64, 65, 130, 255])
def test_time_limits_of_large_grids(n):
    puzzle = blanked(cyclic(n), 0.6)
    result = solve(puzzle, timeout=0.1)
    assert result.status is Status.UNKNOWN or is_solution(puzzle, result.grid)


def test_solutions_found_before_the_time_is_up_are_given_out():
    given_out = 0
    with pytest.raises(LimitReached) as caught:  # noqa: PT012
        for _ in solutions(empty(9), timeout=0.05):
            given_out += 1
    assert caught.value.found == given_out > 0


def test_waiting_counts_once_the_first_solution_was_asked_for():
    grids = solutions(empty(9), timeout=0.1)
    time.sleep(0.15)
    next(grids)
    time.sleep(0.15)
    with pytest.raises(LimitReached):
        list(grids)


def test_no_time_limit():
    assert count(empty(4), timeout=math.inf) == 576
    assert solve(empty(4), timeout=10**9).status is Status.SATISFIABLE


@pytest.mark.parametrize("memory", [1, 25, 25 * 1000, 25 * 2621, 25 * 2622, 25 * 161279, 25 * 161280 - 1])
def test_the_memory_is_full(memory):
    with pytest.raises(MemoryLimit, match="raise the limit") as caught:
        all_solutions(empty(5), memory=memory)
    assert isinstance(caught.value, MemoryError)
    assert isinstance(caught.value, FastfutoError)
    assert memory // 25 <= caught.value.found <= 161280
    assert caught.value.stats.seconds > 0


def test_the_memory_suffices():
    assert len(all_solutions(empty(5), memory=25 * 161280)) == 161280
    assert len(all_solutions(empty(9), memory=81 * 50, limit=50)) == 50
    assert len(all_solutions(Futoshiki([[1, 1], [0, 0]]), memory=1)) == 0
    with pytest.raises(MemoryLimit, match="51 solutions would take up to 4131 bytes"):
        all_solutions(empty(9), memory=81 * 50, limit=51)


def test_the_memory_limit_is_kept():
    memory = 1 << 24
    tracemalloc.start()
    try:
        with pytest.raises(MemoryLimit):
            all_solutions(empty(9), memory=memory)
        assert tracemalloc.get_traced_memory()[1] < 1.2 * memory
        tracemalloc.reset_peak()
        grids = all_solutions(empty(9), limit=memory // 81)
        assert tracemalloc.get_traced_memory()[1] < 1.2 * grids.nbytes
    finally:
        tracemalloc.stop()


def test_lazy_solutions_keep_no_more_than_a_chunk():
    tracemalloc.start()
    try:
        for _ in itertools.islice(solutions(empty(9)), 20_000):
            pass
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


# Options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("puzzle", [None, 3, "4:0", [[0]], np.zeros((2, 2), int), Skeleton(1, 1), Futoshiki])
def test_wrong_puzzles(verb, puzzle):
    with pytest.raises(TypeError, match="expected a Puzzle or a Model"):
        VERBS[verb](puzzle)


@pytest.mark.parametrize(
    ("verbs", "option", "wrong"),
    [
        (tuple(VERBS), "timeout", (-1, -0.001, math.nan, -math.inf)),
        (("solutions", "all_solutions", "count", "count_result"), "limit", (0, -1, -(2**70))),
        (("solve", "solutions", "all_solutions"), "order", ("", "random", None, 0)),
        (("solve", "solutions", "all_solutions"), "seed", (-1, 2**64)),
        (("all_solutions",), "memory", (0, -1)),
        (("solve",), "engine", ("", "states", None)),
    ],
)
def test_wrong_options(verbs, option, wrong):
    for verb, value in itertools.product(verbs, wrong):
        with pytest.raises(ValueError, match=option):
            VERBS[verb](empty(3), **{option: value})


@pytest.mark.parametrize(
    ("verbs", "option", "wrong"),
    [
        (tuple(VERBS), "timeout", ("1", [1])),
        (("solutions", "all_solutions", "count", "count_result"), "limit", (1.5, math.inf, "1", [1])),
        (("solve", "solutions", "all_solutions"), "seed", (1.5, math.nan, "1", None)),
        (("all_solutions",), "memory", ("1", [1])),
    ],
)
def test_options_of_a_wrong_type(verbs, option, wrong):
    for verb, value in itertools.product(verbs, wrong):
        with pytest.raises((TypeError, ValueError)):
            VERBS[verb](empty(3), **{option: value})


@pytest.mark.parametrize("options", [{"limit": 0}, {"timeout": -1}, {"order": "random"}, {"seed": -1}])
def test_solutions_refuses_at_the_call(options):
    with pytest.raises(ValueError):
        solutions(empty(3), **options)
    with pytest.raises(TypeError):
        solutions(None)


@pytest.mark.parametrize("verb", VERBS)
def test_options_are_named(verb):
    with pytest.raises(TypeError):
        getattr(fastfuto, verb)(empty(3), 1)
    with pytest.raises(TypeError):
        getattr(fastfuto, verb)(empty(3), unknown=1)


def test_the_puzzle_itself_goes_by_position_or_name():
    assert count(puzzle=empty(3)) == 12


@pytest.mark.parametrize("verb", ["solve", "count_result", "solutions"])
def test_progress(verb):
    seen = []
    puzzle = hard() if verb == "solve" else empty(11)
    if verb == "solve":
        solve(puzzle, timeout=0.2, progress=seen.append)
    else:
        with pytest.raises(LimitReached) as caught:
            VERBS[verb](puzzle, timeout=0.2, progress=seen.append)
        assert caught.value.found > 0
    assert len(seen) > 3
    assert all(isinstance(each, fastfuto.Progress) for each in seen)
    assert all(type(each.found) is int for each in seen)
    if verb == "solutions":
        assert [each.found for each in seen] == sorted(each.found for each in seen)


@pytest.mark.parametrize("verb", ["solve", "count_result", "solutions"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_progress_may_end_it(verb, error):
    puzzle = hard() if verb == "solve" else empty(11)
    with pytest.raises(error):
        VERBS[verb](puzzle, progress=raising(error))
    assert count(empty(4)) == 576


# Seeds -------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_every_time():
    for seed in (0, 1, 2**64 - 1):
        assert rows_of([solve(empty(9), seed=seed).grid]) == rows_of([solve(empty(9), seed=seed).grid])
        first, again = (all_solutions(empty(6), seed=seed, limit=5000) for _ in range(2))
        assert (first == again).all()
        assert rows_of(solutions(empty(6), seed=seed, limit=5000)) == rows_of(first)


def test_seeds_differ():
    assert len({solve(empty(9), seed=seed).grid.tobytes() for seed in range(20)}) > 15
    first, second = (all_solutions(empty(9), seed=seed, limit=100) for seed in (1, 2))
    assert not (first == second).all()
    lexicographic = {solve(empty(9), seed=seed, order="lexicographic").grid.tobytes() for seed in range(20)}
    assert len(lexicographic) == 1


def test_numbers_of_numpy_are_numbers():
    assert count(empty(4), limit=np.int32(5)) == 5
    assert (
        len(all_solutions(empty(4), limit=np.uint8(5), seed=np.uint64(2**64 - 1), memory=np.int64(80))) == 5
    )
    assert solve(empty(4), timeout=np.float32(5)).status is Status.SATISFIABLE


# Large grids -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [63, 64, 65, 128, 129, 192, 193, 255])
@ORDERS
def test_large_grids(n, order):
    puzzle = blanked(cyclic(n), 0.05)
    result = solve(puzzle, order=order)
    assert result.status is Status.SATISFIABLE
    assert is_solution(puzzle, result.grid)


@pytest.mark.thorough
@pytest.mark.parametrize("n", [64, 65, 255])
def test_large_grids_have_all_their_solutions(n):
    clues = cyclic(n)
    clues[np.ix_([3, n - 3], [5, n - 2])] = 0  # no two blank cells may swap their values
    assert count(Futoshiki(clues)) == 1
    clues = cyclic(n)
    clues[:4] = 0  # four whole rows: as many ways as there are to put them back
    few = Futoshiki(clues, [((row, 0), (row + 1, 0)) for row in range(3)])
    grids = all_solutions(few, order="lexicographic", limit=50)
    assert len(grids) == len(np.unique(grids, axis=0)) == 50
    assert all(is_solution(few, grid) for grid in grids)
    as_text = [grid.tobytes() for grid in grids]
    assert as_text == sorted(as_text)


@pytest.mark.parametrize("n", [64, 65, 255])
def test_large_complete_grids(n):
    puzzle = Futoshiki(cyclic(n))
    assert (solve(puzzle).grid == cyclic(n)).all()
    assert is_unique(puzzle)
    clues = cyclic(n)
    clues[n - 1, n - 1] = n
    assert count(puzzle.with_clues(clues)) == 0


@pytest.mark.parametrize("n", [10, 20, 30, thorough(40)])
def test_hidden_squares_are_found_again(n):
    rng = random.Random(n)
    for _ in range(5):
        puzzle = random_puzzle(rng, n, 0.65, 0.4)
        result = solve(puzzle)
        assert is_solution(puzzle, result.grid)
        square = random_square(rng, n)
        assert (solve(Futoshiki(square)).grid == square).all()


# Results -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [empty(4), empty(4).model(), Futoshiki(cyclic(5))])
def test_arrays_belong_to_the_caller(puzzle):
    expected = all_solutions(puzzle).tolist()
    for grid in solutions(puzzle):
        assert grid.flags.writeable
        grid[...] = 0
    for _ in range(2):
        grids = all_solutions(puzzle)
        assert grids.tolist() == expected
        assert grids.flags.writeable
        assert grids.flags.c_contiguous
        grids[...] = 0
        result = solve(puzzle)
        assert result.grid.tolist() in expected
        assert result.grid.flags.writeable
        assert result.grid.flags.c_contiguous
        result.grid[...] = 0
    kept = list(solutions(puzzle))
    assert all(grid.base is None or grid.base.size == grid.size for grid in kept)
    assert not any(np.shares_memory(a, b) for a, b in itertools.pairwise(kept))
    assert [grid.tolist() for grid in kept] == expected


def test_shapes_of_nothing():
    puzzle = Futoshiki([[1, 1], [0, 0]])
    grids = all_solutions(puzzle)
    assert grids.shape == (0, 2, 2)
    assert grids.dtype == np.uint8
    assert all_solutions(puzzle.model()).shape == (0, 4)


def test_models_have_flat_solutions():
    puzzle = random_puzzle(random.Random(1), 5, 0.2, 0.3)
    model = puzzle.model()
    assert solve(model).grid.shape == (25,)
    assert (all_solutions(model).reshape(-1, 5, 5) == all_solutions(puzzle)).all()
    assert count(model) == count(puzzle)
    assert all(grid.shape == (25,) for grid in solutions(model))


def test_plain_types():
    assert type(count(empty(3))) is int
    assert type(is_unique(empty(3))) is bool
    assert isinstance(solve(empty(3)), Result)
    result = count_result(empty(3))
    assert isinstance(result, CountResult)
    assert isinstance(result.stats, Stats)
    assert type(result.count) is type(result.stats.nodes) is type(result.stats.backtracks) is int
    assert result.stats.nodes > 0
    assert result.stats.backtracks > 0
    assert result.stats.seconds > 0


def stopped(verb, puzzle, **options):
    with pytest.raises((LimitReached, MemoryLimit)) as caught:
        verb(puzzle, **options)
    return caught.value


def test_everything_pickles():
    result = solve(empty(5))
    again = pickle.loads(pickle.dumps(result))
    assert (again.status, again.stats) == (result.status, result.stats)
    assert (again.grid == result.grid).all()
    assert again.status is Status.SATISFIABLE
    counted = count_result(empty(3))
    assert pickle.loads(pickle.dumps(counted)) == counted
    for error in (stopped(count, empty(9), timeout=0.01), stopped(all_solutions, empty(5), memory=100)):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (again.found, again.stats, str(again)) == (error.found, error.stats, str(error))
    interrupted = pickle.loads(pickle.dumps(fastfuto.Interrupted("stopped", results={(0,): 1})))
    assert (str(interrupted), interrupted.results, interrupted.__notes__) == (
        "stopped",
        {(0,): 1},
        ["stopped"],
    )


# Engines -----------------------------------------------------------------------------------------------


def test_every_engine_solves():
    rng = random.Random(1)
    for make in [random_puzzle, perturbed_puzzle] * 20:
        puzzle = make(rng, rng.randint(3, 12), 0.3, 0.4)
        results = {engine: solve(puzzle, engine=engine) for engine in ("auto", "search", "learner")}
        assert len({result.status for result in results.values()}) == 1
        for engine, result in results.items():
            assert result.grid is None or is_solution(puzzle, result.grid)
            assert engine in ("auto", result.stats.engine)


@pytest.mark.thorough
def test_the_learner_answers_where_the_search_does_not():
    puzzle = random_puzzle(random.Random(0), 25, 0.4, 0.45)
    assert solve(puzzle, engine="search", timeout=0.5).status is Status.UNKNOWN
    result = solve(puzzle)
    assert is_solution(puzzle, result.grid)
    assert result.stats.engine == "learner"
    assert result.stats.learned > 0


def test_the_effort_of_all_engines():
    stats = solve(random_puzzle(random.Random(0), 25, 0.4, 0.45)).stats
    assert stats.nodes >= stats.learned > 0
    assert 25**3 < stats.peak_bytes < 50 << 20
    assert solve(empty(5)).stats.peak_bytes > 0


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_agree(threads):
    rng = random.Random(threads)
    for make in [random_puzzle, perturbed_puzzle] * 15:
        puzzle = make(rng, rng.randint(3, 12), 0.3, 0.4)
        alone, together = solve(puzzle), solve(puzzle, threads=threads)
        assert alone.status is together.status
        assert together.grid is None or is_solution(puzzle, together.grid)
        assert is_unique(puzzle) == is_unique(puzzle, threads=threads)
    for engine in ("search", "learner"):
        result = solve(puzzle := random_puzzle(rng, 12, 0.4, 0.4), engine=engine, threads=threads)
        assert is_solution(puzzle, result.grid)
        assert result.stats.engine == engine


@pytest.mark.thorough
def test_threads_and_limits():
    puzzle = random_puzzle(random.Random(1), 40, 0.45, 0.4)
    calls = []
    result = solve(puzzle, threads=2, timeout=0.15, progress=calls.append)
    assert result.status is Status.UNKNOWN or is_solution(puzzle, result.grid)
    assert calls or result.status is Status.SATISFIABLE

    with pytest.raises(ZeroDivisionError):
        solve(hard(), threads=2, progress=raising(ZeroDivisionError))
    for threads in (0, -1):
        with pytest.raises(ValueError, match="threads must be 1 to 1024"):
            solve(puzzle, threads=threads)
    with pytest.raises(TypeError):
        is_unique(puzzle, threads=1.5)
    first = solve(empty(6), order="lexicographic", threads=3)
    assert first.grid.tolist() == solve(empty(6), order="lexicographic").grid.tolist()


@pytest.fixture
def impatient(tuned):
    """Let the search do next to nothing in a turn, so that the learners answer."""
    tuned(FIRST_SLICE=8, LONGEST_SEARCH=1)


@pytest.mark.usefixtures("impatient")
def test_the_learner_gives_the_first_solutions():
    rng = random.Random(3)
    for n in (4, 5, 6, 9):
        for make in [random_puzzle, perturbed_puzzle] * 5:
            puzzle = make(rng, n, 0.25, 0.3)
            if count(puzzle, limit=3000) < 3000:
                found = [grid.tobytes() for grid in solutions(puzzle)]
                assert len(set(found)) == len(found) == count(puzzle)
                assert all(is_solution(puzzle, np.frombuffer(grid, np.uint8).reshape(n, n)) for grid in found)
                some = list(solutions(puzzle, limit=2))
                assert len(some) == min(2, len(found))


@pytest.mark.usefixtures("impatient")
def test_without_memory_for_the_learner_the_search_goes_on(tuned):
    tuned(LEARNER_MEMORY=60_000)
    for puzzle in (empty(9), empty(12)):
        for threads in (1, 2):
            result = solve(puzzle, threads=threads)
            assert result.stats.engine == "search"
            assert is_solution(puzzle, result.grid)
            with pytest.raises(MemoryError):
                solve(puzzle, engine="learner", threads=threads)
        assert len(list(solutions(puzzle, limit=5))) == 5


def test_the_learner_knows_no_order():
    with pytest.raises(ValueError, match="cannot order solutions"):
        solve(empty(3), engine="learner", order="lexicographic")


# Laziness ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [9, 20, 64])
@ORDERS
def test_the_first_solutions_come_at_once(n, order):
    grids = solutions(empty(n), order=order)
    seen = [next(grids) for _ in range(3)]
    assert len({grid.tobytes() for grid in seen}) == 3
    assert all(is_solution(empty(n), grid) for grid in seen)


def test_nothing_is_searched_before_it_is_asked_for(monkeypatch):
    begun = []
    monkeypatch.setattr("fastfuto.solving.opening.Opening.run", lambda *arguments: begun.append(arguments))
    monkeypatch.setattr("fastfuto.solving.opening.take_search", lambda *arguments: begun.append(arguments))
    grids = solutions(hard())
    assert not begun
    del grids


def test_an_iterator_may_be_left():
    for _ in range(1000):
        next(solutions(empty(9)))
    grids = solutions(empty(9))
    next(grids)
    grids.close()
    assert next(grids, None) is None
    assert count(empty(4)) == 576


def test_an_iterator_that_ended_stays_ended():
    grids = solutions(empty(2))
    assert len(list(grids)) == 2
    assert list(grids) == []
    ended = solutions(empty(9), timeout=0)
    with pytest.raises(LimitReached):
        list(ended)
    assert list(ended) == []


def test_iterators_are_independent():
    one, other = solutions(empty(4)), solutions(empty(4))
    pairs = [(next(one), next(other)) for _ in range(576)]
    assert all((a == b).all() for a, b in pairs)


def test_an_iterator_used_by_two_threads_at_once_raises():
    grids, errors = solutions(hard(), timeout=0.2), []

    def ask():
        try:
            next(grids)
        except LimitReached as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.05)
    with pytest.raises(ValueError, match="already executing"):
        next(grids)
    thread.join()
    assert len(errors) == 1
