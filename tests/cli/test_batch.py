import csv
import json
from pathlib import Path

import numpy as np
import pytest

from fastfuto import format_puzzle, parse, solve, solve_many
from fastfuto.cli import main
from fastfuto.formats import MAX_TEXT

from .helpers import EXAMPLES, FAMILIES, message_of


@pytest.mark.thorough
def test_a_long_batch(tmp_path, capsys):
    path = tmp_path / "many.txt"
    # More than a single puzzle may take; most of it remarks.
    path.write_text("................\n" * 3 + "#" * MAX_TEXT)
    assert main(["batch", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


SUDOKU = FAMILIES["sudoku.txt"][0]
SOLVED = "673894512912735486845612973798261354526473891134589267469128735287356149351947628"


def test_every_puzzle_is_answered_with_a_line(run):
    Path("grids").write_text(f"{SUDOKU}# a remark\n{'.' * 81}\n11{'.' * 79}\n")
    code, out, err = run("batch", "grids")
    first, second, third = out.splitlines()
    assert (code, first, third) == (1, SOLVED, "none")
    assert sorted(second) == sorted("123456789" * 9)
    assert "3 puzzles in" in err
    assert "a second" in err
    code, out, _ = run("batch", "--unique", "--threads", "2", "grids", "grids")
    assert (code, out) == (1, f"{SOLVED}\nseveral\nnone\n" * 2)


def test_what_cannot_be_read_is_answered_too(run):
    Path("grids").write_bytes(SUDOKU.encode() + b"12\n\n" + b"\xff" * 81 + b"\n" + SUDOKU.encode())
    err = message_of(run("batch", "grids", "missing", "-o", "out.txt"))
    assert Path("out.txt").read_text().splitlines() == [SOLVED, "unreadable", "unreadable", SOLVED]
    assert "grids: line 2, column 3: " in err
    assert "grids: line 4, column 1: byte 0xff is not UTF-8 text" in err
    assert "missing: No such file" in err
    lines = [json.loads(line) for line in run("batch", "grids", "--json")[1].splitlines()]
    assert [line["line"] for line in lines] == [1, 2, 4, 5]
    assert "error" in lines[1]


def test_the_input_is_not_overwritten(run):
    Path("grids").write_text(SUDOKU)
    assert "would overwrite" in message_of(run("batch", "grids", "-o", "grids"))
    assert Path("grids").read_text() == SUDOKU
    assert run("batch", "grids", "-o", "out.npy")[0] == 2


def test_each_puzzle_is_answered_in_its_own_format(run):
    source = (EXAMPLES / "four.txt").read_text()
    game = format_puzzle(parse(source), "tatham")
    kakuro = FAMILIES["kakuro.txt"][0]
    Path("mixed").write_text(f"{game}\n{source}\n{SUDOKU}{kakuro}{game}\n")
    code, out, _ = run("batch", "mixed", "--unique")
    grid = solve(parse(source)).grid
    solved = format_puzzle(parse(source).filled(grid), "tatham")
    listed = str(grid.tolist()).replace(" ", "")
    assert code == 1
    assert out.splitlines() == [solved, listed, SOLVED, "none", solved]


def test_to_chooses_the_format_of_the_solutions(run):
    Path("two").write_text("3:1,0R,0,0,2,0,0,0,0,\n" + (EXAMPLES / "four.txt").read_text())
    code, out, _ = run("batch", "two", "--to", "plain")
    assert (code, out) == (0, "[[1,3,2],[3,2,1],[2,1,3]]\n[[2,4,1,3],[1,3,2,4],[3,1,4,2],[4,2,3,1]]\n")
    code, out, _ = run("batch", "two", "--to", "tatham", "--unique", "--threads", 2)
    assert (code, out) == (0, "3:1,3R,2,3,2,1,2,1,3,\n4:2D,4D,1,3,1,3,2,4,3,1,4U,2,4,2,3R,1,\n")
    assert "--to has no effect with --json" in run("batch", "two", "--to", "tatham", "--json")[2]


@pytest.mark.parametrize("command", ["batch", "audit"])
def test_the_suffix_of_the_file_is_its_format(run, command):
    Path("grids").write_text(SUDOKU + "x\n")

    def read(text):
        answer = json.loads(text)
        answer.pop("seconds", None)
        return answer

    answers = [read(line) for line in run(command, "grids", "grids", "--json")[1].splitlines()]
    assert {answer["file"] for answer in answers} == {"grids"}
    for suffix in (".json", ".jsonl", ".csv", ".tsv"):
        assert run(command, "grids", "grids", "-o", f"x{suffix}")[0] == 2
    assert [read(json.dumps(each)) for each in json.loads(Path("x.json").read_text())] == answers
    assert [read(line) for line in Path("x.jsonl").read_text().splitlines()] == answers
    for suffix, delimiter in ((".csv", ","), (".tsv", "\t")):
        with open(f"x{suffix}", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=delimiter))
        for row, answer in zip(rows, answers, strict=True):
            for name, value in answer.items():
                assert row[name] == (
                    "" if value is None else value if isinstance(value, str) else json.dumps(value)
                )


GRIDS = {"1....4...3.....2": 3, "1" * 16: 0, "." * 16: 288}


@pytest.fixture
def grids(tmp_path):
    path = tmp_path / "grids.txt"
    path.write_text("".join(f"{grid}\n" for grid in GRIDS))
    return path


def known(limit):
    """Return the solution of each grid, or None, and how many there are up to the limit."""
    puzzles = np.array([[int(digit) for digit in grid.replace(".", "0")] for grid in GRIDS]).reshape(-1, 4, 4)
    batch = solve_many(puzzles, limit=limit)
    texts = ["".join(map(str, grid.ravel())) for grid in batch.grids]
    return [
        (text if count else None, count) for text, count in zip(texts, batch.counts.tolist(), strict=True)
    ]


@pytest.mark.parametrize("options", [[], ["--unique"], ["--limit", "7"]])
def test_json_is_an_object_for_each_grid(run, grids, options):
    code, out, _ = run("batch", grids, "--json", *options)
    expected = known({0: 1, 1: 2, 2: 7}[len(options)])
    assert code == 1
    assert [json.loads(line) for line in out.splitlines()] == [
        {
            "schema": 1,
            "command": "batch",
            "file": str(grids),
            "line": line,
            "format": "sudoku",
            "family": "sudoku",
            "solution": None if solution is None else parse(solution).clues.tolist(),
            "count": count,
        }
        for line, (solution, count) in enumerate(expected, 1)
    ]


def test_a_limit_writes_how_many_were_found(run, grids):
    assert run("batch", grids, "--limit", "1000")[1].splitlines() == [
        "none" if solution is None else f"{solution} {count}" for solution, count in known(1000)
    ]


def test_a_time_limit_of_a_batch_leaves_the_others_unknown(run, tmp_path):
    path = tmp_path / "grids.txt"
    path.write_text(f"{'.' * 81}\n" * 2)
    options = ["--limit", 10**15, "--timeout", "0.1", "--threads", "1"]
    code, out, err = run("batch", path, *options)
    assert (code, out) == (3, "unknown\nunknown\n")
    assert "grids.txt: not all puzzles were solved within 0.1 s" in err
    code, out, _ = run("batch", path, *options, "--json")
    assert (code, [json.loads(line)["count"] for line in out.splitlines()]) == (3, [None, None])


def test_a_batch_is_unique_or_counted_but_not_both(run, grids):
    assert "not allowed with argument" in message_of(run("batch", grids, "--unique", "--limit", "3"))


def test_a_batch_reads_standard_input(run, grids, monkeypatch):
    with grids.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run("batch")[:2] == run("batch", grids)[:2]
