"""All contestants find the same, with and without their own processes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import fastfuto
from fastfuto import Futoshiki, Permutations

from ..alone import measure
from ..cases import cover, kakuro, sudoku
from ..cases.client import Client
from ..cases.futoshiki import random_puzzle, random_square, thinned
from ..cases.large import instance, turned
from ..cases.single import single
from ..check import WrongAnswer, check_outcome
from ..rivals import CONTESTANTS, Contestant
from ..suites.client import SUITE
from ..tasks import ALL, COUNT, FIRST, GENERATE, UNIQUE

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # Warnings of rivals.

LARGE = [
    *("CP-SAT tuned", "CP-SAT tuned (2 workers)", "CaDiCaL stable", "CaDiCaL 3.0 stable"),
    *("Kissat stable", "MiniSat"),
]
SOLVERS = ["reference", "CP-SAT", "Pumpkin", "CaDiCaL", "Glucose", *LARGE]
OURS = ["fastfuto", "fastfuto (2 threads)", "fastfuto (learner by activity)"]
COUNTERS = ["fastfuto", "fastfuto (states)", "fastfuto (search)", "Ganak", "d4"]
COVERS = ["fastfuto", "fastfuto (leftmost item)", "exact-cover", "xcover", "miniexact", "pyxcc"]
KAKURO = ["fastfuto", "fastfuto (same object again)", "fastfuto (50 in a batch)", "CP-SAT"]
EASY = sudoku.batch("easy", 3)

ANSWERS = [
    (COUNTERS, Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 2), (1, 2))]), COUNT, 144),
    (["fastfuto", "CP-SAT", "CaDiCaL"], sudoku.random_grid(16, 0.5, 0), FIRST, 1),
    (["plain C"], Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 2), (1, 2))]), COUNT, 144),
    (OURS, random_puzzle(9, 0, 0.3, 0), FIRST, 1),
    (OURS, Futoshiki([[1, 0, 0], [0, 1, 0], [0, 0, 2]]), FIRST, 0),
    ([*OURS[:2], *LARGE], single("critical-n20-g03-s08"), UNIQUE, 1),
    (KAKURO, kakuro.source_grid(1), FIRST, 1),
    (["fastfuto", "fastfuto (text to text)", "rustoku", "lib-sudoku"], EASY, FIRST, 3),
    (["fastfuto", "rustoku"], EASY, UNIQUE, 3),
    (COVERS, cover.langford(7), COUNT, 52),
    (COVERS, cover.queens(6), COUNT, 4),
    (["fastfuto", "exact-cover", "xcover", "dlx-cython"], cover.sudoku_matrix("17 clues", 0), FIRST, 1),
    (["fastfuto", "itertools (fromiter)", "itertools (bytes)"], Permutations(5), ALL, 120),
]


@pytest.mark.parametrize("kind", ["Futoshiki", "MiniSudoku", "Sudoku"])
@pytest.mark.parametrize("with_clues", [False, True])
def test_clients_make_tasks_with_one_solution(kind, with_clues):
    pytest.importorskip("reasoning_gym")
    task = Client(kind, 4, 1, with_clues)
    outcomes = [CONTESTANTS[name].rival(task, GENERATE, 20) for name in SUITE.sections[0].sets[0].contestants]
    assert [outcome.found for outcome in outcomes] == [1, 1, 1]
    assert all(outcome.solve > 0 for outcome in outcomes)
    made = task.dataset(is_ours=True)[1]
    task.check(made)
    made["metadata"]["puzzle"] = [[0] * len(row) for row in made["metadata"]["puzzle"]]
    with pytest.raises(WrongAnswer):
        task.check(made)


def installed(name: str) -> Contestant:
    """Return a contestant; skip the test where it is not installed."""
    if not CONTESTANTS[name].is_installed:
        pytest.skip(f"{name} is not installed")
    return CONTESTANTS[name]


@pytest.mark.parametrize(
    ("name", "puzzle", "task", "found"),
    [pytest.param(name, *known, id=f"{name}-{k}") for k, (who, *known) in enumerate(ANSWERS) for name in who],
)
def test_contestants_find_the_known_number(name, puzzle, task, found):
    outcome = installed(name).rival(puzzle, task, 20)
    assert outcome.found == found
    check_outcome(puzzle, task, outcome, solvable=found > 0)


def small_puzzles() -> Iterator[Futoshiki]:
    """Yield puzzles with no solution, one and several."""
    rng = random.Random(0)
    for n, (g, s) in itertools.product((2, 3, 4, 5), ((0, 0.5), (0.1, 1), (0.4, 0), (0.3, 0.5))):
        puzzle = thinned(rng, random_square(rng, n, n**3), g, s)
        indices = range(len(puzzle.inequalities))
        yield from (puzzle, turned(puzzle, indices[:1]), turned(puzzle, indices[::2]))


@pytest.mark.parametrize("name", ["plain C", *SOLVERS])
def test_solvers_find_as_many_as_fastfuto(name):
    rival = installed(name).rival
    counts = set()
    for puzzle in small_puzzles():
        count = fastfuto.count(puzzle)
        counts.add(min(count, 2))
        last = COUNT if name == "plain C" else ALL
        for task, found in ((FIRST, min(count, 1)), (UNIQUE, min(count, 2)), (last, count)):
            outcome = rival(puzzle, task, 10)
            assert outcome.found == found
            check_outcome(puzzle, task, outcome, solvable=count > 0)
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("name", [*OURS, *LARGE])
def test_processes_are_measured_and_ended(name, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))  # For the child processes.
    rival, empty = installed(name).rival, Futoshiki([[0] * 4] * 4)
    small = measure(rival, instance("n12-g00-s06"), FIRST, 20, empty)
    assert (small.found, small.timed_out) == (1, False)
    assert small.peak > 1 << 20
    late = measure(rival, instance("critical-n40-g05-s03"), FIRST, 0.01, empty)
    assert (late.found, late.timed_out) == (0, True)
    with pytest.raises(RuntimeError, match="failed"):
        measure(rival, None, FIRST, 1, None)
