"""States against the search and brute force; counts, samples and estimates."""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from fastfuto import (
    Futoshiki,
    LatinSquare,
    LimitReached,
    MemoryLimit,
    Model,
    Skeleton,
    count,
    count_result,
    estimate_count,
    sample,
    solutions,
)
from fastfuto.engines import EXHAUSTED, PAUSED, Request, _states, _states_wide
from fastfuto.engines._states import WIDTHS
from fastfuto.engines.states import StatesCounter
from fastfuto.model import latin_skeleton

from ..calls import is_refused
from ..cases import some, thorough
from ..strategies import neighbours, perturbed_puzzle, random_puzzle, random_square, rounds
from .problems import made

BUILDS = [_states, thorough(_states_wide)]

A002860 = [1, 2, 12, 576, 161280, 812851200, 61479419904000, 108776032459082956800]


def layered(build, model, budget=10**6, workers=1, memory=2**40, **options):
    """Return the number of solutions by layers, and the layers."""
    layers = build.States(model.n_values, memory, workers)
    layers.reset(made(model), **options)
    while True:
        for worker in range(workers):
            while layers.run(budget, worker) != build.EXHAUSTED:
                pass
        if not layers.advance():
            return layers.count(), layers


def random_model(rng):
    """Return a model of a Latin square with clues, sets of allowed values or inequalities between any cells."""
    n = rng.choice([3, 4, 4, 5])
    kind = rng.randrange(4)
    if kind == 0:
        return random_puzzle(rng, n, rng.choice([0, 0.1, 0.3]), rng.choice([0, 0.2, 0.5])).model()
    if kind == 1:
        return perturbed_puzzle(rng, n, rng.choice([0.1, 0.3]), rng.choice([0, 0.3])).model()
    domains = [0] * (n * n)
    for _ in range(rng.randrange(n)):
        values = [v for v in range(1, n + 1) if rng.random() < 0.7]
        domains[rng.randrange(n * n)] = values or 0
    inequalities = [rng.sample(range(n * n), 2) for _ in range(rng.randrange(6) if kind == 2 else 0)]
    return Model(latin_skeleton(n), domains, inequalities)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("seed", some(range(8), 4))
def test_the_search_agrees(build, seed):
    rng = random.Random(seed)
    solvable = symmetric = 0
    for _ in rounds(800):
        model = random_model(rng)
        number = count(model, engine="search")
        for keeps in (False, True):
            for uses in (False, True):
                found, layers = layered(build, model, keeps=keeps, symmetric=uses)
                assert found == number
                symmetric += uses and layers.relabel(np.zeros(model.n_values, np.uint32))[1] != 0
        solvable += number > 0
    assert solvable > 25
    assert symmetric


@pytest.mark.parametrize("n", range(1, 9))
def test_empty_grids(n):
    assert count(Futoshiki([[0] * n] * n)) == A002860[n - 1]
    if 3 <= n <= 6:
        model = Futoshiki([[0] * n] * n).model()
        assert layered(_states, model, symmetric=False)[0] == A002860[n - 1]
        assert layered(_states_wide, model, keeps=True)[0] == A002860[n - 1]


def test_registers_have_the_same_results():
    # Layers, forms and work must not depend on the processor, because slices of a layer go to other machines.
    assert list(WIDTHS) == sorted({*WIDTHS, 64}, reverse=True)
    rng = random.Random(3)
    models = [Futoshiki([[0] * 7] * 7).model(), Futoshiki([[1] + [0] * 5] + [[0] * 6] * 5).model()]
    for n in range(3, 10):
        models += [random_puzzle(rng, n, g, s).model() for g, s in ((0, 0.7), (0.2, 0.6), (0.4, 0.1)) * 3]
    models += [random_model(rng) for _ in range(100)]
    models += [Futoshiki(np.diag(np.arange(1, n + 1))).model() for n in (6, 7)]
    for model in models:
        results = []
        for width in WIDTHS:
            pauses = 0
            layers = _states.States(model.n_values, width=width)
            layers.reset(made(model))
            while True:
                while layers.run(500) != _states.EXHAUSTED:
                    pauses += 1
                if not layers.advance():
                    break
            state = np.array([1 << k for k in range(model.n_values)], np.uint32)
            results.append((layers.count(), layers.steps, layers.states, pauses, layers.relabel(state)))
        assert results[1:] == results[:-1]
    with pytest.raises(ValueError, match="expected a width of"):
        _states.States(5, width=256)


