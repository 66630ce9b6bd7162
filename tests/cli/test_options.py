"""Options: one meaning for each name, a use of each option of each command, and the table of the documentation."""

import argparse
import re
from pathlib import Path

import pytest

import fastfuto
from fastfuto.cli import main
from fastfuto.cli.dispatch import COMMANDS, make_parser

from .helpers import EXAMPLES, write_model
from .uses import USES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"
ELSEWHERE = {
    "--help": "test_usage.py",
    "--scheduler": "jobs/test_dask.py",
    "--font": "drawing/test_booklet.py",
}
ELSEWHERE["--bold-font"] = ELSEWHERE["--font"]
WRITTEN = {"convert": "--to json"} | {name: f"-o {name}.html" for name in ("play", "book", "prove")}
"""The options without which a command does not write."""


def options_of(name):
    """Return the options of a command that its help lists, by their long names."""
    parser = make_parser([name])
    [commands] = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return {
        action.option_strings[-1]: action
        for action in commands.choices[name]._actions
        if action.option_strings and action.help != argparse.SUPPRESS
    }


OPTIONS = {name: options_of(name) for name in COMMANDS}
CALLS = [f"{name} {call}" for name, use in USES.items() for call in use.options]
CALLS += [
    f"{name} table.csv --column puzzle {WRITTEN.get(name, '')}"
    for name, options in OPTIONS.items()
    if "--column" in options
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write the puzzles of the calls into the current folder."""
    monkeypatch.chdir(tmp_path)
    puzzle = fastfuto.load(EXAMPLES / "five.txt")
    fastfuto.dump(puzzle, "five")
    fastfuto.dump(fastfuto.load(EXAMPLES / "no_solution.txt"), "none")
    fastfuto.dump(fastfuto.LatinSquare(4), "latin", "json")
    Path("table.csv").write_text(f'puzzle\n"{fastfuto.format_puzzle(puzzle, "tatham").strip()}"\n')
    write_model("solved", fastfuto.solve(puzzle).grid.ravel().tolist())


def test_the_table_of_uses_has_all_commands():
    assert list(USES) == list(COMMANDS)
    assert all(use.outside and (use.answers or use.refuses) for use in USES.values())


def test_every_option_of_every_command_is_used(folder, capsys):
    used = {name: set() for name in COMMANDS}
    for call in CALLS:
        name, *words = call.split()
        assert main([name, *words]) == 0, (call, capsys.readouterr().err)
        long_names = {
            short: long for long, action in OPTIONS[name].items() for short in action.option_strings
        }
        used[name] |= {long_names[word] for word in words if word in long_names}
    for name, options in OPTIONS.items():
        assert set(options) - used[name] <= set(ELSEWHERE), name


def test_an_option_has_one_meaning():
    fields = {}
    for options in OPTIONS.values():
        for option, action in options.items():
            kind = "" if action.nargs == 0 else action.metavar or str(action.choices)
            fields.setdefault(option, set()).add((action.dest, kind))
    assert {option: each for option, each in fields.items() if len(each) > 1} == {
        "--output": {("output", kind) for kind in ("FILE", "PICTURE", "PAGE", "BOOK")}
        | {("folder", "FOLDER")}
    }


def test_the_table_of_options_lists_all_commands():
    row = re.compile(r"^\| `(?:-\w`, `)?(--[\w-]+)(?: \w+)?` \| .+ \| (.+) \|$", re.MULTILINE)
    page = PAGE.read_text(encoding="utf-8")
    silent = re.findall(r"`(\w+)`", re.search(r"have it\. (.+?) do\s+not read puzzles;", page, re.DOTALL)[1])
    groups = {
        "all": list(COMMANDS),
        "all that read puzzles": [name for name in COMMANDS if name not in silent],
    }
    listed = {
        option: [name for word in names.split(", ") for name in groups.get(word, [word])]
        for option, names in row.findall(page)
    }
    assert listed == {
        option: [name for name in COMMANDS if option in OPTIONS[name]]
        for option in {option for options in OPTIONS.values() for option in options} - {"--help"}
    }
    assert list(listed) == sorted(listed)
