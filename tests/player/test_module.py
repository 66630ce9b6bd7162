"""The player's module: what it says is what the verbs say, and what it is told may be anything."""

import itertools
import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto.drawing.scripts import WORKER, packed_module, rule_tables, source, worker_script
from fastfuto.logic.board import logic_model

from ..cases import some
from ..sources import PACKAGE
from . import compare_module, desk

FOLDER = PACKAGE / "drawing/player/engine"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


@pytest.mark.parametrize("seed", some(range(4), 4))
def test_what_the_module_says_is_what_the_verbs_say(seed):
    for case in itertools.islice(compare_module.cases(random.Random(seed), 12), 25):
        compare_module.compare_native(*case)


@needs_node
def test_what_it_says_as_webassembly_is_what_the_verbs_say():
    listed = list(compare_module.cases(random.Random(5), 4))
    assert {"generate", "grade", "solve", "hint", "explain"} == set(compare_module.compare_under_node(listed))


@pytest.fixture
def puzzle():
    return fastfuto.generate(5, seed=3).puzzle


def test_explanations_stop_at_a_limit(puzzle):
    _, _, log, _ = desk.explain(puzzle, limit=3)
    assert np.array_equal(log, fastfuto.explain(puzzle, steps=3)._log)


def test_an_explanation_ends_where_the_rules_do_if_one_side_gives_its_search_up(monkeypatch):
    square = fastfuto.LatinSquare(np.zeros((4, 4), int))
    assert compare_module.compare_explanation(square, fastfuto.explain(square))
    monkeypatch.setattr(sys.modules["fastfuto.logic.explain"], "first_solutions", lambda model, watch: None)
    given_up = fastfuto.explain(square)
    assert not given_up.exact
    assert not compare_module.compare_explanation(square, given_up)


def test_a_puzzle_without_a_solution_is_told_as_one():
    empty = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1)), ((0, 1), (1, 1))])
    assert desk.solve(logic_model(empty)) == (0, None)
    assert desk.hint(empty) == (desk.STEP, fastfuto.hint(empty))


def test_the_limit_counts_solutions():
    square = logic_model(fastfuto.LatinSquare(np.zeros((3, 3), int)))
    assert [desk.solve(square, limit=limit)[0] for limit in (1, 2)] == [1, 2]


# What is not right --------------------------------------------------------------------------------------------


def messages():
    """Yield messages about puzzles of all kinds."""
    for made in (
        fastfuto.generate(4, seed=1),
        fastfuto.generate(4, variant="adjacent", seed=1),
        fastfuto.generate(4, family="sudoku", seed=1),
        fastfuto.generate(5, family="kakuro", seed=1),
    ):
        parts = desk.message_of(logic_model(made.puzzle))
        yield np.concatenate([np.asarray(part, np.int64).ravel() for part in parts]).astype(np.int32)


def test_messages_that_were_changed_are_refused_or_answered():
    rng = random.Random(8)
    answers = set()
    for message in messages():
        for _ in range(400):
            changed = message.copy()
            for _ in range(rng.choice((1, 1, 2, 5))):
                changed[rng.randrange(len(changed))] = rng.choice(
                    (-1, 0, 1, 2, 3, 15, 31, 99, 2**31 - 1, -(2**31))
                )
            desk.rules()
            answers.add(
                desk.function("pose")(desk.say(changed[: rng.choice((len(changed), len(changed), 7))]))
            )
            solved = desk.function("solve")(desk.say(np.zeros(16)), 2)
            hinted = desk.function("hint")(desk.say(np.zeros(16)), 100)
            assert solved in (-3, -1, 0, 1, 2)
            assert hinted in (-1, 0, 1, 2, 3)
            assert desk.function("grade")() >= -1
    assert answers == {desk.REFUSED, 1}


def test_what_the_checks_let_through_is_what_a_problem_lets_through():
    from fastfuto.engines._problem import Problem, Units

    rng = random.Random(9)
    n_right = n_wrong = 0
    model = logic_model(fastfuto.generate(4, seed=1).puzzle)
    skeleton = model.skeleton
    for _ in range(400):
        starts, cells = skeleton.unit_starts.copy(), skeleton.unit_cells.copy()
        less = model.inequalities.copy()
        for array in rng.choice(([starts], [cells], [less.ravel()], [starts, less.ravel()])):
            array[rng.randrange(len(array))] = rng.choice((-1, 0, 4, 8, 12, 15, 16, 32))
        try:
            Problem(Units(starts, cells, 16, 4), model.domains, less)
            expected = 1
        except ValueError:
            expected = desk.REFUSED
        parts = desk.message_of(model)
        parts[1], parts[2], parts[4] = starts, cells, less
        desk.rules()
        assert desk.function("pose")(desk.say(*parts)) == expected
        n_right, n_wrong = n_right + (expected == 1), n_wrong + (expected != 1)
    assert min(n_right, n_wrong) > 50


