"""What the page is answered: the same as the verbs say, and a sentence for what cannot be answered."""

import json

import numpy as np
import pytest

import fastfuto
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.sheet import sheets_of
from fastfuto.limits import Watch
from fastfuto.serving import answer, answers


def fields(puzzle):
    [sheet] = sheets_of(puzzle, Watch(), "page")
    return fields_of(sheet)


def asked(**request):
    """Return an answer as the page gets it."""
    return json.loads(json.dumps(answer(json.loads(json.dumps(request)))))


@pytest.mark.parametrize(
    ("family", "level"),
    [
        ("futoshiki", "easy"),
        ("latin", "tricky"),
        ("sudoku", "moderate"),
        ("adjacent", "easy"),
        ("kakuro", None),
    ],
)
def test_a_new_puzzle_is_that_of_generate(family, level):
    got = asked(do="generate", family=family, n=6, level=level, seed="18446744073709551615")
    options = {"family": "futoshiki", "variant": "adjacent"} if family == "adjacent" else {"family": family}
    made = fastfuto.generate(6, level=level, seed=2**64 - 1, **options)
    assert fastfuto.parse(got["puzzle"]["line"]) == made.puzzle
    white = [value for value in made.solution.ravel().tolist() if value]
    assert got["solution"] == white
    assert got["puzzle"] == fields(made.puzzle)
    assert got["grade"]["level"] == got["puzzle"]["level"] == made.grade.level
    assert (got["grade"]["score"], got["grade"]["minutes"]) == (made.grade.score, made.grade.minutes)
    assert got["seed"] == str(made.seed)


def test_hints_are_those_of_hint_in_any_position():
    rng = np.random.default_rng(3)
    for seed in range(5):
        made = fastfuto.generate(7, level="tricky", seed=seed)
        puzzle = fields(made.puzzle)
        for _ in range(10):
            entries = np.where(rng.random((7, 7)) < 0.4, made.solution, 0)
            entries[made.puzzle.clues > 0] = 0
            bits = rng.random((7, 7, 7)) < 0.7
            bits |= np.eye(7, dtype=bool)[made.solution - 1]
            masks = (bits @ (1 << np.arange(7))) * (rng.random((7, 7)) < 0.5)
            candidates = np.where((masks == 0)[..., None], True, bits)
            expected = fastfuto.hint(made.puzzle, entries, candidates=candidates)
            position = {"entries": entries.ravel().tolist(), "candidates": masks.ravel().tolist()}
            got = asked(do="hint", puzzle=puzzle, **position)["step"]
            assert fastfuto.Step.from_fields(got) == expected
            got = asked(do="hint", puzzle=puzzle, entries=position["entries"], candidates=None)["step"]
            assert fastfuto.Step.from_fields(got) == fastfuto.hint(made.puzzle, entries)
        full = np.where(made.puzzle.clues == 0, made.solution, 0).ravel().tolist()
        assert asked(do="hint", puzzle=puzzle, entries=full) == {"step": None}


def test_hints_of_a_kakuro_count_white_cells():
    made = fastfuto.generate(6, family="kakuro", seed=2)
    puzzle = fields(made.puzzle)
    step = asked(do="hint", puzzle=puzzle, entries=[0] * len(puzzle["given"]))["step"]
    assert fastfuto.Step.from_fields(step) == fastfuto.hint(made.puzzle)


def test_whether_there_is_still_a_solution_and_whether_it_is_the_only_one():
    made = fastfuto.generate(5, level="easy", seed=1)
    solution = made.solution.ravel().tolist()
    puzzle, nothing = fields(made.puzzle), [0] * 25
    assert asked(do="solve", puzzle=puzzle, entries=nothing, limit=2) == {"count": 1, "solution": solution}
    blank = puzzle["given"].index("0")
    wrong = list(nothing)
    wrong[blank] = solution[blank] % 5 + 1
    assert asked(do="solve", puzzle=puzzle, entries=wrong, limit=2) == {"count": 0, "solution": None}
    empty = fields(fastfuto.Futoshiki(np.zeros((3, 3), int)))
    assert asked(do="solve", puzzle=empty, entries=[0] * 9, limit=2)["count"] == 2
    assert asked(do="solve", puzzle=empty, entries=[0] * 9, limit=1)["count"] == 1
    clash = asked(do="solve", puzzle=empty, entries=[1, 1] + [0] * 7, limit=2)
    assert clash == {"count": 0, "solution": None}


