"""All contestants find the same, with and without a process of their own."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Permutations

from ..alone import measure
from ..cases import cover, kakuro, sudoku
from ..cases.futoshiki import random_square, thinned
from ..cases.large import instance, turned
from ..check import check_outcome
from ..rivals import CONTESTANTS
from ..tasks import ALL, COUNT, FIRST, UNIQUE, Outcome, Task

FUTOSHIKI = ["fastfuto", "reference", "CP-SAT", "CP-SAT tuned", "CaDiCaL", "CaDiCaL stable", "Glucose"]
COUNTERS = ["fastfuto (states)", "fastfuto (search)", "Ganak"]
COVERS = ["fastfuto", "fastfuto (leftmost item)", "exact-cover", "xcover", "miniexact", "pyxcc"]

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # those of rivals


def ask(name: str, puzzle: object, task: Task) -> Outcome:
    """Return what a contestant answers; skip the test where it is not installed."""
    if not CONTESTANTS[name].is_installed:
        pytest.skip(f"{name} is not installed")
    return CONTESTANTS[name].rival(puzzle, task, 20)


def small_puzzles() -> Iterator[Futoshiki]:
    """Yield puzzles with no solution, one and several."""
    rng = random.Random(0)
    for n, (g, s) in itertools.product((2, 3, 4, 5), ((0, 0.5), (0.1, 1), (0.4, 0), (0.3, 0.5))):
        puzzle = thinned(rng, random_square(rng, n, n**3), g, s)
        indices = range(len(puzzle.inequalities))
        yield from (puzzle, turned(puzzle, indices[:1]), turned(puzzle, indices[::2]))


@pytest.mark.parametrize("name", FUTOSHIKI)
def test_solvers_find_as_many_as_fastfuto(name):
    counts = set()
    for puzzle in small_puzzles():
        count = fastfuto.count(puzzle)
        counts.add(min(count, 2))
        if not (name == "fastfuto" and not count):  # whose uniqueness is asked only where there is a solution
            assert ask(name, puzzle, UNIQUE).found == min(count, 2)
        for task in (FIRST, ALL):
            outcome = ask(name, puzzle, task)
            assert outcome.found == (min(count, 1) if task == FIRST else count)
            check_outcome(puzzle, task, outcome, solvable=count > 0)
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("name", COUNTERS)
def test_counters_count_the_same(name):
    puzzle = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 2), (1, 2))])
    assert ask(name, puzzle, COUNT).found == 144


@pytest.mark.parametrize("name", ["fastfuto", "CP-SAT", "CaDiCaL"])
def test_large_sudoku(name):
    puzzle = sudoku.random_grid(16, 0.5, 0)
    check_outcome(puzzle, FIRST, ask(name, puzzle, FIRST))


@pytest.mark.parametrize(
    "name", ["fastfuto", "fastfuto (same object again)", "fastfuto (50 in a batch)", "CP-SAT"]
)
def test_kakuro(name):
    check_outcome(kakuro.source_grid(1), FIRST, ask(name, kakuro.source_grid(1), FIRST))


@pytest.mark.parametrize("name", ["fastfuto", "rustoku", "lib-sudoku"])
def test_batches_of_sudoku(name):
    grids = sudoku.batch("easy", 3)
    outcome = ask(name, grids, FIRST)
    assert outcome.found == 3
    check_outcome(grids, FIRST, outcome)


@pytest.mark.parametrize("name", COVERS)
def test_covers_are_counted(name):
    assert ask(name, cover.langford(7), COUNT).found == 52
    assert ask(name, cover.queens(6), COUNT).found == 4


@pytest.mark.parametrize("name", ["fastfuto", "exact-cover", "xcover", "dlx-cython"])
def test_first_covers(name):
    puzzle = cover.sudoku_matrix("17 clues", 0)
    assert puzzle.options.shape == (593, 324)
    check_outcome(puzzle, FIRST, ask(name, puzzle, FIRST))


@pytest.mark.parametrize("name", ["fastfuto", "itertools (fromiter)", "itertools (bytes)"])
def test_permutations(name):
    outcome = ask(name, Permutations(5), ALL)
    assert np.asarray(outcome.grids).shape == (120, 5)
    check_outcome(Permutations(5), ALL, outcome)


@pytest.mark.parametrize("name", ["fastfuto", "CP-SAT tuned", "CaDiCaL stable"])
def test_processes_are_measured_and_ended(name, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))  # for the children
    if not CONTESTANTS[name].is_installed:
        pytest.skip(f"{name} is not installed")
    rival, empty = CONTESTANTS[name].rival, Futoshiki([[0] * 4] * 4)
    small = measure(rival, instance("n12-g00-s06"), FIRST, 20, empty)
    assert (small.found, small.timed_out) == (1, False)
    assert small.peak > 1 << 20
    late = measure(rival, instance("critical-n40-g05-s03"), UNIQUE, 0.01, empty)
    assert (late.found, late.timed_out) == (0, True)


def test_failures_are_told(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    with pytest.raises(RuntimeError, match="failed"):
        measure(CONTESTANTS["fastfuto"].rival, None, FIRST, 1, None)