def exchanged(rng, n):
    """Return rows and columns in another order, of which the first ones stay where they are."""
    rows, columns = list(range(2, n)), list(range(2, n))
    rng.shuffle(rows)
    rng.shuffle(columns)
    return [0, 1, *rows], [0, 1, *columns]


# They have too few symmetries to pay.
FEW = {"a diagonal of clues", "a column of signs", "the same value twice", "two signs, transposed"}

SYMMETRIC = {
    "one clue": ([(0, 0, 1)], []),
    "a diagonal of clues": ([(0, 0, 1), (1, 1, 2)], []),
    "one sign": ([], [((0, 0), (0, 1))]),
    "two signs, transposed": ([], [((0, 0), (0, 1)), ((0, 0), (1, 0))]),
    "a column of signs": ([], [((r, 0), (r, 1)) for r in range(3)]),
    "clues in a row": ([(0, 0, 3), (0, 1, 4)], []),
    "the same value twice": ([(0, 0, 2), (1, 1, 2)], []),
}


@pytest.mark.parametrize("name", SYMMETRIC)
@pytest.mark.parametrize("build", BUILDS)
def test_symmetric_puzzles(build, name):
    clues, signs = SYMMETRIC[name]
    grid = np.zeros((5, 5), int)
    for row, column, value in clues:
        grid[row, column] = value
    model = Futoshiki(grid, signs).model()
    number = count(model, engine="search")
    found, layers = layered(build, model)
    assert found == number > 0
    plain, wider = layered(build, model, symmetric=False)
    assert plain == number
    assert layers.states <= wider.states
    assert layers.states < wider.states or name in FEW


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("seed", range(3))
def test_rows_are_linked_with_columns(build, seed):
    # Clues of different rows, columns and values can only be exchanged as a whole.
    rng = random.Random(seed)
    grid = np.zeros((6, 6), int)
    grid[rng.sample(range(6), 6), rng.sample(range(6), 6)] = rng.sample(range(1, 7), 6)
    model = Futoshiki(grid).model()
    found, layers = layered(build, model)
    plain, wider = layered(build, model, symmetric=False)
    assert found == plain == count(model, engine="search") == 10752
    assert 20 * layers.states < wider.states


@pytest.mark.parametrize("build", BUILDS)
def test_symmetries_return_after_the_last_clue(build):
    # Two cells of each of two values distinguish all rows and columns, but only until these values are placed.
    grid = np.zeros((6, 6), int)
    grid[[0, 1, 2, 3], [0, 2, 1, 4]] = [1, 1, 2, 2]
    model = Futoshiki(grid).model()
    found, layers = layered(build, model)
    plain, wider = layered(build, model, symmetric=False)
    assert found == plain == count(model, engine="search")
    assert 5 * layers.states < wider.states


def test_symmetric_forms_are_the_same():
    rng = random.Random(5)
    _, layers = layered(_states, Futoshiki([[0] * 7] * 7).model(), keeps=True)
    same = total = 0
    for _ in range(200):
        square = np.array(list(next(solutions(Futoshiki([[0] * 7] * 7), seed=rng.randrange(1, 2**32)))))
        filled = square <= rng.randint(1, 6)
        rows, columns = list(range(7)), list(range(7))
        rng.shuffle(rows)
        rng.shuffle(columns)
        other = filled[rows][:, columns]
        forms = []
        for cells in (filled, other, other.T):
            bits = (cells << np.arange(7)).sum(axis=1).astype(np.uint32)
            is_transposed, row_at, column_at, form = layers.relabel(bits)
            assert sorted(row_at) == sorted(column_at) == list(range(7))
            turned = (cells.T if is_transposed else cells)[row_at][:, column_at]
            assert form == (turned << np.arange(7)).sum(axis=1).astype(np.uint32).tobytes()
            forms.append(form)
        same += forms[0] == forms[1] == forms[2]
        total += 1
    assert same > 0.95 * total  # where not, the count is right all the same


@pytest.mark.parametrize("build", BUILDS)
def test_budgets_and_workers_change_nothing(build):
    rng = random.Random(2)
    for _ in range(20):
        model = random_puzzle(rng, 6, 0, 0.3).model()
        number, layers = layered(build, model)
        assert number == count(model, engine="search")
        for options in ({"budget": 1}, {"budget": 50, "workers": 3}):
            other, again = layered(build, model, **options)
            assert (other, again.states, again.steps) == (number, layers.states, layers.steps)


