"""What the verbs return: as truth values and as JSON."""

import inspect
import io
import json
import math
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    Status,
    Sudoku,
    count_result,
    estimate_count,
    solve,
    to_json,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
BLANK = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
CONTRADICTORY = Futoshiki([[1, 1], [0, 0]])
SUDOKU = Sudoku([[0] * 6] * 6, box=(2, 3))

OLD_NAMES = {"standard_error": "relative_error"}
"""Keys in JSON whose attributes have other names by now."""


def strictly(constant):
    raise AssertionError(f"{constant} is not JSON")


def test_a_result_is_true_if_there_is_a_solution():
    assert solve(BLANK)
    assert not solve(CONTRADICTORY)


def test_a_result_that_is_not_known_is_false():
    result = solve(LatinSquare(200), timeout=0)
    assert result.status is Status.UNKNOWN
    assert not result


def test_an_empty_cover_is_a_solution():
    result = solve(ExactCover([]))
    assert result
    assert len(result.grid) == 0


@pytest.mark.parametrize(
    "answer",
    [
        solve(BLANK),
        solve(CONTRADICTORY),
        solve(ExactCover([["a"], ["b"]])),
        solve(Kakuro([[1, 0]])),
        count_result(BLANK),
        count_result(Permutations(40)),
        estimate_count(BLANK),
        estimate_count(CONTRADICTORY),
        estimate_count(SUDOKU, samples=2),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_an_answer_turns_into_a_line_of_json(answer):
    text = to_json(answer)
    assert "\n" not in text
    fields = json.loads(text, parse_constant=strictly)
    fields = {OLD_NAMES.get(name, name): value for name, value in fields.items()}
    assert list(fields) == list(type(answer).__dataclass_fields__)
    for name, value in fields.items():
        original = getattr(answer, name)
        if name == "stats":
            assert value == {key: getattr(original, key) for key in type(original).__dataclass_fields__}
        elif isinstance(original, float) and not math.isfinite(original):
            assert value is None
        else:
            assert value == getattr(original, "value", np.array(original).tolist())


LINE = b"3:1,0R,0,0,2,0,0,0,0,\n"
RETURNED = {
    "all_solutions": lambda: fastfuto.all_solutions(BLANK),
    "audit": lambda: fastfuto.audit(io.BytesIO(LINE)),
    "conflicting_clues": lambda: fastfuto.conflicting_clues(CONTRADICTORY),
    "count": lambda: fastfuto.count(BLANK),
    "explain": lambda: fastfuto.explain(BLANK),
    "format_puzzle": lambda: fastfuto.format_puzzle(BLANK, "plain"),
    "generate": lambda: fastfuto.generate(4, seed=1),
    "generate_many": lambda: fastfuto.generate_many(2, 4, seed=1),
    "grade": lambda: fastfuto.grade(BLANK),
    "grade_many": lambda: fastfuto.grade_many([BLANK]),
    "hint": lambda: fastfuto.hint(BLANK),
    "is_unique": lambda: fastfuto.is_unique(BLANK),
    "judge": lambda: fastfuto.judge(BLANK, None, ((0, 0), 1)),
    "load": lambda: fastfuto.load(EXAMPLES / "five.txt"),
    "load_many": lambda: fastfuto.load_many(EXAMPLES / "five.txt"),
    "parse": lambda: fastfuto.parse(LINE.decode()),
    "parse_many": lambda: fastfuto.parse_many(LINE.decode()),
    "parse_solution": lambda: fastfuto.parse_solution(BLANK, "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0\n"),
    "prove": lambda: fastfuto.prove(BLANK),
    "redundant_clues": lambda: fastfuto.redundant_clues(BLANK),
    "sample": lambda: fastfuto.sample(BLANK, 2),
    "score": lambda: fastfuto.score(BLANK, "12/21"),
    "solution_blocks": lambda: fastfuto.solution_blocks(BLANK),
    "solutions": lambda: fastfuto.solutions(BLANK),
    "solve_file": lambda: fastfuto.solve_file(io.BytesIO(LINE)),
    "solve_many": lambda: fastfuto.solve_many([BLANK]),
    "solve_text": lambda: fastfuto.solve_text(str(SUDOKU)),
    "split": lambda: fastfuto.split(Sudoku([[0] * 4] * 4), 2),
    "tasks": lambda: fastfuto.tasks(1, n=4, seed=1),
    "true_candidates": lambda: fastfuto.true_candidates(BLANK),
    "verify": lambda: fastfuto.verify(fastfuto.prove(BLANK)),
}
"""What public functions return; results, counts and estimates have the test above."""
ABOVE = {"solve", "count_result", "estimate_count"}
WRITE = {"booklet", "draw", "dump", "page", "save_dataset", "save_solutions", "to_json"}
"""Functions that return a picture, a page, or nothing but a number."""


@pytest.mark.parametrize("name", RETURNED)
def test_every_answer_turns_into_a_line_of_json(name):
    text = to_json(RETURNED[name]())
    assert "\n" not in text
    assert json.loads(text, parse_constant=strictly) not in ({}, [], "", None)


def test_a_misspelt_attribute_of_an_answer_cannot_be_set():
    for answer in (
        fastfuto.solve(BLANK),
        fastfuto.count_result(BLANK),
        fastfuto.estimate_count(BLANK, seed=0),
    ):
        with pytest.raises(AttributeError):
            answer.uniqe = True


def test_every_function_is_tested_for_json():
    functions = {name for name in fastfuto.__all__ if inspect.isfunction(getattr(fastfuto, name))}
    assert functions == {*RETURNED, *ABOVE, *WRITE}
    for answer in (fastfuto.draw(BLANK), object(), [object()], b"text"):
        with pytest.raises(TypeError, match="cannot be written as JSON"):
            to_json(answer)


def test_the_old_name_of_the_relative_error_warns():
    answer = estimate_count(SUDOKU, samples=2)
    with pytest.warns(DeprecationWarning, match="relative_error"):
        assert answer.standard_error == answer.relative_error
