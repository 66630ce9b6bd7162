"""Tasks: questions with their answers, each of which can be made again alone."""

import inspect
import itertools
import json
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import fastfuto
from fastfuto import PuzzleError, Task, score, tasks
from fastfuto.tasks.fingerprint import fingerprint, fingerprints
from fastfuto.tasks.make import sure

from ..cases import some
from . import layouts

PROMPTS = ("grid", "sentences", "tatham", repr)


@pytest.mark.parametrize("recipe", layouts.RECIPES, ids=range(len(layouts.RECIPES)))
def test_every_family_has_tasks(recipe):
    for prompt in PROMPTS:
        if prompt == "tatham" and "family" in recipe:
            with pytest.raises(PuzzleError, match="prompt='tatham' needs family='futoshiki', got "):
                tasks(1, prompt=prompt, **recipe)
            continue
        [task] = tasks(1, prompt=prompt, seed=3, **recipe)
        assert score(task, task.answer) == 1.0
        assert score(task, task.question) == 0.0
        assert Task.from_json(task.to_json()) == task
        assert "\n" not in task.to_json() + task.metadata["puzzle"]
        assert fastfuto.generate(**json.loads(task.metadata["recipe"])).puzzle == task.puzzle
        assert fastfuto.grade(task.puzzle).level == task.metadata["level"]
        assert fastfuto.parse(task.metadata["puzzle"]) == task.puzzle


def test_questions_say_everything_that_the_puzzle_says():
    """The puzzle can be read from its sentences again."""
    import re

    [task] = tasks(1, n=6, prompt="sentences", level="tricky")
    clues = np.zeros((6, 6), int)
    for r, c, value in re.findall(r"in row (\d), column (\d) is (\d)\.", task.question):
        clues[int(r) - 1, int(c) - 1] = value
    pairs = [
        ((int(a) - 1, int(b) - 1), (int(c) - 1, int(d) - 1))
        for a, b, c, d in re.findall(
            r"row (\d), column (\d) is less than .* row (\d), column (\d)\.", task.question
        )
    ]
    assert fastfuto.Futoshiki(clues, pairs) == task.puzzle
    [task] = tasks(1, n=6, prompt="grid", level="tricky")
    drawn = task.question.split("\n\n", 1)[1].rsplit("\n\n", 1)[0]
    assert fastfuto.parse(drawn, "picture") == task.puzzle
    [task] = tasks(1, n=5, prompt="tatham")
    assert fastfuto.parse(task.question.split("\n\n")[1]) == task.puzzle


@pytest.mark.parametrize("n", [1, 2, 33])
def test_sizes_that_no_game_id_has(n):
    [task] = tasks(1, n=n)
    assert Task.from_json(task.to_json()) == task
    assert score(task, task.answer) == 1.0


def test_a_task_can_be_made_again_alone():
    several = list(tasks(5, seed=9, n=5, level="easy", steps=True))
    for k, task in enumerate(several):
        assert next(tasks(1, seed=9, n=5, level="easy", steps=True, start=k)) == task
    assert list(tasks(5, seed=9, n=5, level="easy", steps=True, threads=2)) == several
    assert several[0].metadata["steps"][0].startswith("r")
    assert list(itertools.islice(tasks(seed=9, n=5, level="easy", steps=True), 5)) == several
    assert len({task.metadata["fingerprint"] for task in several}) == 5


def test_a_puzzle_with_several_solutions_is_made_again():
    """The task and its recipe are of another puzzle then."""
    made = sure(fastfuto.generate(5, seed=18092967669476547766))
    assert fastfuto.is_unique(made.puzzle)
    assert fastfuto.generate(recipe=made.recipe).puzzle == made.puzzle
    several = replace(made, puzzle=fastfuto.LatinSquare(5), grade=replace(made.grade, level="search"))
    assert fastfuto.is_unique(sure(several).puzzle)
    assert sure(several).seed != several.seed
    assert sure(made) is made


