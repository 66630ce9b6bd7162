"""The verb verify: what it compares, and its limits."""

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from bench.cases.forged import Forgery, write

from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    LimitReached,
    Permutations,
    format_puzzle,
    prove,
    verify,
)
from fastfuto.proofs import Certificate, check, encoding

from .samples import PIGEONS, pigeons, rewrite
from .violations import honest

CERTIFICATES = Path(__file__).parents[1] / "golden" / "certificates.json"


def test_the_puzzle_must_be_the_expected_one(tmp_path):
    square = LatinSquare([[1, 0], [0, 0]])
    prove(square).save(tmp_path)
    assert verify(tmp_path) is True
    assert verify(str(tmp_path), square) is True
    assert verify(tmp_path, LatinSquare([[2, 0], [0, 0]])) is False
    assert verify(tmp_path, Futoshiki([[1, 0], [0, 0]])) is False
    rewrite(tmp_path, "proof.pbp", lambda data: b"rubbish")
    assert verify(tmp_path, square) is False


def test_a_model_is_compared_as_a_model(tmp_path):
    prove(PIGEONS).save(tmp_path)
    assert verify(tmp_path, PIGEONS)
    assert not verify(tmp_path, PIGEONS.with_domains(PIGEONS.domains & 3))


def test_limits(tmp_path):
    prove(PIGEONS).save(tmp_path)
    with pytest.raises(
        LimitReached, match=r"time limit of 0.01 s passed before the certificate was checked"
    ) as caught:
        verify(tmp_path, timeout=0.01)
    assert (caught.value.found, caught.value.stats.engine) == (0, "check")
    stages = set()
    assert verify(tmp_path, progress=lambda progress: stages.add(progress.stage))
    assert stages == {"checking"}
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nowhere")


@pytest.mark.thorough
def test_thousands_of_solutions_in_pieces(tmp_path):
    square = LatinSquare([[1, 2, 3, 4, 5], *[[0] * 5] * 4])
    with ThreadPoolExecutor(2) as executor:
        certificate = prove(square, claim=1344, executor=executor)
        certificate.save(tmp_path)
        assert verify(tmp_path, square, executor=executor)
    assert len(certificate.pieces) > 1
    assert certificate == prove(square, claim=1344)
    record = json.loads((tmp_path / "certificate.json").read_text())
    fewer = {**record, "solutions": record["solutions"][1:], "claim": 1343}
    (tmp_path / "certificate.json").write_text(json.dumps(fewer))
    assert not verify(tmp_path, square)
    with pytest.raises(ValueError, match=r"has at least|has 1344 solutions"):
        prove(square, claim=1343)


@pytest.mark.parametrize("format", ["pb", "drat"])
@pytest.mark.parametrize("puzzle", [LatinSquare(3), pigeons(6), Permutations(3, forbidden=[(0, 3)])])
def test_what_prove_returns_is_verified(puzzle, format):
    certificate = prove(puzzle, proof=format)
    assert verify(certificate) is True
    assert verify(certificate, puzzle) is True
    assert verify(certificate, LatinSquare(4)) is False
    with ThreadPoolExecutor(1) as executor:
        assert verify(certificate, puzzle, executor=executor) is True


def test_what_prove_does_not_return_is_refuted():
    for puzzle in (ExactCover([["a"]]), Kakuro([[(0, 4), 0, 0], [None, 0, 0]])):
        assert verify(prove(puzzle), puzzle)
    good = prove(Futoshiki([[1, 0], [0, 0]]))
    other = Futoshiki([[2, 0], [0, 0]])
    for changed in (
        Certificate(other, good.claim, good.solutions, good.proofs),
        Certificate(good.puzzle, "no solution", good.solutions[:0], good.proofs),
        Certificate(good.puzzle, good.claim, good.solutions, [good.proof + b"\n"]),
        Certificate(good.puzzle, "a solution", np.ones((1, 2, 2), np.uint8), [b""]),
    ):
        assert verify(changed) is False
    with pytest.raises(LimitReached):
        verify(prove(PIGEONS), timeout=0.01)


@pytest.mark.parametrize("name", json.loads(CERTIFICATES.read_text()))
def test_certificates_that_were_made_before(name, tmp_path):
    files = json.loads(CERTIFICATES.read_text())[name]
    for file, text in files.items():
        (tmp_path / file).write_bytes(text.encode("latin-1"))
    path = tmp_path / "lines.jsonl" if "lines.jsonl" in files else tmp_path
    assert verify(path)
    with ThreadPoolExecutor(2) as executor:
        assert verify(path, executor=executor)


@pytest.mark.parametrize("wrong", [3, ThreadPoolExecutor, "pool"])
def test_what_is_no_executor_is_refused(wrong):
    puzzle = Futoshiki([[1, 0], [0, 0]])
    certificate = prove(puzzle)
    with pytest.raises(TypeError, match="executor must be an Executor"):
        prove(puzzle, executor=wrong)
    with pytest.raises(TypeError, match="executor must be an Executor"):
        verify(certificate, executor=wrong)


class Meddler(Executor):
    """Checks a piece when it is submitted, and then calls a function, such as one that changes the files."""

    def __init__(self, meddle):
        self.meddle = meddle
        self.n_submitted = 0

    def submit(self, task, *args):
        self.n_submitted += 1
        done = Future()
        done.set_result(task(*args))
        self.meddle()
        return done


def test_files_that_change_between_the_pieces_do_not_join_two_claims(tmp_path):
    # Each of two puzzles has no solution in one piece: together they would be one puzzle without any.
    made = []
    for value in (2, 1):
        fields = json.loads(format_puzzle(Permutations(2, forbidden=[(1, value)]), "json"))
        made.append(Forgery("pieces", fields, "no solution", [], [b""] * 2, [[[0, 1]], [[0, 2]]]))
    assert [[each.prove(piece) for piece in range(2)] for each in made] == [[True, False], [False, True]]
    meddler = Meddler(lambda: write(made[1].files(), tmp_path))
    write(made[0].files(), tmp_path)
    assert not verify(tmp_path, executor=meddler)
    assert meddler.n_submitted == 2


@pytest.mark.parametrize("form", ["line", "folder", "pieces", "text"])
def test_the_puzzle_that_is_checked_is_the_one_that_is_compared(form, tmp_path, monkeypatch):
    # The certificate is about another puzzle, and becomes one about the expected puzzle once it is checked.
    other, expected = honest("square", form), honest("square", form)
    other.fields["inequalities"] = [[[0, 1], [0, 0]]]
    other.solutions = [[[2, 1], [1, 2]]]
    for piece in range(len(other.proofs)):
        other.prove(piece)
    puzzle = Futoshiki([[0] * 2] * 2, [((0, 0), (0, 1))])
    assert verify(write(expected.files(), tmp_path), puzzle)
    path = write(other.files(), tmp_path)
    assert verify(path)
    examine = check.examine

    def meddle(*args):
        verdict = examine(*args)
        write(expected.files(), tmp_path)
        return verdict

    monkeypatch.setattr(check, "examine", meddle)
    assert not verify(path, puzzle)


def test_each_solution_is_in_one_piece(tmp_path, monkeypatch):
    # This holds for solutions that keep to the rules, and is checked for all the same.
    made = honest("arranged", "pieces")
    made.solutions.append([3, 1, 2])
    made.claim = 3
    monkeypatch.setattr(encoding, "is_solution", lambda *_: True)
    assert "the pieces have only 2 of 3 solutions" in check.check(write(made.files(), tmp_path)).reason
