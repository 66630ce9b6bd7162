"""What is proved: claims, their solutions, refusals and limits."""

import json
import sys

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    LimitReached,
    MemoryLimit,
    Model,
    NoSolution,
    Permutations,
    PuzzleError,
    Skeleton,
    Sudoku,
    prove,
)
from fastfuto.engines import PAUSED
from fastfuto.formats import format_puzzle
from fastfuto.limits import Watch
from fastfuto.proofs import encoding
from fastfuto.proofs.rules import Formula, Root

from ..calls import raising, together
from .samples import PIGEONS

ONE = Futoshiki([[1, 0], [0, 0]])
TWO = Futoshiki([[0, 0], [0, 0]])
NONE = Futoshiki([[1, 1], [0, 0]])
EMPTY_DOMAIN = Futoshiki([[5, 0], [0, 0]])
APART = Permutations(
    4, forbidden_neighbours=[(v, w) for v in range(1, 5) for w in (v - 1, v + 1) if 1 <= w <= 4]
)
"""No two neighbours differ by 1."""


@pytest.mark.parametrize(
    ("puzzle", "claim", "told", "n_solutions"),
    [
        (ONE, "auto", "only this solution", 1),
        (ONE, "only this solution", "only this solution", 1),
        (ONE, "a solution", "a solution", 1),
        (ONE, 1, 1, 1),
        (ONE, np.int64(1), 1, 1),
        (TWO, "auto", "a solution", 2),
        (TWO, "a solution", "a solution", 1),
        (TWO, 2, 2, 2),
        (NONE, "auto", "no solution", 0),
        (NONE, "no solution", "no solution", 0),
        (NONE, 0, 0, 0),
        (EMPTY_DOMAIN, "auto", "no solution", 0),
        (LatinSquare(1), "auto", "only this solution", 1),
        (LatinSquare(3), 12, 12, 12),
        (Model(Skeleton(5, 4, [range(5)])), "auto", "no solution", 0),
        (PIGEONS, "no solution", "no solution", 0),
        (APART, 2, 2, 2),
    ],
)
def test_claims(puzzle, claim, told, n_solutions, tmp_path):
    certificate = prove(puzzle, claim=claim)
    assert certificate.claim == told
    assert type(certificate.claim) in (str, int)
    assert certificate.puzzle == puzzle
    assert len(certificate.solutions) == n_solutions
    assert len({solution.tobytes() for solution in certificate.solutions}) == n_solutions
    if hasattr(puzzle, "is_solution"):
        assert all(puzzle.is_solution(solution) for solution in certificate.solutions)
    assert (certificate.proof == b"") == (told == "a solution")
    certificate.save(tmp_path)
    assert fastfuto.verify(tmp_path, puzzle)


@pytest.mark.parametrize(
    ("puzzle", "claim", "error", "message"),
    [
        (ONE, "no solution", ValueError, "'no solution' does not hold: the puzzle has at least 1 solution"),
        (TWO, "only this solution", ValueError, "the puzzle has at least 2 solutions"),
        (NONE, "only this solution", NoSolution, "the puzzle has no solution"),
        (NONE, "a solution", NoSolution, "the puzzle has no solution"),
        (NONE, 3, NoSolution, "the claim 3 does not hold: the puzzle has no solution"),
        (TWO, 3, ValueError, "the puzzle has 2 solutions"),
        (TWO, 1, ValueError, "the puzzle has at least 2 solutions"),
        (
            ONE,
            "unique",
            ValueError,
            "claim must be 'auto', 'no solution', 'only this solution', 'a solution' or",
        ),
        (ONE, 1.0, TypeError, "claim must be a string or a whole number, got 1.0"),
        (ONE, True, TypeError, "claim must be a string or a whole number, got True"),
        (ONE, -1, ValueError, "claim must be 0 to 100000 solutions, got -1"),
        (ONE, 161280, ValueError, "claim must be 0 to 100000 solutions, got 161280"),
        (5, "auto", TypeError, "expected a Puzzle or a Model, got int"),
    ],
)
def test_what_is_refused(puzzle, claim, error, message):
    with pytest.raises(error) as caught:
        prove(puzzle, claim=claim)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (ExactCover([["a"]]), "DRAT proofs do not support exact covers"),
        (Kakuro.parse("2 3\n* (3,0) (4,0)\n(0,4) 0 0\n"), "puzzles with sums, such as Kakuro"),
        (Model(Skeleton(2, 2), sums=[([0, 1], 3)]), "puzzles with sums"),
    ],
)
def test_what_clauses_cannot_say(puzzle, message):
    with pytest.raises(PuzzleError, match=message):
        prove(puzzle, proof="drat")


def test_unknown_formats():
    with pytest.raises(ValueError, match="proof must be 'pb' or 'drat', got 'lrat'"):
        prove(ONE, proof="lrat")


