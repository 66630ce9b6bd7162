"""Certificates that take one line: what they say, and what is wrong with bad ones."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench.cases.proofs import random_puzzle, random_sums

import fastfuto
from fastfuto import Certificate, ExactCover, Futoshiki, LatinSquare, LimitReached, prove, verify
from fastfuto.proofs import check

from ..cases import some

ONE = Futoshiki([[1, 0], [0, 0]])
NONE = Futoshiki([[1, 1], [0, 0]])


@pytest.mark.parametrize("number", some(range(40), 2))
def test_puzzles_of_all_families(number, tmp_path):
    puzzle = random_sums(number) if number % 3 == 0 else random_puzzle(number)
    certificate = prove(puzzle)
    line = certificate.to_json()
    again = Certificate.from_json(line)
    assert again == certificate
    assert again.to_json() == line
    file, folder = tmp_path / "lines.jsonl", tmp_path / "folder"
    file.write_text(line + "\n")
    assert check.check(file) == (True, None, "1 certificate")
    assert verify(file, puzzle)
    assert not verify(file, ONE)
    again.save(folder)
    assert verify(folder, puzzle)


NOTHING = {"schema": 1, "family": "kakuro", "rows": [[None]]}
FIVE = {"schema": 1, "family": "kakuro", "rows": [[None, None], [None, 5]]}
TWO = {"schema": 1, "family": "futoshiki", "n": 2, "clues": [[1, 0], [0, 0]], "inequalities": []}


@pytest.mark.parametrize(
    ("puzzle", "claim", "solutions"),
    [
        (NOTHING, 2, [[[0]], [[1]]]),
        (NOTHING, 4, [[], [7], [1, 2], [3, 3]]),
        (NOTHING, "a solution", [[9, 9]]),
        (FIVE, "a solution", [[[5, 0], [0, 0]]]),
        (FIVE, "a solution", [[[0, 0], [5, 0]]]),
        (FIVE, "a solution", [[[0, 0, 0], [0, 5]]]),
        (FIVE, "a solution", [[5]]),
        (FIVE, "a solution", [[[0, 0], [0, True]]]),
        (TWO, "a solution", [[1, 2, 2, 1]]),
        (TWO, "a solution", [[[1, 2, 2, 1]]]),
        (TWO, "a solution", [[[1, 2], 2, 1]]),
        (TWO, "a solution", [None]),
        ({"schema": 1, "family": "exact_cover", "primary": [], "secondary": [], "options": []}, 1, [None]),
        ({"schema": 1, "family": "exact_cover", "primary": [], "secondary": [], "options": []}, 1, [{}]),
    ],
)
def test_solutions_have_the_shape_of_the_puzzle(puzzle, claim, solutions, tmp_path):
    proof = "pseudo-Boolean proof version 3.0\nf {} ;\noutput NONE ;\nconclusion UNSAT : 1 ;\n"
    file = tmp_path / "lines.jsonl"
    for text in ("", *(proof.format(k) + "end pseudo-Boolean proof ;\n" for k in range(6))):
        record = {"version": 2, "claim": claim, "solutions": solutions, "puzzle": puzzle, "proof": text}
        line = json.dumps(record)
        file.write_text(line)
        assert not check.check(file).ok
        with pytest.raises(ValueError, match=r"a solution has the wrong shape or values|white cells"):
            Certificate.from_json(line)


def test_forbidden_values_are_values_of_cells(tmp_path):
    file = tmp_path / "lines.jsonl"
    for forbidden in ([[2, 1]], [[0, 0]]):
        puzzle = {"schema": 1, "family": "permutations", "n": 2, "forbidden": forbidden, "order": []}
        file.write_text(
            json.dumps({"version": 2, "claim": 0, "solutions": [], "puzzle": puzzle, "proof": ""})
        )
        assert "forbidden: expected positions 0 to 1 with values 1 to 2" in check.check(file).reason
        assert not verify(file, ONE)


def test_the_time_is_kept_where_there_are_no_solutions(tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_text(f"{prove(NONE).to_json()}\n" * 50)
    ticks = []
    assert check.check(file, lambda: ticks.append(1)).ok
    assert len(ticks) >= 50
    with pytest.raises(LimitReached):
        verify(file, timeout=0)


def test_many_lines(tmp_path):
    puzzles = [made.puzzle for made in fastfuto.generate_many(20, 5)]
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(f"{prove(puzzle).to_json()}\n" for puzzle in puzzles))
    assert check.check(file).reason == "20 certificates"
    assert verify(file)
    assert not verify(file, puzzles[0])
    with pytest.raises(LimitReached):
        verify(file, timeout=0)


def test_what_does_not_fit_into_a_line():
    with pytest.raises(ValueError, match="in several pieces or in the format 'drat'"):
        prove(ONE, proof="drat").to_json()


@pytest.mark.thorough
def test_thousands_of_solutions_do_not_fit_into_a_line():
    square = fastfuto.Futoshiki([[0] * 5 for _ in range(5)], [((0, 0), (0, 1)), ((1, 1), (1, 0))])
    k = fastfuto.count(square, limit=50_000)
    assert 1000 < k < 50_000
    with pytest.raises(ValueError, match="in several pieces or in the format 'drat'"):
        prove(square, claim=k).to_json()


@pytest.fixture
def record():
    """What a small certificate says."""
    puzzle = Futoshiki([[0] * 4 for _ in range(4)], [((0, k), (0, k + 1)) for k in range(3)])
    return json.loads(prove(puzzle, claim=24).to_json())


def dropped(record):
    record["solutions"].pop()


def swapped(record):
    record["solutions"][3][1], record["solutions"][3][2] = (
        record["solutions"][3][2],
        record["solutions"][3][3],
    )


def shortened(record):
    record["proof"] = record["proof"].replace("conclusion UNSAT : ", "conclusion UNSAT : 1")


def retold(record):
    record["puzzle"]["inequalities"].pop()


def relined(record):
    lines = record["proof"].splitlines(keepends=True)
    record["proof"] = "".join(lines[:2] + lines[3:])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dropped, "the claim 24 does not match"),
        (swapped, "solution 4 violates a rule"),
        (shortened, "does not exist or has been deleted"),
        (retold, "expected f "),
        (relined, "line 3: "),
        (lambda record: record.pop("proof"), "the field 'proof' must be a string"),
        (lambda record: record.update(proof=["rup"]), "the field 'proof' must be a string"),
        (lambda record: record.update(proof="\ud800\n"), "'ascii' codec"),
        (lambda record: record.update(version=1), "version 1, but only version 2 is known"),
        (lambda record: record.pop("version"), "this is not a certificate"),
        (lambda record: record.update(puzzle=[]), "expected a JSON object with the fields of a puzzle"),
        (
            lambda record: record.update(puzzle={"schema": 1, "family": "chess"}),
            "there are no proofs for the family",
        ),
        (lambda record: record.update(solutions=None), "'solutions' must be a list"),
        (
            lambda record: record.update(claim="only this solution"),
            "the claim 'only this solution' does not match 24 solutions",
        ),
    ],
)
def test_bad_lines(change, message, record, tmp_path):
    good = prove(ONE).to_json()
    change(record)
    file = tmp_path / "lines.jsonl"
    file.write_text(f"{good}\n{json.dumps(record)}\n{good}\n")
    verdict = check.check(file)
    assert verdict[:2] == (False, 2)
    assert "line 2: " in verdict.reason
    assert message in verdict.reason


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file contains no certificate"),
        (b"\n", "lines.jsonl, line 1: invalid JSON"),
        (b"no certificate\n", "lines.jsonl, line 1: invalid JSON"),
        (b"\xff\n", "lines.jsonl, line 1: invalid JSON"),
        (b"[1]\n", "expected a JSON object"),
        (b'{"version": 2', "invalid JSON"),
        (b"[" * 100_000, "invalid JSON"),
        (b"9" * 10_000, "invalid JSON|expected a JSON object"),
        (b"\x89PNG\r\n\x1a\n", "invalid JSON"),
    ],
)
def test_files_that_are_no_certificates(data, message, tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_bytes(data)
    verdict = check.check(file)
    assert not verdict.ok
    assert any(part in verdict.reason for part in message.split("|"))
    assert not verify(file)


def test_long_lines_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(check.encoding, "MAX_TEXT", 1000)
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps({"version": 2, "proof": "x" * 1000}))
    assert "expected a JSON object of at most 1000 bytes" in check.check(file).reason


@pytest.mark.parametrize("text", ["", "{}", "5", '{"version": 2}', '{"puzzle": {}}'])
def test_texts_that_are_no_certificates(text):
    with pytest.raises(ValueError, match=r"text|puzzle\.json"):
        Certificate.from_json(text)


def test_a_line_of_another_version():
    record = json.loads(prove(ONE).to_json())
    for fields in ({"version": 3}, {"proof": None}):
        with pytest.raises(ValueError, match="expected a certificate of version 2 with a proof"):
            Certificate.from_json(json.dumps(record | fields))


def test_it_runs_without_the_package(tmp_path):
    for name in ("check.py", "encoding.py"):
        shutil.copy(Path(check.__file__).with_name(name), tmp_path)
    file = tmp_path / "lines.jsonl"
    cover = ExactCover([["a", "b"], ["b"], ["a"]])
    lines = [prove(each).to_json() for each in (ONE, NONE, cover, LatinSquare(3))]
    file.write_text("\n".join(lines) + "\n")
    command = [sys.executable, tmp_path / "check.py", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "verified: 4 certificates\n")
    file.write_text(lines[0].replace("conclusion UNSAT : ", "conclusion UNSAT : 9") + "\n")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "lines.jsonl, line 1: proof, line " in done.stdout
    file.write_text("x\n")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "unreadable: lines.jsonl, line 1: invalid JSON" in done.stdout
