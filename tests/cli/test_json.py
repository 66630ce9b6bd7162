"""JSON of every command, compared with the published schema."""

import json

import jsonschema
import pytest

import fastfuto
from fastfuto.cli import main

from ..sources import PACKAGE
from .helpers import EXAMPLES, FAMILIES
from .test_options import OPTIONS

SCHEMA = json.loads((PACKAGE / "cli" / "schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FILES = {
    **{name: text for name, (text, _) in FAMILIES.items()},
    "many": "4:0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\n1....4...3.....2\nx\n3:1,1,0,0,0,0,0,0,0,\n",
    "model": fastfuto.format_puzzle(fastfuto.LatinSquare(3).model(), "json"),
}
READ = " ".join((*FILES, *(str(EXAMPLES / f"{name}.txt") for name in ("five", "invalid", "no_solution"))))
CALLS = (
    *(f"{name} {READ}" for name in ("check", "candidates", "hint", "explain", "grade", "batch", "audit")),
    f"solve {READ} --total",
    f"solve {READ}",
    f"count {READ} --limit 5",
    f"solutions {READ} --limit 2",
    f"sample {READ} -k 2 --seed 3",
    f"estimate {READ} --samples 2",
    f"check {READ} --quick",
    "check sudoku.txt --redundant",
    "batch many --unique",
    "estimate --family sudoku -n 9",
    "solutions latin.json --workers 1 -o folder",
    f"prove {EXAMPLES / 'five.txt'} -o certificate",
    f"prove {EXAMPLES / 'two_solutions.txt'} -o second --claim 2",
    "verify certificate",
    "verify many",
    "generate -n 4 -k 2 --seed 1",
    "generate --family kakuro -n 5 --seed 1",
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write the puzzles into the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def answers(capsys, *args):
    """Return the JSON objects that a command prints."""
    assert main([*args, "--json"]) < 4
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_json_of_every_command_keeps_to_the_schema(folder, capsys):
    VALIDATOR.check_schema(SCHEMA)
    seen = {}
    for call in CALLS:
        args = call.split()
        if args[0] == "verify":
            main(["prove", str(EXAMPLES / "five.txt"), "-o", "certificate"])
            capsys.readouterr()
        found = answers(capsys, *args)
        assert found, call
        for answer in found:
            VALIDATOR.validate(answer)
            assert answer["command"] == args[0]
            seen.setdefault(args[0], set()).update(answer)
    assert set(seen) == {name for name, options in OPTIONS.items() if "--json" in options}
    # Every field of the schema is written by some call.
    for name, fields in seen.items():
        assert set(SCHEMA["$defs"][name]["properties"]) <= fields, name


def test_lines_and_files_are_named_in_the_same_way(folder, capsys):
    for command in ("solve", "grade", "check", "batch"):
        found = answers(capsys, command, "many")
        assert [answer["line"] for answer in found if "error" not in answer] == [1, 2, 4]
        assert {answer["file"] for answer in found} == {"many"}
        assert {answer["family"] for answer in found if "error" not in answer} == {"futoshiki", "sudoku"}
    [alone] = answers(capsys, "solve", "latin.json")
    assert (alone["line"], alone["file"]) == (None, "latin.json")
    solutions = [
        answers(capsys, command, str(EXAMPLES / "five.txt"))[0]["solution"] for command in ("solve", "batch")
    ]
    assert solutions[0] == solutions[1] == fastfuto.solve(fastfuto.load(EXAMPLES / "five.txt")).grid.tolist()


@pytest.mark.parametrize(
    "wrong", [{"line": "1"}, {"unique": 1}, {"solutions": []}, {"solution": "123"}, {"command": "formats"}]
)
def test_other_objects_break_the_schema(folder, capsys, wrong):
    [answer] = answers(capsys, "solve", str(EXAMPLES / "five.txt"))
    assert not VALIDATOR.is_valid(answer | wrong)
    answer.pop("status")
    assert not VALIDATOR.is_valid(answer)