@pytest.mark.thorough
def test_wide_puzzles():
    # More than 64 values, so literals of three bytes and the wide build.
    n = 70
    clues = (np.add.outer(np.arange(n), np.arange(n)) % n) + 1
    clues[:, :2] = 0
    certificate = prove(LatinSquare(clues))
    assert certificate.claim == "a solution"
    clues[0, 0] = 1
    clues[0, 1] = 3
    assert prove(LatinSquare(clues)).claim == "no solution"


@pytest.mark.parametrize("timeout", [0.0, 0.2])
def test_time_limits(timeout):
    with pytest.raises(LimitReached, match="passed before a proof was found") as caught:
        prove(hard(), claim="no solution", timeout=timeout)
    assert caught.value.found == 0
    assert caught.value.stats.engine == "learner"


def hard():
    """Return twelve cells that differ, two by two, and eleven values, which no resolution refutes in time."""
    cells = range(12)
    return Model(Skeleton(12, 11, [(a, b) for a in cells for b in cells if a < b]))


def test_memory_limits():
    with pytest.raises(MemoryLimit, match="the memory limit of 1000 bytes was reached"):
        prove(PIGEONS, memory=1000)
    needed = prove(PIGEONS, memory=1 << 24)
    assert len(needed.proof) > 50_000
    with pytest.raises(MemoryLimit):
        prove(PIGEONS, memory=150_000)
    with pytest.raises(ValueError, match="memory must be at least 1"):
        prove(ONE, memory=0)


def test_a_formula_that_does_not_fit_is_not_written():
    # The learners need little, because the root has no solution.
    clues = np.zeros((40, 40), int)
    clues[0, :2] = 1
    with pytest.raises(MemoryLimit, match=r"takes 27\.4 MiB, more than the memory limit of 26\.7 MiB"):
        prove(LatinSquare(clues), memory=28_000_000)
    assert prove(LatinSquare(clues), memory=29_000_000).claim == "no solution"


def test_progress_is_reported_and_may_end_the_call():
    stages = []
    prove(PIGEONS, progress=lambda progress: stages.append(progress.stage))
    assert "learner by size" in stages

    class Stop(Exception):
        pass

    with pytest.raises(Stop):
        prove(hard(), progress=raising(Stop))


def test_an_exhausted_search_takes_no_more_turns(monkeypatch):
    # Learners that begin late let the search come to its end before they have a proof.
    room, turns = sys.modules["fastfuto.proofs.prove"], []

    class Contestant(room._Contestant):
        def run(self):
            is_late = self.name != room.SEARCH and turns.count(self.name) < 100
            outcome, work = (PAUSED, room.PIECE) if is_late else super().run()
            turns.append(self.name)
            return outcome, work

    monkeypatch.setattr(room, "_Contestant", Contestant)
    assert prove(ONE).claim == "only this solution"
    assert turns.count(room.SEARCH) == 1
    assert turns.count(room.BY_SIZE) > 100


def test_setting_up_a_learner_costs_nothing_of_its_turn(monkeypatch):
    room, runs = sys.modules["fastfuto.proofs.prove"], []

    class Stop(Exception):
        pass

    class Contestant(room._Contestant):
        def run(self):
            if self.name == room.BY_ACTIVITY:
                raise Stop
            outcome, work = super().run()
            runs.append(self._engine.is_preparing)
            return outcome, work

    monkeypatch.setattr(room, "_Contestant", Contestant)
    with pytest.raises(Stop):
        prove(LatinSquare(100), claim="no solution")
    assert runs.count(True) > 5
    assert runs.count(False) == room.FIRST_SLICE // room.PIECE


def test_many_threads():
    found = {}
    together(lambda k: found.update({k: prove(Sudoku(np.zeros((4, 4), int)), claim=288)}), 4)
    assert len(set(found.values())) == 1


def test_the_same_puzzle_has_the_same_proof():
    assert prove(PIGEONS) == prove(PIGEONS)


def test_the_time_limit_is_looked_at_while_a_proof_is_written(monkeypatch):
    stages = set()

    def is_over(self, found=0, done=0, total=None, stage=""):
        stages.add(stage)
        return stage == "proof"

    monkeypatch.setattr(Watch, "is_over", is_over)
    with pytest.raises(LimitReached, match="passed before a proof was found"):
        prove(fastfuto.generate(7, level="diabolical").puzzle, timeout=60)
    assert "proof" in stages


def test_the_time_limit_is_looked_at_while_a_formula_is_made():
    statement = encoding.statement(json.loads(format_puzzle(LatinSquare(5), "json")))
    ticks = []
    formula = Formula(statement, tick=lambda: ticks.append("formula"))
    assert len(ticks) == len(list(statement.rows())) == 25 + 2 * 25
    root = Root(formula, lambda: ticks.append("root"))
    assert not root.failed
    assert ticks.count("root") == 25 + 2 * 25
