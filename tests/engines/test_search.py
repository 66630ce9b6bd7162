"""The compiled door: fastfuto.engines._search, and _search_wide, the same source with masks of four words."""

import copy
import functools
import math
import pickle
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import fastfuto
from fastfuto import Adjacent, Futoshiki, LatinSquare, Model, Skeleton, reference
from fastfuto.engines import _search, _search_wide
from fastfuto.engines._search import EXHAUSTED, PAUSED, SOLUTION
from fastfuto.engines.loading import units_of
from fastfuto.model import latin_skeleton

from ..calls import together
from ..cases import some, thorough
from ..model.test_model import brute_force, random_model
from ..strategies import neighbours, perturbed_puzzle, random_puzzle, rounds
from .problems import made

BUILDS = pytest.mark.parametrize("build", [_search, thorough(_search_wide)], ids=["narrow", "wide"])
HUGE = 2**62


def new(build, skeleton):
    return build.Search(units_of(skeleton))


def loaded(build, model, lexicographic=False, seed=0):
    search = new(build, model.skeleton)
    search.reset(made(model, build.WORDS), lexicographic, seed)
    return search


def drain(search, cells, budget=HUGE, limit=1000, most=math.inf):
    """Return the solutions still to come, in runs of that budget and limit, until there are enough."""
    found, outcome = [], None
    while outcome != EXHAUSTED and len(found) < most:
        rows = np.zeros((limit, cells), np.uint8)
        outcome = search.run(budget, limit, rows)
        assert outcome in (EXHAUSTED, SOLUTION, PAUSED)
        assert (search.found == limit) == (outcome == SOLUTION)
        assert rows[: search.found].all()
        assert not rows[search.found :].any()
        found += map(tuple, rows[: search.found].tolist())
    assert search.total >= len(found)
    return found


