"""Arguments of wrong types and shapes: every public callable takes them, or raises what is documented."""

import inspect
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fastfuto
from fastfuto import MemoryLimit, PuzzleError

DOCUMENTED = (fastfuto.FastfutoError, TypeError, ValueError, OSError)

LATIN = fastfuto.LatinSquare(3)
MODEL = LATIN.model()
COVER = fastfuto.ExactCover([["a"], ["b"], ["a", "b"]])
INSTANCES = {
    "Adjacent": fastfuto.Adjacent([[1, 0, 0]] * 3),
    "Certificate": fastfuto.prove(LATIN),
    "Drawing": fastfuto.draw(LATIN),
    "ExactCover": COVER,
    "Futoshiki": fastfuto.Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))]),
    "Kakuro": fastfuto.Kakuro.parse("2 3\n* (3,0) (4,0)\n(0,7) 0 0\n"),
    "LatinSquare": LATIN,
    "Model": MODEL,
    "Permutations": fastfuto.Permutations(3),
    "Skeleton": MODEL.skeleton,
    "Sudoku": fastfuto.Sudoku([[0] * 4] * 4),
}
VERBS = [name for name in fastfuto.__all__ if inspect.isfunction(getattr(fastfuto, name))]
ELSEWHERE = {"explain", "generate", "generate_many", "grade", "grade_many", "hint", "save_dataset", "tasks"}
"""Verbs of logic, generation and tasks, whose arguments the tests of their rooms check."""

WRONG = [
    *(None, True, ..., object(), float, lambda *_: None, LATIN, MODEL),
    *(-1, 0, 3, 300, 10**30, -(10**30), 1.5, float("nan"), float("inf"), np.float32(2)),
    *("", "x", "a\0b", "\ud800", b"x"),
    *([], [1, 2], [[1]], [[[1]]], [[1], [1, 2]], [None], ["a"], [10**30], [[10**30]], [(0, 1)], [[(0, 0)]]),
    *((), set(), {}, {"a": 1}, range(10)),
    *(np.array(3), np.array([[1.5]]), np.array(["a", "b"]), np.array([[1]], np.uint64), np.array([None])),
]
RIGHT = {
    "cell": 0,
    "clues": [[0] * 3] * 3,
    "folder": "certificate",
    "format": "source",
    "items": ["a"],
    "k": 2,
    "n": 3,
    "n_cells": 3,
    "n_values": 3,
    "options": [["a"]],
    "parts": 2,
    "path": "puzzle.txt",
    "puzzle": LATIN,
    "puzzles": [LATIN],
    "task": LATIN,
    "skeleton": MODEL.skeleton,
    "solution": fastfuto.solve(LATIN).grid,
    "text": str(INSTANCES["Futoshiki"]),
}
PATHS = {
    "booklet": "book.html",
    "page": "page.html",
    "save_solutions": "solutions.npy",
    "save": "picture.svg",
}
ENDLESS = ("random", "steps", 10**30)
"""A method, its parameter and a value that is right, and that nobody waits for."""


def callables():
    for name in VERBS:
        if name not in ELSEWHERE:
            yield name, getattr(fastfuto, name)
    for name, instance in INSTANCES.items():
        yield name, type(instance)
        for method in dir(instance):
            # What reads the fields of a JSON object is called by the format alone.
            if (
                not method.startswith("_")
                and method not in ("from_fields", "dtype")
                and callable(getattr(instance, method))
            ):
                yield f"{name}.{method}", getattr(instance, method)


CALLABLES = dict(callables())


def outcome(function, arguments):
    """Call a function and take the first of what it gives; return what it raises that nobody documents."""
    try:
        given = function(**arguments)
        if hasattr(given, "__next__"):
            next(given, None)
    except DOCUMENTED:
        return None
    except Exception as error:
        return error
    return None


