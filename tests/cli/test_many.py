import json
from pathlib import Path

import numpy as np

from fastfuto import format_puzzle, load, parse, parse_many, solve

from .helpers import EXAMPLES, output_of

FOUR = (EXAMPLES / "four.txt").read_text()
LINE = "1....4...3.....2\n"


def test_each_puzzle_of_a_file_is_answered(run):
    Path("many").write_text(FOUR + LINE + "# a remark\n" + LINE)
    assert output_of(run("count", "many")) == "many, line 1:\n1\n\nmany, line 9:\n1\n\nmany, line 11:\n1\n"
    answers = [json.loads(line) for line in run("check", "many", "--json")[1].splitlines()]
    assert [(answer["line"], answer["format"]) for answer in answers] == [
        (1, "source"),
        (9, "sudoku"),
        (11, "sudoku"),
    ]


def test_a_puzzle_that_cannot_be_read_does_not_keep_the_others_from_being_answered(run):
    Path("many").write_text(LINE + "4:x\n" + LINE)
    code, out, err = run("solve", "many", "--quiet")
    assert (code, out) == (2, f"{format_puzzle(parse(LINE).filled(solve(parse(LINE)).grid), 'sudoku')}" * 2)
    assert "many: line 2, column 3" in err


def test_quiet_grids_can_be_read_again(run):
    Path("many").write_text(FOUR * 3)
    _, out, _ = run("solve", "many", "--quiet", "-o", "solved")
    assert out == ""
    solved = list(parse_many(Path("solved").read_text()))
    assert solved == [parse(FOUR).filled(solve(parse(FOUR)).grid)] * 3
    assert run("check", "solved")[0] == 0


def test_many_puzzles_are_converted(run):
    Path("many").write_text(FOUR * 2)
    for format in ("tatham", "plain", "json", "source"):
        out = output_of(run("convert", "many", "--to", format))
        assert list(parse_many(out, format)) == [parse(FOUR)] * 2


def test_an_array_holds_the_solutions_of_one_puzzle(run):
    Path("many").write_text(LINE * 2)
    code, _, err = run("solutions", "many", "-o", "x.npy")
    assert code == 2
    assert "many, line 1: a .npy file can hold the solutions of only one puzzle" in err
    assert not Path("x.npy").exists()
    Path("one").write_text(LINE)
    assert run("solutions", "one", "-o", "x.npy")[0] == 0
    assert np.load("x.npy").shape == (1, 4, 4)
    assert load("one").n == 4
