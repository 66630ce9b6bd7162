"""What the verbs return: as truth values and as JSON."""

import json
import math

import numpy as np
import pytest

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


def test_the_old_name_of_the_relative_error_warns():
    answer = estimate_count(SUDOKU, samples=2)
    with pytest.warns(DeprecationWarning, match="relative_error"):
        assert answer.standard_error == answer.relative_error