def test_grades_and_typed_puzzles():
    made = fastfuto.generate(6, level="tricky", seed=4)
    puzzle = asked(do="read", text=str(made.puzzle))["puzzle"]
    assert puzzle == fields(made.puzzle)
    got = asked(do="grade", puzzle=puzzle)
    grade = fastfuto.grade(made.puzzle)
    assert got == {"level": grade.level, "score": grade.score, "minutes": grade.minutes}


EMPTY = {"line": "3:0,0,0,0,0,0,0,0,0,"}
NESTED = {"puzzle": {}}
for _ in range(500):
    NESTED = {"do": NESTED}


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (None, "a request is an object"),
        ([], "a request is an object"),
        ({}, "do must be a text"),
        ({"do": "erase"}, "do = generate, grade, solve, hint, read"),
        ({"do": ["hint"]}, "do must be a text"),
        (NESTED, "do must be a text"),
        ({"do": "read"}, "text must be a text"),
        ({"do": "read", "text": "x" * 70_000}, "characters"),
        ({"do": "read", "text": "nothing"}, "puzzle"),
        ({"do": "read", "text": "permutations 3"}, "a page has"),
        ({"do": "generate", "family": "chess", "n": 4, "seed": "1"}, "family must be"),
        (
            {"do": "generate", "family": "latin", "n": 26, "seed": "1"},
            "n must be a whole number from 1 to 25",
        ),
        ({"do": "generate", "family": "latin", "n": True, "seed": "1"}, "n must be a whole number"),
        ({"do": "generate", "family": "latin", "n": 1e9, "seed": "1"}, "n must be a whole number"),
        ({"do": "generate", "family": "latin", "n": 4, "seed": "-1"}, "seed must be"),
        ({"do": "generate", "family": "latin", "n": 4, "seed": "٣"}, "seed must be"),
        ({"do": "generate", "family": "latin", "n": 4, "seed": "1", "level": "no"}, "level must be"),
        ({"do": "grade", "puzzle": "x"}, "puzzle must be an object"),
        ({"do": "grade", "puzzle": {}}, "line must be a text"),
        ({"do": "grade", "puzzle": {"line": "26:" + "0," * 676}}, "25 x 25"),
        ({"do": "hint", "puzzle": EMPTY}, "entries must be a list of 9 numbers"),
        ({"do": "hint", "puzzle": EMPTY, "entries": [0] * 8}, "entries must be a list of 9 numbers"),
        ({"do": "hint", "puzzle": EMPTY, "entries": [0] * 8 + [4]}, "whole number from 0 to 3"),
        ({"do": "hint", "puzzle": EMPTY, "entries": [0] * 9, "candidates": [8] * 9}, "from 0 to 7"),
        ({"do": "solve", "puzzle": EMPTY, "entries": [0] * 9, "limit": 10**9}, "limit must be"),
        ({"do": "solve", "puzzle": EMPTY, "entries": [0] * 9, "limit": None}, "limit must be"),
    ],
)
def test_what_cannot_be_answered(request_, words):
    got = answer(request_)
    assert got.keys() == {"error"}
    assert words in got["error"]


def test_time_is_bounded(monkeypatch):
    limits = {}

    def late(name):
        def verb(*arguments, timeout, **options):
            limits[name] = timeout
            raise fastfuto.LimitReached(f"the time limit of {timeout} s has passed", found=0, stats=None)

        return verb

    for name in ("generate", "hint", "all_solutions", "grade"):
        monkeypatch.setattr(answers, name, late(name))
    position = {"puzzle": EMPTY, "entries": [0] * 9}
    for request in (
        {"do": "generate", "family": "futoshiki", "n": 9, "level": "search", "seed": "1"},
        {"do": "hint", **position},
        {"do": "solve", **position, "limit": 2},
        {"do": "grade", **position},
    ):
        assert answer(request)["error"].startswith("This takes too long: the time limit")
    patience = answers.PATIENCE
    assert limits == {
        "generate": answers.MAKING,
        "hint": patience,
        "all_solutions": patience,
        "grade": patience,
    }
