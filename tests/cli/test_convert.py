from pathlib import Path

import pytest

from fastfuto import format_puzzle, load

from .helpers import EXAMPLES, FUTOSHIKI_FORMATS, message_of, output_of, write_model


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_convert(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    out = output_of(run("convert", EXAMPLES / "four.txt", "--to", name))
    assert out.rstrip("\n") == format_puzzle(puzzle, name).rstrip("\n")
    assert run("convert", EXAMPLES / "four.txt", "--to", name, "-o", "out") == (0, "", "")
    assert load("out") == puzzle
    assert Path("out").read_bytes().endswith(b"\n")


@pytest.mark.parametrize("name", ["json", "csv"])
def test_the_suffix_names_the_format(run, name):
    four = EXAMPLES / "four.txt"
    assert run("convert", four, "-o", f"out.{name}") == (0, "", "")
    assert Path(f"out.{name}").read_text() == run("convert", four, "--to", name)[1]


def test_convert_to_a_format_that_cannot_hold_the_puzzle(run):
    Path("out").write_text("precious")
    err = message_of(run("convert", EXAMPLES / "twelve.txt", "--to", "plain", "-o", "out"))
    assert (
        err
        == f"fastfuto: {EXAMPLES / 'twelve.txt'}: the format plain holds only grids with n from 2 to 9, not n = 12\n"
    )
    assert Path("out").read_text() == "precious"


FOUR = "2413132431424231"
"""The solution of the example, cell by cell."""


def test_the_solution_of_a_solver_is_written(run):
    assert run("convert", EXAMPLES / "four.txt", "--to", "dimacs", "-o", "four.txt") == (0, "", "")
    write_model("found", list(map(int, FOUR)))
    out = output_of(run("convert", "four.txt", "--solver-output", "found", "--to", "plain"))
    assert "".join(filter(str.isdigit, out)) == FOUR
    write_model("found", [1, 3, 2])
    Path("three").write_text("permutations 3\n0 < 1\n")
    assert run("convert", "three", "--solver-output", "found", "--to", "permutations") == (0, "1 3 2\n", "")


def test_what_a_solver_did_not_find(run):
    four = EXAMPLES / "four.txt"
    Path("found").write_text("s UNSATISFIABLE\n")
    err = message_of(run("convert", four, "--solver-output", "found", "--to", "plain"), 1)
    assert err == f"fastfuto: {four}: the solver reports that there is no solution\n"
    write_model("found", list(map(int, FOUR[::-1])))
    err = message_of(run("convert", four, "--solver-output", "found", "--to", "plain"))
    assert err.startswith("fastfuto: found: line 2, column ")
    assert "this is not a solution of the puzzle: " in err
    err = message_of(run("convert", four, "--solver-output", "missing", "--to", "plain"))
    assert "missing: No such file" in err


def test_a_solution_is_that_of_one_puzzle(run):
    four = EXAMPLES / "four.txt"
    Path("four").write_text(four.read_text())
    for files in ([four, four], ["four"]):
        err = message_of(run("convert", *files, "--solver-output", "four", "--to", "plain"))
        assert "--solver-output needs one file with one puzzle" in err


def test_an_id_is_a_format(run):
    assert run("convert", EXAMPLES / "five.txt", "--to", "ID") == run(
        "convert", EXAMPLES / "five.txt", "--to", "tatham"
    )
