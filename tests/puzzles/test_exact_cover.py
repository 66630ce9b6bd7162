"""ExactCover, the engine of dancing links, and puzzles put so."""

import itertools
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import fastfuto
from fastfuto import ExactCover, LimitReached, MemoryLimit, ParseError, PuzzleError, Status, Sudoku
from fastfuto.engines._cover import EXHAUSTED, PAUSED, SOLUTION, Cover, compress
from fastfuto.reference import DancingLinks, exact_cover_solutions

from ..calls import is_refused
from ..strategies import random_puzzle


def coloured(option):
    return option if isinstance(option, dict) else dict.fromkeys(option)


def brute_force(cover):
    """Return all sets of options that are a cover, by going through all sets."""
    options = [coloured(option) for option in cover.options]
    primary = cover.items[: cover.n_primary]
    useful = [k for k, option in enumerate(options) if any(item in option for item in primary)]
    found = []
    for size in range(len(useful) + 1):
        for chosen in itertools.combinations(useful, size):
            uses = {item: [options[k][item] for k in chosen if item in options[k]] for item in cover.items}
            if all(len(uses[item]) == 1 for item in primary) and all(
                len(colours) <= 1 or (None not in colours and len(set(colours)) == 1)
                for item, colours in uses.items()
            ):
                found.append(list(chosen))
    return sorted(found)


def random_cover(rng, *, colours=True):
    n_primary, n_secondary = rng.randint(0, 5), rng.randint(0, 4)
    primary, secondary = [f"p{k}" for k in range(n_primary)], [f"s{k}" for k in range(n_secondary)]
    options = []
    for _ in range(rng.randint(0, 9)):
        option = dict.fromkeys(rng.sample(primary, rng.randint(0, min(3, n_primary))))
        for item in rng.sample(secondary, rng.randint(0, n_secondary)):
            option[item] = rng.choice((None, "red", "blue")) if colours else None
        items = list(option.items())
        rng.shuffle(items)
        options.append(dict(items) if colours else [item for item, _ in items])
    return ExactCover(options, primary=primary, secondary=secondary)


def dancing_links(options):
    engine = Cover(options.n_options, options.n_memberships, options.n_items, options.n_primary)
    engine.add(options.option_starts, options.option_items, options.colours)
    return engine


@pytest.mark.parametrize("colours", [True, False])
def test_all_solutions_of_random_covers(colours):
    rng = random.Random(1)
    solvable = 0
    for _ in range(500):
        cover = random_cover(rng, colours=colours)
        known = brute_force(cover)
        assert sorted(row.tolist() for row in fastfuto.solutions(cover)) == known
        assert fastfuto.count(cover) == len(known)
        assert fastfuto.is_unique(cover) == (len(known) == 1)
        rows = fastfuto.all_solutions(cover)
        assert sorted([k for k in row if k >= 0] for row in rows.tolist()) == known
        if not colours:
            assert sorted(exact_cover_solutions(cover)) == known
            assert sorted(exact_cover_solutions(cover, fewest_first=False)) == known
        solvable += bool(known)
    assert 70 < solvable < 470


def test_nodes_are_those_of_the_twin():
    rng = random.Random(2)
    for _ in range(300):
        cover = random_cover(rng, colours=False)
        options = cover.model()
        engine = dancing_links(options)
        for fewest_first in (True, False):
            links = DancingLinks(cover, fewest_first)
            total = sum(1 for _ in links.solutions())
            engine.reset(not fewest_first)
            assert engine.run(10**9, 10**9) == EXHAUSTED
            assert (engine.total, engine.nodes) == (total, links.nodes)
        assert fastfuto.count_result(cover, engine="cover").count == total


def test_budgets_and_resets_change_nothing():
    rng = random.Random(3)
    for _ in range(300):
        cover = random_cover(rng)
        options = cover.model()
        engine = dancing_links(options)
        known = None
        for _ in range(4):
            engine.reset(rng.random() < 0.5)
            for _ in range(rng.randint(0, 20)):  # leave off anywhere
                engine.run(1, 1)
            engine.reset()
            assert engine.total == engine.nodes == 0
            found, outcome = [], None
            while outcome != EXHAUSTED:
                rows = np.zeros((3, options.n_primary), np.int32)
                outcome = engine.run(rng.randint(1, 30), 3, rows)
                assert (outcome == SOLUTION) == (engine.found == 3)
                found += rows[: engine.found].tolist()
            assert engine.run(1, 1) == EXHAUSTED
            assert known is None or found == known
            known = found
            assert engine.total == len(found)


