"""Probes of a search, what is given at its root, and branches that are cut off."""

import random

import numpy as np
import pytest

from fastfuto import Futoshiki, Kakuro, LatinSquare, Model, Skeleton
from fastfuto.engines._search import EXHAUSTED, SOLUTION

from ..cases import some
from ..strategies import random_puzzle
from .problems import made
from .test_search import BUILDS, HUGE, drain, loaded, new


def probes(search, k=64, budget=HUGE):
    logs = np.empty((k, 2))
    done = 0
    while done < k:
        done += search.probe(budget, logs[done:])
    return logs.tolist()


def reset(build, search, model, seed=1):
    search.reset(made(model, build.WORDS), seed=seed)


@BUILDS
def test_probes_leave_the_next_search_alone(build):
    model = Futoshiki([[0] * 4] * 4).model()
    search = new(build, model.skeleton)
    reset(build, search, Futoshiki([[1, 1, 0, 0], *[[0] * 4] * 3]).model())
    assert probes(search) == probes(search) == [[-np.inf] * 2] * 64
    reset(build, search, model)
    assert np.min(probes(search)) > 0
    assert np.min(probes(search)) > 0
    with pytest.raises(ValueError, match="reset"):
        search.run(1000, 1000)
    reset(build, search, model)
    assert search.run(HUGE, HUGE) == EXHAUSTED
    assert search.total == 576
    with pytest.raises(ValueError, match="reset"):
        probes(search)


@BUILDS
@pytest.mark.parametrize("budget", [1, 7, 100, 3000])
def test_probes_do_not_depend_on_where_they_pause(build, budget):
    puzzle = Futoshiki([[0] * 6] * 6, [((0, 0), (0, 1)), ((1, 1), (1, 0)), ((3, 2), (4, 2))])
    kakuro = Kakuro([[None, (10, 0), (12, 0), 0], [(0, 11), 0, 0, 0], [(0, 0), 0, 0, 0]])
    for model in (puzzle.model(), kakuro.model()):
        whole, pausing = (new(build, model.skeleton) for _ in range(2))
        for search in (whole, pausing):
            search.reset(made(model, build.WORDS), False, 5)
        assert probes(pausing, budget=budget) == probes(whole)


@BUILDS
def test_a_probe_that_pauses_keeps_the_search_from_running(build):
    search = loaded(build, Futoshiki([[0] * 6] * 6).model(), seed=1)
    assert search.probe(1, np.empty((1, 2))) == 0
    with pytest.raises(ValueError, match="reset"):
        search.run(1, 1)
    with pytest.raises(ValueError, match="budget must be at least 1"):
        search.probe(0, np.empty((1, 2)))
    with pytest.raises(ValueError, match=r"logs must have shape \(n_probes, 2\), got \(1, 3\)"):
        search.probe(1, np.empty((1, 3)))


@BUILDS
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_probes_estimate_what_a_search_finds(build, seed):
    # Without inequalities the estimates vary little from one descent to the next.
    model = Futoshiki([[1, 2, 3, 4, 5, 6], *[[0] * 6] * 5]).model()
    counting, probing = loaded(build, model), new(build, model.skeleton)
    steps = 1
    while counting.run(1000, HUGE) != EXHAUSTED:
        steps += 1
    total, done = counting.total, 1000 * steps
    reset(build, probing, model, seed)
    solutions, work = np.exp(probes(probing, 2000)).mean(axis=0)
    assert abs(solutions / total - 1) < 0.1
    # The search enumerates more cells at once than a descent does, and finds many solutions with little work.
    assert 1 < work / done < 10


@BUILDS
def test_no_probe_from_the_middle_of_a_search(build):
    search = loaded(build, Futoshiki([[0] * 6] * 6).model(), seed=1)
    for budget in (1, 40, 1000):
        search.run(budget, 10)
        with pytest.raises(ValueError, match="reset"):
            probes(search)


@BUILDS
@pytest.mark.parametrize("n", [2, 8, 9, 16, 17, 32, 33, 63, 64, 65, 127, 128, 129, 192, 193, 255])
def test_what_is_given_is_taken_from_the_other_cells(build, n):
    """Singles alone fill in cells of a cyclic square, so nothing is tried."""
    if n > 64 * build.WORDS:
        return
    square = (np.arange(n)[:, None] + np.arange(n)) % n + 1
    clues = square.copy()
    rng = random.Random(n)
    for cell in rng.sample(range(n * n), n):
        clues.flat[cell] = 0
    search = loaded(build, LatinSquare(clues).model())
    assert drain(search, n * n) == [tuple(square.ravel().tolist())]
    assert search.nodes == 0
    clues.flat[:2] = 1
    assert drain(loaded(build, LatinSquare(clues).model()), n * n) == []


@BUILDS
@pytest.mark.parametrize(("n_cells", "n_values"), [(2, 9), (7, 9), (9, 9), (30, 64), (63, 64)])
def test_what_is_given_in_a_unit_that_need_not_have_every_value(build, n_cells, n_values):
    skeleton = Skeleton(n_cells, n_values, [range(n_cells)])
    given = range(2, n_cells + 1)
    model = Model(skeleton, [*given, range(1, n_cells + 1)])
    assert drain(loaded(build, model), n_cells) == [(*given, 1)]
    assert drain(loaded(build, Model(skeleton, [2, *given])), n_cells) == []


@BUILDS
@pytest.mark.parametrize("seed", some(range(60), 2))
def test_cut_branches_hold_what_is_left(build, seed):
    """Cut after any amount of work, a search and its branches have all solutions, and none twice."""
    rng = random.Random(seed)
    model = random_puzzle(rng, rng.randint(2, 5), rng.choice([0, 0.2]), rng.choice([0.1, 0.4])).model()
    expected = sorted(drain(loaded(build, model), model.n_cells))
    search = loaded(build, model)
    found = []
    out = np.empty((1, model.n_cells), np.uint8)
    for _ in range(rng.choice([0, 1, rng.randint(2, 40)])):
        if search.run(rng.randint(1, 100), 1, out) == SOLUTION:
            found.append(tuple(out[0].tolist()))
    while (left := search.branches) < 0:
        if search.run(1, 1, out) == SOLUTION:
            found.append(tuple(out[0].tolist()))
    branches = np.empty((left, model.n_cells, build.WORDS), np.uint64)
    search.cut(branches)
    assert search.branches == 0
    assert search.run(1000, 1, out) == EXHAUSTED
    for domains in branches:
        search.reset(made(model, domains=domains))
        found += drain(search, model.n_cells)
    assert sorted(found) == expected


@BUILDS
def test_wrong_cuts(build):
    search = new(build, LatinSquare(3).model().skeleton)
    assert search.branches == -1
    with pytest.raises(ValueError, match="cannot be cut now"):
        search.cut(np.empty((0, 9, build.WORDS), np.uint64))
    search = loaded(build, LatinSquare(3).model())
    assert search.branches == 1
    for shape in ((2, 9, build.WORDS), (1, 8, build.WORDS), (1, 9, 7)):
        with pytest.raises(ValueError, match=r"out must have shape \(1, 9, "):
            search.cut(np.empty(shape, np.uint64))
    assert search.branches == 1
