"""Random layouts against a plain twin, and walks to digits that totals determine against all fillings."""

import itertools

import numpy as np
import pytest

from fastfuto import Kakuro, all_solutions
from fastfuto.engines import RunWalker, draw_layout
from fastfuto.engines._problem import Units
from fastfuto.engines.loading import module
from fastfuto.solving.random import Random

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


def plain_layout(orbits, n_white, random):
    """Return the white cells of a random layout, or None; orbits are sets of cells."""

    def beside(cell):
        r, c = cell
        return (r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)

    def is_whole(white):
        for left, right, above, below in map(beside, white):
            if not (white & {left, right} and white & {above, below}):
                return False
        reached, waiting = set(), [min(white)]
        while waiting:
            cell = waiting.pop()
            if cell in white - reached:
                reached.add(cell)
                waiting += beside(cell)
        return reached == white

    def long_runs(white):
        runs = [
            [(r + k, c) if is_down else (r, c + k) for k in range(10)]
            for r, c in white
            for is_down in (False, True)
        ]
        return {cell for run in runs if white.issuperset(run) for cell in run}

    white = set().union(*orbits)
    order = list(range(len(orbits)))
    random.shuffle(order)
    for k in order + order:
        too_long = long_runs(white)
        if too_long:
            if not too_long & orbits[k]:
                continue
        elif len(white) <= n_white:
            break
        fewer = white - orbits[k]
        if fewer and is_whole(fewer):
            white = fewer
    return None if long_runs(white) else white


def orbits_of(rows, columns, image):
    """Return the cells behind the first row and column with their images, as sets and as words of bits."""
    cells = itertools.product(range(1, rows), range(1, columns))
    orbits = list(dict.fromkeys(frozenset({(r, c), image(r, c)}) for r, c in cells))
    words = np.zeros((len(orbits), rows), np.uint32)
    for k, orbit in enumerate(orbits):
        for r, c in orbit:
            words[k, r] |= np.uint32(1 << c)
    return orbits, words


@pytest.mark.parametrize(
    ("rows", "columns", "image"),
    [
        (3, 3, lambda r, c: (r, c)),
        (6, 9, lambda r, c: (r, c)),
        (12, 5, lambda r, c: (12 - r, c)),
        (12, 12, lambda r, c: (r, c)),
        (13, 13, lambda r, c: (13 - r, 13 - c)),
        (12, 12, lambda r, c: (c, r)),
    ],
)
def test_layouts_are_those_of_a_plain_twin(rows, columns, image):
    orbits, words = orbits_of(rows, columns, image)
    n_white = int(0.66 * (rows - 1) * (columns - 1))
    for seed in range(2):
        random = Random(seed)
        expected = plain_layout(orbits, n_white, random)
        drawn = draw_layout(words, columns, n_white, seed)
        assert (drawn is None) == (expected is None)
        if drawn is not None:
            white, state = drawn
            assert white.shape == (rows, columns)
            assert {(r, c) for r, c in np.argwhere(white).tolist()} == expected
            assert Random(state).word() == random.word()


def test_layouts_hang_together_in_runs_of_two_to_nine():
    _, words = orbits_of(13, 13, lambda r, c: (r, c))
    n_found = 0
    for seed in range(50):
        drawn = draw_layout(words, 13, 95, seed)
        if drawn is None:
            continue
        n_found += 1
        white, _ = drawn
        assert not white[0].any()
        assert not white[:, 0].any()
        puzzle = Kakuro([[0 if each else None for each in row] for row in white.tolist()])
        assert {2, 3, 4}.issubset({len(run.cells) for run in puzzle.runs})
        assert all(2 <= len(run.cells) <= 9 for run in puzzle.runs)
        assert 0.5 < white.sum() / 144 < 0.95
    assert n_found > 25


def test_layouts_that_cannot_be_cut_come_to_nothing():
    # Two rows of ten: a black cell would leave one alone in its column, or cut them apart.
    words = np.array([[1 << c, 0] if r == 0 else [0, 1 << c] for r in range(2) for c in range(10)], np.uint32)
    assert draw_layout(words, 10, 10, 1) is None


