"""Options: one meaning for each name, a use of each option of each command, and the table of the documentation."""

import argparse
import re
from pathlib import Path

import pytest

import fastfuto
from fastfuto.cli import main
from fastfuto.cli.dispatch import COMMANDS, make_parser

from .helpers import EXAMPLES, write_model

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"
FILES = "-o x.txt --format source --timeout 60"
NEW = (
    "-n 5 -k 2 --family futoshiki --level easy --rules full --numbers 0:9 --inequalities 3:99 --remove mixed "
    "--score 1:2 --minutes 1:9 --minimal 1 --seed 7 --threads 2 --timeout 60"
)
KINDS = ("-n 6 --family sudoku --variant inequalities --symmetry half-turn", "-n 5 --technique x-wing")
CALLS = [
    f"solve five {FILES} --total --order lexicographic --limit 3 --to tatham -q",
    "solve five --seed 2 --threads 2 --engine search --json",
    f"count five {FILES} --limit 5 --memory 1G --threads 2 --engine auto -q",
    "count --family latin -n 4 --variant diagonals --json",
    "count latin --workers 1 --journal counts",
    f"solutions five {FILES} --order lexicographic --limit 3 --to tatham -q",
    "solutions latin --workers 1 --journal all -o folder --json",
    f"sample five {FILES} -k 2 --seed 2 --memory 1G --to tatham -q",
    "sample --family latin -n 4 --variant diagonals --json",
    f"estimate five {FILES} --samples 4 --seed 2 -q",
    "estimate --family latin -n 4 --variant diagonals --json",
    f"candidates five {FILES} --limit 2 --threads 2 -q",
    "candidates five --json",
    "check five -o x.txt --format source --redundant --language de -q",
    "check five --quick --json",
    "convert five --format source -o x.txt --to dimacs -q",
    "convert five --solver-output solved --to picture",
    "formats picture",
    "draw five --format source --timeout 60 -o x.svg --style dark --width 200 --solution",
    "draw five --step 3 --rules tatham --language de",
    "draw none --conflict -q",
    f"play {NEW} -o x.html --title Title --language de -q",
    *(f"play {kind} -o x.html" for kind in KINDS),
    "play five --format source -o x.html",
    f"book {NEW} -o x.html --title Title --language de -q --caption {{number}} --stars --instructions --per-page 1 "
    "--answers foot --paper A5 --large-print --strips --heading One --then --heading Two -n 4",
    *(f"book {kind} -o x.html" for kind in KINDS),
    "book five --format source -o x.html",
    "batch five --format source --timeout 60 --threads 2 --to tatham -o x.txt --unique -q",
    "batch five --limit 3 --json",
    "batch five --workers 1 --journal batches",
    "audit five --format source --threads 2 --grade --certificates proofs --all -o x.txt -q",
    "audit five --workers 1 --journal audits --json",
    f"explain five {FILES} --rules tatham --language de --steps 3 --all --notation --to tatham -q",
    "explain five --json",
    f"hint five {FILES} --entries five --detail 2 --rules tatham --language de -q",
    "hint five --json",
    f"grade five {FILES} --rules tatham --language de -q",
    "grade five --workers 1 --journal grades --json",
    "jobs counts",
    "prove five --format source --timeout 60 --memory 1G --claim 1 -o certificate --json",
    "prove five --proof drat --binary -o binary -q",
    "verify certificate --timeout 60 -q",
    "verify certificate --json",
    f"generate {NEW} -o x.tsv -q",
    f"generate {KINDS[0]} --start 1 --certificates proofs --json --seed 1",
    f"generate {KINDS[1]} --distinct --to source --seed 1",
    "generate -n 4 -k 3 --seed 1 -o lines --resume",
    "generate -n 4 -k 2 --seed 1 --workers 1 --journal puzzles",
    "techniques --family sudoku",
    "techniques -q",
    "formats -q",
    "jobs counts -q",
    "candidates --family latin --size 4 --variant diagonals",
    "solutions --family latin --size 4 --variant diagonals",
]
ELSEWHERE = {
    "--help": "test_usage.py",
    "--scheduler": "jobs/test_dask.py",
    "--font": "drawing/test_booklet.py",
}
ELSEWHERE["--bold-font"] = ELSEWHERE["--font"]
PUZZLES = (
    *("solve", "count", "solutions", "sample", "estimate", "candidates", "check", "explain", "hint", "grade"),
    *("batch", "audit", "draw"),
)
CALLS += [f"{name} table.csv --column puzzle" for name in PUZZLES]
CALLS += [f"{name} table.csv --column puzzle -o column{name}.html" for name in ("play", "book", "prove")]
CALLS += ["convert table.csv --column puzzle --to json"]


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
    listed = {
        option: re.findall(r"\w+", names) for option, names in row.findall(PAGE.read_text(encoding="utf-8"))
    }
    assert listed == {
        option: [name for name in COMMANDS if option in OPTIONS[name]]
        for option in {option for options in OPTIONS.values() for option in options} - {"--help"}
    }
    assert list(listed) == sorted(listed)
