"""Certificates as values, and the files that they write."""

import copy
import json
import pickle

import numpy as np
import pytest

from fastfuto import Futoshiki, LatinSquare, Permutations, load, prove

from .samples import DRAT_FILES, FILES, PIGEONS

ONE = Futoshiki([[1, 0], [0, 0]])


def test_it_is_an_immutable_value():
    certificate = prove(ONE)
    assert repr(certificate) == "<Certificate: only this solution, proof of 135 bytes>"
    assert str(prove(LatinSquare(2), claim=2, proof="drat")) == "exactly 2 solutions, proof of 5 bytes"
    for other in (copy.deepcopy(certificate), pickle.loads(pickle.dumps(certificate)), prove(ONE)):
        assert certificate == other
        assert hash(certificate) == hash(other)
        assert not other.solutions.flags.writeable
    assert certificate != prove(ONE, claim="a solution")
    assert certificate != 5
    with pytest.raises(AttributeError, match="a Certificate is immutable: claim cannot be set"):
        certificate.claim = "no solution"
    with pytest.raises(ValueError, match="read-only"):
        certificate.solutions[0] = 1


def test_the_files(tmp_path):
    prove(ONE, proof="drat").save(tmp_path / "deep" / "down")
    folder = tmp_path / "deep" / "down"
    assert sorted(path.name for path in folder.iterdir()) == sorted(DRAT_FILES)
    assert (
        (folder / "formula.cnf")
        .read_text()
        .startswith(
            "c The puzzle of puzzle.json, 1 solutions excluded; the claim: only this solution.\n"
            "c Variable CELL * 2 + VALUE: the cell, counted from 0, takes the value, 1 to 2.\n"
            "c The cell in ROW and COLUMN, both counted from 0, is ROW * 2 + COLUMN.\n"
            "p cnf 8 22\n1 0\n"
        )
    )
    assert (folder / "proof.drat").read_text() == "0\n"
    assert load(folder / "puzzle.json") == ONE
    record = json.loads((folder / "certificate.json").read_text())
    assert (record["version"], record["claim"], record["proof"]) == (1, "only this solution", "text")
    assert record["solutions"] == [[[1, 2], [2, 1]]]
    assert (record["variables"], record["clauses"]) == (8, 22)
    assert record["bytes"]["proof.drat"] == 2
    prove(ONE, proof="drat").save(folder, binary=True)
    assert (folder / "proof.drat").read_bytes() == b"a\0"


def test_text_and_binary_say_the_same(tmp_path):
    certificate = prove(PIGEONS, proof="drat")
    certificate.save(tmp_path)
    words = b""
    for line in (tmp_path / "proof.drat").read_text().splitlines():
        kind, numbers = (b"d", line[2:]) if line.startswith("d ") else (b"a", line)
        words += kind
        for literal in map(int, numbers.split()):
            code = 2 * abs(literal) + (literal < 0)
            while code >= 128:
                words += bytes((code % 128 + 128,))
                code //= 128
            words += bytes((code,))
    assert words == certificate.proof


def test_solutions_have_the_puzzles_shape(tmp_path):
    certificate = prove(Permutations(3, order=[(0, 1), (1, 2)]), proof="drat")
    assert certificate.solutions.tolist() == [[1, 2, 3]]
    assert certificate.solutions.dtype == np.uint8
    certificate.save(tmp_path)
    assert "ROW" not in (tmp_path / "formula.cnf").read_text()
    assert prove(LatinSquare(3)).solutions.shape == (2, 3, 3)
    assert prove(Futoshiki([[1, 1], [0, 0]])).solutions.shape == (0, 2, 2)


def test_the_files_of_a_pseudo_boolean_proof(tmp_path):
    prove(ONE).save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)
    assert (tmp_path / "formula.opb").read_text() == (
        "* #variable= 7 #constraint= 13\n"
        "* The puzzle of puzzle.json, 1 solutions excluded; the claim: only this solution.\n"
        "1 r0c0v1 = 1 ;\n"
        "1 r0c1v1 1 r0c1v2 = 1 ;\n"
        "1 r1c0v1 1 r1c0v2 = 1 ;\n"
        "1 r1c1v1 1 r1c1v2 = 1 ;\n"
        "1 r0c0v1 1 r0c1v1 = 1 ;\n"
        "1 r0c1v2 = 1 ;\n"
        "1 r1c0v1 1 r1c1v1 = 1 ;\n"
        "1 r1c0v2 1 r1c1v2 = 1 ;\n"
        "1 r0c0v1 1 r1c0v1 = 1 ;\n"
        "1 r1c0v2 = 1 ;\n"
        "1 r0c1v1 1 r1c1v1 = 1 ;\n"
        "1 r0c1v2 1 r1c1v2 = 1 ;\n"
        "1 ~r0c0v1 1 ~r0c1v2 1 ~r1c0v2 1 ~r1c1v1 >= 1 ;\n"
    )
    proof = (tmp_path / "proof.pbp").read_text().splitlines()
    assert (proof[0], proof[1]) == ("pseudo-Boolean proof version 3.0", "f 25 ;")
    n_derived = sum(not line.startswith("del") for line in proof[2:-3])
    assert proof[-3:-1] == ["output NONE ;", f"conclusion UNSAT : {25 + n_derived} ;"]
    record = json.loads((tmp_path / "certificate.json").read_text())
    assert (record["version"], record["pieces"], record["constraints"]) == (2, [[]], [13])
    with pytest.raises(ValueError, match="binary=True is only supported"):
        prove(ONE).save(tmp_path, binary=True)
