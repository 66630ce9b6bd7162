import csv
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from fastfuto import LatinSquare, draw, dump, format_puzzle, load, parse, solve
from fastfuto.formats import MAX_TEXT

from ..cases import some
from .helpers import EXAMPLES, FAMILIES, FUTOSHIKI_FORMATS, message_of, output_of, posix


def test_several_files(run):
    Path("bad").write_text("4\n0 | 0 ~ 0")
    answers = f"{EXAMPLES / 'four.txt'}:\n1\n\n{EXAMPLES / 'no_solution.txt'}:\n0\n"
    messages = """\
fastfuto: bad: line 2, column 7: expected '|', '<' or '>' between columns 2 and 3 of row 1, found '~'
  0 | 0 ~ 0
        ^
fastfuto: missing: No such file or directory
"""
    files = (EXAMPLES / "four.txt", "bad", "missing", EXAMPLES / "no_solution.txt")
    assert run("count", *files) == (2, answers, messages)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4:xyz", "line 1, column 3: too much data"),
        ("4:0,", "line 1, column 5: not enough data"),
        ("4 0 | 0", "line 1, column 8: expected"),
    ],
)
def test_a_mistyped_puzzle_is_not_a_missing_file(run, text, message):
    assert message_of(run("solve", text)).startswith(f"fastfuto: {text}: {message}")


def test_bad_files(run):
    Path("empty").touch()
    assert run("solve", "empty") == (2, "", "fastfuto: empty: line 1, column 1: the text is empty\n")
    Path("binary").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    err = message_of(run("solve", "binary"))
    assert err.startswith("fastfuto: binary: line 1, column 1: byte 0x89 is not UTF-8 text")
    assert re.fullmatch(r"fastfuto: \.: (Is a directory|Permission denied)\n", message_of(run("solve", ".")))
    Path("256").write_text("256\n")
    assert "1 to 255" in message_of(run("solve", "256"))


def test_named_format(run):
    Path("both").write_text("1 2 0 0\n" + "0 0 0 0\n" * 3)
    assert "matrix, sudoku and latin" in message_of(run("count", "both"))
    assert run("count", "both", "--format", "matrix")[:2] == (0, "48\n")
    assert run("count", "both", "--format", "sudoku")[:2] == (0, "24\n")


def test_standard_input(start):
    process = start("solve", "-", stdin=subprocess.PIPE)
    out, err = process.communicate((EXAMPLES / "four.txt").read_bytes().replace(b"\n", b"\r\n"))
    assert (process.returncode, err) == (0, b"")
    assert b"This is the only solution." in out
    process = start("solve", "-", EXAMPLES / "missing", stdin=subprocess.PIPE)
    out, err = process.communicate(b"4\nx")
    assert process.returncode == 2
    assert err.startswith(b"fastfuto: <stdin>: line 2, column 1: ")


@posix
def test_a_pipe_with_a_name_is_read_once(run):
    ours, theirs = os.pipe()
    os.write(theirs, (EXAMPLES / "four.txt").read_bytes() + b"\n" + (EXAMPLES / "five.txt").read_bytes())
    os.close(theirs)
    code, out, err = run("count", f"/dev/fd/{ours}")
    os.close(ours)
    assert (code, err) == (0, "")
    assert out.count(f"/dev/fd/{ours}") == 2


def test_output_file(run):
    Path("out").write_text("old and much longer than what takes its place" * 10)
    assert run("count", EXAMPLES / "four.txt", "-o", "out") == (0, "", "")
    assert Path("out").read_bytes() == b"1\n"
    assert run("count", "missing", "-o", "out")[0] == 2
    assert Path("out").read_bytes() == b"1\n"
    assert run("count", "missing", "-o", "new")[0] == 2
    assert not Path("new").exists()
    assert run("solutions", EXAMPLES / "empty5.txt", "--limit", 5000, "-o", "out")[0] == 0
    text = Path("out").read_text()
    assert text.startswith("5\n1 | ")
    assert text.endswith("\nSolutions: 5000 (--limit reached)\n")
    assert run("count", EXAMPLES / "four.txt", "-o", "-")[:2] == (0, "1\n")