@functools.cache
def models(seed, number=60):
    """Return models of every size: tiny ones, and grids and heaps of tiny ones, which take more search."""
    rng = random.Random(seed)
    tiny = [random_model(rng) for _ in range(number)]
    grids = [
        rng.choice([random_puzzle, perturbed_puzzle])(rng, n, g, s).model()
        for n, g, s in ((5, 0.05, 0.4), (6, 0.2, 0.3), (7, 0.2, 0.4), (9, 0.35, 0.3), (15, 0.45, 0.5))
        for _ in range(number // 12)
    ]
    return tiny + grids + [side_by_side(rng)[0] for _ in range(number // 6)]


def side_by_side(rng):
    """Return a model of more than 30 cells, some tiny ones in one, and its solutions in order."""
    parts, cells, number = [], 0, 1
    while cells <= 30:
        part = random_model(rng)
        solutions = brute_force(part)
        if part.n_values > 1 and 0 < number * len(solutions) <= 300:
            parts.append((part, solutions))
            cells, number = cells + part.n_cells, number * len(solutions)
    places = rng.sample(range(cells), cells)
    domains, units, inequalities, found = [0] * cells, [], [], np.zeros((1, cells), np.uint8)
    for part, solutions in parts:
        at, places = places[: part.n_cells], places[part.n_cells :]
        for cell in range(part.n_cells):
            domains[at[cell]] = part.allowed(cell)
        units += [[at[cell] for cell in unit] for unit in part.skeleton.units]
        inequalities += [(at[a], at[b]) for a, b in part.inequalities.tolist()]
        number = len(found)
        found = found.repeat(len(solutions), axis=0)
        found[:, at] = np.tile(np.array(solutions), (number, 1))
    model = Model(Skeleton(cells, max(part.n_values for part, _ in parts), units), domains, inequalities)
    return model, sorted(map(tuple, found.tolist()))


EMPTY = Futoshiki([[0] * 4] * 4).model()
HARD = Futoshiki([[0] * 9] * 9).model()


# Wrong arguments ---------------------------------------------------------------------------------------


def dense_model(rng):
    """Return a Latin square with restrictions, maybe with boxes or a diagonal, that leave many solutions."""
    n = rng.choice([5, 6, 6, 7])
    cells = range(n * n)
    units = [cells[n * k : n * k + n] for k in range(n)] + [cells[k::n] for k in range(n)]
    if n == 6 and rng.random() < 0.3:
        units += [[*cells[k : k + 3], *cells[k + 6 : k + 9]] for k in (0, 3, 12, 15, 24, 27)]
    elif rng.random() < 0.3:
        units.append(rng.sample(cells[:: n + 1], rng.randint(2, n)))
    if rng.random() < 0.3:
        rng.shuffle(units)
    square = random_puzzle(rng, n, 1, 0).clues.ravel()
    domains = [{v for v in range(1, n + 1) if v == square[cell] or rng.random() < 0.95} for cell in cells]
    for cell in rng.sample(cells, rng.randint(0, 3 * (n - 5))):
        domains[cell] = {int(square[cell])}
    inequalities = []
    for _ in range(rng.randint((n - 5) * 6, (n - 4) * 8)):
        lesser = rng.choice(cells)
        greater = rng.choice([cell for cell in cells if cell != lesser])
        if square[lesser] != square[greater]:
            inequalities.append((lesser, greater) if square[lesser] < square[greater] else (greater, lesser))
    return Model(Skeleton(n * n, n, units), domains, inequalities)


def ints(*values):
    return np.array(values, np.int32)


def test_the_narrow_build_takes_64_values():
    assert (_search.WORDS, _search_wide.WORDS) == (1, 4)
    _search.Search(units_of(Skeleton(1, 64)))
    with pytest.raises(ValueError, match="n_values must be 1 to 64, got 65"):
        _search.Search(units_of(Skeleton(1, 65)))
    _search_wide.Search(units_of(Skeleton(1, 255)))


@BUILDS
def test_wrong_resets(build):
    search = loaded(build, EMPTY)
    search.run(3, 1)
    for problem in (None, EMPTY, units_of(EMPTY.skeleton)):
        with pytest.raises(TypeError, match="problem"):
            search.reset(problem)
    search.reset(made(EMPTY, build.WORDS))
    assert search.run(HUGE, HUGE) == EXHAUSTED
    assert search.total == 576


@BUILDS
@pytest.mark.parametrize(
    ("budget", "limit", "out", "error", "message"),
    [
        (0, 1, None, ValueError, "budget and limit must be at least 1, got 0 and 1"),
        (1, 0, None, ValueError, "budget and limit must be at least 1, got 1 and 0"),
        (-1, 1, None, ValueError, "budget and limit"),
        (-(2**63), 1, None, ValueError, "budget and limit"),
        (1, -(2**63), None, ValueError, "budget and limit"),
        (1, 1, np.zeros((1, 16), np.int32), ValueError, "dtype"),
        (1, 1, np.zeros((1, 15), np.uint8), ValueError, r"shape \(1 or more, 16\), got \(1, 15\)"),
        (1, 1, np.zeros((1, 17), np.uint8), ValueError, "out must have shape"),
        (1, 1, np.zeros((0, 16), np.uint8), ValueError, "out must have shape"),
        (1, 3, np.zeros((2, 16), np.uint8), ValueError, r"shape \(3 or more, 16\), got \(2, 16\)"),
        (1, HUGE, np.zeros((2, 16), np.uint8), ValueError, "out must have shape"),
        (1, 1, np.frombuffer(bytes(16), np.uint8).reshape(1, 16), (ValueError, BufferError), "read-only"),
    ],
)
def test_wrong_runs(build, budget, limit, out, error, message):
    search = loaded(build, EMPTY)
    with pytest.raises(error, match=message):
        search.run(budget, limit, out)
    assert search.run(HUGE, HUGE) == EXHAUSTED
    assert search.total == 576


@BUILDS
def test_run_needs_reset(build):
    search = new(build, EMPTY.skeleton)
    with pytest.raises(ValueError, match="call reset first"):
        search.run(1, 1)
    search.reset(made(EMPTY, build.WORDS))
    with pytest.raises(ValueError, match="other units"):
        search.reset(made(Futoshiki([[0] * 3] * 3).model(), build.WORDS))
    assert search.run(HUGE, HUGE) == EXHAUSTED  # a reset that was refused changes nothing
    assert search.total == 576


@BUILDS
def test_greatest_budget_and_limit(build):
    search = loaded(build, EMPTY)
    assert search.run(2**63 - 1, 2**63 - 1) == EXHAUSTED
    assert search.found == search.total == 576


@BUILDS
def test_a_search_is_no_value(build):
    search = loaded(build, EMPTY)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            copied(search)
    for name in ("nodes", "backtracks", "total", "found", "other"):
        with pytest.raises(AttributeError):
            setattr(search, name, 1)
    with pytest.raises(TypeError):
        build.Search.__new__(build.Search)
    with pytest.raises(TypeError):
        type("Child", (build.Search,), {})


@BUILDS
def test_read_only_input_and_bits_beyond_the_values(build):
    domains = np.full((EMPTY.n_cells, build.WORDS), 2**64 - 1, np.uint64)
    domains.flags.writeable = False
    search = new(build, EMPTY.skeleton)
    search.reset(made(EMPTY, domains=domains))
    assert search.run(HUGE, HUGE) == EXHAUSTED
    assert search.total == 576
    domains = domains << np.uint64(4)  # no value of 1..4
    search.reset(made(EMPTY, domains=domains))
    assert search.run(HUGE, HUGE) == EXHAUSTED
    assert search.total == 0


OUT_OF_MEMORY = """
import resource, sys
import numpy as np
from fastfuto.engines import _search
from fastfuto.engines._problem import Problem, Units
few, many = (Units(np.zeros(1, np.int32), np.zeros(0, np.int32), *size) for size in ((2, 2), (2**24, 64)))
search = _search.Search(few)
domains, inequalities = np.full((2, 1), 3, np.uint64), np.tile(np.array([[0, 1]], np.int32), (2**24, 1))
large, small = (Problem(few, domains, inequalities[:k]) for k in (2**24, 3))
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + 3 * 2**25
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for attempt in (
    lambda: _search.Search(many),
    lambda: search.reset(large),
):
    try:
        attempt()
    except MemoryError as error:
        print(error)
try:
    search.run(1, 1)
except ValueError as error:
    print(error)
search.reset(small)
assert search.run(100, 100) == _search.EXHAUSTED
print(search.total)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.memory
def test_out_of_memory():
    done = subprocess.run([sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    board, inequalities, unloaded, total = done.stdout.splitlines()[-4:]
    assert "a search over 16777216 cells and 64 values needs" in board
    assert "16777216 inequalities, 0 sums and 0 relations do not fit into memory" in inequalities
    assert "call reset first" in unloaded
    assert total == "1"


# Resuming and starting over ----------------------------------------------------------------------------


@BUILDS
@pytest.mark.parametrize("lexicographic", [False, True])
@pytest.mark.parametrize("seed", some(range(3), 3))
def test_small_budgets_change_nothing(build, lexicographic, seed):
    for model in models(seed):
        whole = loaded(build, model, lexicographic, seed)
        expected = drain(whole, model.n_cells)
        for budget, limit in ((1, 3), (7, 1), (100, 50)):
            search = loaded(build, model, lexicographic, seed)
            assert drain(search, model.n_cells, budget, limit) == expected
            assert search.total == whole.total
            assert (search.nodes, search.backtracks) == (whole.nodes, whole.backtracks)


@BUILDS
@pytest.mark.parametrize("lexicographic", [False, True])
def test_the_part_that_is_over_grows_from_0_to_1(build, lexicographic):
    n_parts = 0
    for model in models(3):
        search = loaded(build, model, lexicographic, seed=3)
        parts = [0.0]
        while search.run(100, HUGE) == PAUSED:
            parts.append(search.done)
        assert parts == sorted(parts)
        assert parts[-1] <= 1 + 1e-9
        assert search.done == 1
        n_parts = max(n_parts, len(set(parts)))
    assert n_parts > 5


@BUILDS
def test_choices_divide_the_search_into_equal_parts(build):
    # Thirty pairs of cells with the same two values, of which each choice settles one, until 24 cells are open.
    skeleton = Skeleton(60, 2, [[cell, cell + 1] for cell in range(0, 60, 2)])
    search = loaded(build, Model(skeleton))
    while search.done == 0:
        assert search.run(1, HUGE) == PAUSED
    assert search.done == 0.5**18


@BUILDS
def test_a_budget_of_one_pauses_soon(build):
    search = loaded(build, HARD)
    runs = 0
    while search.run(1, 1) == PAUSED:
        runs += 1
        assert search.found == 0
    assert runs > HARD.n_cells  # loading alone takes that many
    assert search.found == search.total == 1


@BUILDS
def test_the_end_is_final(build):
    search = loaded(build, EMPTY)
    drain(search, EMPTY.n_cells)
    nodes = search.nodes
    for _ in range(3):
        assert search.run(5, 5) == EXHAUSTED
        assert search.found == 0
    assert (search.total, search.nodes) == (576, nodes)


@BUILDS
def test_a_limit_that_is_the_number_of_solutions(build):
    search = loaded(build, EMPTY)
    assert search.run(HUGE, 576) == SOLUTION
    assert search.found == 576
    assert search.run(HUGE, 1) == EXHAUSTED


@BUILDS
@pytest.mark.parametrize("seed", some(range(3), 3))
def test_reset_is_as_good_as_new(build, seed):
    rng = random.Random(seed)
    for first in models(seed):
        skeleton = first.skeleton
        search = new(build, skeleton)
        for _ in range(4):
            domains = [rng.choice([0, 0, 0, rng.randint(1, skeleton.n_values)]) for _ in range(first.n_cells)]
            model = rng.choice(
                [first, Model(skeleton, domains, first.inequalities), Model(skeleton, domains)]
            )
            lexicographic, tie = rng.random() < 0.5, rng.choice([0, 1, 2**64 - 1])
            search.reset(made(model, build.WORDS), lexicographic, tie)
            fresh = loaded(build, model, lexicographic, tie)
            assert (search.nodes, search.backtracks, search.total, search.found) == (0, 0, 0, 0)
            for _ in range(rng.randint(0, 3)):
                budget = rng.choice([1, 10, 1000])
                assert search.run(budget, 5) == fresh.run(budget, 5)
            if rng.random() < 0.5:  # otherwise it is left half-done
                rows, fresh_rows = np.zeros((2, 50, first.n_cells), np.uint8)
                assert search.run(10**6, 50, rows) == fresh.run(10**6, 50, fresh_rows)
                assert (rows == fresh_rows).all()
            assert (search.nodes, search.backtracks) == (fresh.nodes, fresh.backtracks)
            assert (search.total, search.found) == (fresh.total, fresh.found)


@BUILDS
def test_searches_share_nothing(build):
    first, second = loaded(build, EMPTY, True), loaded(build, HARD, True)
    expected = drain(loaded(build, EMPTY, True), EMPTY.n_cells)
    rows, found = np.zeros((1, EMPTY.n_cells), np.uint8), []
    while first.run(HUGE, 1, rows) == SOLUTION:
        found.append(tuple(rows[0].tolist()))
        second.run(50, 1)
    assert found == expected


# What is found -----------------------------------------------------------------------------------------


@BUILDS
@pytest.mark.parametrize("seed", some(range(5), 2))
def test_brute_force_agrees(build, seed):
    rng = random.Random(seed)
    for _ in range(100):
        model = random_model(rng)
        expected = brute_force(model)
        search = loaded(build, model, True)
        assert drain(search, model.n_cells, rng.choice([1, HUGE])) == expected
        search.reset(made(model, build.WORDS), False, rng.getrandbits(64))
        assert sorted(drain(search, model.n_cells, rng.choice([1, HUGE]))) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("seed", some(range(5), 5))
def test_models_side_by_side(seed):
    rng = random.Random(seed)
    for _ in rounds(150):
        model, expected = side_by_side(rng)
        for build in (_search, _search_wide):
            search = loaded(build, model, True)
            assert drain(search, model.n_cells, rng.choice([1, HUGE])) == expected
            search.reset(made(model, build.WORDS), False, rng.getrandbits(64))
            assert sorted(drain(search, model.n_cells, rng.choice([1, HUGE]))) == expected


@pytest.mark.parametrize("seed", range(2))
def test_the_reference_agrees(seed):
    rng = random.Random(seed)
    for _ in rounds(300):
        puzzle = random_puzzle(rng, rng.choice([5, 5, 6]), rng.uniform(0.15, 0.3), rng.uniform(0.2, 0.5))
        expected = [sum(grid, ()) for grid in reference.all_solutions(puzzle)]
        model = puzzle.model()
        for build in (_search, _search_wide):
            assert drain(loaded(build, model, True), model.n_cells) == expected
            assert sorted(drain(loaded(build, model), model.n_cells)) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("lexicographic", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_builds_agree(lexicographic, seed):
    for model in models(seed):
        narrow, wide = (loaded(build, model, lexicographic, seed) for build in (_search, _search_wide))
        rows, wide_rows = np.zeros((2, 3000, model.n_cells), np.uint8)
        for _ in range(3):
            assert narrow.run(10**6, 1000, rows) == wide.run(10**6, 1000, wide_rows)
            assert (rows == wide_rows).all()
            assert narrow.found == wide.found
        assert (narrow.nodes, narrow.backtracks) == (wide.nodes, wide.backtracks)


@pytest.mark.parametrize("values", [64, 65, 128, 129, 255])
def test_values_of_every_word(values):
    build = _search if values <= 64 else _search_wide
    domains = [[1, values // 2, values - 1, values], [values // 2, values], 0]
    model = Model(Skeleton(3, values, [range(3)]), domains, [(0, 2)])
    expected = [
        (a, b, c) for a in domains[0] for b in domains[1] for c in range(a + 1, values + 1) if b not in (a, c)
    ]
    assert drain(loaded(build, model, True), 3) == expected
    assert sorted(drain(loaded(build, model), 3, 1, 2)) == expected


@BUILDS
def test_rows_are_filled_from_the_first_and_no_further(build):
    search = loaded(build, EMPTY, True)
    rows = np.full((10, 16), 77, np.uint8)
    assert search.run(HUGE, 4, rows) == SOLUTION
    assert search.found == 4
    assert (rows[4:] == 77).all()
    assert rows[:4].tolist() == [list(grid) for grid in brute_force_grid(4)[:4]]
    assert search.run(HUGE, 2, rows) == SOLUTION
    assert rows[:2].tolist() == [list(grid) for grid in brute_force_grid(4)[4:6]]
    assert (rows[4:] == 77).all()
    assert search.total == 6


def brute_force_grid(n):
    return [sum(grid, ()) for grid in reference.all_solutions(Futoshiki([[0] * n] * n))]


@BUILDS
def test_seeds(build):
    found = {}
    for seed in [*range(20), 2**63, 2**64 - 1]:
        rows, again = np.zeros((2, 1, HARD.n_cells), np.uint8)
        assert loaded(build, HARD, False, seed).run(HUGE, 1, rows) == SOLUTION
        assert loaded(build, HARD, False, seed).run(HUGE, 1, again) == SOLUTION
        assert (rows == again).all()
        found[seed] = rows.tobytes()
    assert len(set(found.values())) > 15
    lexicographic = {seed: drain(loaded(build, EMPTY, True, seed), 16)[0] for seed in range(5)}
    assert len(set(lexicographic.values())) == 1


@pytest.mark.parametrize("seed", [0, 1, 12345678901234567890])
def test_a_seed_means_the_same_in_both_builds(seed):
    rows, wide_rows = np.zeros((2, 20, HARD.n_cells), np.uint8)
    loaded(_search, HARD, False, seed).run(HUGE, 20, rows)
    loaded(_search_wide, HARD, False, seed).run(HUGE, 20, wide_rows)
    assert (rows == wide_rows).all()


@BUILDS
@pytest.mark.parametrize("length", [2, 3, 30, 300])
@pytest.mark.parametrize("domain", [0, [1, 2, 3, 62, 63]])
def test_circles_of_arcs(build, length, domain):
    inequalities = [(k, (k + 1) % length) for k in range(length)]
    model = Model(Skeleton(length, 63, [[0, 1]]), [domain] * length, inequalities)
    search = loaded(build, model)
    assert drain(search, length, 1) == []
    assert search.nodes == 0  # propagation alone sees it


@BUILDS
def test_the_same_arc_many_times(build):
    model = Model(Skeleton(3, 9), inequalities=[(0, 1), (1, 2)] * 1000)
    assert len(drain(loaded(build, model), 3)) == 84


@pytest.mark.thorough
@BUILDS
def test_many_cells(build):
    n = 50_000
    model = Model(Skeleton(n, 2, [(k, k + 1) for k in range(0, n - 1, 2)]), [1] + [0] * (n - 1))
    rows = np.zeros((1, n), np.uint8)
    assert loaded(build, model, True).run(HUGE, 1, rows) == SOLUTION
    assert (rows[0].reshape(-1, 2) == [1, 2]).all()


# Threads -----------------------------------------------------------------------------------------------


@pytest.mark.thorough
@BUILDS
def test_a_search_that_runs_elsewhere_is_refused(build):
    search, alone = loaded(build, HARD), loaded(build, HARD)
    started, budget = threading.Event(), 10_000_000  # half a second or so
    outcomes = []

    def run():
        started.set()
        outcomes.append(search.run(budget, HUGE))

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    time.sleep(0.02)
    refused = 0
    while thread.is_alive() and refused < 100:
        with pytest.raises(RuntimeError, match="running in another thread"):
            search.run(1, 1)
        with pytest.raises(RuntimeError, match="running in another thread"):
            search.reset(made(HARD, build.WORDS))
        refused += 1
    thread.join()
    assert refused == 100
    assert outcomes == [alone.run(budget, HUGE)] == [PAUSED]
    assert (search.total, search.nodes) == (alone.total, alone.nodes)


# Many solutions ----------------------------------------------------------------------------------------
#
# From some hundred solutions on they are enumerated in another way, which a lexicographic search never uses.


@BUILDS
@pytest.mark.parametrize("seed", some(range(20), 10))
def test_many_solutions(build, seed):
    rng = random.Random(seed)
    model, total = None, 0
    while not 600 <= total <= 20_000:
        model = dense_model(rng)
        search = loaded(_search, model)
        search.run(HUGE, 20_001)
        total = search.total
    expected = drain(loaded(build, model, lexicographic=True), model.n_cells, limit=10_000)
    assert expected == sorted(set(expected))
    found = drain(loaded(build, model), model.n_cells, limit=10_000)
    assert sorted(found) == expected
    counting = loaded(build, model)
    assert counting.run(HUGE, HUGE) == EXHAUSTED
    assert counting.total == len(expected)
    # In runs of any size, some with and some without an array, the same come in the same order.
    search = loaded(build, model)
    outcome, at = None, 0
    while outcome != EXHAUSTED:
        limit = rng.choice([1, 2, 3, 7, 500])
        rows = np.zeros((limit, model.n_cells), np.uint8) if rng.random() < 0.5 else None
        outcome = search.run(rng.choice([1, 5, 1000, HUGE]), limit, rows)
        if rows is not None:
            assert list(map(tuple, rows[: search.found].tolist())) == found[at : at + search.found]
        at += search.found
    assert at == search.total == len(found)


def of_one_skeleton(rng):
    """Return a puzzle of order 4 with inequalities, or with bars."""
    puzzle = random_puzzle(rng, 4, rng.choice([0, 0.2, 0.5]), rng.choice([0, 0.3, 0.8]))
    bars = [pair for pair in neighbours(4) if rng.random() < 0.1]
    return puzzle if rng.random() < 0.7 else Adjacent(puzzle.clues, bars)


def test_a_spare_engine_is_as_good_as_a_new_one():
    rng = random.Random(28)
    skeleton = latin_skeleton(4)
    verbs = [
        lambda puzzle: fastfuto.solve(puzzle).grid,
        fastfuto.is_unique,
        lambda puzzle: fastfuto.count_result(puzzle, limit=9, engine="search"),
        lambda puzzle: fastfuto.all_solutions(puzzle, limit=3, order="lexicographic"),
    ]
    for _ in rounds(6000):
        puzzle, verb = of_one_skeleton(rng), rng.choice(verbs)
        spare = dict(skeleton.spare)
        again = verb(puzzle)
        assert skeleton.spare
        assert all(skeleton.spare[name] is engine for name, engine in spare.items())
        skeleton.spare.clear()
        new = verb(puzzle)
        if isinstance(new, fastfuto.CountResult):
            assert (again.count, again.stats.nodes) == (new.count, new.stats.nodes)
        else:
            np.testing.assert_array_equal(again, new)


def test_threads_do_not_share_a_spare_search():
    rng = random.Random(29)
    puzzles = [of_one_skeleton(rng) for _ in range(300)]
    expected = [fastfuto.count(puzzle, limit=5) for puzzle in puzzles]
    answers = {}

    def work(k):
        answers[k] = [fastfuto.count(puzzle, limit=5) for _ in range(5) for puzzle in puzzles]

    together(work, 4)
    assert answers == dict.fromkeys(range(4), expected * 5)


def test_large_searches_are_not_kept():
    puzzle = LatinSquare(40)
    assert fastfuto.solve(puzzle).grid is not None
    assert "search" not in puzzle.model().skeleton.spare


def test_a_search_that_was_stopped_is_not_kept():
    puzzle = LatinSquare(9)
    skeleton = puzzle.model().skeleton
    skeleton.spare.clear()
    with pytest.raises(fastfuto.LimitReached):
        fastfuto.all_solutions(puzzle, timeout=0)
    assert not skeleton.spare