def queens(n):
    options = [[("r", r), ("c", c), ("s", r + c), ("d", r - c)] for r in range(n) for c in range(n)]
    secondary = [(kind, k) for kind, ks in (("s", range(2 * n - 1)), ("d", range(1 - n, n))) for k in ks]
    return ExactCover(options, secondary=secondary)


def test_queens():
    # OEIS A000170
    assert [fastfuto.count(queens(n)) for n in range(1, 10)] == [1, 0, 0, 2, 10, 4, 40, 92, 352]


def langford(n):
    """Pairs of 1..n with as many numbers between them."""
    options = [[k, -a - 1, -a - k - 2] for k in range(1, n + 1) for a in range(2 * n - k - 1)]
    return ExactCover(options)


def test_langford_pairs():
    # OEIS A014552 counts them up to reversal.
    assert [fastfuto.count(langford(n)) // 2 for n in range(1, 9)] == [0, 0, 1, 1, 0, 0, 26, 150]


def test_matrices():
    rng = np.random.default_rng(4)
    for _ in range(100):
        matrix = rng.integers(0, 2, (rng.integers(0, 10), rng.integers(1, 7)))
        covers = [
            ExactCover(m) for m in (matrix, matrix.astype(bool), np.asfortranarray(matrix), matrix[:, ::-1])
        ]
        counts = [fastfuto.count(cover) for cover in covers]
        assert len(set(counts)) == 1
        assert covers[0] == covers[1] == covers[2]
        rows = [np.flatnonzero(row).tolist() for row in matrix]
        assert covers[0] == ExactCover(rows, primary=range(matrix.shape[1]))
        starts = np.cumsum([0, *map(len, rows)])
        arrays = ExactCover.from_arrays(starts, list(itertools.chain(*rows)), n_items=matrix.shape[1])
        assert arrays == covers[0]
    cover = ExactCover(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 0]]), primary=[2, 0], secondary=[1])
    assert cover.items == (2, 0, 1)
    assert fastfuto.all_solutions(cover).tolist() == [[1, 2]]


