"""The command audit: what it says, and its exit codes."""

import json
from pathlib import Path

import pytest

import fastfuto

from .helpers import message_of, output_of

GOOD = "".join(
    fastfuto.format_puzzle(each.puzzle, "tatham") + "\n"
    for each in fastfuto.generate_many(3, 4, level="easy")
)
SEVERAL = "3:1,0,0,0,0,0,0,0,0,\n"


@pytest.mark.parametrize(
    ("text", "code", "lines"),
    [
        (GOOD, 0, ["3 puzzles", "3 with exactly one solution"]),
        (GOOD + SEVERAL, 1, ["1 with several solutions: line 4"]),
        (GOOD + "3:1,0,0,1,0,0,0,0,0,\n", 1, ["1 without a solution: line 4"]),
        (GOOD + SEVERAL + "3:?\n", 2, ["1 unreadable: line 5", "1 with several solutions: line 4"]),
        (GOOD * 2, 0, ["3 the same as an earlier puzzle, up to symmetry: lines 4 as 1, 5 as 2, 6 as 3"]),
        (SEVERAL * 30, 1, ["29 the same as an earlier puzzle, up to symmetry: lines 2 as 1, 3 as 1"]),
    ],
    ids=range(6),
)
def test_exit_codes_and_lines(run, tmp_path, text, code, lines):
    path = tmp_path / "set.txt"
    path.write_text(text)
    found, out, err = run("audit", str(path))
    assert found == code
    assert all(line in out for line in lines)
    assert ("3:?" in err) == ("3:?" in text)


def test_answers_are_compared(run, tmp_path):
    path = tmp_path / "set.jsonl"
    rows = [json.loads(task.to_json()) for task in fastfuto.tasks(3, n=4, level="easy")]
    rows[1]["answer"] = rows[0]["answer"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = output_of(run("audit", str(path)), 1)
    assert out.splitlines()[2:] == ["1 with a wrong answer: line 2", "3 easy"]
    code, out, _ = run("audit", "--json", str(path))
    assert (code, json.loads(out)["lines"]["wrong_answers"]) == (1, [2])
    code, out, _ = run("audit", "--grade", "--threads", "1", str(path), str(path))
    assert out.count("3 easy") == out.count(f"{path}: 3 puzzles") == 2


def test_all_lines_are_listed_if_they_are_asked_for(run, tmp_path):
    path = tmp_path / "set.txt"
    path.write_text(SEVERAL * 30)
    assert run("audit", str(path))[1].count("...") == 2
    assert "28, 29, 30\n" in run("audit", "--all", str(path))[1]


def test_files_are_compared_with_each_other(run):
    puzzles = [fastfuto.parse(line) for line in GOOD.splitlines()]
    turned = [fastfuto.format_puzzle(puzzle.transformed(1), "tatham") + "\n" for puzzle in puzzles]
    Path("a").write_text(GOOD)
    Path("b").write_text(SEVERAL + turned[2] + turned[0])
    Path("c").write_text(turned[1] + SEVERAL)
    code, out, _ = run("audit", "a", "b", "c", "-q")
    assert (code, out.splitlines()) == (
        1,
        [
            "b: 1 with several solutions: line 1",
            "2 also in a, up to symmetry: lines 2 as 3, 3 as 1",
            "c: 1 with several solutions: line 2",
            "1 also in a, up to symmetry: line 1 as 2",
            "1 also in b, up to symmetry: line 2 as 1",
        ],
    )
    answers = [json.loads(line) for line in run("audit", "a", "b", "c", "--json")[1].splitlines()]
    assert [answer["elsewhere"] for answer in answers] == [
        {},
        {"2": ["a", 3], "3": ["a", 1]},
        {"1": ["a", 2], "2": ["b", 1]},
    ]
    first = fastfuto.audit("a")
    assert fastfuto.audit("b", earlier=[first]).elsewhere == {2: (0, 3), 3: (0, 1)}
    assert fastfuto.audit("b", earlier=[first]).duplicates == 0


def test_what_cannot_be_done(run, tmp_path):
    assert "No such file" in message_of(run("audit", str(tmp_path / "none.jsonl")))
    path = tmp_path / "set.txt"
    path.write_text(GOOD)
    assert run("audit", "--workers", "2", "--threads", "2", str(path))[0] == 2
    assert run("audit", "--journal", "j", str(path), str(path))[0] == 2


def test_certificates(run, tmp_path):
    path, certificates = tmp_path / "set.txt", tmp_path / "proofs.jsonl"
    path.write_text(GOOD + SEVERAL)
    code, out, _ = run("audit", str(path), "--certificates", str(certificates))
    assert (code, out.splitlines()[-1]) == (1, f"3 certificates in {certificates}")
    assert run("verify", str(certificates))[:2] == (0, "Verified: 3 certificates\n")
    code, out, _ = run("audit", str(path), "--json", "--certificates", str(certificates))
    assert json.loads(out)["proved"] == 3
    for options, message in [
        ((str(path), str(path), "--certificates", str(certificates)), "name one file"),
        ((str(path), "--certificates", str(path)), "--certificates would overwrite the input file"),
        ((str(path), "--certificates", str(certificates), "-o", str(certificates)), "need different files"),
        (
            (str(path), "--certificates", str(certificates), "--journal", str(tmp_path / "j")),
            "leave --journal or --certificates out",
        ),
    ]:
        assert message in message_of(run("audit", *options))
    nowhere = str(tmp_path / "nowhere" / "proofs.jsonl")
    assert f"{nowhere}: No such file" in message_of(run("audit", str(path), "--certificates", nowhere))
    lines = certificates.read_text().splitlines(keepends=True)
    certificates.write_text("".join(lines[:1]) + lines[1].replace("rup", "pur"))
    code, out, _ = run("verify", str(certificates))
    assert (code, out[: out.index("proof,")]) == (1, "Refuted: proofs.jsonl, line 2: ")
    certificates.write_text("nothing\n")
    assert run("verify", str(certificates))[1] == "Unreadable: proofs.jsonl, line 1: invalid JSON\n"