@pytest.mark.parametrize("length", [-1, 0, 1, desk.MOST_WORDS + 1, 2**31 - 1])
def test_lengths_out_of_range_are_refused(length, puzzle):
    for name in ("rules", "pose", "begin"):
        assert desk.function(name)(length) == desk.REFUSED
    desk.pose(logic_model(puzzle))
    assert desk.function("solve")(length, 2) == desk.function("hint")(length, 5) == desk.REFUSED
    assert desk.function("explain")(0, 1) == desk.function("solve")(25, 3) == desk.REFUSED


def test_nothing_is_made_before_it_is_begun(puzzle):
    desk.pose(logic_model(puzzle))
    assert desk.function("make")() == desk.REFUSED


# The files ----------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_tables_are_what_python_says():
    assert rule_tables() + "\n" == desk.script("tables").text()


def test_the_module_was_made_from_the_present_sources():
    module = desk.script("module")
    names = {path.relative_to(module.ROOT / "cython").as_posix() for path in module.sources()}
    assert {"player/desk.pxd", "player/wasm.h", "common/bits.h", "logic/core.pxd", "search/core.pxd"} <= names
    assert not [name for name in names if name.startswith(("learner/", "lanes/", "states/"))]
    assert module.DIGEST.read_text() == f"{module.digest()}\n", (
        "run cython/player/module.py and commit both files"
    )


@pytest.mark.parametrize(
    ("change", "is_noticed"), [("# a comment\n", False), ("cdef enum:\n    NEW = 1\n", True)]
)
def test_a_change_of_the_sources_is_noticed_unless_it_is_a_comment(change, is_noticed, monkeypatch):
    module = desk.script("module")
    read, before = Path.read_text, module.digest()

    def changed(path, **options):
        return read(path, **options) + (change if path.name == "branching.pxd" else "")

    monkeypatch.setattr(Path, "read_text", changed)
    assert (module.digest() != before) == is_noticed


def test_the_module_imports_nothing_and_is_packed_whole():
    import base64
    import zlib

    code = (FOLDER / "engine.wasm").read_bytes()
    assert code[:8] == b"\0asm\1\0\0\0"
    sections, at = [], 8
    while at < len(code):
        kind, size, shift = code[at], 0, 0
        while True:
            at += 1
            size |= (code[at] & 127) << shift
            shift += 7
            if code[at] < 128:
                break
        sections.append(kind)
        at += 1 + size
    imports = 2
    assert at == len(code)
    assert imports not in sections
    assert zlib.decompress(base64.b64decode(packed_module()), -15) == code


def test_modules_of_the_worker_have_names_of_their_own():
    names = []
    for module in WORKER:
        text = source(f"engine/{module}.js")
        names += re.findall(r"^(?:export )?(?:const|let|function|class) (\w+)", text, re.MULTILINE)
        for listed in re.findall(r"^const [\[{](.*?)[\]}] = ", text, re.MULTILINE):
            names += re.findall(r"\w+", listed)
    assert len(names) == len(set(names))
    assert not re.search(r"^import", worker_script(), re.MULTILINE)


@needs_node
def test_the_backend_answers_stops_and_refuses():
    parts = {"script": worker_script(), "packed": packed_module(), "tables": json.loads(rule_tables())}
    script = Path(__file__).with_name("drive_module.mjs")
    run = subprocess.run(
        ["node", script], input=json.dumps(parts), capture_output=True, text=True, check=True
    )
    told = json.loads(run.stdout)
    made = fastfuto.generate(5, level="easy", seed=7).puzzle
    assert told["made"] == told["again"] == told["last"] == fastfuto.format_puzzle(made, "tatham").strip()
    assert told["stopped"] == ["Stopped."] * 2
    assert all(re.fullmatch(r"[A-Za-z].*[a-z0-9*.]", error) for error in told["wrong"]), told["wrong"]
    assert told["isBroken"] is None
    assert told["isForbidden"] is None