@pytest.mark.thorough
def test_a_million_options():
    # Two items each, of 1000: the pairs (k, k + 1) in a circle, a thousand times.
    items = np.repeat(np.arange(1_000_000, dtype=np.int64) % 1000, 2)
    items[1::2] = (items[1::2] + 1) % 1000
    cover = ExactCover.from_arrays(np.arange(0, 2_000_001, 2), items)
    assert fastfuto.count(cover, limit=3) == 3
    chosen = items.reshape(-1, 2)[fastfuto.solve(cover).grid]
    assert sorted(chosen.ravel()) == list(range(1000))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ExactCover([[1], [2, 3, 2]]), "option 1: item 2 is repeated"),
        (lambda: ExactCover({"a": [1], "b": [2]}, primary=[1]), "option 'b': item 2 is neither"),
        (lambda: ExactCover([[1]], primary=[1], secondary=[1]), "item 1 is both"),
        (lambda: ExactCover([{1: "red"}]), "option 0: item 1 is primary and cannot have a colour"),
        (lambda: ExactCover([[[]]]), "hashable"),
        (lambda: ExactCover([5]), "collection"),
        (lambda: ExactCover(np.array([[0, 2]])), "option 0: item 1 must be 0 or 1, got 2"),
        (lambda: ExactCover(np.array([[0.0, 1.0]])), "must be of an integer or boolean type, got float64"),
        (lambda: ExactCover(np.zeros((2, 2, 2), int)), "two axes"),
        (lambda: ExactCover(np.array([[1, 0]]), primary=[1]), "option 0: item 0 is neither"),
        (
            lambda: ExactCover(np.array([[1, 0]]), primary=[0, 1, 2]),
            "item 2 must be the number of a column, 0 to 1",
        ),
        (lambda: ExactCover.from_arrays([0, 2], [0, 0]), "option 0: item 0 is repeated"),
        (lambda: ExactCover.from_arrays([0, 1], [5], n_items=2), "option 0: item 5 is outside 0 to 1"),
        (lambda: ExactCover.from_arrays([0, 3, 2], [0, 1]), "must ascend from 0"),
        (lambda: ExactCover.from_arrays([], []), "must ascend from 0"),
        (lambda: ExactCover.from_arrays([0, 1], [0], n_primary=2), "n_primary must be 0 to 1"),
        (lambda: ExactCover.from_arrays([0.0, 1.0], [0]), "list of whole numbers"),
        (lambda: ExactCover.from_arrays([0, True], [0]), "option_starts must be a list of whole numbers"),
        (
            lambda: ExactCover.from_arrays(np.array([0, 3, 2], np.uint32), [0, 1]),
            "option_starts must ascend from 0",
        ),
        (
            lambda: ExactCover.from_arrays(np.array([0, 2, 1, 2], np.uint64), [0, 1]),
            "option_starts must ascend from 0",
        ),
        (
            lambda: ExactCover.from_arrays(np.ma.masked_array([0, 1]), [0]),
            "option_starts: masked arrays are not supported",
        ),
        (
            lambda: ExactCover.from_arrays([0, 1], np.ma.masked_array([0])),
            "option_items: masked arrays are not supported",
        ),
        (lambda: ExactCover.from_arrays([0, 1], [0], n_items=True), "n_items must be a whole number"),
        (lambda: ExactCover.from_arrays([0, 1], [0], n_primary=1.5), "n_primary must be a whole number"),
        (lambda: ExactCover(np.ma.masked_array([[1, 0]])), "options: masked arrays are not supported"),
        (lambda: ExactCover(["AB", "C"]), "an option must be a collection of items, not a string; got 'AB'"),
        (lambda: ExactCover([["A"], ""]), "an option must be a collection of items, not a string; got ''"),
        (lambda: ExactCover([b"AB"]), "an option must be a collection of items, not a string; got b'AB'"),
        (lambda: ExactCover({"x": "AB"}), "an option must be a collection of items, not a string; got 'AB'"),
        (
            lambda: ExactCover([["A", "B"]], primary="AB"),
            "primary must be a collection of items, not a string; got 'AB'",
        ),
        (lambda: ExactCover([["A", "B"]], primary=["A"], secondary="B"), "secondary must be a collection"),
    ],
)
def test_what_is_no_cover(make, message):
    with pytest.raises(PuzzleError, match=message):
        make()


def test_values():
    rng = random.Random(5)
    for _ in range(200):
        cover = random_cover(rng, colours=rng.random() < 0.7)
        if cover.n_primary and all(cover.options):
            read = ExactCover.parse(str(cover))
            assert sorted(map(tuple, fastfuto.all_solutions(read))) == sorted(
                map(tuple, fastfuto.all_solutions(cover))
            )
            assert (read.items, read.n_primary) == (cover.items, cover.n_primary)
    named = ExactCover({"x": ["a b"], "y": ["c"]})
    assert eval(repr(named)) == named
    assert named != ExactCover([["a b"], ["c"]])
    assert str(named) == (
        "| the names of the options are left out\n| numbers stand for the items\n0 1\n0\n1\n"
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "empty"),
        ("| only a comment\n", 1, 1, "a line of items"),
        ("a b | c | d\n", 1, 9, "a second |"),
        ("a b a\n", 1, 5, "item a is repeated"),
        ("a b:x\n", 1, 3, "cannot have a colour here"),
        ("a b\n\n| comment\na c\n", 4, 3, "item c is unknown"),
        ("a b\na b a\n", 2, 5, "item a is repeated"),
        ("a b | c\na:x b\n", 2, 1, "item a is primary"),
        ("a b | c\na c: b\n", 2, 3, "expected a colour"),
    ],
)
def test_texts_that_are_no_cover(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        ExactCover.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_violations():
    cover = ExactCover([["a"]], primary=["a", "b", "c"])
    assert [str(violation) for violation in cover.violations()] == [
        "item 'b' is in no option",
        "item 'c' is in no option",
    ]
    assert fastfuto.solve(cover).status is Status.UNSATISFIABLE
    assert fastfuto.count(ExactCover([])) == 1  # nothing to cover
    assert fastfuto.solve(ExactCover([])).grid.tolist() == []


@pytest.mark.thorough
def test_limits():
    board = queens(12)
    assert fastfuto.count(board) == 14200
    with pytest.raises(LimitReached) as caught:
        fastfuto.count(queens(16), timeout=0.05)
    assert caught.value.stats.engine == "cover"
    with pytest.raises(MemoryLimit):
        fastfuto.all_solutions(board, memory=10_000)
    assert len(fastfuto.all_solutions(board, limit=50)) == 50
    assert fastfuto.solve(queens(250), timeout=0.01).status is Status.UNKNOWN
    seen = []
    fastfuto.solve(board, progress=seen.append)
    assert len(list(fastfuto.solutions(board, limit=7))) == 7
    drawn = fastfuto.sample(queens(6), 40, seed=1)
    assert {tuple(row) for row in drawn.tolist()} == {
        tuple(r) for r in fastfuto.all_solutions(queens(6)).tolist()
    }


def test_what_a_cover_cannot_do():
    cover = queens(4)
    for call in (
        lambda: fastfuto.solve(cover, engine="search"),
        lambda: fastfuto.count(cover, engine="states"),
        lambda: fastfuto.solve(cover, order="lexicographic"),
        lambda: fastfuto.estimate_count(cover, executor=partial(ThreadPoolExecutor, 1)),
    ):
        with pytest.raises(ValueError, match="exact cover"):
            call()
    with pytest.raises(ValueError, match="inequalities"):
        fastfuto.solve(fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]), engine="cover")
    with pytest.raises(ValueError, match="cannot order solutions"):
        fastfuto.solve(Sudoku([[0] * 4] * 4), engine="cover", order="lexicographic")


