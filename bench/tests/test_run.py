"""The main calls under pytest-benchmark: ``pytest bench``. Every round gets newly built puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, reference

from .cases import Population, digest, fresh, tatham
from .check import WrongAnswer, check_grids

ROUNDS = 100

SETS = {
    "5x5": [case.puzzle() for case in tatham(5)],
    "9x9-tricky": [case.puzzle() for case in tatham(9, "k")],
    "9x9-extreme": [case.puzzle() for case in tatham(9, "x")],
}

MANY_SOLUTIONS = {
    "empty": [Futoshiki([[0] * 6] * 6)],
    "clues-and-signs": Population(6, 0.06, 0.2, 10).puzzles(),
}


def cycle(
    benchmark: Any, function: Callable[[Any], object], make: Callable[[], list[Any]], rounds: int
) -> None:
    """Time passes of `function` over lists that `make` makes anew outside the clock."""

    def run(arguments: list[Any]) -> None:
        for argument in arguments:
            function(argument)

    benchmark.extra_info["calls a round"] = len(make())
    benchmark.pedantic(run, setup=lambda: ((make(),), {}), rounds=rounds, warmup_rounds=1)


@pytest.mark.parametrize("puzzles", SETS.values(), ids=list(SETS))
@pytest.mark.parametrize("verb", [fastfuto.solve, fastfuto.is_unique, fastfuto.count])
def test_whole_call(benchmark, verb, puzzles):
    cycle(benchmark, verb, lambda: fresh(puzzles), ROUNDS)


@pytest.mark.parametrize("n", [5, 9])
def test_parse(benchmark, n):
    ids = [case.id for case in tatham(n)]
    cycle(benchmark, lambda text: fastfuto.parse(text, format="tatham"), lambda: ids, ROUNDS)


@pytest.mark.parametrize("puzzles", SETS.values(), ids=list(SETS))
def test_construct(benchmark, puzzles):
    parts = [(puzzle.clues.tolist(), puzzle.inequalities) for puzzle in puzzles]
    cycle(benchmark, lambda both: Futoshiki(*both), lambda: parts, ROUNDS)


@pytest.mark.parametrize("puzzles", MANY_SOLUTIONS.values(), ids=list(MANY_SOLUTIONS))
@pytest.mark.parametrize("verb", [fastfuto.all_solutions, fastfuto.count])
def test_enumeration(benchmark, verb, puzzles):
    cycle(benchmark, lambda puzzle: verb(puzzle, limit=1_000_000), lambda: fresh(puzzles), 5)


def test_reference(benchmark):
    puzzles = Population(5, 0.2, 0.3, 10).puzzles()
    cycle(benchmark, reference.first_solution, lambda: fresh(puzzles), 10)


# What the benchmarks stand on --------------------------------------------------------------------------


def test_populations_are_the_same_everywhere():
    assert digest(Population(4, 0.2, 0.2, 5).puzzles()) == "77d9a68fff96b81d"
    assert digest(Population(9, 0.2, 0.2, 5).puzzles()) == "4eb039862987d054"


@pytest.mark.parametrize(
    ("grid", "complaint"),
    [
        ([[1, 2], [2, 1]], None),
        ([[2, 1], [1, 2]], "less"),
        ([[1, 1], [2, 2]], "row"),
        ([[1, 2], [1, 2]], "column"),
        ([[0, 2], [2, 1]], "row"),
    ],
)
def test_checker(grid, complaint):
    puzzle = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    grids = np.array([grid], np.uint8)
    if complaint is None:
        check_grids(puzzle, grids)
        with pytest.raises(WrongAnswer, match="twice"):
            check_grids(puzzle, np.concatenate([grids, grids]))
        with pytest.raises(WrongAnswer, match="clue"):
            check_grids(puzzle.with_clues([[2, 0], [0, 0]]), grids)
    else:
        with pytest.raises(WrongAnswer, match=complaint):
            check_grids(puzzle, grids)
