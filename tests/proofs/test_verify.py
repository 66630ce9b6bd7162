"""The verb verify: what it compares, and its limits."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from fastfuto import Futoshiki, LatinSquare, LimitReached, prove, verify

from .samples import PIGEONS, rewrite


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
        LimitReached, match=r"time limit of 0.01 s has passed before the certificate was checked"
    ) as caught:
        verify(tmp_path, timeout=0.01)
    assert (caught.value.found, caught.value.stats.engine) == (0, "check")
    stages = set()
    assert verify(tmp_path, progress=lambda progress: stages.add(progress.stage))
    assert stages == {"checking"}
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nowhere")


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
    with pytest.raises(ValueError, match=r"there are at least|has 1344 solutions"):
        prove(square, claim=1343)