@posix
def test_output_to_links_and_pipes(run):
    Path("folder").mkdir()
    Path("link").symlink_to("folder/out")
    assert run("count", EXAMPLES / "four.txt", "-o", "link") == (0, "", "")
    assert Path("link").is_symlink()
    assert Path("folder", "out").read_bytes() == b"1\n"
    os.mkfifo("pipe")
    with ThreadPoolExecutor(1) as pool:
        text = pool.submit(Path("pipe").read_text)
        assert run("solutions", EXAMPLES / "empty5.txt", "--limit", 5000, "-o", "pipe")[0] == 0
        assert text.result().endswith("\nSolutions: 5000 (--limit reached)\n")
    assert run("count", EXAMPLES / "four.txt", "-o", os.devnull) == (0, "", "")
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "link", "pipe"]


@posix
def test_output_to_an_open_file_goes_on_behind_what_it_has(start, tmp_path):
    path = tmp_path / "out"
    path.write_text("old\n")
    with path.open("ab") as out:
        assert start("count", EXAMPLES / "four.txt", "-o", "/dev/stdout", stdout=out).wait(60) == 0
    assert path.read_text() == "old\n1\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["count", "in", "-o", "nowhere/out"], "nowhere/out: No such file or directory"),
        (["count", "in", "-o", "."], r"\.: (Is a directory|Permission denied)"),
        (["solutions", "in", "-o", "nowhere/out.npy"], "nowhere/out.npy: No such file or directory"),
        (["count", "in", "-o", "in"], "-o would overwrite the input file in"),
        (["count", EXAMPLES / "four.txt", "in", "-o", "./in"], "-o would overwrite the input file in"),
        (["solutions", "in.npy", "-o", "in.npy"], "-o would overwrite the input file in.npy"),
        (["count", "in", "-o", "out.npy"], "-o out.npy: count finds no grids that a .npy file could hold"),
        (["count", "in", "-o", "out.svg"], "-o out.svg: count draws no picture"),
        (["solutions", "in", "in", "-o", "out.npy"], "a .npy file holds the solutions of one puzzle.*"),
    ],
)  # fmt: skip
def test_bad_outputs(run, args, message):
    for name in ("in", "in.npy"):
        dump(load(EXAMPLES / "four.txt"), name)
    assert re.fullmatch(f"fastfuto: {message}\n", message_of(run(*args)))
    for name in ("in", "in.npy"):
        assert load(name) == load(EXAMPLES / "four.txt")
    assert sorted(path.name for path in Path().iterdir()) == ["in", "in.npy"]


@pytest.mark.thorough
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize(
    "args",
    [
        ["count", EXAMPLES / "four.txt"],
        ["solutions", EXAMPLES / "empty5.txt"],
        ["batch", EXAMPLES / "four.txt", "-q"],
    ],
)
def test_full_disk(start, args):
    with open("/dev/full", "w") as full:
        process = start(*args, stdout=full)
        _, err = process.communicate()
    assert process.returncode == 2
    assert err == b"fastfuto: standard output: No space left on device\n"


# Puzzles in place of files, and on standard input ------------------------------------------------------


ONE_LINE = {
    "game id": "4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,",
    "source": "2  0 < 0  - - -  0 | 0",
    "sudoku": "1....4...3.....2",
    "kakuro": "2 2 *(3,0)(0,3)0",
}


@pytest.mark.parametrize("text", ONE_LINE.values(), ids=ONE_LINE)
@pytest.mark.parametrize("command", ["solve", "count", "check", "solutions"])
def test_a_puzzle_may_stand_in_place_of_a_file(run, command, text):
    Path("file").write_text(text)
    assert run(command, text) == run(command, "file")
    assert run(command, text)[0] in (0, 1)


def test_a_puzzle_in_place_of_a_file_is_named_argument(run):
    answer = json.loads(run("check", ONE_LINE["game id"], "--json")[1])
    assert (answer["file"], answer["format"]) == ("<argument>", "tatham")


def test_a_file_goes_before_a_puzzle_of_the_same_text(run):
    text = ONE_LINE["source"]
    Path(text).write_text("1 0")
    assert run("count", text)[:2] == (0, "1\n")