def test_threads():
    puzzle = random_puzzle(random.Random(1), 7, 0, 0.3)
    assert count(puzzle, engine="states", threads=3) == count(puzzle, engine="states")


def run_through(layers):
    while layers.run(10**6) != _states.EXHAUSTED or layers.advance():
        pass


def test_the_memory_limit_is_kept():
    model = random_puzzle(random.Random(3), 8, 0, 0.3).model()
    for memory in (1 << 12, 1 << 20, 1 << 22):
        layers = _states.States(8, memory)
        layers.reset(made(model))
        with pytest.raises(MemoryError):
            run_through(layers)
        assert layers.peak_bytes <= memory
        for _ in range(2):
            with pytest.raises(MemoryError):
                layers.run(1)
            with pytest.raises(MemoryError):
                layers.advance()
        with pytest.raises(MemoryLimit, match="of 8 values placed") as caught:
            count(model, engine="states", memory=memory)
        assert caught.value.stats.engine == "states"
        with pytest.raises(MemoryLimit, match="a sample needs all of them"):
            sample(model, memory=memory)


GROWTH = """
import random, re
from pathlib import Path
from fastfuto import MemoryLimit, count
from tests.strategies import random_puzzle

def peak():
    # Not getrusage: what it tells of a process begins with the size of the parent.
    return int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])

puzzle = random_puzzle(random.Random(3), 9, 0, 0.3)
before = peak()
try:
    count(puzzle, engine="states", memory=40 << 20)
except MemoryLimit:
    print(peak() - before)
"""


@pytest.mark.thorough
@pytest.mark.memory
@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel for the peak of resident memory")
def test_the_process_keeps_the_memory_limit_too():
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", GROWTH], capture_output=True, text=True, cwd=root, check=True
    )
    assert 20 << 10 < int(done.stdout) < 48 << 10  # KiB


def test_time_limits():
    puzzle = random_puzzle(random.Random(3), 9, 0, 0.2)
    for engine in ("auto", "search", "states"):
        with pytest.raises(LimitReached):
            count(puzzle, engine=engine, timeout=0.05)
    with pytest.raises(LimitReached):
        sample(puzzle, timeout=0.05)
    with pytest.raises(LimitReached):
        estimate_count(puzzle, timeout=0)


def test_limits_of_solutions():
    puzzle = Futoshiki([[0] * 6] * 6)
    for engine in ("auto", "search", "states"):
        result = count_result(puzzle, limit=1000, engine=engine)
        assert (result.count, result.exact) == (1000, False)
    assert count_result(puzzle, limit=812851201).exact
    assert count_result(puzzle, engine="states").method == "states"


def test_progress_tells_of_states():
    told = []
    puzzle = random_puzzle(random.Random(1), 7, 0, 0.3)
    count_result(puzzle, engine="states", progress=lambda progress: told.append(progress.stage))
    assert any("of 7 values placed" in stage for stage in told)


def test_what_layers_cannot_do():
    cube = Model(Skeleton(5, 5, [range(4)]))
    assert count(cube) == 600
    with pytest.raises(ValueError, match="Latin squares of order 3 to 32"):
        count(cube, engine="states")
    with pytest.raises(ValueError, match="engine must be"):
        count(cube, engine="sideways")
    for order in (2, 10):
        with pytest.raises(ValueError, match="the order must be"):
            _states.States(order)
    layers = _states.States(3)
    with pytest.raises(ValueError, match="call reset first"):
        layers.run(1)
    three = LatinSquare(3).model()
    for wrong in (made(LatinSquare(4).model()), made(three, 4), made(Model(Skeleton(9, 4)))):
        with pytest.raises(ValueError, match="must have 9 cells and 3 values, in masks of one word"):
            layers.reset(wrong)
    related = Model(three.skeleton, relations=[(0, 1, [(1, 2)])])
    for wrong in (related, Model(three.skeleton, sums=[([0, 1], 3)])):
        with pytest.raises(ValueError, match="the states engine takes neither sums nor relations"):
            layers.reset(made(wrong))
    layers.reset(made(three))
    for arguments in ((0,), (1, 1), (1, -1)):
        with pytest.raises(ValueError, match=r"budget|worker"):
            layers.run(*arguments)
    with pytest.raises(RuntimeError, match="not finished"):
        layers.advance()
    with pytest.raises(ValueError, match="no state"):
        layers.expand(0, np.zeros(3, np.uint32))
    layers.reset(made(three), both_sides=False)
    for limit in (0, -1):
        with pytest.raises(ValueError, match="the limit must be"):
            layers.thin(limit, 1)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("symmetric", [False, True])
