"""The engines' door: names, outcomes and limits that Python knows agree with the compiled modules."""

from typing import get_args

import numpy as np
import pytest

import fastfuto
from fastfuto.engines import (
    ENGINES,
    EXHAUSTED,
    PAUSED,
    SOLUTION,
    EngineName,
    Request,
    open_engine,
    refusal,
    states,
)
from fastfuto.engines.loading import NARROW, module
from fastfuto.model import MAX_VALUES

COMPILED = (
    "search",
    "search_wide",
    "learner",
    "learner_wide",
    "states",
    "states_wide",
    "cover",
    "permutations",
)


def test_the_type_of_names_lists_the_engines():
    assert get_args(EngineName) == ("auto", *ENGINES)


@pytest.mark.parametrize("name", COMPILED)
def test_outcomes_are_the_same_everywhere(name):
    compiled = module(f"_{name}")
    assert (compiled.EXHAUSTED, compiled.PAUSED) == (EXHAUSTED, PAUSED)
    assert getattr(compiled, "SOLUTION", SOLUTION) == SOLUTION


def test_limits_are_those_of_the_builds():
    assert states.NARROW_ROWS == module("_states").MAX_ROWS
    assert states.MAX_ROWS == module("_states_wide").MAX_ROWS
    assert states.MAX_POSITIONS == module("_permutations").MAX_POSITIONS
    assert 64 * module("_search").WORDS == NARROW
    assert 64 * module("_search_wide").WORDS > MAX_VALUES


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_answers_or_says_why_not(name):
    puzzles = (
        fastfuto.LatinSquare(3),
        fastfuto.Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))]),
        fastfuto.Kakuro([[(0, 3), 0, 0]]),
        fastfuto.Permutations(3),
        fastfuto.ExactCover([["a"], ["b"], ["a", "b"]]),
    )
    answered = 0
    for puzzle in puzzles:
        model = puzzle.model()
        if why := refusal(name, model, to_list=False):
            assert name in why
            with pytest.raises(ValueError, match=name):
                fastfuto.count(puzzle, engine=name)
            continue
        answered += 1
        assert fastfuto.count(puzzle, engine=name) == fastfuto.count(puzzle)
        if refusal(name, model) is None:
            engine = open_engine(name, Request(model))
            row = np.zeros((1, model.n_cells), model.dtype)
            assert engine.run(10**6, 1, row) == SOLUTION
            assert puzzle.is_solution(puzzle.decode(row[0]))
    assert answered


@pytest.mark.parametrize("name", ["chess", ["search"]])
def test_unknown_names_are_refused(name):
    with pytest.raises(ValueError, match="engine must be one of 'auto', 'search'"):
        fastfuto.solve(fastfuto.LatinSquare(3), engine=name)