def test_the_room_is_its_verb():
    assert [fastfuto.tasks, fastfuto.tasks.Task] == [tasks, Task]
    assert fastfuto.tasks.tasks.__doc__.startswith("Make tasks")
    assert next(fastfuto.tasks(1, n=4)) == next(fastfuto.tasks.tasks(1, n=4))
    assert fastfuto.tasks is fastfuto.tasks.tasks is pickle.loads(pickle.dumps(tasks))
    assert list(inspect.signature(fastfuto.tasks).parameters) == ["k", "seed", "prompt", "steps", "recipe"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "program",
    some(
        [
            "import fastfuto; next(fastfuto.tasks(1, n=3)); fastfuto.tasks.score",
            "from fastfuto.tasks import tasks; import fastfuto; next(fastfuto.tasks(1, n=3)); next(tasks(1, n=3))",
            "from fastfuto import score, tasks; next(tasks(1, n=3)); tasks.score is score or 1 / 0",
            "import fastfuto.tasks as room; next(room(1, n=3)); room.score",
            "import fastfuto.tasks.arrays; fastfuto.tasks.arrays, fastfuto.tasks.score",
            "from fastfuto.tasks import arrays, score; arrays.__name__ == 'fastfuto.tasks.arrays' or 1 / 0",
            "import sys, fastfuto; fastfuto.solve; 'fastfuto.tasks' in sys.modules and 1 / 0",
            "import sys, fastfuto; fastfuto.prove; 'fastfuto.tasks' in sys.modules and 1 / 0",
        ],
        3,
    ),
)
def test_names_are_found_whatever_is_imported_first(program):
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.thorough
def test_fingerprints_are_those_of_the_canonical_form():
    made = [
        fastfuto.generate(**recipe, seed=seed).puzzle for recipe in layouts.RECIPES[:11] for seed in range(2)
    ]
    forms, same = [], []
    for puzzle in made:
        for rotation, mirror, complement in itertools.product(range(4), (False, True), (False, True)):
            forms.append(puzzle.transformed(rotation, mirror, complement))
            same.append(puzzle.canonical())
    marks = fingerprints(forms)
    assert all(
        (a == b) == (x == y) for (a, x), (b, y) in itertools.combinations(zip(marks, same, strict=True), 2)
    )
    assert all(len(mark) == 16 for mark in marks)


def test_fingerprints_of_what_is_not_usual():
    assert fingerprint(fastfuto.LatinSquare(3)) == fingerprint(fastfuto.Futoshiki([[0] * 3] * 3))
    assert fingerprint(fastfuto.Futoshiki([[9, 0], [0, 0]])) == fingerprint(
        fastfuto.Futoshiki([[0, 0], [0, 9]])
    )
    assert fingerprint(fastfuto.Futoshiki([[1]])) != fingerprint(fastfuto.Futoshiki([[0]]))
    assert fingerprint(fastfuto.Sudoku([[0] * 9] * 9)) != fingerprint(fastfuto.LatinSquare(9))
    assert len(fingerprint(fastfuto.Permutations(3))) == 32
    long, wide = (fastfuto.generate((3, 4), family="kakuro", seed=s).puzzle for s in (0, 1))
    turned = fastfuto.Kakuro(
        [
            [entry[::-1] if isinstance(entry, tuple) else entry for entry in row]
            for row in zip(*long.rows, strict=True)
        ]
    )
    assert fingerprint(turned) == fingerprint(long) != fingerprint(wide)


def test_wrong_arguments():
    for wrong, error in (("letters", ValueError), (3, TypeError), (None, TypeError)):
        with pytest.raises(error, match="prompt must be"):
            tasks(1, prompt=wrong)
    with pytest.raises(TypeError, match="prompt must return a str, got int"):
        next(tasks(1, n=3, prompt=lambda puzzle: puzzle.n))
    with pytest.raises(ValueError, match="k must be at least 0, got -1"):
        tasks(-1)
    with pytest.raises(ValueError, match="start must be at least 0"):
        tasks(start=-1)
    with pytest.raises(PuzzleError, match="n must be 1 to 255"):
        tasks(n=0)
    with pytest.raises(TypeError):
        tasks(1, colour="red")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("{", "invalid task: "),
        ("[" * 100_000, "invalid task: "),
        ("[1]", "expected a JSON object, got list"),
        ("{}", "'question' must be a str"),
        ('{"question": "", "answer": 3}', "'answer' must be a str"),
        ('{"question": "", "answer": "", "metadata": {}}', "the metadata must have a str 'puzzle'"),
        ('{"question": "", "answer": "", "metadata": {"puzzle": "x"}}', "its puzzle cannot be read: line 1"),
        (
            json.dumps(
                {
                    "question": "",
                    "answer": "",
                    "metadata": {"puzzle": fastfuto.format_puzzle(fastfuto.LatinSquare(2).model(), "json")},
                }
            ),
            "its puzzle must not be a raw model",
        ),
    ],
)
def test_what_is_no_task(fields, message):
    with pytest.raises(PuzzleError, match=message):
        Task.from_json(fields)