def test_no_state_is_expanded_without_a_solution(build, symmetric):
    ordered = [((r, c), (r, c + 1)) for r in range(2) for c in range(3)]
    for puzzle in (
        Futoshiki([[1, 1, 0, 0]] + [[0] * 4] * 3),
        Futoshiki([[1, 2, 3, 0], [0, 0, 0, 4]] + [[0] * 4] * 2),
        Futoshiki([[0] * 4] * 4, ordered),
    ):
        number, states = layered(build, puzzle.model(), keeps=True, symmetric=symmetric)
        assert number == 0
        for layer in range(-1, 6):
            rows = [(1 << max(layer, 0)) - 1 << shift for shift in range(4)]
            rows = np.array([row & 15 | row >> 4 for row in rows], np.uint32)
            for state in (rows, np.zeros(4, np.uint32)):
                with pytest.raises(ValueError, match="no solution"):
                    states.expand(layer, state)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("symmetric", [False, True])
def test_only_states_are_relabelled_and_expanded(build, symmetric):
    model = Futoshiki([[0] * 5] * 5).model()
    _, states = layered(build, model, keeps=True, symmetric=symmetric)
    diagonal = [1 << k for k in range(5)]
    for rows in (
        [1 << 5, *diagonal[1:]],  # a column beyond the order
        [1 << 31, *diagonal[1:]],
        [2**32 - 1] * 5,
        [3, *diagonal[1:]],  # rows with different numbers of cells
        [0, *diagonal[1:]],
        [2, *diagonal[1:]],  # columns with different numbers of cells
        diagonal[:4],
        [*diagonal, 1],
        [],
    ):
        state = np.array(rows, np.uint32)
        with pytest.raises(ValueError, match="row"):
            states.relabel(state)
        with pytest.raises(ValueError, match="row"):
            states.expand(1, state)
    state = np.array(diagonal, np.uint32)
    for layer in (-1, 0, 2, 5, 6, 2**31 - 1):
        with pytest.raises(ValueError, match="no such state"):
            states.expand(layer, state)
    assert states.relabel(state)[1] is not None
    with pytest.raises(ValueError, match="no such state"):
        states.expand(5, np.full(5, 31, np.uint32))


@pytest.mark.thorough
def test_a_worker_that_runs_elsewhere_is_refused():
    model = random_puzzle(random.Random(3), 9, 0, 0.3).model()
    layers = _states.States(9, 2**26)
    layers.reset(made(model))

    def work():
        try:
            while layers.run(10**8) == _states.EXHAUSTED and layers.advance():
                pass
        except MemoryError:
            pass

    assert is_refused(lambda: layers.reset(made(model)), work, MemoryError)


def test_neighbours_only_matter_by_their_arcs():
    # Arcs between any two cells count, not only between neighbours.
    pairs = neighbours(4)
    rng = random.Random(1)
    for _ in range(50):
        inequalities = [rng.sample(range(16), 2) for _ in range(4)] + [
            (r * 4 + c, s * 4 + d) for (r, c), (s, d) in rng.sample(pairs, 2)
        ]
        model = Model(latin_skeleton(4), None, inequalities)
        assert count(model, engine="states") == count(model, engine="search")


def adjacent(n):
    """Return the pairs of neighbouring cells, by number."""
    return [(r * n + c, s * n + d) for (r, c), (s, d) in neighbours(n)]


