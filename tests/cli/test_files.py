import os
import re
import subprocess
from pathlib import Path

import pytest

from fastfuto import dump, load

from .helpers import EXAMPLES


def test_several_files(run):
    Path("bad").write_text("4\n0 | 0 ~ 0")
    code, out, err = run("count", EXAMPLES / "four.txt", "bad", "missing", EXAMPLES / "no_solution.txt")
    assert code == 2
    assert out == f"{EXAMPLES / 'four.txt'}:\n1\n\n{EXAMPLES / 'no_solution.txt'}:\n0\n"
    assert (
        err
        == """\
fastfuto: bad: line 2, column 7: expected '|', '<' or '>' between columns 2 and 3 of row 1, found '~'
0 | 0 ~ 0
      ^
fastfuto: missing: No such file or directory
"""
    )


def test_bad_files(run):
    Path("empty").touch()
    assert run("solve", "empty") == (2, "", "fastfuto: empty: line 1, column 1: the text is empty\n")
    Path("binary").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    code, out, err = run("solve", "binary")
    assert (code, out) == (2, "")
    assert err.startswith("fastfuto: binary: line 1, column 1: byte 0x89 is not UTF-8 text")
    code, out, err = run("solve", ".")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"fastfuto: \.: (Is a directory|Permission denied)\n", err)
    Path("0").write_text("0\n")
    code, _, err = run("solve", "0")
    assert code == 2
    assert "1 to 255" in err


def test_named_format(run):
    Path("both").write_text("2\n\n0|0\n---\n0|0")
    code, _, err = run("count", "both")
    assert code == 2
    assert "source and plain" in err
    assert run("count", "both", "--format", "source")[:2] == (0, "2\n")
    assert run("count", "both", "--format", "plain")[:2] == (0, "4\n")


def test_standard_input(start):
    process = start("solve", "-", stdin=subprocess.PIPE)
    out, err = process.communicate((EXAMPLES / "four.txt").read_bytes().replace(b"\n", b"\r\n"), timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert b"This is the only solution." in out
    process = start("solve", "-", EXAMPLES / "missing", stdin=subprocess.PIPE)
    out, err = process.communicate(b"4\nx", timeout=20)
    assert process.returncode == 2
    assert err.startswith(b"fastfuto: <stdin>: line 2, column 1: ")


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


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["count", "in", "-o", "nowhere/out"], "nowhere/out: No such file or directory"),
        (["count", "in", "-o", "."], r"\.: (Is a directory|Permission denied)"),
        (["solutions", "in", "-o", "nowhere/out.npy"], "nowhere/out.npy: No such file or directory"),
        (["count", "in", "-o", "in"], "-o would overwrite the input file in"),
        (["count", EXAMPLES / "four.txt", "in", "-o", "./in"], "-o would overwrite the input file in"),
        (["solutions", "in.npy", "-o", "in.npy"], "-o would overwrite the input file in.npy"),
        (["count", "in", "-o", "out.npy"], "only the solutions command writes .npy files"),
        (["solutions", "in", "in", "-o", "out.npy"], "a .npy file holds the solutions of one puzzle.*"),
    ],
)  # fmt: skip
def test_bad_outputs(run, args, message):
    for name in ("in", "in.npy"):
        dump(load(EXAMPLES / "four.txt"), name)
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert re.fullmatch(f"fastfuto: {message}\n", err)
    for name in ("in", "in.npy"):
        assert load(name) == load(EXAMPLES / "four.txt")
    assert sorted(path.name for path in Path().iterdir()) == ["in", "in.npy"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize("args", [["count", EXAMPLES / "four.txt"], ["solutions", EXAMPLES / "empty5.txt"]])
def test_full_disk(start, args):
    with open("/dev/full", "w") as full:
        process = start(*args, stdout=full)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err == b"fastfuto: standard output: No space left on device\n"
