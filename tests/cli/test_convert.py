from pathlib import Path

import pytest

from fastfuto import format_puzzle, load

from .helpers import EXAMPLES, FUTOSHIKI_FORMATS


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_convert(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    code, out, err = run("convert", EXAMPLES / "four.txt", "--to", name)
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == format_puzzle(puzzle, name).rstrip("\n")
    assert run("convert", EXAMPLES / "four.txt", "--to", name, "-o", "out") == (0, "", "")
    assert load("out") == puzzle
    assert Path("out").read_bytes().endswith(b"\n")


def test_convert_to_a_format_that_cannot_hold_the_puzzle(run):
    Path("out").write_text("precious")
    code, out, err = run("convert", EXAMPLES / "twelve.txt", "--to", "plain", "-o", "out")
    assert (code, out) == (2, "")
    assert (
        err
        == f"fastfuto: {EXAMPLES / 'twelve.txt'}: a plain grid has n from 2 to 9, and this one has n = 12\n"
    )
    assert Path("out").read_text() == "precious"