def few_signs(rng, k, n_given=0):
    """Return the model of a grid with few restricted cells and k inequalities between neighbours or any cells."""
    n = rng.randint(3, 5)
    pairs = rng.choice((adjacent(n), [tuple(rng.sample(range(n * n), 2)) for _ in range(k)]))
    signs = rng.sample(pairs, min(k, len(pairs)))
    domains = [set(range(1, n + 1)) for _ in range(n * n)]
    for cell in rng.sample(range(n * n), n_given):  # Most values are those of a cyclic square.
        others = rng.sample(range(1, n + 1), rng.choice((0, 0, 1, n - 2)))
        domains[cell] = {sum(divmod(cell, n)) % n + 1, *others}
    return Model(latin_skeleton(n), domains, [rng.choice((pair, pair[::-1])) for pair in signs])


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_states_with_few_inequalities_are_merged(seed):
    rng = random.Random(seed)
    n_merged = 0
    for k in [*range(1, 12)] * 6:
        model = few_signs(rng, k)
        number, layers = layered(_states, model)
        plain, others = layered(_states, model, symmetric=False)
        assert number == plain
        if k > 1 or model.n_values < 5:  # With one inequality there are 80,640 squares of order 5.
            assert number == count(model, engine="search")
        n_merged += layers.states < others.states
    assert n_merged > 20


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_states_with_few_numbers_and_inequalities_are_merged(seed):
    rng = random.Random(seed)
    n_solved = n_merged = 0
    for n_given in [*range(1, 5)] * 15:
        model = few_signs(rng, rng.randint(1, 9), n_given)
        number, layers = layered(_states, model)
        plain, others = layered(_states, model, symmetric=False, both_sides=False)
        n_solved += number > 0
        assert number == plain == count(model, engine="search")
        n_merged += layers.states < others.states
    assert n_solved > 10
    assert n_merged > 5


@pytest.mark.parametrize(("n", "k"), [(6, 5), thorough((7, 7))])
def test_merged_states_of_larger_grids(n, k):
    signs = random.Random(n).sample(adjacent(n), k)
    model = Model(latin_skeleton(n), None, [pair[:: (-1) ** r] for r, pair in enumerate(signs)])
    number, layers = layered(_states, model)
    plain, others = layered(_states, model, symmetric=False)
    assert number == plain
    assert layers.states < others.states / 2
    turned = Model(latin_skeleton(n), None, [pair[::-1] for pair in model.inequalities.tolist()])
    assert layered(_states, turned)[0] == number


def test_values_are_reversed_if_fewer_cells_are_larger_than_smaller():
    signs = [(cell, 9) for cell in (8, 10, 11, 3, 27)]
    (number, layers), (turned, others) = (
        layered(_states, Model(latin_skeleton(6), None, pairs))
        for pairs in (signs, [pair[::-1] for pair in signs])
    )
    assert (number, layers.states) == (turned, others.states)


@pytest.mark.thorough
def test_cells_that_are_the_smallest_of_their_rows():
    """The first cell of the first row, and the second cell of the second row."""
    signs = [(0, k) for k in range(1, 8)] + [(9, k) for k in range(8, 16) if k != 9]
    assert layered(_states, Model(latin_skeleton(8), None, signs))[0] == A002860[7] // 8 // 7


@pytest.mark.parametrize(
    ("clues", "signs"),
    [
        ([(r, c, (2 * r + c) % 6 + 1) for r in range(2) for c in range(5)], [(18, 19), (26, 27)]),
        ([], [(6 * r + c, 6 * r + c + 1) for r in range(4) for c in (0, 2, 4)]),
    ],
    ids=["numbers", "inequalities"],
)
def test_states_that_are_not_merged(clues, signs):
    """With twelve numbers and smaller cells together, the states remain as they are."""
    domains = [0] * 36
    for row, column, value in clues:
        domains[6 * row + column] = [value]
    model = Model(latin_skeleton(6), domains, signs)
    number, layers = layered(_states, model, both_sides=False)
    plain, others = layered(_states, model, symmetric=False, both_sides=False)
    assert (number, layers.states) == (plain, others.states)


def step_on(build, model, states, placed, ways, side=0, cut_after=None, **options):
    """Return what some states of a layer lead to: the ways, the rows by share, the answer, and what was cut off."""
    layers = build.States(model.n_values)
    layers.reset(made(model))
    layers.load(states, placed, ways, side, **options)
    rest = b""
    runs = 0
    while layers.run(200) != build.EXHAUSTED:
        runs += 1
        if runs == cut_after:
            rest = layers.cut()
    layers.advance()
    rest = np.frombuffer(rest, np.uint64).reshape(-1, states.shape[1])
    if layers.count() is not None:
        return 0, None, layers.count(), rest
    ways, packed = layers.reached()
    words = np.frombuffer(packed, np.uint64)
    starts, rows = words[: build.SHARES + 1], words[build.SHARES + 1 :]
    n_rows = int(starts[-1])
    assert (np.diff(starts.astype(np.int64)) >= 0).all()
    rows = rows.reshape(n_rows, -1) if n_rows else np.zeros((0, states.shape[1]), np.uint64)
    if n_rows:
        # The first row tells the share.
        first_rows = rows[:, 0] & np.uint64((1 << model.n_values - 1) - 1)
        share = np.searchsorted(starts, np.arange(n_rows), side="right")
        assert len({*zip(first_rows.tolist(), share.tolist(), strict=True)}) == len({*first_rows.tolist()})
    return ways, rows, None, rest