@pytest.mark.parametrize("name", ["missing", "missing.txt", "5.json", "x" * 5000])
def test_what_is_neither_a_file_nor_a_puzzle_is_reported_as_a_file(run, name):
    assert re.search(r": (No such file or directory|File name too long)\n$", message_of(run("solve", name)))


@pytest.mark.parametrize("command", ["solve", "count", "check", "sample", "solutions"])
def test_standard_input_is_read_without_a_file(run, monkeypatch, command):
    puzzle = EXAMPLES / "four.txt"
    monkeypatch.setattr("sys.stdin", puzzle.open(encoding="utf-8"))
    assert run(command) == run(command, puzzle)
    sys.stdin.close()


# What is printed can be read ---------------------------------------------------------------------------


UNIQUE = {
    **dict.fromkeys(FUTOSHIKI_FORMATS, load(EXAMPLES / "four.txt")),
    "sudoku": parse(FAMILIES["sudoku.txt"][0]),
    "kakuro": parse("2 3\n* (3,0) (4,0)\n(0,7) 0 0\n"),
    "latin": LatinSquare([[1, 0, 3], [0, 3, 0], [0, 0, 2]]),
}
PRINTS = [
    ("solve",),
    ("solve", "--total"),
    ("solve", "--quiet"),
    ("sample",),
    ("solutions",),
    ("solutions", "--quiet"),
    ("solutions", "--limit", "1"),
]


@pytest.mark.parametrize("name", some(UNIQUE, 2))
@pytest.mark.parametrize("command", PRINTS, ids=" ".join)
def test_what_is_printed_is_read_by_all_commands(run, name, command):
    puzzle = UNIQUE[name]
    dump(puzzle, "puzzle", name)
    out = output_of(run(*command, "puzzle", "--format", name))
    Path("printed").write_text(out)
    detected = [] if name == "latin" else [[]]
    for options in (*detected, ["--format", name]):
        assert run("convert", "printed", "--to", "json", *options)[1] == format_puzzle(
            puzzle.filled(solve(puzzle).grid), "json"
        )
        assert run("count", "printed", *options)[:2] == (0, "1\n")
        assert run("check", "printed", *options)[1].startswith("Complete scheme.\nValid solution.\n")
        assert run("solve", "printed", *options)[0] == 0


def test_a_remark_of_an_earlier_version_is_read(run):
    Path("printed").write_text("Incomplete scheme.\n  there is neither a total nor a digit\n1 3\n* 1 2\n")
    assert run("count", "printed")[:2] == (0, "1\n")


def test_an_error_below_remarks_names_the_line_of_the_file(run):
    Path("printed").write_text("Incomplete scheme.\n2\n1 < 2\n- - ~\n2 | 1\nThis is the only solution.\n")
    assert run("check", "printed")[2].startswith("fastfuto: printed: line 4, column 5: ")


@posix
def test_the_name_of_a_file_that_is_closed_is_right(start):
    process = start("solutions", EXAMPLES / "four.txt", "-o", "out.npy", shell=">&-")
    assert process.communicate()[1] == b"fastfuto: standard output: the stream is closed\n"


@pytest.mark.parametrize(
    "args", [("solve", ""), ("solve", EXAMPLES / "four.txt", "-o", ""), ("generate", "-n", 4, "-o", "")]
)
def test_an_empty_name_is_named(run, args):
    assert message_of(run(*args)).splitlines()[-1] == "fastfuto: the name of a file is empty"


@pytest.mark.parametrize("name", ["out", "out.cnf", "out.md", "out.npz", "out.txt"])
def test_any_other_name_is_simply_written(run, name):
    assert run("solve", EXAMPLES / "four.txt", "-o", name) == (0, "", "")
    assert Path(name).read_text() == run("solve", EXAMPLES / "four.txt")[1]


