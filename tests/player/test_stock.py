"""The puzzles that the page brings along: each has one solution and the level that was asked for."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fastfuto
from fastfuto.drawing.scripts import rule_tables

from ..cases import thorough

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
TABLES = json.loads(rule_tables())
STOCK = TABLES["stock"]


def ask(requests):
    """Return what the engines of the page answer."""
    script = Path(__file__).with_name("ask.mjs")
    lines = "\n".join(json.dumps(request) for request in requests)
    run = subprocess.run(["node", script], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def request(n, level, seed, family="kakuro"):
    return {"do": "generate", "family": family, "n": n, "level": level, "seed": str(seed)}


@pytest.mark.thorough
def test_kakuros_of_all_sizes_and_levels():
    asked = [
        (int(n), level, seed)
        for n, levels in STOCK["kakuro"].items()
        for level in levels
        for seed in range(3)
    ]
    answers = ask(request(*each) for each in asked)
    made = {}
    for (n, level, seed), answer in zip(asked, answers, strict=True):
        assert "error" not in answer, (n, level, answer)
        data, grade = answer["puzzle"], answer["grade"]
        puzzle = fastfuto.parse(data["line"])
        assert isinstance(puzzle, fastfuto.Kakuro)
        assert puzzle.shape == (n, n)
        assert (data["solutions"], data["level"], grade["level"], answer["seed"]) == (
            "one",
            level,
            level,
            str(seed),
        )
        expected = fastfuto.grade(puzzle)
        assert (grade["level"], grade["score"], grade["minutes"]) == (
            expected.level,
            expected.score,
            expected.minutes,
        )
        solution = fastfuto.solve(puzzle).grid
        assert answer["solution"] == [value for value in solution.ravel().tolist() if value]
        made.setdefault((n, level), set()).add(data["id"])
    assert sum(map(len, made.values())) > 90
    assert all(len(ids) > 1 for ids in made.values())


@pytest.mark.thorough
def test_variants_of_all_kinds_sizes_and_levels_in_any_disguise():
    rng = random.Random(72)
    asked = [
        (kind, int(n), level, seed)
        for kind, sizes in STOCK.items()
        if kind != "kakuro"
        for n, levels in sizes.items()
        for level in levels
        for seed in (*range(12), *(rng.randrange(2**64) for _ in range(4)))
    ]
    answers = ask(request(n, level, seed, kind) for kind, n, level, seed in asked)
    ids = {}
    for (kind, n, level, seed), answer in zip(asked, answers, strict=True):
        assert "error" not in answer, (kind, n, level, answer)
        data = answer["puzzle"]
        puzzle = fastfuto.parse(data["line"])
        if kind == "jigsaw":
            assert puzzle.words == f"Jigsaw {n} x {n}"
        else:
            assert (puzzle.names, puzzle.n, puzzle.family) == ((kind,), n, "sudoku")
        assert data["name"] == puzzle.words
        assert (data["solutions"], data["level"], answer["seed"]) == ("one", level, str(seed))
        expected = fastfuto.grade(puzzle)
        assert (expected.level, expected.score) == (level, answer["grade"]["score"])
        assert fastfuto.is_unique(puzzle)
        assert answer["solution"] == fastfuto.solve(puzzle).grid.ravel().tolist()
        ids.setdefault((kind, n, level), set()).add(data["id"])
    assert all(len(each) >= 12 for each in ids.values()), ids


@pytest.mark.parametrize("step", [16, thorough(1)])
def test_puzzles_to_practise_need_their_technique(step):
    asked = [
        (family, n, technique)
        for family, (n, techniques) in TABLES["practice"].items()
        for technique in [*techniques][::step]
    ]
    wishes = [
        {"do": "generate", "family": family, "n": n, "technique": technique, "seed": "72"}
        for family, n, technique in asked
    ]
    options = {
        "signs": {"family": "sudoku", "variant": "inequalities"},
        "adjacent": {"variant": "adjacent"},
    }
    for (family, n, technique), answer in zip(asked, ask(wishes), strict=True):
        assert "error" not in answer, (family, technique, answer)
        expected = fastfuto.generate(
            n, technique=technique, seed=72, **options.get(family, {"family": family})
        )
        assert fastfuto.parse(answer["puzzle"]["line"]) == expected.puzzle, (family, technique)
    wrong = [{**wishes[0], **change} for change in ({"n": 6}, {"technique": "relation"})]
    for answer in ask([*wrong, {**wishes[0], "family": "toString"}]):
        assert answer["error"]


def test_what_is_not_in_stock_is_refused():
    wrong = [
        request(3, "easy", 1),
        request("toString", "easy", 1),
        request(4, "extreme", 1),
        request(4, "easy", -1),
    ]
    for answer in ask([*wrong, request(4, "toString", 1)]):
        assert re.match("(n|level|seed) must be ", answer["error"])