def empty_layer(build, n):
    words = 1 if build is _states else -(-((n - 1) ** 2) // 64)
    return np.array([[0] * words + [1]], np.uint64)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("seed", some(range(20), 2))
def test_layers_in_slices(build, seed):
    """Each layer is cut into random slices, some of which are cut again while they are worked on."""
    rng = random.Random(seed)
    model = random_model(rng)
    n = model.n_values
    rows, ways, answer = empty_layer(build, n), 1, 0
    for placed in range(n):
        waiting = [part for part in np.array_split(rows, rng.randint(1, 4)) if len(part)]
        reached, next_ways = [], 0
        while waiting:
            more, found, number, rest = step_on(
                build,
                model,
                np.ascontiguousarray(waiting.pop()),
                placed,
                ways,
                cut_after=rng.choice([None, 1, 2]),
            )
            answer += number or 0
            next_ways += more
            if found is not None and len(found):
                reached.append(found)
            if len(rest):
                waiting.append(rest)
        ways = next_ways
        rows = np.concatenate(reached) if reached else rows[:0]
    assert answer == layered(build, model)[0]


def many_pairs():
    """Return a grid of order 5 with so many inequalities, and so few symmetries, that its states stay as they are."""
    pairs = [(4, 14), (5, 15)]
    for row in range(5):
        for column in (row % 2, row % 2 + 2):
            pair = (5 * row + column, 5 * row + column + 1)
            pairs.append(pair if (row + column) % 3 else pair[::-1])
    return Model(latin_skeleton(5), None, pairs)


@pytest.mark.parametrize("build", BUILDS)
def test_two_sides_in_slices(build):
    model = many_pairs()
    layers = build.States(5)
    layers.reset(made(model))
    assert layers.both_sides
    sides = [(empty_layer(build, 5), 1)] * 2
    for placed in range(2):
        for side in range(2):
            ways, rows, *_ = step_on(build, model, sides[side][0], placed, sides[side][1], side)
            sides[side] = rows, ways
    (lower, ways), (upper, upper_ways) = sides
    _, meeting, *_ = step_on(build, model, lower, 2, ways, meets=True)
    expected = layered(build, model)[0]
    assert expected > 0
    half = len(meeting) // 2
    products = [
        layers.product(np.ascontiguousarray(part), upper, 2, upper_ways)
        for part in (meeting[:half], meeting[half:])
    ]
    assert sum(products) == expected
    # States that are there several times are added up.
    assert layers.product(meeting, np.concatenate([upper, upper]), 2, 2 * upper_ways) == 2 * expected


@pytest.mark.parametrize("build", BUILDS)
def test_the_part_of_a_layer_that_is_done(build):
    layers = build.States(7)
    assert layers.layer_done == 1
    layers.reset(made(random_puzzle(random.Random(1), 7, 0, 0.3).model()))
    longest = 0
    while True:
        parts = [layers.layer_done]
        assert parts[0] == 0
        while layers.run(2000) != build.EXHAUSTED:
            parts.append(layers.layer_done)
        assert parts == sorted(parts)
        assert max(parts) <= 1
        longest = max(longest, len(set(parts)))
        if not layers.advance():
            break
    assert longest > 50
    assert layers.layer_done == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("build", "n"),
    [*((_states, n) for n in (5, 8, 9)), *((_states_wide, n) for n in (5, 9, 10, 13, 16, 17))],
)
def test_registers_have_the_same_forms(build, n):
    # What states of the empty grid lead to: random ones, and some with many symmetries.
    rng = random.Random(n)
    model, placed = LatinSquare(n).model(), n - 3
    squares = [random_square(rng, n) for _ in range(10)]
    squares += [[[(r * k + c) % n + 1 for c in range(n)] for r in range(n)] for k in (1, n - 1)]
    rows = np.repeat(empty_layer(build, n), len(squares), axis=0)
    for square, row in zip(squares, rows, strict=True):
        cells = [value <= placed for line in square[:-1] for value in line[:-1]]
        key = sum(cell << k for k, cell in enumerate(cells))
        row[:-1] = [key >> 64 * k & (2**64 - 1) for k in range(len(row) - 1)]
    results = []
    for width in build.WIDTHS:
        layers, pauses = build.States(n, width=width), 0
        layers.reset(made(model))
        layers.load(rows, placed, len(rows))
        while layers.run(300) != build.EXHAUSTED:
            pauses += 1
        layers.advance()
        ways, packed = layers.reached()
        starts = np.frombuffer(packed, np.uint64)[: build.SHARES + 1]
        states = np.frombuffer(packed, np.uint64)[build.SHARES + 1 :].reshape(int(starts[-1]), -1)
        results.append((ways, layers.steps, pauses, sorted(map(tuple, states.tolist()))))
    assert results[0][1] > 20
    assert results[1:] == results[:-1]