def test_puzzles_as_covers():
    rng = random.Random(6)
    seventeen = Sudoku.parse(
        "000000012000035000000600070700000300000400800100000000000120000080000040050000600"
    )
    assert len(seventeen.model().skeleton.units) == 27
    by_cover = fastfuto.solve(seventeen, engine="cover")
    assert (by_cover.grid == fastfuto.solve(seventeen).grid).all()
    assert by_cover.stats.engine == "cover"
    assert fastfuto.count(seventeen, engine="cover") == 1
    for _ in range(60):
        square = random_puzzle(rng, 4, rng.choice((0.0, 0.2, 0.5)), 0.0)
        known = fastfuto.count(square)
        assert fastfuto.count(square, engine="cover") == known
        result = fastfuto.solve(square, engine="cover")
        assert (result.grid is not None) == bool(known)
        if known:
            assert square.with_clues(result.grid).is_valid


def test_a_model_with_units_that_are_not_full():
    rng = random.Random(7)
    for _ in range(200):
        cells, values = rng.randint(1, 6), rng.randint(1, 4)
        units = [
            rng.sample(range(cells), rng.randint(0, min(cells, values))) for _ in range(rng.randint(0, 3))
        ]
        domains = [
            rng.choice((0, rng.sample(range(1, values + 1), rng.randint(0, values)))) for _ in range(cells)
        ]
        model = fastfuto.Model(fastfuto.Skeleton(cells, values, units), domains)
        assert fastfuto.count(model, engine="cover") == fastfuto.count(model)