def test_a_suffix_chooses_the_form_of_the_file(run):
    four, two = EXAMPLES / "four.txt", EXAMPLES / "two_solutions.txt"
    solution = json.loads(run("solve", four, "--json")[1])["solution"]
    for name, files in (("one.json", [four]), ("two.json", [four, two]), ("two.jsonl", [four, two])):
        assert run("solve", *files, "-o", name)[:2] == (0, "")
        text = Path(name).read_text()
        answers = [json.loads(text)] if name == "one.json" else json.loads(text) if name == "two.json" else []
        answers = answers or [json.loads(line) for line in text.splitlines()]
        assert [answer["file"] for answer in answers] == list(map(str, files))
        assert answers[0]["solution"] == solution
    for name, delimiter in (("x.csv", ","), ("x.tsv", "\t")):
        run("grade", four, two, "-o", name)
        with open(name, newline="") as file:
            rows = list(csv.DictReader(file, delimiter=delimiter))
        assert [row["file"] for row in rows] == [str(four), str(two)]
        assert rows[0]["level"] == "hard"
        run("solutions", two, "-o", name)
        with open(name, newline="") as file:
            assert len(list(csv.DictReader(file, delimiter=delimiter))) == 2
    run("solve", four, "-o", "x.npy")
    assert np.load("x.npy").tolist() == solution
    run("sample", two, "-k", 3, "-o", "x.npy")
    assert np.load("x.npy").shape == (3, 4, 4)
    assert run("solve", four, "-o", "x.svg") == (0, "Solved. This is the only solution.\n", "")
    assert Path("x.svg").read_text() == draw(load(four), np.array(solution)).svg
    run("hint", four, "-o", "x.html")
    assert Path("x.html").read_text().startswith("<!DOCTYPE html>")
    code, _, err = run("solve", four, two, "-o", "y.svg")
    assert (code, err.count("y.svg can hold only one picture;")) == (2, 1)
    # With --to, the suffix means nothing.
    run("solve", four, "--to", "source", "-q", "-o", "x.json")
    assert Path("x.json").read_text() == load(four).show(np.array(solution))
    assert run("convert", four, "--to", "dimacs", "-o", "puzzle.cnf")[0] == 0


@pytest.mark.parametrize("options", [(), ("--family", "kakuro", "-n", 5), ("--family", "sudoku", "-n", 4)])
def test_a_list_of_new_puzzles_is_read(run, options):
    new = ("generate", "-n", 4, *options, "-k", 3, "--seed", 1)
    assert run(*new, "-q", "-o", "list.json")[0] == run(*new, "-q", "-o", "lines.jsonl")[0] == 0
    out = output_of(run("solve", "list.json", "--json"))
    solutions = [json.loads(line)["solution"] for line in out.splitlines()]
    lines = run("solve", "lines.jsonl", "--json")[1].splitlines()
    assert solutions == [json.loads(line)["solution"] for line in lines]
    assert len(solutions) == 3
    text = Path("list.json").read_text()
    Path("list.json").write_text(text.rstrip()[:-1] + ", 7]")
    code, _, err = run("solve", "list.json", "-q")
    assert (code, "line 4, column 1: expected a JSON object" in err) == (2, True)
    Path("list.json").write_text(text.rstrip()[:-1])
    code, out, err = run("solve", "list.json", "-q")
    assert (code, out.count('"schema"'), "this is not JSON" in err) == (2, 3, True)


def test_a_list_of_answers_has_no_puzzles(run):
    assert run("solve", EXAMPLES / "four.txt", EXAMPLES / "five.txt", "-o", "answers.json")[0] == 0
    err = message_of(run("grade", "answers.json"))
    assert "answers.json: line 1, column 1: there is no column with a puzzle" in err


def test_unreadable_puzzles_at_the_start_cost_no_other(run):
    lines = ["3:1,0R,0,0,x,0,0,0,0,", "3:q", "3:1,0R,0,0,2,0,0,0,0,", "3:1,0R,0,0,2,0,0,0,0,"]
    Path("lines").write_text("\n".join(lines) + "\n")
    code, out, err = run("count", "lines")
    assert code == 2
    assert out.count("1\n") == 2
    assert [f"line {k}, " in err for k in (1, 2, 3)] == [True, True, False]


@posix
@pytest.mark.parametrize("is_named", [True, False])
def test_a_long_pipe_is_read_from_its_start(start, is_named):
    name = "/dev/stdin" if is_named else "-"
    process = start("convert", "--to", "tatham", name, stdin=subprocess.PIPE)
    line = "3:1,0R,0,0,2,0,0,0,0,\n"
    out, err = process.communicate((line + "# remark\n" * (MAX_TEXT // 9 + 1) + line).encode())
    assert (process.returncode, out.decode(), err) == (0, 2 * line, b"")