@pytest.mark.parametrize("build", BUILDS)
def test_slices_are_checked(build):
    model = LatinSquare(5).model()
    layers = build.States(5)
    first = empty_layer(build, 5)
    with pytest.raises(ValueError, match="only after a reset"):
        layers.load(first, 0, 1)
    layers.reset(made(model))
    with pytest.raises(ValueError, match="only the loaded states of one worker can be cut"):
        layers.cut()
    with pytest.raises(ValueError, match="no layer has been reached"):
        layers.reached()
    for placed, side in ((-1, 0), (5, 0), (0, 1), (0, -1)):
        with pytest.raises(ValueError, match=f"no layer with {placed} values placed from side {side}"):
            layers.load(first, placed, 1, side)
    for rows in (first[:, :1].copy(), np.zeros((1, 60), np.uint64)):
        with pytest.raises(ValueError, match="a row of a state has"):
            layers.load(rows, 0, 1)
        layers.reset(made(model))
    full = np.array([[2**64 - 1, 1]], np.uint64)
    for rows, placed, ways in ((first, 1, 1), (first, 0, 0), (full, 4, 1), (full, 0, 1)):
        with pytest.raises(ValueError, match="the rows are not states with"):
            layers.load(rows, placed, ways)
        layers.reset(made(model))
    with pytest.raises(TypeError, match="must be an int"):
        layers.load(first, 0, 1.5)
    layers.reset(made(model))
    layers.load(first, 0, 1)
    with pytest.raises(RuntimeError, match="not finished"):
        layers.advance()
    with pytest.raises(ValueError, match="no layer has been reached"):
        layers.reached()
    with pytest.raises(RuntimeError, match="can be thinned"):
        layers.thin(1, 1)
    layers.reset(made(model), keeps=True)
    with pytest.raises(ValueError, match="if the layers are not kept"):
        layers.load(first, 0, 1)
    rows, ways = first, 1
    for placed in range(2):
        ways, rows, *_ = step_on(build, many_pairs(), rows, placed, ways)
    small = build.States(5, 1000)
    small.reset(made(many_pairs()))
    with pytest.raises(MemoryError):
        small.load(rows, 2, ways)
    with pytest.raises(ValueError, match="call reset first"):
        small.run(1)
    # Nothing is left of a slice after the next reset.
    layers.reset(made(model))
    assert layered(build, model)[0] == 161280


class Tables:
    """Counts how much each worker does, and has work for the first one only."""

    def __init__(self):
        self.done = Counter()

    def run(self, budget, worker):
        self.done[worker] += budget
        time.sleep(0.001)  # Engines release the interpreter's lock, so the others begin meanwhile.
        return EXHAUSTED if worker else PAUSED


@pytest.mark.parametrize("threads", [2, 8])
def test_a_worker_does_little_of_what_others_leave(threads):
    """The time is looked at between slices only."""
    counter = StatesCounter(Request(LatinSquare(4).model(), threads=threads))
    counter.tables = Tables()
    assert not counter._is_layer_finished(1600)
    counter.close()
    assert 3100 <= counter.tables.done[0] <= 3200
    assert all(counter.tables.done[worker] == 100 for worker in range(1, threads))
