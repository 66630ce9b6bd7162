import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from fastfuto import ParseError, dump, load, parse
from fastfuto.cli import main

from ..cases import some
from .helpers import EXAMPLES, FAMILIES, posix

COUNTS = {
    "complete.txt": 1,
    "empty5.txt": 161280,  # OEIS A002860
    "five.txt": 1,
    "five_plain.txt": 1,
    "four.txt": 1,
    "invalid.txt": 0,
    "kakuro.txt": 1,
    "nine.txt": 1,
    "no_solution.txt": 0,
    "seven.json": 1,
    "six_tatham.txt": 1,
    "twelve.txt": 1,
    "two_solutions.txt": 2,
}


def test_examples_are_all_here():
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix in {".txt", ".json"}} == set(COUNTS)


@pytest.mark.parametrize(("name", "number"), COUNTS.items())
def test_examples(run, name, number):
    assert run("count", EXAMPLES / name) == (0 if number else 1, f"{number}\n", "")
    code, out, err = run("solve", EXAMPLES / name)
    assert (code, err) == (0 if number else 1, "")
    assert ("This is the only solution.\n" in out) == (number == 1)
    assert ("There are other solutions.\n" in out) == (number > 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_all_families(name, tmp_path, capsys):
    text, total = FAMILIES[name]
    path = tmp_path / name
    path.write_text(text)
    code = 0 if total else 1
    assert main(["count", str(path)]) == code
    assert capsys.readouterr().out == f"{total}\n"
    assert main(["solve", str(path)]) == code
    out = capsys.readouterr().out
    assert ("only solution" in out) == (total == 1)
    assert ("does not exist" in out) == (total == 0)
    assert main(["check", str(path)]) == code
    assert main(["solutions", "--limit", "3", str(path)]) == code
    assert f"Solutions: {min(total, 3)}" in capsys.readouterr().out
    assert main(["sample", str(path), "-k", "2"]) == code
    assert main(["solve", "--json", str(path)]) == code
    capsys.readouterr()
    output = tmp_path / "grids.npy"
    npy = main(["solutions", str(path), "-o", str(output)])
    assert npy == (2 if name == "cover.txt" else code)
    if npy == 0:
        assert len(np.load(output)) == total


# What was read ------------------------------------------------------------------------------------------

WORDS = {
    "adjacent.txt": "Adjacent 3 x 3",
    "sudoku.txt": "Sudoku 9 x 9",
    "kakuro.txt": "Kakuro 2 x 3",
    "cover.txt": "exact cover, 5 options",
    "permutations.json": "permutations of 4",
    "latin.json": "Latin square 4 x 4",
}
COMMANDS = (
    "solve",
    "count",
    "solutions",
    "sample",
    "estimate",
    "candidates",
    "check",
    "explain",
    "hint",
    "grade",
)
"""Commands that answer a puzzle, with --json as well."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write a puzzle of each family."""
    monkeypatch.chdir(tmp_path)
    for name, (text, _) in FAMILIES.items():
        Path(name).write_text(text)


@posix
@pytest.mark.parametrize("name", some(FAMILIES, 2))
def test_a_person_who_named_no_format_sees_what_was_read(folder, on_terminal, name):
    dump(load(name), "named", "json")
    for command in COMMANDS:
        code, out, _ = on_terminal(command, name)
        heading = WORDS[name][:1].upper() + WORDS[name][1:] + "\n"
        if code == 2:  # A puzzle that the command does not support.
            assert out == ""
        else:
            assert out.startswith(f"{WORDS[name]}: " if command == "grade" else heading)
        assert WORDS[name] not in on_terminal(command, "named", "--format", "json")[1]
    assert f"{name}: {WORDS[name]}\n" in on_terminal("count", name, "named")[1]
    assert WORDS[name] not in on_terminal("solve", name, "--quiet")[1]
    assert f"1 puzzle\n1 {WORDS[name]}\n" in on_terminal("audit", "named")[1]
    assert WORDS[name] not in on_terminal("audit", "named", "--format", "json")[1]


@posix
@pytest.mark.parametrize(
    "name", ["adjacent.txt", "sudoku.txt", EXAMPLES / "four.txt", EXAMPLES / "kakuro.txt"]
)
def test_what_a_terminal_shows_is_not_read_as_another_puzzle(folder, on_terminal, name):
    for args in (("solve",), ("sample",), ("solutions", "--limit", "1")):
        shown = on_terminal(args[0], name, *args[1:], NO_COLOR="1")[1]
        with suppress(ParseError):  # The numbers of rows and columns can be taken away.
            read = parse(shown)
            assert read == load(name).with_clues(np.asarray(read))
            assert read.is_complete
        codec = "json" if name == "adjacent.txt" else "source" if "four" in str(name) else "json"
        text = on_terminal(args[0], name, *args[1:], "--to", codec)[1]
        read = parse(text)
        assert read == load(name).with_clues(np.asarray(read))
        assert read.is_complete


@pytest.mark.parametrize("name", FAMILIES)
def test_through_a_pipe_check_alone_says_what_was_read(folder, run, name):
    dump(load(name), "named", "json")
    for command in (*COMMANDS, "audit", "batch"):
        assert (WORDS[name] in run(command, name)[1]) == (command == "check")
    assert run("check", name)[1].splitlines()[-2] == f"Read as {WORDS[name]}."
    assert "Read as" not in run("check", "named", "--format", "json")[1]


@pytest.mark.parametrize("name", FAMILIES)
def test_json_names_the_family(folder, run, name):
    family = load(name).family
    for command in (*COMMANDS, "batch"):
        code, out, _ = run(command, name, "--json")
        assert code == 2 or json.loads(out)["family"] == family
    assert json.loads(run("prove", name, "-o", "proof", "--json", "--claim", "auto")[1])["family"] == family
    assert json.loads(run("audit", name, "--json")[1])["families"] == {WORDS[name]: 1}
