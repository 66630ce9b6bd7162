"""The commands prove and verify."""

import json
import re

import pytest

from fastfuto import load, parse

from .helpers import EXAMPLES, message_of, output_of


def test_prove_and_verify(run, tmp_path):
    folder = tmp_path / "certificate"
    out = output_of(run("prove", EXAMPLES / "nine.txt", "-o", folder))
    assert out.startswith("Proved: only this solution. The proof of ")
    assert out.endswith(f" bytes is in {folder}.\n")
    out = output_of(run("verify", folder))
    first, second, third = out.splitlines()
    assert first.startswith("Verified: only this solution; proof of ")
    assert second == "The puzzle is Futoshiki 9 x 9:"
    assert parse(third) == load(EXAMPLES / "nine.txt")
    lines = (folder / "proof.pbp").read_bytes().splitlines(keepends=True)
    (folder / "proof.pbp").write_bytes(b"".join(lines[4:]))
    assert output_of(run("verify", folder), 1).startswith("Refuted: proof.pbp, line ")
    answer = json.loads(run("verify", folder, "--json")[1])
    assert (answer["command"], answer["ok"]) == ("verify", False)
    assert answer["line"] >= 1
    (folder / "proof.pbp").write_bytes(b"\x89PNG")
    code, out, _ = run("verify", folder)
    assert (code, out[:22]) == (1, "Refuted: proof.pbp, li")


def test_proofs_in_drat(run, tmp_path):
    assert run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, "--proof", "drat", "--format", "plain")[0] in (
        0,
        2,
    )
    assert run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, "--proof", "drat")[0] == 0
    assert run("verify", tmp_path)[0] == 0
    (tmp_path / "proof.drat").write_bytes(b"\x89PNG")
    code, out, _ = run("verify", tmp_path)
    assert (code, out[:26]) == (2, "Unreadable: proof.drat, li")
    err = message_of(run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, "--binary"))
    assert "--binary needs --proof drat" in err


@pytest.mark.parametrize("options", [[], ["--proof", "drat"], ["--proof", "drat", "--binary"]])
def test_the_size_told_is_that_of_the_file(run, tmp_path, options):
    told = re.search(
        r"proof of (\d+) bytes", run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, *options)[1]
    )
    answer = json.loads(run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, "--json", *options)[1])
    name = "proof.drat" if options else "proof.pbp"
    assert int(told[1]) == answer["proof_bytes"] == (tmp_path / name).stat().st_size


def test_a_file_with_one_puzzle_and_remarks(run, tmp_path):
    (tmp_path / "one.txt").write_text("# A remark.\n3:1,0,0,0,0,0,0,0,2,\n", encoding="utf-8")
    code, out, _ = run("prove", tmp_path / "one.txt", "-o", tmp_path / "folder")
    assert (code, out[:8]) == (0, "Proved: ")
    two = "# A remark.\n3:1,0,0,0,0,0,0,0,2,\n3:1,0,0,0,0,0,0,0,3,\n"
    (tmp_path / "two.txt").write_text(two, encoding="utf-8")
    code, _, err = run("prove", tmp_path / "two.txt", "-o", tmp_path / "other")
    assert (
        code,
        err.endswith("a folder can hold the certificate of only one puzzle: name one file with one puzzle\n"),
    ) == (2, True)


@pytest.mark.parametrize(
    ("name", "claim"),
    [("no_solution.txt", "no solution"), ("empty5.txt", "a solution"), ("five.txt", "only this solution")],
)
def test_every_kind_of_claim(name, claim, run, tmp_path):
    code, out, _ = run("prove", EXAMPLES / name, "-o", tmp_path, "--json")
    answer = json.loads(out)
    assert (code, answer["claim"], answer["folder"]) == (0, claim, str(tmp_path))
    assert run("verify", tmp_path)[0] == 0


def test_claims_by_name_and_number(run, tmp_path):
    assert run("prove", EXAMPLES / "two_solutions.txt", "--claim", "2", "-o", tmp_path)[0] == 0
    assert "exactly 2 solutions" in run("verify", tmp_path)[1]
    err = message_of(
        run("prove", EXAMPLES / "two_solutions.txt", "--claim", "only this solution", "-o", tmp_path)
    )
    assert "does not hold: the puzzle has at least 2 solutions" in err
    err = message_of(run("prove", EXAMPLES / "no_solution.txt", "--claim", "a solution", "-o", tmp_path), 1)
    assert "the puzzle has no solution" in err


def test_what_is_refused(run, tmp_path, huge):
    err = message_of(run("prove", EXAMPLES / "kakuro.txt", "-o", tmp_path, "--proof", "drat"))
    assert "DRAT proofs do not support puzzles with sums" in err
    code, _, err = run("prove", EXAMPLES / "five.txt", EXAMPLES / "four.txt", "-o", tmp_path)
    assert code == 2
    assert "a folder can hold the certificate of only one puzzle" in err
    assert run("prove", EXAMPLES / "five.txt")[0] == 2
    assert "-o names a folder" in message_of(run("prove", EXAMPLES / "five.txt", "-o", "-"))
    assert run("verify", tmp_path / "nowhere")[0] == 2
    err = message_of(run("prove", EXAMPLES / "nine.txt", "-o", tmp_path, "--memory", "1000"), 3)
    assert "the memory limit of 1000 bytes was reached" in err


def test_time_limits(run, tmp_path, endless):
    code, _, err = run("prove", endless, "--claim", "1000", "-o", tmp_path, "--timeout", "0.05")
    assert code in (2, 3)
    assert "does not hold" in err or "passed before a proof was found" in err
    assert run("prove", EXAMPLES / "nine.txt", "-o", tmp_path)[0] == 0
    err = message_of(run("verify", tmp_path, "--timeout", "1e-9"), 3)
    assert "passed before the certificate was checked" in err