def test_orbits_out_of_range_are_refused():
    draw, out = module("_kakuro").draw_layout, np.zeros((2, 3), np.uint8)
    with pytest.raises(ValueError, match="orbits must have shape"):
        draw(np.zeros((0, 2), np.uint32), 1, 0, out)
    with pytest.raises(ValueError, match="orbits must have shape"):
        draw(np.ones((1, 33), np.uint32), 1, 0, np.zeros((33, 3), np.uint8))
    with pytest.raises(ValueError, match=r"out must have shape \(2, 1 to 32\)"):
        draw(np.ones((1, 2), np.uint32), 1, 0, np.zeros((3, 3), np.uint8))
    with pytest.raises(ValueError, match="cells in the columns 0 to 2, and no others"):
        draw(np.array([[8, 0]], np.uint32), 1, 0, out)
    with pytest.raises(ValueError, match="cells in the columns 0 to 2, and no others"):
        draw(np.zeros((1, 2), np.uint32), 1, 0, out)


def open_cells(skeleton, totals, *, is_plain):
    """Return how many cells the runs leave open, filtered by trying all sets or choices of digits."""
    starts, cells = skeleton.unit_starts.tolist(), skeleton.unit_cells.tolist()
    runs = [cells[a:b] for a, b in itertools.pairwise(starts)]
    domains = [set(range(1, 10)) for _ in range(skeleton.n_cells)]
    before = None
    while domains != before:
        before = [set(each) for each in domains]
        for run, total in zip(runs, totals, strict=True):
            told = [domains[cell] for cell in run]
            if is_plain:
                filled = {digit for each in told if len(each) == 1 for digit in each}
                sets = itertools.combinations(range(1, 10), len(run))
                choices = [each for each in sets if sum(each) == total and filled.issubset(each)]
                left = set().union(*choices) - filled
                kept = [each if len(each) == 1 else each & left for each in told]
            else:
                choices = [()]
                for digits in told:
                    choices = [(*each, digit) for each in choices for digit in digits.difference(each)]
                choices = [each for each in choices if sum(each) == total]
                kept = [{each[k] for each in choices} for k in range(len(run))]
            for cell, digits in zip(run, kept, strict=True):
                domains[cell] = digits
    return sum(len(each) > 1 for each in domains)


@pytest.mark.thorough
@pytest.mark.parametrize("is_plain", [False, True])
def test_loose_cells_are_those_that_a_plain_filter_leaves_open(is_plain):
    _, words = orbits_of(6, 7, lambda r, c: (r, c))
    for seed in range(2):
        white, state = draw_layout(words, 7, 20, seed)
        skeleton = skeleton_of(white)
        walker = RunWalker(skeleton)
        assert walker.begin(state, is_plain=is_plain)
        for _ in range(6):
            n_loose = walker.walk(4, 0)
            totals = walker.read()[1].tolist()
            assert n_loose == open_cells(skeleton, totals, is_plain=is_plain)


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("wide", [0, 3])
def test_totals_at_the_end_determine_the_digits(is_plain, wide):
    skeleton = skeleton_of(np.array([[0, 0, 0], [0, 1, 1], [0, 1, 1]], bool))
    walker = RunWalker(skeleton)
    for seed in range(8):
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
    with pytest.raises(ValueError, match="1 to 4096 cells and 9 values, got 4097 and 9"):
        build(Units(starts, cells, 4097, 9))
    with pytest.raises(ValueError, match="1 to 4096 cells and 9 values, got 4 and 4"):
        build(Units(starts, cells, 4, 4))
    with pytest.raises(ValueError, match="each cell must be in two runs"):
        build(Units(starts[:4], cells[:6], 4, 9))
    with pytest.raises(ValueError, match="run 0 must have 1 to 9 cells, got 0"):
        build(Units(np.array([0, 0, 2, 4, 6, 8], np.int32), cells, 4, 9))
    walker = build(Units(starts, cells, 4, 9))
    with pytest.raises(ValueError, match="no digits to change"):
        walker.walk(1)
    with pytest.raises(ValueError, match="no digits to read"):
        walker.read(np.zeros(4, np.uint8), np.zeros(4, np.int32))
    assert walker.begin(1)
    with pytest.raises(ValueError, match="digits must have shape"):
        walker.read(np.zeros(3, np.uint8), np.zeros(4, np.int32))