def test_ones_of_a_matrix():
    matrix = np.eye(3, 20, dtype=np.uint8)
    starts, items = np.zeros(4, np.int32), np.full(2, 9, np.int32)
    assert compress(matrix, starts, items) == 3
    assert (starts.tolist(), items.tolist()) == ([0, 1, 2, 3], [0, 1])
    assert compress(matrix * 2, starts, items) == -1
    with pytest.raises(ValueError, match="length"):
        compress(matrix, np.zeros(3, np.int32), items)
    dense = np.ones((3, 5), bool)
    dense[0, 1] = False
    assert ExactCover(dense).options == [[0, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]


def test_the_door():
    def arrays(*lists):
        return [np.array(each, np.int32) for each in lists]

    for numbers in ((-1, 0, 1, 1), (1, -1, 1, 1), (2**30, 0, 0, 0), (0, 0, 1, 2), (0, 0, -1, -1)):
        with pytest.raises(ValueError, match="out of range"):
            Cover(*numbers)
    for starts, items, colours, n_primary in (
        ([1, 2], [0], [0], 1),
        ([-1, 1], [0], [0], 1),
        ([0, 3, 1], [0], [0], 1),
        ([0, 1], [0], [0, 0], 1),
        ([0, 1], [1], [0], 1),
        ([0, 1], [-1], [0], 1),
        ([0, 2], [0, 0], [0, 0], 1),
        ([0, 1], [0], [2], 1),
        ([0, 1], [0], [-1], 0),
        ([0, 1, 1, 1], [0], [0], 1),
        ([0, 3], [0, 0, 0], [0, 0, 0], 1),
        ([], [], [], 0),
    ):
        cover = Cover(2, 2, 1, n_primary)
        with pytest.raises(ValueError, match=r"\w"):
            cover.add(*arrays(starts, items, colours))
        with pytest.raises(ValueError, match="not all options were added"):
            cover.run(1, 1)
    refused = Cover(2, 2, 1, 1)
    with pytest.raises(ValueError, match="option 1 names item 1 of 1"):
        refused.add(*arrays([0, 1, 2], [0, 1]))
    with pytest.raises(ValueError, match="at most -1 more options"):
        refused.add(*arrays([0], []))
    cover = Cover(1, 1, 1, 1)
    cover.add(*arrays([0, 1], [0], [0]))
    for budget, limit, out in ((0, 1, None), (1, 0, None), (1, 2, np.zeros((1, 1), np.int32))):
        with pytest.raises(ValueError, match="must"):
            cover.run(budget, limit, out)
    assert cover.run(100, 2) == EXHAUSTED
    assert cover.total == 1


def test_a_cover_that_runs_elsewhere_is_refused():
    options = queens(14).model()
    cover = dancing_links(options)
    assert is_refused(cover.reset, lambda: cover.run(20_000_000, 2**60))
    assert cover.run(1, 1) in (PAUSED, SOLUTION, EXHAUSTED)


@pytest.mark.parametrize(
    "cover",
    [ExactCover([["a", "b"], ["b"]]), ExactCover([{"a": None, "x": "red"}], secondary=["x"]), ExactCover([])],
    ids=repr,
)
def test_the_model_of_a_cover_comes_back_from_a_pickle(cover):
    model = cover.model()
    again = pickle.loads(pickle.dumps(model))
    assert again == model
    assert hash(again) == hash(model)
    assert not again.option_items.flags.writeable


def test_models_of_other_covers_are_others():
    assert ExactCover([["a"], ["b"]]).model() != ExactCover([["a"], ["a", "b"]]).model()
    assert ExactCover([["a"]]).model() != ExactCover([["a"]], primary=[], secondary=["a"]).model()


def raw_model(n_cells, n_values, starts, cells, domains):
    """Return a model of arrays that nobody has looked at."""
    arrays = np.array(starts, np.int32), np.array(cells, np.int32)
    skeleton = fastfuto.Skeleton.from_arrays(n_cells, n_values, *arrays)
    return fastfuto.Model.from_arrays(skeleton, np.array(domains, np.uint64), np.empty((0, 2), np.int32))


@pytest.mark.parametrize(
    ("starts", "cells", "domains", "message"),
    [
        ([0, 2], [0, 5], [[3], [3]], "unit_cells must be cells from 0 to 1"),
        ([0, 2], [-1, 0], [[3], [3]], "unit_cells must be cells from 0 to 1"),
        ([0, 2], [0, 0], [[3], [3]], "unit 0 has cell 0 twice"),
        ([0, 2, 1], [0, 1], [[3], [3]], "unit_starts must begin with 0, never decrease"),
        ([1, 2], [0, 1], [[3], [3]], "unit_starts must begin with 0, never decrease"),
        ([], [], [[3], [3]], "unit_starts must begin with 0, never decrease"),
        ([0, 2], [0, 1], [[3]], "domains must have shape"),
        ([0, 2], [0, 1], [[3, 0], [3, 0]], "domains must have shape"),
    ],
)
def test_a_model_of_wrong_arrays_is_not_taken_for_a_cover(starts, cells, domains, message):
    model = raw_model(2, 2, starts, cells, domains)
    for verb in (fastfuto.solve, fastfuto.count):
        with pytest.raises(ValueError, match=message):
            verb(model, engine="cover")
    assert fastfuto.count(raw_model(2, 2, [0, 2], [0, 1], [[3], [3]]), engine="cover") == 2