@pytest.mark.parametrize("name", CALLABLES)
def test_what_is_wrong_raises_what_is_documented(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fastfuto.dump(INSTANCES["Futoshiki"], "puzzle.txt")
    INSTANCES["Certificate"].save("certificate")
    function = CALLABLES[name]
    verb = name.rpartition(".")[2]
    parameters = inspect.signature(function).parameters.values()
    known = [each for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    needed = [each.name for each in known if each.default is each.empty]
    right = {each: RIGHT.get(each, 1) for each in needed}
    if "path" in right:
        right["path"] = PATHS.get(verb, right["path"])
    for parameter in known:
        for wrong in WRONG:
            if isinstance(wrong, int) and (verb, parameter.name, wrong) == ENDLESS:
                continue
            error = outcome(function, right | {parameter.name: wrong})
            assert error is None, (parameter.name, wrong)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MODEL.allowed(-1), "cell must be 0 to 8, got -1"),
        (lambda: MODEL.allowed(9), "cell must be 0 to 8, got 9"),
        (lambda: MODEL.allowed("x"), "cell must be a whole number, got 'x'"),
        (lambda: MODEL.with_domains([[1]]), "domains must be a uint64 array of shape (9, 1)"),
        (
            lambda: MODEL.with_domains(np.zeros((8, 1), np.uint64)),
            "domains must be a uint64 array of shape (9, 1)",
        ),
        (
            lambda: MODEL.with_domains(np.zeros((9, 1), np.int64)),
            "domains must be a uint64 array of shape (9, 1)",
        ),
        (lambda: fastfuto.Permutations(3).show([1, 2]), "expected 3 whole numbers, got [1, 2]"),
        (lambda: COVER.show([3]), "there is no option 3; there are 3, counted from 0"),
        (lambda: COVER.show("x"), "solution must be a list of whole numbers"),
        (lambda: COVER.decode(np.array([1], np.uint64)), "expected option numbers, got uint64"),
        (
            lambda: LATIN.decode(np.zeros(8, np.uint8)),
            "the last axis must have the values of 9 cells, got shape (8,)",
        ),
        (
            lambda: INSTANCES["Kakuro"].decode(np.uint8(3)),
            "the last axis must have the values of 2 cells, got shape ()",
        ),
    ],
)
def test_the_message_names_what_is_wrong(call, message):
    with pytest.raises(PuzzleError, match=re.escape(message)):
        call()


@pytest.mark.parametrize(
    "family", ["Adjacent", "ExactCover", "Kakuro", "LatinSquare", "Permutations", "Sudoku"]
)
def test_only_texts_are_parsed(family):
    with pytest.raises(TypeError, match="text must be a str, got int"):
        getattr(fastfuto, family).parse(1)


@pytest.mark.parametrize("read", [fastfuto.load, lambda file: next(fastfuto.load_many(file))])
def test_an_open_file_is_not_a_name(read, tmp_path):
    with (tmp_path / "file").open("w+b") as file:
        with pytest.raises(TypeError):
            read(file.fileno())
        file.write(b"It is open still.")


def test_lists_are_solutions_too():
    assert fastfuto.Permutations(3).show([3, 1, 2]) == "3 1 2\n"
    assert COVER.show([0, 1, -1]) == "a\nb\n"
    assert MODEL.allowed(np.int32(8)) == [1, 2, 3]


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
@pytest.mark.parametrize("n", [3, 6])
def test_too_little_memory_to_begin_with_is_a_memory_limit(executor, n):
    with pytest.raises(MemoryLimit, match="bytes is too small for the first states; raise the limit"):
        fastfuto.sample(fastfuto.LatinSquare(n), memory=100, executor=executor)


def test_any_amount_of_memory_may_be_allowed():
    assert fastfuto.sample(LATIN, 2, memory=10**30).shape == (2, 3, 3)
    assert fastfuto.prove(LATIN, memory=10**30).claim == "a solution"


@pytest.mark.parametrize(
    "call",
    [
        lambda **options: fastfuto.generate(5, **options),
        lambda **options: fastfuto.generate_many(2, 5, **options),
        lambda **options: fastfuto.tasks(2, n=5, **options),
        lambda **options: fastfuto.save_dataset(2, "tasks.jsonl", n=5, **options),
    ],
)
def test_an_unknown_argument_of_a_recipe_names_the_nearest(call):
    with pytest.raises(TypeError, match=r"^unexpected keyword argument 'levl'\. Did you mean 'level'\?$"):
        call(levl="easy")
    with pytest.raises(TypeError, match=r"^unexpected keyword argument 'xyz'$"):
        call(xyz=1)


def test_a_format_that_cannot_hold_a_puzzle_names_json(tmp_path):
    with pytest.raises(PuzzleError, match="source is for Futoshiki, not for LatinSquare; use json"):
        fastfuto.dump(LATIN, tmp_path / "latin.txt")
