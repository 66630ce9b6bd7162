"""The Kakuros that the page brings along: each has one solution and the level that was asked for."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fastfuto
from fastfuto.drawing.scripts import rule_tables, source

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
STOCK = json.loads(rule_tables())["kakuros"]


def ask(requests):
    """Return what the engines of the page answer."""
    script = Path(__file__).with_name("ask.mjs")
    lines = "\n".join(json.dumps(request) for request in requests)
    run = subprocess.run(["node", script], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def request(n, level, seed):
    return {"do": "generate", "family": "kakuro", "n": n, "level": level, "seed": str(seed)}


def test_kakuros_of_all_sizes_and_levels():
    asked = [(int(n), level, seed) for n, levels in STOCK.items() for level in levels for seed in range(3)]
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


def test_what_the_page_offers_is_in_stock():
    text = source("desk.js")
    least = re.search(r"kakuro: \{(.*?)\}", text)[1]
    levels = {name: int(n) for name, n in re.findall(r"(\w+): (\d+)", least)}
    first, last = map(int, re.search(r"kakuro: sizesFrom\((\d+), (\d+)\)", text).groups())
    assert list(STOCK) == [str(n) for n in range(first, last + 1)]
    for n, listed in STOCK.items():
        assert list(listed) == [level for level in levels if levels[level] <= int(n)]


def test_what_is_not_in_stock_is_refused():
    wrong = [
        request(3, "easy", 1),
        request("toString", "easy", 1),
        request(4, "extreme", 1),
        request(4, "easy", -1),
    ]
    for answer in ask([*wrong, request(4, "toString", 1)]):
        assert re.match("(n|level|seed) must be ", answer["error"])
