"""Walks to digits that the totals of their runs determine, against all fillings."""

import itertools

import numpy as np
import pytest

from fastfuto import Kakuro, all_solutions
from fastfuto.engines import RunWalker
from fastfuto.engines.loading import module

WHITE = np.array([[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]], bool)


def skeleton_of(white):
    return Kakuro([[0 if each else None for each in row] for row in white.tolist()]).model().skeleton


def fillings(skeleton, totals):
    """Return all digits with these totals that differ in each run, by trying everything."""
    starts, cells = skeleton.unit_starts, skeleton.unit_cells
    runs = [cells[a:b].tolist() for a, b in itertools.pairwise(starts.tolist())]
    found = []
    for digits in itertools.product(range(1, 10), repeat=skeleton.n_cells):
        told = [[digits[cell] for cell in run] for run in runs]
        if all(len(set(each)) == len(each) for each in told) and [sum(each) for each in told] == totals:
            found.append(list(digits))
    return found


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("wide", [0, 3])
def test_totals_at_the_end_determine_the_digits(is_plain, wide):
    skeleton = skeleton_of(np.array([[0, 0, 0], [0, 1, 1], [0, 1, 1]], bool))
    walker = RunWalker(skeleton)
    for seed in range(20):
        assert walker.begin(seed, is_plain=is_plain)
        assert walker.walk(1000, wide) == 0
        digits, totals = walker.read()
        assert fillings(skeleton, totals.tolist()) == [digits.tolist()]


@pytest.mark.parametrize("wide", [0, 100])
def test_a_walk_that_is_not_at_its_end_has_other_solutions(wide):
    skeleton = skeleton_of(WHITE)
    walker = RunWalker(skeleton)
    n_open = 0
    for seed in range(30):
        assert walker.begin(seed, is_plain=False)
        n_loose = walker.walk(1, wide)
        digits, totals = walker.read()
        starts = skeleton.unit_starts.tolist()
        runs = [skeleton.unit_cells[a:b] for a, b in itertools.pairwise(starts)]
        assert [int(digits[run].sum()) for run in runs] == totals.tolist()
        assert all(len(set(digits[run].tolist())) == len(run) for run in runs)
        entries = [[0 if white else None for white in row] for row in WHITE.tolist()]
        places = np.argwhere(WHITE)
        for run, total in zip(runs, totals.tolist(), strict=True):
            (r, c), second = places[run[0]], places[run[1]]
            is_across = second[0] == r
            at = (r, c - 1) if is_across else (r - 1, c)
            down, right = entries[at[0]][at[1]] or (0, 0)
            entries[at[0]][at[1]] = (down, total) if is_across else (total, right)
        n = len(all_solutions(Kakuro(entries), limit=2))
        assert n >= 1
        if wide:
            # A search decides.
            assert (n_loose == 0) == (n == 1)
        elif n_loose == 0:
            assert n == 1
        n_open += n_loose > 0
    assert n_open


def test_the_same_seed_gives_the_same_walk():
    skeleton = skeleton_of(WHITE)
    found = []
    for steps in (1, 7, 1000):
        walker = RunWalker(skeleton)
        assert walker.begin(5, is_plain=False)
        for _ in range(0, 1000, steps):
            if walker.walk(steps, 2) == 0:
                break
        found.append(walker.read()[0].tolist())
    assert found[0] == found[1] == found[2]


def test_wrong_arguments_are_refused():
    build = module("_kakuro").RunWalker
    starts, cells = np.arange(0, 9, 2, dtype=np.int32), np.array([0, 1, 2, 3, 0, 2, 1, 3], np.int32)
    with pytest.raises(ValueError, match="n_cells must be 1 to 4096, got 0"):
        build(starts, cells, 0)
    with pytest.raises(ValueError, match="each cell must be in two runs"):
        build(starts[:4], cells[:6], 4)
    with pytest.raises(ValueError, match="run 0 must have 1 to 9 cells, got 0"):
        build(np.array([0, 0, 2, 4, 6, 8], np.int32), cells, 4)
    walker = build(starts, cells, 4)
    with pytest.raises(ValueError, match="no digits to change"):
        walker.walk(1)
    with pytest.raises(ValueError, match="no digits to read"):
        walker.read(np.zeros(4, np.uint8), np.zeros(4, np.int32))
    assert walker.begin(1)
    with pytest.raises(ValueError, match="digits must have shape"):
        walker.read(np.zeros(3, np.uint8), np.zeros(4, np.int32))
